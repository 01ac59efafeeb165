//! The records of a burst: stores that can be undone, and counts of instructions.

use crate::isa::{Instr, Op, rows};
use crate::mem::NodeMemory;
use alloc::{vec, vec::Vec};

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

/// Counts the instructions of a segment. A block is counted at its ends only; the sums are made at the end.
#[derive(Debug)]
pub struct Counts {
    /// By instruction of the text: how many blocks begin there, less those that end before it.
    changes: Vec<i64>,
    ops: Vec<u64>,
}

impl Counts {
    /// No counts, for a text of `text` instructions.
    pub fn new(text: usize) -> Self {
        Self { changes: vec![0; text + 1], ops: vec![0; rows().len() + 1] }
    }

    /// The first `length` instructions of a block that begins at an index of the text.
    #[inline]
    pub fn block(&mut self, index: usize, length: u32) {
        self.changes[index] += 1;
        self.changes[index + length as usize] -= 1;
    }

    /// One instruction.
    pub fn one(&mut self, op: Op) {
        self.ops[op as usize] += 1;
    }

    /// The number of times that each opcode was executed.
    pub fn finish(mut self, text: &[Instr]) -> Vec<u64> {
        let mut times = 0;
        for (instr, change) in text.iter().zip(&self.changes) {
            times += change;
            self.ops[instr.op as usize] += times as u64;
        }
        self.ops
    }
}
