//! A program prepared for cores.

use super::lowered::Lowered;
use crate::isa::{Instr, decode};
use crate::mem::{AddressMap, NULL_PAGE, NodeMemory, PlainRange, Words};
use crate::program::{Program, SegmentKind};
use alloc::vec::Vec;

/// A segment of a program lies outside node memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// First address after the program.
    pub end: u64,
}

/// The initial memory and the decoded text of a program, shared by all cores that run it.
#[derive(Clone, Debug)]
pub struct Code {
    /// Address map of the cores.
    pub map: AddressMap,
    memory: NodeMemory,
    /// Address of the first instruction.
    pub text_base: u32,
    /// The instructions.
    text: Vec<Instr>,
    /// The same, ready to run.
    pub(super) lowered: Lowered,
    /// Addresses where a load needs no further check.
    pub plain_loads: PlainRange,
    /// Addresses where a store needs no further check.
    pub plain_stores: PlainRange,
}

impl Code {
    /// Prepares a program for cores with `size` bytes of memory, a power of two. `mirrored`: the upper address bits are
    /// ignored. The null page is guarded unless the program occupies it.
    pub fn new(program: &Program, size: u32, mirrored: bool) -> Result<Self, TooLarge> {
        let mut memory = NodeMemory::new(size);
        for s in &program.segments {
            let end = u64::from(s.addr) + u64::from(s.size);
            if end > u64::from(size) {
                return Err(TooLarge { end });
            }
            memory.set_bytes(s.addr, &s.bytes);
        }
        memory.share();
        let texts = || program.segments.iter().filter(|s| s.kind == SegmentKind::Text && s.size > 0);
        let text_base = texts().map(|s| s.addr & !3).min().unwrap_or(0);
        let text_end = texts().map(|s| s.addr + s.size).max().unwrap_or(0);
        let text: Vec<Instr> = (text_base..text_end).step_by(4).map(|addr| decode(memory.word(addr))).collect();
        let guard_null = program.segments.iter().all(|s| s.addr >= NULL_PAGE || s.size == 0);
        let map = AddressMap { size, mirrored, guard_null };
        let (plain_loads, plain_stores) = (PlainRange::loads(&map), PlainRange::stores(&map, text_base, text_end));
        let lowered = Lowered::new(&text);
        Ok(Self { map, memory, text_base, text, lowered, plain_loads, plain_stores })
    }

    /// The instructions.
    pub fn text(&self) -> &[Instr] {
        &self.text
    }

    /// Replaces instructions: `change` gets the address of each and the instruction.
    pub fn change_text(&mut self, change: impl Fn(u32, &Instr) -> Instr) {
        let changed = self.text.iter().zip((self.text_base..).step_by(4)).map(|(instr, at)| change(at, instr));
        self.text = changed.collect();
        self.lowered = Lowered::new(&self.text);
    }

    /// The memory of a core at the start.
    pub fn memory(&self) -> &NodeMemory {
        &self.memory
    }

    /// The instruction at an address of the text.
    #[inline]
    pub fn instr(&self, pc: u32) -> Option<Instr> {
        self.text.get((pc.wrapping_sub(self.text_base) / 4) as usize).copied()
    }

    /// The word at an address at the start.
    #[inline]
    pub fn word(&self, addr: u32) -> u32 {
        self.memory.word(addr)
    }

    /// True if an address lies in the text.
    #[inline]
    pub fn is_text(&self, addr: u32) -> bool {
        ((addr.wrapping_sub(self.text_base) / 4) as usize) < self.text.len()
    }

    /// True if some of the words may be text.
    pub fn has_text_in(&self, words: &Words) -> bool {
        words.first < self.text_end() && words.end > self.text_base
    }

    /// First address after the text, a multiple of 4.
    #[inline]
    pub fn text_end(&self) -> u32 {
        self.text_base + 4 * self.text.len() as u32
    }
}
