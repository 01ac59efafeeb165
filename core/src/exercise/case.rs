//! One case of an exercise: what is placed in memory before the run, and what is expected after it.

use super::{Ends, Expect, Input, MachineSize};
use crate::base::{Cycle, Text};
use alloc::vec::Vec;

/// How much of a case a student may know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Everything.
    #[default]
    Visible,
    /// Whether it passes, but not what would be right.
    Hidden,
    /// Nothing but its name: only the grader runs it.
    Withheld,
}

impl Visibility {
    /// All with their names in a pack.
    pub const ALL: [(&'static str, Self); 3] =
        [("visible", Self::Visible), ("hidden", Self::Hidden), ("withheld", Self::Withheld)];
}

/// One run that the exercise asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Name.
    pub name: Text,
    /// Who may know what of it.
    pub visibility: Visibility,
    /// Seed of the random inputs.
    pub seed: u64,
    /// Cycles after which a run is ended.
    pub cycle_limit: Cycle,
    /// How a run must end to pass, whatever else is expected of it.
    pub ends: Ends,
    /// Points for passing it.
    pub points: u32,
    /// The machine that it runs on.
    pub machine: MachineSize,
    /// What is placed in memory, in this order.
    pub inputs: Vec<Input>,
    /// What is expected of the run. Empty only for a withheld case in a student's edition.
    pub expects: Vec<Expect>,
}

impl Case {
    /// True if this edition of the pack has what is needed to run the case.
    pub fn can_run(&self) -> bool {
        !self.expects.is_empty()
    }

    /// True if flits must be counted during the run, which costs time.
    pub fn counts_traffic(&self) -> bool {
        self.expects.iter().any(|e| matches!(e, Expect::Flits(_) | Expect::BusiestLink(_)))
    }

    /// True if some expectation compares with the reference.
    pub fn needs_reference(&self) -> bool {
        self.expects.iter().any(Expect::needs_reference)
    }
}
