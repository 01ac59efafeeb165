//! The fast path: reaches the same states as `parts` in less time.

pub(super) mod burst;
pub(super) mod lookahead;
pub(super) mod machine;
pub(super) mod meter;
pub(super) mod parking;
pub(super) mod quiet;
pub(super) mod record;
pub(super) mod speculation;
pub(super) mod stop_probe;
pub(super) mod uncontended;

pub use machine::Machine;
pub use meter::{Activity, Meter};
