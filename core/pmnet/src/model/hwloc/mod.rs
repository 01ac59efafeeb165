//! Machines in hwloc's formats: the XML of `lstopo --of xml`, and synthetic strings such as
//! `pack:2 numa:4 l3:4 l2:4 core:1`.
//!
//! hwloc gives sizes but no bandwidths. These are assumed, and each class lists its assumed keys under the key
//! `assumed`.

mod convert;
mod synthetic;
mod xml;

pub use synthetic::read as read_synthetic;
pub use xml::read as read_xml;

use alloc::vec::Vec;

/// The kind of a level of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// Machine, package, die, group: an item that contains others.
    Box,
    /// A data cache, with its level.
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

/// An item of hwloc's tree with the items below it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Item {
    level: Level,
    sizes: Sizes,
    /// Bytes of the memories attached here, and their NUMA nodes' numbers if known; 0 bytes means unknown.
    memories: Vec<(u64, Option<u64>)>,
    children: Vec<Item>,
}

impl Item {
    fn new(level: Level) -> Self {
        Self { level, sizes: Sizes::default(), memories: Vec::new(), children: Vec::new() }
    }
}
