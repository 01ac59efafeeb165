//! One case of an exercise: the data placed in memory before the run, and the expectations after it.

use super::{Ends, Expect, Input, MachineSize};
use crate::Files;
use alloc::vec::Vec;
use mcore_base::{Cycle, Text};

/// The visibility of a case to students.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// The whole case.
    #[default]
    Visible,
    /// Whether it passes, but not the right answer.
    Hidden,
    /// Only its name: the grader alone runs it.
    Withheld,
}

impl Visibility {
    /// All values with their names in a pack.
    pub const ALL: [(&'static str, Self); 3] =
        [("visible", Self::Visible), ("hidden", Self::Hidden), ("withheld", Self::Withheld)];
}

/// One run that the exercise requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub name: Text,
    /// Its visibility to students.
    pub visibility: Visibility,
    /// Seed of the random inputs.
    pub seed: u64,
    /// Cycles after which a run is stopped.
    pub cycle_limit: Cycle,
    /// The way a run must end to pass, in addition to the other expectations.
    pub ends: Ends,
    /// Points for passing it.
    pub points: u32,
    /// The machine that runs it.
    pub machine: MachineSize,
    /// The data placed in memory, in this order.
    pub inputs: Vec<Input>,
    /// The standard input and the files that the program finds.
    pub files: Files,
    /// The expectations of the run. Empty only for a withheld case in a student's edition.
    pub expects: Vec<Expect>,
}

impl Case {
    /// True if this edition of the pack has everything needed to run the case.
    pub fn can_run(&self) -> bool {
        !self.expects.is_empty()
    }

    /// True if flits must be counted during the run, which costs time.
    pub fn counts_traffic(&self) -> bool {
        self.expects.iter().any(|e| matches!(e, Expect::Flits(_) | Expect::BusiestLink(_)))
    }

    /// True if an expectation compares with the reference.
    pub fn needs_reference(&self) -> bool {
        self.expects.iter().any(Expect::needs_reference)
    }
}
