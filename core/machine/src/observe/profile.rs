//! Where the cores spend their cycles: one counter per instruction of the program, polling apart.

use super::{Instructions, Observer};
use crate::parts::{Chip, Event, EventKind, kinds};
use alloc::vec::Vec;
use mcore_base::{Array, Sink};

/// Maximum number of counters that are kept for single nodes. Beyond it only the sums over all nodes are counted.
const MAX_COUNTERS: usize = 1 << 22;

/// Instructions executed at one place: outside polling loops, and in them. Each takes one cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Outside polling loops.
    pub computing: u64,
    /// In polling loops.
    pub polling: u64,
}

impl Spent {
    /// Both together.
    pub fn total(self) -> u64 {
        self.computing + self.polling
    }

    /// Adds another number of cycles.
    pub fn add(&mut self, other: Self) {
        self.computing += other.computing;
        self.polling += other.polling;
    }
}

/// The counters of a run. A sink of events: it counts the instructions of the program that ranks with the image of rank 0
/// run.
#[derive(Clone, Debug)]
pub struct Profile {
    array: Array,
    base: u32,
    words: usize,
    /// By instruction: the sum over all nodes.
    all: Vec<Spent>,
    /// By rank and instruction; empty if that would be too many.
    single: Vec<Spent>,
    ranks: Vec<Spent>,
}

impl Profile {
    /// Counters for the program of a chip, all 0.
    pub fn new(chip: &Chip) -> Self {
        let array = chip.spec().array;
        let (base, words) = chip.image(0).text_range();
        let nodes = array.nodes();
        let single = if nodes.saturating_mul(words) <= MAX_COUNTERS { nodes * words } else { 0 };
        let none = Spent::default();
        Self {
            array,
            base,
            words,
            all: alloc::vec![none; words],
            single: alloc::vec![none; single],
            ranks: alloc::vec![none; nodes],
        }
    }

    /// The cycles spent at each instruction: of all nodes, or of one rank. `None` if single ranks are not counted, or there
    /// is no such rank.
    pub fn instructions(&self, rank: Option<usize>) -> Option<impl Iterator<Item = (u32, Spent)> + '_> {
        let counters = match rank {
            None => self.all.get(..),
            Some(rank) => self.single.get(rank * self.words..(rank + 1) * self.words),
        }?;
        let base = self.base;
        let spent = counters.iter().enumerate().filter(|(_, spent)| spent.total() > 0);
        Some(spent.map(move |(index, spent)| (base + 4 * index as u32, *spent)))
    }

    /// The cycles of each rank.
    pub fn ranks(&self) -> &[Spent] {
        &self.ranks
    }

    /// Bytes of memory that the counters take.
    pub fn bytes(&self) -> usize {
        (self.all.len() + self.single.len() + self.ranks.len()) * size_of::<Spent>()
    }
}

impl Sink<Event> for Profile {
    const WANTS: u32 = kinds::EXECUTED;

    #[inline]
    fn emit(&mut self, event: Event) {
        let EventKind::Executed { pc, polling, .. } = event.what else { return };
        let Some(rank) = self.array.rank(event.node) else { return };
        let count = |spent: &mut Spent| match polling {
            false => spent.computing += 1,
            true => spent.polling += 1,
        };
        if let Some(spent) = self.ranks.get_mut(rank) {
            count(spent);
        }
        let index = (pc.wrapping_sub(self.base) / 4) as usize;
        if let Some(spent) = self.all.get_mut(index) {
            count(spent);
            if let Some(spent) = self.single.get_mut(rank * self.words + index) {
                count(spent);
            }
        }
    }
}

impl Profile {
    /// Adds instructions of a rank at an address: `length` ones, each executed a number of times (perhaps negative).
    fn add(&mut self, rank: usize, pc: u32, length: u32, times: i64, polling: bool) {
        let count = |spent: &mut Spent, times: i64| {
            let sum = if polling { &mut spent.polling } else { &mut spent.computing };
            *sum = sum.wrapping_add_signed(times);
        };
        if let Some(spent) = self.ranks.get_mut(rank) {
            count(spent, times * i64::from(length));
        }
        let from = (pc.wrapping_sub(self.base) / 4) as usize;
        let until = (from + length as usize).min(self.words);
        let Some(all) = self.all.get_mut(from..until) else { return };
        all.iter_mut().for_each(|spent| count(spent, times));
        let first = rank * self.words;
        if let Some(single) = self.single.get_mut(first + from..first + until) {
            single.iter_mut().for_each(|spent| count(spent, times));
        }
    }
}

impl Observer for Profile {
    fn wants(&self) -> u32 {
        Self::WANTS
    }

    fn emit(&mut self, event: Event) {
        Sink::emit(self, event);
    }

    fn executed(&mut self, rank: usize, instructions: Instructions<'_>) {
        for block in instructions.blocks {
            self.add(rank, block.pc, block.length, block.times.into(), block.polling);
        }
        for single in instructions.singles {
            self.add(rank, single.pc, 1, single.times as i64, single.polling);
        }
    }
}
