//! Maps: a line for each rank with its node, as the interconnect mode reads and writes them, or the JSON of a run.

use super::{MAX_FILE, ReadError, too_long};
use crate::modes::mopt::model::network::Network;
use crate::text;
use alloc::{format, string::String, vec, vec::Vec};
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
    if ranks > total {
        let wrong = text!("{ranks} ranks do not fit on {total} nodes", "{ranks} ランクは {total} ノードに載りません");
        return Err(ReadError::whole(wrong));
    }
    let mut map = Filled { network, nodes: vec![None; ranks as usize], by_node: vec![0; total as usize] };
    if text.trim_start().starts_with('{') {
        let run: Run = serde_json::from_str(text).map_err(|error| {
            let message: String = format!("{error}").chars().take(200).collect();
            ReadError::new(error.line() as u32, error.column() as u32, crate::base::Text::same(message))
        })?;
        for (node, rank) in run.map.into_iter().zip(0u32..) {
            map.put(rank + 1, 0, rank, Some(node), &format!("{node}")).map_err(|error| {
                let (en, ja) = (error.message.en, error.message.ja);
                ReadError::whole(text!("`map[{rank}]`: {en}", "`map[{rank}]`: {ja}"))
            })?;
        }
        return map.finish();
    }
    for (content, line) in text.lines().zip(1u32..) {
        let content = content.split('#').next().unwrap_or("");
        if content.trim().is_empty() {
            continue;
        }
        let indent = content.chars().take_while(|c| c.is_whitespace()).count() as u32;
        let content = content.trim();
        let bad = |column: u32| {
            let shown: String = content.chars().take(40).collect();
            let wrong = text!(
                "`{shown}` is not a rank and a node; write for example `5 1,0` or `5 33`",
                "`{shown}` はランクとノードではありません。例: `5 1,0` または `5 33`"
            );
            ReadError::new(line, column, wrong)
        };
        let (rank, node) =
            content.split_once(|c: char| c.is_whitespace() || c == ':').ok_or_else(|| bad(indent + 1))?;
        let column = indent + rank.chars().count() as u32 + 2;
        let rank: u32 = rank.trim().parse().map_err(|_| bad(indent + 1))?;
        let node = node.trim().trim_matches(['(', ')']);
        let parts = node.split([',', ' ']).map(str::trim).filter(|part| !part.is_empty());
        let parts = parts.map(|part| part.parse::<u32>().map_err(|_| bad(column))).collect::<Result<Vec<_>, _>>()?;
        let found = match parts[..] {
            [number] => Some(number).filter(|number| *number < total),
            _ => network.node_at(&parts),
        };
        map.put(line, column, rank, found, node)?;
    }
    map.finish()
}

/// A map that is being read.
struct Filled<'a> {
    network: &'a Network,
    nodes: Vec<Option<(u32, u32)>>,
    by_node: Vec<u32>,
}

impl Filled<'_> {
    fn put(&mut self, line: u32, column: u32, rank: u32, node: Option<u32>, shown: &str) -> Result<(), ReadError> {
        let wrong = |message| Err(ReadError::new(line, column, message));
        let ranks = self.nodes.len();
        let Some(place) = self.nodes.get_mut(rank as usize) else {
            return wrong(text!(
                "rank {rank} is out of range; there are {ranks} ranks, from 0",
                "ランク {rank} は範囲外です。0 から数えて {ranks} 個です"
            ));
        };
        if let Some((_, first)) = *place {
            return wrong(text!(
                "rank {rank} has its node already, in line {first}",
                "ランク {rank} のノードは {first} 行目で決まっています"
            ));
        }
        let Some(node) = node.filter(|node| *node < self.network.nodes()) else {
            let (shown, name): (String, _) = (shown.chars().take(40).collect(), self.network.name());
            return wrong(text!("there is no node {shown} in {name}", "{name} にノード {shown} はありません"));
        };
        let taken = &mut self.by_node[node as usize];
        if *taken > 0 {
            return wrong(text!(
                "that node has a rank already, in line {taken}",
                "そのノードには {taken} 行目でランクが割り当てられています"
            ));
        }
        *taken = line;
        *place = Some((node, line));
        Ok(())
    }

    fn finish(self) -> Result<Vec<u32>, ReadError> {
        if let Some(first) = self.nodes.iter().position(Option::is_none) {
            let count = self.nodes.iter().filter(|node| node.is_none()).count();
            let wrong = text!(
                "{count} ranks have no node, the first of them is rank {first}; give each rank a line",
                "{count} 個のランクにノードがありません (最初はランク {first})。ランクごとに 1 行必要です"
            );
            return Err(ReadError::whole(wrong));
        }
        Ok(self.nodes.into_iter().flatten().map(|(node, _)| node).collect())
    }
}

/// The text of a map that [`read_map`] and the interconnect mode read.
pub fn write_map(map: &[u32], network: &Network) -> String {
    let mut text = format!("# rank node, {}\n", network.name());
    for (node, rank) in map.iter().zip(0u32..) {
        let at = network.at(*node);
        let at = at[..network.dims()].iter().map(|c| format!("{c}")).collect::<Vec<_>>().join(",");
        text += &format!("{rank} {at}\n");
    }
    text
}
