//! The sequential reference of an exercise, and the verdict.

use super::{Refused, Session, Update};
use crate::Run;
use crate::exercise::{
    CaseRun, Exercise, Finished, RunFacts, Visibility, is_right, judge, reference_run, speedup_hundredths,
};
use crate::view::{CheckView, RightRun, VerdictView};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use mcore_base::Cycle;
use mcore_toolchain::Compilers;

/// The exercise's own program on the same input: it gives the right result and the baseline of a speed-up.
pub struct Reference(CaseRun);

impl Reference {
    /// The reference of an exercise on a case at cycle 0, if the exercise has one.
    pub fn of(exercise: &Exercise, case: usize, compilers: &Compilers) -> Result<Option<Self>, Refused> {
        let Some(case) = exercise.cases.get(case).filter(|c| c.can_run()) else { return Ok(None) };
        Ok(reference_run(exercise, case, compilers).map_err(|fault| Refused::BadExercise(fault.text()))?.map(Self))
    }

    /// The run from its start, as a recipe.
    pub(super) fn recipe(
        &self,
        exercise: &Exercise,
        case: usize,
        compilers: &Compilers,
    ) -> Result<Option<Run>, Refused> {
        let begin = Self::of(exercise, case, compilers)?;
        let end = self.0.machine().state.cycle;
        Ok(begin.map(|Self(run)| Run { start: run.machine().clone(), journal: Arc::default(), end, complete: true }))
    }

    /// True until it has ended.
    pub fn is_running(&self) -> bool {
        !self.0.is_over()
    }

    /// Simulates some cycles and returns the total so far.
    pub fn advance(&mut self, cycles: u64) -> Cycle {
        self.0.advance(cycles);
        self.0.machine().state.cycle
    }
}

impl Session {
    /// Sends the verdict once the run and the reference have ended.
    pub(super) fn judge(&mut self, updates: &mut Vec<Update>) {
        let reference_running = self.reference.as_ref().is_some_and(Reference::is_running);
        let (Some(work), Some(exercise)) = (&mut self.work, &self.exercise) else { return };
        let Some(case) = exercise.cases.get(self.case) else { return };
        if work.judged
            || reference_running
            || !work.is_at_end()
            || self.own_level.is_some_and(|own| own != exercise.level)
        {
            return;
        }
        work.judged = true;
        let machine = work.timeline.now();
        let program = &machine.image(0).program;
        let facts = Finished::of(machine);
        let beside = self.reference.as_ref().map(|r| (&r.0, r.0.facts()));
        let reference = beside.as_ref().map(|(run, facts)| (&**run.program(), facts as &dyn RunFacts));
        let checks = judge(case, program, &facts, reference);
        let reference_cycles = reference.map(|(_, r)| r.cycles());
        let passed = checks.iter().all(|c| c.passed || c.withheld);
        let visible = case.visibility == Visibility::Visible;
        let right = match &self.passed {
            _ if is_right(&checks) => None,
            Some((passed, _)) if *passed == self.case => Some(RightRun::Passed),
            // It would reveal the data of a hidden case.
            _ => reference.filter(|_| visible).map(|_| RightRun::Reference),
        };
        if passed {
            self.passed = Some((self.case, Box::new(work.recipe())));
        }
        updates.push(Update::Verdict(VerdictView {
            passed,
            case: case.name.clone(),
            nodes: machine.spec().array.nodes() as u32,
            cycles: facts.cycles(),
            reference_cycles,
            speedup_hundredths: reference_cycles
                .filter(|_| exercise.is_timed())
                .and_then(|r| speedup_hundredths(&checks, facts.cycles(), r)),
            checks: checks.into_iter().map(|c| CheckView::of(&c, visible)).collect(),
            right,
        }));
    }
}
