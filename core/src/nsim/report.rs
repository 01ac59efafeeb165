//! What a run has come to.

use super::earliest::Earliest;
use super::program::Op;
use super::rank::Doing;
use super::recorder::{BufferChange, Sent, Stretch};
use super::shard::{Setup, Shard};
use super::{NS, Time};
use crate::stats::Histogram;
use alloc::string::String;
use alloc::vec::Vec;

/// A link from a switch to another and what it has carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkUse {
    /// The switch it leaves.
    pub switch: u32,
    /// By which port.
    pub port: u8,
    /// The link in words: switch and direction.
    pub name: String,
    /// Packets.
    pub packets: u64,
    /// Bytes.
    pub bytes: u64,
}

/// A rank that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The rank.
    pub rank: u32,
    /// The operation under way.
    pub op: Op,
    /// How many operations it has begun.
    pub step: u64,
    /// Messages that have come and that nobody has received.
    pub unreceived: usize,
}

/// Time of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankTimes {
    /// When it ended; the present if it has not.
    pub end: Time,
    /// Time in computation.
    pub computed: Time,
    /// Time in which it waited.
    pub waited: Time,
}

/// The sums of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// When the last rank ended; the present if some have not.
    pub time: Time,
    /// Ranks that have ended, and all.
    pub ended: (u32, u32),
    /// Messages of the program that have arrived.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Packets that entered the network.
    pub packets: u64,
    /// Links between switches that packets crossed, all together.
    pub link_traversals: u64,
    /// Bytes over all links between switches.
    pub link_bytes: u64,
    /// Number of links between switches, one way.
    pub links: u64,
    /// The link that carried the most bytes; the first of several.
    pub busiest: Option<LinkUse>,
    /// Mean share of their throughput that the links carried until [`Report::time`], in millionths.
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

    /// Mean throughput of a link, in bytes a second.
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
            shard.links_of(switch).map(move |(port, lane)| {
                let carried = shard.outputs[lane].carried;
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
    /// Every link between switches and what it has carried.
    pub fn links(&self) -> Vec<LinkUse> {
        links(self.shards())
            .map(|(switch, port, packets, bytes)| named(self.setup(), switch, port, packets, bytes))
            .collect()
    }

    /// Bytes of each link between switches by interval: the length of an interval, and for each link its sums. Nothing
    /// if it was not recorded.
    pub fn link_history(&self) -> Option<(Time, Vec<Vec<u32>>)> {
        let longest = self.shards().iter().filter_map(|s| s.recorder.links.as_ref()).map(|h| h.interval).max()?;
        let mut rows: Vec<Vec<u32>> = Vec::new();
        for shard in self.shards() {
            let mut history = shard.recorder.links.clone()?;
            while history.interval < longest {
                history.halve();
            }
            let lanes = shard.outputs.len().max(1);
            for (_, lane) in shard.range().flat_map(|switch| shard.links_of(switch)) {
                rows.push(history.bytes.chunks(lanes).map(|interval| interval[lane]).collect());
            }
        }
        // A part in which nothing happened at the end has fewer intervals.
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
        // A packet that goes on at once comes before it goes.
        all.sort_unstable_by_key(|c| (c.time, c.switch, c.port, c.channel, -c.change));
        (all, cut)
    }

    /// What ranks did and the messages between them, in order of time, if that was recorded.
    pub fn rank_history(&self) -> (Vec<Stretch>, Vec<Sent>) {
        let (mut stretches, _) = Earliest::of_all(self.shards().iter().map(|shard| shard.recorder.stretches.clone()));
        stretches.sort_unstable_by_key(|stretch| (stretch.from, stretch.rank, stretch.until, stretch.activity));
        let (mut messages, _) = Earliest::of_all(self.shards().iter().map(|shard| shard.recorder.messages.clone()));
        messages.sort_unstable_by_key(|m| (m.sent, m.from, m.received, m.to, m.bytes));
        (stretches, messages)
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
