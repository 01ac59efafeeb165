//! The activity of the cores and the load of the links, over the whole run, as packed pictures.

use super::mpi_ranks;
use crate::{CoreTimes, Machine, Message, Mpi, MpiMessage, MpiMessages, SpaceTime};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use mcore_base::{Array, Cycle, NodeId};
use mcore_net::Port;
use serde::{Deserialize, Serialize};

/// A message of MPI.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MpiArrowView {
    /// The node that sends.
    pub source: NodeId,
    /// The node that receives.
    pub dst: NodeId,
    /// The ranks of both.
    pub ranks: (u32, u32),
    /// When it was sent.
    pub from: Cycle,
    /// When the receiver had all of it.
    pub until: Option<Cycle>,
    /// Bytes of its data.
    pub bytes: u32,
    /// Its tag, if it is no part of a collective operation.
    pub tag: Option<u16>,
    /// The function that sends it.
    pub function: String,
}

/// The messages of MPI in an interval.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MpiArrows {
    /// All, or some of them, spread evenly.
    pub messages: Vec<MpiArrowView>,
    /// One of this many messages is in `messages`: 1 if all are.
    pub every: u64,
    /// Number of all messages.
    pub total: u64,
}

impl MpiArrows {
    /// These messages, whose functions have the names that `mpi` knows.
    pub fn of(array: Array, mpi: &Mpi, messages: &MpiMessages) -> Self {
        let places: BTreeMap<u32, NodeId> = (0..array.nodes()).map(|node| (mpi.rank(node), array.node(node))).collect();
        let arrow = |message: &MpiMessage| {
            Some(MpiArrowView {
                source: *places.get(&message.source)?,
                dst: *places.get(&message.destination)?,
                ranks: (message.source, message.destination),
                from: message.posted(),
                until: message.delivered,
                bytes: message.bytes,
                tag: message.tag,
                function: mpi.function(message.function).to_string(),
            })
        };
        Self { messages: messages.iter().filter_map(arrow).collect(), every: messages.every(), total: messages.total() }
    }
}

/// Use of every core and every link over time. Shares are bytes: 0 is never, 255 is in every cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceTimeView {
    /// The first cycle.
    pub from: Cycle,
    /// Cycles covered.
    pub cycles: Cycle,
    /// Cycles per column of `cores`.
    pub per_column: Cycle,
    /// Rank by rank, column by column: share of computing, share of polling. For the rest of the cycles it had halted.
    #[serde(with = "serde_bytes")]
    pub cores: Vec<u8>,
    /// The rank of MPI of each node, if a rank map changes their order; else empty.
    #[serde(default)]
    pub ranks: Vec<u32>,
    /// Column by column: share of cycles in which the memory node made progress, share in which it waited with work to
    /// do. For the rest it was idle.
    #[serde(with = "serde_bytes")]
    pub memory: Vec<u8>,
    /// Number of columns of `cores` and of `memory`.
    pub columns: u32,
    /// Messages in flight in these cycles: all, or some of them, spread evenly.
    pub messages: Vec<Message>,
    /// One of this many messages is in `messages`: 1 if all are.
    pub every: u64,
    /// Number of all messages.
    pub total: u64,
    /// The messages of MPI in these cycles, if the program uses MPI.
    pub mpi: Option<MpiArrows>,
    /// Cycles per column of `links`.
    pub per_link_column: Cycle,
    /// Router by router (row order), output by output (north, east, south, west), column by column: share of cycles
    /// with a flit.
    #[serde(with = "serde_bytes")]
    pub links: Vec<u8>,
    /// Number of columns of `links`.
    pub link_columns: u32,
}

fn byte(thousandths: u32) -> u8 {
    (thousandths.min(1000) * 255 / 1000) as u8
}

impl SpaceTimeView {
    /// The record of a machine's run.
    pub fn of(machine: &Machine, space: &SpaceTime) -> Self {
        let array = machine.spec().array;
        let ports = [Port::North, Port::East, Port::South, Port::West];
        let links: Vec<u8> = (0..array.routers())
            .flat_map(|router| ports.into_iter().flat_map(move |port| space.link(router, port).map(byte)))
            .collect();
        Self {
            per_link_column: space.per_link_column(),
            link_columns: space.link(0, Port::East).count() as u32,
            links,
            ..Self::of_cores(machine, 0, &space.cores)
        }
    }

    /// The record of cores and messages alone, from a cycle.
    pub fn of_cores(machine: &Machine, from: Cycle, times: &CoreTimes) -> Self {
        let nodes = machine.spec().array.nodes();
        Self {
            from,
            cycles: times.cycles(),
            per_column: times.per_column(),
            columns: times.memory_node().count() as u32,
            cores: (0..nodes).flat_map(|rank| times.core(rank).flat_map(|shares| shares.map(byte))).collect(),
            memory: times.memory_node().flat_map(|shares| shares.map(byte)).collect(),
            ranks: mpi_ranks(machine),
            messages: times.messages.iter().collect(),
            every: times.messages.every(),
            total: times.messages.total(),
            ..Self::default()
        }
    }

    /// Shares of computing and polling of a rank in a column.
    pub fn core(&self, rank: usize, column: usize) -> [u8; 2] {
        pair(&self.cores, rank * self.columns as usize + column)
    }

    /// Shares of progress and waiting of the memory node in a column.
    pub fn memory_node(&self, column: usize) -> [u8; 2] {
        pair(&self.memory, column)
    }

    /// The column of a cycle, if the cycle is covered.
    pub fn column(&self, cycle: Cycle) -> Option<usize> {
        let within = cycle.checked_sub(self.from).filter(|c| *c < self.cycles)?;
        Some((within / self.per_column.max(1)) as usize)
    }

    /// Share of cycles in which a link carried a flit; `port` is 0 to 3.
    pub fn link(&self, router: usize, port: usize, column: usize) -> u8 {
        self.links.get((router * 4 + port) * self.link_columns as usize + column).copied().unwrap_or(0)
    }
}

fn pair(bytes: &[u8], index: usize) -> [u8; 2] {
    [0, 1].map(|what| bytes.get(2 * index + what).copied().unwrap_or(0))
}
