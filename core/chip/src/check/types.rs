//! Types of messages of MPI: does a receive want what its sender sends? And the buffers that calls of MPI are given.
//!
//! The arguments of a call are read when its function begins: registers, and words that the caller has just stored on its
//! stack. Then the observer of MPI says which message a node sends and which one it takes, and the receives of a node take
//! messages by MPI's rule: each message ends the first receive that fits. Only messages of `MPI_COMM_WORLD` are compared.
//! After something that these rules do not cover (`MPI_Cancel`, prepared receives, errors that calls return), nothing more
//! is reported of a node.

use super::findings::{Kind, Site};
use crate::{Event, Machine, Mpi, MpiMessage, MpiNews};
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use mcore_base::Cycle;
use mcore_cpu::program::Program;
use mcore_toolchain::mpi::{ANY_SOURCE, ANY_TAG, DATATYPES, FUNCTIONS, Holds, INIT, PROC_NULL, User, function};

/// The number of `MPI_COMM_WORLD`.
const WORLD: u32 = 1;
/// Stores of a core that are kept, for arguments on the stack.
const STORES: usize = 32;
/// Calls of a node that are kept for sends that wait for room, and receives that are open.
const KEPT: usize = 1024;

/// Functions after which the receives of a node cannot be followed any more.
const LOSE: [&str; 3] = ["MPI_Recv_init", "MPI_Cancel", "MPI_Comm_set_errhandler"];

/// The name of a type, if it must equal that of the other side: types that a program makes, pairs and complex numbers are made of
/// others.
fn name_of(type_: u32) -> Option<&'static str> {
    let number = type_ >> 8;
    let known = DATATYPES.iter().find(|known| known.number == number)?;
    // Bytes fit every type.
    (type_ & 0xff != 0 && known.holds != Holds::Bytes).then_some(known.name)
}

/// Bytes of a basic type; 0 for one that the program has made, since its layout is in the memory of the node.
fn bytes_of(type_: u32) -> u32 {
    type_ & 0xff
}

/// One side of a message.
#[derive(Clone, Copy, Debug)]
struct Side {
    type_: u32,
    function: &'static str,
    site: Site,
}

#[derive(Clone, Copy, Debug)]
struct Receive {
    source: u32,
    tag: u32,
    side: Side,
}

#[derive(Default)]
struct Node {
    stores: VecDeque<(u32, u32)>,
    /// The send whose call has not marked its start yet.
    pending: Option<Side>,
    /// By the start of their calls.
    sends: BTreeMap<Cycle, Side>,
    receives: VecDeque<Receive>,
    lost: bool,
}

/// Follows the messages of a run.
pub struct Types {
    mpi: Mpi,
    nodes: Vec<Node>,
    /// By source and cycle of sending, which no two messages share.
    sent: BTreeMap<(u32, Cycle), Side>,
}

/// A finding: its kind, the receive, the send.
pub type Found = (Kind, Site, Site);

/// The names of the functions that are followed, by number.
fn names() -> impl Iterator<Item = &'static str> {
    let others = LOSE.into_iter().filter(|name| function(name).is_none());
    FUNCTIONS.iter().map(|function| function.name).chain(others)
}

/// The functions that are followed, by the addresses of their first instructions.
pub fn entries(program: &Program) -> impl Iterator<Item = (u32, u8)> {
    (0u8..).zip(names()).filter_map(|(number, name)| Some((program.symbol(name)?.value, number)))
}

impl Types {
    /// For the run of a machine at cycle 0; none if its programs do not use MPI.
    pub fn new(machine: &Machine) -> Option<Self> {
        let nodes = machine.spec().array.nodes();
        let has_calls = |rank: usize| machine.image(rank).program.symbol(INIT).is_some();
        (0..nodes).any(has_calls).then(|| Self {
            mpi: Mpi::new(machine),
            nodes: (0..nodes).map(|_| Node::default()).collect(),
            sent: BTreeMap::new(),
        })
    }

    /// A core has stored a word.
    pub fn stored(&mut self, rank: u32, addr: u32, value: u32) {
        let Some(node) = self.nodes.get_mut(rank as usize) else { return };
        if node.stores.len() == STORES {
            node.stores.pop_front();
        }
        node.stores.push_back((addr, value));
    }

    /// A function begins that `site` has called. `uses` gets the bytes that it reads and writes, and whether it writes them.
    pub fn called(
        &mut self,
        rank: u32,
        function: u8,
        general: &[u32; 32],
        site: Site,
        mut uses: impl FnMut((u32, u32), bool),
    ) {
        let Some(node) = self.nodes.get_mut(rank as usize) else { return };
        let known = FUNCTIONS.get(usize::from(function));
        let Some(name) = names().nth(usize::from(function)) else { return };
        let stack = |place: u32| {
            let addr = general[29].wrapping_add(4 * place);
            node.stores.iter().rev().find(|(at, _)| *at == addr).map(|(_, value)| *value)
        };
        let argument = |place: u8| match place {
            0..4 => Some(general[4 + usize::from(place)]),
            _ => stack(place.into()),
        };
        let side = |type_: u32| Side { type_, function: name, site };
        let mut lost = node.lost || LOSE.contains(&name);
        let send = known.and_then(|function| function.send).map(argument);
        let receive = known.and_then(|function| function.receive).map(|places| places.map(argument));
        for buffer in known.into_iter().flat_map(|function| function.buffers).filter(|b| b.is_for(User::Check)) {
            if let [Some(addr), Some(count), Some(type_)] =
                [buffer.address, buffer.count, buffer.datatype].map(argument)
            {
                let bytes = bytes_of(type_).saturating_mul(count);
                uses((addr, addr.saturating_add(bytes)), buffer.written);
            }
        }
        if let Some(type_) = send {
            node.pending = type_.map(side);
        }
        match receive {
            None => {}
            Some([_, Some(peer), ..]) if peer as i32 == PROC_NULL => {}
            Some([Some(type_), Some(source), Some(tag), Some(comm)]) if comm == WORLD => {
                node.receives.push_back(Receive { source, tag, side: side(type_) });
            }
            Some([_, _, _, Some(comm)]) if comm != WORLD => {}
            Some(_) => lost = true,
        }
        node.lost = lost || node.receives.len() > KEPT;
    }

    /// Takes in an event; the finding that it gives. `all` gets the news too.
    pub fn take(&mut self, event: &Event, all: &mut dyn FnMut(&Mpi, usize, &MpiNews)) -> Option<Found> {
        let Self { mpi, nodes, sent } = self;
        let mut found = None;
        mpi.take(event, &mut |mpi, node, news| {
            all(mpi, node, &news);
            let Some(node) = nodes.get_mut(node) else { return };
            match news {
                MpiNews::Began(call) => {
                    if let Some(side) = node.pending.take() {
                        if node.sends.len() == KEPT {
                            node.sends.pop_first();
                        }
                        node.sends.insert(call.begin, side);
                    }
                }
                MpiNews::Sent(message) if of_world(&message) => {
                    if let Some(side) = node.sends.get(&message.begun) {
                        sent.insert((message.source, message.sent), *side);
                    }
                }
                MpiNews::Matched(message) if of_world(&message) => {
                    let send = sent.remove(&(message.source, message.sent));
                    let receive = node.receive_of(&message);
                    if let (Some(send), Some(receive)) = (send, receive) {
                        found = compare(&message, send, receive);
                    }
                }
                _ => {}
            }
        });
        found
    }
}

impl Node {
    /// The receive that a message ends.
    fn receive_of(&mut self, message: &MpiMessage) -> Option<Side> {
        let tag = u32::from(message.tag?);
        let fits = |r: &Receive| {
            [ANY_SOURCE as u32, message.source].contains(&r.source) && [ANY_TAG as u32, tag].contains(&r.tag)
        };
        let found = self.receives.iter().position(fits).filter(|_| !self.lost);
        let receive = found.and_then(|at| self.receives.remove(at));
        self.lost |= receive.is_none();
        receive.map(|receive| receive.side)
    }
}

fn of_world(message: &MpiMessage) -> bool {
    message.tag.is_some() && message.communicator == WORLD as u16
}

fn compare(message: &MpiMessage, send: Side, receive: Side) -> Option<Found> {
    let (sent, wanted) = (name_of(send.type_)?, name_of(receive.type_)?);
    let (from, sender, receiver) = (message.source, send.function, receive.function);
    (sent != wanted).then_some((Kind::Types { from, sent, wanted, sender, receiver }, receive.site, send.site))
}
