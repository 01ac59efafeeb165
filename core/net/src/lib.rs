//! Building blocks of interconnects: flits, ports, routes and arbiters. Each mode has its own router.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(test)]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod arbiter;
mod flit;
mod mesh;
mod traffic;

pub use arbiter::RoundRobin;
pub use flit::{Flit, FlitKind, PackedFlit, PacketTag};
pub use mesh::{PORTS, Port, neighbour, route_xy};
pub use traffic::{Chance, Pattern, PatternError, Wait};
