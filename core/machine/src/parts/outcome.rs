//! How a run ends.

use super::Trap;
use alloc::vec::Vec;
use mcore_base::{Cycle, NodeId};

/// A core that waits for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waiting {
    pub node: NodeId,
    /// First instruction of the loop that it cannot leave.
    pub pc: u32,
    /// Address that the loop reads, if it reads one.
    pub addr: Option<u32>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Every core halted and the network drained.
    Halted {
        /// Cycles until the last core halted.
        cycles: Cycle,
        /// Further cycles until the network was idle.
        drain: Cycle,
    },
    /// At least one node trapped; ascending by node.
    Trapped(Vec<Trap>),
    /// The cycle limit was reached.
    CycleLimit,
    /// The nodes together have touched more memory than [`Spec::node_memory_pages`](super::Spec::node_memory_pages)
    /// allows.
    MemoryLimit {
        /// Pages of 4 KiB that they have touched.
        pages: u64,
    },
    /// No core can ever progress: each live core repeats a loop that only reads, and nothing is in flight that could
    /// change the words it reads.
    Deadlock(Vec<Waiting>),
}

/// The phase of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Some core runs.
    Running,
    /// All cores have halted; flits are still in flight.
    Draining {
        /// Cycles until the last core halted.
        cycles: Cycle,
    },
    /// The run is over.
    Ended(Outcome),
}
