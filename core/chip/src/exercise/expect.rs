//! Expectations of a case.

use super::{Digest, Place, Raster, Target, Tolerance, Unit};
use alloc::{string::String, vec::Vec};
use mcore_base::{Cycle, NodeId};

/// An expectation about a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Every core halts with exit code 0.
    Halted,
    /// A core, or each of them, halts with this exit code.
    Exit {
        /// The node; `None` is every compute node.
        node: Option<NodeId>,
        code: i32,
    },
    /// No node traps.
    NoTrap,
    /// A node prints the right output.
    Console {
        node: NodeId,
        /// The required output.
        prints: Prints,
    },
    /// The program leaves a file with the right contents.
    File {
        name: String,
        /// The required contents.
        holds: Holds,
    },
    /// Data in a memory is right.
    Memory(Memory),
    /// At least this many nodes take a substantial part in the work.
    Worked(u32),
    /// Minimum speed-up over the reference, in hundredths.
    Speedup(u64),
    /// Maximum number of cycles.
    Cycles(Cycle),
    /// Maximum number of flits that enter the network.
    Flits(u64),
    /// Maximum number of DMAs that the cores start.
    Dmas(u64),
    /// The busiest link between routers carries a flit in at most this many hundredths of the cycles.
    BusiestLink(u32),
    /// Something that only the grader checks.
    Withheld,
}

impl Expect {
    /// True if it compares with the reference.
    pub fn needs_reference(&self) -> bool {
        match self {
            Self::Speedup(_) => true,
            Self::Memory(memory) => memory.equals == Equals::Reference,
            Self::Console { prints, .. } | Self::File { holds: Holds::Text(prints), .. } => {
                *prints == Prints::Reference
            }
            _ => false,
        }
    }
}

/// The way a run must end to pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ends {
    /// Every core halts, with any exit codes.
    #[default]
    Halted,
    /// It runs until the cycle limit.
    Limit,
    /// No core can ever progress.
    Deadlock,
    /// A node traps.
    Trap,
    /// Any of these ways.
    Any,
}

impl Ends {
    /// All ways with their names in a pack.
    pub const ALL: [(&'static str, Self); 5] = [
        ("halted", Self::Halted),
        ("limit", Self::Limit),
        ("deadlock", Self::Deadlock),
        ("trap", Self::Trap),
        ("any", Self::Any),
    ];

    /// True if a run that ends at the cycle limit can pass.
    pub fn allows_limit(self) -> bool {
        matches!(self, Self::Limit | Self::Any)
    }
}

/// The required output of a console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prints {
    /// Exactly this.
    Exact(String),
    /// This, ignoring white space at the ends of lines and of the whole text.
    Trimmed(String),
    /// An output in which this regular expression matches.
    Regex(String),
    /// The output of the reference on the same node.
    Reference,
    /// The output that this digest was made of.
    Digest(Digest),
}

/// The required contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A text, as on a console.
    Text(Prints),
    /// These bytes.
    Data(Vec<u8>),
    /// This picture; each sample may differ by the tolerance.
    Picture(Raster, u16),
}

/// Data in a memory to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The memory.
    pub target: Target,
    pub place: Place,
    /// The type of its elements.
    pub unit: Unit,
    /// Number of elements.
    pub count: u32,
    /// The number of columns, if the data is a matrix.
    pub columns: Option<u32>,
    /// The expected values.
    pub equals: Equals,
    /// Tolerance for floating-point numbers.
    pub tolerance: Tolerance,
    /// The node of the reference to compare with, if it is another one.
    pub reference_node: Option<NodeId>,
}

/// The expected values of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equals {
    /// The reference program's values at the same place for the same input.
    Reference,
    /// These bytes.
    Data(Vec<u8>),
    /// The values that this digest was made of.
    Digest(Digest),
}

/// A table of points for speed-ups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Columns and rows of the machine on which the speed-up counts.
    pub nodes: (u8, u8),
    /// The steps, each with a higher speed-up and more points than the one before.
    pub steps: Vec<Step>,
}

/// Points for a speed-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Speed-up in hundredths.
    pub at_least: u64,
    /// Total points, in place of those of the step before.
    pub points: u32,
}

impl Score {
    /// Points for a speed-up in hundredths.
    pub fn points(&self, speedup_hundredths: u64) -> u32 {
        self.steps.iter().rfind(|s| s.at_least <= speedup_hundredths).map_or(0, |s| s.points)
    }

    /// Points for the last step.
    pub fn max_points(&self) -> u32 {
        self.steps.last().map_or(0, |s| s.points)
    }
}
