//! Text files in any encoding that editors use.

pub use mcore::base::pictures;
use mcore::base::{Encoding, Text, line_that_is_not_utf8};
use mcore::text;

/// A text and the encoding that it was saved in.
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    pub encoding: Encoding,
}

impl Decoded {
    /// Reads a text. On failure the error says what is wrong; `name` is put in front of it unchanged.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, Text> {
        let unreadable = || {
            if bytes.contains(&0) {
                return text!("{name}: this is not a text but a binary file", "{name}: テキストではなくバイナリです");
            }
            let line = line_that_is_not_utf8(bytes).unwrap_or(1);
            text!(
                "{name}: line {line} is not UTF-8; save the file as UTF-8",
                "{name}: {line} 行目が UTF-8 ではありません。UTF-8 で保存してください"
            )
        };
        let encoding = Encoding::of(bytes).ok_or_else(unreadable)?;
        let decoder = match encoding {
            Encoding::Utf8 => encoding_rs::UTF_8,
            Encoding::Utf16Le => encoding_rs::UTF_16LE,
            Encoding::Utf16Be => encoding_rs::UTF_16BE,
            Encoding::ShiftJis => encoding_rs::SHIFT_JIS,
            Encoding::EucJp => encoding_rs::EUC_JP,
        };
        let (text, wrong) = decoder.decode_with_bom_removal(bytes);
        if wrong || (encoding != Encoding::Utf8 && text.contains('\0')) {
            return Err(unreadable());
        }
        Ok(Self { text: text.into_owned(), encoding })
    }

    /// A remark on an encoding other than UTF-8, without the name of the file.
    pub fn remark(&self) -> Option<Text> {
        let name = self.encoding.name();
        (self.encoding != Encoding::Utf8).then(|| {
            text!(
                "read as {name}; characters in strings become UTF-8. Save the file as UTF-8 to be safe",
                "{name} として読みました。文字列の中の文字は UTF-8 になります。UTF-8 で保存すると確実です"
            )
        })
    }
}

/// [`pictures`] of a text of several lines: line feeds stay.
pub fn pictures_in_lines(text: &str) -> String {
    text.split('\n').map(pictures).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_feeds_stay() {
        assert_eq!(pictures_in_lines("a\u{1b}\nb\tc"), "a␛\nb␉c");
    }

    /// "# 行列の積 (ｶﾅ)" as encoded by `iconv` of GNU libc.
    const FILES: [(&[u8], Encoding); 5] = [
        (
            b"\xef\xbb\xbf# \xe8\xa1\x8c\xe5\x88\x97\xe3\x81\xae\xe7\xa9\x8d (\xef\xbd\xb6\xef\xbe\x85)\n",
            Encoding::Utf8,
        ),
        (b"# \x8d\x73\x97\xf1\x82\xcc\x90\xcf (\xb6\xc5)\n", Encoding::ShiftJis),
        (b"# \xb9\xd4\xce\xf3\xa4\xce\xc0\xd1 (\x8e\xb6\x8e\xc5)\n", Encoding::EucJp),
        (b"\xff\xfe#\0 \0\x4c\x88\x17\x52\x6e\x30\x4d\x7a \0(\0\x76\xff\x85\xff)\0\n\0", Encoding::Utf16Le),
        (b"\xfe\xff\0#\0 \x88\x4c\x52\x17\x30\x6e\x7a\x4d\0 \0(\xff\x76\xff\x85\0)\0\n", Encoding::Utf16Be),
    ];

    #[test]
    fn texts_of_every_encoding_are_read() {
        for (bytes, encoding) in FILES {
            let found = Decoded::read("a.s", bytes).unwrap_or_else(|e| panic!("{}", e.en));
            assert_eq!((found.text.as_str(), found.encoding), ("# 行列の積 (ｶﾅ)\n", encoding));
            assert_eq!(found.remark().is_some(), encoding != Encoding::Utf8);
        }
    }

    #[test]
    fn other_bytes_are_refused_with_their_line() {
        // 0x85 0x40 has the form of a character of Shift_JIS, but none is there.
        for bytes in [&b"a\ncaf\xe9\n"[..], b"a\n\x85\x40\n"] {
            let why = Decoded::read("a.s", bytes).err().map(|e| e.en);
            assert_eq!(why.as_deref(), Some("a.s: line 2 is not UTF-8; save the file as UTF-8"));
        }
    }
}
