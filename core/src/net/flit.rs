//! Flits: what a link carries in one cycle.

use crate::base::NodeId;

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

/// Which packet a flit belongs to. Not part of the hardware's 38 bits: the simulator knows it so that it can show and check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PacketTag {
    /// The node that sent it.
    pub source: NodeId,
    /// Counted by the source from 0.
    pub number: u32,
}

/// One flit: a 32-bit word and its control bits (kind and tail).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flit {
    /// The word.
    pub word: u32,
    /// What the word means.
    pub kind: FlitKind,
    /// True for the last flit of a packet.
    pub tail: bool,
    /// True for the last flit of a DMA. Known to the simulator only, as the tag is.
    pub last: bool,
    /// Its packet.
    pub tag: PacketTag,
}
