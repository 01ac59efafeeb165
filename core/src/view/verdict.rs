//! The verdict on a run of an exercise.

use crate::base::{Cycle, Text};
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
}
