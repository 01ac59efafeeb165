//! The verdict on a run of an exercise.

use crate::base::{Cycle, NodeId, Text};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// One expectation and whether it was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckView {
    /// Met or not.
    pub passed: bool,
    /// What was expected, and how far it was met.
    pub text: Text,
    /// On a failure: expected, found, where.
    pub detail: Option<Text>,
    /// True if only the grader can tell; then `passed` means nothing.
    pub withheld: bool,
    /// On a failure: the word that is wrong.
    pub wrong: Option<WrongView>,
}

/// A word that is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongView {
    /// Whose memory; `None` is main memory.
    pub node: Option<NodeId>,
    /// Its address.
    pub addr: u64,
}

/// A run that gave what is right, to compare a wrong one with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RightRun {
    /// The last one of the student's own programs that passed this case since the exercise was opened.
    Passed,
    /// The sequential reference on the same input.
    Reference,
}

/// The verdict on a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictView {
    /// Every check passed.
    pub passed: bool,
    /// Name of the case.
    pub case: Text,
    /// The checks, in the order of the exercise.
    pub checks: Vec<CheckView>,
    /// Number of compute nodes of the run.
    pub nodes: u32,
    /// Cycles of the run.
    pub cycles: Cycle,
    /// Cycles of the sequential reference on the same input.
    pub reference_cycles: Option<Cycle>,
    /// `reference_cycles / cycles`, in hundredths; only if the result was right.
    pub speedup_hundredths: Option<u64>,
    /// If the result is wrong: a run with a right one, which the session can compare it with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<RightRun>,
}
