//! The parser: recursive descent over the tokens of a unit. It asks `sema` for the nodes of the tree.
//!
//! After a syntax error it reports nothing more until it has found the end of the statement or declaration, so that an
//! error is reported once. Nesting is counted, so that no text exhausts the host's stack.

mod asm;
mod attribute;
mod builtin;
mod declaration;
mod declarator;
mod expression;
mod initializer;
mod primary;
mod record;
mod specifier;
mod statement;
#[cfg(test)]
mod tests;

use crate::diag::Finding;
use crate::names::{Sym, sym};
use crate::options::Edition;
use crate::pp::spelling;
use crate::sema::Sema;
use crate::source::Pos;
use crate::token::{Kind, P, Token, flag};
use crate::tree::{Case, ExprId, ObjectId, Unit};
use crate::types::Ty;
use alloc::{string::String, vec::Vec};
use mcore_base::{Text, text};

/// Nesting of brackets, blocks, initialisers and declarators, each for itself.
const MAX_NESTING: u16 = 256;

/// The things whose nesting is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nest {
    /// Parentheses, brackets and operators in front of or after one another.
    Expression,
    /// Statements within statements.
    Statement,
    /// Braces of initialisers.
    Initializer,
    /// Declarators, structs and parameter lists.
    Declarator,
}

/// A `switch` whose body is read.
#[derive(Clone, Debug)]
struct Switch {
    /// The type of its value.
    ty: Ty,
    /// Its cases so far.
    cases: Vec<Case>,
    /// Its `default`.
    default: Option<Pos>,
}

/// The parser.
pub struct Parser<'t, 'c> {
    tokens: &'c [Token],
    at: usize,
    /// The current token.
    token: Token,
    /// The place of the token before it.
    last: Pos,
    /// The analysis.
    sema: Sema<'t, 'c>,
    /// A syntax error was reported; nothing more is until the end of the statement is found.
    lost: bool,
    nesting: [u16; 4],
    pack: u32,
    packs: Vec<u32>,
    switches: Vec<Switch>,
    /// Loops and switches around the current statement, and loops alone.
    breakable: u32,
    loops: u32,
    /// Lengths of variable arrays that the current declaration has to compute.
    lengths: Vec<(ObjectId, ExprId)>,
}

/// Parses the tokens of a unit.
pub fn parse<'t, 'c>(tokens: &'c [Token], sema: Sema<'t, 'c>) -> Unit {
    let end = Token { kind: Kind::Eof, flags: flag::FIRST, sym: sym::EMPTY, pos: Pos::default() };
    let mut parser = Parser {
        tokens,
        at: 0,
        token: tokens.first().copied().unwrap_or(end),
        last: Pos::default(),
        sema,
        lost: false,
        nesting: [0; 4],
        pack: 0,
        packs: Vec::new(),
        switches: Vec::new(),
        breakable: 0,
        loops: 0,
        lengths: Vec::new(),
    };
    parser.pragmas();
    while parser.token.kind != Kind::Eof {
        parser.external();
    }
    parser.sema.finish()
}

impl Parser<'_, '_> {
    // ---- Tokens ----

    /// The token `ahead` places after the current one.
    fn peek(&self, ahead: usize) -> Token {
        match self.tokens.get(self.at + ahead).or(self.tokens.last()) {
            Some(token) => *token,
            None => self.token,
        }
    }

    /// Goes to the next token; the one that was current.
    fn bump(&mut self) -> Token {
        let token = self.token;
        self.last = token.pos;
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
            self.token = self.tokens[self.at];
            self.sema.report.token = self.at as u32;
            if self.token.kind == Kind::Pragma {
                self.pragmas();
            }
        }
        token
    }

    /// Executes pragmas in front of the current token.
    fn pragmas(&mut self) {
        while self.token.kind == Kind::Pragma && self.at + 1 < self.tokens.len() {
            let text = String::from(self.sema.names.text(self.token.sym));
            self.pragma_pack(&text, self.token.pos);
            self.at += 1;
            self.token = self.tokens[self.at];
        }
        self.sema.report.token = self.at as u32;
    }

    /// `#pragma pack(…)`.
    fn pragma_pack(&mut self, text: &str, pos: Pos) {
        let inner = text.trim_start_matches("#pragma").trim().trim_start_matches("pack").trim();
        let inner = inner.trim_start_matches('(').trim_end_matches(')');
        let mut words = inner.split(',').map(str::trim).filter(|w| !w.is_empty()).peekable();
        let mut good = true;
        if words.peek().is_none() {
            self.pack = 0;
        }
        for word in words {
            match word {
                "push" => self.packs.push(self.pack),
                "pop" => match self.packs.pop() {
                    Some(pack) => self.pack = pack,
                    None => good = false,
                },
                number => match number.parse::<u32>() {
                    Ok(0) => self.pack = 0,
                    Ok(n) if n.is_power_of_two() && n <= 16 => self.pack = n,
                    _ => good = false,
                },
            }
        }
        if !good {
            let message = text!(
                "`#pragma pack` takes push, pop, and 1, 2, 4, 8 or 16",
                "`#pragma pack` に書けるのは push, pop と 1, 2, 4, 8, 16 です"
            );
            self.sema.warn("unknown-pragmas", pos, message);
        }
    }

    #[inline]
    fn is(&self, p: P) -> bool {
        self.token.kind == Kind::Punct(p)
    }

    /// Takes a sign, if it is the current token.
    #[inline]
    fn eat(&mut self, p: P) -> bool {
        let found = self.is(p);
        if found {
            self.bump();
        }
        found
    }

    /// The keyword that a token is, by its usual spelling; [`sym::EMPTY`] for any other token.
    fn word_of(&self, token: Token) -> Sym {
        if token.kind != Kind::Name || token.sym.0 > sym::LAST_KEYWORD.0 {
            return sym::EMPTY;
        }
        match token.sym {
            sym::ASM | sym::TYPEOF if self.sema.options.edition == Edition::C17 => sym::EMPTY,
            sym::U_INLINE | sym::UU_INLINE => sym::INLINE,
            sym::U_RESTRICT | sym::UU_RESTRICT => sym::RESTRICT,
            sym::U_CONST | sym::UU_CONST => sym::CONST,
            sym::U_VOLATILE | sym::UU_VOLATILE => sym::VOLATILE,
            sym::U_SIGNED | sym::UU_SIGNED => sym::SIGNED,
            sym::U_ASM | sym::UU_ASM => sym::ASM,
            sym::U_TYPEOF | sym::UU_TYPEOF => sym::TYPEOF,
            sym::U_ALIGN_OF | sym::UU_ALIGN_OF => sym::U_ALIGNOF,
            sym::U_ATTRIBUTE => sym::ATTRIBUTE,
            other => other,
        }
    }

    /// The keyword that the current token is.
    #[inline]
    fn word(&self) -> Sym {
        self.word_of(self.token)
    }

    /// Takes a keyword, if it is the current token.
    fn eat_word(&mut self, word: Sym) -> bool {
        let found = self.word() == word;
        if found {
            self.bump();
        }
        found
    }

    /// True for a name that is no keyword.
    fn is_name(&self, token: Token) -> bool {
        token.kind == Kind::Name && self.word_of(token) == sym::EMPTY
    }

    // ---- Errors ----

    /// Reports a syntax error, unless the parser is lost already.
    fn fail(&mut self, finding: Finding) {
        if !self.lost {
            self.sema.report.push(finding);
        }
        self.lost = true;
    }

    /// The current token for messages.
    fn shown(&self) -> Text {
        match self.token.kind {
            Kind::Eof => text!("the end of the text", "テキストの終わり"),
            _ => {
                let mut text = spelling(&self.token, self.sema.names);
                if let Some((at, _)) = text.char_indices().nth(40) {
                    text = &text[..at];
                }
                match invisible(text) {
                    Some(number) => text!("the invisible character {number}", "目に見えない文字 {number}"),
                    None => text!("`{text}`", "`{text}`"),
                }
            }
        }
    }

    /// Reports that something else is expected at the current token.
    fn unexpected(&mut self, wanted: &Text) {
        let found = self.shown();
        let (en, ja, f, g) = (&wanted.en, &wanted.ja, &found.en, &found.ja);
        let message = text!("expected {en}, found {f}", "{ja}が必要ですが、{g} があります");
        self.fail(Finding::error("syntax", self.token.pos, message));
    }

    /// Takes a sign; an error if it is missing, at the place where it must be typed.
    fn expect(&mut self, p: P) -> bool {
        if self.eat(p) {
            return true;
        }
        if self.lost {
            return false;
        }
        let sign = p.text();
        let found = self.shown();
        let (f, g) = (&found.en, &found.ja);
        let message = text!("`{sign}` is missing before {f}", "{g} の前に `{sign}` がありません");
        let place = if self.last == Pos::default() { self.token.pos } else { self.last.end() };
        self.fail(Finding::error("syntax", place, message).fix(place, sign));
        false
    }

    /// Takes the closing bracket of an opening one; an error shows both.
    fn close(&mut self, p: P, opened: Pos) -> bool {
        if self.eat(p) {
            return true;
        }
        if self.lost {
            return false;
        }
        let sign = p.text();
        let found = self.shown();
        let (f, g) = (&found.en, &found.ja);
        let message = text!("`{sign}` is missing before {f}", "{g} の前に `{sign}` がありません");
        let place = self.last.end();
        let here = text!("opened here", "ここで開いています");
        self.fail(Finding::error("syntax", place, message).second(opened, here));
        false
    }

    /// Takes the `;` at the end of a declaration or statement, and finds the end if it is missing.
    fn semicolon(&mut self) {
        if self.eat(P::Semi) {
            self.lost = false;
            return;
        }
        if !self.lost {
            let place = self.last.end();
            let first = self.token.flags & flag::FIRST != 0;
            let message = text!("`;` is missing", "`;` がありません");
            let finding = Finding::error("syntax", place, message);
            if first || self.is(P::RBrace) || self.token.kind == Kind::Eof {
                self.sema.report.push(finding.fix(place, ";"));
                return;
            }
            let found = self.shown();
            let (f, g) = (&found.en, &found.ja);
            let message = text!("`;` or an operator is missing before {f}", "{g} の前に `;` か演算子がありません");
            self.fail(Finding::error("syntax", self.token.pos, message));
        }
        self.recover();
    }

    /// Skips to the end of a wrong statement or declaration.
    fn recover(&mut self) {
        let mut depth = 0u32;
        let mut moved = false;
        loop {
            match self.token.kind {
                Kind::Eof => break,
                Kind::Punct(P::LBrace | P::LParen | P::LBracket) => depth += 1,
                Kind::Punct(P::RBrace) if depth == 0 => break,
                Kind::Punct(P::RBrace) => {
                    depth -= 1;
                    if depth == 0 {
                        self.bump();
                        self.eat(P::Semi);
                        break;
                    }
                }
                Kind::Punct(P::RParen | P::RBracket) => depth = depth.saturating_sub(1),
                Kind::Punct(P::Semi) if depth == 0 => {
                    self.bump();
                    break;
                }
                // A word that begins a statement at the beginning of a line is most probably one.
                Kind::Name if moved && self.token.flags & flag::FIRST != 0 && self.begins_statement() => break,
                _ => {}
            }
            self.bump();
            moved = true;
        }
        self.lost = false;
    }

    /// True for the words that begin a statement.
    fn begins_statement(&self) -> bool {
        matches!(
            self.word(),
            sym::IF | sym::FOR | sym::WHILE | sym::DO | sym::SWITCH | sym::RETURN | sym::BREAK | sym::CONTINUE
        )
    }

    // ---- Nesting ----

    /// Counts one more level. False if it is too deep; then nothing was counted.
    fn enter(&mut self, what: Nest) -> bool {
        let limit = if what == Nest::Statement { 2 * MAX_NESTING } else { MAX_NESTING };
        let count = &mut self.nesting[what as usize];
        if *count < limit {
            *count += 1;
            return true;
        }
        let message =
            text!("the nesting is deeper than {MAX_NESTING} levels", "入れ子が {MAX_NESTING} 段を超えています");
        self.fail(Finding::error("nesting", self.token.pos, message));
        false
    }

    fn leave(&mut self, what: Nest) {
        self.nesting[what as usize] -= 1;
    }
}

/// The number of the first character of a text if it is invisible: a blank of another kind, one without width, or one that turns the
/// direction of the text.
fn invisible(text: &str) -> Option<String> {
    let first = text.chars().next().map(u32::from)?;
    let unseen = matches!(first, 0..=0x1f | 0x7f..=0xa0 | 0xad | 0x34f | 0x61c | 0x115f..=0x1160 | 0x1680 | 0x17b4..=0x17b5)
        || matches!(first, 0x180b..=0x180f | 0x2000..=0x200f | 0x2028..=0x202f | 0x205f..=0x206f | 0x2800 | 0x3000 | 0x3164)
        || matches!(first, 0xfe00..=0xfe0f | 0xfeff | 0xffa0 | 0xfff0..=0xfffb | 0xe_0000..=0xe_0fff);
    unseen.then(|| alloc::format!("U+{first:04X}"))
}
