//! ELF files: programs of gcc run, others are refused, and any bytes are answered (files by `golden/make_asm.py`).

use mcore::base::{Array, SourceFile};
use mcore::modes::chip::view::source_of;
use mcore::modes::chip::{Machine, Spec};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::elf::{ElfError, load, write};
use mcore_tests::invariants::elf;
use object::{Object as _, ObjectSection as _};
use proptest::prelude::*;

const MEMORY: u32 = 512 * 1024;

fn golden(name: &str) -> Vec<u8> {
    let path = format!("{}/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn file(name: &str) -> Vec<u8> {
    golden(&format!("elf/{name}.elf"))
}

/// Console and exit code.
fn run(program: mcore::program::Program) -> String {
    let spec = Spec { array: Array::new(1, 1), ..Spec::default() };
    let mut machine = Machine::new(spec, program.into()).unwrap();
    while machine.step() {}
    let node = &machine.state.nodes[0];
    let code = node.core.processor.halted.map_or(-1, |h| h.0 as i32);
    format!("{}exit {code}\n", node.console.tail(usize::MAX))
}

#[test]
fn programs_of_gcc_run() {
    for (name, output) in [("lines", "lines"), ("lines4", "lines"), ("calc", "calc"), ("newton", "newton")] {
        let program = load(&file(name), MEMORY).unwrap_or_else(|error| panic!("{name}: {}", error.text().en));
        assert!(program.symbol("main").is_some_and(|s| s.global && s.is_label));
        let expected = String::from_utf8(golden(&format!("gcc/{output}.out"))).unwrap();
        assert_eq!(run(program), expected, "{name}");
    }
}

/// Versions 5 and 4 of DWARF: the lines of a function are those of the source.
#[test]
fn lines_of_the_source() {
    let source = String::from_utf8(golden("gcc/lines.c")).unwrap();
    let wanted = source.lines().position(|l| l.contains("sum += square(i)")).unwrap() as u32 + 1;
    for name in ["lines", "lines4"] {
        let program = load(&file(name), MEMORY).unwrap();
        let number = program.files.iter().position(|f| f.ends_with("lines.c")).unwrap() as u32;
        let addr = program.addr_of(number, wanted).unwrap();
        assert_eq!(program.line_of(addr).map(|l| l.line), Some(wanted), "{name}");
        let main = program.symbol("main").unwrap().value;
        assert_eq!(program.line_of(main).map(|l| l.file), Some(number), "{name}");
        assert!(program.lines.windows(2).all(|l| l[0].addr < l[1].addr));
    }
}

/// Each instruction has the line that GNU addr2line reports.
#[test]
fn lines_are_those_of_addr2line() {
    for name in ["lines", "lines4"] {
        let program = load(&file(name), MEMORY).unwrap();
        let gold = String::from_utf8(golden(&format!("elf/{name}.lines"))).unwrap();
        let mut count = 0;
        for row in gold.lines() {
            let (addr, place) = row.split_once(' ').unwrap();
            let found = source_of(&program, u32::from_str_radix(addr, 16).unwrap());
            let found = found.map(|f| format!("{}:{}", f.file.rsplit('/').next().unwrap_or_default(), f.line));
            // GNU writes `??` where no source is known.
            assert_eq!(found.as_deref(), Some(place).filter(|p| !p.starts_with('?')), "{name} {addr}");
            count += 1;
        }
        assert!(count > 40, "{name}: {count} instructions");
    }
}

/// Stepping through C, as the page does with the line of each cycle's instruction: the lines of `main` and `square` are
/// in the order in which C executes them, in four iterations of the loop.
#[test]
fn c_can_be_stepped_through() {
    let program = load(&file("lines"), MEMORY).unwrap();
    let spec = Spec { array: Array::new(1, 1), ..Spec::default() };
    let mut machine = Machine::new(spec, program.clone().into()).unwrap();
    let mut lines: Vec<u32> = Vec::new();
    loop {
        let pc = machine.state.nodes[0].core.processor.pc;
        if let Some(place) = source_of(&program, pc).filter(|p| p.file.ends_with("lines.c"))
            && lines.last() != Some(&place.line)
        {
            lines.push(place.line);
        }
        if !machine.step() {
            break;
        }
    }
    let source = String::from_utf8(golden("gcc/lines.c")).unwrap();
    let line = |part: &str| source.lines().position(|l| l.contains(part)).unwrap() as u32 + 1;
    let times = |part: &str| lines.iter().filter(|l| **l == line(part)).count();
    assert_eq!(times("return x * x"), 4, "{lines:?}");
    assert_eq!((times("int sum = 0"), times("out_line(\"sum\""), times("return sum")), (1, 1, 1), "{lines:?}");
    assert_eq!(times("for (int i"), 5, "begins, and goes on four times: {lines:?}");
    assert_eq!(lines.first(), Some(&(line("int main") + 1)), "{lines:?}");
}

#[test]
fn refusals() {
    for (name, expected) in [
        ("big-endian", ElfError::BigEndian),
        ("sixty-four", ElfError::SixtyFourBits),
        ("n32", ElfError::SixtyFourBits),
        ("release-6", ElfError::Release6),
        ("micromips", ElfError::MicroMips),
        ("mips16", ElfError::Mips16),
        ("nan2008", ElfError::Nan2008),
        ("fp64", ElfError::Fp64),
        ("shared", ElfError::Dynamic),
        ("pie", ElfError::Dynamic),
        ("object", ElfError::ObjectFile),
    ] {
        assert_eq!(load(&file(name), MEMORY), Err(expected), "{name}");
    }
    assert!(matches!(load(&file("far-away"), MEMORY), Err(ElfError::Outside { addr: 0x40_0000.., .. })));
    assert!(load(&file("stripped"), MEMORY).is_ok());
}

/// An assembled program is the same after it has been an ELF file.
#[test]
fn written_programs_run() {
    for name in ["calc-O0", "newton-O2"] {
        let text = String::from_utf8(golden(&format!("gcc/{name}.s"))).unwrap();
        let sources = [SourceFile { name: "a.s".into(), text }];
        let program = assemble(&sources, &[], &Options::default()).program.unwrap();
        let again = load(&write(&program), MEMORY).unwrap();
        assert_eq!(run(again), run(program));
    }
}

/// Appends bytes to a file and lets a section header (by its number) point at them.
fn replace_section(file: &mut Vec<u8>, number: usize, bytes: &[u8]) {
    let word = |file: &[u8], at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let header = word(file, 32) + 40 * number;
    let offset = file.len() as u32;
    file.extend_from_slice(bytes);
    file[header + 16..header + 20].copy_from_slice(&offset.to_le_bytes());
    file[header + 20..header + 24].copy_from_slice(&(bytes.len() as u32).to_le_bytes());
}

/// Number of the section with this name.
fn section(file: &[u8], name: &str) -> usize {
    let elf = object::read::elf::ElfFile32::<object::Endianness>::parse(file).unwrap();
    elf.section_by_name(name).unwrap().index().0
}

/// A symbol table and a line table in which each entry names the same 30 million bytes, with and without a terminator:
/// an answer in time shows that no code scans them once for each entry.
#[test]
fn names_that_share_their_bytes_cost_little() {
    const ENTRIES: u32 = 200_000;
    let start = std::time::Instant::now();
    for end in [&b""[..], b"\0"] {
        let names = [&vec![b'x'; 30_000_000], end].concat();
        let mut hostile = file("lines");
        let symbols: Vec<u8> =
            (0..ENTRIES).flat_map(|i| [i, 0x1000, 0, 0x0001_0010].into_iter().flat_map(u32::to_le_bytes)).collect();
        let (table, strings) = (section(&hostile, ".symtab"), section(&hostile, ".strtab"));
        replace_section(&mut hostile, table, &symbols);
        replace_section(&mut hostile, strings, &names);
        assert_eq!(load(&hostile, MEMORY), Err(ElfError::TooManySymbols));

        // DWARF 5: one folder and many files, all of them named by offsets into `.debug_str`; then a row for each file.
        let mut header = vec![1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];
        header.extend([1, 1, 0x0e, 1, 0, 0, 0, 0, 1, 1, 0x0e]);
        let leb = |mut number: u32| {
            let mut bytes = Vec::new();
            while number > 0x7f {
                bytes.push(number as u8 | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
            bytes
        };
        header.extend(leb(ENTRIES));
        header.extend((0..ENTRIES).flat_map(u32::to_le_bytes));
        let mut rows = vec![0, 5, 2, 0, 0x10, 0, 0];
        rows.extend((0..ENTRIES).flat_map(|i| [vec![4], leb(i), vec![1]].concat()));
        rows.extend([0, 1, 1]);
        let mut unit =
            [&5u16.to_le_bytes()[..], &[4, 0], &(header.len() as u32).to_le_bytes(), &header, &rows].concat();
        unit.splice(..0, (unit.len() as u32).to_le_bytes());
        let mut hostile = file("lines");
        let (table, strings) = (section(&hostile, ".debug_line"), section(&hostile, ".debug_str"));
        replace_section(&mut hostile, table, &unit);
        let mut harmless = hostile.clone();
        replace_section(&mut hostile, strings, &names);
        assert!(load(&hostile, MEMORY).is_ok_and(|program| program.files.is_empty()));
        // The table itself is readable.
        replace_section(&mut harmless, strings, &b"a\0".repeat(ENTRIES as usize));
        assert!(load(&harmless, MEMORY).is_ok_and(|program| program.files.iter().any(|name| name.ends_with('a'))));
    }
    // Scanning them would take hours.
    assert!(start.elapsed().as_secs() < 300, "{:?}", start.elapsed());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: mcore_tests::cases(1500), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_answered(mut data in prop::collection::vec(any::<u8>(), 0..600), whole: bool) {
        if whole && data.len() > 20 {
            data[..20].copy_from_slice(&file("stripped")[..20]);
        }
        elf(&data, MEMORY);
    }

    #[test]
    fn damaged_files_are_answered(
        which in 0..4usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        in_front: bool,
        cut: Option<prop::sample::Index>,
    ) {
        let mut data = file(["lines", "lines4", "calc", "stripped"][which]);
        for (place, byte) in changes {
            // Half of the changes hit headers.
            let room = if in_front { 0x100 } else { data.len() };
            let place = place.index(room);
            data[place] = byte;
        }
        if let Some(cut) = cut {
            data.truncate(cut.index(data.len()));
        }
        elf(&data, MEMORY);
    }

    /// Changes in the tables of sections and lines, which are at the end.
    #[test]
    fn damaged_tables_are_answered(
        changes in prop::collection::vec((0..3000usize, any::<u8>()), 1..12),
        line_table: bool,
    ) {
        let mut data = file("lines");
        for (place, byte) in changes {
            let place = if line_table { place + 0x1400 } else { data.len() - 1 - place };
            let place = place.min(data.len() - 1);
            data[place] = byte;
        }
        elf(&data, MEMORY);
    }
}
