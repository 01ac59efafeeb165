//! A whole run in figures: completions, transfers, links, counters, findings.

use super::{moment, words};
use crate::model::machine::Load;
use crate::model::{Link, Log, Machine, Part, Rings, Stage, Status};
use alloc::{format, string::String, string::ToString as _, vec::Vec};
use mcore_base::{Text, grouped};
use serde::{Deserialize, Serialize};

/// Most rows of each list.
const MOST: usize = 2_000;

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    pub node: u8,
    /// The number of the request, as text: pages have no numbers of 64 bits.
    pub wr_id: String,
    /// Its result.
    pub status: Status,
    /// Its operation.
    pub opcode: String,
    pub bytes: u64,
    /// When, ns.
    pub at: u64,
    /// The line of the request.
    pub line: u32,
    pub immediate: Option<u32>,
}

/// A transfer of data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfer {
    /// From this node.
    pub from: u8,
    /// To this node.
    pub to: u8,
    pub bytes: u64,
    /// Its first byte leaves, ns.
    pub begin: u64,
    /// Its last byte is at the peer's board, ns.
    pub end: u64,
    /// Its rate on the links, for people.
    pub rate: String,
    pub boards: Vec<u8>,
    /// The line of the request.
    pub line: u32,
}

/// A link between boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkLoad {
    /// From this board.
    pub from: u8,
    /// To this board.
    pub to: u8,
    /// Data bytes.
    pub bytes: u64,
    /// Most transfers at once.
    pub shared: u64,
}

/// The counters of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeCounts {
    pub node: u8,
    /// Packets sent.
    pub packets: u64,
    /// Descriptors used: in internal memory, in host memory.
    pub descriptors: (u64, u64),
    /// Bytes that its CPU copied.
    pub copied: u64,
    /// Bytes that its program has shown: time is not kept, the address is.
    pub shown: Vec<(u64, String)>,
}

/// A remark on a likely mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// When, ns.
    pub at: u64,
    /// The lines of the script.
    pub lines: Vec<u32>,
    /// The words.
    pub text: Text,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Nodes of a ring, and rings.
    pub rings: (u8, u8),
    /// Nodes with a program or with memory.
    pub nodes: Vec<u8>,
    /// Events of the machine.
    pub events: u64,
    /// Its end, ns.
    pub end: u64,
    /// Times at which something begins or ends.
    pub steps: u64,
    /// It was stopped before its end.
    pub stopped: bool,
    /// Sums over all requests, ns: hardware, software, PSN.
    pub sums: [u64; 3],
    /// Completions in the order of their times; long lists are cut.
    pub completions: Vec<Done>,
    pub all_completions: u64,
    /// Transfers with data; long lists are cut.
    pub transfers: Vec<Transfer>,
    /// Links between boards that were used.
    pub links: Vec<LinkLoad>,
    /// The counters of the nodes that were used.
    pub counts: Vec<NodeCounts>,
    pub findings: Vec<Remark>,
    /// Who waits for ever, or which limit was reached.
    pub ending: Vec<Text>,
    /// Pairs of nodes with traffic, each once, the first one first.
    pub pairs: Vec<(u8, u8)>,
    /// The time of the first completion, ns.
    pub first: Option<u64>,
}

/// The completions of a machine with their nodes, in the order of their times.
pub(crate) fn completions(machine: &Machine) -> Vec<(u8, &crate::model::Completion)> {
    let nodes = 0..machine.program().nodes.len() as u8;
    let mut all: Vec<_> = nodes.flat_map(|node| machine.completions(node).iter().map(move |one| (node, one))).collect();
    all.sort_by_key(|(node, one)| (one.at_ns, *node));
    all
}

impl Run {
    /// The run of a machine that has ended or was stopped, with its sorted log and its number of steps.
    pub fn new(machine: &Machine, log: &Log, steps: u64, stopped: bool) -> Self {
        let program = machine.program();
        let rings = Rings::new(&program.params);
        let all = completions(machine);
        let sum = |part: Part| -> u64 {
            log.events.iter().filter(|event| event.stage.part() == part).map(|event| event.end - event.begin).sum()
        };
        let mut pairs: Vec<(u8, u8)> = Vec::new();
        let mut transfers = Vec::new();
        for event in log.events.iter().filter(|event| event.stage == Stage::Cross) {
            let pair = (event.node, event.peer);
            if !pairs.contains(&pair) && !pairs.contains(&(pair.1, pair.0)) {
                pairs.push(pair);
            }
            if event.bytes > 0 && transfers.len() < MOST {
                let boards = rings.boards(event.node, event.peer);
                let way = program.params.cross + program.params.hop * (boards.len() as u64).saturating_sub(2);
                let flowing = (event.end - event.begin).saturating_sub(way).max(1);
                transfers.push(Transfer {
                    from: event.node,
                    to: event.peer,
                    bytes: event.bytes,
                    begin: event.begin,
                    end: event.end,
                    rate: format!("{:.2} GB/s", event.bytes as f64 / flowing as f64),
                    boards,
                    line: event.line,
                });
            }
        }
        let used: Vec<u8> = (0..program.nodes.len() as u8)
            .filter(|&node| {
                let of_node = &program.nodes[usize::from(node)];
                !of_node.statements.is_empty() || !of_node.buffers.is_empty()
            })
            .collect();
        if pairs.is_empty() {
            let peer = |node: &u8| program.nodes[usize::from(*node)].pairs.first().map(|pair| pair.peer);
            pairs.extend(used.iter().filter_map(|node| Some((*node, peer(node)?))).take(1));
        }
        if pairs.is_empty() {
            let first = used.first().copied().unwrap_or(0);
            pairs.push((first, used.get(1).copied().unwrap_or(u8::from(first == 0))));
        }
        let link = |(link, load): (&Link, &Load)| match link {
            Link::Board(from, to) => Some(LinkLoad { from: *from, to: *to, bytes: load.bytes, shared: load.shared }),
            _ => None,
        };
        let counts = |node: &u8| {
            let counts = machine.counts(*node);
            let hex = |bytes: &Vec<u8>| bytes.iter().take(64).map(|byte| format!("{byte:02x} ")).collect::<String>();
            NodeCounts {
                node: *node,
                packets: counts.packets,
                descriptors: (counts.internal, counts.host),
                copied: counts.copied,
                shown: machine.shown(*node).iter().take(16).map(|(at, bytes)| (*at, hex(bytes))).collect(),
            }
        };
        Self {
            rings: (rings.length, rings.rings),
            events: machine.events(),
            end: log.events.iter().map(|event| event.end).max().unwrap_or(0).max(machine.now()),
            steps,
            stopped,
            sums: [Part::Hardware, Part::Software, Part::Psn].map(sum),
            first: all.first().map(|(_, one)| one.at_ns),
            all_completions: all.len() as u64,
            completions: all
                .iter()
                .take(MOST)
                .map(|(node, one)| Done {
                    node: *node,
                    wr_id: one.wr_id.to_string(),
                    status: one.status,
                    opcode: one.opcode.into(),
                    bytes: one.bytes,
                    at: one.at_ns,
                    line: one.line,
                    immediate: one.imm_data,
                })
                .collect(),
            transfers,
            links: machine.links().iter().filter_map(link).collect(),
            counts: used.iter().map(counts).collect(),
            findings: log
                .findings
                .iter()
                .map(|finding| Remark {
                    at: finding.at_ns,
                    lines: [finding.line, finding.other_line].into_iter().filter(|line| *line > 0).collect(),
                    text: finding.text.clone(),
                })
                .collect(),
            ending: moment::end(machine),
            nodes: used,
            pairs,
        }
    }

    /// The headline of a run without a completion: its end, and its bytes.
    pub fn headline(&self) -> String {
        let bytes = self.transfers.iter().map(|transfer| transfer.bytes).sum::<u64>();
        format!("{}, {} B", words::time(self.end), grouped(bytes))
    }
}
