//! Turns of a loop that change nothing but counters.
//!
//! A program that goes through arrays touches the same few lines turn after turn, until it comes to the next line. Suppose
//! that the last accesses, one turn of the loop, were all hits, and that the accesses that follow touch the same lines in the
//! same order, with the same sizes and kinds. Then all of these are hits, too: hits let no line go. In every set the lines of
//! the turn are the most recently used ones already, in the order in which the next turn leaves them again, and what it writes
//! has been written. So a whole turn leaves caches and directory as they were, and may be counted without being done. This
//! holds for whole turns only: after a part of one, other lines would be the most recent ones.
//!
//! If nothing that happens beyond the first cache comes back to it (`levels.rs`), the turn may hold misses, too, if a set has as
//! many ways as the turn has accesses: what was touched in the turn before is then still there.
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
    (2 * hits).clamp(SOON, SELDOM)
}

/// How many turns of so many accesses, at most `most`, do from the first access on what the turn before it does; in lines of
/// `1 << shift` bytes. The accesses of that turn must each lie within one line.
#[inline]
pub(super) fn alike(accesses: &[Access], first: usize, turn: usize, shift: u32, most: usize) -> usize {
    let (olds, news) = (&accesses[first - turn..first], &accesses[first..]);
    match (olds, news) {
        // Most searches end here.
        ([old, ..], [new, ..]) if (old.addr ^ new.addr) >> shift == 0 => {}
        _ => return 0,
    }
    match turn {
        1 => alike_of::<1>(olds, news, shift, most),
        2 => alike_of::<2>(olds, news, shift, most),
        3 => alike_of::<3>(olds, news, shift, most),
        4 => alike_of::<4>(olds, news, shift, most),
        5 => alike_of::<5>(olds, news, shift, most),
        LONGEST => alike_of::<LONGEST>(olds, news, shift, most),
        _ => 0,
    }
}

/// [`alike`] for turns of one length, so that what is compared with stays in the host's registers.
fn alike_of<const TURN: usize>(olds: &[Access], news: &[Access], shift: u32, most: usize) -> usize {
    let Some(olds) = olds.first_chunk::<TURN>() else { return 0 };
    let starts = olds.map(|old| old.addr >> shift << shift);
    let last_starts = olds.map(|old| (1 << shift) - u64::from(old.size));
    let same = |place: usize, new: &Access| {
        new.addr.wrapping_sub(starts[place]) <= last_starts[place]
            && new.size == olds[place].size
            && new.kind == olds[place].kind
    };
    let turns = news.as_chunks::<TURN>().0.iter().take(most);
    turns.take_while(|news| (0..TURN).all(|place| same(place, &news[place]))).count()
}

impl Counts {
    /// Counts a turn of hits, so many times.
    pub(super) fn add_turns(&mut self, turn: &[Access], times: u64) {
        turn.iter().for_each(|a| self.add(a.kind != AccessKind::Read, times, times * u64::from(a.size)));
    }
}
