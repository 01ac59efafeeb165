//! Random modules on the lab's own assembler and machine.

use super::Level;
use super::tests::{compile, interpret};
use crate::ir::random;
use alloc::string::String;
use mcore::modes::chip::{Machine, Outcome, Spec};
use mcore_base::{Array, SourceFile};
use mcore_toolchain::asm::{Options, assemble};

/// The address where the program leaves its result.
const RESULT: u32 = 0x6_0000;

/// Calls `kernel` and stores its result; then the core halts.
const MAIN: &str = "
        .globl main
main:   addiu $sp, $sp, -24
        sw $ra, 20($sp)
        jal kernel
        lui $t0, 6
        sw $v0, 0($t0)
        lw $ra, 20($sp)
        addiu $sp, $sp, 24
        li $v0, 0
        jr $ra
";

fn run(text: String) -> u32 {
    let file = |name: &str, text: String| SourceFile { name: name.into(), text };
    let files = [file("main.s", MAIN.into()), file("unit.c.s", text)];
    let assembly = assemble(&files, &[], &Options::default());
    // A warning would be shown to a student who has written no assembly.
    assert!(assembly.diagnostics.is_empty(), "{:?}\n{}", assembly.diagnostics, files[1].text);
    let program = alloc::sync::Arc::new(assembly.program.unwrap());
    let spec = Spec { array: Array::new(1, 1), ..Spec::default() };
    let mut machine = Machine::new(spec, program).unwrap();
    let mut left = 20_000_000u32;
    while machine.step() && left > 0 {
        left -= 1;
    }
    assert!(matches!(machine.outcome(), Some(Outcome::Halted { .. })), "{:?}\n{}", machine.outcome(), files[1].text);
    machine.peek(0, RESULT).unwrap()
}

#[test]
fn random_modules_run_on_the_machine_with_the_results_of_the_interpreter() {
    for level in Level::ALL {
        let mut count = 0;
        for seed in 5000..5060 {
            let module = random::module_of(seed, false);
            let Ok(result) = interpret(&module, "kernel") else { continue };
            let text = compile(&mut module.clone(), level).unwrap();
            assert_eq!(run(text), result as u32, "{level:?} {seed}");
            count += 1;
        }
        assert!(count > 40, "{count}");
    }
}
