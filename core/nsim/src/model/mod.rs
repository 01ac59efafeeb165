//! NSIM: large interconnects, packet by packet.
//!
//! After Miwa et al., "NSIM: Communication Simulator for Next Generation Extreme-scale Interconnection Networks":
//! programs on top of a small MPI run while the simulated network advances. The network moves whole packets by virtual
//! cut-through, so the cost does not depend on the number of flits.
//!
//! ```text
//! params    rates, delays, buffers of the target    mapping  the node of each rank
//! rank      MPI on one node: matching, waiting      nic      messages cut into packets
//! switch    buffers, crossbar, links of one switch  shard    a part of the machine, window by window
//! machine   the whole, and its report              past     the machine on a timeline
//! recorder  optional recordings of a run            earliest bounded lists of recorded events
//! forecast  estimate of the packets of a run
//! prediction  time of a run by latency and bandwidth alone
//! ```
//!
//! Nodes, switches, ports and routes are in the package `topology`, the operations of each rank in `ranks`.
//!
//! **Time** is counted in picoseconds. It advances in *windows* as long as the smallest delay between two switches (the
//! cable's): an action of a switch in a window reaches no other switch before the next one. So each switch is simulated
//! through a whole window by itself, in any order and in any thread, with the same result. Only credits are that fast;
//! a packet takes longer. So a switch whose outputs all have credits runs on past the window, up to the earliest
//! arrival of another packet.
//!
//! **One step per link.** A packet costs one step per link it crosses and one to leave the network: when an output of a
//! switch takes it, its arrival at the next switch is already known.

mod earliest;
pub mod forecast;
pub mod machine;
pub mod mapping;
mod nic;
pub mod params;
mod past;
mod peek;
pub mod prediction;
mod rank;
mod recorder;
pub mod report;
mod shard;
mod switch;
pub mod trace;

pub use machine::{Machine, Progress, SpecError};
pub use mapping::Mapping;
pub use mcore_ranks::{NS, Op, Pattern, Place, Program, Time, Trace, TraceError};
pub use mcore_topology::{Distances, Routes, Tie, Topology, TopologyError};
pub use params::{Arbitration, Copies, Params, ParamsError};
pub use past::PackedMachine;
pub use prediction::Prediction;
pub use recorder::{Activity, BufferChange, RankInterval, Sent};
pub use report::{LinkUse, RankTimes, Report, Waiting};
pub use trace::read_trace;

/// Later than all times: "not known yet" or "never".
pub const NEVER: Time = Time::MAX;

#[cfg(test)]
mod tests;
