//! The messages to and from a session of the verbs mode.

use super::exercise::{TcaExerciseView, TcaGraded};
use super::plan::TcaPlan;
use crate::view::{TcaCurveView, TcaDiagram, TcaHimeno, TcaMoment, TcaParts, TcaRun};
use alloc::{boxed::Box, string::String, vec::Vec};
use mcore_base::packs::PackFile;
use mcore_mode::{Command, Update};
use serde::{Deserialize, Serialize};

/// The commands of the mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TcaAct {
    /// The next time at which something begins or ends.
    Step,
    /// The time before.
    Back,
    /// The step with this number.
    Seek(u64),
    /// This time, ns.
    SeekTime(u64),
    NextCompletion,
    /// The completion before.
    LastCompletion,
    /// Looks at other nodes: left and right in the pictures.
    Look(u8, u8),
    /// The diagram of the two nodes in an interval, ns; answered with [`TcaNews::Diagram`].
    Diagram(u64, u64),
    /// The divided time of a completion; answered with [`TcaNews::Parts`].
    Explain(u32),
    /// Latency and bandwidth over size on the machine of a plan, for CPU or GPU memory; answered with [`TcaNews::Curves`] when all
    /// lines are measured.
    Curves(Box<TcaPlan>, bool),
    /// Opens the exercise in a folder of a pack; answered with [`TcaNews::Exercise`].
    Exercise {
        folder: String,
        /// `pack.toml` and the files of the exercise.
        files: Vec<PackFile>,
    },
    /// Judges a script for the open exercise; [`TcaNews::Graded`] follows later.
    Judge(String),
}

/// The updates of the mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TcaNews {
    /// A run is being recorded: its events and its time so far, ns.
    Recording(u64, u64),
    /// A run has been recorded.
    Recorded(Box<TcaRun>),
    /// A sequence diagram.
    Diagram(Box<TcaDiagram>),
    /// The divided time of a completion.
    Parts(Box<TcaParts>),
    /// The lines of the charts; of GPU memory or not.
    Curves(bool, Vec<TcaCurveView>),
    /// An exercise has been opened.
    Exercise(Box<TcaExerciseView>),
    /// A script has been judged.
    Graded(Box<TcaGraded>),
}

/// A command to the session.
pub type TcaCommand = Command<TcaPlan, TcaAct>;
/// An update of the session.
pub type TcaUpdate = Update<TcaNews, TcaMoment, TcaHimeno>;

impl From<TcaAct> for TcaCommand {
    fn from(act: TcaAct) -> Self {
        Self::Own(act)
    }
}
