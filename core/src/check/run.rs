//! A check as a run of its own, in slices.

use super::Checker;
use crate::base::Cycle;
use crate::chip::Machine;

/// A machine that runs from cycle 0 under a checker, beside the one that is shown.
pub struct Check {
    machine: Machine,
    checker: Checker,
}

impl Check {
    /// A check of the run of a machine that stands at cycle 0; see [`Checker::placed`] for what was placed in its
    /// memories.
    pub fn new(start: Machine) -> Self {
        Self { checker: Checker::new(&start), machine: start }
    }

    /// The checker, to see what it has found.
    pub fn checker(&self) -> &Checker {
        &self.checker
    }

    /// See [`Checker::placed`].
    pub fn placed(&mut self, rank: usize, addr: u32, words: u32) {
        self.checker.placed(rank, addr, words);
    }

    /// The machine, as far as it has come.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Cycles checked so far.
    pub fn cycle(&self) -> Cycle {
        self.machine.state.cycle
    }

    /// True if nothing more can be found: the run has ended, or it cannot be followed any further.
    pub fn has_ended(&self) -> bool {
        self.machine.outcome().is_some() || self.checker.incomplete().is_some()
    }

    /// Goes on by at most so many cycles, but not beyond cycle `until`.
    pub fn advance(&mut self, cycles: u64, until: Cycle) {
        for _ in 0..cycles {
            if self.machine.state.cycle >= until || self.has_ended() || !self.machine.step_with(&mut self.checker) {
                break;
            }
        }
    }
}
