//! Runs the only core that is live while nothing else happens, and counts its instructions: what statistics need of such
//! cycles, in one piece.

use super::burst::Meanwhile;
use super::machine::Machine;
use crate::observe::Stretch;
use crate::parts::{Outcome, Phase, Stall, Surroundings};
use mcore_base::Cycle;
use mcore_cpu::processor::{Counts, Records};

/// Fewer cycles are not worth the preparation.
const SHORT: Cycle = 64;

impl Machine {
    /// Executes instructions up to cycle `until` at most, as repeated calls of [`Machine::step`] would, if only one core
    /// is live, it does not poll, and no other part has anything to do. `None`, and nothing changes, if this is not so.
    pub fn stretch(&mut self, until: Cycle) -> Option<Stretch> {
        let from = self.state.cycle;
        let until = until.min(self.spec.cycle_limit - 1).min(self.state.memory_check);
        if self.state.quiet_since.is_none() || self.state.phase != Phase::Running || until < from + SHORT {
            return None;
        }
        let mut live = self.state.nodes.iter().enumerate().filter(|(_, node)| node.core.processor.is_live());
        let (Some((rank, node)), None) = (live.next(), live.next()) else { return None };
        let (image, changed) = (node.image as usize, node.core.processor.text_written);
        if changed || node.core.processor.polling().is_some() || self.image(rank).probe.is_some() || !self.others_idle()
        {
            return None;
        }
        let chip = &mut self.chip;
        let around = Surroundings { spec: &chip.spec, image: &chip.images[image], cycle: from };
        let node = &mut chip.state.nodes[rank];
        node.core.processor.watch.tick(from);
        let text = around.image.code.text();
        let mut counts = Counts::new(text.len());
        let most = u32::try_from(until - from).unwrap_or(u32::MAX);
        // A trap leaves everything as it was before its instruction, which the plain step then executes again.
        let records = Records { counts: Some(&mut counts), log: None };
        let (core, mut bus, now) = node.divide(&around);
        let (executed, _) = core.segment(now, most, false, &mut bus, &Meanwhile::default(), records);
        if executed == 0 {
            return None;
        }
        let ops = counts.finish(text);
        let cycles = Cycle::from(executed);
        node.core.processor.count_segment(executed, false);
        let polls = node.core.processor.polling().is_some();
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
