//! The assembler's messages about wrong programs: each `cases/asm/*.s` against its `.txt`.
//!
//! After a wanted change, `MCORE_BLESS=1 cargo test -p mcore-tests --test toolchain asm_cases` writes the `.txt` files anew; read the difference.

use mcore::base::{Diagnostic, Severity, SourceFile};
use mcore::toolchain::asm::{Options, assemble};
use std::fs;
use std::path::Path;

/// A finding on three lines: place, severity and message; Japanese; tip (if any) in both languages.
fn show(diagnostic: &Diagnostic) -> String {
    let Diagnostic { severity, span, message, tip } = diagnostic;
    let kind = if *severity == Severity::Error { "error" } else { "warning" };
    let mut text = format!("{}:{}+{} {kind}: {}\n  {}\n", span.line, span.col, span.len, message.en, message.ja);
    if let Some(tip) = tip {
        text += &format!("  | {}\n  | {}\n", tip.en, tip.ja);
    }
    text
}

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/asm");
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    names.retain(|p| p.extension().is_some_and(|e| e == "s"));
    names.sort();
    assert!(names.len() > 10);
    let mut wrong = String::new();
    for source in names {
        let name = source.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&source).unwrap();
        let result = assemble(&[SourceFile { name: name.clone(), text }], &[], &Options::default());
        let found: String = result.diagnostics.iter().map(show).collect();
        let expected_path = source.with_extension("txt");
        if std::env::var_os("MCORE_BLESS").is_some() {
            fs::write(&expected_path, &found).unwrap();
        }
        let expected = fs::read_to_string(&expected_path).unwrap_or_default();
        if found != expected {
            wrong += &format!("== {name}\nfound:\n{found}\nexpected:\n{expected}\n");
        }
        for diagnostic in &result.diagnostics {
            for text in [Some(&diagnostic.message), diagnostic.tip.as_ref()].into_iter().flatten() {
                assert!(!text.en.is_empty() && !text.ja.is_empty());
                assert!(text.ja.chars().any(|c| ('\u{3040}'..='\u{30ff}').contains(&c)), "not Japanese: {}", text.ja);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
