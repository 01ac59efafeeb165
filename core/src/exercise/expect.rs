//! What a case expects of a run.

use super::{Digest, Place, Target, Tolerance, Unit};
use crate::base::{Cycle, NodeId, Text};
use alloc::{string::String, vec::Vec};

/// What a case expects of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Every core halts with exit code 0.
    Halted,
    /// A core, or each of them, halts with this exit code.
    Exit {
        /// The node; `None` is every compute node.
        node: Option<NodeId>,
        /// The code.
        code: i32,
    },
    /// No node traps.
    NoTrap,
    /// What a node prints is right.
    Console {
        /// The node.
        node: NodeId,
        /// What it must print.
        prints: Prints,
    },
    /// Data in a memory are right.
    Memory(Memory),
    /// At least so many nodes take a real part in the work.
    Worked(u32),
    /// At least so many times faster than the reference, in hundredths.
    Speedup(u64),
    /// At most so many cycles.
    Cycles(Cycle),
    /// At most so many flits enter the network.
    Flits(u64),
    /// At most so many DMAs are started by the cores.
    Dmas(u64),
    /// The busiest link between routers carries a flit in at most so many hundredths of the cycles.
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
            Self::Console { prints, .. } => *prints == Prints::Reference,
            _ => false,
        }
    }
}

/// How a run must end to pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ends {
    /// Every core halts, with whatever exit codes.
    #[default]
    Halted,
    /// It goes on until the limit of cycles.
    Limit,
    /// No core can ever progress.
    Deadlock,
    /// A node traps.
    Trap,
    /// In any of these ways.
    Any,
}

impl Ends {
    /// All with their names in a pack.
    pub const ALL: [(&'static str, Self); 5] = [
        ("halted", Self::Halted),
        ("limit", Self::Limit),
        ("deadlock", Self::Deadlock),
        ("trap", Self::Trap),
        ("any", Self::Any),
    ];

    /// True if a run that ends at the limit of cycles can pass.
    pub fn allows_limit(self) -> bool {
        matches!(self, Self::Limit | Self::Any)
    }
}

/// What a console must show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prints {
    /// Exactly this.
    Exact(String),
    /// This, apart from white space at the ends of lines and of the whole.
    Trimmed(String),
    /// Something in which this regular expression matches.
    Regex(String),
    /// What the reference prints on the same node.
    Reference,
    /// What a digest was made of.
    Digest(Digest),
}

/// Data in a memory that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Whose memory.
    pub target: Target,
    /// Where there.
    pub place: Place,
    /// What its elements are.
    pub unit: Unit,
    /// How many elements.
    pub count: u32,
    /// If they are a matrix: its number of columns.
    pub columns: Option<u32>,
    /// What they must be.
    pub equals: Equals,
    /// How far floating-point numbers may be from it.
    pub tolerance: Tolerance,
    /// The node of the reference whose memory is meant, if it is another one.
    pub reference_node: Option<NodeId>,
}

/// What data must be equal to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equals {
    /// What the reference program leaves at the same place for the same input.
    Reference,
    /// These bytes.
    Data(Vec<u8>),
    /// What a digest was made of.
    Digest(Digest),
}

/// A table of points for the speed-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Columns and rows of the machine that it counts on.
    pub nodes: (u8, u8),
    /// The steps, each harder and worth more than the one before.
    pub steps: Vec<Step>,
}

/// Points for a speed-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Speed-up in hundredths.
    pub at_least: u64,
    /// Points instead of those of the step before.
    pub points: u32,
}

impl Score {
    /// Points for a speed-up in hundredths.
    pub fn points(&self, speedup_hundredths: u64) -> u32 {
        self.steps.iter().rfind(|s| s.at_least <= speedup_hundredths).map_or(0, |s| s.points)
    }

    /// Points for the hardest step.
    pub fn most(&self) -> u32 {
        self.steps.last().map_or(0, |s| s.points)
    }
}

/// The name of a node, or of main memory.
pub(super) fn target_name(target: Target) -> Text {
    match target {
        Target::All => Text::new("every node", "各ノード"),
        Target::Node(id) => crate::text!("node {id}", "ノード {id}"),
        Target::Main => Text::new("main memory", "メインメモリ"),
    }
}
