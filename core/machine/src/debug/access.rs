//! The accesses to node memory that a core's next instruction and its INCC are about to make. They can be derived from
//! the state: the registers are known, and the flit that an INCC takes in was put into its input in the cycle before.

use crate::parts::Surroundings;
use crate::parts::{Chip, ComputeNode};
use mcore_cpu::isa::Instr;
pub use mcore_cpu::processor::{MemoryAccess, extent};
use mcore_net::FlitKind;

impl Chip {
    /// The instruction that a rank executes in the next cycle; `None` if its core has stopped or will trap at it.
    pub fn next_instr(&self, rank: usize) -> Option<Instr> {
        let node = self.state.nodes.get(rank)?;
        let around = Surroundings { spec: &self.spec, image: self.image(rank), cycle: self.state.cycle };
        if node.core.processor.is_live() { node.fetch(&around).ok() } else { None }
    }

    /// The access to node memory that a core makes in the next cycle, if any. (A store-conditional may fail.)
    pub fn next_access(&self, rank: usize) -> Option<MemoryAccess> {
        self.state.nodes.get(rank)?.core.access(&self.next_instr(rank)?, &self.image(rank).code.map)
    }
}

impl ComputeNode {
    /// Offset of the word that the INCC writes in the next cycle, if any. `size`: of node memory.
    pub(crate) fn next_arrival(&self, size: u32) -> Option<u32> {
        let flit = self.incc.input.filter(|flit| flit.kind() == FlitKind::Data)?;
        debug_assert!(self.incc.receiving.is_none_or(|packet| packet.tag == flit.tag()));
        Some(self.incc.receiving?.addr as u32 & (size - 1))
    }

    /// Offset of the word that the INCC reads in the next cycle, if any.
    pub(crate) fn next_departure(&self, size: u32) -> Option<u32> {
        let sending = self.incc.current.filter(|_| self.incc.out.is_none())?;
        Some(sending.next_read()? as u32 & (size - 1))
    }
}
