//! The time for which each object is occupied: step 5 of the run in the paper.
//!
//! A cache and a memory are occupied by whole lines: accesses x line size / bandwidth, reads and writes one after the
//! other. So an access of eight bytes to a first-level cache takes as long as its port needs for a line. A router has
//! no lines: its bytes count. A core is occupied by the longer of FLOPs / FLOPS and instructions / IPS.

use super::dat::Dat;
use super::graph::{Graph, Kind};
use super::machine::{Counts, Work};
use alloc::{collections::BTreeMap, vec::Vec};

/// The rates of an object, from its class.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rate {
    /// Operations and instructions per second; 0 is unknown.
    Core { dp_flops: f64, sp_flops: f64, ips: f64 },
    /// Bytes per line, bytes per second.
    Lines { line: f64, read: f64, write: f64 },
    /// Bytes per second.
    Bytes { read: f64, write: f64 },
}

/// Seconds for which an object is occupied.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Occupancy {
    /// In total.
    pub time: f64,
    /// Of a core: by floating-point operations.
    pub flops: f64,
    /// Of a core: by instructions.
    pub instructions: f64,
}

/// Rates of all objects of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates(Vec<Rate>);

impl Rates {
    /// Takes them from the classes.
    pub fn new(dat: &Dat, graph: &Graph) -> Self {
        let cores: BTreeMap<&str, _> = dat.core_class.iter().map(|c| (c.name.as_str(), c)).collect();
        let caches: BTreeMap<&str, _> = dat.cache_class.iter().map(|c| (c.name.as_str(), c)).collect();
        let memories: BTreeMap<&str, _> = dat.mem_class.iter().map(|c| (c.name.as_str(), c)).collect();
        let routers: BTreeMap<&str, _> = dat.router_class.iter().map(|c| (c.name.as_str(), c)).collect();
        let none = Rate::Core { dp_flops: 0.0, sp_flops: 0.0, ips: 0.0 };
        let rate = |object: &super::graph::Object| match object.kind {
            Kind::Core => cores.get(dat.core_obj[object.index].class.as_str()).map(|c| Rate::Core {
                dp_flops: c.dp_flops.unwrap_or(0.0),
                sp_flops: c.sp_flops.unwrap_or(0.0),
                ips: c.ips.unwrap_or(0.0),
            }),
            Kind::Cache => caches.get(dat.cache_obj[object.index].class.as_str()).map(|c| Rate::Lines {
                line: c.linesize as f64,
                read: c.read_bandwidth,
                write: c.write_bandwidth,
            }),
            Kind::Memory => memories.get(dat.mem_obj[object.index].class.as_str()).map(|c| Rate::Lines {
                line: c.linesize as f64,
                read: c.read_bandwidth,
                write: c.write_bandwidth,
            }),
            Kind::Router => routers
                .get(dat.router_obj[object.index].class.as_str())
                .map(|c| Rate::Bytes { read: c.read_bandwidth, write: c.write_bandwidth }),
        };
        Self(graph.objects.iter().map(|o| rate(o).unwrap_or(none)).collect())
    }

    /// Bytes of a line of a cache or a memory; 0 for other objects.
    pub fn line(&self, object: usize) -> u64 {
        match self.0[object] {
            Rate::Lines { line, .. } => line as u64,
            Rate::Core { .. } | Rate::Bytes { .. } => 0,
        }
    }

    /// The time for which an object is occupied by its counts.
    pub fn occupancy(&self, object: usize, counts: &Counts, work: &Work) -> Occupancy {
        let per = |count: u64, rate: f64| if rate > 0.0 { count as f64 / rate } else { 0.0 };
        match self.0[object] {
            Rate::Core { dp_flops, sp_flops, ips } => {
                let flops = per(work.dp_flops, dp_flops) + per(work.sp_flops, sp_flops);
                let instructions = per(work.instructions, ips);
                Occupancy { time: flops.max(instructions), flops, instructions }
            }
            Rate::Lines { line, read, write } => {
                let time = counts.reads as f64 * line / read + counts.writes as f64 * line / write;
                Occupancy { time, ..Occupancy::default() }
            }
            Rate::Bytes { read, write } => {
                let time = counts.bytes_read as f64 / read + counts.bytes_written as f64 / write;
                Occupancy { time, ..Occupancy::default() }
            }
        }
    }

    /// True if there is work of a kind for which the core's class has no rate.
    pub fn lacks(&self, object: usize, work: &Work) -> bool {
        match self.0[object] {
            Rate::Core { dp_flops, sp_flops, ips } => {
                work.dp_flops > 0 && dp_flops == 0.0
                    || work.sp_flops > 0 && sp_flops == 0.0
                    || work.instructions > 0 && ips == 0.0
            }
            _ => false,
        }
    }
}
