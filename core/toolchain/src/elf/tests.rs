//! Tests of ELF files made here, intact and damaged. Files from GNU tools are tested in the package of tests.

use super::*;
use crate::asm::{Options, assemble};
use alloc::format;
use mcore_base::SourceFile;

const MEMORY: u32 = 512 * 1024;

fn program(text: &str) -> Program {
    let file = SourceFile { name: "a.s".into(), text: text.into() };
    assemble(&[file], &[], &Options::default()).program.expect("no errors")
}

fn sample() -> Vec<u8> {
    write(&program(
        ".globl main\nmain: la $t0, x\n li $v0, 10\n syscall\nN = 5\n.data\nx: .word 1\n.bss\ny: .space 9\n",
    ))
}

/// The sample with some bytes replaced at an offset.
fn changed(offset: usize, bytes: &[u8]) -> Result<Program, ElfError> {
    let mut file = sample();
    file[offset..offset + bytes.len()].copy_from_slice(bytes);
    load(&file, MEMORY)
}

#[test]
fn written_programs_read_back() {
    let original = program(
        ".globl main\nmain: la $t0, x\n li $v0, 10\n syscall\nN = 5\n.data\nx: .word 1\n.rdata\n.word 2\n.bss\ny: .space 9\n",
    );
    let read = load(&write(&original), MEMORY).unwrap();
    assert_eq!(read.segments, original.segments);
    assert_eq!((read.entry, &read.symbols), (original.entry, &original.symbols));
}

/// Start-up code in the file is recognised, and not added twice.
#[test]
fn start_up_code_is_kept() {
    let original = program(".globl main\nmain: li $v0, 3\n jr $ra\n");
    assert_eq!(original.entry, 0xff0);
    let again = load(&write(&original), MEMORY).unwrap();
    assert_eq!((again.entry, &again.segments), (0xff0, &original.segments));
}

/// A file whose `main` returns and that has no start-up code gets it.
#[test]
fn a_returning_main_is_called() {
    let mut file = program(".globl main\nmain: li $v0, 3\n jr $ra\n");
    file.segments.remove(0);
    file.entry = 0x1000;
    let read_only = read(&write(&file)).unwrap();
    assert_eq!((read_only.entry, read_only.segments.len()), (0x1000, 1), "what is only looked at stays as it is");
    assert_eq!(load(&write(&file), MEMORY).unwrap().entry, 0xff0);
}

#[test]
fn abicalls_need_start_up_code_of_their_own() {
    let with = |flags: u32, text: &str| {
        let mut file = write(&program(text));
        file[36..40].copy_from_slice(&flags.to_le_bytes());
        load(&file, MEMORY)
    };
    let with_flags = |text: &str| with(0x7000_1007, text);
    // The code that libgcc adds does not make an abicalls program: the flag is CPIC without PIC.
    assert!(with(0x7000_1005, ".globl main\nmain: b main\n").is_ok());
    assert_eq!(with(0x7000_1003, ".globl main\nmain: b main\n"), Err(ElfError::AbiCalls));
    assert_eq!(with_flags(".globl main\nmain: jr $ra\n").map(|p| p.entry), Ok(0xff0), "its own start-up code");
    assert_eq!(with_flags(".globl main\nmain: b main\n"), Err(ElfError::AbiCalls));
    assert!(with_flags(".globl _start\n_start: b _start\n").is_ok());
}

/// Names may share their bytes, so a short file can contain more names than its length.
#[test]
fn long_names_are_not_copied_for_ever() {
    let mut many = program("main: b main\n");
    let symbol = many.symbols[0].clone();
    many.symbols = (0..5000).map(|_| Symbol { name: "n".repeat(4_000), ..symbol.clone() }).collect();
    assert_eq!(load(&write(&many), MEMORY), Err(ElfError::TooManySymbols));
    many.symbols = (0..100_001).map(|i| Symbol { name: format!("n{i}"), ..symbol.clone() }).collect();
    assert_eq!(load(&write(&many), MEMORY), Err(ElfError::TooManySymbols));
}

#[test]
fn files_of_many_sections_are_refused() {
    let mut many = program("main: b main\n");
    let piece = many.segments[0].clone();
    many.segments = (0..300).map(|i| Segment { addr: 0x1000 + 16 * i, ..piece.clone() }).collect();
    assert_eq!(load(&write(&many), MEMORY), Err(ElfError::TooManyParts));
}

#[test]
fn refusals() {
    assert_eq!(load(b"", MEMORY), Err(ElfError::NotElf));
    assert_eq!(load(b"hello, world, this is text", MEMORY), Err(ElfError::NotElf));
    assert_eq!(load(b"\x7fELF", MEMORY), Err(ElfError::Damaged));
    assert_eq!(load(&sample()[..60], MEMORY), Err(ElfError::Damaged));
    assert_eq!(changed(4, &[2]), Err(ElfError::SixtyFourBits));
    assert_eq!(changed(5, &[3]), Err(ElfError::Damaged));
    assert_eq!(changed(18, &[62, 0]), Err(ElfError::OtherMachine { machine: 62 }));
    assert_eq!(changed(16, &[1, 0]), Err(ElfError::ObjectFile));
    assert_eq!(changed(16, &[3, 0]), Err(ElfError::Dynamic));
    for (flags, error) in [
        (0x9000_1000u32, ElfError::Release6),
        (0x8000_1000, ElfError::SixtyFourBits),
        (0x7000_2000, ElfError::OtherAbi),
        (0x7000_0020, ElfError::OtherAbi),
        (0x7400_1000, ElfError::Mips16),
        (0x7200_1000, ElfError::MicroMips),
        (0x7000_1200, ElfError::Fp64),
        (0x7000_1400, ElfError::Nan2008),
    ] {
        assert_eq!(changed(36, &flags.to_le_bytes()), Err(error), "{flags:x}");
    }
    assert_eq!(changed(24, &0x2000u32.to_le_bytes()).map(|p| p.entry), Ok(0x1000), "main counts, not the entry");
    assert_eq!(changed(52, &elf::PT_DYNAMIC.0.to_le_bytes()), Err(ElfError::Dynamic));
    assert_eq!(load(&sample(), 0x1008), Err(ElfError::TooLarge { end: 0x1010, memory: 0x1008 }));
    assert_eq!(load(&sample(), 0x800), Err(ElfError::Outside { addr: 0x1000, memory: 0x800 }));
}

/// A bss that ends at the end of node memory fits; one byte more does not. The same holds for program headers.
#[test]
fn what_ends_with_node_memory_fits() {
    let with_bss = |more: u32| {
        let mut program = program(".globl main\nmain: b main\n.bss\ny: .space 4\n");
        let bss = program.segments.iter_mut().find(|s| s.kind == SegmentKind::Bss).expect("a bss");
        bss.size = MEMORY - bss.addr + more;
        write(&program)
    };
    let without_sections = |mut file: Vec<u8>| {
        file[32..36].fill(0);
        file[48..52].fill(0);
        file
    };
    let (exact, over) = (with_bss(0), with_bss(4));
    let end = |p: Program| p.segments.iter().map(|s| s.addr + s.size).max();
    let too_large = Err(ElfError::TooLarge { end: u64::from(MEMORY) + 4, memory: MEMORY });
    for change in [|file| file, without_sections] {
        assert_eq!(load(&change(exact.clone()), MEMORY).map(end), Ok(Some(MEMORY)));
        assert_eq!(load(&change(over.clone()), MEMORY).map(end), too_large);
    }
    // A program that fills all of node memory, so that the sizes of its parts add up to it.
    let mut whole = program(".globl main\nmain: b main\n");
    whole.entry = 0;
    whole.symbols.clear();
    whole.segments[0].addr = 0;
    let size = whole.segments[0].size;
    whole.segments.push(Segment { kind: SegmentKind::Bss, addr: size, size: MEMORY - size, bytes: Vec::new() });
    assert_eq!(load(&write(&whole), MEMORY).map(end), Ok(Some(MEMORY)));
    assert_eq!(load(&without_sections(write(&whole)), MEMORY).map(end), Ok(Some(MEMORY)));
}

/// Every reason is given in both languages.
#[test]
fn reasons_are_told() {
    for error in [
        ElfError::NotElf,
        ElfError::Damaged,
        ElfError::SmallData,
        ElfError::AbiCalls,
        ElfError::TooManyParts,
        ElfError::TooManySymbols,
        ElfError::Outside { addr: 0x40_0000, memory: MEMORY },
        ElfError::Entry { entry: 0 },
    ] {
        let text = error.text();
        assert!(text.en.ends_with('.') && text.ja.ends_with('。'), "{text:?}");
    }
}

/// A file without section headers, as `strip` may produce it.
#[test]
fn program_headers_are_enough() {
    let mut file = sample();
    // No section table: its offset, number of entries and the index of its names.
    file[32..36].fill(0);
    file[48..52].fill(0);
    let read = load(&file, MEMORY).unwrap();
    let original = load(&sample(), MEMORY).unwrap();
    assert_eq!(read.segments, original.segments);
    assert_eq!(read.entry, original.entry);
    assert!(read.symbols.is_empty());
}
