//! A set of small numbers.

use alloc::{vec, vec::Vec};

/// A set of numbers below a bound, one bit per number, so 64 idle ones are skipped with one test. Equal sets compare
/// equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Self {
        Self { words: vec![0; bound.div_ceil(64)] }
    }

    /// True if a number is in the set.
    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 != 0
    }

    /// Puts a number in.
    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    /// Takes a number out.
    #[inline]
    pub fn remove(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    /// True if there is no number in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    /// Calls `visit` for each number of the set, from the least to the greatest.
    #[inline]
    pub fn each(&self, mut visit: impl FnMut(usize)) {
        for (index, word) in self.words.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                visit(64 * index + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    /// Calls `visit` for each number that is in both sets, from the least to the greatest.
    #[inline]
    pub fn each_in_both(&self, other: &Self, mut visit: impl FnMut(usize)) {
        for (index, (a, b)) in self.words.iter().zip(&other.words).enumerate() {
            let mut left = a & b;
            while left != 0 {
                visit(64 * index + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    /// Calls `keep` for each number of the set, from the least to the greatest, and takes out those for which it is false.
    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) {
        for (index, word) in self.words.iter_mut().enumerate() {
            let mut left = *word;
            while left != 0 {
                let bit = left & left.wrapping_neg();
                if !keep(64 * index + bit.trailing_zeros() as usize) {
                    *word &= !bit;
                }
                left &= !bit;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_put_in() {
        let mut set = Bits::new(130);
        let numbers = [0, 1, 63, 64, 127, 128, 129];
        numbers.into_iter().for_each(|n| set.insert(n));
        let mut seen = Vec::new();
        set.retain(|n| {
            seen.push(n);
            n % 2 == 0
        });
        assert_eq!(seen, numbers);
        let mut left = Vec::new();
        set.each(|n| left.push(n));
        assert_eq!(left, [0, 64, 128]);
        let (mut other, mut both) = (Bits::new(130), Vec::new());
        [1, 64, 128, 129].into_iter().for_each(|n| other.insert(n));
        set.each_in_both(&other, |n| both.push(n));
        assert_eq!(both, [64, 128]);
        assert!((0..130).all(|n| set.contains(n) == [0, 64, 128].contains(&n)));
        [0, 64, 128].into_iter().for_each(|n| set.remove(n));
        assert!(set.is_empty());
        assert_eq!(set, Bits::new(130));
    }
}
