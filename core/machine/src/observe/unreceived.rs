//! Messages of MPI that were there when the program ended, and that no receive has taken.
//!
//! `MPI_Finalize` notes the first one in its state, as it notes an error (core/lib/c/mpi_init.c), and goes on.

use crate::parts::Chip;
use mcore_base::NodeId;
use mcore_toolchain::mpi::{Error, STATE, state};

/// A message that was never received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreceived {
    /// The node at which it is.
    pub node: NodeId,
    /// The rank of that node.
    pub rank: u32,
    /// The rank that has sent it.
    pub from: u32,
    pub tag: u32,
}

/// The first message that was never received, by the node at which it is.
pub fn unreceived(machine: &Chip) -> Option<Unreceived> {
    let array = machine.spec().array;
    (0..array.nodes()).find_map(|place| {
        let at = machine.image(place).program.symbol(STATE)?.value;
        let field = |offset: u32| machine.peek(place, at.wrapping_add(offset));
        if Error::of_mark(field(state::ERROR)?) != Some(Error::NeverReceived) {
            return None;
        }
        let (rank, from, tag) = (field(state::RANK)?, field(state::VALUE)?, field(state::OTHER)?);
        Some(Unreceived { node: array.node(place), rank, from, tag })
    })
}
