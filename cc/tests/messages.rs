//! Each section of `docs/c-messages.md` has a program with the finding of its name and one without, in both languages.

use mcore::base::SourceFile;
use mcore_cc::front::front;
use mcore_cc::options::{Input, Options};

/// Names of the findings of a program.
fn findings(text: &str) -> Vec<&'static str> {
    let unit = SourceFile { name: "example.c".into(), text: text.into() };
    let options = Options::default();
    let prelude = options.prelude();
    let done = front(Input { unit: &unit, project: &[], library: &[], prelude: &prelude }, &options);
    done.report.findings.iter().map(|f| f.name).collect()
}

/// Sections of a document: name, and the two programs.
fn sections(text: &str) -> Vec<(&str, Vec<&str>)> {
    let parts = text.split("\n## ").skip(1);
    parts
        .map(|part| {
            let (name, rest) = part.split_once('\n').expect("a title");
            let programs = rest.split("```c\n").skip(1).map(|p| p.split("```").next().expect("an end")).collect();
            (name, programs)
        })
        .collect()
}

#[test]
fn each_section_shows_its_finding() {
    let english = include_str!("../../docs/c-messages.md");
    let japanese = include_str!("../../docs/c-messages.ja.md");
    let all = sections(english);
    assert_eq!(all, sections(japanese), "the programs of both languages are the same");
    assert!(all.len() > 50 && all.is_sorted_by_key(|(name, _)| *name));
    let mut wrong = Vec::new();
    for (name, programs) in &all {
        let [bad, good] = programs[..] else { panic!("{name} needs two programs") };
        let (in_bad, in_good) = (findings(bad), findings(good));
        if !in_bad.contains(name) || !in_good.is_empty() {
            wrong.push(format!("{name}: {in_bad:?} / {in_good:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every name of C17, of POSIX's common headers and of MPI 3.1 is there, or the error says what to write instead.
#[test]
fn every_known_name_is_there_or_has_advice() {
    let headers: String = mcore_cc::library::headers()
        .iter()
        .filter(|file| !file.name.starts_with("internal"))
        .map(|file| format!("#include <{}>\n", file.name))
        .collect();
    let library: Vec<&SourceFile> = mcore_cc::library::headers().iter().collect();
    let options = Options::default();
    let prelude = options.prelude();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/cc/names");
    let mut wrong = Vec::new();
    let mut there = 0;
    for list in ["c17.txt", "posix.txt", "mpi31.txt"] {
        let text = std::fs::read_to_string(folder.join(list)).expect("a list");
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let first = words.next().expect("a header");
            for name in words {
                let program =
                    format!("{headers}#ifndef {name}\nint f(void) {{ return (int)sizeof({name}); }}\n#endif\n");
                let unit = SourceFile { name: "example.c".into(), text: program };
                let done = front(Input { unit: &unit, project: &[], library: &library, prelude: &prelude }, &options);
                let Some(found) = done
                    .report
                    .findings
                    .iter()
                    .find(|f| f.severity == mcore::base::Severity::Error && f.name != "incomplete-type")
                else {
                    there += 1;
                    continue;
                };
                let tip = found.tip.as_ref().map_or("", |tip| tip.en.as_str());
                if tip.is_empty() || tip.starts_with("did you mean") || tip.starts_with("write `#include") {
                    wrong.push(format!("{list} {name}: {} | {tip}", found.message.en));
                }
            }
            if first.ends_with(".h") {
                let program = format!("#include <{first}>\n");
                let unit = SourceFile { name: "example.c".into(), text: program };
                let done = front(Input { unit: &unit, project: &[], library: &library, prelude: &prelude }, &options);
                let found = done.report.findings.first();
                if found.is_some_and(|f| f.tip.as_ref().is_none_or(|tip| tip.en.starts_with("did you mean"))) {
                    wrong.push(format!("{list} <{first}>: {found:?}"));
                }
            }
        }
    }
    assert!(there > 400, "{there}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Messages that a second-year student understands: the first finding of a program, its tip, and the number of findings.
#[test]
fn findings_say_what_to_write() {
    let library: Vec<&SourceFile> = mcore_cc::library::headers().iter().collect();
    let options = Options::default();
    let prelude = options.prelude();
    let of = |text: &str| -> Vec<String> {
        let unit = SourceFile { name: "example.c".into(), text: text.into() };
        let done = front(Input { unit: &unit, project: &[], library: &library, prelude: &prelude }, &options);
        let shown = |f: &mcore_cc::diag::Finding| {
            let line = done.sources.line_of(f.pos).1;
            format!("{line}: {} | {}", f.message.en, f.tip.as_ref().map_or("", |tip| tip.en.as_str()))
        };
        done.report.findings.iter().filter(|f| f.severity == mcore::base::Severity::Error).map(shown).collect()
    };
    let mpi = |body: &str| {
        format!(
            "#include <mpi.h>\nint main(int argc, char **argv)\n{{\n    int x = 0, a[4];\n    double d = 0;\n    {body}\n    return x + a[0] + (int)d;\n}}\n"
        )
    };
    for (body, expected) in [
        ("MPI_Send(x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);", "write `&x`: its address"),
        ("MPI_Send(d, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);", "write `&d`: its address"),
        ("MPI_Send(a[1], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);", "write `&a[1]`: its address"),
        ("MPI_Comm_rank(MPI_COMM_WORLD, x);", "write `&x`: its address"),
        ("MPI_Send(&x, 1, MPI_INT, 1, 0);", "`MPI_Send` takes (buffer, count, type, to, tag, comm): `comm` is missing"),
        (
            "MPI_Send(&x, 1, MPI_INT, 1, MPI_COMM_WORLD);",
            "`MPI_Send` takes (buffer, count, type, to, tag, comm): `to` or `tag` is missing",
        ),
        (
            "MPI_Send(&x, MPI_INT, 1, 0, MPI_COMM_WORLD);",
            "`MPI_Send` takes (buffer, count, type, to, tag, comm): `count` is missing",
        ),
        (
            "MPI_Recv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);",
            "`MPI_Recv` takes (buffer, count, type, from, tag, comm, status): `status` is missing",
        ),
        (
            "MPI_Bcast(1, MPI_INT, 0, MPI_COMM_WORLD);",
            "`MPI_Bcast` takes (buffer, count, type, root, comm): `buffer` is missing",
        ),
    ] {
        let found = of(&mpi(body));
        assert!(found.len() == 1 && found[0].ends_with(expected), "{body}: {found:#?}");
    }
    // One finding for a header that is missing, and one for a part of MPI that is left out.
    let all = "int main(int argc, char **argv)\n{\n    int rank, x = 1;\n    MPI_Status status;\n    MPI_Request request;\n    MPI_Init(&argc, &argv);\n    \
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    if (rank == 0)\n        MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);\n    else\n        \
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);\n    MPI_Isend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);\n    \
        MPI_Wait(&request, MPI_STATUS_IGNORE);\n    MPI_Finalize();\n    return 0;\n}\n";
    let found = of(all);
    assert!(found.len() == 1 && found[0].contains("write `#include <mpi.h>`"), "{found:#?}");
    let found = of(&mpi(
        "MPI_Comm inter; MPI_Comm_spawn(\"a\", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter, MPI_ERRCODES_IGNORE); \
         MPI_Comm_get_parent(&inter); MPI_Comm_disconnect(&inter);",
    ));
    assert!(found.len() == 1 && found[0].contains("some of them by `MPI_Comm_split`"), "{found:#?}");
    // Old programs.
    let found = of("f(x) { return x; }\nint main(void) { return f(0); }\n");
    assert!(found.len() == 1 && found[0].contains("`-std=gnu89`"), "{found:#?}");
    let found = of("int main(void) { printf(\"x\"); return g(1); }\n");
    assert!(
        found[0].contains("write `#include <stdio.h>`") && found.iter().all(|f| f.contains("`-std=gnu89`")),
        "{found:#?}"
    );
    // An invisible character.
    let found = of("int main(void) { return \u{202e}1; }\n");
    assert!(found[0].contains("the invisible character U+202E"), "{found:#?}");
    // Complex numbers.
    for (body, expected) in [
        ("double complex z = 1; return z < 2;", "4: `<` cannot take `double _Complex` and `int` | "),
        ("float complex z = I; return z % 2;", "4: `%` cannot take `float _Complex` and `int` | "),
        (
            "double complex z = 1; int a[3] = { 0 }; return a[z] + a[(int)z];",
            "4: `+` cannot take `int *` and `double _Complex` | ",
        ),
        (
            "_Complex int z = 1; return 0;",
            "4: these words do not form a type | the parts of a complex number are `float`, `double` or `long double`",
        ),
        ("int *p = 0; double complex z = p; return 0;", "4: initialiser: `int *` does not fit `double _Complex` | "),
        ("double complex z = 0; return *(int *)z;", "4: `double _Complex` cannot be cast to `int *` | "),
        ("int *p = 0; return __imag__ p;", "4: `__imag__` cannot take `int *` | "),
        ("double complex z = 1; creal(z) = 2; return 0;", "4: this cannot be assigned to | "),
        ("switch (I) { case 1: return 1; } return 0;", "4: `switch` needs a whole number, not `float _Complex` | "),
        (
            "return CMPLX(1, 2) == __builtin_complex(1, 2);",
            "4: the parts of a complex number have one type: `float`, `double` or `long double` | ",
        ),
        ("return 1.0ii;", "4: `ii` cannot follow a number | "),
    ] {
        let found = of(&format!("#include <complex.h>\nint main(void)\n{{\n    {body}\n}}\n"));
        assert_eq!(found, [expected], "{body}");
    }
    let found = of("int main(void) { double z = cabs(3.0); return (int)creal(z); }\n");
    assert!(found[0].contains("write `#include <complex.h>`"), "{found:#?}");
    for body in ["double complex z = 1;", "static complex double *z;", "float complex *z;"] {
        let found = of(&format!("int main(void) {{ {body} return 0; }}\n"));
        assert!(found.len() == 1 && found[0].contains("write `#include <complex.h>`"), "{body}: {found:#?}");
    }
    assert_eq!(of("double f(double real, double complex) { return real + complex; }\n"), [] as [&str; 0]);
    // Names that are there no more are no help.
    let found = of("#include <stdlib.h>\nint main(void) { return arc4random(); }\n");
    assert!(found.iter().any(|f| f.contains("`arc4random`") && f.contains("use `rand`")), "{found:#?}");
}

/// "1 argument", "none is given".
#[test]
fn numbers_of_arguments_are_plain_english() {
    let of = |text: &str| -> Vec<String> {
        let library: Vec<&SourceFile> = mcore_cc::library::headers().iter().collect();
        let options = Options::default();
        let prelude = options.prelude();
        let unit = SourceFile { name: "example.c".into(), text: text.into() };
        let done = front(Input { unit: &unit, project: &[], library: &library, prelude: &prelude }, &options);
        done.report.findings.iter().map(|f| f.message.en.clone()).collect()
    };
    let printf =
        |arguments: &str| of(&format!("#include <stdio.h>\nint main(void) {{ printf({arguments}); return 0; }}\n"));
    assert_eq!(printf("\"%d %d\", 1"), ["`%d` has no argument: 1 is given"]);
    assert_eq!(printf("\"%d\""), ["`%d` has no argument: none is given"]);
    assert_eq!(printf("\"%d %d %d\", 1, 2"), ["`%d` has no argument: 2 are given"]);
    assert_eq!(printf("\"%d\", 1, 2"), ["the format takes 1 argument, 2 are given"]);
    assert_eq!(
        of("int f(int a) { return a; }\nint main(void) { return f(); }\n"),
        ["the function takes 1 argument, none is given"]
    );
}
