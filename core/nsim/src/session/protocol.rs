//! The messages to and from a session of the interconnect simulator.

use super::plan::NsimPlan;
use crate::model::Time;
use crate::view::{NsimDiagram, NsimFrame, NsimOutcome, NsimResult, NsimShape};
use alloc::{boxed::Box, string::String};
use mcore_mode::{Command, Update};
use serde::{Deserialize, Serialize};

/// The kinds of step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NsimStep {
    /// To the state after the next event: a packet moves, or a rank continues.
    Event,
    /// To the state after the next arrival of a whole message.
    Message,
    /// 100 ns, or the length of the window.
    Window,
}

/// The commands of the mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NsimAct {
    /// Runs, up to a time or to the end.
    Run(Option<Time>),
    /// Seeks a known time.
    Seek(Time),
    /// A step forwards, or backwards.
    Step(NsimStep, bool),
    /// Selects the switch that is shown.
    Look(Option<u32>),
    /// The activities of ranks between two times.
    Diagram {
        /// First rank.
        first: u32,
        /// Number of ranks.
        ranks: u32,
        /// Start.
        from: Time,
        /// End.
        until: Time,
    },
    /// Writes the mapping of a plan as a file.
    MapFile(Box<NsimPlan>),
}

/// The news of the mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NsimNews {
    /// The machine has been built.
    Opened(Box<NsimShape>),
    /// The run has ended.
    Outcome(Box<NsimOutcome>),
    /// The activities of ranks.
    Diagram(Box<NsimDiagram>),
    /// The mapping as a file.
    MapFile(String),
}

/// The commands of a session.
pub type NsimCommand = Command<NsimPlan, NsimAct>;
/// The updates of a session.
pub type NsimUpdate = Update<NsimNews, NsimFrame, NsimResult>;

impl From<NsimAct> for NsimCommand {
    fn from(act: NsimAct) -> Self {
        Self::Own(act)
    }
}
