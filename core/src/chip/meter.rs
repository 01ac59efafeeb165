//! What a run adds up: running totals, and readings of them while the machine runs ahead.

use super::Machine;
use super::ahead::Ahead;
use crate::base::Cycle;

/// What the cycles of a run were used for so far; the difference of two of these tells of the cycles between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Instructions executed outside polling loops: core-cycles spent computing.
    pub computing: u64,
    /// Instructions of polling loops: core-cycles spent waiting.
    pub polling: u64,
    /// Core-cycles in which the core did nothing any more.
    pub halted: u64,
    /// Sum over all cycles of the flits in flight.
    pub flits: u64,
    /// DMAs that cores have started.
    pub dmas: u64,
}

impl Activity {
    /// What it took to simulate it: an instruction is a unit. Turns of polling loops are mostly left out; a flit costs more the
    /// more room it has.
    pub fn work(&self) -> u64 {
        self.computing + self.polling / 4 + 4 * self.flits
    }
}

/// Somebody who reads the totals at cycles of his own choice, without holding the machine up for it.
pub trait Meter {
    /// The next cycle of which he wants to know; he wants to know nothing of cycles up to the last one that he has read of.
    fn due(&self) -> Cycle;

    /// The totals of all cycles before `cycle`, which is the one that was due.
    fn read(&mut self, cycle: Cycle, activity: &Activity);
}

/// Nobody wants to know anything.
pub(super) struct Unread;

impl Meter for Unread {
    fn due(&self) -> Cycle {
        Cycle::MAX
    }
    fn read(&mut self, _: Cycle, _: &Activity) {}
}

impl Machine {
    /// What the cycles up to now were used for.
    pub fn activity(&self) -> Activity {
        let (mut executed, mut polling, mut dmas) = (0, 0, 0);
        for node in &self.state.nodes {
            executed += node.processor.executed;
            polling += node.processor.polled;
            dmas += u64::from(node.incc.started);
        }
        let core_cycles = self.state.cycle * self.state.nodes.len() as u64;
        let (computing, halted) = (executed - polling, core_cycles - executed);
        Activity { computing, polling, halted, flits: self.state.flit_cycles, dmas }
    }
}

impl Ahead {
    /// The same between two windows: a core that is asleep has polled in each cycle that it has left out.
    pub(super) fn activity(&self, machine: &Machine) -> Activity {
        let slept: u64 = self.asleep.iter().map(|at| machine.state.cycle - at.cycle).sum();
        // Until it is caught up with, these cycles look as if it had halted.
        let told = machine.activity();
        Activity { polling: told.polling + slept, halted: told.halted - slept, ..told }
    }
}
