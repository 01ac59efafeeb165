//! The encodings in which students' texts may be written. Not all editors write UTF-8: old Japanese ones write
//! Shift_JIS or EUC-JP, and PowerShell's `>` writes UTF-16.
//!
//! The choice is made here, once, for the page and the command. The decoding tables are elsewhere: the command uses
//! `encoding_rs` and the page its browser's `TextDecoder`; both follow <https://encoding.spec.whatwg.org>.

/// An encoding that a text can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16, the low byte first; only with a byte order mark.
    Utf16Le,
    /// UTF-16, the high byte first; only with a byte order mark.
    Utf16Be,
    /// Shift_JIS with Microsoft's additions.
    ShiftJis,
    EucJp,
}

/// The byte order mark of UTF-8, which is no part of the text.
const MARK: &[u8] = b"\xef\xbb\xbf";

impl Encoding {
    /// The encoding of a text, detected from its bytes; `None` if they are no text.
    ///
    /// A byte order mark decides. Without one, UTF-8 is taken if the bytes are valid as such: text in another encoding
    /// practically never is. Then EUC-JP is tried before Shift_JIS, since its pairs of high bytes often are valid
    /// half-width katakana of Shift_JIS, while Shift_JIS has bytes that EUC-JP does not.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"\xff\xfe") {
            return Some(Self::Utf16Le);
        }
        if bytes.starts_with(b"\xfe\xff") {
            return Some(Self::Utf16Be);
        }
        if bytes.contains(&0) {
            return None;
        }
        if core::str::from_utf8(bytes).is_ok() {
            return Some(Self::Utf8);
        }
        if is_made_of(bytes, euc_jp) {
            return Some(Self::EucJp);
        }
        is_made_of(bytes, shift_jis).then_some(Self::ShiftJis)
    }

    /// Its name in the WHATWG standard, as decoders know it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::ShiftJis => "Shift_JIS",
            Self::EucJp => "EUC-JP",
        }
    }
}

/// The bytes without a leading UTF-8 byte order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(MARK).unwrap_or(bytes)
}

/// The first line, from 1, that is not valid UTF-8.
pub fn line_that_is_not_utf8(bytes: &[u8]) -> Option<usize> {
    let wrong = core::str::from_utf8(bytes).err()?;
    Some(bytes[..wrong.valid_up_to()].iter().filter(|b| **b == b'\n').count() + 1)
}

/// True if the bytes are a sequence of characters. `length` gives the length of the first character, or `None` if it is
/// invalid.
fn is_made_of(mut bytes: &[u8], length: impl Fn(&[u8]) -> Option<usize>) -> bool {
    while !bytes.is_empty() {
        match length(bytes) {
            Some(n) => bytes = &bytes[n..],
            None => return false,
        }
    }
    true
}

/// Length of the first character in EUC-JP: ASCII, JIS X 0208 (two bytes), half-width katakana after 0x8e, JIS X 0212
/// after 0x8f.
fn euc_jp(bytes: &[u8]) -> Option<usize> {
    let high = |b: &u8| (0xa1..=0xfe).contains(b);
    match bytes {
        [0..=0x7f, ..] => Some(1),
        [0x8e, 0xa1..=0xdf, ..] => Some(2),
        [0x8f, a, b, ..] if high(a) && high(b) => Some(3),
        [a, b, ..] if high(a) && high(b) => Some(2),
        _ => None,
    }
}

/// Length of the first character in Shift_JIS: ASCII, half-width katakana, or two bytes.
fn shift_jis(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [0..=0x7f | 0xa1..=0xdf, ..] => Some(1),
        [0x81..=0x9f | 0xe0..=0xfc, 0x40..=0x7e | 0x80..=0xfc, ..] => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that GNU libc's `iconv` produces from "main: nop # 行列の積 (ｶﾅ)".
    #[test]
    fn each_encoding_is_recognised() {
        let text = "main: nop # 行列の積 (ｶﾅ)\n";
        let sjis = b"main: nop # \x8d\x73\x97\xf1\x82\xcc\x90\xcf (\xb6\xc5)\n";
        let euc = b"main: nop # \xb9\xd4\xce\xf3\xa4\xce\xc0\xd1 (\x8e\xb6\x8e\xc5)\n";
        assert_eq!(Encoding::of(text.as_bytes()), Some(Encoding::Utf8));
        assert_eq!(Encoding::of(&[MARK, text.as_bytes()].concat()), Some(Encoding::Utf8));
        assert_eq!(Encoding::of(sjis), Some(Encoding::ShiftJis));
        assert_eq!(Encoding::of(euc), Some(Encoding::EucJp));
        assert_eq!(Encoding::of(b"\xff\xfem\0a\0"), Some(Encoding::Utf16Le));
        assert_eq!(Encoding::of(b"\xfe\xff\0m\0a"), Some(Encoding::Utf16Be));
        assert_eq!(Encoding::of(b""), Some(Encoding::Utf8));
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        // Zero bytes, Latin-1's e with an accent at the end of a word, and truncated characters.
        for bytes in [&b"a\0b"[..], b"\x7fELF\x01\0", b"caf\xe9\n", b"# \xff\n", b"\x8d", b"\xb9\xd4\xfe", b"\x80"] {
            assert_eq!(Encoding::of(bytes), None, "{bytes:x?}");
        }
    }

    #[test]
    fn the_mark_is_no_part_of_the_text() {
        assert_eq!(without_mark(b"\xef\xbb\xbfa"), b"a");
        assert_eq!(without_mark(b"\xef\xbb"), b"\xef\xbb");
        assert_eq!(line_that_is_not_utf8(b"a\nb\xff"), Some(2));
        assert_eq!(line_that_is_not_utf8(b"a"), None);
    }
}
