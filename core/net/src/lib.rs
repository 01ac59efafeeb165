//! Building blocks of interconnects: flits, ports, routes, arbiters, and the places of ranks. Each mode has its own router.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod arbiter;
mod flit;
mod mesh;
mod ranks;
mod traffic;

pub use arbiter::RoundRobin;
pub use flit::{Flit, FlitKind, PackedFlit, PacketTag};
pub use mesh::{PORTS, Port, neighbour, route_xy};
pub use ranks::{MapFault, RankMap, RankMapError};
pub use traffic::{Chance, Pattern, PatternError, Wait};
