//! Maps: a line for each rank with its node, as the interconnect mode reads and writes them, or the JSON of a run.

use super::{MAX_FILE, ReadError, too_long};
use crate::model::network::Network;
use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};
use mcore_ranks::{self as ranks, RankMap, RankMapError};
use mcore_topology::listed;
use serde::Deserialize;

/// The part of a run's JSON that is a map.
#[derive(Deserialize)]
struct Run {
    map: Vec<u32>,
}

/// Reads a map of `ranks` ranks: a line for each rank with the rank and its node, by coordinates (`5 1,0,2`) or number (`5 33`), or
/// the JSON of a run. Empty lines and text after `#` are ignored.
///
/// # Errors
/// A line is no rank and node, a rank or a node is there twice, is missing or does not exist.
pub fn read_map(text: &str, network: &Network, ranks: u32) -> Result<Vec<u32>, ReadError> {
    if text.len() > MAX_FILE {
        return Err(too_long());
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let total = network.nodes();
    if !text.trim_start().starts_with('{') {
        let map = RankMap::read(text, ranks, total, &|parts| network.node_at(parts));
        return map.and_then(RankMap::finish).map_err(wrong);
    }
    let mut map = RankMap::new(ranks, total).map_err(wrong)?;
    let run: Run = serde_json::from_str(text).map_err(|error| {
        let message: String = format!("{error}").chars().take(200).collect();
        ReadError::new(error.line() as u32, error.column() as u32, Text::same(message))
    })?;
    for (node, rank) in run.map.into_iter().zip(0u32..) {
        map.put(rank + 1, rank, Some(node), &format!("{node}")).map_err(|fault| {
            let Text { en, ja } = fault.message();
            ReadError::whole(text!("`map[{rank}]`: {en}", "`map[{rank}]`: {ja}"))
        })?;
    }
    map.finish().map_err(wrong)
}

fn wrong(error: RankMapError) -> ReadError {
    ReadError::new(error.line, error.column, error.fault.message())
}

/// The text of a map that [`read_map`] and the interconnect mode read.
pub fn write_map(map: &[u32], network: &Network) -> String {
    let place = |node: u32| listed(network.at(node)[..network.dims()].iter().copied());
    ranks::write_map(map, &network.name(), place)
}
