//! Networks of nodes: their shapes, links, routes and distances. Modes add what moves through them.
//!
//! ```text
//! axis       one dimension: a line or a ring       cube       meshes, tori and what lies between them
//! shape      all kinds of networks, by name        routes     switches, ports, and the output for each packet
//! distances  diameter, mean hops and bisection by formulas
//! ```
//!
//! A new kind of network is a variant of [`Topology`] with its arms in [`Routes`] and [`Distances`]; the tests compare both with a
//! breadth-first search. The mesh of the chip's routers is in the package `net`, because it is a part of the hardware.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod axis;
mod cube;
mod distances;
mod routes;
mod shape;

pub use axis::Tie;
pub use cube::{Cube, direction};
pub use distances::Distances;
pub use routes::{Beyond, Routes, Turn};
pub use shape::{MAX_ARITY, MAX_DIMS, MAX_NODES, Topology, TopologyError};

/// Coordinates as text, such as `3,2`.
pub fn listed(coordinates: impl IntoIterator<Item = u32>) -> alloc::string::String {
    joined(coordinates, ",")
}

/// Sizes as text, such as `8x8x8`.
pub fn sizes_text(sizes: &[u32]) -> alloc::string::String {
    joined(sizes.iter().copied(), "x")
}

fn joined(numbers: impl IntoIterator<Item = u32>, between: &str) -> alloc::string::String {
    let texts: alloc::vec::Vec<_> = numbers.into_iter().map(|number| alloc::format!("{number}")).collect();
    texts.join(between)
}

#[cfg(test)]
mod tests;
