//! A run of a program with MPI as a communication record, and as a profile: the time in MPI by rank and function, and the bytes
//! between ranks.

use super::messages::Spread;
use super::mpi::{Mpi, MpiMessage, MpiNews};
use crate::parts::{Chip, Event};
use alloc::{collections::BTreeMap, vec, vec::Vec};
use core::fmt;
use mcore_base::{Cycle, Sink};
use mcore_ranks::record::{self, Head, Interval, Item};
use serde::{Deserialize, Serialize};

/// Clock of the chip, in cycles per second.
const CLOCK_HZ: u64 = 1_000_000_000;

/// Collects the messages and the computation of a run.
#[derive(Clone, Debug)]
pub struct CommRecord {
    mpi: Mpi,
    parts: Parts,
}

#[derive(Clone, Debug)]
struct Parts {
    /// With their number in the order of sending.
    messages: Vec<MpiMessage>,
    computation: Vec<Interval>,
    /// By rank of the array: the first cycle after the last call, until the core halts.
    since: Vec<Option<Cycle>>,
}

impl Parts {
    fn take(&mut self, mpi: &Mpi, node: usize, news: &MpiNews, cycle: Cycle) {
        let Some(since) = self.since.get_mut(node) else { return };
        let begin = *since;
        let until = match news {
            MpiNews::Began(call) => call.begin,
            MpiNews::Halted => cycle,
            MpiNews::Ended(call) => {
                *since = Some(call.end + 1);
                return;
            }
            MpiNews::Delivered(message) => return self.messages.push(*message),
            _ => return,
        };
        *since = None;
        if let Some(begin) = begin.filter(|begin| *begin < until) {
            self.computation.push(Interval { rank: mpi.rank(node).into(), begin, end: until });
        }
    }
}

impl CommRecord {
    /// The record of a run of this machine from its present cycle on.
    pub fn new(machine: &Chip) -> Self {
        let since = vec![Some(machine.state.cycle); machine.state.nodes.len()];
        let parts = Parts { messages: Vec::new(), computation: Vec::new(), since };
        Self { mpi: Mpi::new(machine), parts }
    }

    /// The number of messages and intervals, without messages that are under way.
    pub fn items(&self) -> usize {
        self.parts.messages.len() + self.parts.computation.len()
    }

    /// Writes the record as lines: messages and computation in the order of their start, those of one rank that begin in the same
    /// cycle in the order of the program.
    ///
    /// # Errors
    /// The output fails.
    pub fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let ranks = self.parts.since.len() as u64;
        record::write_head(out, &Head { ranks, clock_hz: CLOCK_HZ })?;
        let messages = self.parts.messages.iter().chain(self.mpi.open());
        let mut items: Vec<(Cycle, u64, Cycle, Item)> = Vec::new();
        for message in messages {
            let item = record::Message {
                source: message.source.into(),
                destination: message.destination.into(),
                tag: message.tag.map(i64::from),
                bytes: message.bytes.into(),
                collective: message.tag.is_none().then(|| self.mpi.function(message.function).into()),
                posted: message.posted(),
                matched: message.matched,
                delivered: message.delivered,
            };
            items.push((message.posted(), message.source.into(), message.sent, Item::Message(item)));
        }
        for interval in &self.parts.computation {
            items.push((interval.begin, interval.rank, interval.begin, Item::Interval(interval.clone())));
        }
        items.sort_by_key(|(begin, rank, sent, _)| (*begin, *rank, *sent));
        items.iter().try_for_each(|(.., item)| record::write(out, item))
    }
}

impl Sink<Event> for CommRecord {
    const WANTS: u32 = Mpi::WANTS;

    fn emit(&mut self, event: Event) {
        let Self { mpi, parts } = self;
        mpi.take(&event, &mut |mpi, node, news| parts.take(mpi, node, &news, event.cycle));
    }
}

/// The use of a function of MPI, or of all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MpiUse {
    /// Calls that have ended.
    pub calls: u64,
    /// Cycles in calls; in a view also those of a call that has not ended, up to now.
    pub cycles: Cycle,
    /// Of these, cycles in which the core polled.
    pub waiting: Cycle,
    /// Messages that it has sent.
    pub messages: u64,
    /// Bytes of their data.
    pub bytes: u64,
    /// Messages that it has received and whose receive waited for the sender to begin.
    pub late_senders: u64,
    /// Cycles of these waits.
    pub late_sender_cycles: Cycle,
    /// Messages that it has received and that were there before the call of the receiver.
    pub late_receivers: u64,
    /// Cycles for which they were there.
    pub late_receiver_cycles: Cycle,
}

impl MpiUse {
    /// Adds another use.
    pub fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.cycles += other.cycles;
        self.waiting += other.waiting;
        self.messages += other.messages;
        self.bytes += other.bytes;
        self.late_senders += other.late_senders;
        self.late_sender_cycles += other.late_sender_cycles;
        self.late_receivers += other.late_receivers;
        self.late_receiver_cycles += other.late_receiver_cycles;
    }
}

/// The messages from a rank to another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// Their number.
    pub messages: u64,
    /// Bytes of their data.
    pub bytes: u64,
}

/// Time in MPI by rank and function, and the bytes between ranks.
#[derive(Clone, Debug)]
pub struct MpiProfile {
    mpi: Mpi,
    uses: BTreeMap<(u32, u16), MpiUse>,
    pairs: BTreeMap<(u32, u32), Pair>,
    /// By rank of the array: the cycle up to which waits for late senders are counted. A call may wait for several.
    counted: Vec<Cycle>,
}

impl MpiProfile {
    /// The profile of a run of this machine from its present cycle on.
    pub fn new(machine: &Chip) -> Self {
        let counted = vec![0; machine.state.nodes.len()];
        Self { mpi: Mpi::new(machine), uses: BTreeMap::new(), pairs: BTreeMap::new(), counted }
    }

    /// By rank and function: what it did.
    pub fn uses(&self) -> impl Iterator<Item = (u32, &str, MpiUse)> {
        self.uses.iter().map(|((rank, function), used)| (*rank, self.mpi.function(*function), *used))
    }

    /// By source and destination: the messages that were sent.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32, Pair)> {
        self.pairs.iter().map(|((from, to), pair)| (*from, *to, *pair))
    }

    /// The rank of MPI of a node, given by its rank of the array.
    pub fn rank(&self, node: usize) -> u32 {
        self.mpi.rank(node)
    }

    /// The call in which a node is, as [`Mpi::running`].
    pub fn running(&self, node: usize) -> Option<(&str, Cycle, u64)> {
        self.mpi.running(node)
    }

    /// The calls and messages that it follows.
    pub fn mpi(&self) -> &Mpi {
        &self.mpi
    }

    /// About the bytes that it takes.
    pub fn bytes(&self) -> usize {
        // The entries of a map have neighbours and room for more.
        let pairs = self.pairs.len() * 2 * size_of::<((u32, u32), Pair)>();
        let uses = self.uses.len() * 2 * size_of::<((u32, u16), MpiUse)>();
        size_of::<Self>() + pairs + uses + self.mpi.bytes()
    }

    /// Takes in an event, and shows all that it means to `also`.
    pub fn take(&mut self, event: &Event, also: &mut dyn FnMut(&MpiNews)) {
        let Self { mpi, uses, pairs, counted } = self;
        mpi.take(event, &mut |mpi, node, news| {
            also(&news);
            let rank = mpi.rank(node);
            match news {
                MpiNews::Ended(call) => {
                    let used = uses.entry((rank, call.function)).or_default();
                    used.calls += 1;
                    used.cycles += call.end - call.begin + 1;
                    used.waiting += call.waited;
                }
                MpiNews::Sent(message) => {
                    let used = uses.entry((rank, message.function)).or_default();
                    used.messages += 1;
                    used.bytes += u64::from(message.bytes);
                    let pair = pairs.entry((message.source, message.destination)).or_default();
                    pair.messages += 1;
                    pair.bytes += u64::from(message.bytes);
                }
                MpiNews::Matched(message) => {
                    let Some((function, _)) = message.receive else { return };
                    let used = uses.entry((rank, function)).or_default();
                    let late = message.begun.saturating_sub(counted.get(node).copied().unwrap_or(0));
                    let (sender, receiver) = (message.late_sender().min(late), message.late_receiver());
                    if let Some(counted) = counted.get_mut(node).filter(|_| sender > 0) {
                        *counted = message.begun;
                        used.late_senders += 1;
                        used.late_sender_cycles += sender;
                    } else if receiver > 0 {
                        used.late_receivers += 1;
                        used.late_receiver_cycles += receiver;
                    }
                }
                MpiNews::Began(_)
                | MpiNews::Delivered(_)
                | MpiNews::Marked(_)
                | MpiNews::RegionBegan(_)
                | MpiNews::RegionEnded
                | MpiNews::Halted => {}
            }
        });
    }
}

impl Sink<Event> for MpiProfile {
    const WANTS: u32 = Mpi::WANTS;

    fn emit(&mut self, event: Event) {
        self.take(&event, &mut |_| {});
    }
}

/// The messages of MPI in an interval: all are counted, some are kept, spread evenly.
#[derive(Clone, Debug, Default)]
pub struct MpiMessages {
    kept: Spread<MpiMessage>,
}

impl MpiMessages {
    /// The messages of an interval that begins in this state: those that are under way are the first ones.
    pub fn from(mpi: &Mpi) -> Self {
        let mut messages = Self::default();
        mpi.open().for_each(|message| messages.kept.push(*message));
        messages
    }

    /// Takes in what has happened.
    pub fn take(&mut self, news: &MpiNews) {
        match news {
            MpiNews::Sent(message) => self.kept.push(*message),
            MpiNews::Matched(message) | MpiNews::Delivered(message) => {
                // A node sends one message in a cycle.
                let same = |kept: &MpiMessage| (kept.source, kept.sent) == (message.source, message.sent);
                if let Some(kept) = self.kept.last(same) {
                    *kept = *message;
                }
            }
            _ => {}
        }
    }

    /// All messages that were under way at some time in the interval, kept or not.
    pub fn total(&self) -> u64 {
        self.kept.total
    }

    /// One of this many messages is kept: 1, or a power of two.
    pub fn every(&self) -> u64 {
        self.kept.every
    }

    /// The kept messages in the order of sending.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &MpiMessage> {
        self.kept.iter()
    }
}
