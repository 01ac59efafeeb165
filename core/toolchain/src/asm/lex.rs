//! From characters to tokens, one statement at a time.

use super::report::{Report, clip};
use alloc::{string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Diagnostic, FileId, Span, Text};
use mcore_cpu::isa::parse_register;

/// Maximum number of tokens in one statement; a longer one is not written by hand and is refused.
pub(super) const MAX_TOKENS: usize = 20_000;

/// A token with its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'s> {
    pub kind: Kind<'s>,
    pub span: Span,
    /// The same position in bytes of the lexer's text.
    pub start: u32,
    pub end: u32,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind<'s> {
    /// A mnemonic, directive, label or constant; also `.` and names that begin with `$` but are no register.
    Name(&'s str),
    /// A register by its name.
    Register(u8),
    /// A register by its number, `$8`; the instruction decides which kind of register it is.
    Numbered(u8),
    /// A floating-point register.
    FloatRegister(u8),
    /// A condition code of the floating-point unit, `$fcc0` to `$fcc7`.
    Condition(u8),
    /// A whole number or a character literal.
    Number(i64),
    /// A number with a decimal point or an exponent.
    Float(f64),
    /// The text between double quotes, before escapes are replaced.
    Str(&'s str),
    /// A reference to a numeric label: `1b` (backward) or `1f` (forward).
    Local { number: u32, forward: bool },
    /// An operator or another sign of one or two characters.
    Sign(&'static str),
    /// A relocation operator such as `%hi`.
    Relocation(&'static str),
    /// An unreadable token that has been reported.
    Bad,
}

/// Signs, longer ones first.
const SIGNS: [&str; 29] = [
    "<<", ">>", "<=", ">=", "==", "!=", "<>", "&&", "||", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">",
    "(", ")", ",", ":", "=", "@", "\\", "?",
];

/// Names after `%` that GNU as knows for MIPS; the code that reads them decides which are supported here.
pub(super) const RELOCATIONS: [&str; 26] = [
    "%call16",
    "%call_hi",
    "%call_lo",
    "%dtprel_hi",
    "%dtprel_lo",
    "%got",
    "%got_disp",
    "%got_hi",
    "%got_lo",
    "%got_ofst",
    "%got_page",
    "%gottprel",
    "%gp_rel",
    "%gprel",
    "%half",
    "%hi",
    "%higher",
    "%highest",
    "%lo",
    "%neg",
    "%pcrel_hi",
    "%pcrel_lo",
    "%tlsgd",
    "%tlsldm",
    "%tprel_hi",
    "%tprel_lo",
];

/// Reads one file.
pub(super) struct Lexer<'s> {
    text: &'s str,
    /// Byte index of the next character, and its line and column.
    at: usize,
    file: FileId,
    line: u32,
    col: u32,
}

/// A position to return to.
#[derive(Clone, Copy)]
struct Mark {
    at: usize,
    line: u32,
    col: u32,
}

impl<'s> Lexer<'s> {
    pub(super) fn new(file: FileId, text: &'s str) -> Self {
        Self { text, at: 0, file, line: 1, col: 1 }
    }

    /// Reads a block found by [`block`](Self::block) again.
    pub(super) fn again(block: &Block<'s>) -> Self {
        Self { text: block.text, at: 0, file: block.file, line: block.line, col: block.col }
    }

    /// The text that byte positions of tokens refer to.
    pub(super) fn text(&self) -> &'s str {
        self.text
    }

    /// Takes the text up to the statement that ends this block, and that statement. `begins` and `ends` say whether a
    /// directive begins or ends a block of this kind. `None`, with nothing left to read, if it does not end.
    pub(super) fn block(&mut self, begins: fn(&str) -> bool, ends: fn(&str) -> bool) -> Option<Block<'s>> {
        let mark = self.mark();
        let (mut tokens, mut unheard) = (Vec::new(), Report::default());
        let mut depth = 0;
        loop {
            let end = self.at;
            if !self.statement(&mut tokens, &mut unheard) {
                return None;
            }
            let directive = head_of(&tokens);
            if directive.is_some_and(begins) {
                depth += 1;
            } else if directive.is_some_and(ends) {
                if depth == 0 {
                    let text = &self.text[mark.at..end];
                    return Some(Block { text, file: self.file, line: mark.line, col: mark.col });
                }
                depth -= 1;
            }
        }
    }

    /// Reads the tokens up to the next end of line or `;` into `tokens`. False at the end of the file.
    pub(super) fn statement(&mut self, tokens: &mut Vec<Token<'s>>, report: &mut Report) -> bool {
        tokens.clear();
        while let Some(c) = self.peek() {
            if tokens.len() >= MAX_TOKENS {
                self.too_long(tokens, report);
                return true;
            }
            match c {
                '\n' | ';' => {
                    self.bump();
                    return true;
                }
                '#' => self.skip_line(),
                '/' if self.rest().starts_with("//") => self.skip_line(),
                '/' if self.rest().starts_with("/*") => self.block_comment(report),
                ' ' | '\t' | '\r' | '\u{c}' => self.bump(),
                _ => {
                    let mark = self.mark();
                    let kind = self.token(c, report);
                    let (start, end) = (mark.at as u32, self.at as u32);
                    tokens.push(Token { kind, span: self.span(mark), start, end });
                }
            }
        }
        !tokens.is_empty()
    }

    fn token(&mut self, c: char, report: &mut Report) -> Kind<'s> {
        let mark = self.mark();
        if c.is_ascii_digit() {
            return self.number(report);
        }
        if c == '"' {
            return self.string(report);
        }
        if c == '\'' {
            return self.character(report);
        }
        if starts_name(c) {
            let name = self.take(continues_name);
            return register(name).unwrap_or(Kind::Name(name));
        }
        if c == '%'
            && let rest = self.rest()
            && let end = rest[1..].find(|c: char| !continues_name(c)).map_or(rest.len(), |i| i + 1)
            && let Some(known) = RELOCATIONS.into_iter().find(|r| *r == &rest[..end])
        {
            known.chars().for_each(|_| self.bump());
            return Kind::Relocation(known);
        }
        if let Some(sign) = SIGNS.into_iter().find(|s| self.rest().starts_with(s)) {
            sign.chars().for_each(|_| self.bump());
            return Kind::Sign(sign);
        }
        self.bump();
        let full_width = match c {
            '\u{3000}' => Some(' '),
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0),
            _ => None,
        };
        let span = self.span(mark);
        report.push(match full_width {
            Some(half) => Diagnostic::error(span, text!("full-width character `{c}`", "全角文字 `{c}` は使えません"))
                .with_tip(text!("type the half-width `{half}`", "半角の `{half}` を入力してください")),
            None => Diagnostic::error(span, {
                let c = if c.is_control() { String::from_iter(c.escape_unicode()) } else { c.into() };
                text!("unexpected character `{c}`", "文字 `{c}` は使えません")
            })
            .with_tip(text!(
                "remove it; outside of strings and comments only ASCII is understood",
                "消してください。文字列とコメントの外で使えるのは ASCII 文字だけです"
            )),
        });
        Kind::Bad
    }

    /// `12`, `0x1f`, `0b101`, `0o17`, `017`, `1.5e3`, `1f` (a label).
    fn number(&mut self, report: &mut Report) -> Kind<'s> {
        let mark = self.mark();
        let word = self.take(|c| continues_name(c) || c == '.');
        let digits_end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        let (digits, suffix) = word.split_at(digits_end);
        if let ("b" | "f", Ok(number)) = (suffix, digits.parse()) {
            return Kind::Local { number, forward: suffix == "f" };
        }
        if let Some(rest) = word.strip_prefix("0f").or_else(|| word.strip_prefix("0d"))
            && rest.starts_with(|c: char| c.is_ascii_digit())
        {
            // A floating-point number with the prefix that GNU as allows: `0f1.5`.
            return self.float(Mark { at: mark.at + 2, ..mark }, report);
        }
        let lower = |prefix: &str, upper: &str| word.strip_prefix(prefix).or_else(|| word.strip_prefix(upper));
        let (radix, digits) = if let Some(digits) = lower("0x", "0X") {
            (16, digits)
        } else if let Some(digits) = lower("0b", "0B") {
            (2, digits)
        } else if let Some(digits) = lower("0o", "0O") {
            (8, digits)
        } else if suffix.starts_with(['.', 'e', 'E']) {
            return self.float(mark, report);
        } else if word.len() > 1 && word.starts_with('0') {
            (8, &word[1..])
        } else {
            (10, word)
        };
        // 64 bits, signed or unsigned: 0xffffffffffffffff is -1.
        if let Ok(value) = u64::from_str_radix(digits, radix) {
            return Kind::Number(value as i64);
        }
        let shown = clip(word);
        let all_digits = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
        self.bad(
            mark,
            report,
            if all_digits {
                text!("the number {shown} is too large", "数 {shown} が大きすぎます")
            } else if radix == 8 {
                text!(
                    "`{shown}` is not an octal number (a leading 0 means octal)",
                    "`{shown}` は 8 進数として読めません（先頭の 0 は 8 進数を表します）"
                )
            } else {
                text!("`{shown}` is not a number", "`{shown}` は数として読めません")
            },
            text!(
                "numbers have at most 64 bits and are written 10, 0x1f, 0b101 or 017 (octal); no name begins with a digit",
                "数は 64 ビットまでで、10、0x1f、0b101、017 (8 進) のように書きます。名前は数字で始められません"
            ),
        )
    }

    /// A number with a decimal point or exponent, from `mark`; the sign of an exponent has not been taken yet.
    fn float(&mut self, mark: Mark, report: &mut Report) -> Kind<'s> {
        if self.text[mark.at..self.at].ends_with(['e', 'E']) && self.peek().is_some_and(|c| c == '+' || c == '-') {
            self.bump();
            self.take(|c| c.is_ascii_digit());
        }
        let word = &self.text[mark.at..self.at];
        let shown = clip(word);
        match word.parse() {
            Ok(value) => Kind::Float(value),
            Err(_) => self.bad(
                mark,
                report,
                text!("`{shown}` is not a number", "`{shown}` は数として読めません"),
                text!(
                    "numbers are written 10, 0x1f, 0b101 or 2.5; a name begins with no digit",
                    "数は 10、0x1f、0b101、2.5 のように書きます。名前は数字で始められません"
                ),
            ),
        }
    }

    fn string(&mut self, report: &mut Report) -> Kind<'s> {
        let mark = self.mark();
        self.bump();
        let start = self.at;
        while let Some(c) = self.peek().filter(|&c| c != '\n') {
            self.bump();
            match c {
                '"' => return Kind::Str(&self.text[start..self.at - 1]),
                '\\' if self.peek() != Some('\n') => self.bump(),
                _ => {}
            }
        }
        self.bad(
            mark,
            report,
            text!("the string has no closing `\"`", "文字列を閉じる `\"` がありません"),
            text!(
                "write `\"` on the same line; a line break is written `\\n`, a quote `\\\"`",
                "同じ行に `\"` を書いてください。改行は `\\n`、引用符は `\\\"` と書きます"
            ),
        )
    }

    fn character(&mut self, report: &mut Report) -> Kind<'s> {
        let mark = self.mark();
        self.bump();
        let start = self.at;
        // GNU as needs no closing quote: `'a`, `'\n`.
        if let Some(value) = self.open_escape() {
            return Kind::Number(value.into());
        }
        let mut open = self.rest().chars();
        if let Some(c) = open.next().filter(|c| !matches!(c, '\\' | '\'' | '\n'))
            && open.next().is_none_or(|next| next != '\'' && !continues_name(next))
        {
            self.bump();
            return Kind::Number(i64::from(u32::from(c)));
        }
        while let Some(c) = self.peek().filter(|&c| c != '\n') {
            self.bump();
            match c {
                '\'' if self.at - 1 > start => break,
                '\\' if self.peek() != Some('\n') => self.bump(),
                _ => {}
            }
        }
        let inside = &self.text[start..self.at];
        let mut chars = Unescape::new(inside.strip_suffix('\'').unwrap_or(""));
        match (chars.next(), chars.next()) {
            (Some((_, Ok(Piece::Byte(value)))), None) => Kind::Number(value.into()),
            (Some((_, Ok(Piece::Char(value)))), None) => Kind::Number(i64::from(u32::from(value))),
            _ => self.bad(
                mark,
                report,
                text!("this is no character", "文字として読めません"),
                text!("a character is written `'a'` or `'\\n'`", "文字は `'a'` や `'\\n'` のように書きます"),
            ),
        }
    }

    /// Takes an escape that is followed by neither a closing quote nor a name, and returns its byte.
    fn open_escape(&mut self) -> Option<u8> {
        let mut rest = self.rest().chars();
        let (backslash, escape, after) = (rest.next()?, rest.next()?, rest.next());
        let closed = after.is_some_and(|c| c == '\'' || continues_name(c));
        let plain = matches!(escape, 'n' | 't' | 'r' | 'b' | 'f' | '\\' | '"' | '\'');
        if backslash != '\\' || !plain || closed {
            return None;
        }
        let escaped = &self.rest()[..2];
        let piece = Unescape::new(escaped).next();
        self.bump();
        self.bump();
        match piece {
            Some((_, Ok(Piece::Byte(byte)))) => Some(byte),
            _ => None,
        }
    }

    fn block_comment(&mut self, report: &mut Report) {
        let mark = self.mark();
        self.bump();
        self.bump();
        while self.peek().is_some() && !self.rest().starts_with("*/") {
            self.bump();
        }
        if self.peek().is_none() {
            let span = Span { len: 2, line: mark.line, col: mark.col, file: self.file };
            report.error(
                span,
                text!("the comment has no closing `*/`", "コメントを閉じる `*/` がありません"),
                text!("write `*/` where the comment ends", "コメントの終わりに `*/` を書いてください"),
            );
        }
        self.bump();
        self.bump();
    }

    fn too_long(&mut self, tokens: &mut Vec<Token<'s>>, report: &mut Report) {
        let span = tokens[0].span;
        self.skip_line();
        tokens.clear();
        report.error(
            span,
            text!("this line is too long", "この行は長すぎます"),
            text!("split the line", "行を分けてください"),
        );
    }

    fn bad(&self, mark: Mark, report: &mut Report, message: Text, tip: Text) -> Kind<'s> {
        report.error(self.span(mark), message, tip);
        Kind::Bad
    }

    fn skip_line(&mut self) {
        while self.peek().is_some_and(|c| c != '\n') {
            self.bump();
        }
    }

    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) {
        let Some(c) = self.peek() else { return };
        self.at += c.len_utf8();
        self.col += 1;
        if c == '\n' {
            self.line += 1;
            self.col = 1;
        }
    }

    fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'s str {
        let start = self.at;
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
        &self.text[start..self.at]
    }

    fn mark(&self) -> Mark {
        Mark { at: self.at, line: self.line, col: self.col }
    }

    /// From the mark to here, or to the end of the mark's line.
    fn span(&self, mark: Mark) -> Span {
        let taken = &self.text[mark.at..self.at];
        let len = taken.chars().take_while(|&c| c != '\n').count() as u32;
        Span { file: self.file, line: mark.line, col: mark.col, len }
    }
}

/// The text between two directives, and its start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'s> {
    pub text: &'s str,
    pub file: FileId,
    pub line: u32,
    pub col: u32,
}

/// The directive, mnemonic or macro of a statement, after its labels.
pub(super) fn head_of<'s>(tokens: &[Token<'s>]) -> Option<&'s str> {
    let mut rest = tokens;
    while let [_, colon, tail @ ..] = rest
        && colon.kind == Kind::Sign(":")
    {
        rest = tail;
    }
    match rest.first()?.kind {
        Kind::Name(name) => Some(name),
        _ => None,
    }
}

/// The register with this name.
fn register(name: &str) -> Option<Kind<'static>> {
    if let Some(n) = parse_register(name) {
        let numbered = name[1..].starts_with(|c: char| c.is_ascii_digit());
        return Some(if numbered { Kind::Numbered(n) } else { Kind::Register(n) });
    }
    if let Some(digit) = name.strip_prefix("$fcc") {
        return digit.parse().ok().filter(|n| digit.len() == 1 && *n < 8).map(Kind::Condition);
    }
    let digits = name.strip_prefix("$f")?;
    let plain = digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|n: &u8| plain && *n < 32 && (digits.len() == 1 || *n > 9)).map(Kind::FloatRegister)
}

pub(super) fn starts_name(c: char) -> bool {
    let full_width = ('\u{ff01}'..='\u{ff5e}').contains(&c);
    c == '_' || c == '.' || c == '$' || c.is_alphabetic() && !full_width
}

pub(super) fn continues_name(c: char) -> bool {
    starts_name(c) || c.is_ascii_digit()
}

/// One character of a string after its escapes have been replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A character as written.
    Char(char),
    /// A byte from an escape.
    Byte(u8),
}

/// Replaces the escapes of a string; returns each character with its index, or an error for an unknown escape.
pub(super) struct Unescape<'s> {
    chars: core::iter::Peekable<core::iter::Enumerate<core::str::Chars<'s>>>,
}

impl<'s> Unescape<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        Self { chars: text.chars().enumerate().peekable() }
    }

    /// Up to `most` digits.
    fn digits(&mut self, radix: u32, most: usize, mut value: u32) -> u8 {
        for _ in 0..most {
            let Some(digit) = self.chars.peek().and_then(|(_, c)| c.to_digit(radix)) else { break };
            value = value * radix + digit;
            self.chars.next();
        }
        value as u8
    }
}

impl Iterator for Unescape<'_> {
    type Item = (usize, Result<Piece, char>);

    fn next(&mut self) -> Option<Self::Item> {
        let (index, c) = self.chars.next()?;
        if c != '\\' {
            return Some((index, Ok(Piece::Char(c))));
        }
        let (_, escape) = self.chars.next()?;
        let byte = match escape {
            'n' => b'\n',
            't' => b'\t',
            'r' => b'\r',
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' => 27,
            '\\' | '"' | '\'' => escape as u8,
            'x' | 'X' if self.chars.peek().is_some_and(|(_, c)| c.is_ascii_hexdigit()) => self.digits(16, 2, 0),
            '0'..='7' => self.digits(8, 2, escape as u32 - '0' as u32),
            unknown => return Some((index, Err(unknown))),
        };
        Some((index, Ok(Piece::Byte(byte))))
    }
}
