//! From hwloc's tree to a DAT.
//!
//! Cores and data caches become objects. An item with several objects below it, or with a memory and an object, becomes
//! a router, unless there is no choice: one object and one link onwards. Hardware threads are no objects: they share a core.

use super::{Item, Level, Sizes};
use crate::model::dat::{Build, Dat, MAX_OBJECTS};
use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};

/// Assumed bandwidths in bytes per second, per core that shares the cache: levels 1, 2, and all others.
const CACHE: [f64; 3] = [128e9, 64e9, 32e9];
/// Assumed bandwidth of a memory: two channels of DDR4-3200.
const MEMORY: f64 = 51.2e9;
/// Assumed bandwidth of routers.
const ROUTER: f64 = 128e9;
/// Assumed sizes of caches by level: bytes, ways, bytes per line.
const SIZES: [[u64; 3]; 3] = [[32 << 10, 8, 64], [1 << 20, 8, 64], [32 << 20, 16, 64]];
/// Assumed size of a memory in bytes.
const MEMORY_BYTES: u64 = 64 << 30;

/// Numbers the objects, and remembers the classes made.
struct Convert {
    build: Build,
    cores: usize,
    caches: Vec<usize>,
    routers: usize,
    memories: u64,
    /// NUMA node of the nearest memory above.
    node: Option<u64>,
}

/// The DAT of a tree.
pub(super) fn convert(title: &str, mut root: Item) -> Result<Dat, Text> {
    let cores = prune(&mut root);
    if cores == 0 {
        return Err(text!("there is no core or PU in this machine", "このマシンにはコアも PU もありません"));
    }
    let objects = count(&root);
    if objects > MAX_OBJECTS {
        return Err(text!(
            "the machine has {objects} objects, more than {MAX_OBJECTS}",
            "マシンのオブジェクトが {objects} 個あり、上限 {MAX_OBJECTS} を超えています"
        ));
    }
    if !has_memory(&root) {
        // lstopo can leave memory out, but every machine has some.
        root.memories.push((0, Some(0)));
    }
    let mut convert =
        Convert { build: Build::new(title), cores: 0, caches: Vec::new(), routers: 0, memories: 0, node: None };
    convert.build.plain_core_class("core");
    convert.build.router_class("interconnect", ROUTER, true);
    convert.item(&root);
    Ok(convert.build.finish())
}

/// Removes items without cores, and threads below cores. Returns the number of cores.
fn prune(item: &mut Item) -> usize {
    match item.level {
        Level::Core | Level::Thread => {
            item.children.clear();
            1
        }
        _ => {
            let mut cores = 0;
            item.children.retain_mut(|child| {
                let below = prune(child);
                cores += below;
                below > 0 || has_memory(child)
            });
            cores
        }
    }
}

fn has_memory(item: &Item) -> bool {
    !item.memories.is_empty() || item.children.iter().any(has_memory)
}

fn count(item: &Item) -> usize {
    1 + item.memories.len() + item.children.iter().map(count).sum::<usize>()
}

fn cores_below(item: &Item) -> usize {
    match item.level {
        Level::Core | Level::Thread => 1,
        _ => item.children.iter().map(cores_below).sum(),
    }
}

impl Convert {
    /// Makes the objects of an item; returns the name of the one that connects to the level above, if there is any.
    fn item(&mut self, item: &Item) -> Option<String> {
        let outer = self.node;
        let numbers: Vec<u64> = item
            .memories
            .iter()
            .map(|(_, number)| {
                let number = number.unwrap_or(self.memories);
                self.memories = self.memories.max(number) + 1;
                number
            })
            .collect();
        self.node = numbers.first().copied().or(outer);
        let top = match item.level {
            Level::Core | Level::Thread => {
                let name = format!("core{}", self.cores);
                self.cores += 1;
                Some(self.build.core(name, "core", self.node))
            }
            Level::Cache(depth) => {
                let level = usize::from(depth.max(1)) - 1;
                self.caches.resize(self.caches.len().max(level + 1), 0);
                let name = format!("L{}_{}", level + 1, self.caches[level]);
                self.caches[level] += 1;
                let class = self.cache_class(level, item.sizes, cores_below(item));
                let name = self.build.cache(name, &class, self.node);
                for child in &item.children {
                    if let Some(below) = self.item(child) {
                        self.build.link(&below, &name);
                    }
                }
                Some(name)
            }
            Level::Box => {
                let below: Vec<String> = item.children.iter().filter_map(|child| self.item(child)).collect();
                match (&below[..], item.memories.len()) {
                    ([], 0) => None,
                    // There is no choice.
                    ([only], 0) => Some(only.clone()),
                    _ => Some(self.join(&below)),
                }
            }
        };
        let top = match (top, &item.memories[..]) {
            (top, []) => top,
            (top, memories) => {
                let hub = match top {
                    Some(top) if item.level == Level::Box => top,
                    top => self.join(&top.into_iter().collect::<Vec<_>>()),
                };
                for ((bytes, _), number) in memories.iter().zip(&numbers) {
                    let class = self.mem_class(*bytes);
                    let name = self.build.mem(format!("mem{number}"), &class, Some(*number));
                    self.build.link(&hub, &name);
                }
                Some(hub)
            }
        };
        self.node = outer;
        top
    }

    /// A router that connects all of these.
    fn join(&mut self, below: &[String]) -> String {
        let name = self.build.router(format!("router{}", self.routers), "interconnect", self.node);
        self.routers += 1;
        for item in below {
            self.build.link(item, &name);
        }
        name
    }

    fn cache_class(&mut self, level: usize, sizes: Sizes, cores: usize) -> String {
        let [bytes, ways, line] = SIZES[level.min(2)];
        let mut guessed: Vec<&str> = Vec::new();
        let mut or = |given: u64, assumed: u64, key: &'static str| {
            if given > 0 {
                return given;
            }
            guessed.push(key);
            assumed
        };
        let bytes = or(sizes.bytes, bytes, "capacity");
        let line = match or(sizes.line, line, "linesize") {
            line if line.is_power_of_two() && (4..=4096).contains(&line) => line,
            _ => or(0, 64, "linesize"),
        };
        let lines = (bytes / line).max(1);
        let given = if sizes.ways <= 4096 && lines % sizes.ways.max(1) == 0 { sizes.ways } else { 0 };
        // The largest number of ways, up to the usual one, that divides the number of lines.
        let fit = (1..=ways).rev().find(|w| lines % w == 0).unwrap_or(1);
        let ways = or(given, fit, "associativity");
        let name = format!("L{} {}, {cores} cores", level + 1, size_name(lines * line));
        let mut unique = name.clone();
        if ways != fit || line != 64 {
            unique = format!("{name}, {ways} ways of {line} bytes");
        }
        if !self.build.cache_classes().contains(&unique.as_str()) {
            let bandwidth = CACHE[level.min(2)] * cores as f64;
            self.build.cache_class(&unique, [lines * line, ways, line], bandwidth, Some(&guessed));
        }
        unique
    }

    fn mem_class(&mut self, bytes: u64) -> String {
        let guessed: &[&str] = if bytes == 0 { &["capacity", "linesize"] } else { &["linesize"] };
        let bytes = (if bytes == 0 { MEMORY_BYTES } else { bytes }).next_multiple_of(64);
        let name = format!("memory {}", size_name(bytes));
        if !self.build.mem_classes().contains(&name.as_str()) {
            self.build.mem_class(&name, [bytes, 64], MEMORY, Some(guessed));
        }
        name
    }
}

/// A size as text, distinct for distinct sizes.
fn size_name(bytes: u64) -> String {
    match bytes {
        _ if bytes % (1 << 30) == 0 => format!("{} GiB", bytes >> 30),
        _ if bytes % (1 << 20) == 0 => format!("{} MiB", bytes >> 20),
        _ if bytes % (1 << 10) == 0 => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} B"),
    }
}
