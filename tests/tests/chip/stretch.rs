//! Statistics taken in stretches are those of the events, one by one.

use mcore::base::{Array, Cycle, SourceFile, Tee};
use mcore::modes::chip::{Event, EventKind, Machine, SpaceTime, Spec, Tally};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use std::sync::Arc;

fn machine(width: u8, height: u8, text: &str) -> Machine {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let assembly = assemble(&[file], &library(), &Options::default());
    let program = Arc::new(assembly.program.unwrap_or_else(|| panic!("{text}\n{:#?}", assembly.diagnostics)));
    let spec = Spec { array: Array::new(width, height), cycle_limit: 100_000, ..Spec::default() };
    Machine::new(spec, program).unwrap()
}

/// Runs to the end both ways and compares; the cycles that were taken in stretches.
fn compare(width: u8, height: u8, text: &str) -> Cycle {
    let mut plain = machine(width, height, text);
    let mut fast = plain.clone();
    let array = plain.spec().array;
    let mut expected = Tee(Tally::new(array), SpaceTime::new(array));
    while plain.step_with(&mut expected) {}
    let mut counted = Tee(Tally::new(array), SpaceTime::new(array));
    let mut leaped = 0;
    loop {
        let until = fast.state.cycle + 3000;
        if let Some(stretch) = fast.stretch(until) {
            counted.0.take(&stretch, &fast);
            counted.1.take(&stretch);
            leaped += stretch.cycles;
        } else if !fast.step_with(&mut counted) {
            break;
        }
    }
    assert!(fast.state == plain.state, "{:?} {:?}", fast.outcome(), plain.outcome());
    assert_eq!(counted.0, expected.0);
    assert_eq!(counted.1, expected.1);
    leaped
}

#[test]
fn one_core_that_computes() {
    let leaped = compare(
        1,
        1,
        "main: li $s1, 3000\nloop: mtc1 $s1, $f2\n cvt.d.w $f4, $f2\n mul.d $f6, $f4, $f4\n div $zero, $s1, $s1\n\
         mflo $t0\n movn $t1, $t0, $t0\n addiu $s1, $s1, -1\n bnezl $s1, loop\n addu $t2, $t2, $t1\n li $v0, 1\n \
         syscall\n li $v0, 10\n syscall\n",
    );
    assert!(leaped > 20_000, "{leaped}");
}

#[test]
fn a_core_that_traps_at_the_end() {
    let leaped = compare(1, 1, "main: li $s1, 900\nloop: addiu $s1, $s1, -1\n bnez $s1, loop\n lw $t0, 2($zero)\n");
    assert!(leaped > 1000, "{leaped}");
}

#[test]
fn the_last_core_of_several_and_its_messages() {
    let leaped = compare(
        2,
        2,
        ".include \"mclib.s\"\n.data\nx: .word 0, 0\n.text\nmain: jal mc_rank\n move $s0, $v0\n jal mc_barrier\n \
         bnez $s0, done\n li $s1, 500\nloop: addiu $s1, $s1, -1\n bnez $s1, loop\n li $a0, 0x202\n la $a1, x\n \
         la $a2, x\n li $a3, 8\n jal mc_put\n jal mc_wait\n li $s1, 500\nmore: addiu $s1, $s1, -1\n bnez $s1, more\n\
         done: li $a0, 0\n jal mc_exit\n",
    );
    assert!(leaped > 1000, "{leaped}");
}

#[test]
fn a_core_that_waits_for_ever() {
    let text =
        "main: li $s1, 500\nloop: addiu $s1, $s1, -1\n bnez $s1, loop\nwait: lw $t0, 0x2000($zero)\n beqz $t0, wait\n";
    let leaped = compare(1, 1, text);
    assert!(leaped > 900, "{leaped}");
}

/// A stretch ends where the events say so: what it prints is there.
#[test]
fn a_stretch_prints() {
    let text =
        "main: li $s1, 500\nloop: li $v0, 1\n move $a0, $s1\n syscall\n addiu $s1, $s1, -1\n bnez $s1, loop\n jr $ra\n";
    let mut printed = 0;
    let mut plain = machine(1, 1, text);
    while plain.step_with(&mut mcore::base::Each(|event: Event| {
        printed += u32::from(matches!(event.what, EventKind::Printed { .. }));
    })) {}
    assert_eq!(printed, 500);
    let mut fast = machine(1, 1, text);
    while fast.stretch(u64::MAX).is_some() || fast.step() {}
    assert_eq!(fast.state.nodes[0].console.tail(9999), plain.state.nodes[0].console.tail(9999));
}
