//! The data of a picture of an interconnect: its shape, sent once, and the use of links and buffers at a time.

use crate::model::{Machine, NS, Time, Topology};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use mcore_base::{Text, text};
use mcore_topology::{Beyond, Cube, axis, listed};
use serde::{Deserialize, Serialize};

/// A link that does not exist, in [`NsimFrame::heat`].
pub const NO_LINK: u8 = 255;

/// The constant properties of an interconnect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NsimShape {
    /// A short name such as `torus 16x16x16`.
    pub name: String,
    /// A fat tree; else a cube.
    pub tree: bool,
    /// Sizes of the dimensions, the fastest first; for a tree the children of a switch, the lowest level first.
    pub dims: Vec<u32>,
    /// Which dimensions are rings.
    pub wrap: Vec<bool>,
    pub nodes: u32,
    pub switches: u32,
    pub ranks: u32,
    /// By node: its rank, [`u32::MAX`] if it has none.
    pub rank_of: Vec<u32>,
    /// For a tree: by switch below the top and way up, the switch at its upper end.
    pub parents: Vec<u32>,
    /// Packets that an input buffer holds.
    pub buffer: u8,
    /// Simulated picoseconds per window: the time for which a switch is independent of the others.
    pub window: Time,
    /// Packets that the whole run will send, if that is known in advance; for large programs an estimate.
    pub packets: Option<u64>,
}

impl NsimShape {
    /// The shape of a machine.
    pub fn new(machine: &Machine) -> Self {
        let topology = machine.topology();
        let (wrap, tree) = match topology {
            Topology::Cube(cube) => (cube.wrap.clone(), false),
            Topology::FatTree { .. } => (Vec::new(), true),
        };
        let mut parents = Vec::new();
        if tree {
            for switch in 0..topology.switches() {
                parents.extend(ups(machine, switch).map(|(_, beyond)| match beyond {
                    Beyond::Switch { switch, .. } => switch,
                    _ => switch,
                }));
            }
        }
        Self {
            name: topology.name(),
            tree,
            dims: topology.sizes().to_vec(),
            wrap,
            nodes: topology.nodes(),
            switches: topology.switches(),
            ranks: machine.ended().1,
            rank_of: machine.ranks_of_nodes().to_vec(),
            parents,
            buffer: machine.params().input_buffer,
            window: machine.window(),
            packets: None,
        }
    }

    /// Switches of a level of a tree.
    pub fn of_level(&self, level: usize) -> u32 {
        self.dims.iter().product::<u32>() / self.dims.get(level).copied().unwrap_or(1).max(1)
    }

    /// Coordinates of a node of a cube.
    pub fn at(&self, node: u32) -> Vec<u32> {
        let mut rest = node;
        self.dims.iter().map(|size| (rest % size, rest /= size).0).collect()
    }

    /// A switch as text: coordinates, or level and number.
    pub fn place(&self, switch: u32) -> String {
        if self.tree {
            let mut rest = switch;
            for level in 0..self.dims.len() {
                let here = self.of_level(level);
                if rest < here {
                    return format!("L{level}-{rest}");
                }
                rest -= here;
            }
            return format!("{switch}");
        }
        format!("({})", listed(self.at(switch)))
    }

    /// The switches at the two ends of a link, given its place in [`NsimFrame::heat`]: where it begins, and where it leads.
    pub fn ends(&self, place: u32) -> Option<(u32, u32)> {
        if self.tree {
            let (way, down) = (place / 2, place % 2 == 1);
            let parent = *self.parents.get(way as usize)?;
            // Each switch of a level has as many ways up as children.
            let (mut first_switch, mut first_way) = (0, 0);
            for (level, ways) in self.dims.iter().enumerate() {
                let count = self.of_level(level);
                if way < first_way + count * ways {
                    let child = first_switch + (way - first_way) / ways;
                    return Some(if down { (parent, child) } else { (child, parent) });
                }
                (first_switch, first_way) = (first_switch + count, first_way + count * ways);
            }
            return None;
        }
        let each = 2 * self.dims.len() as u32;
        let (switch, index) = (place / each.max(1), place % each.max(1));
        let (dim, up) = ((index / 2) as usize, index % 2 == 0);
        let (size, ring) = (*self.dims.get(dim)?, *self.wrap.get(dim)?);
        let at = *self.at(switch).get(dim)?;
        let (to, _) = axis::next(at, size, ring, up)?;
        let stride = self.dims[..dim].iter().product::<u32>();
        (switch < self.switches).then(|| (switch, switch - at * stride + to * stride))
    }

    /// Links of the picture, one per direction: for a cube two for each dimension of each node (up, down), for a tree two for each way up
    /// (up, down).
    pub fn links(&self) -> usize {
        if self.tree { 2 * self.parents.len() } else { self.switches as usize * 2 * self.dims.len() }
    }
}

/// The ports of a switch of a tree that lead up.
fn ups(machine: &Machine, switch: u32) -> impl Iterator<Item = (u8, Beyond)> + '_ {
    let routes = machine.routes();
    (0..routes.ports(switch)).filter_map(move |port| match routes.beyond(switch, port) {
        Beyond::Switch { switch: next, port: back } if next > switch => {
            Some((port, Beyond::Switch { switch: next, port: back }))
        }
        _ => None,
    })
}

/// The activity of a rank, as one byte per node.
pub mod doing {
    /// The node has no rank.
    pub const NONE: u8 = 0;
    /// Computes or is in a function.
    pub const BUSY: u8 = 1;
    /// Waits.
    pub const WAITS: u8 = 2;
    /// Has ended.
    pub const ENDED: u8 = 3;
}

/// The state of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NsimState {
    /// Nothing is open.
    #[default]
    Empty,
    Paused,
    Running,
    /// Every rank has ended.
    Ended,
    /// Ranks wait for messages that will never arrive.
    Deadlock,
}

/// The state of a run at a time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NsimFrame {
    /// The state of the run.
    pub state: NsimState,
    /// The shown time, in picoseconds.
    pub time: Time,
    /// The time up to which the run is known.
    pub end: Time,
    /// Events so far: steps of packets and of ranks.
    pub events: u64,
    /// Messages that have arrived.
    pub messages: u64,
    /// Packets that have entered the network.
    pub packets: u64,
    /// Ranks that have ended.
    pub ended: u32,
    /// By link and direction: use at the shown time, 0 to 200 (half percents); [`NO_LINK`] where there is none.
    #[serde(with = "serde_bytes")]
    pub heat: Vec<u8>,
    /// By node: see [`doing`].
    #[serde(with = "serde_bytes")]
    pub ranks: Vec<u8>,
    /// By switch: packets in its fullest input buffer.
    #[serde(with = "serde_bytes")]
    pub held: Vec<u8>,
    /// The selected switch.
    pub switch: Option<NsimSwitch>,
    /// Equal for equal states.
    pub digest: Option<String>,
}

/// The selected switch in detail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NsimSwitch {
    /// Its number.
    pub switch: u32,
    pub name: String,
    /// The activity of its nodes' ranks.
    pub ranks: Vec<Text>,
    pub links: Vec<NsimPort>,
}

/// A link of the selected switch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NsimPort {
    /// Its place in [`NsimFrame::heat`].
    pub place: u32,
    /// Direction.
    pub name: String,
    /// Bytes carried so far.
    pub bytes: u64,
    /// Share of its throughput so far, 0 to 1.
    pub utilisation: f64,
    /// Packets in the input buffers at its end, channel by channel.
    pub held: Vec<u8>,
}

impl NsimFrame {
    /// The picture of a machine. The caller, which runs it, knows `end` and `state`.
    pub fn new(machine: &Machine, state: NsimState, end: Time, switch: Option<u32>) -> Self {
        let mut frame = Self {
            state,
            time: machine.now(),
            end,
            events: machine.events(),
            messages: machine.messages(),
            packets: machine.packets(),
            ended: machine.ended().0,
            heat: heat(machine),
            ranks: machine.doing(),
            held: machine.held(),
            switch: None,
            digest: None,
        };
        frame.switch = switch.filter(|s| *s < machine.topology().switches()).map(|s| look(machine, s));
        frame
    }
}

/// Switch and port of each link of the picture, in its order; no port where there is no link.
fn picture_links(machine: &Machine) -> Vec<(u32, Option<u8>)> {
    let (topology, routes) = (machine.topology(), machine.routes());
    let mut links = Vec::new();
    match topology {
        Topology::Cube(Cube { dims, .. }) => {
            links.reserve(topology.switches() as usize * 2 * dims.len());
            for switch in 0..topology.switches() {
                let first = routes.ports(switch) - 2 * dims.len() as u8;
                let is_link = |port: &u8| matches!(routes.beyond(switch, *port), Beyond::Switch { .. });
                links.extend((first..routes.ports(switch)).map(|port| (switch, Some(port).filter(is_link))));
            }
        }
        Topology::FatTree { .. } => {
            for switch in 0..topology.switches() {
                for (port, beyond) in ups(machine, switch) {
                    links.push((switch, Some(port)));
                    if let Beyond::Switch { switch, port } = beyond {
                        links.push((switch, Some(port)));
                    }
                }
            }
        }
    }
    links
}

/// Use of each link at the machine's time.
fn heat(machine: &Machine) -> Vec<u8> {
    let most = machine.max_per_interval();
    let Some(recent) = machine.recent_bytes() else { return Vec::new() };
    heat_by(machine, most, recent)
}

/// Bytes of each link as parts of `most`, in half percents. A link that has carried anything is visible.
fn heat_by(machine: &Machine, most: u64, bytes: impl Fn(u32, u8) -> u64) -> Vec<u8> {
    let share = |bytes: u64| if most == 0 { 0 } else { (bytes * 200).div_ceil(most).min(200) as u8 };
    let links = picture_links(machine).into_iter();
    links.map(|(switch, port)| port.map_or(NO_LINK, |port| share(bytes(switch, port)))).collect()
}

fn look(machine: &Machine, switch: u32) -> NsimSwitch {
    let (now, rate) = (machine.now(), machine.params().link_rate);
    let own = picture_links(machine).into_iter().zip(0u32..).filter(|((at, port), _)| *at == switch && port.is_some());
    // Both are in the order of the ports, except for the levels of a tree.
    let places: BTreeMap<u8, u32> = own.filter_map(|((_, port), place)| Some((port?, place))).collect();
    let links =
        machine.links_of(switch).into_iter().zip(places.into_values()).map(|((name, bytes, held), place)| NsimPort {
            place,
            name,
            bytes,
            utilisation: if now == 0 { 0.0 } else { bytes as f64 / (rate as f64 * now as f64 * 1e-12) },
            held,
        });
    let (first, count) = machine.routes().nodes_of(switch);
    let ranks = (first..first + count).filter_map(|node| {
        let rank = machine.rank_of(node)?;
        let waiting = machine.at(rank);
        Some(match machine.doing_of(node) {
            doing::ENDED => text!("rank {rank}: has ended", "ランク {rank}: 終了"),
            doing::WAITS => super::waiting_text(&waiting),
            _ => {
                let step = waiting.step;
                text!(
                    "rank {rank}, operation {step}: computes or calls MPI",
                    "ランク {rank}、操作 {step}: 計算中または MPI 関数の中"
                )
            }
        })
    });
    NsimSwitch {
        switch,
        name: machine.routes().switch_name(switch),
        ranks: ranks.take(32).collect(),
        links: links.collect(),
    }
}

/// The activity of ranks in an interval, for a space-time diagram.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NsimDiagram {
    /// The first rank.
    pub first: u32,
    /// Number of ranks.
    pub ranks: u32,
    /// Start and end of the interval, in ns.
    pub from: f64,
    /// See `from`.
    pub until: f64,
    /// Rank, start and end in ns, and activity: 0 computes, 1 sends, 2 waits.
    pub rank_intervals: Vec<(u32, f64, f64, u8)>,
    /// Source, destination, start and end in ns, bytes.
    pub messages: Vec<(u32, u32, f64, f64, u64)>,
    /// True if there are more messages than these.
    pub cut: bool,
}

/// A link in the table of the busiest ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NsimLinkRow {
    /// The link: the switch that it leaves and the direction.
    pub name: String,
    /// The switch that it leaves.
    pub switch: u32,
    /// Its place in [`NsimFrame::heat`].
    pub place: u32,
    /// Packets carried.
    pub packets: u64,
    /// Bytes carried.
    pub bytes: u64,
    /// Share of its throughput over the whole run, 0 to 1.
    pub utilisation: f64,
}

/// The result of a run, with the data of charts and tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NsimOutcome {
    /// The totals.
    pub result: super::NsimResult,
    /// Length of an interval of `mean` and `most`, in ns.
    pub interval_ns: f64,
    /// By interval: mean use of the links, in percent.
    pub mean: Vec<f64>,
    /// By interval: the busiest link's use, in percent.
    pub most: Vec<f64>,
    /// Latencies: first and last ns of a bucket, and how many messages.
    pub latencies: Vec<(u64, u64, u64)>,
    /// The busiest links.
    pub links: Vec<NsimLinkRow>,
    /// By link and direction, as [`NsimFrame::heat`]: bytes over the whole run, as a share of the busiest link's.
    #[serde(with = "serde_bytes")]
    pub heat: Vec<u8>,
    /// Links by their use over the run: 20 classes of 5 percent.
    pub spread: Vec<u32>,
    /// By rank: end, computation, waiting, in ns. The slowest ranks only.
    pub ranks: Vec<(u32, f64, f64, f64)>,
    /// Recorded buffers: name, and time in ns with packets.
    pub buffers: Vec<(String, Vec<(f64, u32)>)>,
}

/// Maximum number of links and of ranks in the tables.
const MAX_ROWS: usize = 1000;
/// Maximum number of points of a buffer's history.
const MAX_POINTS: usize = 2000;

impl NsimOutcome {
    /// The result of a machine in its current state.
    pub fn new(machine: &Machine, result: super::NsimResult) -> Self {
        let ns = |time: Time| time as f64 / NS as f64;
        let (rate, time) = (machine.params().link_rate as f64, machine.report().time);
        let share = |bytes: u64, time: Time| if time == 0 { 0.0 } else { bytes as f64 / (rate * time as f64 * 1e-12) };
        let mut all = machine.links();
        let mut spread = alloc::vec![0u32; 20];
        for link in &all {
            spread[((share(link.bytes, time) * 20.0) as usize).min(19)] += 1;
        }
        all.sort_by(|a, b| b.bytes.cmp(&a.bytes).then(a.switch.cmp(&b.switch)).then(a.port.cmp(&b.port)));
        let carried: BTreeMap<(u32, u8), u64> = all.iter().map(|link| ((link.switch, link.port), link.bytes)).collect();
        let most = all.first().map_or(0, |link| link.bytes);
        let heat = heat_by(machine, most, |switch, port| carried.get(&(switch, port)).copied().unwrap_or(0));
        let pictured = picture_links(machine).into_iter().zip(0u32..);
        let places: BTreeMap<(u32, u8), u32> =
            pictured.filter_map(|((switch, port), place)| Some(((switch, port?), place))).collect();
        let links = all.into_iter().take(MAX_ROWS).map(|link| NsimLinkRow {
            place: places.get(&(link.switch, link.port)).copied().unwrap_or(0),
            utilisation: share(link.bytes, time),
            name: link.name,
            switch: link.switch,
            packets: link.packets,
            bytes: link.bytes,
        });
        let (interval, rows) = machine.link_sums().unwrap_or((0, Vec::new()));
        let count = machine.report().links.max(1);
        let mut ranks: Vec<_> = machine.rank_times().into_iter().enumerate().collect();
        ranks.sort_by(|a, b| b.1.end.cmp(&a.1.end).then(a.0.cmp(&b.0)));
        let ranks = ranks.into_iter().take(MAX_ROWS);
        Self {
            interval_ns: ns(interval),
            mean: rows.iter().map(|(sum, _)| share(*sum, interval) / count as f64 * 100.0).collect(),
            most: rows.iter().map(|(_, most)| share(*most, interval) * 100.0).collect(),
            latencies: machine.report().latency.buckets().collect(),
            links: links.collect(),
            heat,
            spread,
            ranks: ranks.map(|(rank, t)| (rank as u32, ns(t.end), ns(t.computed), ns(t.waited))).collect(),
            buffers: buffers(machine),
            result,
        }
    }
}

/// By recorded switch: packets in all its input buffers over time.
fn buffers(machine: &Machine) -> Vec<(String, Vec<(f64, u32)>)> {
    let (changes, _) = machine.buffer_changes();
    // Buffers in which nothing ever waited are included.
    let quiet = machine.watched().into_iter().map(|switch| (switch, alloc::vec![(0.0, 0)]));
    let mut by_switch: BTreeMap<u32, Vec<(f64, u32)>> = quiet.collect();
    for change in changes {
        let points = by_switch.entry(change.switch).or_default();
        let before = points.last().map_or(0, |(_, held)| *held);
        let held = before.saturating_add_signed(i32::from(change.change));
        points.push((change.time as f64 / NS as f64, held));
    }
    let name = |switch: u32| machine.routes().switch_name(switch);
    let thin = |points: Vec<(f64, u32)>| {
        let step = points.len().div_ceil(MAX_POINTS).max(1);
        // The fullest moment of each interval.
        let fullest = points.chunks(step).filter_map(|c| c.iter().copied().max_by_key(|(_, held)| *held));
        fullest.collect()
    };
    by_switch.into_iter().map(|(switch, points)| (name(switch), thin(points))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::machine::Recording;
    use crate::model::{Mapping, Params, Pattern, Program};

    /// Every link of the picture leads where the routing tables say.
    #[test]
    fn links_of_the_picture_have_the_ends_of_the_network() {
        let mixed = Topology::with_rings(&[3, 2, 4], "xz");
        let tree = |arity: &[u32]| Topology::FatTree { arity: arity.to_vec(), up_straight: true };
        for topology in [Topology::torus(&[4, 3]), Topology::mesh(&[3, 3]), mixed, tree(&[2, 3, 4]), tree(&[4, 4])] {
            let (name, ranks) = (topology.name(), topology.nodes());
            let program = Program::pattern(Pattern::Ring { bytes: 8, rounds: 1 }, ranks);
            let mapping = Mapping::in_order(ranks);
            let machine = Machine::new(topology, Params::TORUS, mapping, program, 1, &Recording::default());
            let machine = machine.unwrap_or_else(|error| panic!("{name}: {error:?}"));
            let shape = NsimShape::new(&machine);
            let mut links = 0;
            for ((switch, port), place) in picture_links(&machine).into_iter().zip(0u32..) {
                let wanted = port.map(|port| match machine.routes().beyond(switch, port) {
                    Beyond::Switch { switch: to, .. } => (switch, to),
                    other => panic!("{name}: {other:?}"),
                });
                assert_eq!(shape.ends(place), wanted, "{name}: {place}");
                links += u64::from(wanted.is_some());
            }
            assert_eq!(links, machine.report().links, "{name}: every link is in the picture");
            for switch in 0..shape.switches {
                let look = look(&machine, switch);
                assert!(
                    look.links.iter().all(|link| shape.ends(link.place).is_some_and(|ends| ends.0 == switch)),
                    "{name}"
                );
            }
        }
    }
}
