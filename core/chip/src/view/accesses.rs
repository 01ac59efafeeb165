//! The loads and stores of a run, for PMNet (`docs/pmnet.md`): the accesses of the user's own program to a memory system.

use crate::{Event, EventKind, Machine, extent, kinds};
use alloc::{vec, vec::Vec};
use core::fmt::Write;
use mcore_base::{Array, Sink};
use mcore_cpu::isa::{Class, Op, row};
use mcore_cpu::mem::{AddressMap, Target};

/// A load or store of a core in a node memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreAccess {
    /// Rank of the core.
    pub rank: usize,
    /// Address of the instruction.
    pub pc: u32,
    /// True for a store.
    pub write: bool,
    /// Address of the first byte. Node memories follow each other in the order of ranks, so that an address identifies the memory.
    pub addr: u64,
    /// Bytes, at most 8.
    pub bytes: u32,
}

/// The operations that a core has computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoreWork {
    /// Floating-point operations in double precision.
    pub double: u64,
    /// Floating-point operations in single precision.
    pub single: u64,
    pub instructions: u64,
}

/// Finds the loads and stores of all cores to their node memories in the events of a run, and counts the operations of the cores.
/// Registers of the INCC are not memory, and words moved by DMAs are not accesses of a core.
#[derive(Clone, Debug)]
pub struct Accesses {
    array: Array,
    /// By rank.
    maps: Vec<AddressMap>,
    work: Vec<CoreWork>,
}

impl Accesses {
    /// The kinds of events that it needs.
    pub const WANTS: u32 = kinds::RETIRED;

    /// Those of a machine at cycle 0.
    pub fn new(machine: &Machine) -> Self {
        let ranks = 0..machine.state.nodes.len();
        let work = vec![CoreWork::default(); ranks.len()];
        Self { array: machine.spec().array, maps: ranks.map(|rank| machine.image(rank).code.map).collect(), work }
    }

    /// The operations of each core so far, by rank.
    pub fn work(&self) -> &[CoreWork] {
        &self.work
    }

    /// Counts an event; the access, if it is one.
    pub fn take(&mut self, event: &Event) -> Option<CoreAccess> {
        let EventKind::Retired { pc, instr, addr, .. } = event.what else { return None };
        let rank = self.array.rank(event.node)?;
        let (work, (double, single)) = (&mut self.work[rank], operations(instr.op));
        work.double += double;
        work.single += single;
        work.instructions += 1;
        let write = match row(instr.op).class {
            Class::Load => false,
            Class::Store => true,
            _ => return None,
        };
        let (first, bytes) = extent(instr.op, addr);
        let map = self.maps[rank];
        let Ok(Target::Memory(offset)) = map.resolve(first, 1) else { return None };
        Some(CoreAccess { rank, pc, write, addr: rank as u64 * u64::from(map.size) + u64::from(offset), bytes })
    }
}

/// Takes the events of a run and writes the accesses of all cores, in the order of their cycles, in the `generic` format:
/// `thread R|W address size`. A thread is a core's rank. If `out` cannot be written to, it has to remember that itself: the run
/// continues.
pub struct AccessTrace<W> {
    accesses: Accesses,
    /// The output.
    pub out: W,
}

impl<W: Write> AccessTrace<W> {
    /// The trace of a machine at cycle 0, written to `out`.
    pub fn new(machine: &Machine, out: W) -> Self {
        Self { accesses: Accesses::new(machine), out }
    }

    /// Writes the operations that each core has computed: `# flops DOUBLE SINGLE INSTRUCTIONS thread`.
    pub fn finish(&mut self) {
        for (rank, work) in self.accesses.work().iter().enumerate() {
            let CoreWork { double, single, instructions } = work;
            let _ = writeln!(self.out, "# flops {double} {single} {instructions} {rank}");
        }
    }
}

/// Floating-point operations of an instruction: in double precision and in single precision.
const fn operations(op: Op) -> (u64, u64) {
    match op {
        Op::AddD | Op::SubD | Op::MulD | Op::DivD | Op::SqrtD => (1, 0),
        Op::AddS | Op::SubS | Op::MulS | Op::DivS | Op::SqrtS => (0, 1),
        Op::MaddD | Op::MsubD | Op::NmaddD | Op::NmsubD => (2, 0),
        Op::MaddS | Op::MsubS | Op::NmaddS | Op::NmsubS => (0, 2),
        _ => (0, 0),
    }
}

impl<W: Write> Sink<Event> for AccessTrace<W> {
    const WANTS: u32 = Accesses::WANTS;

    fn emit(&mut self, event: Event) {
        if let Some(CoreAccess { rank, write, addr, bytes, .. }) = self.accesses.take(&event) {
            let _ = writeln!(self.out, "{rank} {} {addr:x} {bytes}", if write { 'W' } else { 'R' });
        }
    }
}
