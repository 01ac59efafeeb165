//! The verbs of the command, a folder for each mode. What the modes share (arguments, messages, reports) is beside this folder.

pub mod chip;
pub mod nsim;
pub mod pmnet;
