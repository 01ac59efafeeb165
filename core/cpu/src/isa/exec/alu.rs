//! Arithmetic, logic and shifts.

use crate::isa::Op;

/// Result of an instruction that computes a register from registers and constants and cannot trap.
///
/// `a` is the value of `rs`; `b` the value of `rt` or, for instructions with a constant, the constant as
/// [`Instr::imm`](crate::isa::Instr::imm) holds it; `sa` the shift amount of `sll`, `srl`, `sra`, `rotr` (low five
/// bits). `add`, `addi` and `sub` give the wrapped result; use [`add_checked`] and [`sub_checked`] to find their
/// overflow. `mul` gives the low half of the product and leaves HI and LO alone (the architecture lets them become
/// anything). Every other instruction gives 0.
#[inline]
pub fn alu(op: Op, a: u32, b: u32, sa: u32) -> u32 {
    match op {
        Op::Add | Op::Addu | Op::Addi | Op::Addiu => a.wrapping_add(b),
        Op::Sub | Op::Subu => a.wrapping_sub(b),
        Op::And | Op::Andi => a & b,
        Op::Or | Op::Ori => a | b,
        Op::Xor | Op::Xori => a ^ b,
        Op::Nor => !(a | b),
        Op::Lui => b << 16,
        Op::Slt | Op::Slti => ((a as i32) < b as i32).into(),
        Op::Sltu | Op::Sltiu => (a < b).into(),
        Op::Sll => b << (sa & 31),
        Op::Srl => b >> (sa & 31),
        Op::Sra => (b as i32 >> (sa & 31)) as u32,
        Op::Sllv => b << (a & 31),
        Op::Srlv => b >> (a & 31),
        Op::Srav => (b as i32 >> (a & 31)) as u32,
        Op::Rotr => b.rotate_right(sa & 31),
        Op::Rotrv => b.rotate_right(a & 31),
        Op::Seb => b as i8 as u32,
        Op::Seh => b as i16 as u32,
        Op::Wsbh => b.swap_bytes().rotate_left(16),
        Op::Clz => a.leading_zeros(),
        Op::Clo => a.leading_ones(),
        Op::Mul => a.wrapping_mul(b),
        _ => 0,
    }
}

/// The sum, or `None` if it does not fit in 32 bits as a signed number (`add`, `addi` then trap).
#[inline]
pub fn add_checked(a: u32, b: u32) -> Option<u32> {
    (a as i32).checked_add(b as i32).map(|sum| sum as u32)
}

/// The difference, or `None` if it does not fit in 32 bits as a signed number (`sub` then traps).
#[inline]
pub fn sub_checked(a: u32, b: u32) -> Option<u32> {
    (a as i32).checked_sub(b as i32).map(|difference| difference as u32)
}

/// Result of `ext`: the bit field of `a` that begins at bit `position` and has `size` bits, 1 to 32.
#[inline]
pub fn extract(a: u32, position: u32, size: u32) -> u32 {
    a >> (position & 31) & ones(size)
}

/// Result of `ins`: `b` with `size` bits from bit `position` on replaced by the lowest bits of `a`.
#[inline]
pub fn insert(b: u32, a: u32, position: u32, size: u32) -> u32 {
    let field = ones(size) << (position & 31);
    b & !field | a << (position & 31) & field
}

/// A mask of the lowest `size` bits, 1 to 32 of them.
fn ones(size: u32) -> u32 {
    u32::MAX >> (32 - size.clamp(1, 32))
}

/// Whether `movn` or `movz` copies `rs` to `rd`; `rt` is the value that is tested. False for every other instruction.
#[inline]
pub fn move_taken(op: Op, rt: u32) -> bool {
    match op {
        Op::Movn => rt != 0,
        Op::Movz => rt == 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIN: u32 = 0x8000_0000;
    const MAX: u32 = 0x7fff_ffff;
    const MINUS_1: u32 = 0xffff_ffff;

    #[test]
    fn results() {
        for (op, a, b, sa, result) in [
            (Op::Addu, MAX, 1, 0, MIN),
            (Op::Addiu, 0, MINUS_1, 0, MINUS_1),
            (Op::Subu, 0, 1, 0, MINUS_1),
            (Op::And, 0xff00_ff00, 0x0ff0_0ff0, 0, 0x0f00_0f00),
            (Op::Or, 0xff00_ff00, 0x0ff0_0ff0, 0, 0xfff0_fff0),
            (Op::Xor, 0xff00_ff00, 0x0ff0_0ff0, 0, 0xf0f0_f0f0),
            (Op::Nor, 0xff00_ff00, 0x0ff0_0ff0, 0, 0x000f_000f),
            (Op::Lui, 9, 0x8001, 0, 0x8001_0000),
            (Op::Slt, MIN, MAX, 0, 1),
            (Op::Sltu, MIN, MAX, 0, 0),
            (Op::Slti, 3, MINUS_1, 0, 0),
            (Op::Sltiu, 3, MINUS_1, 0, 1),
            (Op::Slt, 5, 5, 0, 0),
            (Op::Sll, 0, 3, 31, MIN),
            (Op::Srl, 0, MIN, 31, 1),
            (Op::Sra, 0, MIN, 31, MINUS_1),
            (Op::Sllv, 33, 1, 0, 2),
            (Op::Srlv, 32, MIN, 0, MIN),
            (Op::Srav, 63, MIN, 0, MINUS_1),
            (Op::Rotr, 0, 0x0000_0003, 1, 0x8000_0001),
            (Op::Rotr, 0, 0x1234_5678, 0, 0x1234_5678),
            (Op::Rotrv, 36, 0x1234_5678, 0, 0x8123_4567),
            (Op::Seb, 0, 0x1234_5680, 0, 0xffff_ff80),
            (Op::Seh, 0, 0x1234_8000, 0, 0xffff_8000),
            (Op::Wsbh, 0, 0x1234_5678, 0, 0x3412_7856),
            (Op::Clz, 0, 7, 0, 32),
            (Op::Clz, MAX, 0, 0, 1),
            (Op::Clo, MINUS_1, 0, 0, 32),
            (Op::Clo, MAX, 0, 0, 0),
            (Op::Mul, MINUS_1, MINUS_1, 0, 1),
            (Op::Mul, 0x1_0001, 0x1_0001, 0, 0x2_0001),
            (Op::Syscall, 1, 2, 3, 0),
        ] {
            assert_eq!(alu(op, a, b, sa), result, "{op:?} {a:#x} {b:#x} {sa}");
        }
    }

    #[test]
    fn bit_fields() {
        for (a, position, size, result) in
            [(0x1234_5678, 0, 32, 0x1234_5678), (0x1234_5678, 4, 8, 0x67), (MIN, 31, 1, 1), (MINUS_1, 8, 24, 0xff_ffff)]
        {
            assert_eq!(extract(a, position, size), result, "{a:#x} {position} {size}");
            assert_eq!(insert(0, result, position, size), result << position);
        }
        assert_eq!(insert(MINUS_1, 0x1234_5678, 4, 8), 0xffff_f78f);
        assert_eq!(insert(0x1111_1111, 0x1234_5678, 0, 32), 0x1234_5678);
    }

    #[test]
    fn overflow() {
        assert_eq!(add_checked(MAX, 1), None);
        assert_eq!(add_checked(MIN, MINUS_1), None);
        assert_eq!(add_checked(MAX, MIN), Some(MINUS_1));
        assert_eq!(sub_checked(MIN, 1), None);
        assert_eq!(sub_checked(0, MIN), None);
        assert_eq!(sub_checked(MINUS_1, MIN), Some(MAX));
    }

    #[test]
    fn conditional_moves() {
        assert!(move_taken(Op::Movn, 1) && !move_taken(Op::Movn, 0));
        assert!(move_taken(Op::Movz, 0) && !move_taken(Op::Movz, MIN));
        assert!(!move_taken(Op::Or, 1));
    }
}
