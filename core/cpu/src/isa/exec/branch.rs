//! Conditions of branches and traps.

use crate::isa::Op;
use core::cmp::Ordering;

/// Whether a branch is taken, from the values of its registers; always true for jumps, false for every other
/// instruction. Branch-likely instructions have the same condition as their plain form. Branches on a floating-point
/// condition code do not look at these registers: see [`condition_taken`].
#[inline]
pub fn branch_taken(op: Op, rs: u32, rt: u32) -> bool {
    let sign = (rs as i32).cmp(&0);
    match op {
        Op::Beq | Op::Beql => rs == rt,
        Op::Bne | Op::Bnel => rs != rt,
        Op::Blez | Op::Blezl => sign != Ordering::Greater,
        Op::Bgtz | Op::Bgtzl => sign == Ordering::Greater,
        Op::Bltz | Op::Bltzl | Op::Bltzal | Op::Bltzall => sign == Ordering::Less,
        Op::Bgez | Op::Bgezl | Op::Bgezal | Op::Bgezall => sign != Ordering::Less,
        Op::J | Op::Jal | Op::Jr | Op::JrHb | Op::Jalr | Op::JalrHb => true,
        _ => false,
    }
}

/// Whether `bc1f`, `bc1t` and their likely forms branch, and whether `movf`, `movt` and their floating-point forms
/// move, from the value of their condition code. False for every other instruction.
#[inline]
pub fn condition_taken(op: Op, code: bool) -> bool {
    match op {
        Op::Bc1t | Op::Bc1tl | Op::Movt | Op::MovtS | Op::MovtD => code,
        Op::Bc1f | Op::Bc1fl | Op::Movf | Op::MovfS | Op::MovfD => !code,
        _ => false,
    }
}

/// Whether a conditional trap happens; `a` is the value of `rs`, `b` of `rt` or the sign-extended constant.
/// False for every other instruction, also for `break`, which has no condition.
#[inline]
pub fn trap_taken(op: Op, a: u32, b: u32) -> bool {
    match op {
        Op::Teq | Op::Teqi => a == b,
        Op::Tne | Op::Tnei => a != b,
        Op::Tge | Op::Tgei => a as i32 >= b as i32,
        Op::Tgeu | Op::Tgeiu => a >= b,
        Op::Tlt | Op::Tlti => (a as i32) < b as i32,
        Op::Tltu | Op::Tltiu => a < b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Op::*;

    const MIN: u32 = 0x8000_0000;
    const MINUS_1: u32 = 0xffff_ffff;

    #[test]
    fn branches() {
        // Taken for rs = -1, 0, 1 (the lowest and highest numbers behave as their sign indicates).
        for (ops, negative, zero, positive) in [
            (&[Blez, Blezl][..], true, true, false),
            (&[Bgtz, Bgtzl], false, false, true),
            (&[Bltz, Bltzl, Bltzal, Bltzall], true, false, false),
            (&[Bgez, Bgezl, Bgezal, Bgezall], false, true, true),
            (&[J, Jal, Jr, JrHb, Jalr, JalrHb], true, true, true),
            (&[Addu, Break], false, false, false),
        ] {
            for &op in ops {
                assert_eq!(branch_taken(op, MINUS_1, 0), negative, "{op:?}");
                assert_eq!(branch_taken(op, MIN, 0), negative, "{op:?}");
                assert_eq!(branch_taken(op, 0, 0), zero, "{op:?}");
                assert_eq!(branch_taken(op, 1, 0), positive, "{op:?}");
                assert_eq!(branch_taken(op, 0x7fff_ffff, 0), positive, "{op:?}");
            }
        }
        assert!(branch_taken(Beq, 5, 5) && !branch_taken(Beql, 5, 6));
        assert!(branch_taken(Bne, 5, 6) && !branch_taken(Bnel, 5, 5));
    }

    #[test]
    fn conditions() {
        for op in [Bc1t, Bc1tl, Movt, MovtS, MovtD] {
            assert!(condition_taken(op, true) && !condition_taken(op, false));
        }
        for op in [Bc1f, Bc1fl, Movf, MovfS, MovfD] {
            assert!(condition_taken(op, false) && !condition_taken(op, true));
        }
        assert!(!condition_taken(Beq, true) && !condition_taken(Beq, false));
    }

    #[test]
    fn traps() {
        for (op, less_signed, equal, less_unsigned) in [
            (Teq, false, true, false),
            (Tnei, true, false, true),
            (Tge, false, true, true),
            (Tgeiu, true, true, false),
            (Tlti, true, false, false),
            (Tltu, false, false, true),
            (Break, false, false, false),
        ] {
            assert_eq!(trap_taken(op, MINUS_1, 1), less_signed, "{op:?}");
            assert_eq!(trap_taken(op, MIN, MIN), equal, "{op:?}");
            assert_eq!(trap_taken(op, 1, MINUS_1), less_unsigned, "{op:?}");
        }
    }
}
