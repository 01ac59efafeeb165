//! Packed memories, kept for later: in chunks smaller than pages, so that unchanged parts are shared.

use super::{NodeMemory, PAGE_WORDS, Page};
use alloc::{sync::Arc, vec::Vec};
use mcore_base::same_words;

/// Words per chunk: a program usually changes few words of a page.
const CHUNK_WORDS: usize = 32;
const CHUNKS: usize = PAGE_WORDS / CHUNK_WORDS;

/// `None` if all words are 0.
type Chunk = Option<Arc<[u32; CHUNK_WORDS]>>;

/// A page that has been written.
#[derive(Debug)]
pub struct PackedPage {
    number: usize,
    chunks: [Chunk; CHUNKS],
}

impl PackedPage {
    /// A word, by its index in the page.
    #[cold]
    pub(super) fn word(&self, index: usize) -> u32 {
        self.chunks[index / CHUNK_WORDS].as_ref().map_or(0, |chunk| chunk[index % CHUNK_WORDS])
    }

    /// All words.
    pub(super) fn words(&self) -> [u32; PAGE_WORDS] {
        let mut words = [0; PAGE_WORDS];
        for (to, chunk) in words.chunks_exact_mut(CHUNK_WORDS).zip(&self.chunks) {
            if let Some(chunk) = chunk {
                to.copy_from_slice(&chunk[..]);
            }
        }
        words
    }
}

/// A snapshot of a node memory; chunks equal to those of another snapshot are shared with it.
#[derive(Clone, Debug, Default)]
pub struct PackedMemory {
    /// Pages of the memory.
    table: usize,
    /// Pages that have been written, ascending.
    pages: Vec<Arc<PackedPage>>,
}

impl PackedMemory {
    /// Packs a memory and shares with `before` the chunks that are equal. Only pages written since the last time and
    /// pages that clones share are packed anew; a page shared with `beside`, another memory and its snapshot, is taken
    /// from there.
    pub fn pack(memory: &mut NodeMemory, before: Option<&Self>, beside: Option<(&NodeMemory, &Self)>) -> Self {
        let mut older = before.map_or(&[][..], |b| &b.pages).iter().peekable();
        let mut pages = Vec::new();
        // Most pages of most nodes are untouched.
        let touched = memory.pages_mut().iter_mut().enumerate().filter(|(_, page)| !matches!(page, Page::Untouched));
        for (number, page) in touched {
            if let Some((memory, packed)) = beside
                && page.is_shared_with(memory.pages().get(number))
                && let Ok(at) = packed.pages.binary_search_by_key(&number, |page| page.number)
            {
                pages.push(packed.pages[at].clone());
                continue;
            }
            let kept = page.keep(|words| {
                while older.next_if(|old| old.number < number).is_some() {}
                pack_page(number, words, older.next_if(|old| old.number == number))
            });
            pages.extend(kept);
        }
        Self { table: memory.pages().len(), pages }
    }

    /// The memory. Its pages stay packed until they are written or [unfolded](NodeMemory::unfold_all).
    pub fn unpack(&self) -> NodeMemory {
        let mut pages = Vec::new();
        pages.resize_with(self.table, Page::default);
        for packed in &self.pages {
            pages[packed.number] = Page::Packed(packed.clone());
        }
        NodeMemory::of_pages(pages)
    }

    /// Bytes that this costs beyond those shared with `before`.
    pub fn own_bytes(&self, before: Option<&Self>) -> usize {
        let mut older = before.map_or(&[][..], |b| &b.pages).iter().peekable();
        let mut bytes = self.pages.len() * size_of::<usize>();
        for page in &self.pages {
            while older.next_if(|old| old.number < page.number).is_some() {}
            let old = older.next_if(|old| old.number == page.number);
            if old.is_some_and(|old| Arc::ptr_eq(old, page)) {
                continue;
            }
            let own = page.chunks.iter().enumerate().filter(|(i, chunk)| match (chunk, old.map(|o| &o.chunks[*i])) {
                (None, _) => false,
                (Some(new), Some(Some(old))) => !Arc::ptr_eq(new, old),
                (Some(_), _) => true,
            });
            // Each allocation includes two reference counts.
            let counts = 2 * size_of::<usize>();
            bytes += size_of::<PackedPage>() + counts + own.count() * (4 * CHUNK_WORDS + counts);
        }
        bytes
    }
}

fn pack_page(number: usize, words: &[u32; PAGE_WORDS], old: Option<&Arc<PackedPage>>) -> Arc<PackedPage> {
    const ZEROES: [u32; CHUNK_WORDS] = [0; CHUNK_WORDS];
    let (words, _) = words.as_chunks::<CHUNK_WORDS>();
    let chunk = |words| (!same_words(words, &ZEROES)).then(|| Arc::new(*words));
    let Some(old) = old else {
        return Arc::new(PackedPage { number, chunks: core::array::from_fn(|i| chunk(&words[i])) });
    };
    let same = |(words, old): (_, &Chunk)| same_words(words, old.as_ref().map_or(&ZEROES, |old| old));
    let same: [bool; CHUNKS] = core::array::from_fn(|i| same((&words[i], &old.chunks[i])));
    if same == [true; CHUNKS] {
        return old.clone();
    }
    let chunks = core::array::from_fn(|i| if same[i] { old.chunks[i].clone() } else { chunk(&words[i]) });
    Arc::new(PackedPage { number, chunks })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore_base::Rng;

    #[test]
    fn what_is_unpacked_is_what_was_packed() {
        let mut rng = Rng::new(1);
        let mut memory = NodeMemory::new(64 * 1024);
        let mut packed: Vec<(PackedMemory, NodeMemory)> = Vec::new();
        for _ in 0..60 {
            for _ in 0..rng.below(20) {
                memory.set_word(4 * rng.below(16 * 1024) as u32, rng.below(2) as u32 * rng.next_u64() as u32);
            }
            let new = PackedMemory::pack(&mut memory, packed.last().map(|(p, _)| p), None);
            packed.push((new, memory.clone()));
            memory.share();
        }
        for (packed, memory) in &packed {
            // The sets of written pages are equal too.
            let mut unpacked = packed.unpack();
            assert_eq!(unpacked, *memory);
            assert!((0..16 * 1024).all(|word| unpacked.word(4 * word) == memory.word(4 * word)));
            // Packing once more costs nothing.
            assert_eq!(
                PackedMemory::pack(&mut unpacked, None, None).own_bytes(Some(packed)),
                packed.pages.len() * size_of::<usize>()
            );
            let mut two = [packed.unpack(), packed.unpack()];
            NodeMemory::unfold_all(two.iter_mut());
            assert!(two.iter().all(|unfolded| unfolded == memory));
            unpacked.set_word(8, 5);
            two[0].set_word(8, 5);
            assert!(unpacked == two[0] && two[1] == *memory && packed.unpack() == *memory);
        }
    }

    #[test]
    fn pages_that_clones_share_are_packed_once() {
        let mut one = NodeMemory::new(64 * 1024);
        (0..2048).for_each(|i| one.set_word(4 * i, i + 1));
        one.share();
        let mut other = one.clone();
        other.set_word(4096, 7);
        let packed = PackedMemory::pack(&mut one, None, None);
        let beside = PackedMemory::pack(&mut other, None, Some((&one, &packed)));
        assert!(Arc::ptr_eq(&packed.pages[0], &beside.pages[0]) && !Arc::ptr_eq(&packed.pages[1], &beside.pages[1]));
        assert!(beside.unpack() == other && packed.unpack() == one);
        // Pages that were packed and not written since are not compared again; written pages are.
        let again = PackedMemory::pack(&mut other, None, None);
        assert!(Arc::ptr_eq(&again.pages[1], &beside.pages[1]));
        other.set_word(4096, 8);
        let third = PackedMemory::pack(&mut other, Some(&again), None);
        assert_eq!((third.unpack().word(4096), again.unpack().word(4096)), (8, 7));
    }

    #[test]
    fn only_changed_chunks_cost() {
        let mut memory = NodeMemory::new(64 * 1024);
        (0..2048).for_each(|i| memory.set_word(4 * i, i + 1));
        let first = PackedMemory::pack(&mut memory, None, None);
        let same = PackedMemory::pack(&mut memory, Some(&first), None);
        assert!(first.own_bytes(None) > 8192 && same.own_bytes(Some(&first)) == 2 * size_of::<usize>());
        memory.set_word(4000, 7);
        let other = PackedMemory::pack(&mut memory, Some(&same), None);
        assert!(other.own_bytes(Some(&same)) < 600, "{}", other.own_bytes(Some(&same)));
        assert_eq!(other.unpack().word(4000), 7);
        assert_eq!(same.unpack().word(4000), 1001);
    }
}
