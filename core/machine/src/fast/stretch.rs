//! Runs the only core that is live while nothing else happens, and counts its instructions: what statistics need of such
//! cycles, in one piece.

use super::burst::Meanwhile;
use super::machine::Machine;
use crate::observe::{Stall, Stretch};
use crate::parts::{Outcome, Phase, Surroundings};
use alloc::{vec, vec::Vec};
use mcore_base::Cycle;
use mcore_cpu::isa::{Instr, Op, rows};

/// Fewer cycles are not worth the preparation.
const SHORT: Cycle = 64;

/// Counts the instructions of a burst. A block is counted at its ends only; the sums are made at the end.
pub(super) struct Counts {
    /// By instruction of the text: how many blocks begin there, less those that end before it.
    changes: Vec<i64>,
    ops: Vec<u64>,
}

impl Counts {
    fn new(text: usize) -> Self {
        Self { changes: vec![0; text + 1], ops: vec![0; rows().len() + 1] }
    }

    /// The first `length` instructions of a block that begins at an index of the text; the block is executed `times` times.
    #[inline]
    pub(super) fn block(&mut self, index: usize, block: &[Instr], length: u32, times: u32) {
        if length == 0 || times == 0 {
            return;
        }
        match (self.changes.get(index), self.changes.get(index.wrapping_add(length as usize))) {
            (Some(_), Some(_)) => {
                self.changes[index] += i64::from(times);
                self.changes[index + length as usize] -= i64::from(times);
            }
            // The block is not from the text.
            _ => block.iter().take(length as usize).for_each(|instr| self.ops[instr.op as usize] += u64::from(times)),
        }
    }

    /// One instruction.
    pub(super) fn one(&mut self, op: Op) {
        self.ops[op as usize] += 1;
    }

    fn finish(mut self, text: &[Instr]) -> Vec<u64> {
        let mut times = 0;
        for (instr, change) in text.iter().zip(&self.changes) {
            times += change;
            self.ops[instr.op as usize] += times as u64;
        }
        self.ops
    }
}

impl Machine {
    /// Executes instructions up to cycle `until` at most, as repeated calls of [`Machine::step`] would, if only one core
    /// is live, it does not poll, and no other part has anything to do. `None`, and nothing changes, if this is not so.
    pub fn stretch(&mut self, until: Cycle) -> Option<Stretch> {
        let from = self.state.cycle;
        let until = until.min(self.spec.cycle_limit - 1).min(self.state.memory_check);
        if self.state.quiet_since.is_none() || self.state.phase != Phase::Running || until < from + SHORT {
            return None;
        }
        let mut live = self.state.nodes.iter().enumerate().filter(|(_, node)| node.processor.is_live());
        let (Some((rank, node)), None) = (live.next(), live.next()) else { return None };
        let (image, changed) = (node.image as usize, node.text_written);
        if changed || node.processor.polling().is_some() || self.image(rank).probe.is_some() || !self.others_idle() {
            return None;
        }
        let chip = &mut self.chip;
        let around = Surroundings { spec: &chip.spec, image: &chip.images[image], cycle: from };
        let node = &mut chip.state.nodes[rank];
        node.processor.watch.tick(from);
        let text = &around.image.text;
        let mut counts = Counts::new(text.len());
        let most = u32::try_from(until - from).unwrap_or(u32::MAX);
        // A trap leaves everything as it was before its instruction, which the plain step then executes again.
        let (executed, _) = node.segment(&around, most, false, &Meanwhile::default(), None, Some(&mut counts));
        if executed == 0 {
            return None;
        }
        let ops = counts.finish(text);
        let cycles = Cycle::from(executed);
        let polls = node.processor.polling().is_some();
        node.processor.count(cycles - u64::from(polls), false);
        node.processor.count(u64::from(polls), true);
        chip.state.cycle += cycles;
        if polls && let Some(waiting) = chip.deadlock() {
            chip.state.phase = Phase::Ended(Outcome::Deadlock(waiting));
        }
        chip.check_memory();
        let polls = if polls { chip.core_stall(rank) } else { None };
        Some(Stretch { rank, from, cycles, ops, polls })
    }

    /// True if INCCs, routers and memory node had nothing to do in the last cycle.
    fn others_idle(&self) -> bool {
        let idle = Some(Stall::Idle);
        self.state.cycle > 0
            && (0..self.state.nodes.len()).all(|rank| self.incc_stall(rank) == idle)
            && self.memory_node_stall() == idle
            && (0..self.spec.array.routers()).all(|index| self.router_stall(index) == idle)
    }
}
