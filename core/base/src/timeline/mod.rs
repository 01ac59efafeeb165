//! Any cycle of a run at any time: keyframes, a journal of inputs, and deterministic replay.
//!
//! Nothing is undone. Going back means taking the last kept state before the wanted cycle and simulating forwards from
//! there, so a state is the same whether it was reached forwards or by seeking. Keyframes are packed states that share
//! unchanged parts; when there are too many, every second one is dropped and the distance between them doubles. After a
//! seek the reader usually wants the neighbouring cycles next, so a seek leaves some short-range snapshots on
//! the last part of its way.
//!
//! Searching the past is similar: [`Search`] simulates the intervals between kept states again, the last one
//! first.

mod journal;
mod kept;
mod moment;
mod search;

#[cfg(test)]
mod tests;

pub use journal::Journal;
pub use moment::Moment;
pub use search::{Hit, Search, Searched};

use crate::{Cycle, Goal, Simulation};
use alloc::{sync::Arc, vec::Vec};
use kept::Kept;

/// Short-range snapshots are left only where at least this much work lies between them.
const POINT_WORK: u64 = 1 << 14;

/// Limits on the states that a timeline keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Initial distance between keyframes, in units of [`Simulation::work`]: the work that a seek has to repeat. The
    /// distance is larger for a machine that does this work in few cycles, because packing it takes longer; if it is 0,
    /// `least` alone counts.
    pub work: u64,
    /// Unless `work` is 0, keyframes are at least `LOOKS` (`kept.rs`) times this many cycles of the usual work
    /// ([`Simulation::work_per_cycle`]) apart.
    pub least: Cycle,
    /// Maximum number of keyframes, at least 2.
    pub keyframes: usize,
    /// Maximum bytes of kept states, beyond what they share. At least two keyframes are always kept.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { work: 1 << 19, least: 512, keyframes: 4096, bytes: 256 << 20 }
    }
}

impl Limits {
    /// A keyframe every `interval` cycles at first, and no other limits.
    pub const fn every(interval: Cycle) -> Self {
        Self { work: 0, least: interval, keyframes: usize::MAX, bytes: usize::MAX }
    }
}

/// A simulation with its past.
pub struct Timeline<S: Simulation> {
    now: Moment<S>,
    end: Cycle,
    ended: bool,
    journal: Arc<Journal<S::Input>>,
    kept: Kept<S>,
    /// The cycles at which to leave short-range snapshots on the way to the cycle of [`Timeline::jump`]; descending.
    points: Vec<Cycle>,
}

/// The result of a call of [`Timeline::step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// Advanced to a cycle that had never been simulated.
    New,
    /// Advanced to a cycle that was already known.
    Again,
    /// The simulation has ended; nothing changed.
    Ended,
}

/// The part of a run that an input has invalidated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// The cycle of the input: the run is known up to this cycle.
    pub at: Cycle,
    /// The cycle up to which it was known before; the same if nothing was invalidated.
    pub end: Cycle,
    /// Number of later inputs that were discarded too.
    pub inputs: usize,
}

impl<S: Simulation> Timeline<S> {
    /// A timeline that starts at a state.
    pub fn new(start: S, limits: Limits) -> Self {
        Self::with_journal(start, limits, Arc::default())
    }

    /// A timeline that starts at a state and applies the inputs of a journal at their cycles.
    pub fn with_journal(start: S, limits: Limits, journal: Arc<Journal<S::Input>>) -> Self {
        // The first keyframe includes no input, so an input of the first cycle can still be discarded.
        let mut now = Moment::new(start, &Journal::default());
        let kept = Kept::new(&mut now, limits);
        now.take_inputs(&journal);
        Self { end: now.cycle(), ended: false, now, journal, kept, points: Vec::new() }
    }

    /// The state at the shown cycle.
    pub fn now(&self) -> &S {
        &self.now.state
    }

    /// The last cycle simulated so far.
    pub fn end(&self) -> Cycle {
        self.end
    }

    /// True if the last known cycle is the end of the simulation.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The first cycle.
    pub fn start(&self) -> Cycle {
        self.kept.first().cycle
    }

    /// All inputs.
    pub fn journal(&self) -> &Arc<Journal<S::Input>> {
        &self.journal
    }

    /// Applies an input at the shown cycle and discards all later cycles.
    pub fn input(&mut self, input: S::Input) -> Rewritten {
        let (at, end, inputs) = (self.now.cycle(), self.end, self.journal.len() - self.now.applied());
        let journal = Arc::make_mut(&mut self.journal);
        journal.truncate(self.now.applied());
        journal.push(at, input);
        self.now.take_inputs(&self.journal);
        self.kept.truncate(at);
        (self.end, self.ended) = (at, false);
        self.points.clear();
        // The machine needs an anchor after the input (see `Moment::advance`).
        self.kept.mark(&mut self.now);
        Rewritten { at, end, inputs }
    }

    /// Advances one cycle.
    pub fn step(&mut self) -> Stepped {
        self.step_by(S::step)
    }

    /// Advances one cycle with a function that changes the state as [`Simulation::step`] does, and may observe it.
    pub fn step_by(&mut self, step: impl FnOnce(&mut S) -> bool) -> Stepped {
        self.step_moment(|moment, journal| moment.step_by(journal, step))
    }

    /// Advances one cycle with a function that moves the moment on by one cycle, as [`Moment::step_by`] does.
    pub fn step_moment(&mut self, step: impl FnOnce(&mut Moment<S>, &Journal<S::Input>) -> bool) -> Stepped {
        if !step(&mut self.now, &self.journal) {
            self.ended = true;
            return Stepped::Ended;
        }
        self.arrived(false)
    }

    /// Advances to `until` as by [`Timeline::step`], but stops earlier at the end of the known cycles and where a
    /// keyframe may be due.
    pub fn advance(&mut self, until: Cycle) -> Stepped {
        self.advance_by(until, S::advance)
    }

    /// As [`Timeline::advance`], with a function that changes the state as [`Simulation::advance`] does, and may observe it.
    pub fn advance_by(&mut self, until: Cycle, advance: impl FnMut(&mut S, Goal, &dyn Fn() -> S) -> bool) -> Stepped {
        let from = self.now.cycle();
        let goal = match from < self.end {
            true => Goal::cycle(until.min(self.end)),
            false => Goal { until, work: self.kept.due() },
        };
        let anchor = self.kept.before(from);
        let goes_on = self.now.advance_by(goal, &self.journal, (anchor.applied, &|| anchor.moment().state), advance);
        self.ended |= !goes_on;
        if self.now.cycle() == from { Stepped::Ended } else { self.arrived(true) }
    }

    /// Updates the timeline after the shown cycle has advanced. `far`: possibly by more than one cycle.
    fn arrived(&mut self, far: bool) -> Stepped {
        let cycle = self.now.cycle();
        if cycle <= self.end {
            return Stepped::Again;
        }
        self.end = cycle;
        if far || cycle >= self.kept.look() {
            self.kept.keep_if_due(&mut self.now);
        }
        Stepped::New
    }

    /// Goes to a cycle from [`Timeline::start`] to [`Timeline::end`]; false, changing nothing, for any other cycle.
    pub fn seek(&mut self, cycle: Cycle) -> bool {
        self.jump(cycle).is_some() && self.approach(cycle, Cycle::MAX)
    }

    /// First half of a seek in slices: goes to the nearest available state at or before a cycle and returns the number
    /// of cycles that are missing; `None`, changing nothing, if the cycle is not known.
    pub fn jump(&mut self, cycle: Cycle) -> Option<Cycle> {
        if cycle < self.start() || cycle > self.end {
            return None;
        }
        let kept = self.kept.before(cycle);
        // The current state may be nearer.
        if self.now.cycle() > cycle || self.now.cycle() < kept.cycle {
            self.now = kept.moment();
            // The state may have been kept before an input of the same cycle was made.
            self.now.take_inputs(&self.journal);
        }
        let missing = cycle - self.now.cycle();
        let least = POINT_WORK / self.now.state.work_per_cycle().max(1);
        let quarters = core::iter::successors(Some(missing / 4), |left| Some(left / 4));
        self.points = quarters.take_while(|left| *left > least.max(1)).map(|left| cycle - left).collect();
        self.points.reverse();
        Some(missing)
    }

    /// Second half: advances at most `most` cycles towards the cycle, and leaves short-range snapshots. True if it is reached.
    pub fn approach(&mut self, cycle: Cycle, most: Cycle) -> bool {
        let until = cycle.min(self.now.cycle().saturating_add(most));
        while self.now.cycle() < until {
            let to = until.min(self.points.last().copied().unwrap_or(until));
            let anchor = self.kept.before(self.now.cycle());
            self.now.advance(Goal::cycle(to), &self.journal, (anchor.applied, &|| anchor.moment().state));
            if self.points.pop_if(|point| *point <= to).is_some() {
                self.kept.mark(&mut self.now);
            }
        }
        self.now.cycle() == cycle
    }

    /// The nearest available state at or before a cycle (the first state if there is none).
    pub fn before(&self, cycle: Cycle) -> Moment<S> {
        let kept = self.kept.before(cycle);
        let near = (kept.cycle..=cycle).contains(&self.now.cycle());
        let mut moment = if near { self.now.clone() } else { kept.moment() };
        moment.take_inputs(&self.journal);
        moment
    }

    /// Changes the limit in bytes for kept states; drops the excess at once.
    pub fn set_bytes(&mut self, bytes: usize) {
        self.kept.set_bytes(bytes);
    }

    /// Bytes that the kept states cost.
    pub fn bytes(&self) -> usize {
        self.kept.bytes()
    }

    /// Number of keyframes and the distance between them, in units of [`Simulation::work`].
    pub fn density(&self) -> (usize, u64) {
        self.kept.density()
    }
}
