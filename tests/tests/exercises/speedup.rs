//! The speed-up over the number of nodes, as the session measures it in the background.

use mcore::base::SourceFile;
use mcore::modes::chip::Outcome;
use mcore::modes::chip::exercise::{Case, MachineSize, load, read_exercise};
use mcore::modes::chip::session::{Command, MAX_SIZES, MachineOptions, Refused, Task, Update};
use mcore::modes::chip::view::{Baseline, SpeedUpView};
use mcore::toolchain::{Compilers, Options, build, mclib::library};
use mcore_tests::{Driver, pack_files, solution};
use std::sync::Arc;

/// Each node counts to its share of 12,000; then all meet at a barrier.
const SHARES: &str = "
        .include \"mclib.s\"
        .text
main:   jal   mc_nodes
        li    $t0, 12000
        divu  $zero, $t0, $v0
        mflo  $s0
count:  addiu $s0, $s0, -1
        bgtz  $s0, count
        jal   mc_barrier
        li    $a0, 0
        jal   mc_exit
";

/// Measures; returns the last view and the number of views.
fn measure(driver: &mut Driver, sizes: &[(u8, u8)], slice: u64) -> (SpeedUpView, usize) {
    driver.must(Command::SpeedUp { sizes: sizes.to_vec() });
    driver.finish_in(slice);
    let reported = |update: &Update| match update {
        Update::SpeedUp { view, done } => Some((view.clone(), *done)),
        _ => None,
    };
    let views: Vec<_> = driver.updates.iter().filter_map(reported).collect();
    let (last, done) = views.last().expect("a view").clone();
    assert!(done && views.iter().filter(|(_, done)| *done).count() == 1);
    (*last, views.len())
}

#[test]
fn a_program_that_shares_its_work_becomes_faster_and_the_slices_do_not_matter() {
    let mut first = None;
    for slice in [1_000, 1_000_000] {
        let mut driver = Driver::default();
        driver.must(Command::SetMachine(MachineOptions { width: 4, height: 4, ..MachineOptions::default() }));
        driver.assemble("main.s", SHARES);
        let (view, times) = measure(&mut driver, &[(4, 4), (1, 1), (2, 1), (2, 2), (2, 2)], slice);
        assert_eq!(times, 4, "one view a size, and equal sizes are one");
        let nodes: Vec<u32> = view.points.iter().map(|p| p.nodes()).collect();
        assert_eq!(nodes, [1, 2, 4, 16], "the smallest first");
        assert_eq!(view.baseline, Some(Baseline::Smallest { nodes: 1, cycles: view.points[0].cycles }));
        assert!(view.points.iter().all(|p| p.problem.is_none()));
        let speedups: Vec<f64> = view.points.iter().filter_map(|p| p.speedup).collect();
        assert_eq!(speedups[0], 1.0);
        // 24,000 cycles of counting are shared; the barrier costs some hundred.
        assert!(speedups[1] > 1.9 && speedups[1] < 2.0, "{speedups:?}");
        assert!(speedups[2] > 3.5 && speedups[3] > 8.0 && speedups[3] < 16.0, "{speedups:?}");
        assert_eq!(*first.get_or_insert(view.clone()), view);
    }
}

/// The worker learns from the clock how long a cycle takes; the session reports when that changes.
#[test]
fn each_size_is_a_task_of_its_own_and_a_run_comes_first() {
    let mut driver = Driver::default();
    driver.assemble("main.s", SHARES);
    assert_eq!(driver.session.task(), None);
    driver.must(Command::SpeedUp { sizes: vec![(1, 1), (2, 1), (2, 2)] });
    let mut tasks = Vec::new();
    while let Some(task) = driver.session.task() {
        tasks.push(task);
        driver.slice(1_000);
    }
    tasks.dedup();
    let distinct = |task: &Task| tasks.iter().filter(|other| *other == task).count() == 1;
    assert!(tasks.len() >= 3 && tasks.iter().all(distinct), "{tasks:?}");
    assert!(tasks.iter().all(|task| matches!(task, Task::SpeedUp(_))), "{tasks:?}");
    driver.must(Command::SpeedUp { sizes: vec![(1, 1)] });
    driver.must(Command::Run { until: Some(3_000), pace: None });
    assert_eq!(driver.session.task(), Some(Task::Run));
    driver.slice(5_000);
    assert!(matches!(driver.session.task(), Some(Task::SpeedUp(_))), "afterwards it goes on");
}

#[test]
fn the_loaded_run_is_left_alone_and_another_program_ends_the_measurement() {
    let mut driver = Driver::default();
    driver.assemble("main.s", SHARES);
    driver.must(Command::Step(100));
    let digest = driver.frame.digest.clone();
    driver.must(Command::SpeedUp { sizes: vec![(1, 1), (2, 2)] });
    driver.slice(1_000);
    driver.must(Command::Step(0));
    assert_eq!((driver.frame.cycle, &driver.frame.digest), (100, &digest));
    assert!(driver.session.is_busy());
    driver.assemble("main.s", "main: b main\n");
    assert!(!driver.session.is_busy(), "nothing is measured any more");
    driver.must(Command::SpeedUp { sizes: vec![(1, 1), (2, 2)] });
    driver.slice(10);
    driver.must(Command::StopSpeedUp);
    assert!(!driver.session.is_busy());
}

#[test]
fn an_exercise_is_measured_against_its_sequential_program_on_the_same_input() {
    let mut driver = Driver::default();
    driver.must(Command::OpenExercise { folder: "matmul".into(), files: pack_files("class") });
    driver.assemble("matmul.s", &solution("class", "matmul", "matmul.s").text);
    let (view, _) = measure(&mut driver, &[(1, 1), (2, 2), (4, 4)], 1_000_000);
    // The expected cycles, computed by hand.
    let exercise = read_exercise("matmul", &pack_files("class")).expect("the exercise");
    let case = &exercise.cases[0];
    let cycles = |file: &SourceFile, width, height| {
        let options = Options::new(case.machine.node_memory_kib * 1024, &Compilers::default());
        let assembly = build(std::slice::from_ref(file), &library(), &options);
        let machine = MachineSize { width, height, ..case.machine };
        let case = Case { machine, cycle_limit: 20_000_000, ..case.clone() };
        let mut machine = load(&Arc::new(assembly.program.expect("a program")), &case).expect("a machine");
        machine.run_until(u64::MAX);
        match machine.outcome() {
            Some(Outcome::Halted { cycles, drain }) => cycles + drain,
            other => panic!("{other:?}"),
        }
    };
    let reference = cycles(exercise.reference.as_ref().expect("a reference"), 4, 4);
    assert_eq!(view.baseline, Some(Baseline::Reference { cycles: reference }));
    let file = solution("class", "matmul", "matmul.s");
    for (point, side) in view.points.iter().zip([1, 2, 4]) {
        let expected = cycles(&file, side, side);
        assert_eq!((point.cycles, &point.problem), (expected, &None));
        assert_eq!(point.speedup, Some(reference as f64 / expected as f64));
        assert_eq!(point.efficiency, point.speedup.map(|s| s / f64::from(point.nodes())));
    }
}

#[test]
fn a_size_that_fails_says_why_and_the_others_go_on() {
    // Traps on four nodes, never ends on two, ends with 3 on nine.
    const MOODY: &str = "
        .include \"mclib.s\"
main:   jal   mc_nodes
        li    $t0, 4
        beq   $v0, $t0, odd
        li    $t0, 2
        beq   $v0, $t0, ever
        li    $a0, 3
        li    $t0, 9
        beq   $v0, $t0, end
        li    $a0, 0
end:    jal   mc_exit
odd:    lw    $t0, 1($zero)
ever:   addiu $t1, $t1, 1
        b     ever
";
    let mut driver = Driver::default();
    let options = MachineOptions { width: 3, height: 3, cycle_limit: 20_000, ..MachineOptions::default() };
    driver.must(Command::SetMachine(options));
    driver.assemble("main.s", MOODY);
    let (view, _) = measure(&mut driver, &[(1, 1), (2, 1), (2, 2), (3, 3), (4, 4)], 1_000_000);
    let problem = |i: usize| view.points[i].problem.clone().map(|t| t.en).unwrap_or_default();
    assert_eq!(problem(0), "");
    // Nine nodes may take 20,000 cycles, so two may take four times as many.
    assert!(problem(1).contains("80,000 cycles"), "{}", problem(1));
    assert!(problem(2).contains("multiple of"), "{}", problem(2));
    assert!(problem(3).contains("exit code 3"), "{}", problem(3));
    assert_eq!((problem(4).as_str(), view.points[4].speedup.is_some()), ("", true));
    assert!(view.points.iter().all(|p| p.problem.is_none() == p.speedup.is_some()));
    assert!(view.points.iter().filter_map(|p| p.problem.as_ref()).all(|p| p.en != p.ja && !p.ja.is_empty()));
}

#[test]
fn a_wrong_result_does_not_count_and_a_node_that_is_not_there_is_named() {
    let mut driver = Driver::default();
    let mut files = pack_files("class");
    let text = files.iter_mut().find(|f| f.name == "matmul/exercise.toml").expect("the exercise");
    // An input of the first case, which is the one that is measured.
    let toml = String::from_utf8(text.bytes.clone()).expect("UTF-8");
    let (first, rest) = toml.split_once("[[case.expect]]").expect("an expectation");
    let input = "[[case.input]]\nnode = \"2,2\"\nsymbol = \"A\"\nrandom = { low = 0, high = 9, count = 4 }\n\n";
    text.bytes = format!("{first}{input}[[case.expect]]{rest}").into_bytes();
    driver.must(Command::OpenExercise { folder: "matmul".into(), files });
    // Halts at once: C stays zero.
    driver.assemble("matmul.s", ".include \"mclib.s\"\n.data\n.globl A\nA: .space 4096\n.globl B\nB: .space 4096\n.globl C\nC: .space 4096\n.text\nmain: li $a0, 0\n jal mc_exit\n");
    let (view, _) = measure(&mut driver, &[(1, 1), (2, 2)], 1_000_000);
    let problem = |i: usize| view.points[i].problem.clone().map(|t| t.en).unwrap_or_default();
    assert!(problem(0).contains("(2,2)"), "{}", problem(0));
    assert!(problem(1).contains('C'), "{}", problem(1));
    assert_eq!(view.points[1].speedup, None);
}

#[test]
fn what_cannot_be_measured_is_refused_with_a_reason() {
    let mut driver = Driver::default();
    let none = driver.send(Command::SpeedUp { sizes: vec![(1, 1)] });
    assert!(matches!(none, Update::Refused(_, Refused::NoProgram)));
    driver.assemble("main.s", SHARES);
    let many = (1..=MAX_SIZES as u8 + 1).map(|n| (n, 1)).collect();
    for sizes in [vec![], many] {
        assert!(matches!(driver.send(Command::SpeedUp { sizes }), Update::Refused(_, Refused::BadSpeedUp(_))));
    }
    // A size that cannot be built fails by itself.
    let (view, _) = measure(&mut driver, &[(0, 1), (1, 1)], 1_000_000);
    assert!(view.points[0].problem.is_some() && view.points[1].problem.is_none());
}
