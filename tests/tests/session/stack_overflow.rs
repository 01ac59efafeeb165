//! A trap at an address made from a `$sp` that has left memory is reported as a stack overflow, with its function; other wild
//! addresses are reported as before.

use mcore::base::{Array, SourceFile};
use mcore::modes::chip::view::OutcomeView;
use mcore::modes::chip::{Machine, Spec};
use mcore::toolchain::asm::{Options, assemble};

/// The outcome of a program on one node.
fn outcome(text: &str, mirrored: bool) -> OutcomeView {
    let file = SourceFile { name: "a.s".into(), text: text.into() };
    let assembly = assemble(&[file], &[], &Options::default());
    let program = assembly.program.unwrap_or_else(|| panic!("{:#?}", assembly.diagnostics));
    let spec = Spec { array: Array::new(1, 1), mirrored, cycle_limit: 1_000_000, ..Spec::default() };
    let mut machine = Machine::new(spec, program.into()).expect("a machine");
    while machine.step() {}
    OutcomeView::of(&machine).expect("an end")
}

/// The message must name the function as the one in which the stack overflowed, in both languages, with a tip.
fn overflows(text: &str, function: &str, mirrored: bool) -> String {
    let view = outcome(text, mirrored);
    let en = format!("stack overflow in `{function}`: $sp is 0x");
    assert!(view.message.en.contains(&en), "{}\n{text}", view.message.en);
    let ja = format!("関数 `{function}` でスタックがあふれました。$sp は 0x");
    assert!(view.message.ja.contains(&ja), "{}\n{text}", view.message.ja);
    assert!(view.tip.is_some_and(|tip| tip.en.contains("recursion") && tip.ja.contains("再帰")));
    assert!(!view.ok);
    view.message.en
}

/// An endless recursion with frames of `frame` bytes, whose only stores are at their tops.
fn recursion(frame: u32) -> String {
    format!(
        ".globl main\nmain: addiu $sp, $sp, -8\n sw $ra, 4($sp)\n jal down\n lw $ra, 4($sp)\n addiu $sp, $sp, 8\n jr $ra\n\
         .space 64\ndown: addiu $sp, $sp, -{frame}\ninner: sw $ra, {}($sp)\n jal down\n lw $ra, {}($sp)\n addiu $sp, $sp, {frame}\n jr $ra\n",
        frame - 4,
        frame - 4
    )
}

#[test]
fn recursions_without_end() {
    for frame in [8, 16, 24, 32, 40, 64, 128, 256, 1000, 2048, 4096, 8192, 30_000] {
        for mirrored in [false, true] {
            let view = outcome(&recursion(frame), mirrored);
            assert!(view.message.en.contains("stack overflow"), "{frame} {mirrored}: {}", view.message.en);
        }
        // In strict addressing the frames that miss the text end at an address below memory.
        if frame >= 1000 {
            overflows(&recursion(frame), "down", false);
        }
    }
}

#[test]
fn a_frame_larger_than_memory() {
    let prologue = ".globl main\nmain: li $t0, -0x800000\n addu $sp, $sp, $t0\n sw $ra, 20($sp)\n jr $ra\n";
    let message = overflows(prologue, "main", false);
    assert!(message.contains("$sp is 0xff87ffc0") && message.contains("0xff87ffd4"), "{message}");
    // The access is in another function, by a pointer into the frame; the upper end of the frame is in memory.
    let callee = ".globl main\nmain: li $t0, 0x800000\n subu $sp, $sp, $t0\n addu $t0, $t0, $sp\n sw $ra, -4($t0)\n \
                  addiu $a0, $sp, 16\n jal fill\n b main\n.globl fill\nfill: addiu $t1, $a0, 4000\nloop: sw $zero, 0($a0)\n b loop\n";
    overflows(callee, "fill", false);
    // Up to the register page, as the cleared array of a frame that is a little larger than memory.
    let page = ".globl main\nmain: lui $t0, 8\n subu $sp, $sp, $t0\n subu $sp, $sp, $t0\n addiu $a0, $sp, 0x40\n li $t1, -0xc0\n\
                sb $zero, 0($t1)\n b main\n";
    overflows(page, "main", false);
}

#[test]
fn frame_pointers() {
    let text = ".globl main\nmain: jal f\n b main\nf: li $t0, -0x100000\n addu $sp, $sp, $t0\n move $fp, $sp\n lw $v0, 8($s8)\n jr $ra\n";
    overflows(text, "f", false);
    // Below the stack pointer.
    let below = ".globl main\nmain: li $sp, 0x404\n sw $ra, -40($sp)\n b main\n";
    overflows(below, "main", false);
}

/// In mirrored addressing the only addresses that are refused are those of the register page and misaligned ones.
#[test]
fn below_zero_in_mirrored_addressing() {
    let text = ".globl main\nmain: li $sp, -0x100\n sw $ra, 4($sp)\n sb $zero, 8($sp)\n b main\n";
    overflows(text, "main", true);
}

/// Instructions overwritten by the stack can do anything; the report is still the one about the stack.
#[test]
fn a_stack_that_reaches_the_text() {
    for frame in [8, 24] {
        let view = outcome(&recursion(frame), false);
        assert!(view.message.en.contains("the stack has overwritten the instructions"), "{}", view.message.en);
    }
}

#[test]
fn ordinary_wild_pointers_are_reported_as_before() {
    for (text, wanted) in [
        ("main: li $t1, 0x12345678\n lw $t0, 0($t1)\n", "0x12345678 cannot be read: node memory ends"),
        ("main: li $t1, -16\n lw $t0, -0x1000($t1)\n", "0xffffeff0 cannot be read: node memory ends"),
        ("main: lw $t0, 8($zero)\n", "the first 1024 bytes are guarded"),
        ("main: sb $zero, -0xcc($zero)\n", "the register page cannot be written like this"),
        // The stack pointer is above memory: too much was popped.
        ("main: lw $ra, 100($sp)\n", "node memory ends at"),
        ("main: li $sp, 0x12345678\n lw $ra, 4($sp)\n", "0x1234567c cannot be read"),
        // The program's own stack in bss, and a wild pointer beside it.
        (".bss\nown: .space 64\n.text\n.globl main\nmain: la $sp, own + 8\n lw $t0, -0x2000($sp)\n", "cannot be read"),
        // The stack pointer has left, but the address was not made from it.
        ("main: li $sp, -64\n li $t1, 0x12345678\n lw $t0, 0($t1)\n", "0x12345678 cannot be read: node memory ends"),
        ("main: li $sp, -64\n break 7\n", "`break` with code 7"),
        // The program changes its own text with a sound stack.
        (
            ".globl main\nmain: li $t0, -1\n la $t1, next\n sw $t0, 0($t1)\nnext: nop\n b main\n",
            "is not an instruction",
        ),
    ] {
        let view = outcome(text, false);
        assert!(view.message.en.contains(wanted), "{text}: {}", view.message.en);
        assert!(!view.message.en.contains("overflow") && !view.message.ja.contains("スタック"), "{}", view.message.en);
    }
}
