//! The NoC bench: the chip's network under synthetic traffic, without cores and programs.
//!
//! It is the network of an M x N chip ([`chip::Network`](crate::Network), the same code), with sources and sinks
//! at its compute nodes instead of cores and INCCs. Memory node and path nodes are silent, and since XY routes between
//! compute nodes never leave the array, it behaves as a plain M x N mesh.
//!
//! - [`Spec`] describes a measurement, [`Bench`] is the experiment as plain data, one cycle per step.
//! - [`Report`] contains the results, [`Theory`] the values known without simulation.

mod bench;
mod report;
mod source;
mod spec;
mod theory;

#[cfg(test)]
mod tests;

pub use bench::{Bench, Stage};
pub use report::{Latency, Report, Saturation};
pub use source::Source;
pub use spec::{Injection, MAX_BURST, MAX_CYCLES, MAX_PACKET, Spec, SpecError};
pub use theory::Theory;
