//! Machines as hwloc describes them: the XML of `lstopo --of xml`, and synthetic strings such as
//! `pack:2 numa:4 l3:4 l2:4 core:1`.
//!
//! hwloc knows sizes but no bandwidths. These are assumed, and each class says under the key `assumed` which of its keys are.

mod convert;
mod synthetic;
mod xml;

pub use synthetic::read as read_synthetic;
pub use xml::read as read_xml;

use alloc::vec::Vec;

/// What a level of the tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// Machine, package, die, group: something that holds others.
    Box,
    /// A cache that holds data, with its depth.
    Cache(u8),
    Core,
    /// A hardware thread.
    Thread,
}

/// A cache's sizes in bytes and ways; 0 is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sizes {
    bytes: u64,
    ways: u64,
    line: u64,
}

/// An object of hwloc's tree with what is below it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Item {
    level: Level,
    sizes: Sizes,
    /// Bytes of the memories attached here, and their NUMA nodes' numbers if known; 0 bytes is unknown.
    memories: Vec<(u64, Option<u64>)>,
    children: Vec<Item>,
}

impl Item {
    fn new(level: Level) -> Self {
        Self { level, sizes: Sizes::default(), memories: Vec::new(), children: Vec::new() }
    }
}
