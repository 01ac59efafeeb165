//! The calls that a core is in, and the user's own line among them, against a list kept while the program runs.

use mcore::base::{Array, Lang, NodeId, SourceFile};
use mcore::isa::Op;
use mcore::modes::chip::session::{Command, MachineOptions};
use mcore::modes::chip::{Machine, Spec, calls, own_line_of};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::{BUSY, Driver, RING, solution};
use std::sync::Arc;

fn machine(text: &str, array: Array) -> Machine {
    let file = SourceFile { name: "own.s".into(), text: text.into() };
    let program = assemble(&[file], &library(), &Options::default()).program.expect("a program");
    Machine::new(Spec { array, cycle_limit: 60_000, ..Spec::default() }, Arc::new(program)).expect("a machine")
}

/// Calls of each core, kept as the instructions execute: the addresses of the calls that have not returned.
fn follow(mut machine: Machine, steps: usize) -> (usize, usize) {
    let nodes = machine.state.nodes.len();
    let mut shadow: Vec<Vec<u32>> = vec![Vec::new(); nodes];
    // A jump takes effect after its delay slot.
    let mut pending: Vec<Option<(u32, Option<u32>)>> = vec![None; nodes];
    let (mut compared, mut deepest) = (0, 0);
    for _ in 0..steps {
        for rank in 0..nodes {
            if pending[rank].is_none() && machine.state.nodes[rank].core.processor.is_live() {
                let found = calls(&machine, rank);
                let callers: Vec<u32> = found.iter().skip(1).map(|call| call.pc).collect();
                let expected: Vec<u32> = shadow[rank].iter().rev().copied().collect();
                // A function that calls without keeping its return address cannot return: nothing is known beyond it.
                assert!(expected.starts_with(&callers), "rank {rank}: {callers:x?} of {expected:x?}");
                if let Some(inner) = expected.first() {
                    assert_eq!(callers.first(), Some(inner), "rank {rank} at {:x}", found[0].pc);
                    compared += 1;
                }
                deepest = deepest.max(callers.len());
            }
        }
        let next: Vec<_> = (0..nodes)
            .map(|rank| {
                let p = &machine.state.nodes[rank].core.processor;
                (p.pc, machine.image(rank).code.instr(p.pc).filter(|_| p.is_live()), p.registers.general)
            })
            .collect();
        if !machine.step() {
            break;
        }
        for (rank, (pc, instr, general)) in next.into_iter().enumerate() {
            let Some(instr) = instr else { continue };
            if let Some((call, back)) = pending[rank].take() {
                match back {
                    None => shadow[rank].push(call),
                    Some(to) => {
                        if let Some(at) = shadow[rank].iter().rposition(|call| call + 8 == to) {
                            shadow[rank].truncate(at);
                        }
                    }
                }
            }
            pending[rank] = match instr.op {
                Op::Jal | Op::Jalr => Some((pc, None)),
                Op::Jr => Some((pc, Some(general[usize::from(instr.rs)]))),
                _ => None,
            };
        }
    }
    (compared, deepest)
}

/// Recursion with frames, two returns, and arguments on the stack.
const RECURSION: &str = "
        .text
        .globl main
main:   addiu $sp, $sp, -24
        sw    $ra, 20($sp)
        li    $a0, 9
        jal   fib
        lw    $ra, 20($sp)
        addiu $sp, $sp, 24
        jr    $ra
fib:    slti  $t0, $a0, 2
        beqz  $t0, deep
        move  $v0, $a0
        jr    $ra
deep:   addiu $sp, $sp, -16
        sw    $ra, 12($sp)
        sw    $fp, 8($sp)
        move  $fp, $sp
        sw    $a0, 4($fp)
        addiu $a0, $a0, -1
        jal   fib
        sw    $v0, 0($fp)
        lw    $a0, 4($fp)
        addiu $a0, $a0, -2
        jal   fib
        lw    $t0, 0($fp)
        addu  $v0, $v0, $t0
        move  $sp, $fp
        lw    $fp, 8($sp)
        lw    $ra, 12($sp)
        addiu $sp, $sp, 16
        jr    $ra
";

#[test]
fn the_list_of_calls_is_that_of_the_instructions_executed() {
    let (compared, deepest) = follow(machine(RECURSION, Array::new(1, 1)), 5000);
    assert!(compared > 1000 && deepest >= 9, "{compared} {deepest}");
    for text in [RING, BUSY] {
        let (compared, _) = follow(machine(text, Array::new(2, 2)), 3000);
        assert!(compared > 1000, "{compared}");
    }
    for (exercise, file) in [("quicksort", "quicksort.s"), ("matmul", "matmul.s")] {
        let (compared, _) = follow(machine(&solution("class", exercise, file).text, Array::new(2, 2)), 3000);
        assert!(compared > 100, "{exercise}: {compared}");
    }
}

/// Waits in the library for a word that is never sent, two calls deep. The call of the library is in line 11.
const WAITS: &str = "        .text
        .globl main
main:   addiu $sp, $sp, -8
        sw    $ra, 4($sp)
        jal   work
        jal   mc_exit
work:   addiu $sp, $sp, -8
        sw    $ra, 4($sp)
        la    $a0, flag
        li    $a1, 1
        jal   mc_wait_eq
        lw    $ra, 4($sp)
        addiu $sp, $sp, 8
        jr    $ra
        .data
flag:   .word 0
        .include \"mclib.s\"
";

#[test]
fn a_deadlock_in_the_library_names_the_line_that_called_it() {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, ..MachineOptions::default() }));
    d.assemble("own.s", WAITS);
    let message = d.run();
    let outcome = d.frame.outcome.clone().expect("an outcome");
    assert!(message.starts_with("Deadlock"), "{message}");
    assert_eq!(outcome.source.as_ref().map(|s| (s.file.as_str(), s.line)), Some(("own.s", 11)));
    assert_eq!(outcome.inside.as_ref().map(|s| s.file.as_str()), Some("mc_sync.s"));
    let group = &outcome.waiting[0].text;
    assert!(group.en.contains("mc_wait_eq (mc_sync.s:") && group.en.contains("called from own.s:11"), "{}", group.en);
    assert!(group.ja.contains("own.s:11 から呼び出し"), "{}", group.ja);
    let node = d.frame.node.as_ref().expect("a node");
    let found: Vec<_> = node.calls.iter().map(|c| (c.function.as_str(), c.own)).collect();
    assert_eq!(&found[..3], [("mc_wait_eq", false), ("work", true), ("main", true)]);
    let lines: Vec<_> = node.calls.iter().skip(1).take(2).map(|c| c.place.as_ref().map(|p| p.line)).collect();
    assert_eq!(lines, [Some(11), Some(5)]);
    assert_eq!(node.own_line().map(|p| p.line), Some(11));
    // Every step inside the library keeps the line.
    for cycle in (0..d.frame.end).rev().take(8) {
        d.must(Command::Seek(cycle));
        d.finish();
        assert_eq!(d.frame.node.as_ref().and_then(|n| n.own_line()).map(|p| p.line), Some(11), "cycle {cycle}");
    }
}

#[test]
fn a_trap_in_the_library_names_the_line_that_called_it() {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 2, height: 1, ..MachineOptions::default() }));
    let text = "        .text\nmain:   li $a0, 0x101\n        li $a1, 0x2002\n        li $a2, 1\n        jal mc_signal\n        jal mc_exit\n        .include \"mclib.s\"\n";
    d.assemble("own.s", text);
    let message = d.run();
    let outcome = d.frame.outcome.clone().expect("an outcome");
    assert_eq!(outcome.source.as_ref().map(|s| (s.file.as_str(), s.line)), Some(("own.s", 5)), "{message}");
    assert_eq!(outcome.inside.as_ref().map(|s| s.file.as_str()), Some("mc_sync.s"));
    assert!(message.contains("mc_signal+") && message.contains(", called from own.s line 5"), "{message}");
    let ja = outcome.message.get(Lang::Ja);
    assert!(ja.contains("呼び出し元は own.s の 5 行目"), "{ja}");
}

#[test]
fn a_run_without_end_names_the_node_and_its_lines() {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions {
        width: 2,
        height: 1,
        cycle_limit: 20_000,
        ..MachineOptions::default()
    }));
    let text = "        .text\nmain:   jal mc_rank\n        bnez $v0, done\n        li $s0, 0\nloop:   addiu $s0, $s0, 1\n        jal mc_rank\n        b loop\ndone:   jal mc_exit\n        .include \"mclib.s\"\n";
    d.assemble("own.s", text);
    let message = d.run();
    assert!(message.contains("limit of 20,000 cycles"), "{message}");
    assert!(message.ends_with("Node (1,1) still computes, between lines 5 and 7 of own.s."), "{message}");
    let outcome = d.frame.outcome.clone().expect("an outcome");
    assert_eq!((outcome.node, outcome.source.map(|s| s.line)), (Some(NodeId::new(1, 1)), Some(5)));
}

#[test]
fn own_lines_are_not_those_of_the_library() {
    let machine = machine(WAITS, Array::new(1, 1));
    let program = &machine.image(0).program;
    let (file, line) = own_line_of(&machine, 0).expect("main");
    assert_eq!((program.files[file as usize].as_str(), line), ("own.s", 3));
    let wait = program.symbol("mc_wait_eq").expect("a label").value;
    assert!(machine.image(0).own_line(wait).is_none() && machine.image(0).line(wait).is_some());
}
