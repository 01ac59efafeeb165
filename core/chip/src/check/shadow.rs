//! The state kept per word of memory: is it written, which access wrote it last, which access read it last.

use super::limits::PAGES;
use alloc::collections::{BTreeMap, btree_map::Entry};
use alloc::{boxed::Box, vec::Vec};
use mcore_cpu::program::Program;

/// One access, with the facts that later accesses are compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// How many DMAs the node had started, counted from 1; for a DMA, its own number. 0: there was no such access.
    pub epoch: u32,
    /// Address of the instruction; for a DMA, of the store that started it.
    pub pc: u32,
    /// When it executed.
    pub cycle: u32,
}

/// The last writer of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Writer {
    /// Not written since the program was loaded.
    #[default]
    Nobody,
    /// The node's own core.
    Core,
    /// A DMA of the source with that number.
    Dma(u32),
}

/// The shadow of a word.
#[derive(Clone, Copy, Debug, Default)]
pub struct Word {
    /// Its last writer.
    pub writer: Writer,
    /// The last write.
    pub write: Access,
    /// The last access that read it as data since then.
    pub read: Access,
    /// For main memory: the rank that read it.
    pub reader: u32,
    /// Bit n: byte n has been written.
    pub defined: u8,
    /// The core knows that the last DMA write has happened.
    pub seen: bool,
    /// It arrived as a message of one word.
    pub message: bool,
    /// The kind of that access.
    pub read_by: ReadBy,
}

/// How a word was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReadBy {
    /// By a load, as data.
    #[default]
    Load,
    /// By a load that tests it: a flag check, if the word turns out to be a flag.
    Test,
    /// By the INCC, for a DMA.
    Dma,
}

/// All four bytes.
pub const WHOLE: u8 = 0b1111;

const PAGE_WORDS: usize = 256;
/// Bytes of memory that one page shadows.
const PAGE_BYTES: u32 = PAGE_WORDS as u32 * 4;

type Page = Box<[Word; PAGE_WORDS]>;

/// The number of pages that may still be allocated.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    left: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { left: PAGES }
    }
}

impl Budget {
    /// True once a page could not be allocated.
    pub fn is_spent(self) -> bool {
        self.left == 0
    }

    fn page(&mut self) -> Option<Page> {
        self.left = self.left.saturating_sub(1);
        (self.left > 0).then(|| Box::new([Word::default(); PAGE_WORDS]))
    }
}

/// The shadow of one node's memory.
pub struct NodeShadow {
    pages: Vec<Option<Page>>,
}

impl NodeShadow {
    /// The shadow of a memory of that many bytes, all unwritten.
    pub fn new(bytes: u32) -> Self {
        let mut pages = Vec::new();
        pages.resize_with((bytes / PAGE_BYTES) as usize, || None);
        Self { pages }
    }

    /// The shadow of the word at an offset; `None` if there is no room for it. `program` gives the initial contents.
    #[inline]
    pub fn word(&mut self, offset: u32, program: &Program, budget: &mut Budget) -> Option<&mut Word> {
        let number = offset / PAGE_BYTES;
        let page = self.pages.get_mut(number as usize)?;
        if page.is_none() {
            let mut fresh = budget.page()?;
            fill(&mut fresh, number * PAGE_BYTES, program);
            *page = Some(fresh);
        }
        page.as_deref_mut().map(|words| &mut words[offset as usize / 4 % PAGE_WORDS])
    }
}

/// Marks the bytes that the program's segments fill. Their zeroes count as written too.
fn fill(page: &mut Page, base: u32, program: &Program) {
    for segment in &program.segments {
        let from = segment.addr.max(base);
        let end = segment.addr.saturating_add(segment.size).min(base + PAGE_BYTES);
        for addr in from..end {
            page[(addr - base) as usize / 4].defined |= 1 << (addr % 4);
        }
    }
}

/// The shadow of main memory.
#[derive(Default)]
pub struct MainShadow {
    pages: BTreeMap<u64, Page>,
}

impl MainShadow {
    /// The shadow of the word at an address; `None` if there is no room for it.
    pub fn word(&mut self, addr: u64, budget: &mut Budget) -> Option<&mut Word> {
        let number = addr / u64::from(PAGE_BYTES);
        let page = match self.pages.entry(number) {
            Entry::Occupied(page) => page.into_mut(),
            Entry::Vacant(place) => place.insert(budget.page()?),
        };
        Some(&mut page[(addr / 4) as usize % PAGE_WORDS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use mcore_cpu::program::{Segment, SegmentKind};

    #[test]
    fn what_a_program_fills_is_written_byte_by_byte() {
        let segment = |kind, addr, size| Segment { kind, addr, size, bytes: vec![] };
        let segments = vec![segment(SegmentKind::Data, 0x3fe, 7), segment(SegmentKind::Bss, 0x800, 0x1000)];
        let program = Program { segments, ..Program::default() };
        let (mut shadow, mut budget) = (NodeShadow::new(0x10000), Budget::default());
        let mut defined = |at| shadow.word(at, &program, &mut budget).map(|w| w.defined);
        let expected = [(0x3f8, 0), (0x3fc, 0b1100), (0x400, 0b1111), (0x404, 0b0001), (0x800, 15), (0x17fc, 15)];
        for (at, bytes) in expected {
            assert_eq!(defined(at), Some(bytes), "{at:x}");
        }
        assert_eq!((defined(0x1800), defined(0x10000)), (Some(0), None));
    }

    #[test]
    fn there_is_a_limit() {
        let (mut shadow, mut budget) = (MainShadow::default(), Budget::default());
        let made = (0..).take_while(|n| shadow.word(n << 32, &mut budget).is_some()).count();
        assert_eq!(made, PAGES - 1);
        assert!(budget.is_spent());
    }
}
