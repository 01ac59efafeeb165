//! The front end on whole programs: findings, wrong texts, nesting.

use mcore::base::SourceFile;
use mcore_cc::front::{Front, front};
use mcore_cc::options::{Input, Options};
use std::fmt::Write as _;
use std::path::Path;

fn run<'t>(unit: &'t SourceFile, prelude: &'t str, options: &Options) -> Front<'t> {
    front(Input { unit, project: &[], library: &[], prelude }, options)
}

/// Lines and names of the findings.
fn listing(done: &Front<'_>) -> String {
    let mut out = String::new();
    for finding in &done.report.findings {
        let line = done.sources.line_of(finding.pos).1;
        assert!(!finding.message.en.is_empty() && !finding.message.ja.is_empty());
        let _ = writeln!(out, "{line} {}", finding.name);
    }
    out
}

/// Each program in `tests/cases/cc/` has its findings beside it.
#[test]
fn programs_have_the_findings_beside_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/cc");
    let options = Options::default();
    let prelude = options.prelude();
    for name in ["features", "errors"] {
        let text = |ending: &str| std::fs::read_to_string(folder.join(format!("{name}.{ending}"))).expect("a text");
        let unit = SourceFile { name: format!("{name}.c"), text: text("c") };
        assert_eq!(listing(&run(&unit, &prelude, &options)), text("findings"), "{name}");
    }
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
    let mut wrong = 0;
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
        wrong += usize::from(done.report.has_errors());
        for finding in &done.report.findings {
            let said = &finding.message;
            assert!(!said.en.is_empty() && !said.ja.is_empty(), "{} has no words", finding.name);
        }
    }
    assert!((100..300).contains(&wrong), "{wrong} of 300 mutants have errors");
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
