//! Floating-point constants: exact conversion from text, and arithmetic by the simulator's own unit, never by the host.

use alloc::{vec, vec::Vec};
use core::cmp::Ordering;
use mcore_cpu::isa::Op;
use mcore_cpu::isa::exec::fpu::{Fcsr, arithmetic, compare, exception, sign};

/// A format of IEEE 754.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

/// An operation of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Div,
}

/// Significant decimal digits that can decide how a number is rounded; further ones only count as "not 0".
const MAX_DIGITS: usize = 800;

impl Format {
    fn fraction(self) -> u32 {
        if self == Self::Single { 23 } else { 52 }
    }

    fn bias(self) -> i32 {
        if self == Self::Single { 127 } else { 1023 }
    }

    fn last(self) -> u64 {
        if self == Self::Single { 255 } else { 2047 }
    }

    fn sign_bit(self) -> u64 {
        if self == Self::Single { 1 << 31 } else { 1 << 63 }
    }

    /// +∞.
    pub fn infinity(self) -> u64 {
        self.last() << self.fraction()
    }

    /// The NaN that operations return.
    pub fn nan(self) -> u64 {
        self.infinity() | ((1 << (self.fraction() - 1)) - 1)
    }

    /// True for an infinity or a NaN.
    pub fn is_special(self, bits: u64) -> bool {
        bits & self.infinity() == self.infinity()
    }

    /// True for +0 and -0.
    pub fn is_zero(self, bits: u64) -> bool {
        bits & !self.sign_bit() == 0
    }

    /// `significand / 2^63 * 2^exponent`, rounded to nearest; bit 63 must be set, bit 0 is sticky.
    fn pack(self, negative: bool, exponent: i32, significand: u64) -> u64 {
        let sign = if negative { self.sign_bit() } else { 0 };
        if exponent > self.bias() {
            return sign | self.infinity();
        }
        let rest = 63 - self.fraction();
        let least = 1 - self.bias();
        let (below, shift) = if exponent < least { (true, (least - exponent) as u32) } else { (false, 0) };
        let value = match shift {
            0 => significand,
            1..=63 => significand >> shift | u64::from(significand << (64 - shift) != 0),
            _ => u64::from(significand != 0),
        };
        let (whole, lost, half) = (value >> rest, value & ((1 << rest) - 1), 1u64 << (rest - 1));
        let whole = whole + u64::from(lost > half || (lost == half && whole & 1 != 0));
        let field = if below { 0 } else { (exponent + self.bias() - 1) as u64 };
        let bits = (field << self.fraction()) + whole;
        sign | bits.min(self.infinity())
    }

    /// The value of a whole number.
    pub fn from_int(self, negative: bool, magnitude: u64) -> u64 {
        if magnitude == 0 {
            return 0;
        }
        let zeros = magnitude.leading_zeros();
        self.pack(negative, 63 - zeros as i32, magnitude << zeros)
    }

    /// The whole part and whether it is negative; `None` if it has no 64 bits, or is no number.
    pub fn to_int(self, bits: u64) -> Option<(bool, u64)> {
        let field = bits >> self.fraction() & self.last();
        let negative = bits & self.sign_bit() != 0;
        let fraction = bits & ((1 << self.fraction()) - 1);
        let exponent = field as i32 - self.bias();
        if field == self.last() || exponent > 63 {
            return None;
        }
        if exponent < 0 {
            return Some((negative, 0));
        }
        let significand = fraction | 1 << self.fraction();
        let shift = exponent - self.fraction() as i32;
        Some((negative, if shift >= 0 { significand << shift } else { significand >> -shift }))
    }

    /// A sum, difference, product or quotient.
    pub fn compute(self, operation: Operation, a: u64, b: u64) -> u64 {
        let single = self == Self::Single;
        let op = match (operation, single) {
            (Operation::Add, true) => Op::AddS,
            (Operation::Add, false) => Op::AddD,
            (Operation::Sub, true) => Op::SubS,
            (Operation::Sub, false) => Op::SubD,
            (Operation::Mul, true) => Op::MulS,
            (Operation::Mul, false) => Op::MulD,
            (Operation::Div, true) => Op::DivS,
            (Operation::Div, false) => Op::DivD,
        };
        arithmetic(op, a, b, 0, Fcsr::new(0)).0
    }

    /// The square root, and whether it exists.
    pub fn sqrt(self, a: u64) -> (u64, bool) {
        let op = if self == Self::Single { Op::SqrtS } else { Op::SqrtD };
        let (value, raised) = arithmetic(op, a, 0, 0, Fcsr::new(0));
        (value, raised & exception::INVALID == 0)
    }

    /// The number with the other sign.
    pub fn neg(self, a: u64) -> u64 {
        sign(if self == Self::Single { Op::NegS } else { Op::NegD }, a)
    }

    /// The number without its sign.
    pub fn abs(self, a: u64) -> u64 {
        sign(if self == Self::Single { Op::AbsS } else { Op::AbsD }, a)
    }

    /// The same number in another format.
    pub fn convert(self, a: u64, to: Self) -> u64 {
        match (self, to) {
            (Self::Single, Self::Double) => arithmetic(Op::CvtDS, a, 0, 0, Fcsr::new(0)).0,
            (Self::Double, Self::Single) => arithmetic(Op::CvtSD, a, 0, 0, Fcsr::new(0)).0,
            _ => a,
        }
    }

    /// Compares two numbers; `None` with a NaN.
    pub fn order(self, a: u64, b: u64) -> Option<Ordering> {
        let double = self == Self::Double;
        let holds = |single: Op, wide: Op| compare(if double { wide } else { single }, double, a, b).0;
        if holds(Op::CUnS, Op::CUnD) {
            None
        } else if holds(Op::CEqS, Op::CEqD) {
            Some(Ordering::Equal)
        } else if holds(Op::COltS, Op::COltD) {
            Some(Ordering::Less)
        } else {
            Some(Ordering::Greater)
        }
    }

    /// Reads `12.5e-3` or `0x1.8p4` without suffix; `None` if it is not a number of this form.
    pub fn parse(self, text: &str) -> Option<u64> {
        match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(rest) => self.parse_hexadecimal(rest),
            None => self.parse_decimal(text),
        }
    }

    fn parse_decimal(self, text: &str) -> Option<u64> {
        let (mantissa, exponent) = split_exponent(text, ['e', 'E'])?;
        let (mut digits, mut scale, mut point) = (Vec::new(), i64::from(exponent), false);
        let (mut any, mut lost) = (false, false);
        for c in mantissa.bytes() {
            match c {
                b'.' if !point => point = true,
                b'0'..=b'9' => {
                    any = true;
                    scale -= i64::from(point);
                    if digits.is_empty() && c == b'0' {
                    } else if digits.len() < MAX_DIGITS {
                        digits.push(c - b'0');
                    } else {
                        lost |= c != b'0';
                        scale += 1;
                    }
                }
                _ => return None,
            }
        }
        if !any {
            return None;
        }
        if digits.is_empty() {
            return Some(0);
        }
        // Beyond these every number is 0 or infinite.
        let magnitude = digits.len() as i64 + scale;
        if magnitude > 400 {
            return Some(self.infinity());
        }
        if magnitude < -400 {
            return Some(0);
        }
        if lost {
            digits.push(1);
            scale -= 1;
        }
        let mut numerator = Big::default();
        for digit in digits {
            numerator.scale(10, u32::from(digit));
        }
        let mut denominator = Big(vec![1]);
        for _ in 0..scale.unsigned_abs() {
            if scale > 0 { numerator.scale(10, 0) } else { denominator.scale(10, 0) }
        }
        let (exponent, significand) = quotient(numerator, denominator);
        Some(self.pack(false, exponent, significand))
    }

    fn parse_hexadecimal(self, text: &str) -> Option<u64> {
        let (mantissa, mut exponent) = split_exponent(text, ['p', 'P'])?;
        let (mut value, mut sticky, mut point, mut any) = (0u64, false, false, false);
        for c in mantissa.chars() {
            if c == '.' && !point {
                point = true;
                continue;
            }
            let digit = u64::from(c.to_digit(16)?);
            any = true;
            if value >> 60 == 0 {
                value = value << 4 | digit;
                exponent = exponent.saturating_sub(if point { 4 } else { 0 });
            } else {
                sticky |= digit != 0;
                exponent = exponent.saturating_add(if point { 0 } else { 4 });
            }
        }
        if !any {
            return None;
        }
        if value == 0 {
            return Some(0);
        }
        let zeros = value.leading_zeros();
        let significand = value << zeros | u64::from(sticky);
        Some(self.pack(false, exponent.saturating_add(63 - zeros as i32).clamp(-5000, 5000), significand))
    }
}

/// Mantissa and exponent; an exponent beyond all formats is cut.
fn split_exponent(text: &str, letters: [char; 2]) -> Option<(&str, i32)> {
    let Some((mantissa, exponent)) = text.split_once(letters) else { return Some((text, 0)) };
    let (negative, digits) = match exponent.as_bytes().first()? {
        b'-' => (true, &exponent[1..]),
        b'+' => (false, &exponent[1..]),
        _ => (false, exponent),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0i32;
    for c in digits.bytes() {
        if !c.is_ascii_digit() {
            return None;
        }
        value = (value.saturating_mul(10)).saturating_add(i32::from(c - b'0')).min(100_000_000);
    }
    Some((mantissa, if negative { -value } else { value }))
}

/// A whole number of any size, the lowest 32 bits first, without zeros at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Big(Vec<u32>);

impl Big {
    /// `self * factor + term`.
    fn scale(&mut self, factor: u32, term: u32) {
        let mut carry = u64::from(term);
        for limb in &mut self.0 {
            let value = u64::from(*limb) * u64::from(factor) + carry;
            *limb = value as u32;
            carry = value >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn bits(&self) -> u32 {
        self.0.last().map_or(0, |top| self.0.len() as u32 * 32 - top.leading_zeros())
    }

    fn shifted(&self, places: u32) -> Self {
        let mut out = vec![0; (places / 32) as usize];
        let shift = places % 32;
        let mut carry = 0;
        for limb in &self.0 {
            let value = u64::from(*limb) << shift | carry;
            out.push(value as u32);
            carry = value >> 32;
        }
        if carry > 0 {
            out.push(carry as u32);
        }
        Self(out)
    }

    fn is_below(&self, other: &Self) -> bool {
        if self.0.len() != other.0.len() {
            return self.0.len() < other.0.len();
        }
        self.0.iter().rev().lt(other.0.iter().rev())
    }

    /// `self - other`, which must not be negative.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = false;
        for (index, limb) in self.0.iter_mut().enumerate() {
            let (value, first) = limb.overflowing_sub(other.0.get(index).copied().unwrap_or(0));
            let (value, second) = value.overflowing_sub(u32::from(borrow));
            *limb = value;
            borrow = first || second;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

/// A quotient as exponent and significand with bit 63 set and a sticky bit 0.
fn quotient(mut numerator: Big, mut denominator: Big) -> (i32, u64) {
    let mut exponent = numerator.bits() as i32 - denominator.bits() as i32;
    if exponent >= 0 {
        denominator = denominator.shifted(exponent as u32);
    } else {
        numerator = numerator.shifted(exponent.unsigned_abs());
    }
    if numerator.is_below(&denominator) {
        numerator = numerator.shifted(1);
        exponent -= 1;
    }
    let mut significand = 0u64;
    for _ in 0..64 {
        significand <<= 1;
        if !numerator.is_below(&denominator) {
            numerator.subtract(&denominator);
            significand |= 1;
        }
        numerator.scale(2, 0);
    }
    (exponent, significand | u64::from(!numerator.0.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_constants_are_rounded_as_by_rusts_exact_parser() {
        let texts = [
            "0.1",
            "1",
            "3.14159265358979323846",
            "1e22",
            "1e23",
            "9007199254740993",
            "1e-5",
            "4.9406564584124654e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "2.2250738585072011e-308",
            "123456789.123456789e-30",
            "0.000000000000000000000000000000000000001",
            "16777217",
            "1.1754943508222875e-38",
            "3.4028235677973366e38",
            "1e400",
            "1e-400",
            "0e99999999999",
            "5.e-1",
            "8.5e-46",
            "1.00000005960464477540",
            "100000000000000016777215",
        ];
        for text in texts {
            let (double, single) = (text.parse::<f64>().unwrap(), text.parse::<f32>().unwrap());
            assert_eq!(Format::Double.parse(text), Some(double.to_bits()), "{text}");
            assert_eq!(Format::Single.parse(text), Some(u64::from(single.to_bits())), "{text}");
        }
    }

    #[test]
    fn hexadecimal_constants() {
        let double = |text| f64::from_bits(Format::Double.parse(text).unwrap());
        assert_eq!(double("0x1p0"), 1.0);
        assert_eq!(double("0x1.8p+1"), 3.0);
        assert_eq!(double("0x.1p-4"), 1.0 / 256.0);
        assert_eq!(double("0x1.fffffffffffff8p0"), 2.0);
        assert_eq!(double("0x0.0000000000001p-1022"), f64::from_bits(1));
        assert_eq!(Format::Double.parse("0x1p99999999999"), Some(Format::Double.infinity()));
        assert_eq!(Format::Double.parse("0xp1"), None);
        assert_eq!(Format::Double.parse("1e"), None);
    }

    #[test]
    fn whole_numbers_and_back() {
        for value in [0i64, 1, -1, 7, i64::MAX, i64::MIN, 1 << 53, (1 << 53) + 1, 16_777_217, -16_777_219] {
            let bits = Format::Double.from_int(value < 0, value.unsigned_abs());
            assert_eq!(bits, (value as f64).to_bits());
            let single = Format::Single.from_int(value < 0, value.unsigned_abs());
            assert_eq!(single as u32, (value as f32).to_bits());
            if let Some((negative, magnitude)) = Format::Double.to_int(bits).filter(|(_, m)| *m < 1 << 63) {
                let back = if negative { -(magnitude as i64) } else { magnitude as i64 };
                assert_eq!(back, value as f64 as i64);
            }
        }
        assert_eq!(Format::Double.to_int(2.9f64.to_bits()), Some((false, 2)));
        assert_eq!(Format::Double.to_int((-0.9f64).to_bits()), Some((true, 0)));
        assert_eq!(Format::Double.to_int(Format::Double.nan()), None);
    }

    #[test]
    fn arithmetic_and_order() {
        let d = Format::Double;
        let sum = d.compute(Operation::Add, 0.1f64.to_bits(), 0.2f64.to_bits());
        assert_eq!(f64::from_bits(sum), 0.1 + 0.2);
        assert_eq!(d.order(1f64.to_bits(), 2f64.to_bits()), Some(Ordering::Less));
        assert_eq!(d.order(d.nan(), 2f64.to_bits()), None);
        assert_eq!(d.order((-0f64).to_bits(), 0), Some(Ordering::Equal));
        assert_eq!(d.convert(0.1f64.to_bits(), Format::Single) as u32, 0.1f32.to_bits());
    }
}
