//! The ranks of MPI of the nodes, which a rank map gives in another order than that of the nodes.

use crate::Machine;
use alloc::vec::Vec;
use mcore_base::NodeId;
use mcore_toolchain::mpi::RANK_MAP;

/// The rank of MPI of each node, by the node's rank of the array; empty without a rank map, where they are the same.
pub fn mpi_ranks(machine: &Machine) -> Vec<u32> {
    let array = machine.spec().array;
    let Some(table) = machine.image(0).program.symbol(RANK_MAP) else { return Vec::new() };
    let half = |index: u32| {
        let addr = table.value.wrapping_add(2 * index);
        machine.peek(0, addr & !3).map_or(0, |word| word >> (8 * (addr & 2)) & 0xffff)
    };
    // The columns and rows of the chip, then the node ID of each rank. A table of another chip is not used.
    if (half(0), half(1)) != (array.width.into(), array.height.into()) {
        return Vec::new();
    }
    let mut ranks: Vec<u32> = (0..array.nodes() as u32).collect();
    for rank in 0..array.nodes() as u32 {
        if let Some(place) = array.rank(NodeId::from_word(half(2 + rank))).and_then(|node| ranks.get_mut(node)) {
            *place = rank;
        }
    }
    ranks
}

/// The rank of MPI of a node, given by its rank of the array.
pub fn rank_in(ranks: &[u32], node: usize) -> u32 {
    ranks.get(node).copied().unwrap_or(node as u32)
}
