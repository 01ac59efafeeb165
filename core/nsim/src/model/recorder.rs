//! Optional recordings of a running machine.

use super::Time;
use super::earliest::Earliest;
use alloc::{vec, vec::Vec};

/// Bytes per link and interval of time. When all intervals are full, neighbours are added together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LinkHistory {
    links: usize,
    /// Maximum number of intervals.
    most: usize,
    /// Length of an interval.
    pub interval: Time,
    /// Interval by interval.
    pub bytes: Vec<u32>,
}

impl LinkHistory {
    /// An empty history of `links` links, with at most `most` intervals.
    pub fn new(links: usize, interval: Time, most: usize) -> Self {
        Self { links, most: most.max(2), interval: interval.max(1), bytes: Vec::new() }
    }

    /// Adds the bytes that a link carries from `time` on.
    pub fn add(&mut self, time: Time, link: usize, bytes: u32) {
        while time / self.interval >= self.most as Time {
            self.halve();
        }
        let at = (time / self.interval) as usize * self.links;
        if self.bytes.len() < at + self.links {
            self.bytes.resize(at + self.links, 0);
        }
        if let Some(sum) = self.bytes.get_mut(at + link) {
            *sum = sum.saturating_add(bytes);
        }
    }

    /// Recent bytes of a link: those of the current interval, and a share of the previous one that completes a whole
    /// interval.
    pub fn recent(&self, time: Time, link: usize) -> u64 {
        let of = |interval: u64| {
            let at = interval as usize * self.links + link;
            u64::from(self.bytes.get(at).copied().unwrap_or(0))
        };
        let (interval, passed) = (time / self.interval, time % self.interval);
        let before = if interval == 0 { 0 } else { of(interval - 1) };
        let missing = u128::from(self.interval - passed);
        of(interval) + (u128::from(before) * missing / u128::from(self.interval)) as u64
    }

    /// Doubles the length of the intervals.
    pub fn halve(&mut self) {
        let mut halved = vec![0u32; self.bytes.len().div_ceil(2 * self.links.max(1)) * self.links];
        for (pair, to) in self.bytes.chunks(2 * self.links.max(1)).zip(halved.chunks_mut(self.links.max(1))) {
            for interval in pair.chunks(self.links.max(1)) {
                to.iter_mut().zip(interval).for_each(|(sum, bytes)| *sum = sum.saturating_add(*bytes));
            }
        }
        self.bytes = halved;
        self.interval *= 2;
    }
}

/// A change of an input buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BufferChange {
    pub time: Time,
    pub switch: u32,
    /// Port of the buffer.
    pub port: u8,
    /// Its virtual channel.
    pub channel: u8,
    /// One packet more (1) or less (-1).
    pub change: i8,
}

/// An activity of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activity {
    Compute,
    /// It is in a function that sends.
    Send,
    Wait,
}

/// An interval of time of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RankInterval {
    pub rank: u32,
    /// The start.
    pub from: Time,
    /// The end.
    pub until: Time,
    pub activity: Activity,
}

/// A message, for the diagram of ranks over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sent {
    /// Source rank.
    pub from: u32,
    /// Destination rank.
    pub to: u32,
    pub bytes: u64,
    /// The time at which the sending function was called.
    pub sent: Time,
    /// The time at which everything had arrived.
    pub received: Time,
}

/// The recordings of a part of a machine, bounded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Recorder {
    pub links: Option<LinkHistory>,
    /// Switches whose buffers are recorded, in order.
    pub watched: Vec<u32>,
    pub changes: Earliest<BufferChange>,
    /// Whether ranks and messages are recorded.
    pub ranks: bool,
    pub rank_intervals: Earliest<RankInterval>,
    pub messages: Earliest<Sent>,
}

impl Recorder {
    /// Approximate bytes of memory.
    pub fn bytes(&self) -> usize {
        self.links.as_ref().map_or(0, |links| size_of_val(&*links.bytes))
            + self.changes.bytes()
            + self.rank_intervals.bytes()
            + self.messages.bytes()
    }

    /// Records a buffer change.
    pub fn buffer(&mut self, change: BufferChange) {
        if self.watched.binary_search(&change.switch).is_ok() {
            self.changes.push(change);
        }
    }

    /// Records an activity of a rank.
    pub fn rank_interval(&mut self, rank_interval: RankInterval) {
        if self.ranks && rank_interval.until > rank_interval.from {
            self.rank_intervals.push(rank_interval);
        }
    }

    /// Records a message that has arrived.
    pub fn message(&mut self, message: Sent) {
        if self.ranks {
            self.messages.push(message);
        }
    }
}
