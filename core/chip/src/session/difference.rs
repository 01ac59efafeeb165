//! Keeps a run and compares the current one with it, in the background.

use super::{Refused, Session, Update, Work};
use crate::view::{DifferenceView, TravelFault};
use crate::{Difference, Run};
use alloc::{boxed::Box, vec::Vec};

impl Work {
    /// The recipe of the run, as far as it is known.
    pub(super) fn recipe(&self) -> Run {
        let (end, journal) = (self.timeline.end(), self.timeline.journal().clone());
        Run { start: self.start.clone(), journal, end, complete: self.timeline.has_ended() || self.outcome.is_some() }
    }
}

impl Session {
    /// Keeps the current run, as far as it is known, for comparisons.
    pub(super) fn keep_run(&mut self) -> Result<(), Refused> {
        self.kept = Some(Box::new(self.work.as_ref().ok_or(Refused::NoProgram)?.recipe()));
        Ok(())
    }

    /// Starts to compare the current run with the kept one.
    pub(super) fn compare(&mut self) -> Result<(), Refused> {
        let Some(kept) = &self.kept else {
            return Err(TravelFault::NothingKept.into());
        };
        let kept = (**kept).clone();
        self.compare_with(kept)
    }

    /// Starts to compare the current run, whose result is wrong, with one whose result is right: the last one that
    /// passed this case, else the exercise's reference.
    pub(super) fn compare_with_right(&mut self) -> Result<(), Refused> {
        let passed = self.passed.as_ref().filter(|(case, _)| *case == self.case).map(|(_, run)| (**run).clone());
        let right = match (passed, &self.exercise, &self.reference) {
            (Some(passed), ..) => Some(passed),
            (None, Some(exercise), Some(reference)) if !reference.is_running() => {
                reference.recipe(exercise, self.case, &self.compilers)?
            }
            _ => None,
        };
        match right {
            Some(right) => self.compare_with(right),
            None => Err(TravelFault::NoRightRun.into()),
        }
    }

    fn compare_with(&mut self, other: Run) -> Result<(), Refused> {
        let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
        let Some(difference) = Difference::new([other, work.recipe()]) else {
            return Err(TravelFault::OtherArray.into());
        };
        self.difference = Some(Box::new(difference));
        Ok(())
    }

    /// Continues the comparison for at most `cycles` cycles.
    pub(super) fn go_on_comparing(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let Some(difference) = &mut self.difference else { return };
        if difference.advance(cycles) {
            updates.push(Update::Difference(Box::new(DifferenceView::of(difference))));
            self.difference = None;
        } else {
            let ([kept, present], [a, b]) = (difference.cycles(), difference.runs());
            updates.push(Update::Comparing { cycle: kept + present, until: a.end + b.end });
        }
    }
}
