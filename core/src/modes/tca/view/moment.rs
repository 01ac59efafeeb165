//! The state of a run at one time, and what happens there in words.

use crate::base::Text;
use crate::modes::tca::model::{Event, Machine, Outcome, QpState, Stage};
use crate::text;
use alloc::vec::Vec;
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
            let say = |&(node, line, qp): &(u8, u32, Option<usize>)| match qp {
                Some(qp) => {
                    let pair = machine.program().nodes.get(usize::from(node)).and_then(|node| node.pairs.get(qp));
                    let peer = pair.map_or(0, |pair| pair.peer);
                    text!(
                        "node {node} waits for ever in line {line}: for a completion of queue pair {qp} with node {peer}",
                        "ノード {node} は {line} 行目で待ち続けます（ノード {peer} とのキューペア {qp} の完了待ち）"
                    )
                }
                None => text!(
                    "node {node} waits for ever in line {line}: at the barrier",
                    "ノード {node} は {line} 行目で待ち続けます（バリア待ち）"
                ),
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
    /// Its node.
    pub node: u8,
    /// Its number there.
    pub qp: u32,
    /// The peer.
    pub peer: u8,
    /// Its state.
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

/// A time of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Its time, ns.
    pub now: u64,
    /// Events up to here.
    pub event: u64,
    /// Events of the run so far as it is known.
    pub last: u64,
    /// Whether the run has ended there.
    pub ended: bool,
    /// Everything that is going on, in words.
    pub sentences: Vec<Sentence>,
    /// Queue pairs.
    pub pairs: Vec<PairView>,
}

impl Moment {
    /// The state of a machine; `events` are all events of its run, sorted.
    pub fn new(machine: &Machine, events: &[Event], last: u64) -> Self {
        let now = machine.now();
        let is_now = |event: &&Event| event.begin <= now && (now < event.end || event.begin == now);
        let mut pairs = Vec::new();
        for (node, program) in machine.program().nodes.iter().enumerate() {
            for (qp, pair) in program.pairs.iter().enumerate() {
                let node = node as u8;
                let (sending, receiving) = machine.outstanding(node, qp);
                let (sent, credited) = machine.ring(node, pair.peer);
                pairs.push(PairView {
                    node,
                    qp: qp as u32,
                    peer: pair.peer,
                    state: machine.pair_state(node, qp).unwrap_or_default(),
                    sending: sending as u32,
                    receiving: receiving as u32,
                    sent,
                    credited,
                });
            }
        }
        Self {
            now,
            event: machine.events(),
            last,
            ended: machine.outcome().is_some(),
            sentences: events.iter().filter(is_now).map(sentence).collect(),
            pairs,
        }
    }
}
