//! Floating point in a burst against the reference loop: registers, FCSR and the marks of the last instruction are equal
//! wherever the run is interrupted.

use mcore::base::{Array, Cycle, Null, Rng, SourceFile};
use mcore::modes::chip::{InOrder, Machine, Spec};
use mcore::toolchain::asm::{Options, assemble};
use std::fmt::Write;
use std::sync::Arc;

const DOUBLE: [&str; 10] =
    ["add.d", "sub.d", "mul.d", "div.d", "madd.d", "msub.d", "nmadd.d", "nmsub.d", "mul.d", "add.d"];
const SINGLE: [&str; 8] = ["add.s", "sub.s", "mul.s", "div.s", "madd.s", "msub.s", "nmadd.s", "nmsub.s"];

/// A loop of floating-point instructions over some numbers; `$s1` counts down.
fn program(rng: &mut Rng) -> String {
    let mut text = String::from(".data\n.balign 8\narea: ");
    for _ in 0..16 {
        let word = match rng.below(6) {
            0 => rng.next_u64(),
            1 => f64::from(rng.below(1000) as u32).to_bits(),
            2 => [0, 1, 1 << 63, 0x7ff << 52, 0x7ff8 << 48, 0x7fef_ffff_ffff_ffff, 1 << 52][rng.below(7) as usize],
            3 => {
                let single = |rng: &mut Rng| u64::from((rng.below(1 << 20) as f32 / 64.0).to_bits());
                single(rng) << 32 | single(rng)
            }
            _ => (rng.below(1 << 40) as f64 / 1e6).to_bits(),
        };
        writeln!(text, " .word {:#x}, {:#x}", word as u32, word >> 32).unwrap();
    }
    text.push_str(".text\nmain: la $s0, area\n li $s1, 60\n li $s2, 8\n");
    for register in 0..16 {
        writeln!(text, " ldc1 $f{}, {}($s0)", 2 * register, 8 * register).unwrap();
    }
    if rng.below(4) == 0 {
        // Another rounding mode, flush, or an enabled exception.
        let mode = [1, 2, 3, 1 << 24, 1 << 7, 1 << 11, 1 << 10][rng.below(7) as usize];
        writeln!(text, " li $t0, {mode}\n ctc1 $t0, $31").unwrap();
    }
    text.push_str("loop:\n");
    let even = |rng: &mut Rng| 2 * rng.below(16);
    for piece in 0..4 + rng.below(20) {
        let (a, b, c, d) = (even(rng), even(rng), even(rng), even(rng));
        match rng.below(24) {
            0..=6 => {
                let op = DOUBLE[rng.below(10) as usize];
                let fr = if op.contains("ma") || op.contains("ms") { format!("$f{d}, ") } else { String::new() };
                writeln!(text, " {op} $f{a}, {fr}$f{b}, $f{c}")
            }
            7..=9 => {
                let op = SINGLE[rng.below(8) as usize];
                let fr = if op.contains("ma") || op.contains("ms") { format!("$f{d}, ") } else { String::new() };
                writeln!(text, " {op} $f{}, {fr}$f{b}, $f{c}", a + rng.below(2))
            }
            10 => writeln!(text, " ldc1 $f{a}, {}($s0)", 8 * rng.below(16)),
            11 => writeln!(text, " sdc1 $f{a}, {}($s0)", 8 * rng.below(16)),
            12 => writeln!(text, " lwc1 $f{}, {}($s0)", a + rng.below(2), 4 * rng.below(32)),
            13 => writeln!(text, " swc1 $f{}, {}($s0)", a + rng.below(2), 4 * rng.below(32)),
            14 => writeln!(text, " ldxc1 $f{a}, $s2($s0)\n sdxc1 $f{b}, $s2($s0)\n lwxc1 $f{c}, $s2($s0)"),
            15..=17 => {
                let op = ["eq", "lt", "le", "ngt", "ult"][rng.below(5) as usize];
                let format = ["s", "d"][rng.below(2) as usize];
                let branch = ["bc1t", "bc1f", "bc1tl", "bc1fl"][rng.below(4) as usize];
                let code = rng.below(2);
                writeln!(
                    text,
                    " c.{op}.{format} $fcc{code}, $f{a}, $f{b}\n .set noreorder\n {branch} $fcc{code}, skip{piece}\n \
                     add.d $f{c}, $f{c}, $f{d}\n .set reorder\n mov.d $f{a}, $f{c}\nskip{piece}:"
                )
            }
            18 => writeln!(text, " cvt.d.w $f{a}, $f{b}\n cvt.s.d $f{c}, $f{a}\n cvt.d.s $f{d}, $f{c}"),
            19 => writeln!(text, " trunc.w.d $f{a}, $f{b}\n cvt.s.w $f{c}, $f{a}\n trunc.w.s $f{d}, $f{c}"),
            20 => writeln!(text, " neg.d $f{a}, $f{b}\n abs.s $f{c}, $f{d}\n mov.s $f{}, $f{a}", b + 1),
            21 => writeln!(text, " mfc1 $t1, $f{a}\n mtc1 $s1, $f{b}\n cvt.d.w $f{b}, $f{b}"),
            22 => writeln!(text, " cfc1 $t2, $31\n sqrt.d $f{a}, $f{b}"),
            _ => writeln!(text, " ctc1 $zero, $26\n mul.d $f{a}, $f{b}, $f{c}"),
        }
        .unwrap();
    }
    text.push_str(" addiu $s1, $s1, -1\n bnez $s1, loop\n li $v0, 10\n syscall\n");
    text
}

#[test]
fn bursts_give_the_states_of_the_reference_loop() {
    let mut rng = Rng::new(17);
    let (mut halted, mut fast_cycles): (u32, Cycle) = (0, 0);
    for number in 0..400 {
        let text = program(&mut rng);
        let file = SourceFile { name: "test.s".into(), text: text.clone() };
        let assembly = assemble(&[file], &[], &Options::default());
        let program = Arc::new(assembly.program.unwrap_or_else(|| panic!("{text}\n{:#?}", assembly.diagnostics)));
        let spec = Spec { array: Array::new(1, 1), cycle_limit: 20_000, ..Spec::default() };
        let mut fast = Machine::new(spec, program).unwrap();
        let mut plain = fast.clone();
        loop {
            let until = fast.state.cycle + [1, 2, 7, 50, 3000][rng.below(5) as usize];
            let anchor = fast.clone();
            let goes_on = fast.advance(until, &|| anchor.clone());
            while plain.state.cycle < fast.state.cycle && plain.step_in(&mut InOrder, &mut Null) {}
            if !goes_on {
                while plain.step_in(&mut InOrder, &mut Null) {}
            }
            let (a, b) = (&fast.state.nodes[0], &plain.state.nodes[0]);
            assert_eq!(fast.state.cycle, plain.state.cycle, "program {number}");
            assert_eq!(a.core.processor, b.core.processor, "program {number} in cycle {}:\n{text}", fast.state.cycle);
            assert!(fast.state == plain.state, "program {number} in cycle {}:\n{text}", fast.state.cycle);
            if !goes_on {
                break;
            }
        }
        fast_cycles += fast.state.cycle;
        halted += u32::from(fast.state.nodes[0].core.processor.halted.is_some());
    }
    // Some trap by an enabled exception.
    assert!((300..400).contains(&halted), "{halted}");
    assert!(fast_cycles > 200_000, "{fast_cycles}");
}
