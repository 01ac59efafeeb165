//! The first difference between two runs, against complete lists of the nodes' actions.

use mcore::base::{Array, Each, NodeId, Rng, SourceFile};
use mcore::modes::chip::session::{Command, MachineOptions, Refused, Update};
use mcore::modes::chip::view::{DifferenceKind, DifferenceView};
use mcore::modes::chip::{Difference, Event, EventKind, Kind, Machine, Run, Spec};
use mcore::program::SegmentKind;
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::{Driver, random_program};
use std::collections::BTreeMap;
use std::sync::Arc;

fn machine(array: Array, text: &str) -> Machine {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let program = assemble(&[file], &library(), &Options::default()).program.expect("a program");
    let spec = Spec { array, cycle_limit: 2000, ..Spec::default() };
    Machine::new(spec, Arc::new(program)).expect("a machine")
}

/// The actions of each node, kind by kind: a line for each action, and its cycle.
type Acts = BTreeMap<(NodeId, Kind), Vec<(String, u64)>>;

fn acts(start: &Machine) -> (Acts, u64, bool) {
    let mut acts = Acts::new();
    let mut machine = start.clone();
    let spot = |addr: u32| match start.image(0).program.nearest_label(addr) {
        Some((label, offset)) => {
            // Of several labels at one address any is fine, as long as it is the same one.
            let same = start.image(0).program.symbols.iter().find(|s| s.is_label && s.value == label.value);
            format!("{}+{offset}", same.expect("itself").name)
        }
        None => format!("{addr:x}"),
    };
    loop {
        let (before, mut events) = (machine.clone(), Vec::new());
        if !machine.step_with(&mut Each(|event: Event| events.push(event))) {
            let complete = machine.outcome().is_some();
            return (acts, machine.state.cycle, complete);
        }
        let cycle = before.state.cycle;
        let mut add = |node, kind, text| acts.entry((node, kind)).or_default().push((text, cycle));
        for (old, new) in before.state.nodes.iter().zip(&machine.state.nodes) {
            let last = &new.core.processor.last;
            if let Some(offset) = last.stored.filter(|_| new.core.processor.executed > old.core.processor.executed) {
                let segments = &start.image(0).program.segments;
                let inside = segments.iter().find(|s| offset >= s.addr && offset - s.addr < s.size);
                let labelled = start.image(0).program.nearest_label(offset).is_some();
                if inside.is_some_and(|s| s.kind != SegmentKind::Text) && labelled {
                    let access =
                        before.next_access(before.spec().array.rank(new.id).expect("a rank")).expect("a store");
                    add(new.id, Kind::Store, format!("{} {} {}", spot(access.offset), access.bytes, access.value));
                }
            }
        }
        for Event { node, what, .. } in events {
            match what {
                EventKind::DmaStarted { command, .. } if node != NodeId::MEMORY => {
                    let to = if command.dst == NodeId::MEMORY {
                        format!("{:x}", command.remote)
                    } else {
                        spot(command.remote as u32)
                    };
                    add(node, Kind::Dma, format!("{} {to} {}", command.dst, command.words));
                }
                EventKind::Printed { from, bytes } => {
                    let console = &machine.node(node).expect("a node").console;
                    for byte in console.bytes(from as usize).take(bytes as usize) {
                        add(node, Kind::Console, byte.to_string());
                    }
                }
                EventKind::Halted { code } => add(node, Kind::Exit, code.to_string()),
                _ => {}
            }
        }
    }
}

fn run(start: &Machine, end: u64, complete: bool) -> Run {
    Run { start: start.clone(), journal: Arc::default(), end, complete }
}

#[test]
fn differences_of_random_programs() {
    let mut different = 0;
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let array = [Array::new(1, 1), Array::new(2, 1), Array::new(2, 2)][rng.below(3) as usize];
        let text = random_program(&mut rng);
        let changed = match rng.below(3) {
            0 => text.replace("one: .word 1", "one: .word 0x101").replace(" addu ", " subu "),
            1 => text.replace("main: lw", "main: nop\n nop\n lw"),
            _ => text.replace(" xor ", " or ").replace(" sw ", " nop\n sw ").replace("li $s0, ", "li $s0, 1"),
        };
        let sides = [machine(array, &text), machine(array, &changed)];
        let [(left, left_end, a), (right, right_end, b)] = [acts(&sides[0]), acts(&sides[1])];
        assert!(a && b);
        let mut expected = Vec::new();
        let lanes: std::collections::BTreeSet<_> = left.keys().chain(right.keys()).copied().collect();
        for lane in lanes {
            let empty = Vec::new();
            let (x, y) = (left.get(&lane).unwrap_or(&empty), right.get(&lane).unwrap_or(&empty));
            let first = (0..x.len().max(y.len())).find(|i| x.get(*i).map(|a| &a.0) != y.get(*i).map(|a| &a.0));
            if let Some(i) = first {
                expected.push((lane, [x.get(i).map(|a| a.1), y.get(i).map(|a| a.1)]));
            }
        }
        let runs = [run(&sides[0], left_end, true), run(&sides[1], right_end, true)];
        let mut difference = Difference::new(runs).expect("the same array");
        while !difference.advance(1 + rng.below(500)) {}
        let mut found: Vec<_> = difference
            .found()
            .iter()
            .map(|m| ((m.node, m.kind), m.sides.map(|side| side.map(|done| done.by.cycle))))
            .collect();
        assert!(difference.found().is_sorted_by_key(|m| m.cycle()));
        found.sort();
        assert_eq!(found, expected, "seed {seed}\n{text}");
        different += usize::from(!found.is_empty());
        // A run does not differ from itself, nor from its own beginning.
        for end in [left_end, left_end / 2] {
            let runs = [run(&sides[0], left_end, true), run(&sides[0], end, end == left_end)];
            let mut same = Difference::new(runs).expect("the same array");
            while !same.advance(777) {}
            assert_eq!(same.found(), []);
        }
    }
    assert!(different > 15, "{different}");
}

const SUM: &str = "\
        .data
sum:    .word 0
        .text
main:   li    $t0, 5
loop:   lw    $t1, sum
        addu  $t1, $t1, $t0
        sw    $t1, sum
        addiu $t0, $t0, -1
        bgtz  $t0, loop
        lw    $a0, sum
        li    $v0, 1
        syscall
        li    $v0, 10
        syscall
";

fn compared(d: &mut Driver) -> DifferenceView {
    d.updates.clear();
    d.must(Command::CompareWithKept);
    d.finish();
    let views = d.updates.iter().filter_map(|u| if let Update::Difference(v) = u { Some((**v).clone()) } else { None });
    let views: Vec<_> = views.collect();
    assert_eq!(views.len(), 1, "one answer");
    views[0].clone()
}

#[test]
fn a_session_compares_with_the_kept_run() {
    let mut d = Driver::default();
    let size = |width| Command::SetMachine(MachineOptions { width, height: 1, ..MachineOptions::default() });
    d.must(size(2));
    d.assemble("a.s", SUM);
    let answer = d.send(Command::CompareWithKept);
    assert!(matches!(answer, Update::Refused(_, Refused::Impossible(_))));
    d.run();
    d.must(Command::KeepRun);
    assert!(compared(&mut d).rows.is_empty());
    // Slower, but the same.
    d.assemble("a.s", &SUM.replace("loop:   lw", "loop:   nop\n nop\n        lw"));
    d.run();
    assert!(compared(&mut d).rows.is_empty());
    // Wrong from the second iteration on.
    d.assemble("a.s", &SUM.replace("$t0, -1", "$t0, -2"));
    d.run();
    let view = compared(&mut d);
    let first = &view.rows[0];
    assert_eq!((first.node, first.kind), (NodeId::new(1, 1), DifferenceKind::Store));
    let (kept, present) = (first.kept.clone().expect("a store"), first.present.clone().expect("a store"));
    assert_eq!((kept.by.source.map(|s| s.line), present.by.source.map(|s| s.line)), (Some(7), Some(7)));
    assert!(kept.text.en.contains("9 ") && present.text.en.contains("8 ") && present.text.en.ends_with("sum"));
    assert!(view.text.ja.contains("(1,1)"));
    assert!(view.rows.iter().any(|row| row.kind == DifferenceKind::Console));
    d.must(size(1));
    d.assemble("a.s", SUM);
    let answer = d.send(Command::CompareWithKept);
    assert!(matches!(answer, Update::Refused(_, Refused::Impossible(_))));
}
