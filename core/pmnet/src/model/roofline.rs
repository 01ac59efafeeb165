//! The roofline of a run: operations per second over operations per byte, level by level.
//!
//! After Williams, Waterman and Patterson, "Roofline: an insightful visual performance model for multicore architectures"
//! (2009), with one roof for each level as in its hierarchical form. The run is one point for each level: its *intensity* is
//! the operations over the bytes that the level moved (whole lines for caches and memories, as in the occupancy), its
//! *performance* the operations over the predicted time.
//!
//! Roofs are those of the parts in use, at the run's own mix: bytes over occupied time for each object of a level, operations
//! over computing time for each core, summed up. So no point is above its roofs, and one that touches a roof is limited there:
//! all parts of that level are busy all the time.

use super::graph::Kind;
use super::occupancy::Rates;
use super::report::ObjectReport;
use alloc::{collections::BTreeMap, vec::Vec};
use serde::{Deserialize, Serialize};

/// The roofline of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Roofline {
    /// Floating-point operations of the run; without them there are no points.
    pub flops: u64,
    /// Operations per second of the predicted time.
    pub flops_per_s: f64,
    /// Peak of the cores that compute, in operations per second; 0 if their classes have no rate.
    pub peak_flops_per_s: f64,
    /// A roof for each level of caches, and one for the memories, in this order.
    pub roofs: Vec<Roof>,
}

/// A slanted roof.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Roof {
    /// The level of caches; 0 are the memories.
    pub level: u8,
    /// Bytes that the level moved, in whole lines.
    pub bytes: u64,
    /// Bytes per second that its parts in use can move.
    pub bytes_per_s: f64,
}

impl Roof {
    /// Operations per byte.
    pub fn intensity(&self, flops: u64) -> f64 {
        flops as f64 / self.bytes.max(1) as f64
    }
}

impl Roofline {
    pub(super) fn new(objects: &[ObjectReport], rates: &Rates, time: f64) -> Self {
        let mut line = Self::default();
        let mut levels: BTreeMap<u8, Roof> = BTreeMap::new();
        for (place, object) in objects.iter().enumerate() {
            match object.kind {
                Kind::Core => {
                    let flops = object.work.dp_flops.saturating_add(object.work.sp_flops);
                    line.flops = line.flops.saturating_add(flops);
                    if object.time_flops > 0.0 {
                        line.peak_flops_per_s += flops as f64 / object.time_flops;
                    }
                }
                Kind::Cache | Kind::Memory if object.time > 0.0 => {
                    // The memories are the last ones.
                    let key = if object.kind == Kind::Memory { u8::MAX } else { object.level };
                    let bytes = object.counts.accesses().saturating_mul(rates.line(place));
                    let level = if object.kind == Kind::Memory { 0 } else { object.level };
                    let roof = levels.entry(key).or_insert(Roof { level, bytes: 0, bytes_per_s: 0.0 });
                    roof.bytes += bytes;
                    roof.bytes_per_s += bytes as f64 / object.time;
                }
                Kind::Cache | Kind::Memory | Kind::Router => {}
            }
        }
        line.flops_per_s = if time > 0.0 { line.flops as f64 / time } else { 0.0 };
        line.roofs = levels.into_values().collect();
        line
    }
}
