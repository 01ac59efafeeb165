//! Tests of the assembler with small programs.

use super::*;
use alloc::format;
use mcore_base::Severity;

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile { name: name.into(), text: text.into() }
}

fn run(text: &str) -> Assembly {
    let result = assemble(&[file("a.s", text)], &[], &Options::default());
    let has_error = result.diagnostics.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(result.program.is_none(), has_error);
    result
}

/// The findings as `line:col+len message | tip`.
fn findings(assembly: &Assembly) -> Vec<String> {
    let one = |d: &Diagnostic| {
        let tip = d.tip.as_ref().map(|t| format!(" | {}", t.en)).unwrap_or_default();
        format!("{}:{}+{} {}{tip}", d.span.line, d.span.col, d.span.len, d.message.en)
    };
    assembly.diagnostics.iter().map(one).collect()
}

/// The instructions of an assembled text, without its warnings.
fn instructions(text: &str) -> Vec<String> {
    let result = run(text);
    assert!(result.program.is_some(), "{:?}", findings(&result));
    result.listing.into_iter().flat_map(|l| l.text).collect()
}

#[test]
fn first_program() {
    let result = run(
        "        .data\nmsg:    .asciiz \"hi\\n\"\n        .text\n        .globl main\nmain:   li $v0, 4\n        la $a0, msg\n        syscall\nloop: b loop\n",
    );
    assert_eq!(findings(&result), [""; 0]);
    let program = result.program.unwrap();
    assert_eq!(program.entry, 0x1000);
    assert_eq!(program.symbol("msg").unwrap().value, 0x1020);
    assert_eq!(program.segments[1].bytes, b"hi\n\0");
    assert_eq!(program.line_of(0x1008).unwrap().line, 6);
    let text: Vec<String> = result.listing.into_iter().flat_map(|l| l.text).collect();
    let expected =
        ["addiu $v0, $zero, 4", "lui $a0, 0x0", "addiu $a0, $a0, 4128", "syscall", "beq $zero, $zero, loop", "nop"];
    assert_eq!(text, expected);
}

#[test]
fn errors_do_not_hide_each_other() {
    let found = findings(&run("main: adx $t0\n addu $t0, $t1\n b nowhere\nmain: nop\n"));
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("1:7+3 there is no instruction `adx`"), "{found:?}");
    assert!(found[1].starts_with("3:4+7 undefined label `nowhere`"), "{found:?}");
    assert!(found[2].starts_with("4:1+4 `main` is already defined at line 1"), "{found:?}");
}

#[test]
fn delay_slots() {
    assert_eq!(instructions("main: j main\n jr $ra\n"), ["j main", "nop", "jr $ra", "nop"]);
    assert_eq!(instructions(".set noreorder\nmain: j main\n jr $ra\n")[..], ["j main", "jr $ra"]);
}

#[test]
fn statements() {
    assert_eq!(instructions("a: b: 1: nop; nop # x ; nop\n/* nop\n */ nop // nop\nmain:"), ["nop"; 3]);
    assert_eq!(instructions("main: not $t0\n abs $t0, $t1")[0], "nor $t0, $t0, $zero");
    assert_eq!(instructions("main: div $t0, $t1"), ["div $zero, $t0, $t1"]);
    assert_eq!(instructions("main: div $t0, $t1, $t2"), ["teq $t2, $zero, 7", "div $zero, $t1, $t2", "mflo $t0"]);
    assert_eq!(instructions("main: ori $t0, $t1, -1"), ["addiu $at, $zero, -1", "or $t0, $t1, $at"]);
    assert_eq!(instructions("main: rol $t0, $t1, 0"), ["rotr $t0, $t1, 0"]);
    assert_eq!(instructions("main: rol $t0, $t1, 8"), ["rotr $t0, $t1, 24"]);
}

/// A constant defined after its use is assumed to be a full word; one assigned twice has its value at the use.
#[test]
fn constants() {
    let text = "main: addiu $t0, $t0, late\n late = 5\n x = 1\n li $t0, x\n x = 2\n li $t0, x\n .equ y, z + 1\n li $t0, y\n z = 8\n";
    let expected = [
        "lui $at, 0x0",
        "addiu $at, $at, 5",
        "addu $t0, $t0, $at",
        "addiu $t0, $zero, 1",
        "addiu $t0, $zero, 2",
        "lui $t0, 0x0",
        "addiu $t0, $t0, 9",
    ];
    assert_eq!(instructions(text), expected);
}

#[test]
fn replacements() {
    let text = ".eqv COUNT 10\n.eqv TEMP $t5\n.eqv BUMP addi TEMP, TEMP, COUNT\nmain: li TEMP, COUNT\n BUMP\n";
    assert_eq!(instructions(text), ["addiu $t5, $zero, 10", "addi $t5, $t5, 10"]);
}

/// GNU as binds shifts like `*`, and bit operations tighter than `+`; a true comparison is -1.
#[test]
fn precedence_is_that_of_gnu_as() {
    for (text, value) in [
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("10 - 4 - 3", 3),
        ("1 << 2 + 1", 5),
        ("1 | 2 + 4", 7),
        ("5 ! 2", -3),
        ("3 <> 4", -1),
        ("7 & 3 == 3", -1),
        ("1 < 2 && 3", 1),
        ("0 || 1", 1),
        ("-3 * -2", 6),
        ("~0 & 0xff", 255),
        ("!5 + !0", 1),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("0xffffffff >> 4", 0x0fff_ffff),
        ("%lo(0x1ffff)", -1),
        ("%hi(0x18000)", 2),
        ("end - main", 4),
        ("'A' + 1", 66),
        ("'A", 65),
    ] {
        let result = run(&format!("main: nop\nend: .data\n x = {text}\n .word {text}\n"));
        let program = result.program.clone().unwrap_or_else(|| panic!("{text}: {:?}", findings(&result)));
        assert_eq!(program.segments[1].bytes, i32::to_le_bytes(value), "{text}");
        assert_eq!(program.symbol("x").unwrap().value, value as u32, "{text}");
    }
    let found = findings(&run("main: li $t0, 1 << 2 + 1\n li $t0, (1 << 2) + 1\n b main\n"));
    assert!(found[0].starts_with("1:15+10 shifts and bit operations bind tighter here than in C"), "{found:?}");
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn included_files() {
    let files = [
        file("main.s", ".include \"util.s\"\n.include \"lib.s\"\nmain: jal util\n"),
        file("util.s", "util: jr $ra\n bad\n"),
    ];
    let library = [file("lib.s", ".include \"util.s\"\nlib: jr $ra\n"), file("other.s", "other: nop\n")];
    let result = assemble(&files, &library, &Options::default());
    assert_eq!(result.files, ["main.s", "util.s", "lib.s"]);
    // The included file is read once, and its error is reported there.
    assert_eq!(findings(&result), ["2:2+3 there is no instruction `bad` | did you mean `bal`?"]);
    assert_eq!(result.diagnostics[0].span.file.0, 1);

    let good = [file("main.s", ".include \"lib.s\"\nmain: jal lib\n")];
    let library = [file("lib.s", "lib: jr $ra\n")];
    let program = assemble(&good, &library, &Options::default()).program.unwrap();
    assert_eq!(program.line_of(0x1000), Some(mcore_cpu::program::LineEntry { addr: 0x1000, file: 1, line: 1 }));
    assert_eq!(program.line_of(program.entry).unwrap().file, 0);
    assert_eq!(program.entry, 0x1008);
}

#[test]
fn include_cycles() {
    let files = [file("a.s", ".include \"b.s\"\n"), file("b.s", ".include \"a.s\"\nmain: nop\n")];
    let found = findings(&assemble(&files, &[], &Options::default()));
    assert_eq!(
        found,
        [
            "1:10+5 files include each other: a.s → b.s → a.s | include the file from one place only, or put what both need into a third one"
        ]
    );
}

/// Each file has its own names, and shares those named by `.globl`.
#[test]
fn translation_units() {
    let files = [
        file("a.s", ".data\n.globl x\nx: .word 1\nown: .word own\n.set noreorder\n N = 4\n"),
        file("b.s", ".globl main\nmain: b main\n la $t0, x\nown: addiu $t0, $t0, %lo(own)\n N = 5\n"),
    ];
    let program = assemble(&files, &[], &Options::default()).program.unwrap();
    assert_eq!(program.segments[0].size, 20);
    assert_eq!(program.symbol("x").unwrap().value, 0x1020);
    let all: Vec<(&str, u32)> = program.symbols.iter().map(|s| (s.name.as_str(), s.value)).collect();
    assert_eq!(all, [("N", 4), ("N", 5), ("main", 0x1000), ("own", 0x1024), ("own", 0x1010), ("x", 0x1020)]);
    assert_eq!(program.segments[1].bytes[4..8], 0x1024u32.to_le_bytes());
}

#[test]
fn units_in_error() {
    let files = [
        file("a.s", "main: b main\n.globl twice\ntwice: nop\nhidden: nop\n"),
        file("b.s", ".globl twice\ntwice: jal hidden\n jal nowhere\n"),
    ];
    let found = findings(&assemble(&files, &[], &Options::default()));
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(
        found[0].split(" | ").next(),
        Some("2:1+5 the global label `twice` is already defined at line 3 of a.s")
    );
    assert_eq!(
        found[1],
        "2:12+6 undefined label `hidden` | a.s has a label of this name, but for itself only: write `.globl hidden` there"
    );
    assert!(found[2].starts_with("3:6+7 undefined label `nowhere`"), "{found:?}");
}

/// A file included by two units is assembled once and known in both.
#[test]
fn includes_of_two_units() {
    let files = [
        file("a.s", ".include \"lib.s\"\n.globl main\nmain: jal f\n li $t0, N\n b main\n"),
        file("b.s", "jal f\n.include \"lib.s\"\n.globl g\ng: li $t0, N\n twice nop\n jr $ra\n"),
    ];
    let library = [file("lib.s", ".equ N, 7\n.macro twice x\n\\x\n\\x\n.endm\nf: jr $ra\n")];
    let result = assemble(&files, &library, &Options::default());
    assert!(result.program.is_some(), "{:?}", findings(&result));
}

#[test]
fn weak_and_common() {
    let files = [
        file("a.s", ".weak f, none\nf: nop\nmain: b main\n jal f\n la $t0, none\n.comm c, 8\n.comm d, 4\n"),
        file("b.s", ".globl f\nf: jr $ra\n.comm c, 64, 32\n.data\n.globl d\nd: .word 3\n"),
    ];
    let result = assemble(&files, &[], &Options::default());
    let program = result.program.as_ref().unwrap_or_else(|| panic!("{:?}", findings(&result)));
    assert_eq!(program.symbol("c").unwrap().value % 32, 0);
    assert_eq!(program.segments.last().unwrap().size, 64);
    assert_eq!(result.listing[2].text, ["jal f", "nop"]);
    assert_eq!(result.listing[2].words[0] & 0xff_ffff, program.symbol("f").unwrap().value >> 2);
}

#[test]
fn entry_names() {
    let entry = |text| run(text).program.unwrap().entry;
    assert_eq!(entry("main: nop\n_start: nop\n__start: nop\n"), 0x1004);
    assert_eq!(entry("main: nop\n__start: nop\n"), 0x1004);
    assert_eq!(entry("x: nop\nmain: nop\n"), 0x1004);
    assert_eq!(entry("x: nop\n"), 0x1000);
}

/// Sizes are for the message of a program that is too large.
#[test]
fn sizes_of_objects() {
    let of = |bytes: u32| run(&format!("main: nop\n.comm a, {bytes}\n.data\n.size b, 4\nb: .word 1\n"));
    let (fits, too_large) = (of(8), of(1 << 20));
    assert!(!fits.too_large && fits.sizes.is_empty(), "{:?}", fits.sizes);
    assert!(too_large.too_large);
    assert_eq!(too_large.sizes, [(FileId(0), "a".into(), 1 << 20), (FileId(0), "b".into(), 4)]);
}

/// Each word of a pseudo-instruction belongs to the line that the student wrote, including the `nop` after a branch.
#[test]
fn lines_and_listing() {
    let result = run("main:\n lw $t0, x\n beqz $t0, main\n .data\nx: .word 1, 2\n .space 4\n");
    let program = result.program.unwrap();
    let lines: Vec<(u32, u32)> = program.lines.iter().map(|l| (l.addr, l.line)).collect();
    assert_eq!(lines, [(0x1000, 2), (0x1004, 2), (0x1008, 3), (0x100c, 3), (0x1010, 5), (0x1018, 6)]);
    let sizes: Vec<(u32, u32, usize)> = result.listing.iter().map(|l| (l.addr, l.size, l.words.len())).collect();
    assert_eq!(sizes, [(0x1000, 8, 2), (0x1008, 8, 2), (0x1010, 8, 0), (0x1018, 4, 0)]);
    assert_eq!(result.listing[0].span, Span { file: FileId(0), line: 2, col: 2, len: 9 });
}

#[test]
fn repeated_data() {
    let program = run("main: nop\n.data\n.word 7 : 3\n.byte 1:2, 3\n.half main:2\n.double 1.0:2\n").program.unwrap();
    let bytes = &program.segments[1].bytes;
    assert_eq!(bytes[..12], [7, 0, 0, 0, 7, 0, 0, 0, 7, 0, 0, 0]);
    assert_eq!(bytes[12..20], [1, 1, 3, 0, 0, 0x10, 0, 0x10]);
    assert_eq!(bytes[24..40], [1.0f64.to_le_bytes(); 2].concat());
}

#[test]
fn many_errors_are_counted() {
    let result = run(&"bad $t0\n".repeat(1000));
    assert_eq!(result.diagnostics.len(), 201);
    assert_eq!(result.diagnostics[200].message.en, "and 800 more");
    assert_eq!(result.counts, (1000, 0));
}

/// Every form of the table, with operands that fit, expands to machine instructions without a finding.
#[test]
fn every_form_expands() {
    for form in forms() {
        for mnemonic in form.mnemonics.split(' ') {
            let operand = |(i, pattern): (usize, &Pattern)| match pattern {
                Pattern::Register | Pattern::NotZero | Pattern::RegisterApart => format!("$t{i}"),
                Pattern::Hardware => "$2".into(),
                Pattern::Zero if i == 0 => "$zero".into(),
                Pattern::Zero => "0".into(),
                Pattern::Signed | Pattern::Negatable | Pattern::Next => "-7".into(),
                Pattern::Unsigned => "0xfffe".into(),
                Pattern::Upper => "0x70000".into(),
                Pattern::Known => "0x12345678".into(),
                Pattern::Value => "datum + 4".into(),
                Pattern::Shift | Pattern::Bits(_) | Pattern::Size => "9".into(),
                Pattern::Float | Pattern::Pair => format!("$f{}", 2 * i),
                Pattern::Condition => "$fcc3".into(),
                Pattern::Indexed => "$t0($t1)".into(),
                Pattern::Real => "0.1".into(),
                Pattern::RealHigh => "1.5".into(),
                Pattern::Near(_) | Pattern::NearApart(_) => "8($sp)".into(),
                Pattern::Memory | Pattern::KnownMemory => "0x123456($t0)".into(),
                Pattern::MemoryApart | Pattern::KnownMemoryApart => "0x123456($sp)".into(),
                Pattern::Target => "main".into(),
            };
            let operands: Vec<String> = form.operands.iter().enumerate().map(operand).collect();
            let text = format!("main: {mnemonic} {}\n.data\ndatum: .word 1, 2\n", operands.join(", "));
            let result = run(&text);
            let found = findings(&result);
            assert!(result.program.is_some(), "{text}{found:?}");
            let zero = form.becomes == "break 7";
            let odd = found.iter().filter(|f| !f.contains("runs on past") && !f.contains("never be reached")).count();
            assert_eq!(odd, usize::from(zero), "{text}{found:?}");
            let steps = result.listing[0].text.iter().filter(|t| *t != "nop").count();
            assert!(
                steps >= form.becomes.split(';').count().min(2) || mnemonic == "nop",
                "{text}{:?}",
                result.listing[0]
            );
        }
    }
}

/// The largest memory and the largest addresses that the options allow.
#[test]
fn extreme_options() {
    let text = "main: nop\n b main\n .bss\n .space 0xfffffff0\n .align 12\n .space 1\n";
    for (text_base, memory_size) in [(0, u32::MAX), (u32::MAX, u32::MAX), (u32::MAX - 3, 0), (0x1003, 1 << 16)] {
        let result = assemble(&[file("a.s", text)], &[], &Options { text_base, memory_size, ..Options::default() });
        assert!(result.program.is_none());
    }
    let options = Options { text_base: 0x404, ..Options::default() };
    assert_eq!(assemble(&[file("a.s", "main: nop")], &[], &options).program.unwrap().entry, 0x404);
}

/// All code of a macro belongs to the line of the call; that of a repetition to the lines of its body.
#[test]
fn lines_of_macros() {
    let text = ".macro two a\n li $t0, \\a\n b main\n.endm\nmain:\n two 5\n.rept 2\n nop\n.endr\n.irp r,$t1,$t2\n li \\r, 1\n.endr\n two 7\n";
    let result = run(text);
    let program = result.program.as_ref().unwrap_or_else(|| panic!("{:?}", findings(&result)));
    let lines: Vec<u32> = program.lines.iter().map(|l| l.line).collect();
    assert_eq!(lines, [6, 6, 6, 8, 8, 11, 11, 13, 13, 13]);
    let words: Vec<(u32, usize)> = result.listing.iter().map(|l| (l.span.line, l.words.len())).collect();
    assert_eq!(words, [(6, 3), (8, 1), (8, 1), (11, 1), (11, 1), (13, 3)]);
}

/// `.loc` gives the line of another source that an instruction comes from.
#[test]
fn lines_of_a_compiler() {
    let text = ".file 1 \"dir/x.c\"\n.loc 1 7 3\nmain: nop\n nop\n.loc 1 8 1\n b main\n.data\n.word 1\n";
    let program = run(text).program.unwrap();
    assert_eq!(program.files, ["a.s", "dir/x.c"]);
    let lines: Vec<(u32, u32)> = program.lines.iter().map(|l| (l.file, l.line)).collect();
    assert_eq!(lines, [(1, 7), (1, 7), (1, 8), (1, 8), (0, 8)]);
}

/// Macros in the style of MARS: parameters with `%`, calls with parentheses, separate labels.
#[test]
fn macros_of_mars() {
    let text = ".macro wait (%r, %n)\n li %r, %n\nloop: addiu %r, %r, -1\n bnez %r, loop\n.end_macro\n.macro done\n li $v0, 10\n syscall\n.end_macro\nmain: wait ($t0, 5)\n wait($t1, 6)\n wait $t2 7\n done\n";
    let found = instructions(text);
    assert_eq!(found[..4], ["addiu $t0, $zero, 5", "addiu $t0, $t0, -1", "bne $t0, $zero, loop_M0", "nop"]);
    assert_eq!(found[8..10], ["addiu $t2, $zero, 7", "addiu $t2, $t2, -1"]);
    assert_eq!(found.last().map(String::as_str), Some("syscall"));
}

/// The listing shows the source, and below each line its code.
#[test]
fn listings() {
    let files = [file(
        "a.s",
        "# one\nmain:   la $a0, text   # address\n        addu $t0, $t0, $t1\n        b main\n        .data\ntext:   .asciiz \"hello\"\n        .space 40\n        .bss\n        .space 8\n",
    )];
    let result = assemble(&files, &[], &Options::default());
    let expected = "# a.s
    1                      # one
    2  00001000  3c040000  main:   la $a0, text   # address
                               = lui $a0, 0x0
       00001004  24841020      = addiu $a0, $a0, 4128
    3  00001008  01094021          addu $t0, $t0, $t1
    4  0000100c  1000fffc          b main
                               = beq $zero, $zero, main
       00001010  00000000      = nop
    5                              .data
    6  00001020  68656c6c  text:   .asciiz \"hello\"
       00001024  6f00
    7  00001026  00000000          .space 40
       0000102a  00000000
       0000102e  00000000
       00001032  00000000
                 (24 more)
    8                              .bss
    9  00001050  (8)               .space 8
";
    let shown = listing(&result, &files);
    assert!(shown == expected, "{shown}");
}

/// The complete result of `assemble` for a program in several styles, as students write them.
#[test]
fn habits() {
    let text = ".eqv SIZE 4\n.globl main\n.data\nprompt: .asciiz \"n? \"\n.align 2\nlist: .word 1:SIZE\n.text\nmain:\n la $a0, prompt\n la $t0, list+SIZE\n li $t1, 'a'\n lw $8, 0($9)\n seq $t2, $t1, 97\n rem $t3, $t1, 10\n ulw $t4, 1($t0)\n li.s $f0, 1.5\n l.s $f2, list\n li.d $f4, 2.5\n s.d $f4, list\n b done\ndone: jr $ra\n";
    let result = run(text);
    assert_eq!(findings(&result), [""; 0]);
    assert_eq!(result.program.unwrap().entry, 0xff0);
}
