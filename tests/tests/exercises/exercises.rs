//! The exercises that ship, worked on as the page does it: each solution passes, each start file does not, and wrong
//! programs get messages that name the fault.

use mcore::base::{Array, SourceFile};
use mcore::modes::chip::exercise::{Exercise, read_exercise};
use mcore::modes::chip::session::{Command, Update};
use mcore::modes::chip::view::{RightRun, VerdictView};
use mcore::modes::chip::{Machine, Outcome, Spec};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::{Driver, pack_files, solution};
use std::sync::Arc;

fn matmul() -> Exercise {
    read_exercise("matmul", &pack_files("class")).unwrap_or_else(|e| panic!("{}", e.text().en))
}

/// The verdict on a program for class/matmul.
fn verdict(text: &str) -> VerdictView {
    let mut driver = Driver::default();
    driver.must(Command::OpenExercise { folder: "matmul".into(), files: pack_files("class") });
    driver.assemble("matmul.s", text);
    driver.run();
    let reported = driver.updates.iter().rev().find_map(|u| match u {
        Update::Verdict(verdict) => Some(verdict.clone()),
        _ => None,
    });
    reported.expect("a verdict")
}

fn passed(verdict: &VerdictView) -> Vec<bool> {
    verdict.checks.iter().map(|c| c.passed).collect()
}

/// The solution with a part of its text replaced: which checks pass, and the first reported detail.
fn spoilt(from: &str, to: &str) -> (Vec<bool>, String) {
    let text = solution("class", "matmul", "matmul.s").text;
    assert!(text.contains(from), "{from}");
    let verdict = verdict(&text.replacen(from, to, 1));
    assert!(!verdict.passed);
    let detail = verdict.checks.iter().find_map(|c| c.detail.clone()).expect("a detail");
    assert!(!detail.ja.is_empty());
    (passed(&verdict), detail.en)
}

#[test]
fn the_sequential_start_is_right_but_does_not_pass() {
    let v = verdict(&matmul().start[0].text);
    assert_eq!(passed(&v), [true, true, false], "{v:#?}");
    assert!(!v.passed);
    assert_eq!(v.speedup_hundredths, Some(100));
    assert_eq!(v.reference_cycles, Some(v.cycles));
}

#[test]
fn the_solution_is_more_than_ten_times_as_fast() {
    let v = verdict(&solution("class", "matmul", "matmul.s").text);
    println!(
        "{} cycles, the sequential program {:?}: speed-up {:?} / 100",
        v.cycles, v.reference_cycles, v.speedup_hundredths
    );
    assert!(v.passed, "{v:#?}");
    assert!(v.speedup_hundredths >= Some(1000), "{v:#?}");
}

#[test]
fn a_node_that_does_not_wait_for_its_data_is_told_where_the_result_is_wrong() {
    let (passed, detail) = spoilt("jal     mc_wait_ge", "nop");
    assert_eq!(passed, [true, false, true]);
    // A race need not go wrong everywhere: rank 1 still waits for its rows of A, which follow B, and the words that it
    // passes on to rank 2 happen to arrive just before they are read. From rank 3 on there is nothing yet.
    assert!(detail.starts_with("First difference: C[6][0] on node (1,1) at address 0x"), "{detail}");
    assert!(detail.contains("found 0") && detail.contains("in rows 6 to 31"), "{detail}");
}

#[test]
fn a_node_that_computes_the_rows_of_another_one_is_told_which_are_missing() {
    let (passed, detail) = spoilt("mul     $a0, $s0, $s2", "move    $a0, $s0");
    assert_eq!(passed, [true, false, true]);
    assert!(detail.contains("in rows 3 to 31") || detail.contains("in rows 2 to 31"), "{detail}");
    assert!(detail.contains("expected") && detail.contains("found 0"), "{detail}");
}

#[test]
fn one_flag_for_all_nodes_ends_in_a_deadlock_and_is_told_so() {
    let (passed, detail) = spoilt("sll     $t0, $s0, 2", "li      $t0, 4");
    assert_eq!(passed, [false, true, true]);
    assert!(detail.starts_with("Some core did not get to its end"), "{detail}");
}

#[test]
fn a_program_without_the_labels_is_told_before_it_runs() {
    let exercise = matmul();
    let file = SourceFile { name: "matmul.s".into(), text: "main: li $v0, 10\n syscall\n".into() };
    let program = assemble(&[file], &[], &Options::default()).program.expect("a program");
    let why = exercise.cases[0].writes(&program).unwrap_err().text();
    assert!(why.en.contains("no label `A`") && why.en.contains("`A: .space 4096`"), "{why:?}");
}

/// If the result is wrong, the run can be compared with one whose result is right: the last one that passed, else that
/// of the sequential program.
#[test]
fn a_wrong_run_leads_to_where_it_first_did_something_else() {
    let mut driver = Driver::default();
    driver.must(Command::OpenExercise { folder: "matmul".into(), files: pack_files("class") });
    let good = solution("class", "matmul", "matmul.s").text;
    // Stores another number in the middle of the result.
    let bad = good.replacen("mul     $a0, $s0, $s2", "move    $a0, $s0", 1);
    assert_ne!(good, bad);
    let run = |driver: &mut Driver, text: &str| {
        driver.assemble("matmul.s", text);
        driver.run();
        let verdict = |u: &Update| if let Update::Verdict(v) = u { Some(v.clone()) } else { None };
        driver.updates.iter().rev().find_map(verdict).expect("a verdict")
    };
    let compare = |driver: &mut Driver| {
        driver.updates.clear();
        driver.must(Command::CompareWithRight);
        driver.finish();
        let found = |u: &Update| if let Update::Difference(v) = u { Some((**v).clone()) } else { None };
        driver.updates.iter().find_map(found).expect("an answer")
    };
    // Right, but too slow: there is nothing to compare.
    assert_eq!(run(&mut driver, &matmul().start[0].text).right, None);
    assert_eq!(run(&mut driver, &bad).right, Some(RightRun::Reference));
    let reference = compare(&mut driver);
    assert!(!reference.rows.is_empty(), "a parallel program does much otherwise");
    let passed = run(&mut driver, &good);
    assert!(passed.passed && passed.right.is_none());
    assert_eq!(run(&mut driver, &bad).right, Some(RightRun::Passed));
    let own = compare(&mut driver);
    let first = own.rows.iter().find(|r| r.present.is_some()).expect("a difference");
    let present = first.present.as_ref().expect("what it does");
    assert_ne!(first.kept.as_ref().map(|did| &did.text), Some(&present.text));
    assert!(present.by.cycle > 0 && present.by.source.is_some(), "{first:?}");
    // Another exercise has no such run.
    driver.must(Command::OpenExercise { folder: "quicksort".into(), files: pack_files("class") });
    assert!(matches!(driver.send(Command::CompareWithRight), Update::Refused(..)));
}

/// By its comment, the solution works for every number of nodes that divides 32.
#[test]
fn the_solution_is_right_on_other_numbers_of_nodes() {
    let exercise = matmul();
    let file = solution("class", "matmul", "matmul.s");
    let program = Arc::new(assemble(&[file], &library(), &Options::default()).program.expect("a program"));
    let result = |width, height| {
        let spec = Spec { array: Array::new(width, height), ..Spec::default() };
        let mut machine = Machine::new(spec, program.clone()).expect("a machine");
        exercise.cases[0].place(&mut machine).expect("inputs");
        while machine.step() {}
        assert!(matches!(machine.outcome(), Some(Outcome::Halted { .. })), "{:?}", machine.outcome());
        let c = program.symbol("C").expect("C").value;
        (0..1024).map(|i| machine.peek(0, c + 4 * i).expect("a word")).collect::<Vec<_>>()
    };
    let alone = result(1, 1);
    for (width, height) in [(2, 1), (1, 4), (4, 2), (8, 4)] {
        assert!(result(width, height) == alone, "{width} x {height}");
    }
}

/// Both languages have the same number of hints and of headings, and the page shows them in the order of the files.
#[test]
fn statement_and_hints_are_there_in_both_languages() {
    let exercise = matmul();
    let headings = |text: &str| text.lines().filter(|l| l.starts_with('#')).count();
    assert_eq!(headings(&exercise.statement.en), headings(&exercise.statement.ja));
    assert!((4..=6).contains(&exercise.hints.len()));
    assert!(exercise.hints.iter().all(|h| h.en.starts_with("**") && h.ja.starts_with("**") && h.en != h.ja));
    assert_eq!(exercise.id, "class/matmul");
}
