//! Misses by kind and by region of addresses.
//!
//! Beside each cache runs a *shadow*: a fully associative LRU cache with as many lines of the same length, which sees the same
//! accesses. A miss is, by the first of these that holds:
//!
//! 1. *cold*: this cache has never had an access to the line before;
//! 2. *coherence*: the cache held the line when another core's write removed it, and has not accessed it since;
//! 3. *conflict*: the shadow holds the line, so only the placement in sets has driven it out;
//! 4. *capacity*: the shadow does not hold it either.
//!
//! This is Hill's division, miss by miss. A line that another core's write removes leaves the shadow too. A hit in the cache
//! that would be a miss in the shadow (LRU allows that) is a hit. Write-backs are accesses of the cache that receives them, so
//! their misses have a kind like all others.
//!
//! The shadow needs every access, so a watched run does without the shortcuts of `sequence.rs`, `levels.rs` and `iterations.rs`.
//! It gives the same counts; a test compares them.

use super::cache::{Cache, Found};
use super::regions::{Region, Regions};
use crate::model::graph::ObjectId;
use alloc::{collections::BTreeMap, vec, vec::Vec};
use core::ops::{AddAssign, RangeInclusive};
use serde::{Deserialize, Serialize};

/// Maximum number of lines and groups of lines that all shadows remember together: some hundred megabytes.
const MAX_REMEMBERED: usize = 1 << 23;

/// Misses by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissKinds {
    /// First accesses to a line.
    pub cold: u64,
    /// Misses of a fully associative cache of the same size too.
    pub capacity: u64,
    /// Misses that a fully associative cache of the same size would not have.
    pub conflict: u64,
    /// Misses of lines that another core's write has removed.
    pub coherence: u64,
}

impl MissKinds {
    /// All of them.
    pub fn sum(&self) -> u64 {
        self.cold + self.capacity + self.conflict + self.coherence
    }
}

impl AddAssign for MissKinds {
    fn add_assign(&mut self, other: Self) {
        self.cold += other.cold;
        self.capacity += other.capacity;
        self.conflict += other.conflict;
        self.coherence += other.coherence;
    }
}

/// Counts of a cache for one region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegionCounts {
    pub accesses: u64,
    pub misses: MissKinds,
}

/// A set of lines, as bits of groups of 64 neighbours.
#[derive(Clone, Debug, Default)]
struct Lines(BTreeMap<u64, u64>);

impl Lines {
    /// Adds a line; false if it was there.
    fn insert(&mut self, line: u64) -> bool {
        let (group, bit) = (self.0.entry(line >> 6).or_default(), 1 << (line & 63));
        let new = *group & bit == 0;
        *group |= bit;
        new
    }

    /// Removes a line; true if it was there.
    fn remove(&mut self, line: u64) -> bool {
        let Some(group) = self.0.get_mut(&(line >> 6)) else { return false };
        let bit = 1 << (line & 63);
        let there = *group & bit != 0;
        *group &= !bit;
        there
    }
}

/// No neighbour in the order of use.
const NONE: u32 = u32::MAX;

/// A line in the order of use.
#[derive(Clone, Copy, Debug)]
struct Entry {
    line: u64,
    /// The entries used just before and just after it.
    older: u32,
    newer: u32,
}

/// A fully associative LRU cache of a number of lines.
#[derive(Clone, Debug)]
struct Lru {
    room: usize,
    places: BTreeMap<u64, u32>,
    entries: Vec<Entry>,
    /// Entries without a line.
    free: Vec<u32>,
    oldest: u32,
    newest: u32,
}

impl Lru {
    fn new(room: usize) -> Self {
        Self { room, places: BTreeMap::new(), entries: Vec::new(), free: Vec::new(), oldest: NONE, newest: NONE }
    }

    /// Uses a line; true if it was there.
    fn access(&mut self, line: u64) -> bool {
        if self.entries.get(self.newest as usize).is_some_and(|entry| entry.line == line) {
            return true;
        }
        if let Some(place) = self.places.get(&line).copied() {
            self.unlink(place);
            self.link(place);
            return true;
        }
        if self.places.len() == self.room {
            let oldest = self.entries[self.oldest as usize].line;
            self.remove(oldest);
        }
        let entry = Entry { line, older: NONE, newer: NONE };
        let place = match self.free.pop() {
            Some(place) => {
                self.entries[place as usize] = entry;
                place
            }
            None => {
                self.entries.push(entry);
                (self.entries.len() - 1) as u32
            }
        };
        self.places.insert(line, place);
        self.link(place);
        false
    }

    fn remove(&mut self, line: u64) {
        if let Some(place) = self.places.remove(&line) {
            self.unlink(place);
            self.free.push(place);
        }
    }

    /// Takes an entry out of the order.
    fn unlink(&mut self, place: u32) {
        let Entry { older, newer, .. } = self.entries[place as usize];
        match self.entries.get_mut(older as usize) {
            Some(entry) => entry.newer = newer,
            None => self.oldest = newer,
        }
        match self.entries.get_mut(newer as usize) {
            Some(entry) => entry.older = older,
            None => self.newest = older,
        }
    }

    /// Puts an entry at the end of the order.
    fn link(&mut self, place: u32) {
        let newest = self.newest;
        self.entries[place as usize].older = newest;
        self.entries[place as usize].newer = NONE;
        match self.entries.get_mut(newest as usize) {
            Some(entry) => entry.newer = place,
            None => self.oldest = place,
        }
        self.newest = place;
    }
}

/// The shadow of a cache.
#[derive(Clone, Debug)]
struct Shadow {
    lru: Lru,
    /// Lines that the cache has accessed.
    known: Lines,
    /// Lines that another core's write has removed from the cache.
    lost: Lines,
}

impl Shadow {
    /// The cache has accessed a line; the kind of the miss, if it was one.
    fn access(&mut self, line: u64, missed: bool) -> Option<MissKinds> {
        let holds = self.lru.access(line);
        if !missed {
            return None;
        }
        let none = MissKinds::default();
        let new = self.known.insert(line);
        Some(match (new, self.lost.remove(line), holds) {
            (true, ..) => MissKinds { cold: 1, ..none },
            (_, true, _) => MissKinds { coherence: 1, ..none },
            (.., true) => MissKinds { conflict: 1, ..none },
            _ => MissKinds { capacity: 1, ..none },
        })
    }

    fn remembered(&self) -> usize {
        self.lru.entries.len() + self.known.0.len() + self.lost.0.len()
    }
}

/// The shadows of all caches, and the counts by region.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    regions: Regions,
    shadows: Vec<Option<Shadow>>,
    /// By object and region.
    counts: Vec<RegionCounts>,
    /// By region: bytes that memories have read and written.
    moved: Vec<(u64, u64)>,
    /// Lines remembered so far.
    remembered: usize,
}

impl Watch {
    /// Watches these caches; objects that are none are left out.
    pub fn new<'c>(caches: impl Iterator<Item = Option<&'c Cache>>, regions: Vec<Region>) -> Self {
        let shadow = |cache: &Cache| Shadow {
            lru: Lru::new(cache.entries.len()),
            known: Lines::default(),
            lost: Lines::default(),
        };
        let shadows: Vec<Option<Shadow>> = caches.map(|cache| cache.map(shadow)).collect();
        let regions = Regions::new(regions);
        let each = regions.count();
        Self {
            counts: vec![RegionCounts::default(); shadows.len() * each],
            moved: vec![(0, 0); each],
            regions,
            shadows,
            remembered: 0,
        }
    }

    /// A cache has accessed a line of `1 << shift` bytes.
    pub fn seen(&mut self, object: ObjectId, line: u64, shift: u32, found: &Found) {
        let region = self.regions.find(line << shift);
        let Some(Some(shadow)) = self.shadows.get_mut(usize::from(object)) else { return };
        let before = shadow.remembered();
        let kind = shadow.access(line, matches!(found, Found::Miss(_)));
        self.remembered += shadow.remembered() - before;
        let counts = &mut self.counts[usize::from(object) * self.regions.count() + region];
        counts.accesses += 1;
        if let Some(kind) = kind {
            counts.misses += kind;
        }
    }

    /// Dirty data of these lines has passed through a cache because another core has asked for it. The cache counts it as
    /// accesses that hit; it looks nothing up, so the shadow does not see them.
    pub fn passed(&mut self, object: ObjectId, lines: RangeInclusive<u64>, shift: u32) {
        for line in lines {
            let region = self.regions.find(line << shift);
            self.counts[usize::from(object) * self.regions.count() + region].accesses += 1;
        }
    }

    /// Another core's write has removed a line from a cache.
    pub fn lost(&mut self, object: ObjectId, line: u64) {
        let Some(Some(shadow)) = self.shadows.get_mut(usize::from(object)) else { return };
        let before = shadow.remembered();
        shadow.lru.remove(line);
        shadow.lost.insert(line);
        self.remembered += shadow.remembered() - before;
    }

    /// A memory has read or written.
    pub fn moved(&mut self, addr: u64, bytes: u64, write: bool) {
        let region = self.regions.find(addr);
        let (read, written) = &mut self.moved[region];
        *(if write { written } else { read }) += bytes;
    }

    /// Whether there are more lines than can be remembered.
    pub fn is_full(&self) -> bool {
        self.remembered > MAX_REMEMBERED
    }

    /// All regions, the rest of the addresses last.
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// The counts of an object for a region.
    pub fn counts(&self, object: usize, region: usize) -> RegionCounts {
        self.counts[object * self.regions.count() + region]
    }

    /// Bytes that memories have read and written in a region.
    pub fn moved_in(&self, region: usize) -> (u64, u64) {
        self.moved[region]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore_base::Rng;

    /// Compared with a list from the most to the least recently used line.
    #[test]
    fn the_shadow_keeps_the_order_of_use_over_all_its_lines() {
        for room in [1usize, 2, 3, 8, 33] {
            let mut lru = Lru::new(room);
            let mut list: Vec<u64> = Vec::new();
            let mut rng = Rng::new(room as u64);
            for _ in 0..5000 {
                let line = rng.below(room as u64 * 2 + 1);
                let there = list.iter().position(|own| *own == line);
                there.map(|at| list.remove(at));
                if rng.below(10) == 0 {
                    lru.remove(line);
                    continue;
                }
                assert_eq!(lru.access(line), there.is_some(), "{room} lines, line {line}");
                list.insert(0, line);
                list.truncate(room);
            }
            assert!(lru.entries.len() <= room, "entries are used again");
        }
    }

    #[test]
    fn a_set_of_lines_has_each_line_once() {
        let mut lines = Lines::default();
        for line in [0, 63, 64, u64::MAX >> 1] {
            assert!(lines.insert(line) && !lines.insert(line));
            assert!(lines.remove(line) && !lines.remove(line));
        }
        assert!(!lines.remove(1 << 40));
    }
}
