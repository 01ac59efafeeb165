//! Pages of 4 KiB that the trace has touched: the memory of each, and the cores that may hold copies of its lines.
//!
//! The directory of coherence is stored with the page: one lookup gives both, and lines of a page are neighbours in the
//! host's caches. It grows with the memory that the trace touches, not with the length of the trace.

use alloc::{boxed::Box, collections::BTreeMap, vec::Vec};

/// Binary logarithm of the bytes in a page.
pub const PAGE_SHIFT: u32 = 12;
/// Pages in a chunk.
const CHUNK: usize = 64;
/// Maximum number of chunks.
const MAX_CHUNKS: usize = 1 << 18;
/// Bytes that a trace may touch if they are dense; a page far from all others counts as a chunk of 64.
pub const MAX_FOOTPRINT: u64 = ((MAX_CHUNKS * CHUNK) as u64) << PAGE_SHIFT;
/// Number of chunks that are found without the tree.
const RECENT: usize = 1024;
/// A page without a memory, or without a directory.
const NONE: u32 = u32::MAX;

/// The place where a page is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    chunk: u32,
    page: u32,
}

#[derive(Clone, Debug)]
struct Chunk {
    /// Number of the memory of each page.
    homes: [u32; CHUNK],
    /// First word of each page in the directory.
    words: [u32; CHUNK],
}

/// All touched pages.
#[derive(Clone, Debug)]
pub(super) struct Pages {
    chunks: Vec<Chunk>,
    index: BTreeMap<u64, u32>,
    /// Number and index of a chunk, by the number's low bits.
    recent: Box<[(u64, u32); RECENT]>,
    /// One word per line, page by page, in the order in which the pages were touched.
    directory: Vec<u32>,
    /// Lines per page, or 0 without coherence.
    lines: usize,
}

/// The trace touches more memory than can be tracked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

impl Pages {
    /// No pages yet; with coherence the directory has a word for each of `lines` lines per page.
    pub fn new(lines: usize) -> Self {
        let recent = Box::new([(u64::MAX, 0); RECENT]);
        Self { chunks: Vec::new(), index: BTreeMap::new(), recent, directory: Vec::new(), lines }
    }

    /// The slot of the page of an address. It may have no memory yet.
    #[inline]
    pub fn slot(&mut self, addr: u64) -> Result<Slot, Full> {
        let page = addr >> PAGE_SHIFT;
        let number = page / CHUNK as u64;
        let recent = self.recent[number as usize % RECENT];
        let chunk = if recent.0 == number { recent.1 } else { self.find(number)? };
        Ok(Slot { chunk, page: (page % CHUNK as u64) as u32 })
    }

    #[inline(never)]
    fn find(&mut self, number: u64) -> Result<u32, Full> {
        let next = self.chunks.len();
        let chunk = match self.index.get(&number) {
            Some(chunk) => *chunk,
            None if next == MAX_CHUNKS => return Err(Full),
            None => {
                self.chunks.push(Chunk { homes: [NONE; CHUNK], words: [NONE; CHUNK] });
                self.index.insert(number, next as u32);
                next as u32
            }
        };
        self.recent[number as usize % RECENT] = (number, chunk);
        Ok(chunk)
    }

    /// The memory of a page, if it has one.
    #[inline]
    pub fn home(&self, slot: Slot) -> Option<usize> {
        let home = self.chunks[slot.chunk as usize].homes[slot.page as usize];
        (home != NONE).then_some(home as usize)
    }

    /// Assigns a memory to a page.
    pub fn settle(&mut self, slot: Slot, home: usize) -> Result<(), Full> {
        let chunk = &mut self.chunks[slot.chunk as usize];
        chunk.homes[slot.page as usize] = home as u32;
        if self.lines > 0 {
            let first = self.directory.len();
            if first + self.lines >= NONE as usize {
                return Err(Full);
            }
            chunk.words[slot.page as usize] = first as u32;
            self.directory.resize(first + self.lines, 0);
        }
        Ok(())
    }

    /// The memory of a page that was placed by an earlier access.
    #[inline]
    pub fn home_of(&mut self, addr: u64) -> usize {
        // A page with a line in a cache has been placed, so the default is never used.
        self.slot(addr).ok().and_then(|slot| self.home(slot)).unwrap_or(0)
    }

    /// The directory's word for a line of a placed page; `line` is an index within the page.
    #[inline]
    pub fn word(&mut self, slot: Slot, line: usize) -> &mut u32 {
        let first = self.chunks[slot.chunk as usize].words[slot.page as usize] as usize;
        &mut self.directory[first + line]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_keep_their_memory_wherever_they_lie() {
        let mut pages = Pages::new(64);
        let places = [0, 4095, 4096, 1 << 20, 0x7fff_ffff_f000, u64::MAX, (1 << 28) + 5];
        for (home, addr) in places.into_iter().enumerate().skip(1) {
            let slot = pages.slot(addr).expect("room");
            if pages.home(slot).is_none() {
                pages.settle(slot, home).expect("room");
            }
            *pages.word(slot, 63) += 1;
        }
        let homes: Vec<usize> = places.iter().map(|addr| pages.home_of(*addr)).collect();
        assert_eq!(homes, [1, 1, 2, 3, 4, 5, 6]);
        let slot = pages.slot(u64::MAX).expect("room");
        assert_eq!(*pages.word(slot, 63), 1);
    }
}
