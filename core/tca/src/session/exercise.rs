//! Exercises in the page: an exercise is opened from the files of its pack, and a script is judged in slices.

use super::plan::TcaPlan;
use crate::exercise::{Case, Exercise, Judging, TcaSubmission, asked, read_exercise};
use crate::model::script;
use alloc::sync::Arc;
use alloc::{format, string::String, vec, vec::Vec};
use mcore_base::Text;
use mcore_base::packs::{Grade, PackFile, digest};
use mcore_base::text;
use mcore_mode::{Problem, Refusal};
use serde::{Deserialize, Serialize};

/// A case for the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TcaCaseView {
    /// Name.
    pub name: Text,
    /// False if only the grader can judge it.
    pub visible: bool,
    /// Maximum points.
    pub points: u32,
    /// The expectations, a line each.
    pub asked: Vec<Text>,
    /// The settings with its machine and what the task adds, and the script at the start; none for a hidden case.
    pub plan: Option<TcaPlan>,
}

/// An exercise for the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TcaExerciseView {
    /// `pack/exercise`.
    pub id: String,
    /// Version of the pack.
    pub version: String,
    /// Title of the pack.
    pub pack_title: Text,
    /// Title.
    pub title: Text,
    /// Statement as CommonMark.
    pub statement: Text,
    /// Hints as CommonMark.
    pub hints: Vec<Text>,
    /// The script at the start.
    pub start: String,
    /// Maximum points.
    pub points: u32,
    /// The cases.
    pub cases: Vec<TcaCaseView>,
}

/// The verdict on a script, and the hand-in as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TcaGraded {
    /// The exercise.
    pub id: String,
    /// The script.
    pub script: String,
    /// The verdict.
    pub grade: Grade,
    /// The name of the hand-in file.
    pub name: String,
    /// Its text.
    pub file: String,
}

/// The open exercise.
pub struct Open {
    exercise: Arc<Exercise>,
    digest: String,
    /// The judgement in progress, with its script.
    judging: Option<(Judging, String)>,
}

impl Open {
    /// Opens an exercise.
    ///
    /// # Errors
    /// A file of the pack has an error.
    pub fn new(folder: &str, files: &[PackFile]) -> Result<Self, Refusal> {
        let exercise = read_exercise(folder, files).map_err(|error| refused(error.text()))?;
        Ok(Self { exercise: Arc::new(exercise), digest: digest(folder, files), judging: None })
    }

    /// The exercise for the page.
    pub fn view(&self) -> TcaExerciseView {
        let Exercise { id, pack_title, pack_version, title, texts, start, cases } = &*self.exercise;
        let case = |case: &Case| TcaCaseView {
            name: case.name.clone(),
            visible: case.visible,
            points: case.points,
            asked: asked(case),
            plan: plan(id, start, case),
        };
        TcaExerciseView {
            id: id.clone(),
            version: pack_version.clone(),
            pack_title: pack_title.clone(),
            title: title.clone(),
            statement: texts.statement.clone(),
            hints: texts.hints.clone(),
            start: start.clone(),
            points: self.exercise.max_points(),
            cases: cases.iter().map(case).collect(),
        }
    }

    /// Begins to judge a script, in place of the last one.
    ///
    /// # Errors
    /// The script is too long.
    pub fn judge(&mut self, script: String) -> Result<(), Refusal> {
        if script.len() > script::MAX_SCRIPT {
            return Err(refused(text!("the script is longer than 64 KiB", "スクリプトが 64 KiB を超えています")));
        }
        self.judging = Some((Judging::new(self.exercise.clone(), script.clone()), script));
        Ok(())
    }

    /// Whether a script is being judged.
    pub fn is_busy(&self) -> bool {
        self.judging.is_some()
    }

    /// Gives the judgement up.
    pub fn stop(&mut self) {
        self.judging = None;
    }

    /// Simulates at most this number of events; the verdict, once it is there.
    pub fn slice(&mut self, events: u64) -> Option<TcaGraded> {
        let grade = self.judging.as_mut()?.0.advance(events)?;
        let (_, script) = self.judging.take()?;
        let id = self.exercise.id.clone();
        let file = TcaSubmission::new(&self.exercise, &self.digest, env!("CARGO_PKG_VERSION"), &script, &grade);
        let name = format!("{}.mcsub", id.replace('/', "-"));
        Some(TcaGraded { id, script, grade, name, file: file.to_json() })
    }
}

fn refused(why: Text) -> Refusal {
    Refusal::Problems(vec![Problem::new("exercise", why)])
}

/// The reason why there is nothing to judge.
pub fn not_open() -> Refusal {
    refused(text!("No exercise is open.", "課題が開かれていません。"))
}

/// The settings of a case.
fn plan(id: &str, start: &str, case: &Case) -> Option<TcaPlan> {
    let (params, task) = case.setting.as_ref()?;
    let of = TcaTask { exercise: id.into(), case: case.name.clone(), task: task.clone() };
    Some(TcaPlan { script: start.into(), machine: params.unusual(), task: Some(of), ..TcaPlan::default() })
}

/// The case of an exercise that a plan belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TcaTask {
    /// `pack/exercise`.
    pub exercise: String,
    /// The name of the case.
    pub case: Text,
    /// The things that it adds to the script.
    pub task: script::Task,
}
