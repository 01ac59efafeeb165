//! Words with their places.

use super::ScriptError;
use alloc::{string::String, vec::Vec};
use mcore_base::text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(String),
    Number(u64),
    /// One of `{ } ( ) [ ] = ; , . + - * |`.
    Sign(char),
    End,
}

pub(super) type Place = (u32, u32);

/// All words of a text and, at the end, [`Token::End`].
pub(super) fn lex(text: &str) -> Result<Vec<(Token, Place)>, ScriptError> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let (mut at, mut line, mut start) = (0, 1u32, 0);
    while let Some(&letter) = letters.get(at) {
        let place = (line, (at - start) as u32 + 1);
        let next = letters.get(at + 1);
        if letter == '\n' {
            (at, line, start) = (at + 1, line + 1, at + 1);
        } else if letter.is_whitespace() {
            at += 1;
        } else if letter == '/' && next == Some(&'/') {
            while letters.get(at).is_some_and(|&letter| letter != '\n') {
                at += 1;
            }
        } else if letter == '/' && next == Some(&'*') {
            at += 2;
            loop {
                match (letters.get(at), letters.get(at + 1)) {
                    (Some('*'), Some('/')) => break,
                    (None, _) => {
                        return Err(ScriptError::new(
                            place,
                            text!("this comment has no end `*/`", "このコメントには終わりの `*/` がありません"),
                        ));
                    }
                    (Some('\n'), _) => (at, line, start) = (at + 1, line + 1, at + 1),
                    _ => at += 1,
                }
            }
            at += 2;
        } else if letter.is_ascii_alphabetic() || letter == '_' {
            let begin = at;
            while letters.get(at).is_some_and(|&letter| letter.is_ascii_alphanumeric() || letter == '_') {
                at += 1;
            }
            tokens.push((Token::Name(letters[begin..at].iter().collect()), place));
        } else if letter.is_ascii_digit() {
            let begin = at;
            while letters.get(at).is_some_and(|&letter| letter.is_ascii_alphanumeric()) {
                at += 1;
            }
            let word: String = letters[begin..at].iter().collect();
            let number = number(&word).ok_or_else(|| {
                ScriptError::new(
                    place,
                    text!(
                        "`{word}` is no number; write 4096, 0x1000, 4K or 1M",
                        "`{word}` は数ではありません。4096、0x1000、4K、1M のように書きます"
                    ),
                )
            })?;
            tokens.push((Token::Number(number), place));
        } else if "{}()[]=;,.+-*|".contains(letter) {
            tokens.push((Token::Sign(letter), place));
            at += 1;
        } else {
            return Err(ScriptError::new(
                place,
                text!("`{letter}` has no meaning here", "`{letter}` はここでは使えません"),
            ));
        }
    }
    tokens.push((Token::End, (line, (at - start) as u32 + 1)));
    Ok(tokens)
}

/// A number with its suffix K or M.
fn number(word: &str) -> Option<u64> {
    let (digits, shift) = match word.as_bytes().last()? {
        b'K' => (&word[..word.len() - 1], 10),
        b'M' => (&word[..word.len() - 1], 20),
        _ => (word, 0),
    };
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None => digits.parse::<u64>().ok()?,
    };
    number.checked_mul(1 << shift)
}
