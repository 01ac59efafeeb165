//! Texts that would take the compiler too long or too much memory: they are refused with the reason, or compiled with less
//! optimisation, which a note says.

use mcore::base::{Array, Severity, SourceFile};
use mcore::modes::chip::{Machine, Spec};
use mcore::toolchain::mclib::library;
use mcore::toolchain::{Build, Compilers, Level, Options, build};
use mcore_cc::compile::{C, Settings};
use std::fmt::Write as _;
use std::sync::Arc;

fn built(text: &str, level: Level) -> Build {
    let compilers = Compilers::new(vec![Arc::new(C::new(Settings::default()))]);
    let files = [SourceFile { name: "main.c".into(), text: text.into() }];
    build(&files, &library(), &Options { compilers, level, ..Options::default() })
}

/// The first error of a text.
fn refused(text: &str) -> String {
    let built = built(text, Level::O2);
    let error = built.diagnostics.iter().find(|d| d.severity == Severity::Error).expect("an error");
    assert!(built.program.is_none());
    error.message.en.clone()
}

/// The exit code of a program, and whether a note says that it is optimised less.
fn ran(text: &str, level: Level) -> (u32, bool) {
    let built = built(text, level);
    let note = built.diagnostics.iter().any(|d| d.message.en.contains("is so long that"));
    let spec = Spec { array: Array::new(1, 1), cycle_limit: 100_000_000, ..Spec::default() };
    let program = built.program.unwrap_or_else(|| panic!("{:?}", built.diagnostics));
    let mut machine = Machine::new(spec, Arc::new(program)).expect("a machine");
    machine.run_until(u64::MAX);
    (machine.state.nodes[0].core.processor.halted.expect("an end").0, note)
}

#[test]
fn macros_that_grow_are_refused() {
    let mut plain = String::from("#define A0 1\n");
    let mut called = String::from("#define A0(x) x x\n");
    for n in 1..40 {
        let _ = writeln!(plain, "#define A{n} A{m} A{m}", m = n - 1);
        let _ = writeln!(called, "#define A{n}(x) A{m}(x x)", m = n - 1);
    }
    let nested = format!("#define D(x) x x\nint x = {}1{};", "D(".repeat(39), ")".repeat(39));
    for text in [plain + "int x = A39;", called + "int x = A39(1);", nested] {
        assert_eq!(refused(&text), "macros expand to too many tokens");
    }
}

#[test]
fn functions_that_are_too_long_are_refused() {
    let text =
        format!("int f(int x){{return x;}} int main(void){{int s=0;{}return s;}}", "s+=f(s)*3+s/7;\n".repeat(60_000));
    assert_eq!(refused(&text), "function `main` is too long: more than 330000 operations; divide it");
    let text = format!("int x[] = {{{}}};", "1,".repeat(1_200_000));
    assert_eq!(refused(&text), "the text has too many tokens");
}

/// Functions of many blocks or of loops with many operations run at -O2 as at -O0.
#[test]
fn large_functions_are_optimised_less_and_run_the_same() {
    let ifs = |count: u32| {
        let body: String = (0..count).map(|i| format!("if (s > {}) s += {i}; else s ^= v;\n", i * 7 % 1_000)).collect();
        format!("volatile int v = 3;\nint main(void) {{ int s = v;\n{body} return s & 127; }}")
    };
    let cases: String = (0..2_500).map(|i| format!("case {}: t += s * {i}; break;\n", i * 3)).collect();
    let switch = format!(
        "int main(void) {{ int t = 0; for (int s = 0; s < 7500; s += 5) switch (s) {{\n{cases}default: t++; }} return t & 127; }}"
    );
    let nest = format!(
        "int main(void) {{ int s = 0;{} {} {} return s & 127; }}",
        "for (int i = 0; i < 1; i++) {".repeat(60),
        "s += s * 3 + 1;".repeat(12_000),
        "}".repeat(60)
    );
    for (text, is_large) in [(ifs(200), false), (ifs(1_500), true), (ifs(4_500), true), (switch, true), (nest, true)] {
        let (wanted, _) = ran(&text, Level::O0);
        assert_eq!(ran(&text, Level::O2), (wanted, is_large), "{}", &text[..200]);
        assert_eq!(ran(&text, Level::O1), (wanted, is_large), "{}", &text[..200]);
    }
}

/// Thousands of warnings leave room for the error.
#[test]
fn warnings_do_not_hide_an_error() {
    for count in [50, 150, 6_000] {
        let text =
            format!("int *p; unsigned *q;\nint f(void) {{ {} return x; }}", "if (p == q) return 1;\n".repeat(count));
        assert_eq!(refused(&text), "`x` is not declared");
        assert!(built(&text, Level::O2).diagnostics.len() <= 101);
    }
}
