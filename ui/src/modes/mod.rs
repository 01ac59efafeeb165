//! The pages of the modes. Each is a folder; none imports from another.

pub mod chip;
#[cfg(feature = "nsim")]
pub mod nsim;
#[cfg(feature = "pmnet")]
pub mod pmnet;
