//! A state that knows how much of the journal is in it.

use super::Journal;
use crate::base::{Cycle, Goal, Simulation};

/// A state of a run, and the number of inputs that have been applied on the way to it. It goes on by itself, given the
/// journal of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment<S> {
    /// The state.
    pub state: S,
    applied: usize,
}

impl<S: Simulation> Moment<S> {
    /// The first state of a run, with the inputs of its cycle.
    pub fn new(state: S, journal: &Journal<S::Input>) -> Self {
        let mut moment = Self { state, applied: 0 };
        moment.take_inputs(journal);
        moment
    }

    /// A moment that has been kept.
    pub(super) fn kept(state: S, applied: usize) -> Self {
        Self { state, applied }
    }

    /// The state's cycle.
    pub fn cycle(&self) -> Cycle {
        self.state.cycle()
    }

    /// Number of inputs that are in the state.
    pub fn applied(&self) -> usize {
        self.applied
    }

    /// Applies the inputs up to the present cycle.
    pub(super) fn take_inputs(&mut self, journal: &Journal<S::Input>) {
        while let Some((cycle, input)) = journal.entries().get(self.applied)
            && *cycle <= self.cycle()
        {
            self.state.apply(input);
            self.applied += 1;
        }
    }

    /// Goes one cycle forwards by a function that changes the state as [`Simulation::step`] does, and may look on. False if
    /// the simulation has ended.
    pub fn step_by(&mut self, journal: &Journal<S::Input>, step: impl FnOnce(&mut S) -> bool) -> bool {
        let goes_on = step(&mut self.state);
        if goes_on {
            self.take_inputs(journal);
        }
        goes_on
    }

    /// Goes forwards to `until`, as fast as the simulation can; false if it has ended, there or before.
    pub fn run_to(&mut self, until: Cycle, journal: &Journal<S::Input>) -> bool {
        let here = self.clone();
        self.advance(Goal::cycle(until), journal, (here.applied, &|| here.state.clone()))
    }

    /// The same, given an earlier moment of the same run, by a function that changes the state as [`Simulation::advance`]
    /// does, and may look on.
    pub fn run_from_by(
        &mut self,
        earlier: &Self,
        until: Cycle,
        journal: &Journal<S::Input>,
        advance: impl FnMut(&mut S, Goal, &dyn Fn() -> S) -> bool,
    ) -> bool {
        self.advance_by(Goal::cycle(until), journal, (earlier.applied, &|| earlier.state.clone()), advance)
    }

    /// Goes forwards to a goal; false if the simulation has ended, there or before. `anchor` makes an earlier moment of the
    /// same run, and says before how many inputs are in that.
    pub(super) fn advance(&mut self, goal: Goal, journal: &Journal<S::Input>, anchor: (usize, &dyn Fn() -> S)) -> bool {
        self.advance_by(goal, journal, anchor, S::advance)
    }

    /// The same by a function that changes the state as [`Simulation::advance`] does, and may look on.
    pub(super) fn advance_by(
        &mut self,
        goal: Goal,
        journal: &Journal<S::Input>,
        anchor: (usize, &dyn Fn() -> S),
        mut advance: impl FnMut(&mut S, Goal, &dyn Fn() -> S) -> bool,
    ) -> bool {
        while self.cycle() < goal.until {
            let next = journal.entries().get(self.applied).map_or(Cycle::MAX, |(cycle, _)| *cycle);
            let to = Goal { until: goal.until.min(next), ..goal };
            // Behind an input an anchor is of no use: who goes back to it would miss the input on the way here.
            let goes_on = if anchor.0 == self.applied {
                advance(&mut self.state, to, anchor.1)
            } else {
                let here = self.state.clone();
                advance(&mut self.state, to, &|| here.clone())
            };
            self.take_inputs(journal);
            if !goes_on {
                return false;
            }
            if self.cycle() < to.until {
                // So much work has been done.
                break;
            }
        }
        true
    }
}
