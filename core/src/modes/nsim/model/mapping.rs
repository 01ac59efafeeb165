//! The mapping of ranks to nodes.

use super::topology::Topology;
use crate::base::{Rng, Text};
use crate::text;
use alloc::{format, string::String, vec, vec::Vec};

/// The node of each rank; no two ranks share a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mapping {
    nodes: Vec<u32>,
}

/// An error in a rank-to-node file, with its line from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MappingError {
    /// Not a rank and a node.
    Line(u32, String),
    /// There is no such rank.
    Rank(u32, u32, u32),
    /// There is no such node.
    Node(u32, String),
    /// The rank was given before, in this line.
    Twice(u32, u32, u32),
    /// The node already has a rank, from this line.
    Taken(u32, u32),
    /// Ranks without a node: their number, and the first one.
    Missing(u32, u32),
    /// More ranks than nodes.
    TooMany(u32, u32),
}

impl MappingError {
    /// The error as text.
    pub fn text(&self) -> Text {
        match self {
            Self::Line(line, found) => text!(
                "line {line}: `{found}` is not a rank and a node; write for example `5 1,0,2` or `5 33`",
                "{line} 行目: `{found}` はランクとノードではありません。例: `5 1,0,2` または `5 33`"
            ),
            Self::Rank(line, rank, ranks) => text!(
                "line {line}: rank {rank} is out of range; there are {ranks} ranks, from 0",
                "{line} 行目: ランク {rank} は範囲外です。ランクは 0 から数えて {ranks} 個です"
            ),
            Self::Node(line, node) => text!(
                "line {line}: there is no node {node} in this topology",
                "{line} 行目: このトポロジにノード {node} はありません"
            ),
            Self::Twice(line, rank, first) => text!(
                "line {line}: rank {rank} has its node already, in line {first}",
                "{line} 行目: ランク {rank} のノードは {first} 行目で決まっています"
            ),
            Self::Taken(line, first) => text!(
                "line {line}: that node has a rank already, in line {first}",
                "{line} 行目: そのノードには {first} 行目でランクが割り当てられています"
            ),
            Self::Missing(count, first) => text!(
                "{count} ranks have no node, the first of them is rank {first}; give each rank a line",
                "{count} 個のランクにノードがありません (最初はランク {first})。ランクごとに 1 行必要です"
            ),
            Self::TooMany(ranks, nodes) => text!(
                "{ranks} ranks do not fit on {nodes} nodes; each node runs one rank",
                "{ranks} ランクは {nodes} ノードに載りません。1 ノードに 1 ランクです"
            ),
        }
    }
}

impl Mapping {
    /// Rank r on node r: the first dimension is the fastest (x, y, z).
    pub fn in_order(ranks: u32) -> Self {
        Self { nodes: (0..ranks).collect() }
    }

    /// Ranks on random nodes.
    pub fn random(ranks: u32, nodes: u32, seed: u64) -> Result<Self, MappingError> {
        if ranks > nodes {
            return Err(MappingError::TooMany(ranks, nodes));
        }
        let mut rng = Rng::new(seed);
        let mut all: Vec<u32> = (0..nodes).collect();
        for last in (1..all.len()).rev() {
            all.swap(last, rng.below(last as u64 + 1) as usize);
        }
        all.truncate(ranks as usize);
        Ok(Self { nodes: all })
    }

    /// Reads a file: one line per rank with the rank and its node, by coordinates (`1,0,2`) or number. Empty lines and
    /// text after `#` are ignored.
    pub fn read(text: &str, topology: &Topology, ranks: u32) -> Result<Self, MappingError> {
        let total = topology.nodes();
        if ranks > total {
            return Err(MappingError::TooMany(ranks, total));
        }
        let mut nodes = vec![None; ranks as usize];
        let mut lines = vec![0u32; total as usize];
        for (number, line) in text.lines().enumerate() {
            let number = number as u32 + 1;
            let content = line.split('#').next().unwrap_or_default().trim();
            if content.is_empty() {
                continue;
            }
            let bad = || MappingError::Line(number, content.chars().take(40).collect());
            let (rank, node) = content.split_once(|c: char| c.is_whitespace() || c == ':').ok_or_else(bad)?;
            let rank: u32 = rank.trim().parse().map_err(|_| bad())?;
            let node = node.trim().trim_matches(['(', ')']);
            let parts = node.split([',', ' ']).map(str::trim).filter(|part| !part.is_empty());
            let parts = parts.map(|part| part.parse::<u32>().map_err(|_| bad())).collect::<Result<Vec<_>, _>>()?;
            let found = match parts[..] {
                [number] => Some(number).filter(|number| *number < total),
                _ => topology.node_at(&parts),
            };
            let at = found.ok_or_else(|| MappingError::Node(number, node.chars().take(40).collect()))?;
            let place = nodes.get_mut(rank as usize).ok_or(MappingError::Rank(number, rank, ranks))?;
            if let Some((_, first)) = *place {
                return Err(MappingError::Twice(number, rank, first));
            }
            if lines[at as usize] > 0 {
                return Err(MappingError::Taken(number, lines[at as usize]));
            }
            *place = Some((at, number));
            lines[at as usize] = number;
        }
        let missing = nodes.iter().filter(|node| node.is_none()).count() as u32;
        if let Some(first) = nodes.iter().position(Option::is_none) {
            return Err(MappingError::Missing(missing, first as u32));
        }
        Ok(Self { nodes: nodes.into_iter().flatten().map(|(node, _)| node).collect() })
    }

    /// The text of the file that [`Mapping::read`] reads.
    pub fn write(&self, topology: &Topology) -> String {
        let mut text = format!("# rank node, {}\n", topology.name());
        for (rank, node) in self.nodes.iter().enumerate() {
            let at = topology.coordinates(*node);
            let at = at.iter().map(|c| format!("{c}")).collect::<Vec<_>>().join(",");
            text += &format!("{rank} {at}\n");
        }
        text
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
