//! The pages of the modes. Each is a folder; none imports from another. Those beside the chip have a public `start` for
//! their program in `bin`.

pub(crate) mod chip;
#[cfg(feature = "modes")]
pub mod mopt;
#[cfg(feature = "modes")]
pub mod nsim;
#[cfg(feature = "modes")]
pub mod pmnet;
#[cfg(feature = "modes")]
pub mod tca;
