//! The safe horizon: how long a run is certain not to stop. It allows breakpoints without stepping cycle by cycle.
//!
//! Checking every state would cost the time that running ahead (`lookahead.rs`) saves. But the fast path can find stops
//! too, if they trap: a copy of the machine with a stop probe (`stop_probe.rs`) runs ahead until it ends. The machine
//! itself can run as fast up to there, and only the cycles around that point are checked one by one.

use super::machine::Machine;
use crate::debug::{Stops, Trigger};
use crate::parts::{Chip, Image};
use alloc::sync::Arc;
use mcore_base::Cycle;

/// The copy ends with the cycle in which it traps; that cycle may or may not have been counted.
const BEFORE_THE_END: Cycle = 2;

impl Stops {
    /// True if [`Stops::safe_until`] can handle all of these: breakpoints, watchpoints, cycles, and the ends of a run.
    pub fn can_skip(&self) -> bool {
        let known = |t| {
            matches!(t, Trigger::Pc(_) | Trigger::Watch(..) | Trigger::Cycle(_) | Trigger::Trap | Trigger::Deadlock)
        };
        self.list().iter().all(|stop| known(stop.trigger))
    }

    /// A cycle from the machine's to `until`, up to which advancing gives no reason to stop, if there is no edit from
    /// outside. Only for a list that [`Stops::can_skip`]s.
    pub fn safe_until(&self, machine: &Machine, until: Cycle) -> Cycle {
        let now = machine.state.cycle;
        let cycles =
            self.list().iter().filter_map(|s| if let Trigger::Cycle(at) = s.trigger { Some(at) } else { None });
        let until = cycles.filter(|at| *at > now).fold(until, Cycle::min);
        let images: Arc<[Image]> = machine.images.iter().map(|i| i.with_stop_probe(self)).collect();
        let mut copy = Machine::from(Chip { images, ..machine.chip.clone() });
        let goes_on = copy.run_until(until);
        // If a program modifies itself, the decoded text is not what executes.
        if copy.state.nodes.iter().any(|node| node.core.processor.text_written) {
            return now;
        }
        // The state at `until` has not been checked: its next instruction may have a breakpoint.
        let last = if goes_on { until.saturating_sub(1) } else { copy.state.cycle.saturating_sub(BEFORE_THE_END) };
        last.clamp(now, until.max(now))
    }
}
