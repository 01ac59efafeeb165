//! Inputs: data placed in memory before a run.

use super::prepare::{Data, LoadFault};
use super::{Case, Unit};
use crate::{Files, Machine};
use alloc::{borrow::Cow, format, string::String, vec::Vec};
use mcore_base::{NodeId, Rng};
use mcore_cpu::program::Program;

/// A memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// That of every compute node.
    All,
    /// That of one compute node.
    Node(NodeId),
    /// Main memory, attached to the memory node.
    Main,
}

/// A place in a memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A label of the program and an offset from it in bytes.
    Symbol {
        /// The label.
        name: String,
        /// Bytes after it.
        offset: u32,
    },
    Address(u64),
}

impl Place {
    /// The address in a program; `None` if the program has no such label.
    pub fn resolve(&self, program: &Program) -> Option<u64> {
        match self {
            Self::Address(addr) => Some(*addr),
            Self::Symbol { name, offset } => Some(u64::from(program.label(name)?.wrapping_add(*offset))),
        }
    }

    /// The name of the label, or the address.
    pub fn name(&self) -> String {
        match self {
            Self::Symbol { name, .. } => name.clone(),
            Self::Address(addr) => format!("0x{addr:x}"),
        }
    }
}

/// Data to place in a memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The memory.
    pub target: Target,
    pub place: Place,
    /// The data.
    pub fill: Fill,
}

/// The data of an [`Input`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fill {
    /// These bytes, elements of `unit`.
    Data {
        /// The type of the elements.
        unit: Unit,
        bytes: Vec<u8>,
    },
    /// Random numbers.
    Random(Random),
}

/// The minimum and the maximum, both included (the maximum of floating-point numbers is not reached).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Of whole numbers.
    Whole(i64, i64),
    /// Of floating-point numbers.
    Float(f64, f64),
}

// Ranges are read from a pack and never contain a NaN.
impl Eq for Range {}

/// The order of random numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As drawn, each independent of the others.
    #[default]
    Random,
    /// Sorted, the smallest first.
    Ascending,
    /// Sorted, the largest first.
    Descending,
    /// The whole numbers from the minimum on, each exactly once, shuffled.
    Permutation,
}

impl Order {
    /// All orders with their names in a pack.
    pub const ALL: [(&'static str, Self); 4] = [
        ("random", Self::Random),
        ("ascending", Self::Ascending),
        ("descending", Self::Descending),
        ("permutation", Self::Permutation),
    ];
}

/// Uniformly distributed random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    /// The type of the elements.
    pub unit: Unit,
    pub range: Range,
    /// Number of elements.
    pub count: u32,
    pub order: Order,
    /// A seed of their own instead of the case's.
    pub seed: Option<u64>,
}

impl Random {
    /// The numbers as bytes. `case` is the generator shared by all inputs of the case.
    fn bytes(&self, case: &mut Rng) -> Vec<u8> {
        let mut own = self.seed.map(Rng::new);
        let rng = own.as_mut().unwrap_or(case);
        let mut out = Vec::with_capacity(self.count as usize * self.unit.bytes() as usize);
        match self.range {
            Range::Whole(low, high) => {
                let mut numbers: Vec<i64> = match self.order {
                    Order::Permutation => (0..i64::from(self.count)).map(|i| low.wrapping_add(i)).collect(),
                    _ => (0..self.count).map(|_| rng.range(low, high)).collect(),
                };
                match self.order {
                    Order::Random => {}
                    Order::Ascending => numbers.sort_unstable(),
                    Order::Descending => numbers.sort_unstable_by(|a, b| b.cmp(a)),
                    // Fisher and Yates.
                    Order::Permutation => {
                        rng.shuffle(&mut numbers);
                    }
                }
                numbers.iter().for_each(|n| self.unit.of_integer(*n, &mut out));
            }
            Range::Float(low, high) => {
                // 53 random bits, one multiplication and one addition of doubles: the same on every platform.
                let unit = |bits: u64| (bits >> 11) as f64 / (1u64 << 53) as f64;
                let mut numbers: Vec<f64> =
                    (0..self.count).map(|_| low + (high - low) * unit(rng.next_u64())).collect();
                match self.order {
                    Order::Ascending => numbers.sort_unstable_by(f64::total_cmp),
                    Order::Descending => numbers.sort_unstable_by(|a, b| b.total_cmp(a)),
                    _ => {}
                }
                numbers.iter().for_each(|n| self.unit.of_float(*n, &mut out));
            }
        }
        out
    }
}

impl Fill {
    /// The type of the elements.
    pub fn unit(&self) -> Unit {
        match self {
            Self::Data { unit, .. } | Self::Random(Random { unit, .. }) => *unit,
        }
    }

    /// Size of the data in bytes.
    pub fn size(&self) -> u64 {
        match self {
            Self::Data { bytes, .. } => bytes.len() as u64,
            Self::Random(random) => u64::from(random.count) * u64::from(random.unit.bytes()),
        }
    }

    fn bytes(&self, rng: &mut Rng) -> Cow<'_, [u8]> {
        match self {
            Self::Data { bytes, .. } => Cow::Borrowed(bytes),
            Self::Random(random) => Cow::Owned(random.bytes(rng)),
        }
    }
}

/// Bytes to write before cycle 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The memory.
    pub target: Target,
    /// First address.
    pub addr: u64,
    pub bytes: Vec<u8>,
}

impl Case {
    /// The bytes to write before a run of `program`.
    ///
    /// # Errors
    /// The program has no room for the input.
    pub fn writes(&self, program: &Program) -> Result<Vec<Write>, LoadFault> {
        // One generator for the whole case: an input's data does not depend on the program.
        let mut rng = Rng::new(self.seed);
        self.inputs.iter().map(|input| self.write(input, program, &mut rng)).collect()
    }

    fn write(&self, input: &Input, program: &Program, rng: &mut Rng) -> Result<Write, LoadFault> {
        let bytes = input.fill.bytes(rng).into_owned();
        let (size, unit) = (bytes.len(), input.fill.unit());
        let data = || Data { name: input.place.name(), unit, count: size / unit.bytes() as usize };
        let addr = input.place.resolve(program).ok_or_else(|| LoadFault::NoLabel(data()))?;
        let memory = match input.target {
            Target::Main => u64::MAX,
            _ => u64::from(self.machine.node_memory_kib) * 1024,
        };
        let fits = addr.checked_add(size as u64).is_some_and(|end| end <= memory);
        if addr % u64::from(unit.bytes()) != 0 || !fits {
            return Err(LoadFault::NoRoom { data: data(), addr, memory });
        }
        Ok(Write { target: input.target, addr, bytes })
    }

    /// Places the files, and the inputs in the memories, of a machine at cycle 0 that runs the same program on every node.
    pub fn place(&self, machine: &mut Machine) -> Result<(), LoadFault> {
        if self.files != Files::default() {
            machine.state.files = self.files.clone();
        }
        let program = machine.image(0).program.clone();
        self.writes(&program)?.iter().try_for_each(|write| write.place(machine))
    }
}

impl Write {
    fn place(&self, machine: &mut Machine) -> Result<(), LoadFault> {
        let placed = match self.target {
            Target::Main => self.place_main(machine),
            Target::Node(id) => machine.spec().array.rank(id).is_some_and(|rank| self.place_rank(machine, rank)),
            Target::All => (0..machine.spec().array.nodes()).all(|rank| self.place_rank(machine, rank)),
        };
        placed.then_some(()).ok_or(LoadFault::NotPlaced { addr: self.addr, bytes: self.bytes.len() })
    }

    /// The words that contain the bytes; `word` gives their current values.
    fn words(&self, word: impl Fn(u64) -> Option<u32>) -> Option<Vec<u32>> {
        let first = self.addr & !3;
        let mut bytes: Vec<u8> = Vec::with_capacity(self.bytes.len() + 8);
        let skip = (self.addr - first) as usize;
        if skip > 0 {
            bytes.extend_from_slice(&word(first)?.to_le_bytes()[..skip]);
        }
        bytes.extend_from_slice(&self.bytes);
        let rest = bytes.len() % 4;
        if rest > 0 {
            let last = first + (bytes.len() - rest) as u64;
            bytes.extend_from_slice(&word(last)?.to_le_bytes()[rest..]);
        }
        Some(bytes.chunks_exact(4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]])).collect())
    }

    fn place_rank(&self, machine: &mut Machine, rank: usize) -> bool {
        let Some(words) = self.words(|addr| machine.peek(rank, u32::try_from(addr).ok()?)) else { return false };
        u32::try_from(self.addr & !3).is_ok_and(|addr| machine.poke(rank, addr, &words))
    }

    fn place_main(&self, machine: &mut Machine) -> bool {
        let main = &mut machine.state.memory_node.main;
        let Some(words) = self.words(|addr| Some(main.word(addr))) else { return false };
        let first = self.addr & !3;
        words.iter().enumerate().all(|(i, word)| main.set_word(first + 4 * i as u64, *word).is_ok())
    }
}
