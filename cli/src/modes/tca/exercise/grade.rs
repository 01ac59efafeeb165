//! The rows of submissions.

use super::script_in;
use crate::kind::Judge;
use crate::kind::PackSource;
use crate::kind::measured::{self, failed_row, row};
use crate::kind::{Found, Row};
use mcore::base::Text;
use mcore::modes::tca::exercise::{Exercise, Judging, TCA_KIND, read_exercise};
use mcore::packs::Grade;
use std::sync::Arc;

/// Events between two checks for Ctrl-C: some hundredths of a second.
const EVENTS: u64 = 20_000;

/// An exercise.
pub struct Scripts {
    folder: String,
    exercise: Arc<Exercise>,
}

impl Scripts {
    /// Reads the exercise.
    pub fn new(folder: &str, source: &PackSource) -> Result<Self, Text> {
        let exercise = read_exercise(folder, &source.files).map_err(|error| error.text())?;
        Ok(Self { folder: folder.to_owned(), exercise: Arc::new(exercise) })
    }
}

/// Judges a script; none once `stopped` is true.
pub fn judged(exercise: &Arc<Exercise>, script: String, stopped: &dyn Fn() -> bool) -> Option<Grade> {
    let mut judging = Judging::new(exercise.clone(), script);
    measured::judged(stopped, || judging.advance(EVENTS))
}

impl Judge for Scripts {
    fn failed(&self, name: &str, why: Text) -> Row {
        failed_row(TCA_KIND, &self.folder, self.exercise.max_points(), name, why)
    }

    fn row(
        &self,
        name: &str,
        found: &Found,
        digests: &[String],
        version: &str,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Row>, Text> {
        let (script, claim) = script_in(found)?;
        let Some(grade) = judged(&self.exercise, script, stopped) else { return Ok(None) };
        let claims = claim.as_ref().map(|claim| &claim.claims[..]);
        Ok(Some(row((TCA_KIND, &self.folder, name), &grade, found, claims, (digests, version))))
    }
}
