//! The memory system while a trace runs through it: step 3 of the run in the paper.
//!
//! An access enters the first object on the route from its core to the memory of its page. A cache that holds the line
//! ends the access; one that does not requests the whole line from the next object, and then takes the line in. A
//! router passes requests on, a memory ends them. A dirty line that a cache has to drop goes to the next object as a
//! write of that line. Every object counts.
//!
//! The order of events for one miss: the line takes its place, other cores give up their copies (`coherence.rs`), the
//! line is fetched, the replaced line is written back. A write from a core fetches its line first (read for ownership),
//! except a non-temporal one; a written-back line that covers a whole line of the next cache needs no fetch there.

mod cache;
mod coherence;
mod counts;
mod homes;
mod iterations;
mod levels;
mod pages;
mod place;
mod regions;
mod sequence;
mod sharers;
mod watch;

pub use counts::{Counts, Work};
pub use pages::{MAX_FOOTPRINT, PAGE_SHIFT};
pub use place::{Fixed, Placement};
pub use regions::{MAX_REGIONS, Region, Regions, check as check_regions, with_symbols};
pub use watch::{MissKinds, RegionCounts};

use super::dat::Dat;
use super::graph::{Graph, Kind, ObjectId};
use super::trace::{Access, AccessKind};
use alloc::{boxed::Box, collections::BTreeMap, vec, vec::Vec};
use cache::{Cache, Found, Victim};
use homes::Homes;
use levels::Request;
use pages::{PAGE_SHIFT as SHIFT, Pages};
use place::Places;
use watch::Watch;

/// An object with its state.
#[derive(Clone, Debug)]
enum Node {
    Core,
    Cache { cache: Cache, counts: Counts },
    Memory { shift: u32, counts: Counts },
    Router { counts: Counts },
}

/// Means "depends on the address" in [`Machine::first`].
const VARIES: ObjectId = ObjectId::MAX;

/// Caches, pages and counters of a memory system.
#[derive(Clone, Debug)]
pub struct Machine {
    nodes: Vec<Node>,
    /// The cache that every access of a core enters, or [`VARIES`].
    first: Vec<ObjectId>,
    /// The object from which each cache requests every missing line: a memory, or a [one-way](Graph::one_way) cache
    /// with lines of the same length; else [`VARIES`].
    second: Vec<ObjectId>,
    /// By core: nothing returns to its first cache from later objects, so its misses need only be recorded
    /// (`levels.rs`).
    notes: Vec<bool>,
    /// For each memory and each object: the next object; see [`Graph::next_table`].
    next: Vec<ObjectId>,
    /// For each memory and each object: hops left, if coherence is simulated.
    hops: Vec<u16>,
    homes: Homes,
    /// Binary logarithm of the bytes of the unit that coherence tracks, if it is simulated.
    unit: u32,
    /// Binary logarithm of the bytes of the longest line of any cache.
    span: u32,
    /// For each memory and each cache: a core whose route contains it; empty if no cache has longer lines than the
    /// first ones.
    user: Vec<u16>,
    coherent: bool,
    work: Vec<Work>,
    /// Buffer for the route of a core whose access affects other cores.
    way: Vec<ObjectId>,
    /// Buffer for the objects on their routes.
    holders: Vec<coherence::Holder>,
    /// Buffers for the requests of one cache to the next, and for that one's requests.
    asked: Vec<Request>,
    asks: Vec<Request>,
    /// Misses by kind and region, if they are counted (`watch.rs`). Functions that enter caches have a parameter `W`: true if it
    /// is present, so that runs without it pay nothing.
    watch: Option<Box<Watch>>,
}

impl Machine {
    /// A memory system with empty caches and no pages placed.
    pub fn new(dat: &Dat, graph: &Graph, placement: Placement, coherent: bool) -> Self {
        let cache_class: BTreeMap<&str, _> = dat.cache_class.iter().map(|c| (c.name.as_str(), c)).collect();
        let mem_class: BTreeMap<&str, _> = dat.mem_class.iter().map(|c| (c.name.as_str(), c)).collect();
        let counts = Counts::default();
        let node = |object: &super::graph::Object| match object.kind {
            Kind::Core => Node::Core,
            Kind::Router => Node::Router { counts },
            Kind::Cache => match cache_class.get(dat.cache_obj[object.index].class.as_str()) {
                Some(class) => {
                    Node::Cache { cache: Cache::new(class.capacity, class.associativity, class.linesize), counts }
                }
                None => Node::Router { counts },
            },
            Kind::Memory => {
                let class = mem_class.get(dat.mem_obj[object.index].class.as_str());
                Node::Memory { shift: class.map_or(6, |c| c.linesize.trailing_zeros()), counts }
            }
        };
        let nodes: Vec<Node> = graph.objects.iter().map(node).collect();
        let cores = graph.cores().count();
        // The next object, if it is the same for all memories.
        let next = |object: ObjectId| {
            let mut nexts = (0..graph.memories.len()).filter_map(|m| graph.next(m, object));
            nexts.next().filter(|next| nexts.all(|n| n == *next))
        };
        let next_cache = |core| next(core).filter(|next| graph.kind(*next) == Kind::Cache).unwrap_or(VARIES);
        let first: Vec<ObjectId> = graph.cores().map(next_cache).collect();
        let one_way = graph.one_way();
        let is_one_way = |object: &ObjectId| one_way.get(usize::from(*object)) == Some(&true);
        let notes = first.iter().map(|first| !coherent && is_one_way(first)).collect();
        let node = |object: ObjectId| &nodes[usize::from(object)];
        let asked_by = |object: ObjectId, next: &ObjectId| match (node(object), node(*next)) {
            (Node::Cache { cache, .. }, Node::Cache { cache: behind, .. }) => {
                cache.shift == behind.shift && is_one_way(next)
            }
            (Node::Cache { .. }, Node::Memory { .. }) => true,
            _ => false,
        };
        let second = (0..nodes.len() as ObjectId)
            .map(|object| next(object).filter(|next| asked_by(object, next)).unwrap_or(VARIES))
            .collect();
        let unit = nodes.iter().zip(&graph.objects).filter(|(_, o)| o.level == 1).filter_map(|(n, _)| match n {
            Node::Cache { cache, .. } => Some(cache.shift),
            _ => None,
        });
        let unit = unit.max().unwrap_or(6);
        let shift = |node: &Node| if let Node::Cache { cache, .. } = node { cache.shift } else { 0 };
        let span = nodes.iter().map(shift).max().unwrap_or(0).max(unit);
        let longer = coherent && span > unit;
        let mut user = vec![0; if longer { nodes.len() * graph.memories.len() } else { 0 }];
        for core in graph.cores().filter(|_| longer) {
            for memory in 0..graph.memories.len() {
                graph.way(memory, core).for_each(|object| user[memory * nodes.len() + usize::from(object)] = core);
            }
        }
        Self {
            nodes,
            first,
            second,
            notes,
            next: graph.next_table().to_vec(),
            hops: if coherent { graph.hops_table().to_vec() } else { Vec::new() },
            homes: Homes::new(
                Pages::new(if coherent { 1 << (SHIFT - unit) } else { 0 }),
                Places::new(dat, graph, placement),
            ),
            unit,
            span,
            user,
            coherent,
            work: vec![Work::default(); cores],
            way: Vec::new(),
            holders: Vec::new(),
            asked: Vec::new(),
            asks: Vec::new(),
            watch: None,
        }
    }

    /// From now on counts misses by kind and by these regions. To be called before the first access; then every access must go
    /// through [`Machine::access`] or [`Machine::rounds`] with `W`.
    pub fn watch(&mut self, regions: Vec<Region>) {
        let caches = self.nodes.iter().map(|node| match node {
            Node::Cache { cache, .. } => Some(cache),
            _ => None,
        });
        self.watch = Some(Box::new(Watch::new(caches, regions)));
    }

    /// True if misses are counted by kind.
    pub fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// True if the trace touches more lines than misses by kind can be counted for.
    pub fn watches_too_much(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.is_full())
    }

    /// The regions for which misses are counted.
    pub fn regions(&self) -> Option<&Regions> {
        self.watch.as_ref().map(|watch| watch.regions())
    }

    /// The counts of an object for a region, if they are counted.
    pub fn region_counts(&self, object: usize, region: usize) -> Option<RegionCounts> {
        self.watch.as_ref().map(|watch| watch.counts(object, region))
    }

    /// Bytes that memories have read and written in a region, if they are counted.
    pub fn moved_in(&self, region: usize) -> Option<(u64, u64)> {
        self.watch.as_ref().map(|watch| watch.moved_in(region))
    }

    /// The place in the program that makes the next access, if misses are counted by kind.
    pub fn at(&mut self, place: Option<u32>) {
        if let Some(watch) = &mut self.watch {
            watch.at(place);
        }
    }

    /// Misses by place in the program and object, in ascending order.
    pub fn misses_by_place(&self) -> impl Iterator<Item = (u32, ObjectId, MissKinds)> {
        self.watch.iter().flat_map(|watch| watch.by_place())
    }

    /// A cache has accessed a line.
    #[inline(always)]
    fn seen<const W: bool>(&mut self, object: ObjectId, line: u64, found: &Found) {
        if W && let Some(watch) = &mut self.watch {
            watch.seen(object, line, found);
        }
    }

    /// A memory has read or written.
    #[inline(always)]
    fn moved<const W: bool>(&mut self, addr: u64, bytes: u64, write: bool) {
        if W && let Some(watch) = &mut self.watch {
            watch.moved(addr, bytes, write);
        }
    }

    /// Number of cores.
    pub fn cores(&self) -> usize {
        self.work.len()
    }

    /// True if MSI is simulated.
    pub fn coherent(&self) -> bool {
        self.coherent
    }

    /// True if the trace has touched more memory than can be tracked; later accesses were not counted.
    pub fn is_full(&self) -> bool {
        self.homes.full
    }

    /// Pages for which no memory had space.
    pub fn pages_without_room(&self) -> u64 {
        self.homes.places.without_room
    }

    /// Counters of an object; zero for cores.
    pub fn counts(&self, object: usize) -> Counts {
        match &self.nodes[object] {
            Node::Core => Counts::default(),
            Node::Cache { counts, .. } | Node::Memory { counts, .. } | Node::Router { counts } => *counts,
        }
    }

    /// The computation of a core so far.
    pub fn work(&self, core: usize) -> Work {
        self.work[core]
    }

    /// Adds to the computation of a core.
    pub fn add_work(&mut self, core: usize, work: Work) {
        self.work[core] += work;
    }

    /// One access of a core. True if it was a hit that changed nothing but the order of lines in the core's first
    /// cache, or, without MSI, made one of its lines dirty. `MSI` must be [`Machine::coherent`]; the caller chooses
    /// once for a whole part of the trace. `W` must be [`Machine::is_watched`].
    #[inline(always)]
    pub fn access<const MSI: bool, const W: bool>(&mut self, core: usize, access: &Access) -> bool {
        let first = self.first[core];
        let write = access.kind != AccessKind::Read;
        if let Some(Node::Cache { cache, counts }) = self.nodes.get_mut(usize::from(first)) {
            let line = access.addr >> cache.shift;
            let last = access.addr + u64::from(access.size - 1);
            if last >> cache.shift == line {
                counts.add(write, 1, u64::from(access.size));
                let found = cache.access(line, write);
                self.seen::<W>(first, line, &found);
                match found {
                    Found::Hit => return true,
                    Found::FirstWrite if !MSI => return true,
                    Found::FirstWrite => self.first_write::<W>(core, access.addr),
                    Found::Miss(victim) => self.miss::<MSI, W>(core, first, access, victim),
                }
                return false;
            }
        }
        self.split::<MSI, W>(core, access);
        false
    }

    /// An access that spans two lines, or whose first object depends on the address.
    #[inline(never)]
    fn split<const MSI: bool, const W: bool>(&mut self, core: usize, access: &Access) {
        let (mut at, end) = (access.addr, access.addr.saturating_add(u64::from(access.size)));
        while at < end {
            // To the end of the page, because the next one may be in another memory.
            let stop = ((at >> SHIFT).saturating_add(1) << SHIFT).min(end).max(at + 1);
            self.enter::<MSI, W>(core, at, stop, access.kind);
            at = stop;
        }
    }

    /// An access within a page goes from its core to the first cache or to the memory.
    fn enter<const MSI: bool, const W: bool>(&mut self, core: usize, start: u64, end: u64, kind: AccessKind) {
        let Some((slot, home)) = self.homes.settled(core, start) else { return };
        let write = kind != AccessKind::Read;
        let mut at = self.next_of(home, core as ObjectId);
        loop {
            match &mut self.nodes[usize::from(at)] {
                Node::Router { counts } => counts.add(write, 1, end - start),
                Node::Memory { shift, counts } => {
                    let lines = ((end - 1) >> *shift) - (start >> *shift) + 1;
                    counts.add(write, lines, end - start);
                    self.moved::<W>(start, end - start, write);
                    if MSI {
                        self.own_range::<W>(core, slot, home, start, end, write);
                    }
                    return;
                }
                Node::Cache { cache, .. } => {
                    let shift = cache.shift;
                    for line in start >> shift..=(end - 1) >> shift {
                        let Node::Cache { cache, counts } = &mut self.nodes[usize::from(at)] else { return };
                        let from = start.max(line << shift);
                        let bytes = (end - 1).min((line << shift) + ((1 << shift) - 1)) - from + 1;
                        counts.add(write, 1, bytes);
                        let found = cache.access(line, write);
                        self.seen::<W>(at, line, &found);
                        match found {
                            Found::Hit => {}
                            Found::FirstWrite if !MSI => {}
                            Found::FirstWrite => self.first_write::<W>(core, from),
                            Found::Miss(victim) => {
                                let part = Access { addr: from, size: 1, thread: 0, kind };
                                self.miss::<MSI, W>(core, at, &part, victim);
                            }
                        }
                    }
                    return;
                }
                Node::Core => return,
            }
            at = self.next_of(home, at);
        }
    }

    #[inline]
    fn next_of(&self, home: usize, from: ObjectId) -> ObjectId {
        self.next[home * self.nodes.len() + usize::from(from)]
    }

    /// Handles a core's miss in the first cache on its route.
    #[inline(never)]
    fn miss<const MSI: bool, const W: bool>(&mut self, core: usize, first: ObjectId, access: &Access, victim: Victim) {
        let Node::Cache { cache, counts } = &mut self.nodes[usize::from(first)] else { return };
        let (shift, write) = (cache.shift, access.kind != AccessKind::Read);
        counts.missed(write);
        let addr = access.addr >> shift << shift;
        let Some((slot, home)) = self.homes.settled(core, addr) else { return };
        if MSI {
            self.own::<W>(core, slot, home, addr, write);
        }
        if access.kind != AccessKind::NonTemporal {
            self.read_line::<W>(self.next_of(home, first), addr >> shift, shift, home);
        }
        self.write_back::<W>(first, shift, victim);
    }

    /// Writes the line that a cache has dropped back, if it is dirty.
    #[inline(always)]
    fn write_back<const W: bool>(&mut self, object: ObjectId, shift: u32, victim: Victim) {
        if let Some(line) = victim.dirty_line() {
            let home = self.homes.pages.home_of(line << shift);
            self.write_line::<W>(self.next_of(home, object), line, shift, home);
        }
    }

    /// [`Machine::read`] of a whole line of `1 << shift` bytes: fast as long as all caches have such lines.
    #[inline(always)]
    fn read_line<const W: bool>(&mut self, mut at: ObjectId, line: u64, shift: u32, home: usize) {
        // Caches with dropped lines, which are written back after the line has arrived, the last cache first.
        let (mut dropped, mut count) = ([(at, Victim::default()); 2], 0);
        loop {
            match &mut self.nodes[usize::from(at)] {
                Node::Cache { cache, counts } if cache.shift == shift && count < dropped.len() => {
                    counts.add(false, 1, 1 << shift);
                    let found = cache.access(line, false);
                    if let Found::Miss(_) = found {
                        counts.missed(false);
                    }
                    self.seen::<W>(at, line, &found);
                    let Found::Miss(victim) = found else { break };
                    dropped[count] = (at, victim);
                    count += usize::from(victim.dirty_line().is_some());
                    at = self.next_of(home, at);
                }
                Node::Memory { shift: memory, counts } => {
                    counts.add(false, (1 << shift >> *memory).max(1), 1 << shift);
                    self.moved::<W>(line << shift, 1 << shift, false);
                    break;
                }
                _ => {
                    self.read::<W>(at, line << shift, 1 << shift, home);
                    break;
                }
            }
        }
        while count > 0 {
            count -= 1;
            let (at, victim) = dropped[count];
            self.write_back::<W>(at, shift, victim);
        }
    }

    /// [`Machine::write`] of a whole line of `1 << shift` bytes.
    fn write_line<const W: bool>(&mut self, at: ObjectId, line: u64, shift: u32, home: usize) {
        match &mut self.nodes[usize::from(at)] {
            Node::Cache { cache, counts } if cache.shift == shift => {
                counts.add(true, 1, 1 << shift);
                let found = cache.access(line, true);
                if let Found::Miss(_) = found {
                    counts.missed(true);
                }
                self.seen::<W>(at, line, &found);
                if let Found::Miss(victim) = found {
                    self.write_back::<W>(at, shift, victim);
                }
                if self.coherent && shift > self.unit {
                    self.note_written(at, home, line << shift);
                }
            }
            Node::Memory { shift: memory, counts } => {
                counts.add(true, (1 << shift >> *memory).max(1), 1 << shift);
                self.moved::<W>(line << shift, 1 << shift, true);
            }
            _ => self.write::<W>(at, line << shift, 1 << shift, home),
        }
    }

    /// A read of some bytes, aligned to their number, reaches an object.
    fn read<const W: bool>(&mut self, mut at: ObjectId, mut start: u64, mut bytes: u64, home: usize) {
        loop {
            match &mut self.nodes[usize::from(at)] {
                Node::Router { counts } => counts.add(false, 1, bytes),
                Node::Memory { shift, counts } => {
                    counts.add(false, (bytes >> *shift).max(1), bytes);
                    self.moved::<W>(start, bytes, false);
                    return;
                }
                Node::Cache { cache, counts } if bytes >> cache.shift <= 1 => {
                    let shift = cache.shift;
                    let line = start >> shift;
                    counts.add(false, 1, bytes);
                    let found = cache.access(line, false);
                    if let Found::Miss(_) = found {
                        counts.missed(false);
                    }
                    self.seen::<W>(at, line, &found);
                    let Found::Miss(victim) = found else { return };
                    (start, bytes) = (line << shift, 1 << shift);
                    if victim.dirty_line().is_some() {
                        self.read::<W>(self.next_of(home, at), start, bytes, home);
                        self.write_back::<W>(at, shift, victim);
                        return;
                    }
                }
                Node::Cache { cache, .. } => {
                    let shift = cache.shift;
                    let lines = start >> shift..(start >> shift) + (bytes >> shift);
                    lines.for_each(|line| self.read::<W>(at, line << shift, 1 << shift, home));
                    return;
                }
                Node::Core => return,
            }
            at = self.next_of(home, at);
        }
    }

    /// A write of some bytes that a cache has dropped reaches an object.
    fn write<const W: bool>(&mut self, mut at: ObjectId, start: u64, bytes: u64, home: usize) {
        let last = start + (bytes - 1);
        loop {
            match &mut self.nodes[usize::from(at)] {
                Node::Router { counts } => counts.add(true, 1, bytes),
                Node::Memory { shift, counts } => {
                    counts.add(true, (last >> *shift) - (start >> *shift) + 1, bytes);
                    self.moved::<W>(start, bytes, true);
                    return;
                }
                Node::Cache { cache, .. } => {
                    let shift = cache.shift;
                    for line in start >> shift..=last >> shift {
                        let Node::Cache { cache, counts } = &mut self.nodes[usize::from(at)] else { return };
                        let (from, to) = (line << shift, (line << shift) + ((1 << shift) - 1));
                        let piece = last.min(to) - start.max(from) + 1;
                        counts.add(true, 1, piece);
                        let found = cache.access(line, true);
                        if let Found::Miss(_) = found {
                            counts.missed(true);
                        }
                        self.seen::<W>(at, line, &found);
                        if let Found::Miss(victim) = found {
                            if piece < 1 << shift {
                                self.read::<W>(self.next_of(home, at), from, 1 << shift, home);
                            }
                            self.write_back::<W>(at, shift, victim);
                        }
                        if self.coherent && shift > self.unit {
                            self.note_written(at, home, from);
                        }
                    }
                    return;
                }
                Node::Core => return,
            }
            at = self.next_of(home, at);
        }
    }
}
