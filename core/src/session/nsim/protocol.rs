//! What goes to a session of the interconnect simulator, and what comes back.

use super::plan::NsimPlan;
use crate::mode::Problem;
use crate::nsim::Time;
use crate::view::{NsimDiagram, NsimFrame, NsimOutcome, NsimResult, NsimShape};
use alloc::{boxed::Box, string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NsimStep {
    /// To behind the next thing that happens: a packet moves, or a rank goes on.
    Event,
    /// To behind the next arrival of a whole message.
    Message,
    /// 100 ns, or what the window is long.
    Window,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NsimCommand {
    /// Builds the machine and shows its begin.
    Open(Box<NsimPlan>),
    /// Only looks what is wrong with a plan; answered by one [`NsimUpdate::Checked`].
    Check(Box<NsimPlan>),
    /// Goes on, up to a time or to the end.
    Run(Option<Time>),
    /// Stops what is under way: a run, a search, a list of runs.
    Pause,
    /// Goes to a time that is known.
    Seek(Time),
    /// A step forwards, or backwards.
    Step(NsimStep, bool),
    /// Which switch is looked at.
    Look(Option<u32>),
    /// What so many ranks from the first one on did between two times.
    Diagram {
        /// First rank.
        first: u32,
        /// How many.
        ranks: u32,
        /// Begin.
        from: Time,
        /// End.
        until: Time,
    },
    /// Runs these one after the other, without pictures.
    Batch(Vec<NsimPlan>),
    /// Writes the mapping of a plan as a file.
    MapFile(Box<NsimPlan>),
    /// The last frame has been shown.
    Ack,
}

/// What the session tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NsimUpdate {
    /// The machine is there.
    Opened(Box<NsimShape>),
    /// What is wrong with the plan that was to be built or run.
    Problems(Vec<Problem>),
    /// What is wrong with a plan that was looked at, or how many bytes of memory its machine needs at its begin.
    Checked(Result<u64, Vec<Problem>>),
    /// A picture.
    Frame(Box<NsimFrame>),
    /// The run has come to its end.
    Outcome(Box<NsimOutcome>),
    /// What ranks did.
    Diagram(Box<NsimDiagram>),
    /// A run of a list has come to its end: its number, counted from 0.
    Row(u32, Box<NsimResult>),
    /// Packets moved so far by the run of a list that is under way.
    Under(u32, u64),
    /// The list is done, or was stopped.
    BatchDone,
    /// The mapping as a file.
    MapFile(String),
}
