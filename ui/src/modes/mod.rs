//! The pages of the modes. Each is a folder; none imports from another. Those beside the chip have a public `start` for
//! their program in `bin`.

pub(crate) mod chip;
pub mod mopt;
pub mod nsim;
pub mod pmnet;
pub mod tca;
