//! Latency and bandwidth of a lone operation, from the events of a run.

use super::machine::{Log, Machine};
use super::memory::Place;
use super::program::{Act, Program, SendRequest};
use super::verbs::{LOCAL_WRITE, Opcode, REMOTE_ATOMIC, REMOTE_READ, REMOTE_WRITE};
use super::{ParamError, Params, Stage};
use alloc::{sync::Arc, vec::Vec};
use mcore_base::text;
use serde::{Deserialize, Serialize};

/// An operation that a curve shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// The bare board with descriptors in internal memory.
    Put,
    /// The bare board with descriptors in host memory.
    PutHost,
    Send,
    /// RDMA Write with immediate.
    Write,
    /// RDMA Read.
    Read,
    /// Compare-and-swap of 8 bytes.
    Cas,
    /// Fetch-and-add of 8 bytes.
    Faa,
    /// A message of MPI.
    Mpi,
}

/// Points of the paper: the operation, GPU memory or not, latency in µs and bandwidth in GB/s (0: none).
pub const PAPER: [(Operation, bool, f64, f64); 13] = [
    (Operation::Put, false, 2.0, 3.5),
    (Operation::Put, true, 2.0, 2.8),
    (Operation::PutHost, false, 2.2, 3.5),
    (Operation::Send, false, 3.5, 3.5),
    (Operation::Send, true, 4.2, 2.7),
    (Operation::Write, false, 3.5, 3.5),
    (Operation::Write, true, 4.2, 2.8),
    (Operation::Read, false, 6.5, 3.5),
    (Operation::Read, true, 7.2, 2.7),
    (Operation::Cas, false, 6.5, 0.0),
    (Operation::Faa, false, 6.5, 0.0),
    (Operation::Mpi, false, 3.6, 3.5),
    (Operation::Mpi, true, 4.6, 2.6),
];

impl Operation {
    /// All of them with their words.
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::Send, "send"),
        (Self::Write, "write"),
        (Self::Read, "read"),
        (Self::Put, "put"),
        (Self::PutHost, "put-host"),
        (Self::Cas, "cas"),
        (Self::Faa, "faa"),
        (Self::Mpi, "mpi"),
    ];

    /// The operation of the verbs, if it is not the bare board.
    fn opcode(self) -> Option<Opcode> {
        Some(match self {
            Self::Put | Self::PutHost => return None,
            Self::Send | Self::Mpi => Opcode::Send,
            Self::Write => Opcode::WriteImm,
            Self::Read => Opcode::Read,
            Self::Cas => Opcode::CompareSwap,
            Self::Faa => Opcode::FetchAdd,
        })
    }
}

/// A lone operation from node 0 to node 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lone {
    pub operation: Operation,
    /// Both buffers are in GPU memory.
    pub gpu: bool,
    /// Bytes, up to 8 MiB less 64.
    pub bytes: u64,
    /// The destination begins this many bytes after a multiple of 64.
    pub shift: u64,
}

/// Most bytes of a lone operation.
pub const MAX_BYTES: u64 = (8 << 20) - 64;

impl Lone {
    /// The program of the operation.
    pub fn program(&self, params: &Params) -> Program {
        let mut program = Program::new(params.clone());
        let place = if self.gpu { Place::Gpu } else { Place::Tca };
        let rights = LOCAL_WRITE | REMOTE_WRITE | REMOTE_READ | REMOTE_ATOMIC;
        for (number, node) in program.nodes.iter_mut().take(2).enumerate() {
            let buffer = node.allocate("buf", self.bytes.max(8) + 64, place);
            let region = node.region(buffer, rights);
            node.pair(1 - number as u8);
            node.push(0, Act::Register { region });
        }
        program.join();
        let (source, destination) = (program.nodes[0].buffers[0].address, program.nodes[1].buffers[0].address);
        let rkey = program.nodes[1].regions[0].rkey;
        let destination = destination + self.shift;
        let Some(opcode) = self.operation.opcode() else {
            let internal = self.operation == Operation::Put;
            let act = Act::Put { peer: 1, source, destination, length: self.bytes, internal };
            program.nodes[0].push(0, act);
            return program;
        };
        program.nodes[1].connect(0, 0);
        if opcode.needs_receive() {
            let act = Act::PostReceive { qp: 0, wr_id: 1, address: destination, length: self.bytes };
            program.nodes[1].push(0, act);
            program.nodes[1].push(0, Act::Wait { qp: 0, count: 1 });
        }
        program.nodes[0].connect(0, 0);
        let request = SendRequest {
            wr_id: 1,
            opcode,
            address: source,
            length: self.bytes,
            signalled: true,
            immediate: 7,
            remote: destination,
            rkey,
            compare_add: 0,
            swap: 1,
            mpi: self.operation == Operation::Mpi,
        };
        program.nodes[0].push(0, Act::PostSend { qp: 0, request, list: 1 });
        program.nodes[0].push(0, Act::Wait { qp: 0, count: 1 });
        program
    }

    /// The latency in ns: until the data are there (bare board), until the receiver has its completion, or until the answer is there.
    ///
    /// # Errors
    /// The sizes do not fit, or the run did not end with success, for example because a parameter makes it too long.
    pub fn latency(&self, params: &Params) -> Result<u64, ParamError> {
        let atomic = matches!(self.operation, Operation::Cas | Operation::Faa);
        if self.bytes == 0 || self.bytes > MAX_BYTES || atomic && self.bytes != 8 {
            return Err(ParamError(text!(
                "a size is a number from 1 to {MAX_BYTES}; of an atomic operation it is 8",
                "サイズは 1 から {MAX_BYTES} までです。アトミック操作では 8 です"
            )));
        }
        let mut machine = Machine::new(Arc::new(self.program(params)));
        let mut log = Log::default();
        machine.run(&mut log);
        let answered = self.operation.opcode().is_some_and(Opcode::writes_local);
        let time = match self.operation.opcode() {
            None => log.events.iter().filter(|event| event.stage == Stage::Land).map(|event| event.end).max(),
            Some(_) => {
                let completions = machine.completions(if answered { 0 } else { 1 });
                completions.first().filter(|c| c.status == super::Status::Success).map(|c| c.at_ns)
            }
        };
        time.ok_or_else(|| {
            ParamError(text!(
                "with these parameters the operation does not end",
                "このパラメータでは操作が終わりません"
            ))
        })
    }
}

/// The end of the shortest and of the longest message at half the top bandwidth, by the simple curve alpha + n / beta, bytes.
pub fn half_bandwidth(operation: Operation, gpu: bool) -> Option<f64> {
    let (_, _, us, gb) = *PAPER.iter().find(|(of, on_gpu, ..)| (*of, *on_gpu) == (operation, gpu))?;
    (gb > 0.0).then_some(us * gb * 1000.0)
}

/// The time in ns by the simple curve alpha + n / beta with the paper's alpha and beta.
pub fn simple(operation: Operation, gpu: bool, bytes: u64) -> Option<f64> {
    let (_, _, us, gb) = *PAPER.iter().find(|(of, on_gpu, ..)| (*of, *on_gpu) == (operation, gpu))?;
    (gb > 0.0).then(|| us * 1000.0 + bytes as f64 / gb)
}

/// Powers of two from `first` to `last`.
pub fn sizes(first: u64, last: u64) -> Vec<u64> {
    core::iter::successors(Some(first.max(1)), |size| size.checked_mul(2)).take_while(|size| *size <= last).collect()
}
