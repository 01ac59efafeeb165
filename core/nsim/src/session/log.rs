//! The activities of the ranks so far, for the space-time diagram. Kept beside the states: it only grows while a run
//! continues.

use crate::model::{Activity, NS, RankInterval, Sent, Time};
use crate::view::NsimDiagram;
use alloc::vec::Vec;

/// Maximum number of intervals, and of messages, that are kept.
const MAX_ENTRIES: usize = 1_000_000;
/// Maximum number of messages in a diagram: more cannot be distinguished.
const MAX_SHOWN: usize = 3000;

/// The activities of the ranks so far.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// By rank, in order of time.
    rank_intervals: Vec<Vec<RankInterval>>,
    messages: Vec<Sent>,
    count: usize,
}

impl Log {
    /// An empty log.
    pub fn new(ranks: u32) -> Self {
        Self { rank_intervals: (0..ranks).map(|_| Vec::new()).collect(), messages: Vec::new(), count: 0 }
    }

    /// Adds new entries.
    pub fn add(&mut self, (rank_intervals, messages): (Vec<RankInterval>, Vec<Sent>)) {
        for rank_interval in rank_intervals {
            if self.count < MAX_ENTRIES
                && let Some(own) = self.rank_intervals.get_mut(rank_interval.rank as usize)
            {
                own.push(rank_interval);
                self.count += 1;
            }
        }
        let room = MAX_ENTRIES.saturating_sub(self.messages.len());
        self.messages.extend(messages.into_iter().take(room));
    }

    /// The activities of `ranks` ranks, starting at `first`, between two times.
    pub fn diagram(&self, first: u32, ranks: u32, from: Time, until: Time) -> NsimDiagram {
        let ns = |time: Time| time as f64 / NS as f64;
        let last = first.saturating_add(ranks).min(self.rank_intervals.len() as u32);
        let shown = first..last;
        let mut diagram = NsimDiagram {
            first,
            ranks: last.saturating_sub(first),
            from: ns(from),
            until: ns(until),
            ..NsimDiagram::default()
        };
        for rank in shown.clone() {
            let own = &self.rank_intervals[rank as usize];
            // Intervals of a rank do not overlap, so their ends are in order too.
            let begin = own.partition_point(|rank_interval| rank_interval.until <= from);
            for rank_interval in own[begin..].iter().take_while(|rank_interval| rank_interval.from < until) {
                let what = match rank_interval.activity {
                    Activity::Compute => 0,
                    Activity::Send => 1,
                    Activity::Wait => 2,
                };
                diagram.rank_intervals.push((rank, ns(rank_interval.from), ns(rank_interval.until), what));
            }
        }
        for message in &self.messages {
            let near = shown.contains(&message.from) || shown.contains(&message.to);
            if near && message.received > from && message.sent < until {
                if diagram.messages.len() == MAX_SHOWN {
                    diagram.cut = true;
                    break;
                }
                let (sent, received) = (ns(message.sent), ns(message.received));
                diagram.messages.push((message.from, message.to, sent, received, message.bytes));
            }
        }
        diagram
    }
}
