//! The assembler and the instruction table on random input.

use mcore::base::SourceFile;
use mcore::isa::{Op, Operand, decode, disassemble};
use mcore::toolchain::asm::{Options, assemble};
use mcore_tests::invariants::{assembler, decoder};
use proptest::prelude::*;

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile { name: name.into(), text: text.into() }
}

/// Pieces from which nearly valid text is made.
const PIECES: [&str; 127] = [
    "add",
    "addiu",
    "lw",
    "sw",
    "li",
    "la",
    "beq",
    "blt",
    "b",
    "j",
    "jal",
    "div",
    "rem",
    "mul",
    "sll",
    "ror",
    "ulw",
    "teq",
    "break",
    "syscall",
    "$t0",
    "$t1",
    "$zero",
    "$at",
    "$sp",
    "$31",
    "$x",
    "x",
    "y",
    "loop",
    "lib",
    "main",
    "1",
    "0",
    "-1",
    "0x12345678",
    "4294967295",
    "65536",
    "1b",
    "1f",
    "'a'",
    "\"s\\n\"",
    "\"lib.s\"",
    ",",
    ",",
    ",",
    ",",
    ":",
    "(",
    ")",
    "=",
    "+",
    "-",
    "*",
    "/",
    "<<",
    "%hi",
    "%lo",
    "~",
    ".",
    ".text",
    ".data",
    ".bss",
    ".word",
    ".byte",
    ".space",
    ".align",
    ".asciiz",
    ".set",
    ".equ",
    ".eqv",
    ".globl",
    ".include",
    ".macro",
    ".macro",
    ".endm",
    ".endm",
    ".rept",
    ".irp",
    ".irpc",
    ".endr",
    ".endr",
    ".if",
    ".ifdef",
    ".ifc",
    ".ifb",
    ".else",
    ".elseif",
    ".endif",
    ".exitm",
    ".purgem",
    ".section",
    ".pushsection",
    ".popsection",
    ".previous",
    ".subsection",
    ".comm",
    ".lcomm",
    ".weak",
    ".org",
    ".fill",
    ".uleb128",
    ".8byte",
    ".octa",
    ".float",
    ".loc",
    ".file",
    "\\x",
    "\\@",
    "\\()",
    "\\x\\()y",
    "%x",
    "x=5",
    ":req",
    ":vararg",
    "\"aw\"",
    "@nobits",
    "$f2",
    "$fcc1",
    "1.5",
    "add.d",
    "li.d",
    "noreorder",
    "noat",
    "\n",
    "\n",
    ";",
];

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(&PIECES[..]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.join(" "))
}

/// Operands that the assembler can read.
fn can_be_written(operand: &Operand) -> bool {
    use Operand::*;
    let bit_fields = matches!(operand, Position | ExtractSize | InsertSize);
    let float = matches!(operand, Fd | Fs | Ft | Fr | Dd | Ds | Dt | Dr | Cc | BranchCc | CompareCc);
    !bit_fields && !float && !matches!(operand, Indexed | IndexedHint)
}

const VALID: &str = include_str!("../../golden/asm/data.s");

proptest! {
    #![proptest_config(ProptestConfig { cases: mcore_tests::cases(2000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn decoding_is_reversible(word: u32) {
        decoder(word, word.rotate_left(7));
    }

    #[test]
    fn any_text_is_answered(text in "\\PC*") {
        assembler(&text);
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        assembler(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn nearly_valid_text_is_answered(text in pieces()) {
        assembler(&text);
    }

    #[test]
    fn damaged_programs_are_answered(at in 0..VALID.len(), length in 0..40usize, put in pieces()) {
        let end = (at + length).min(VALID.len());
        assembler(&format!("{}{put}{}", &VALID[..at], &VALID[end..]));
    }

    /// The assembler reads the disassembler's text back to the same word.
    #[test]
    fn disassembly_assembles(words in prop::collection::vec(any::<u32>(), 1..50), seed: u32) {
        let base = 0x1000;
        let table = mcore::isa::rows();
        let mut text = String::from(".set noreorder\n.set noat\n");
        let mut expected = Vec::new();
        for (i, noise) in words.iter().enumerate() {
            // Random words are mostly no instructions, so they get the fixed bits of a random row.
            let row = &table[(seed as usize + i * 7) % table.len()];
            if !row.operands.iter().all(can_be_written) {
                continue;
            }
            let word = row.bits() | noise & !row.mask();
            let instr = decode(word);
            let pc = base + 4 * expected.len() as u32;
            if instr.op == Op::Reserved {
                continue;
            }
            text += &format!("{}\n", disassemble(&instr, pc, &|_| None));
            expected.push(word);
        }
        let result = assemble(&[file("a.s", &text)], &[], &Options::default());
        if expected.is_empty() {
            return Ok(());
        }
        let program = result.program.unwrap_or_else(|| panic!("{text}\n{:#?}", result.diagnostics));
        let words: Vec<u32> =
            program.segments[0].bytes.chunks(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        prop_assert_eq!(words, expected, "{}", text);
    }
}

/// Text made to be as costly as possible: none takes more than thirty times as long as 5 MB of harmless text, so the
/// speed and load of the machine make no difference.
#[test]
fn hostile_text_costs_little() {
    let time = |text: &str| {
        let start = std::time::Instant::now();
        assembler(text);
        start.elapsed()
    };
    let harmless = time(&"        addiu $t0, $t0, 1\n".repeat(200_000));
    let repeat = |s: &str, n: usize| s.repeat(n);
    for text in [
        ".space 4294967295\n".into(),
        ".data\n.word 1:4294967295\n.space 99999999999999999999\n.align 31\n.align -1\n".into(),
        ".include \"a.s\"\n".into(),
        repeat("add ", 1_250_000),
        repeat("x", 5_000_000),
        format!("li $t0, {}1{}", repeat("(", 100_000), repeat(")", 100_000)),
        format!("li $t0, {}1", repeat("-", 100_000)),
        format!(".word {}1\n", repeat("y+", 9_000)),
        repeat("adx $t0, $t1\n", 300_000),
        (0..100_000).map(|i| format!("l{i}: b l{i}x\n")).collect(),
        (0..100_000).map(|i| format!("x{i} = x{}\n", i + 1)).collect(),
        (0..100_000).rev().map(|i| format!("x{i} = x{}+x{}\n", i + 1, i + 1)).collect(),
        (0..200).map(|i| format!(".eqv a{} a{i} a{i} a{i} a{i}\n", i + 1)).collect(),
        format!(
            "{}\n.word {}\n",
            (0..60).map(|i| format!(".eqv a{i} 1,1,1,1,1,1,1,1\n")).collect::<String>(),
            repeat("a1,", 6_000)
        ),
        repeat("1: b 1f\n", 100_000),
        repeat("nop\n", 300_000),
        ".rept 1000000000\nnop\n.endr\n".into(),
        ".rept 1000000000\n.endr\n".into(),
        ".macro m\nm\nm\n.endm\nm\n".into(),
        ".macro m a\nm \"\\a\\a\"\n.endm\nm xxxxxxxxxxxxxxxx\n".into(),
        ".macro m a:vararg\n.byte \\a\nm \\a,\\a\n.endm\nm 1,2,3\n".into(),
        format!("{}nop\n{}", repeat(".irp x,1,2,3,4,5,6,7,8\n", 30), repeat(".endr\n", 30)),
        format!("{}nop\n{}", repeat(".rept 10\n", 30), repeat(".endr\n", 30)),
        repeat(".rept 2\n", 300_000),
        repeat(".macro m\n", 300_000),
        repeat(".if 1\n", 300_000),
        format!("{}{}", repeat(".if 0\n", 300_000), repeat(".endif\n", 300_000)),
        format!(".macro m x\n{}.endm\nm {}\n", repeat("\\x", 100_000), repeat("a", 100_000)),
        (0..100_000).map(|i| format!(".macro m{i}\nnop\n.endm\nm{i}\n")).collect(),
        (0..100_000).map(|i| format!(".section .s{i},\"aw\"\n.byte 1\n")).collect(),
        (0..100_000).map(|i| format!(".comm c{i}, 8\n")).collect(),
        format!(".irpc x,{}\nnop\n.endr\n", repeat("a", 1_000_000)),
        ".fill 4294967295, 8, 1\n.org 0xffffffff\n.comm x, 0xffffffff\n.lcomm y, 0xfffffff0, 4096\n".into(),
        ".irp x,1\n".into(),
        repeat("f: jal f\n jr $ra\n g: j g\n", 10_000).replace('f', "main"),
        repeat("/*", 2_000_000),
        repeat("\"", 1_000_000),
        repeat("'", 1_000_000),
    ] {
        let text: String = text;
        let taken = time(&text);
        assert!(taken < 30 * harmless, "{taken:?}, harmless {harmless:?}: {:?}", text.get(..60));
    }
}

#[test]
fn a_hundred_thousand_labels() {
    let text: String = (0..100_000).map(|i| format!("l{i}: addiu $t0, $t0, 1\n")).collect();
    let options = Options { memory_size: 1 << 20, ..Options::default() };
    let result = assemble(&[file("a.s", &text)], &[], &options);
    assert_eq!(result.program.unwrap().symbols.len(), 100_000);
}

/// Includes that nest deeply, or in a ring.
#[test]
fn deep_includes() {
    let names: Vec<SourceFile> =
        (0..1000).map(|i| file(&format!("{i}.s"), &format!(".include \"{}.s\"\n", (i + 1) % 1000))).collect();
    let ring = assemble(&names, &[], &Options::default());
    assert!(ring.program.is_none());
    let chain = assemble(&names[..1], &names[1..], &Options::default());
    assert!(chain.program.is_none());
}
