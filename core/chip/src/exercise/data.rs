//! Data of exercises: numbers of several sizes, as bytes in memory.

use alloc::{format, string::String};

/// The type of the elements of some data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 32 bits, signed when shown.
    Word,
    /// 16 bits, signed when shown.
    Half,
    /// 8 bits, unsigned when shown.
    Byte,
    /// Single precision.
    Float,
    /// Double precision.
    Double,
}

impl Unit {
    /// All units with their keys in a pack.
    pub const ALL: [(&'static str, Self); 5] = [
        ("words", Self::Word),
        ("halves", Self::Half),
        ("bytes", Self::Byte),
        ("floats", Self::Float),
        ("doubles", Self::Double),
    ];

    /// Bytes per element; an element's address is a multiple of it.
    pub const fn bytes(self) -> u32 {
        match self {
            Self::Word | Self::Float => 4,
            Self::Half => 2,
            Self::Byte => 1,
            Self::Double => 8,
        }
    }

    /// True for floating-point numbers.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::Float | Self::Double)
    }

    /// Its key in a pack: `words`.
    pub fn key(self) -> &'static str {
        Self::ALL.iter().find(|(_, unit)| *unit == self).map_or("", |(key, _)| key)
    }

    /// The first element of `bytes`, as a person writes it.
    pub fn show(self, bytes: &[u8]) -> String {
        match self {
            Self::Word => format!("{}", self.whole(bytes) as i32),
            Self::Half => format!("{}", self.whole(bytes) as i16),
            Self::Byte => format!("{}", self.whole(bytes) as u8),
            Self::Float => format!("{}", f32::from_bits(self.whole(bytes) as u32)),
            Self::Double => format!("{}", f64::from_bits(self.whole(bytes))),
        }
    }

    /// The bits of the first element of `bytes`.
    fn whole(self, bytes: &[u8]) -> u64 {
        bytes.iter().take(self.bytes() as usize).rev().fold(0, |n, b| n << 8 | u64::from(*b))
    }

    /// The first element as a floating-point number; only for [`Unit::Float`] and [`Unit::Double`].
    fn float(self, bytes: &[u8]) -> f64 {
        match self {
            Self::Float => f64::from(f32::from_bits(self.whole(bytes) as u32)),
            _ => f64::from_bits(self.whole(bytes)),
        }
    }

    /// The bytes of a whole number, truncated to the element's size.
    pub fn of_integer(self, number: i64, out: &mut alloc::vec::Vec<u8>) {
        match self {
            Self::Float | Self::Double => self.of_float(number as f64, out),
            _ => out.extend_from_slice(&number.to_le_bytes()[..self.bytes() as usize]),
        }
    }

    /// The bytes of a floating-point number, rounded to nearest for [`Unit::Float`].
    pub fn of_float(self, number: f64, out: &mut alloc::vec::Vec<u8>) {
        match self {
            Self::Float => out.extend_from_slice(&(number as f32).to_le_bytes()),
            _ => out.extend_from_slice(&number.to_le_bytes()),
        }
    }

    /// Whether an element is as expected: equal bits, or a number within the tolerance.
    pub fn agrees(self, found: &[u8], wanted: &[u8], tolerance: Tolerance) -> bool {
        if found == wanted {
            return true;
        }
        if !self.is_float() {
            return false;
        }
        let (found, wanted) = (self.float(found), self.float(wanted));
        if found.is_nan() || wanted.is_nan() {
            return found.is_nan() && wanted.is_nan();
        }
        // Infinity is within no tolerance, unless both numbers are the same.
        found == wanted || (found - wanted).abs() <= tolerance.abs + tolerance.rel * wanted.abs() && wanted.is_finite()
    }
}

/// The allowed distance of a floating-point number from the expected one: at most `abs + rel x |expected|`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// Absolute part, not negative.
    pub abs: f64,
    /// Relative part, not negative.
    pub rel: f64,
}

// A tolerance is read from a pack and never a NaN.
impl Eq for Tolerance {}

impl Tolerance {
    /// True if only equal bits are allowed.
    pub fn is_exact(self) -> bool {
        self.abs == 0.0 && self.rel == 0.0
    }
}

/// A SHA-256 digest of a secret answer, with its salt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// Prefix of the answer.
    pub salt: alloc::vec::Vec<u8>,
    /// SHA-256 of salt and answer.
    pub sha256: [u8; 32],
}

impl Digest {
    /// The digest of an answer.
    pub fn of(salt: &[u8], answer: &[u8]) -> Self {
        use sha2::Digest as _;
        let mut hash = sha2::Sha256::new();
        hash.update(salt);
        hash.update(answer);
        Self { salt: salt.to_vec(), sha256: hash.finalize().into() }
    }

    /// True if the digest was made of this answer.
    pub fn is_of(&self, answer: &[u8]) -> bool {
        Self::of(&self.salt, answer) == *self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use mcore_base::packs::{from_hex, hex};

    fn bytes(unit: Unit, number: f64) -> Vec<u8> {
        let mut out = Vec::new();
        unit.of_float(number, &mut out);
        out
    }

    #[test]
    fn floats_agree_within_their_tolerance() {
        let close = |unit, found, wanted, abs, rel| {
            Unit::agrees(unit, &bytes(unit, found), &bytes(unit, wanted), Tolerance { abs, rel })
        };
        for unit in [Unit::Float, Unit::Double] {
            assert!(close(unit, 1.5, 1.5, 0.0, 0.0));
            assert!(!close(unit, 1.5, 1.25, 0.125, 0.0));
            assert!(close(unit, 1.5, 1.25, 0.25, 0.0));
            assert!(close(unit, 110.0, 100.0, 0.0, 0.1) && !close(unit, 111.0, 100.0, 0.0, 0.1));
            assert!(close(unit, -110.0, -100.0, 0.0, 0.1));
            assert!(close(unit, 0.0, -0.0, 0.0, 0.0));
            assert!(!close(unit, f64::NAN, 1.0, 1e9, 1e9) && !close(unit, 1.0, f64::INFINITY, 1.0, 1.0));
            assert!(!close(unit, f64::INFINITY, 1.0, 1.0, 1.0) && close(unit, f64::INFINITY, f64::INFINITY, 0.0, 0.0));
        }
    }

    #[test]
    fn elements_are_shown_as_they_are_written() {
        let show = |unit: Unit, n: i64| {
            let mut out = Vec::new();
            unit.of_integer(n, &mut out);
            assert_eq!(out.len(), unit.bytes() as usize);
            unit.show(&out)
        };
        assert_eq!(show(Unit::Word, -1), "-1");
        assert_eq!(show(Unit::Word, 0xffff_ffff), "-1");
        assert_eq!(show(Unit::Half, -2), "-2");
        assert_eq!(show(Unit::Byte, 255), "255");
        assert_eq!(show(Unit::Float, 3), "3");
        assert_eq!(Unit::Float.show(&bytes(Unit::Float, 0.1)), "0.1");
        assert_eq!(Unit::Double.show(&bytes(Unit::Double, -2.5e-9)), "-0.0000000025");
    }

    /// "abc", from FIPS 180-4's examples.
    #[test]
    fn digests_are_sha_256() {
        let d = Digest::of(b"a", b"bc");
        assert_eq!(hex(&d.sha256), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert!(d.is_of(b"bc") && !d.is_of(b"bd"));
        assert_eq!(from_hex("00ff1A"), Some(alloc::vec![0, 255, 26]));
        assert_eq!((from_hex("0"), from_hex("0g"), from_hex("+1")), (None, None, None));
    }
}
