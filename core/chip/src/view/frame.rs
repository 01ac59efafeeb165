//! The content of the page at one cycle.

use super::{MeshView, NodeLine, NodeView, ObjectRow, OutputView, SourcePlace, VariablesView, WatchRow};
use crate::{Content, Machine};
use alloc::{string::String, vec::Vec};
use mcore_base::{Cycle, NodeId, Text};
use serde::{Deserialize, Serialize};

/// Whether time is running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunState {
    /// No program has been loaded.
    #[default]
    Empty,
    /// Paused at a cycle; can continue.
    Paused,
    /// Runs.
    Running,
    /// The shown cycle is the last one of the run.
    Ended,
}

/// Cores that wait for ever at the same place of the program, and for the same address if the loop reads one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingView {
    /// The nodes, by rank.
    pub nodes: Vec<NodeId>,
    /// Which nodes wait, where, and for what.
    pub text: Text,
    /// The nearest line of the user's own files to the loop that they cannot leave.
    pub source: Option<SourcePlace>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeView {
    /// True if every core halted with code 0.
    pub ok: bool,
    /// One sentence: what happened, on which node, by which instruction and source line.
    pub message: Text,
    /// A suggestion what to do.
    pub tip: Option<Text>,
    /// The node to look at.
    pub node: Option<NodeId>,
    /// The line to look at: the nearest one of the user's own files.
    pub source: Option<SourcePlace>,
    /// If the core is in the library: the line there.
    pub inside: Option<SourcePlace>,
    /// For a deadlock: what each core waits for.
    pub waiting: Vec<WaitingView>,
    /// Cycles until the last core halted (or until the run was stopped).
    pub cycles: Cycle,
    /// Further cycles until the network was empty.
    pub drain: Cycle,
}

/// Series over the whole run so far; all of the same length. Bucket i covers `per_bucket` cycles from `i * per_bucket`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesView {
    /// Cycles in one bucket; doubles when the series is full.
    pub per_bucket: Cycle,
    /// Number of compute nodes (the maximum of the first three).
    pub nodes: u32,
    /// Mean number of computing cores, in thousandths; as every core executes one instruction per cycle, also the
    /// useful instructions per cycle.
    #[serde(with = "super::words")]
    pub computing: Vec<u32>,
    /// Mean number of polling cores, in thousandths.
    #[serde(with = "super::words")]
    pub polling: Vec<u32>,
    /// Mean number of halted cores, in thousandths.
    #[serde(with = "super::words")]
    pub halted: Vec<u32>,
    /// Mean number of flits in flight, in thousandths.
    #[serde(with = "super::words")]
    pub flits: Vec<u32>,
    /// Instructions per cycle over the whole chip (computing and polling), in thousandths.
    #[serde(with = "super::words")]
    pub ipc: Vec<u32>,
    /// DMAs started by cores: the number, not a mean.
    #[serde(with = "super::words")]
    pub dmas: Vec<u32>,
}

/// A file of the chip.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRow {
    pub name: String,
    /// Its length in bytes.
    pub bytes: u32,
    /// The program has written it.
    pub written: bool,
}

impl FileRow {
    /// The files of a machine.
    pub fn all(machine: &Machine) -> Vec<Self> {
        let row = |(name, content, written): (&str, &Content, bool)| Self {
            name: String::from(name),
            bytes: content.len() as u32,
            written,
        };
        machine.state.files.list().map(row).collect()
    }
}

/// The content that the page requested, at one cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The shown cycle.
    pub cycle: Cycle,
    /// Last cycle simulated so far: the right end of the slider.
    pub end: Cycle,
    /// Whether time is running.
    pub state: RunState,
    /// How the run ended; present once the end is known, even while an earlier cycle is shown.
    pub outcome: Option<OutcomeView>,
    /// Digest of the whole state, 16 hexadecimal digits; only while paused or ended, and if watched.
    pub digest: Option<String>,
    /// Flits in flight at the shown cycle.
    pub flits_in_flight: u32,
    pub mesh: Option<MeshView>,
    /// The selected node.
    pub node: Option<NodeView>,
    /// The source lines of the marked compute nodes; a node whose instruction has no source line is omitted.
    pub lines: Vec<NodeLine>,
    /// The watched expressions.
    pub watched: Vec<WatchRow>,
    /// The objects in the shown part of the memory of the selected node, if they are wanted.
    #[serde(default)]
    pub objects: Vec<ObjectRow>,
    /// The variables of the selected node, if it runs C.
    pub variables: Option<VariablesView>,
    /// The lines that the nodes have printed in the whole run.
    pub output: Option<OutputView>,
    /// The files of the chip at the shown cycle, if the output is wanted.
    #[serde(default)]
    pub files: Vec<FileRow>,
    /// Overview of the whole run.
    pub series: Option<SeriesView>,
    /// Bytes of the states kept for going back.
    pub kept_bytes: u64,
    /// Number of these states, without those left by seeks.
    pub kept_states: u32,
}
