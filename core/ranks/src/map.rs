//! Rank maps: a line for each rank with its node. The chip, the interconnect and the mapping mode read the same file.

use alloc::{format, string::String, vec, vec::Vec};
use mcore_base::{Text, text};

/// An error in a rank map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankMapError {
    /// Line, from 1; 0 if the error is about the whole map.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
    /// The error.
    pub fault: MapFault,
}

/// The kinds of errors in a rank map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapFault {
    /// Not a rank and a node.
    Line(String),
    /// There is no such rank: the rank, and the number of ranks.
    Rank(u32, u32),
    /// There is no such node.
    Node(String),
    /// The rank was given before, in this line.
    Twice(u32, u32),
    /// The node already has a rank, from this line.
    Taken(u32),
    /// Ranks without a node: their number, and the first one.
    Missing(u32, u32),
    /// More ranks than nodes.
    TooMany(u32, u32),
}

impl MapFault {
    /// The error of a whole map.
    pub fn of_map(self) -> RankMapError {
        RankMapError { line: 0, column: 0, fault: self }
    }

    /// The problem and its remedy, without its place.
    pub fn message(&self) -> Text {
        match self {
            Self::Line(found) => text!(
                "`{found}` is not a rank and a node; write for example `5 1,0` or `5 33`",
                "`{found}` はランクとノードではありません。例: `5 1,0` または `5 33`"
            ),
            Self::Rank(rank, ranks) => text!(
                "rank {rank} is out of range; there are {ranks} ranks, from 0",
                "ランク {rank} は範囲外です。ランクは 0 から数えて {ranks} 個です"
            ),
            Self::Node(node) => {
                text!("there is no node {node} in this network", "このネットワークにノード {node} はありません")
            }
            Self::Twice(rank, first) => text!(
                "rank {rank} has its node already, in line {first}",
                "ランク {rank} のノードは {first} 行目で決まっています"
            ),
            Self::Taken(first) => text!(
                "that node has a rank already, in line {first}",
                "そのノードには {first} 行目でランクが割り当てられています"
            ),
            Self::Missing(count, first) => text!(
                "{count} ranks have no node, the first of them is rank {first}; give each rank a line",
                "{count} 個のランクにノードがありません（最初はランク {first}）。ランクごとに 1 行必要です"
            ),
            Self::TooMany(ranks, nodes) => text!(
                "{ranks} ranks do not fit on {nodes} nodes; each node runs one rank",
                "{ranks} ランクは {nodes} ノードに載りません。1 ノードに 1 ランクです"
            ),
        }
    }
}

impl RankMapError {
    /// The error as text, with its line.
    pub fn text(&self) -> Text {
        let (line, message) = (self.line, self.fault.message());
        if line == 0 {
            return message;
        }
        let (en, ja) = (message.en, message.ja);
        text!("line {line}: {en}", "{line} 行目: {ja}")
    }
}

/// A rank map that is being made, with the line of each rank.
#[derive(Clone, Debug)]
pub struct RankMap {
    nodes: Vec<Option<(u32, u32)>>,
    by_node: Vec<u32>,
}

impl RankMap {
    /// A map of some ranks to some nodes; no rank has a node.
    ///
    /// # Errors
    /// There are more ranks than nodes.
    pub fn new(ranks: u32, nodes: u32) -> Result<Self, RankMapError> {
        if ranks > nodes {
            return Err(MapFault::TooMany(ranks, nodes).of_map());
        }
        Ok(Self { nodes: vec![None; ranks as usize], by_node: vec![0; nodes as usize] })
    }

    /// Reads a text: lines with a rank and its node, by coordinates (`5 1,0,2`) or number (`5 33`). Empty lines and text after
    /// `#` are ignored. `node_at` gives the number of the node with some coordinates.
    ///
    /// # Errors
    /// A line is no rank and node, or a rank or a node is there twice or does not exist.
    pub fn read(
        text: &str,
        ranks: u32,
        nodes: u32,
        node_at: &dyn Fn(&[u32]) -> Option<u32>,
    ) -> Result<Self, RankMapError> {
        let mut map = Self::new(ranks, nodes)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (content, line) in text.lines().zip(1u32..) {
            let content = content.split('#').next().unwrap_or("");
            let indent = content.chars().take_while(|c| c.is_whitespace()).count() as u32;
            let content = content.trim();
            if content.is_empty() {
                continue;
            }
            let bad = |column: u32| RankMapError { line, column, fault: MapFault::Line(shown(content)) };
            let (rank, node) =
                content.split_once(|c: char| c.is_whitespace() || c == ':').ok_or_else(|| bad(indent + 1))?;
            let column = indent + rank.chars().count() as u32 + 2;
            let rank: u32 = rank.trim().parse().map_err(|_| bad(indent + 1))?;
            let node = node.trim().trim_matches(['(', ')']);
            let parts = node.split([',', ' ']).map(str::trim).filter(|part| !part.is_empty());
            let parts =
                parts.map(|part| part.parse::<u32>().map_err(|_| bad(column))).collect::<Result<Vec<_>, _>>()?;
            let found = match parts[..] {
                [number] => Some(number),
                _ => node_at(&parts),
            };
            map.put(line, rank, found, node).map_err(|fault| RankMapError { line, column, fault })?;
        }
        Ok(map)
    }

    /// Gives a rank its node. `line` is its line, from 1, for messages; `name` is the node as it was written.
    ///
    /// # Errors
    /// There is no such rank or node, or one of them is there already.
    pub fn put(&mut self, line: u32, rank: u32, node: Option<u32>, name: &str) -> Result<(), MapFault> {
        let ranks = self.nodes.len() as u32;
        let place = self.nodes.get_mut(rank as usize).ok_or(MapFault::Rank(rank, ranks))?;
        if let Some((_, first)) = *place {
            return Err(MapFault::Twice(rank, first));
        }
        let found = node.and_then(|node| Some((node, self.by_node.get_mut(node as usize)?)));
        let (node, taken) = found.ok_or_else(|| MapFault::Node(shown(name)))?;
        if *taken > 0 {
            return Err(MapFault::Taken(*taken));
        }
        (*taken, *place) = (line, Some((node, line)));
        Ok(())
    }

    /// The number of ranks in front of those that have no node, if only the last ranks have none.
    pub fn first_ranks(&self) -> Option<u32> {
        let count = self.nodes.iter().take_while(|node| node.is_some()).count();
        self.nodes.iter().skip(count).all(Option::is_none).then_some(count as u32)
    }

    /// Gives the ranks without a node the free nodes, both in order.
    pub fn fill(&mut self) {
        let mut free = (0u32..).zip(&self.by_node).filter(|(_, line)| **line == 0).map(|(node, _)| (node, 0));
        self.nodes.iter_mut().filter(|node| node.is_none()).for_each(|node| *node = free.next());
    }

    /// The node of each rank.
    ///
    /// # Errors
    /// A rank has none.
    pub fn finish(self) -> Result<Vec<u32>, RankMapError> {
        if let Some(first) = self.nodes.iter().position(Option::is_none) {
            let count = self.nodes.iter().filter(|node| node.is_none()).count();
            return Err(MapFault::Missing(count as u32, first as u32).of_map());
        }
        Ok(self.nodes.into_iter().flatten().map(|(node, _)| node).collect())
    }
}

/// The text of a map that [`RankMap::read`] reads; `place` gives the coordinates of a node.
pub fn write_map(nodes: &[u32], network: &str, place: impl Fn(u32) -> String) -> String {
    let mut text = format!("# rank node, {network}\n");
    for (rank, node) in nodes.iter().enumerate() {
        text += &format!("{rank} {}\n", place(*node));
    }
    text
}

/// The beginning of a text, for messages.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}
