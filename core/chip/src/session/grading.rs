//! All cases of the exercise, run in the background as the grader runs them, and the file to hand in.

use super::{Refused, Session, Update};
use crate::exercise::{Exercise, Grade, Grading, HandedIn, References, Submission};
use crate::view::GradeView;
use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};
use mcore_base::SourceFile;
use mcore_mode::{hand_in_name, no_exercise_text};
use mcore_toolchain::Compilers;

/// The exercise as the grader sees it, and the results so far.
#[derive(Default)]
pub(super) struct Graded {
    exercise: Option<Arc<Exercise>>,
    digest: String,
    references: References,
    job: Option<Box<Grading>>,
    /// The files graded last, and their grade.
    last: Option<(HandedIn, Grade)>,
    work: Option<HandedIn>,
}

impl Graded {
    /// A newly opened exercise, without results.
    pub(super) fn new(exercise: &Exercise, digest: String, compilers: Compilers) -> Self {
        let references = References::new(compilers);
        Self { exercise: Some(Arc::new(exercise.clone())), digest, references, ..Self::default() }
    }

    /// The number of cases that have been run, while others are still running.
    pub(super) fn done(&self) -> Option<usize> {
        self.job.as_ref().map(|job| job.done().len())
    }
}

/// The submission, or why it cannot be made.
fn work_of(files: &[SourceFile], elf: &[u8]) -> Result<HandedIn, Refused> {
    let elf = (!elf.is_empty()).then(|| elf.to_vec());
    HandedIn::new(files.to_vec(), elf).map_err(Refused::BadExercise)
}

impl Session {
    pub(super) fn start_grading(&mut self, files: &[SourceFile], elf: &[u8]) -> Result<(), Refused> {
        let exercise = self.graded.exercise.clone().ok_or_else(no_exercise)?;
        let work = work_of(files, elf)?;
        self.stop_grading();
        self.graded.work = Some(work.clone());
        let references = core::mem::take(&mut self.graded.references);
        self.graded.job = Some(Box::new(Grading::new(exercise, work, references)));
        Ok(())
    }

    pub(super) fn stop_grading(&mut self) {
        if let Some(job) = self.graded.job.take() {
            self.graded.references = job.references();
        }
    }

    /// Continues by about `cycles` cycles; reports each verdict as it becomes known.
    pub(super) fn go_on_grading(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let Some(job) = &mut self.graded.job else { return };
        let before = job.done().len();
        let grade = job.advance(cycles);
        if job.done().len() > before {
            updates.push(Update::Graded(Box::new(GradeView::of(job.exercise(), job.done()))));
        } else if let Some(run) = job.run() {
            updates.push(Update::Grading { case: before as u32, cycle: run.machine().state.cycle });
        }
        if let Some(grade) = grade {
            self.stop_grading();
            self.graded.last = self.graded.work.take().map(|work| (work, grade));
        }
    }

    /// The file to hand in, with the verdicts if these files have been graded.
    pub(super) fn hand_in(
        &mut self,
        files: &[SourceFile],
        elf: &[u8],
        updates: &mut Vec<Update>,
    ) -> Result<(), Refused> {
        let exercise = self.graded.exercise.clone().ok_or_else(no_exercise)?;
        let work = work_of(files, elf)?;
        let submission = Submission::new(&exercise, &self.graded.digest, env!("CARGO_PKG_VERSION"), &work);
        let submission = match &self.graded.last {
            Some((graded, grade)) if *graded == work => submission.claiming(grade),
            _ => submission,
        };
        updates.push(Update::HandIn { name: hand_in_name(&exercise.id), text: submission.to_json() });
        Ok(())
    }
}

fn no_exercise() -> Refused {
    Refused::BadExercise(no_exercise_text())
}
