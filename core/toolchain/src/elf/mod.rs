//! Programs from compilers: reading and writing ELF files for MIPS32.
//!
//! The lab runs 32-bit little-endian executables for o32, linked statically to addresses in node memory, of MIPS32 up
//! to Release 2. [`load`] makes a [`Program`] from such a file, with symbols and, if the file has them, the lines of
//! the source; everything else is refused with the reason and advice. [`read`] is for inspecting a file only.
//! [`write()`] is the reverse, for inspection with other tools.

mod error;
#[cfg(feature = "dwarf")]
mod lines;
mod write;

#[cfg(test)]
mod tests;

pub use error::ElfError;
pub use write::{write, write_with};

use alloc::{string::String, vec::Vec};
use mcore_cpu::program::{Program, Segment, SegmentKind, Symbol};
use mcore_cpu::startup;
use object::LittleEndian as Little;
use object::elf;
use object::read::SectionIndex;
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, Sym};

/// Maximum number of symbols taken over.
const MAX_SYMBOLS: usize = 100_000;

/// Maximum total bytes of their names. The names of a file can share their bytes, so its length is no limit.
const MAX_NAME_BYTES: usize = 16 << 20;

/// Maximum length of a name taken over, in bytes: of a symbol, a source file or a folder.
const LONGEST_NAME: usize = 4096;

/// Maximum number of sections of a file; compilers make some tens.
const MAX_SECTIONS: usize = 256;

/// Maximum number of sections in memory, so that [`write()`] has room for its own as well.
const MAX_SEGMENTS: usize = 200;

/// Maximum number of program headers, and maximum bytes of section names, for the same reason.
const MAX_PROGRAM_HEADERS: usize = 256;
const MAX_SECTION_NAMES: u32 = 1 << 16;

/// Kind of the section `.MIPS.abiflags`.
const ABI_FLAGS: u32 = 0x7000_002a;

/// Kinds of sections and segments that only describe the file: notes, registers used, kind of processor.
const DESCRIBING: [u32; 4] = [elf::SHT_NOTE.0, 0x7000_0006, 0x7000_000d, ABI_FLAGS];
const DESCRIBING_SEGMENTS: [u32; 2] = [0x7000_0000, 0x7000_0003];

/// Names of the entry of a program with its own start-up code.
const ENTRY_NAMES: [&str; 2] = ["_start", "__start"];

type Header = elf::FileHeader32<Little>;
type Sections<'d> = object::read::elf::SectionTable<'d, Header, &'d [u8]>;

/// The program of an ELF file, ready to run on a node memory of `memory_size` bytes. Any bytes give a result; time and
/// memory are bounded by the length of the file and the size of node memory.
///
/// The program starts at its entry. If it has no `_start` and no `__start` but a `main`, it starts there, and [start-up
/// code](mcore_cpu::startup) calls `main` if it may return, unless the file already contains it.
pub fn load(data: &[u8], memory_size: u32) -> Result<Program, ElfError> {
    let Contents { mut program, abi_calls, small_data } = contents(data, memory_size)?;
    if !program.segments.iter().any(|s| s.kind == SegmentKind::Text) {
        return Err(ElfError::NoText);
    }
    let has_start = ENTRY_NAMES.iter().any(|name| program.label(name).is_some());
    let main = program.label("main").filter(|main| !has_start && !startup::calls(&program, program.entry, *main));
    if let Some(main) = main {
        if abi_calls {
            return Err(ElfError::AbiCalls);
        }
        if small_data {
            return Err(ElfError::SmallData);
        }
        program.entry = main;
    }
    let entry = program.entry;
    let inside = |s: &Segment| s.kind == SegmentKind::Text && entry >= s.addr && entry - s.addr < s.size;
    if entry % 4 != 0 || !program.segments.iter().any(inside) {
        return Err(ElfError::Entry { entry });
    }
    if main.is_some() && startup::ending(&program).returns && !startup::add(&mut program) {
        return Err(ElfError::NoRoomForStart);
    }
    Ok(program)
}

/// The contents of an ELF file at any addresses: for inspection, not for running. Refuses files that [`load`] refuses
/// because of their instructions.
pub fn read(data: &[u8]) -> Result<Program, ElfError> {
    contents(data, u32::MAX).map(|contents| contents.program)
}

/// The contents of a file.
struct Contents {
    /// Its entry is that of the file.
    program: Program,
    /// Functions need their own address in `$t9`.
    abi_calls: bool,
    /// Some data is addressed relative to `$gp`.
    small_data: bool,
}

/// Memory is filled from the section headers if there are any, because one segment from GNU ld may contain text,
/// constants and its own headers together. Without them the program headers (`PT_LOAD`) are used.
fn contents(data: &[u8], memory_size: u32) -> Result<Contents, ElfError> {
    check_ident(data)?;
    let header = Header::parse(data).map_err(|_| ElfError::Damaged)?;
    check_header(header)?;
    let programs = header.program_headers(Little, data).map_err(|_| ElfError::Damaged)?;
    if programs.iter().any(|p| [elf::PT_DYNAMIC, elf::PT_INTERP].contains(&p.p_type(Little))) {
        return Err(ElfError::Dynamic);
    }
    let sections = header.sections(Little, data).map_err(|_| ElfError::Damaged)?;
    check_size(header, programs, &sections)?;
    check_abi_flags(&sections, data)?;
    let mut segments = match section_segments(&sections, data, memory_size)? {
        segments if segments.is_empty() => program_segments(programs, data, memory_size)?,
        segments => segments,
    };
    if segments.len() > MAX_SEGMENTS {
        return Err(ElfError::TooManyParts);
    }
    segments.sort_by_key(|s| s.addr);
    if let Some(pair) = segments.windows(2).find(|s| u64::from(s[0].addr) + u64::from(s[0].size) > s[1].addr.into()) {
        return Err(ElfError::Overlap { addr: pair[1].addr });
    }
    let symbols = symbols(&sections, data)?;
    let program = Program { segments, entry: header.e_entry(Little), symbols, ..Program::default() };
    #[cfg(feature = "dwarf")]
    let program = lines::with_lines(&sections, data, program);
    // Members of libgcc add EF_MIPS_CPIC alone: the linker gives their functions stubs that set `$t9`, and the rest
    // needs none.
    let abi_calls = header.e_flags(Little).0 & elf::EF_MIPS_PIC.0 != 0;
    Ok(Contents { program, abi_calls, small_data: has_small_data(&sections) })
}

/// Checks the start of the file, which all ELF files share: class, byte order, and family of processors.
fn check_ident(data: &[u8]) -> Result<(), ElfError> {
    if !data.starts_with(&elf::ELFMAG) {
        return Err(ElfError::NotElf);
    }
    let Some(&[class, order]) = data.get(4..6) else { return Err(ElfError::Damaged) };
    let Some(&machine) = data.get(18..20).and_then(|m| m.first_chunk::<2>()) else { return Err(ElfError::Damaged) };
    let machine = if order == 2 { u16::from_be_bytes(machine) } else { u16::from_le_bytes(machine) };
    if machine != elf::EM_MIPS.0 {
        return Err(ElfError::OtherMachine { machine });
    }
    match (class, order) {
        (1, 1) => Ok(()),
        (2, _) => Err(ElfError::SixtyFourBits),
        (1, 2) => Err(ElfError::BigEndian),
        _ => Err(ElfError::Damaged),
    }
}

/// Checks the kind of file and of instructions.
fn check_header(header: &Header) -> Result<(), ElfError> {
    let flags = header.e_flags(Little).0;
    let has = |flag: elf::FileFlags| flags & flag.0 != 0;
    match header.e_type(Little) {
        elf::ET_EXEC => {}
        elf::ET_REL => return Err(ElfError::ObjectFile),
        elf::ET_DYN => return Err(ElfError::Dynamic),
        _ => return Err(ElfError::Damaged),
    }
    // The upper four bits: 0 to 4 are MIPS I to V, then MIPS32, MIPS64, and their later releases.
    match flags >> 28 {
        0 | 1 | 5 | 7 => {}
        9 | 10 => return Err(ElfError::Release6),
        _ => return Err(ElfError::SixtyFourBits),
    }
    if has(elf::EF_MIPS_ABI2) || !matches!(flags >> 12 & 0xf, 0 | 1) {
        return Err(ElfError::OtherAbi);
    }
    if flags & 0x0400_0000 != 0 {
        return Err(ElfError::Mips16);
    }
    if flags & 0x0200_0000 != 0 {
        return Err(ElfError::MicroMips);
    }
    if has(elf::EF_MIPS_FP64) {
        return Err(ElfError::Fp64);
    }
    if has(elf::EF_MIPS_NAN2008) {
        return Err(ElfError::Nan2008);
    }
    Ok(())
}

/// Refuses tables that are too long to search quickly.
fn check_size(
    header: &Header,
    programs: &[elf::ProgramHeader32<Little>],
    sections: &Sections<'_>,
) -> Result<(), ElfError> {
    let names = sections.section(SectionIndex(header.e_shstrndx(Little).0.into())).map_or(0, |s| s.sh_size(Little));
    if programs.len() > MAX_PROGRAM_HEADERS || sections.len() > MAX_SECTIONS || names > MAX_SECTION_NAMES {
        return Err(ElfError::TooManyParts);
    }
    Ok(())
}

/// Checks the floating-point registers in `.MIPS.abiflags`: byte 7 is 6 or 7 for 64 bits.
fn check_abi_flags(sections: &Sections<'_>, data: &[u8]) -> Result<(), ElfError> {
    let flags = sections.iter().find(|s| s.sh_type(Little).0 == ABI_FLAGS);
    let flags = flags.and_then(|s| s.data(Little, data).ok()).unwrap_or_default();
    if let Some(6 | 7) = flags.get(7) { Err(ElfError::Fp64) } else { Ok(()) }
}

/// Fails unless a range lies in node memory.
fn check_range(addr: u32, size: u32, memory: u32) -> Result<(), ElfError> {
    let end = u64::from(addr) + u64::from(size);
    if addr >= memory {
        return Err(ElfError::Outside { addr, memory });
    }
    if end > memory.into() {
        return Err(ElfError::TooLarge { end, memory });
    }
    Ok(())
}

/// Fails if the parts have more bytes than the file: then they share bytes, which no linker does.
fn check_filled(filled: usize, data: &[u8]) -> Result<(), ElfError> {
    if filled > data.len() { Err(ElfError::Damaged) } else { Ok(()) }
}

/// Segments from the section headers, which distinguish text from data better than the program headers do.
fn section_segments(sections: &Sections<'_>, data: &[u8], memory: u32) -> Result<Vec<Segment>, ElfError> {
    let mut segments = Vec::new();
    let (mut total, mut filled) = (0u64, 0);
    for section in sections.iter() {
        let flags = section.sh_flags(Little).0;
        let kind = section.sh_type(Little);
        let (addr, size) = (section.sh_addr(Little), section.sh_size(Little));
        if flags & elf::SHF_ALLOC.0 == 0 || size == 0 || DESCRIBING.contains(&kind.0) {
            continue;
        }
        check_range(addr, size, memory)?;
        total += u64::from(size);
        if total > memory.into() {
            return Err(ElfError::TooLarge { end: total, memory });
        }
        let no_bits = kind == elf::SHT_NOBITS;
        let bytes = if no_bits {
            Vec::new()
        } else {
            let bytes = section.data(Little, data).map_err(|_| ElfError::Damaged)?;
            if bytes.len() != size as usize {
                return Err(ElfError::Damaged);
            }
            filled += bytes.len();
            check_filled(filled, data)?;
            bytes.to_vec()
        };
        let kind = match (no_bits, flags & elf::SHF_EXECINSTR.0 != 0) {
            (true, _) => SegmentKind::Bss,
            (false, true) => SegmentKind::Text,
            (false, false) => SegmentKind::Data,
        };
        segments.push(Segment { kind, addr, size, bytes });
    }
    Ok(segments)
}

/// Segments from the program headers, for files without section headers.
fn program_segments(
    programs: &[elf::ProgramHeader32<Little>],
    data: &[u8],
    memory: u32,
) -> Result<Vec<Segment>, ElfError> {
    let mut segments = Vec::new();
    let (mut total, mut filled) = (0u64, 0);
    for program in programs.iter().filter(|p| p.p_type(Little) == elf::PT_LOAD && p.p_memsz(Little) > 0) {
        let (addr, size) = (program.p_vaddr(Little), program.p_memsz(Little));
        // GNU ld puts descriptions of the file into a segment of their own, at its default address.
        let describes = |p: &elf::ProgramHeader32<Little>| {
            DESCRIBING_SEGMENTS.contains(&p.p_type(Little).0) && p.p_vaddr(Little).wrapping_sub(addr) < size
        };
        if size <= 64 && programs.iter().any(describes) {
            continue;
        }
        check_range(addr, size, memory)?;
        total += u64::from(size);
        if total > memory.into() {
            return Err(ElfError::TooLarge { end: total, memory });
        }
        let bytes = program.data(Little, data).map_err(|()| ElfError::Damaged)?;
        filled += bytes.len();
        check_filled(filled, data)?;
        let stored = bytes.len() as u32;
        if stored > size {
            return Err(ElfError::Damaged);
        }
        let kind = if program.p_flags(Little).0 & elf::PF_X.0 != 0 { SegmentKind::Text } else { SegmentKind::Data };
        if stored > 0 {
            segments.push(Segment { kind, addr, size: stored, bytes: bytes.to_vec() });
        }
        if size > stored {
            let (addr, size) = (addr + stored, size - stored);
            segments.push(Segment { kind: SegmentKind::Bss, addr, size, bytes: Vec::new() });
        }
    }
    Ok(segments)
}

/// True if some data is addressed relative to `$gp`.
fn has_small_data(sections: &Sections<'_>) -> bool {
    sections.iter().any(|s| {
        let name = sections.section_name(Little, s).unwrap_or_default();
        let small = [".sdata", ".sbss", ".lit4", ".lit8"].iter().any(|n| name == n.as_bytes());
        small && s.sh_size(Little) > 0
    })
}

/// The name at an offset of a table of zero-terminated names; `None` if it exceeds the maximum length.
fn name_at(names: &[u8], offset: usize) -> Option<&[u8]> {
    let rest = names.get(offset..)?;
    let within = &rest[..rest.len().min(LONGEST_NAME + 1)];
    within.iter().position(|byte| *byte == 0).map(|end| &within[..end])
}

/// Labels that GNU ld makes. They are not part of the source, and would hide the names of functions at the same
/// address.
const LINKER_NAMES: [&str; 8] = ["_ftext", "_etext", "_fdata", "_edata", "_fbss", "__bss_start", "_end", "_gp"];

/// The symbols from the source, as the assembler gives them.
fn symbols(sections: &Sections<'_>, data: &[u8]) -> Result<Vec<Symbol>, ElfError> {
    let table = sections.symbols(Little, data, elf::SHT_SYMTAB).map_err(|_| ElfError::Damaged)?;
    let strings = sections.section(table.string_section()).ok();
    let strings = strings.and_then(|s| s.data(Little, data).ok()).unwrap_or_default();
    let (mut symbols, mut name_bytes) = (Vec::new(), 0);
    for symbol in table.iter() {
        let section = symbol.st_shndx(Little);
        let wanted = [elf::STT_NOTYPE, elf::STT_OBJECT, elf::STT_FUNC].contains(&symbol.st_type());
        if !wanted || section == elf::SHN_UNDEF {
            continue;
        }
        match symbol.st_other().0 & 0xf0 {
            0x80 => return Err(ElfError::MicroMips),
            0xf0 => return Err(ElfError::Mips16),
            _ => {}
        }
        let name = name_at(strings, symbol.st_name(Little) as usize);
        // A failed search for the end of a name costs as much as a long name.
        name_bytes += name.map_or(LONGEST_NAME, <[u8]>::len);
        if symbols.len() >= MAX_SYMBOLS || name_bytes > MAX_NAME_BYTES {
            return Err(ElfError::TooManySymbols);
        }
        let Some(name) = name else { continue };
        if name.is_empty()
            || name.starts_with(b"$L")
            || name.starts_with(b".L")
            || LINKER_NAMES.iter().any(|n| name == n.as_bytes())
        {
            continue;
        }
        symbols.push(Symbol {
            name: String::from_utf8_lossy(name).into_owned(),
            value: symbol.st_value(Little),
            is_label: section != elf::SHN_ABS,
            global: symbol.st_bind() != elf::STB_LOCAL,
        });
    }
    symbols.sort_by(|a, b| (a.name.as_str(), !a.global).cmp(&(b.name.as_str(), !b.global)));
    Ok(symbols)
}
