//! Exercises in the page of a mode: a task with its cases, and the verdict on a hand-in.

use crate::{Problem, Refusal};
use alloc::{format, string::String, vec, vec::Vec};
use mcore_base::packs::Grade;
use mcore_base::{Text, text};
use serde::{Deserialize, Serialize};

/// A case for the page; `P` is the plan of the mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseView<P> {
    pub name: Text,
    /// False if only the grader can judge it.
    pub visible: bool,
    /// Ranks; 0 in a mode without ranks.
    pub ranks: u32,
    /// Maximum points.
    pub points: u32,
    /// The expectations, a line each.
    pub asked: Vec<Text>,
    /// The settings with which the case begins; none for a hidden case.
    pub plan: Option<P>,
}

/// An exercise for the page; `O` has the mode's own facts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExerciseView<P, O> {
    /// `pack/exercise`.
    pub id: String,
    /// Version of the pack.
    pub version: String,
    pub pack_title: Text,
    pub title: Text,
    /// Statement as CommonMark.
    pub statement: Text,
    /// Hints as CommonMark.
    pub hints: Vec<Text>,
    /// Maximum points.
    pub points: u32,
    pub cases: Vec<CaseView<P>>,
    /// Facts that only exercises of this mode have.
    pub own: O,
}

/// The verdict on a hand-in, and the hand-in as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Graded<H> {
    /// The exercise.
    pub id: String,
    /// The part of the hand-in that the page compares with the present work.
    pub handed: H,
    /// The verdict.
    pub grade: Grade,
    /// The name of the hand-in file.
    pub name: String,
    /// Its text.
    pub file: String,
}

impl<H> Graded<H> {
    /// A verdict with the hand-in file, which has the name of the exercise.
    pub fn new(id: &str, handed: H, grade: Grade, file: String) -> Self {
        Self { id: id.into(), handed, grade, name: hand_in_name(id), file }
    }
}

/// The name of the hand-in file of an exercise, which is `pack/exercise`.
pub fn hand_in_name(id: &str) -> String {
    format!("{}.mcsub", id.replace('/', "-"))
}

/// The refusal of a command that needs an open exercise, in words.
pub fn no_exercise_text() -> Text {
    text!("No exercise is open.", "課題が開かれていません。")
}

impl Refusal {
    /// The field of problems that concern exercises.
    pub const EXERCISE: &'static str = "exercise";

    /// An exercise cannot be opened or judged.
    pub fn of_exercise(why: Text) -> Self {
        Self::Problems(vec![Problem::new(Self::EXERCISE, why)])
    }

    /// There is nothing to judge.
    pub fn no_exercise() -> Self {
        Self::of_exercise(no_exercise_text())
    }
}
