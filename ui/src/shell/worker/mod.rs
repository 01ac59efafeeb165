//! The worker of any mode: it hears commands, simulates in slices and posts updates.

pub mod host;
pub mod pace;
pub mod scope;
