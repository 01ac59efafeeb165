//! The work of the nodes of a run: buffers, queue pairs and a list of statements for each node. Scripts, curves, records and the
//! Himeno benchmark are all made into this.

use super::Params;
use super::memory::{BASE, Place};
use super::verbs::{Opcode, QpState};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// A buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Its name in the script.
    pub name: String,
    /// Its first address.
    pub address: u64,
    /// Its bytes.
    pub length: u64,
    /// Where it is.
    pub place: Place,
}

/// A registered region: a whole buffer with rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Index of its buffer.
    pub buffer: usize,
    /// Rights, bits of [`super::verbs`].
    pub rights: u8,
    /// The key for peers.
    pub rkey: u32,
}

/// A queue pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuePair {
    pub peer: u8,
    /// The index of the queue pair of the peer, if it has one for us.
    pub other: Option<usize>,
    /// Most send requests.
    pub max_send: u32,
    /// Most receive requests.
    pub max_receive: u32,
    /// Entries of its completion queue.
    pub entries: u32,
    /// Every send request is signalled.
    pub signal_all: bool,
}

/// A send work request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SendRequest {
    /// The number that its completion has.
    pub wr_id: u64,
    /// The operation.
    pub opcode: Opcode,
    /// The local buffer.
    pub address: u64,
    /// Bytes.
    pub length: u64,
    /// A completion is wanted.
    pub signalled: bool,
    pub immediate: u32,
    /// The buffer of the peer.
    pub remote: u64,
    /// The key of that buffer.
    pub rkey: u32,
    /// The value to compare with or to add.
    pub compare_add: u64,
    /// The value to swap in.
    pub swap: u64,
    /// It is a message of MPI: the time and the rate of MPI apply.
    pub mpi: bool,
}

impl SendRequest {
    /// The Send of a message of MPI: `length` bytes from `address`, without a completion.
    pub fn of_mpi(address: u64, length: u64) -> Self {
        Self {
            wr_id: 0,
            opcode: Opcode::Send,
            address,
            length,
            signalled: false,
            immediate: 0,
            remote: 0,
            rkey: 0,
            compare_add: 0,
            swap: 0,
            mpi: true,
        }
    }
}

/// The effect of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    Fill {
        address: u64,
        length: u64,
        byte: u8,
    },
    Store {
        address: u64,
        value: u64,
    },
    Show {
        address: u64,
        length: u64,
    },
    Register {
        region: usize,
    },
    Create {
        qp: usize,
    },
    Modify {
        qp: usize,
        state: QpState,
        rnr_retry: Option<u32>,
        retry: Option<u32>,
        rnr_timer: Option<u64>,
    },
    PostReceive {
        qp: usize,
        wr_id: u64,
        address: u64,
        length: u64,
    },
    PostSend {
        qp: usize,
        request: SendRequest,
        list: u32,
    },
    PollOnce {
        qp: usize,
    },
    Wait {
        qp: usize,
        count: u32,
    },
    Barrier,
    Compute {
        ns: u64,
    },
    At {
        ns: u64,
    },
    Put {
        peer: u8,
        source: u64,
        destination: u64,
        length: u64,
        internal: bool,
    },
    /// Goes on at the statement with this index if the 8 bytes at an address are a value.
    Leave {
        address: u64,
        value: u64,
        to: usize,
    },
    /// A mark in the list of events, such as the phase of a benchmark.
    Mark {
        phase: u8,
    },
}

/// A statement with its line in the script, from 1; 0 without a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub line: u32,
    /// Its effect.
    pub act: Act,
}

/// The program of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeProgram {
    pub buffers: Vec<Buffer>,
    /// Its regions; the key of a region is its index + 1.
    pub regions: Vec<Region>,
    pub pairs: Vec<QueuePair>,
    pub statements: Vec<Statement>,
}

impl NodeProgram {
    /// Adds a buffer at the next multiple of 64; returns its index.
    pub fn allocate(&mut self, name: &str, length: u64, place: Place) -> usize {
        let end = self.buffers.last().map_or(BASE, |last| last.address + last.length);
        let address = end.div_ceil(64) * 64;
        self.buffers.push(Buffer { name: name.into(), address, length, place });
        self.buffers.len() - 1
    }

    /// Adds a region; returns its index.
    pub fn region(&mut self, buffer: usize, rights: u8) -> usize {
        let rkey = 0x100 + self.regions.len() as u32;
        self.regions.push(Region { buffer, rights, rkey });
        self.regions.len() - 1
    }

    /// Adds a queue pair with ample queues; returns its index.
    pub fn pair(&mut self, peer: u8) -> usize {
        self.pairs.push(QueuePair {
            peer,
            other: None,
            max_send: 1024,
            max_receive: 1024,
            entries: 4096,
            signal_all: false,
        });
        self.pairs.len() - 1
    }

    /// Adds a statement.
    pub fn push(&mut self, line: u32, act: Act) {
        self.statements.push(Statement { line, act });
    }

    /// Adds the statements of `connect`: create, and the three changes to RTS.
    pub fn connect(&mut self, line: u32, qp: usize) {
        self.push(line, Act::Create { qp });
        for state in [QpState::Init, QpState::Rtr, QpState::Rts] {
            self.push(line, Act::Modify { qp, state, rnr_retry: None, retry: None, rnr_timer: None });
        }
    }

    /// The buffer that holds a range.
    pub fn buffer_of(&self, address: u64, length: u64) -> Option<&Buffer> {
        self.buffers.iter().find(|buffer| {
            address >= buffer.address
                && address.checked_add(length).is_some_and(|end| end <= buffer.address + buffer.length)
        })
    }
}

/// The program of a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The machine.
    pub params: Params,
    /// A program for each board.
    pub nodes: Vec<NodeProgram>,
    /// The board of each node of the script.
    pub boards: Vec<u8>,
    /// Contents of memory at time 0: board, address, bytes.
    pub prepared: Vec<(u8, u64, Vec<u8>)>,
}

impl Program {
    /// A program without statements.
    pub fn new(params: Params) -> Self {
        let nodes = alloc::vec![NodeProgram::default(); params.nodes as usize];
        let boards = (0..params.nodes as u8).collect();
        Self { params, nodes, boards, prepared: Vec::new() }
    }

    /// The board of a node of the script; none if the machine does not have the node.
    pub fn board_of(&self, number: u64) -> Option<u8> {
        usize::try_from(number).ok().and_then(|number| self.boards.get(number)).copied()
    }

    /// The node of the script on a board.
    pub fn node_on(&self, board: u8) -> usize {
        self.boards.iter().position(|own| *own == board).unwrap_or(0)
    }

    /// Joins the queue pairs: the k-th of `a` with peer `b` and the k-th of `b` with peer `a`.
    pub fn join(&mut self) {
        for a in 0..self.nodes.len() {
            let mut seen = [0usize; 256];
            for qp in 0..self.nodes[a].pairs.len() {
                let peer = self.nodes[a].pairs[qp].peer;
                let k = seen[usize::from(peer)];
                seen[usize::from(peer)] += 1;
                let of_peer = self.nodes.get(usize::from(peer)).map_or(&[][..], |node| &node.pairs);
                let mut fitting = of_peer.iter().enumerate().filter(|(_, pair)| usize::from(pair.peer) == a);
                let other = fitting.nth(k).map(|(index, _)| index);
                self.nodes[a].pairs[qp].other = other;
            }
        }
    }
}
