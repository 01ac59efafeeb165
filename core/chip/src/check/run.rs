//! A check as a separate run, in slices.

use super::Checker;
use crate::{Edit, Machine};
use alloc::sync::Arc;
use mcore_base::Cycle;
use mcore_base::timeline::{Journal, Moment};

/// A machine that runs from cycle 0 under a checker, beside the displayed one.
pub struct Check {
    moment: Moment<Machine>,
    journal: Arc<Journal<Edit>>,
    checker: Checker,
}

impl Check {
    /// A check of the run of a machine that is at cycle 0; see [`Checker::placed`] for data placed in its memories.
    pub fn new(start: Machine) -> Self {
        Self::with_journal(start, Arc::default())
    }

    /// As [`Check::new`], with the edits of a journal.
    pub fn with_journal(start: Machine, journal: Arc<Journal<Edit>>) -> Self {
        let checker = Checker::new(&start);
        let mut check = Self { moment: Moment::new(start, &journal), journal, checker };
        check.report_edits(0);
        check
    }

    /// See [`Checker::follow_every_iteration`].
    pub fn follow_every_iteration(&mut self) {
        self.checker.follow_every_iteration();
    }

    /// Reports to the checker the edits applied after the first `before` ones.
    fn report_edits(&mut self, before: usize) {
        let machine = &self.moment.state;
        for (_, edit) in &self.journal.entries()[before..self.moment.applied()] {
            if let Edit::Memory { node, addr, words } = edit
                && let Some(rank) = machine.spec().array.rank(*node)
            {
                self.checker.placed(rank, *addr, words.len() as u32);
            }
        }
    }

    /// The checker, for its findings.
    pub fn checker(&self) -> &Checker {
        &self.checker
    }

    /// See [`Checker::placed`].
    pub fn placed(&mut self, rank: usize, addr: u32, words: u32) {
        self.checker.placed(rank, addr, words);
    }

    /// The machine in its current state.
    pub fn machine(&self) -> &Machine {
        &self.moment.state
    }

    /// Cycles checked so far.
    pub fn cycle(&self) -> Cycle {
        self.moment.cycle()
    }

    /// True if nothing more can be found: the run has ended, or the check cannot follow it any further.
    pub fn has_ended(&self) -> bool {
        self.moment.state.outcome().is_some() || self.checker.incomplete().is_some()
    }

    /// Advances by at most `cycles` cycles, but not beyond cycle `until`.
    pub fn advance(&mut self, cycles: u64, until: Cycle) {
        for _ in 0..cycles {
            if self.moment.cycle() >= until || self.has_ended() {
                break;
            }
            let (applied, checker) = (self.moment.applied(), &mut self.checker);
            if !self.moment.step_by(&self.journal, |machine| {
                let goes_on = machine.step_with(&mut *checker);
                checker.look(machine);
                goes_on
            }) {
                break;
            }
            self.report_edits(applied);
        }
    }
}
