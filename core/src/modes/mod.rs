//! The modes of the lab. Each is a folder with its model, its views and its session; none imports from another.

pub mod chip;
pub mod mopt;
pub mod nsim;
pub mod pmnet;
pub mod tca;
