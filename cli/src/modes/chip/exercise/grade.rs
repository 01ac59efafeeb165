//! The rows of submissions.

use super::work;
use crate::input;
use crate::kind::Judge;
use crate::kind::PackSource;
use crate::kind::{CaseRow, CheckRow, Found, Row, redacted_text};
use mcore::base::Text;
use mcore::modes::chip::exercise::{
    CaseVerdict, Check, Exercise, Grade, Grading, Language, References, Score, Submission, Visibility, read_exercise,
};
use mcore::text;
use std::sync::Arc;

/// Cycles between two checks for Ctrl-C: some hundredths of a second.
const SLICE: u64 = 1 << 18;

/// An exercise with the data that all its submissions share.
pub struct Programs {
    folder: String,
    exercise: Arc<Exercise>,
    references: References,
}

impl Programs {
    /// Reads the exercise and runs its references, once for the whole class.
    pub fn new(folder: &str, source: &PackSource, stopped: &dyn Fn() -> bool) -> Result<Self, Text> {
        let exercise = read_exercise(folder, &source.files).map_err(|e| e.text())?;
        let mut references = References::new(input::compilers());
        if !references.go_on(&exercise, SLICE, &|| !stopped()) {
            return Err(text!("interrupted", "中断しました"));
        }
        if let Some(why) = references.bad() {
            return Err(why.text());
        }
        Ok(Self { folder: folder.to_owned(), exercise: Arc::new(exercise), references })
    }
}

/// The level at which C is compiled, if the exercise takes C.
fn level_of(exercise: &Exercise) -> Option<String> {
    (exercise.language != Language::Assembly).then(|| exercise.level.name().to_owned())
}

impl Judge for Programs {
    fn failed(&self, name: &str, why: Text) -> Row {
        Row {
            level: level_of(&self.exercise),
            of: self.exercise.max_points(),
            speedup_of: self.exercise.score.as_ref().map_or(0, Score::max_points),
            ..Row::unknown(name, Some(&self.folder), why)
        }
    }

    fn row(
        &self,
        name: &str,
        found: &Found,
        digests: &[String],
        version: &str,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Row>, Text> {
        let work::Work { work, claim, remarks } = work::read(found)?;
        let mut grading = Grading::new(self.exercise.clone(), work, self.references.clone());
        let grade = loop {
            if stopped() {
                return Ok(None);
            }
            if let Some(grade) = grading.advance(SLICE) {
                break grade;
            }
        };
        let mut row = row(name, &self.folder, &grade, &self.exercise);
        if let (Some(header), Some(claim)) = (&found.header, &claim) {
            row.add_notes(header, digests, version, differs(claim, &grade));
        }
        row.notes.extend(remarks);
        Ok(Some(row))
    }
}

/// The row of a grade.
fn row(name: &str, folder: &str, grade: &Grade, exercise: &Exercise) -> Row {
    // A reason that stops every case becomes the row's error once, unless it concerns the inputs of secret cases.
    let error = match grade.cases.split_first() {
        Some((first, rest)) if rest.iter().all(|c| c.refused == first.refused || !c.judged) => {
            let secret = !first.no_program && grade.cases.iter().all(|c| c.visibility != Visibility::Visible);
            first.refused.as_ref().map(|why| if secret { redacted_text(false) } else { why.text() })
        }
        _ => None,
    };
    Row {
        submission: name.to_owned(),
        digest: None,
        exercise: Some(folder.to_owned()),
        kind: None,
        level: level_of(exercise),
        error,
        passed: grade.passed,
        points: grade.points,
        of: grade.of,
        speedup_hundredths: grade.speedup_hundredths,
        speedup_points: grade.speedup_points,
        speedup_of: exercise.score.as_ref().map_or(0, Score::max_points),
        cases: grade.cases.iter().map(case_row).collect(),
        notes: Vec::new(),
    }
}

/// True if a hand-in file claims other results than were found.
fn differs(claim: &Submission, grade: &Grade) -> bool {
    claim.claims.iter().any(|c| {
        let same = |v: &&CaseVerdict| v.judged && v.name.en == c.case;
        grade.cases.iter().find(same).is_some_and(|v| (v.passed, v.cycles) != (c.passed, c.cycles))
    })
}

fn case_row(verdict: &CaseVerdict) -> CaseRow {
    let check = |c: &Check| CheckRow {
        passed: (!c.withheld).then_some(c.passed),
        text: c.text(),
        detail: c.detail.as_ref().map(|detail| detail.text()),
    };
    CaseRow {
        name: verdict.name.clone(),
        visible: verdict.visibility == Visibility::Visible,
        withheld: verdict.visibility == Visibility::Withheld,
        judged: verdict.judged,
        passed: verdict.passed,
        points: verdict.points,
        of: verdict.of,
        cycles: verdict.cycles,
        reference_cycles: verdict.reference_cycles,
        speedup_hundredths: verdict.speedup_hundredths,
        refused: verdict.refused.as_ref().map(|why| why.text()),
        checks: verdict.checks.iter().map(check).collect(),
    }
}
