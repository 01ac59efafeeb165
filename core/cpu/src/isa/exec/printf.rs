//! The text of `printf` (C17, 7.21.6.1): a format and an argument list in memory become bytes.
//!
//! It knows the sizes of o32: `int`, `long` and pointers have 32 bits, `long long`, `intmax_t` and `double` have 64,
//! `long double` is `double`, `wchar_t` is a 32-bit code point. An argument list is the address of the first argument;
//! each one occupies one word, or two at a multiple of 8. Every decimal number is the exact value of the double, rounded
//! once, to nearest with ties to even. Rust's `{:e}` gives these digits; everything else is done here.

use alloc::{format, string::String, vec::Vec};

/// A format that cannot be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BadFormat {
    /// The conversion ends with this byte, which is none; 0 at the end of the format.
    Conversion(u8),
    /// This length modifier does not fit the conversion (`%hf`).
    Length(u8),
    /// A second `%n` in one format: the core stores at most one number per instruction.
    SecondCount,
}

/// Why nothing was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure<E> {
    /// A byte could not be read.
    Memory(E),
    /// The conversion that begins at this address is wrong.
    Format(u32, BadFormat),
    /// The argument list is not at a multiple of 4.
    Arguments,
    /// The text is longer than the limit.
    TooLong,
}

/// A store by `%n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Its address, which may be any.
    pub addr: u32,
    /// The bytes printed before the conversion.
    pub value: u32,
    /// Size of the number in bytes: 1, 2, 4 or 8.
    pub size: u32,
}

/// Result of [`printf`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The text.
    pub bytes: Vec<u8>,
    /// The store of a `%n`.
    pub count: Option<Count>,
}

/// Formats as `vprintf(format, arguments)` does; both are addresses. `read` gives a byte of memory. A text of more than
/// `limit` bytes is an error and takes no more memory than that.
///
/// # Errors
///
/// See [`Failure`].
pub fn printf<E>(
    read: impl FnMut(u32) -> Result<u8, E>,
    format: u32,
    arguments: u32,
    limit: usize,
) -> Result<Printed, Failure<E>> {
    if arguments % 4 != 0 {
        return Err(Failure::Arguments);
    }
    let mut printer = Printer { read, at: format, arguments, limit, out: Printed::default() };
    printer.all()?;
    Ok(printer.out)
}

/// Digits after the point of a double that are not all 0: at most this many.
const MAX_DIGITS: usize = 1_100;

/// Length modifier.
#[derive(Clone, Copy, PartialEq)]
enum Length {
    Char,
    Short,
    Word,
    /// `l`, `z`, `t`: a word, and wide characters for `c` and `s`.
    Long,
    /// `ll`, `j`.
    Double,
    /// `L`.
    LongDouble,
}

/// A conversion without its letter.
#[derive(Clone, Copy)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    length: Length,
    /// The first byte of the length modifier.
    modifier: u8,
}

struct Printer<R> {
    read: R,
    at: u32,
    arguments: u32,
    limit: usize,
    out: Printed,
}

impl<E, R: FnMut(u32) -> Result<u8, E>> Printer<R> {
    fn byte(&mut self, addr: u32) -> Result<u8, Failure<E>> {
        (self.read)(addr).map_err(Failure::Memory)
    }

    fn next(&mut self) -> Result<u8, Failure<E>> {
        let byte = self.byte(self.at)?;
        self.at = self.at.wrapping_add(1);
        Ok(byte)
    }

    fn word(&mut self, addr: u32) -> Result<u32, Failure<E>> {
        let mut bytes = [0; 4];
        for (byte, n) in bytes.iter_mut().zip(0..) {
            *byte = self.byte(addr.wrapping_add(n))?;
        }
        Ok(u32::from_le_bytes(bytes))
    }

    fn argument(&mut self) -> Result<u32, Failure<E>> {
        let value = self.word(self.arguments)?;
        self.arguments = self.arguments.wrapping_add(4);
        Ok(value)
    }

    fn long_argument(&mut self) -> Result<u64, Failure<E>> {
        self.arguments = self.arguments.wrapping_add(7) & !7;
        let low = self.argument()?;
        Ok(u64::from(self.argument()?) << 32 | u64::from(low))
    }

    fn push(&mut self, bytes: &[u8]) -> Result<(), Failure<E>> {
        if bytes.len() > self.limit - self.out.bytes.len() {
            return Err(Failure::TooLong);
        }
        self.out.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn repeat(&mut self, byte: u8, count: usize) -> Result<(), Failure<E>> {
        if count > self.limit - self.out.bytes.len() {
            return Err(Failure::TooLong);
        }
        self.out.bytes.extend(core::iter::repeat_n(byte, count));
        Ok(())
    }

    fn all(&mut self) -> Result<(), Failure<E>> {
        loop {
            let start = self.at;
            match self.next()? {
                0 => return Ok(()),
                b'%' => self.conversion(start)?,
                byte => self.push(&[byte])?,
            }
        }
    }

    /// A number in the format, or `*`.
    fn number(&mut self, byte: &mut u8) -> Result<i64, Failure<E>> {
        if *byte == b'*' {
            *byte = self.next()?;
            return Ok(i64::from(self.argument()? as i32));
        }
        let mut value = 0i64;
        while byte.is_ascii_digit() {
            value = (value * 10 + i64::from(*byte - b'0')).min(i64::from(i32::MAX));
            *byte = self.next()?;
        }
        Ok(value)
    }

    fn conversion(&mut self, start: u32) -> Result<(), Failure<E>> {
        let mut spec = Spec {
            left: false,
            plus: false,
            space: false,
            alternate: false,
            zero: false,
            width: 0,
            precision: None,
            length: Length::Word,
            modifier: 0,
        };
        let mut byte = self.next()?;
        loop {
            match byte {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternate = true,
                b'0' => spec.zero = true,
                // Groups of digits (POSIX), of which the locale of C has none.
                b'\'' => {}
                _ => break,
            }
            byte = self.next()?;
        }
        let width = self.number(&mut byte)?;
        // A negative width from the arguments is a flag and a width.
        spec.left |= width < 0;
        spec.width = width.unsigned_abs() as usize;
        if byte == b'.' {
            byte = self.next()?;
            spec.precision = usize::try_from(self.number(&mut byte)?).ok();
        }
        let modifier = byte;
        (spec.length, byte) = match byte {
            b'h' => match self.next()? {
                b'h' => (Length::Char, self.next()?),
                other => (Length::Short, other),
            },
            b'l' => match self.next()? {
                b'l' => (Length::Double, self.next()?),
                other => (Length::Long, other),
            },
            b'j' => (Length::Double, self.next()?),
            b'z' | b't' => (Length::Long, self.next()?),
            b'L' => (Length::LongDouble, self.next()?),
            other => (Length::Word, other),
        };
        if spec.length != Length::Word {
            spec.modifier = modifier;
        }
        self.convert(start, spec, byte)
    }

    fn convert(&mut self, start: u32, spec: Spec, letter: u8) -> Result<(), Failure<E>> {
        let wrong = |why| Failure::Format(start, why);
        let fits = match letter {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'n' => spec.length != Length::LongDouble,
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
                matches!(spec.length, Length::Word | Length::LongDouble)
                    || spec.modifier == b'l' && spec.length == Length::Long
            }
            b'c' | b's' => spec.length == Length::Word || spec.modifier == b'l' && spec.length == Length::Long,
            b'p' | b'%' => spec.length == Length::Word,
            _ => return Err(wrong(BadFormat::Conversion(letter))),
        };
        if !fits {
            return Err(wrong(BadFormat::Length(spec.modifier)));
        }
        match letter {
            b'd' | b'i' => {
                let value = match spec.length {
                    Length::Double => self.long_argument()? as i64,
                    Length::Char => i64::from(self.argument()? as i8),
                    Length::Short => i64::from(self.argument()? as i16),
                    _ => i64::from(self.argument()? as i32),
                };
                let digits = format!("{}", value.unsigned_abs());
                self.integer(spec, sign(spec, value < 0), digits, value == 0)
            }
            b'u' | b'o' | b'x' | b'X' => {
                let value = match spec.length {
                    Length::Double => self.long_argument()?,
                    Length::Char => u64::from(self.argument()? as u8),
                    Length::Short => u64::from(self.argument()? as u16),
                    _ => u64::from(self.argument()?),
                };
                let digits = match letter {
                    b'u' => format!("{value}"),
                    b'o' => format!("{value:o}"),
                    b'x' => format!("{value:x}"),
                    _ => format!("{value:X}"),
                };
                let prefix = match letter {
                    b'x' if spec.alternate && value != 0 => "0x",
                    b'X' if spec.alternate && value != 0 => "0X",
                    b'o' if spec.alternate && spec.precision.is_none_or(|p| p <= digits.len()) && value != 0 => {
                        return self.integer(spec, "", format!("0{digits}"), false);
                    }
                    // `%#.0o` of 0 is 0.
                    b'o' if spec.alternate && value == 0 => return self.integer(spec, "", digits, false),
                    _ => "",
                };
                self.integer(spec, prefix, digits, value == 0)
            }
            b'p' => {
                let digits = format!("{:x}", self.argument()?);
                self.integer(spec, "0x", digits, false)
            }
            b'c' => {
                let value = self.argument()?;
                let mut buffer = [0; 4];
                match spec.length {
                    Length::Long => self.padded(spec, wide(value, &mut buffer)),
                    _ => self.padded(spec, &[value as u8]),
                }
            }
            b's' => self.string(spec),
            b'%' => self.push(b"%"),
            b'n' => {
                let addr = self.argument()?;
                let size = match spec.length {
                    Length::Char => 1,
                    Length::Short => 2,
                    Length::Double => 8,
                    _ => 4,
                };
                let count = Count { addr, value: self.out.bytes.len() as u32, size };
                if self.out.count.replace(count).is_some() {
                    return Err(wrong(BadFormat::SecondCount));
                }
                Ok(())
            }
            _ => {
                let bits = self.long_argument()?;
                self.float(spec, letter, bits)
            }
        }
    }

    /// Bytes, with spaces up to the width.
    fn padded(&mut self, spec: Spec, bytes: &[u8]) -> Result<(), Failure<E>> {
        let rest = spec.width.saturating_sub(bytes.len());
        if !spec.left {
            self.repeat(b' ', rest)?;
        }
        self.push(bytes)?;
        if spec.left { self.repeat(b' ', rest) } else { Ok(()) }
    }

    /// A number in parts: prefix, zeros up to the width if `zeros`, digits, `trailing` zeros, end.
    fn parts(&mut self, spec: Spec, zeros: bool, parts: Parts<'_>) -> Result<(), Failure<E>> {
        let Parts { prefix, leading, digits, trailing, end } = parts;
        let length = prefix.len() + leading + digits.len() + trailing + end.len();
        let rest = spec.width.saturating_sub(length);
        let zeros = zeros && !spec.left;
        if !zeros && !spec.left {
            self.repeat(b' ', rest)?;
        }
        self.push(prefix.as_bytes())?;
        self.repeat(b'0', if zeros { leading + rest } else { leading })?;
        self.push(digits.as_bytes())?;
        self.repeat(b'0', trailing)?;
        self.push(end.as_bytes())?;
        if spec.left { self.repeat(b' ', rest) } else { Ok(()) }
    }

    /// Digits of a whole number. With the precision 0, the number 0 has none.
    fn integer(&mut self, spec: Spec, prefix: &str, digits: String, zero: bool) -> Result<(), Failure<E>> {
        let digits = if zero && spec.precision == Some(0) { "" } else { digits.as_str() };
        let leading = spec.precision.unwrap_or(0).saturating_sub(digits.len());
        let parts = Parts { prefix, leading, digits, trailing: 0, end: "" };
        self.parts(spec, spec.zero && spec.precision.is_none(), parts)
    }

    fn string(&mut self, spec: Spec) -> Result<(), Failure<E>> {
        let mut at = self.argument()?;
        let most = spec.precision.unwrap_or(usize::MAX);
        let mut bytes = Vec::new();
        while bytes.len() < most {
            if bytes.len() > self.limit {
                return Err(Failure::TooLong);
            }
            if spec.length == Length::Long {
                let value = self.word(at)?;
                let mut buffer = [0; 4];
                let character = wide(value, &mut buffer);
                // A character is written whole or not at all.
                if value == 0 || bytes.len() + character.len() > most {
                    break;
                }
                bytes.extend_from_slice(character);
                at = at.wrapping_add(4);
            } else {
                match self.byte(at)? {
                    0 => break,
                    byte => bytes.push(byte),
                }
                at = at.wrapping_add(1);
            }
        }
        self.padded(spec, &bytes)
    }

    fn float(&mut self, spec: Spec, letter: u8, bits: u64) -> Result<(), Failure<E>> {
        let upper = letter.is_ascii_uppercase();
        let mut prefix = String::from(sign(spec, bits >> 63 != 0));
        let magnitude = bits & !(1 << 63);
        const INFINITY: u64 = 0x7ff << 52;
        if magnitude >= INFINITY {
            let name = match (magnitude == INFINITY, upper) {
                (true, false) => "inf",
                (true, true) => "INF",
                (false, false) => "nan",
                (false, true) => "NAN",
            };
            return self.parts(spec, false, Parts { prefix: &prefix, leading: 0, digits: name, trailing: 0, end: "" });
        }
        let value = f64::from_bits(magnitude);
        let precision = spec.precision.unwrap_or(6);
        let (digits, trailing, end) = match letter | 0x20 {
            b'a' => {
                prefix.push_str(if upper { "0X" } else { "0x" });
                hexadecimal(spec, magnitude, upper)
            }
            b'f' => {
                let (mut digits, trailing) = fixed(value, precision);
                if precision == 0 && spec.alternate {
                    digits.push('.');
                }
                (digits, trailing, String::new())
            }
            b'e' => scientific(value, precision, spec.alternate, upper),
            _ => general(value, precision.max(1), spec.alternate, upper),
        };
        self.parts(spec, spec.zero, Parts { prefix: &prefix, leading: 0, digits: &digits, trailing, end: &end })
    }
}

struct Parts<'t> {
    prefix: &'t str,
    leading: usize,
    digits: &'t str,
    trailing: usize,
    end: &'t str,
}

fn sign(spec: Spec, negative: bool) -> &'static str {
    match (negative, spec.plus, spec.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

/// A wide character in UTF-8; the replacement character if it is none.
fn wide(value: u32, buffer: &mut [u8; 4]) -> &[u8] {
    char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(buffer).as_bytes()
}

/// `%f`: the digits, and the number of zeros after them.
fn fixed(value: f64, precision: usize) -> (String, usize) {
    let shown = precision.min(MAX_DIGITS);
    (format!("{value:.shown$}"), precision - shown)
}

/// Decimal digits d.ddd and the exponent of 10, rounded to `precision` digits after the point.
fn rounded(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (digits.into(), exponent.parse().unwrap_or(0))
}

fn exponent_text(exponent: i32, upper: bool) -> String {
    let letter = if upper { 'E' } else { 'e' };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{letter}{sign}{:02}", exponent.unsigned_abs())
}

fn scientific(value: f64, precision: usize, alternate: bool, upper: bool) -> (String, usize, String) {
    let shown = precision.min(MAX_DIGITS);
    let (mut digits, exponent) = rounded(value, shown);
    if precision == 0 && alternate {
        digits.push('.');
    }
    (digits, precision - shown, exponent_text(exponent, upper))
}

/// `%g`: `precision` significant digits; the style of `%e` if the exponent is below -4 or does not fit.
fn general(value: f64, precision: usize, alternate: bool, upper: bool) -> (String, usize, String) {
    let shown = (precision - 1).min(MAX_DIGITS);
    let (digits, exponent) = rounded(value, shown);
    let (mut digits, mut trailing, end) = if exponent < -4 || i64::from(exponent) >= precision as i64 {
        (digits, precision - 1 - shown, exponent_text(exponent, upper))
    } else {
        let places = (precision as i64 - 1 - i64::from(exponent)).unsigned_abs() as usize;
        let (digits, trailing) = fixed(value, places);
        (digits, trailing, String::new())
    };
    if alternate {
        if !digits.contains('.') {
            digits.push('.');
        }
    } else {
        trailing = 0;
        if digits.contains('.') {
            digits.truncate(digits.trim_end_matches('0').trim_end_matches('.').len());
        }
    }
    (digits, trailing, end)
}

/// `%a`: the fraction in hexadecimal. A subnormal number begins with 0, as in glibc.
fn hexadecimal(spec: Spec, magnitude: u64, upper: bool) -> (String, usize, String) {
    let field = (magnitude >> 52) as i32;
    let mut fraction = magnitude & ((1 << 52) - 1);
    let mut first = u64::from(field != 0);
    let exponent = match (magnitude, field) {
        (0, _) => 0,
        (_, 0) => -1022,
        _ => field - 1023,
    };
    let mut places = 13;
    let mut trailing = 0;
    match spec.precision {
        None => {
            while places > 0 && fraction & 15 == 0 {
                fraction >>= 4;
                places -= 1;
            }
        }
        Some(precision) if precision >= 13 => trailing = precision - 13,
        Some(precision) => {
            let lost = 4 * (13 - precision) as u32;
            let whole = first << 52 | fraction;
            let (kept, rest, half) = (whole >> lost, whole & ((1 << lost) - 1), 1 << (lost - 1));
            let kept = kept + u64::from(rest > half || rest == half && kept & 1 != 0);
            places = precision;
            first = kept >> (4 * precision);
            fraction = kept & ((1 << (4 * precision)) - 1);
        }
    }
    let mut digits = format!("{first}");
    if places > 0 || spec.alternate {
        digits.push('.');
    }
    if places > 0 {
        digits.push_str(&match upper {
            true => format!("{fraction:0places$X}"),
            false => format!("{fraction:0places$x}"),
        });
    }
    let (letter, sign) = (if upper { 'P' } else { 'p' }, if exponent < 0 { '-' } else { '+' });
    (digits, trailing, format!("{letter}{sign}{}", exponent.unsigned_abs()))
}
