//! Words interpreted as a type: numbers with or without sign, characters, IEEE 754 numbers.

use alloc::{format, string::String, string::ToString, vec::Vec};
use mcore_cpu::isa::exec::fpu;

/// The types that words can be read as. Memory is little-endian: the first byte, halfword or character is the lowest of
/// its word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Typed {
    /// Words in hexadecimal.
    #[default]
    Hex,
    /// Words with sign.
    Signed,
    /// Words without sign.
    Unsigned,
    /// Words bit by bit.
    Binary,
    /// Halfwords with sign.
    Halves,
    /// Bytes without sign.
    Bytes,
    /// Characters.
    Text,
    /// Single-precision numbers.
    Single,
    /// Double-precision numbers: two words each, the lower half first.
    Double,
}

impl Typed {
    /// Words that one element takes.
    pub fn words(self) -> usize {
        if self == Self::Double { 2 } else { 1 }
    }

    /// Length of its longest element, in characters: columns of this width never move.
    pub fn width(self) -> usize {
        match self {
            Self::Hex => 8,
            Self::Signed => 11,
            Self::Unsigned => 10,
            Self::Binary => 33,
            Self::Halves => 13,
            Self::Bytes => 15,
            Self::Text => 4,
            Self::Single => 19,
            Self::Double => 24,
        }
    }
}

/// A byte as a character: printable ASCII as it is, any other byte as a dot.
pub(super) fn character(byte: u8) -> char {
    if (0x20..0x7f).contains(&byte) { byte as char } else { '.' }
}

/// An element that starts with the word `low`; `high` is the word after it, which only a double needs.
pub fn typed(kind: Typed, low: u32, high: u32) -> String {
    match kind {
        Typed::Hex => format!("{low:08x}"),
        Typed::Signed => (low as i32).to_string(),
        Typed::Unsigned => low.to_string(),
        Typed::Binary => {
            let nibbles: Vec<String> = (0..8).rev().map(|i| format!("{:04b}", low >> (4 * i) & 15)).collect();
            // Gaps at every nibble would be wider than a panel.
            format!("{} {}", nibbles[..4].join(""), nibbles[4..].join(""))
        }
        Typed::Halves => format!("{} {}", low as u16 as i16, (low >> 16) as u16 as i16),
        Typed::Bytes => low.to_le_bytes().map(|b| b.to_string()).join(" "),
        Typed::Text => low.to_le_bytes().map(character).iter().collect(),
        Typed::Single => fpu::single_text(low),
        Typed::Double => fpu::double_text(u64::from(high) << 32 | u64::from(low)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_in_every_reading() {
        let word = 0xc148_6948;
        let read = |kind| typed(kind, word, 0);
        assert_eq!(read(Typed::Hex), "c1486948");
        assert_eq!(read(Typed::Signed), "-1052219064");
        assert_eq!(read(Typed::Unsigned), "3242748232");
        assert_eq!(read(Typed::Binary), "1100000101001000 0110100101001000");
        assert_eq!(read(Typed::Halves), "26952 -16056");
        assert_eq!(read(Typed::Bytes), "72 105 72 193");
        assert_eq!(read(Typed::Text), "HiH.");
        assert_eq!(typed(Typed::Single, 0x3fc0_0000, 0), "1.5");
        assert_eq!(typed(Typed::Double, 0, 0x4004_0000), "2.5");
    }
}
