//! The grade of a program: the verdicts on all cases of an exercise, and the points.

use super::{CheckView, WrongView};
use crate::exercise::{CaseVerdict, Check, Exercise, Grade, LoadFault, Score, Visibility};
use alloc::vec::Vec;
use mcore_base::text;
use mcore_base::{Cycle, Text};
use serde::{Deserialize, Serialize};

/// A case with its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseView {
    pub name: Text,
    /// The expected values may be shown.
    pub visible: bool,
    /// False if only the grader judges it.
    pub judged: bool,
    /// Every check passed.
    pub passed: bool,
    pub checks: Vec<CheckView>,
    /// Why the run did not start.
    pub refused: Option<Text>,
    /// Columns and rows of compute nodes.
    pub nodes: (u8, u8),
    /// Cycles of the run; 0 if it did not start.
    pub cycles: Cycle,
    pub reference_cycles: Option<Cycle>,
    /// Speed-up in hundredths, if the result was right.
    pub speedup_hundredths: Option<u64>,
    /// Points reached.
    pub points: u32,
    /// Points for passing.
    pub of: u32,
}

/// A step of the table of points for the speed-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepView {
    /// Speed-up in hundredths.
    pub at_least: u64,
    pub points: u32,
    /// True if it was reached.
    pub reached: bool,
}

/// The grade of a program, final or so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradeView {
    /// The cases that have been run, in the order of the exercise.
    pub cases: Vec<CaseView>,
    /// Number of all cases.
    pub count: u32,
    /// All cases have been run.
    pub done: bool,
    /// Every case that could be judged passed.
    pub passed: bool,
    /// The speed-up that counts, in hundredths.
    pub speedup_hundredths: Option<u64>,
    /// The table of points for it; empty if there is none.
    pub steps: Vec<StepView>,
    /// Points so far.
    pub points: u32,
    /// Maximum number of points.
    pub of: u32,
}

impl CheckView {
    /// A check, with the details that a student may see.
    pub fn of(check: &Check, visible: bool) -> Self {
        let wrong = check.wrong.filter(|_| visible);
        let hidden = text!(
            "This case is hidden: what would be right is not shown.",
            "このケースは非公開なので、正しい値は表示されません。"
        );
        Self {
            passed: check.passed,
            text: if visible { check.text() } else { check.public_text() },
            detail: check.detail.as_ref().map(|detail| if visible { detail.text() } else { hidden }),
            withheld: check.withheld,
            wrong: wrong.map(|w| WrongView { node: w.node, addr: w.addr }),
        }
    }
}

impl CaseView {
    /// A verdict, with the details that a student may see.
    pub fn of(verdict: &CaseVerdict) -> Self {
        let visible = verdict.visibility == Visibility::Visible;
        Self {
            name: verdict.name.clone(),
            visible,
            judged: verdict.judged,
            passed: verdict.passed,
            checks: verdict.checks.iter().map(|c| CheckView::of(c, visible)).collect(),
            refused: verdict.refused.as_ref().map(LoadFault::text),
            nodes: verdict.nodes,
            cycles: verdict.cycles,
            reference_cycles: verdict.reference_cycles,
            speedup_hundredths: verdict.speedup_hundredths,
            points: verdict.points,
            of: verdict.of,
        }
    }
}

impl GradeView {
    /// The verdicts so far on a program for an exercise.
    pub fn of(exercise: &Exercise, verdicts: &[CaseVerdict]) -> Self {
        let done = verdicts.len() == exercise.cases.len();
        let grade = Grade::of(exercise, verdicts.to_vec());
        let reached = grade.speedup_hundredths.filter(|_| done);
        let steps = exercise.score.as_ref().map_or(&[][..], |score: &Score| &score.steps);
        Self {
            cases: verdicts.iter().map(CaseView::of).collect(),
            count: exercise.cases.len() as u32,
            done,
            passed: done && grade.passed,
            speedup_hundredths: reached,
            steps: steps
                .iter()
                .map(|s| StepView {
                    at_least: s.at_least,
                    points: s.points,
                    reached: reached.is_some_and(|r| r >= s.at_least),
                })
                .collect(),
            points: if done { grade.points } else { grade.points - grade.speedup_points },
            of: grade.of,
        }
    }
}
