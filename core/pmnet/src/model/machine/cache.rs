//! A set-associative cache: the lines that it holds, and their dirty bits. LRU, any number of sets.

use alloc::{vec, vec::Vec};

/// An empty entry. No line has this number, because a line has at least four bytes.
const EMPTY: u64 = u64::MAX;
/// The bit of an entry that marks the line as written.
const DIRTY: u64 = 1;

/// The result of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The line was present; if the access was a write, it was already dirty.
    Hit,
    /// A write found the line clean. It is dirty now.
    FirstWrite,
    /// The line was missing. It has now taken the place of another one.
    Miss(Victim),
}

/// The entry that a new line has replaced, perhaps empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Victim(u64);

impl Victim {
    /// The number of the line, if it must be written back.
    #[inline(always)]
    pub fn dirty_line(self) -> Option<u64> {
        (self.0 & DIRTY != 0 && self.0 != EMPTY).then_some(self.0 >> 1)
    }
}

/// The tags of a cache. A *line* is identified by its number, the address divided by the line size.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    /// Binary logarithm of the bytes per line.
    pub shift: u32,
    pub ways: usize,
    pub sets: u64,
    /// Number of sets minus one, if that masks the set's number out of the line's; else `u64::MAX`.
    pub mask: u64,
    /// Set by set, the lines from the most to the least recently used: twice the number, plus the dirty bit.
    pub entries: Vec<u64>,
}

impl Cache {
    /// An empty cache; the sizes are those of a checked [`CacheClass`](crate::model::dat::CacheClass).
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

    #[inline(always)]
    fn first(&self, line: u64) -> usize {
        set_of(line, self.sets, self.mask) as usize * self.ways
    }

    #[inline(always)]
    fn set(&mut self, line: u64) -> &mut [u64] {
        let first = self.first(line);
        &mut self.entries[first..first + self.ways]
    }

    /// Uses a line: from now on it is present, the most recently used one of its set, and dirty if it is written.
    #[inline(always)]
    pub fn access(&mut self, line: u64, write: bool) -> Found {
        use_line(self.set(line), line, write)
    }

    /// True if the line is present and dirty. Changes nothing.
    pub fn is_dirty(&self, line: u64) -> bool {
        let first = self.first(line);
        self.entries[first..first + self.ways].contains(&((line << 1) | DIRTY))
    }

    /// Makes a line clean; true if it was dirty.
    pub fn clean(&mut self, line: u64) -> bool {
        let key = line << 1;
        let found = self.set(line).iter_mut().find(|e| **e == (key | DIRTY));
        found.map(|entry| *entry = key).is_some()
    }

    /// Removes a line; returns whether it was dirty, if it was present. The free entry is used first.
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

/// The number of a line's set.
#[inline(always)]
pub(super) fn set_of(line: u64, sets: u64, mask: u64) -> u64 {
    if mask == u64::MAX { line % sets } else { line & mask }
}

/// Uses a line in its set.
///
/// The search and the move of the preceding entries by one place are one pass; if the line is missing, the pass has
/// made room. It takes four entries per step, because most caches have a multiple of four ways.
#[inline(always)]
pub(super) fn use_line(set: &mut [u64], line: u64, write: bool) -> Found {
    let (clean, dirty) = (line << 1, line << 1 | DIRTY);
    let is_line = |entry: u64| entry == clean || entry == dirty;
    let write = u64::from(write);
    let Some(front) = set.first_mut() else { return Found::Hit };
    let mut entry = *front;
    if is_line(entry) {
        *front = entry | write;
        return if write > entry & DIRTY { Found::FirstWrite } else { Found::Hit };
    }
    // The entry for the front, once it is known.
    entry = clean;
    let (fours, others) = set.as_chunks_mut::<4>();
    let found = 'pass: {
        for four in fours {
            for place in four {
                entry = core::mem::replace(place, entry);
                if is_line(entry) {
                    break 'pass true;
                }
            }
        }
        for place in others {
            entry = core::mem::replace(place, entry);
            if is_line(entry) {
                break 'pass true;
            }
        }
        false
    };
    let front = &mut set[0];
    if !found {
        *front = clean | write;
        return Found::Miss(Victim(entry));
    }
    *front = entry | write;
    if write > entry & DIRTY { Found::FirstWrite } else { Found::Hit }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line was missing, and an entry was free.
    const FREE: Found = Found::Miss(Victim(EMPTY));

    fn dropped(line: u64, dirty: bool) -> Found {
        Found::Miss(Victim(line << 1 | u64::from(dirty)))
    }

    #[test]
    fn the_least_recently_used_line_goes_and_knows_whether_it_was_written() {
        let mut cache = Cache::new(2 * 64, 2, 64);
        assert_eq!(cache.access(1, false), FREE);
        assert_eq!(cache.access(2, true), FREE);
        assert_eq!(cache.access(1, true), Found::FirstWrite);
        assert_eq!(cache.access(1, true), Found::Hit);
        assert_eq!(cache.access(3, false), dropped(2, true));
        assert_eq!(cache.access(2, false), dropped(1, true));
        assert_eq!(cache.access(1, false), dropped(3, false));
    }

    /// Compared with a list from the most to the least recently used line, for sets of more than one step of four, with
    /// a remainder.
    #[test]
    fn sets_of_any_number_of_ways_keep_the_order_of_use() {
        for ways in [1usize, 3, 4, 5, 7, 8, 11, 12, 16, 20] {
            let mut cache = Cache::new(ways as u64 * 64, ways as u64, 64);
            let mut list: Vec<(u64, bool)> = Vec::new();
            let mut rng = mcore_base::Rng::new(ways as u64);
            for _ in 0..4000 {
                let (line, write) = (1 + rng.below(ways as u64 * 3 / 2 + 1), rng.below(3) == 0);
                let there = list.iter().position(|(of, _)| *of == line);
                let found = match there.map(|at| list.remove(at)) {
                    Some((_, dirty)) => {
                        list.insert(0, (line, dirty || write));
                        if write && !dirty { Found::FirstWrite } else { Found::Hit }
                    }
                    None => {
                        let last = if list.len() == ways { list.pop() } else { None };
                        list.insert(0, (line, write));
                        last.map_or(FREE, |(line, dirty)| dropped(line, dirty))
                    }
                };
                assert_eq!(cache.access(line, write), found, "{ways} ways, line {line}");
            }
        }
    }

    #[test]
    fn a_free_place_is_used_before_a_line_goes() {
        let mut cache = Cache::new(3 * 64, 3, 64);
        (1..=3).for_each(|line| assert_eq!(cache.access(line, false), FREE));
        assert_eq!(cache.remove(2), Some(false));
        assert_eq!(cache.remove(2), None);
        assert_eq!(cache.access(4, false), FREE);
        assert_eq!(cache.access(5, false), dropped(1, false));
    }

    #[test]
    fn sets_need_not_be_a_power_of_two() {
        // Skylake-SP: 24,576 sets of 11 ways; lines this far apart share a set.
        let mut cache = Cache::new(24_576 * 11 * 64, 11, 64);
        for k in 0..11 {
            assert_eq!(cache.access(5 + k * 24_576, false), FREE);
        }
        assert_eq!(cache.access(6, false), FREE);
        assert_eq!(cache.access(5 + 11 * 24_576, false), dropped(5, false));
    }

    #[test]
    fn the_last_line_of_the_address_space_is_a_line() {
        let mut cache = Cache::new(8, 1, 4);
        let line = u64::MAX >> 2;
        assert_eq!(cache.access(line, true), FREE);
        assert!(cache.is_dirty(line) && cache.clean(line) && !cache.is_dirty(line));
    }
}
