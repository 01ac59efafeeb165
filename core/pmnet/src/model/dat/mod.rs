//! DAT, the *definition of architecture topology*: a memory system as a JSON text.
//!
//! Classes hold specifications, objects are instances of them, edges form an undirected graph. The keys are those of
//! Yuki and Endo, "A tool chain for exploring memory architectures for next-generation HPC nodes" (tables 1 and 2);
//! unknown keys are kept and written back. Units: bytes, bytes per second, operations per second, seconds.

mod build;
mod check;
mod edit;
mod error;
mod fields;
mod read;

pub(super) use build::Build;
pub use check::MAX_OBJECTS;
pub use edit::Edit;
pub use error::DatError;
pub use read::MAX_BYTES;

use alloc::{collections::BTreeMap, string::String, vec::Vec};
use serde::Serialize;
use serde_json::Value;

/// Unknown keys with their values.
pub type Extra = BTreeMap<String, Value>;

/// A memory system.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Dat {
    /// Specifications of cores.
    pub core_class: Vec<CoreClass>,
    /// Specifications of caches.
    pub cache_class: Vec<CacheClass>,
    /// Specifications of memories.
    pub mem_class: Vec<MemClass>,
    /// Specifications of routers.
    pub router_class: Vec<RouterClass>,
    /// Kinds of edges, which only have a name.
    pub edge_class: Vec<EdgeClass>,
    pub core_obj: Vec<CoreObj>,
    pub cache_obj: Vec<PartObj>,
    /// Memories.
    pub mem_obj: Vec<PartObj>,
    pub router_obj: Vec<PartObj>,
    pub edge_obj: Vec<EdgeObj>,
    /// Other keys of the text.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Specification of a core. A missing rate is unknown; counts that need it are then refused.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CoreClass {
    /// Name of the class.
    pub name: String,
    /// Double precision operations per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dp_flops: Option<f64>,
    /// Single precision operations per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sp_flops: Option<f64>,
    /// Instructions per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ips: Option<f64>,
    /// Other keys.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Specification of a cache.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CacheClass {
    /// Name of the class.
    pub name: String,
    /// Bytes; a multiple of `associativity` lines. The number of sets need not be a power of two.
    pub capacity: u64,
    /// Lines per set.
    pub associativity: u64,
    /// Bytes per line: a power of two, 4 to 4096.
    pub linesize: u64,
    /// Bytes per second.
    pub read_bandwidth: f64,
    /// Bytes per second.
    pub write_bandwidth: f64,
    /// Other keys.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Specification of a memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MemClass {
    /// Name of the class.
    pub name: String,
    /// Bytes; a multiple of `linesize`.
    pub capacity: u64,
    /// Bytes per access: a power of two, 4 to 4096.
    pub linesize: u64,
    /// Bytes per second.
    pub read_bandwidth: f64,
    /// Bytes per second.
    pub write_bandwidth: f64,
    /// Other keys.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Specification of a router.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RouterClass {
    /// Name of the class.
    pub name: String,
    /// Bytes per second.
    pub read_bandwidth: f64,
    /// Bytes per second.
    pub write_bandwidth: f64,
    /// Other keys.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A kind of edge.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EdgeClass {
    /// Name of the class.
    pub name: String,
    /// Other keys.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A core. The three counts are inputs, the times are results.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CoreObj {
    /// Name, unique among all objects.
    pub name: String,
    /// Name of its class.
    pub class: String,
    /// Double precision operations of the program on this core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub num_dp_flops: Option<u64>,
    /// Single precision operations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub num_sp_flops: Option<u64>,
    /// Instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub num_inst: Option<u64>,
    /// Seconds that the operations take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_flops: Option<f64>,
    /// Seconds that the instructions take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_inst: Option<f64>,
    /// Seconds for which the core is occupied: the longer of the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numa_node: Option<u64>,
    /// Other keys.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A cache, a memory or a router. Counts, bytes and time are results.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PartObj {
    /// Name, unique among all objects.
    pub name: String,
    /// Name of its class.
    pub class: String,
    /// Reads that reached it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub num_read: Option<u64>,
    /// Writes that reached it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub num_write: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_read: Option<u64>,
    /// Bytes that were written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_write: Option<u64>,
    /// Reads that missed (caches; a key of ours).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub num_read_miss: Option<u64>,
    /// Writes that missed (caches; a key of ours).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub num_write_miss: Option<u64>,
    /// Lines that writes of other cores invalidated (caches; a key of ours).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub num_invalidate: Option<u64>,
    /// Seconds for which it is occupied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numa_node: Option<u64>,
    /// Other keys.
    #[serde(flatten)]
    pub extra: Extra,
}

/// An undirected edge between two objects.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EdgeObj {
    pub name: String,
    /// Name of its class.
    pub class: String,
    /// Name of one object.
    pub source: String,
    /// Name of the other.
    pub target: String,
    /// Other keys.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Dat {
    /// The text, indented by two spaces: all keys in the order of the tables, unknown ones after them.
    pub fn to_json(&self) -> String {
        // Strings, numbers and maps with string keys can always be written.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Number of objects, without edges.
    pub fn object_count(&self) -> usize {
        self.core_obj.len() + self.cache_obj.len() + self.mem_obj.len() + self.router_obj.len()
    }

    /// Whether the DAT itself requests pages in all memories in turn, by its key `placement`.
    pub fn interleaves(&self) -> bool {
        self.extra.get("placement").and_then(|value| value.as_str()) == Some("interleave")
    }

    /// Removes the results of a run.
    #[must_use]
    pub fn without_results(mut self) -> Self {
        for core in &mut self.core_obj {
            (core.time_flops, core.time_inst, core.time) = (None, None, None);
        }
        for part in self.cache_obj.iter_mut().chain(&mut self.mem_obj).chain(&mut self.router_obj) {
            *part = PartObj {
                name: core::mem::take(&mut part.name),
                class: core::mem::take(&mut part.class),
                numa_node: part.numa_node,
                extra: core::mem::take(&mut part.extra),
                ..PartObj::default()
            };
        }
        self
    }
}
