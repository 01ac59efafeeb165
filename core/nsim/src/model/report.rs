//! The results of a run.

use super::earliest::Earliest;
use super::rank::Doing;
use super::recorder::{BufferChange, RankInterval, Sent};
use super::shard::{Setup, Shard};
use super::{NS, Time};
use alloc::string::String;
use alloc::vec::Vec;
use mcore_base::stats::Histogram;
use mcore_ranks::Op;

/// A link from one switch to another and its load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkUse {
    /// The switch that it leaves.
    pub switch: u32,
    pub port: u8,
    /// The link as text: switch and direction.
    pub name: String,
    pub packets: u64,
    pub bytes: u64,
}

/// A rank that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub rank: u32,
    /// The current operation.
    pub op: Op,
    /// Number of operations begun.
    pub step: u64,
    /// Messages that have arrived and have not been received.
    pub unreceived: usize,
}

/// Times of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankTimes {
    /// Time of its end; the present time if it has not ended.
    pub end: Time,
    /// Time spent computing.
    pub computed: Time,
    /// Time spent waiting.
    pub waited: Time,
}

/// The totals of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Time at which the last rank ended; the present time if some have not ended.
    pub time: Time,
    /// Number of ranks that have ended, and of all ranks.
    pub ended: (u32, u32),
    /// Messages of the program that have arrived.
    pub messages: u64,
    pub bytes: u64,
    /// Packets that entered the network.
    pub packets: u64,
    /// Total number of links between switches that packets crossed.
    pub link_traversals: u64,
    /// Bytes over all links between switches.
    pub link_bytes: u64,
    /// Number of links between switches, counted per direction.
    pub links: u64,
    /// The link that carried the most bytes; the first one of several.
    pub busiest: Option<LinkUse>,
    /// Mean utilisation of the links until [`Report::time`], in millionths.
    pub efficiency: u32,
    /// Latency of messages, in ns.
    pub latency: Histogram,
}

impl Report {
    pub(super) fn new(setup: &Setup, shards: &[Shard], now: Time) -> Self {
        let mut report = Self {
            time: 0,
            ended: (0, setup.mapping.ranks()),
            messages: 0,
            bytes: 0,
            packets: 0,
            link_traversals: 0,
            link_bytes: 0,
            links: 0,
            busiest: None,
            efficiency: 0,
            latency: Histogram::default(),
        };
        for shard in shards {
            report.ended.0 += shard.counts.ended;
            report.messages += shard.counts.messages;
            report.bytes += shard.counts.bytes;
            report.packets += shard.counts.packets;
            report.link_traversals += shard.counts.traversals;
            report.latency.merge(&shard.counts.latency);
            for rank in &shard.nodes {
                if let Doing::Ended(at) = rank.doing {
                    report.time = report.time.max(at);
                }
            }
        }
        if report.ended.0 < report.ended.1 {
            report.time = now;
        }
        for (switch, port, packets, bytes) in links(shards) {
            report.links += 1;
            report.link_bytes += bytes;
            if report.busiest.as_ref().is_none_or(|busiest| bytes > busiest.bytes) {
                report.busiest = Some(named(setup, switch, port, packets, bytes));
            }
        }
        let most = u128::from(report.links) * u128::from(setup.params.link_rate) * u128::from(report.time);
        let carried = u128::from(report.link_bytes) * 1_000_000_000_000 * 1_000_000;
        report.efficiency = carried.checked_div(most).unwrap_or(0) as u32;
        report
    }

    /// Mean throughput of a link, in bytes per second.
    pub fn link_rate(&self) -> f64 {
        if self.time == 0 || self.links == 0 {
            return 0.0;
        }
        self.link_bytes as f64 / self.links as f64 / (self.time as f64 * 1e-12)
    }

    /// [`Report::efficiency`] as a share from 0 to 1.
    pub fn efficiency(&self) -> f64 {
        f64::from(self.efficiency) / 1e6
    }

    /// [`Report::time`] in nanoseconds.
    pub fn time_ns(&self) -> f64 {
        self.time as f64 / NS as f64
    }
}

/// Switch, port, packets and bytes of each link between switches.
fn links(shards: &[Shard]) -> impl Iterator<Item = (u32, u8, u64, u64)> + '_ {
    shards.iter().flat_map(|shard| {
        shard.range().flat_map(move |switch| {
            shard.links_of(switch).map(move |(port, slot)| {
                let carried = shard.outputs[slot].carried;
                (switch, port, carried.packets, carried.bytes)
            })
        })
    })
}

fn named(setup: &Setup, switch: u32, port: u8, packets: u64, bytes: u64) -> LinkUse {
    let name = alloc::format!("{} {}", setup.routes.switch_name(switch), setup.routes.port_name(switch, port));
    LinkUse { switch, port, name, packets, bytes }
}

impl super::Machine {
    /// Every link between switches and its load.
    pub fn links(&self) -> Vec<LinkUse> {
        links(self.shards())
            .map(|(switch, port, packets, bytes)| named(self.setup(), switch, port, packets, bytes))
            .collect()
    }

    /// Bytes of each link between switches per interval: the length of an interval, and the sums of each link. `None`
    /// if it was not recorded.
    pub fn link_history(&self) -> Option<(Time, Vec<Vec<u32>>)> {
        let longest = self.shards().iter().filter_map(|s| s.recorder.links.as_ref()).map(|h| h.interval).max()?;
        let mut rows: Vec<Vec<u32>> = Vec::new();
        for shard in self.shards() {
            let mut history = shard.recorder.links.clone()?;
            while history.interval < longest {
                history.halve();
            }
            let slots = shard.outputs.len().max(1);
            for (_, slot) in shard.range().flat_map(|switch| shard.links_of(switch)) {
                rows.push(history.bytes.chunks(slots).map(|interval| interval[slot]).collect());
            }
        }
        // A part without recent events has fewer intervals.
        let intervals = rows.iter().map(Vec::len).max().unwrap_or(0);
        rows.iter_mut().for_each(|row| row.resize(intervals, 0));
        Some((longest, rows))
    }

    /// Switches whose buffers are recorded, in order.
    pub fn watched(&self) -> Vec<u32> {
        // Every part knows all of them.
        self.shards().first().map_or_else(Vec::new, |shard| shard.recorder.watched.clone())
    }

    /// Changes of the recorded buffers in order of time, and whether some are missing because there were too many.
    pub fn buffer_changes(&self) -> (Vec<BufferChange>, bool) {
        let (mut all, cut) = Earliest::of_all(self.shards().iter().map(|shard| shard.recorder.changes.clone()));
        // A packet that is forwarded immediately arrives before it leaves.
        all.sort_unstable_by_key(|c| (c.time, c.switch, c.port, c.channel, -c.change));
        (all, cut)
    }

    /// Activities of the ranks and the messages between them, in order of time, if that was recorded.
    pub fn rank_history(&self) -> (Vec<RankInterval>, Vec<Sent>) {
        let (mut rank_intervals, _) =
            Earliest::of_all(self.shards().iter().map(|shard| shard.recorder.rank_intervals.clone()));
        rank_intervals.sort_unstable_by_key(|rank_interval| {
            (rank_interval.from, rank_interval.rank, rank_interval.until, rank_interval.activity)
        });
        let (mut messages, _) = Earliest::of_all(self.shards().iter().map(|shard| shard.recorder.messages.clone()));
        messages.sort_unstable_by_key(|m| (m.sent, m.from, m.received, m.to, m.bytes));
        (rank_intervals, messages)
    }

    /// The times of each rank.
    pub fn rank_times(&self) -> Vec<RankTimes> {
        let setup = self.setup();
        (0..setup.mapping.ranks())
            .map(|rank| {
                let node = setup.mapping.node(rank);
                let home = setup.routes.home(node).0;
                let shard = &self.shards()[setup.parts.partition_point(|first| *first <= home) - 1];
                let state = &shard.nodes[(node - shard.first_node()) as usize];
                let end = if let Doing::Ended(at) = state.doing { at } else { self.now() };
                RankTimes { end, computed: state.computed, waited: state.waited }
            })
            .collect()
    }
}
