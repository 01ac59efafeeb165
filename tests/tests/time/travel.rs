//! Steps back over calls, runs with breakpoints at full speed, and runs recreated from their recipe.

use mcore::base::{Cycle, NodeId, Rng};
use mcore::modes::chip::session::{
    Command, Goal, MachineOptions, PastEdit, Place, Register, StopAt, StopReason, StopSpec, Update,
};
use mcore_tests::{Driver, random_program};
use std::collections::BTreeMap;

/// Functions that call themselves and each other, a loop, and a call in the middle of a line.
const CALLS: &str = "	.set noreorder
main:	li	$sp, 0x8000
	li	$s0, 3
turn:	move	$a0, $s0
	jal	fact
	nop
	jal	leaf
	nop
	addiu	$s0, $s0, -1
	bnez	$s0, turn
	nop
	li	$v0, 10
	syscall
	nop
fact:	addiu	$sp, $sp, -8
	sw	$ra, 0($sp)
	sw	$a0, 4($sp)
	li	$v0, 1
	blez	$a0, out
	nop
	addiu	$a0, $a0, -1
	jal	fact
	nop
	lw	$a0, 4($sp)
	mul	$v0, $v0, $a0
out:	lw	$ra, 0($sp)
	jr	$ra
	addiu	$sp, $sp, 8
leaf:	addiu	$t0, $t0, 1
	jr	$ra
	nop
";

fn driver(text: &str, width: u8) -> Driver {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width, height: 1, cycle_limit: 3000, ..MachineOptions::default() }));
    d.assemble("a.s", text);
    d
}

/// Sends a command and waits for the stop that it causes.
fn stopped(d: &mut Driver, command: Command) -> (Cycle, Vec<StopReason>) {
    let from = d.updates.len();
    d.must(command);
    d.finish();
    let stop = |u: &Update| match u {
        Update::Stopped { at, reasons, .. } => Some((*at, reasons.clone())),
        _ => None,
    };
    d.updates[from..].iter().find_map(stop).expect("a stop")
}

#[test]
fn steps_back_over_calls_lead_through_the_same_lines_as_forwards() {
    let node = NodeId::new(1, 1);
    let step = |back| Command::Find { back, goal: Goal::Line { node, over: true, own: false } };
    let line = |d: &Driver| d.frame.node.as_ref().and_then(|n| n.source.clone()).map(|s| s.line);
    let mut d = driver(CALLS, 1);
    let mut way = vec![(d.frame.cycle, line(&d))];
    while line(&d) != Some(13) {
        stopped(&mut d, step(false));
        way.push((d.frame.cycle, line(&d)));
    }
    assert!(way.iter().all(|(_, line)| line.is_some_and(|l| l < 14)), "never in a function: {way:?}");
    assert!(way.len() > 20, "{way:?}");
    for expected in way.iter().rev().skip(1) {
        stopped(&mut d, step(true));
        assert_eq!((d.frame.cycle, line(&d)), *expected);
    }
    // Within a function the steps stay in it, and from its beginning they lead to the call.
    let at = StopAt::Line { file: "a.s".into(), line: 25 };
    d.must(Command::SetStops(vec![StopSpec { id: 1, at, nodes: vec![], condition: "$a0 == 3".into() }]));
    let (_, reasons) = stopped(&mut d, Command::Run { until: None, pace: None });
    assert_eq!(reasons.len(), 1);
    d.must(Command::SetStops(vec![]));
    let mut lines = Vec::new();
    for _ in 0..12 {
        stopped(&mut d, step(true));
        lines.extend(line(&d));
    }
    assert_eq!(lines, [24, 22, 21, 20, 19, 18, 17, 16, 15, 5, 4, 3]);
}

/// The stops of a run, cycle by cycle, as reported by commands that examine each cycle.
fn hits(d: &mut Driver) -> Vec<(Cycle, Vec<StopReason>)> {
    let mut hits = Vec::new();
    loop {
        let from = d.updates.len();
        d.must(Command::Run { until: None, pace: None });
        d.finish_in(1_000);
        let stop = d.updates[from..].iter().find_map(|u| match u {
            Update::Stopped { at, reasons, .. } => Some((*at, reasons.clone())),
            _ => None,
        });
        match stop {
            Some(stop) => hits.push(stop),
            None => return hits,
        }
        if d.frame.outcome.is_some() {
            return hits;
        }
    }
}

#[test]
fn runs_with_breakpoints_stop_where_looking_at_each_cycle_stops() {
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let text = random_program(&mut rng);
        let mut spec = |id: u32, d: &Driver| {
            let text_bytes = d.updates.iter().rev().find_map(|u| match u {
                Update::Assembled(a) => Some(a.text_bytes),
                _ => None,
            });
            let words = u64::from(text_bytes.unwrap_or(4) / 4).max(1);
            let entry =
                d.frame.node.as_ref().map_or(0x1000, |n| u32::from_str_radix(&n.registers[34].hex, 16).unwrap_or(0));
            let at = match rng.below(5) {
                0 => StopAt::Cycle(1 + rng.below(1_500)),
                1 => StopAt::Trap,
                _ => StopAt::Address(entry + 4 * rng.below(words) as u32),
            };
            let condition = if rng.below(3) == 0 { "$t0 > 3".to_owned() } else { String::new() };
            StopSpec { id, at, nodes: vec![], condition }
        };
        let mut fast = driver(&text, 2);
        let specs: Vec<_> = (1..4).map(|id| spec(id, &fast)).collect();
        fast.must(Command::SetStops(specs.clone()));
        // A stop that never happens, of a kind that must be checked in each cycle.
        let never = StopSpec { id: 99, at: StopAt::Halt, nodes: vec![], condition: "$zero != 0".into() };
        let mut plain = driver(&text, 2);
        plain.must(Command::SetStops(specs.iter().cloned().chain([never]).collect()));
        let (fast_hits, plain_hits) = (hits(&mut fast), hits(&mut plain));
        assert_eq!(fast_hits, plain_hits, "seed {seed}, {specs:?}\n{text}");
        assert_eq!(fast.frame.digest, plain.frame.digest);
    }
}

#[test]
fn a_run_is_the_same_when_it_is_made_again_from_its_recipe() {
    let mut d = driver(CALLS, 2);
    let node = NodeId::new(2, 1);
    let place = Place::Register(Register::General(16));
    d.must(Command::Step(20));
    d.must(Command::SetRegister { node, register: Register::General(16), value: 2 });
    d.must(Command::Step(30));
    d.must(Command::Poke { node, addr: 0x4000, words: vec![7] });
    d.must(Command::Run { until: None, pace: None });
    d.finish();
    let end = d.frame.end;
    let mut digests = BTreeMap::new();
    for cycle in [0, 20, 21, 50, 51, end / 2, end] {
        d.must(Command::Seek(cycle));
        d.finish();
        digests.insert(cycle, d.frame.digest.clone());
    }
    let edits = vec![
        PastEdit { cycle: 20, node, place, value: 2 },
        PastEdit { cycle: 50, node, place: Place::Word(0x4000), value: 7 },
    ];
    let mut again = driver(CALLS, 2);
    again.must(Command::Replay { edits: edits.clone(), end, cycle: 51 });
    again.finish();
    assert_eq!((again.frame.cycle, again.frame.end), (51, end));
    for (cycle, digest) in &digests {
        again.must(Command::Seek(*cycle));
        again.finish();
        assert_eq!(again.frame.digest, *digest, "cycle {cycle}");
    }
    // Without the edits it is the original run.
    again.must(Command::Replay { edits: vec![], end: 100, cycle: 100 });
    again.finish();
    let mut untouched = driver(CALLS, 2);
    untouched.must(Command::Step(100));
    assert_eq!(again.frame.digest, untouched.frame.digest);
    let wrong = edits.into_iter().rev().collect();
    assert!(matches!(again.send(Command::Replay { edits: wrong, end, cycle: 0 }), Update::Refused(..)));
}
