//! Multiplication and division with the 64-bit result in HI and LO.

use crate::isa::Op;

/// New HI and LO after `mult multu div divu madd maddu msub msubu mthi mtlo`; `a` is the value of `rs`, `b` of `rt`,
/// `hi` and `lo` the old values. Every other instruction leaves them unchanged.
///
/// The architecture leaves division by zero unpredictable; here LO = dividend and HI = 0, as in qemu. The one signed
/// quotient that does not fit, -2^31 / -1, gives LO = -2^31 and HI = 0, as in common hardware and qemu.
#[inline]
pub fn muldiv(op: Op, a: u32, b: u32, hi: u32, lo: u32) -> (u32, u32) {
    let accumulator = u64::from(hi) << 32 | u64::from(lo);
    match op {
        Op::Mult => split(signed_product(a, b)),
        Op::Multu => split(unsigned_product(a, b)),
        Op::Madd => split(accumulator.wrapping_add(signed_product(a, b))),
        Op::Maddu => split(accumulator.wrapping_add(unsigned_product(a, b))),
        Op::Msub => split(accumulator.wrapping_sub(signed_product(a, b))),
        Op::Msubu => split(accumulator.wrapping_sub(unsigned_product(a, b))),
        Op::Div | Op::Divu if b == 0 => (0, a),
        Op::Div => {
            let (a, b) = (a as i32, b as i32);
            (a.wrapping_rem(b) as u32, a.wrapping_div(b) as u32)
        }
        Op::Divu => (a % b, a / b),
        Op::Mthi => (a, lo),
        Op::Mtlo => (hi, a),
        _ => (hi, lo),
    }
}

fn signed_product(a: u32, b: u32) -> u64 {
    (i64::from(a as i32) * i64::from(b as i32)) as u64
}

fn unsigned_product(a: u32, b: u32) -> u64 {
    u64::from(a) * u64::from(b)
}

/// The upper and the lower half.
fn split(value: u64) -> (u32, u32) {
    ((value >> 32) as u32, value as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIN: u32 = 0x8000_0000;
    const MINUS_1: u32 = 0xffff_ffff;

    #[test]
    fn results() {
        for (op, a, b, before, after) in [
            (Op::Mult, MINUS_1, MINUS_1, (7, 7), (0, 1)),
            (Op::Mult, MIN, MIN, (7, 7), (0x4000_0000, 0)),
            (Op::Mult, MIN, 1, (7, 7), (MINUS_1, MIN)),
            (Op::Multu, MINUS_1, MINUS_1, (7, 7), (0xffff_fffe, 1)),
            (Op::Madd, MINUS_1, 1, (0, 0), (MINUS_1, MINUS_1)),
            (Op::Madd, 1, 1, (0, MINUS_1), (1, 0)),
            (Op::Maddu, MINUS_1, MINUS_1, (MINUS_1, MINUS_1), (0xffff_fffe, 0)),
            (Op::Msub, 1, 1, (0, 0), (MINUS_1, MINUS_1)),
            (Op::Msubu, MINUS_1, 1, (1, 0), (0, 1)),
            (Op::Div, 7, 0xffff_fffe, (9, 9), (1, 0xffff_fffd)),
            (Op::Div, 0xffff_fff9, 2, (9, 9), (MINUS_1, 0xffff_fffd)),
            (Op::Div, MIN, MINUS_1, (9, 9), (0, MIN)),
            (Op::Div, 5, 0, (9, 9), (0, 5)),
            (Op::Divu, 5, 0, (9, 9), (0, 5)),
            (Op::Divu, MINUS_1, 2, (9, 9), (1, 0x7fff_ffff)),
            (Op::Mthi, 1, 2, (3, 4), (1, 4)),
            (Op::Mtlo, 1, 2, (3, 4), (3, 1)),
            (Op::Mfhi, 1, 2, (3, 4), (3, 4)),
        ] {
            assert_eq!(muldiv(op, a, b, before.0, before.1), after, "{op:?} {a:#x} {b:#x}");
        }
    }
}
