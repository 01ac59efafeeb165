//! The machine in simulated time: a queue of events, nodes with a CPU and four DMA channels, transfers on shared links.
//!
//! ```text
//! cpu      jobs of a CPU and the statements of its program
//! send     from a work request to a transfer: paths, rings, channels, links
//! receive  from an arrival to completions: the responder, answers, errors
//! look     rings, queues and transfers at a time, for pictures
//! ```
//!
//! Everything that the library does is a job of the CPU of its node, and jobs run one after the other: so no state of a queue
//! pair changes in the middle of a job.

mod cpu;
mod look;
mod receive;
mod send;

pub use look::{FlowLook, Queues, SlotLook, SlotState};

use super::event::{Event, Finding, Lane, Stage};
use super::flow::Demand;
use super::memory::Memory;
use super::program::{Program, SendRequest};
use super::topology::{Link, Rings};
use super::verbs::{QpState, Status};
use alloc::{boxed::Box, collections::BTreeMap, collections::VecDeque, sync::Arc, vec, vec::Vec};
use core::hash::{Hash, Hasher};
use mcore_base::Simulation;
use serde::{Deserialize, Serialize};

/// Most events of a run.
pub const MAX_EVENTS: u64 = 1_000_000;
/// Longest simulated time, ns.
pub const MAX_TIME: u64 = 10_000_000_000;

/// When an event is due. Where two fall together: node, then lane, then the order of scheduling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    at: u64,
    node: u8,
    lane: Lane,
    order: u64,
}

/// An event that is due.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Due {
    /// The stage of the CPU ends.
    Cpu,
    /// The program may go on.
    Script,
    /// The stage of a channel ends.
    Channel(u8),
    /// The first of the transfers on the links ends, unless the links have changed since.
    Flow(u64),
    /// A transfer and its PSN are in the memory of the node.
    Arrive(Box<Transfer>),
    /// A write of the PSN alone is given to a channel.
    Return(Box<Transfer>),
    /// The wait after "receiver not ready" ends.
    NotReady(usize),
    /// A request of this queue pair has had no answer for too long.
    Timeout(usize),
}

/// Whose event it is: queue pair, request, line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Tag {
    peer: u8,
    qp: usize,
    wr_id: u64,
    line: u32,
}

/// The two sets of rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Set {
    /// Low latency.
    Low,
    /// High bandwidth.
    High,
}

/// The contents of a PSN pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Ack {
    /// Packets processed of both rings.
    processed: [u64; 2],
    /// The queue pair of the requester.
    qp: usize,
    /// All requests with smaller numbers have been carried out.
    executed: u64,
    lost: bool,
}

/// The answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Reply {
    /// Data in the packet.
    Data,
    /// Data that were written directly.
    Direct,
    /// The buffer for a large message.
    Grant {
        address: u64,
    },
    /// Receiver not ready.
    NotReady {
        timer: u64,
    },
    Refused(Status),
}

/// The contents of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Body {
    /// A part of a message, from `offset`. A `probe` is a header alone whose request is known to be wrong.
    Data {
        offset: u64,
        last: bool,
        probe: bool,
    },
    /// Control information of a direct write. `granted`: of a large Send.
    Control {
        granted: bool,
    },
    /// A Read or an atomic operation.
    Request,
    /// A large Send asks for the buffer.
    Ask,
    Answer(Reply),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Packet {
    body: Body,
    /// The request, as the requester has it.
    request: SendRequest,
    /// The queue pair of the receiver of this packet.
    qp: usize,
    /// The number of the request.
    seq: u64,
    /// The number of its first slot, as the sender counts them.
    psn: u64,
    set: Set,
    slots: u64,
    data: Vec<u8>,
    ack: Option<Ack>,
}

/// Data that go straight from memory to memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Direct {
    source: u64,
    destination: u64,
    data: Vec<u8>,
}

/// A transfer of the DMA engine: one descriptor or a chain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Transfer {
    from: u8,
    to: u8,
    channel: u8,
    internal: bool,
    /// Further elements of the chain.
    chain: u64,
    bytes: u64,
    most: u64,
    direct: Option<Direct>,
    packet: Option<Packet>,
    ack: Option<Ack>,
    tag: Tag,
}

/// A transfer on the links.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Flow {
    transfer: Transfer,
    links: Vec<Link>,
    begin: u64,
    /// Thousandths of bytes left.
    left: u64,
    rate: u64,
}

/// A channel of the DMA engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Channel {
    waiting: VecDeque<Transfer>,
    /// It fetches, reads, or moves data.
    busy: bool,
    /// The transfer whose fetch or read is running.
    current: Option<(Transfer, Stage)>,
}

/// A job of the CPU: stages, and what happens after the last one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Job {
    stages: VecDeque<(Stage, u64)>,
    bytes: u64,
    then: Then,
    tag: Tag,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Then {
    /// The computation of the program has ended.
    Nothing,
    /// The path of the next request of a queue pair is chosen.
    Plan(usize),
    /// The transfer is given to its channel; then the queue pair goes on.
    Launch(Box<Transfer>, Option<usize>),
    /// A packet has been seen.
    Seen(Box<Packet>),
    /// Its request has been found.
    Matched(Box<Packet>),
    /// The request has been served.
    Served(Box<Packet>),
    /// Its data are in the buffer of the user.
    Copied(Box<Packet>),
    /// The completion of a receive request.
    Received(usize, Completion),
    /// An answer has been read.
    Answered(Box<Packet>),
    /// A PSN pair has been seen.
    Acked(Ack),
    /// The front of the send queue is done.
    Settle(usize),
    /// Requests without an answer are sent again.
    Again(usize),
}

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Completion {
    /// The number of the work request.
    pub wr_id: u64,
    /// The result.
    pub status: Status,
    /// The operation: the name of the send request, or `RECV`, `RECV_RDMA_WITH_IMM`.
    pub opcode: &'static str,
    pub bytes: u64,
    /// When, ns.
    pub at_ns: u64,
    /// The immediate, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imm_data: Option<u32>,
    /// The queue pair.
    pub qp: usize,
    /// The line of the request.
    pub line: u32,
}

/// A send request in its queue.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sending {
    request: SendRequest,
    line: u32,
    seq: Option<u64>,
    checked: bool,
    /// The whole request is on the way.
    issued: bool,
    /// Bytes that are on the way.
    sent: u64,
    /// The buffer for a large message.
    granted: Option<u64>,
    /// It goes by packets whatever its size.
    by_packets: bool,
    rnr_left: u32,
    retries_left: u32,
    done: Option<Status>,
}

/// A receive request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Receiving {
    wr_id: u64,
    address: u64,
    length: u64,
    line: u32,
}

/// Why a queue pair does not send.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Hold {
    #[default]
    No,
    Ring,
    Grant,
    NotReady,
}

/// A queue pair.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Pair {
    created: bool,
    state: QpState,
    resets: u64,
    rnr_retry: u32,
    retry: u32,
    rnr_timer: u64,
    sending: VecDeque<Sending>,
    next_seq: u64,
    planned: bool,
    settling: bool,
    hold: Hold,
    timer: Option<Key>,
    expected: u64,
    receiving: VecDeque<Receiving>,
    /// The receive request of a message of which a part has arrived.
    taken: Option<(u64, Receiving)>,
    /// Results of atomic operations, for duplicates.
    results: VecDeque<(u64, u64)>,
    queue: VecDeque<Completion>,
    killed: bool,
}

/// Why a program does not go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Block {
    #[default]
    No,
    Wait {
        qp: usize,
        count: u32,
    },
    Barrier,
    Until(u64),
}

/// The counters of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    /// Packets sent.
    pub packets: u64,
    /// Descriptors in internal memory that were used.
    pub internal: u64,
    /// Descriptors made in host memory.
    pub host: u64,
    /// Bytes that a CPU copied.
    pub copied: u64,
    /// Send requests accepted.
    pub posted: u64,
    /// Of them, those without a completion, since none was asked for.
    pub unsignalled: u64,
    /// Data bytes given to the DMA engine.
    pub sent: u64,
    /// Data bytes that have arrived here.
    pub landed: u64,
    /// Atomic operations carried out here.
    pub atomics: u64,
    /// Most slots of a ring in use at once.
    pub most_slots: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Node {
    memory: Memory,
    registered: Vec<bool>,
    pairs: Vec<Pair>,
    channels: [Channel; 4],
    job: Option<Job>,
    jobs: VecDeque<Job>,
    next: usize,
    block: Block,
    /// Packets sent to each peer, by set.
    sent: Vec<[u64; 2]>,
    /// Packets that each peer is known to have processed.
    credited: Vec<[u64; 2]>,
    /// Packets of each peer that have been processed here.
    processed: Vec<[u64; 2]>,
    /// Answers that wait for a slot.
    stalled: VecDeque<(u8, Job)>,
    completions: Vec<Completion>,
    shown: Vec<(u64, Vec<u8>)>,
    counts: Counts,
}

/// Bytes over a link, and the most transfers on it at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Load {
    /// Data bytes.
    pub bytes: u64,
    /// Most transfers at once.
    pub shared: u64,
}

/// How a run has ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// All programs have ended.
    Finished,
    /// These nodes wait for ever: node, line, and the queue pair if they wait for a completion.
    Waits(Vec<(u8, u32, Option<usize>)>),
    /// The limit of events or of simulated time.
    Limit,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    now: u64,
    events: u64,
    order: u64,
    due: BTreeMap<Key, Due>,
    nodes: Vec<Node>,
    flows: Vec<Flow>,
    flow_time: u64,
    generation: u64,
    links: BTreeMap<Link, Load>,
    answers: u64,
    outcome: Option<Outcome>,
}

/// Receives what happens.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Events, in the order in which they begin only after [`Log::sort`].
    pub events: Vec<Event>,
    pub findings: Vec<Finding>,
    /// Only findings are wanted.
    pub quiet: bool,
}

impl Log {
    /// Sorts events by start, node and lane.
    pub fn sort(&mut self) {
        self.events.sort_by_key(|event| (event.begin, event.end, event.node, event.lane));
    }
}

/// A machine with its program.
#[derive(Clone, Debug)]
pub struct Machine {
    program: Arc<Program>,
    rings: Rings,
    state: State,
}

impl Machine {
    /// A machine at time 0.
    pub fn new(program: Arc<Program>) -> Self {
        let rings = Rings::new(&program.params);
        let all = program.nodes.len();
        let node = |number: usize| {
            let program = &program.nodes[number];
            Node {
                registered: vec![false; program.regions.len()],
                pairs: vec![Pair::default(); program.pairs.len()],
                sent: vec![[0; 2]; all],
                credited: vec![[0; 2]; all],
                processed: vec![[0; 2]; all],
                ..Node::default()
            }
        };
        let state = State {
            now: 0,
            events: 0,
            order: 0,
            due: BTreeMap::new(),
            nodes: (0..all).map(node).collect(),
            flows: Vec::new(),
            flow_time: 0,
            generation: 0,
            links: BTreeMap::new(),
            answers: 0,
            outcome: None,
        };
        let mut machine = Self { program, rings, state };
        let program = machine.program.clone();
        for (node, address, bytes) in &program.prepared {
            machine.node(*node).memory.write(*address, bytes);
        }
        for node in 0..all {
            machine.schedule(0, node as u8, Lane::Cpu, Due::Script);
        }
        machine
    }

    /// The time, ns.
    pub fn now(&self) -> u64 {
        self.state.now
    }

    /// Events so far.
    pub fn events(&self) -> u64 {
        self.state.events
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// How the run has ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.state.outcome.as_ref()
    }

    /// The completions of a node so far.
    pub fn completions(&self, node: u8) -> &[Completion] {
        self.state.nodes.get(usize::from(node)).map_or(&[], |node| &node.completions)
    }

    /// The counters of a node.
    pub fn counts(&self, node: u8) -> Counts {
        self.state.nodes.get(usize::from(node)).map(|node| node.counts.clone()).unwrap_or_default()
    }

    /// The bytes that a node has shown, with their address.
    pub fn shown(&self, node: u8) -> &[(u64, Vec<u8>)] {
        self.state.nodes.get(usize::from(node)).map_or(&[], |node| &node.shown)
    }

    /// The load of each link that was used.
    pub fn links(&self) -> &BTreeMap<Link, Load> {
        &self.state.links
    }

    /// Bytes of a node's memory.
    pub fn bytes(&self, node: u8, address: u64, length: u64) -> Vec<u8> {
        self.state.nodes.get(usize::from(node)).map(|node| node.memory.read(address, length)).unwrap_or_default()
    }

    /// The state of a queue pair.
    pub fn pair_state(&self, node: u8, qp: usize) -> Option<QpState> {
        self.state.nodes.get(usize::from(node))?.pairs.get(qp).map(|pair| pair.state)
    }

    /// Requests of a queue pair that are not complete: send and receive.
    pub fn outstanding(&self, node: u8, qp: usize) -> (usize, usize) {
        let pair = self.state.nodes.get(usize::from(node)).and_then(|node| node.pairs.get(qp));
        pair.map_or((0, 0), |pair| (pair.sending.len(), pair.receiving.len() + usize::from(pair.taken.is_some())))
    }

    /// Packets of the rings from a node to a peer, by set: sent, and known to be processed.
    pub fn ring(&self, node: u8, peer: u8) -> ([u64; 2], [u64; 2]) {
        let of = |list: &[[u64; 2]]| list.get(usize::from(peer)).copied().unwrap_or_default();
        self.state.nodes.get(usize::from(node)).map_or(([0; 2], [0; 2]), |node| (of(&node.sent), of(&node.credited)))
    }

    /// Simulates one event. Returns false if the run has ended.
    pub fn step_with(&mut self, log: &mut Log) -> bool {
        if self.state.outcome.is_some() {
            return false;
        }
        let Some((key, due)) = self.state.due.pop_first() else {
            self.end();
            return false;
        };
        if key.at > MAX_TIME || self.state.events >= MAX_EVENTS {
            self.state.outcome = Some(Outcome::Limit);
            return false;
        }
        self.state.now = key.at;
        self.state.events += 1;
        let node = key.node;
        match due {
            Due::Cpu => self.cpu_stage(node, log),
            Due::Script => {
                if let Block::Until(time) = self.node(node).block
                    && time <= key.at
                {
                    self.node(node).block = Block::No;
                }
                self.cpu_next(node, log);
            }
            Due::Channel(channel) => self.channel_stage(node, channel, log),
            Due::Flow(generation) => self.flow_end(generation, log),
            Due::Arrive(transfer) => self.arrive(node, *transfer, log),
            Due::Return(transfer) => self.give(*transfer, log),
            Due::NotReady(qp) => {
                let pair = &mut self.node(node).pairs[qp];
                if pair.hold == Hold::NotReady {
                    pair.hold = Hold::No;
                    self.kick(node, qp);
                    self.cpu_next(node, log);
                }
            }
            Due::Timeout(qp) => {
                self.node(node).pairs[qp].timer = None;
                self.job(node, Job::new(Then::Again(qp), Tag { qp, ..Tag::default() }));
                self.cpu_next(node, log);
            }
        }
        true
    }

    /// Runs to the end.
    pub fn run(&mut self, log: &mut Log) {
        while self.step_with(log) {}
        log.sort();
    }

    fn end(&mut self) {
        let mut waits = Vec::new();
        for (number, node) in self.state.nodes.iter().enumerate() {
            let program = &self.program.nodes[number];
            let blocked = match node.block {
                Block::Wait { qp, .. } => Some(Some(qp)),
                Block::Barrier => Some(None),
                Block::No | Block::Until(_) => None,
            };
            if let Some(qp) = blocked {
                let line = program.statements.get(node.next).map_or(0, |statement| statement.line);
                waits.push((number as u8, line, qp));
            }
        }
        self.state.outcome = Some(if waits.is_empty() { Outcome::Finished } else { Outcome::Waits(waits) });
    }

    fn node(&mut self, node: u8) -> &mut Node {
        &mut self.state.nodes[usize::from(node)]
    }

    fn schedule(&mut self, at: u64, node: u8, lane: Lane, due: Due) -> Key {
        self.state.order += 1;
        let key = Key { at, node, lane, order: self.state.order };
        self.state.due.insert(key, due);
        key
    }

    fn event(&self, log: &mut Log, (node, lane): (u8, Lane), stage: Stage, times: (u64, u64), bytes: u64, tag: Tag) {
        if !log.quiet {
            log.events.push(Event {
                begin: times.0,
                end: times.1,
                node,
                lane,
                stage,
                peer: tag.peer,
                qp: tag.qp as u32,
                wr_id: tag.wr_id,
                bytes,
                line: tag.line,
                status: None,
            });
        }
    }

    /// A note without duration.
    fn note(&self, log: &mut Log, node: u8, stage: Stage, bytes: u64, tag: Tag) {
        let now = self.state.now;
        self.event(log, (node, Lane::Cpu), stage, (now, now), bytes, tag);
    }

    fn demands(&self) -> Vec<Demand> {
        self.state.flows.iter().map(|flow| Demand { links: flow.links.clone(), most: flow.transfer.most }).collect()
    }
}

impl Job {
    fn new(then: Then, tag: Tag) -> Self {
        Self { stages: VecDeque::new(), bytes: 0, then, tag }
    }

    fn stage(mut self, stage: Stage, ns: u64) -> Self {
        self.stages.push_back((stage, ns));
        self
    }

    fn bytes(mut self, bytes: u64) -> Self {
        self.bytes = bytes;
        self
    }
}

struct Digest(u64);

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// One cycle of the timeline is one event.
impl Simulation for Machine {
    type Input = ();
    type Packed = Arc<Machine>;

    fn cycle(&self) -> u64 {
        self.state.events
    }

    fn step(&mut self) -> bool {
        self.step_with(&mut Log { quiet: true, ..Log::default() })
    }

    fn apply(&mut self, (): &()) {}

    fn digest(&self) -> u64 {
        let mut digest = Digest(0xcbf2_9ce4_8422_2325);
        self.state.hash(&mut digest);
        digest.finish()
    }

    fn pack(&mut self, _before: Option<&Arc<Self>>) -> Arc<Self> {
        Arc::new(self.clone())
    }

    fn unpack(packed: &Arc<Self>) -> Self {
        packed.as_ref().clone()
    }

    fn packed_cost(packed: &Arc<Self>, _before: Option<&Arc<Self>>) -> usize {
        let state = &packed.state;
        let of = |node: &Node| 2048 + 80 * node.completions.len() + node.pairs.len() * 256;
        state.nodes.iter().map(of).sum::<usize>() + state.due.len() * 160 + state.flows.len() * 256
    }
}
