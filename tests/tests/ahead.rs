//! Running ahead (`core/src/chip/ahead.rs`) against the plain cycle loop: the whole state is equal wherever one looks.

use mcore::asm::{Options, assemble};
use mcore::base::{Array, Cycle, Null, Rng, Simulation, SourceFile};
use mcore::chip::{InOrder, Machine, Outcome, Spec};
use mcore::exercise::read_exercise;
use mcore::isa::{Class, rows};
use mcore::mclib::library;
use mcore::program::Program;
use mcore::timeline::{Limits, Timeline};
use mcore_tests::{BUSY, pack_files, random_program, solution};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

fn program(text: &str) -> Arc<Program> {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let assembly = assemble(&[file], &library(), &Options::default());
    Arc::new(assembly.program.unwrap_or_else(|| panic!("{text}\n{:#?}", assembly.diagnostics)))
}

fn machine(width: u8, height: u8, text: &str) -> Machine {
    let spec = Spec { array: Array::new(width, height), cycle_limit: 300_000, ..Spec::default() };
    Machine::new(spec, program(text)).expect("a machine")
}

fn matmul(width: u8, height: u8) -> Machine {
    let exercise = read_exercise("matmul", &pack_files("class")).expect("the exercise");
    let file = solution("class", "matmul", "matmul.s");
    let program = Arc::new(assemble(&[file], &library(), &Options::default()).program.expect("a program"));
    let spec = Spec { array: Array::new(width, height), ..Spec::default() };
    let mut machine = Machine::new(spec, program.clone()).expect("a machine");
    for write in exercise.cases[0].writes(&program).expect("inputs") {
        assert!(machine.poke(0, write.addr, &write.words));
    }
    machine
}

/// The plain loop, to a cycle at most.
fn step_to(machine: &mut Machine, until: Cycle) -> bool {
    while machine.state.cycle < until {
        if !machine.step_in(&mut InOrder, &mut Null) {
            return false;
        }
    }
    machine.outcome().is_none()
}

/// Says where two states differ, instead of printing both.
fn assert_same(fast: &Machine, plain: &Machine, what: &str) {
    let (a, b) = (&fast.state, &plain.state);
    assert_eq!((a.cycle, &a.phase), (b.cycle, &b.phase), "{what}");
    for (x, y) in a.nodes.iter().zip(&b.nodes) {
        assert_eq!(x.processor, y.processor, "{what}: node {} in cycle {}", x.id, a.cycle);
        assert_eq!(x.incc, y.incc, "{what}: node {} in cycle {}", x.id, a.cycle);
        assert!(x == y, "{what}: memory or console of node {} in cycle {}", x.id, a.cycle);
    }
    assert!(a.memory_node == b.memory_node, "{what}: memory node in cycle {}", a.cycle);
    assert!(a == b, "{what}: network or counts in cycle {}", a.cycle);
    assert_eq!(fast.activity(), plain.activity(), "{what}");
}

/// Runs ahead by random stretches, from random anchors, and looks at each of their ends. Gives the machine at its end.
fn same_everywhere(start: &Machine, seed: u64, what: &str) -> Machine {
    let mut rng = Rng::new(seed);
    let (mut fast, mut plain, mut anchor) = (start.clone(), start.clone(), start.clone());
    loop {
        let most = [4, 40, 600, 20_000][rng.below(4) as usize];
        let stretch = 1 + rng.below(most);
        if rng.below(3) == 0 {
            anchor = fast.clone();
        }
        let until = fast.state.cycle + stretch;
        let goes_on = match rng.below(4) {
            0 => fast.run_until(until),
            _ => fast.advance(until, &|| anchor.clone()),
        };
        assert_eq!(goes_on, step_to(&mut plain, until), "{what}");
        assert_same(&fast, &plain, what);
        if !goes_on {
            return fast;
        }
    }
}

#[test]
fn programs_of_the_class_and_the_library() {
    for (width, height) in [(1, 1), (2, 1), (4, 4)] {
        let end = same_everywhere(&matmul(width, height), 1, "matmul");
        assert!(matches!(end.outcome(), Some(Outcome::Halted { .. })), "{:?}", end.outcome());
    }
    for (width, height) in [(1, 1), (3, 3), (6, 2)] {
        let end = same_everywhere(&machine(width, height, BUSY), 2, "busy");
        assert!(matches!(end.outcome(), Some(Outcome::Halted { .. })), "{:?}", end.outcome());
    }
}

/// The closed formula from both sides: a word sent from `h` hops away is seen in exactly the cycle in which the plain
/// loop sees it, whatever the phase between the polling loop and the windows.
#[test]
fn the_first_load_that_sees_a_word() {
    for delay in 0..24 {
        let text = format!(
            ".data\nx: .word 7\n.text\nmain: lw $t0, -224($zero)\n li $t1, 0x0101\n bne $t0, $t1, wait\n{}\
             li $t0, 0x0301\n sw $t0, -256($zero)\n la $t0, x\n sw $t0, -252($zero)\n li $t0, 0x4000\n\
             sw $t0, -248($zero)\n li $t0, 4\n sw $t0, -232($zero)\n j end\n\
             wait: li $t1, 0x0301\n bne $t0, $t1, end\n\
             loop: lw $t2, 0x4000($zero)\n beq $t2, $zero, loop\n lw $s0, -216($zero)\nend: sw $zero, -204($zero)\n",
            "nop\n".repeat(delay)
        );
        let end = same_everywhere(&machine(3, 1, &text), delay as u64, "a word");
        assert!(matches!(end.outcome(), Some(Outcome::Halted { .. })), "{:?}", end.outcome());
    }
}

#[test]
fn traps_deadlocks_and_limits_come_in_their_cycle() {
    // All nodes compute; one traps in the middle of it.
    for at in 0..20 {
        let text = format!(
            "main: lw $t0, -224($zero)\n li $s1, 1000\nloop: addu $t1, $t1, $s1\n sw $t1, 0x5000($zero)\n\
             addiu $s1, $s1, -1\n xori $t2, $s1, {}\n bne $t2, $zero, on\n li $t3, 0x0202\n bne $t0, $t3, on\n\
             lw $t0, 2($zero)\non: bne $s1, $zero, loop\n sw $zero, -204($zero)\n",
            400 + at
        );
        let end = same_everywhere(&machine(3, 2, &text), at, "a trap");
        assert!(matches!(end.outcome(), Some(Outcome::Trapped(_))), "{:?}", end.outcome());
    }
    // Each node waits for a word that never comes, after a time of its own.
    for turns in [1, 2, 5, 11, 300] {
        let text = format!(
            "main: lw $t0, -224($zero)\n andi $t0, $t0, 0xff\n li $t1, {turns}\n mul $t1, $t0, $t1\n\
             count: addiu $t1, $t1, -1\n bgtz $t1, count\nloop: lw $t2, 0x4000($zero)\n beqz $t2, loop\n"
        );
        for (width, height) in [(1, 1), (2, 3), (4, 4)] {
            let end = same_everywhere(&machine(width, height, &text), turns, "a deadlock");
            assert!(matches!(end.outcome(), Some(Outcome::Deadlock(_))), "{:?}", end.outcome());
        }
    }
    let endless = "main: addiu $t0, $t0, 1\n j main\n";
    for limit in [1, 2, 3, 7, 8, 9, 100, 4999] {
        let spec = Spec { array: Array::new(2, 1), cycle_limit: limit, ..Spec::default() };
        let end = same_everywhere(&Machine::new(spec, program(endless)).expect("a machine"), limit, "a limit");
        assert_eq!((end.outcome(), end.state.cycle), (Some(&Outcome::CycleLimit), limit));
    }
}

#[test]
fn random_programs() {
    let mut ends = BTreeMap::new();
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let (width, height) = [(1, 1), (2, 1), (2, 2), (3, 3), (4, 4), (1, 5)][rng.below(6) as usize];
        let text = random_program(&mut rng);
        let mirrored = rng.below(5) == 0;
        let spec = Spec { array: Array::new(width, height), cycle_limit: 4000, mirrored, ..Spec::default() };
        let start = Machine::new(spec, program(&text)).expect("a machine");
        let end = same_everywhere(&start, seed, &format!("seed {seed}, {width}x{height}\n{text}"));
        let kind = match end.outcome() {
            Some(Outcome::Halted { .. }) => "halted",
            Some(Outcome::Trapped(_)) => "trapped",
            Some(Outcome::CycleLimit) => "limit",
            Some(Outcome::Deadlock(_)) => "deadlock",
            None => "none",
        };
        *ends.entry(kind).or_insert(0) += 1;
    }
    eprintln!("{ends:?}");
    assert!(ends.len() == 4 && ends.values().all(|n| *n >= 20), "all ends occur: {ends:?}");
}

/// Every instruction of the table with random operands, in straight lines and small loops. Half of the chips ignore the
/// upper bits of addresses, so that few accesses trap.
#[test]
fn every_instruction() {
    let (mut executed, mut seen) = (0, BTreeSet::new());
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let mut text = String::from(".text\nmain:\n");
        for register in 1..32 {
            let value =
                [rng.below(0x4000) / 8 * 8 + 0x2000, rng.next_u64() & 0xffff_ffff][usize::from(rng.below(4) == 0)];
            writeln!(text, " li ${register}, {value}\n mtc1 ${register}, $f{register}").expect("a string");
        }
        for _ in 0..24 {
            let row = &rows()[rng.below(rows().len() as u64) as usize];
            let mut word = row.bits | rng.next_u64() as u32 & !row.mask;
            match row.class {
                // Not far away, and seldom without end.
                Class::Branch => word = word & !0xffff | rng.range(-3, 6) as u32 & 0xffff,
                Class::Jump | Class::Trap if rng.below(8) != 0 => continue,
                Class::Load | Class::Store if rng.below(2) == 0 => word = word & !0xffff | (rng.below(64) as u32 * 8),
                _ => {}
            }
            seen.insert(row.mnemonic);
            writeln!(text, " .word {word:#x}").expect("a string");
        }
        text.push_str(" sw $zero, -204($zero)\n nop\n");
        let mirrored = seed % 2 == 0;
        let spec = Spec { array: Array::new(1, 1), cycle_limit: 300, mirrored, ..Spec::default() };
        let start = Machine::new(spec, program(&text)).expect("a machine");
        let end = same_everywhere(&start, seed, &format!("seed {seed}\n{text}"));
        executed += end.state.nodes[0].processor.executed;
    }
    assert!(executed > 1500 * 75, "most of them are executed: {executed}");
    assert!(seen.len() > 200, "{}", seen.len());
}

/// A timeline that runs ahead shows at each cycle what stepping shows.
#[test]
fn seeking_in_a_timeline() {
    for start in [matmul(3, 3), machine(3, 3, BUSY)] {
        let mut timeline = Timeline::new(start.clone(), Limits { keyframes: 8, ..Limits::every(700) });
        let mut rng = Rng::new(8);
        let mut digests = BTreeMap::new();
        let mut plain = start;
        while !timeline.has_ended() {
            let now = timeline.now().cycle();
            timeline.advance(now + 1 + rng.below(900));
            step_to(&mut plain, timeline.now().cycle());
            assert_same(timeline.now(), &plain, "forwards");
            digests.insert(plain.cycle(), plain.digest());
        }
        let known: Vec<_> = digests.into_iter().collect();
        for _ in 0..60 {
            let (cycle, digest) = known[rng.below(known.len() as u64) as usize];
            assert!(timeline.seek(cycle));
            assert_eq!(timeline.now().digest(), digest);
        }
    }
}
