//! A state together with its position in the journal.

use super::Journal;
use crate::{Cycle, Goal, Simulation};

/// A state of a run, and the number of inputs that have been applied on the way to it. It can be advanced with the
/// journal of the run alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment<S> {
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

    /// A moment made of a kept state.
    pub(super) fn kept(state: S, applied: usize) -> Self {
        Self { state, applied }
    }

    /// The state's cycle.
    pub fn cycle(&self) -> Cycle {
        self.state.cycle()
    }

    /// The moment of another simulation of the same run, whose state is a part of this one.
    pub fn map<T: Simulation>(self, part: impl FnOnce(S) -> T) -> Moment<T> {
        Moment { state: part(self.state), applied: self.applied }
    }

    /// Number of inputs that the state includes.
    pub fn applied(&self) -> usize {
        self.applied
    }

    /// Applies the inputs up to the current cycle.
    pub(super) fn take_inputs(&mut self, journal: &Journal<S::Input>) {
        while let Some((cycle, input)) = journal.entries().get(self.applied)
            && *cycle <= self.cycle()
        {
            self.state.apply(input);
            self.applied += 1;
        }
    }

    /// Advances one cycle with a function that changes the state as [`Simulation::step`] does, and may observe it.
    /// False if the simulation has ended.
    pub fn step_by(&mut self, journal: &Journal<S::Input>, step: impl FnOnce(&mut S) -> bool) -> bool {
        let goes_on = step(&mut self.state);
        if goes_on {
            self.take_inputs(journal);
        }
        goes_on
    }

    /// Advances to `until` as fast as the simulation can; false if it has ended, there or before.
    pub fn run_to(&mut self, until: Cycle, journal: &Journal<S::Input>) -> bool {
        let here = self.clone();
        self.advance(Goal::cycle(until), journal, (here.applied, &|| here.state.clone()))
    }

    /// As [`Moment::run_to`], from an earlier moment of the same run, with a function that changes the state as
    /// [`Simulation::advance`] does, and may observe it.
    pub fn run_from_by(
        &mut self,
        earlier: &Self,
        until: Cycle,
        journal: &Journal<S::Input>,
        advance: impl FnMut(&mut S, Goal, &dyn Fn() -> S) -> bool,
    ) -> bool {
        self.advance_by(Goal::cycle(until), journal, (earlier.applied, &|| earlier.state.clone()), advance)
    }

    /// Advances to a goal; false if the simulation has ended, there or before. `anchor` is the number of inputs in an
    /// earlier moment of the same run, and a function that makes its state.
    pub(super) fn advance(&mut self, goal: Goal, journal: &Journal<S::Input>, anchor: (usize, &dyn Fn() -> S)) -> bool {
        self.advance_by(goal, journal, anchor, S::advance)
    }

    /// As `advance`, with a function that changes the state as [`Simulation::advance`] does, and may observe it.
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
            // After an input an anchor is of no use: a machine that restarts there would miss the input on the way
            // here.
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
                // The goal's work has been done.
                break;
            }
        }
        true
    }
}
