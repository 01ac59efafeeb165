//! The results of a run of PMNet, as plain values: the page shows, compares and saves them.

use super::bottleneck_text;
use crate::model::{Dat, Kind, MissKinds, ObjectReport, PhaseReport, RegionReport, Report, Roofline};
use alloc::{
    collections::{BTreeMap, BTreeSet},
    string::String,
    vec,
    vec::Vec,
};
use mcore_base::Text;
use serde::{Deserialize, Serialize};

/// An object after a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PmnetObject {
    pub name: String,
    pub kind: Kind,
    /// Level of a cache, else 0.
    pub level: u8,
    pub class: String,
    /// Reads that reached it.
    pub reads: u64,
    /// Writes that reached it.
    pub writes: u64,
    pub bytes_read: u64,
    pub bytes_written: u64,
    pub read_misses: u64,
    pub write_misses: u64,
    /// Lines invalidated by writes of other cores.
    pub invalidations: u64,
    /// Misses by kind, if they were counted.
    pub kinds: Option<MissKinds>,
    /// For a core: seconds for operations.
    pub time_flops: f64,
    /// For a core: seconds for instructions.
    pub time_inst: f64,
    /// Seconds during which it is occupied.
    pub time: f64,
}

impl PmnetObject {
    /// Bytes read and written.
    pub fn bytes(&self) -> u64 {
        self.bytes_read + self.bytes_written
    }

    /// Reads and writes.
    pub fn accesses(&self) -> u64 {
        self.reads + self.writes
    }

    /// Misses of reads and writes.
    pub fn misses(&self) -> u64 {
        self.read_misses + self.write_misses
    }

    fn new(found: &ObjectReport) -> Self {
        Self {
            name: found.name.clone(),
            kind: found.kind,
            level: found.level,
            class: found.class.clone(),
            reads: found.counts.reads,
            writes: found.counts.writes,
            bytes_read: found.counts.bytes_read,
            bytes_written: found.counts.bytes_written,
            read_misses: found.counts.read_misses,
            write_misses: found.counts.write_misses,
            invalidations: found.counts.invalidations,
            kinds: found.miss_kinds,
            time_flops: found.time_flops,
            time_inst: found.time_inst,
            time: found.time,
        }
    }
}

/// All caches of one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PmnetLevel {
    /// The level, from 1.
    pub level: u8,
    pub accesses: u64,
    pub misses: u64,
    /// Misses by kind, if they were counted.
    pub kinds: Option<MissKinds>,
}

/// Misses of a region of addresses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PmnetRegion {
    /// Its name; empty for all other addresses.
    pub name: String,
    /// Caches by level.
    pub levels: Vec<PmnetLevel>,
    /// Bytes that memories have read.
    pub bytes_read: u64,
    /// Bytes that memories have written.
    pub bytes_written: u64,
}

impl PmnetRegion {
    fn new(found: &RegionReport) -> Self {
        let level = |level: &crate::model::RegionLevel| PmnetLevel {
            level: level.level,
            accesses: level.accesses,
            misses: level.misses.sum(),
            kinds: Some(level.misses),
        };
        Self {
            name: found.name.clone(),
            levels: found.levels.iter().map(level).collect(),
            bytes_read: found.bytes_read,
            bytes_written: found.bytes_written,
        }
    }

    /// Whether nothing has accessed it.
    pub fn is_idle(&self) -> bool {
        self.bytes_read + self.bytes_written == 0 && self.levels.iter().all(|level| level.accesses == 0)
    }
}

impl PmnetLevel {
    /// Misses per access, 0 to 1.
    pub fn rate(&self) -> f64 {
        if self.accesses == 0 { 0.0 } else { self.misses as f64 / self.accesses as f64 }
    }
}

/// A phase or a window of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PmnetPhase {
    pub name: Text,
    /// How often it was entered.
    pub times: u64,
    /// Accesses of the traces.
    pub accesses: u64,
    /// Predicted time in seconds.
    pub time: f64,
    /// The object that is occupied longest in it, as an index of the objects.
    pub bottleneck: Option<u32>,
    /// Caches by level.
    pub levels: Vec<PmnetLevel>,
}

/// Lines of a trace file that were skipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PmnetBadLines {
    pub file: String,
    /// Number of skipped lines.
    pub bad: u64,
    /// Number of all lines.
    pub lines: u64,
    /// The first ones: number, start of the line, error.
    pub first: Vec<(u64, String, Text)>,
}

/// The results of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PmnetResult {
    /// The memory system.
    pub system: String,
    /// The program or the traces.
    pub program: String,
    /// `first-touch`, `interleave` or `fixed`.
    pub placement: String,
    /// True if MSI was simulated.
    pub coherent: bool,
    /// Accesses of the traces.
    pub accesses: u64,
    /// Threads of the traces.
    pub threads: u64,
    /// The predicted time in seconds.
    pub time: f64,
    /// The sum of the times predicted for the phases.
    pub time_by_phases: f64,
    /// Bytes per second that all memories move in the predicted time.
    pub memory_bandwidth: f64,
    /// Pages for which no memory had space.
    pub pages_without_room: u64,
    /// Cores that have computed operations for which their class gives no rate.
    pub cores_without_rate: u64,
    /// The bottleneck and the next ones, as text.
    pub sentence: Text,
    /// Indices of the occupied objects, the longest occupied first.
    pub ranking: Vec<u32>,
    /// All objects, in the order of the DAT: cores, caches, memories, routers.
    pub objects: Vec<PmnetObject>,
    /// Caches by level.
    pub levels: Vec<PmnetLevel>,
    /// Operations over the bytes that each level moved.
    pub roofline: Roofline,
    /// Misses by region, if they were counted; the last one is the rest of the addresses.
    pub regions: Vec<PmnetRegion>,
    /// Phases or windows.
    pub phases: Vec<PmnetPhase>,
    /// Skipped lines.
    pub bad: Vec<PmnetBadLines>,
    /// Why the run stopped before the end of its traces, if it did.
    pub stopped: Option<Text>,
}

/// Sums by level over objects with these counts.
fn by_level(found: &[ObjectReport], counts: impl Fn(usize) -> (u64, u64)) -> Vec<PmnetLevel> {
    let mut levels: BTreeMap<u8, PmnetLevel> = BTreeMap::new();
    for (place, object) in found.iter().enumerate().filter(|(_, o)| o.kind == Kind::Cache && o.level > 0) {
        let (accesses, misses) = counts(place);
        let of = levels.entry(object.level).or_insert(PmnetLevel { level: object.level, ..PmnetLevel::default() });
        (of.accesses, of.misses) = (of.accesses + accesses, of.misses + misses);
    }
    levels.into_values().collect()
}

/// Adds the misses by kind to the sums of the levels.
fn with_kinds(mut levels: Vec<PmnetLevel>, objects: &[ObjectReport]) -> Vec<PmnetLevel> {
    for level in &mut levels {
        let own = objects.iter().filter(|object| object.kind == Kind::Cache && object.level == level.level);
        for kinds in own.filter_map(|object| object.miss_kinds) {
            *level.kinds.get_or_insert_default() += kinds;
        }
    }
    levels
}

impl PmnetResult {
    /// The result of a run's report.
    pub fn new(report: &Report) -> Self {
        let counts = |place: usize| {
            let counts = &report.objects[place].counts;
            (counts.accesses(), counts.misses())
        };
        let phase = |phase: &PhaseReport| {
            let counts = |place: usize| {
                let counts = &phase.object_counts[place];
                (counts.accesses(), counts.misses())
            };
            PmnetPhase {
                name: phase.name.clone(),
                times: phase.times,
                accesses: phase.accesses,
                time: phase.time,
                bottleneck: phase.bottleneck.map(|place| place as u32),
                levels: by_level(&report.objects, counts),
            }
        };
        Self {
            system: String::new(),
            program: String::new(),
            placement: String::new(),
            coherent: false,
            accesses: report.accesses,
            threads: report.threads,
            time: report.time,
            time_by_phases: report.time_by_phases,
            memory_bandwidth: report.memory_bandwidth,
            pages_without_room: report.pages_without_room,
            cores_without_rate: report.cores_without_rate,
            sentence: bottleneck_text(report),
            ranking: report.ranking.iter().map(|place| *place as u32).collect(),
            objects: report.objects.iter().map(PmnetObject::new).collect(),
            levels: with_kinds(by_level(&report.objects, counts), &report.objects),
            roofline: report.roofline.clone(),
            regions: report.regions.iter().map(PmnetRegion::new).collect(),
            phases: report.phases.iter().map(phase).collect(),
            bad: Vec::new(),
            stopped: None,
        }
    }

    /// The object that determines the predicted time.
    pub fn bottleneck(&self) -> Option<&PmnetObject> {
        self.objects.get(*self.ranking.first()? as usize)
    }

    /// A DAT with this run's counts and times filled in; objects are matched by name.
    pub fn annotate(&self, dat: &Dat) -> Dat {
        let mut dat = dat.clone().without_results();
        let found: BTreeMap<&str, &PmnetObject> = self.objects.iter().map(|o| (o.name.as_str(), o)).collect();
        for core in &mut dat.core_obj {
            if let Some(object) = found.get(core.name.as_str()) {
                core.time_flops = Some(object.time_flops);
                core.time_inst = Some(object.time_inst);
                core.time = Some(object.time);
            }
        }
        let is_cache: BTreeSet<String> = dat.cache_obj.iter().map(|cache| cache.name.clone()).collect();
        for part in dat.cache_obj.iter_mut().chain(&mut dat.mem_obj).chain(&mut dat.router_obj) {
            let Some(object) = found.get(part.name.as_str()) else { continue };
            part.num_read = Some(object.reads);
            part.num_write = Some(object.writes);
            part.bytes_read = Some(object.bytes_read);
            part.bytes_write = Some(object.bytes_written);
            part.time = Some(object.time);
            if is_cache.contains(&part.name) {
                part.num_read_miss = Some(object.read_misses);
                part.num_write_miss = Some(object.write_misses);
                part.num_invalidate = Some(object.invalidations);
            }
        }
        dat
    }
}

/// Counts of all objects in a DAT with results, as written by [`PmnetResult::annotate`]. Empty if it has none.
pub fn pmnet_results_of(dat: &Dat) -> Vec<PmnetObject> {
    let has = dat.core_obj.iter().any(|core| core.time.is_some())
        || dat.cache_obj.iter().chain(&dat.mem_obj).chain(&dat.router_obj).any(|part| part.time.is_some());
    if !has {
        return vec![];
    }
    let blank = |name: &str, class: &str, kind: Kind| PmnetObject {
        name: name.into(),
        kind,
        level: 0,
        class: class.into(),
        reads: 0,
        writes: 0,
        bytes_read: 0,
        bytes_written: 0,
        read_misses: 0,
        write_misses: 0,
        invalidations: 0,
        kinds: None,
        time_flops: 0.0,
        time_inst: 0.0,
        time: 0.0,
    };
    let cores = dat.core_obj.iter().map(|core| PmnetObject {
        time_flops: core.time_flops.unwrap_or(0.0),
        time_inst: core.time_inst.unwrap_or(0.0),
        time: core.time.unwrap_or(0.0),
        ..blank(&core.name, &core.class, Kind::Core)
    });
    let lists = [(Kind::Cache, &dat.cache_obj), (Kind::Memory, &dat.mem_obj), (Kind::Router, &dat.router_obj)];
    let parts = lists.into_iter().flat_map(|(kind, list)| {
        list.iter().map(move |part| PmnetObject {
            reads: part.num_read.unwrap_or(0),
            writes: part.num_write.unwrap_or(0),
            bytes_read: part.bytes_read.unwrap_or(0),
            bytes_written: part.bytes_write.unwrap_or(0),
            read_misses: part.num_read_miss.unwrap_or(0),
            write_misses: part.num_write_miss.unwrap_or(0),
            invalidations: part.num_invalidate.unwrap_or(0),
            time: part.time.unwrap_or(0.0),
            ..blank(&part.name, &part.class, kind)
        })
    });
    cores.chain(parts).collect()
}
