//! Floating-point numbers as decimal text.

use alloc::{format, string::String};

/// The shortest decimal text that gives this single-precision number again, such as `3.14`, `2.0`, `1e30`, `-inf`,
/// `NaN`.
///
/// It always has a point or an exponent, so that it differs from a whole number and can be written after `.float`.
pub fn single_text(bits: u32) -> String {
    format!("{:?}", f32::from_bits(bits))
}

/// As [`single_text`], for double precision.
pub fn double_text(bits: u64) -> String {
    format!("{:?}", f64::from_bits(bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortest_texts() {
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (2.0, "2.0"),
            (0.1, "0.1"),
            (-3.25e2, "-325.0"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e16"),
            (1.5e-7, "1.5e-7"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(double_text(value.to_bits()), text);
        }
        assert_eq!(single_text(0x3dcc_cccd), "0.1");
        assert_eq!(single_text(0xff80_0000), "-inf");
        assert_eq!(single_text(0x7fbf_ffff), "NaN");
        assert_eq!(single_text(0x7fff_ffff), "NaN");
        assert_eq!(double_text(5), "2.5e-323");
    }
}
