//! Writes a program as an executable ELF file: 32 bits, little endian, MIPS32 Release 2, o32.
//!
//! Source: "Tool Interface Standard, Executable and Linking Format" and the MIPS supplement of the System V ABI.

use crate::asm::section_name;
use crate::failure::Failure;
use mcore::program::{Program, Segment, SegmentKind};
use mcore::text;

const FILE_HEADER: u32 = 52;
const PROGRAM_HEADER: u32 = 32;
const SECTION_HEADER: u32 = 40;
const SYMBOL: u32 = 16;
/// Offset in the file and address agree below this: loaders map whole pages.
const PAGE: u32 = 4096;

const ET_EXEC: u16 = 2;
const EM_MIPS: u16 = 8;
/// EF_MIPS_ARCH_32R2, EF_MIPS_ABI_O32, EF_MIPS_NOREORDER: delay slots are as written.
const FLAGS: u32 = 0x7000_0000 | 0x1000 | 1;
const PT_LOAD: u32 = 1;
const SHT_PROGBITS: u32 = 1;
const SHT_SYMTAB: u32 = 2;
const SHT_STRTAB: u32 = 3;
const SHT_NOBITS: u32 = 8;
const SHN_ABS: u16 = 0xfff1;

/// Bytes as they grow.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn half(&mut self, value: u16) -> &mut Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    fn words(&mut self, values: &[u32]) -> &mut Self {
        values.iter().for_each(|value| self.0.extend(value.to_le_bytes()));
        self
    }

    fn len(&self) -> u32 {
        self.0.len() as u32
    }

    fn pad_to(&mut self, offset: u32) {
        self.0.resize(offset as usize, 0);
    }
}

/// Names one after the other, each ended by a zero.
struct Names(Vec<u8>);

impl Names {
    fn new() -> Self {
        Self(vec![0])
    }

    fn add(&mut self, name: &str) -> u32 {
        let at = self.0.len() as u32;
        self.0.extend(name.bytes().chain([0]));
        at
    }
}

/// The first offset at or after `from` that agrees with an address below the page size.
fn congruent(from: u32, addr: u32) -> u32 {
    from + (addr.wrapping_sub(from) % PAGE)
}

/// The file of a program.
pub fn file(program: &Program) -> Result<Vec<u8>, Failure> {
    let size: u64 = program.segments.iter().map(|s| s.bytes.len() as u64 + u64::from(PAGE)).sum();
    let names: u64 = program.symbols.iter().map(|s| s.name.len() as u64 + 1 + u64::from(SYMBOL)).sum();
    if size + names > u64::from(u32::MAX / 2) {
        return Err(text!(
            "the program is too large for an ELF file",
            "プログラムが大きすぎて ELF ファイルにできません"
        )
        .into());
    }
    let count = program.segments.len() as u32;
    let mut out = Bytes::default();
    out.pad_to(FILE_HEADER + PROGRAM_HEADER * count);
    let offsets: Vec<u32> = program
        .segments
        .iter()
        .map(|segment| {
            if !segment.bytes.is_empty() {
                out.pad_to(congruent(out.len(), segment.addr));
            }
            let at = out.len();
            out.0.extend(&segment.bytes);
            // A segment of zeroes has no bytes, but its offset must agree too.
            if segment.bytes.is_empty() { congruent(at, segment.addr) } else { at }
        })
        .collect();

    let (symbols, strings, first_global) = symbols(program);
    out.pad_to(out.len().next_multiple_of(4));
    let symbols_at = out.len();
    out.0.extend(&symbols.0);
    let strings_at = out.len();
    out.0.extend(&strings.0);

    let mut names = Names::new();
    let mut sections = Bytes::default();
    sections.words(&[0; SECTION_HEADER as usize / 4]);
    for (segment, offset) in program.segments.iter().zip(&offsets) {
        let kind = if segment.kind == SegmentKind::Bss { SHT_NOBITS } else { SHT_PROGBITS };
        let (_, flags) = rights(segment);
        let name = names.add(section_name(segment.kind));
        sections.words(&[name, kind, flags, segment.addr, *offset, segment.size, 0, 0, 4, 0]);
    }
    let (name, string_section) = (names.add(".symtab"), count + 2);
    sections.words(&[name, SHT_SYMTAB, 0, 0, symbols_at, symbols.len(), string_section, first_global, 4, SYMBOL]);
    let name = names.add(".strtab");
    sections.words(&[name, SHT_STRTAB, 0, 0, strings_at, strings.0.len() as u32, 0, 0, 1, 0]);
    let name = names.add(".shstrtab");
    let names_at = out.len();
    out.0.extend(&names.0);
    sections.words(&[name, SHT_STRTAB, 0, 0, names_at, names.0.len() as u32, 0, 0, 1, 0]);
    out.pad_to(out.len().next_multiple_of(4));
    let sections_at = out.len();
    out.0.extend(&sections.0);

    let mut head = Bytes::default();
    head.0.extend(b"\x7fELF\x01\x01\x01\0\0\0\0\0\0\0\0\0");
    head.half(ET_EXEC).half(EM_MIPS).words(&[1, program.entry, FILE_HEADER, sections_at, FLAGS]);
    head.half(FILE_HEADER as u16).half(PROGRAM_HEADER as u16).half(count as u16);
    head.half(SECTION_HEADER as u16).half(count as u16 + 4).half(count as u16 + 3);
    for (segment, offset) in program.segments.iter().zip(&offsets) {
        let (rights, _) = rights(segment);
        let (addr, stored) = (segment.addr, segment.bytes.len() as u32);
        head.words(&[PT_LOAD, *offset, addr, addr, stored, segment.size, rights, PAGE]);
    }
    out.0[..head.0.len()].copy_from_slice(&head.0);
    Ok(out.0)
}

/// Flags of the segment (execute 1, write 2, read 4) and of its section (write 1, allocate 2, execute 4).
fn rights(segment: &Segment) -> (u32, u32) {
    match segment.kind {
        SegmentKind::Text => (5, 6),
        SegmentKind::Data | SegmentKind::Bss => (6, 3),
    }
}

/// The symbol table, its names, and the number of its first global symbol: local ones come first.
fn symbols(program: &Program) -> (Bytes, Names, u32) {
    let (mut table, mut names) = (Bytes::default(), Names::new());
    table.words(&[0; SYMBOL as usize / 4]);
    let (local, global): (Vec<_>, Vec<_>) = program.symbols.iter().partition(|s| !s.global);
    for symbol in local.iter().chain(&global) {
        let section = program.segments.iter().position(|s| {
            // A label may stand right behind the last byte.
            symbol.is_label && symbol.value >= s.addr && symbol.value - s.addr <= s.size
        });
        let index = section.map_or(SHN_ABS, |i| i as u16 + 1);
        let text = section.is_some_and(|i| program.segments[i].kind == SegmentKind::Text);
        let kind = match (symbol.is_label, text) {
            (true, true) => 2,
            (true, false) => 1,
            (false, _) => 0,
        };
        let name = names.add(&symbol.name);
        table.words(&[name, symbol.value, 0]);
        table.0.extend([u8::from(symbol.global) << 4 | kind, 0]);
        table.half(index);
    }
    (table, names, local.len() as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_agree_with_addresses_below_the_page_size() {
        for (from, addr) in [(0, 0), (1, 0x1000), (0x1001, 0x1000), (0xfff, 0x2ff0), (84, 0x1010)] {
            let at = congruent(from, addr);
            assert!(at >= from && at - from < PAGE && at % PAGE == addr % PAGE, "{from:#x} {addr:#x} {at:#x}");
        }
    }
}
