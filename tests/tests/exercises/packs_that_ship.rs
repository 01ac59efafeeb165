//! The packs that ship, verified as the paper does it: every solution on several numbers of nodes, compared with what is
//! right. `cargo test -p mcore-tests --test exercises packs_that_ship -- --nocapture` prints what each one reaches;
//! `MCORE_EXERCISE=class/quicksort` chooses one.

use mcore::base::{Array, SourceFile, grouped};
use mcore::modes::chip::check::{Check, Finding};
use mcore::modes::chip::exercise::{
    Case, CaseRun, CaseVerdict, Exercise, Grade, Named, Visibility, judge, read_exercise, read_pack, reference_run,
};
use mcore::modes::mopt::exercise::{self as maps, MOPT_KIND};
use mcore::modes::tca::exercise::{self as scripts, TCA_KIND};
use mcore::packs::{PackError, STANDARD_KIND, is_of_kind, kind_of};
use mcore::program::Program;
use mcore::toolchain::{build, mclib::library};
use mcore_tests::{compilers, pack_files, resized, root, solution};
use std::sync::Arc;

/// The packs, in the order of a course.
const PACKS: [&str; 6] = ["tutorial", "class", "network", "mpi", "mapping", "verbs"];

/// All exercises with programs, or the requested one.
fn exercises() -> Vec<Exercise> {
    let wanted = std::env::var("MCORE_EXERCISE").ok();
    let mut found = Vec::new();
    for id in PACKS {
        let files = pack_files(id);
        let pack = read_pack(&files).unwrap_or_else(|e| panic!("{id}: {}", e.text().en));
        for folder in pack.exercises.iter().filter(|folder| is_of_kind(folder, &files, STANDARD_KIND)) {
            let exercise = read_exercise(folder, &files).unwrap_or_else(|e| panic!("{id}: {}", e.text().en));
            if wanted.as_ref().is_none_or(|w| *w == exercise.id) {
                found.push(exercise);
            }
        }
    }
    assert!(!found.is_empty());
    found
}

/// The start files, with the editable ones replaced by `file`.
fn program_of(exercise: &Exercise, case: &Case, file: impl Fn(&SourceFile) -> SourceFile) -> Arc<Program> {
    let given = |f: &SourceFile| exercise.read_only.contains(&f.name);
    let files: Vec<_> = exercise.start.iter().map(|f| if given(f) { f.clone() } else { file(f) }).collect();
    let options = exercise.build_options(&files, case.machine.node_memory_kib * 1024, &compilers());
    let assembly = build(&files, &library(), &options);
    assembly.program.map(Arc::new).unwrap_or_else(|| panic!("{}: {:#?}", exercise.id, assembly.diagnostics))
}

fn solved(exercise: &Exercise, case: &Case) -> Arc<Program> {
    let (pack, folder) = exercise.id.split_once('/').expect("pack/folder");
    program_of(exercise, case, |f| solution(pack, folder, &f.name))
}

fn finished(mut run: CaseRun) -> CaseRun {
    while run.advance(1 << 20) {}
    run
}

/// The run of a program on a case, and that of the reference.
fn runs(exercise: &Exercise, case: &Case, program: &Arc<Program>) -> (CaseRun, Option<CaseRun>) {
    let run = CaseRun::new(program, case).unwrap_or_else(|e| panic!("{}: {}", exercise.id, e.text().en));
    let reference =
        reference_run(exercise, case, &compilers()).unwrap_or_else(|e| panic!("{}: {}", exercise.id, e.text().en));
    (finished(run), reference.map(finished))
}

fn grade(exercise: &Exercise, program: impl Fn(&Case) -> Arc<Program>) -> Grade {
    let verdict = |case: &Case| {
        let (run, reference) = runs(exercise, case, &program(case));
        CaseVerdict::of(case, &run, reference.as_ref())
    };
    Grade::of(exercise, exercise.cases.iter().map(verdict).collect())
}

fn times(hundredths: Option<u64>) -> String {
    hundredths.map_or_else(String::new, |h| format!(", {}.{:02} times as fast as the reference", h / 100, h % 100))
}

#[test]
fn every_solution_gets_all_points_and_no_start_passes() {
    let mut missing = Vec::new();
    for exercise in exercises() {
        let of_solution = grade(&exercise, |case| solved(&exercise, case));
        for case in &of_solution.cases {
            let (name, cycles, nodes) = (&case.name.en, case.cycles, case.nodes);
            let faster = times(case.speedup_hundredths);
            println!("{} on {}x{}, {name}: {cycles} cycles{faster}", exercise.id, nodes.0, nodes.1);
            let failed: Vec<_> = case.checks.iter().filter(|c| !c.passed).collect();
            assert!(failed.is_empty(), "{}, {name}: {failed:#?}", exercise.id);
        }
        assert!(of_solution.passed, "{}", exercise.id);
        assert_eq!(of_solution.points, of_solution.of, "{}: {:?}", exercise.id, of_solution.speedup_hundredths);
        assert_eq!(of_solution.of, 100, "{}", exercise.id);

        let of_start = grade(&exercise, |case| program_of(&exercise, case, SourceFile::clone));
        assert!(!of_start.passed, "{}", exercise.id);
        assert!(!of_start.cases[0].passed, "{}: the first case must ask for something", exercise.id);
        assert!(of_start.points < 50, "{}: {} points for the start file", exercise.id, of_start.points);
        let cycles: Vec<_> = of_start.cases.iter().map(|c| c.cycles).collect();
        println!("    the start file: {cycles:?} cycles, {} points", of_start.points);
        missing.extend(unreported(&exercise, &of_solution, &of_start));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The parts that are missing in the lecturer's notes, among them the cycles of solution and start file for the first
/// case.
fn unreported(exercise: &Exercise, solution: &Grade, start: &Grade) -> Vec<String> {
    let folder = root().join("exercises").join(&exercise.id);
    let mut missing = Vec::new();
    for (lang, parts) in [
        ("en", ["**Teaching goal.**", "**Time.**", "**The solution**", "**Common mistakes.**"]),
        ("ja", ["**学ぶこと。**", "**時間の目安。**", "**解答例**", "**よくある間違い。**"]),
    ] {
        let name = format!("lecturer.{lang}.md");
        let notes = std::fs::read_to_string(folder.join(&name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let cycles = [solution, start].map(|grade| grouped(grade.cases[0].cycles));
        let wanted = parts.into_iter().chain(cycles.iter().map(String::as_str));
        let lacks = wanted.filter(|w| !notes.contains(w));
        missing.extend(lacks.map(|w| format!("{}/{name} does not say: {w}", exercise.id)));
    }
    missing
}

#[test]
fn every_solution_is_right_on_other_numbers_of_nodes() {
    for exercise in exercises() {
        let machine = (exercise.machine.width, exercise.machine.height);
        assert!(exercise.sizes.contains(&machine), "{}: `sizes` lacks the machine itself", exercise.id);
        for size in &exercise.sizes {
            let case = resized(&exercise.cases[0], *size);
            let program = solved(&exercise, &case);
            let (run, reference) = runs(&exercise, &case, &program);
            let facts = reference.as_ref().map(|r| (r.program(), r.facts()));
            let beside = facts.as_ref().map(|(p, f)| (&***p, f as &dyn mcore::modes::chip::exercise::RunFacts));
            let failed: Vec<_> =
                judge(&case, &program, &run.facts(), beside).into_iter().filter(|c| !c.passed).collect();
            assert!(failed.is_empty(), "{} on {size:?}: {failed:#?}", exercise.id);
            if exercise.id == "tutorial/hello" {
                says_hello(&run, *size);
            }
        }
        println!("{}: right on {:?}", exercise.id, exercise.sizes);
    }
}

/// The output of `tutorial/hello` depends on the number of nodes, so no case can state it for all of them.
fn says_hello(run: &CaseRun, (width, height): (u8, u8)) {
    use mcore::modes::chip::exercise::RunFacts;
    let array = Array::new(width, height);
    for rank in 0..array.nodes() {
        let text = format!("Hello from rank {rank} of {}\n", array.nodes());
        assert_eq!(run.facts().console(array.node(rank)), text.as_bytes());
    }
}

/// The findings of the checks for a run.
fn findings(program: &Arc<Program>, case: &Case) -> Vec<Finding> {
    let run = CaseRun::new(program, case).expect("inputs");
    let mut check = Check::new(run.machine().clone());
    while !check.has_ended() {
        check.advance(100_000, u64::MAX);
    }
    assert_eq!(check.checker().incomplete(), None);
    check.checker().findings().list().to_vec()
}

#[test]
fn no_solution_gives_an_alarm() {
    for exercise in exercises() {
        let mut sizes = vec![(exercise.machine.width, exercise.machine.height)];
        sizes.extend(exercise.sizes.iter().filter(|s| u32::from(s.0) * u32::from(s.1) <= 16));
        sizes.dedup();
        for size in sizes {
            let case = resized(&exercise.cases[0], size);
            let found = findings(&solved(&exercise, &case), &case);
            assert!(found.is_empty(), "{} on {size:?}: {found:#?}", exercise.id);
        }
    }
}

#[test]
fn statements_hints_and_names_are_there_in_both_languages() {
    let headings = |text: &str| text.lines().filter(|l| l.starts_with('#')).count();
    let tables = |text: &str| text.lines().filter(|l| l.starts_with('|')).count();
    for exercise in exercises() {
        let Exercise { id, statement, hints, cases, .. } = &exercise;
        assert_eq!(headings(&statement.en), headings(&statement.ja), "{id}");
        assert_eq!(tables(&statement.en), tables(&statement.ja), "{id}");
        assert!(statement.en.starts_with(&format!("# {}\n", exercise.title.en)), "{id}: {}", exercise.title.en);
        assert!(statement.ja.starts_with(&format!("# {}\n", exercise.title.ja)), "{id}: {}", exercise.title.ja);
        assert!((2..=6).contains(&hints.len()), "{id}: {} hints", hints.len());
        assert!(hints.iter().all(|h| h.en.starts_with("**") && h.ja.starts_with("**") && h.en != h.ja), "{id}");
        assert!(cases.iter().any(|c| c.visibility == Visibility::Visible), "{id}");
        assert!(cases.iter().any(|c| c.visibility == Visibility::Hidden), "{id}");
        assert!(cases.iter().any(|c| c.seed != cases[0].seed || c.machine != cases[0].machine), "{id}: one input only");
    }
}

/// The texts of the exercises of other modes follow the same rules. `mcore pack check` runs their solutions.
#[test]
fn exercises_of_other_modes_have_their_texts_in_both_languages() {
    let mut seen = Vec::new();
    for id in PACKS {
        let files = pack_files(id);
        let pack = read_pack(&files).unwrap_or_else(|e| panic!("{id}: {}", e.text().en));
        for folder in &pack.exercises {
            let wrong = |error: PackError| -> ! { panic!("{id}: {}", error.text().en) };
            let kind = kind_of(folder, &files, &[STANDARD_KIND, MOPT_KIND, TCA_KIND]).unwrap_or_else(|e| wrong(e));
            let (title, texts, points, first_is_visible) = match kind {
                MOPT_KIND => {
                    let read = maps::read_exercise(folder, &files).unwrap_or_else(|e| wrong(e));
                    let points = read.max_points();
                    (read.title, read.texts, points, read.cases[0].visible)
                }
                TCA_KIND => {
                    let read = scripts::read_exercise(folder, &files).unwrap_or_else(|e| wrong(e));
                    let points = read.max_points();
                    (read.title, read.texts, points, read.cases[0].visible)
                }
                _ => continue,
            };
            seen.push(kind);
            let id = format!("{id}/{folder}");
            let count = |text: &str, sign: char| text.lines().filter(|line| line.starts_with(sign)).count();
            for sign in ['#', '|', '1', '2'] {
                assert_eq!(count(&texts.statement.en, sign), count(&texts.statement.ja, sign), "{id}: {sign}");
            }
            assert!(texts.statement.en.starts_with(&format!("# {}\n", title.en)), "{id}");
            assert!(texts.statement.ja.starts_with(&format!("# {}\n", title.ja)), "{id}");
            assert!((2..=6).contains(&texts.hints.len()), "{id}: {} hints", texts.hints.len());
            assert!(
                texts.hints.iter().all(|h| h.en.starts_with("**") && h.ja.starts_with("**") && h.en != h.ja),
                "{id}"
            );
            assert_eq!(points, 100, "{id}");
            assert!(first_is_visible, "{id}: the first case is what students work on");
            for (lang, parts) in [
                ("en", ["**Teaching goal.**", "**Time.**", "**The solution**", "**Common mistakes.**"]),
                ("ja", ["**学ぶこと。**", "**時間の目安。**", "**解答例**", "**よくある間違い。**"]),
            ] {
                let path = root().join("exercises").join(&id).join(format!("lecturer.{lang}.md"));
                let notes = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
                assert!(parts.iter().all(|part| notes.contains(part)), "{id}: {lang}");
            }
        }
    }
    let of = |kind: &str| seen.iter().filter(|own| **own == kind).count();
    assert!(of(MOPT_KIND) >= 4 && of(TCA_KIND) >= 5, "{seen:?}");
}

/// A barrier that does not hold nodes back must be detected by the file that calls it.
#[test]
fn a_barrier_that_lets_everybody_through_is_noticed() {
    let wanted = |e: &Exercise| e.id == "network/barrier";
    let Some(exercise) = exercises().into_iter().find(wanted) else { return };
    let case = &exercise.cases[0];
    let text = "        .text\n        .globl  barrier\nbarrier: jr $ra\n";
    let program = program_of(&exercise, case, |f| SourceFile { name: f.name.clone(), text: text.into() });
    let (run, _) = runs(&exercise, case, &program);
    let checks = judge(case, &program, &run.facts(), None);
    assert!(checks[0].passed && !checks[1].passed, "{checks:#?}");
}

#[test]
fn the_page_offers_them_in_the_same_order() {
    let order = std::fs::read_to_string(root().join("exercises/packs.toml")).expect("the order of the packs");
    let line = format!("packs = {PACKS:?}");
    assert!(order.lines().any(|l| l == line), "{line}");
}

/// Solutions stay with the lecturer: no file for the page holds one.
#[test]
fn no_solution_is_among_the_files_of_a_pack() {
    for id in PACKS {
        assert!(pack_files(id).iter().all(|f| !f.name().contains("solution")));
    }
}
