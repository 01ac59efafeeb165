//! A program ready to be loaded: the output of an assembler or a linker, run by a chip.

use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// The position in a source text that an address comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LineEntry {
    /// First address of the instruction or datum.
    pub addr: u32,
    /// Index into [`Program::files`].
    pub file: u32,
    /// Line, from 1. For an instruction from a macro or a pseudo-instruction: the line that the student wrote. 0 if the
    /// source is unknown, as for library code after compiled C.
    pub line: u32,
}

/// The purpose of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SegmentKind {
    /// Instructions.
    Text,
    /// Initialised data.
    Data,
    /// Space that starts as zero; `bytes` is empty and `size` gives its size.
    Bss,
}

/// A contiguous range of node memory that the program initialises.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Segment {
    /// Instructions, data or zeroes.
    pub kind: SegmentKind,
    /// First address.
    pub addr: u32,
    /// Size in bytes.
    pub size: u32,
    /// Contents; `size` bytes long, or empty for [`SegmentKind::Bss`].
    pub bytes: Vec<u8>,
}

/// A name for an address (or, for `.equ`, for a number).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Symbol {
    /// The name as written.
    pub name: String,
    /// Address or value.
    pub value: u32,
    /// True for a label, false for a constant made by `.equ`.
    pub is_label: bool,
    /// True after `.globl`.
    pub global: bool,
}

/// An executable image with its symbols and line map. It does not change once made; all nodes that run it share it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Program {
    /// Ranges of memory, ascending and not overlapping.
    pub segments: Vec<Segment>,
    /// Address of the first instruction to execute.
    pub entry: u32,
    /// Symbols, ascending by name; of equal names (labels of several files) the global one comes first.
    pub symbols: Vec<Symbol>,
    /// Line map, ascending by address: the assembler's has one entry per instruction word and per data directive, a
    /// compiler's one per piece of a line.
    pub lines: Vec<LineEntry>,
    /// Names of the source files.
    pub files: Vec<String>,
    /// Indices of the files that a compiler added: its library, and the start of the program.
    #[serde(default)]
    pub added: Vec<u32>,
    /// Trap instructions that check an index, ascending by address, with the name of the array.
    #[serde(default)]
    pub checks: Vec<(u32, String)>,
}

impl Program {
    /// The symbol with this name: the global one, or that of the first file.
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        let first = self.symbols.partition_point(|s| s.name.as_str() < name);
        self.symbols.get(first).filter(|s| s.name == name)
    }

    /// The address of the label with this name, as [`Self::symbol`].
    pub fn label(&self, name: &str) -> Option<u32> {
        self.symbol(name).filter(|symbol| symbol.is_label).map(|symbol| symbol.value)
    }

    /// The segment that an address is in.
    pub fn segment_of(&self, addr: u32) -> Option<&Segment> {
        self.segments.iter().find(|s| addr.wrapping_sub(s.addr) < s.size)
    }

    /// Whether an address is in the text.
    pub fn is_text(&self, addr: u32) -> bool {
        self.segment_of(addr).is_some_and(|s| s.kind == SegmentKind::Text)
    }

    /// The word that the program puts at an address; `None` outside its instructions and initialised data.
    pub fn word(&self, addr: u32) -> Option<u32> {
        let segment = self.segment_of(addr)?;
        let bytes = segment.bytes.get(addr.wrapping_sub(segment.addr) as usize..)?;
        bytes.first_chunk().map(|word| u32::from_le_bytes(*word))
    }

    /// The label at or before an address within the same segment, and the distance from it in bytes.
    pub fn nearest_label(&self, addr: u32) -> Option<(&Symbol, u32)> {
        let segment = self.segment_of(addr)?;
        self.symbols
            .iter()
            .filter(|s| s.is_label && s.value <= addr && s.value >= segment.addr)
            .max_by_key(|s| (s.value, s.global))
            .map(|s| (s, addr - s.value))
    }

    /// Source line of an address inside the text: the last entry at or before it.
    pub fn line_of(&self, addr: u32) -> Option<LineEntry> {
        let i = self.lines.partition_point(|l| l.addr <= addr);
        let entry = *self.lines.get(i.checked_sub(1)?)?;
        let inside = self.segment_of(addr).is_some_and(|s| entry.addr >= s.addr);
        (inside && entry.line != 0).then_some(entry)
    }

    /// First address of a line's code or data.
    pub fn addr_of(&self, file: u32, line: u32) -> Option<u32> {
        self.lines.iter().find(|l| l.file == file && l.line == line).map(|l| l.addr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_their_segments() {
        let text = Segment { kind: SegmentKind::Text, addr: 0x1000, size: 8, bytes: (1..=8).collect() };
        let data = Segment { kind: SegmentKind::Data, addr: 0x1008, size: 6, bytes: (9..=14).collect() };
        let bss = Segment { kind: SegmentKind::Bss, addr: 0xffff_fff8, size: 8, bytes: Vec::new() };
        let program = Program { segments: alloc::vec![text, data, bss], ..Program::default() };
        let words = [0xffc, 0x1000, 0x1004, 0x1008, 0x100c, 0x1010, 0xffff_fffc].map(|addr| program.word(addr));
        // The last two bytes of the data are no word, and no bytes are given for the zeroes.
        assert_eq!(words, [None, Some(0x0403_0201), Some(0x0807_0605), Some(0x0c0b_0a09), None, None, None]);
        let kind = |addr| program.segment_of(addr).map(|s| s.kind);
        assert_eq!(
            [0xfff, 0x1007, 0x100d, 0x100e].map(kind),
            [None, Some(SegmentKind::Text), Some(SegmentKind::Data), None]
        );
        assert_eq!(kind(u32::MAX), Some(SegmentKind::Bss));
        assert!(program.is_text(0x1007) && !program.is_text(0x1008));
    }
}
