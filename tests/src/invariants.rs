//! What holds for any input whatsoever: the fuzzers and the tests on random input call the same functions.

use mcore::asm::{Assembly, Options, assemble, listing};
use mcore::base::{Array, Severity, SourceFile};
use mcore::chip::{Machine, Spec};
use mcore::elf::{load, read, write};
use mcore::isa::{decode, disassemble, encode};

/// Any word is decoded, encoded back to itself, and disassembled.
pub fn decoder(word: u32, addr: u32) {
    let instr = decode(word);
    assert_eq!(encode(&instr), word);
    assert_eq!(decode(encode(&instr)), instr);
    assert!(!disassemble(&instr, addr & !3, &|_| None).is_empty());
}

/// Any text is answered, also as one of several files: a program, or findings that lie within the text.
///
/// A form feed in the text begins another file.
pub fn assembler(text: &str) -> Assembly {
    let file = |name: &str, text: &str| SourceFile { name: name.into(), text: text.into() };
    let (first, second) = text.split_once('\u{c}').unwrap_or((text, ".include \"a.s\"\nx: .word y\n"));
    let third = ".globl y\nx: .word x\ny: jr $ra\n.weak w\n.comm z, 12\n";
    let files = [file("a.s", first), file("b.s", second), file("c.s", third)];
    let library = [file("lib.s", "lib: jr $ra\n")];
    let result = assemble(&files, &library, &Options::default());
    let errors = result.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    assert_eq!(result.program.is_none(), errors > 0);
    assert!(result.diagnostics.len() <= 201);
    for diagnostic in &result.diagnostics {
        assert!(!diagnostic.message.en.is_empty() && !diagnostic.message.ja.is_empty());
        assert!(diagnostic.tip.as_ref().is_some_and(|tip| !tip.en.is_empty() && !tip.ja.is_empty()), "{diagnostic:?}");
        let span = diagnostic.span;
        assert!(span.line >= 1 && span.col >= 1, "{diagnostic:?}");
        let name = &result.files[span.file.0 as usize];
        let source = files.iter().chain(&library).find(|f| f.name == *name).expect("a file of the program");
        let length = source.text.split('\n').nth(span.line as usize - 1).unwrap_or("").chars().count() as u32;
        assert!(span.col - 1 + span.len <= length, "{diagnostic:?} in a line of {length}");
    }
    if let Some(program) = &result.program {
        assert!(program.segments.windows(2).all(|s| s[0].addr + s[0].size <= s[1].addr));
        assert!(program.lines.windows(2).all(|l| l[0].addr <= l[1].addr));
        assert!(program.symbols.windows(2).all(|s| s[0].name <= s[1].name));
        assert!(result.listing.iter().all(|l| l.words.len() == l.text.len()));
        assert!(!listing(&result, &files).is_empty());
    }
    result
}

/// Any bytes are answered: a program that can be loaded into a node of this many bytes of memory, or the reason why there is
/// none. What has been read can be written and read again.
pub fn elf(data: &[u8], memory: u32) {
    match load(data, memory) {
        Ok(program) => {
            let total: u64 = program.segments.iter().map(|s| u64::from(s.size)).sum();
            assert!(total <= u64::from(memory) + 16);
            assert!(program.segments.iter().all(|s| s.addr.checked_add(s.size).is_some_and(|end| end <= memory)));
            assert!(program.segments.windows(2).all(|s| s[0].addr + s[0].size <= s[1].addr));
            assert!(program.lines.windows(2).all(|l| l[0].addr < l[1].addr));
            assert!(program.lines.iter().all(|l| (l.file as usize) < program.files.len()));
            let again = load(&write(&program), memory).expect("what has been written can be read");
            assert_eq!((again.entry, &again.segments), (program.entry, &program.segments));
            assert_eq!(again.symbols.len(), program.symbols.len());
            let spec = Spec { array: Array::new(1, 1), node_memory: memory, ..Spec::default() };
            assert!(Machine::new(spec, program.into()).is_ok());
        }
        Err(error) => assert!(!error.text().en.is_empty() && !error.text().ja.is_empty()),
    }
    // What may only be looked at need not fit, but holds no more bytes than the file.
    if let Ok(program) = read(data) {
        assert!(program.segments.iter().map(|s| s.bytes.len()).sum::<usize>() <= data.len());
    }
}
