//! The preprocessor against the examples of the standard and the results of gcc.

use super::{preprocess, print, spelling};
use crate::diag::Report;
use crate::names::Names;
use crate::options::{Input, Options};
use crate::token::Kind;
use alloc::{format, string::String, vec::Vec};
use mcore_base::SourceFile;

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile { name: name.into(), text: text.into() }
}

/// The tokens with single spaces, and the messages.
fn run(text: &str, others: &[(&str, &str)]) -> (String, Vec<String>) {
    let (unit, others) = (file("a.c", text), others.iter().map(|(n, t)| file(n, t)).collect::<Vec<_>>());
    let project: Vec<&SourceFile> = others.iter().collect();
    let options = Options { defines: alloc::vec!["D=4".into(), "E".into()], ..Options::default() };
    let prelude = options.prelude();
    let input = Input { unit: &unit, project: &project, library: &[], prelude: &prelude };
    let (mut names, mut report) = (Names::default(), Report::default());
    let done = preprocess(input, &options, &mut names, &mut report);
    let mut out = String::new();
    for token in done.tokens.iter().filter(|t| t.kind != Kind::Eof) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(spelling(token, &names));
    }
    // Preprocessing the printed result changes nothing.
    let printed = print(&done.tokens, &done.sources, &mut names);
    let again = file("a.c", &printed);
    let input = Input { unit: &again, project: &[], library: &[], prelude: "" };
    let second = preprocess(input, &options, &mut names, &mut Report::default());
    let spell = |tokens: &[crate::token::Token], names: &Names| -> Vec<String> {
        tokens.iter().map(|t| spelling(t, names).into()).collect()
    };
    if !report.has_errors() {
        assert_eq!(spell(&done.tokens, &names), spell(&second.tokens, &names), "{printed}");
    }
    (out, report.findings.iter().map(|f| f.message.en.clone()).collect())
}

fn same(text: &str, wanted: &str) {
    let (out, found) = run(text, &[]);
    let squeeze = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    assert_eq!(squeeze(&out), squeeze(wanted), "{text}\ngives {out}");
    assert!(found.is_empty(), "{text}: {found:?}");
}

#[test]
fn examples_of_the_standard() {
    // C17 6.10.3.5, examples 3, 4, 5 and 7.
    same(
        "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n\
         #define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n\
         #define str(x) # x\nf(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\ng(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n\
         p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\nchar c[2][6] = { str(hello), str() };",
        "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);\n\
         f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);\nint i[] = { 1, 23, 4, 5, };\n\
         char c[2][6] = { \"hello\", \"\" };",
    );
    same(
        "#define str(s) # s\n#define xstr(s) str(s)\n#define debug(s, t) printf(\"x\" # s \"= %d, x\" # t \"= %s\", \\\n x ## s, x ## t)\n\
         #define INCFILE(n) vers ## n\n#define glue(a, b) a ## b\n#define xglue(a, b) glue(a, b)\n#define HIGHLOW \"hello\"\n\
         #define LOW LOW \", world\"\ndebug(1, 2);\nfputs(str(strncmp(\"abc\\0d\", \"abc\", '\\4') // this goes away\n\
         == 0) str(: @\\n), s);\nxstr(INCFILE(2).h)\nglue(HIGH, LOW);\nxglue(HIGH, LOW)",
        "printf(\"x\" \"1\" \"= %d, x\" \"2\" \"= %s\", x1, x2);\n\
         fputs(\"strncmp(\\\"abc\\\\0d\\\", \\\"abc\\\", '\\\\4') == 0\" \": @\\n\", s);\n\"vers2.h\" \"hello\";\n\"hello\" \", world\"",
    );
    same(
        "#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };",
        "int j[] = { 123, 45, 67, 89, 10, 11, 12, };",
    );
    same(
        "#define debug(...) fprintf(stderr, __VA_ARGS__)\n#define showlist(...) puts(#__VA_ARGS__)\n\
         #define report(test, ...) ((test)?puts(#test): printf(__VA_ARGS__))\ndebug(\"Flag\");\ndebug(\"X = %d\\n\", x);\n\
         showlist(The first, second, and third items.);\nreport(x>y, \"x is %d but y is %d\", x, y);",
        "fprintf(stderr, \"Flag\"); fprintf(stderr, \"X = %d\\n\", x); puts(\"The first, second, and third items.\");\n\
         ((x>y)?puts(\"x>y\"): printf(\"x is %d but y is %d\", x, y));",
    );
    same(
        "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c hash_hash d)\nchar p[] = join(x, y);",
        "char p[] = \"x ## y\";",
    );
}

#[test]
fn rescanning_as_gcc() {
    same("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2*9*g");
    same("#define foo foo a bar\n#define bar foo\nfoo bar", "foo a foo foo a bar");
    same("#define AA BB\n#define BB AA\nAA BB", "AA BB");
    same("#define NIL(xxx) xxx\n#define G_0(arg) NIL(G_1)(arg)\n#define G_1(arg) NIL(arg)\nG_0(42)", "42");
    same("#define e(x, ...) f(x, ## __VA_ARGS__)\ne(1) e(1,2) e(1,2,3)", "f(1) f(1,2) f(1,2,3)");
    same("#define e(x, y...) f(x, ## y)\ne(1) e(1,2)", "f(1) f(1,2)");
    same("#define F(a,...) f(0 __VA_OPT__(,) __VA_ARGS__) a\nF(x) F(x,) F(x,1)", "f(0) x f(0) x f(0,1) x");
    same("#define f() 1\nf\n()", "1");
    same("#define a(x) b\n#define b(x) x\na(1)(2)", "2");
}

#[test]
fn macros_are_kept_and_come_back() {
    same(
        "#define A 1\n#pragma push_macro(\"A\")\n#undef A\n#define A 2\nA\n_Pragma(\"push_macro(\\\"A\\\")\")\n#undef A\n#define A 3\nA\n\
         #pragma pop_macro(\"A\")\nA\n#pragma pop_macro(\"A\")\nA\n#pragma pop_macro(\"A\")\nA",
        "2 3 2 1 1",
    );
    same("#pragma push_macro(\"B\")\n#define B 1\nB\n#pragma pop_macro(\"B\")\nB", "1 B");
}

#[test]
fn conditions() {
    let yes = |condition: &str| same(&format!("#if {condition}\nyes\n#else\nno\n#endif"), "yes");
    for condition in [
        "1",
        "D == 4",
        "defined E && !defined(F)",
        "-1 > 0u",
        "(2 || 1/0)",
        "0x7fffffffffffffff + 1 < 0",
        "'a' == 97",
        "1 ? 2 : (1/0)",
        "!UNKNOWN",
        "(-1 >> 63) == -1",
        "~0u == 0xffffffffffffffff",
        "'\\377' < 0",
        "__has_include(\"a.c\")",
        "!__has_include(<nowhere.h>)",
        "__has_attribute(packed)",
        "__INT_MAX__ == 2147483647",
        "__STDC_VERSION__ == 201710L",
        "__ILP32__ && _ILP32 && !defined __LP64__",
        "__mips == 32 && __mips_isa_rev == 2 && _MIPS_SIM == _ABIO32",
        "__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !defined __GNUC__ && !defined __linux__",
    ] {
        yes(condition);
    }
    same("#if 0\n#if 1\n'it's\n#else\n#endif\nno\n#elif 1\nyes\n#elif 1\nno\n#else\nno\n#endif", "yes");
    same("#ifdef X\nno\n#elifndef X\nyes\n#endif\n#ifndef X\nyes\n#elifdef X\nno\n#endif", "yes yes");
    let message = |text: &str| run(text, &[]).1.join("|");
    assert_eq!(message("#if 1/0\n#endif"), "division by zero in a condition");
    assert_eq!(message("#if 1 +\n#endif"), "a value is missing in the condition");
    assert_eq!(message("#if (1\n#endif"), "`)` is missing here");
    assert_eq!(message("#if 1"), "this condition has no `#endif`");
    assert_eq!(message("#endif"), "`#endif` without `#if`");
    assert_eq!(message("#if 1\n#else\n#else\n#endif"), "`#else` after `#else`");
    assert_eq!(message("#elsif 1"), "there is no directive `#elsif`");
}

#[test]
fn files() {
    let (out, found) = run(
        "#include \"b.h\"\n#include \"b.h\"\n#define H <c.h>\n#include H\n#include \"c.h\"\n__LINE__ __FILE__",
        &[("b.h", "#ifndef B\n#define B\nb __INCLUDE_LEVEL__\n#endif\n"), ("c.h", "#pragma once\nc __FILE__ __LINE__")],
    );
    assert_eq!(out, "b 1 c \"c.h\" 2 6 \"a.c\"");
    assert!(found.is_empty(), "{found:?}");
    let (_, found) =
        run("#include <stdi.h>\n#include \"self.h\"", &[("stdio.h", ""), ("self.h", "#include \"self.h\"\n")]);
    assert_eq!(found[0], "there is no file `stdi.h`");
    assert_eq!(found[1], "files include each other too deeply");
    let (out, _) = run("#line 100 \"x.c\"\n__LINE__ __FILE__\n__COUNTER__ __COUNTER__", &[]);
    assert_eq!(out, "100 \"x.c\" 0 1");
}

#[test]
fn errors_of_macros() {
    let message = |text: &str| run(text, &[]).1.join("|");
    assert_eq!(message("#define f(a,b) a\nf(1)"), "macro `f` takes 2 arguments, but 1 is given");
    assert_eq!(message("#define f(a) a\nf(1"), "the arguments of macro `f` have no end");
    assert_eq!(message("#define f(a,a) a"), "the list of macro parameters is wrong here");
    assert_eq!(message("#define f(a) #b"), "`#` needs a parameter of the macro after it");
    assert_eq!(message("#define f ## b"), "`##` is at an end of the macro");
    assert_eq!(message("#define c(a,b) a ## b\nc(+,b)"), "`##` makes `+b`, which is no token");
    assert_eq!(message("#define a 1\n#define a 2"), "macro `a` is defined again, differently");
    assert_eq!(message("#define a 1 + 2\n#define a  1  +  2"), "");
    assert_eq!(message("#error too bad\n#warning hm"), "#error too bad|#warning hm");
    assert_eq!(message("__VA_ARGS__"), "`__VA_ARGS__` is only known in a macro with `...`");
    assert_eq!(message("#pragma strange"), "`#pragma strange` is ignored");
    assert_eq!(message("#if '' == 0\n#endif"), "no character between the quotes");
    assert_eq!(message("#line 5 L\"wide\""), "`#line` needs a number, then a name in quotes");
}

#[test]
fn a_number_may_hold_a_letter_by_its_code() {
    let (out, found) = run("#define join(a) a ## 1\\u5B57\njoin(abc)", &[]);
    assert_eq!(out, "abc1字");
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn nothing_grows_without_limit() {
    let mut text = String::from("#define a0 x x\n");
    for n in 1..64 {
        text.push_str(&format!("#define a{n} a{m} a{m}\n", m = n - 1));
    }
    let (_, found) = run(&format!("{text}#define q(x) x\nq(q(a17))\n#if 0\n#endif"), &[]);
    assert!(found.is_empty());
    let mut chain = String::from("#define b0 x\n");
    for n in 1..2000 {
        chain.push_str(&format!("#define b{n} b{} y\n", n - 1));
    }
    let (_, found) = run(&format!("{chain}b1999"), &[]);
    assert_eq!(found, ["macros are nested too deeply"]);
    let deep = format!("#define q(x) x\n{}1{}", "q(".repeat(1000), ")".repeat(1000));
    assert_eq!(run(&deep, &[]).1, ["macros are nested too deeply"]);
    let deep = format!("#if {}1{}\n#endif", "(".repeat(1000), ")".repeat(1000));
    assert_eq!(run(&deep, &[]).1, ["the condition is nested too deeply"]);
}

#[test]
fn pragmas_reach_the_parser_and_the_settings() {
    let (out, found) = run("#pragma pack(push, 1)\nint a;\n_Pragma(\"pack(pop)\") int b;", &[]);
    assert_eq!(out, "#pragma pack(push, 1) int a ; #pragma pack(pop) int b ;");
    assert!(found.is_empty(), "{found:?}");
    let text = "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wcpp\"\n#warning a\n#pragma GCC diagnostic pop\n#warning b";
    assert_eq!(run(text, &[]).1, ["#warning b"]);
}

#[test]
fn directives_of_openmp_are_noted_once_by_kind() {
    let noted = |text: &str| -> Vec<String> {
        let found = run(text, &[]).1;
        found.iter().map(|message| message.split('`').nth(1).unwrap_or_default().into()).collect()
    };
    let text = "#pragma omp parallel for reduction(+ : s)\n#pragma omp parallel for private(i)\n#pragma omp critical(a)\n\
                _Pragma(\"omp critical\")\n#pragma omp declare reduction(f : int : omp_out += omp_in)\n#pragma omp parallel\n";
    assert_eq!(
        noted(text),
        ["#pragma omp parallel for", "#pragma omp critical", "#pragma omp declare reduction", "#pragma omp parallel"]
    );
    assert_eq!(run("#pragma omp paralel for", &[]).1, ["`#pragma omp paralel for` is ignored"]);
    assert!(run("#pragma GCC diagnostic ignored \"-Wopenmp\"\n#pragma omp parallel", &[]).1.is_empty());
}
