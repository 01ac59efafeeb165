//! The loads and stores of a run as a trace for PMNet (`docs/pmnet.md`): the accesses of the user's own program to a
//! memory system.

use crate::{Event, EventKind, Machine, extent, kinds};
use alloc::{vec, vec::Vec};
use core::fmt::Write;
use mcore_base::{Array, Sink};
use mcore_cpu::isa::{Class, Op, row};
use mcore_cpu::mem::{AddressMap, Target};

/// The operations that a core has computed.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    double: u64,
    single: u64,
    instructions: u64,
}

/// Takes the events of a run and writes the accesses of all cores to their node memories, in the order of their cycles,
/// in the `generic` format: `thread R|W address size`. A thread is a core's rank. Node memories follow each other in
/// the order of ranks, so that an address identifies the memory. Registers of the INCC are not memory, and words moved
/// by DMAs are not accesses of a core. If `out` cannot be written to, it has to remember that itself: the run
/// continues.
pub struct AccessTrace<W> {
    array: Array,
    /// By rank.
    maps: Vec<AddressMap>,
    work: Vec<Work>,
    /// The output.
    pub out: W,
}

impl<W: Write> AccessTrace<W> {
    /// The trace of a machine at cycle 0, written to `out`.
    pub fn new(machine: &Machine, out: W) -> Self {
        let ranks = 0..machine.state.nodes.len();
        let work = vec![Work::default(); ranks.len()];
        Self { array: machine.spec().array, maps: ranks.map(|rank| machine.image(rank).code.map).collect(), work, out }
    }

    /// Writes the operations that each core has computed: `# flops DOUBLE SINGLE INSTRUCTIONS thread`.
    pub fn finish(&mut self) {
        for (rank, work) in self.work.iter().enumerate() {
            let Work { double, single, instructions } = work;
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
    const WANTS: u32 = kinds::RETIRED;

    fn emit(&mut self, event: Event) {
        let EventKind::Retired { instr, addr, .. } = event.what else { return };
        let Some(rank) = self.array.rank(event.node) else { return };
        let (work, (double, single)) = (&mut self.work[rank], operations(instr.op));
        work.double += double;
        work.single += single;
        work.instructions += 1;
        let kind = match row(instr.op).class {
            Class::Load => 'R',
            Class::Store => 'W',
            _ => return,
        };
        let (first, bytes) = extent(instr.op, addr);
        let map = self.maps[rank];
        if let Ok(Target::Memory(offset)) = map.resolve(first, 1) {
            let place = rank as u64 * u64::from(map.size) + u64::from(offset);
            let _ = writeln!(self.out, "{rank} {kind} {place:x} {bytes}");
        }
    }
}
