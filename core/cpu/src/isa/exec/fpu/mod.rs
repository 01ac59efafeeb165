//! The computations of floating-point instructions, as functions of values: results and exceptions.
//!
//! Values are bit patterns, a single or a word in the lower half of 64 bits. NaNs are those of MIPS before IEEE
//! 754-2008: a NaN is signalling if the first bit of its fraction is 1, and an operation with a signalling NaN is
//! invalid.
//!
//! Where the architecture leaves a choice, qemu's 24Kf decides: every NaN computed is the default NaN (0x7fbfffff,
//! 0x7ff7ffffffffffff); `madd.s` and its family round the product before the sum, and `nmadd.s` inverts the sign of its
//! result even if that is a NaN; `rsqrt.s` rounds the root before the division; `abs.s` and `neg.s` only touch the
//! sign, also of a NaN, and raise nothing; with FS set, tiny results become 0 without an exception and tiny operands
//! are used in full; underflow is raised only together with inexact.

mod fcsr;
pub mod host;
mod soft;
mod text;

pub use fcsr::{FIR, Fcsr};
pub use soft::{Rounding, exception};
pub use text::{double_text, single_text};

use crate::isa::Op;
use core::cmp::Ordering;
use soft::{Double, Single, Soft};

/// Sign bits.
const SINGLE_SIGN: u64 = 1 << 31;
const DOUBLE_SIGN: u64 = 1 << 63;
/// The number 1.
const SINGLE_ONE: u64 = 0x3f80_0000;
const DOUBLE_ONE: u64 = 0x3ff0_0000_0000_0000;

/// Result and [`exception`] bits of an instruction that computes a floating-point register from others: arithmetic, the
/// `madd.s` family, conversions. Every other instruction gives 0 and raises nothing.
#[inline]
pub fn arithmetic(op: Op, fs: u64, ft: u64, fr: u64, fcsr: Fcsr) -> (u64, u8) {
    let mut u = Soft { rounding: fcsr.rounding(), flush: fcsr.flush(), exceptions: 0 };
    let value = match op {
        Op::AddS => u.add::<Single>(fs, ft),
        Op::AddD => u.add::<Double>(fs, ft),
        Op::SubS => u.sub::<Single>(fs, ft),
        Op::SubD => u.sub::<Double>(fs, ft),
        Op::MulS => u.mul::<Single>(fs, ft),
        Op::MulD => u.mul::<Double>(fs, ft),
        _ => other(&mut u, op, fs, ft, fr),
    };
    (value, u.exceptions)
}

/// The less frequent instructions.
fn other(u: &mut Soft, op: Op, fs: u64, ft: u64, fr: u64) -> u64 {
    match op {
        Op::DivS => u.div::<Single>(fs, ft),
        Op::DivD => u.div::<Double>(fs, ft),
        Op::SqrtS => u.sqrt::<Single>(fs),
        Op::SqrtD => u.sqrt::<Double>(fs),
        Op::RecipS => u.div::<Single>(SINGLE_ONE, fs),
        Op::RecipD => u.div::<Double>(DOUBLE_ONE, fs),
        Op::RsqrtS => {
            let root = u.sqrt::<Single>(fs);
            u.div::<Single>(SINGLE_ONE, root)
        }
        Op::RsqrtD => {
            let root = u.sqrt::<Double>(fs);
            u.div::<Double>(DOUBLE_ONE, root)
        }
        Op::MaddS | Op::MsubS | Op::NmaddS | Op::NmsubS => {
            let product = u.mul::<Single>(fs, ft);
            match op {
                Op::MaddS => u.add::<Single>(product, fr),
                Op::MsubS => u.sub::<Single>(product, fr),
                Op::NmaddS => u.add::<Single>(product, fr) ^ SINGLE_SIGN,
                _ => u.sub::<Single>(product, fr) ^ SINGLE_SIGN,
            }
        }
        Op::MaddD | Op::MsubD | Op::NmaddD | Op::NmsubD => {
            let product = u.mul::<Double>(fs, ft);
            match op {
                Op::MaddD => u.add::<Double>(product, fr),
                Op::MsubD => u.sub::<Double>(product, fr),
                Op::NmaddD => u.add::<Double>(product, fr) ^ DOUBLE_SIGN,
                _ => u.sub::<Double>(product, fr) ^ DOUBLE_SIGN,
            }
        }
        Op::CvtSD => u.convert::<Double, Single>(fs),
        Op::CvtDS => u.convert::<Single, Double>(fs),
        Op::CvtSW => u.float_of::<Single>(fs as i32),
        Op::CvtDW => u.float_of::<Double>(fs as i32),
        _ => to_word(u, op, fs),
    }
}

/// Conversions to a word, with the rounding mode of FCSR or their own.
fn to_word(u: &mut Soft, op: Op, fs: u64) -> u64 {
    match op {
        Op::RoundWS | Op::RoundWD => u.rounding = Rounding::Nearest,
        Op::TruncWS | Op::TruncWD => u.rounding = Rounding::Zero,
        Op::CeilWS | Op::CeilWD => u.rounding = Rounding::Up,
        Op::FloorWS | Op::FloorWD => u.rounding = Rounding::Down,
        _ => {}
    }
    let value = match op {
        Op::CvtWS | Op::RoundWS | Op::TruncWS | Op::CeilWS | Op::FloorWS => u.integer_of::<Single>(fs),
        Op::CvtWD | Op::RoundWD | Op::TruncWD | Op::CeilWD | Op::FloorWD => u.integer_of::<Double>(fs),
        _ => 0,
    };
    u64::from(value as u32)
}

/// Value for the condition code, and [`exception`] bits, of a comparison (`c.eq.s` ...); `double` says of which format.
///
/// The last four bits of the instruction are its condition: bit 0 true if a NaN is among the operands, bit 1 if they
/// are equal, bit 2 if fs is less; with bit 3 every NaN is invalid.
#[inline]
pub fn compare(op: Op, double: bool, fs: u64, ft: u64) -> (bool, u8) {
    // The table has them in this order, each for both formats; a test compares it with the bits.
    let condition = (op as u32 - Op::CFS as u32) / 2;
    let signalling = condition & 8 != 0;
    let mut u = Soft::default();
    let order = match double {
        true => u.compare::<Double>(fs, ft, signalling),
        false => u.compare::<Single>(fs, ft, signalling),
    };
    let bit = match order {
        None => 1,
        Some(Ordering::Equal) => 2,
        Some(Ordering::Less) => 4,
        Some(Ordering::Greater) => 0,
    };
    (condition & bit != 0, u.exceptions)
}

/// Result of an instruction that moves a floating-point number and raises nothing: `abs.s`, `neg.s`; every other one
/// gives fs.
#[inline]
pub fn sign(op: Op, fs: u64) -> u64 {
    match op {
        Op::AbsS => fs & !SINGLE_SIGN,
        Op::AbsD => fs & !DOUBLE_SIGN,
        Op::NegS => fs ^ SINGLE_SIGN,
        Op::NegD => fs ^ DOUBLE_SIGN,
        _ => fs,
    }
}
