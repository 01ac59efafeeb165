//! The state of a run at one time, and what happens there in words.

use crate::model::{Event, FlowLook, Machine, Outcome, QpState, Queues, Set, SlotLook, Stage, packet};
use alloc::vec::Vec;
use mcore_base::{Text, text};
use serde::{Deserialize, Serialize};

/// An event with its sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// Begin, ns.
    pub begin: u64,
    /// End, ns.
    pub end: u64,
    /// The words.
    pub text: Text,
    /// The line of the script, 0 if there is none.
    pub line: u32,
}

/// The words for an event.
pub fn sentence(event: &Event) -> Sentence {
    let says = event.stage.says();
    let (node, peer, qp, wr) = (event.node, event.peer, event.qp, event.wr_id);
    let (en, ja) = (&says.en, &says.ja);
    let mut text = match event.stage {
        Stage::Compute | Stage::Mark | Stage::Barrier | Stage::Show => {
            text!("Node {node}: {en}", "ノード {node}: {ja}")
        }
        _ => text!(
            "Node {node}, queue pair {qp} with node {peer}, request {wr}: {en}",
            "ノード {node}、ノード {peer} とのキューペア {qp}、要求 {wr}: {ja}"
        ),
    };
    if let Some(status) = event.status {
        let name = status.name();
        text = text!(
            "Node {node}, queue pair {qp}: request {wr} completes with {name}.",
            "ノード {node}、キューペア {qp}: 要求 {wr} が {name} で完了します。"
        );
    }
    Sentence { begin: event.begin, end: event.end, text, line: event.line }
}

/// How a run has ended, if that needs words: who waits for what.
pub fn end(machine: &Machine) -> Vec<Text> {
    match machine.outcome() {
        Some(Outcome::Waits(waits)) => {
            let say = |&(node, line, qp): &(u8, u32, Option<usize>)| {
                // Nodes that are not in the script have no line.
                let at = match line {
                    0 => Text::default(),
                    line => text!(" in line {line}", " {line} 行目で"),
                };
                let (en, ja) = (at.en, at.ja);
                let program = machine.program();
                let pair = qp.and_then(|qp| program.nodes.get(usize::from(node))?.pairs.get(qp));
                let peer = pair.map_or(0, |pair| program.node_on(pair.peer));
                // As in the script, which may place its nodes on other boards.
                let node = program.node_on(node);
                match qp {
                    Some(qp) => {
                        text!(
                            "node {node} waits for ever{en}: for a completion of queue pair {qp} with node {peer}",
                            "ノード {node} は{ja}待ち続けます（ノード {peer} とのキューペア {qp} の完了待ち）"
                        )
                    }
                    None => text!(
                        "node {node} waits for ever{en}: at the barrier",
                        "ノード {node} は{ja}待ち続けます（バリア待ち）"
                    ),
                }
            };
            waits.iter().map(say).collect()
        }
        Some(Outcome::Limit) => alloc::vec![text!(
            "the run reached the limit of a million events or of 10 s",
            "実行が 100 万イベントか 10 秒の上限に達しました"
        )],
        Some(Outcome::Finished) | None => Vec::new(),
    }
}

/// A queue pair at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairView {
    pub node: u8,
    /// Its number there.
    pub qp: u32,
    pub peer: u8,
    pub state: QpState,
    /// Send requests that are not complete.
    pub sending: u32,
    /// Receive requests that are not complete.
    pub receiving: u32,
    /// Packets sent to the peer: low latency, high bandwidth.
    pub sent: [u64; 2],
    /// Packets that the peer is known to have processed.
    pub credited: [u64; 2],
}

/// A ring of packets from a node to its peer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RingView {
    /// The sender.
    pub from: u8,
    /// The receiver.
    pub to: u8,
    pub set: Set,
    pub slots: u64,
    /// Packets sent so far.
    pub sent: u64,
    /// Packets that the sender knows to be processed.
    pub credited: u64,
    /// Slots that are not free.
    pub used: Vec<SlotLook>,
}

/// The queues of a queue pair with its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueView {
    pub node: u8,
    /// Its number there.
    pub qp: u32,
    pub state: QpState,
    pub queues: Queues,
}

/// A field of the header of a packet: its name, first byte, and bytes.
pub const HEADER_FIELDS: [(&str, usize, usize); 10] = packet::FIELDS;

/// A time of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Its time, ns.
    pub now: u64,
    /// The last step that is not later: steps are the times at which something begins or ends.
    pub step: u64,
    /// Steps of the run.
    pub steps: u64,
    /// Events of the machine up to here.
    pub event: u64,
    /// It is the last step.
    pub ended: bool,
    /// Everything that is going on, in words; what has just begun first.
    pub sentences: Vec<Sentence>,
    /// Queue pairs of the run; long lists are cut.
    pub pairs: Vec<PairView>,
    /// The two nodes that are looked at.
    pub nodes: (u8, u8),
    /// The rings between them that have been used.
    pub rings: Vec<RingView>,
    /// The queues of the pairs between them.
    pub queues: Vec<QueueView>,
    /// The channels of both: whether they work, and what waits for them.
    pub channels: [[(bool, u32); 4]; 2],
    /// Descriptors used by both: in internal memory, in host memory.
    pub descriptors: [(u64, u64); 2],
    /// Transfers on the links of the whole machine.
    pub flows: Vec<FlowLook>,
}

/// Most queue pairs and sentences of a moment.
const MOST: usize = 64;

impl Moment {
    /// The state of a machine at a time not before its last event; `events` are all events of its run, sorted; `step` and `steps`
    /// count them.
    pub fn new(machine: &Machine, events: &[Event], nodes: (u8, u8), now: u64, (step, steps): (u64, u64)) -> Self {
        let is_now = |event: &&Event| event.begin <= now && (now < event.end || event.begin == now);
        let program = machine.program();
        let mut pairs = Vec::new();
        let mut queues = Vec::new();
        for (node, of_node) in program.nodes.iter().enumerate() {
            for (qp, pair) in of_node.pairs.iter().enumerate() {
                let node = node as u8;
                let state = machine.pair_state(node, qp).unwrap_or_default();
                let looked_at = (node, pair.peer) == nodes || (pair.peer, node) == nodes;
                if looked_at && queues.len() < MOST {
                    queues.push(QueueView { node, qp: qp as u32, state, queues: machine.queues(node, qp) });
                }
                if pairs.len() >= MOST && !looked_at {
                    continue;
                }
                let (sending, receiving) = machine.outstanding(node, qp);
                let (sent, credited) = machine.ring(node, pair.peer);
                pairs.push(PairView {
                    node,
                    qp: qp as u32,
                    peer: pair.peer,
                    state,
                    sending: sending as u32,
                    receiving: receiving as u32,
                    sent,
                    credited,
                });
            }
        }
        let params = &program.params;
        let mut rings = Vec::new();
        for (from, to) in [nodes, (nodes.1, nodes.0)] {
            let (sent, credited) = machine.ring(from, to);
            for (set, slots) in [(Set::Low, params.low_slots), (Set::High, params.high_slots)] {
                let (sent, credited) = (sent[set as usize], credited[set as usize]);
                if sent > 0 {
                    rings.push(RingView { from, to, set, slots, sent, credited, used: machine.slots(from, to, set) });
                }
            }
        }
        let channels = [nodes.0, nodes.1].map(|node| machine.channels(node).map(|(busy, waits)| (busy, waits as u32)));
        let descriptors = [nodes.0, nodes.1].map(|node| {
            let counts = machine.counts(node);
            (counts.internal, counts.host)
        });
        // Only events that begin by now can be going on; the newest first.
        let begun = events.partition_point(|event| event.begin <= now);
        Self {
            now,
            step,
            steps,
            event: machine.events(),
            ended: step + 1 >= steps,
            sentences: events[..begun].iter().rev().filter(is_now).take(MOST).map(sentence).collect(),
            pairs,
            nodes,
            rings,
            queues,
            channels,
            descriptors,
            flows: machine.flows(now),
        }
    }
}
