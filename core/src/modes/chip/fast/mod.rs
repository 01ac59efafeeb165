//! The fast path: reaches the same states as `parts` in less time.

pub(super) mod ahead;
pub(super) mod burst;
pub(super) mod express;
pub(super) mod lookout;
pub(super) mod machine;
pub(super) mod meter;
pub(super) mod quiet;
pub(super) mod sleep;
pub(super) mod trial;

pub use machine::Machine;
pub use meter::{Activity, Meter};
