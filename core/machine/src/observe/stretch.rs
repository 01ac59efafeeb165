//! Many cycles of one core in one piece, for sinks that only sum up.

use crate::parts::Stall;
use alloc::vec::Vec;
use mcore_base::Cycle;

/// Cycles in which one core executed instructions, no DMA was in flight, and all other parts had nothing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The core.
    pub rank: usize,
    /// The first cycle.
    pub from: Cycle,
    /// The number of cycles, at least one. In each of them the core executed an instruction.
    pub cycles: Cycle,
    /// The instructions, by [`Op`](mcore_cpu::isa::Op).
    pub ops: Vec<u64>,
    /// The core began to poll with its last instruction, for this reason.
    pub polls: Option<Stall>,
}
