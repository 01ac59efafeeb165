//! The memory of a compute node.

use super::{PAGE_BYTES, PAGE_WORDS, Page};
use alloc::{sync::Arc, vec, vec::Vec};

/// Node memory: 512 KiB typical (M-Core paper, section 2.2), read and written by 32-bit words.
///
/// Cloning copies a table of pages, not the pages. Offsets are bytes from 0 and must be below [`NodeMemory::size`];
/// the two low bits are ignored, because the chip has already checked the alignment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeMemory {
    pages: Vec<Page>,
    /// Number of pages that have been written.
    touched: u32,
}

impl NodeMemory {
    /// A memory full of zeroes. `size` is in bytes, a multiple of the page size.
    pub fn new(size: u32) -> Self {
        Self { pages: vec![Page::Untouched; (size / PAGE_BYTES) as usize], touched: 0 }
    }

    /// Bytes of the page table of a memory of `size` bytes.
    pub const fn table_bytes(size: u32) -> u64 {
        (size / PAGE_BYTES) as u64 * size_of::<Page>() as u64
    }

    pub(super) fn of_pages(pages: Vec<Page>) -> Self {
        let touched = pages.iter().filter(|page| !matches!(page, Page::Untouched)).count() as u32;
        Self { pages, touched }
    }

    pub(super) fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// The caller must not change which pages have been written.
    pub(super) fn pages_mut(&mut self) -> &mut [Page] {
        &mut self.pages
    }

    /// Size in bytes.
    pub fn size(&self) -> u32 {
        self.pages.len() as u32 * PAGE_BYTES
    }

    /// The word at a byte offset.
    #[inline]
    pub fn word(&self, offset: u32) -> u32 {
        self.pages[(offset / PAGE_BYTES) as usize].word(offset as usize / 4 % PAGE_WORDS)
    }

    /// The eight bytes at a byte offset that is a multiple of 8.
    #[inline]
    pub fn double(&self, offset: u32) -> u64 {
        let page = &self.pages[(offset / PAGE_BYTES) as usize];
        let at = (offset as usize / 4 % PAGE_WORDS) & !1;
        u64::from(page.word(at + 1)) << 32 | u64::from(page.word(at))
    }

    /// Writes the eight bytes at a byte offset that is a multiple of 8.
    #[inline]
    pub fn set_double(&mut self, offset: u32, value: u64) {
        match self.pages[(offset / PAGE_BYTES) as usize].own_mut() {
            Some(words) => {
                let at = (offset as usize / 4 % PAGE_WORDS) & !1;
                (words[at], words[at + 1]) = (value as u32, (value >> 32) as u32);
            }
            None => {
                self.set_first_word(offset, value as u32);
                self.set_word(offset + 4, (value >> 32) as u32);
            }
        }
    }

    /// Writes the word at a byte offset.
    #[inline]
    pub fn set_word(&mut self, offset: u32, value: u32) {
        match self.pages[(offset / PAGE_BYTES) as usize].own_mut() {
            Some(words) => words[offset as usize / 4 % PAGE_WORDS] = value,
            None => self.set_first_word(offset, value),
        }
    }

    /// Writes a word of a page that the memory does not own yet.
    #[cold]
    fn set_first_word(&mut self, offset: u32, value: u32) {
        self.touched += u32::from(self.is_untouched(offset));
        self.pages[(offset / PAGE_BYTES) as usize].words_mut()[offset as usize / 4 % PAGE_WORDS] = value;
    }

    /// Number of pages that have been written.
    #[inline]
    pub fn touched_pages(&self) -> u32 {
        self.touched
    }

    /// True if the page at a byte offset has never been written.
    #[inline]
    pub fn is_untouched(&self, offset: u32) -> bool {
        matches!(self.pages[(offset / PAGE_BYTES) as usize], Page::Untouched)
    }

    /// Makes the page at a byte offset a page that has never been written.
    pub fn forget(&mut self, offset: u32) {
        self.touched -= u32::from(!self.is_untouched(offset));
        self.pages[(offset / PAGE_BYTES) as usize] = Page::Untouched;
    }

    /// The byte at an offset (little endian).
    pub fn byte(&self, offset: u32) -> u8 {
        (self.word(offset) >> (offset % 4 * 8)) as u8
    }

    /// Writes bytes starting at an offset.
    pub fn set_bytes(&mut self, offset: u32, bytes: &[u8]) {
        for (at, byte) in (offset..).zip(bytes) {
            let shift = at % 4 * 8;
            let word = self.word(at) & !(0xff << shift) | u32::from(*byte) << shift;
            self.set_word(at, word);
        }
    }

    /// Unpacks packed pages, so that they can be read at full speed. Pages that were shared with `folded`, another
    /// memory, are shared with `unfolded`, the same memory after unpacking.
    fn unfold_beside(&mut self, folded: &Self, unfolded: &Self) {
        for ((page, before), now) in self.pages.iter_mut().zip(&folded.pages).zip(&unfolded.pages) {
            if let (Page::Packed(own), Page::Packed(other)) = (&*page, before)
                && Arc::ptr_eq(own, other)
            {
                *page = now.clone();
            } else {
                page.unfold();
            }
        }
    }

    /// Unpacks the packed pages of several memories, so that they can be read at full speed.
    pub fn unfold_all<'a>(mut memories: impl Iterator<Item = &'a mut Self>) {
        let Some(first) = memories.next() else { return };
        let folded = first.clone();
        first.pages.iter_mut().for_each(Page::unfold);
        first.share();
        memories.for_each(|memory| memory.unfold_beside(&folded, first));
    }

    /// From now on clones share every page until one of them writes to it.
    pub fn share(&mut self) {
        self.pages.iter_mut().for_each(Page::share);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_are_independent_and_cheap() {
        let mut a = NodeMemory::new(64 * 1024);
        a.set_bytes(0x1001, &[1, 2, 3, 4]);
        a.share();
        let b = a.clone();
        assert_eq!(a.word(0x1000), 0x0302_0100);
        assert_eq!(a.byte(0x1004), 4);
        assert_eq!(a.touched_pages(), 1);
        a.set_word(0x2000, 7);
        a.set_word(0x1ff8, 7);
        assert_eq!((a.touched_pages(), b.touched_pages()), (2, 1));
        a.forget(0x2008);
        assert_eq!((a.touched_pages(), a.word(0x2000), a.is_untouched(0x2000)), (1, 0, true));
        a.set_word(0x2000, 7);
        assert_eq!((a.word(0x2000), b.word(0x2000)), (7, 0));
        // Clones are also independent and equal without `share`.
        let mut c = a.clone();
        assert_eq!(a, c);
        a.set_word(0x2000, 8);
        c.set_word(0x1000, 9);
        assert_eq!((a.word(0x2000), c.word(0x2000), a.word(0x1000)), (8, 7, 0x0302_0100));
        a.set_word(0x2000, 7);
        c.set_word(0x1000, 0x0302_0100);
        assert_eq!(a, c);
    }
}
