//! The values of operations on constants. Floating-point numbers are computed by the lab's own unit, never by the host.

use super::{Binary, Compare, Mem, Type, Unary};
use mcore_cpu::isa::exec::fpu::{self, Fcsr};
use mcore_cpu::isa::{Op as Isa, exec};

/// The value of a constant as 64 bits: an `I32` is sign-extended, an `F32` is in the low half.
pub type Bits = u64;

/// An `I32` as [`Bits`].
pub const fn word(value: u32) -> Bits {
    value as i32 as i64 as u64
}

fn arithmetic(op: Isa, a: u64, b: u64) -> u64 {
    fpu::arithmetic(op, a, b, 0, Fcsr::default()).0
}

/// One of two instructions, by format.
const fn by(ty: Type, single: Isa, double: Isa) -> Isa {
    if matches!(ty, Type::F32) { single } else { double }
}

/// The value of an operation with one operand of type `from`; `None` if it is not folded (conversions between `I64`
/// and floating-point numbers, which the library computes).
pub fn unary(op: Unary, from: Type, to: Type, a: Bits) -> Option<Bits> {
    let low = a as u32;
    Some(match op {
        Unary::Ext8 => word(low as i8 as u32),
        Unary::Ext16 => word(low as i16 as u32),
        Unary::Clz => word(low.leading_zeros()),
        Unary::Bswap if from == Type::I64 => a.swap_bytes(),
        Unary::Bswap => word(low.swap_bytes()),
        Unary::Extend => word(low),
        Unary::ExtendZero => u64::from(low),
        Unary::Low | Unary::LowWord => word(low),
        Unary::High | Unary::HighWord => word((a >> 32) as u32),
        Unary::FNeg if from == Type::F32 => u64::from(low ^ 1 << 31),
        Unary::FNeg => a ^ 1 << 63,
        Unary::FAbs if from == Type::F32 => u64::from(low & !(1 << 31)),
        Unary::FAbs => a & !(1 << 63),
        Unary::FSqrt => arithmetic(by(from, Isa::SqrtS, Isa::SqrtD), a, 0),
        Unary::Widen => arithmetic(Isa::CvtDS, a, 0),
        Unary::Narrow => arithmetic(Isa::CvtSD, a, 0),
        Unary::ToFloat if from == Type::I32 => arithmetic(by(to, Isa::CvtSW, Isa::CvtDW), u64::from(low), 0),
        Unary::ToFloatU if from == Type::I32 => {
            let half = arithmetic(Isa::CvtDW, u64::from(low >> 1), 0);
            let double = arithmetic(Isa::AddD, half, half);
            let exact = arithmetic(Isa::AddD, double, arithmetic(Isa::CvtDW, u64::from(low & 1), 0));
            if to == Type::F32 { arithmetic(Isa::CvtSD, exact, 0) } else { exact }
        }
        Unary::ToInt if to == Type::I32 => word(arithmetic(by(from, Isa::TruncWS, Isa::TruncWD), a, 0) as u32),
        Unary::ToIntU if to == Type::I32 => to_unsigned(from, a),
        Unary::Bits if from == Type::F32 => word(low),
        Unary::FromBits if to == Type::F32 => u64::from(low),
        Unary::Bits | Unary::FromBits | Unary::Opaque => a,
        Unary::ToFloat | Unary::ToFloatU | Unary::ToInt | Unary::ToIntU => return None,
    })
}

/// 2^31 as single and as double.
pub const TWO_31_SINGLE: u64 = 0x4f00_0000;
/// 2^31 as a double.
pub const TWO_31_DOUBLE: u64 = 0x41e0_0000_0000_0000;
/// 2^32 as a double.
pub const TWO_32_DOUBLE: u64 = 0x41f0_0000_0000_0000;

/// As the code made for it: below 2^31 as signed, else less 2^31 as signed, with the high bit changed.
fn to_unsigned(from: Type, a: Bits) -> Bits {
    let limit = if from == Type::F32 { TWO_31_SINGLE } else { TWO_31_DOUBLE };
    let truncate = by(from, Isa::TruncWS, Isa::TruncWD);
    if float_compare(Binary::FLe, from, limit, a) {
        let rest = arithmetic(by(from, Isa::SubS, Isa::SubD), a, limit);
        word(arithmetic(truncate, rest, 0) as u32 ^ 1 << 31)
    } else {
        word(arithmetic(truncate, a, 0) as u32)
    }
}

fn float_compare(op: Binary, ty: Type, a: Bits, b: Bits) -> bool {
    let double = ty == Type::F64;
    let op = match op {
        Binary::FEq => Isa::CEqD,
        Binary::FLt => Isa::CLtD,
        Binary::FLe => Isa::CLeD,
        _ => Isa::CUnD,
    };
    fpu::compare(op, double, a, b).0
}

/// The value of an operation with two operands of type `ty` (that of the first one); `None` if it traps.
pub fn binary(op: Binary, ty: Type, a: Bits, b: Bits) -> Option<Bits> {
    match op {
        Binary::FAdd => return Some(arithmetic(by(ty, Isa::AddS, Isa::AddD), a, b)),
        Binary::FSub => return Some(arithmetic(by(ty, Isa::SubS, Isa::SubD), a, b)),
        Binary::FMul => return Some(arithmetic(by(ty, Isa::MulS, Isa::MulD), a, b)),
        Binary::FDiv => return Some(arithmetic(by(ty, Isa::DivS, Isa::DivD), a, b)),
        Binary::FEq | Binary::FLt | Binary::FLe | Binary::FUn => {
            return Some(u64::from(float_compare(op, ty, a, b)));
        }
        Binary::Pair | Binary::Join => return Some(u64::from(a as u32) | b << 32),
        _ => {}
    }
    if ty == Type::I64 { long(op, a, b) } else { short(op, a as u32, b as u32).map(word) }
}

fn short(op: Binary, a: u32, b: u32) -> Option<u32> {
    let (signed_a, signed_b) = (a as i32, b as i32);
    Some(match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::MulHiS => ((i64::from(signed_a) * i64::from(signed_b)) >> 32) as u32,
        Binary::MulHiU => ((u64::from(a) * u64::from(b)) >> 32) as u32,
        Binary::DivS | Binary::DivU | Binary::RemS | Binary::RemU if b == 0 => return None,
        Binary::DivS => signed_a.wrapping_div(signed_b) as u32,
        Binary::RemS => signed_a.wrapping_rem(signed_b) as u32,
        Binary::DivU => a / b,
        Binary::RemU => a % b,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => a << (b & 31),
        Binary::ShrU => a >> (b & 31),
        Binary::ShrS => (signed_a >> (b & 31)) as u32,
        Binary::Rotr => a.rotate_right(b & 31),
        Binary::AddTrap => return exec::add_checked(a, b),
        Binary::SubTrap => return exec::sub_checked(a, b),
        Binary::Eq => u32::from(a == b),
        Binary::Ne => u32::from(a != b),
        Binary::LtS => u32::from(signed_a < signed_b),
        Binary::LtU => u32::from(a < b),
        Binary::LeS => u32::from(signed_a <= signed_b),
        Binary::LeU => u32::from(a <= b),
        _ => return None,
    })
}

fn long(op: Binary, a: u64, b: u64) -> Option<u64> {
    let (signed_a, signed_b) = (a as i64, b as i64);
    Some(match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::DivS | Binary::DivU | Binary::RemS | Binary::RemU if b == 0 => return None,
        Binary::DivS => signed_a.wrapping_div(signed_b) as u64,
        Binary::RemS => signed_a.wrapping_rem(signed_b) as u64,
        Binary::DivU => a / b,
        Binary::RemU => a % b,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => a << (b & 63),
        Binary::ShrU => a >> (b & 63),
        Binary::ShrS => (signed_a >> (b & 63)) as u64,
        Binary::Eq => u64::from(a == b),
        Binary::Ne => u64::from(a != b),
        Binary::LtS => u64::from(signed_a < signed_b),
        Binary::LtU => u64::from(a < b),
        Binary::LeS => u64::from(signed_a <= signed_b),
        Binary::LeU => u64::from(a <= b),
        _ => return None,
    })
}

/// True if a trap's condition holds.
pub fn compare(op: Compare, a: u32, b: u32) -> bool {
    match op {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::LtS => (a as i32) < b as i32,
        Compare::LtU => a < b,
        Compare::GeS => a as i32 >= b as i32,
        Compare::GeU => a >= b,
    }
}

/// The value that a load gives for these bytes in memory (little endian, at least as many as the access has).
pub fn loaded(mem: Mem, bytes: &[u8]) -> Bits {
    let raw = bytes.iter().take(mem.size() as usize).rev().fold(0u64, |n, b| n << 8 | u64::from(*b));
    match mem {
        Mem::I8 => word(raw as i8 as u32),
        Mem::I16 => word(raw as i16 as u32),
        Mem::U8 | Mem::U16 | Mem::I32 => word(raw as u32),
        Mem::I64 | Mem::F32 | Mem::F64 => raw,
    }
}
