//! Statistics of a run, as numbers for programs and as lines for people.

use super::ReportsView;
use crate::base::{Cycle, NodeId, Text};
use crate::chip::{Link, Machine, Outcome, Phase, Tally};
use crate::isa::Class;
use crate::net::neighbour;
use crate::text;
use alloc::{collections::BTreeMap, format, string::String, vec, vec::Vec};
use serde::Serialize;

/// Instructions executed by all cores together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InstructionStats {
    /// All.
    pub executed: u64,
    /// Of these, in polling loops.
    pub polled: u64,
    /// By class.
    pub mix: BTreeMap<&'static str, u64>,
    /// By name.
    pub by_name: BTreeMap<&'static str, u64>,
}

/// DMA transfers started.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DmaStats {
    /// Number.
    pub count: u64,
    /// Bytes of data.
    pub bytes: u64,
}

/// Latency of packets, from the header's forming to the last word's writing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LatencyStats {
    /// The shortest, in cycles.
    pub least: u64,
    /// The mean.
    pub mean: f64,
    /// The longest.
    pub most: u64,
}

/// A link and its use.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinkStats {
    /// The router that it leaves.
    pub from: NodeId,
    /// The router that it arrives at.
    pub to: NodeId,
    /// Flits carried.
    pub flits: u64,
    /// Flits a cycle, 0 to 1.
    pub share: f64,
}

/// A router and its congestion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RouterStats {
    /// The router.
    pub at: NodeId,
    /// Cycles in which some packet was held up there.
    pub held_up: u64,
    /// The same as a share of all cycles, 0 to 1.
    pub share: f64,
}

/// Traffic in the network.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NetworkStats {
    /// Packets injected.
    pub packets: u64,
    /// Flits that entered.
    pub flits: u64,
    /// Latency of the packets, if one has been delivered.
    pub latency: Option<LatencyStats>,
    /// The link between routers that carried most flits.
    pub busiest_link: Option<LinkStats>,
    /// The router in which packets were held up most.
    pub most_congested: Option<RouterStats>,
}

/// Statistics of a run. They depend on nothing but the program and the chip.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatsView {
    /// How it ended: `halted`, `trapped`, `cycle-limit`, `deadlock`, or `running` if it has not.
    pub outcome: &'static str,
    /// Columns of compute nodes.
    pub columns: u8,
    /// Rows of compute nodes.
    pub rows: u8,
    /// Cycles until the last core halted, or until now.
    pub cycles: Cycle,
    /// Further cycles until nothing moved any more.
    pub drain: Cycle,
    /// What the cores executed.
    pub instructions: InstructionStats,
    /// Transfers.
    pub dma: DmaStats,
    /// Traffic.
    pub network: NetworkStats,
    /// What the checks have found, if the run was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
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

/// `part` of `whole`; 0 of nothing.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
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
            Phase::Ended(Outcome::Deadlock(_)) => ("deadlock", all),
        };
        let latency = (tally.latency.count > 0).then(|| LatencyStats {
            least: tally.latency.least,
            mean: share(tally.latency.sum, tally.latency.count),
            most: tally.latency.most,
        });
        let link = |(link, flits): (Link, u64)| LinkStats {
            from: link.from,
            to: neighbour(array, link.from, link.port).unwrap_or(link.from),
            flits,
            share: share(flits, all),
        };
        let router = |(at, held_up)| RouterStats { at, held_up, share: share(held_up, all) };
        Self {
            outcome,
            columns: array.width,
            rows: array.height,
            cycles,
            drain: all - cycles,
            instructions: InstructionStats {
                executed: tally.executed(),
                polled: tally.polled,
                mix: tally.by_class().into_iter().map(|(class, n)| (class_key(class), n)).collect(),
                by_name: tally.by_instruction().collect(),
            },
            dma: DmaStats { count: tally.dmas, bytes: 4 * tally.dma_words },
            network: NetworkStats {
                packets: tally.packets,
                flits: tally.flits,
                latency,
                busiest_link: tally.busiest_link().map(link),
                most_congested: tally.most_congested().map(router),
            },
            checks: None,
        }
    }

    /// Name and value, a line each.
    pub fn lines(&self) -> Vec<(Text, Text)> {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let n = |number: u64| Text::same(format!("{number}"));
        let i = &self.instructions;
        let mut parts: Vec<(&str, u64)> = i.mix.iter().map(|(class, count)| (*class, *count)).collect();
        parts.sort_by_key(|(class, count)| (u64::MAX - count, *class));
        let mix = parts.into_iter().map(|(class, count)| format!("{class} {}", percent(share(count, i.executed))));
        let mut lines = vec![
            (text!("cycles", "サイクル数"), n(self.cycles)),
            (text!("drain", "その後の転送"), n(self.drain)),
            (text!("instructions", "実行命令数"), n(i.executed)),
            (text!("of these polling", "うちポーリング"), n(i.polled)),
            (text!("instruction mix", "命令の内訳"), Text::same(mix.collect::<Vec<String>>().join(", "))),
            (text!("DMA transfers", "DMA 転送"), n(self.dma.count)),
            (text!("DMA bytes", "DMA バイト数"), n(self.dma.bytes)),
            (text!("packets", "パケット数"), n(self.network.packets)),
            (text!("flits", "フリット数"), n(self.network.flits)),
        ];
        if let Some(l) = &self.network.latency {
            let (least, mean, most) = (l.least, format!("{:.1}", l.mean), l.most);
            lines.push((
                text!("packet latency", "パケットの遅延"),
                text!("{least} to {most}, mean {mean} cycles", "{least} から {most}、平均 {mean} サイクル"),
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
