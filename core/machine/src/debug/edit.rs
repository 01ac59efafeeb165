//! Changes made to a machine from outside between two cycles: edits of memory and registers.

use crate::parts::{Chip, ComputeNode, Phase, Processor};
use alloc::vec::Vec;
use mcore_base::NodeId;
use mcore_cpu::mem::AccessError;
use serde::{Deserialize, Serialize};

/// Maximum number of words that one edit may write.
pub const MAX_WORDS: usize = 4096;

/// A register of a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Register {
    /// General register 0 to 31.
    General(u8),
    /// Floating-point register 0 to 31, 32 bits; a double is two of them.
    Float(u8),
    /// HI of multiplication and division.
    Hi,
    /// LO of multiplication and division.
    Lo,
    /// Address of the instruction that executes next.
    Pc,
}

impl Register {
    /// The register with a number of debug information: 0 to 31 are general, 32 to 63 floating-point registers.
    pub fn of_number(number: u8) -> Self {
        match number.checked_sub(32) {
            None => Self::General(number),
            Some(number) => Self::Float(number),
        }
    }
}

/// An edit of one compute node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// Words are written into node memory.
    Memory {
        node: NodeId,
        /// Address of the first word, a multiple of 4.
        addr: u32,
        words: Vec<u32>,
    },
    /// A register is set.
    Register {
        node: NodeId,
        register: Register,
        /// Its new value.
        value: u32,
    },
}

/// Why an edit cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The run has ended.
    Ended,
    /// There is no compute node at this place.
    NoSuchNode(NodeId),
    /// More than [`MAX_WORDS`] words, or none.
    Words(usize),
    /// The words do not all lie in node memory.
    Memory {
        /// Address of the first word.
        addr: u32,
        /// Why not.
        error: AccessError,
    },
    /// There is no such register, or it is always 0.
    NoSuchRegister(Register),
    /// The core has halted: its registers have no meaning any more.
    Halted(NodeId),
    /// An instruction address must be a multiple of 4.
    Pc(u32),
}

impl Chip {
    /// Whether an edit can be applied now.
    pub fn check_edit(&self, input: &Edit) -> Result<(), EditError> {
        if matches!(self.state.phase, Phase::Ended(_)) {
            return Err(EditError::Ended);
        }
        let (Edit::Memory { node, .. } | Edit::Register { node, .. }) = input;
        let rank = self.spec.array.rank(*node).ok_or(EditError::NoSuchNode(*node))?;
        match input {
            Edit::Memory { addr, words, .. } => {
                if !(1..=MAX_WORDS).contains(&words.len()) {
                    return Err(EditError::Words(words.len()));
                }
                let range = self.image(rank).code.map.resolve_range(*addr, 4, words.len() as u32);
                range.map(drop).map_err(|error| EditError::Memory { addr: *addr, error })
            }
            Edit::Register { register, value, .. } => {
                if !self.state.nodes[rank].core.processor.is_live() {
                    return Err(EditError::Halted(*node));
                }
                match register {
                    Register::General(1..=31) | Register::Float(0..=31) | Register::Hi | Register::Lo => Ok(()),
                    Register::Pc if value % 4 == 0 => Ok(()),
                    Register::Pc => Err(EditError::Pc(*value)),
                    _ => Err(EditError::NoSuchRegister(*register)),
                }
            }
        }
    }

    /// Applies an edit if [`Chip::check_edit`] accepts it.
    ///
    /// To the core it is as if a word had arrived: a polling loop may find a new value, so the core has to complete
    /// another iteration before it counts as polling, or as part of a deadlock, again.
    pub fn apply(&mut self, input: &Edit) {
        if self.check_edit(input).is_err() {
            return;
        }
        let (Edit::Memory { node, .. } | Edit::Register { node, .. }) = input;
        let Some(rank) = self.spec.array.rank(*node) else { return };
        if let Edit::Memory { addr, words, .. } = input {
            self.poke(rank, *addr, words);
            let map = self.image(rank).code.map;
            let processor = &mut self.state.nodes[rank].core.processor;
            (0..words.len() as u32).for_each(|i| processor.word_arrived(map.wrap(addr.wrapping_add(4 * i))));
        }
        let processor = &mut self.state.nodes[rank].core.processor;
        processor.watch.side_effect();
        if let Edit::Register { register, value, .. } = input {
            match *register {
                Register::General(n) => processor.registers.general[usize::from(n & 31)] = *value,
                Register::Float(n) => {
                    processor.float.values[usize::from(n & 31)] = *value;
                    processor.watch.float_written();
                }
                Register::Hi => processor.registers.hi = *value,
                Register::Lo => processor.registers.lo = *value,
                Register::Pc => (processor.pc, processor.next_pc) = (*value, value.wrapping_add(4)),
            }
        }
        let state = &mut self.state;
        state.quiet_since = state.quiet_since.map(|_| state.cycle);
    }

    /// The value of a register of a rank; `None` if there is no such register.
    pub fn register(&self, rank: usize, register: Register) -> Option<u32> {
        self.state.nodes.get(rank)?.register(register)
    }
}

impl ComputeNode {
    /// The value of a register; `None` if there is no such register.
    pub fn register(&self, register: Register) -> Option<u32> {
        register.value(&self.core.processor)
    }
}

impl Register {
    /// Its value in a core; `None` if there is no such register.
    pub(crate) fn value(self, processor: &Processor) -> Option<u32> {
        match self {
            Self::General(n) => processor.registers.general.get(usize::from(n)).copied(),
            Self::Float(n) => processor.float.values.get(usize::from(n)).copied(),
            Self::Hi => Some(processor.registers.hi),
            Self::Lo => Some(processor.registers.lo),
            Self::Pc => Some(processor.pc),
        }
    }
}
