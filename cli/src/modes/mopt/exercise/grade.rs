//! The rows of submissions.

use super::work_of;
use crate::grade::{CaseRow, CheckRow, Found, Row};
use crate::kind::Judge;
use crate::pack::PackSource;
use mcore::base::{Text, counted};
use mcore::modes::mopt::exercise::{
    Exercise, Judging, MOPT_KIND, MoptCaseVerdict, MoptCheck, MoptGrade, MoptSubmission, MoptWork, References,
    read_exercise,
};
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
    while !stopped() {
        if let Some(grade) = judging.advance(references, STEPS) {
            return Some(grade);
        }
    }
    None
}

impl Judge for Maps {
    fn failed(&self, name: &str, why: Text) -> Row {
        Row {
            kind: Some(MOPT_KIND.to_owned()),
            of: self.exercise.max_points(),
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
        let (work, claim) = work_of(found)?;
        let Some(grade) = judged(&self.exercise, work, &self.references, stopped) else { return Ok(None) };
        let mut row = Row {
            submission: name.to_owned(),
            digest: None,
            exercise: Some(self.folder.clone()),
            kind: Some(MOPT_KIND.to_owned()),
            level: None,
            error: None,
            passed: grade.passed,
            points: grade.points,
            of: grade.of,
            speedup_hundredths: None,
            speedup_points: 0,
            speedup_of: 0,
            cases: grade.cases.iter().map(case_row).collect(),
            notes: Vec::new(),
        };
        if let (Some(header), Some(claim)) = (&found.header, &claim) {
            row.add_notes(header, digests, version, differs(claim, &grade));
        }
        Ok(Some(row))
    }
}

/// True if a hand-in file claims other results than were found.
fn differs(claim: &MoptSubmission, grade: &MoptGrade) -> bool {
    claim.claims.iter().any(|own| {
        let same = |case: &&MoptCaseVerdict| case.judged && case.name.en == own.case;
        grade.cases.iter().find(same).is_some_and(|case| (case.passed, case.points) != (own.passed, own.points))
    })
}

/// A check with its share of the points.
pub fn line(check: &MoptCheck) -> Text {
    let (points, of, Text { en, ja }) = (check.points, check.of, &check.text);
    let of_en = counted(of.into(), "point", "points");
    text!("{en} ({points} of {of_en})", "{ja}（{of} 点中 {points} 点）")
}

fn case_row(case: &MoptCaseVerdict) -> CaseRow {
    let check = |check: &MoptCheck| CheckRow { passed: Some(check.passed), text: line(check), detail: None };
    CaseRow {
        name: case.name.clone(),
        visible: case.visible,
        withheld: !case.visible,
        judged: case.judged,
        passed: case.passed,
        points: case.points,
        of: case.of,
        cycles: 0,
        reference_cycles: None,
        speedup_hundredths: None,
        refused: case.refused.clone(),
        checks: case.checks.iter().map(check).collect(),
    }
}
