//! Requests of MPI: does the program use the buffer of a send or receive that has not ended, and does it call `MPI_Finalize`?
//!
//! MPIMC keeps its requests in a table (core/lib/c/mpi_request.c). It is read whenever a call of MPI has ended: an operation that is
//! new there was begun by that call, and one that is no more there, or idle, has ended. So it does not matter which function ended it,
//! nor where the program keeps its requests.

use super::findings::{Kind, Site, Touch};
use crate::{Machine, Mpi, MpiNews};
use alloc::vec::Vec;
use mcore_cpu::program::Program;
use mcore_toolchain::mpi::{
    DONE, INIT, LAYOUTS, PROC_NULL, REQUEST_PLACES, REQUESTS, RUN_BYTES, SEEN, layout, operation, run,
};

/// MPIMC's table of requests, and the number of its places.
const TABLE: [&str; 2] = [REQUESTS, REQUEST_PLACES];
/// Maximum number of places of the table that are looked at.
const MAX_PLACES: u32 = 4096;
/// Maximum number of parts of a buffer that are followed; of one with more, nothing is reported.
const MAX_PARTS: usize = 1 << 16;
/// The functions that begin operations, and the one for all others.
const BEGIN: [&str; 23] = [
    "MPI_Isend",
    "MPI_Issend",
    "MPI_Irsend",
    "MPI_Irecv",
    "MPI_Imrecv",
    "MPI_Start",
    "MPI_Startall",
    "MPI_Rput",
    "MPI_Rget",
    "MPI_Raccumulate",
    "MPI_Rget_accumulate",
    "MPI_Ibcast",
    "MPI_Igather",
    "MPI_Iscatter",
    "MPI_Iscatterv",
    "MPI_Iallgather",
    "MPI_Ialltoall",
    "MPI_Ireduce",
    "MPI_Iallreduce",
    "MPI_Iscan",
    "MPI_Iexscan",
    "MPI_Ireduce_scatter",
    "MPI_Ireduce_scatter_block",
];
const OTHER: &str = "MPI";

/// Bytes from a first one up to the one after the last.
type Bytes = (u32, u32);

/// An operation that has begun and not ended.
struct Open {
    place: u32,
    function: &'static str,
    site: Site,
    receives: bool,
    /// Its bytes, in order, without those between its elements.
    parts: Vec<Bytes>,
}

#[derive(Default)]
struct Node {
    /// In a call of MPI: then MPI itself copies.
    inside: bool,
    /// All bytes of open buffers are in here.
    around: Bytes,
    open: Vec<Open>,
    /// The call of `MPI_Init`, until one of `MPI_Finalize` begins.
    started: Option<Site>,
    /// The last instruction of the program's own.
    own: Option<Site>,
}

/// Follows the requests of all nodes.
pub struct Requests {
    nodes: Vec<Node>,
    /// Calls that have ended in this cycle: the node, the function, the call.
    ended: Vec<(usize, &'static str, Site)>,
    /// Uses in this cycle of buffers that were open when a call of MPI ended last: the node, the place in the table.
    uses: Vec<UseOf>,
}

/// A finding: its kind, where it shows, where the operation began.
pub type Found = (Kind, Site, Site);

/// A use of an open buffer: the node, the place in the table, the finding.
type UseOf = (usize, u32, Found);

impl Requests {
    /// For a number of nodes.
    pub fn new(nodes: usize) -> Self {
        Self { nodes: (0..nodes).map(|_| Node::default()).collect(), ended: Vec::new(), uses: Vec::new() }
    }

    /// True if a core is in a call of MPI, or no operation is open there: its accesses need no look.
    #[inline]
    pub fn is_quiet(&self, rank: u32) -> bool {
        self.nodes.get(rank as usize).is_none_or(|node| node.inside || node.open.is_empty())
    }

    /// A node has executed an instruction of the program's own.
    #[inline]
    pub fn own(&mut self, rank: u32, site: Site) {
        if let Some(node) = self.nodes.get_mut(rank as usize) {
            node.own = Some(site);
        }
    }

    /// News of a node, whose call is at `site`.
    pub fn take(&mut self, mpi: &Mpi, rank: usize, news: &MpiNews, site: Option<Site>) {
        let Some(node) = self.nodes.get_mut(rank) else { return };
        match news {
            MpiNews::Began(call) => {
                node.inside = true;
                if mpi.function(call.function) == "MPI_Finalize" {
                    node.started = None;
                }
            }
            MpiNews::Ended(call) => {
                node.inside = false;
                let name = mpi.function(call.function);
                if matches!(name, INIT | "MPI_Init_thread") {
                    node.started = site;
                }
                if let Some(site) = site {
                    let function = BEGIN.into_iter().find(|known| *known == name).unwrap_or(OTHER);
                    self.ended.push((rank, function, site));
                }
            }
            _ => {}
        }
    }

    /// A core has halted: the finding, if it is between `MPI_Init` and `MPI_Finalize`.
    pub fn halted(&mut self, rank: usize) -> Option<Found> {
        let node = self.nodes.get_mut(rank)?;
        Some((Kind::NoFinalize, node.own?, node.started.take()?))
    }

    /// Looks at the tables of the nodes on which a call of MPI has ended in the last cycle, or an open buffer was used. `found` gets
    /// the findings.
    #[inline]
    pub fn look(&mut self, machine: &Machine, mut found: impl FnMut(Found)) {
        while let Some((rank, function, site)) = self.ended.pop() {
            self.look_at(machine, rank, function, site);
        }
        while let Some((rank, place, finding)) = self.uses.pop() {
            // A few functions end a request without a mark.
            let now = Memory { machine, rank }.operations(&machine.image(rank).program);
            if now.iter().any(|(other, _)| *other == place) {
                found(finding);
            } else if let Some(node) = self.nodes.get_mut(rank) {
                node.open.retain(|open| open.place != place);
            }
        }
    }

    fn look_at(&mut self, machine: &Machine, rank: usize, function: &'static str, site: Site) {
        let Some(node) = self.nodes.get_mut(rank) else { return };
        let memory = Memory { machine, rank };
        let now = memory.operations(&machine.image(rank).program);
        node.open.retain(|open| now.iter().any(|(place, _)| *place == open.place));
        for (place, at) in now {
            if function == OTHER || node.open.iter().any(|open| open.place == place) {
                continue;
            }
            let receives = memory.byte(at, operation::RECEIVE) != 0;
            if let Some(parts) = memory.parts(at).filter(|parts| !parts.is_empty()) {
                node.open.push(Open { place, function, site, receives, parts });
            }
        }
        let all = || node.open.iter().flat_map(|open| &open.parts);
        let low = all().map(|part| part.0).min().unwrap_or(0);
        node.around = (low, all().map(|part| part.1).max().unwrap_or(low));
    }

    /// The program uses bytes of a node's memory. `whole`: only if the first byte is one of an open buffer.
    pub fn used(&mut self, rank: u32, (from, until): Bytes, touch: Touch, site: Site, whole: bool) {
        let Some(node) = self.nodes.get(rank as usize) else { return };
        if until <= node.around.0 || from >= node.around.1 {
            return;
        }
        let is_wrong = |open: &&Open| open.receives || touch.writes();
        let found = node.open.iter().filter(is_wrong).find_map(|open| {
            let next = open.parts.partition_point(|part| part.1 <= from);
            let part = open.parts.get(next).filter(|part| part.0 < until && !(whole && part.0 > from))?;
            let (addr, receives) = (from.max(part.0), open.receives);
            let kind = Kind::OpenBuffer { addr, function: open.function, receives, touch };
            Some((rank as usize, open.place, (kind, site, open.site)))
        });
        self.uses.extend(found);
    }
}

/// The memory of a node.
struct Memory<'a> {
    machine: &'a Machine,
    rank: usize,
}

impl Memory<'_> {
    fn word(&self, addr: u32) -> u32 {
        self.machine.peek(self.rank, addr & !3).unwrap_or(0)
    }

    fn field(&self, record: u32, offset: u32) -> u32 {
        self.word(record.wrapping_add(offset))
    }

    fn byte(&self, record: u32, offset: u32) -> u8 {
        (self.field(record, offset) >> (8 * (offset & 3))) as u8
    }

    /// The operations that have begun: the place of each in the table, and its address.
    fn operations(&self, program: &Program) -> Vec<(u32, u32)> {
        let [Some(table), Some(places)] = TABLE.map(|name| program.symbol(name).map(|symbol| self.word(symbol.value)))
        else {
            return Vec::new();
        };
        let all = (0..places.min(MAX_PLACES)).map(|place| (place, self.field(table, 4 * place)));
        // A prepared one that is idle has not begun; one with no rank touches nothing, but calls of all ranks have none until they end.
        let is_open = |at: u32| {
            let lasting = self.byte(at, operation::LASTING);
            let touches =
                self.field(at, operation::PEER) as i32 != PROC_NULL || self.byte(at, operation::STAGE) != DONE;
            lasting != 1 && lasting & SEEN == 0 && touches
        };
        all.filter(|(_, at)| *at != 0 && is_open(*at)).collect()
    }

    /// The bytes of an operation's buffer in order; none if they are too many.
    fn parts(&self, at: u32) -> Option<Vec<Bytes>> {
        let fields = [operation::BYTES, operation::TYPE, operation::USER, operation::COUNT];
        let [bytes, type_, user, count] = fields.map(|offset| self.field(at, offset));
        let range = |from: u32, length: u32| (from, from.saturating_add(length));
        if type_ as i32 >= 0 {
            // An access of a file has ended when its call ends, and has no buffer.
            return Some(if bytes == 0 || user == 0 { Vec::new() } else { [range(user, bytes)].into() });
        }
        let program = &self.machine.image(self.rank).program;
        let layouts = self.word(program.symbol(LAYOUTS)?.value);
        let made = self.field(layouts, 4 * (type_ >> 8 & 0x7f_ffff));
        let (extent, runs) = (self.field(made, layout::EXTENT), self.field(made, layout::LENGTH));
        let all = (count as usize).checked_mul(runs as usize).filter(|parts| made != 0 && *parts <= MAX_PARTS)?;
        let mut parts = Vec::with_capacity(all);
        for element in 0..count {
            let begin = user.wrapping_add(element.wrapping_mul(extent));
            parts.extend((0..runs).map(|number| {
                let part = made.wrapping_add(layout::RUNS + RUN_BYTES * number);
                range(begin.wrapping_add(self.field(part, run::AT)), self.field(part, run::BYTES))
            }));
        }
        parts.sort_unstable();
        Some(parts)
    }
}
