//! The register MARK: node, cycle and word are noted, and nothing else happens.

use mcore::base::{Array, Cycle, Each, NodeId, Only, Simulation, SourceFile};
use mcore::modes::chip::{Event, EventKind, Machine, Outcome, Spec, TrapCause, kinds};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use std::sync::Arc;

fn machine(width: u8, height: u8, text: &str) -> Machine {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let assembly = assemble(&[file], &library(), &Options::default());
    let program = Arc::new(assembly.program.unwrap_or_else(|| panic!("{:#?}", assembly.diagnostics)));
    let spec = Spec { array: Array::new(width, height), cycle_limit: 100_000, ..Spec::default() };
    Machine::new(spec, program).expect("a machine")
}

/// The marks of the rest of a run.
fn marks(machine: &Machine) -> Vec<(Cycle, NodeId, u32)> {
    let mut found = Vec::new();
    machine.emit_until(
        Cycle::MAX,
        &mut Only::<{ kinds::MARK }, _>(Each(|event: Event| match event.what {
            EventKind::Marked { word, .. } => found.push((event.cycle, event.node, word)),
            _ => panic!("{event:?}"),
        })),
    );
    found
}

#[test]
fn a_mark_is_noted_with_its_node_and_cycle() {
    let start = machine(
        2,
        1,
        "main: lw $t0, -224($zero)\n sw $t0, -200($zero)\n nop\n sw $zero, -200($zero)\n sw $0, -204($0)",
    );
    let (one, two) = (NodeId::new(1, 1), NodeId::new(2, 1));
    assert_eq!(marks(&start), [(1, one, 0x101), (1, two, 0x201), (3, one, 0), (3, two, 0)]);
}

/// A run with marks ends in the same state as the same run with a store to another register that has no effect there.
#[test]
fn nothing_else_happens() {
    let run = |offset: i32| {
        let text = format!(
            "main: li $t1, 50\nloop: sw $zero, {offset}($zero)\n addiu $t1, $t1, -1\n bnez $t1, loop\n sw $0, -204($0)"
        );
        let mut machine = machine(1, 1, &text);
        while machine.step() {}
        let node = &machine.state.nodes[0];
        (machine.state.cycle, node.core.processor.registers, node.incc.clone(), node.console.len())
    };
    assert_eq!(run(-200), run(-256));
}

/// Marks of the rest of a run are the same from any state of it, however it was reached.
#[test]
fn marks_are_the_same_after_the_fast_path() {
    let text = "
        .include \"mclib.s\"
        .data
name:   .asciiz \"loop\"
        .text
main:   jal     mc_rank
        move    $s0, $v0
        li      $s1, 40
        la      $a0, name
        jal     mc_region_begin
again:  move    $a0, $s1
        jal     mc_mark
        jal     mc_barrier
        mul     $t0, $s0, $s1
1:      addiu   $t0, $t0, -1
        bgtz    $t0, 1b
        addiu   $s1, $s1, -1
        bgtz    $s1, again
        jal     mc_region_end
        li      $a0, 0
        jal     mc_exit";
    let start = machine(3, 2, text);
    let all = marks(&start);
    assert_eq!(all.len(), 6 * (40 + 3));
    let begins = all.iter().filter(|(_, _, word)| *word == 0x4d52_0000).count();
    let ends = all.iter().filter(|(_, _, word)| *word == 0x4d53_0000).count();
    assert_eq!((begins, ends), (6, 6));
    let mut plain = start.clone();
    while plain.step() {}
    let mut fast = start.clone();
    let end = plain.state.cycle;
    for until in (0..end).step_by(97) {
        fast.run_until(until);
        let rest: Vec<_> = all.iter().copied().filter(|(cycle, ..)| *cycle >= fast.state.cycle).collect();
        assert_eq!(marks(&fast), rest, "from cycle {}", fast.state.cycle);
    }
    fast.run_until(Cycle::MAX);
    assert_eq!(fast.digest(), plain.digest());
    let back = Machine::unpack(&fast.clone().pack(None));
    assert_eq!(back.digest(), plain.digest());
}

#[test]
fn only_whole_words_are_marked_and_nothing_can_be_read() {
    for access in ["lw $t0, -200($zero)", "sb $t0, -200($zero)", "sh $t0, -200($zero)"] {
        let mut machine = machine(1, 1, &format!("main: {access}"));
        while machine.step() {}
        let Some(Outcome::Trapped(traps)) = machine.outcome() else { panic!("{access}") };
        assert!(matches!(traps[0].cause, TrapCause::Register { offset: 0x38, .. }), "{access}");
    }
}
