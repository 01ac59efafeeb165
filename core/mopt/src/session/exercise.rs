//! Exercises in the page: an exercise is opened from the files of its pack, and a hand-in is judged in slices.

use super::fields::FILE;
use super::plan::MoptPlan;
use crate::exercise::{
    Case, Communication, Exercise, Judging, MoptMethod, MoptSubmission, MoptWork, References, asked, read_exercise,
};
use crate::model::Network;
use crate::model::pattern::CG_CLASSES;
use alloc::sync::Arc;
use alloc::{format, string::String, string::ToString, vec::Vec};
use mcore_base::SourceFile;
use mcore_base::packs::{PackFile, Texts, digest};
use mcore_mode::{CaseView, ExerciseView, Graded, Refusal};
use mcore_topology::sizes_text;
use serde::{Deserialize, Serialize};

/// The facts of an exercise about maps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptTakes {
    /// Maps can be handed in.
    pub maps: bool,
    /// A method can be handed in.
    pub method: bool,
    /// The network, such as `mesh 8x8`.
    pub network: String,
}

/// An exercise for the page.
pub type MoptExerciseView = ExerciseView<MoptPlan, MoptTakes>;

/// The verdict on a hand-in, and the hand-in as a file.
pub type MoptGraded = Graded<()>;

/// A hand-in of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MoptHandIn {
    /// The maps: the case, from 0, and the node of each rank.
    pub maps: Vec<(u32, Vec<u32>)>,
    pub method: Option<MoptMethod>,
}

/// The open exercise.
#[derive(Debug)]
pub struct Open {
    exercise: Arc<Exercise>,
    digest: String,
    references: References,
    /// The judgement in progress, with its work.
    judging: Option<(Judging, MoptWork)>,
}

impl Open {
    /// Opens an exercise.
    ///
    /// # Errors
    /// A file of the pack has an error.
    pub fn new(folder: &str, files: &[PackFile]) -> Result<Self, Refusal> {
        let exercise = read_exercise(folder, files).map_err(|error| Refusal::of_exercise(error.text()))?;
        let digest = digest(folder, files);
        Ok(Self { exercise: Arc::new(exercise), digest, references: References::default(), judging: None })
    }

    /// The exercise for the page.
    pub fn view(&self) -> MoptExerciseView {
        use crate::exercise::HandIn;
        let Exercise { id, pack_title, pack_version, title, texts, hand_in, network, cases } = &*self.exercise;
        let Texts { statement, hints } = texts;
        let case = |case: &Case| CaseView {
            name: case.name.clone(),
            visible: case.visible,
            ranks: case.ranks,
            points: case.max_points(),
            asked: asked(case, network),
            plan: plan(case, network),
        };
        MoptExerciseView {
            id: id.clone(),
            version: pack_version.clone(),
            pack_title: pack_title.clone(),
            title: title.clone(),
            statement: statement.clone(),
            hints: hints.clone(),
            points: self.exercise.max_points(),
            cases: cases.iter().map(case).collect(),
            own: MoptTakes {
                maps: *hand_in != HandIn::Method,
                method: *hand_in != HandIn::Map,
                network: network.name(),
            },
        }
    }

    /// Begins to judge a hand-in, in place of the last one.
    ///
    /// # Errors
    /// The hand-in has an error.
    pub fn judge(&mut self, hand_in: MoptHandIn) -> Result<(), Refusal> {
        let map = |(case, nodes): (u32, Vec<u32>)| {
            let mut text = String::new();
            for (node, rank) in nodes.iter().zip(0u32..) {
                text += &format!("{rank} {node}\n");
            }
            SourceFile { name: format!("{}.map", case.saturating_add(1)), text }
        };
        let work =
            MoptWork::new(hand_in.maps.into_iter().map(map).collect(), hand_in.method).map_err(Refusal::of_exercise)?;
        self.judging = Some((Judging::new(self.exercise.clone(), work.clone()), work));
        Ok(())
    }

    /// Whether a hand-in is being judged.
    pub fn is_busy(&self) -> bool {
        self.judging.is_some()
    }

    /// Gives the judgement up.
    pub fn stop(&mut self) {
        self.judging = None;
    }

    /// Works for some steps; the verdict, once it is there.
    pub fn slice(&mut self, steps: u64) -> Option<MoptGraded> {
        let (judging, work) = self.judging.as_mut()?;
        if !self.references.advance(&self.exercise, steps) {
            return None;
        }
        let grade = judging.advance(&self.references, steps)?;
        let file = MoptSubmission::new(&self.exercise, &self.digest, env!("CARGO_PKG_VERSION"), work).claiming(&grade);
        self.judging = None;
        Some(MoptGraded::new(&self.exercise.id, (), grade, file.to_json()))
    }
}

/// The settings of a case: its traffic in order on the network.
fn plan(case: &Case, network: &Network) -> Option<MoptPlan> {
    let (communication, _) = case.traffic.as_ref()?;
    let own = MoptPlan {
        kind: network.kind().into(),
        sizes: network.sizes_text(),
        hops: case.hops.word().into(),
        methods: "xyz".into(),
        ..MoptPlan::default()
    };
    Some(match communication {
        Communication::File(name, text) => {
            MoptPlan { source: FILE.into(), file: text.clone(), file_name: name.clone(), ..own }
        }
        Communication::Pattern(pattern) => MoptPlan {
            pattern: pattern.name.clone(),
            ranks: pattern.ranks.to_string(),
            bytes: pattern.bytes.to_string(),
            rounds: pattern.rounds.to_string(),
            grid: sizes_text(&pattern.grid),
            border: if pattern.periodic { "periodic" } else { "open" }.into(),
            degree: pattern.degree.to_string(),
            class: CG_CLASSES.iter().find(|(_, rows)| *rows == pattern.rows).map_or("B", |(class, _)| *class).into(),
            pattern_seed: pattern.seed.to_string(),
            ..own
        },
    })
}
