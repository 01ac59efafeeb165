//! The past of real runs: a state is the same on any path to it, whatever was edited before it.

use mcore::base::{Array, Cycle, NodeId, Null, Rng, Simulation, SourceFile};
use mcore::modes::chip::session::{Command, Refused, Update};
use mcore::modes::chip::{Edit, EditError, InOrder, Machine, Outcome, Register, Spec};
use mcore::timeline::{Limits, Timeline};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::{Driver, pack_files, random_program, root, solution};
use std::sync::Arc;

fn machine(array: Array, text: &str) -> Machine {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let program = assemble(&[file], &library(), &Options::default()).program.expect("a program");
    let spec = Spec { array, cycle_limit: 3000, ..Spec::default() };
    Machine::new(spec, Arc::new(program)).expect("a machine")
}

/// The reference loop with the edits of a journal, to a cycle at most.
fn plain(start: &Machine, journal: &[(Cycle, Edit)], until: Cycle) -> Machine {
    let mut machine = start.clone();
    loop {
        let cycle = machine.state.cycle;
        journal.iter().filter(|(at, _)| *at == cycle).for_each(|(_, edit)| machine.apply(edit));
        if cycle == until || !machine.step_in(&mut InOrder, &mut Null) {
            return machine;
        }
    }
}

fn random_edit(rng: &mut Rng, machine: &Machine) -> Edit {
    let array = machine.spec().array;
    let node = array.node(rng.below(array.nodes() as u64) as usize);
    let program = &machine.image(0).program;
    let value = rng.next_u64() as u32;
    match rng.below(6) {
        0 => Edit::Register { node, register: Register::Float(rng.below(32) as u8), value },
        1 => {
            let register = [Register::Hi, Register::Lo][rng.below(2) as usize];
            Edit::Register { node, register, value }
        }
        2 => Edit::Register { node, register: Register::Pc, value: program.entry },
        3 => Edit::Register { node, register: Register::General(8 + rng.below(8) as u8), value: value & 0xff },
        _ => {
            // Flags that a core waits for, data, and sometimes the text.
            let name = ["flags", "flags", "area", "one", "patched0"][rng.below(5) as usize];
            let addr = program.symbol(name).expect("a label").value;
            Edit::Memory { node, addr, words: vec![value & 0x101; 1 + rng.below(3) as usize] }
        }
    }
}

#[test]
fn states_of_random_programs_with_random_edits() {
    let mut edits = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let array = [Array::new(1, 1), Array::new(2, 1), Array::new(2, 2), Array::new(3, 3)][rng.below(4) as usize];
        let start = machine(array, &random_program(&mut rng));
        let limits = [
            Limits::default(),
            Limits::every(16),
            Limits { keyframes: 3, ..Limits::every(30) },
            Limits { bytes: 200_000, ..Limits::every(40) },
        ][rng.below(4) as usize];
        let mut timeline = Timeline::new(start.clone(), limits);
        for _ in 0..40 {
            match rng.below(5) {
                0 => {
                    let edit = random_edit(&mut rng, &start);
                    if timeline.now().check_edit(&edit).is_ok() {
                        let at = timeline.now().cycle();
                        assert_eq!(timeline.input(edit).at, at);
                        assert_eq!(timeline.end(), at);
                        edits += 1;
                    }
                }
                1 | 2 => assert!(timeline.seek(rng.below(timeline.end() + 1))),
                _ => {
                    let until = timeline.now().cycle() + rng.below(400);
                    while timeline.now().cycle() < until && timeline.advance(until) != mcore::timeline::Stepped::Ended {
                    }
                }
            }
            let expected = plain(&start, timeline.journal().entries(), timeline.now().cycle());
            assert!(timeline.now().state == expected.state, "seed {seed}, cycle {}", expected.state.cycle);
            assert_eq!(timeline.now().digest(), expected.digest());
        }
    }
    assert!(edits > 200, "{edits}");
}

const WAITS: &str = ".data\nflag: .word 0\n.text\nmain: lw $t0, flag\n beqz $t0, main\n li $v0, 10\n syscall\n";

#[test]
fn an_edit_can_end_a_deadlock_before_it_is_one() {
    let start = machine(Array::new(1, 1), WAITS);
    let mut timeline = Timeline::new(start.clone(), Limits::default());
    while timeline.advance(3000) != mcore::timeline::Stepped::Ended {}
    assert!(matches!(timeline.now().outcome(), Some(Outcome::Deadlock(_))));
    let (end, flag) = (timeline.end(), start.image(0).program.symbol("flag").expect("a label").value);
    let edit = |words| Edit::Memory { node: NodeId::new(1, 1), addr: flag, words };
    assert_eq!(timeline.now().check_edit(&edit(vec![1])), Err(EditError::Ended));
    timeline.seek(end - 1);
    timeline.input(edit(vec![1]));
    while timeline.advance(3000) != mcore::timeline::Stepped::Ended {}
    assert!(matches!(timeline.now().outcome(), Some(Outcome::Halted { .. })), "{:?}", timeline.now().outcome());
    // With a value that ends nothing it is a deadlock again, one iteration later.
    timeline.seek(end - 1);
    timeline.input(edit(vec![0]));
    while timeline.advance(3000) != mcore::timeline::Stepped::Ended {}
    assert!(matches!(timeline.now().outcome(), Some(Outcome::Deadlock(_))) && timeline.end() > end);
}

#[test]
fn what_cannot_be_edited_is_refused() {
    let machine = machine(Array::new(2, 1), WAITS);
    let node = NodeId::new(1, 1);
    let memory = |addr, words| machine.check_edit(&Edit::Memory { node, addr, words: vec![0; words] });
    assert!(memory(0x4000, 4096).is_ok());
    assert_eq!(memory(0x4000, 4097), Err(EditError::Words(4097)));
    assert_eq!(memory(0x4000, 0), Err(EditError::Words(0)));
    assert!(matches!(memory(0x4002, 1), Err(EditError::Memory { .. })));
    assert!(matches!(memory(0x7_fffc, 2), Err(EditError::Memory { .. })));
    let register = |node, register, value| machine.check_edit(&Edit::Register { node, register, value });
    assert!(register(node, Register::General(31), 1).is_ok());
    assert!(register(node, Register::General(0), 1).is_err());
    assert!(register(node, Register::General(32), 1).is_err());
    assert!(register(node, Register::Float(32), 1).is_err());
    assert_eq!(register(node, Register::Pc, 6), Err(EditError::Pc(6)));
    assert_eq!(register(NodeId::MEMORY, Register::Hi, 6), Err(EditError::NoSuchNode(NodeId::MEMORY)));
}

#[test]
fn the_session_edits_and_says_what_is_lost() {
    let mut d = Driver::default();
    d.assemble("a.s", ".data\nx: .word 0\n.text\nmain: li $t0, 0\nloop: addiu $t0, $t0, 1\n sw $t0, x\n b loop\n");
    d.must(Command::Run { until: Some(50_000), pace: None });
    d.finish();
    d.must(Command::Seek(20_000));
    d.updates.clear();
    let node = NodeId::new(2, 2);
    d.must(Command::SetRegister { node, register: Register::General(8), value: 1 << 30 });
    assert!(d.updates.contains(&Update::Rewritten { at: 20_000, end: 50_000, edits: 0 }), "{:?}", d.updates);
    assert_eq!((d.frame.cycle, d.frame.end), (20_000, 20_000));
    let series = d.frame.series.clone().expect("a series");
    d.must(Command::Step(100));
    d.must(Command::Seek(20_000));
    let answer = d.send(Command::Poke { node, addr: 3, words: vec![1] });
    assert!(matches!(&answer, Update::Refused(_, Refused::Impossible(t)) if t.en.contains("0x3")), "{answer:?}");
    assert_eq!(d.frame.end, 20_100);
    // The overview is the same as if the run had never been further.
    let mut other = Driver::default();
    other.assemble("a.s", ".data\nx: .word 0\n.text\nmain: li $t0, 0\nloop: addiu $t0, $t0, 1\n sw $t0, x\n b loop\n");
    other.must(Command::Run { until: Some(20_000), pace: None });
    other.finish();
    let expected = other.frame.series.clone().expect("a series");
    let sum = |v: &mcore::modes::chip::view::SeriesView| {
        v.computing.iter().map(|n| u64::from(*n)).sum::<u64>() / v.computing.len() as u64
    };
    assert!(sum(&series).abs_diff(sum(&expected)) <= 1);
    let answer = d.send(Command::SetMemoryLimit(1 << 20));
    assert!(matches!(&answer, Update::Refused(_, Refused::Impossible(t)) if t.en.contains("16 MiB")), "{answer:?}");
    d.must(Command::SetMemoryLimit(16 << 20));
}

#[test]
fn a_long_seek_goes_in_slices_and_can_be_cancelled() {
    let mut d = Driver::default();
    d.must(Command::SetMachine(mcore::modes::chip::session::MachineOptions {
        width: 16,
        height: 16,
        cycle_limit: 1 << 40,
        ..Default::default()
    }));
    d.assemble("a.s", "main: addiu $t0, $t0, 1\n sw $t0, 0x8000($zero)\n b main\n");
    // With the minimum memory keyframes are far apart.
    d.must(Command::SetMemoryLimit(16 << 20));
    d.must(Command::Run { until: Some(500_000), pace: None });
    while d.session.is_busy() {
        d.slice(200_000);
    }
    d.must(Command::Seek(499_999));
    d.finish();
    let digest = d.frame.digest.clone();
    let mut goes_in_slices = |target: &Cycle| {
        d.must(Command::Seek(0));
        d.finish();
        d.updates.clear();
        d.must(Command::Seek(*target));
        d.session.is_busy()
    };
    let target = (310_003..350_000).step_by(5_000).find(|cycle| goes_in_slices(cycle)).expect("far from a keyframe");
    d.slice(100);
    let reported = d.updates.iter().find_map(|u| match u {
        Update::Seeking { cycle, target } => Some((*cycle, *target)),
        _ => None,
    });
    let (cycle, reported) = reported.expect("progress");
    assert!(cycle < target && reported == target && d.frame.cycle == cycle);
    d.must(Command::Back(1));
    d.finish();
    assert_eq!(d.frame.cycle, target - 1, "one before where the seek was going");
    d.must(Command::Seek(499_999));
    d.finish();
    assert_eq!(d.frame.digest, digest);
}

/// The states of the solution of `class/matmul` in the page have the same digests: `tests/browser/matmul.test.mjs` reads
/// the same file. `MCORE_BLESS=1` rewrites it.
#[test]
fn digests_of_the_matmul_solution() {
    let mut d = Driver::default();
    d.must(Command::OpenExercise { folder: "matmul".into(), files: pack_files("class") });
    let file = solution("class", "matmul", "matmul.s");
    d.assemble(&file.name, &file.text);
    d.run();
    let end = d.frame.end;
    let mut lines = Vec::new();
    for cycle in [end, 1_000, 0, 20_000, end / 2, end] {
        d.must(Command::Seek(cycle));
        d.finish();
        assert_eq!(d.frame.cycle, cycle);
        lines.push((cycle, d.frame.digest.clone().expect("a digest")));
    }
    assert_eq!(lines[0], lines[5]);
    lines.sort();
    lines.dedup();
    let rows: Vec<_> = lines.iter().map(|(cycle, digest)| format!("  \"{cycle}\": \"{digest}\"")).collect();
    let text = format!("{{\n{}\n}}\n", rows.join(",\n"));
    let path = root().join("tests/golden/digests.json");
    if std::env::var_os("MCORE_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the file");
    }
    let golden = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(text, golden.replace('\r', ""), "states have changed: MCORE_BLESS=1 if that is meant");
}
