//! The expressions of `#if`, in 64 bits.

use super::{Context, Pp};
use crate::diag::Finding;
use crate::literal::{Number, character, number, units};
use crate::names::sym;
use crate::source::Pos;
use crate::token::{Kind, P, Token};
use alloc::{rc::Rc, string::String, vec::Vec};
use mcore_base::{Text, text};

/// Nesting of parentheses and operators.
const MAX_NESTING: u32 = 256;

/// Attributes that `__has_attribute` knows.
const ATTRIBUTES: [&str; 16] = [
    "aligned",
    "packed",
    "section",
    "noinline",
    "always_inline",
    "noreturn",
    "unused",
    "used",
    "weak",
    "alias",
    "const",
    "pure",
    "format",
    "may_alias",
    "fallthrough",
    "warn_unused_result",
];

/// A value: 64 bits, signed or not.
#[derive(Clone, Copy, Debug)]
struct Value {
    bits: i64,
    unsigned: bool,
}

impl Value {
    fn of(truth: bool) -> Self {
        Self { bits: i64::from(truth), unsigned: false }
    }
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    /// Nothing is computed here: division by 0 is no error.
    dead: u32,
    end: Pos,
}

type Result<T> = core::result::Result<T, (Pos, Text)>;

impl Pp<'_, '_> {
    /// The value of the expression of `#if`; false after an error.
    pub(super) fn condition(&mut self, tokens: Vec<Token>, pos: Pos) -> bool {
        let end = tokens.last().map_or(pos, |t| t.pos).end();
        let tokens = self.expand_condition(tokens);
        let mut reader = Reader { tokens, at: 0, depth: 0, dead: 0, end };
        let value = self.ternary(&mut reader).and_then(|value| match reader.tokens.get(reader.at) {
            Some(token) => {
                let text = self.spelling(token);
                Err((token.pos, text!("`{text}` is not expected in a condition", "条件の中に `{text}` は書けません")))
            }
            None => Ok(value),
        });
        match value {
            Ok(value) => value.bits != 0,
            Err((pos, message)) => {
                self.report.push(Finding::error("condition", pos, message));
                false
            }
        }
    }

    /// Expands the line; `defined` and its like become numbers.
    fn expand_condition(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        let before = core::mem::replace(&mut self.in_directive, true);
        let level = self.contexts.len();
        self.contexts.push(Context { tokens: Rc::from(tokens), at: 0, of: None, boundary: true });
        let mut out = Vec::new();
        loop {
            let token = self.next_expanded();
            let value = match (token.kind, token.sym) {
                (Kind::Eof, _) => break,
                (Kind::Name, sym::DEFINED) => self.defined(token),
                (Kind::Name, sym::HAS_INCLUDE) => self.has_include(),
                (Kind::Name, sym::HAS_ATTRIBUTE | sym::HAS_BUILTIN | sym::HAS_C_ATTRIBUTE) => self.has_word(),
                _ => {
                    out.push(token);
                    continue;
                }
            };
            let sym = self.names.intern(if value { "1" } else { "0" });
            out.push(Token { kind: Kind::Number, sym, ..token });
        }
        while self.contexts.len() > level {
            self.pop_context();
        }
        self.in_directive = before;
        out
    }

    fn defined(&mut self, token: Token) -> bool {
        let mut next = self.next_token();
        let in_parentheses = next.is(P::LParen);
        if in_parentheses {
            next = self.next_token();
        }
        let closed = !in_parentheses || self.next_token().is(P::RParen);
        if next.kind != Kind::Name || !closed {
            let message = text!("`defined` needs the name of a macro", "`defined` にはマクロ名が必要です");
            self.report.push(Finding::error("condition", token.pos, message));
            return false;
        }
        self.knows(next.sym)
    }

    fn in_parentheses(&mut self) -> Vec<Token> {
        let mut out = Vec::new();
        if !self.next_token().is(P::LParen) {
            return out;
        }
        let mut depth = 0;
        loop {
            let token = self.next_token();
            match token.kind {
                Kind::Eof => return out,
                Kind::Punct(P::LParen) => depth += 1,
                Kind::Punct(P::RParen) if depth == 0 => return out,
                Kind::Punct(P::RParen) => depth -= 1,
                _ => {}
            }
            out.push(token);
        }
    }

    fn has_include(&mut self) -> bool {
        let tokens = self.in_parentheses();
        let plain = |t: &Token| t.kind == Kind::Str || t.is(P::Lt);
        let tokens = if tokens.first().is_some_and(plain) { tokens } else { self.expand_list(tokens.into()) };
        let text: String = tokens.iter().map(|t| self.spelling(t)).collect();
        let quoted = text.starts_with('"');
        let name = text.trim_matches(['"', '<', '>']);
        let from = self.readings.last().and_then(|r| self.sources.files.get(r.file)).map_or("", |f| f.name);
        self.input.find(name, quoted, from, &self.options.folders).is_some()
    }

    fn has_word(&mut self) -> bool {
        let tokens = self.in_parentheses();
        let text = tokens.last().map(|t| self.spelling(t)).unwrap_or_default();
        ATTRIBUTES.contains(&text.trim_matches('_')) || text.starts_with("__builtin_")
    }

    fn ternary(&mut self, r: &mut Reader) -> Result<Value> {
        r.enter()?;
        let condition = self.binary(r, 0)?;
        if !r.take(P::Question) {
            r.depth -= 1;
            return Ok(condition);
        }
        let taken = condition.bits != 0;
        r.dead += u32::from(!taken);
        let first = self.comma(r)?;
        r.dead -= u32::from(!taken);
        if !r.take(P::Colon) {
            return Err((r.pos(), text!("`:` is missing here", "ここに `:` がありません")));
        }
        r.dead += u32::from(taken);
        let second = self.ternary(r)?;
        r.dead -= u32::from(taken);
        r.depth -= 1;
        let unsigned = first.unsigned || second.unsigned;
        Ok(Value { bits: if taken { first.bits } else { second.bits }, unsigned })
    }

    fn comma(&mut self, r: &mut Reader) -> Result<Value> {
        let mut value = self.ternary(r)?;
        while r.take(P::Comma) {
            value = self.ternary(r)?;
        }
        Ok(value)
    }

    fn binary(&mut self, r: &mut Reader, least: u8) -> Result<Value> {
        let mut left = self.unary(r)?;
        while let Some((p, strength)) = r.operator().filter(|(_, strength)| *strength > least) {
            let pos = r.pos();
            r.at += 1;
            let skipped = matches!((p, left.bits != 0), (P::AndAnd, false) | (P::OrOr, true));
            r.dead += u32::from(skipped);
            r.enter()?;
            let right = self.binary(r, strength)?;
            r.depth -= 1;
            r.dead -= u32::from(skipped);
            left = r.compute(p, left, right, pos)?;
        }
        Ok(left)
    }

    fn unary(&mut self, r: &mut Reader) -> Result<Value> {
        let Some(token) = r.tokens.get(r.at).copied() else {
            return Err((r.end, text!("a value is missing in the condition", "条件に値が足りません")));
        };
        r.at += 1;
        let Kind::Punct(p) = token.kind else { return self.primary(&token) };
        r.enter()?;
        let value = match p {
            P::LParen => {
                let value = self.comma(r)?;
                if !r.take(P::RParen) {
                    return Err((r.pos(), text!("`)` is missing here", "ここに `)` がありません")));
                }
                value
            }
            P::Not => Value::of(self.unary(r)?.bits == 0),
            P::Tilde | P::Minus | P::Plus => {
                let value = self.unary(r)?;
                let bits = match p {
                    P::Tilde => !value.bits,
                    P::Minus => value.bits.wrapping_neg(),
                    _ => value.bits,
                };
                Value { bits, ..value }
            }
            _ => {
                let text = p.text();
                let message = text!("`{text}` is not expected in a condition", "条件の中に `{text}` は書けません");
                return Err((token.pos, message));
            }
        };
        r.depth -= 1;
        Ok(value)
    }

    fn primary(&mut self, token: &Token) -> Result<Value> {
        match token.kind {
            Kind::Number => match number(self.names.text(token.sym)) {
                Ok(Number::Int { value, unsigned, .. }) => {
                    Ok(Value { bits: value as i64, unsigned: unsigned || value > i64::MAX as u64 })
                }
                Ok(Number::Float { .. }) => {
                    let message = text!("a condition has whole numbers only", "条件に書ける数は整数だけです");
                    Err((token.pos, message))
                }
                Err(message) => Err((token.pos, message)),
            },
            Kind::Char => {
                let (width, values) = units(self.names.text(token.sym), &mut Vec::new());
                if values.is_empty() {
                    return Err((token.pos, text!("no character between the quotes", "引用符の間に文字がありません")));
                }
                Ok(Value { bits: character(width, &values), unsigned: false })
            }
            Kind::Name => {
                let name = self.names.text(token.sym);
                let message =
                    text!("`{name}` is not defined, so it is 0", "`{name}` は定義されていないので 0 になります");
                self.report.push(Finding::named("undef", token.pos, message));
                Ok(Value::of(false))
            }
            _ => {
                let text = self.spelling(token);
                let message = text!("`{text}` is not expected in a condition", "条件の中に `{text}` は書けません");
                Err((token.pos, message))
            }
        }
    }
}

impl Reader {
    fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err((self.pos(), text!("the condition is nested too deeply", "条件の入れ子が深すぎます")));
        }
        Ok(())
    }

    fn pos(&self) -> Pos {
        self.tokens.get(self.at).map_or(self.end, |t| t.pos)
    }

    fn take(&mut self, p: P) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|t| t.is(p));
        self.at += usize::from(found);
        found
    }

    fn operator(&self) -> Option<(P, u8)> {
        let Kind::Punct(p) = self.tokens.get(self.at)?.kind else { return None };
        strength(p).map(|strength| (p, strength))
    }

    fn compute(&self, p: P, left: Value, right: Value, pos: Pos) -> Result<Value> {
        let unsigned = left.unsigned || right.unsigned;
        let (a, b) = (left.bits, right.bits);
        let (ua, ub) = (a as u64, b as u64);
        let order = if unsigned { ua.cmp(&ub) } else { a.cmp(&b) };
        let shift = |left: bool, by: i64| match (left, by) {
            (true, 0..64) => a << by,
            (true, _) => 0,
            (false, 0..64) if unsigned => (ua >> by) as i64,
            (false, _) if unsigned => 0,
            (false, by) => a >> by.clamp(0, 63),
        };
        if matches!(p, P::Slash | P::Percent) && b == 0 {
            if self.dead > 0 {
                return Ok(Value { bits: 0, unsigned });
            }
            return Err((pos, text!("division by zero in a condition", "条件の中で 0 による除算をしています")));
        }
        let bits = match p {
            P::Star => a.wrapping_mul(b),
            P::Slash if unsigned => (ua / ub) as i64,
            P::Slash => a.wrapping_div(b),
            P::Percent if unsigned => (ua % ub) as i64,
            P::Percent => a.wrapping_rem(b),
            P::Plus => a.wrapping_add(b),
            P::Minus => a.wrapping_sub(b),
            P::Shl | P::Shr => {
                let unsigned = left.unsigned;
                let by = if right.unsigned && b < 0 { 64 } else { b };
                let value = if by < 0 { shift(p == P::Shr, -by) } else { shift(p == P::Shl, by) };
                return Ok(Value { bits: value, unsigned });
            }
            P::And => a & b,
            P::Caret => a ^ b,
            P::Or => a | b,
            P::AndAnd => return Ok(Value::of(a != 0 && b != 0)),
            P::OrOr => return Ok(Value::of(a != 0 || b != 0)),
            P::Lt => return Ok(Value::of(order.is_lt())),
            P::Gt => return Ok(Value::of(order.is_gt())),
            P::Le => return Ok(Value::of(order.is_le())),
            P::Ge => return Ok(Value::of(order.is_ge())),
            P::EqEq => return Ok(Value::of(a == b)),
            _ => return Ok(Value::of(a != b)),
        };
        Ok(Value { bits, unsigned })
    }
}

/// How strongly a binary operator binds, from 1; also for the language itself.
pub fn strength(p: P) -> Option<u8> {
    Some(match p {
        P::OrOr => 1,
        P::AndAnd => 2,
        P::Or => 3,
        P::Caret => 4,
        P::And => 5,
        P::EqEq | P::Ne => 6,
        P::Lt | P::Gt | P::Le | P::Ge => 7,
        P::Shl | P::Shr => 8,
        P::Plus | P::Minus => 9,
        P::Star | P::Slash | P::Percent => 10,
        _ => return None,
    })
}
