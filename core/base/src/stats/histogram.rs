//! Distributions of numbers.

use alloc::vec::Vec;

/// Minimum, maximum and sum of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// Count of numbers.
    pub count: u64,
    pub sum: u64,
    /// The minimum (0 if there are no numbers).
    pub least: u64,
    /// The maximum (0 if there are no numbers).
    pub most: u64,
}

impl Range {
    /// Adds a number.
    pub fn add(&mut self, number: u64) {
        self.least = if self.count == 0 { number } else { self.least.min(number) };
        self.most = self.most.max(number);
        self.count += 1;
        self.sum += number;
    }

    /// The mean; 0 if there are no numbers.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }
}

/// Each number below this has its own bucket.
const EXACT: u64 = 32;
/// Buckets per power of two, as a power of two.
const PER_OCTAVE: u32 = 4;

/// Counts numbers in buckets: one bucket per number below 32, then 16 buckets per octave. A quantile read from it is at
/// most one sixteenth too large, and numbers of any size need fewer than a thousand buckets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
    range: Range,
}

impl Histogram {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, number: u64) {
        let bucket = Self::bucket(number);
        if bucket >= self.counts.len() {
            self.counts.resize(bucket + 1, 0);
        }
        self.counts[bucket] += 1;
        self.range.add(number);
    }

    /// Adds all numbers of another histogram.
    pub fn merge(&mut self, other: &Self) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        self.counts.iter_mut().zip(&other.counts).for_each(|(sum, count)| *sum += count);
        let (own, range) = (self.range, other.range);
        self.range = match (own.count, range.count) {
            (_, 0) => own,
            (0, _) => range,
            _ => Range {
                count: own.count + range.count,
                sum: own.sum + range.sum,
                least: own.least.min(range.least),
                most: own.most.max(range.most),
            },
        };
    }

    /// Minimum, maximum, sum and count, all exact.
    pub fn range(&self) -> Range {
        self.range
    }

    /// A number that at least `thousandths` of a thousand of the numbers do not exceed: 500 gives the median. 0 if
    /// there are none.
    pub fn quantile(&self, thousandths: u64) -> u64 {
        let rank = (u128::from(self.range.count) * u128::from(thousandths.min(1000))).div_ceil(1000) as u64;
        let mut seen = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= rank.max(1) {
                return (Self::first(bucket + 1) - 1).clamp(self.range.least, self.range.most);
            }
        }
        0
    }

    /// The buckets that are not empty: first number, last number and count.
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        let all = self.counts.iter().enumerate().filter(|(_, n)| **n > 0);
        all.map(|(bucket, n)| (Self::first(bucket), Self::first(bucket + 1) - 1, *n))
    }

    fn bucket(number: u64) -> usize {
        if number < EXACT {
            return number as usize;
        }
        let octave = number.ilog2();
        let within = (number >> (octave - PER_OCTAVE)) & ((1 << PER_OCTAVE) - 1);
        (EXACT + (u64::from(octave - EXACT.ilog2()) << PER_OCTAVE) + within) as usize
    }

    /// The smallest number of a bucket.
    fn first(bucket: usize) -> u64 {
        let bucket = bucket as u64;
        if bucket < EXACT {
            return bucket;
        }
        let octave = EXACT.ilog2() as u64 + ((bucket - EXACT) >> PER_OCTAVE);
        let within = (bucket - EXACT) & ((1 << PER_OCTAVE) - 1);
        // The bucket after the last one would begin at 2 to the 64th.
        match octave {
            0..64 => (1 << octave) + (within << (octave - u64::from(PER_OCTAVE))),
            _ => u64::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_lies_in_its_bucket() {
        let near = (0..64).flat_map(|p| [-2i64, -1, 0, 1, 2].map(|d| (1u64 << p).wrapping_add(d as u64)));
        for number in (0..5000).chain(near).chain([u64::MAX, u64::MAX - 1]) {
            let bucket = Histogram::bucket(number);
            let (first, next) = (Histogram::first(bucket), Histogram::first(bucket + 1));
            assert!(first <= number && (number < next || next == u64::MAX), "{number}: {first} to {next}");
            assert!(next - first <= 1 + first / 16, "{number}: bucket of {}", next - first);
        }
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_numbers_within_a_sixteenth() {
        let mut h = Histogram::default();
        assert_eq!(h.quantile(500), 0);
        let numbers: Vec<u64> = (0..1000).map(|i| i * i).collect();
        numbers.iter().for_each(|n| h.add(*n));
        for thousandths in [1, 10, 500, 900, 950, 990, 999, 1000] {
            let exact = numbers[(thousandths as usize).max(1) - 1];
            let told = h.quantile(thousandths);
            assert!(told >= exact && told <= exact + exact / 16, "{thousandths}: {told} for {exact}");
        }
        assert_eq!(h.quantile(1000), 999 * 999);
        assert_eq!(h.buckets().map(|(_, _, n)| n).sum::<u64>(), 1000);
        assert_eq!((h.range().least, h.range().most, h.range().count), (0, 999 * 999, 1000));
    }
}
