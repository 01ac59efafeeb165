//! A memory system in its most obvious form: caches are lists with time stamps, coherence looks into every cache of
//! every core. It shares only the paths through the graph with `core/pmnet/src/model/machine`.

use mcore::modes::pmnet::model::dat::Dat;
use mcore::modes::pmnet::model::graph::{Graph, Kind, ObjectId};
use mcore::modes::pmnet::model::machine::{Counts, MissKinds};
use mcore::modes::pmnet::model::trace::{Access, AccessKind};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

struct Line {
    number: u64,
    dirty: bool,
    used: u64,
}

struct Cache {
    line: u64,
    ways: usize,
    sets: Vec<Vec<Line>>,
    /// The fully associative cache of the same size: lines from the most to the least recently used.
    shadow: Vec<u64>,
    /// Lines that were accessed before, and those that another core's write has removed since.
    known: BTreeSet<u64>,
    lost: BTreeSet<u64>,
    kinds: MissKinds,
}

impl Cache {
    fn find(&mut self, number: u64) -> Option<&mut Line> {
        let set = (number % self.sets.len() as u64) as usize;
        self.sets[set].iter_mut().find(|l| l.number == number)
    }
}

impl Cache {
    /// Counts an access by the definitions in `docs/pmnet.md`.
    fn count(&mut self, number: u64, missed: bool) {
        let held = self.shadow.iter().position(|own| *own == number);
        held.map(|at| self.shadow.remove(at));
        self.shadow.insert(0, number);
        self.shadow.truncate(self.sets.len() * self.ways);
        let (known, lost) = (!self.known.insert(number), self.lost.remove(&number));
        let kind = match (known, lost, held.is_some()) {
            _ if !missed => return,
            (false, ..) => &mut self.kinds.cold,
            (_, true, _) => &mut self.kinds.coherence,
            (.., true) => &mut self.kinds.conflict,
            _ => &mut self.kinds.capacity,
        };
        *kind += 1;
    }
}

/// All of it.
pub struct Naive<'g> {
    graph: &'g Graph,
    caches: BTreeMap<ObjectId, Cache>,
    memory_lines: BTreeMap<ObjectId, u64>,
    pub counts: Vec<Counts>,
    coherent: bool,
    unit: u64,
    clock: u64,
    /// The memory of each page.
    homes: BTreeMap<u64, usize>,
}

impl<'g> Naive<'g> {
    /// Pages go to the memories in turn by their number.
    pub fn new(dat: &Dat, graph: &'g Graph, coherent: bool) -> Self {
        let mut caches = BTreeMap::new();
        let mut memory_lines = BTreeMap::new();
        let mut unit = 0;
        for (id, object) in graph.objects.iter().enumerate() {
            match object.kind {
                Kind::Cache => {
                    let name = &dat.cache_obj[object.index].class;
                    let class = dat.cache_class.iter().find(|c| c.name == *name).expect("a class");
                    let sets = class.capacity / class.linesize / class.associativity;
                    let sets = (0..sets).map(|_| Vec::new()).collect();
                    if object.level == 1 {
                        unit = unit.max(class.linesize);
                    }
                    caches.insert(
                        id as ObjectId,
                        Cache {
                            line: class.linesize,
                            ways: class.associativity as usize,
                            sets,
                            shadow: Vec::new(),
                            known: BTreeSet::new(),
                            lost: BTreeSet::new(),
                            kinds: MissKinds::default(),
                        },
                    );
                }
                Kind::Memory => {
                    let name = &dat.mem_obj[object.index].class;
                    let class = dat.mem_class.iter().find(|c| c.name == *name).expect("a class");
                    memory_lines.insert(id as ObjectId, class.linesize);
                }
                _ => {}
            }
        }
        let counts = vec![Counts::default(); graph.objects.len()];
        let unit = if unit == 0 { 64 } else { unit };
        Self { graph, caches, memory_lines, counts, coherent, unit, clock: 0, homes: BTreeMap::new() }
    }

    /// Misses of an object by kind, if it is a cache.
    pub fn kinds(&self, object: usize) -> Option<MissKinds> {
        self.caches.get(&(object as ObjectId)).map(|cache| cache.kinds)
    }

    fn home(&mut self, addr: u64) -> usize {
        let memories = self.graph.memories.len() as u64;
        *self.homes.entry(addr >> 12).or_insert(((addr >> 12) % memories) as usize)
    }

    fn count(&mut self, at: ObjectId, write: bool, bytes: u64) {
        let counts = &mut self.counts[usize::from(at)];
        if write {
            counts.writes += 1;
            counts.bytes_written += bytes;
        } else {
            counts.reads += 1;
            counts.bytes_read += bytes;
        }
    }

    /// One access of a core, byte range by byte range: first split by pages, then by lines at each cache.
    pub fn access(&mut self, core: usize, access: &Access) {
        let (mut start, end) = (access.addr, access.addr + u64::from(access.size));
        while start < end {
            let stop = end.min((start / 4096 + 1) * 4096);
            let home = self.home(start);
            let way: Vec<ObjectId> = self.graph.way(home, core as ObjectId).collect();
            self.request(&way, start, stop - start, access.kind, Some(core));
            start = stop;
        }
    }

    /// Sends a request along a path.
    fn request(&mut self, way: &[ObjectId], start: u64, bytes: u64, kind: AccessKind, core: Option<usize>) {
        let write = kind != AccessKind::Read;
        for (i, at) in way.iter().enumerate() {
            match self.graph.kind(*at) {
                Kind::Router => self.count(*at, write, bytes),
                Kind::Memory => {
                    let line = self.memory_lines[at];
                    let lines = (start + bytes - 1) / line - start / line + 1;
                    (0..lines).for_each(|_| self.count(*at, write, 0));
                    let counts = &mut self.counts[usize::from(*at)];
                    *(if write { &mut counts.bytes_written } else { &mut counts.bytes_read }) += bytes;
                    if let (Some(core), true) = (core, self.coherent) {
                        for unit in start / self.unit..=(start + bytes - 1) / self.unit {
                            self.take(core, unit * self.unit, write);
                        }
                    }
                }
                Kind::Cache => {
                    let line = self.caches[at].line;
                    for number in start / line..=(start + bytes - 1) / line {
                        let overlap = (start + bytes).min((number + 1) * line) - start.max(number * line);
                        self.count(*at, write, overlap);
                        self.clock += 1;
                        let clock = self.clock;
                        let found = self.caches.get_mut(at).expect("a cache").find(number).map(|l| {
                            l.used = clock;
                            let before = l.dirty;
                            l.dirty |= write;
                            before
                        });
                        self.caches.get_mut(at).expect("a cache").count(number, found.is_none());
                        if found == Some(true) || found == Some(false) && !write {
                            continue;
                        }
                        // On a miss the new line takes its place before other cores are asked: their write-backs may
                        // arrive here.
                        let victim = if found.is_none() { self.install(*at, number, write) } else { None };
                        if let (Some(core), true) = (core, self.coherent) {
                            self.take(core, start.max(number * line), write);
                        }
                        if found.is_some() {
                            continue;
                        }
                        let counts = &mut self.counts[usize::from(*at)];
                        *(if write { &mut counts.write_misses } else { &mut counts.read_misses }) += 1;
                        let fetch = match core {
                            Some(_) => kind != AccessKind::NonTemporal,
                            None => !write || overlap < line,
                        };
                        if fetch {
                            self.request(&way[i + 1..], number * line, line, AccessKind::Read, None);
                        }
                        if let Some(addr) = victim {
                            let home = self.home(addr);
                            let way: Vec<ObjectId> = self.graph.way(home, *at).collect();
                            self.request(&way, addr, line, AccessKind::Write, None);
                        }
                    }
                    return;
                }
                Kind::Core => unreachable!("no way leads through a core"),
            }
        }
    }

    /// Installs a line; returns the address of a line that must be written back.
    fn install(&mut self, at: ObjectId, number: u64, dirty: bool) -> Option<u64> {
        self.clock += 1;
        let used = self.clock;
        let cache = self.caches.get_mut(&at).expect("a cache");
        let sets = cache.sets.len() as u64;
        let set = &mut cache.sets[(number % sets) as usize];
        let mut victim = None;
        if set.len() == cache.ways {
            let oldest = (0..set.len()).min_by_key(|i| set[*i].used).expect("a line");
            victim = Some(set.remove(oldest)).filter(|l| l.dirty).map(|l| l.number * cache.line);
        }
        set.push(Line { number, dirty, used });
        victim
    }

    /// A core gets the unit that holds an address: every copy outside its path is cleaned, or removed if it writes.
    fn take(&mut self, core: usize, addr: u64, write: bool) {
        let start = addr / self.unit * self.unit;
        let home = self.home(addr);
        let own: Vec<ObjectId> = self.graph.way(home, core as ObjectId).collect();
        // All objects on others' paths and not on its own, the farthest from the memory first; each with the range
        // written back to it.
        let mut apart = BTreeMap::<(Reverse<u16>, ObjectId), Option<(u64, u64)>>::new();
        for other in self.graph.cores().filter(|c| usize::from(*c) != core) {
            for at in self.graph.way(home, other).filter(|at| !own.contains(at)) {
                apart.insert((Reverse(self.graph.hops(home, at)), at), None);
            }
        }
        let join = |a: Option<(u64, u64)>, b: (u64, u64)| Some(a.map_or(b, |a| (a.0.min(b.0), a.1.max(b.1))));
        while let Some(((_, at), mut carried)) = apart.pop_first() {
            if self.graph.kind(at) == Kind::Router {
                if let Some((low, high)) = carried {
                    self.count(at, true, high - low);
                }
            } else {
                let line = self.caches[&at].line;
                if let Some((low, high)) = carried {
                    let lines = (high - 1) / line - low / line + 1;
                    (0..lines).for_each(|_| self.count(at, true, 0));
                    self.counts[usize::from(at)].bytes_written += high - low;
                }
                for number in start / line..=(start + self.unit - 1) / line {
                    let cache = self.caches.get_mut(&at).expect("a cache");
                    let Some(found) = cache.find(number) else { continue };
                    if std::mem::take(&mut found.dirty) {
                        carried = join(carried, (number * line, (number + 1) * line));
                    }
                    if write {
                        let sets = cache.sets.len() as u64;
                        cache.sets[(number % sets) as usize].retain(|l| l.number != number);
                        cache.shadow.retain(|own| *own != number);
                        cache.lost.insert(number);
                        self.counts[usize::from(at)].invalidations += 1;
                    }
                }
            }
            let Some((low, high)) = carried else { continue };
            let next = self.graph.next(home, at).expect("a way");
            match apart.get_mut(&(Reverse(self.graph.hops(home, next)), next)) {
                Some(comes) => *comes = join(*comes, (low, high)),
                None => {
                    let way: Vec<ObjectId> = std::iter::once(next).chain(self.graph.way(home, next)).collect();
                    self.request(&way, low, high - low, AccessKind::Write, None);
                }
            }
        }
    }
}
