//! Flits: the unit that a link carries in one cycle.

use core::hash::{Hash, Hasher};
use core::num::NonZeroU64;
use mcore_base::NodeId;

/// The four kinds of flit (M-Core paper, section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FlitKind {
    /// Carries the destination's ID; routers read it.
    Header,
    /// Carries the write address (to the memory node: two of them, low word first).
    Address,
    /// Carries the write stride.
    Stride,
    /// Carries one word to be written.
    Data,
}

/// Which packet a flit belongs to. Not part of the hardware's 38 bits: the simulator knows it for display and checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PacketTag {
    /// The node that sent it.
    pub source: NodeId,
    /// Number of the packet, counted per source from 0.
    pub number: u32,
}

/// One flit: a 32-bit word and its control bits (kind and tail).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flit {
    pub word: u32,
    /// The meaning of the word.
    pub kind: FlitKind,
    /// True for the last flit of a packet.
    pub tail: bool,
    /// True for the last flit of a DMA. Known to the simulator only, as the tag is.
    pub last: bool,
    pub tag: PacketTag,
}

/// A flit as the simulator's buffers, queues and links hold it: two machine words, so that a move copies two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedFlit {
    /// Word in the lower half, number of the packet in the upper one.
    body: u64,
    /// Source in bits 15..0, kind in 17..16, then tail and last, then a bit that is always set, so that `Option` of a
    /// flit needs no extra word.
    control: NonZeroU64,
}

impl PackedFlit {
    const TAIL: u64 = 1 << 18;
    const LAST: u64 = 1 << 19;
    const PRESENT: NonZeroU64 = NonZeroU64::new(1 << 20).unwrap();

    /// Packs a flit.
    #[inline]
    pub fn new(flit: Flit) -> Self {
        let tail = if flit.tail { Self::TAIL } else { 0 };
        let last = if flit.last { Self::LAST } else { 0 };
        Self {
            body: flit.word as u64 | (flit.tag.number as u64) << 32,
            control: Self::PRESENT | (u64::from(flit.tag.source.to_word()) | (flit.kind as u64) << 16 | tail | last),
        }
    }

    /// The flit.
    #[inline]
    pub const fn flit(self) -> Flit {
        let last = self.control.get() & Self::LAST != 0;
        Flit { word: self.word(), kind: self.kind(), tail: self.is_tail(), last, tag: self.tag() }
    }

    /// The word.
    #[inline]
    pub const fn word(self) -> u32 {
        self.body as u32
    }

    /// The meaning of the word.
    #[inline]
    pub const fn kind(self) -> FlitKind {
        match self.control.get() >> 16 & 3 {
            0 => FlitKind::Header,
            1 => FlitKind::Address,
            2 => FlitKind::Stride,
            _ => FlitKind::Data,
        }
    }

    /// Its packet.
    #[inline]
    pub const fn tag(self) -> PacketTag {
        PacketTag { source: NodeId::from_word(self.control.get() as u32), number: (self.body >> 32) as u32 }
    }

    /// True for the last flit of a packet.
    #[inline]
    pub const fn is_tail(self) -> bool {
        self.control.get() & Self::TAIL != 0
    }

    /// True for a header.
    #[inline]
    pub const fn is_header(self) -> bool {
        self.control.get() >> 16 & 3 == FlitKind::Header as u64
    }

    /// The destination of its packet, if it is a header.
    #[inline]
    pub const fn destination(self) -> NodeId {
        NodeId::from_word(self.body as u32)
    }
}

impl Default for PackedFlit {
    fn default() -> Self {
        Self { body: 0, control: Self::PRESENT }
    }
}

/// The hash depends on the flit, not on its packed form.
impl Hash for PackedFlit {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.flit().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_loses_nothing() {
        for kind in [FlitKind::Header, FlitKind::Address, FlitKind::Stride, FlitKind::Data] {
            for (tail, last) in [(false, false), (true, false), (false, true), (true, true)] {
                let tag = PacketTag { source: NodeId::new(0xfe, 0x81), number: 0x8765_4321 };
                let flit = Flit { word: 0xfedc_ba98, kind, tail, last, tag };
                let packed = PackedFlit::new(flit);
                assert_eq!(packed.flit(), flit);
                assert_eq!((packed.word(), packed.kind(), packed.tag()), (flit.word, flit.kind, flit.tag));
                assert_eq!((packed.is_tail(), packed.is_header()), (tail, kind == FlitKind::Header));
                assert_eq!(packed.destination(), NodeId::new(0xba, 0x98));
            }
        }
    }
}
