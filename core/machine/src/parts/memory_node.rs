//! The memory node: 64-bit INCC, request buffer, page buffer and main memory (M-Core paper, section 2.2.6).

use super::command::{Command, Sending};
use super::incc::Receiving;
use super::trap::{DmaFault, TrapCause};
use alloc::{collections::VecDeque, vec, vec::Vec};
use mcore_base::{Array, Cycle, Fifo, NodeId};
use mcore_cpu::mem::{AddressMap, MainMemory};
use mcore_net::{Flit, FlitKind, PackedFlit};

/// First address of the request buffer: one slot of eight words for each rank.
pub const REQUEST_BASE: u64 = 0xffff_ffff_ffc0_0000;
/// Bytes in a request slot.
pub const SLOT_BYTES: u64 = 32;
/// Cycles to copy a page between main memory and the page buffer (M-Core paper).
pub const PAGE_CYCLES: u32 = 40;

/// A request that waits for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The rank that asked.
    pub rank: u32,
    /// The answering DMA_PUT; `None` if the size was 0.
    pub data: Option<Command>,
    /// A further one-word DMA_PUT that signals completion to the node, and its word.
    pub flag: Option<(Command, u32)>,
}

/// The two users of the page buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    /// Writes the words of arriving packets.
    Receive,
    /// Reads the words of answers.
    Send,
}

/// A page that is being copied into the page buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Loading {
    page: u64,
    cycles_left: u32,
}

/// Holds the page last used: an access takes one cycle on a hit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct PageBuffer {
    page: Option<u64>,
    dirty: bool,
    loading: Option<Loading>,
    used_by: Option<Side>,
    wanted: [Option<u64>; 2],
}

impl PageBuffer {
    /// Start of a cycle: advances a copy in progress.
    fn tick(&mut self) {
        self.used_by = None;
        self.wanted = [None; 2];
        if let Some(loading) = &mut self.loading {
            loading.cycles_left -= 1;
            if loading.cycles_left == 0 {
                self.page = Some(loading.page);
                self.dirty = false;
                self.loading = None;
            }
        }
    }

    /// True on a hit. A miss is recorded and handled at the end of the cycle.
    fn access(&mut self, side: Side, page: u64, write: bool) -> bool {
        if self.loading.is_none() && self.page == Some(page) {
            self.used_by = Some(side);
            self.dirty |= write;
            return true;
        }
        self.wanted[side as usize] = Some(page);
        false
    }

    /// End of a cycle: starts a copy for a side that missed, unless the other side uses the current page in this cycle.
    /// So a stream keeps its page from header to tail, and neither side can starve: between two packets the page is
    /// unused.
    fn settle(&mut self) {
        if self.loading.is_some() || self.used_by.is_some() {
            return;
        }
        if let Some(page) = self.wanted.into_iter().flatten().next() {
            // A dirty page is written back first, which takes as long again. The miss itself is the first cycle of the
            // copy.
            let cycles_left = if self.dirty { 2 * PAGE_CYCLES } else { PAGE_CYCLES };
            self.loading = Some(Loading { page, cycles_left });
        }
    }
}

/// Places in the input buffer of the memory node's INCC.
pub const INPUT_FLITS: usize = 4;

/// The memory node without its router.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemoryNode {
    array: Array,
    pub main: MainMemory,
    pages: PageBuffer,
    slots: Vec<[u32; 8]>,
    /// Requests in order of arrival.
    pub queue: VecDeque<Request>,
    /// The request being answered.
    pub answering: Option<Request>,
    /// The DMA_PUT being sent, with the word that it carries if it is the flag.
    pub current: Option<(Sending, Option<u32>)>,
    /// Input buffer.
    pub input: Fifo<Flit, INPUT_FLITS>,
    /// Output buffer, one flit.
    pub out: Option<PackedFlit>,
    /// The packet being received.
    pub receiving: Option<Receiving>,
    /// Packets sent so far.
    pub packets: u32,
    /// The cycle in which a flit was last taken out of the input buffer.
    pub taken_at: Option<Cycle>,
}

impl MemoryNode {
    /// An idle memory node for an array.
    pub fn new(array: Array, ceiling_pages: usize) -> Self {
        Self {
            array,
            main: MainMemory::new(ceiling_pages),
            pages: PageBuffer::default(),
            slots: vec![[0; 8]; array.nodes()],
            queue: VecDeque::new(),
            answering: None,
            current: None,
            input: Fifo::default(),
            out: None,
            receiving: None,
            packets: 0,
            taken_at: None,
        }
    }

    /// True if there is nothing to do.
    pub fn is_idle(&self) -> bool {
        self.input.is_empty()
            && self.out.is_none()
            && self.current.is_none()
            && self.answering.is_none()
            && self.queue.is_empty()
            && self.pages.loading.is_none()
    }

    /// The page in the page buffer (or being copied into it), and whether it is being copied.
    pub fn page(&self) -> (Option<u64>, bool) {
        match self.pages.loading {
            Some(l) => (Some(l.page), true),
            None => (self.pages.page, false),
        }
    }

    /// True if the input buffer is full.
    pub fn xoff(&self) -> bool {
        self.input.is_full()
    }

    /// The address to which the next data flit received is written, and from which the word of the next one formed is
    /// read (the value of a flag is not read from memory).
    pub(super) fn next_word(&self) -> (Option<u64>, Option<u64>) {
        let to = self.receiving.map(|packet| packet.addr);
        let from = self.current.and_then(|(sending, flag)| sending.next_read().filter(|_| flag.is_none()));
        (to, from)
    }

    /// The DMA_PUT that was started in an update, given the one that was being sent before it.
    pub(super) fn begun(&self, before: Option<Sending>) -> Option<Command> {
        let (now, _) = self.current?;
        (now.sent == 0 && now.position == 0 && before != Some(now)).then_some(now.command)
    }

    /// Phase *update*; `arrived` is the flit on the link from the router.
    pub fn update(&mut self, cycle: Cycle, map: &AddressMap, arrived: Option<Flit>) -> Result<(), TrapCause> {
        if self.is_idle() && arrived.is_none() {
            return Ok(());
        }
        self.pages.tick();
        let taken = self.take_in(cycle, map);
        if let Some(flit) = arrived {
            let fits = self.input.push(flit);
            debug_assert!(fits, "a flit was sent against Xoff");
        }
        let sent = self.send();
        self.pages.settle();
        taken.and(sent)
    }

    /// Takes at most one flit from the input buffer.
    fn take_in(&mut self, cycle: Cycle, map: &AddressMap) -> Result<(), TrapCause> {
        let Some(flit) = self.input.front().copied() else { return Ok(()) };
        match (&mut self.receiving, flit.kind) {
            (_, FlitKind::Header) => self.receiving = Some(Receiving::begin(flit.tag)),
            (Some(packet), FlitKind::Data) if packet.addr >= REQUEST_BASE => {
                let addr = packet.advance();
                self.write_slot(addr, flit.word, map)?;
            }
            (Some(packet), FlitKind::Data) => {
                let page = MainMemory::page_of(packet.addr);
                if !self.pages.access(Side::Receive, page, true) {
                    self.main.touch(page).map_err(|_| TrapCause::MainMemoryFull)?;
                    return Ok(());
                }
                let addr = packet.advance();
                self.main.set_word(addr, flit.word).map_err(|_| TrapCause::MainMemoryFull)?;
            }
            (Some(packet), _) => packet.preamble(&flit),
            (None, _) => debug_assert!(false, "a packet begins with its header"),
        }
        self.input.pop();
        self.taken_at = Some(cycle);
        if flit.tail {
            self.receiving = None;
        }
        Ok(())
    }

    /// Writes a word of the request buffer; the last word of a slot queues the request.
    fn write_slot(&mut self, addr: u64, word: u32, map: &AddressMap) -> Result<(), TrapCause> {
        let rank = ((addr - REQUEST_BASE) / SLOT_BYTES) as usize;
        let index = (addr - REQUEST_BASE) as usize / 4 % 8;
        let slot = self.slots.get_mut(rank).ok_or(TrapCause::NoSuchSlot(addr))?;
        let rank = rank as u32;
        if self.queue.iter().any(|r| r.rank == rank) {
            return Err(TrapCause::SlotOverrun(rank));
        }
        slot[index] = word;
        if index == 7 {
            let request = Self::request(rank, self.array, *slot, map)?;
            self.queue.push_back(request);
        }
        Ok(())
    }

    /// Reads a slot: {destination address, source address low, high, source stride, destination stride, flag address,
    /// flag value, size in bytes}.
    fn request(rank: u32, array: Array, slot: [u32; 8], map: &AddressMap) -> Result<Request, TrapCause> {
        let [to, low, high, from_stride, to_stride, flag_to, flag_value, size] = slot;
        let dst = array.node(rank as usize);
        let stride = |word: u32| if word == 0 { 4 } else { word as i32 };
        let bad = |fault| TrapCause::BadRequest { rank, fault };
        let put = |local, local_stride, remote: u32, remote_stride, words| {
            map.resolve_range(remote, remote_stride, words).map_err(|error| {
                bad(DmaFault::Remote { addr: u64::from(remote), stride: remote_stride, words, error })
            })?;
            Ok::<_, TrapCause>(Command { dst, local, remote: u64::from(remote), local_stride, remote_stride, words })
        };
        if size % 4 != 0 {
            return Err(bad(DmaFault::Size(size)));
        }
        let source = u64::from(low) | u64::from(high) << 32;
        if source % 4 != 0 || stride(from_stride) % 4 != 0 {
            let error = mcore_cpu::mem::AccessError::Misaligned(4);
            return Err(bad(DmaFault::Local { addr: low, stride: stride(from_stride), words: size / 4, error }));
        }
        let data = match size / 4 {
            0 => None,
            words => Some(put(source, stride(from_stride), to, stride(to_stride), words)?),
        };
        let flag = match flag_to {
            0 => None,
            addr => Some((put(0, 4, addr, 4, 1)?, flag_value)),
        };
        Ok(Request { rank, data, flag })
    }

    /// Forms at most one flit and moves requests towards the current-command register.
    fn send(&mut self) -> Result<(), TrapCause> {
        if self.out.is_none()
            && let Some((sending, flag)) = &mut self.current
        {
            let data = match (sending.next_read(), *flag) {
                (None, _) => Some(0),
                (Some(_), Some(value)) => Some(value),
                (Some(addr), None) => {
                    let page = MainMemory::page_of(addr);
                    self.main.touch(page).map_err(|_| TrapCause::MainMemoryFull)?;
                    self.pages.access(Side::Send, page, false).then(|| self.main.word(addr))
                }
            };
            if let Some(data) = data {
                self.out = Some(PackedFlit::new(sending.form(NodeId::MEMORY, &mut self.packets, data)));
                if sending.is_done() {
                    self.current = None;
                }
            }
        }
        if self.current.is_none() {
            if self.answering.is_none() {
                self.answering = self.queue.pop_front();
            }
            if let Some(request) = &mut self.answering {
                self.current = match (request.data.take(), request.flag) {
                    (Some(data), _) => Some((Sending::new(data), None)),
                    (None, Some((flag, value))) => {
                        request.flag = None;
                        Some((Sending::new(flag), Some(value)))
                    }
                    (None, None) => None,
                };
                if request.data.is_none() && request.flag.is_none() {
                    self.answering = None;
                }
            }
        }
        Ok(())
    }
}
