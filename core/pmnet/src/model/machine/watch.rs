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
//! The shadow needs every miss and the order of hits, so a watched run does without the shortcuts of `sequence.rs` and `levels.rs`.
//! It skips iterations of hits (`iterations.rs`): the lines of an iteration are the most recently used ones of a shadow too, in the
//! order in which the next iteration leaves them again. A watched run gives the same counts; a test compares them.
//!
//! A shadow keeps its lines in a list in the order of use. The place of a line in this list is found by its group of neighbouring
//! lines: programs go through memory in order, so most searches end at a group that was used just now.

use super::cache::{Cache, Found};
use super::regions::{Region, Regions};
use crate::model::graph::ObjectId;
use crate::model::trace::Access;
use alloc::{collections::BTreeMap, vec, vec::Vec};
use core::ops::{AddAssign, RangeInclusive};
use serde::{Deserialize, Serialize};

/// Maximum number of bytes that all shadows take together.
const MAX_BYTES: usize = 512 << 20;

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

/// Lines per group.
const GROUP: usize = 16;
/// Groups per page of the index.
const PAGE: usize = 256;
/// Pages of the index that were used just now, per shadow; they are found without a search.
const RECENT: usize = 8;
/// No place in the order of use, and no group.
const NONE: u32 = u32::MAX;

/// Neighbouring lines.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// Bit n: the cache has accessed line n.
    known: u16,
    /// Bit n: another core's write has removed line n from the cache.
    lost: u16,
    /// The place of each line in the order of use, if the shadow holds it.
    places: [u32; GROUP],
    /// The region of all its lines, or [`SEVERAL`].
    region: u16,
}

/// Lines of a group are in several regions.
const SEVERAL: u16 = u16::MAX;

/// A line in the order of use.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Its group, and its number there.
    group: u32,
    member: u32,
    /// The entries used just before and just after it.
    older: u32,
    newer: u32,
}

/// The lines that a fully associative LRU cache holds, in the order of use.
#[derive(Clone, Debug)]
struct Order {
    entries: Vec<Entry>,
    /// Entries without a line.
    free: Vec<u32>,
    oldest: u32,
    newest: u32,
}

impl Order {
    /// Puts a line at the end of the order. Returns its place.
    fn add(&mut self, group: u32, member: u32) -> u32 {
        let entry = Entry { group, member, older: NONE, newer: NONE };
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
        self.link(place);
        place
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
    /// The number of lines of the cache.
    room: usize,
    /// Binary logarithm of the bytes per line.
    shift: u32,
    order: Order,
    /// All groups of which a line has been accessed.
    groups: Vec<Group>,
    /// The places of groups in pages of neighbours. The number of a group is that of a line divided by [`GROUP`].
    pages: Vec<[u32; PAGE]>,
    /// The places of pages. The number of a page is that of a group divided by [`PAGE`].
    index: BTreeMap<u64, u32>,
    /// The numbers and places of pages that were used just now.
    recent: [(u64, u32); RECENT],
}

/// No page has this number.
const NOTHING: u64 = u64::MAX;

impl Shadow {
    fn new(room: usize, shift: u32) -> Self {
        Self {
            room,
            shift,
            order: Order { entries: Vec::new(), free: Vec::new(), oldest: NONE, newest: NONE },
            groups: Vec::new(),
            pages: Vec::new(),
            index: BTreeMap::new(),
            recent: [(NOTHING, 0); RECENT],
        }
    }

    /// The place of a line's group, and its number there.
    #[inline]
    fn find(&mut self, line: u64, regions: &Regions) -> (usize, usize) {
        let (number, member) = (line / GROUP as u64, line as usize % GROUP);
        let page = number / PAGE as u64;
        // The arrays of a program often lie a power of two apart; the multiplication spreads them.
        let recent = &mut self.recent[(page.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61) as usize % RECENT];
        if recent.0 != page {
            let pages = &mut self.pages;
            let place = *self.index.entry(page).or_insert_with(|| {
                pages.push([NONE; PAGE]);
                (pages.len() - 1) as u32
            });
            *recent = (page, place);
        }
        let group = &mut self.pages[recent.1 as usize][number as usize % PAGE];
        if *group == NONE {
            let [first, last] = [0, GROUP as u64 - 1].map(|member| (number * GROUP as u64 + member) << self.shift);
            let region = regions.of_all(first, last).map_or(SEVERAL, |region| region as u16);
            *group = self.groups.len() as u32;
            self.groups.push(Group { known: 0, lost: 0, places: [NONE; GROUP], region });
        }
        (*group as usize, member)
    }

    /// The region of a line.
    #[inline]
    fn region(&self, place: usize, line: u64, regions: &Regions) -> usize {
        match self.groups[place].region {
            SEVERAL => regions.find(line << self.shift),
            region => region.into(),
        }
    }

    /// The cache has accessed a line, a member of the group at a place; the kind of the miss, if it was one.
    #[inline]
    fn access(&mut self, (place, member): (usize, usize), missed: bool) -> Option<MissKinds> {
        let own = self.groups[place].places[member];
        let holds = own != NONE;
        if own == self.order.newest && holds {
            // It is the last one already.
        } else if holds {
            self.order.unlink(own);
            self.order.link(own);
        } else {
            if self.order.entries.len() - self.order.free.len() == self.room {
                let oldest = self.order.oldest;
                let Entry { group, member, .. } = self.order.entries[oldest as usize];
                self.order.unlink(oldest);
                self.order.free.push(oldest);
                self.groups[group as usize].places[member as usize] = NONE;
            }
            self.groups[place].places[member] = self.order.add(place as u32, member as u32);
        }
        if !missed {
            return None;
        }
        let (group, bit, none) = (&mut self.groups[place], 1 << member, MissKinds::default());
        let (known, lost) = (group.known & bit != 0, group.lost & bit != 0);
        group.known |= bit;
        group.lost &= !bit;
        Some(match (known, lost, holds) {
            (false, ..) => MissKinds { cold: 1, ..none },
            (_, true, _) => MissKinds { coherence: 1, ..none },
            (.., true) => MissKinds { conflict: 1, ..none },
            _ => MissKinds { capacity: 1, ..none },
        })
    }

    /// Another core's write has removed a line from the cache.
    fn lose(&mut self, (place, member): (usize, usize)) {
        let group = &mut self.groups[place];
        group.lost |= 1 << member;
        let own = core::mem::replace(&mut group.places[member], NONE);
        if own != NONE {
            self.order.unlink(own);
            self.order.free.push(own);
        }
    }

    /// Bytes that it takes, about.
    fn bytes(&self) -> usize {
        self.order.entries.capacity() * size_of::<Entry>()
            + self.groups.capacity() * size_of::<Group>()
            + self.pages.capacity() * size_of::<[u32; PAGE]>()
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
    /// The place in the program that makes the current access, if it is known.
    place: Option<u32>,
    /// Misses by place and object.
    by_place: BTreeMap<(u32, ObjectId), MissKinds>,
}

impl Watch {
    /// Watches these caches; objects that are none are left out.
    pub fn new<'c>(caches: impl Iterator<Item = Option<&'c Cache>>, regions: Vec<Region>) -> Self {
        let shadow = |cache: &Cache| Shadow::new(cache.entries.len(), cache.shift);
        let shadows: Vec<Option<Shadow>> = caches.map(|cache| cache.map(shadow)).collect();
        let regions = Regions::new(regions);
        let each = regions.count();
        Self {
            counts: vec![RegionCounts::default(); shadows.len() * each],
            moved: vec![(0, 0); each],
            regions,
            shadows,
            place: None,
            by_place: BTreeMap::new(),
        }
    }

    /// The place in the program that makes the next access.
    pub fn at(&mut self, place: Option<u32>) {
        self.place = place;
    }

    /// Misses by place in the program and object, in ascending order.
    pub fn by_place(&self) -> impl Iterator<Item = (u32, ObjectId, MissKinds)> {
        self.by_place.iter().map(|((place, object), misses)| (*place, *object, *misses))
    }

    /// A cache has accessed a line.
    #[inline]
    pub fn seen(&mut self, object: ObjectId, line: u64, found: &Found) {
        let Some(Some(shadow)) = self.shadows.get_mut(usize::from(object)) else { return };
        let place = shadow.find(line, &self.regions);
        let region = shadow.region(place.0, line, &self.regions);
        let counts = &mut self.counts[usize::from(object) * self.regions.count() + region];
        counts.accesses += 1;
        if let Some(kind) = shadow.access(place, matches!(found, Found::Miss(_))) {
            counts.misses += kind;
            if let Some(place) = self.place {
                *self.by_place.entry((place, object)).or_default() += kind;
            }
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
        let place = shadow.find(line, &self.regions);
        shadow.lose(place);
    }

    /// A memory has read or written.
    pub fn moved(&mut self, addr: u64, bytes: u64, write: bool) {
        let region = self.regions.find(addr);
        let (read, written) = &mut self.moved[region];
        *(if write { written } else { read }) += bytes;
    }

    /// Whether there are more lines than can be remembered.
    pub fn is_full(&self) -> bool {
        self.shadows.iter().flatten().map(Shadow::bytes).sum::<usize>() > MAX_BYTES
    }

    /// A core has repeated an iteration of hits in its first cache `times` times: the shadows keep their order (see
    /// `iterations.rs`).
    pub fn repeated(&mut self, object: ObjectId, shift: u32, iteration: &[Access], times: u64) {
        let each = self.regions.count();
        for access in iteration {
            let region = self.regions.find(access.addr >> shift << shift);
            self.counts[usize::from(object) * each + region].accesses += times;
        }
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
        for room in [1usize, 2, 3, 8, 33, 100] {
            let (mut shadow, regions) = (Shadow::new(room, 6), Regions::new(Vec::new()));
            let (mut list, mut known, mut lost) = (Vec::<u64>::new(), Vec::<u64>::new(), Vec::<u64>::new());
            let mut rng = Rng::new(room as u64);
            for _ in 0..5000 {
                // Some lines lie in the same group, others far away.
                let line = rng.below(room as u64 * 2 + 1) * if rng.below(2) == 0 { 1 } else { 1 << 20 };
                let there = list.iter().position(|own| *own == line);
                there.map(|at| list.remove(at));
                let place = shadow.find(line, &regions);
                if rng.below(10) == 0 {
                    shadow.lose(place);
                    lost.push(line);
                    continue;
                }
                let (missed, none) = (rng.below(3) != 0, MissKinds::default());
                let expected = match (known.contains(&line), lost.contains(&line), there) {
                    _ if !missed => None,
                    (false, ..) => Some(MissKinds { cold: 1, ..none }),
                    (_, true, _) => Some(MissKinds { coherence: 1, ..none }),
                    (.., Some(_)) => Some(MissKinds { conflict: 1, ..none }),
                    _ => Some(MissKinds { capacity: 1, ..none }),
                };
                assert_eq!(shadow.access(place, missed), expected, "{room} lines, line {line}");
                if missed {
                    known.push(line);
                    lost.retain(|own| *own != line);
                }
                list.insert(0, line);
                list.truncate(room);
            }
            assert!(shadow.order.entries.len() <= room, "entries are used again");
        }
    }
}
