//! Building blocks of interconnects: flits, ports, routes and arbiters. Each mode has its own router.

mod arbiter;
mod flit;
mod mesh;
mod traffic;

pub use arbiter::RoundRobin;
pub use flit::{Flit, FlitKind, PackedFlit, PacketTag};
pub use mesh::{PORTS, Port, neighbour, route_xy};
pub use traffic::{Chance, Pattern, PatternError, Wait};
