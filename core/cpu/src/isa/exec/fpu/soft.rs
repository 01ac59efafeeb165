//! Binary floating point computed with integers, so that every bit and every exception is the same on every host.
//!
//! An operation takes its operands apart ([`unpack`]), computes with 64 bits of which the lowest is *sticky* (1 if
//! anything below it was lost), and [`Soft::finish`] rounds once. Source: IEEE Std 754-1985; for NaNs, whose first
//! fraction bit is 1 if they are signalling, "MIPS32 Architecture For Programmers Volume I", section 5.4.3. Subnormal
//! numbers are computed with in full, tininess is detected after rounding, as qemu does for this processor.

use core::cmp::Ordering;

/// Rounding mode, with the numbers of FCSR.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To the nearest number, a tie to the even one.
    #[default]
    Nearest,
    /// Towards 0.
    Zero,
    /// Towards +∞.
    Up,
    /// Towards -∞.
    Down,
}

/// The exceptions of IEEE 754 as bits, in the order in which FCSR has them in each of its fields.
pub mod exception {
    /// The result was rounded.
    pub const INEXACT: u8 = 1;
    /// The result is below the smallest normal number and was rounded.
    pub const UNDERFLOW: u8 = 2;
    /// The result is above the largest number.
    pub const OVERFLOW: u8 = 4;
    /// A number other than 0 was divided by 0.
    pub const DIVISION_BY_ZERO: u8 = 8;
    /// The operation has no result, or an operand is a signalling NaN.
    pub const INVALID: u8 = 16;
}

/// A format of IEEE 754: the widths of its fields.
pub trait Format {
    /// Bits of the fraction.
    const FRACTION: u32;
    /// Bits of the exponent.
    const EXPONENT: u32;

    /// Place of the sign.
    const SIGN: u32 = Self::FRACTION + Self::EXPONENT;
    /// Exponent field of infinities and NaNs.
    const LAST: u32 = (1 << Self::EXPONENT) - 1;
    /// Exponent field of numbers from 1 to 2.
    const BIAS: i32 = (Self::LAST / 2) as i32;
    /// Exponent of the smallest normal number.
    const LEAST: i32 = 1 - Self::BIAS;
    /// +∞.
    const INFINITY: u64 = (Self::LAST as u64) << Self::FRACTION;
    /// The bit that is 1 in a signalling NaN.
    const SIGNALLING: u64 = 1 << (Self::FRACTION - 1);
    /// The NaN that operations return: 0x7fbfffff or 0x7ff7ffffffffffff.
    const DEFAULT_NAN: u64 = Self::INFINITY | (Self::SIGNALLING - 1);
    /// Bits below the fraction in a significand whose first bit is bit 63.
    const REST: u32 = 63 - Self::FRACTION;
}

/// 32 bits, of which 23 are the fraction.
#[derive(Clone, Copy, Debug)]
pub struct Single;
/// 64 bits, of which 52 are the fraction.
#[derive(Clone, Copy, Debug)]
pub struct Double;

impl Format for Single {
    const FRACTION: u32 = 23;
    const EXPONENT: u32 = 8;
}

impl Format for Double {
    const FRACTION: u32 = 52;
    const EXPONENT: u32 = 11;
}

/// The kind of a number, apart from its sign.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Zero,
    /// `significand / 2^63 * 2^exponent`; bit 63 of the significand is set.
    Finite,
    Infinite,
    Nan,
}

#[derive(Clone, Copy)]
struct Unpacked {
    kind: Kind,
    sign: bool,
    exponent: i32,
    significand: u64,
}

#[inline]
fn unpack<F: Format>(bits: u64) -> Unpacked {
    let sign = bits >> F::SIGN & 1 != 0;
    let field = (bits >> F::FRACTION) as u32 & F::LAST;
    let fraction = bits << F::REST & (u64::MAX >> 1);
    let (kind, exponent, significand) = if field.wrapping_sub(1) < F::LAST - 1 {
        (Kind::Finite, field as i32 - F::BIAS, 1 << 63 | fraction)
    } else if fraction == 0 {
        (if field == 0 { Kind::Zero } else { Kind::Infinite }, 0, 0)
    } else if field == 0 {
        let zeros = fraction.leading_zeros();
        (Kind::Finite, F::LEAST - zeros as i32, fraction << zeros)
    } else {
        (Kind::Nan, 0, 0)
    };
    Unpacked { kind, sign, exponent, significand }
}

#[inline]
fn is_nan<F: Format>(bits: u64) -> bool {
    bits & (F::INFINITY | (F::INFINITY - 1) & ((1 << F::SIGN) - 1)) > F::INFINITY
}

#[inline]
fn is_signalling<F: Format>(bits: u64) -> bool {
    is_nan::<F>(bits) && bits & F::SIGNALLING != 0
}

#[inline]
fn sign_bit<F: Format>(sign: bool) -> u64 {
    u64::from(sign) << F::SIGN
}

/// `value / 2^places`, with the sticky bit.
#[inline]
fn shift_right(value: u64, places: u32) -> u64 {
    match places {
        0 => value,
        1..64 => value >> places | u64::from(value << (64 - places) != 0),
        _ => u64::from(value != 0),
    }
}

/// A floating-point unit: its modes, and the exceptions collected so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Soft {
    /// How results are rounded.
    pub rounding: Rounding,
    /// Results below the smallest normal number become 0 (with their sign).
    pub flush: bool,
    /// [`exception`] bits, collected.
    pub exceptions: u8,
}

impl Soft {
    /// The whole part of `significand / 2^rest` rounded, and whether anything was lost.
    #[inline]
    fn round(&self, sign: bool, significand: u64, rest: u32) -> (u64, bool) {
        let whole = significand >> rest;
        let lost = significand & ((1 << rest) - 1);
        let half = 1 << (rest - 1);
        let up = match self.rounding {
            Rounding::Nearest => lost > half || (lost == half && whole & 1 != 0),
            Rounding::Zero => false,
            Rounding::Up => lost != 0 && !sign,
            Rounding::Down => lost != 0 && sign,
        };
        (whole + u64::from(up), lost != 0)
    }

    /// The final step of each operation: rounds and packs `significand / 2^63 * 2^exponent`. Bit 63 must be set, bit 0
    /// is sticky.
    #[inline]
    fn finish<F: Format>(&mut self, sign: bool, exponent: i32, significand: u64) -> u64 {
        if exponent < F::LEAST {
            return self.finish_tiny::<F>(sign, exponent, significand);
        }
        let (whole, inexact) = self.round(sign, significand, F::REST);
        // The first bit of `whole` adds the 1 that is subtracted here; a carry out of the fraction adds one more.
        let bits = (((exponent + F::BIAS - 1) as u64) << F::FRACTION) + whole;
        if bits >= F::INFINITY {
            self.exceptions |= exception::OVERFLOW | exception::INEXACT;
            let away = match self.rounding {
                Rounding::Nearest => true,
                Rounding::Zero => false,
                Rounding::Up => !sign,
                Rounding::Down => sign,
            };
            return sign_bit::<F>(sign) | (F::INFINITY - u64::from(!away));
        }
        self.exceptions |= u8::from(inexact) * exception::INEXACT;
        sign_bit::<F>(sign) | bits
    }

    /// As [`Soft::finish`], below the smallest normal number.
    #[cold]
    fn finish_tiny<F: Format>(&mut self, sign: bool, exponent: i32, significand: u64) -> u64 {
        if self.flush {
            return sign_bit::<F>(sign);
        }
        let (whole, inexact) = self.round(sign, shift_right(significand, (F::LEAST - exponent) as u32), F::REST);
        if inexact {
            self.exceptions |= exception::INEXACT;
            // Tiny, unless rounding with the usual precision would reach the smallest normal number.
            let reaches = self.round(sign, significand, F::REST).0 >> (F::FRACTION + 1) != 0;
            if exponent < F::LEAST - 1 || !reaches {
                self.exceptions |= exception::UNDERFLOW;
            }
        }
        sign_bit::<F>(sign) | whole
    }

    fn invalid<F: Format>(&mut self) -> u64 {
        self.exceptions |= exception::INVALID;
        F::DEFAULT_NAN
    }

    /// The result of an operation with at least one NaN operand; invalid if one of them is signalling.
    #[cold]
    fn nan<F: Format>(&mut self, a: u64, b: u64) -> u64 {
        if is_signalling::<F>(a) || is_signalling::<F>(b) {
            self.exceptions |= exception::INVALID;
        }
        F::DEFAULT_NAN
    }

    /// The zero that results from a difference of equal numbers.
    fn zero<F: Format>(&self) -> u64 {
        sign_bit::<F>(self.rounding == Rounding::Down)
    }

    /// a + b.
    #[inline]
    pub fn add<F: Format>(&mut self, a: u64, b: u64) -> u64 {
        self.sum::<F>(a, b, false)
    }

    /// a - b.
    #[inline]
    pub fn sub<F: Format>(&mut self, a: u64, b: u64) -> u64 {
        self.sum::<F>(a, b, true)
    }

    #[inline]
    fn sum<F: Format>(&mut self, a: u64, b: u64, negate: bool) -> u64 {
        let x = unpack::<F>(a);
        let mut y = unpack::<F>(b);
        y.sign ^= negate;
        if (x.kind, y.kind) != (Kind::Finite, Kind::Finite) {
            return self.special_sum::<F>(a, b, x, y);
        }
        let larger = (x.exponent, x.significand) >= (y.exponent, y.significand);
        let (x, y) = if larger { (x, y) } else { (y, x) };
        // One bit to the right, to leave room for a carry.
        let (one, other) = (x.significand >> 1, shift_right(y.significand, (x.exponent - y.exponent) as u32 + 1));
        let result = if x.sign == y.sign { one + other } else { one - other };
        if result == 0 {
            return self.zero::<F>();
        }
        let zeros = result.leading_zeros();
        self.finish::<F>(x.sign, x.exponent + 1 - zeros as i32, result << zeros)
    }

    #[cold]
    fn special_sum<F: Format>(&mut self, a: u64, b: u64, x: Unpacked, y: Unpacked) -> u64 {
        match (x.kind, y.kind) {
            (Kind::Nan, _) | (_, Kind::Nan) => self.nan::<F>(a, b),
            (Kind::Infinite, Kind::Infinite) if x.sign != y.sign => self.invalid::<F>(),
            (Kind::Infinite, _) => sign_bit::<F>(x.sign) | F::INFINITY,
            (_, Kind::Infinite) => sign_bit::<F>(y.sign) | F::INFINITY,
            (Kind::Zero, Kind::Zero) if x.sign == y.sign => sign_bit::<F>(x.sign),
            (Kind::Zero, Kind::Zero) => self.zero::<F>(),
            (Kind::Zero, _) => self.finish::<F>(y.sign, y.exponent, y.significand),
            _ => self.finish::<F>(x.sign, x.exponent, x.significand),
        }
    }

    /// a x b.
    #[inline]
    pub fn mul<F: Format>(&mut self, a: u64, b: u64) -> u64 {
        let (x, y) = (unpack::<F>(a), unpack::<F>(b));
        let sign = x.sign ^ y.sign;
        if (x.kind, y.kind) != (Kind::Finite, Kind::Finite) {
            return match (x.kind, y.kind) {
                (Kind::Nan, _) | (_, Kind::Nan) => self.nan::<F>(a, b),
                (Kind::Infinite, Kind::Zero) | (Kind::Zero, Kind::Infinite) => self.invalid::<F>(),
                (Kind::Infinite, _) | (_, Kind::Infinite) => sign_bit::<F>(sign) | F::INFINITY,
                _ => sign_bit::<F>(sign),
            };
        }
        // The product of two numbers from 1 to 2, divided by 2, has its first bit at 63 or 62.
        let product = if F::FRACTION < 32 {
            (x.significand >> 32) * (y.significand >> 32)
        } else {
            let whole = u128::from(x.significand) * u128::from(y.significand);
            (whole >> 64) as u64 | u64::from(whole as u64 != 0)
        };
        let zeros = product.leading_zeros();
        self.finish::<F>(sign, x.exponent + y.exponent + 1 - zeros as i32, product << zeros)
    }

    /// a / b.
    pub fn div<F: Format>(&mut self, a: u64, b: u64) -> u64 {
        let (x, y) = (unpack::<F>(a), unpack::<F>(b));
        let sign = x.sign ^ y.sign;
        match (x.kind, y.kind) {
            (Kind::Finite, Kind::Finite) => {}
            (Kind::Nan, _) | (_, Kind::Nan) => return self.nan::<F>(a, b),
            (Kind::Infinite, Kind::Infinite) | (Kind::Zero, Kind::Zero) => return self.invalid::<F>(),
            (Kind::Infinite, _) => return sign_bit::<F>(sign) | F::INFINITY,
            (Kind::Finite, Kind::Zero) => {
                self.exceptions |= exception::DIVISION_BY_ZERO;
                return sign_bit::<F>(sign) | F::INFINITY;
            }
            _ => return sign_bit::<F>(sign),
        }
        let (dividend, divisor) = (x.significand >> F::REST, y.significand >> F::REST);
        let less = dividend < divisor;
        // From 1 to 2; then the digits after the point, as many at a time as the remainder leaves room for.
        let mut remainder = (dividend << u32::from(less)) - divisor;
        let mut quotient = 1;
        let mut wanted = F::FRACTION + 2;
        while wanted > 0 {
            let digits = wanted.min(F::REST);
            let room = remainder << digits;
            quotient = (quotient << digits) | (room / divisor);
            remainder = room % divisor;
            wanted -= digits;
        }
        let significand = quotient << (F::REST - 2) | u64::from(remainder != 0);
        self.finish::<F>(sign, x.exponent - y.exponent - i32::from(less), significand)
    }

    /// Square root.
    pub fn sqrt<F: Format>(&mut self, a: u64) -> u64 {
        let x = unpack::<F>(a);
        match (x.kind, x.sign) {
            (Kind::Nan, _) => return self.nan::<F>(a, a),
            (Kind::Zero, _) | (Kind::Infinite, false) => return a,
            (_, true) => return self.invalid::<F>(),
            (Kind::Finite, false) => {}
        }
        // Digit by digit, as by hand: two digits of the radicand, which is from 1 to 4, give one digit of the root.
        let mut radicand = x.significand >> 1;
        if x.exponent & 1 != 0 {
            radicand = x.significand;
        }
        let (mut root, mut remainder) = (0u64, 0u64);
        for _ in 0..F::FRACTION + 3 {
            remainder = remainder << 2 | radicand >> 62;
            radicand <<= 2;
            let trial = root << 2 | 1;
            root <<= 1;
            if remainder >= trial {
                remainder -= trial;
                root |= 1;
            }
        }
        self.finish::<F>(false, x.exponent >> 1, root << (F::REST - 2) | u64::from(remainder != 0))
    }

    /// Converts a number to another format.
    pub fn convert<F: Format, G: Format>(&mut self, a: u64) -> u64 {
        let x = unpack::<F>(a);
        match x.kind {
            Kind::Zero => sign_bit::<G>(x.sign),
            Kind::Infinite => sign_bit::<G>(x.sign) | G::INFINITY,
            Kind::Finite => self.finish::<G>(x.sign, x.exponent, x.significand),
            Kind::Nan => {
                self.nan::<F>(a, a);
                G::DEFAULT_NAN
            }
        }
    }

    /// Converts a whole number to floating point.
    pub fn float_of<F: Format>(&mut self, value: i32) -> u64 {
        if value == 0 {
            return 0;
        }
        let magnitude = u64::from(value.unsigned_abs());
        let zeros = magnitude.leading_zeros();
        self.finish::<F>(value < 0, 63 - zeros as i32, magnitude << zeros)
    }

    /// Converts a floating-point number to a whole number, rounded; 0x7fffffff and invalid if it does not fit in 32
    /// bits.
    pub fn integer_of<F: Format>(&mut self, a: u64) -> i32 {
        let x = unpack::<F>(a);
        if x.kind == Kind::Zero {
            return 0;
        }
        if x.kind == Kind::Finite && x.exponent < 32 {
            // 32 bits before the binary point and 32 after it.
            let fixed = shift_right(x.significand, (31 - x.exponent) as u32);
            let (whole, inexact) = self.round(x.sign, fixed, 32);
            let whole = if x.sign { -(whole as i64) } else { whole as i64 };
            if let Ok(value) = i32::try_from(whole) {
                self.exceptions |= u8::from(inexact) * exception::INEXACT;
                return value;
            }
        }
        self.exceptions |= exception::INVALID;
        i32::MAX
    }

    /// Compares a with b; `None` if one of them is a NaN, which is invalid if it is signalling, or always if
    /// `signalling`.
    #[inline]
    pub fn compare<F: Format>(&mut self, a: u64, b: u64, signalling: bool) -> Option<Ordering> {
        if is_nan::<F>(a) || is_nan::<F>(b) {
            if signalling || is_signalling::<F>(a) || is_signalling::<F>(b) {
                self.exceptions |= exception::INVALID;
            }
            return None;
        }
        let key = |bits: u64| {
            let magnitude = (bits & ((1 << F::SIGN) - 1)) as i64;
            if bits >> F::SIGN & 1 != 0 { -magnitude } else { magnitude }
        };
        Some(key(a).cmp(&key(b)))
    }
}
