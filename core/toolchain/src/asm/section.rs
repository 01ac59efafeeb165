//! Sections under construction, before they have addresses.

use super::expr::Expr;
use alloc::{collections::BTreeMap, vec::Vec};
use mcore_base::Span;

/// The kind of a section, which determines its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// `.text`: instructions.
    Text,
    /// `.data`: data that may change.
    Data,
    /// `.rdata`, `.section .rodata`: data that is only read.
    ReadOnly,
    /// `.bss`: space that starts as zero and takes no space in the image.
    Bss,
    /// Not part of the program (`.debug_info`, `.comment`, ...): contents are ignored.
    Nowhere,
}

impl Place {
    /// The kinds that are part of the program, in the order of their addresses.
    pub(super) const ALL: [Self; 4] = [Self::Text, Self::Data, Self::ReadOnly, Self::Bss];

    /// The kind of a section with a well-known name; the part after a second dot is ignored.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name.trim_start_matches('.').split('.').next()? {
            "text" => Some(Self::Text),
            "data" | "sdata" => Some(Self::Data),
            "rodata" | "rdata" | "srodata" | "lit4" | "lit8" => Some(Self::ReadOnly),
            "bss" | "sbss" => Some(Self::Bss),
            "comment" | "note" | "mdebug" | "pdr" | "gnu" | "MIPS" | "reginfo" | "eh_frame" | "stab" | "stabstr" => {
                Some(Self::Nowhere)
            }
            other => other.starts_with("debug_").then_some(Self::Nowhere),
        }
    }

    /// The kind that the flags of `.section name, "flags", @type` select.
    pub(super) fn flagged(flags: &str, no_bits: bool) -> Self {
        match flags {
            f if !f.contains('a') => Self::Nowhere,
            f if f.contains('x') => Self::Text,
            _ if no_bits => Self::Bss,
            f if f.contains('w') => Self::Data,
            _ => Self::ReadOnly,
        }
    }
}

/// A section, by its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SectionId(u32);

/// The contents of a section so far.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// Its kind.
    pub place: Place,
    /// Contents; stays empty for `.bss`.
    pub bytes: Vec<u8>,
    /// Size in bytes.
    pub size: u32,
    /// Required alignment of its start, in bytes.
    pub align: u32,
    /// Its translation unit; its number in the unit; its subsection.
    order: (u32, u32, u32),
}

/// All sections. Each translation unit has its own.
pub(super) struct Sections<'s> {
    table: Vec<Section>,
    /// Sections of the current unit: name to number and kind.
    names: BTreeMap<&'s str, (u32, Place)>,
    /// Subsections of the current unit: section number and subsection number to section.
    parts: BTreeMap<(u32, u32), SectionId>,
    unit: u32,
    /// Bytes in all sections of each kind.
    totals: [u64; 5],
}

/// Maximum number of sections: no real program has this many, and each costs some work.
const MAX_SECTIONS: usize = 10_000;

impl<'s> Sections<'s> {
    /// No sections yet; [`begin_unit`](Self::begin_unit) makes the first ones.
    pub(super) fn new() -> Self {
        Self { table: Vec::new(), names: BTreeMap::new(), parts: BTreeMap::new(), unit: 0, totals: [0; 5] }
    }

    /// Starts a translation unit, and returns its `.text`.
    pub(super) fn begin_unit(&mut self, unit: u32) -> SectionId {
        self.names.clear();
        self.parts.clear();
        self.unit = unit;
        let text = self.enter(".text", Place::Text, 0);
        // These precede all others of their kind, even if they are entered later.
        self.enter(".data", Place::Data, 0);
        self.enter(".bss", Place::Bss, 0);
        text
    }

    /// Kind of a section that the unit has entered before under this name.
    pub(super) fn known(&self, name: &str) -> Option<Place> {
        self.names.get(name).map(|n| n.1)
    }

    /// The section with a name; makes it if there is none.
    pub(super) fn enter(&mut self, name: &'s str, place: Place, subsection: u32) -> SectionId {
        let next = self.names.len() as u32;
        let (number, place) = *self.names.entry(name).or_insert((next, place));
        self.part(number, place, subsection)
    }

    /// Another subsection of a section.
    pub(super) fn subsection(&mut self, id: SectionId, subsection: u32) -> SectionId {
        let (_, number, _) = self.get(id).order;
        self.part(number, self.get(id).place, subsection)
    }

    fn part(&mut self, number: u32, place: Place, subsection: u32) -> SectionId {
        if let Some(&id) = self.parts.get(&(number, subsection)) {
            return id;
        }
        // The first three are `.text`, `.data` and `.bss`. They start at a multiple of 16, which suits every datum; the
        // instructions of a single file start at any valid address.
        let align = match (number, self.unit) {
            (0, 0) => 4,
            (0..3, _) if subsection == 0 => 16,
            _ => 1,
        };
        let order = (self.unit, number, subsection);
        self.table.push(Section { place, bytes: Vec::new(), size: 0, align, order });
        let id = SectionId(self.table.len() as u32 - 1);
        self.parts.insert((number, subsection), id);
        id
    }

    pub(super) fn get(&self, id: SectionId) -> &Section {
        &self.table[id.0 as usize]
    }

    pub(super) fn get_mut(&mut self, id: SectionId) -> &mut Section {
        &mut self.table[id.0 as usize]
    }

    /// The gap after a section before another one: GNU as pads `.text`, `.data` and `.bss` to multiples of 16 bytes.
    pub(super) fn space_after(&self, id: SectionId, next: SectionId) -> u32 {
        let (a, b) = (self.get(id), self.get(next));
        let (same, first) = ((a.order.0, a.order.1) == (b.order.0, b.order.1), a.order.1 < 3);
        if same || !first { 0 } else { super::assembler::padding(a.size, 16) }
    }

    /// Number of sections.
    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// Sections of one kind, in the order in which they are placed.
    pub(super) fn of(&self, place: Place) -> Vec<SectionId> {
        let mut ids: Vec<SectionId> = (0..self.table.len() as u32).map(SectionId).collect();
        ids.retain(|id| self.get(*id).place == place);
        ids.sort_by_key(|id| self.get(*id).order);
        ids
    }

    /// Makes a section longer; the caller fills in the contents.
    pub(super) fn grow(&mut self, id: SectionId, bytes: u32) -> &mut Section {
        let section = &mut self.table[id.0 as usize];
        section.size += bytes;
        self.totals[section.place as usize] += u64::from(bytes);
        section
    }

    /// Bytes in all sections of one kind.
    pub(super) fn size_of(&self, place: Place) -> u64 {
        self.totals[place as usize]
    }

    /// True if no more sections can be added.
    pub(super) fn are_full(&self) -> bool {
        self.table.len() >= MAX_SECTIONS
    }
}

/// First address of each section.
pub(super) struct Bases(Vec<u32>);

impl Bases {
    pub(super) fn new(count: usize) -> Self {
        Self(alloc::vec![0; count])
    }

    pub(super) fn set(&mut self, id: SectionId, addr: u32) {
        self.0[id.0 as usize] = addr;
    }

    pub(super) fn of(&self, id: SectionId) -> u32 {
        self.0[id.0 as usize]
    }
}

/// The part of a datum or instruction to be filled in when all addresses are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// A datum of 1, 2, 4 or 8 bytes, `count` times.
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

/// An expression to be evaluated when all addresses are known.
#[derive(Clone, Debug)]
pub(super) struct Fixup {
    /// The section of the result.
    pub section: SectionId,
    /// Offset of the datum or instruction word in the section.
    pub offset: u32,
    /// Which part of it.
    pub field: Field,
    /// The expression; errors point at its span.
    pub expr: Expr,
}

/// A part of a section, and the statement that it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub section: SectionId,
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
    /// True for an instruction.
    pub code: bool,
    /// The statement, counted from 0 in the order of assembly; everything that a macro expands to is one statement.
    pub statement: u32,
    /// The statement that the student wrote.
    pub span: Span,
    /// File and line by `.loc`, if present: an index into the names by `.file`.
    pub source: Option<(u32, u32)>,
}
