//! Series over time.

use crate::Cycle;
use alloc::{vec, vec::Vec};

/// Sums of `N` quantities over buckets of equal length.
///
/// It holds at most `capacity` buckets. When one more is needed, neighbours are added together and each bucket covers
/// twice as many cycles from then on, so a run of any length costs the same memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series<const N: usize> {
    buckets: Vec<[u64; N]>,
    capacity: usize,
    per_bucket: Cycle,
    /// Cycles in the last bucket; counted, because a division in each cycle would cost noticeable time.
    in_last: Cycle,
    cycles: Cycle,
}

impl<const N: usize> Series<N> {
    /// An empty series of at most `capacity` buckets (an even number, at least 2), at first of `per_bucket` cycles each.
    pub fn new(capacity: usize, per_bucket: Cycle) -> Self {
        debug_assert!(capacity >= 2 && capacity % 2 == 0 && per_bucket > 0);
        Self { buckets: Vec::with_capacity(capacity), capacity, per_bucket, in_last: 0, cycles: 0 }
    }

    /// The number of cycles that can be added at once.
    pub fn room(&self) -> Cycle {
        match self.buckets.len() {
            0 => self.per_bucket,
            _ if self.in_last < self.per_bucket => self.per_bucket - self.in_last,
            n if n < self.capacity => self.per_bucket,
            _ => 2 * self.per_bucket,
        }
    }

    /// The cycles at which its current and future buckets will end, if as many cycles as possible are added at once.
    pub fn ends(&self) -> impl Iterator<Item = Cycle> + use<N> {
        // An empty copy of this series that runs ahead; its buckets take no memory.
        let Self { capacity, per_bucket, in_last, cycles, .. } = *self;
        let mut ahead = Series::<0> { buckets: vec![[]; self.buckets.len()], capacity, per_bucket, in_last, cycles };
        core::iter::repeat_with(move || {
            ahead.push(ahead.room(), []);
            ahead.cycles
        })
    }

    /// Adds the sums over the next cycles: at least one, at most [`Series::room`].
    pub fn push(&mut self, cycles: Cycle, sums: [u64; N]) {
        debug_assert!((1..=self.room()).contains(&cycles));
        if self.in_last == self.per_bucket || self.buckets.is_empty() {
            if self.buckets.len() == self.capacity {
                self.halve();
            }
            self.buckets.push([0; N]);
            self.in_last = 0;
        }
        if let Some(last) = self.buckets.last_mut() {
            last.iter_mut().zip(sums).for_each(|(sum, more)| *sum += more);
        }
        self.in_last += cycles;
        self.cycles += cycles;
    }

    /// Adds neighbours together until each bucket covers at least `per_bucket` cycles: a power of two times the current
    /// number. A series that becomes longer than [`Series::length_of`] ends up the same, and takes in more cycles at
    /// once on the way.
    pub fn coarsen(&mut self, per_bucket: Cycle) {
        while self.per_bucket < per_bucket {
            let last = self.buckets.len().wrapping_sub(1);
            if !self.buckets.is_empty() {
                // The other half of the last bucket, if there is one, is full.
                self.in_last += (last % 2) as Cycle * self.per_bucket;
            }
            self.halve();
        }
    }

    /// The maximum number of cycles for which buckets of less than `per_bucket` cycles suffice.
    pub fn length_of(&self, per_bucket: Cycle) -> Cycle {
        let mut finer = self.per_bucket;
        while 2 * finer < per_bucket {
            finer *= 2;
        }
        self.capacity as Cycle * finer
    }

    /// Forgets all but the first `cycles` cycles. `totals` are the sums over these, because a bucket cannot be split.
    pub fn truncate(&mut self, cycles: Cycle, totals: [u64; N]) {
        if cycles >= self.cycles {
            return;
        }
        let full = (cycles / self.per_bucket) as usize;
        self.buckets.truncate(full);
        self.cycles = cycles;
        self.in_last = cycles % self.per_bucket;
        if self.in_last == 0 {
            self.in_last = if full == 0 { 0 } else { self.per_bucket };
            return;
        }
        let mut rest = totals;
        for bucket in &self.buckets {
            rest.iter_mut().zip(bucket).for_each(|(rest, sum)| *rest = rest.saturating_sub(*sum));
        }
        self.buckets.push(rest);
    }

    fn halve(&mut self) {
        let merged = self.buckets.chunks(2).map(|pair| {
            let mut sum = pair[0];
            for other in &pair[1..] {
                sum.iter_mut().zip(other).for_each(|(a, b)| *a += b);
            }
            sum
        });
        self.buckets = merged.collect();
        self.per_bucket *= 2;
    }

    /// Cycles that one bucket covers.
    pub fn per_bucket(&self) -> Cycle {
        self.per_bucket
    }

    /// Cycles recorded.
    pub fn cycles(&self) -> Cycle {
        self.cycles
    }

    /// Sums of quantity `which`, bucket by bucket.
    pub fn sums(&self, which: usize) -> impl Iterator<Item = u64> + '_ {
        self.buckets.iter().map(move |b| b[which])
    }

    /// Means of quantity `which` in thousandths, bucket by bucket; the last bucket is averaged over the cycles that it
    /// has.
    pub fn means(&self, which: usize) -> impl Iterator<Item = u32> + '_ {
        let full = self.per_bucket;
        let rest = self.cycles % full;
        let last = self.buckets.len().saturating_sub(1);
        self.buckets.iter().enumerate().map(move |(i, b)| {
            let cycles = if i == last && rest != 0 { rest } else { full };
            (b[which] * 1000 / cycles) as u32
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_beforehand() {
        for first in 0..70 {
            let mut series: Series<1> = Series::new(8, 2);
            for _ in 0..first {
                series.push(1, [1]);
            }
            for end in series.ends().take(40) {
                let room = series.room();
                series.push(room, [1]);
                assert_eq!(series.cycles(), end);
            }
        }
    }

    #[test]
    fn halving_keeps_every_sum() {
        let mut s: Series<1> = Series::new(8, 1);
        for i in 0..1000u32 {
            s.push(1, [u64::from(i)]);
        }
        assert_eq!(s.per_bucket(), 128);
        assert_eq!(s.buckets.len(), 8);
        assert_eq!(s.buckets.iter().map(|b| b[0]).sum::<u64>(), 999 * 1000 / 2);
        assert_eq!(s.sums(0).sum::<u64>(), 999 * 1000 / 2);
        // Buckets hold 0..128, 128..256, ...: the means are the midpoints; the last one covers 896..1000.
        let means: Vec<_> = s.means(0).collect();
        assert_eq!(means[0], 63_500);
        assert_eq!(means[1], 191_500);
        assert_eq!(means[7], 947_500);
    }

    #[test]
    fn many_cycles_at_once_are_the_same_as_one_by_one() {
        let mut rng = crate::Rng::new(4);
        let (mut one, mut many): (Series<2>, Series<2>) = (Series::new(8, 2), Series::new(8, 2));
        let mut cycle = 0;
        for _ in 0..300 {
            let cycles = 1 + rng.below(many.room());
            let sums =
                (cycle..cycle + cycles).map(|c| [c, 7]).fold([0, 0], |s: [u64; 2], v| [s[0] + v[0], s[1] + v[1]]);
            (cycle..cycle + cycles).for_each(|c| one.push(1, [c, 7]));
            many.push(cycles, sums);
            cycle += cycles;
            assert_eq!(one, many);
        }
        assert!(many.per_bucket() > 16);
    }

    /// A series that is known to be long need not fill its small buckets first.
    #[test]
    fn a_series_that_is_coarse_too_soon_ends_up_the_same() {
        for (first, from) in [(1, 0), (1, 1), (1, 7), (1, 8), (3, 5), (3, 24), (3, 25)] {
            let mut small = Series::<1>::new(8, first);
            (0..from).for_each(|c| small.push(1, [c * c]));
            let mut coarse = small.clone();
            let length = coarse.length_of(16);
            coarse.coarsen(16);
            assert!((16..32).contains(&coarse.per_bucket()));
            while coarse.cycles() <= length {
                let (begin, end) = (coarse.cycles(), coarse.cycles() + coarse.room());
                coarse.push(end - begin, [(begin..end).map(|c| c * c).sum()]);
            }
            assert!(length > from && small.per_bucket() < 16);
            (from..coarse.cycles()).for_each(|c| small.push(1, [c * c]));
            assert_eq!(small, coarse, "{first} {from}");
        }
    }

    #[test]
    fn what_is_cut_off_can_be_added_again() {
        for cut in 0..=100 {
            let (mut other, mut whole) = (Series::<1>::new(8, 1), Series::<1>::new(8, 1));
            for i in 0..100 {
                whole.push(1, [i * i]);
                other.push(1, [i * i]);
            }
            other.truncate(cut, [(0..cut).map(|i| i * i).sum()]);
            assert_eq!(other.cycles(), cut);
            (cut..100).for_each(|i| other.push(1, [i * i]));
            assert_eq!(other, whole, "{cut}");
        }
    }
}
