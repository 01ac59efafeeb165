//! The calls and messages of a program with MPI, from the marks of MPIMC (`toolchain/mpi`) and the DMAs
//! that follow them.
//!
//! A mark is a word in the register MARK. A call marks its start and its end; its function is the label before that
//! instruction. A message is known by the place of its envelope: the slot at the receiver, which is the end of the DMA after the
//! mark of the sender, or a record in the heap to which the receiver moved it.

use crate::parts::{Chip, Event, EventKind, kinds};
use alloc::collections::{BTreeMap, VecDeque};
use alloc::{string::String, sync::Arc, vec::Vec};
use mcore_base::{Array, Cycle, NodeId};
use mcore_cpu::program::Program;
use mcore_net::PacketTag;
use mcore_toolchain::mpi::{
    INIT, LARGE as LONG, MARK_BEGIN as BEGIN, MARK_DATA as DATA, MARK_END as END, MARK_REGION as REGION_BEGIN,
    MARK_REGION_END as REGION_END, MAX_SLOT, STAGED,
};

/// A long message to the node itself has arrived.
const OWN_DATA: u32 = DATA | 1;
/// Bytes of the two buffers from which envelopes are sent.
const STAGED_BYTES: u32 = 2 * MAX_SLOT * 4;
/// The longest name of a region that is shown, in bytes.
const MAX_NAME: u32 = 64;

/// A call of a function of MPI that has ended, or one that has just begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MpiCall {
    /// Number of its function, for [`Mpi::function`].
    pub function: u16,
    /// The cycle of its first mark.
    pub begin: Cycle,
    /// The cycle of its last mark, if it has ended.
    pub end: Cycle,
    /// Cycles in which the core polled.
    pub waited: Cycle,
}

/// A message of MPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MpiMessage {
    /// The rank that sends.
    pub source: u32,
    /// The rank that receives.
    pub destination: u32,
    /// Its tag, if it is no part of a collective operation.
    pub tag: Option<u16>,
    /// The number of its communicator.
    pub communicator: u16,
    /// Bytes of its data.
    pub bytes: u32,
    /// The function that sends it.
    pub function: u16,
    /// The start of the call that sends it.
    pub begun: Cycle,
    /// The start of the DMA of its envelope.
    pub sent: Cycle,
    /// When its envelope was written at the receiver.
    pub arrived: Option<Cycle>,
    /// When a receive took it.
    pub matched: Option<Cycle>,
    /// The call in which that was: its function and its start.
    pub receive: Option<(u16, Cycle)>,
    /// When the receiver had all of it.
    pub delivered: Option<Cycle>,
}

impl MpiMessage {
    /// The start of the call that sends it; in a collective operation, the start of its DMA.
    pub fn posted(&self) -> Cycle {
        if self.tag.is_some() { self.begun } else { self.sent }
    }

    /// Cycles for which the receiver was in its call before the sender was in its own.
    pub fn late_sender(&self) -> Cycle {
        self.receive.map_or(0, |(_, begin)| self.begun.saturating_sub(begin))
    }

    /// Cycles for which the message was there, or its sender waited, before the receiver was in its call.
    pub fn late_receiver(&self) -> Cycle {
        let there = self.arrived.unwrap_or_else(|| self.posted());
        self.receive.map_or(0, |(_, begin)| begin.saturating_sub(there))
    }
}

/// Something that happened in a program with MPI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MpiNews {
    /// A call has begun.
    Began(MpiCall),
    Ended(MpiCall),
    Sent(MpiMessage),
    /// A receive has taken a message.
    Matched(MpiMessage),
    /// A receiver has all of a message. It is the last news of it.
    Delivered(MpiMessage),
    /// The program has marked a word.
    Marked(u32),
    /// The program has begun a region with this name.
    RegionBegan(String),
    /// The program has ended a region.
    RegionEnded,
    /// The core has halted.
    Halted,
}

/// A message that was not delivered yet.
#[derive(Clone, Copy, Debug)]
struct Open {
    message: MpiMessage,
    /// The nodes, by their rank of the array.
    from: usize,
    to: usize,
    long: bool,
}

/// The kind of a DMA that belongs to a message.
#[derive(Clone, Copy, Debug)]
enum Flight {
    /// It carries an envelope, and a short message.
    Envelope,
    /// It is the last one of a long message.
    Data,
}

/// One node.
#[derive(Clone, Debug, Default)]
struct Node {
    /// Calls of MPI in calls of MPI.
    depth: u32,
    function: u16,
    begin: Cycle,
    polled: u64,
    /// Its rank, if `MPI_Init` has ended.
    rank: u32,
    /// The envelope that was staged last, with the two words before it.
    staged: Option<[u32; 5]>,
    /// The next DMA is the last one of a long message.
    data: bool,
    /// Operations that wait for room, by their address: the start and the function of their call.
    queued: BTreeMap<u32, (Cycle, u16)>,
    /// Start and function of the call whose operation is sent next.
    from_queue: Option<(Cycle, u16)>,
    /// The message that moves from its slot to the heap.
    aside: Option<u64>,
    /// The next mark is the name of a region.
    names_region: bool,
}

/// Receives what has happened, with the node's rank of the array. Not generic: one copy of the code is enough.
type News<'a> = &'a mut dyn FnMut(&Mpi, usize, MpiNews);

/// Follows the calls and messages of a run.
#[derive(Clone, Debug)]
pub struct Mpi {
    array: Array,
    programs: Vec<Arc<Program>>,
    /// By rank of the array: the program of the node.
    program_of: Vec<usize>,
    /// By program: the address of the staged envelopes.
    staged: Vec<Option<u32>>,
    functions: Vec<String>,
    /// By program and address of a mark: the function; none outside MPI.
    function_at: BTreeMap<(usize, u32), Option<u16>>,
    nodes: Vec<Node>,
    /// Messages that were not delivered yet, by their number.
    open: BTreeMap<u64, Open>,
    sent: u64,
    /// By node and address: the message whose envelope is there.
    places: BTreeMap<(usize, u32), u64>,
    /// By the last packet of a DMA.
    flights: BTreeMap<PacketTag, (Flight, u64)>,
    /// By source and destination: long messages that were taken and have no data yet.
    taken: BTreeMap<(usize, usize), VecDeque<u64>>,
}

impl Mpi {
    /// The kinds of events that it needs.
    pub const WANTS: u32 = kinds::MARK | kinds::DMA | kinds::HALTED;

    /// Follows a machine from its present cycle on.
    pub fn new(machine: &Chip) -> Self {
        let array = machine.spec().array;
        let mut programs: Vec<Arc<Program>> = Vec::new();
        let mut program_of = Vec::new();
        for rank in 0..array.nodes() {
            let program = &machine.image(rank).program;
            let known = programs.iter().position(|other| Arc::ptr_eq(other, program));
            program_of.push(known.unwrap_or(programs.len()));
            if known.is_none() {
                programs.push(program.clone());
            }
        }
        let node = |rank: usize| Node { rank: rank as u32, ..Node::default() };
        Self {
            array,
            staged: programs.iter().map(|program| program.label(STAGED)).collect(),
            programs,
            program_of,
            functions: Vec::new(),
            function_at: BTreeMap::new(),
            nodes: (0..array.nodes()).map(node).collect(),
            open: BTreeMap::new(),
            sent: 0,
            places: BTreeMap::new(),
            flights: BTreeMap::new(),
            taken: BTreeMap::new(),
        }
    }

    /// About the bytes that it takes.
    pub fn bytes(&self) -> usize {
        // The entries of a map have neighbours and room for more.
        let open = self.open.len() * 2 * size_of::<(u64, Open)>();
        let maps = (self.places.len() + self.flights.len() + self.taken.len()) * 64;
        size_of_val(&*self.nodes) + open + maps
    }

    /// The name of a function.
    pub fn function(&self, number: u16) -> &str {
        self.functions.get(usize::from(number)).map_or("MPI", String::as_str)
    }

    /// The number of functions that were called.
    pub fn functions(&self) -> usize {
        self.functions.len()
    }

    /// Number of messages that were sent.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// The messages that were sent and not delivered yet, in the order of sending.
    pub fn open(&self) -> impl Iterator<Item = &MpiMessage> {
        self.open.values().map(|open| &open.message)
    }

    /// The call in which a node is, given by its rank of the array: its function, its start, and the instructions of polling
    /// loops before it.
    pub fn running(&self, node: usize) -> Option<(&str, Cycle, u64)> {
        let state = self.nodes.get(node).filter(|state| state.depth > 0)?;
        Some((self.function(state.function), state.begin, state.polled))
    }

    /// The place of a node, given by its rank of the array.
    pub fn node(&self, rank: usize) -> NodeId {
        self.array.node(rank)
    }

    /// The rank of MPI of a node, given by its rank of the array.
    pub fn rank(&self, node: usize) -> u32 {
        self.nodes.get(node).map_or(node as u32, |node| node.rank)
    }

    /// The function of MPI that contains an address.
    fn function_of(&mut self, node: usize, pc: u32) -> Option<u16> {
        let of = *self.program_of.get(node)?;
        if let Some(known) = self.function_at.get(&(of, pc)) {
            return *known;
        }
        let program = self.programs.get(of)?;
        let name = program.nearest_label(pc).map(|(label, _)| &label.name).filter(|name| name.starts_with("MPI_"));
        let found = name.map(|name| {
            let known = self.functions.iter().position(|other| other == name);
            if known.is_none() {
                self.functions.push(name.clone());
            }
            known.unwrap_or(self.functions.len() - 1) as u16
        });
        self.function_at.insert((of, pc), found);
        found
    }

    /// The text at an address of the program's data, up to its zero byte.
    fn name_at(&self, node: usize, addr: u32) -> String {
        let program = self.program_of.get(node).and_then(|of| self.programs.get(*of));
        let byte = |at: u32| {
            let segment = program?.segments.iter().find(|s| at >= s.addr && at - s.addr < s.size)?;
            segment.bytes.get((at - segment.addr) as usize).copied().filter(|byte| *byte != 0)
        };
        let bytes: Vec<u8> = (0..MAX_NAME).map_while(|i| byte(addr.wrapping_add(i))).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Takes an event, and gives `news` what it means, with the node's rank of the array.
    pub fn take(&mut self, event: &Event, news: News<'_>) {
        let cycle = event.cycle;
        match event.what {
            EventKind::Marked { pc, word, polled, around } => {
                if let Some(node) = self.array.rank(event.node) {
                    self.marked(node, cycle, (pc, word, polled, around), news);
                }
            }
            EventKind::DmaStarted { first, command } => {
                let Some(node) = self.array.rank(event.node) else { return };
                let Some(to) = self.array.rank(command.dst) else { return };
                let tag = PacketTag { source: event.node, number: first.wrapping_add(command.packets() - 1) };
                if core::mem::take(&mut self.nodes[node].data) {
                    self.data_sent(node, to, tag);
                } else if let Some(envelope) = self.nodes[node].staged.take() {
                    let end = (command.remote as u32).wrapping_add(command.words * 4);
                    let number = self.message(node, to, end, cycle, envelope, news);
                    self.flights.insert(tag, (Flight::Envelope, number));
                }
            }
            EventKind::DmaDelivered { tag } => match self.flights.remove(&tag) {
                Some((Flight::Envelope, number)) => {
                    if let Some(open) = self.open.get_mut(&number) {
                        open.message.arrived = Some(cycle);
                    }
                }
                Some((Flight::Data, number)) => self.delivered(number, cycle, news),
                None => {}
            },
            EventKind::Halted { .. } => {
                if let Some(node) = self.array.rank(event.node) {
                    news(self, node, MpiNews::Halted);
                }
            }
            _ => {}
        }
    }

    fn marked(
        &mut self,
        node: usize,
        cycle: Cycle,
        (pc, word, polled, around): (u32, u32, u64, [u32; 5]),
        news: News<'_>,
    ) {
        if core::mem::take(&mut self.nodes[node].names_region) {
            let name = self.name_at(node, word);
            return news(self, node, MpiNews::RegionBegan(name));
        }
        let function = match word {
            BEGIN | END => self.function_of(node, pc),
            _ => None,
        };
        let state = &mut self.nodes[node];
        match (word, function) {
            (BEGIN, Some(function)) => {
                state.depth += 1;
                if state.depth == 1 {
                    (state.function, state.begin, state.polled) = (function, cycle, polled);
                    let call = MpiCall { function, begin: cycle, end: cycle, waited: 0 };
                    news(self, node, MpiNews::Began(call));
                }
            }
            // A call that finds an error leaves through a function that others have in common.
            (END, found) if found.is_some() || state.depth > 0 => {
                // The start of a call may have been before the first event.
                let was = state.depth;
                state.depth = was.saturating_sub(1);
                if was == 1 {
                    let (function, begin, waited) = (state.function, state.begin, polled.saturating_sub(state.polled));
                    news(self, node, MpiNews::Ended(MpiCall { function, begin, end: cycle, waited }));
                }
            }
            (REGION_BEGIN, _) if state.depth == 0 => state.names_region = true,
            (REGION_END, _) if state.depth == 0 => news(self, node, MpiNews::RegionEnded),
            _ if state.depth == 0 => news(self, node, MpiNews::Marked(word)),
            _ => self.marked_inside(node, cycle, word, around, news),
        }
    }

    /// A mark of MPIMC within a call.
    fn marked_inside(&mut self, node: usize, cycle: Cycle, word: u32, around: [u32; 5], news: News<'_>) {
        let staged = self.program_of.get(node).and_then(|of| *self.staged.get(*of)?);
        let ranks = self.nodes.len();
        let state = &mut self.nodes[node];
        let addr = word & !3;
        if self.functions.get(usize::from(state.function)).is_some_and(|name| name == INIT) {
            // A function of the program with this name may mark any word.
            if (word as usize) < ranks {
                state.rank = word;
            }
        } else if word == DATA {
            state.data = true;
        } else if word == OWN_DATA {
            let first = self.taken.get_mut(&(node, node)).and_then(VecDeque::pop_front);
            first.into_iter().for_each(|number| self.delivered(number, cycle, news));
        } else if staged.is_some_and(|start| word >= start && word - start < STAGED_BYTES) {
            state.staged = Some(around);
        } else {
            match word & 3 {
                // An operation waits for room, or it has waited and is sent now.
                1 => match state.queued.remove(&addr) {
                    None => {
                        state.queued.insert(addr, (state.begin, state.function));
                    }
                    queued => state.from_queue = queued,
                },
                2 => {
                    if let Some(envelope) = state.staged.take() {
                        let number = self.message(node, node, addr, cycle, envelope, news);
                        if let Some(open) = self.open.get_mut(&number) {
                            open.message.arrived = Some(cycle);
                        }
                    }
                }
                3 => match state.aside.take() {
                    None => state.aside = self.places.remove(&(node, addr)),
                    Some(number) => {
                        self.places.insert((node, addr), number);
                    }
                },
                _ => {
                    if let Some(number) = self.places.remove(&(node, addr)) {
                        self.matched(number, node, cycle, news);
                    }
                }
            }
        }
    }

    /// A new message whose envelope ends at an address of its destination.
    fn message(
        &mut self,
        from: usize,
        to: usize,
        end: u32,
        cycle: Cycle,
        [long_bytes, _, label, info, _]: [u32; 5],
        news: News<'_>,
    ) -> u64 {
        let state = &mut self.nodes[from];
        let (begin, function) = state.from_queue.take().unwrap_or((state.begin, state.function));
        // The context of collective operations is odd.
        let tag = (label >> 16 & 1 == 0).then_some(label as u16);
        let message = MpiMessage {
            source: state.rank,
            destination: self.rank(to),
            tag,
            communicator: (label >> 17) as u16,
            bytes: if info & LONG == 0 { info } else { long_bytes },
            function,
            begun: begin,
            sent: cycle,
            arrived: None,
            matched: None,
            receive: None,
            delivered: None,
        };
        let number = self.sent;
        self.sent += 1;
        self.open.insert(number, Open { message, from, to, long: info & LONG != 0 });
        self.places.insert((to, end), number);
        news(self, from, MpiNews::Sent(message));
        number
    }

    /// A receive of a node takes a message.
    fn matched(&mut self, number: u64, node: usize, cycle: Cycle, news: News<'_>) {
        let (function, begin) = (self.nodes[node].function, self.nodes[node].begin);
        let Some(open) = self.open.get_mut(&number) else { return };
        open.message.matched = Some(cycle);
        open.message.receive = Some((function, begin));
        let Open { message, from, to, long } = *open;
        news(self, node, MpiNews::Matched(message));
        if long {
            self.taken.entry((from, to)).or_default().push_back(number);
        } else {
            self.delivered(number, cycle, news);
        }
    }

    /// A node has started the last DMA of the long message that was taken first.
    fn data_sent(&mut self, from: usize, to: usize, tag: PacketTag) {
        if let Some(number) = self.taken.get_mut(&(from, to)).and_then(VecDeque::pop_front) {
            self.flights.insert(tag, (Flight::Data, number));
        }
    }

    fn delivered(&mut self, number: u64, cycle: Cycle, news: News<'_>) {
        let Some(Open { mut message, to, .. }) = self.open.remove(&number) else { return };
        message.delivered = Some(cycle);
        news(self, to, MpiNews::Delivered(message));
    }
}
