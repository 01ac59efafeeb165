//! Running totals of a run, and readings of them while the machine runs ahead.

use super::lookahead::{At, Lookahead};
use crate::parts::Chip;
use mcore_base::Cycle;

/// How the cycles of a run were used so far; the difference of two of these describes the cycles between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Instructions executed outside polling loops: core-cycles spent computing.
    pub computing: u64,
    /// Instructions of polling loops: core-cycles spent waiting.
    pub polling: u64,
    /// Core-cycles in which the core had halted.
    pub halted: u64,
    /// Sum over all cycles of the flits in flight.
    pub flits: u64,
    /// DMAs that cores have started.
    pub dmas: u64,
}

impl Activity {
    /// The cost of simulating it, in units of one instruction. Most iterations of polling loops are skipped; a flit
    /// costs more in a sparsely filled network.
    pub fn work(&self) -> u64 {
        self.computing + self.polling / 4 + 4 * self.flits
    }
}

/// A reader of the totals at cycles of its choice that does not slow down the machine.
pub trait Meter {
    /// The first cycle after `after` whose totals are needed, given that all needed ones before it have been read.
    fn due(&self, after: Cycle) -> Cycle;

    /// The totals of all cycles before `cycle`, which is the next one that was due.
    fn read(&mut self, cycle: Cycle, activity: &Activity);
}

/// A meter that reads nothing.
pub(crate) struct Unread;

impl Meter for Unread {
    fn due(&self, _: Cycle) -> Cycle {
        Cycle::MAX
    }
    fn read(&mut self, _: Cycle, _: &Activity) {}
}

/// Sums over all cores.
struct Totals {
    executed: u64,
    polled: u64,
    dmas: u64,
}

impl Totals {
    fn of(machine: &Chip) -> Self {
        let mut totals = Self { executed: 0, polled: 0, dmas: 0 };
        for node in &machine.state.nodes {
            totals.executed += node.core.processor.executed;
            totals.polled += node.core.processor.polled;
            totals.dmas += u64::from(node.incc.started);
        }
        totals
    }

    /// The activity at a cycle, if cores were parked for `slept` core-cycles before it.
    fn at(&self, cycle: Cycle, slept: u64, machine: &Chip) -> Activity {
        let core_cycles = cycle * machine.state.nodes.len() as u64;
        Activity {
            computing: self.executed - self.polled,
            polling: self.polled + slept,
            halted: core_cycles - self.executed - slept,
            flits: machine.state.flit_cycles,
            dmas: self.dmas,
        }
    }
}

impl Chip {
    /// How the cycles up to now were used.
    pub fn activity(&self) -> Activity {
        Totals::of(self).at(self.state.cycle, 0, self)
    }
}

impl Lookahead {
    /// The use of the cycles between two windows: a parked core has polled in each cycle that it has skipped.
    pub(super) fn activity(&self, machine: &Chip) -> Activity {
        let cycle = machine.state.cycle;
        Totals::of(machine).at(cycle, self.slept(cycle), machine)
    }

    /// Core-cycles before a cycle that parked cores have skipped.
    fn slept(&self, cycle: Cycle) -> u64 {
        self.parked.iter().map(|at| cycle - at.cycle).sum()
    }

    /// Records the totals at all cycles before `end` that are due in a quiet window that all awake cores have passed:
    /// in speculation, or the only one up to `lone`. No core has affected others in a cycle before the last of these.
    pub(super) fn take_readings(&mut self, machine: &Chip, end: Cycle, lone: Option<At>, meter: &dyn Meter) {
        let mut cycle = self.due;
        if cycle >= end {
            return;
        }
        let now = Totals::of(machine);
        while cycle < end {
            let (mut then, mut slept) = (Totals { ..now }, self.slept(cycle));
            for (at, polls) in self.speculation.tried().chain(lone.map(|at| (at, self.speculation.polls()))) {
                slept += cycle.saturating_sub(at.cycle);
                then.executed -= at.cycle.saturating_sub(cycle);
                for polled in polls {
                    then.polled -= polled.end.min(at.cycle).saturating_sub(polled.start.max(cycle));
                }
            }
            self.readings.push((cycle, then.at(cycle, slept, machine)));
            cycle = meter.due(cycle);
        }
    }
}
