//! The class of gcc's diagnostics for all pairs of pointer types, and for the wrong programs of the documents: nothing,
//! warning or error. They are committed, so that a test without gcc reads them (`cc/tests/classes.rs`).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Declarations before every program.
const HEAD: &str =
    "struct s { int m; }; struct t { int m; }; struct open; union u { int m; }; enum e { A, B }; enum n { M = -1, N };";

/// Types with a declarator around `@`.
const TYPES: &[&str] = &[
    "int *@",
    "const int *@",
    "volatile int *@",
    "unsigned *@",
    "const unsigned *@",
    "long *@",
    "unsigned long *@",
    "char *@",
    "const char *@",
    "signed char *@",
    "unsigned char *@",
    "short *@",
    "long long *@",
    "_Bool *@",
    "float *@",
    "double *@",
    "void *@",
    "const void *@",
    "int **@",
    "const int **@",
    "int *const *@",
    "unsigned **@",
    "void **@",
    "char **@",
    "int (*@)[3]",
    "const int (*@)[3]",
    "int (*@)[4]",
    "int (*@)[]",
    "unsigned (*@)[3]",
    "int (*@)(void)",
    "int (*@)(int)",
    "int (*@)()",
    "void (*@)(void)",
    "int *(*@)(const int *)",
    "int *(*@)(int *)",
    "struct s *@",
    "const struct s *@",
    "struct t *@",
    "struct open *@",
    "union u *@",
    "enum e *@",
    "enum n *@",
    "int @",
    "unsigned char @",
    "long long @",
    "enum e @",
];

/// Uses of a pair `a`, `b`; `@T` is the first type.
const PLACES: &[(&str, &str)] = &[
    ("equal", "int f(void) { return a == b; }"),
    ("less", "int f(void) { return a < b; }"),
    ("assign", "void f(void) { a = b; }"),
    ("initialise", "void f(void) { @D = b; (void)x; }"),
    ("argument", "void g(@D); void f(void) { g(b); }"),
    ("return", "@R { return b; }"),
    ("conditional", "void f(int c) { (void)(c ? a : b); }"),
    ("difference", "int f(void) { return (int)(a - b); }"),
    ("cast", "void f(void) { (void)(@T)b; }"),
];

/// The programs of a place: one for each pair, row by row.
fn programs(place: &str) -> Vec<String> {
    let declared = |ty: &str, name: &str| ty.replace('@', name);
    let mut out = Vec::new();
    for a in TYPES {
        for b in TYPES {
            let body = place
                .replace("@D", &declared(a, "x"))
                .replace("@R", &declared(a, "f(void)"))
                .replace("@T", &declared(a, ""));
            out.push(format!("{HEAD} extern {}; extern {}; {body}", declared(a, "a"), declared(b, "b")));
        }
    }
    out
}

/// The class that gcc 14 gives a line of gcc 12: some warnings have become errors.
pub(super) fn class(line: &str) -> Option<char> {
    // https://gcc.gnu.org/gcc-14/porting_to.html
    const ERRORS: &[&str] = &[
        "[-Wincompatible-pointer-types]",
        "[-Wint-conversion]",
        "[-Wimplicit-function-declaration]",
        "[-Wimplicit-int]",
        "pointer type mismatch in conditional expression",
        "pointer/integer type mismatch in conditional expression",
        "with no value, in function returning non-void",
        "with a value, in function returning void",
    ];
    let is_error = line.contains(" error: ") || line.contains(" warning: ") && ERRORS.iter().any(|e| line.contains(e));
    if is_error { Some('e') } else { line.contains(" warning: ").then_some('w') }
}

/// The classes of programs that are compiled one by one: each is a file, and gcc reads many of them in one run.
fn classes(programs: &[String], scratch: &Path) -> Result<Vec<char>, String> {
    let mut out = vec!['.'; programs.len()];
    for (first, part) in programs.chunks(200).enumerate().map(|(i, part)| (i * 200, part)) {
        let mut command = Command::new("mipsel-linux-gnu-gcc");
        command.args(["-std=gnu17", "-Wall", "-Wno-unused", "-Wno-address", "-fsyntax-only", "-fmax-errors=0"]);
        for (i, text) in part.iter().enumerate() {
            let file = scratch.join(format!("p{}.c", first + i));
            std::fs::write(&file, format!("{text}\n")).map_err(|e| e.to_string())?;
            command.arg(&file);
        }
        let made = command.output().map_err(|e| format!("gcc: {e}"))?;
        for line in String::from_utf8_lossy(&made.stderr).lines() {
            let Some((file, _)) = line.split_once(".c:") else { continue };
            let Some(at) = file.rsplit_once("/p").and_then(|(_, n)| n.parse::<usize>().ok()) else { continue };
            if let (Some(found), Some(place)) = (class(line), out.get_mut(at))
                && *place != 'e'
            {
                *place = found;
            }
        }
    }
    Ok(out)
}

/// Sections of `docs/c-messages.md`: the name of a finding and the program that has it.
fn wrong_programs() -> BTreeMap<String, String> {
    let text = include_str!("../../../docs/c-messages.md");
    let sections = text.split("\n## ").skip(1);
    let program = |section: &str| {
        let (name, rest) = section.split_once('\n')?;
        let program = rest.split("```c\n").nth(1)?.split("```").next()?;
        Some((name.to_string(), program.to_string()))
    };
    sections.filter_map(program).collect()
}

/// Writes the classes to a file.
pub(super) fn write(path: &Path) -> bool {
    let scratch = std::env::temp_dir().join(format!("mcore-oracle-{}", std::process::id()));
    let made = std::fs::create_dir_all(&scratch).map_err(|e| e.to_string()).and_then(|()| {
        let mut out = String::from(
            "# The class of gcc 14 (-std=gnu17 -Wall): `.` nothing, `w` warning, `e` error. Made by `oracle classes`; do not edit.\n",
        );
        let _ = writeln!(out, "head {HEAD}");
        TYPES.iter().for_each(|ty| _ = writeln!(out, "type {ty}"));
        for (name, place) in PLACES {
            let _ = writeln!(out, "place {name}: {place}");
            for row in classes(&programs(place), &scratch)?.chunks(TYPES.len()) {
                let _ = writeln!(out, "row {}", row.iter().collect::<String>());
            }
        }
        let wrong = wrong_programs();
        let texts: Vec<String> = wrong.values().cloned().collect();
        for (name, class) in wrong.keys().zip(classes(&texts, &scratch)?) {
            let _ = writeln!(out, "message {class} {name}");
        }
        std::fs::write(path, out).map_err(|e| format!("{}: {e}", path.display()))
    });
    let _ = std::fs::remove_dir_all(&scratch);
    if let Err(why) = &made {
        eprintln!("{why}");
    }
    made.is_ok()
}
