//! Breakpoints and watchpoints forwards and backwards, against a log of the whole run made independently.

use mcore::base::{Array, Cycle, NodeId, Null, Rng, SourceFile};
use mcore::modes::chip::session::{Command, Goal, Refused, StopAt, StopSpec, Update, WatchHow};
use mcore::modes::chip::{
    Comparison, Condition, Edit, How, InOrder, Machine, Outcome, Place, Reason, Register, Spec, Stop, Stops, Test,
    Trigger, Watched, When, line_at,
};
use mcore::timeline::{Hit, Journal, Limits, Moment, Search, Searched, Stepped, Timeline};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::{Driver, random_program};
use std::sync::Arc;

fn machine(array: Array, text: &str) -> Machine {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let program = assemble(&[file], &library(), &Options::default()).program.expect("a program");
    let spec = Spec { array, cycle_limit: 1500, ..Spec::default() };
    Machine::new(spec, Arc::new(program)).expect("a machine")
}

/// The nodes at which a stop applies, judged from two neighbouring states as plainly as possible.
fn naive(stop: &Stop, before: &Machine, after: &Machine) -> Vec<NodeId> {
    let cycle = after.state.cycle;
    let concerned = |id: NodeId| stop.nodes.is_empty() || stop.nodes.contains(&id);
    let mut nodes = Vec::new();
    for (rank, (old, new)) in before.state.nodes.iter().zip(&after.state.nodes).enumerate() {
        let ran = new.core.processor.executed > old.core.processor.executed;
        let stored = if ran { new.core.processor.last.stored } else { None };
        let second = stored.filter(|_| new.core.processor.last.stored_two).map(|offset| offset + 4);
        let arrived = new.incc.last_write.filter(|(at, _)| *at + 1 == cycle).map(|(_, offset)| offset);
        let hit = match stop.trigger {
            Trigger::Pc(pc) => new.core.processor.pc == pc && new.core.processor.is_live() && after.outcome().is_none(),
            Trigger::Watch(Watched::Memory { addr, bytes }, how) => {
                // Random programs have whole words watched.
                let inside = |offset: u32| (addr..addr + bytes).contains(&offset);
                let written: Vec<u32> =
                    [stored, second, arrived].into_iter().flatten().filter(|o| inside(*o)).collect();
                match how {
                    How::Read => continue,
                    How::Write => !written.is_empty(),
                    How::Change => written.iter().any(|o| old.core.memory.word(*o) != new.core.memory.word(*o)),
                    How::Value(test) => !written.is_empty() && test.passes(new.core.memory.word(addr)),
                }
            }
            Trigger::Watch(Watched::Register(Register::General(n)), how) => {
                let written = ran && new.core.processor.last.registers >> n & 1 != 0;
                let value = |m: &Machine| m.register(rank, Register::General(n)).expect("a register");
                written
                    && match how {
                        How::Change => value(before) != value(after),
                        How::Value(test) => test.passes(value(after)),
                        _ => true,
                    }
            }
            Trigger::Halt => new.core.processor.halted.is_some() && old.core.processor.halted.is_none(),
            Trigger::Trap => matches!(after.outcome(), Some(Outcome::Trapped(t)) if t.iter().any(|t| t.node == new.id)),
            Trigger::DmaStarted => new.incc.started > old.incc.started,
            Trigger::DmaArrived => old.incc.input.is_some_and(|flit| flit.flit().last),
            _ => false,
        };
        let holds = stop.condition.as_ref().is_none_or(|c| {
            let When::Word(c) = c else { unreachable!("only words are made here") };
            let value = match c.place {
                Place::Register(register) => after.register(rank, register),
                Place::Word(addr) => after.peek(rank, addr),
            };
            c.test.passes(value.expect("a place"))
        });
        if hit && concerned(new.id) && holds {
            nodes.push(new.id);
        }
    }
    nodes
}

fn random_stop(rng: &mut Rng, id: u32, machine: &Machine) -> Stop {
    let program = &machine.image(0).program;
    let array = machine.spec().array;
    let text = program.segments.iter().find(|s| s.addr <= program.entry && program.entry - s.addr < s.size);
    let text = text.expect("text");
    let area = program.symbol("area").expect("a label").value;
    let comparison = [Comparison::Equal, Comparison::Less, Comparison::Greater, Comparison::NotEqual];
    let test = Test {
        comparison: comparison[rng.below(4) as usize],
        unsigned: rng.below(2) == 0,
        value: [0, 1, 5, 0x101][rng.below(4) as usize],
    };
    let how = [How::Write, How::Change, How::Value(test)][rng.below(3) as usize];
    let trigger = match rng.below(9) {
        0..=2 => Trigger::Pc(text.addr + 4 * rng.below(u64::from(text.size / 4)) as u32),
        3 => {
            let (from, words) = (rng.below(60) as u32, 1 + rng.below(20) as u32);
            Trigger::Watch(Watched::Memory { addr: area + 4 * from, bytes: 4 * words }, how)
        }
        4 => Trigger::Watch(Watched::Register(Register::General(8 + rng.below(16) as u8)), how),
        5 => Trigger::Halt,
        6 => Trigger::Trap,
        7 => Trigger::DmaStarted,
        _ => Trigger::DmaArrived,
    };
    let places = [Place::Register(Register::General(8 + rng.below(8) as u8)), Place::Word(area)];
    let nodes = (0..rng.below(3)).map(|_| array.node(rng.below(array.nodes() as u64) as usize)).collect();
    let condition = (rng.below(3) == 0).then(|| When::Word(Condition { place: places[rng.below(2) as usize], test }));
    Stop { id, trigger, nodes, condition }
}

#[test]
fn stops_of_random_programs_in_both_directions() {
    let mut hits = 0;
    for seed in 0..120 {
        let mut rng = Rng::new(seed);
        let array = [Array::new(1, 1), Array::new(2, 1), Array::new(2, 2)][rng.below(3) as usize];
        let start = machine(array, &random_program(&mut rng));
        let list: Vec<Stop> = (0..1 + rng.below(3)).map(|id| random_stop(&mut rng, id as u32, &start)).collect();
        let stops = Stops::new(list.clone());
        // The log: the stops of each cycle.
        let mut before = start.clone();
        let mut log: Vec<(Cycle, Vec<Reason>)> = Vec::new();
        loop {
            let mut after = before.clone();
            if !after.step_in(&mut InOrder, &mut Null) {
                break;
            }
            let mut reasons = Vec::new();
            for stop in &list {
                // The naive judge does not know the memory node's DMAs.
                for node in naive(stop, &before, &after) {
                    reasons.push(Reason { id: stop.id, node: Some(node) });
                }
            }
            if !reasons.is_empty() {
                log.push((after.state.cycle, reasons));
            }
            before = after;
        }
        let end = before.state.cycle;
        hits += log.len();
        let sorted = |mut reasons: Vec<Reason>| {
            reasons.retain(|r| r.node != Some(NodeId::MEMORY));
            reasons.sort_by_key(|r| (r.id, r.node));
            reasons.dedup();
            reasons
        };
        // Forwards.
        let mut moment = Moment::new(start.clone(), &Journal::default());
        let mut reported = Vec::new();
        loop {
            let (goes_on, reasons) = stops.step(&mut moment, &Journal::<Edit>::default());
            let reasons = sorted(reasons);
            if !reasons.is_empty() {
                reported.push((moment.cycle(), reasons));
            }
            if !goes_on {
                break;
            }
        }
        let log: Vec<_> = log.into_iter().map(|(at, reasons)| (at, sorted(reasons))).collect();
        let shorten =
            |log: &[(Cycle, Vec<Reason>)]| log.iter().filter(|(_, r)| r.len() < 16).cloned().collect::<Vec<_>>();
        assert_eq!(shorten(&reported), shorten(&log), "seed {seed}: {list:?}");
        // Backwards, from many places.
        let mut timeline = Timeline::new(start, Limits::every(1 + rng.below(200)));
        while timeline.advance(end + 1) != Stepped::Ended {}
        for _ in 0..10 {
            let now = 1 + rng.below(end);
            let mut search = Search::new(&timeline, 0, now - 1, now);
            let found = search.advance(&timeline, u64::MAX, |moment, journal| {
                let (goes_on, reasons) = stops.step(moment, journal);
                let what = sorted(reasons);
                (goes_on, (!what.is_empty()).then(|| Hit { at: moment.cycle(), what }))
            });
            let last = reported.iter().rfind(|(at, _)| *at < now);
            let expected = last.map(|(at, what)| Searched::Found(Hit { at: *at, what: what.clone() }));
            assert_eq!(found, expected.unwrap_or(Searched::Nowhere), "seed {seed} before {now}: {list:?}");
        }
    }
    assert!(hits > 400, "{hits}");
}

/// In an interval that is reported as quiet, stepping finds no reason to stop; and most quiet cycles are reported as
/// such.
#[test]
fn nothing_stops_a_run_where_it_is_said_to_be_quiet() {
    let (mut said, mut possible, mut hits) = (0, 0, 0);
    for seed in 1000..1300 {
        let mut rng = Rng::new(seed);
        let array = [Array::new(1, 1), Array::new(2, 1), Array::new(2, 2)][rng.below(3) as usize];
        let start = machine(array, &random_program(&mut rng));
        let wanted = |stop: &Stop| matches!(stop.trigger, Trigger::Pc(_) | Trigger::Watch(..));
        let mut random = |id: usize| loop {
            let mut stop = random_stop(&mut rng, id as u32, &start);
            if let Trigger::Watch(Watched::Memory { .. }, how) = &mut stop.trigger
                && rng.below(4) == 0
            {
                *how = How::Read;
            }
            if wanted(&stop) {
                break stop;
            }
        };
        let list: Vec<Stop> = (0..1 + seed as usize % 3).map(&mut random).collect();
        let stops = Stops::new(list.clone());
        assert!(stops.can_skip());
        let journal = Journal::<Edit>::default();
        let mut moment = Moment::new(start.clone(), &journal);
        let mut reported = Vec::new();
        loop {
            let (goes_on, reasons) = stops.step(&mut moment, &journal);
            if !reasons.is_empty() {
                reported.push(moment.cycle());
            }
            if !goes_on {
                break;
            }
        }
        hits += reported.len();
        let end = moment.cycle();
        let mut timeline = Timeline::new(start, Limits::every(100));
        while timeline.advance(end + 1) != Stepped::Ended {}
        for _ in 0..8 {
            let from = rng.below(end);
            let until = from + 1 + rng.below(end - from);
            assert!(timeline.seek(from));
            let quiet = stops.safe_until(timeline.now(), until);
            assert!((from..=until).contains(&quiet), "seed {seed}: {quiet} of {from} to {until}");
            let first = reported.iter().find(|at| **at > from).copied().unwrap_or(Cycle::MAX);
            assert!(quiet < first, "seed {seed}: said to be quiet from {from} to {quiet}, but {first} stops: {list:?}");
            said += quiet - from;
            possible += until.min(first - 1) - from;
        }
    }
    assert!(hits > 1000, "{hits}");
    assert!(said * 2 > possible, "{said} of {possible} quiet cycles are known");
}

const CALLS: &str = "\
        .data
sum:    .word 0
text:   .asciiz \"ab\"
        .text
main:   li    $s0, 3
loop:   move  $a0, $s0
        jal   add
        addiu $s0, $s0, -1
        bgtz  $s0, loop
        la    $a0, text
        li    $v0, 4
        syscall
        li    $v0, 10
        syscall
add:    lw    $t0, sum
        addu  $t0, $t0, $a0
        sw    $t0, sum
        jr    $ra
";

fn calls() -> Driver {
    let mut d = Driver::default();
    d.must(Command::SetMachine(mcore::modes::chip::session::MachineOptions {
        width: 2,
        height: 1,
        ..Default::default()
    }));
    d.assemble("a.s", CALLS);
    d
}

fn stop(id: u32, at: StopAt) -> StopSpec {
    StopSpec { id, at, nodes: vec![NodeId::new(1, 1)], condition: String::new() }
}

fn stopped(d: &mut Driver, command: Command) -> (u64, Vec<Option<u32>>) {
    d.updates.clear();
    d.must(command);
    d.finish();
    let reported = d.updates.iter().find_map(|u| match u {
        Update::Stopped { at, reasons, .. } => {
            assert!(reasons.iter().all(|r| !r.text.en.is_empty() && !r.text.ja.is_empty()));
            Some((*at, reasons.iter().map(|r| r.id).collect()))
        }
        _ => None,
    });
    let reported = reported.unwrap_or((d.frame.cycle, Vec::new()));
    assert_eq!(d.frame.cycle, reported.0);
    reported
}

const RUN: Command = Command::Run { until: None, pace: None };

#[test]
fn a_session_stops_forwards_and_backwards_at_the_same_cycles() {
    let watch = |place: &str, words, how| StopAt::Watch { place: place.into(), words, how };
    let cases = [
        (StopAt::Line { file: "a.s".into(), line: 11 }, ""),
        (StopAt::Line { file: "a.s".into(), line: 15 }, ""),
        (StopAt::Label("add".into()), ""),
        (StopAt::Label("add".into()), "$a0 == 2"),
        (StopAt::Label("add".into()), "sum > 2"),
        (StopAt::Cycle(17), ""),
        (watch("sum", 1, WatchHow::Write), ""),
        (watch("sum", 1, WatchHow::Read), ""),
        (watch("sum", 1, WatchHow::Change), ""),
        (watch("sum", 1, WatchHow::Value(">= 5".into())), ""),
        (watch("text", 1, WatchHow::Read), ""),
        (watch("$s0", 1, WatchHow::Change), ""),
        (StopAt::Halt, ""),
    ];
    // The number of stops of each, counted by hand from the program.
    let counts = [1, 3, 3, 1, 2, 1, 3, 3, 3, 2, 1, 4, 1];
    for ((at, condition), count) in cases.into_iter().zip(counts) {
        let mut d = calls();
        let spec = StopSpec { condition: condition.into(), ..stop(7, at.clone()) };
        d.must(Command::SetStops(vec![spec]));
        let mut forwards = Vec::new();
        while d.frame.outcome.is_none() {
            let (at, reasons) = stopped(&mut d, RUN);
            if !reasons.is_empty() {
                assert_eq!(reasons, [Some(7)]);
                forwards.push(at);
            }
        }
        assert_eq!(forwards.len(), count, "{at:?} {condition} {forwards:?}");
        let mut backwards = Vec::new();
        if forwards.last() == Some(&d.frame.cycle) {
            backwards.push(d.frame.cycle);
        }
        while d.frame.cycle > 0 {
            let (at, reasons) = stopped(&mut d, Command::RunBack);
            if !reasons.is_empty() {
                backwards.push(at);
            }
        }
        backwards.reverse();
        assert_eq!(backwards, forwards, "{at:?}");
    }
}

#[test]
fn a_breakpoint_at_the_first_instruction_is_found_backwards() {
    let mut d = calls();
    d.must(Command::SetStops(vec![stop(1, StopAt::Label("main".into()))]));
    d.must(Command::Step(5));
    assert_eq!(stopped(&mut d, Command::RunBack), (0, vec![Some(1)]));
    let answer = d.send(Command::RunBack);
    assert!(matches!(answer, Update::Refused(_, Refused::Impossible(_))));
}

#[test]
fn stops_that_make_no_sense_are_explained() {
    let mut d = calls();
    let watch = |place: &str, how| StopAt::Watch { place: place.into(), words: 1, how };
    let wrong = [
        (stop(0, StopAt::Line { file: "a.s".into(), line: 900 }), "900"),
        (stop(1, StopAt::Address(0x1002)), "0x1002"),
        (stop(2, StopAt::Label("ad".into())), "`add`"),
        (stop(3, StopAt::Label("sum".into())), "Watch"),
        (stop(4, watch("$q1", WatchHow::Write)), "$q1"),
        (stop(5, watch("$t1", WatchHow::Read)), "memory only"),
        (stop(6, watch("0x7fff00", WatchHow::Write)), "node memory"),
        (stop(7, watch("sum", WatchHow::Value("about 5".into()))), "=="),
        (StopSpec { condition: "$t0 = 5".into(), ..stop(8, StopAt::Halt) }, "=="),
        (StopSpec { nodes: vec![NodeId::new(3, 3)], ..stop(9, StopAt::Halt) }, "(3,3)"),
    ];
    d.updates.clear();
    d.must(Command::SetStops(wrong.iter().map(|(spec, _)| spec.clone()).collect()));
    let views = d.updates.iter().find_map(|u| if let Update::Stops(views) = u { Some(views.clone()) } else { None });
    for (view, (_, part)) in views.expect("views").iter().zip(wrong) {
        let (_, text) = view.error.as_ref().unwrap_or_else(|| panic!("{view:?}"));
        assert!(text.en.contains(part) && !text.ja.is_empty(), "{text:?} lacks {part}");
    }
    assert!(stopped(&mut d, RUN).1.is_empty());
}

#[test]
fn steps_by_line_go_over_and_into_functions_and_back() {
    let node = NodeId::new(1, 1);
    let next = |over| Command::Find { back: false, goal: Goal::Line { node, over, own: false } };
    let back = || Command::Find { back: true, goal: Goal::Line { node, over: false, own: false } };
    let line = |d: &Driver| d.frame.node.as_ref().and_then(|n| n.source.clone()).map(|s| s.line);
    let mut d = calls();
    let mut lines = vec![line(&d)];
    for _ in 0..4 {
        stopped(&mut d, next(true));
        lines.push(line(&d));
    }
    assert_eq!(lines, [5, 6, 7, 8, 9].map(Some), "over the call");
    let mut d = calls();
    let mut places = vec![(d.frame.cycle, line(&d))];
    for _ in 0..9 {
        stopped(&mut d, next(false));
        places.push((d.frame.cycle, line(&d)));
    }
    assert_eq!(places.iter().map(|p| p.1).collect::<Vec<_>>(), [5, 6, 7, 15, 16, 17, 18, 8, 9, 6].map(Some), "into it");
    for expected in places.iter().rev().skip(1) {
        stopped(&mut d, back());
        assert_eq!((d.frame.cycle, line(&d)), *expected);
    }
}

#[test]
fn a_step_by_line_from_the_delay_slot_of_a_call_goes_over_the_call() {
    let node = NodeId::new(1, 1);
    let next = || Command::Find { back: false, goal: Goal::Line { node, over: true, own: false } };
    let line = |d: &Driver| d.frame.node.as_ref().and_then(|n| n.source.clone()).map(|s| s.line);
    let mut d = calls();
    while line(&d) != Some(7) {
        stopped(&mut d, next());
    }
    let call = d.frame.cycle;
    stopped(&mut d, next());
    let over = (d.frame.cycle, line(&d));
    assert_eq!(over.1, Some(8), "from the call itself");
    stopped(&mut d, Command::Seek(call + 1));
    assert_eq!(stopped(&mut d, next()).0, over.0, "from its delay slot");
    assert_eq!(line(&d), over.1);
}

/// The message about the last unsuccessful search or step, in English.
fn missed(d: &mut Driver, command: Command) -> Option<String> {
    d.updates.clear();
    d.must(command);
    d.finish();
    let reported = d.updates.iter().find_map(|u| match u {
        Update::Stopped { missed, .. } => Some(missed.clone()),
        _ => None,
    });
    reported.expect("the end of the search").map(|text| {
        assert!(!text.ja.is_empty());
        text.en
    })
}

#[test]
fn only_a_search_that_failed_says_so() {
    let node = NodeId::new(1, 1);
    let find = |back, goal| Command::Find { back, goal };
    let line = || Goal::Line { node, over: true, own: false };
    let mut d = calls();
    for _ in 0..3 {
        assert_eq!(missed(&mut d, find(false, line())), None, "the step has arrived");
    }
    for _ in 0..3 {
        assert_eq!(missed(&mut d, find(true, line())), None, "so has the step back, to the begin of the run too");
    }
    assert_eq!(d.frame.cycle, 0);
    d.must(RUN);
    d.finish();
    let end = d.frame.cycle;
    let nothing = format!("No breakpoint before this cycle ({end}).");
    assert_eq!(missed(&mut d, Command::RunBack), Some(nothing));
    assert_eq!(d.frame.cycle, 0);
    d.must(Command::Seek(end));
    let silence = format!("There is no communication before cycle {end}.");
    assert_eq!(missed(&mut d, find(true, Goal::Communication(vec![]))), Some(silence));
    let silence = "The run ended without any further communication.";
    assert_eq!(missed(&mut d, find(false, Goal::Communication(vec![]))).as_deref(), Some(silence));
}

#[test]
fn steps_back_by_instruction_go_to_the_last_one_of_a_halted_core() {
    let mut d = calls();
    d.must(RUN);
    d.finish();
    let node = NodeId::new(2, 1);
    let end = d.frame.cycle;
    let (at, _) = stopped(&mut d, Command::Find { back: true, goal: Goal::Instruction(node) });
    assert!(at < end && d.frame.node.is_some());
    let (earlier, _) = stopped(&mut d, Command::Find { back: true, goal: Goal::Instruction(node) });
    assert_eq!(earlier, at - 1, "one instruction a cycle");
}

#[test]
fn communication_is_found_in_both_directions() {
    let mut d = Driver::default();
    d.must(Command::SetMachine(mcore::modes::chip::session::MachineOptions {
        width: 2,
        height: 2,
        ..Default::default()
    }));
    d.assemble("a.s", ".include \"mclib.s\"\nmain: jal mc_barrier\n li $a0, 0\n jal mc_exit\n");
    let find = |back| Command::Find { back, goal: Goal::Communication(Vec::new()) };
    let mut forwards = Vec::new();
    loop {
        let (at, reasons) = stopped(&mut d, find(false));
        if reasons.is_empty() {
            break;
        }
        forwards.push(at);
    }
    assert!(forwards.len() > 10);
    let mut backwards = Vec::new();
    loop {
        let (at, reasons) = stopped(&mut d, find(true));
        if reasons.is_empty() {
            break;
        }
        backwards.push(at);
    }
    backwards.reverse();
    assert_eq!(backwards, forwards);
}

#[test]
fn lines_are_those_of_the_program() {
    let start = machine(Array::new(1, 1), CALLS);
    assert_eq!(line_at(&start, 0).map(|(_, line)| line), Some(5));
    assert_eq!(line_at(&start, 7), None);
}
