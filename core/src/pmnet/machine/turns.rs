//! Turns of a loop that change nothing but counters.
//!
//! A program that goes through arrays touches the same few lines turn after turn, until it comes to the next line. Suppose
//! that the last accesses, one turn of the loop, were all hits, and that the accesses that follow touch the same lines in the
//! same order, with the same sizes and kinds. Then all of these are hits, too: hits let no line go. In every set the lines of
//! the turn are the most recently used ones already, in the order in which the next turn leaves them again, and what it writes
//! has been written. So a whole turn leaves caches and directory as they were, and may be counted without being done. This
//! holds for whole turns only: after a part of one, other lines would be the most recent ones.
//!
//! The same goes for several cores in turn, access by access, if the last accesses of all of them were hits, and if all of
//! them go on as they did: whatever caches they share, each cache sees again what it has just seen.

use super::Counts;
use crate::pmnet::trace::{Access, AccessKind};

/// Most accesses of a turn: a five-point stencil has six.
pub(super) const LONGEST: usize = 6;
/// Hits before the first search for a turn.
pub(super) const SOON: usize = 3;
/// Hits between searches where none was found so far.
const SELDOM: usize = 24;

/// The number of hits before the next search, after one without success.
pub(super) fn later(hits: usize) -> usize {
    (2 * hits).min(SELDOM)
}

/// How many turns of so many accesses, at most `most`, do from the first access on what the turn before it does; in lines of
/// `1 << shift` bytes. The accesses of that turn must each lie within one line.
#[inline]
pub(super) fn alike(accesses: &[Access], first: usize, turn: usize, shift: u32, most: usize) -> usize {
    let mut turns = most;
    // Place by place of the turn, so that what is compared stays the same.
    for old in first - turn..first {
        let Access { addr, size, kind, .. } = accesses[old];
        let line = addr >> shift << shift;
        let last_start = (1 << shift) - u64::from(size);
        let same = |new: &Access| new.addr.wrapping_sub(line) <= last_start && new.size == size && new.kind == kind;
        let (mut count, mut at) = (0, old + turn);
        while count < turns && accesses.get(at).is_some_and(same) {
            (count, at) = (count + 1, at + turn);
        }
        turns = count;
        if turns == 0 {
            break;
        }
    }
    turns
}

impl Counts {
    /// Counts a turn of hits, so many times.
    pub(super) fn add_turns(&mut self, turn: &[Access], times: u64) {
        turn.iter().for_each(|a| self.add(a.kind != AccessKind::Read, times, times * u64::from(a.size)));
    }
}
