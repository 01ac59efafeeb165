//! How long a run is certain not to stop: breakpoints without going cycle by cycle.
//!
//! Looking at every state costs what running ahead (`ahead.rs`) has gained. But what is to stop a run is found by that fast way
//! too, if it traps: a copy of the machine that looks out for it (`lookout.rs`) runs ahead until it ends. Up to there the machine
//! itself can run as fast, and what stops it is looked at closely in the cycles around only.

use super::machine::Machine;
use crate::base::Cycle;
use crate::chip::debug::{Stops, Trigger};
use crate::chip::parts::{Chip, Image};
use alloc::sync::Arc;

/// The copy ends with the cycle in which it traps; it can have been counted or not.
const BEFORE_THE_END: Cycle = 2;

impl Stops {
    /// True if [`Stops::quiet_until`] can say anything: breakpoints, watchpoints, cycles, and what ends a run.
    pub fn can_skip(&self) -> bool {
        let known = |t| {
            matches!(t, Trigger::Pc(_) | Trigger::Watch(..) | Trigger::Cycle(_) | Trigger::Trap | Trigger::Deadlock)
        };
        self.list().iter().all(|stop| known(stop.trigger))
    }

    /// A cycle from the machine's to `until`, up to which going forwards gives no reason to stop, if nothing comes from
    /// outside. Only for a list that [`Stops::can_skip`]s.
    pub fn quiet_until(&self, machine: &Machine, until: Cycle) -> Cycle {
        let now = machine.state.cycle;
        let cycles =
            self.list().iter().filter_map(|s| if let Trigger::Cycle(at) = s.trigger { Some(at) } else { None });
        let until = cycles.filter(|at| *at > now).fold(until, Cycle::min);
        let images: Arc<[Image]> = machine.images.iter().map(|i| i.looking_out(self, machine.spec())).collect();
        let mut copy = Machine::from(Chip { images, ..machine.chip.clone() });
        let goes_on = copy.run_until(until);
        // Where a program changes itself the decoded text is not what executes.
        if copy.state.nodes.iter().any(|node| node.text_written) {
            return now;
        }
        // The state at `until` has not been looked at: what it is about to execute may be a breakpoint.
        let last = if goes_on { until.saturating_sub(1) } else { copy.state.cycle.saturating_sub(BEFORE_THE_END) };
        last.clamp(now, until.max(now))
    }
}
