//! What goes to a session of PMNet, and what comes back.

use super::plan::PmnetPlan;
use crate::mode::Problem;
use crate::view::PmnetResult;
use alloc::{boxed::Box, vec::Vec};
use serde::{Deserialize, Serialize};

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PmnetCommand {
    /// Makes these runs, one after the other; what was under way is given up.
    Run(Vec<PmnetPlan>),
    /// Gives up what is under way. The run that it is in tells what it has found so far.
    Cancel,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PmnetProgress {
    /// Which run of the list, from 0.
    pub number: u32,
    /// Runs in the list.
    pub of: u32,
    /// Accesses so far.
    pub accesses: u64,
    /// How much of the traces is done, 0 to 1.
    pub share: f64,
}

/// What the session tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PmnetUpdate {
    /// A run cannot be made: which one, and what is wrong with it.
    Problems(u32, Vec<Problem>),
    /// A run goes on.
    Progress(PmnetProgress),
    /// A run has ended; which one.
    Result(u32, Box<PmnetResult>),
    /// All runs are done, or were given up.
    Done,
}
