//! One case of an exercise: what is placed in memory before the run, and what is expected after it.

use crate::base::{Cycle, NodeId, Rng, Text};
use crate::program::Program;
use crate::text;
use alloc::{string::String, vec::Vec};

/// One run that the exercise asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Name.
    pub name: Text,
    /// Seed of the random inputs.
    pub seed: u64,
    /// Cycles after which a run is ended.
    pub cycle_limit: Cycle,
    /// What is placed in memory, in this order.
    pub inputs: Vec<Input>,
    /// What is expected of the run.
    pub expects: Vec<Expect>,
    /// Bytes of node memory, in which the inputs must fit.
    pub node_bytes: u32,
}

/// A place in node memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A label of the program and a distance from it in bytes.
    Symbol {
        /// The label.
        name: String,
        /// Bytes after it.
        offset: u32,
    },
    /// An address.
    Address(u32),
}

impl Place {
    /// The address in a program, or `None` if the program lacks the label.
    pub fn resolve(&self, program: &Program) -> Option<u32> {
        match self {
            Self::Address(addr) => Some(*addr),
            Self::Symbol { name, offset } => {
                let label = program.symbol(name).filter(|s| s.is_label)?;
                Some(label.value.wrapping_add(*offset))
            }
        }
    }

    /// The name of the label, or the address.
    pub fn name(&self) -> String {
        match self {
            Self::Symbol { name, .. } => name.clone(),
            Self::Address(addr) => alloc::format!("0x{addr:x}"),
        }
    }
}

/// Words to be placed in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where; `None` is every compute node.
    pub node: Option<NodeId>,
    /// Where there.
    pub place: Place,
    /// What.
    pub fill: Fill,
}

/// The words of an [`Input`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fill {
    /// These.
    Words(Vec<u32>),
    /// Evenly distributed whole numbers from the case's seed.
    Random {
        /// The smallest possible one.
        low: i64,
        /// The largest possible one.
        high: i64,
        /// How many.
        count: u32,
    },
}

/// What a case expects of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Every core halts with exit code 0.
    Halted,
    /// Words of a node's memory are right.
    Memory {
        /// The node.
        node: NodeId,
        /// Where there.
        place: Place,
        /// How many words.
        words: u32,
        /// If the words are a matrix: its number of columns.
        columns: Option<u32>,
        /// What they must be.
        equals: Equals,
    },
    /// At least so many nodes take a real part in the work.
    Worked(u32),
    /// At least so many times faster than the reference, in hundredths.
    Speedup(u64),
    /// At most so many cycles.
    Cycles(Cycle),
}

/// What words must be equal to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equals {
    /// What the reference program leaves at the same place for the same input.
    Reference,
    /// These words.
    Words(Vec<u32>),
}

/// Words to write into node memory before cycle 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// Where; `None` is every compute node.
    pub node: Option<NodeId>,
    /// First address.
    pub addr: u32,
    /// The words.
    pub words: Vec<u32>,
}

impl Case {
    /// What to write into the nodes' memories before a run of `program`.
    ///
    /// Fails, with what to do about it, if the program has no room for the input.
    pub fn writes(&self, program: &Program) -> Result<Vec<Write>, Text> {
        // One generator for the whole case: what an input gets does not depend on the program.
        let mut rng = Rng::new(self.seed);
        self.inputs.iter().map(|input| self.write(input, program, &mut rng)).collect()
    }

    fn write(&self, input: &Input, program: &Program, rng: &mut Rng) -> Result<Write, Text> {
        let words: Vec<u32> = match &input.fill {
            Fill::Words(words) => words.clone(),
            Fill::Random { low, high, count } => (0..*count).map(|_| rng.range(*low, *high) as u32).collect(),
        };
        let (name, count, bytes, size) = (input.place.name(), words.len(), words.len() * 4, self.node_bytes);
        let addr = input.place.resolve(program).ok_or_else(|| {
            text!(
                "The program has no label `{name}`, which this exercise fills with {count} words before the run. \
                 Keep the line `{name}: .space {bytes}` of the start file.",
                "プログラムにラベル `{name}` がありません。この課題では、実行前に `{name}` へ {count} 語のデータが置かれます。\
                 はじめのファイルにある `{name}: .space {bytes}` の行を残してください。"
            )
        })?;
        let fits = u64::from(addr) + bytes as u64 <= u64::from(size);
        if addr % 4 != 0 || !fits {
            return Err(text!(
                "The {count} words of `{name}` do not fit at address 0x{addr:x}: \
                 it must be a multiple of 4, and they must end within the node memory of {size} bytes.",
                "`{name}` の {count} 語は、番地 0x{addr:x} には置けません。\
                 番地は 4 の倍数で、全体が {size} バイトのノードメモリに収まる必要があります。"
            ));
        }
        Ok(Write { node: input.node, addr, words })
    }
}
