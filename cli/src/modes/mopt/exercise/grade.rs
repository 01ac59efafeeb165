//! The rows of submissions.

use super::work_of;
use crate::kind::Judge;
use crate::kind::PackSource;
use crate::kind::measured::{self, failed_row, row};
use crate::kind::{Found, Row};
use mcore::base::Text;
use mcore::modes::mopt::exercise::{Exercise, Judging, MOPT_KIND, MoptGrade, MoptWork, References, read_exercise};
use mcore::text;
use std::sync::Arc;

/// Steps between two checks for Ctrl-C: some hundredths of a second.
const STEPS: u64 = 256;

/// An exercise with the limits that all its submissions share.
pub struct Maps {
    folder: String,
    exercise: Arc<Exercise>,
    references: References,
}

impl Maps {
    /// Reads the exercise and runs the methods that it compares with, once for the whole class.
    pub fn new(folder: &str, source: &PackSource, stopped: &dyn Fn() -> bool) -> Result<Self, Text> {
        let exercise = read_exercise(folder, &source.files).map_err(|e| e.text())?;
        let references = references(&exercise, stopped)?;
        Ok(Self { folder: folder.to_owned(), exercise: Arc::new(exercise), references })
    }
}

/// The limits of an exercise that are measures of methods.
pub fn references(exercise: &Exercise, stopped: &dyn Fn() -> bool) -> Result<References, Text> {
    let mut references = References::default();
    while !references.advance(exercise, STEPS) {
        if stopped() {
            return Err(text!("interrupted", "中断しました"));
        }
    }
    Ok(references)
}

/// Judges a submission; none once `stopped` is true.
pub fn judged(
    exercise: &Arc<Exercise>,
    work: MoptWork,
    references: &References,
    stopped: &dyn Fn() -> bool,
) -> Option<MoptGrade> {
    let mut judging = Judging::new(exercise.clone(), work);
    measured::judged(stopped, || judging.advance(references, STEPS))
}

impl Judge for Maps {
    fn failed(&self, name: &str, why: Text) -> Row {
        failed_row(MOPT_KIND, &self.folder, self.exercise.max_points(), name, why)
    }

    fn row(
        &self,
        name: &str,
        found: &Found,
        digests: &[String],
        version: &str,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Row>, Text> {
        let (work, claim) = work_of(found)?;
        let Some(grade) = judged(&self.exercise, work, &self.references, stopped) else { return Ok(None) };
        let claims = claim.as_ref().map(|claim| &claim.claims[..]);
        Ok(Some(row((MOPT_KIND, &self.folder, name), &grade, found, claims, (digests, version))))
    }
}
