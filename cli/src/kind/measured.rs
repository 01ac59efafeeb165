//! Kinds of exercises whose verdict is a `mcore::packs::Grade`: rows of submissions, and the check of their solutions.

use super::{CaseRow, CheckRow, Findings, Found, Row};
use crate::failure::Failure;
use crate::output;
use crate::text::pictures;
use mcore::base::{Text, counted};
use mcore::packs::{CaseVerdict, Check, Claim, Edition, Grade};
use mcore::text;
use std::time::Instant;

/// A check with its share of the points.
fn line(check: &Check) -> Text {
    let (points, of, Text { en, ja }) = (check.points, check.of, &check.text);
    let of_en = counted(of.into(), "point", "points");
    text!("{en} ({points} of {of_en})", "{ja}（{of} 点中 {points} 点）")
}

/// Judges a hand-in by steps of `advance`; none once `stopped` is true.
pub fn judged(stopped: &dyn Fn() -> bool, mut advance: impl FnMut() -> Option<Grade>) -> Option<Grade> {
    while !stopped() {
        if let Some(grade) = advance() {
            return Some(grade);
        }
    }
    None
}

/// The row of a submission that could not be graded.
pub fn failed_row(kind: &str, folder: &str, of: u32, name: &str, why: Text) -> Row {
    Row { kind: Some(kind.to_owned()), of, ..Row::unknown(name, Some(folder), why) }
}

/// The row of a submission with this grade. `claims` are the results in its hand-in file; `digests` and `version` are as
/// for `Judge::row`.
pub fn row(
    (kind, folder, name): (&str, &str, &str),
    grade: &Grade,
    found: &Found,
    claims: Option<&[Claim]>,
    (digests, version): (&[String], &str),
) -> Row {
    let mut row = Row {
        submission: name.to_owned(),
        digest: None,
        exercise: Some(folder.to_owned()),
        kind: Some(kind.to_owned()),
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
    if let (Some(header), Some(claims)) = (&found.header, claims) {
        row.add_notes(header, digests, version, grade.differs_from(claims));
    }
    row
}

fn case_row(case: &CaseVerdict) -> CaseRow {
    let check = |check: &Check| CheckRow { passed: Some(check.passed), text: line(check), detail: None };
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

/// The check of the solutions of an exercise.
pub struct Checking<'f, 'a, 'g> {
    /// The folder of the exercise.
    pub folder: &'f str,
    /// The findings about its pack.
    pub findings: &'f mut Findings<'a>,
    /// Judges a work; none if it was interrupted.
    pub judge: JudgeWork<'g>,
}

/// Judges the work in the files of a solution.
type JudgeWork<'g> = &'g dyn Fn(Work<'_>) -> Result<Option<Grade>, Text>;

/// The thing to judge.
pub enum Work<'w> {
    /// The files of a solution.
    Files(&'w [mcore::packs::PackFile]),
    /// The hand-in of a student who has done nothing.
    Nothing,
}

impl Checking<'_, '_, '_> {
    /// Solutions pass everything, and for every case one of them gets all points; doing nothing, which `nothing` names, does not
    /// pass: `passes` says so.
    pub fn run(mut self, edition: Edition, cases: &[(Text, u32)], nothing: &str, passes: &Text) -> Result<(), Failure> {
        let solutions = self.findings.solutions(self.folder);
        if solutions.is_empty() && edition == Edition::Lecturer {
            self.findings.no_solution(self.folder);
        }
        let mut best: Vec<Vec<u32>> = Vec::new();
        for (name, files) in solutions {
            let Some(grade) = self.grade(&name, &name, Work::Files(&files))? else { continue };
            for case in grade.cases.iter().filter(|case| !case.passed) {
                self.findings.error(&name, &failed(case));
            }
            best.push(grade.cases.iter().map(|case| case.points).collect());
        }
        if edition == Edition::Lecturer && !best.is_empty() {
            for (at, (name, of)) in cases.iter().enumerate() {
                let most = best.iter().filter_map(|points| points.get(at)).max().copied().unwrap_or(0);
                if most < *of {
                    let Text { en, ja } = name;
                    self.findings.error(
                        &format!("{}/exercise.toml", self.folder),
                        &text!(
                            "case `{en}`: no solution gets all points; the best one has {most} of {of}",
                            "case `{ja}`: すべての点を取る解答例がありません。最高は {of} 点中 {most} 点です"
                        ),
                    );
                }
            }
        }
        if self.grade(self.folder, nothing, Work::Nothing)?.is_some_and(|grade| grade.passed) {
            self.findings.error(self.folder, passes);
        }
        Ok(())
    }

    /// Grades and prints a line for each case.
    fn grade(&mut self, place: &str, name: &str, work: Work<'_>) -> Result<Option<Grade>, Failure> {
        let started = Instant::now();
        let grade = match (self.judge)(work) {
            Ok(Some(grade)) => grade,
            Ok(None) => return Ok(None),
            Err(why) => {
                self.findings.error(place, &why);
                return Ok(None);
            }
        };
        let (points, of, seconds) = (grade.points, grade.of, started.elapsed().as_secs_f64());
        let of_en = counted(u64::from(of), "point", "points");
        let report = self.findings.report;
        let total = report.say(&text!("{points} of {of_en}", "{of} 点中 {points} 点")).to_owned();
        output::line(&pictures(&format!("{}: {name}: {total}, {seconds:.2} s", self.folder)))?;
        for case in &grade.cases {
            let word = match (case.judged, case.passed) {
                (false, _) => text!("not judged", "判定なし"),
                (_, true) => text!("pass", "合格"),
                _ => text!("fail", "不合格"),
            };
            output::line(&pictures(&format!("  {}  {}", report.say(&word), report.say(&case.name))))?;
            for check in &case.checks {
                output::line(&pictures(&format!("    {}", report.say(&line(check)))))?;
            }
        }
        Ok(Some(grade))
    }
}

/// The reason why a case failed that must pass.
fn failed(case: &CaseVerdict) -> Text {
    let check = || case.checks.iter().find(|check| !check.passed).map(line);
    let (name, why) = (&case.name, case.refused.clone().or_else(check).unwrap_or_default());
    Text::new(format!("case `{}` fails: {}", name.en, why.en), format!("case `{}` が不合格です: {}", name.ja, why.ja))
}
