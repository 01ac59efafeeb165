//! Builds a DAT object by object, with numbered names.

use super::{CacheClass, CoreClass, CoreObj, Dat, EdgeClass, EdgeObj, Extra, MemClass, PartObj, RouterClass};
use alloc::{
    format,
    string::{String, ToString as _},
    vec::Vec,
};
use serde_json::Value;

/// The class of all edges made here.
const LINK: &str = "link";

/// A DAT under construction.
pub(in crate::model) struct Build {
    dat: Dat,
}

/// The key that lists values which were assumed rather than measured or given.
fn assumed(keys: &[&str]) -> Extra {
    let mut extra = Extra::new();
    if !keys.is_empty() {
        extra.insert("assumed".into(), Value::Array(keys.iter().map(|k| Value::from(*k)).collect()));
    }
    extra
}

/// The keys of bandwidths, which are assumed together.
const BANDWIDTHS: [&str; 2] = ["read_bandwidth", "write_bandwidth"];

impl Build {
    pub fn new(title: &str) -> Self {
        let mut dat = Dat::default();
        dat.extra.insert("title".into(), title.into());
        dat.edge_class.push(EdgeClass { name: LINK.into(), extra: Extra::new() });
        Self { dat }
    }

    /// A class of cores; rates in operations and instructions per second.
    pub fn core_class(&mut self, name: &str, dp_flops: f64, sp_flops: f64, ips: f64) {
        let (dp_flops, sp_flops, ips) = (Some(dp_flops), Some(sp_flops), Some(ips));
        self.dat.core_class.push(CoreClass { name: name.into(), dp_flops, sp_flops, ips, extra: Extra::new() });
    }

    /// A class of cores without known rates.
    pub fn plain_core_class(&mut self, name: &str) {
        self.dat.core_class.push(CoreClass { name: name.into(), ..CoreClass::default() });
    }

    /// A class of caches: bytes, ways, bytes per line, bytes per second. `guessed` lists further keys that are assumed;
    /// it is `None` if the bandwidth is known.
    pub fn cache_class(&mut self, name: &str, sizes: [u64; 3], bandwidth: f64, guessed: Option<&[&str]>) {
        let [capacity, associativity, linesize] = sizes;
        self.dat.cache_class.push(CacheClass {
            name: name.into(),
            capacity,
            associativity,
            linesize,
            read_bandwidth: bandwidth,
            write_bandwidth: bandwidth,
            extra: guessed.map_or_else(Extra::new, |g| assumed(&[&BANDWIDTHS[..], g].concat())),
        });
    }

    /// A class of memories: bytes, bytes per line, bytes per second.
    pub fn mem_class(&mut self, name: &str, sizes: [u64; 2], bandwidth: f64, guessed: Option<&[&str]>) {
        let [capacity, linesize] = sizes;
        self.dat.mem_class.push(MemClass {
            name: name.into(),
            capacity,
            linesize,
            read_bandwidth: bandwidth,
            write_bandwidth: bandwidth,
            extra: guessed.map_or_else(Extra::new, |g| assumed(&[&BANDWIDTHS[..], g].concat())),
        });
    }

    /// A class of routers: bytes per second.
    pub fn router_class(&mut self, name: &str, bandwidth: f64, guessed: bool) {
        self.dat.router_class.push(RouterClass {
            name: name.into(),
            read_bandwidth: bandwidth,
            write_bandwidth: bandwidth,
            extra: assumed(if guessed { &BANDWIDTHS } else { &[] }),
        });
    }

    pub fn core(&mut self, name: String, class: &str, numa_node: Option<u64>) -> String {
        self.dat.core_obj.push(CoreObj { name: name.clone(), class: class.into(), numa_node, ..CoreObj::default() });
        name
    }

    pub fn cache(&mut self, name: String, class: &str, numa_node: Option<u64>) -> String {
        self.dat.cache_obj.push(part(&name, class, numa_node));
        name
    }

    pub fn mem(&mut self, name: String, class: &str, numa_node: Option<u64>) -> String {
        self.dat.mem_obj.push(part(&name, class, numa_node));
        name
    }

    pub fn router(&mut self, name: String, class: &str, numa_node: Option<u64>) -> String {
        self.dat.router_obj.push(part(&name, class, numa_node));
        name
    }

    /// An edge between two objects.
    pub fn link(&mut self, source: &str, target: &str) {
        let name = format!("e{}", self.dat.edge_obj.len());
        self.dat.edge_obj.push(EdgeObj {
            name,
            class: LINK.to_string(),
            source: source.into(),
            target: target.into(),
            extra: Extra::new(),
        });
    }

    /// A top-level key that is not part of the format.
    pub fn note(&mut self, key: &str, value: Value) {
        self.dat.extra.insert(key.into(), value);
    }

    /// Names of the cache classes so far.
    pub fn cache_classes(&self) -> Vec<&str> {
        self.dat.cache_class.iter().map(|c| c.name.as_str()).collect()
    }

    /// Names of the memory classes so far.
    pub fn mem_classes(&self) -> Vec<&str> {
        self.dat.mem_class.iter().map(|c| c.name.as_str()).collect()
    }

    pub fn finish(self) -> Dat {
        self.dat
    }
}

fn part(name: &str, class: &str, numa_node: Option<u64>) -> PartObj {
    PartObj { name: name.into(), class: class.into(), numa_node, ..PartObj::default() }
}
