//! The messages to and from a session of the mapping mode. Maps are named by numbers: those of results, and
//! [`MOPT_OWN`](crate::MOPT_OWN) for the map that a person makes.

use super::exercise::{MoptExerciseView, MoptGraded, MoptHandIn};
use super::plan::MoptPlan;
use crate::view::{
    MoptChip, MoptDifference, MoptHandover, MoptHistogram, MoptLink, MoptLinks, MoptLoads, MoptMatrix, MoptOwnView,
    MoptPair, MoptResult, MoptShape, MoptStep, MoptTasks,
};
use alloc::{boxed::Box, string::String, vec::Vec};
use mcore_base::packs::PackFile;
use mcore_mode::{Command, Never, Update};
use serde::{Deserialize, Serialize};

/// Commands about the map that a person makes. Each is answered with [`MoptNews::Own`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoptOwnAct {
    /// Begins with the map of a result for the same communication and network.
    Start(u32),
    /// Begins in the order of ranks.
    Order,
    /// Begins with a map from a file.
    Read(String),
    /// Measures a change without making it: the rank goes to the node, and a rank there takes its place.
    Preview(u32, u32),
    /// Makes that change.
    Put(u32, u32),
    /// Takes the last change back.
    Undo,
    /// Makes the next change again.
    Redo,
}

/// The forms in which a map is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoptSave {
    /// The rank-to-node file.
    Map,
    /// The JSON of the command.
    Json,
    /// Comma-separated values of the links.
    Links,
}

/// The commands of the mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoptAct {
    /// Changes the map that a person makes; the input must be open.
    Own(MoptOwnAct),
    /// Forgets the maps of these results.
    Forget(Vec<u32>),
    /// The loads of the links of a map.
    Loads(u32),
    /// The busiest links of a map.
    Links(u32),
    /// A link of a map, and the ways of its pairs in these maps.
    Link {
        /// The map.
        id: u32,
        link: u32,
        /// The maps whose ways are given.
        ways: Vec<u32>,
    },
    /// The traffic from a rank to another, and its ways in these maps.
    Pair {
        /// Source.
        from: u32,
        /// Destination.
        to: u32,
        /// The maps.
        ways: Vec<u32>,
    },
    /// Links by their bytes; a unit of the axis is a number of bytes.
    Histogram {
        /// The maps.
        ids: Vec<u32>,
        /// The unit.
        part: Option<u64>,
    },
    /// The matrix in the order of ranks, or in the order of a result's final group.
    Matrix {
        /// The map.
        id: u32,
        /// In the order of its final group.
        grouped: bool,
        /// The first place of the order that is shown.
        from: u32,
        /// The number of places.
        count: u32,
    },
    /// The task graph with edges from a number of bytes up.
    Tasks {
        /// A map of the communication.
        id: u32,
        /// Bytes.
        least: f64,
    },
    /// A join of the paper's method.
    Step {
        /// The map.
        id: u32,
        /// The join, from 0.
        join: u32,
    },
    /// The group of each rank in an iteration.
    Groups {
        /// The map.
        id: u32,
        /// The iteration, from 0.
        iteration: u32,
    },
    /// The difference of two maps of the same network.
    Difference(u32, u32),
    /// A map as a file.
    Save(u32, MoptSave),
    /// The communication as a trace and these maps, for the interconnect mode.
    Handover(Vec<u32>),
    /// A map as the chip's, with the communication as a program; the network must be a mesh of two dimensions.
    Chip(u32),
    /// Opens the exercise in a folder of a pack.
    Exercise {
        folder: String,
        /// `pack.toml` and the files of the exercise.
        files: Vec<PackFile>,
    },
    /// Judges a hand-in for the open exercise; [`MoptNews::Graded`] follows later.
    Judge(Box<MoptHandIn>),
}

/// The news of the mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoptNews {
    /// The input has been opened; the own map is in the order of ranks.
    Opened(Box<MoptShape>),
    /// The own map, or a preview.
    Own(Box<MoptOwnView>),
    Loads(Box<MoptLoads>),
    /// Busiest links.
    Links(Box<MoptLinks>),
    Link(Box<MoptLink>),
    /// The traffic of a pair.
    Pair(Box<MoptPair>),
    Histogram(Box<MoptHistogram>),
    Matrix(Box<MoptMatrix>),
    /// The task graph.
    Tasks(Box<MoptTasks>),
    /// A join.
    Step(Box<MoptStep>),
    /// Groups of an iteration: the map, the iteration, the group of each rank.
    Groups(u32, u32, Vec<u32>),
    Difference(Box<MoptDifference>),
    /// A file: its name and its text.
    Saved(String, String),
    /// For the interconnect mode.
    Handover(Box<MoptHandover>),
    Chip(Box<MoptChip>),
    /// An exercise has been opened.
    Exercise(Box<MoptExerciseView>),
    /// A hand-in has been judged.
    Graded(Box<MoptGraded>),
}

/// The commands of a session. `Open` opens the input of a plan for the own map; `Batch` runs plans with one method each
/// ([`MoptPlan::each`]).
pub type MoptCommand = Command<MoptPlan, MoptAct>;
/// The updates of a session.
pub type MoptUpdate = Update<MoptNews, Never, MoptResult>;

impl From<MoptAct> for MoptCommand {
    fn from(act: MoptAct) -> Self {
        Self::Own(act)
    }
}

impl From<MoptOwnAct> for MoptCommand {
    fn from(act: MoptOwnAct) -> Self {
        Self::Own(MoptAct::Own(act))
    }
}
