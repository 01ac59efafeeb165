//! An ELF executable of a program, for objdump, gdb, qemu and other tools.

use alloc::{format, string::String, vec::Vec};
use mcore_cpu::program::{Program, Segment, SegmentKind};
use object::elf;

/// Sizes of the records of ELF32.
const HEADER: u32 = 52;
const PROGRAM_HEADER: u32 = 32;
const SECTION_HEADER: u32 = 40;
const SYMBOL: u32 = 16;

/// Offset in the file and address are equal modulo this, because loaders map whole pages.
const PAGE: u32 = 4096;

/// The contents of a section header.
#[derive(Default)]
struct Section {
    name: String,
    kind: u32,
    flags: u32,
    addr: u32,
    offset: u32,
    size: u32,
    link: u32,
    info: u32,
    align: u32,
    entry_size: u32,
}

/// The bytes of an ELF32 executable, little-endian MIPS32 Release 2, o32. [`load`](super::load) reads it back to the
/// same memory, entry and symbols; the line map is not included.
///
/// Source: "Tool Interface Standard, Executable and Linking Format" and the MIPS supplement of the System V ABI.
pub fn write(program: &Program) -> Vec<u8> {
    write_with(program, &[])
}

/// The same with more sections, by name, which are not in memory: debug information. Such a file is for an operating system, which
/// gives access by page: segments that share one get the access of both.
pub fn write_with(program: &Program, more: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut data, mut filled) = (Vec::new(), Vec::new());
    let start = HEADER + PROGRAM_HEADER * program.segments.len() as u32;
    let mut sections: Vec<Section> = alloc::vec![Section::default()];
    for (i, segment) in program.segments.iter().enumerate() {
        let end = start + data.len() as u32;
        let offset = end + segment.addr.wrapping_sub(end) % PAGE;
        // Space that starts as zero has no bytes, but its offset must match too. In a page that it shares, it has bytes: an
        // operating system would make the whole page zero.
        let is_shared = |(j, other): (usize, &Segment)| i != j && share_a_page(segment, other) && !more.is_empty();
        let zeros = match segment.bytes.is_empty() && program.segments.iter().enumerate().any(is_shared) {
            true => segment.size.min(PAGE - segment.addr % PAGE),
            false => 0,
        };
        if zeros > 0 || !segment.bytes.is_empty() {
            data.resize((offset - start) as usize, 0);
        }
        sections.push(section(segment, offset, program.segments[..i].iter()));
        data.extend_from_slice(&segment.bytes);
        data.resize(data.len() + zeros as usize, 0);
        filled.push(segment.bytes.len() as u32 + zeros);
    }
    let (symbols, strings, locals) = symbols(program);
    let symbol_table = sections.len() as u32;
    for (name, kind, bytes, link, info, entry_size) in [
        (".symtab", elf::SHT_SYMTAB.0, symbols, symbol_table + 1, locals, SYMBOL),
        (".strtab", elf::SHT_STRTAB.0, strings, 0, 0, 0),
    ] {
        pad(&mut data, start);
        let (offset, size) = (start + data.len() as u32, bytes.len() as u32);
        data.extend_from_slice(&bytes);
        sections.push(Section {
            name: name.into(),
            kind,
            offset,
            size,
            link,
            info,
            align: 4,
            entry_size,
            ..Section::default()
        });
    }
    for (name, bytes) in more {
        let (offset, size) = (start + data.len() as u32, bytes.len() as u32);
        data.extend_from_slice(bytes);
        let kind = elf::SHT_PROGBITS.0;
        sections.push(Section { name: name.clone(), kind, offset, size, align: 1, ..Section::default() });
    }
    let mut names = Vec::new();
    sections.push(Section { name: ".shstrtab".into(), kind: elf::SHT_STRTAB.0, align: 1, ..Section::default() });
    let name_offsets: Vec<u32> = sections.iter().map(|s| put_name(&mut names, &s.name)).collect();
    if let Some(last) = sections.last_mut() {
        (last.offset, last.size) = (start + data.len() as u32, names.len() as u32);
    }
    data.extend_from_slice(&names);
    pad(&mut data, start);
    let section_headers = start + data.len() as u32;

    let mut out: Vec<u8> = Vec::with_capacity(section_headers as usize + sections.len() * SECTION_HEADER as usize);
    out.extend_from_slice(&elf::ELFMAG);
    out.extend_from_slice(&[1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let halves = |out: &mut Vec<u8>, all: &[u16]| all.iter().for_each(|h| out.extend_from_slice(&h.to_le_bytes()));
    let words = |out: &mut Vec<u8>, all: &[u32]| all.iter().for_each(|w| out.extend_from_slice(&w.to_le_bytes()));
    halves(&mut out, &[elf::ET_EXEC.0, elf::EM_MIPS.0]);
    // MIPS32 Release 2, o32, instructions in the order of their execution.
    let flags = 0x7000_0000 | 0x1000 | elf::EF_MIPS_NOREORDER.0;
    words(&mut out, &[1, program.entry, HEADER, section_headers, flags]);
    let count = program.segments.len() as u16;
    halves(&mut out, &[HEADER as u16, PROGRAM_HEADER as u16, count, SECTION_HEADER as u16]);
    halves(&mut out, &[sections.len() as u16, sections.len() as u16 - 1]);
    for ((segment, section), filled) in program.segments.iter().zip(&sections[1..]).zip(filled) {
        let is_one = |other: &&Segment| match more.is_empty() {
            true => core::ptr::eq(*other, segment),
            false => share_a_page(segment, other),
        };
        let shared = program.segments.iter().filter(is_one);
        let access = shared.fold(elf::PF_R.0, |all, other| match other.kind {
            SegmentKind::Text => all | elf::PF_X.0,
            _ => all | elf::PF_W.0,
        });
        let addr = segment.addr;
        words(&mut out, &[elf::PT_LOAD.0, section.offset, addr, addr, filled, segment.size, access, PAGE]);
    }
    out.append(&mut data);
    for (s, name) in sections.iter().zip(name_offsets) {
        words(&mut out, &[name, s.kind, s.flags, s.addr, s.offset, s.size, s.link, s.info, s.align, s.entry_size]);
    }
    out
}

/// True if two segments have a page in common; a segment has its own.
fn share_a_page(a: &Segment, b: &Segment) -> bool {
    let pages = |s: &Segment| (s.addr / PAGE, s.addr.saturating_add(s.size.saturating_sub(1)) / PAGE);
    let (a, b) = (pages(a), pages(b));
    a.0 <= b.1 && b.0 <= a.1
}

/// The section of a segment; a second one of the same kind gets a number.
fn section<'p>(segment: &Segment, offset: u32, before: impl Iterator<Item = &'p Segment>) -> Section {
    let (name, kind, flags) = match segment.kind {
        SegmentKind::Text => (".text", elf::SHT_PROGBITS, elf::SHF_ALLOC.0 | elf::SHF_EXECINSTR.0),
        SegmentKind::Data => (".data", elf::SHT_PROGBITS, elf::SHF_ALLOC.0 | elf::SHF_WRITE.0),
        SegmentKind::Bss => (".bss", elf::SHT_NOBITS, elf::SHF_ALLOC.0 | elf::SHF_WRITE.0),
    };
    let same = before.filter(|s| s.kind == segment.kind).count();
    let name = if same == 0 { name.into() } else { format!("{name}.{same}") };
    let align = 1 << segment.addr.trailing_zeros().min(4);
    Section {
        name,
        kind: kind.0,
        flags: flags as u32,
        addr: segment.addr,
        offset,
        size: segment.size,
        align,
        ..Section::default()
    }
}

/// The symbol table, its strings, and the number of local symbols, which come first.
fn symbols(program: &Program) -> (Vec<u8>, Vec<u8>, u32) {
    let (mut table, mut strings) = (alloc::vec![0; SYMBOL as usize], alloc::vec![0]);
    let mut sorted: Vec<_> = program.symbols.iter().collect();
    sorted.sort_by_key(|s| s.global);
    for symbol in &sorted {
        let at = |s: &Segment| symbol.value >= s.addr && symbol.value - s.addr <= s.size;
        // A label at the end of one segment may be the start of the next.
        let index = program.segments.iter().rposition(at).filter(|_| symbol.is_label);
        let in_text = index.is_some_and(|i| program.segments[i].kind == SegmentKind::Text);
        // Any label may be a jump target; a debugger treats global ones as functions and variables.
        let kind = match (index, symbol.global) {
            (Some(_), true) if in_text => elf::STT_FUNC.0,
            (Some(_), true) => elf::STT_OBJECT.0,
            _ => elf::STT_NOTYPE.0,
        };
        table.extend_from_slice(&put_name(&mut strings, &symbol.name).to_le_bytes());
        table.extend_from_slice(&symbol.value.to_le_bytes());
        table.extend_from_slice(&[0; 4]);
        table.extend_from_slice(&[u8::from(symbol.global) << 4 | kind, 0]);
        let place = index.map_or(if symbol.is_label { 1 } else { elf::SHN_ABS.0 }, |i| i as u16 + 1);
        table.extend_from_slice(&place.to_le_bytes());
    }
    let locals = sorted.iter().filter(|s| !s.global).count() as u32 + 1;
    (table, strings, locals)
}

/// Appends a name and a zero to a table of strings; returns its offset.
fn put_name(table: &mut Vec<u8>, name: &str) -> u32 {
    let offset = table.len() as u32;
    table.extend_from_slice(name.as_bytes());
    table.push(0);
    offset
}

fn pad(data: &mut Vec<u8>, start: u32) {
    while (start + data.len() as u32) % 4 != 0 {
        data.push(0);
    }
}
