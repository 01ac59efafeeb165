//! The mapping of ranks to nodes.

use alloc::{string::String, vec, vec::Vec};
use mcore_base::Rng;
use mcore_ranks::{MapFault, RankMap, RankMapError, write_map};
use mcore_topology::{Topology, listed};

/// The node of each rank; no two ranks share a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mapping {
    nodes: Vec<u32>,
}

impl Mapping {
    /// Rank r on node r: the first dimension is the fastest (x, y, z).
    pub fn in_order(ranks: u32) -> Self {
        Self { nodes: (0..ranks).collect() }
    }

    /// Ranks on random nodes.
    pub fn random(ranks: u32, nodes: u32, seed: u64) -> Result<Self, RankMapError> {
        if ranks > nodes {
            return Err(MapFault::TooMany(ranks, nodes).of_map());
        }
        let mut all: Vec<u32> = (0..nodes).collect();
        Rng::new(seed).shuffle(&mut all);
        all.truncate(ranks as usize);
        Ok(Self { nodes: all })
    }

    /// Reads a file: one line per rank with the rank and its node, by coordinates (`1,0,2`) or number. Empty lines and
    /// text after `#` are ignored.
    pub fn read(text: &str, topology: &Topology, ranks: u32) -> Result<Self, RankMapError> {
        let map = RankMap::read(text, ranks, topology.nodes(), &|parts| topology.node_at(parts))?;
        Ok(Self { nodes: map.finish()? })
    }

    /// The text of the file that [`Mapping::read`] reads.
    pub fn write(&self, topology: &Topology) -> String {
        write_map(&self.nodes, &topology.name(), |node| listed(topology.coordinates(node)))
    }

    /// Number of ranks.
    pub fn ranks(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The node of a rank.
    pub fn node(&self, rank: u32) -> u32 {
        self.nodes[rank as usize]
    }

    /// The rank of each of `nodes` nodes; [`u32::MAX`] for a node without a rank.
    pub fn ranks_of_nodes(&self, nodes: u32) -> Vec<u32> {
        let mut ranks = vec![u32::MAX; nodes as usize];
        self.nodes.iter().enumerate().for_each(|(rank, node)| ranks[*node as usize] = rank as u32);
        ranks
    }
}
