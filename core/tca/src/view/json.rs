//! The result of a run for programs. All times are in ns.

use crate::model::{Completion, Finding, Link, Log, Machine, Outcome, Params};
use alloc::{format, string::String, vec::Vec};
use serde::Serialize;

/// Descriptors that were used.
#[derive(Clone, Debug, Serialize)]
pub struct Descriptors {
    internal: u64,
    host: u64,
}

/// A node.
#[derive(Clone, Debug, Serialize)]
pub struct NodeJson {
    node: u8,
    completions: Vec<Completion>,
    packets: u64,
    descriptors: Descriptors,
    bytes_copied: u64,
    shown: Vec<String>,
}

/// A link between two boards.
#[derive(Clone, Debug, Serialize)]
pub struct LinkJson {
    from: u8,
    to: u8,
    bytes: u64,
    most_shared: u64,
}

/// A finding with its words.
#[derive(Clone, Debug, Serialize)]
pub struct FindingJson {
    #[serde(flatten)]
    finding: Finding,
    text: String,
}

/// The result.
#[derive(Clone, Debug, Serialize)]
pub struct Json {
    format: u32,
    time_ns: u64,
    events: u64,
    end: &'static str,
    nodes: Vec<NodeJson>,
    links: Vec<LinkJson>,
    findings: Vec<FindingJson>,
    machine: Params,
}

impl Json {
    /// The result of a run that has ended. Nodes without a program and without traffic are left out.
    pub fn new(machine: &Machine, log: &Log) -> Self {
        let program = machine.program();
        let node = |node: u8| {
            let counts = machine.counts(node);
            let hex = |bytes: &Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            NodeJson {
                node,
                completions: machine.completions(node).to_vec(),
                packets: counts.packets,
                descriptors: Descriptors { internal: counts.internal, host: counts.host },
                bytes_copied: counts.copied,
                shown: machine.shown(node).iter().map(|(_, bytes)| hex(bytes)).collect(),
            }
        };
        let used = |number: &u8| {
            let of_node = program.nodes.get(usize::from(*number));
            of_node.is_some_and(|node| !node.statements.is_empty() || !node.buffers.is_empty())
        };
        let links = machine.links().iter().filter_map(|(link, load)| match link {
            Link::Board(from, to) => {
                Some(LinkJson { from: *from, to: *to, bytes: load.bytes, most_shared: load.shared })
            }
            _ => None,
        });
        let findings = log.findings.iter();
        Self {
            format: 1,
            time_ns: machine.now(),
            events: machine.events(),
            end: match machine.outcome() {
                Some(Outcome::Finished) => "finished",
                Some(Outcome::Waits(_)) => "waits",
                Some(Outcome::Limit) => "limit",
                None => "running",
            },
            nodes: (0..program.nodes.len() as u8).filter(used).map(node).collect(),
            links: links.collect(),
            findings: findings.map(|f| FindingJson { text: f.text.en.clone(), finding: f.clone() }).collect(),
            machine: program.params.clone(),
        }
    }

    /// As text on one line.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
