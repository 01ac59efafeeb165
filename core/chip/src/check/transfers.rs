//! DMAs from the store that starts them to the last word written.

use super::clock::Clock;
use super::findings::Site;
use super::limits::DELIVERED;
use super::values::Source;
use alloc::{collections::VecDeque, vec::Vec};

/// An undefined word in flight: its index within its DMA, its undefined bytes, and where it came from.
#[derive(Clone, Copy, Debug)]
pub struct Undefined {
    /// Counted from 0.
    pub index: u32,
    /// Bit n: byte n has not been written.
    pub bytes: u8,
    /// Where the value came from.
    pub source: Source,
}

/// One DMA.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// Its number at its source, from 1.
    pub epoch: u32,
    /// The store that started it; for an answer of the memory node, the store that started the request.
    pub site: Site,
    /// The knowledge of its source when it started it, without its own number.
    pub clock: Clock,
    /// The rank whose core started it, and how many DMAs that core had started by then, including this one.
    pub own: (u32, u32),
    /// Number of words.
    pub words: u32,
    /// First offset read, and the stride in bytes.
    pub local: (u32, i32),
    /// Words read so far.
    pub read: u32,
    /// Words written so far.
    pub written: u32,
    /// Undefined words that have been read but not yet written.
    pub undefined: VecDeque<Undefined>,
    first_packet: u32,
    packets: u32,
}

impl Transfer {
    /// A DMA that has just been started, whose packets are numbered from `first_packet`.
    pub fn new(site: Site, clock: Clock, own: (u32, u32), first_packet: u32, packets: u32, words: u32) -> Self {
        Self {
            epoch: 0,
            site,
            clock,
            own,
            words,
            local: (0, 4),
            read: 0,
            written: 0,
            undefined: VecDeque::new(),
            first_packet,
            packets,
        }
    }

    /// How far its source knew a core when the DMA started.
    pub fn knows(&self, rank: u32) -> u32 {
        let own = if rank == self.own.0 { self.own.1 } else { 0 };
        self.clock.get(rank).max(own)
    }

    /// True if it has yet to read the word at that offset. `size` is that of the memory, a power of two.
    pub fn will_read(&self, offset: u32, size: u32) -> bool {
        let (from, stride) = (i64::from(self.local.0 & (size - 1)), i64::from(self.local.1));
        let distance = i64::from(offset) - from;
        let index = distance / stride;
        distance % stride == 0 && (i64::from(self.read)..i64::from(self.words)).contains(&index)
    }
}

/// The DMAs of one source: those in flight and the last delivered ones.
#[derive(Debug)]
pub struct Transfers {
    list: VecDeque<Transfer>,
    /// The number of delivered ones that are kept.
    keep: usize,
    started: u32,
    /// How many of the last ones have not been read completely.
    unread: usize,
}

impl Default for Transfers {
    fn default() -> Self {
        Self::keeping(DELIVERED)
    }
}

impl Transfers {
    /// No DMAs yet; `keep` delivered ones will be kept.
    pub fn keeping(keep: usize) -> Self {
        Self { list: VecDeque::new(), keep, started: 0, unread: 0 }
    }

    /// Adds the next one and returns its number.
    pub fn start(&mut self, mut transfer: Transfer) -> u32 {
        self.started += 1;
        transfer.epoch = self.started;
        let delivered = self.list.iter().take_while(|t| t.written == t.words).count();
        self.list.drain(..delivered.saturating_sub(self.keep));
        self.list.push_back(transfer);
        self.unread += 1;
        self.started
    }

    /// The one to which a packet belongs.
    pub fn of_packet(&mut self, packet: u32) -> Option<&mut Transfer> {
        let base = self.list.front()?.first_packet;
        let at = packet.wrapping_sub(base);
        let index = self.list.partition_point(|t| t.first_packet.wrapping_sub(base) <= at);
        let found = self.list.get_mut(index.checked_sub(1)?)?;
        (packet.wrapping_sub(found.first_packet) < found.packets).then_some(found)
    }

    /// The one with that number or, if it has been forgotten, the oldest one kept: its source knew at least as much.
    pub fn numbered(&self, epoch: u32) -> Option<&Transfer> {
        let oldest = self.list.front()?.epoch;
        self.list.get(epoch.saturating_sub(oldest) as usize)
    }

    /// A word of the packet has been read: its DMA, and the word's index.
    pub fn word_read(&mut self, packet: u32) -> Option<(&mut Transfer, u32)> {
        let transfer = self.of_packet(packet)?;
        let index = transfer.read;
        transfer.read += 1;
        let done = transfer.read >= transfer.words;
        self.unread -= usize::from(done);
        Some((self.of_packet(packet)?, index))
    }

    /// The transfers that have words left to read.
    pub fn unread(&self) -> impl Iterator<Item = &Transfer> {
        self.list.iter().rev().take(self.unread)
    }

    /// True if some have words left to read.
    #[inline]
    pub fn has_unread(&self) -> bool {
        self.unread > 0
    }

    /// The DMAs that are kept, oldest first.
    #[cfg(test)]
    pub fn kept(&self) -> Vec<u32> {
        self.list.iter().map(|t| t.epoch).collect()
    }
}

/// A request to the memory node, from the arrival of its last word to its last answer.
#[derive(Clone, Debug)]
pub struct Request {
    /// The store that started the DMA of the request.
    pub site: Site,
    /// The knowledge of its node then.
    pub clock: Clock,
    /// See [`Transfer::own`].
    pub own: (u32, u32),
    /// Pending answers: the data and the flag.
    pub answers: u32,
}

/// The words of the request slots that are needed.
#[derive(Debug, Default)]
pub struct Slots {
    flags: Vec<bool>,
}

impl Slots {
    /// A word of a slot has been written; at the last one, returns the number of answers that the request will have.
    pub fn write(&mut self, rank: usize, index: u64, word: u32) -> Option<u32> {
        if self.flags.len() <= rank {
            self.flags.resize(rank + 1, false);
        }
        match index {
            5 => self.flags[rank] = word != 0,
            7 => return Some(u32::from(word >= 4) + u32::from(self.flags[rank])),
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore_base::NodeId;

    fn transfer(first: u32, packets: u32, words: u32) -> Transfer {
        let site = Site { node: NodeId::new(1, 1), pc: 0, cycle: 0 };
        Transfer::new(site, Clock::default(), (0, first), first, packets, words)
    }

    #[test]
    fn packets_find_their_dma_also_when_their_numbers_run_over() {
        let mut all = Transfers::default();
        let mut first = u32::MAX - 20;
        for i in 0..10 {
            all.start(transfer(first, 5, 35));
            for packet in 0..5 {
                let tag = first.wrapping_add(packet);
                assert_eq!(all.of_packet(tag).map(|t| t.epoch), Some(i + 1));
            }
            first = first.wrapping_add(5);
        }
        assert!(all.of_packet(first).is_none());
    }

    #[test]
    fn the_last_delivered_ones_are_kept() {
        let mut all = Transfers::default();
        for i in 0..100 {
            all.start(transfer(i, 1, 1));
            assert!(all.has_unread());
            assert!(all.word_read(i).is_some());
            if let Some(t) = all.of_packet(i) {
                t.written = 1;
            }
            assert!(!all.has_unread());
        }
        let kept = all.kept();
        assert_eq!((kept.len(), kept.last()), (DELIVERED + 1, Some(&100)));
        assert_eq!(all.numbered(90).map(|t| t.epoch), Some(90));
        assert_eq!(all.numbered(3).map(|t| t.epoch), Some(100 - DELIVERED as u32));
    }

    #[test]
    fn which_words_are_still_to_be_read() {
        let mut t = transfer(0, 1, 5);
        t.local = (0x1000, -8);
        let will = |t: &Transfer| [0x1008, 0x1000, 0xffc, 0xff8, 0xfe0, 0xfd8].map(|at| t.will_read(at, 1 << 19));
        assert_eq!(will(&t), [false, true, false, true, true, false]);
        t.read = 2;
        assert_eq!(will(&t), [false, false, false, false, true, false]);
    }
}
