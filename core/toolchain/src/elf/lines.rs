//! The source line of each instruction: the line tables of DWARF, versions 2 to 5.

use super::{LONGEST_NAME, Sections, name_at};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use core::cell::Cell;
use gimli::{AttributeValue, DebugLine, DebugLineOffset, EndianSlice, LineProgramHeader, LittleEndian};
use mcore_cpu::program::{LineEntry, Program, SegmentKind};
use object::LittleEndian as Little;
use object::read::elf::SectionHeader;

/// Maximum number of lines taken over.
const MAX_LINES: usize = 1 << 20;

/// Maximum length of a table, in bytes; a row takes at least one, an entry for a file about twenty, and in memory a
/// hundred.
const LONGEST_TABLE: usize = 4 << 20;

/// Maximum bytes of names read. Many names may share the same bytes of the file, so its length is no limit.
const MAX_NAME_BYTES: usize = 4 << 20;

type Bytes<'d> = EndianSlice<'d, LittleEndian>;

/// The sections with line tables and their names.
struct Tables<'d> {
    line: Bytes<'d>,
    line_strings: &'d [u8],
    strings: &'d [u8],
    /// Bytes of names that may still be read.
    budget: Cell<usize>,
    /// First and last address of each part of the text, ascending.
    text: Vec<(u32, u32)>,
}

/// The program with its line map and the names of the sources. If a table cannot be read, the map ends there: the
/// program runs without it.
pub(super) fn with_lines(sections: &Sections<'_>, data: &[u8], program: Program) -> Program {
    let section = |name: &str| {
        let found = sections.iter().find(|s| sections.section_name(Little, *s) == Ok(name.as_bytes()));
        found.and_then(|s| s.data(Little, data).ok()).unwrap_or_default()
    };
    let tables = Tables {
        line: EndianSlice::new(section(".debug_line"), LittleEndian),
        line_strings: section(".debug_line_str"),
        strings: section(".debug_str"),
        budget: Cell::new(MAX_NAME_BYTES),
        text: program
            .segments
            .iter()
            .filter(|s| s.kind == SegmentKind::Text)
            .map(|s| (s.addr, s.addr + (s.size - 1)))
            .collect(),
    };
    if tables.line.len() > LONGEST_TABLE {
        return program;
    }
    let mut lines: BTreeMap<u32, LineEntry> = BTreeMap::new();
    let mut files: BTreeMap<String, u32> = BTreeMap::new();
    let mut offset = 0;
    while offset < tables.line.len() {
        match tables.unit(offset, &mut lines, &mut files) {
            Some(next) if next > offset => offset = next,
            _ => break,
        }
    }
    let mut names: Vec<(String, u32)> = files.into_iter().collect();
    names.sort_by_key(|n| n.1);
    let files: Vec<String> = names.into_iter().map(|n| n.0).collect();
    if files.is_empty() {
        return program;
    }
    Program { files, lines: lines.into_values().collect(), ..program }
}

impl Tables<'_> {
    /// Reads the table at an offset; returns the offset of the next one.
    fn unit(
        &self,
        offset: usize,
        lines: &mut BTreeMap<u32, LineEntry>,
        files: &mut BTreeMap<String, u32>,
    ) -> Option<usize> {
        let section = DebugLine::from(self.line);
        let table = section.program(DebugLineOffset(offset), 4, None, None).ok()?;
        let header = table.header();
        let next =
            offset.checked_add(header.unit_length())?.checked_add(header.format().initial_length_size() as usize)?;
        // Names are looked up once per file, not once per row.
        let mut known: BTreeMap<u64, Option<u32>> = BTreeMap::new();
        let mut rows = table.rows();
        while let Ok(Some((header, row))) = rows.next_row() {
            let Some(addr) = u32::try_from(row.address()).ok().filter(|addr| self.is_text(*addr)) else { continue };
            if lines.len() >= MAX_LINES {
                return None;
            }
            let line = row.line().filter(|_| !row.end_sequence()).map_or(0, |line| line.get());
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            if line == 0 {
                // The table ends here or has no line; another one may start at the same address.
                lines.entry(addr).or_insert(LineEntry { addr, file: 0, line });
                continue;
            }
            let index = row.file_index();
            let file = *known.entry(index).or_insert_with(|| {
                let name = self.file_name(header, index)?;
                let next = files.len() as u32;
                Some(*files.entry(name).or_insert(next))
            });
            let Some(file) = file else { continue };
            // Of several rows for an address the last one is valid.
            lines.insert(addr, LineEntry { addr, file, line });
        }
        Some(next)
    }

    fn is_text(&self, addr: u32) -> bool {
        let after = self.text.partition_point(|(first, _)| *first <= addr);
        after.checked_sub(1).is_some_and(|i| addr <= self.text[i].1)
    }

    /// Name of a file, with its folder unless that is the folder of the compilation.
    fn file_name(&self, header: &LineProgramHeader<Bytes<'_>>, index: u64) -> Option<String> {
        let file = header.file(index)?;
        let name = self.string(file.path_name())?;
        let folder = match file.directory_index() {
            0 => None,
            _ => file.directory(header).and_then(|d| self.string(d)),
        };
        match folder {
            Some(folder) if !name.starts_with('/') => Some(format!("{folder}/{name}")),
            _ => Some(name),
        }
    }

    /// A name, as long as the budget allows: the bytes searched for its end count even if it is not found.
    fn string(&self, value: AttributeValue<Bytes<'_>>) -> Option<String> {
        let left = self.budget.get();
        let bytes = match value {
            _ if left == 0 => return None,
            AttributeValue::String(bytes) => Some(bytes.slice()).filter(|name| name.len() <= LONGEST_NAME),
            AttributeValue::DebugLineStrRef(offset) => name_at(self.line_strings, offset.0),
            AttributeValue::DebugStrRef(offset) => name_at(self.strings, offset.0),
            _ => return None,
        };
        let looked_at = bytes.map_or(LONGEST_NAME, <[u8]>::len);
        self.budget.set(left.saturating_sub(looked_at));
        bytes.filter(|_| looked_at <= left).map(|name| String::from_utf8_lossy(name).into_owned())
    }
}
