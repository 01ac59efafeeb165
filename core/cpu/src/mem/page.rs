//! Pages of memory that clones share until one of them writes.

use super::PAGE_BYTES;
use super::packed::PackedPage;
use alloc::{borrow::Cow, boxed::Box, sync::Arc};
use core::hash::{Hash, Hasher};

/// Words in a page.
pub const WORDS: usize = PAGE_BYTES as usize / 4;

static ZEROES: [u32; WORDS] = [0; WORDS];

/// 4 KiB of memory.
///
/// A written page is owned by its memory, so that further writes need not check whether it is shared: that check is an
/// atomic operation and costs as much as several instructions of the simulated core. [`Page::share`] makes it a page
/// that clones share. [`Page::keep`] packs it and remembers that: a page that is not written until the next time need
/// not be packed again.
#[derive(Debug, Default)]
pub enum Page {
    /// Never written: reads as zeroes and costs nothing.
    #[default]
    Untouched,
    /// Clones may share it.
    Shared(Arc<[u32; WORDS]>),
    /// It is not shared, and it may have been written since it was last packed.
    Own(Box<OwnPage>),
    /// It is not shared, and it has not been written since it was packed.
    Kept(Box<OwnPage>),
    /// Packed for later: reading a word takes longer, but nothing had to be copied.
    Packed(Arc<PackedPage>),
}

/// The words of a page that is not shared.
#[derive(Debug)]
pub struct OwnPage {
    words: [u32; WORDS],
    /// The packed form of the same words, until one of them is written.
    kept: Option<Arc<PackedPage>>,
}

impl Page {
    /// A word, by its index.
    #[inline]
    pub fn word(&self, index: usize) -> u32 {
        match self {
            Self::Own(page) | Self::Kept(page) => page.words[index],
            Self::Shared(words) => words[index],
            _ => self.rare_word(index),
        }
    }

    /// A word of a page of a kind that is seldom read.
    #[inline(never)]
    fn rare_word(&self, index: usize) -> u32 {
        if let Self::Packed(page) = self { page.word(index) } else { self.words()[index] }
    }

    /// The words.
    pub fn words(&self) -> Cow<'_, [u32; WORDS]> {
        match self {
            Self::Own(page) | Self::Kept(page) => Cow::Borrowed(&page.words),
            Self::Shared(words) => Cow::Borrowed(words.as_ref()),
            Self::Untouched => Cow::Borrowed(&ZEROES),
            Self::Packed(page) => Cow::Owned(page.words()),
        }
    }

    /// The words for writing, if the page is [`Page::Own`].
    #[inline]
    pub fn own_mut(&mut self) -> Option<&mut [u32; WORDS]> {
        match self {
            Self::Own(page) => Some(&mut page.words),
            _ => None,
        }
    }

    /// The words for writing.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u32; WORDS] {
        if !matches!(self, Self::Own(_)) {
            self.take_over();
        }
        match self {
            Self::Own(page) => &mut page.words,
            _ => unreachable!("the page has just been taken over"),
        }
    }

    #[cold]
    fn take_over(&mut self) {
        *self = Self::Own(match core::mem::take(self) {
            Self::Kept(mut page) => {
                page.kept = None;
                page
            }
            other => Box::new(OwnPage { words: *other.words(), kept: None }),
        });
    }

    /// Unpacks a packed page, so that it can be read at full speed.
    pub fn unfold(&mut self) {
        if let Self::Packed(page) = self {
            *self = Self::Kept(Box::new(OwnPage { words: page.words(), kept: Some(page.clone()) }));
        }
    }

    /// The packed form of the page: made by `pack`, unless the page has not been written since the last time. `None` if
    /// it has never been written.
    pub fn keep(&mut self, pack: impl FnOnce(&[u32; WORDS]) -> Arc<PackedPage>) -> Option<Arc<PackedPage>> {
        match self {
            Self::Untouched => None,
            Self::Shared(words) => Some(pack(words)),
            Self::Packed(page) => Some(page.clone()),
            Self::Kept(page) => page.kept.clone(),
            Self::Own(page) => {
                let packed = pack(&page.words);
                page.kept = Some(packed.clone());
                if let Self::Own(page) = core::mem::take(self) {
                    *self = Self::Kept(page);
                }
                Some(packed)
            }
        }
    }

    /// From now on clones cost nothing until one of them writes.
    pub fn share(&mut self) {
        if let Self::Own(page) | Self::Kept(page) = self {
            *self = Self::Shared(Arc::new(page.words));
        }
    }

    /// True if both are the same page, shared by clones.
    pub fn is_shared_with(&self, other: Option<&Self>) -> bool {
        matches!((self, other), (Self::Shared(a), Some(Self::Shared(b))) if Arc::ptr_eq(a, b))
    }

    /// True if the page costs additional memory, given the page at the same place in another clone.
    pub fn is_own(&self, other: Option<&Self>) -> bool {
        match (self, other) {
            (Self::Untouched, _) => false,
            _ => !self.is_shared_with(other),
        }
    }

    /// The part of a page that decides equality: whether it has been written, and its words.
    fn content(&self) -> Option<Cow<'_, [u32; WORDS]>> {
        match self {
            Self::Untouched => None,
            written => Some(written.words()),
        }
    }
}

impl Clone for Page {
    fn clone(&self) -> Self {
        match self {
            Self::Untouched => Self::Untouched,
            Self::Shared(words) => Self::Shared(words.clone()),
            Self::Own(page) | Self::Kept(page) => Self::Shared(Arc::new(page.words)),
            Self::Packed(page) => Self::Packed(page.clone()),
        }
    }
}

impl PartialEq for Page {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            _ if self.is_shared_with(Some(other)) => true,
            (Self::Packed(a), Self::Packed(b)) if Arc::ptr_eq(a, b) => true,
            _ => self.content() == other.content(),
        }
    }
}

impl Eq for Page {}

impl Hash for Page {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.content().hash(state);
    }
}
