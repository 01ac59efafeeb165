//! Checks for what learners get wrong: wrong programs give the reports that they should, right ones give none.

use mcore::asm::{Options, assemble};
use mcore::base::{Array, NodeId, SourceFile};
use mcore::check::{Check, Finding, Kind, Origin, Site};
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
    let check = check(Machine::new(spec, program.clone()).expect("a machine"));
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
            let check = check(machine);
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

/// A kind in the words of the cases.
fn words(kind: &Kind) -> String {
    let name = |r: u8| mcore::isa::register_name(r);
    let arrived = |yes: bool| if yes { "arrived" } else { "not arrived" };
    match kind {
        Kind::Undefined { origin: Origin::Register(r), .. } => format!("unset {}", name(*r)),
        Kind::Undefined { origin: Origin::Float(n), .. } => format!("unset $f{n}"),
        Kind::Undefined { origin: Origin::HiLo, .. } => "unset hi-lo".into(),
        Kind::Undefined { origin: Origin::Condition, .. } => "unset condition".into(),
        Kind::Undefined { origin: Origin::Memory { .. }, .. } => "unset memory".into(),
        Kind::Undefined { origin: Origin::Main { .. }, .. } => "unset main".into(),
        Kind::StoreWhileSending { .. } => "store-while-sending".into(),
        Kind::WrittenWhileSending { .. } => "written-while-sending".into(),
        Kind::TwoWriters { memory: NodeId::MEMORY, .. } => "two-writers main".into(),
        Kind::TwoWriters { .. } => "two-writers".into(),
        Kind::DmaAndStore { dma_last: true, .. } => "dma-and-store (dma last)".into(),
        Kind::DmaAndStore { .. } => "dma-and-store".into(),
        Kind::ReadBeforeFlag { arrived: a, .. } => format!("read-before-flag ({})", arrived(*a)),
        Kind::SentBeforeFlag { .. } => "sent-before-flag".into(),
        Kind::BufferReused { .. } => "buffer-reused".into(),
        Kind::MainReadAndWrite { .. } => "main-read-and-write".into(),
        Kind::NotRestored { register, .. } => format!("not-restored {}", name(*register)),
        Kind::ReturnLost => "return-lost".into(),
    }
}

/// Small programs, wrong and right, each with the reports that it must give and no other. A line of a program is named
/// by a word in `<>` in its comment.
#[test]
fn every_case_gives_exactly_its_reports() {
    let folder = root().join("tests/cases/checks");
    let mut wrong = String::new();
    let mut cases: Vec<_> = std::fs::read_dir(folder).expect("a folder").flatten().map(|e| e.path()).collect();
    cases.sort();
    assert!(cases.len() >= 30);
    for path in cases {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("text");
        let header = |key: &str| text.lines().filter_map(|l| l.strip_prefix(key)).map(str::trim).collect::<Vec<_>>();
        let (width, height) = header("# nodes:")[0].split_once('x').expect("columns x rows");
        let mark = |site: Site, program: &Program| {
            let entry = program.line_of(site.pc).filter(|l| program.files[l.file as usize] == name);
            let line = entry.and_then(|l| text.lines().nth(l.line as usize - 1)).unwrap_or("?");
            line.rfind('<').map_or_else(|| place(program, site), |at| line[at..].to_owned())
        };
        let program = program(&name, &text);
        let found = findings(width.parse().expect("a number"), height.parse().expect("a number"), &program);
        let mut told: Vec<String> = found
            .iter()
            .map(|f| {
                let other = f.other.map_or(String::new(), |o| format!(" from {}", mark(o, &program)));
                format!("{} at {}{other}", words(&f.kind), mark(f.at, &program))
            })
            .collect();
        let mut expected = header("# report:");
        told.sort();
        expected.sort_unstable();
        if told != expected {
            wrong += &format!("{name}\n  expected {expected:#?}\n  found {told:#?} {:#?}\n", lines(&program, &found));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
