//! The modes of the lab: each is a package with its model, its views and its session.

pub use mcore_chip as chip;
pub use mcore_mopt as mopt;
pub use mcore_nsim as nsim;
pub use mcore_pmnet as pmnet;
pub use mcore_tca as tca;
