//! A set-associative cache: which lines it holds, and which of them are dirty. LRU, any number of sets.

use alloc::{vec, vec::Vec};

/// An entry without a line. No line has this number, as a line has at least four bytes.
const EMPTY: u64 = u64::MAX;
/// The bit of an entry that says that the line has been written.
const DIRTY: u64 = 1;

/// What a lookup found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The line is there; if it was written, it was dirty before.
    Hit,
    /// A write found the line clean. It is dirty now.
    FirstWrite,
    /// The line is not there.
    Miss,
}

/// A line that had to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Victim {
    /// Its number: address / line size.
    pub line: u64,
    /// True if it has to be written back.
    pub dirty: bool,
}

/// Tags of a cache. A *line* is named by its number, address divided by line size.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    /// Binary logarithm of the bytes in a line.
    pub shift: u32,
    ways: usize,
    sets: u64,
    /// Sets minus one if that masks the set's number out of the line's, else `u64::MAX`.
    mask: u64,
    /// Set by set, the lines from the most to the least recently used: number times two, plus the dirty bit.
    entries: Vec<u64>,
}

impl Cache {
    /// An empty cache; sizes as [`CacheClass`](crate::pmnet::CacheClass) has them, checked.
    pub fn new(capacity: u64, ways: u64, line: u64) -> Self {
        let sets = (capacity / (line * ways)).max(1);
        Self {
            shift: line.trailing_zeros(),
            ways: ways as usize,
            sets,
            mask: if sets.is_power_of_two() { sets - 1 } else { u64::MAX },
            entries: vec![EMPTY; (sets * ways) as usize],
        }
    }

    /// Bytes in a line.
    pub fn line_bytes(&self) -> u64 {
        1 << self.shift
    }

    #[inline(always)]
    fn set(&mut self, line: u64) -> &mut [u64] {
        let set = if self.mask == u64::MAX { line % self.sets } else { line & self.mask };
        let first = set as usize * self.ways;
        &mut self.entries[first..first + self.ways]
    }

    /// Looks for a line, makes it the most recently used, and marks it if it is written.
    #[inline(always)]
    pub fn access(&mut self, line: u64, write: bool) -> Found {
        let key = line << 1;
        let set = self.set(line);
        let entry = set[0];
        let entry = if entry & !DIRTY == key {
            entry
        } else {
            let Some(at) = set.iter().position(|e| e & !DIRTY == key) else { return Found::Miss };
            let entry = set[at];
            set.copy_within(0..at, 1);
            set[0] = entry;
            entry
        };
        if !write || entry & DIRTY != 0 {
            return Found::Hit;
        }
        set[0] = entry | DIRTY;
        Found::FirstWrite
    }

    /// Takes in a line that is not there, as the most recently used; the least recently used one goes.
    #[inline]
    pub fn install(&mut self, line: u64, dirty: bool) -> Option<Victim> {
        let set = self.set(line);
        let last = set.len() - 1;
        let victim = set[last];
        set.copy_within(0..last, 1);
        set[0] = (line << 1) | u64::from(dirty);
        (victim != EMPTY).then_some(Victim { line: victim >> 1, dirty: victim & DIRTY != 0 })
    }

    /// True if the line is there and dirty. Changes nothing.
    pub fn is_dirty(&mut self, line: u64) -> bool {
        self.set(line).contains(&((line << 1) | DIRTY))
    }

    /// Makes a line clean; true if it was dirty.
    pub fn clean(&mut self, line: u64) -> bool {
        let key = line << 1;
        let found = self.set(line).iter_mut().find(|e| **e == (key | DIRTY));
        found.map(|entry| *entry = key).is_some()
    }

    /// Takes a line out: whether it was dirty, if it was there. The free place is used first.
    pub fn remove(&mut self, line: u64) -> Option<bool> {
        let key = line << 1;
        let set = self.set(line);
        let at = set.iter().position(|e| e & !DIRTY == key)?;
        let dirty = set[at] & DIRTY != 0;
        set.copy_within(at + 1.., at);
        set[set.len() - 1] = EMPTY;
        Some(dirty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_line_goes_and_knows_whether_it_was_written() {
        let mut cache = Cache::new(2 * 64, 2, 64);
        assert_eq!(cache.access(1, false), Found::Miss);
        assert_eq!(cache.install(1, false), None);
        assert_eq!(cache.install(2, true), None);
        assert_eq!(cache.access(1, true), Found::FirstWrite);
        assert_eq!(cache.access(1, true), Found::Hit);
        assert_eq!(cache.install(3, false), Some(Victim { line: 2, dirty: true }));
        assert_eq!(cache.access(2, false), Found::Miss);
        assert_eq!(cache.install(2, false), Some(Victim { line: 1, dirty: true }));
    }

    #[test]
    fn a_free_place_is_used_before_a_line_goes() {
        let mut cache = Cache::new(3 * 64, 3, 64);
        (1..=3).for_each(|line| assert_eq!(cache.install(line, false), None));
        assert_eq!(cache.remove(2), Some(false));
        assert_eq!(cache.remove(2), None);
        assert_eq!(cache.install(4, false), None);
        assert_eq!(cache.install(5, false), Some(Victim { line: 1, dirty: false }));
    }

    #[test]
    fn sets_need_not_be_a_power_of_two() {
        // Skylake-SP: 24,576 sets of 11 ways; lines that are as many apart share a set.
        let mut cache = Cache::new(24_576 * 11 * 64, 11, 64);
        for k in 0..11 {
            assert_eq!(cache.install(5 + k * 24_576, false), None);
        }
        assert_eq!(cache.install(6, false), None);
        assert_eq!(cache.install(5 + 11 * 24_576, false), Some(Victim { line: 5, dirty: false }));
    }

    #[test]
    fn the_last_line_of_the_address_space_is_a_line() {
        let mut cache = Cache::new(8, 1, 4);
        let line = u64::MAX >> 2;
        assert_eq!(cache.access(line, false), Found::Miss);
        cache.install(line, true);
        assert!(cache.is_dirty(line) && cache.clean(line) && !cache.is_dirty(line));
    }
}
