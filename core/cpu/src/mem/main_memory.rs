//! Main memory, attached to the memory node.

use super::{PAGE_BYTES, PAGE_WORDS, Page};
use alloc::collections::BTreeMap;

/// Main memory has reached the ceiling that the machine's specification sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MainMemoryFull;

/// 64-bit byte addresses; pages are allocated when first touched, up to a ceiling.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MainMemory {
    pages: BTreeMap<u64, Page>,
    ceiling: usize,
}

impl MainMemory {
    /// An empty memory that may grow to `ceiling` pages.
    pub fn new(ceiling: usize) -> Self {
        Self { pages: BTreeMap::new(), ceiling }
    }

    /// The page number of an address.
    pub const fn page_of(addr: u64) -> u64 {
        addr / PAGE_BYTES as u64
    }

    /// Makes sure that a page exists.
    pub fn touch(&mut self, page: u64) -> Result<(), MainMemoryFull> {
        if !self.pages.contains_key(&page) {
            if self.pages.len() >= self.ceiling {
                return Err(MainMemoryFull);
            }
            self.pages.insert(page, Page::Untouched);
        }
        Ok(())
    }

    /// The word at an address (the two low bits are ignored); 0 where nothing has been written.
    pub fn word(&self, addr: u64) -> u32 {
        self.pages.get(&Self::page_of(addr)).map_or(0, |page| page.word((addr / 4) as usize % PAGE_WORDS))
    }

    /// Writes the word at an address.
    pub fn set_word(&mut self, addr: u64, value: u32) -> Result<(), MainMemoryFull> {
        let page = Self::page_of(addr);
        self.touch(page)?;
        if let Some(slot) = self.pages.get_mut(&page) {
            slot.words_mut()[(addr / 4) as usize % PAGE_WORDS] = value;
        }
        Ok(())
    }

    /// From now on clones share every page until one of them writes to it.
    pub fn share(&mut self) {
        self.pages.values_mut().for_each(Page::share);
    }

    /// Bytes that this memory costs beyond what it shares with `before`.
    pub fn own_bytes(&self, before: Option<&Self>) -> usize {
        let own = self.pages.iter().filter(|(n, page)| page.is_own(before.and_then(|b| b.pages.get(n)))).count();
        own * PAGE_BYTES as usize + self.pages.len() * 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_to_its_ceiling() {
        let mut m = MainMemory::new(2);
        assert_eq!(m.set_word(0xffff_0000_0000, 5), Ok(()));
        assert_eq!(m.set_word(0, 6), Ok(()));
        assert_eq!(m.set_word(4096, 7), Err(MainMemoryFull));
        assert_eq!((m.word(0xffff_0000_0000), m.word(0), m.word(4096)), (5, 6, 0));
    }
}
