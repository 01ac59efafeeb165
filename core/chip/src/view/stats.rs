//! Statistics of a run, as numbers for programs and as lines for readers.

use super::chip_stall::stall_name;
use super::{ReportsView, mpi_ranks, rank_in};
use crate::{Carried, Link, Machine, Outcome, Phase, Stall, Tally, Uses};
use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use mcore_base::stats::Histogram;
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Text, percent};
use mcore_cpu::isa::Class;
use mcore_net::neighbour;
use serde::{Deserialize, Serialize};

/// Instructions executed by all cores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InstructionStats {
    /// Total.
    pub executed: u64,
    /// Instructions executed in polling loops.
    pub polled: u64,
    /// By class.
    pub mix: BTreeMap<String, u64>,
    pub by_name: BTreeMap<String, u64>,
}

/// DMA transfers started.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DmaStats {
    pub count: u64,
    /// Bytes of data.
    pub bytes: u64,
    /// Histogram of sizes, in bytes.
    pub sizes: Vec<BucketView>,
    /// The transfers from one compute node to another, in the order of the nodes; none if there are more than 4,096 such pairs.
    pub pairs: Vec<PairStats>,
}

/// Most pairs of nodes that are listed.
const MAX_PAIRS: usize = 4096;

/// The DMA transfers from a node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairStats {
    /// Source.
    pub from: NodeId,
    /// Destination.
    pub to: NodeId,
    pub count: u64,
    /// Bytes of data.
    pub bytes: u64,
}

/// A bar of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BucketView {
    /// The smallest number that it counts.
    pub from: u64,
    /// The largest number that it counts.
    pub to: u64,
    pub count: u64,
}

/// The use of the cycles of a part of the chip, or of several parts together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsesView {
    /// Cycles with progress.
    pub progress: u64,
    /// Cycles without, by reason; see [`Stall::key`]. Only reasons that occurred.
    pub stalled: BTreeMap<String, u64>,
}

/// A compute node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeStats {
    pub at: NodeId,
    pub rank: u32,
    /// Instructions executed.
    pub executed: u64,
    /// Instructions executed in polling loops.
    pub polled: u64,
    /// DMAs started.
    pub dmas: u64,
    pub core: UsesView,
    pub incc: UsesView,
}

/// Latency of packets, from the cycle that forms the header to the cycle that writes the last word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatencyStats {
    /// The shortest, in cycles.
    pub least: u64,
    pub mean: f64,
    /// Half of the packets took no longer.
    pub median: u64,
    /// 95 of 100 packets took no longer.
    pub p95: u64,
    /// 99 of 100 packets took no longer.
    pub p99: u64,
    /// The longest.
    pub most: u64,
    /// Histogram of latencies.
    pub histogram: Vec<BucketView>,
}

/// A link and its use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinkStats {
    /// The router that it leaves.
    pub from: NodeId,
    /// The router that it arrives at.
    pub to: NodeId,
    /// Flits carried.
    pub flits: u64,
    /// Packets carried.
    pub packets: u64,
    /// Flits per cycle, 0 to 1.
    pub share: f64,
}

/// A router and its congestion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RouterStats {
    /// The router.
    pub at: NodeId,
    /// Cycles in which some packet was held up there.
    pub held_up: u64,
    /// `held_up` as a share of all cycles, 0 to 1.
    pub share: f64,
    /// The use of its cycles.
    pub uses: UsesView,
}

/// Traffic in the network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkStats {
    /// Packets injected.
    pub packets: u64,
    /// Flits that entered.
    pub flits: u64,
    /// Latency of the packets, if any have been delivered.
    pub latency: Option<LatencyStats>,
    /// The link between routers that carried the most flits.
    pub busiest_link: Option<LinkStats>,
    /// The router with the most cycles in which packets were held up.
    pub most_congested: Option<RouterStats>,
    /// All routers together.
    pub uses: UsesView,
}

/// Statistics of a run. They depend only on the program and the chip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StatsView {
    /// How it ended: `halted`, `trapped`, `cycle-limit`, `deadlock`, or `running` if it has not.
    pub outcome: String,
    /// Columns of compute nodes.
    pub columns: u8,
    /// Rows of compute nodes.
    pub rows: u8,
    /// Cycles until the last core halted, or until now.
    pub cycles: Cycle,
    /// Further cycles until the network was idle.
    pub drain: Cycle,
    /// The instructions executed by the cores.
    pub instructions: InstructionStats,
    /// Transfers.
    pub dma: DmaStats,
    /// Traffic.
    pub network: NetworkStats,
    /// All cores together.
    pub cores: UsesView,
    /// All INCCs of compute nodes together.
    pub inccs: UsesView,
    pub memory_node: UsesView,
    /// Each compute node, by rank.
    pub nodes: Vec<NodeStats>,
    /// Each link between routers that carried a flit.
    pub links: Vec<LinkStats>,
    /// Each router through which a flit passed.
    pub routers: Vec<RouterStats>,
    /// The findings of the checks, if the run was checked.
    #[serde(default)]
    pub checks: Option<ReportsView>,
}

const fn class_key(class: Class) -> &'static str {
    match class {
        Class::Alu => "alu",
        Class::MulDiv => "muldiv",
        Class::Float => "float",
        Class::Load => "load",
        Class::Store => "store",
        Class::Branch => "branch",
        Class::Jump => "jump",
        Class::Trap => "trap",
        Class::System => "system",
    }
}

/// `part` divided by `whole`; 0 if `whole` is 0.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn buckets(histogram: &Histogram) -> Vec<BucketView> {
    histogram.buckets().map(|(from, to, count)| BucketView { from, to, count }).collect()
}

fn uses_view(uses: &Uses) -> UsesView {
    let stalled = uses.reasons().map(|(stall, cycles)| (stall.key().to_string(), cycles));
    UsesView { progress: uses.progress, stalled: stalled.collect() }
}

impl UsesView {
    /// All cycles.
    pub fn cycles(&self) -> u64 {
        self.progress + self.stalled.values().sum::<u64>()
    }

    /// Name, key and cycles of each use, progress first, then the reasons in their order; only those that occurred.
    pub fn rows(&self) -> Vec<(Text, &'static str, u64)> {
        let progress = (text!("progress", "進行"), "progress", self.progress);
        let reasons =
            Stall::ALL.into_iter().map(|s| (stall_name(s), s.key(), self.stalled.get(s.key()).copied().unwrap_or(0)));
        core::iter::once(progress).chain(reasons).filter(|(_, _, cycles)| *cycles > 0).collect()
    }

    /// All uses with their shares in one line.
    fn line(&self) -> Text {
        let all = self.cycles();
        let mut line = Text::default();
        for (name, _, cycles) in self.rows() {
            let part = percent(share(cycles, all), 1);
            let gap = if line.en.is_empty() { "" } else { ", " };
            line =
                Text::new(format!("{}{gap}{} {part}", line.en, name.en), format!("{}{gap}{} {part}", line.ja, name.ja));
        }
        line
    }
}

impl StatsView {
    /// The statistics of a machine whose events a tally has counted.
    pub fn of(machine: &Machine, tally: &Tally) -> Self {
        let array = machine.spec().array;
        let all = machine.state.cycle;
        let (outcome, cycles) = match &machine.state.phase {
            Phase::Running => ("running", all),
            Phase::Draining { cycles } => ("running", *cycles),
            Phase::Ended(Outcome::Halted { cycles, .. }) => ("halted", *cycles),
            Phase::Ended(Outcome::Trapped(_)) => ("trapped", all),
            Phase::Ended(Outcome::CycleLimit) => ("cycle-limit", all),
            Phase::Ended(Outcome::MemoryLimit { .. }) => ("memory-limit", all),
            Phase::Ended(Outcome::Deadlock(_)) => ("deadlock", all),
        };
        let range = tally.latency.range();
        let latency = (range.count > 0).then(|| LatencyStats {
            least: range.least,
            mean: range.mean(),
            median: tally.latency.quantile(500),
            p95: tally.latency.quantile(950),
            p99: tally.latency.quantile(990),
            most: range.most,
            histogram: buckets(&tally.latency),
        });
        let link = |link: Link, carried: Carried| LinkStats {
            from: link.from,
            to: neighbour(array, link.from, link.port).unwrap_or(link.from),
            flits: carried.flits,
            packets: carried.packets,
            share: share(carried.flits, all),
        };
        let router = |at, held_up| {
            let uses = uses_view(tally.router(at));
            RouterStats { at, held_up, share: share(held_up, all), uses }
        };
        let sum = |uses: &mut dyn Iterator<Item = &Uses>| {
            let mut total = Uses::default();
            uses.for_each(|u| total += *u);
            uses_view(&total)
        };
        let ranks = 0..array.nodes();
        let places = || (0..array.routers()).map(|index| array.router_id(index));
        let mpi_ranks = mpi_ranks(machine);
        let nodes = machine.state.nodes.iter().enumerate().map(|(rank, node)| NodeStats {
            at: node.id,
            rank: rank_in(&mpi_ranks, rank),
            executed: node.core.processor.executed,
            polled: node.core.processor.polled,
            dmas: u64::from(node.incc.started),
            core: uses_view(tally.core(rank)),
            incc: uses_view(tally.incc(rank)),
        });
        let of_nodes = |pair: &PairStats| array.rank(pair.from).is_some() && array.rank(pair.to).is_some();
        let mut pairs: Vec<PairStats> = tally
            .pairs
            .iter()
            .map(|((from, to), (count, bytes))| PairStats { from: *from, to: *to, count: *count, bytes: *bytes })
            .filter(|pair| of_nodes(pair) && pair.from != pair.to)
            // One more shows that there are too many.
            .take(MAX_PAIRS + 1)
            .collect();
        if pairs.len() > MAX_PAIRS {
            pairs.clear();
        }
        pairs.sort_by_key(|pair| (array.rank(pair.from), array.rank(pair.to)));
        Self {
            outcome: outcome.to_string(),
            columns: array.width,
            rows: array.height,
            cycles,
            drain: all - cycles,
            instructions: InstructionStats {
                executed: tally.executed(),
                polled: tally.polled,
                mix: tally.by_class().into_iter().map(|(class, n)| (class_key(class).to_string(), n)).collect(),
                by_name: tally.by_instruction().map(|(name, n)| (name.to_string(), n)).collect(),
            },
            dma: DmaStats {
                count: tally.dmas,
                bytes: tally.dma_bytes.range().sum,
                sizes: buckets(&tally.dma_bytes),
                pairs,
            },
            network: NetworkStats {
                packets: tally.packets,
                flits: tally.flits,
                latency,
                busiest_link: tally.busiest_link().map(|(l, _)| link(l, tally.carried(l))),
                most_congested: tally.most_congested().map(|(at, held_up)| router(at, held_up)),
                uses: sum(&mut places().map(|at| tally.router(at))),
            },
            cores: sum(&mut ranks.clone().map(|rank| tally.core(rank))),
            inccs: sum(&mut ranks.map(|rank| tally.incc(rank))),
            memory_node: uses_view(&tally.memory_node),
            nodes: nodes.collect(),
            links: tally.links().map(|(l, carried)| link(l, carried)).collect(),
            routers: places()
                .filter(|at| tally.router(*at).cycles() > tally.router(*at).stalled(Stall::Idle))
                .map(|at| router(at, tally.held_up(at)))
                .collect(),
            checks: None,
        }
    }

    /// Name and value, one line each.
    pub fn lines(&self) -> Vec<(Text, Text)> {
        let percent = |share: f64| percent(share, 1);
        let n = |number: u64| Text::same(format!("{number}"));
        let i = &self.instructions;
        let mut parts: Vec<(&str, u64)> = i.mix.iter().map(|(class, count)| (class.as_str(), *count)).collect();
        parts.sort_by_key(|(class, count)| (u64::MAX - count, *class));
        let mix = parts.into_iter().map(|(class, count)| format!("{class} {}", percent(share(count, i.executed))));
        let mut lines = vec![
            (text!("cycles", "サイクル数"), n(self.cycles)),
            (text!("drain", "その後の転送"), n(self.drain)),
            (text!("instructions", "実行命令数"), n(i.executed)),
            (text!("of these polling", "うちポーリング"), n(i.polled)),
            (text!("instruction mix", "命令の内訳"), Text::same(mix.collect::<Vec<String>>().join(", "))),
            (text!("cycles of the cores", "コアのサイクルの内訳"), self.cores.line()),
            (text!("DMA transfers", "DMA 転送"), n(self.dma.count)),
            (text!("DMA bytes", "DMA バイト数"), n(self.dma.bytes)),
            (text!("packets", "パケット数"), n(self.network.packets)),
            (text!("flits", "フリット数"), n(self.network.flits)),
        ];
        if let Some(l) = &self.network.latency {
            let (least, mean, median, p99, most) = (l.least, format!("{:.1}", l.mean), l.median, l.p99, l.most);
            lines.push((
                text!("packet latency", "パケットの遅延"),
                text!(
                    "{least} to {most}, mean {mean}, median {median}, 99 % within {p99} cycles",
                    "{least} から {most}、平均 {mean}、中央値 {median}、99 % は {p99} サイクル以内"
                ),
            ));
        }
        if let Some(l) = &self.network.busiest_link {
            let (from, to, flits, part) = (l.from, l.to, l.flits, percent(l.share));
            lines.push((
                text!("busiest link", "最も使われたリンク"),
                text!(
                    "{from} to {to}, {flits} flits, {part} of the cycles",
                    "{from} から {to}、{flits} フリット、全サイクルの {part}"
                ),
            ));
        }
        if let Some(r) = &self.network.most_congested {
            let (at, held, part) = (r.at, r.held_up, percent(r.share));
            lines.push((
                text!("most congested router", "最も混雑したルータ"),
                text!(
                    "{at}, a packet held up in {held} cycles, {part} of all",
                    "{at}、パケットが待たされたのは {held} サイクル、全体の {part}"
                ),
            ));
        }
        lines
    }
}
