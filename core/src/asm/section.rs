//! Sections as they grow, before they have an address.

use super::expr::Expr;
use crate::base::Span;
use alloc::vec::Vec;

/// A section of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// `.text`: instructions.
    Text,
    /// `.data`: data that may change.
    Data,
    /// `.rdata`, `.section .rodata`: data that is only read.
    ReadOnly,
    /// `.bss`: space that starts as zero and takes no room in the image.
    Bss,
}

impl Place {
    /// All sections in the order of their addresses.
    pub(super) const ALL: [Self; 4] = [Self::Text, Self::Data, Self::ReadOnly, Self::Bss];

    /// The section of a name as `.section` takes it; the part after a second point does not matter.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name.trim_start_matches('.').split('.').next()? {
            "text" => Some(Self::Text),
            "data" | "sdata" => Some(Self::Data),
            "rodata" | "rdata" => Some(Self::ReadOnly),
            "bss" | "sbss" => Some(Self::Bss),
            _ => None,
        }
    }
}

/// What has been put into a section so far.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// Contents; stays empty for `.bss`.
    pub bytes: Vec<u8>,
    /// Size in bytes.
    pub size: u32,
    /// Alignment that its start needs, in bytes.
    pub align: u32,
}

impl Section {
    /// An empty section. Data begin at a multiple of 16, which suits every datum; instructions wherever one may stand.
    pub(super) fn new(place: Place) -> Self {
        let align = if place == Place::Text { 4 } else { 16 };
        Self { bytes: Vec::new(), size: 0, align }
    }
}

/// The part of a datum or instruction that an expression fills in when all addresses are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// A byte, halfword or word of data, `count` times.
    Data { bytes: u8, count: u32 },
    /// The sign-extended immediate of an instruction.
    Signed,
    /// The zero-extended immediate of an instruction.
    Unsigned,
    /// The target of a branch.
    Branch,
    /// The target of a jump.
    Jump,
}

/// An expression that waits for the addresses.
#[derive(Clone, Debug)]
pub(super) struct Fixup {
    /// Where the result goes.
    pub place: Place,
    /// Offset of the datum or instruction word in the section.
    pub offset: u32,
    /// Which part of it.
    pub field: Field,
    /// The expression, with the span that errors point at.
    pub expr: Expr,
}

/// A stretch of a section and the statement that it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// The section.
    pub place: Place,
    /// Offset in it.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
    /// True for an instruction.
    pub code: bool,
    /// The statement, counted from 0 in the order of assembly.
    pub statement: u32,
    /// Where the statement begins in the text.
    pub span: Span,
}
