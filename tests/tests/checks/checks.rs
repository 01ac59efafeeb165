//! Checks for typical mistakes of learners: wrong programs give their expected reports, right ones give none.

use crate::checked_to_the_end;
use mcore::base::{Array, NodeId, SourceFile};
use mcore::modes::chip::check::{Finding, Kind, Origin, Site};
use mcore::modes::chip::exercise::read_exercise;
use mcore::modes::chip::session::{Command, Update, Watch};
use mcore::modes::chip::view::{ReportSiteView, ReportsView};
use mcore::modes::chip::{Machine, Spec};
use mcore::program::Program;
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore::toolchain::{self, Level};
use mcore_tests::{Driver, compilers, pack_files, root, solution};
use std::sync::Arc;

fn program(name: &str, text: &str) -> Arc<Program> {
    let file = SourceFile { name: name.into(), text: text.into() };
    let assembly = assemble(&[file], &library(), &Options::default());
    Arc::new(assembly.program.unwrap_or_else(|| panic!("{name}: {:#?}", assembly.diagnostics)))
}

fn findings(width: u8, height: u8, program: &Arc<Program>) -> Vec<Finding> {
    let spec = Spec { array: Array::new(width, height), cycle_limit: 3_000_000, ..Spec::default() };
    let check = checked_to_the_end(Machine::new(spec, program.clone()).expect("a machine"));
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

/// The compiler makes several stores of one line; the student sees one report of it.
#[test]
fn instructions_of_the_same_lines_of_c_are_one_report() {
    let text = "#include <mclib.h>
static int row[256];
int main(void)
{
    mc_put(mc_id(1 - mc_rank()), row, row, sizeof row);
    row[255] = 1;
    for (int i = 128; i < 256; i++)
        row[i] = 0;
    return 0;
}
";
    let compilers = compilers();
    let options = toolchain::Options { level: Level::O2, ..toolchain::Options::new(512 * 1024, &compilers) };
    let file = SourceFile { name: "main.c".into(), text: text.into() };
    let program = Arc::new(toolchain::build(&[file], &library(), &options).program.expect("a program"));
    let spec = Spec { array: Array::new(2, 1), cycle_limit: 3_000_000, ..Spec::default() };
    let check = checked_to_the_end(Machine::new(spec, program).expect("a machine"));
    let found = check.checker().findings().list();
    let sends = |f: &&Finding| matches!(f.kind, Kind::StoreWhileSending { .. });
    assert!(found.iter().filter(sends).count() > 2, "a store of each of the unrolled loop's iterations");
    let reports = ReportsView::of(check.machine(), check.checker()).reports;
    let reports: Vec<_> = reports.iter().filter(|report| report.kind == "store-while-sending").collect();
    let line = |site: &ReportSiteView| site.source.as_ref().map_or(0, |source| source.line);
    let lines: Vec<_> = reports.iter().map(|report| (line(&report.at), report.other.as_ref().map(line))).collect();
    assert_eq!(lines, [(6, Some(5)), (8, Some(5))]);
    assert_eq!(
        reports.iter().map(|report| report.count).sum::<u64>(),
        found.iter().filter(sends).map(|f| f.count).sum::<u64>(),
        "none is lost"
    );
}

/// The solutions that ship give no report.
#[test]
fn solutions_give_no_report() {
    let exercise = read_exercise("matmul", &pack_files("class")).expect("the exercise");
    for (name, text) in
        [("solution", solution("class", "matmul", "matmul.s").text), ("start", exercise.start[0].text.clone())]
    {
        let program = program(name, &text);
        for (width, height) in [(4, 4), (1, 1), (2, 1), (8, 4)] {
            let spec = Spec { array: Array::new(width, height), ..Spec::default() };
            let mut machine = Machine::new(spec, program.clone()).expect("a machine");
            exercise.cases[0].place(&mut machine).expect("inputs");
            let check = checked_to_the_end(machine);
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

/// A kind in the notation of the cases.
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
        Kind::Types { .. } => "mpi-type".into(),
        Kind::OpenBuffer { .. } => "mpi-open-buffer".into(),
        Kind::NoFinalize => "mpi-no-finalize".into(),
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
        let mut reported: Vec<String> = found
            .iter()
            .map(|f| {
                let other = f.other.map_or(String::new(), |o| format!(" from {}", mark(o, &program)));
                format!("{} at {}{other}", words(&f.kind), mark(f.at, &program))
            })
            .collect();
        let mut expected = header("# report:");
        reported.sort();
        expected.sort_unstable();
        if reported != expected {
            wrong +=
                &format!("{name}\n  expected {expected:#?}\n  found {reported:#?} {:#?}\n", lines(&program, &found));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The last reports of a session, and how far it has checked.
fn reported(driver: &Driver) -> (Option<ReportsView>, Option<(u64, u64, bool)>) {
    let reports = driver.updates.iter().rev().find_map(|u| match u {
        Update::CheckReports(view) => Some((**view).clone()),
        _ => None,
    });
    let progress = driver.updates.iter().rev().find_map(|u| match u {
        Update::CheckProgress { cycle, end, done } => Some((*cycle, *end, *done)),
        _ => None,
    });
    (reports, progress)
}

#[test]
fn exercises_are_checked_in_the_background() {
    let mut driver = Driver::default();
    driver.must(Command::OpenExercise { folder: "matmul".into(), files: pack_files("class") });
    let right = solution("class", "matmul", "matmul.s").text;
    driver.assemble("matmul.s", &right);
    driver.finish();
    assert_eq!(reported(&driver), (None, None), "nothing has run yet");
    driver.run();
    let (reports, progress) = reported(&driver);
    assert_eq!(reports, Some(ReportsView::default()), "the solution is right");
    let end = driver.frame.end;
    assert_eq!(progress, Some((end, end, true)));

    // Rank 1 passes rows on without having waited for them.
    let wrong = right.replacen("jal     mc_wait_ge", "nop", 1);
    driver.assemble("matmul.s", &wrong);
    driver.run();
    let reports = reported(&driver).0.expect("reports");
    let first = &reports.reports[0];
    let line = |text: &str| wrong.lines().position(|l| l.contains(text)).map(|at| at as u32 + 1);
    let source = |site: &ReportSiteView| site.source.as_ref().map(|s| (s.file.clone(), s.line));
    let put = line("jal     mc_put").expect("a put");
    assert_eq!(first.kind, "sent-before-flag", "{reports:#?}");
    assert_eq!(source(&first.at), Some(("matmul.s".into(), put)), "the library is named by its caller");
    assert_eq!(first.other.as_ref().and_then(source), Some(("matmul.s".into(), put)));
    // The page can go to either side.
    for site in [&first.at, first.other.as_ref().expect("two sides")] {
        driver.must(Command::Seek(site.cycle));
        driver.must(Command::Watch(Watch { node: Some(site.node), ..Watch::default() }));
        assert_eq!(driver.frame.cycle, site.cycle);
    }
    assert!(!driver.session.is_busy(), "what has been checked is not checked again");
}

#[test]
fn outside_exercises_the_checks_are_an_option() {
    let text = std::fs::read_to_string(root().join("tests/cases/checks/read-by-luck.s")).expect("text");
    let mut driver = Driver::default();
    driver.assemble("main.s", &text);
    driver.run();
    assert_eq!(reported(&driver), (None, None));
    driver.must(Command::SetChecks(true));
    driver.finish();
    let all = reported(&driver).0.expect("reports");
    assert_eq!(all.reports.len(), 1, "{all:#?}");
    let report = &all.reports[0];
    let other = report.other.as_ref().expect("two sides");
    assert_eq!((report.at.node, other.node), (NodeId::new(2, 1), NodeId::new(1, 1)));

    // Step by step the check keeps up and reports each new finding once, when it is new.
    driver.must(Command::Reset);
    driver.updates.clear();
    let mut seen = Vec::new();
    for _ in 0..20 {
        driver.must(Command::Step(100));
        driver.finish();
        let now = driver.frame.end;
        assert_eq!(reported(&driver).1, Some((now, now, true)));
        seen.extend(reported(&driver).0.map(|view| (now, view.reports.len())));
        driver.updates.retain(|u| !matches!(u, Update::CheckReports(_)));
        if driver.frame.outcome.is_some() {
            break;
        }
    }
    let with: Vec<_> = seen.iter().filter(|(_, n)| *n > 0).collect();
    assert!(with.len() == 1 && (report.at.cycle + 1..=report.at.cycle + 100).contains(&with[0].0), "{seen:?}");
    driver.must(Command::SetChecks(false));
    assert!(!driver.session.is_busy());
}

/// The programs of a document, by their headings.
fn programs_of(document: &str) -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(root().join("docs").join(document)).expect("the document");
    let sections = text.split("\n## ").skip(1).map(|section| {
        let (heading, body) = section.split_once('\n').expect("a heading");
        let blocks = body.split("```asm\n").skip(1).map(|b| b.split("```").next().unwrap_or_default().to_owned());
        (heading.to_owned(), blocks.collect::<Vec<_>>())
    });
    sections.filter(|(_, blocks)| !blocks.is_empty()).collect()
}

/// Under each heading of the documents the first program gives reports of that name, the second one none; and both
/// languages have the same programs.
#[test]
fn the_programs_of_the_documents_are_what_they_say() {
    let bare = |text: &str| -> Vec<String> {
        let line = |(i, l): (usize, &str)| {
            if i == 0 { l.to_owned() } else { l.split('#').next().unwrap_or("").trim_end().to_owned() }
        };
        text.lines().enumerate().map(line).collect()
    };
    let (en, ja) = (programs_of("checks.md"), programs_of("checks.ja.md"));
    assert_eq!((en.len(), ja.len()), (12, 12));
    for ((name, programs), (name_ja, programs_ja)) in en.iter().zip(&ja) {
        assert_eq!((name, programs.len()), (name_ja, programs_ja.len()));
        for (i, (text, text_ja)) in programs.iter().zip(programs_ja).enumerate() {
            assert_eq!(bare(text), bare(text_ja), "{name}");
            let nodes = text.lines().next().and_then(|l| l.strip_prefix("# nodes: ")).expect("how many nodes");
            let (width, height) = nodes.split_once('x').expect("columns x rows");
            let program = program(name, text);
            let spec = Spec {
                array: Array::new(width.parse().expect("a number"), height.parse().expect("a number")),
                cycle_limit: 5_000,
                ..Spec::default()
            };
            let check = checked_to_the_end(Machine::new(spec, program).expect("a machine"));
            let view = ReportsView::of(check.machine(), check.checker());
            let mut kinds: Vec<_> = view.reports.iter().map(|r| r.kind.as_str()).collect();
            kinds.dedup();
            let expected: &[&str] = if i == 0 { &[name] } else { &[] };
            assert_eq!(kinds, expected, "{name}, program {i}: {:#?}", view.reports);
        }
    }
}
