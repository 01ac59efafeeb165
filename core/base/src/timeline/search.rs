//! A search for the last cycle before a given one in which something happened.

use super::{Journal, Moment, Timeline};
use crate::{Cycle, Simulation};

/// A result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit<T> {
    /// The cycle to go to in order to see it: that of the state before or after it, as the caller chooses.
    pub at: Cycle,
    /// The thing found.
    pub what: T,
}

/// The result of a slice of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Searched<T> {
    /// Nothing so far, from this cycle to the one at which the search began.
    Goes(Cycle),
    /// The last hit.
    Found(Hit<T>),
    /// There is no hit.
    Nowhere,
}

/// A search backwards, in slices. The intervals between kept states are simulated again, the last one first, each from
/// its start to its end; the last hit in an interval counts.
pub struct Search<S: Simulation, T> {
    moment: Moment<S>,
    /// Hits count from here on.
    floor: Cycle,
    /// The start of the current interval, and its end.
    from: Cycle,
    until: Cycle,
    /// Hits at this cycle or later are too late.
    before: Cycle,
    last: Option<Hit<T>>,
}

impl<S: Simulation, T> Search<S, T> {
    /// A search in the cycles `floor..until`, for hits whose [`Hit::at`] is less than `before`. `floor` and `until`
    /// must
    /// be known cycles of the timeline.
    pub fn new(timeline: &Timeline<S>, floor: Cycle, until: Cycle, before: Cycle) -> Self {
        let moment = timeline.before(until.saturating_sub(1).max(floor));
        let from = moment.cycle();
        Self { moment, floor, from, until, before, last: None }
    }

    /// Continues for at most `cycles` cycles. `look` advances the moment by one cycle, as [`Moment::step_by`] does, and
    /// returns the hit in it. The timeline must be the same and unchanged, except for its shown cycle.
    pub fn advance(
        &mut self,
        timeline: &Timeline<S>,
        mut cycles: u64,
        mut look: impl FnMut(&mut Moment<S>, &Journal<S::Input>) -> (bool, Option<Hit<T>>),
    ) -> Searched<T> {
        let journal = timeline.journal();
        loop {
            while self.moment.cycle() < self.until {
                if cycles == 0 {
                    return Searched::Goes(self.until);
                }
                cycles -= 1;
                let counts = self.moment.cycle() >= self.floor;
                let (goes_on, hit) = look(&mut self.moment, journal);
                if let Some(hit) = hit.filter(|hit| counts && hit.at < self.before) {
                    self.last = Some(hit);
                }
                if !goes_on {
                    break;
                }
            }
            if let Some(hit) = self.last.take() {
                return Searched::Found(hit);
            }
            if self.from <= self.floor {
                return Searched::Nowhere;
            }
            self.until = self.from;
            self.moment = timeline.before(self.until - 1);
            self.from = self.moment.cycle();
        }
    }
}
