//! The words that a polling core waits for.
//!
//! A core in a polling loop repeats identical iterations until a word that the loop reads is written. These words are
//! found by executing one more iteration. The core is then parked (`lookahead.rs`): whatever else arrives at its
//! node, it is not simulated until the very cycle in which one of these words is written.
//!
//! A core in `sleep` of the C library is parked, too, until the iteration in which it can wake.

use super::burst::Meanwhile;
use super::record::Record;
use crate::parts::registers::reg;
use crate::parts::{Chip, ComputeNode, Incc, Processor, Surroundings};
use alloc::vec::Vec;
use mcore_base::Cycle;
use mcore_cpu::isa::{Class, Op, decode, row};
use mcore_cpu::mem::{AddressMap, Target, Words};
use mcore_net::FlitKind;

/// Loops with longer iterations are not parked.
const LONGEST_ITERATION: Cycle = 1024;
/// The loop of `sleep` and `usleep` in `core/lib/c/unistd.s`, from its head to its delay slot: it ends when the cycle counter
/// has reached the number in `$a0` (lower half) and `$a1`.
const SLEEP: [u32; 11] = [
    0x8c03_ff2c, // lw    $v1, CYCLE_HI($zero)
    0x8c02_ff28, // lw    $v0, CYCLE_LO($zero)
    0x0065_402b, // sltu  $t0, $v1, $a1
    0x0065_1826, // xor   $v1, $v1, $a1
    0x2c63_0001, // sltiu $v1, $v1, 1
    0x0044_102b, // sltu  $v0, $v0, $a0
    0x0043_1024, // and   $v0, $v0, $v1
    0x0102_4025, // or    $t0, $t0, $v0
    0x0000_1821, // addu  $v1, $zero, $zero
    0x1500_fff6, // bne   $t0, $zero, the head
    0x0000_1021, // addu  $v0, $zero, $zero
];
/// A core that sleeps for fewer cycles is not parked.
const SHORTEST_SLEEP: Cycle = 256;
/// The number of words kept exactly; of more, only the range from the lowest to the highest is known.
const FEW: usize = 4;

/// The words of node memory that a polling loop reads, including its own instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Watched {
    code: Words,
    few: [u32; FEW],
    count: usize,
    more: Words,
    /// It also reads registers of the node's devices.
    registers: bool,
    /// The loop waits for a time: the first cycle of the iteration in which it can end.
    pub(super) until: Option<Cycle>,
}

impl Watched {
    /// True if the loop reads the word at an offset.
    #[inline]
    pub(super) fn has(&self, offset: u32) -> bool {
        self.few[..self.count].contains(&offset) || self.code.has(offset) || self.more.has(offset)
    }

    /// The values of the exactly kept words in a node.
    fn values(&self, node: &ComputeNode) -> [u32; FEW] {
        let mut values = [0; FEW];
        values
            .iter_mut()
            .zip(&self.few[..self.count])
            .for_each(|(value, offset)| *value = node.core.memory.word(*offset));
        values
    }

    fn insert(&mut self, offset: u32) {
        if self.has(offset) {
            return;
        }
        match self.few.get_mut(self.count) {
            Some(free) => {
                *free = offset;
                self.count += 1;
            }
            None => self.more.include(offset),
        }
    }
}

/// A core that was parked when the machine stopped.
#[derive(Debug)]
pub(super) struct ParkedCore {
    pub(super) rank: u32,
    watched: Watched,
    /// The values of the words that its loop reads, and its processor, at that time.
    values: [u32; FEW],
    processor: Processor,
}

impl ParkedCore {
    /// `None` if checking later whether the core is still parked would take more than a few reads.
    pub(super) fn new(rank: u32, watched: Watched, nodes: &[ComputeNode]) -> Option<Self> {
        let node = &nodes[rank as usize];
        let few = watched.more == Words::default() && !watched.registers && !node.core.processor.text_written;
        few.then(|| Self { rank, watched, values: watched.values(node), processor: node.core.processor.clone() })
    }

    /// The words that the core waits for, if it is unchanged since: nothing has been executed or edited, and neither
    /// the text nor a word that its loop reads has been written.
    pub(super) fn stays_parked(&self, nodes: &[ComputeNode]) -> Option<Watched> {
        let node = nodes.get(self.rank as usize)?;
        let same = !node.core.processor.text_written
            && node.core.processor == self.processor
            && self.watched.values(node) == self.values;
        same.then_some(self.watched)
    }
}

impl Incc {
    /// Offset of the word that the next *update* writes to node memory, if it does.
    #[inline]
    pub(super) fn next_written(&self, map: &AddressMap) -> Option<u32> {
        match (&self.input, &self.receiving) {
            (Some(flit), Some(packet)) if flit.kind() == FlitKind::Data => Some(map.wrap(packet.addr as u32)),
            _ => None,
        }
    }
}

impl ComputeNode {
    /// The words that the core, which has just been found to poll, waits for. `None` if the next iteration of its loop
    /// is not, or may not be, identical to the last, or reads something that is not tracked here. Changes nothing.
    #[cold]
    pub(super) fn watched(
        &mut self,
        around: &Surroundings<'_>,
        meanwhile: &Meanwhile,
        record: Option<&mut Record>,
    ) -> Option<Watched> {
        let iteration = self.core.processor.watch.iteration().filter(|iteration| *iteration <= LONGEST_ITERATION)?;
        let before = self.core.processor.clone();
        let mut watched = Watched::default();
        let end = around.cycle + iteration;
        let mut executed: Vec<(u32, Op)> = Vec::new();
        let goes_round = (around.cycle..end).all(|cycle| {
            let pc = self.core.processor.pc;
            let op = self.watch_one(&Surroundings { cycle, ..*around }, meanwhile, &mut watched);
            if record.is_some() {
                executed.extend(op.map(|op| (pc, op)));
            }
            op.is_some()
        });
        let after = core::mem::replace(&mut self.core.processor, before);
        let before = &self.core.processor;
        let same = goes_round
            && (after.pc, after.next_pc) == (before.pc, before.next_pc)
            && after.registers == before.registers
            && after.polls_for_ever(end)
            && after.watch.iteration() == Some(iteration);
        if let Some(record) = record.filter(|_| same) {
            record.park(around.cycle, Chip::wait_of(before), executed.into_iter());
        }
        same.then_some(watched)
    }

    /// The time for which the core, which has just been found to poll, sleeps in the C library, if that is not before cycle
    /// `end`. Changes nothing.
    #[cold]
    pub(super) fn sleeps(&self, around: &Surroundings<'_>, end: Cycle, record: Option<&mut Record>) -> Option<Watched> {
        let p = &self.core.processor;
        let map = &around.image.code.map;
        let (iteration, now) = (SLEEP.len() as Cycle, around.cycle);
        let head = map.wrap(p.pc);
        let is_there = |(i, word): (usize, &u32)| self.core.memory.word(head + 4 * i as u32) == *word;
        let fits = head.checked_add(4 * SLEEP.len() as u32).is_some_and(|end| end <= map.size);
        let same = p.watch.iteration() == Some(iteration)
            && p.next_pc == p.pc.wrapping_add(4)
            && p.linked.is_none()
            && !self.core.processor.text_written
            && fits
            && SLEEP.iter().enumerate().all(is_there);
        if !same {
            return None;
        }
        let time = u64::from(p.get(5)) << 32 | u64::from(p.get(4));
        // An iteration reads the counter in its first two cycles, and reads no number above the last of them.
        let whole = time.checked_sub(now + 2)? / iteration + 1;
        let until = whole.checked_mul(iteration).and_then(|cycles| cycles.checked_add(now)).unwrap_or(Cycle::MAX - 1);
        if until < end.max(now + SHORTEST_SLEEP) {
            return None;
        }
        let mut watched = Watched { registers: true, until: Some(until), ..Watched::default() };
        (0..SLEEP.len() as u32).for_each(|i| watched.code.include(head + 4 * i));
        if let Some(record) = record {
            let instructions = SLEEP.iter().zip((p.pc..).step_by(4));
            record.park(now, Chip::wait_of(p), instructions.map(|(word, pc)| (pc, decode(*word).op)));
        }
        Some(watched)
    }

    /// Executes one instruction and notes the words it reads. Returns its opcode; `None` if it does anything else.
    fn watch_one(&mut self, around: &Surroundings<'_>, meanwhile: &Meanwhile, watched: &mut Watched) -> Option<Op> {
        let map = &around.image.code.map;
        let instr = self.fetch(around).ok()?;
        watched.code.include(map.wrap(self.core.processor.pc));
        let bytes = match instr.op {
            Op::Lw | Op::Lh | Op::Lhu | Op::Lb | Op::Lbu | Op::Lwc1 => 4,
            Op::Ldc1 => 8,
            Op::Syscall => return None,
            op if matches!(row(op).class, Class::Load | Class::Store) => return None,
            _ => 0,
        };
        if bytes > 0 {
            match map.resolve(self.core.processor.get(instr.rs).wrapping_add(instr.imm), 1).ok()? {
                Target::Memory(offset) => {
                    for word in (offset & !3..(offset & !3) + bytes).step_by(4) {
                        if meanwhile.arriving.has(word) {
                            return None;
                        }
                        watched.insert(word);
                    }
                }
                Target::Register(reg::INCC_STATUS) if meanwhile.sending => return None,
                Target::Register(_) => watched.registers = true,
            }
        }
        self.execute(around).ok().map(|()| instr.op)
    }
}
