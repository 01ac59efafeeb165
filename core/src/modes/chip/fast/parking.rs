//! The words that a polling core waits for.
//!
//! A core in a polling loop repeats identical iterations until a word that the loop reads is written. These words are
//! found by executing one more iteration. The core is then parked (`lookahead.rs`): whatever else arrives at its
//! node, it is not simulated until the very cycle in which one of these words is written.

use super::burst::Meanwhile;
use crate::base::Cycle;
use crate::isa::{Class, Op, row};
use crate::mem::{AddressMap, Target, Words};
use crate::modes::chip::parts::Surroundings;
use crate::modes::chip::parts::registers::reg;
use crate::modes::chip::parts::{ComputeNode, Incc, Processor};
use crate::net::FlitKind;

/// Loops with longer iterations are not parked.
const LONGEST_ITERATION: Cycle = 1024;
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
        values.iter_mut().zip(&self.few[..self.count]).for_each(|(value, offset)| *value = node.memory.word(*offset));
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
        let few = watched.more == Words::default() && !watched.registers && !node.text_written;
        few.then(|| Self { rank, watched, values: watched.values(node), processor: node.processor.clone() })
    }

    /// The words that the core waits for, if it is unchanged since: nothing has been executed or edited, and neither
    /// the text nor a word that its loop reads has been written.
    pub(super) fn stays_parked(&self, nodes: &[ComputeNode]) -> Option<Watched> {
        let node = nodes.get(self.rank as usize)?;
        let same = !node.text_written && node.processor == self.processor && self.watched.values(node) == self.values;
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
    pub(super) fn watched(&mut self, around: &Surroundings<'_>, meanwhile: &Meanwhile) -> Option<Watched> {
        let iteration = self.processor.watch.iteration().filter(|iteration| *iteration <= LONGEST_ITERATION)?;
        let before = self.processor.clone();
        let mut watched = Watched::default();
        let end = around.cycle + iteration;
        let goes_round = (around.cycle..end)
            .all(|cycle| self.watch_one(&Surroundings { cycle, ..*around }, meanwhile, &mut watched).is_some());
        let after = core::mem::replace(&mut self.processor, before);
        let before = &self.processor;
        let same = goes_round
            && (after.pc, after.next_pc) == (before.pc, before.next_pc)
            && after.registers == before.registers
            && after.polls_for_ever(end)
            && after.watch.iteration() == Some(iteration);
        same.then_some(watched)
    }

    /// Executes one instruction and records the words it reads. `None` if it does anything else.
    fn watch_one(&mut self, around: &Surroundings<'_>, meanwhile: &Meanwhile, watched: &mut Watched) -> Option<()> {
        let map = &around.image.map;
        let instr = self.fetch(around).ok()?;
        watched.code.include(map.wrap(self.processor.pc));
        let bytes = match instr.op {
            Op::Lw | Op::Lh | Op::Lhu | Op::Lb | Op::Lbu | Op::Lwc1 => 4,
            Op::Ldc1 => 8,
            Op::Syscall => return None,
            op if matches!(row(op).class, Class::Load | Class::Store) => return None,
            _ => 0,
        };
        if bytes > 0 {
            match map.resolve(self.processor.get(instr.rs).wrapping_add(instr.imm), 1).ok()? {
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
        self.execute(around).ok()
    }
}
