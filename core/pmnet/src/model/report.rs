//! The results of a run: counters and times of every object, the predicted time, the bottleneck.

use super::dat::{Dat, PartObj};
use super::graph::{Graph, Kind};
use super::machine::{Counts, Machine, MissKinds, Region, Work};
use super::occupancy::{Occupancy, Rates};
use super::phases::Phase;
use super::roofline::Roofline;
use alloc::{collections::BTreeSet, string::String, vec::Vec};
use core::cmp::Reverse;
use mcore_base::Text;
use serde::Serialize;

/// The results of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Accesses of the traces.
    pub accesses: u64,
    /// Threads of the traces.
    pub threads: u64,
    /// The predicted time in seconds: the longest occupancy of any object.
    pub time: f64,
    /// The sum of the times predicted for the phases; the same as `time` without phases.
    pub time_by_phases: f64,
    /// Bytes per second that all memories read and wrote, over the predicted time; 0 if no time is predicted.
    pub memory_bandwidth: f64,
    /// Indices into `objects`, by time, the longest first: the bottleneck and those after it. Objects that are never
    /// occupied are left out.
    pub ranking: Vec<usize>,
    /// Pages for which no memory had space.
    pub pages_without_room: u64,
    /// Cores with work for which their class has no rate.
    pub cores_without_rate: u64,
    /// All objects: cores, caches, memories, routers.
    pub objects: Vec<ObjectReport>,
    /// Phases or windows, if the run has any.
    pub phases: Vec<PhaseReport>,
    /// Operations over the bytes that each level moved.
    pub roofline: Roofline,
    /// Misses by region of addresses, if they are counted; the last one is the rest of the addresses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<RegionReport>,
    /// Misses by place in the program, if they are counted and a trace knows its places; most misses first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceReport>,
}

/// A place in the program: a line of C or assembly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceReport {
    /// File and line, `main.c:12`.
    pub place: String,
    /// The misses of caches with a level, level by level. The write-back of a line belongs to the access that replaces it.
    pub levels: Vec<PlaceLevel>,
}

/// All caches of a level, for one place in the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlaceLevel {
    /// The level, from 1.
    pub level: u8,
    #[serde(flatten)]
    pub misses: MissKinds,
}

impl PlaceReport {
    /// Misses of all levels and kinds.
    pub fn sum(&self) -> u64 {
        self.levels.iter().map(|level| level.misses.sum()).sum()
    }
}

/// A region of addresses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RegionReport {
    /// Its name; empty for the rest of the addresses.
    pub name: String,
    /// First and last address, of several regions with this name those of the first one; none for the rest.
    pub range: Option<(u64, u64)>,
    /// The caches, level by level.
    pub levels: Vec<RegionLevel>,
    /// Bytes that memories have read.
    pub bytes_read: u64,
    /// Bytes that memories have written.
    pub bytes_written: u64,
}

/// All caches of a level, for one region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RegionLevel {
    /// The level, from 1.
    pub level: u8,
    pub accesses: u64,
    #[serde(flatten)]
    pub misses: MissKinds,
}

/// One object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ObjectReport {
    pub name: String,
    pub kind: Kind,
    pub class: String,
    /// Level of a cache, else 0.
    pub level: u8,
    /// Its NUMA node, if the DAT has one.
    pub numa_node: Option<u64>,
    /// Its counts; zero for a core.
    #[serde(flatten)]
    pub counts: Counts,
    /// Its misses by kind, if they are counted and it is a cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub miss_kinds: Option<MissKinds>,
    /// Its computation; zero unless it is a core.
    #[serde(flatten)]
    pub work: Work,
    /// Of a core: seconds for operations.
    pub time_flops: f64,
    /// Of a core: seconds for instructions.
    pub time_inst: f64,
    /// Seconds for which it is occupied.
    pub time: f64,
}

/// One phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseReport {
    pub name: Text,
    /// Number of times that it was entered.
    pub times: u64,
    /// Accesses of the traces.
    pub accesses: u64,
    /// Seconds predicted for it.
    pub time: f64,
    /// The object that is occupied longest in it: its index in [`Report::objects`].
    pub bottleneck: Option<usize>,
    /// Seconds for which each object is occupied in it.
    pub object_times: Vec<f64>,
    pub object_counts: Vec<Counts>,
}

/// Misses of an object by kind, over all regions.
fn kinds_of(machine: &Machine, object: usize) -> Option<MissKinds> {
    let count = machine.regions()?.count();
    let all = (0..count).filter_map(|region| machine.region_counts(object, region));
    Some(all.fold(MissKinds::default(), |mut sum, counts| {
        sum += counts.misses;
        sum
    }))
}

/// Misses by region and level.
fn regions(machine: &Machine, objects: &[ObjectReport]) -> Vec<RegionReport> {
    let Some(regions) = machine.regions() else { return Vec::new() };
    let one = |(place, region): (usize, Option<&Region>)| {
        let mut levels: Vec<RegionLevel> = Vec::new();
        for (object, _) in objects.iter().enumerate().filter(|(_, o)| o.kind == Kind::Cache && o.level > 0) {
            let (level, counts) = (objects[object].level, machine.region_counts(object, place).unwrap_or_default());
            let found = levels.iter().position(|own| own.level == level).unwrap_or_else(|| {
                levels.push(RegionLevel { level, ..RegionLevel::default() });
                levels.len() - 1
            });
            levels[found].accesses += counts.accesses;
            levels[found].misses += counts.misses;
        }
        levels.sort_by_key(|own| own.level);
        let (bytes_read, bytes_written) = machine.moved_in(place).unwrap_or_default();
        RegionReport {
            name: region.map(|region| region.name.clone()).unwrap_or_default(),
            range: region.map(|region| (region.first, region.last)),
            levels,
            bytes_read,
            bytes_written,
        }
    };
    let mut all: Vec<RegionReport> = Vec::new();
    for region in regions.named().iter().map(Some).chain([None]).enumerate().map(one) {
        let same = |own: &&mut RegionReport| own.name == region.name && region.range.is_some();
        match all.iter_mut().find(same) {
            // An array of a program with several ranks.
            Some(own) => own.add(&region),
            None => all.push(region),
        }
    }
    all
}

impl RegionReport {
    /// Adds a region with the same name, of the same machine.
    fn add(&mut self, other: &Self) {
        for (own, other) in self.levels.iter_mut().zip(&other.levels) {
            own.accesses += other.accesses;
            own.misses += other.misses;
        }
        self.bytes_read += other.bytes_read;
        self.bytes_written += other.bytes_written;
    }
}

/// Misses by place in the program and level, most misses first. `name` is the name of a place.
fn places(machine: &Machine, objects: &[ObjectReport], name: &dyn Fn(u32) -> Option<String>) -> Vec<PlaceReport> {
    let levels: BTreeSet<u8> = objects.iter().map(|object| object.level).filter(|level| *level > 0).collect();
    let mut all: Vec<(u32, PlaceReport)> = Vec::new();
    for (place, object, misses) in machine.misses_by_place() {
        if all.last().is_none_or(|(last, _)| *last != place) {
            let levels = levels.iter().map(|level| PlaceLevel { level: *level, ..PlaceLevel::default() }).collect();
            all.push((place, PlaceReport { place: name(place).unwrap_or_default(), levels }));
        }
        let level = objects[usize::from(object)].level;
        if let Some((_, report)) = all.last_mut()
            && let Some(own) = report.levels.iter_mut().find(|own| own.level == level)
        {
            own.misses += misses;
        }
    }
    let mut found: Vec<PlaceReport> = all.into_iter().map(|(_, report)| report).collect();
    found.sort_by_key(|report| Reverse(report.sum()));
    found
}

/// The index of the largest time above 0, the first one of several.
fn longest(times: &[f64]) -> Option<usize> {
    let mut best: Option<usize> = None;
    for (place, time) in times.iter().enumerate() {
        if *time > best.map_or(0.0, |b| times[b]) {
            best = Some(place);
        }
    }
    best
}

impl Report {
    /// Adds the misses by place in the program; `name` is the name of a place.
    pub(super) fn with_places(mut self, machine: &Machine, name: &dyn Fn(u32) -> Option<String>) -> Self {
        self.places = places(machine, &self.objects, name);
        self
    }

    pub(super) fn new(
        dat: &Dat,
        graph: &Graph,
        machine: &Machine,
        rates: &Rates,
        phases: &[Phase],
        accesses: u64,
        threads: u64,
    ) -> Self {
        let none = Work::default();
        let work = |place: usize| if place < machine.cores() { machine.work(place) } else { none };
        let objects: Vec<ObjectReport> = graph
            .objects
            .iter()
            .enumerate()
            .map(|(place, object)| {
                let part = |parts: &[PartObj]| (parts[object.index].class.clone(), parts[object.index].numa_node);
                let (class, numa_node) = match object.kind {
                    Kind::Core => (dat.core_obj[object.index].class.clone(), dat.core_obj[object.index].numa_node),
                    Kind::Cache => part(&dat.cache_obj),
                    Kind::Memory => part(&dat.mem_obj),
                    Kind::Router => part(&dat.router_obj),
                };
                let (counts, work) = (machine.counts(place), work(place));
                let Occupancy { time, flops, instructions } = rates.occupancy(place, &counts, &work);
                ObjectReport {
                    name: object.name.clone(),
                    kind: object.kind,
                    class,
                    level: object.level,
                    numa_node,
                    counts,
                    miss_kinds: (object.kind == Kind::Cache).then(|| kinds_of(machine, place)).flatten(),
                    work,
                    time_flops: flops,
                    time_inst: instructions,
                    time,
                }
            })
            .collect();
        let phase = |phase: &Phase| {
            let times = phase
                .counts
                .iter()
                .enumerate()
                .map(|(place, counts)| rates.occupancy(place, counts, phase.work.get(place).unwrap_or(&none)).time);
            let object_times: Vec<f64> = times.collect();
            let bottleneck = longest(&object_times);
            PhaseReport {
                name: phase.name.clone(),
                times: phase.times,
                accesses: phase.accesses,
                time: bottleneck.map_or(0.0, |b| object_times[b]),
                bottleneck,
                object_times,
                object_counts: phase.counts.clone(),
            }
        };
        let phases: Vec<PhaseReport> = phases.iter().map(phase).collect();
        let mut ranking: Vec<usize> = (0..objects.len()).filter(|o| objects[*o].time > 0.0).collect();
        ranking.sort_by(|a, b| objects[*b].time.total_cmp(&objects[*a].time));
        let time = ranking.first().map_or(0.0, |o| objects[*o].time);
        let bytes: u64 = objects.iter().filter(|o| o.kind == Kind::Memory).map(|o| o.counts.bytes()).sum();
        Self {
            accesses,
            threads,
            time,
            time_by_phases: if phases.is_empty() { time } else { phases.iter().map(|p| p.time).sum() },
            memory_bandwidth: if time > 0.0 { bytes as f64 / time } else { 0.0 },
            ranking,
            pages_without_room: machine.pages_without_room(),
            cores_without_rate: (0..machine.cores()).filter(|c| rates.lacks(*c, &machine.work(*c))).count() as u64,
            roofline: Roofline::new(&objects, rates, time),
            regions: regions(machine, &objects),
            places: Vec::new(),
            objects,
            phases,
        }
    }

    /// The object that determines the predicted time.
    pub fn bottleneck(&self) -> Option<&ObjectReport> {
        self.ranking.first().map(|place| &self.objects[*place])
    }

    /// The DAT with counts and times filled in. The work of the cores from a trace is included in their times only: the
    /// counts of operations are inputs, and another run of the written DAT must not count them twice.
    pub fn annotate(&self, dat: &Dat) -> Dat {
        let mut dat = dat.clone();
        let mut found = self.objects.iter();
        for (core, object) in dat.core_obj.iter_mut().zip(&mut found) {
            core.time_flops = Some(object.time_flops);
            core.time_inst = Some(object.time_inst);
            core.time = Some(object.time);
        }
        let parts = dat.cache_obj.iter_mut().chain(&mut dat.mem_obj).chain(&mut dat.router_obj);
        for (part, object) in parts.zip(&mut found) {
            part.num_read = Some(object.counts.reads);
            part.num_write = Some(object.counts.writes);
            part.bytes_read = Some(object.counts.bytes_read);
            part.bytes_write = Some(object.counts.bytes_written);
            part.time = Some(object.time);
            if object.kind == Kind::Cache {
                part.num_read_miss = Some(object.counts.read_misses);
                part.num_write_miss = Some(object.counts.write_misses);
                part.num_invalidate = Some(object.counts.invalidations);
            }
        }
        dat
    }
}
