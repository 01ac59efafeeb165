//! Floating point by the host's own arithmetic, where it is the same bit for bit on every host.
//!
//! Rounding to nearest, sums, products, quotients and conversions of IEEE 754 leave no choice, natively and in
//! WebAssembly, as long as no NaN is involved. So a result is taken from the host if it is a normal number above the
//! smallest one (or an exact 0): then the only exception that the operation can have raised is
//! [`INEXACT`](exception::INEXACT), and the functions `…_is_inexact` find out whether it did. Anything else is left to
//! [`arithmetic`](super::arithmetic), which is also the judge in the tests.

use super::exception;
use crate::isa::Op;

/// Exponent field of a double, 11 bits.
const DOUBLE_FIELD: u64 = 0x7ff;
/// Fraction of a double, and the bit above it.
const DOUBLE_FRACTION: u64 = (1 << 52) - 1;
const DOUBLE_HIDDEN: u64 = 1 << 52;

fn field(bits: u64) -> u64 {
    bits >> 52 & DOUBLE_FIELD
}

/// A normal double other than the smallest one. A result that was rounded up to the smallest one may have been below it.
#[inline(always)]
fn is_plain(value: f64) -> bool {
    field(value.to_bits()).wrapping_sub(2) < DOUBLE_FIELD - 2
}

#[inline(always)]
fn is_plain_single(value: f32) -> bool {
    (value.to_bits() >> 23 & 0xff).wrapping_sub(2) < 0xfd
}

#[inline(always)]
fn sum(a: f64, b: f64) -> Option<f64> {
    let value = a + b;
    // A difference of equal numbers is exact.
    (is_plain(value) || value == 0.0).then_some(value)
}

#[inline(always)]
fn product(a: f64, b: f64) -> Option<f64> {
    let value = a * b;
    (is_plain(value) || value == 0.0 && (a == 0.0 || b == 0.0)).then_some(value)
}

#[inline(always)]
fn quotient(a: f64, b: f64) -> Option<f64> {
    let value = a / b;
    (is_plain(value) || value == 0.0 && a == 0.0).then_some(value)
}

#[inline(always)]
fn sum_single(a: f32, b: f32) -> Option<f32> {
    let value = a + b;
    (is_plain_single(value) || value == 0.0).then_some(value)
}

#[inline(always)]
fn product_single(a: f32, b: f32) -> Option<f32> {
    let value = a * b;
    (is_plain_single(value) || value == 0.0 && (a == 0.0 || b == 0.0)).then_some(value)
}

#[inline(always)]
fn quotient_single(a: f32, b: f32) -> Option<f32> {
    let value = a / b;
    (is_plain_single(value) || value == 0.0 && a == 0.0).then_some(value)
}

/// The operands of an instruction, as bit patterns; a single or a word is in the lower half.
#[derive(Clone, Copy, Debug, Default)]
pub struct Operands {
    /// The register `fs`.
    pub fs: u64,
    /// The register `ft`.
    pub ft: u64,
    /// The register `fr`.
    pub fr: u64,
}

fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The result of an instruction that [`arithmetic`](super::arithmetic) computes, if it rounds to nearest and raises
/// nothing but perhaps [`INEXACT`](exception::INEXACT). `None` if that is not certain.
#[inline(always)]
pub fn compute(op: Op, Operands { fs, ft, fr }: Operands) -> Option<u64> {
    let (a, b, c) = (f64::from_bits(fs), f64::from_bits(ft), f64::from_bits(fr));
    let (x, y, z) = (single(fs), single(ft), single(fr));
    let double = |value: Option<f64>| value.map(f64::to_bits);
    let short = |value: Option<f32>| value.map(|v| u64::from(v.to_bits()));
    match op {
        Op::AddD => double(sum(a, b)),
        Op::SubD => double(sum(a, -b)),
        Op::MulD => double(product(a, b)),
        Op::DivD => double(quotient(a, b)),
        Op::MaddD => double(product(a, b).and_then(|p| sum(p, c))),
        Op::MsubD => double(product(a, b).and_then(|p| sum(p, -c))),
        Op::NmaddD => double(product(a, b).and_then(|p| sum(p, c)).map(|v| -v)),
        Op::NmsubD => double(product(a, b).and_then(|p| sum(p, -c)).map(|v| -v)),
        Op::AddS => short(sum_single(x, y)),
        Op::SubS => short(sum_single(x, -y)),
        Op::MulS => short(product_single(x, y)),
        Op::DivS => short(quotient_single(x, y)),
        Op::MaddS => short(product_single(x, y).and_then(|p| sum_single(p, z))),
        Op::MsubS => short(product_single(x, y).and_then(|p| sum_single(p, -z))),
        Op::NmaddS => short(product_single(x, y).and_then(|p| sum_single(p, z)).map(|v| -v)),
        Op::NmsubS => short(product_single(x, y).and_then(|p| sum_single(p, -z)).map(|v| -v)),
        Op::CvtSD => {
            let value = a as f32;
            short((is_plain_single(value) || a == 0.0).then_some(value))
        }
        Op::CvtDS => double((is_plain_single(x) || x == 0.0).then_some(f64::from(x))),
        Op::CvtDW => Some(f64::from(fs as i32).to_bits()),
        Op::CvtSW => Some(u64::from((fs as i32 as f32).to_bits())),
        Op::TruncWD => (a > -2_147_483_649.0 && a < 2_147_483_648.0).then_some(u64::from(a as i32 as u32)),
        Op::TruncWS => (-2_147_483_648.0..2_147_483_648.0).contains(&x).then_some(u64::from(x as i32 as u32)),
        _ => None,
    }
}

/// The rounding error of a sum, exactly (T. J. Dekker, "A Floating-Point Technique for Extending the Available
/// Precision", 1971; D. E. Knuth).
#[inline(always)]
fn sum_is_inexact(a: f64, b: f64) -> bool {
    let value = a + b;
    let other = value - a;
    (a - (value - other)) + (b - other) != 0.0
}

#[inline(always)]
fn sum_is_inexact_single(a: f32, b: f32) -> bool {
    let value = a + b;
    let other = value - a;
    (a - (value - other)) + (b - other) != 0.0
}

fn significand(bits: u64) -> u64 {
    bits & DOUBLE_FRACTION | DOUBLE_HIDDEN
}

/// Whether bits of a product were lost: 52 or 53 of those of the product of the significands.
#[inline(always)]
fn product_is_inexact(a: f64, b: f64) -> Option<bool> {
    let (x, y, value) = (a.to_bits(), b.to_bits(), (a * b).to_bits());
    if field(x) == 0 || field(y) == 0 {
        return if a == 0.0 || b == 0.0 { Some(false) } else { None };
    }
    let lost = 52 + (field(value) + 1023).wrapping_sub(field(x) + field(y));
    let low = significand(x).wrapping_mul(significand(y));
    Some(low & ((1 << (lost & 63)) - 1) != 0)
}

/// Whether the quotient times the divisor differs from the dividend. The difference is below 2^64, so the low bits show
/// it.
#[inline(always)]
fn quotient_is_inexact(a: f64, b: f64) -> Option<bool> {
    let (x, y, value) = (a.to_bits(), b.to_bits(), (a / b).to_bits());
    if field(x) == 0 || field(y) == 0 {
        return if a == 0.0 { Some(false) } else { None };
    }
    let places = (field(x) + 1075).wrapping_sub(field(value) + field(y));
    Some(significand(value).wrapping_mul(significand(y)) != significand(x).wrapping_shl(places as u32))
}

/// Whether an instruction for which [`compute`] gives `value` is inexact. `None` if that is not certain.
#[inline(always)]
pub fn inexact(op: Op, Operands { fs, ft, fr }: Operands, value: u64) -> Option<bool> {
    let (a, b, c) = (f64::from_bits(fs), f64::from_bits(ft), f64::from_bits(fr));
    let (x, y, z) = (single(fs), single(ft), single(fr));
    let wide = |x: f32, y: f32| f64::from(x) * f64::from(y);
    Some(match op {
        Op::AddD => sum_is_inexact(a, b),
        Op::SubD => sum_is_inexact(a, -b),
        Op::MulD => return product_is_inexact(a, b),
        Op::DivD => return quotient_is_inexact(a, b),
        Op::MaddD | Op::NmaddD => product_is_inexact(a, b)? || sum_is_inexact(a * b, c),
        Op::MsubD | Op::NmsubD => product_is_inexact(a, b)? || sum_is_inexact(a * b, -c),
        Op::AddS => sum_is_inexact_single(x, y),
        Op::SubS => sum_is_inexact_single(x, -y),
        Op::MulS => wide(x, y) != f64::from(x * y),
        // 0 over infinity is exact.
        Op::DivS => x != 0.0 && wide(x / y, y) != f64::from(x),
        Op::MaddS | Op::NmaddS => wide(x, y) != f64::from(x * y) || sum_is_inexact_single(x * y, z),
        Op::MsubS | Op::NmsubS => wide(x, y) != f64::from(x * y) || sum_is_inexact_single(x * y, -z),
        Op::CvtSD => f64::from(single(value)) != a,
        Op::CvtSW => f64::from(single(value)) != f64::from(fs as i32),
        Op::TruncWD => f64::from(value as i32) != a,
        Op::TruncWS => f64::from(value as i32) != f64::from(x),
        _ => false,
    })
}

/// The [`exception`] bits of an instruction for which [`compute`] gives a result; of one that is no arithmetic, none.
pub fn exceptions(op: Op, operands: Operands) -> u8 {
    let Some(value) = compute(op, operands) else { return 0 };
    let certain = inexact(op, operands, value);
    match certain {
        Some(inexact) => u8::from(inexact) * exception::INEXACT,
        None => {
            let Operands { fs, ft, fr } = operands;
            super::arithmetic(op, fs, ft, fr, super::Fcsr::default()).1
        }
    }
}
