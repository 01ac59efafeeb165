//! The programs in `tests/cases/cc/`: each with its findings in both languages beside it. `MCORE_BLESS=1` writes them.

use mcore::base::{Severity, SourceFile};
use mcore_cc::front::{Front, front};
use mcore_cc::options::{Input, Options};
use std::fmt::Write as _;
use std::path::Path;

fn run<'t>(unit: &'t SourceFile, prelude: &'t str, options: &Options) -> Front<'t> {
    front(Input { unit, project: &[], library: &[], prelude }, options)
}

/// The findings as text: place, severity, name, message, tip, second place.
fn listing(done: &Front<'_>) -> String {
    let mut out = String::new();
    for finding in &done.report.findings {
        let span = finding.diagnostic(&done.sources).span;
        let severity = if finding.severity == Severity::Error { "error" } else { "warning" };
        let _ = writeln!(out, "{}:{}+{} {severity} {}", span.line, span.col, span.len, finding.name);
        let _ = writeln!(out, "  {}\n  {}", finding.message.en, finding.message.ja);
        if let Some(tip) = &finding.tip {
            let _ = writeln!(out, "  tip: {}\n  tip: {}", tip.en, tip.ja);
        }
        for (place, text) in finding.notes(&done.sources, &done.names) {
            let _ = writeln!(out, "  {}:{} {} / {}", place.line, place.col, text.en, text.ja);
        }
        if let Some(fix) = &finding.fix {
            let _ = writeln!(out, "  fix: {:?}", fix.text);
        }
    }
    out
}

#[test]
fn programs_have_the_findings_beside_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/cc");
    let options = Options::default();
    let prelude = options.prelude();
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder of cases") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "c") {
            continue;
        }
        count += 1;
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let unit = SourceFile { name: name.clone(), text: std::fs::read_to_string(&path).expect("a text") };
        let found = listing(&run(&unit, &prelude, &options));
        let beside = path.with_extension("findings");
        if std::env::var_os("MCORE_BLESS").is_some() {
            std::fs::write(&beside, &found).expect("a place to write");
        }
        let wanted = std::fs::read_to_string(&beside).expect("the findings beside it");
        assert_eq!(found, wanted, "{name}");
    }
    assert!(count >= 2);
}

/// A small generator of numbers, so that each run tests the same texts.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Wrong texts end with findings, never with a panic.
#[test]
fn mutated_programs_end_with_findings() {
    let text = include_str!("../../tests/cases/cc/features.c");
    let pieces: Vec<&str> = text.split_inclusive([' ', '(', ')', ';', '{', '}', ',', '\n']).collect();
    let options = Options::default();
    let prelude = options.prelude();
    let mut numbers = Numbers(1);
    for _ in 0..300 {
        let mut parts = pieces.clone();
        for _ in 0..=numbers.below(4) {
            let (at, from) = (numbers.below(parts.len()), numbers.below(pieces.len()));
            match numbers.below(3) {
                0 => drop(parts.remove(at)),
                1 => parts.insert(at, pieces[from]),
                _ => parts[at] = pieces[from],
            }
        }
        let unit = SourceFile { name: "m.c".into(), text: parts.concat() };
        let done = run(&unit, &prelude, &options);
        assert!(!done.dump().is_empty() || done.report.has_errors());
    }
}

#[test]
fn nesting_is_counted() {
    let options = Options::default();
    let prelude = options.prelude();
    for (open, close) in
        [("(", ")"), ("-", ""), ("{", "}"), ("a[", "]"), ("if (1) ", ""), ("({", ";})"), ("1 ? 2 : ", "")]
    {
        for count in [100usize, 5_000] {
            let body = format!("{}1{}", open.repeat(count), close.repeat(count));
            let text = format!("int a[2]; void f(void) {{ {body}; }}");
            let unit = SourceFile { name: "n.c".into(), text };
            let done = run(&unit, &prelude, &options);
            let deep = done.report.findings.iter().any(|f| f.name == "nesting");
            assert_eq!(deep, count > 1_000, "{open} {count}: {:?}", done.report.findings.first());
        }
    }
    for text in ["int (((((", "int *", "struct s { struct t {", "int a[] = {{{{"] {
        let unit = SourceFile { name: "n.c".into(), text: text.repeat(3_000) };
        assert!(run(&unit, &prelude, &options).report.has_errors());
    }
}
