//! PMNet: finds the bottleneck of a memory system.
//!
//! A memory system is a graph of cores, caches, memories and routers ([`Dat`]); a program is the trace of its loads and
//! stores ([`Source`](trace::Source)). A [`Run`] sends the trace through the graph. Every object counts its requests,
//! and the object that is occupied longest gives the predicted time and is the bottleneck ([`Report`]). Latency is not
//! modelled.
//!
//! Source: T. Yuki and T. Endo, "A tool chain for exploring memory architectures for next-generation HPC nodes". Where
//! it leaves details open, the head of the file concerned states the choice. Start with `run.rs`, then
//! `machine/mod.rs`.

pub mod dat;
pub mod generate;
pub mod graph;
pub mod hwloc;
pub mod machine;
pub mod occupancy;
mod phases;
pub mod preset;
pub mod report;
pub mod roofline;
mod run;
pub mod sweep;
pub mod trace;

pub use dat::{Dat, DatError};
pub use graph::{Graph, Kind};
pub use machine::{Fixed, MissKinds, Placement, Region};
pub use phases::MAX_PHASES;
pub use report::{ObjectReport, PhaseReport, PlaceLevel, PlaceReport, RegionLevel, RegionReport, Report};
pub use roofline::{Roof, Roofline};
pub use run::{Options, Run, find_core};
