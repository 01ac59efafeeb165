//! Replay of a communication record: the messages and computations of a program with MPI, as messages of MPI on the rings.

use super::memory::Place;
use super::program::{Act, Program, SendRequest};
use super::verbs::LOCAL_WRITE;
use super::{Params, machine};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use mcore_base::{Text, text};
use mcore_ranks::record::{Head, Interval, Item, Message, ReadError, read};
use serde::Deserialize;

/// Most messages and intervals of a record that is replayed.
pub const MAX_ITEMS: usize = 100_000;
/// Longest message, bytes: two buffers of this size fit into the memory of a node.
pub const MAX_MESSAGE: u64 = (8 << 20) - 4096;

/// A record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub ranks: u64,
    /// Ticks of its clock in a second.
    pub clock_hz: u64,
    pub messages: Vec<Message>,
    pub computation: Vec<Interval>,
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// It is no record, or it is too large.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let begin = |head: &Head| match head.ranks {
            ranks @ 1..=16 => Ok(Self { ranks, clock_hz: head.clock_hz, ..Self::default() }),
            _ => Err(text!(
                "it is a number from 1 to 16: the machine has 16 nodes",
                "1 から 16 までの数です（マシンは 16 ノードです）"
            )),
        };
        read(text, begin, |record, item| {
            if record.messages.len() + record.computation.len() == MAX_ITEMS {
                return Err(text!(
                    "a record that is replayed has at most {MAX_ITEMS} messages and intervals",
                    "再生できる通信記録は、メッセージと区間を合わせて {MAX_ITEMS} 個までです"
                ));
            }
            match item {
                Item::Message(message) if message.bytes > MAX_MESSAGE => {
                    return Err(text!(
                        "a message that is replayed has at most {MAX_MESSAGE} bytes",
                        "再生できるメッセージは {MAX_MESSAGE} バイトまでです"
                    ));
                }
                Item::Message(message) => record.messages.push(message),
                Item::Interval(interval) => record.computation.push(interval),
            }
            Ok(())
        })
    }

    /// The record as a program. `map` is the node of each rank; empty: in order.
    ///
    /// # Errors
    /// The map does not give each rank a node of its own.
    pub fn program(&self, params: &Params, map: &[u8]) -> Result<Program, Text> {
        let own: Vec<u8> = (0..self.ranks as u8).collect();
        let map = if map.is_empty() { &own } else { map };
        let mut sorted = map.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let nodes = params.nodes;
        if map.len() as u64 != self.ranks
            || sorted.len() != map.len()
            || sorted.last().is_some_and(|&node| u64::from(node) >= nodes)
        {
            return Err(text!(
                "the map needs a line for each rank with a node of its own, 0 to {nodes} (excluded)",
                "配置にはランクごとに 1 行が必要で、ノードは 0 以上 {nodes} 未満の異なる番号です"
            ));
        }
        let mut program = Program::new(params.clone());
        // Messages of a pair are received in the order in which they were sent.
        let mut order: Vec<usize> = (0..self.messages.len()).collect();
        order.sort_by_key(|&index| self.messages[index].posted);
        let real: Vec<&Message> =
            order.iter().map(|&index| &self.messages[index]).filter(|m| m.source != m.destination).collect();
        let most = real.iter().map(|message| message.bytes).max().unwrap_or(0).max(64);
        let mut pairs: BTreeMap<(u64, u64), usize> = BTreeMap::new();
        let mut places = Vec::new();
        for rank in 0..self.ranks {
            let node = &mut program.nodes[usize::from(map[rank as usize])];
            let buffers = [node.allocate("out", most, Place::Tca), node.allocate("in", most, Place::Tca)];
            places.push(buffers.map(|buffer| node.buffers[buffer].address));
            for buffer in buffers {
                let region = node.region(buffer, LOCAL_WRITE);
                node.push(0, Act::Register { region });
            }
            for other in 0..self.ranks {
                let used = |message: &&Message| {
                    (message.source, message.destination) == (rank, other)
                        || (message.source, message.destination) == (other, rank)
                };
                if real.iter().any(used) {
                    let qp = node.pair(map[other as usize]);
                    let queue = MAX_ITEMS as u32;
                    let pair = &mut node.pairs[qp];
                    (pair.max_send, pair.max_receive, pair.entries) = (queue, queue, queue);
                    pairs.insert((rank, other), qp);
                    node.connect(0, qp);
                }
            }
        }
        for message in &real {
            let (rank, other) = (message.destination, message.source);
            let (Some(&qp), Some(place)) = (pairs.get(&(rank, other)), places.get(rank as usize)) else { continue };
            let node = &mut program.nodes[usize::from(map[rank as usize])];
            node.push(0, Act::PostReceive { qp, wr_id: 0, address: place[1], length: message.bytes });
        }
        let mut acts: Vec<Vec<(u64, u8, Act)>> = (0..self.ranks).map(|_| Vec::new()).collect();
        let ticks = |ticks: u64| {
            let ns = u128::from(ticks) * 1_000_000_000 / u128::from(self.clock_hz);
            ns.min(u128::from(machine::MAX_TIME)) as u64
        };
        for interval in &self.computation {
            let ns = ticks(interval.end - interval.begin);
            acts[interval.rank as usize].push((interval.begin, 0, Act::Compute { ns }));
        }
        for message in &real {
            let (from, to) = (message.source, message.destination);
            let (Some(&out), Some(&into)) = (pairs.get(&(from, to)), pairs.get(&(to, from))) else { continue };
            let request = SendRequest::of_mpi(places[from as usize][0], message.bytes);
            acts[from as usize].push((message.posted, 1, Act::PostSend { qp: out, request, list: 1 }));
            let at = message.delivered.unwrap_or(message.posted);
            acts[to as usize].push((at, 2, Act::Wait { qp: into, count: 1 }));
        }
        for (rank, mut acts) in acts.into_iter().enumerate() {
            acts.sort_by_key(|(time, kind, _)| (*time, *kind));
            let node = &mut program.nodes[usize::from(map[rank])];
            node.push(0, Act::Barrier);
            for (_, _, act) in acts {
                node.push(0, act);
            }
        }
        program.join();
        Ok(program)
    }
}

/// The part of a result of the mapping mode that is a map.
#[derive(Deserialize)]
struct Mapped {
    map: Vec<u64>,
}

/// Reads a map: a node for each rank in order, one a line; or rank and node, as the mapping mode saves them, where a node may be
/// written by its place in its ring and its ring (`5 1,1`); or the JSON of a run of that mode. `#` begins a comment, and `length` is the
/// number of nodes of a ring.
///
/// # Errors
/// A line is neither, or a rank is missing or there twice.
pub fn read_map(text: &str, length: u64) -> Result<Vec<u8>, Text> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let none = |what: String| text!("the map has no usable {what}", "配置に使える {what} がありません");
    if text.trim_start().starts_with('{') {
        let run: Mapped = serde_json::from_str(text).map_err(|_| none("`map`".into()))?;
        return run.map.into_iter().map(|node| u8::try_from(node).map_err(|_| none(format!("node {node}")))).collect();
    }
    let mut nodes: BTreeMap<u64, u8> = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let wrong = || {
            let found: String = line.chars().take(20).collect();
            text!(
                "line {number}: expected the number of a node, or a rank and its node, found `{found}`",
                "{number} 行目: ノードの番号、またはランクとノードが必要ですが、`{found}` があります"
            )
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        let (rank, node) = match words[..] {
            [node] => (nodes.len() as u64, node),
            [rank, node] => (rank.parse().map_err(|_| wrong())?, node),
            _ => return Err(wrong()),
        };
        let places = node.split(',').map(str::parse::<u64>).collect::<Result<Vec<_>, _>>().map_err(|_| wrong())?;
        let node = match places[..] {
            [node] => Some(node),
            [place, ring] if place < length => ring.checked_mul(length).and_then(|first| first.checked_add(place)),
            _ => None,
        };
        let node = node.and_then(|node| u8::try_from(node).ok()).ok_or_else(wrong)?;
        if nodes.insert(rank, node).is_some() {
            return Err(text!(
                "line {number}: rank {rank} is there already",
                "{number} 行目: ランク {rank} はすでにあります"
            ));
        }
    }
    let missing = (0..).zip(nodes.keys()).find(|(wanted, rank)| wanted != *rank).map(|(wanted, _)| wanted);
    match missing {
        Some(rank) => Err(text!("rank {rank} has no line", "ランク {rank} の行がありません")),
        None => Ok(nodes.into_values().collect()),
    }
}
