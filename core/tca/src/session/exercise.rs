//! Exercises in the page: an exercise is opened from the files of its pack, and a script is judged in slices.

use super::plan::TcaPlan;
use crate::exercise::{Case, Exercise, Judging, TcaSubmission, asked, read_exercise};
use crate::model::script;
use alloc::string::String;
use alloc::sync::Arc;
use mcore_base::Text;
use mcore_base::packs::{PackFile, digest};
use mcore_base::text;
use mcore_mode::{CaseView, ExerciseView, Graded, Refusal};
use serde::{Deserialize, Serialize};

/// An exercise for the page, with the script at the start.
pub type TcaExerciseView = ExerciseView<TcaPlan, Text>;

/// The verdict on a script, and the hand-in as a file.
pub type TcaGraded = Graded<String>;

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
        let exercise = read_exercise(folder, files).map_err(|error| Refusal::of_exercise(error.text()))?;
        Ok(Self { exercise: Arc::new(exercise), digest: digest(folder, files), judging: None })
    }

    /// The exercise for the page.
    pub fn view(&self) -> TcaExerciseView {
        let Exercise { id, pack_title, pack_version, title, texts, start, cases, .. } = &*self.exercise;
        let case = |case: &Case| CaseView {
            name: case.name.clone(),
            visible: case.visible,
            ranks: 0,
            points: case.points,
            asked: asked(case),
            plan: plan(id, &start.en, case),
        };
        TcaExerciseView {
            id: id.clone(),
            version: pack_version.clone(),
            pack_title: pack_title.clone(),
            title: title.clone(),
            statement: texts.statement.clone(),
            hints: texts.hints.clone(),
            points: self.exercise.max_points(),
            cases: cases.iter().map(case).collect(),
            own: start.clone(),
        }
    }

    /// Begins to judge a script, in place of the last one.
    ///
    /// # Errors
    /// The script is too long.
    pub fn judge(&mut self, script: String) -> Result<(), Refusal> {
        if script.len() > script::MAX_SCRIPT {
            return Err(Refusal::of_exercise(text!(
                "the script is longer than 64 KiB",
                "スクリプトが 64 KiB を超えています"
            )));
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
        let file = TcaSubmission::new(&self.exercise, &self.digest, env!("CARGO_PKG_VERSION"), &script, &grade);
        Some(TcaGraded::new(&self.exercise.id, script, grade, file.to_json()))
    }
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
