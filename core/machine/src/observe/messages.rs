//! The messages of an interval of a run: which DMA went from where to where, and when; all are counted, some are kept.

use crate::parts::{Event, EventKind, kinds};
use alloc::{collections::BTreeMap, vec::Vec};
use mcore_base::{Cycle, NodeId, Sink};
use mcore_net::PacketTag;
use serde::{Deserialize, Serialize};

/// Maximum number of messages that are kept.
pub const MAX_MESSAGES: usize = 384;

/// A DMA in outline: an arrow from its source to its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The node that sent it.
    pub source: NodeId,
    pub dst: NodeId,
    /// The cycle in which it was started; `None`: before the interval.
    pub from: Option<Cycle>,
    /// The cycle in which its last word was written; `None`: not within the interval.
    pub until: Option<Cycle>,
    /// Its length in bytes, if its start was seen.
    pub bytes: Option<u32>,
}

/// Keeps some of many items in bounded memory: when there are too many, every second one is dropped, then every second
/// one of the rest, and so on. So the kept ones are spread evenly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spread<T> {
    /// With their numbers among all, from 0.
    kept: Vec<(u64, T)>,
    pub(super) every: u64,
    pub(super) total: u64,
}

impl<T> Default for Spread<T> {
    fn default() -> Self {
        Self { kept: Vec::new(), every: 1, total: 0 }
    }
}

impl<T> Spread<T> {
    pub(super) fn push(&mut self, item: T) {
        let number = self.total;
        self.total += 1;
        if self.kept.len() == MAX_MESSAGES && number.is_multiple_of(self.every) {
            self.every *= 2;
            let every = self.every;
            self.kept.retain(|(number, _)| number.is_multiple_of(every));
        }
        if number.is_multiple_of(self.every) {
            self.kept.push((number, item));
        }
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &T> {
        self.kept.iter().map(|(_, item)| item)
    }

    /// The last kept item for which this is true.
    pub(super) fn last(&mut self, mut wanted: impl FnMut(&T) -> bool) -> Option<&mut T> {
        self.kept.iter_mut().rev().map(|(_, item)| item).find(|item| wanted(item))
    }
}

/// Collects the messages of an interval; the kept ones are spread evenly over it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Messages {
    /// With the last packet of each.
    kept: Spread<(PacketTag, Message)>,
    /// By source, the number of its first packet in the interval: packets with smaller numbers were started before.
    first: BTreeMap<NodeId, u32>,
}

impl Messages {
    /// All messages that were in flight at some time in the interval, kept or not.
    pub fn total(&self) -> u64 {
        self.kept.total
    }

    /// One of this many messages is kept: 1, or a power of two.
    pub fn every(&self) -> u64 {
        self.kept.every
    }

    /// The kept messages in the order in which they were first seen.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Message> + '_ {
        self.kept.iter().map(|(_, message)| *message)
    }

    fn delivered(&mut self, cycle: Cycle, at: NodeId, tag: PacketTag) {
        // Packet numbers wrap around, so they are compared by their distance.
        let started_here = |first: &u32| (tag.number.wrapping_sub(*first) as i32) >= 0;
        if self.first.get(&tag.source).is_some_and(started_here) {
            let of_this = |(last, message): &(PacketTag, Message)| *last == tag && message.until.is_none();
            if let Some((_, message)) = self.kept.last(of_this) {
                message.until = Some(cycle);
            }
        } else {
            let message = Message { source: tag.source, dst: at, from: None, until: Some(cycle), bytes: None };
            self.kept.push((tag, message));
        }
    }
}

impl Sink<Event> for Messages {
    const WANTS: u32 = kinds::DMA;

    fn emit(&mut self, event: Event) {
        match event.what {
            EventKind::DmaStarted { first, command } => {
                self.first.entry(event.node).or_insert(first);
                let last = first.wrapping_add(command.packets().saturating_sub(1));
                let message = Message {
                    source: event.node,
                    dst: command.dst,
                    from: Some(event.cycle),
                    until: None,
                    bytes: Some(command.words.saturating_mul(4)),
                };
                self.kept.push((PacketTag { source: event.node, number: last }, message));
            }
            EventKind::DmaDelivered { tag } => self.delivered(event.cycle, event.node, tag),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::Command;

    fn started(cycle: Cycle, first: u32, words: u32) -> Event {
        let dst = NodeId::new(2, 1);
        let command = Command { local: 0x1000, local_stride: 4, dst, remote: 0x2000, remote_stride: 4, words };
        Event { cycle, node: NodeId::new(1, 1), what: EventKind::DmaStarted { first, command } }
    }

    fn delivered(cycle: Cycle, number: u32) -> Event {
        let tag = PacketTag { source: NodeId::new(1, 1), number };
        Event { cycle, node: NodeId::new(2, 1), what: EventKind::DmaDelivered { tag } }
    }

    #[test]
    fn a_message_is_known_by_its_last_packet() {
        let mut messages = Messages::default();
        // 20 words are three packets of seven.
        [started(5, 10, 20), started(30, 13, 1), delivered(60, 12), delivered(61, 13)]
            .into_iter()
            .for_each(|event| messages.emit(event));
        let seen: Vec<_> = messages.iter().map(|m| (m.from, m.until, m.bytes)).collect();
        assert_eq!(seen, [(Some(5), Some(60), Some(80)), (Some(30), Some(61), Some(4))]);
    }

    #[test]
    fn what_began_before_or_ends_later_has_one_end_only() {
        let mut messages = Messages::default();
        [delivered(3, u32::MAX), started(5, 0, 1), delivered(9, 0), started(10, 1, 1)]
            .into_iter()
            .for_each(|event| messages.emit(event));
        let seen: Vec<_> = messages.iter().map(|m| (m.from, m.until)).collect();
        assert_eq!(seen, [(None, Some(3)), (Some(5), Some(9)), (Some(10), None)]);
    }

    #[test]
    fn of_many_messages_those_that_are_kept_are_spread_evenly() {
        let mut messages = Messages::default();
        for number in 0..10_000 {
            messages.emit(started(u64::from(number) * 10, number, 1));
            messages.emit(delivered(u64::from(number) * 10 + 7, number));
        }
        assert_eq!((messages.total(), messages.every()), (10_000, 32));
        let begins: Vec<_> = messages.iter().filter_map(|m| m.from).collect();
        assert_eq!(begins, (0..10_000u64).step_by(32).map(|n| n * 10).collect::<Vec<_>>());
        assert!(messages.iter().all(|m| m.until == m.from.map(|c| c + 7)));
    }
}
