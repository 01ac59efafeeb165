//! The communication of ranks: bytes and messages of each pair, stored sparsely.

use alloc::{vec, vec::Vec};
use mcore_base::{Text, text};

/// Maximum number of ranks.
pub const MAX_RANKS: u32 = 1 << 16;
/// Maximum number of pairs (source, destination) with traffic.
pub const MAX_PAIRS: usize = 4 << 20;
/// Maximum bytes of a pair.
pub const MAX_PAIR_BYTES: u64 = 1 << 53;
/// Maximum bytes of all pairs together.
pub const MAX_TOTAL_BYTES: u64 = 1 << 63;

/// The traffic from one rank to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Source rank.
    pub from: u32,
    /// Destination rank.
    pub to: u32,
    pub bytes: u64,
    pub messages: u64,
}

/// The reason why there is no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// Too many ranks, or none.
    Ranks(u64),
    /// Too many pairs.
    Pairs,
    /// This pair transfers too much.
    PairBytes(u32, u32),
    /// All pairs together transfer too much.
    TotalBytes,
    /// No rank sends anything to another.
    Empty,
}

impl GraphError {
    /// The error as text.
    pub fn text(&self) -> Text {
        match self {
            Self::Ranks(ranks) => text!(
                "{ranks} ranks: there must be 1 to {MAX_RANKS}.",
                "{ranks} ランクです。1 から {MAX_RANKS} ランクまでです。"
            ),
            Self::Pairs => {
                text!("There are more than {MAX_PAIRS} pairs of ranks.", "ランクの組が {MAX_PAIRS} 個を超えています。")
            }
            Self::PairBytes(from, to) => text!(
                "Rank {from} sends more than 2^53 bytes to rank {to}.",
                "ランク {from} からランク {to} への通信が 2^53 バイトを超えています。"
            ),
            Self::TotalBytes => {
                text!("All pairs together transfer more than 2^63 bytes.", "全体の通信量が 2^63 バイトを超えています。")
            }
            Self::Empty => text!(
                "No rank sends anything to another rank, so there is nothing to place.",
                "ほかのランクへの通信がないため、配置するものがありません。"
            ),
        }
    }
}

/// The traffic of a number of ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    ranks: u32,
    /// The edges of rank r are those from `starts[r]` to `starts[r + 1]`, by destination.
    starts: Vec<u32>,
    to: Vec<u32>,
    bytes: Vec<u64>,
    messages: Vec<u64>,
    /// The same for partners: the bytes of both directions added up, by partner.
    partner_starts: Vec<u32>,
    partners: Vec<u32>,
    both: Vec<u64>,
    total: u64,
    own: u64,
}

/// Offsets of lists from the lengths of the lists.
fn offsets(lengths: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut sum = 0;
    let mut all = vec![0];
    all.extend(lengths.map(|length| {
        sum += length;
        sum
    }));
    all
}

impl Graph {
    /// A graph of `ranks` ranks. Edges of the same pair are added up; edges of a rank to itself and edges without bytes are
    /// left out.
    ///
    /// # Errors
    /// A limit is exceeded, or there is no edge at all.
    pub fn new(ranks: u32, mut edges: Vec<Edge>) -> Result<Self, GraphError> {
        if !(1..=MAX_RANKS).contains(&ranks) {
            return Err(GraphError::Ranks(ranks.into()));
        }
        let before = edges.len();
        edges.retain(|edge| edge.from != edge.to);
        let own = (before - edges.len()) as u64;
        edges.retain(|edge| edge.bytes > 0);
        if let Some(edge) = edges.iter().find(|edge| edge.from >= ranks || edge.to >= ranks) {
            return Err(GraphError::Ranks(u64::from(edge.from.max(edge.to)) + 1));
        }
        edges.sort_unstable_by_key(|edge| (edge.from, edge.to));
        let mut wrong = None;
        edges.dedup_by(|next, kept| {
            let same = (next.from, next.to) == (kept.from, kept.to);
            if same {
                kept.bytes = kept.bytes.saturating_add(next.bytes);
                kept.messages = kept.messages.saturating_add(next.messages);
            }
            same
        });
        let mut total = 0u64;
        for edge in &edges {
            if edge.bytes > MAX_PAIR_BYTES {
                wrong = wrong.or(Some(GraphError::PairBytes(edge.from, edge.to)));
            }
            total = total.saturating_add(edge.bytes);
        }
        if edges.len() > MAX_PAIRS {
            return Err(GraphError::Pairs);
        }
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        if total > MAX_TOTAL_BYTES {
            return Err(GraphError::TotalBytes);
        }
        if edges.is_empty() {
            return Err(GraphError::Empty);
        }
        let mut lengths = vec![0u32; ranks as usize];
        let mut degrees = vec![0u32; ranks as usize];
        for edge in &edges {
            lengths[edge.from as usize] += 1;
            degrees[edge.from as usize] += 1;
            degrees[edge.to as usize] += 1;
        }
        let mut graph = Self {
            ranks,
            starts: offsets(lengths.into_iter()),
            to: edges.iter().map(|edge| edge.to).collect(),
            bytes: edges.iter().map(|edge| edge.bytes).collect(),
            messages: edges.iter().map(|edge| edge.messages).collect(),
            partner_starts: Vec::new(),
            partners: Vec::new(),
            both: Vec::new(),
            total,
            own,
        };
        graph.pair_up(&edges, degrees);
        Ok(graph)
    }

    /// Makes the lists of partners. Both ends of an edge list it first, and then equal partners are joined.
    fn pair_up(&mut self, edges: &[Edge], degrees: Vec<u32>) {
        let starts = offsets(degrees.into_iter());
        let mut next: Vec<u32> = starts.clone();
        let mut all = vec![(0u32, 0u64); 2 * edges.len()];
        for edge in edges {
            for (rank, partner) in [(edge.from, edge.to), (edge.to, edge.from)] {
                let place = &mut next[rank as usize];
                all[*place as usize] = (partner, edge.bytes);
                *place += 1;
            }
        }
        let mut lengths = Vec::with_capacity(self.ranks as usize);
        for rank in 0..self.ranks as usize {
            let list = &mut all[starts[rank] as usize..starts[rank + 1] as usize];
            list.sort_unstable_by_key(|(partner, _)| *partner);
            let first = self.partners.len();
            for (partner, bytes) in list {
                match self.both.last_mut() {
                    Some(sum) if self.partners.len() > first && self.partners.last() == Some(partner) => *sum += *bytes,
                    _ => {
                        self.partners.push(*partner);
                        self.both.push(*bytes);
                    }
                }
            }
            lengths.push((self.partners.len() - first) as u32);
        }
        self.partner_starts = offsets(lengths.into_iter());
        self.partners.shrink_to_fit();
        self.both.shrink_to_fit();
    }

    /// Number of ranks.
    pub fn ranks(&self) -> u32 {
        self.ranks
    }

    /// Number of pairs (source, destination).
    pub fn pairs(&self) -> usize {
        self.to.len()
    }

    /// Bytes of all pairs.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Edges of a rank to itself that were left out.
    pub fn own(&self) -> u64 {
        self.own
    }

    /// The destinations of a rank with their bytes; nothing for a rank that does not exist.
    pub fn sends(&self, rank: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        let range = self.range(&self.starts, rank);
        self.to[range.clone()].iter().copied().zip(self.bytes[range].iter().copied())
    }

    /// The edges of a rank.
    pub fn edges_of(&self, rank: u32) -> impl Iterator<Item = Edge> + '_ {
        let range = self.range(&self.starts, rank);
        range.map(move |i| Edge { from: rank, to: self.to[i], bytes: self.bytes[i], messages: self.messages[i] })
    }

    /// All edges, by source and destination.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        (0..self.ranks).flat_map(|rank| self.edges_of(rank))
    }

    /// The bytes from a rank to another.
    pub fn bytes(&self, from: u32, to: u32) -> u64 {
        let range = self.range(&self.starts, from);
        let at = self.to[range.clone()].binary_search(&to);
        at.map_or(0, |at| self.bytes[range.start + at])
    }

    /// The partners of a rank with the bytes of both directions; nothing for a rank that does not exist.
    pub fn partners(&self, rank: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        let range = self.range(&self.partner_starts, rank);
        self.partners[range.clone()].iter().copied().zip(self.both[range].iter().copied())
    }

    fn range(&self, starts: &[u32], rank: u32) -> core::ops::Range<usize> {
        if rank >= self.ranks {
            return 0..0;
        }
        starts[rank as usize] as usize..starts[rank as usize + 1] as usize
    }

    /// A hash of ranks and edges: equal traffic has equal digests.
    pub fn digest(&self) -> u64 {
        use core::hash::{Hash as _, Hasher as _};
        let mut hasher = twox_hash::XxHash64::with_seed(0);
        self.ranks.hash(&mut hasher);
        for edge in self.edges() {
            (edge.from, edge.to, edge.bytes, edge.messages).hash(&mut hasher);
        }
        hasher.finish()
    }
}
