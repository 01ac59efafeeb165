//! Checks for what learners get wrong: wrong programs give the reports that they should, right ones give none.

use mcore::asm::{Options, assemble};
use mcore::base::{Array, NodeId, SourceFile};
use mcore::check::{Check, Finding, Kind, Origin, Site, Use};
use mcore::chip::{Machine, Spec};
use mcore::exercise::read_exercise;
use mcore::mclib::library;
use mcore::program::Program;
use mcore_tests::{pack_files, root, solution};
use std::sync::Arc;

fn program(name: &str, text: &str) -> Arc<Program> {
    let file = SourceFile { name: name.into(), text: text.into() };
    let assembly = assemble(&[file], &library(), &Options::default());
    Arc::new(assembly.program.unwrap_or_else(|| panic!("{name}: {:#?}", assembly.diagnostics)))
}

fn check(machine: Machine) -> Check {
    let mut check = Check::new(machine);
    while !check.has_ended() {
        check.advance(10_000, u64::MAX);
    }
    check
}

fn findings(width: u8, height: u8, program: &Arc<Program>) -> Vec<Finding> {
    let spec = Spec { array: Array::new(width, height), cycle_limit: 3_000_000, ..Spec::default() };
    let mut check = check(Machine::new(spec, program.clone()).expect("a machine"));
    assert_eq!(check.checker().incomplete(), None);
    check.checker().findings().list().to_vec()
}

/// Line of a site, with its file if that is not the program's own.
fn place(program: &Program, site: Site) -> String {
    let entry = program.line_of(site.pc);
    let (file, line) = entry.map_or(("?", 0), |l| (program.files[l.file as usize].as_str(), l.line));
    format!("{file}:{line}@{}", site.node)
}

fn lines(program: &Program, found: &[Finding]) -> Vec<String> {
    let other = |f: &Finding| f.other.map_or(String::new(), |o| format!(" <- {}", place(program, o)));
    found.iter().map(|f| format!("{:?} x{} {}{}", f.kind, f.count, place(program, f.at), other(f))).collect()
}

/// The solutions that ship give no report.
#[test]
fn solutions_give_no_report() {
    let exercise = read_exercise("matmul", &pack_files("class")).expect("the exercise");
    for (name, text) in [
        ("solution", solution("class", "matmul", "matmul.s").text),
        ("start", exercise.start[0].text.clone()),
    ] {
        let program = program(name, &text);
        for (width, height) in [(4, 4), (1, 1), (2, 1), (8, 4)] {
            let spec = Spec { array: Array::new(width, height), ..Spec::default() };
            let mut machine = Machine::new(spec, program.clone()).expect("a machine");
            for write in exercise.cases[0].writes(&program).expect("inputs") {
                assert!(machine.poke(0, write.addr, &write.words));
            }
            let mut check = check(machine);
            let found = check.checker().findings().list().to_vec();
            assert!(found.is_empty(), "{name} {width}x{height}: {:#?}", lines(&program, &found));
        }
    }
}

/// Programs compiled by gcc give no report.
#[test]
fn compiled_programs_give_no_report() {
    let folder = root().join("tests/golden/gcc");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".s") {
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).expect("text");
        let program = program(&name, &text);
        let found = findings(1, 1, &program);
        assert!(found.is_empty(), "{name}: {:#?}", lines(&program, &found));
        seen += 1;
    }
    assert!(seen >= 20);
}
