//! Any text is answered: a program, or findings that lie within the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcore::asm::{Options, assemble, listing};
use mcore::base::{Severity, SourceFile};

fuzz_target!(|text: &str| {
    // Two files, so that translation units meet: the parts before and after a form feed.
    let (first, second) = text.split_once('\u{c}').unwrap_or((text, ".include \"a.s\"\n"));
    let file = |name: &str, text: &str| SourceFile { name: name.into(), text: text.into() };
    let files = [file("a.s", first), file("b.s", second)];
    let result = assemble(&files, &[], &Options { memory_size: 1 << 16, ..Options::default() });
    let has_error = result.diagnostics.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(result.program.is_none(), has_error);
    assert!(result.diagnostics.len() <= 201);
    for diagnostic in &result.diagnostics {
        assert!((diagnostic.span.file.0 as usize) < result.files.len());
    }
    let _ = listing(&result, &files);
});
