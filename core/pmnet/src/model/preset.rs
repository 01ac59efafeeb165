//! Ready-made machines, with the sources of their figures.

use super::dat::{Build, Dat};
use alloc::{format, vec::Vec};
use mcore_base::text;
use mcore_base::{Text, nearest};

/// A gigabyte per second.
const GB: f64 = 1e9;
/// A billion operations.
const G: f64 = 1e9;
const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// A machine by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Intel Core i7-7700K: four cores, one memory (the paper's "Simple").
    I7,
    /// AMD EPYC 7702, two sockets, four NUMA nodes per socket (the paper's "Rome").
    EpycNps4,
    /// As [`Preset::EpycNps4`], with one NUMA node for all eight memories, whose pages take turns. The paper measures that (its NPS0) on
    /// another processor, EPYC 7713.
    EpycInterleaved,
    /// The M-Core chip of M x N nodes.
    Chip(u8, u8),
}

/// Names of the presets.
pub const NAMES: [&str; 4] = ["i7-7700k", "epyc-7702-nps4", "epyc-7702-interleaved", "mcore-8x8"];

/// Largest side of a chip as a preset.
const MAX_SIDE: u8 = 32;

impl Preset {
    /// The preset with a name; `mcore-MxN` is the chip of that size.
    ///
    /// # Errors
    /// There is none; the message lists the presets.
    pub fn read(name: &str) -> Result<Self, Text> {
        match name {
            "i7-7700k" => return Ok(Self::I7),
            "epyc-7702-nps4" => return Ok(Self::EpycNps4),
            "epyc-7702-interleaved" => return Ok(Self::EpycInterleaved),
            _ => {}
        }
        if let Some((m, n)) = name.strip_prefix("mcore-").and_then(|size| size.split_once('x')) {
            let side = |text: &str| text.parse::<u8>().ok().filter(|n| (1..=MAX_SIDE).contains(n));
            return match (side(m), side(n)) {
                (Some(m), Some(n)) => Ok(Self::Chip(m, n)),
                _ => Err(text!(
                    "`{name}`: each side of the chip is 1 to {MAX_SIDE}, for example mcore-8x8",
                    "`{name}`: チップの各辺は 1 から {MAX_SIDE} です。例: mcore-8x8"
                )),
            };
        }
        let list = NAMES.join(", ");
        Err(match nearest(name, NAMES.into_iter()).first() {
            Some(near) => text!(
                "there is no preset `{name}`; did you mean `{near}`?",
                "プリセット `{name}` はありません。`{near}` ですか"
            ),
            None => text!(
                "there is no preset `{name}`; there are {list}",
                "プリセット `{name}` はありません。使えるのは {list} です"
            ),
        })
    }

    /// Its memory system.
    pub fn dat(self) -> Dat {
        match self {
            Self::I7 => i7(),
            Self::EpycNps4 => epyc(true),
            Self::EpycInterleaved => epyc(false),
            Self::Chip(m, n) => chip(m, n),
        }
    }
}

/// Clock 4.2 GHz. Sizes: Intel's data sheet. Bandwidths of caches: measured, GB/s per core; the last level is one
/// object, so four times that. Memory: two channels of DDR4-2400, 38.4 GB/s (the paper's table 3). Two units of four
/// fused multiply-adds.
fn i7() -> Dat {
    let mut b = Build::new("Intel Core i7-7700K");
    b.core_class("Kaby Lake", 67.2 * G, 134.4 * G, 16.8 * G);
    b.cache_class("L1d", [32 * KIB, 8, 64], 340.0 * GB, None);
    b.cache_class("L2", [256 * KIB, 4, 64], 122.0 * GB, None);
    b.cache_class("L3", [8 * MIB, 16, 64], 4.0 * 76.0 * GB, None);
    b.mem_class("DDR4-2400 x2", [16 * GIB, 64], 38.4 * GB, None);
    let mem = b.mem("mem0".into(), "DDR4-2400 x2", Some(0));
    let l3 = b.cache("L3_0".into(), "L3", Some(0));
    b.link(&l3, &mem);
    for i in 0..4 {
        let core = b.core(format!("core{i}"), "Kaby Lake", Some(0));
        let l1 = b.cache(format!("L1_{i}"), "L1d", Some(0));
        let l2 = b.cache(format!("L2_{i}"), "L2", Some(0));
        b.link(&core, &l1);
        b.link(&l1, &l2);
        b.link(&l2, &l3);
    }
    b.finish()
}

/// Two sockets; each has four quadrants of the I/O die, all connected; each quadrant has two channels of DDR4-3200
/// (51.2 GB/s, the paper's table 3) and four groups (CCX) of four cores with an L3. Sizes: AMD's data sheet. Bandwidths
/// of caches: measured on an EPYC 7452 at 2.35 GHz, on one core, and for the L3 on a whole group. Between the sockets
/// are four xGMI links of 16 lanes at 18 GT/s: 144 GB/s; each socket's end of them is a router. The bandwidth of a
/// quadrant's switch is assumed.
fn epyc(nps4: bool) -> Dat {
    let mut b = Build::new(match nps4 {
        true => "AMD EPYC 7702, 2 sockets, NPS4",
        false => "AMD EPYC 7702, 2 sockets, memory interleaved",
    });
    // 2.0 GHz; two units of four fused multiply-adds; four instructions per cycle.
    b.core_class("Zen 2", 32.0 * G, 64.0 * G, 8.0 * G);
    b.cache_class("L1d", [32 * KIB, 8, 64], 138.0 * GB, None);
    b.cache_class("L2", [512 * KIB, 8, 64], 74.6 * GB, None);
    b.cache_class("L3", [16 * MIB, 16, 64], 178.0 * GB, None);
    b.mem_class("DDR4-3200 x2", [64 * GIB, 64], 51.2 * GB, None);
    b.router_class("quadrant", 187.7 * GB, true);
    b.router_class("xGMI", 144.0 * GB, false);
    if !nps4 {
        b.note("placement", "interleave".into());
    }
    let mut ends = Vec::new();
    let (mut core_number, mut group_number) = (0, 0);
    for socket in 0..2_u64 {
        let end = b.router(format!("xgmi{socket}"), "xGMI", None);
        let mut quadrants: Vec<alloc::string::String> = Vec::new();
        for quadrant in socket * 4..socket * 4 + 4 {
            let node = Some(if nps4 { quadrant } else { 0 });
            let switch = b.router(format!("quadrant{quadrant}"), "quadrant", node);
            let mem = b.mem(format!("mem{quadrant}"), "DDR4-3200 x2", node);
            b.link(&switch, &mem);
            b.link(&switch, &end);
            for other in &quadrants {
                b.link(other, &switch);
            }
            for _ in 0..4 {
                let l3 = b.cache(format!("L3_{group_number}"), "L3", node);
                group_number += 1;
                b.link(&l3, &switch);
                for _ in 0..4 {
                    let core = b.core(format!("core{core_number}"), "Zen 2", node);
                    let l1 = b.cache(format!("L1_{core_number}"), "L1d", node);
                    let l2 = b.cache(format!("L2_{core_number}"), "L2", node);
                    core_number += 1;
                    b.link(&core, &l1);
                    b.link(&l1, &l2);
                    b.link(&l2, &l3);
                }
            }
            quadrants.push(switch);
        }
        ends.push(end);
    }
    b.link(&ends[0], &ends[1]);
    b.finish()
}

/// A chip of M x N compute nodes: core and node memory at a router, no caches; the routers form a mesh together with a
/// memory node at (0,0) and path nodes along two edges. One cycle is a nanosecond: one instruction per cycle, one word
/// of four bytes per cycle for node memory and for each of a router's five ports, a page of 4 KiB in 40 cycles for main
/// memory.
fn chip(m: u8, n: u8) -> Dat {
    let mut b = Build::new(&format!("M-Core {m}x{n}"));
    b.core_class("compute node", 1.0 * G, 1.0 * G, 1.0 * G);
    b.mem_class("node memory", [512 * KIB, 4], 4.0 * GB, None);
    b.mem_class("main memory", [4 * GIB, 4], 102.4 * GB, None);
    b.router_class("router", 20.0 * GB, false);
    // Column by column: of two routes of the same length, the one that goes in x first then precedes the other, as on
    // the chip.
    let router = |x: u8, y: u8| format!("router{x}_{y}");
    for x in 0..=m {
        for y in 0..=n {
            let own = b.router(router(x, y), "router", None);
            if x > 0 {
                b.link(&router(x - 1, y), &own);
            }
            if y > 0 {
                b.link(&router(x, y - 1), &own);
            }
        }
    }
    for y in 1..=n {
        for x in 1..=m {
            let node = Some(u64::from(y - 1) * u64::from(m) + u64::from(x - 1));
            let core = b.core(format!("core{x}_{y}"), "compute node", node);
            let mem = b.mem(format!("mem{x}_{y}"), "node memory", node);
            // The core's own memory is beside it; others are reached through its router.
            let port = router(x, y);
            b.link(&core, &mem);
            b.link(&core, &port);
            b.link(&mem, &port);
        }
    }
    let main = b.mem("main".into(), "main memory", Some(u64::from(m) * u64::from(n)));
    b.link(&main, &router(0, 0));
    b.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::graph::Graph;

    #[test]
    fn every_preset_is_a_graph_and_reads_back() {
        for (name, objects) in NAMES.into_iter().zip([14, 434, 434, 64 + 65 + 81]) {
            let dat = Preset::read(name).expect("a preset").dat();
            assert_eq!(dat.object_count(), objects, "{name}");
            assert_eq!(Dat::read(&dat.to_json()), Ok(dat.clone()), "{name}");
            Graph::new(&dat).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        }
        assert!(Preset::read("mcore-33x1").is_err() && Preset::read("mcore-0x1").is_err());
        assert!(Preset::read("i7-7700").expect_err("no such").en.contains("`i7-7700k`"));
    }

    #[test]
    fn ways_of_the_chip_go_in_x_first() {
        let graph = Graph::new(&chip(3, 3)).expect("a graph");
        let names = |memory: &str, core: &str| -> Vec<&str> {
            let place = |name: &str| graph.objects.iter().position(|o| o.name == name).expect("there");
            let memory = graph.memories.iter().position(|m| usize::from(*m) == place(memory)).expect("a memory");
            graph.way(memory, place(core) as u16).map(|o| graph.objects[usize::from(o)].name.as_str()).collect()
        };
        assert_eq!(names("mem3_1", "core3_1"), ["mem3_1"]);
        assert_eq!(
            names("mem1_3", "core3_1"),
            ["router3_1", "router2_1", "router1_1", "router1_2", "router1_3", "mem1_3"]
        );
        assert_eq!(names("main", "core1_2")[..3], ["router1_2", "router0_2", "router0_1"]);
    }
}
