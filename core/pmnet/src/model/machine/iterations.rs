//! Iterations of a loop that change nothing but counters.
//!
//! A program that goes through arrays touches the same few lines in iteration after iteration, until it reaches the
//! next line. Suppose that the last accesses, one iteration, were all hits, and that the accesses that follow touch the same
//! lines in the same order, with the same sizes and kinds. Then all of these are hits too, because hits evict no line.
//! In every set the lines of the iteration are already the most recently used ones, in the order in which the next iteration
//! leaves them again, and the lines that it writes are already dirty. So a whole iteration leaves caches and directory
//! unchanged, and may be counted without being simulated. This holds for whole iterations only: after a part of one, other
//! lines would be the most recent ones.
//!
//! If nothing beyond the first cache returns to it (`levels.rs`), the iteration may contain misses too, if a set has as many
//! ways as the iteration has accesses: the lines of the iteration before are then still present.
//!
//! This also holds for several cores in turn, access by access, if the last accesses of all of them were hits, and if all of
//! them repeat their iteration: whatever caches they share, each cache sees the same accesses again.

use super::Counts;
use crate::model::trace::{Access, AccessKind};

/// Maximum number of accesses per iteration: a five-point stencil has six.
pub(super) const LONGEST: usize = 6;
/// Hits before the first search for an iteration.
pub(super) const SOON: usize = 3;
/// Hits between searches after one without success.
const SELDOM: usize = 24;

/// The number of hits before the next search, after one without success.
pub(super) fn later(hits: usize) -> usize {
    (2 * hits).clamp(SOON, SELDOM)
}

/// The number of iterations of `iteration` accesses, at most `most`, from access `first` on that repeat the iteration before it, in
/// lines of `1 << shift` bytes. Each access of that iteration must lie within one line.
#[inline]
pub(super) fn repeats(accesses: &[Access], first: usize, iteration: usize, shift: u32, most: usize) -> usize {
    let (olds, news) = (&accesses[first - iteration..first], &accesses[first..]);
    match (olds, news) {
        // Most searches end here.
        ([old, ..], [new, ..]) if (old.addr ^ new.addr) >> shift == 0 => {}
        _ => return 0,
    }
    match iteration {
        1 => repeats_of::<1>(olds, news, shift, most),
        2 => repeats_of::<2>(olds, news, shift, most),
        3 => repeats_of::<3>(olds, news, shift, most),
        4 => repeats_of::<4>(olds, news, shift, most),
        5 => repeats_of::<5>(olds, news, shift, most),
        LONGEST => repeats_of::<LONGEST>(olds, news, shift, most),
        _ => 0,
    }
}

/// [`repeats`] for iterations of one length, so that the old accesses stay in the host's registers.
fn repeats_of<const ITERATION: usize>(olds: &[Access], news: &[Access], shift: u32, most: usize) -> usize {
    let Some(olds) = olds.first_chunk::<ITERATION>() else { return 0 };
    let starts = olds.map(|old| old.addr >> shift << shift);
    let last_starts = olds.map(|old| (1 << shift) - u64::from(old.size));
    let same = |place: usize, new: &Access| {
        new.addr.wrapping_sub(starts[place]) <= last_starts[place]
            && new.size == olds[place].size
            && new.kind == olds[place].kind
    };
    let iterations = news.as_chunks::<ITERATION>().0.iter().take(most);
    iterations.take_while(|news| (0..ITERATION).all(|place| same(place, &news[place]))).count()
}

impl Counts {
    /// Counts an iteration of hits `times` times.
    pub(super) fn add_iterations(&mut self, iteration: &[Access], times: u64) {
        iteration.iter().for_each(|a| self.add(a.kind != AccessKind::Read, times, times * u64::from(a.size)));
    }
}
