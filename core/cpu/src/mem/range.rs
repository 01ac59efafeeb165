//! Ranges of node memory: those where an access needs no further check, and those that an operation reads or writes.

use super::{AddressMap, NULL_PAGE};

/// Addresses of node memory where an access needs no further check.
#[derive(Clone, Copy, Debug)]
pub struct PlainRange {
    first: u32,
    bytes: u32,
}

impl PlainRange {
    /// No address at all.
    pub const NONE: Self = Self { first: 0, bytes: 0 };

    /// The addresses from which a core can load.
    pub fn loads(map: &AddressMap) -> Self {
        Self::between(if map.guard_null && !map.mirrored { NULL_PAGE } else { 0 }, map.size)
    }

    /// The addresses to which a core can store without changing instructions: those above or below the text, whichever
    /// are more.
    pub fn stores(map: &AddressMap, text_base: u32, text_end: u32) -> Self {
        let all = Self::loads(map);
        let below = Self::between(all.first, text_base);
        let above = Self::between(all.first.max(text_end.saturating_add(3) & !3), map.size);
        if above.bytes >= below.bytes { above } else { below }
    }

    const fn between(first: u32, end: u32) -> Self {
        Self { first, bytes: end.saturating_sub(first) & !3 }
    }

    /// The part of the range below some words or above them, whichever is larger.
    pub fn without(self, words: &Words) -> Self {
        let end = self.first + self.bytes;
        if words.end <= self.first || end <= words.first {
            return self;
        }
        let (below, above) = (Self::between(self.first, words.first), Self::between(words.end, end));
        if above.bytes >= below.bytes { above } else { below }
    }

    /// True if the address of a word is in the range and aligned.
    #[inline]
    pub fn has_word(self, addr: u32) -> bool {
        self.has::<4>(addr)
    }

    /// True if the address of eight bytes is in the range and aligned.
    #[inline]
    pub fn has_double(self, addr: u32) -> bool {
        // The range may begin and end between multiples of 8.
        addr & 7 == 0 && self.has::<4>(addr) && self.has::<4>(addr + 4)
    }

    /// True if an address is in the range and aligned.
    #[inline]
    pub fn has<const ALIGN: u32>(self, addr: u32) -> bool {
        // Rotation moves the low bits to the top, so a misaligned address is out of range.
        addr.wrapping_sub(self.first).rotate_right(ALIGN.trailing_zeros()) < self.bytes / ALIGN
    }
}

/// Words of node memory: the range from the first to the last word of a part of a packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Offset of the lowest one.
    pub first: u32,
    /// Offset just past the highest one; not above `first` if there are none.
    pub end: u32,
}

impl Words {
    /// The range of `count` words from an address on, clamped to the memory.
    pub fn strided(addr: u32, stride: i32, count: u32, memory: u32) -> Self {
        if count == 0 {
            return Self::default();
        }
        let last = i64::from(addr) + i64::from(stride) * i64::from(count - 1);
        let inside = |at: i64| at.clamp(0, i64::from(memory)) as u32;
        Self { first: inside(last.min(addr.into())), end: inside(last.max(addr.into()) + 4) }
    }

    /// The smallest range that contains both.
    pub fn and(self, other: Self) -> Self {
        match (self.first < self.end, other.first < other.end) {
            (_, false) => self,
            (false, _) => other,
            _ => Self { first: self.first.min(other.first), end: self.end.max(other.end) },
        }
    }

    /// All words that overlap some bytes.
    pub fn around(addr: u32, bytes: u32, memory: u32) -> Self {
        let end = u64::from(addr) + u64::from(bytes) + 3;
        Self { first: (addr & !3).min(memory), end: end.min(memory.into()) as u32 & !3 }
    }

    /// Extends the range to one more word.
    pub fn include(&mut self, offset: u32) {
        let none = self.end <= self.first;
        self.first = if none { offset } else { self.first.min(offset) };
        self.end = self.end.max(offset + 4);
    }

    /// True if an access of up to four aligned bytes touches the range.
    #[inline]
    pub fn has(&self, addr: u32) -> bool {
        (self.first..self.end).contains(&(addr & !3))
    }
}
