//! From characters to preprocessing tokens.

use crate::diag::{Finding, Report};
use crate::names::{Names, Sym};
use crate::source::Pos;
use crate::token::{Kind, P, Token, flag};
use alloc::string::String;
use mcore_base::text;

/// Reads one text.
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t str,
    at: usize,
    base: u32,
    /// The next token is the first of its line.
    first: bool,
    /// The token that is read contains a backslash at the end of a line.
    spliced: bool,
    /// Strange characters are not reported: the text is skipped.
    pub quiet: bool,
}

/// A character that looks like one of C but is another, and the one that is meant.
pub fn look_alike(c: char) -> Option<char> {
    Some(match c {
        '\u{3000}' | '\u{a0}' | '\u{2002}'..='\u{200a}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0)?,
        '“' | '”' | '„' | '〝' | '〟' => '"',
        '‘' | '’' | '‚' | '´' => '\'',
        '、' => ',',
        '。' => '.',
        '「' | '【' | '〔' => '[',
        '」' | '】' | '〕' => ']',
        '×' => '*',
        '÷' => '/',
        '−' | '–' | '—' | '‐' => '-',
        '〜' => '~',
        '￥' => '\\',
        _ => return None,
    })
}

fn starts_name(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_' || c == b'$'
}

fn continues_name(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c == b'$'
}

/// True for characters beyond ASCII that names may have: letters and digits of all scripts.
fn is_letter(c: char) -> bool {
    !c.is_ascii() && !('\u{ff01}'..='\u{ff5e}').contains(&c) && (c.is_alphanumeric() || is_combining(c))
}

/// Marks that change the letter before them.
fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{3099}' | '\u{309a}' | '\u{200c}' | '\u{200d}')
}

impl<'t> Lexer<'t> {
    /// A lexer at the beginning of a text whose first byte has the position `base`.
    pub fn new(text: &'t str, base: u32) -> Self {
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let mut lexer = Self { text, at, base, first: true, spliced: false, quiet: false };
        lexer.settle();
        lexer
    }

    #[inline]
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// The byte after the present one.
    fn second(&self) -> u8 {
        let mut ahead = Self { ..*self };
        ahead.bump();
        ahead.byte()
    }

    #[inline]
    fn bump(&mut self) {
        self.at += 1;
        self.settle();
    }

    /// Skips backslashes at ends of lines.
    #[inline]
    fn settle(&mut self) {
        while self.byte() == b'\\' {
            let rest = &self.text.as_bytes()[self.at + 1..];
            let blanks = rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
            if rest.get(blanks) != Some(&b'\n') {
                return;
            }
            self.at += blanks + 2;
            self.spliced = true;
        }
    }

    fn char(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn bump_char(&mut self, c: char) {
        self.at += c.len_utf8();
        self.settle();
    }

    fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    fn pos(&self, start: usize) -> Pos {
        Pos { at: self.base + start as u32, len: (self.at - start) as u32, expansion: 0 }
    }

    /// Position of the next byte.
    pub fn here(&self) -> Pos {
        self.pos(self.at)
    }

    /// The next token; a [`Kind::Newline`] at the end of each line.
    pub fn next(&mut self, names: &mut Names, report: &mut Report) -> Token {
        let spaced = self.blanks(report);
        let mut flags = if spaced { flag::SPACE } else { 0 };
        if self.first {
            flags |= flag::FIRST;
        }
        self.spliced = false;
        let start = self.at;
        let kind = self.kind(names, report, &mut flags);
        self.first = kind.0 == Kind::Newline;
        let sym = match kind.1 {
            Some(sym) => sym,
            None => self.spelling(start, names),
        };
        Token { kind: kind.0, flags, sym, pos: self.pos(start) }
    }

    fn spelling(&self, start: usize, names: &mut Names) -> Sym {
        let text = self.text.get(start..self.at).unwrap_or("");
        if self.spliced { names.intern(&without_splices(text)) } else { names.intern(text) }
    }

    /// Skips blanks and comments; true if there were any.
    fn blanks(&mut self, report: &mut Report) -> bool {
        let begin = self.at;
        loop {
            match self.byte() {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.bump(),
                b'/' => match self.second() {
                    b'/' => self.line_comment(report),
                    b'*' => self.block_comment(report),
                    _ => break,
                },
                0 if !self.at_end() => {
                    let pos = self.pos(self.at);
                    if !self.quiet {
                        let pos = Pos { len: 1, ..pos };
                        report.push(Finding::named(
                            "invalid-pp-token",
                            pos,
                            text!("a zero byte is ignored", "値が 0 のバイトは無視されます"),
                        ));
                    }
                    self.bump();
                }
                0xc2.. => match self.char().filter(|c| look_alike(*c) == Some(' ')) {
                    Some(c) => {
                        let start = self.at;
                        self.bump_char(c);
                        self.strange(start, c, ' ', report);
                    }
                    None => break,
                },
                _ => break,
            }
        }
        self.at > begin
    }

    fn line_comment(&mut self, report: &mut Report) {
        let start = self.at;
        self.spliced = false;
        while !self.at_end() && self.byte() != b'\n' {
            let rest = &self.text.as_bytes()[self.at..];
            let run = rest.iter().position(|b| matches!(b, b'\n' | b'\\')).unwrap_or(rest.len());
            if run > 0 {
                self.at += run;
                self.settle();
            } else {
                self.bump();
            }
        }
        if self.spliced && !self.quiet {
            let pos = self.pos(start);
            report.push(
                Finding::named(
                    "comment",
                    pos,
                    text!("a `//` comment goes on in the next line", "`//` コメントが次の行に続いています"),
                )
                .tip(text!(
                    "remove the backslash at the end of the line",
                    "行の終わりのバックスラッシュを消してください"
                )),
            );
        }
    }

    fn block_comment(&mut self, report: &mut Report) {
        let start = self.at;
        self.bump();
        self.bump();
        loop {
            let rest = &self.text.as_bytes()[self.at.min(self.text.len())..];
            let Some(run) = rest.iter().position(|b| *b == b'*') else {
                self.at = self.text.len();
                if !self.quiet {
                    let pos = Pos { len: 2, ..self.pos(start) };
                    report.push(
                        Finding::error(
                            "comment",
                            pos,
                            text!("this comment has no end", "このコメントには終わりがありません"),
                        )
                        .tip(text!("end it with `*/`", "`*/` で終わらせてください")),
                    );
                }
                return;
            };
            self.at += run;
            self.bump();
            if self.byte() == b'/' {
                self.bump();
                return;
            }
        }
    }

    fn kind(&mut self, names: &mut Names, report: &mut Report, flags: &mut u8) -> (Kind, Option<Sym>) {
        let c = self.byte();
        match c {
            0 => (Kind::Eof, Some(Sym(0))),
            b'\n' => {
                self.bump();
                (Kind::Newline, Some(Sym(0)))
            }
            b'L' | b'u' | b'U' if self.prefixed() => self.quoted(report),
            _ if starts_name(c) => self.name(names, report),
            b'0'..=b'9' => self.number(),
            b'.' if self.second().is_ascii_digit() => self.number(),
            b'"' | b'\'' => self.quoted(report),
            b'\\' if matches!(self.second(), b'u' | b'U') => self.name(names, report),
            _ if c >= 0x80 => self.beyond_ascii(names, report),
            _ => match self.punctuator(flags, report) {
                Some(p) => (Kind::Punct(p), Some(Sym(0))),
                None => {
                    self.bump();
                    (Kind::Other, None)
                }
            },
        }
    }

    /// True at a prefix of a string or character: `L"`, `u8'` ...
    fn prefixed(&self) -> bool {
        let mut ahead = Self { ..*self };
        let first = ahead.byte();
        ahead.bump();
        if first == b'u' && ahead.byte() == b'8' {
            ahead.bump();
            return ahead.byte() == b'"';
        }
        matches!(ahead.byte(), b'"' | b'\'')
    }

    fn name(&mut self, names: &mut Names, report: &mut Report) -> (Kind, Option<Sym>) {
        let start = self.at;
        loop {
            let c = self.byte();
            if continues_name(c) {
                self.bump();
            } else if c >= 0x80 || c == b'\\' {
                return self.long_name(start, names, report);
            } else {
                return (Kind::Name, None);
            }
        }
    }

    /// A name with characters beyond ASCII, or with `\u`.
    fn long_name(&mut self, start: usize, names: &mut Names, report: &mut Report) -> (Kind, Option<Sym>) {
        let mut spelling = String::from(self.text.get(start..self.at).unwrap_or(""));
        if self.spliced {
            spelling = without_splices(&spelling);
        }
        while let Some(c) = self.char() {
            if c.is_ascii() && continues_name(c as u8) || is_letter(c) {
                spelling.push(c);
                self.bump_char(c);
            } else if c == '\\' {
                let Some((letter, length)) = universal(&self.text[self.at..]).filter(|(l, _)| is_letter(*l)) else {
                    break;
                };
                spelling.push(letter);
                (0..length).for_each(|_| self.bump());
            } else if let Some(half) = look_alike(c).filter(|h| h.is_ascii() && continues_name(*h as u8)) {
                let from = self.at;
                self.bump_char(c);
                self.strange(from, c, half, report);
                spelling.push(half);
            } else {
                break;
            }
        }
        if spelling.is_empty() {
            // A backslash that begins no name.
            self.bump();
            return (Kind::Other, None);
        }
        (Kind::Name, Some(names.intern(&spelling)))
    }

    fn number(&mut self) -> (Kind, Option<Sym>) {
        let mut last = 0;
        loop {
            let c = self.byte();
            let sign = matches!(c, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P');
            let separator = c == b'\'' && last != 0 && self.second().is_ascii_alphanumeric();
            // A preprocessing number may have any letter (C17, 6.4.8): `##` can make a name of it.
            if c == b'\\'
                && let Some((_, length)) = universal(&self.text[self.at..]).filter(|(l, _)| is_letter(*l))
            {
                (0..length).for_each(|_| self.bump());
                continue;
            }
            if !(continues_name(c) || c == b'.' || sign || separator) {
                return (Kind::Number, None);
            }
            last = c;
            self.bump();
        }
    }

    fn quoted(&mut self, report: &mut Report) -> (Kind, Option<Sym>) {
        let start = self.at;
        while !matches!(self.byte(), b'"' | b'\'') {
            self.bump();
        }
        let quote = self.byte();
        let kind = if quote == b'"' { Kind::Str } else { Kind::Char };
        self.bump();
        loop {
            let c = self.byte();
            if c == quote {
                self.bump();
                return (kind, None);
            }
            if c == b'\n' || self.at_end() {
                self.unterminated(start, quote, report);
                return (Kind::Other, None);
            }
            if c == b'\\' {
                self.bump();
                if self.byte() == b'\n' || self.at_end() {
                    continue;
                }
            }
            match self.char() {
                Some(c) => self.bump_char(c),
                None => self.bump(),
            }
        }
    }

    fn unterminated(&mut self, start: usize, quote: u8, report: &mut Report) {
        if self.quiet {
            return;
        }
        let pos = self.pos(start);
        let pos = Pos { len: pos.len.max(1), ..pos };
        let finding = if quote == b'"' {
            Finding::error("unterminated", pos, text!("this string has no end", "この文字列には終わりがありません"))
                .tip(text!("close it with `\"` in the same line", "同じ行の中で `\"` で閉じてください"))
        } else {
            Finding::error(
                "unterminated",
                pos,
                text!("this character has no end", "この文字定数には終わりがありません"),
            )
            .tip(text!("close it with `'` in the same line", "同じ行の中で `'` で閉じてください"))
        };
        report.push(finding);
    }

    fn beyond_ascii(&mut self, names: &mut Names, report: &mut Report) -> (Kind, Option<Sym>) {
        let start = self.at;
        let Some(c) = self.char() else {
            self.bump();
            return (Kind::Other, None);
        };
        if is_letter(c) {
            return self.long_name(start, names, report);
        }
        let Some(meant) = look_alike(c) else {
            self.bump_char(c);
            return (Kind::Other, None);
        };
        if starts_name(meant as u8) {
            return self.long_name(start, names, report);
        }
        self.bump_char(c);
        self.strange(start, c, meant, report);
        if meant.is_ascii_digit() {
            let mut digits = String::from(meant);
            while let Some((c, half)) = self.char().map(|c| (c, look_alike(c).unwrap_or(c)))
                && half.is_ascii_alphanumeric()
            {
                digits.push(half);
                self.bump_char(c);
            }
            return (Kind::Number, Some(names.intern(&digits)));
        }
        if matches!(meant, '"' | '\'') {
            return self.strange_quotes(meant, names);
        }
        let mut one = [0u8; 4];
        let text: &str = meant.encode_utf8(&mut one);
        let p = Lexer::new(text, 0).punctuator(&mut 0, report);
        match p {
            Some(p) => (Kind::Punct(p), Some(Sym(0))),
            None => (Kind::Other, None),
        }
    }

    /// The rest of a string or character between quotes that are not those of C.
    fn strange_quotes(&mut self, quote: char, names: &mut Names) -> (Kind, Option<Sym>) {
        let mut text = String::from(quote);
        while let Some(c) = self.char().filter(|c| *c != '\n') {
            self.bump_char(c);
            if c == quote || look_alike(c) == Some(quote) {
                break;
            }
            text.push(c);
        }
        text.push(quote);
        (if quote == '"' { Kind::Str } else { Kind::Char }, Some(names.intern(&text)))
    }

    fn strange(&self, start: usize, c: char, meant: char, report: &mut Report) {
        if self.quiet {
            return;
        }
        let pos = self.pos(start);
        let finding = if meant == ' ' {
            Finding::error(
                "full-width",
                pos,
                text!("full-width space outside a string", "文字列の外に全角スペースがあります"),
            )
            .tip(text!("type a half-width space", "半角のスペースを入力してください"))
        } else {
            Finding::error(
                "full-width",
                pos,
                text!("full-width character `{c}` outside a string", "文字列の外に全角文字 `{c}` があります"),
            )
            .tip(text!("type the half-width `{meant}`", "半角の `{meant}` を入力してください"))
        };
        report.push(finding.fix(pos, String::from(meant)));
    }

    fn punctuator(&mut self, flags: &mut u8, report: &mut Report) -> Option<P> {
        let first = self.byte();
        self.bump();
        let then = |lexer: &mut Self, c: u8| {
            let is = lexer.byte() == c;
            if is {
                lexer.bump();
            }
            is
        };
        Some(match first {
            b'(' => P::LParen,
            b')' => P::RParen,
            b'[' => P::LBracket,
            b']' => P::RBracket,
            b'{' => P::LBrace,
            b'}' => P::RBrace,
            b'~' => P::Tilde,
            b';' => P::Semi,
            b',' => P::Comma,
            b'?' => {
                self.trigraph(report);
                P::Question
            }
            b'.' => {
                if self.byte() == b'.' && self.second() == b'.' {
                    self.bump();
                    self.bump();
                    P::Ellipsis
                } else {
                    P::Dot
                }
            }
            b'-' if then(self, b'>') => P::Arrow,
            b'-' if then(self, b'-') => P::MinusMinus,
            b'-' if then(self, b'=') => P::MinusAssign,
            b'-' => P::Minus,
            b'+' if then(self, b'+') => P::PlusPlus,
            b'+' if then(self, b'=') => P::PlusAssign,
            b'+' => P::Plus,
            b'&' if then(self, b'&') => P::AndAnd,
            b'&' if then(self, b'=') => P::AndAssign,
            b'&' => P::And,
            b'|' if then(self, b'|') => P::OrOr,
            b'|' if then(self, b'=') => P::OrAssign,
            b'|' => P::Or,
            b'*' if then(self, b'=') => P::StarAssign,
            b'*' => P::Star,
            b'/' if then(self, b'=') => P::SlashAssign,
            b'/' => P::Slash,
            b'^' if then(self, b'=') => P::CaretAssign,
            b'^' => P::Caret,
            b'!' if then(self, b'=') => P::Ne,
            b'!' => P::Not,
            b'=' if then(self, b'=') => P::EqEq,
            b'=' => P::Assign,
            b'#' if then(self, b'#') => P::HashHash,
            b'#' => P::Hash,
            b':' if then(self, b':') => P::ColonColon,
            b'<' | b'>' | b'%' | b':' => return Some(self.angle(first, flags)),
            _ => {
                self.at -= 1;
                return None;
            }
        })
    }

    /// Signs that begin with `<`, `>`, `%` or `:`, digraphs among them.
    fn angle(&mut self, first: u8, flags: &mut u8) -> P {
        let then = |lexer: &mut Self, c: u8| {
            let is = lexer.byte() == c;
            if is {
                lexer.bump();
            }
            is
        };
        let mut digraph = |p| {
            *flags |= flag::DIGRAPH;
            p
        };
        match first {
            b'<' if then(self, b'<') => {
                if then(self, b'=') {
                    P::ShlAssign
                } else {
                    P::Shl
                }
            }
            b'<' if then(self, b'=') => P::Le,
            b'<' if then(self, b':') => digraph(P::LBracket),
            b'<' if then(self, b'%') => digraph(P::LBrace),
            b'<' => P::Lt,
            b'>' if then(self, b'>') => {
                if then(self, b'=') {
                    P::ShrAssign
                } else {
                    P::Shr
                }
            }
            b'>' if then(self, b'=') => P::Ge,
            b'>' => P::Gt,
            b'%' if then(self, b'=') => P::PercentAssign,
            b'%' if then(self, b'>') => digraph(P::RBrace),
            b'%' if then(self, b':') => {
                if self.byte() == b'%' && self.second() == b':' {
                    self.bump();
                    self.bump();
                    digraph(P::HashHash)
                } else {
                    digraph(P::Hash)
                }
            }
            b'%' => P::Percent,
            _ if then(self, b'>') => digraph(P::RBracket),
            _ => P::Colon,
        }
    }

    fn trigraph(&self, report: &mut Report) {
        const THIRD: &[u8; 9] = b"=/'()!<>-";
        const MEANT: &[u8; 9] = b"#\\^[]|{}~";
        if self.quiet || self.byte() != b'?' {
            return;
        }
        let Some(index) = THIRD.iter().position(|c| *c == self.second()) else { return };
        let (third, meant) = (char::from(THIRD[index]), char::from(MEANT[index]));
        let pos = Pos { at: self.base + self.at as u32 - 1, len: 3, expansion: 0 };
        report.push(
            Finding::named(
                "trigraphs",
                pos,
                text!("the trigraph `??{third}` is not replaced", "トライグラフ `??{third}` は置き換えられません"),
            )
            .tip(text!("write `{meant}`", "`{meant}` と書いてください")),
        );
    }

    /// After `#include`: the name of a header between `<` and `>` or between quotes; `None` if it is something else.
    pub fn header(&mut self, names: &mut Names) -> Option<Token> {
        while matches!(self.byte(), b' ' | b'\t') {
            self.bump();
        }
        let close = match self.byte() {
            b'<' => '>',
            b'"' => '"',
            _ => return None,
        };
        let rest = self.text.get(self.at + 1..)?;
        let line = rest.split('\n').next().unwrap_or("");
        let end = line.find(close)?;
        let start = self.at;
        self.at += end + 2;
        let sym = names.intern(&self.text[start..self.at]);
        self.settle();
        let pos = Pos { at: self.base + start as u32, len: end as u32 + 2, expansion: 0 };
        Some(Token { kind: Kind::Header, flags: flag::SPACE, sym, pos })
    }

    /// Skips to the end of the line, as in a group that is left out.
    pub fn skip_line(&mut self, names: &mut Names, report: &mut Report) {
        loop {
            let token = self.next(names, report);
            if matches!(token.kind, Kind::Newline | Kind::Eof) {
                return;
            }
        }
    }

    /// In a group that is left out: moves to the next line that begins with `#`, without looking at others closely.
    /// False at the end of the text.
    pub fn skip_to_directive(&mut self, names: &mut Names, report: &mut Report) -> bool {
        loop {
            self.blanks(report);
            match self.byte() {
                0 if self.at_end() => return false,
                b'\n' => {
                    self.bump();
                    self.first = true;
                }
                b'#' => return true,
                b'%' if self.second() == b':' => return true,
                _ => self.skip_line(names, report),
            }
        }
    }
}

/// A text without backslashes at ends of lines.
fn without_splices(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let after = rest[at + 1..].trim_start_matches([' ', '\t', '\r']);
        if let Some(next) = after.strip_prefix('\n') {
            out.push_str(&rest[..at]);
            rest = next;
        } else {
            out.push_str(&rest[..=at]);
            rest = &rest[at + 1..];
        }
    }
    out.push_str(rest);
    out
}

/// The character of `\uXXXX` or `\UXXXXXXXX` at the beginning of a text, and the length of that.
pub fn universal(text: &str) -> Option<(char, usize)> {
    let digits = match text.as_bytes().get(..2)? {
        b"\\u" => 4,
        b"\\U" => 8,
        _ => return None,
    };
    let value = text.get(2..2 + digits).filter(|t| t.bytes().all(|b| b.is_ascii_hexdigit()))?;
    Some((char::from_u32(u32::from_str_radix(value, 16).ok()?)?, 2 + digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, vec::Vec};

    fn lex(text: &str) -> (Vec<String>, Vec<String>) {
        let (mut names, mut report) = (Names::default(), Report::default());
        let mut lexer = Lexer::new(text, 1);
        let mut out = Vec::new();
        loop {
            let token = lexer.next(&mut names, &mut report);
            out.push(match token.kind {
                Kind::Eof => break,
                Kind::Newline => "\\n".into(),
                Kind::Punct(p) => p.text().into(),
                kind => format!("{kind:?}:{}", names.text(token.sym)),
            });
        }
        (out, report.findings.iter().map(|f| f.message.en.clone()).collect())
    }

    #[test]
    fn longest_match() {
        let (tokens, found) = lex("a+++b ->x<<=3 ... %:%: <:1'000 .5e+3.f L\"x\" u8\"y\" u'c' u8'z'");
        assert_eq!(
            tokens,
            [
                "Name:a",
                "++",
                "+",
                "Name:b",
                "->",
                "Name:x",
                "<<=",
                "Number:3",
                "...",
                "##",
                "[",
                "Number:1'000",
                "Number:.5e+3.f",
                "Str:L\"x\"",
                "Str:u8\"y\"",
                "Char:u'c'",
                "Name:u8",
                "Char:'z'"
            ]
        );
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn backslashes_join_lines_and_comments_are_blanks() {
        let (tokens, _) = lex("ab\\\ncd /* x\ny */ +\\\n+ // z \\\n still\ne");
        assert_eq!(tokens, ["Name:abcd", "++", "\\n", "Name:e"]);
    }

    #[test]
    fn japanese_names_and_full_width_signs() {
        let (tokens, found) = lex("int　行列＝１２；\nｘ\u{5c}u3042");
        assert_eq!(tokens, ["Name:int", "Name:行列", "=", "Number:12", ";", "\\n", "Name:xあ"]);
        assert_eq!(found.len(), 5, "{found:?}");
        assert_eq!(found[0], "full-width space outside a string");
        assert_eq!(found[1], "full-width character `＝` outside a string");
    }

    #[test]
    fn what_has_no_end_is_found() {
        assert_eq!(lex("\"abc\nx").1, ["this string has no end"]);
        assert_eq!(lex("'a").1, ["this character has no end"]);
        assert_eq!(lex("/* a").1, ["this comment has no end"]);
        assert_eq!(lex("a ??= b").1, ["the trigraph `??=` is not replaced"]);
    }
}
