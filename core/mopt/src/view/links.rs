//! Pictures of a map: loads of the links, the pairs over a link, histogram, matrix, task graph, differences.

use super::result::MoptInput;
use super::words::{mopt_bytes, mopt_short};
use crate::model::measure::through;
use crate::model::network::PORTS;
use alloc::{format, string::String, vec, vec::Vec};
use core::cmp::Reverse;
use mcore_base::{Text, text};
use serde::{Deserialize, Serialize};

/// The bytes of a place for a link where there is none.
pub const MOPT_NO_LINK: f64 = -1.0;
/// Links of the table of the busiest ones.
const BUSIEST: usize = 100;
/// Pairs that are listed for a link.
const PAIRS: usize = 200;
/// Bars of a histogram.
const BARS: usize = 16;
/// Longest side of a matrix picture.
const SIDE: u32 = 256;

/// The bytes over all links of a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptLoads {
    /// The map's number.
    pub id: u32,
    /// Bytes by link: six places for each node, in the order +x, -x, +y, -y, +z, -z; [`MOPT_NO_LINK`] where there is no link.
    pub bytes: Vec<f64>,
    /// The most bytes.
    pub most: f64,
    /// The same as text.
    pub most_text: String,
}

impl MoptLoads {
    /// The loads of a map.
    pub fn new(id: u32, input: &MoptInput, loads: &[u64]) -> Self {
        let there = |link: u32| input.network.link_end(link).is_some();
        let most = loads.iter().copied().max().unwrap_or(0);
        Self {
            id,
            bytes: loads
                .iter()
                .zip(0u32..)
                .map(|(bytes, link)| if there(link) { *bytes as f64 } else { MOPT_NO_LINK })
                .collect(),
            most: most as f64,
            most_text: mopt_bytes(most),
        }
    }
}

/// A link of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptLinkRow {
    /// The link: its node's number times six plus its place.
    pub link: u32,
    /// Its name, such as `(3,2) to (3,3)`.
    pub name: Text,
    /// Its direction, such as `+x`.
    pub direction: String,
    pub bytes: f64,
    /// The same as text.
    pub text: String,
}

/// The busiest links of a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptLinks {
    /// The map's number.
    pub id: u32,
    /// At most 100 links, the busiest first.
    pub rows: Vec<MoptLinkRow>,
}

fn link_row(input: &MoptInput, link: u32, bytes: u64) -> MoptLinkRow {
    MoptLinkRow {
        link,
        name: input.network.link_name(link),
        direction: input.network.link_direction(link),
        bytes: bytes as f64,
        text: mopt_bytes(bytes),
    }
}

impl MoptLinks {
    /// The busiest links.
    pub fn new(id: u32, input: &MoptInput, loads: &[u64]) -> Self {
        let mut links: Vec<u32> = input.network.links().collect();
        links.sort_by_key(|link| (Reverse(loads[*link as usize]), *link));
        links.truncate(BUSIEST);
        Self { id, rows: links.into_iter().map(|link| link_row(input, link, loads[link as usize])).collect() }
    }

    /// All links as a file of comma-separated values.
    pub fn csv(input: &MoptInput, loads: &[u64]) -> String {
        let mut text = String::from("from,to,direction,bytes\n");
        for link in input.network.links() {
            let Some((to, _)) = input.network.link_end(link) else { continue };
            let direction = input.network.link_direction(link);
            text += &format!("{},{to},{direction},{}\n", link / PORTS as u32, loads[link as usize]);
        }
        text
    }
}

/// A pair of ranks whose traffic crosses a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptPair {
    /// Source rank.
    pub from: u32,
    /// Destination rank.
    pub to: u32,
    pub bytes: f64,
    /// The same as text.
    pub text: String,
    pub messages: f64,
    /// The links of its way in each of the maps that were asked for.
    pub ways: Vec<Vec<u32>>,
}

/// A link with the pairs of ranks over it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptLink {
    /// The map's number.
    pub id: u32,
    pub row: MoptLinkRow,
    /// All pairs over it.
    pub count: u32,
    /// Messages over it.
    pub messages: f64,
    /// At most 200 of the pairs, the one with the most bytes first.
    pub pairs: Vec<MoptPair>,
    /// One sentence: `10 pairs; most from 19 to 51`.
    pub text: Text,
}

/// The links between two ranks in a map.
fn links_between(input: &MoptInput, map: &[u32], from: u32, to: u32) -> Vec<u32> {
    let mut links = Vec::new();
    if let (Some(from), Some(to)) = (map.get(from as usize), map.get(to as usize)) {
        input.network.route(*from, *to, |link| links.push(link));
    }
    links
}

impl MoptPair {
    /// The traffic of a pair and its ways in some maps.
    pub fn new(input: &MoptInput, maps: &[&[u32]], from: u32, to: u32) -> Self {
        let edge = input.graph.edges_of(from).find(|edge| edge.to == to);
        let bytes = edge.map_or(0, |edge| edge.bytes);
        Self {
            from,
            to,
            bytes: bytes as f64,
            text: mopt_bytes(bytes),
            messages: edge.map_or(0.0, |edge| edge.messages as f64),
            ways: maps.iter().map(|map| links_between(input, map, from, to)).collect(),
        }
    }
}

impl MoptLink {
    /// The pairs over a link of a map; their ways are those in `maps`.
    pub fn new(id: u32, input: &MoptInput, map: &[u32], maps: &[&[u32]], link: u32) -> Self {
        let edges = through(&input.graph, &input.network, map, link);
        let bytes = edges.iter().map(|edge| edge.bytes).sum();
        let (count, messages) = (edges.len(), edges.iter().map(|edge| edge.messages).sum::<u64>());
        let text = match edges.first() {
            Some(first) => {
                let (from, to) = (first.from, first.to);
                let messages_en = mcore_base::counted(messages, "message", "messages");
                text!("{messages_en}, most from {from} to {to}", "メッセージ {messages} 件、最多は {from} から {to}")
            }
            None => text!("no traffic", "通信なし"),
        };
        Self {
            id,
            row: link_row(input, link, bytes),
            count: count as u32,
            messages: messages as f64,
            pairs: edges.iter().take(PAIRS).map(|edge| MoptPair::new(input, maps, edge.from, edge.to)).collect(),
            text,
        }
    }
}

/// A bar of a histogram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptBin {
    /// Bytes from here on.
    pub from: f64,
    /// Bytes below here.
    pub until: f64,
    /// The range as text.
    pub text: String,
    /// Links of each map.
    pub counts: Vec<u32>,
}

/// Links by their bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptHistogram {
    /// The maps' numbers.
    pub ids: Vec<u32>,
    /// The bytes of a unit of the axis.
    pub unit: f64,
    /// The name of the axis.
    pub axis: Text,
    /// The bars.
    pub bins: Vec<MoptBin>,
}

impl MoptHistogram {
    /// The histogram of some maps by their loads, in bytes or in parts of `part` bytes.
    pub fn new(ids: &[u32], input: &MoptInput, loads: &[&[u64]], part: Option<u64>) -> Self {
        let most = loads.iter().flat_map(|loads| loads.iter().copied()).max().unwrap_or(0);
        let width = nice_width(most, part.unwrap_or(1));
        let bars = (most / width + 1) as usize;
        let mut counts = vec![vec![0u32; loads.len()]; bars];
        for link in input.network.links() {
            for (map, loads) in loads.iter().enumerate() {
                counts[(loads[link as usize] / width) as usize][map] += 1;
            }
        }
        let unit = part.unwrap_or(1);
        let axis = match part {
            Some(part) => text!("parts of {part} B over a link", "1 リンクを通る {part} B 単位の数"),
            None => text!("bytes over a link", "1 リンクを通るバイト数"),
        };
        let bins = counts.into_iter().zip(0u64..).map(|(counts, at)| {
            let (from, until) = (at * width, (at + 1) * width);
            let text = match part {
                Some(part) => format!("{}–{}", from / part, until / part),
                None => format!("{}–{}", mopt_short(from), mopt_short(until)),
            };
            MoptBin { from: from as f64, until: until as f64, text, counts }
        });
        Self { ids: ids.to_vec(), unit: unit as f64, axis, bins: bins.collect() }
    }
}

/// The width of a bar, a round number of units, so that there are at most [`BARS`] bars.
fn nice_width(most: u64, unit: u64) -> u64 {
    let mut scale = unit.max(1);
    loop {
        for step in [1u64, 2, 5] {
            let width = scale.saturating_mul(step);
            if most / width < BARS as u64 {
                return width;
            }
        }
        scale = scale.saturating_mul(10);
    }
}

/// The matrix of communication as a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptMatrix {
    /// Rows and columns of the picture.
    pub side: u32,
    pub ranks_a_row: u32,
    /// The ranks in the order of the rows.
    pub order: Vec<u32>,
    /// Bytes by row and column.
    pub cells: Vec<f64>,
    /// The most bytes of a cell.
    pub most: f64,
}

impl MoptMatrix {
    /// The matrix of the ranks in this order; several ranks share a row if there are many. `from` and `count` choose a part of the
    /// order.
    pub fn new(input: &MoptInput, order: &[u32], from: u32, count: u32) -> Self {
        let order: Vec<u32> = order.iter().copied().skip(from as usize).take(count.max(1) as usize).collect();
        let ranks_a_row = (order.len() as u32).div_ceil(SIDE).max(1);
        let side = (order.len() as u32).div_ceil(ranks_a_row);
        let mut place = vec![u32::MAX; input.graph.ranks() as usize];
        order.iter().zip(0u32..).for_each(|(rank, at)| {
            if let Some(place) = place.get_mut(*rank as usize) {
                *place = at / ranks_a_row;
            }
        });
        let mut cells = vec![0.0; (side * side) as usize];
        let mut most = 0.0f64;
        for edge in input.graph.edges() {
            let (row, column) = (place[edge.from as usize], place[edge.to as usize]);
            if row != u32::MAX && column != u32::MAX {
                let cell = &mut cells[(row * side + column) as usize];
                *cell += edge.bytes as f64;
                most = most.max(*cell);
            }
        }
        Self { side, ranks_a_row, order, cells, most }
    }
}

/// An edge of the task graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptEdge {
    /// A rank.
    pub a: u32,
    /// Its partner, with a higher number.
    pub b: u32,
    /// Bytes of both directions.
    pub bytes: f64,
    /// The same as text.
    pub text: String,
}

/// The task graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptTasks {
    /// Edges from the threshold up, the heaviest first; none above 256 ranks.
    pub edges: Vec<MoptEdge>,
    /// All edges.
    pub all: u32,
    /// The heaviest edge.
    pub most: f64,
}

impl MoptTasks {
    /// The edges with at least `least` bytes.
    pub fn new(input: &MoptInput, least: f64) -> Self {
        let ranks = input.graph.ranks();
        let mut edges: Vec<(u64, u32, u32)> = Vec::new();
        let (mut all, mut most) = (0, 0);
        for a in 0..ranks {
            for (b, bytes) in input.graph.partners(a).filter(|(b, _)| *b > a) {
                all += 1;
                most = most.max(bytes);
                if ranks <= SIDE && bytes as f64 >= least {
                    edges.push((bytes, a, b));
                }
            }
        }
        edges.sort_unstable_by_key(|(bytes, a, b)| (Reverse(*bytes), *a, *b));
        let edges =
            edges.into_iter().map(|(bytes, a, b)| MoptEdge { a, b, bytes: bytes as f64, text: mopt_bytes(bytes) });
        Self { edges: edges.collect(), all, most: most as f64 }
    }
}

/// The difference of two maps, link by link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptDifference {
    /// The maps' numbers.
    pub ids: [u32; 2],
    /// Bytes in the second map less those in the first, by link; 0 where there is no link.
    pub bytes: Vec<f64>,
    /// The largest difference.
    pub most: f64,
    pub text: Text,
}

impl MoptDifference {
    /// The difference of two maps by their loads.
    pub fn new(ids: [u32; 2], first: &[u64], second: &[u64]) -> Self {
        let bytes: Vec<f64> = first.iter().zip(second).map(|(a, b)| *b as f64 - *a as f64).collect();
        let most = bytes.iter().fold(0.0f64, |most, bytes| most.max(if *bytes < 0.0 { -bytes } else { *bytes }));
        let (more, less) = (bytes.iter().filter(|b| **b > 0.0).count(), bytes.iter().filter(|b| **b < 0.0).count());
        let text =
            text!("{more} links carry more, {less} carry less.", "増えたリンク {more} 本、減ったリンク {less} 本。");
        Self { ids, bytes, most, text }
    }
}
