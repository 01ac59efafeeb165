//! The verdict on a run of an exercise.

use alloc::vec::Vec;
use mcore_base::{Cycle, NodeId, Text};
use serde::{Deserialize, Serialize};

/// One expectation and whether it was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckView {
    /// Met or not.
    pub passed: bool,
    /// The expectation, and how far it was met.
    pub text: Text,
    /// On a failure: expected, found, where.
    pub detail: Option<Text>,
    /// True if only the grader can check it; then `passed` is meaningless.
    pub withheld: bool,
    /// On a failure: the wrong word.
    pub wrong: Option<WrongView>,
}

/// A word with a wrong value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongView {
    /// The node whose memory it is in; `None` is main memory.
    pub node: Option<NodeId>,
    pub addr: u64,
}

/// A run with the right result, with which a wrong one can be compared.
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
    /// If the result is wrong: a run with a right one, with which the session can compare it.
    pub right: Option<RightRun>,
}
