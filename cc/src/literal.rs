//! Values of numbers, characters and strings.

use crate::float::Format;
use crate::lex::universal;
use alloc::{string::String, vec::Vec};
use mcore_base::{Text, text};

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A whole number.
    Int {
        /// Its value; too large ones keep their low 64 bits.
        value: u64,
        /// With suffix `u`.
        unsigned: bool,
        /// Number of `l` in the suffix.
        longs: u8,
        /// Written in base 10, which makes it signed.
        decimal: bool,
        /// It has more than 64 bits.
        too_large: bool,
    },
    /// A floating-point number.
    Float {
        /// Its bits in `format`.
        bits: u64,
        /// Its format, by the suffix.
        format: Format,
        /// With suffix `l`: `long double`, which has the format of `double`.
        long: bool,
        /// It is infinite although no infinity was written.
        too_large: bool,
    },
}

/// The value of a preprocessing number.
pub fn number(text: &str) -> Result<Number, Text> {
    let mut clean = String::with_capacity(text.len());
    clean.extend(text.chars().filter(|c| *c != '\''));
    let hexadecimal = clean.starts_with("0x") || clean.starts_with("0X");
    let is_float = if hexadecimal { clean.contains(['.', 'p', 'P']) } else { clean.contains(['.', 'e', 'E']) };
    let binary = clean.starts_with("0b") || clean.starts_with("0B");
    if is_float && !binary { float(&clean, hexadecimal) } else { whole(&clean, hexadecimal, binary) }
}

/// The number that is the imaginary part of a constant such as `2.0i`: without the one `i` or `j` of its suffix.
pub fn imaginary(text: &str) -> Option<String> {
    let end = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let mut marks = text[end..].match_indices(['i', 'j', 'I', 'J']);
    let (at, _) = marks.next()?;
    if marks.next().is_some() {
        return None;
    }
    let at = end + at;
    Some([&text[..at], &text[at + 1..]].concat())
}

fn whole(clean: &str, hexadecimal: bool, binary: bool) -> Result<Number, Text> {
    let octal = clean.len() > 1 && clean.starts_with('0') && clean.as_bytes()[1].is_ascii_digit();
    let (radix, digits) = match () {
        () if hexadecimal => (16, &clean[2..]),
        () if binary => (2, &clean[2..]),
        () if octal => (8, &clean[1..]),
        () => (10, clean),
    };
    let is_digit = |c: char| if radix == 16 { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    let end = digits.find(|c| !is_digit(c)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    if digits.is_empty() {
        return Err(text!("`{clean}` has no digits", "`{clean}` には数字がありません"));
    }
    let (mut value, mut too_large) = (0u64, false);
    for c in digits.chars() {
        let Some(digit) = c.to_digit(radix) else {
            return Err(text!("digit `{c}` in a number of base {radix}", "{radix} 進数の中に数字 `{c}` があります"));
        };
        let wide = u128::from(value) * u128::from(radix) + u128::from(digit);
        too_large |= wide > u128::from(u64::MAX);
        value = wide as u64;
    }
    let (unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" | "U" => (true, 0),
        "l" | "L" => (false, 1),
        "ll" | "LL" => (false, 2),
        "ul" | "uL" | "Ul" | "UL" | "lu" | "lU" | "Lu" | "LU" => (true, 1),
        "ull" | "uLL" | "Ull" | "ULL" | "llu" | "llU" | "LLu" | "LLU" => (true, 2),
        _ => return Err(bad_suffix(suffix)),
    };
    Ok(Number::Int { value, unsigned, longs, decimal: radix == 10, too_large })
}

fn bad_suffix(suffix: &str) -> Text {
    text!("`{suffix}` cannot follow a number", "`{suffix}` は数の後に続けられません")
}

fn float(clean: &str, hexadecimal: bool) -> Result<Number, Text> {
    if hexadecimal && !clean.contains(['p', 'P']) {
        return Err(text!(
            "a hexadecimal number with a point needs an exponent, such as `p0`",
            "小数点のある 16 進数には `p0` のような指数が必要です"
        ));
    }
    let (number, format, long) = match clean.as_bytes().last() {
        Some(b'f' | b'F') => (&clean[..clean.len() - 1], Format::Single, false),
        Some(b'l' | b'L') => (&clean[..clean.len() - 1], Format::Double, true),
        _ => (clean, Format::Double, false),
    };
    let Some(bits) = format.parse(number) else {
        let end = number.rfind(|c: char| c.is_ascii_digit() || c == '.').map_or(0, |i| i + 1);
        let suffix = &number[end..];
        if suffix.is_empty() || suffix.contains(['.', '+', '-']) || matches!(suffix, "e" | "E" | "p" | "P") {
            return Err(text!("`{clean}` is not a number", "`{clean}` は数ではありません"));
        }
        return Err(bad_suffix(suffix));
    };
    Ok(Number::Float { bits, format, long, too_large: bits == format.infinity() })
}

/// The encoding that the prefix of a string or character asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// Bytes of UTF-8; no prefix.
    Char,
    /// Bytes of UTF-8; prefix `u8`.
    Utf8,
    /// Units of 16 bits; prefix `u`.
    Char16,
    /// Units of 32 bits; prefix `U`.
    Char32,
    /// `wchar_t`, units of 32 bits; prefix `L`.
    Wide,
}

impl Width {
    /// Bytes of a unit.
    pub fn size(self) -> u32 {
        match self {
            Self::Char | Self::Utf8 => 1,
            Self::Char16 => 2,
            Self::Char32 | Self::Wide => 4,
        }
    }

    fn split(spelling: &str) -> (Self, &str) {
        for (prefix, width) in [("u8", Self::Utf8), ("u", Self::Char16), ("U", Self::Char32), ("L", Self::Wide)] {
            if let Some(rest) = spelling.strip_prefix(prefix) {
                return (width, rest);
            }
        }
        (Self::Char, spelling)
    }
}

/// A problem in a character or string: the byte at which it begins, its length, the message, and true for an error.
pub type Problem = (usize, usize, Text, bool);

/// The units of a character or string literal by its spelling with prefix and quotes.
pub fn units(spelling: &str, problems: &mut Vec<Problem>) -> (Width, Vec<u32>) {
    let (width, rest) = Width::split(spelling);
    let begin = spelling.len() - rest.len() + 1;
    let inner = rest.get(1..rest.len().max(2) - 1).unwrap_or("");
    let mut out = Vec::with_capacity(inner.len());
    let mut at = 0;
    while let Some(c) = inner[at..].chars().next() {
        if c != '\\' {
            at += c.len_utf8();
            push(c, width, &mut out);
            continue;
        }
        let (value, length) = escape(&inner[at..], width, begin + at, problems);
        match value {
            Escaped::Char(c) => push(c, width, &mut out),
            Escaped::Unit(unit) => out.push(unit),
        }
        at += length;
    }
    (width, out)
}

fn push(c: char, width: Width, out: &mut Vec<u32>) {
    match width.size() {
        1 => {
            let mut bytes = [0; 4];
            out.extend(c.encode_utf8(&mut bytes).bytes().map(u32::from));
        }
        2 => {
            let mut halves = [0; 2];
            out.extend(c.encode_utf16(&mut halves).iter().map(|h| u32::from(*h)));
        }
        _ => out.push(c as u32),
    }
}

enum Escaped {
    Char(char),
    Unit(u32),
}

fn escape(text: &str, width: Width, at: usize, problems: &mut Vec<Problem>) -> (Escaped, usize) {
    let limit = if width.size() == 4 { u32::MAX } else { (1 << (8 * width.size())) - 1 };
    let mut chars = text[1..].chars();
    let Some(c) = chars.next() else { return (Escaped::Unit(u32::from(b'\\')), 1) };
    let simple = match c {
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'n' => 10,
        'r' => 13,
        't' => 9,
        'v' => 11,
        'e' | 'E' => 27,
        '\\' | '\'' | '"' | '?' => c as u32,
        'x' => return hexadecimal(text, limit, at, problems),
        '0'..='7' => {
            let digits = text[1..].bytes().take(3).take_while(|b| matches!(b, b'0'..=b'7'));
            let (mut value, mut length) = (0, 1);
            for digit in digits {
                value = value * 8 + u32::from(digit - b'0');
                length += 1;
            }
            if value > limit {
                problems.push((at, length, out_of_range(), false));
            }
            return (Escaped::Unit(value & limit), length);
        }
        'u' | 'U' => {
            if let Some((letter, length)) = universal(text) {
                return (Escaped::Char(letter), length);
            }
            let message = text!("`\\{c}` needs hexadecimal digits", "`\\{c}` には 16 進数の数字が必要です");
            problems.push((at, 2, message, true));
            c as u32
        }
        _ => {
            let message = text!("unknown escape `\\{c}`", "`\\{c}` というエスケープはありません");
            problems.push((at, 1 + c.len_utf8(), message, false));
            return (Escaped::Char(c), 1 + c.len_utf8());
        }
    };
    (Escaped::Unit(simple), 2)
}

fn out_of_range() -> Text {
    text!(
        "the escape is too large for a character of this string",
        "エスケープの値が、この文字列の文字には大きすぎます"
    )
}

fn hexadecimal(text: &str, limit: u32, at: usize, problems: &mut Vec<Problem>) -> (Escaped, usize) {
    let digits = text[2..].bytes().take_while(u8::is_ascii_hexdigit).count();
    let mut value = 0u64;
    for c in text[2..2 + digits].chars() {
        value = (value << 4 | u64::from(c.to_digit(16).unwrap_or(0))).min(u64::from(u32::MAX) + 1);
    }
    if digits == 0 {
        problems.push((at, 2, text!("`\\x` needs hexadecimal digits", "`\\x` には 16 進数の数字が必要です"), true));
    } else if value > u64::from(limit) {
        problems.push((at, 2 + digits, out_of_range(), false));
    }
    (Escaped::Unit(value as u32 & limit), 2 + digits)
}

/// The value of a character constant of several units as an `int`: each shifts those before it.
pub fn character(width: Width, units: &[u32]) -> i64 {
    match (width, units) {
        (Width::Char, [one]) => i64::from(*one as u8 as i8),
        (Width::Char, many) => i64::from(many.iter().fold(0u32, |value, unit| value << 8 | unit & 255) as i32),
        (Width::Wide, many) => many.last().map_or(0, |unit| i64::from(*unit as i32)),
        (_, many) => many.last().map_or(0, |unit| i64::from(*unit)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let int = |text| match number(text) {
            Ok(Number::Int { value, unsigned, longs, decimal, .. }) => (value, unsigned, longs, decimal),
            other => panic!("{other:?}"),
        };
        assert_eq!(int("42"), (42, false, 0, true));
        assert_eq!(int("0x7FuLL"), (127, true, 2, false));
        assert_eq!(int("017l"), (15, false, 1, false));
        assert_eq!(int("0b101"), (5, false, 0, false));
        assert_eq!(int("1'000'000"), (1_000_000, false, 0, true));
        assert!(matches!(number("18446744073709551616"), Ok(Number::Int { too_large: true, .. })));
        for wrong in ["08", "0x", "1uu", "1.5q", "1e", "0x1.5", "0b2", "3i", "1.2.3"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
        for (text, rest) in
            [("3i", "3"), ("2.0fi", "2.0f"), ("2.0iF", "2.0F"), ("0xfi", "0xf"), ("1e3J", "1e3"), ("7ulj", "7ul")]
        {
            assert_eq!(imaginary(text).as_deref(), Some(rest));
        }
        for other in ["3", "1.5f", "2ii", "1.0jf2"] {
            assert!(imaginary(other).is_none_or(|rest| number(&rest).is_err()), "{other}");
        }
        assert!(matches!(number("1.5f"), Ok(Number::Float { bits: 0x3fc0_0000, format: Format::Single, .. })));
        assert!(matches!(number("1e999"), Ok(Number::Float { too_large: true, .. })));
        assert!(matches!(number("0xep1"), Ok(Number::Float { bits: 0x403c_0000_0000_0000, .. })));
    }

    #[test]
    fn escapes_and_encodings() {
        let mut problems = Vec::new();
        let mut of = |text| units(text, &mut problems).1;
        assert_eq!(of("\"a\\n\\x41\\101\\0\""), [97, 10, 65, 65, 0]);
        assert_eq!(of("\"あ\""), [0xe3, 0x81, 0x82]);
        assert_eq!(of("u\"😀\""), [0xd83d, 0xde00]);
        assert_eq!(of("L'あ'"), [0x3042]);
        assert_eq!(of("\"\\u3042\""), [0xe3, 0x81, 0x82]);
        assert!(problems.is_empty());
        units("\"\\q\\x\\x100\"", &mut problems);
        assert_eq!(problems.iter().map(|p| (p.0, p.3)).collect::<Vec<_>>(), [(1, false), (3, true), (5, false)]);
        assert_eq!(character(Width::Char, &[255]), -1);
        assert_eq!(character(Width::Char, &[97, 98]), 0x6162);
    }
}
