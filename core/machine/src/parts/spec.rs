//! The specification of a chip; constant during a run.

use super::{ComputeNode, Network};
use mcore_base::{Array, Cycle};
use mcore_cpu::mem::{NodeMemory, PAGE_BYTES};

/// Size and rules of a chip.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// M x N compute nodes.
    pub array: Array,
    /// Node memory in bytes: a power of two from 64 KiB to 256 MiB; 512 KiB typical (M-Core paper, section 2.2, which
    /// enlarges it for some programs).
    pub node_memory: u32,
    /// True: upper address bits are ignored, as in the paper. False: strict addressing.
    pub mirrored: bool,
    /// A run that has not ended after this many cycles is stopped.
    pub cycle_limit: Cycle,
    /// Ceiling of main memory in pages of 4 KiB.
    pub main_memory_pages: usize,
    /// Bytes that one node may print.
    pub console_limit: usize,
    /// Bytes that all files may have together.
    pub file_limit: usize,
    /// Ceiling of the node memories together, in pages of 4 KiB that have been written or loaded with data; a run that
    /// exceeds it is stopped.
    pub node_memory_pages: u64,
}

/// Default limit of the node memories together, in bytes: with 32-bit addresses, half of the address space (the page's
/// worker also needs room for the history and the rest of the program); with 64-bit addresses, eight gibibytes.
const NODE_MEMORIES: u64 = if usize::BITS == 32 { 2 << 30 } else { 8 << 30 };

/// Maximum size of a chip at rest, in bytes: with 32-bit addresses, a quarter of the address space, which leaves room
/// for pages and for the history; with 64-bit addresses, eight gibibytes, because above that a computer is
/// more likely to stall than to report an error.
const MAX_BYTES: u64 = if usize::BITS == 32 { 1 << 30 } else { 8 << 30 };

/// Why a chip cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// The array needs 1 to 255 columns and rows.
    Array,
    /// Node memory must be a power of two from [`Spec::MIN_NODE_MEMORY`] to [`Spec::MAX_NODE_MEMORY`].
    NodeMemory,
    /// The cycle limit must not be 0.
    CycleLimit,
    /// The chip at rest takes more memory than allowed.
    Memory {
        /// Bytes that it would take.
        bytes: u64,
        /// Bytes that it may take.
        most: u64,
    },
    /// A segment of the program lies outside node memory.
    ProgramTooLarge {
        /// First address after the program.
        end: u64,
    },
}

impl Default for Spec {
    fn default() -> Self {
        Self {
            array: Array::new(4, 4),
            node_memory: 512 * 1024,
            mirrored: false,
            cycle_limit: 20_000_000,
            main_memory_pages: 16 * 1024,
            console_limit: 256 * 1024,
            file_limit: 16 << 20,
            node_memory_pages: NODE_MEMORIES / u64::from(PAGE_BYTES),
        }
    }
}

impl Spec {
    /// Bytes of the smallest node memory.
    pub const MIN_NODE_MEMORY: u32 = 64 << 10;
    /// Bytes of the largest node memory: programs for clusters have arrays of more than a hundred megabytes.
    pub const MAX_NODE_MEMORY: u32 = 256 << 20;

    /// Checks all values.
    pub fn validate(&self) -> Result<(), SpecError> {
        if self.array.width == 0 || self.array.height == 0 {
            return Err(SpecError::Array);
        }
        let sizes = Self::MIN_NODE_MEMORY..=Self::MAX_NODE_MEMORY;
        if !self.node_memory.is_power_of_two() || !sizes.contains(&self.node_memory) {
            return Err(SpecError::NodeMemory);
        }
        if self.cycle_limit == 0 {
            return Err(SpecError::CycleLimit);
        }
        let bytes = self.bytes_at_rest();
        if bytes > MAX_BYTES {
            return Err(SpecError::Memory { bytes, most: MAX_BYTES });
        }
        Ok(())
    }

    /// Bytes that a chip takes before any node has written to its memory. Pages that nodes touch are added to this.
    pub fn bytes_at_rest(&self) -> u64 {
        let node = size_of::<ComputeNode>() as u64 + NodeMemory::table_bytes(self.node_memory);
        self.array.nodes() as u64 * node + Network::bytes(self.array) as u64
    }

    /// Initial stack pointer: top of node memory - 64.
    pub fn stack_top(&self) -> u32 {
        self.node_memory - 64
    }

    /// Pages of one node's memory.
    pub fn node_pages(&self) -> u32 {
        self.node_memory / PAGE_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_that_no_memory_can_hold_is_refused_before_it_is_built() {
        let large = Spec { array: Array::new(255, 255), ..Spec::default() };
        assert_eq!(large.validate(), Ok(()), "limited by memory alone");
        let per_node = large.bytes_at_rest() / large.array.nodes() as u64;
        assert!(per_node < 4096, "{per_node} bytes a node at rest");
        let larger = Spec { node_memory: 16 << 20, ..large };
        match larger.validate() {
            // Tables of 4,096 pages per node: gibibytes.
            Ok(()) => assert!(usize::BITS == 64 && larger.bytes_at_rest() > 1 << 30),
            Err(error) => assert!(matches!(error, SpecError::Memory { .. }), "{error:?}"),
        }
    }
}
