//! Conservative lookahead (`core/machine/src/fast/lookahead.rs`) against the reference loop: the whole state is equal at every compared
//! cycle.

use mcore::base::{Array, Cycle, Goal, Null, Rng, Simulation, SourceFile};
use mcore::isa::{Class, rows};
use mcore::modes::chip::exercise::read_exercise;
use mcore::modes::chip::view::OutcomeView;
use mcore::modes::chip::{Activity, InOrder, Machine, Meter, Outcome, Spec};
use mcore::program::Program;
use mcore::timeline::{Limits, Timeline};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::{BUSY, pack_files, random_program, seeds, solution};
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
    exercise.cases[0].place(&mut machine).expect("inputs");
    machine
}

/// The reference loop, to a cycle at most.
fn step_to(machine: &mut Machine, until: Cycle) -> bool {
    while machine.state.cycle < until {
        if !machine.step_in(&mut InOrder, &mut Null) {
            return false;
        }
    }
    machine.outcome().is_none()
}

/// Names the parts in which two states differ, instead of printing both.
fn assert_same(fast: &Machine, plain: &Machine, what: &str) {
    let (a, b) = (&fast.state, &plain.state);
    assert_eq!((a.cycle, &a.phase), (b.cycle, &b.phase), "{what}");
    for (x, y) in a.nodes.iter().zip(&b.nodes) {
        assert_eq!(x.core.processor, y.core.processor, "{what}: node {} in cycle {}", x.id, a.cycle);
        assert_eq!(x.incc, y.incc, "{what}: node {} in cycle {}", x.id, a.cycle);
        assert!(x == y, "{what}: memory or console of node {} in cycle {}", x.id, a.cycle);
    }
    assert!(a.memory_node == b.memory_node, "{what}: memory node in cycle {}", a.cycle);
    assert!(a == b, "{what}: network or counts in cycle {}", a.cycle);
    assert_eq!(fast.activity(), plain.activity(), "{what}");
}

/// Reads the totals at random cycles.
struct Readings {
    rng: Rng,
    /// Ascending.
    dues: Vec<Cycle>,
    seen: Vec<(Cycle, Activity)>,
}

impl Readings {
    fn choose(&mut self, from: Cycle, until: Cycle) {
        let most = [1, 10, 300, 3000][self.rng.below(4) as usize];
        self.dues.clear();
        let mut due = from;
        while due < until {
            due += 1 + self.rng.below(most);
            self.dues.push(due);
        }
    }
}

impl Meter for Readings {
    fn due(&self, after: Cycle) -> Cycle {
        self.dues.iter().copied().find(|due| *due > after).unwrap_or(Cycle::MAX)
    }
    fn read(&mut self, cycle: Cycle, activity: &Activity) {
        assert_eq!(cycle, self.dues.remove(0), "none is left out");
        self.seen.push((cycle, *activity));
    }
}

/// Runs ahead by random intervals, from random anchors, and compares each of their ends, and what observers learn. Returns the
/// machine at its end.
fn same_everywhere(start: &Machine, seed: u64, what: &str) -> Machine {
    crate::observed::same(start, seed, what);
    let mut rng = Rng::new(seed);
    let (mut fast, mut plain, mut anchor) = (start.clone(), start.clone(), start.clone());
    let mut readings = Readings { rng: Rng::new(seed), dues: Vec::new(), seen: Vec::new() };
    loop {
        let most = [4, 40, 600, 20_000][rng.below(4) as usize];
        let interval = 1 + rng.below(most);
        if rng.below(3) == 0 {
            anchor = fast.clone();
        }
        let from = fast.state.cycle;
        let mut until = from + interval;
        let goes_on = match rng.below(4) {
            0 => fast.run_until(until),
            1 => {
                readings.choose(from, until);
                let work = fast.work() + rng.below(interval * fast.work_per_cycle());
                let goes_on = fast.advance_metered(Goal { until, work }, &|| anchor.clone(), &mut readings);
                if goes_on && fast.state.cycle < until {
                    assert!(fast.work() >= work && fast.state.cycle > from, "{what}");
                    until = fast.state.cycle;
                }
                goes_on
            }
            _ => fast.advance(until, &|| anchor.clone()),
        };
        assert!(
            !goes_on || readings.dues.first().is_none_or(|due| *due > fast.state.cycle),
            "{what}: none is left out"
        );
        readings.dues.clear();
        for (cycle, activity) in readings.seen.drain(..) {
            step_to(&mut plain, cycle);
            assert_eq!((plain.state.cycle, plain.activity()), (cycle, activity), "{what}");
        }
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

/// The closed formula from both sides: a word sent from `h` hops away is seen in exactly the cycle in which the
/// reference loop sees it, whatever the phase between the polling loop and the windows.
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
    // Each node waits for a word that never arrives, after a different delay.
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

/// Cores compute on fresh pages, far ahead of each other's messages; each message arrives at another time and changes
/// its receiver's next steps. So speculative work is rolled back, including pages first written in it.
#[test]
fn what_was_done_on_trial_is_taken_back() {
    for delay in 0..40 {
        let text = format!(
            ".text\nmain: lw $t0, -224($zero)\n li $t1, 0x0101\n bne $t0, $t1, work\n li $t2, {}\n\
             count: addiu $t2, $t2, -1\n bgtz $t2, count\n li $t0, 0x0201\n sw $t0, -256($zero)\n\
             li $t0, 0x4000\n sw $t0, -252($zero)\n sw $t0, 0($t0)\n sw $t0, -248($zero)\n li $t0, 4\n\
             sw $t0, -232($zero)\n\
             work: li $s0, 0x8000\n li $s1, {}\n\
             loop: lw $t3, 0x4000($zero)\n bnez $t3, end\n addu $t4, $t4, $s1\n sb $t4, 1($s0)\n swr $t4, 6($s0)\n\
             sh $s1, 2($s0)\n addiu $s0, $s0, 308\n addiu $s1, $s1, -1\n bnez $s1, loop\n\
             end: sw $zero, -204($zero)\n",
            delay * 29,
            700 + 13 * delay,
        );
        for (width, height) in [(2, 1), (3, 2)] {
            let end = same_everywhere(&machine(width, height, &text), delay, "on trial");
            assert!(matches!(end.outcome(), Some(Outcome::Halted { .. })), "{:?}", end.outcome());
        }
    }
}

/// Each node puts blocks from its own list, one after the other, on any route: streams on free routes, routes that meet
/// in the middle and at their ends, to the node itself, and to main memory. `list`: destination, words and delay by
/// rank and turn.
fn streams(width: u8, height: u8, turns: usize, mut list: impl FnMut(usize, usize) -> (u32, u64, u64)) -> Machine {
    let mut text = String::from(".data\nout: .word 1, 2, 3, 4, 5, 6, 7, 8\n .space 1024\nin: .space 1024\nlist:\n");
    for rank in 0..usize::from(width) * usize::from(height) {
        for turn in 0..turns {
            let (to, words, delay) = list(rank, turn);
            writeln!(text, " .word {to:#x}, {}, {delay}", 4 * words).expect("a string");
        }
    }
    writeln!(
        text,
        ".text\nmain: lw $t0, -224($zero)\n srl $t1, $t0, 8\n andi $t0, $t0, 0xff\n addiu $t0, $t0, -1\n\
         li $t2, {width}\n mul $t0, $t0, $t2\n addu $t0, $t0, $t1\n addiu $t0, $t0, -1\n li $t2, {}\n\
         mul $t0, $t0, $t2\n la $s0, list\n addu $s0, $s0, $t0\n addu $s1, $s0, $t2\n\
         next: lw $t0, 8($s0)\ndelay: addiu $t0, $t0, -1\n bgtz $t0, delay\n\
         wait: lw $t0, -228($zero)\n andi $t0, $t0, 1\n bnez $t0, wait\n lw $t0, 0($s0)\n sw $t0, -256($zero)\n\
         la $t0, out\n sw $t0, -252($zero)\n la $t0, in\n sw $t0, -248($zero)\n lw $t0, 4($s0)\n sw $t0, -232($zero)\n\
         addiu $s0, $s0, 12\n bne $s0, $s1, next\n sw $zero, -204($zero)",
        12 * turns
    )
    .expect("a string");
    machine(width, height, &text)
}

/// Packets with a route to themselves take the uncontended-packet fast path (`uncontended.rs`); where routes meet, packets
/// do not.
#[test]
fn streams_with_and_without_a_way_of_their_own() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let (width, height) = [(1, 1), (3, 1), (2, 3), (4, 4), (5, 2)][rng.below(5) as usize];
        let array = Array::new(width, height);
        let (crowd, most, pause) =
            (rng.below(4), [3, 30, 200][rng.below(3) as usize], [1, 40, 400][rng.below(3) as usize]);
        let start = streams(width, height, 6, |rank, _| {
            let to = match crowd {
                // Neighbours in a chain; some of them cross the chip.
                0 => array.node((rank + 1) % array.nodes()).to_word(),
                // A hot spot now and then.
                1 if rng.below(3) == 0 => array.node(0).to_word(),
                2 if rng.below(12) == 0 => 0,
                _ => array.node(rng.below(array.nodes() as u64) as usize).to_word(),
            };
            (to, 1 + rng.below(most), rng.below(pause))
        });
        let end = same_everywhere(&start, seed, &format!("streams, seed {seed}, {width}x{height}"));
        assert!(matches!(end.outcome(), Some(Outcome::Halted { .. })), "{:?}", end.outcome());
    }
}

/// A node waits for one word or for several while others arrive: beside them, among them, and in the loop itself.
#[test]
fn a_core_sleeps_until_its_word_arrives() {
    // By loop: its use of the word that it reads; it ends when the sum of the words reaches this value.
    let one = "loop: lw $t0, 0($s2)\n sltu $t0, $t0, $s3\n bnez $t0, loop\n".to_owned();
    let bytes =
        "loop: lbu $t0, 0($s2)\n lhu $t1, 32($s2)\n addu $t0, $t0, $t1\n sltu $t0, $t0, $s3\n bnez $t0, loop\n".into();
    let float = "loop: ldc1 $f2, 0($s2)\n lwc1 $f4, 40($s2)\n mfc1 $t0, $f2\n mfc1 $t1, $f4\n addu $t0, $t0, $t1\n\
         sltu $t0, $t0, $s3\n bnez $t0, loop\n"
        .into();
    let several = |n: usize| {
        let loads: String = (0..n).map(|i| format!(" lw $t1, {}($s2)\n addu $t0, $t0, $t1\n", 48 * i)).collect();
        format!("loop: li $t0, 0\n{loads} sltu $t0, $t0, $s3\n bnez $t0, loop\n")
    };
    let mut seed = 0;
    for body in [one, bytes, float, several(2), several(5), several(9)] {
        for (offset, into) in [(0, "in"), (36, "in"), (96, "in"), (1200, "in"), (0, "loop - 400")] {
            seed += 1;
            let text = format!(
                ".data\nout: .space 1600\nin: .space 3200\n.text\n\
                 main: lw $t0, -224($zero)\n li $t1, 0x0101\n beq $t0, $t1, send\n li $t1, 0x0201\n bne $t0, $t1, end\n\
                 la $s2, in+{offset}\n li $s3, 3\n{body} lw $s0, -216($zero)\nend: sw $zero, -204($zero)\n\
                 .space 400\n\
                 send: li $s0, 5\n la $t2, copy\n\
                 again: lw $t0, -228($zero)\n andi $t0, $t0, 3\n bnez $t0, again\n la $t3, out+{offset}\n sw $s1, 0($t3)\n\
                 addiu $s1, $s1, 1\n li $t0, 0x0201\n sw $t0, -256($zero)\n la $t0, out\n sw $t0, -252($zero)\n\
                 la $t0, in\n sw $t0, -248($zero)\n li $t0, 1600\n sw $t0, -232($zero)\n\
                 copy: addiu $s0, $s0, -1\n bnez $s0, again\n\
                 last: lw $t0, -228($zero)\n andi $t0, $t0, 3\n bnez $t0, last\n\
                 la $t0, {into}\n sw $t0, -252($zero)\n sw $t0, -248($zero)\n li $t0, 800\n sw $t0, -232($zero)\n b end\n"
            );
            for (width, height) in [(2, 1), (3, 2)] {
                same_everywhere(&machine(width, height, &text), seed, &format!("asleep\n{text}"));
            }
        }
    }
}

/// Cores that were parked when the machine stopped are examined again only if something was changed meanwhile.
/// Ranks sleep for different times, node 0 for the longest; then each signals the next one, which waits for it.
const SLEEPERS: &str = "
        .include \"mclib.s\"
        .data
ready:  .word 0
        .text
        .globl main
main:   jal   mc_rank
        move  $s0, $v0
        li    $a0, 90
        beqz  $s0, first
        li    $t0, 7
        mul   $a0, $s0, $t0
first:  jal   usleep
        beqz  $s0, work
        la    $a0, ready
        li    $a1, 7
        jal   mc_wait_eq
work:   li    $a0, 2
        jal   usleep
        jal   mc_nodes
        addiu $t0, $s0, 1
        beq   $t0, $v0, done
        move  $a0, $t0
        jal   mc_id
        move  $a0, $v0
        la    $a1, ready
        li    $a2, 7
        jal   mc_signal
done:   li    $a0, 0
        jal   mc_exit
";

/// Cycles in which every core sleeps or waits are left out; the states are those of the plain loop, also where the lower half
/// of the cycle counter runs over.
#[test]
fn cores_that_sleep_are_left_out() {
    let text = format!("{SLEEPERS}\n{}", include_str!("../../../core/lib/c/unistd.s"));
    for (i, (width, height)) in [(1, 1), (2, 1), (2, 2), (3, 2)].into_iter().enumerate() {
        let start = machine(width, height, &text);
        let end = same_everywhere(&start, i as u64, "sleepers");
        assert!(matches!(end.outcome(), Some(Outcome::Halted { .. })), "{:?}", end.outcome());
        assert!(end.state.cycle > 90_000 && end.state.cycle < 120_000, "{}", end.state.cycle);
        let spec = Spec { array: Array::new(width, height), cycle_limit: 5 << 32, ..Spec::default() };
        for before in [100, 30_000, 90_050] {
            let mut late = Machine::new(spec.clone(), program(&text)).expect("a machine");
            late.state.cycle = (1 << 32) - before;
            let mut plain = late.clone();
            while step_to(&mut plain, late.state.cycle + 1_000) {
                late.advance(plain.state.cycle, &|| unreachable!("no trap"));
                assert_same(&late, &plain, "late sleepers");
            }
        }
    }
    // The words that the fast path knows are those of the library: sixteen cores sleep for two seconds.
    let long = text.replace("li    $a0, 90", "li    $a0, 2000000");
    let spec = Spec { array: Array::new(4, 4), cycle_limit: 3_000_000_000, ..Spec::default() };
    let mut machine = Machine::new(spec, program(&long)).expect("a machine");
    machine.run_until(u64::MAX);
    assert!(matches!(machine.outcome(), Some(Outcome::Halted { .. })), "{:?}", machine.outcome());
    assert!(machine.state.cycle > 2_000_000_000 && machine.state.cycle < 2_000_100_000, "{}", machine.state.cycle);
}

#[test]
fn a_core_that_was_asleep_sees_what_was_done_between_two_stretches() {
    let text = "main: lw $t0, -224($zero)\n li $t1, 0x0101\n beq $t0, $t1, count\n nop\n\
        loop: lw $t2, 0x4000($zero)\n lw $t3, -224($zero)\n lw $t4, 0x5000($zero)\n beq $t2, $s3, loop\n nop\n\
        sw $t4, 0x6000($zero)\n sw $zero, -204($zero)\n\
        count: li $s1, 3000\n again: addiu $s1, $s1, -1\n bnez $s1, again\n sw $zero, -204($zero)\n";
    let loops = [text.to_owned(), text.replace("lw $t3, -224($zero)\n ", "")];
    for (text, stop) in loops.iter().flat_map(|text| (300..306).map(move |stop| (text, stop))) {
        let start = machine(2, 2, text);
        // The branch of the loop, found by its operation and registers.
        let memory = &start.state.nodes[3].core.memory;
        let jump =
            (0..memory.size()).step_by(4).find(|at| memory.word(*at) >> 16 == 4 << 10 | 10 << 5 | 19).expect("beq");
        let act = |what: &str, machine: &mut Machine| {
            let node = &mut machine.state.nodes[3];
            match what {
                "a word" => node.core.memory.set_word(0x4000, 1),
                "another word" => node.core.memory.set_word(0x5000, 1),
                "a register" => node.core.processor.registers.general[19] = 1,
                "text" => {
                    node.core.memory.set_word(jump, 0);
                    node.core.processor.text_written = true;
                }
                "steps" => (0..3).for_each(|_| assert!(machine.step())),
                _ => {}
            }
        };
        for what in ["nothing", "a word", "another word", "a register", "text", "steps"] {
            let (mut fast, mut plain) = (start.clone(), start.clone());
            for until in [stop, stop + 40, stop + 41, 1000, 10_000] {
                let goes_on = fast.run_until(until);
                assert_eq!(goes_on, step_to(&mut plain, until), "{what}");
                assert_same(&fast, &plain, what);
                if until <= stop + 40 && goes_on {
                    act(what, &mut fast);
                    act(what, &mut plain);
                }
            }
        }
    }
}

/// A run that touches more memory than all nodes together are allowed ends in the first cycle in which it does.
#[test]
fn the_ceiling_of_node_memory_ends_the_run() {
    let text = "main: lw $t0, -224($zero)\n andi $t0, $t0, 0xff\n li $s0, 0x4000\n\
        loop: addiu $t0, $t0, -1\n bgtz $t0, loop\n sw $s0, 0($s0)\n addiu $s0, $s0, 4096\n li $t0, 9\n\
        slti $t1, $s0, 0x7000\n bnez $t1, loop\n lui $t1, 7\n bne $s0, $t1, loop\n wait: b wait\n";
    for limit in [0, 1, 7, 100, 400, 1023] {
        let spec = Spec { array: Array::new(4, 3), node_memory_pages: limit, ..Spec::default() };
        let start = Machine::new(spec, program(text)).expect("a machine");
        let end = same_everywhere(&start, limit, "a ceiling");
        match end.outcome() {
            Some(Outcome::MemoryLimit { pages }) => {
                assert!((limit + 1..=limit + 12).contains(pages), "{pages} {limit}");
            }
            other => panic!("{other:?}"),
        }
        let view = OutcomeView::of(&end).expect("it has ended");
        assert!(view.message.en.starts_with("Stopped because the nodes use") && !view.ok, "{}", view.message.en);
    }
    // Exactly as much as there is.
    let spec = Spec { array: Array::new(4, 3), node_memory_pages: 12 * 128, ..Spec::default() };
    let end = same_everywhere(&Machine::new(spec, program(text)).expect("a machine"), 1, "enough");
    assert!(matches!(end.outcome(), Some(Outcome::Deadlock(_))), "{:?}", end.outcome());
}

#[test]
fn random_programs() {
    let mut ends = BTreeMap::new();
    let seeds = seeds(0..600);
    for &seed in &seeds {
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
            Some(Outcome::CycleLimit | Outcome::MemoryLimit { .. }) => "limit",
            Some(Outcome::Deadlock(_)) => "deadlock",
            None => "none",
        };
        *ends.entry(kind).or_insert(0) += 1;
    }
    eprintln!("{ends:?}");
    assert!(ends.len() == 4 && ends.values().all(|n| n * 60 >= seeds.len()), "all ends occur: {ends:?}");
}

/// Every instruction of the table with random operands, in straight lines and small loops. Half of the chips ignore the
/// upper bits of addresses, so that few accesses trap.
#[test]
fn every_instruction() {
    let (mut executed, mut seen) = (0, BTreeSet::new());
    let seeds = seeds(0..1500);
    for &seed in &seeds {
        let mut rng = Rng::new(seed);
        let mut text = String::from(".text\nmain:\n");
        for register in 1..32 {
            let value =
                [rng.below(0x4000) / 8 * 8 + 0x2000, rng.next_u64() & 0xffff_ffff][usize::from(rng.below(4) == 0)];
            writeln!(text, " li ${register}, {value}\n mtc1 ${register}, $f{register}").expect("a string");
        }
        for _ in 0..24 {
            let row = &rows()[rng.below(rows().len() as u64) as usize];
            let mut word = row.bits() | rng.next_u64() as u32 & !row.mask();
            match row.class {
                // Short distances, and rarely an endless loop.
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
        executed += end.state.nodes[0].core.processor.executed;
    }
    // A part of the seeds may have fewer than all of them.
    let least = if seeds.len() == 1500 { 75 } else { 70 };
    assert!(executed > seeds.len() as u64 * least, "most of them are executed: {executed}");
    assert!(seen.len() > 200, "{}", seen.len());
}

/// A timeline that runs ahead shows the same states at each cycle as stepping.
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
