//! From source files to a program with a compiler given by the caller: here one for C programs with one function per
//! line.

use mcore::base::{Diagnostic, FileId, Severity, SourceFile, Span, Text};
use mcore::modes::chip::exercise::{Grading, HandedIn, PackFile, References, read_exercise};
use mcore::modes::chip::session::{Command, MachineOptions, Session, Update};
use mcore::modes::chip::{Machine, Spec};
use mcore::toolchain::asm::assemble;
use mcore::toolchain::{
    Build, Compiled, Compiler, CompilerOptions, Compilers, FileKind, Language, Level, Options, Origin, Sources, Unit,
    build, mclib::library,
};
use mcore_tests::Driver;
use std::fmt::Write as _;
use std::sync::Arc;

/// Translates functions such as `int five(void) { return 2 + three(); }`, each on one line.
#[derive(Debug)]
struct Sums;

impl Compiler for Sums {
    fn language(&self) -> Language {
        Language::C
    }

    fn compile(&self, sources: &Sources<'_>, options: &CompilerOptions) -> Compiled {
        let mut compiled = Compiled::default();
        for (index, unit) in (0..).zip(&sources.units) {
            let mut assembly = format!("# at level {:?}\n        .file 1 \"{}\"\n", options.level, unit.name);
            let file = number(&mut compiled.files, &unit.name);
            for (line, text) in (1..).zip(unit.text.lines()) {
                let all = Span { file, line, col: 1, len: text.chars().count() as u32 };
                if let Some(name) = text.strip_prefix("#include ") {
                    let name = name.trim_matches('"');
                    match sources.others.iter().find(|t| t.name == name) {
                        Some(header) => {
                            let file = number(&mut compiled.files, name);
                            let wrong = (1..).zip(header.text.lines()).filter(|(_, text)| !text.ends_with(';'));
                            let span = |line| Span { file, line, col: 1, len: 1 };
                            let found = wrong.map(|(line, _)| error(span(line), "a declaration is wanted"));
                            compiled.diagnostics.extend(found);
                        }
                        None => compiled.diagnostics.push(error(all, "no such file")),
                    }
                    continue;
                }
                let function = text.strip_prefix("int ").and_then(|rest| rest.split_once("(void) { return "));
                let Some((name, sum)) = function.and_then(|(name, rest)| Some((name, rest.strip_suffix("; }")?)))
                else {
                    compiled.diagnostics.push(error(all, "a function of one line is wanted"));
                    continue;
                };
                let _ = write!(
                    assembly,
                    "        .globl {name}\n        .loc 1 {line}\n{name}: addiu $sp, $sp, -24\n        sw $ra, 20($sp)\n\
                     \x20       sw $s0, 16($sp)\n        move $s0, $zero\n"
                );
                for term in sum.split(" + ") {
                    if term == "0" {
                        let span = Span { col: text.find('0').unwrap_or(0) as u32 + 1, len: 1, ..all };
                        let message = Text::new("adding 0 changes nothing", "0 を足しても変わりません");
                        compiled.diagnostics.push(Diagnostic::warning(span, message));
                    }
                    let _ = match term.strip_suffix("()") {
                        Some(called) => write!(assembly, "        jal {called}\n        addu $s0, $s0, $v0\n"),
                        None => writeln!(assembly, "        addiu $s0, $s0, {term}"),
                    };
                }
                assembly += "        move $v0, $s0\n        lw $s0, 16($sp)\n        lw $ra, 20($sp)\n";
                assembly += "        addiu $sp, $sp, 24\n        jr $ra\n";
                compiled.debug.extend(format!("{name}:int;").bytes());
            }
            let assembly = SourceFile { name: format!("{}.s", unit.name), text: assembly };
            compiled.units.push(Unit::new(assembly, Origin::Unit(index)));
        }
        let count = |severity| compiled.diagnostics.iter().filter(|d| d.severity == severity).count();
        compiled.counts = (count(Severity::Error), count(Severity::Warning));
        compiled
    }
}

fn number(files: &mut Vec<String>, name: &str) -> FileId {
    let known = files.iter().position(|f| f == name);
    FileId(known.unwrap_or_else(|| {
        files.push(name.to_owned());
        files.len() - 1
    }) as u32)
}

fn error(span: Span, message: &str) -> Diagnostic {
    Diagnostic::error(span, Text::new(message, "誤りがあります"))
}

fn sums() -> Compilers {
    Compilers::new(vec![Arc::new(Sums)])
}

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile { name: name.into(), text: text.into() }
}

fn built(files: &[SourceFile]) -> Build {
    build(files, &library(), &Options::new(1 << 19, &sums()))
}

/// Exit code of a program, on every node of a small chip.
fn exit_code(build: Build) -> u32 {
    let program = build.program.unwrap_or_else(|| panic!("{:?}", build.diagnostics));
    let spec = Spec { cycle_limit: 1000, ..Spec::default() };
    let mut machine = Machine::new(spec, Arc::new(program)).expect("it fits");
    machine.run_until(u64::MAX);
    let codes: Vec<u32> = machine.state.nodes.iter().map(|n| n.core.processor.halted.expect("it ends").0).collect();
    assert!(codes.iter().all(|code| *code == codes[0]), "{codes:?}");
    codes[0]
}

/// Files, lines and English messages of all findings.
fn found(build: &Build) -> Vec<(&str, u32, &str)> {
    let name = |d: &Diagnostic| build.files[d.span.file.0 as usize].as_str();
    build.diagnostics.iter().map(|d| (name(d), d.span.line, d.message.en.as_str())).collect()
}

const MAIN: &str = "int two(void) { return 2; }\nint main(void) { return two() + three() + 4; }\n";
const THREE: &str = "        .globl three\nthree:  li $v0, 3\n        jr $ra\n";

#[test]
fn c_and_assembly_become_one_program_whose_lines_are_those_of_the_c_text() {
    let files = [file("main.c", MAIN), file("three.s", THREE)];
    let build = built(&files);
    let program = build.program.clone().expect("a program");
    let source = |label: &str| {
        let line = program.line_of(program.symbol(label).expect("a label").value).expect("a line");
        (program.files[line.file as usize].as_str(), line.line)
    };
    assert_eq!([source("two"), source("main"), source("three")], [("main.c", 1), ("main.c", 2), ("three.s", 2)]);
    assert_eq!((build.diagnostics.len(), build.counts), (0, (0, 0)));
    assert_eq!(build.made.iter().map(|m| m.name.as_str()).collect::<Vec<_>>(), ["main.c.s"]);
    assert_eq!(build.debug, [(Language::C, b"two:int;main:int;".to_vec())]);
    let listing = build.listing(&files);
    assert!(listing.contains("# main.c.s\n") && listing.contains("jal three"), "{listing}");
    assert_eq!(exit_code(build), 9);
}

#[test]
fn files_in_c_alone_are_a_program_too() {
    let other = file("other.c", "int three(void) { return 1 + 2; }\n");
    assert_eq!(exit_code(built(&[file("main.c", MAIN), other])), 9);
}

#[test]
fn what_a_compiler_finds_keeps_its_place_and_leaves_no_program() {
    let header = file("defs.h", "int three(void);\nthree\n");
    let main = file("main.c", "#include \"defs.h\"\n#include \"none.h\"\nint main(void) { return 0 + 1; }\nint x;\n");
    let build = built(&[file("three.s", "three: nonsense\n"), main, header]);
    assert!(build.program.is_none() && build.listing.is_empty());
    let expected = [
        ("defs.h", 2, "a declaration is wanted"),
        ("main.c", 2, "no such file"),
        ("main.c", 3, "adding 0 changes nothing"),
        ("main.c", 4, "a function of one line is wanted"),
    ];
    assert_eq!(found(&build), expected);
    assert_eq!(build.counts, (3, 1));
    assert_eq!((build.diagnostics[2].span.col, build.diagnostics[2].span.len), (25, 1));
}

#[test]
fn what_the_assembler_finds_in_compiled_text_is_shown_at_the_line_of_the_source() {
    let build = built(&[file("one.c", "int one(void) { return 0 + 1; }\n"), file("main.c", MAIN)]);
    assert!(build.program.is_none());
    let found = found(&build);
    assert_eq!(found[0], ("one.c", 1, "adding 0 changes nothing"));
    assert!(
        found[1..].iter().all(|f| (f.0, f.1) == ("main.c", 2)) && build.counts == (found.len() - 1, 1),
        "{found:?}"
    );
    let missing = build.diagnostics.iter().find(|d| d.message.en.contains("three")).expect("three() is missing");
    assert_eq!(missing.message.en, "function `three` is called here, but no file defines it");
    assert!(missing.message.ja.contains("`three` を呼んでいます"), "{missing:?}");
    // The whole line of the C text is marked.
    assert_eq!(
        (missing.span.col, missing.span.len),
        (1, "int main(void) { return two() + three() + 4; }".len() as u32)
    );
}

/// Assembly files can still include `.h` files, which are no assembly by themselves.
#[test]
fn headers_are_there_for_both_languages() {
    let files = [
        file("main.c", "#include \"defs.h\"\nint main(void) { return three(); }\n"),
        file("three.s", &format!("        .include \"equ.inc\"\n{}", THREE.replace("li $v0, 3", "li $v0, THREE"))),
        file("equ.inc", "        .equ THREE, 3\n"),
        file("defs.h", "int three(void);\n"),
    ];
    assert_eq!(exit_code(built(&files)), 3);
}

/// There is already a file of this name, so the compiler's file gets another one.
#[test]
fn names_of_compiled_texts_are_their_own() {
    let build = built(&[file("main.c", MAIN), file("main.c.s", THREE)]);
    assert_eq!(build.made[0].name, "2-main.c.s");
    assert_eq!(exit_code(build), 9);
}

#[test]
fn without_a_compiler_c_goes_to_the_assembler_as_it_is() {
    let files = [file("main.c", MAIN), file("three.s", THREE), file("defs.h", "int three(void);\n")];
    let options = Options::new(1 << 19, &Compilers::default());
    let (build, assembly) = (build(&files, &library(), &options), assemble(&files, &library(), &options.layout));
    assert!(build.program.is_none() && !build.diagnostics.is_empty());
    assert_eq!((build.diagnostics, build.counts, build.files), (assembly.diagnostics, assembly.counts, assembly.files));
    assert!(build.made.is_empty() && build.debug.is_empty());
}

/// The answer of a compiler in another worker, received as a message.
#[derive(Debug)]
struct Ready(Compiled);

impl Compiler for Ready {
    fn language(&self) -> Language {
        Language::C
    }

    fn compile(&self, _: &Sources<'_>, _: &CompilerOptions) -> Compiled {
        self.0.clone()
    }
}

#[test]
fn a_result_that_was_made_elsewhere_gives_the_same_program() {
    let files = [file("main.c", MAIN), file("three.s", THREE)];
    let sources = Sources { others: vec![&files[1]], ..Sources::of([&files[0]]) };
    let compiled = Sums.compile(&sources, &CompilerOptions { level: Level::O1, memory_size: 1 << 19, debug: false });
    let message = serde_json::to_string(&compiled).expect("it can be sent");
    let there = serde_json::from_str(&message).expect("it can be read");
    let options = Options::new(1 << 19, &Compilers::new(vec![Arc::new(Ready(there))]));
    assert_eq!(build(&files, &library(), &options).program, built(&files).program);
}

#[test]
fn the_level_reaches_the_compiler() {
    let options = Options { level: Level::O2, ..Options::new(1 << 19, &sums()) };
    let build = build(&[file("main.c", "int main(void) { return 1; }\n")], &library(), &options);
    assert!(build.made[0].text.starts_with("# at level O2\n"), "{}", build.made[0].text);
}

#[test]
fn a_session_gives_the_level_of_its_machine_to_the_compiler() {
    let mut d = Driver::default();
    d.session = Session::with_compilers(sums());
    for (level, name) in [(Level::O0, "O0"), (Level::O2, "O2")] {
        d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, level, ..MachineOptions::default() }));
        d.must(Command::Assemble { files: vec![file("main.c", MAIN), file("three.s", THREE)] });
        let view = d.updates.iter().rev().find_map(|u| if let Update::Assembled(view) = u { Some(view) } else { None });
        let text = &view.expect("an answer").units[0].text;
        assert!(text.starts_with(&format!("# at level {name}\n")), "{text}");
    }
    // A machine that an older edition stored has the usual level.
    let old = r#"{"width":2,"height":2,"node_memory_kib":512,"mirrored":false,"cycle_limit":1000}"#;
    let old: MachineOptions = serde_json::from_str(old).expect("it is read");
    assert_eq!(old.level, Level::O1);
}

#[test]
fn a_session_builds_c_and_stops_at_its_lines() {
    let mut d = Driver::default();
    d.session = Session::with_compilers(sums());
    d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, ..MachineOptions::default() }));
    d.must(Command::Assemble { files: vec![file("main.c", MAIN), file("three.s", THREE)] });
    let assembled = |d: &Driver| {
        let last = d.updates.iter().rev().find_map(|u| if let Update::Assembled(view) = u { Some(view) } else { None });
        last.expect("an answer").clone()
    };
    let view = assembled(&d);
    assert!(view.ok && view.diagnostics.is_empty(), "{view:?}");
    // The page can show the assembly of each unit; the student's own assembly is not repeated.
    let direct = build(&[file("main.c", MAIN), file("three.s", THREE)], &library(), &Options::new(1 << 19, &sums()));
    assert_eq!(view.units, direct.made);
    assert_eq!(view.units.iter().map(|unit| unit.name.as_str()).collect::<Vec<_>>(), ["main.c.s"]);
    assert!(view.units[0].text.contains("jal three"), "{}", view.units[0].text);
    let line = |name: &str| {
        let symbol = view.symbols.iter().find(|s| s.name == name).expect("a symbol");
        let place = symbol.line.as_ref().expect("a line");
        (place.file.clone(), place.line)
    };
    assert_eq!([line("two"), line("main")], [("main.c".to_owned(), 1), ("main.c".to_owned(), 2)]);
    d.must(Command::Assemble { files: vec![file("main.c", MAIN)] });
    let view = assembled(&d);
    assert_eq!(view.units.len(), 1, "the assembly is there even if a label is missing");
    assert!(!view.ok && view.diagnostics.iter().all(|f| f.file == "main.c" && f.line == 2), "{view:?}");
}

/// An exercise in C whose program must exit with 9.
fn exercise() -> Vec<PackFile> {
    let pack = "format = 1\nid = \"demo\"\nversion = \"1.0.0\"\ntitle.en = \"Demo\"\ntitle.ja = \"デモ\"\n\
                authors = \"A. Lecturer\"\nlicence = \"CC0-1.0\"\nexercises = [\"nine\"]\n";
    let exercise = "format = 1\ntitle.en = \"Nine\"\ntitle.ja = \"九\"\nlanguage = \"c\"\nmachine.nodes = \"1x1\"\n\
                    files = { editable = [\"main.c\"], read_only = [\"three.s\"] }\n[[case]]\nname.en = \"One\"\n\
                    name.ja = \"一\"\ncycle_limit = 10_000\n[[case.expect]]\nexit = { node = \"all\", code = 9 }\n";
    let files = [
        ("pack.toml", pack),
        ("nine/exercise.toml", exercise),
        ("nine/task.en.md", "Nine."),
        ("nine/task.ja.md", "九です。"),
        ("nine/start/main.c", "int main(void) { return 1; }\n"),
        ("nine/start/three.s", THREE),
    ];
    files.map(|(name, text)| file(name, text).into()).into()
}

#[test]
fn an_exercise_in_c_is_graded_where_there_is_a_compiler() {
    let exercise = Arc::new(read_exercise("nine", &exercise()).unwrap_or_else(|e| panic!("{}", e.text().en)));
    let grade = |text: &str, compilers: Compilers| {
        let work = HandedIn::new(vec![file("main.c", text)], None).expect("work");
        let grade = Grading::new(exercise.clone(), work, References::new(compilers)).finish();
        (grade.passed, grade.cases[0].refused.clone().map_or_else(String::new, |why| why.text().en))
    };
    assert_eq!(grade(MAIN, sums()), (true, String::new()));
    assert_eq!(grade("int main(void) { return 1; }\n", sums()), (false, String::new()));
    let (passed, why) = grade("int main(void) { return three() + 6 }\n", sums());
    assert!(!passed && why.contains("main.c:1:1: a function of one line is wanted"), "{why}");
    assert_eq!(grade(MAIN, Compilers::default()), (false, "a compiled ELF program is wanted".to_owned()));
}

/// Packs, grader and page rely on this table.
#[test]
fn files_are_known_by_the_ends_of_their_names() {
    let unit = |name| FileKind::of(name).and_then(FileKind::unit);
    for name in ["a.s", "b.S", "c.asm", "d.inc", "two.c.s"] {
        assert_eq!(unit(name), Some(Language::Assembly), "{name}");
    }
    assert_eq!(unit("main.c"), Some(Language::C));
    assert_eq!(FileKind::of("defs.h"), Some(FileKind::Header));
    assert_eq!(FileKind::of("prog.elf"), Some(FileKind::Executable));
    assert_eq!(FileKind::of("numbers.txt"), Some(FileKind::Data));
    for name in ["report.pdf", "s", "main.cpp", "work.mcsub"] {
        assert_eq!(FileKind::of(name), None, "{name}");
    }
}

/// A compiler gives what it knows as values; nothing is read from the comments or directives of its text.
#[test]
fn facts_of_a_unit_are_values() {
    use mcore_cc::compile::{C, Settings};
    let text = "#include <stdlib.h>\nstatic double big[100];\nint table[8], *p = table;\nint get(int i) { return table[i] + big[i]; }\n\
        int main(int n, char **v) { return get(rand()); }\n";
    let unit = file("main.c", text);
    let compiler = C::new(Settings { check_bounds: true, ..Settings::default() });
    for level in [Level::O0, Level::O2] {
        let made =
            compiler.compile(&Sources::of([&unit]), &CompilerOptions { level, memory_size: 1 << 19, debug: false });
        let names: Vec<_> = made.units.iter().map(|unit| (unit.assembly.name.as_str(), unit.origin)).collect();
        let expected = [("main.c.s", Origin::Unit(0)), ("start.c.s", Origin::Start), ("lib/rand.c.s", Origin::Library)];
        assert_eq!(names, expected);
        let main = &made.units[0];
        let lines: Vec<&str> = main.assembly.text.lines().collect();
        assert!(main.checks.len() >= 2 && main.checks.is_sorted(), "{:?}", main.checks);
        for (line, array) in &main.checks {
            assert!(["table[]", "table", "big[]", "big"].contains(&array.as_str()), "{array}");
            assert!(lines[*line as usize - 1].trim_start().starts_with('t'), "{}", lines[*line as usize - 1]);
        }
        let mut sizes = main.sizes.clone();
        sizes.sort();
        assert_eq!(sizes, [("big".into(), 800), ("p".into(), 4), ("table".into(), 32)]);
    }
}

#[test]
fn the_largest_objects_of_all_texts_are_named() {
    let objects = ".comm huge, 400000\n.size word, 4\n.size function, .-function\n.comm other, 200000\n";
    let build = built(&[file("main.c", "int main(void) { return 2; }\n"), file("objects.s", objects)]);
    let tip = build.diagnostics.iter().find_map(|d| d.tip.as_ref()).expect("a tip");
    let expected = "the largest objects, in bytes:\n   400000  huge\n   200000  other\n        4  word";
    assert_eq!(tip.en, expected, "{:?}", build.diagnostics);
}
