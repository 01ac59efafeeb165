//! Random programs, unlike any that a person would write.

use mcore::base::Rng;
use std::fmt::Write;

/// A random program. Nodes take different paths through it, put words into each other's data, flags and text, wait for
/// flags that may never be set, and sometimes trap.
pub fn random_program(rng: &mut Rng) -> String {
    let mut text = String::from(
        ".data\n.balign 8\narea: .space 256\nflags: .space 64\none: .word 1\n\
         slot: .word area, 0x5000, 0, 0, 0, flags, 1, 24\n.text\n\
         main: lw $s7, -224($zero)\n la $s6, area\n la $s5, flags\n lw $s4, -220($zero)\n",
    );
    let t = |rng: &mut Rng| format!("$t{}", rng.below(8));
    let pieces = 4 + rng.below(16);
    let mut line = |rest: std::fmt::Arguments<'_>| writeln!(text, "{rest}").expect("a string");
    for piece in 0..pieces {
        // Only some nodes execute this piece.
        let skips = rng.below(3) == 0;
        if skips {
            line(format_args!(
                " andi $t9, $s7, {}\n bnez $t9, after{piece}",
                [0x1, 0x100, 0x101, 0x3][rng.below(4) as usize]
            ));
        }
        match rng.below(24) {
            0..=3 => {
                for _ in 0..1 + rng.below(12) {
                    let op = ["addu", "subu", "xor", "and", "or", "nor", "slt", "sltu", "mul", "sllv", "srav", "movn"];
                    let (a, b, c) = (t(rng), t(rng), t(rng));
                    line(format_args!(" {} {a}, {b}, {c}", op[rng.below(12) as usize]));
                    if rng.below(4) == 0 {
                        line(format_args!(" mult {a}, {b}\n mfhi {c}\n mflo {b}\n addiu {a}, {a}, {}", rng.below(999)));
                    }
                }
            }
            4..=7 => {
                for _ in 0..1 + rng.below(8) {
                    let (op, align) = [
                        ("lw", 4),
                        ("sw", 4),
                        ("lb", 1),
                        ("sb", 1),
                        ("lhu", 2),
                        ("sh", 2),
                        ("lwl", 1),
                        ("swr", 1),
                        ("ll", 4),
                        ("sc", 4),
                        ("lbu", 1),
                        ("lh", 2),
                    ][rng.below(12) as usize];
                    let (r, at) = (t(rng), rng.below(240) / align * align);
                    line(format_args!(" {op} {r}, {at}($s6)"));
                }
            }
            8 | 9 => {
                let (r, n) = (t(rng), 1 + rng.below(40));
                line(format_args!(
                    " li $s0, {n}\ncount{piece}: addiu $s0, $s0, -1\n addu {r}, {r}, $s0\n sw {r}, 16($s6)\n bnez $s0, count{piece}"
                ));
            }
            10..=15 => {
                // A put of some words into another node, or of one word into a flag there, or into its text.
                let kind = rng.below(8);
                if rng.below(12) != 0 {
                    line(format_args!("idle{piece}: lw $t8, -228($zero)\n bnez $t8, idle{piece}"));
                }
                // Destination: itself or a neighbour to the right, with wraparound.
                line(format_args!(
                    " andi $t8, $s4, 0xff00\n move $t9, $s7\n bge $s7, $t8, edge{piece}\n addiu $t9, $s7, {}\n\
                     edge{piece}: sw $t9, -256($zero)",
                    if rng.below(4) == 0 { 0 } else { 0x100 }
                ));
                let (from, to, bytes) = match kind {
                    0..=3 => ("one", format!("flags+{}", 4 * rng.below(4)), 4),
                    4 => ("patch", format!("patched{}", rng.below(pieces)), 4),
                    _ => ("area", format!("area+{}", 4 * rng.below(20)), 4 * (1 + rng.below(30))),
                };
                line(format_args!(
                    " la $t9, {from}\n sw $t9, -252($zero)\n la $t9, {to}\n sw $t9, -248($zero)\n li $t9, {bytes}\n\
                     sw $t9, -232($zero)"
                ));
            }
            16 | 17 => {
                // Waits for a flag, or for some time only.
                let flag = 4 * rng.below(4);
                let again = if rng.below(3) != 0 { "" } else { " nop\n nop\n jal leaf\n" };
                line(format_args!("wait{piece}:\n{again} lw $t8, {flag}($s5)\n beqz $t8, wait{piece}"));
            }
            18 => line(format_args!(
                " lw $s1, -216($zero)\n addiu $s1, $s1, {}\ntime{piece}: lw $t8, -216($zero)\n blt $t8, $s1, time{piece}",
                rng.below(200)
            )),
            19 => line(format_args!(
                " li $a0, {}\n sw $a0, -200($zero)\n li $v0, {}\n syscall",
                rng.below(99),
                [1, 11, 34][rng.below(3) as usize]
            )),
            20 => {
                // The text changes: the next instruction, or one that is executed later or never again.
                let target = if rng.below(2) == 0 { piece } else { rng.below(pieces) };
                line(format_args!(" lw $t8, patch\n sw $t8, patched{target}"));
            }
            21 => {
                // Requests a word of main memory.
                line(format_args!(
                    "ask{piece}: lw $t8, -228($zero)\n bnez $t8, ask{piece}\n sw $zero, -256($zero)\n la $t8, slot\n\
                     sw $t8, -252($zero)\n addiu $t8, $s7, -0x101\n andi $t9, $t8, 0xff00\n srl $t9, $t9, 3\n\
                     lui $t8, 0xffc0\n addu $t8, $t8, $t9\n sw $t8, -248($zero)\n li $t8, -1\n sw $t8, -244($zero)\n\
                     li $t8, 32\n sw $t8, -232($zero)"
                ));
            }
            22 => line(format_args!(
                " mtc1 $t0, $f2\n mtc1 $t1, $f4\n add.s $f6, $f2, $f4\n mul.s $f2, $f6, $f6\n swc1 $f2, 32($s6)\n\
                 cvt.d.s $f8, $f2\n sdc1 $f8, 40($s6)\n c.lt.s $f2, $f4\n bc1t on{piece}\n ldc1 $f2, 40($s6)\non{piece}:"
            )),
            _ if rng.below(6) == 0 => line(format_args!(
                " {}",
                ["break", "lw $t0, 2($zero)", "jr $zero", "teq $0, $0"][rng.below(4) as usize]
            )),
            _ => line(format_args!(" rdhwr $t3, $2\n jal leaf")),
        }
        if skips {
            line(format_args!("after{piece}:"));
        }
        line(format_args!("patched{piece}: nop"));
    }
    match rng.below(6) {
        0 => line(format_args!(" j main")),
        1 => line(format_args!("end: addiu $t0, $t0, 1\n b end")),
        _ => line(format_args!(" sw $zero, -204($zero)")),
    }
    line(format_args!("leaf: lw $t8, 12($s6)\n jr $ra\npatch: addiu $s2, $s2, 1"));
    text
}
