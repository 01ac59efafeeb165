//! The records of a burst: stores that can be undone, and the instructions executed.

use crate::isa::Op;
use crate::mem::NodeMemory;
use alloc::vec::Vec;

/// A word of memory before it was stored to.
#[derive(Debug)]
pub struct Was {
    offset: u32,
    word: u32,
    /// The page had never been written.
    untouched: bool,
}

impl Was {
    /// The word at an offset as it is.
    #[inline]
    pub fn of(memory: &NodeMemory, offset: u32) -> Self {
        Self { offset, word: memory.word(offset), untouched: memory.is_untouched(offset) }
    }

    /// Undoes the store.
    pub fn restore(&self, memory: &mut NodeMemory) {
        match self.untouched {
            true => memory.forget(self.offset),
            false => memory.set_word(self.offset, self.word),
        }
    }
}

/// Consecutive instructions that a core has executed, a number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Address of the first one.
    pub pc: u32,
    /// Instructions.
    pub length: u32,
    /// How often they were executed; negative if earlier blocks say so too often.
    pub times: i32,
    /// The core was polling before the first one.
    pub polling: bool,
}

/// One instruction that a core has executed, a number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Single {
    /// Its address.
    pub pc: u32,
    /// Its opcode.
    pub op: Op,
    /// How often it was executed.
    pub times: u64,
    /// The core was polling.
    pub polling: bool,
}

/// The instructions that a core has executed.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    /// Those that were executed in blocks of the text.
    pub blocks: Vec<Block>,
    /// Those that were executed alone. They may be in the text or not.
    pub singles: Vec<Single>,
    /// The list that the last instruction is in.
    last: Last,
}

/// Where the last instruction of a core is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Last {
    #[default]
    Nowhere,
    Blocks,
    Singles,
}

impl Blocks {
    /// The instructions of another core follow.
    pub fn begin(&mut self) {
        self.last = Last::Nowhere;
    }

    /// The core has executed `length` instructions of the text from an address on.
    #[inline]
    pub fn push(&mut self, pc: u32, length: u32, polling: bool) {
        let same = |last: &Block| (last.pc, last.length, last.polling) == (pc, length, polling) && last.times > 0;
        match self.blocks.last_mut() {
            Some(last) if self.last == Last::Blocks && same(last) => last.times += 1,
            _ => self.blocks.push(Block { pc, length, times: 1, polling }),
        }
        self.last = Last::Blocks;
    }

    /// The core has executed this many more instructions, all of them in repetitions of the last block.
    #[inline]
    pub(super) fn repeat(&mut self, instructions: u32) {
        if instructions > 0
            && let Some(last) = self.blocks.last_mut()
        {
            last.times += (instructions / last.length) as i32;
        }
    }

    /// The core has executed one instruction alone.
    #[inline]
    pub fn one(&mut self, pc: u32, op: Op, polling: bool) {
        self.last = Last::Singles;
        self.singles.push(Single { pc, op, times: 1, polling });
    }

    /// The last instruction, at an address, began or ended polling: it counts as the state after it.
    pub fn correct(&mut self, pc: u32, polling: bool) {
        match self.singles.last_mut().filter(|_| self.last == Last::Singles) {
            Some(last) => last.polling = polling,
            None => {
                self.blocks.push(Block { pc, length: 1, times: -1, polling: !polling });
                self.blocks.push(Block { pc, length: 1, times: 1, polling });
            }
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.singles.clear();
    }
}
