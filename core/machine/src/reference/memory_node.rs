//! The memory node: main memory with a page buffer, and request slots (M-Core paper, section 2.2.6).

use super::packet::{Arriving, Content, Planned, plan};
use super::router::FIFO_FLITS;
use crate::parts::Command;
use alloc::collections::{BTreeMap, VecDeque};
use mcore_base::NodeId;
use mcore_net::{Flit, FlitKind, PacketTag};

/// Cycles that it takes to copy a page between main memory and the page buffer.
const PAGE_CYCLES: u32 = 40;
/// Bits of an address within a page of 4 KiB.
const PAGE_BITS: u32 = 12;
/// First address of the request slots.
const REQUESTS: u64 = 0xffff_ffff_ffc0_0000;
/// Words in a request slot. There is one slot per rank.
const SLOT_WORDS: u64 = 8;

/// The page buffer: main memory is read and written through the one page that it holds.
#[derive(Clone, Debug, Default)]
struct PageBuffer {
    page: Option<u64>,
    /// The page differs from main memory.
    dirty: bool,
    /// The page that is being copied into the buffer, and the cycles that are left.
    copying: Option<(u64, u32)>,
    /// In this cycle the receiving or the sending side used the page.
    used: bool,
    /// The first page that a side needed in this cycle and that is not in the buffer.
    missed: Option<u64>,
}

impl PageBuffer {
    /// Start of a cycle.
    fn begin_cycle(&mut self) {
        (self.used, self.missed) = (false, None);
        if let Some((page, left)) = self.copying {
            self.copying = (left > 1).then_some((page, left - 1));
            if left == 1 {
                (self.page, self.dirty) = (Some(page), false);
            }
        }
    }

    /// One side accesses an address. True if its page is in the buffer.
    fn access(&mut self, address: u64) -> bool {
        let page = address >> PAGE_BITS;
        let hit = self.copying.is_none() && self.page == Some(page);
        if hit {
            self.used = true;
        } else {
            self.missed = self.missed.or(Some(page));
        }
        hit
    }

    /// End of a cycle: a missing page is fetched, unless the other side uses the buffer now. A dirty page is written
    /// back first, which takes as long again.
    fn end_cycle(&mut self) {
        if self.copying.is_none()
            && !self.used
            && let Some(page) = self.missed
        {
            self.copying = Some((page, if self.dirty { 2 * PAGE_CYCLES } else { PAGE_CYCLES }));
        }
    }
}

/// An answer of the memory node to a request.
#[derive(Clone, Copy, Debug)]
enum Answer {
    /// Words from main memory.
    Data(Command),
    /// One word, which signals to the node that its data has arrived.
    Flag(Command, u32),
    /// A request for nothing. It still takes its turn, which the manual leaves open.
    Nothing,
}

/// The memory node.
#[derive(Clone, Debug, Default)]
pub struct MemoryNode {
    /// Words of main memory that have been written, by address.
    pub words: BTreeMap<u64, u32>,
    buffer: PageBuffer,
    /// The input buffer, oldest flit first.
    pub input: VecDeque<Flit>,
    arriving: Arriving,
    /// The output buffer.
    pub out: Option<Flit>,
    /// Request slots by rank.
    slots: BTreeMap<u64, [u32; SLOT_WORDS as usize]>,
    /// Pending answers, in the order in which the requests arrived.
    answers: VecDeque<Answer>,
    /// The flits of the current answer that are not yet formed.
    current: VecDeque<Planned>,
    /// The word of the current answer if it is a flag.
    flag: Option<u32>,
    /// Number of packets sent.
    packets: u32,
}

impl MemoryNode {
    /// True if the input buffer says Xoff.
    pub fn is_full(&self) -> bool {
        self.input.len() == FIFO_FLITS
    }

    /// Phase *update*. `columns`: of compute nodes. `arrived`: the flit on the link from the router.
    pub(super) fn update(&mut self, columns: u8, arrived: Option<Flit>) {
        self.buffer.begin_cycle();
        self.receive(columns);
        self.input.extend(arrived);
        assert!(self.input.len() <= FIFO_FLITS, "a flit was sent against Xoff");
        self.send();
        self.buffer.end_cycle();
    }

    /// Takes in the oldest flit. A data flit for main memory waits in the input buffer until its page is in the page
    /// buffer.
    fn receive(&mut self, columns: u8) {
        let Some(flit) = self.input.front().copied() else { return };
        if flit.kind == FlitKind::Data {
            let address = self.arriving.next_address();
            if address >= REQUESTS {
                self.write_slot(columns, address - REQUESTS, flit.word);
            } else if self.buffer.access(address) {
                self.buffer.dirty = true;
                self.words.insert(address, flit.word);
            } else {
                return;
            }
        }
        self.input.pop_front();
        self.arriving.take_in(flit);
    }

    /// Forms the next flit of the current answer, if the output buffer is free; then takes up the next answer, if the
    /// current one is complete.
    fn send(&mut self) {
        if self.out.is_none()
            && let Some(Planned { content, tail }) = self.current.front().copied()
            && let Some((kind, word)) = self.content(content)
        {
            self.current.pop_front();
            let tag = PacketTag { source: NodeId::MEMORY, number: self.packets };
            self.packets += u32::from(tail);
            self.out = Some(Flit { word, kind, tail, last: tail && self.current.is_empty(), tag });
        }
        if self.current.is_empty() {
            match self.answers.pop_front() {
                Some(Answer::Data(command)) => (self.current, self.flag) = (plan(&command), None),
                Some(Answer::Flag(command, word)) => (self.current, self.flag) = (plan(&command), Some(word)),
                Some(Answer::Nothing) | None => {}
            }
        }
    }

    /// Kind and word of the next flit; `None` while the page of a data word is missing.
    fn content(&mut self, content: Content) -> Option<(FlitKind, u32)> {
        match (content, self.flag) {
            (Content::Known(kind, word), _) => Some((kind, word)),
            (Content::Data(_), Some(flag)) => Some((FlitKind::Data, flag)),
            (Content::Data(address), None) => {
                let hit = self.buffer.access(address);
                hit.then(|| (FlitKind::Data, self.words.get(&address).copied().unwrap_or_default()))
            }
        }
    }

    /// Writes a word into a request slot. The last word of a slot completes the request. `offset`: in bytes from the
    /// first slot.
    fn write_slot(&mut self, columns: u8, offset: u64, word: u32) {
        let (rank, index) = (offset / 4 / SLOT_WORDS, offset / 4 % SLOT_WORDS);
        self.slots.entry(rank).or_default()[index as usize] = word;
        if index + 1 == SLOT_WORDS {
            self.request(columns, rank);
        }
    }

    /// Queues the answers to the request in the slot of a rank: the data, then the flag.
    fn request(&mut self, columns: u8, rank: u64) {
        let [to, low, high, from_stride, to_stride, flag_to, flag_word, size] = self.slots[&rank];
        let stride = |word: u32| if word == 0 { 4 } else { word as i32 };
        let columns = u64::from(columns);
        let dst = NodeId::new((rank % columns) as u8 + 1, (rank / columns) as u8 + 1);
        if size > 0 {
            self.answers.push_back(Answer::Data(Command {
                dst,
                local: u64::from(high) << 32 | u64::from(low),
                remote: u64::from(to),
                local_stride: stride(from_stride),
                remote_stride: stride(to_stride),
                words: size / 4,
            }));
        }
        if flag_to != 0 {
            let remote = u64::from(flag_to);
            let command = Command { dst, local: 0, remote, local_stride: 4, remote_stride: 4, words: 1 };
            self.answers.push_back(Answer::Flag(command, flag_word));
        }
        if size == 0 && flag_to == 0 {
            self.answers.push_back(Answer::Nothing);
        }
    }
}
