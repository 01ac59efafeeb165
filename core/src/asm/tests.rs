//! Small programs.

use super::*;
use crate::base::Severity;
use alloc::{format, string::ToString, vec};

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

/// The instructions that a text becomes, without its warnings.
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
