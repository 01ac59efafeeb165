//! Names, constants, strings, parentheses, `_Generic`.

use super::{Nest, Parser};
use crate::diag::Finding;
use crate::float::Format;
use crate::literal::{self, Number, Width};
use crate::names::sym;
use crate::sema::Meaning;
use crate::source::Pos;
use crate::token::{Kind, P, Token};
use crate::tree::{ExprId, ExprKind, mark};
use crate::types::Ty;
use alloc::{string::String, vec::Vec};
use mcore_base::text;

impl Parser<'_, '_> {
    /// An operand.
    pub(super) fn primary(&mut self) -> ExprId {
        let token = self.token;
        match token.kind {
            Kind::Name => self.name(token),
            Kind::Number => {
                self.bump();
                self.number(token)
            }
            Kind::Char => {
                self.bump();
                self.character(token)
            }
            Kind::Str => self.string(),
            Kind::Punct(P::LParen) => self.parentheses(),
            _ => {
                self.unexpected(&text!("an expression", "式"));
                self.sema.wrong(token.pos)
            }
        }
    }

    fn name(&mut self, token: Token) -> ExprId {
        match self.word() {
            sym::EMPTY => {}
            sym::U_GENERIC => return self.generic(),
            _ => {
                self.unexpected(&text!("an expression", "式"));
                return self.sema.wrong(token.pos);
            }
        }
        match self.sema.look(token.sym) {
            Some(Meaning::Object(object)) => {
                self.bump();
                self.sema.object(object, token.pos)
            }
            Some(Meaning::Function(function)) => {
                self.bump();
                self.sema.function(function, token.pos)
            }
            Some(Meaning::Constant(value, ty)) => {
                self.bump();
                let e = self.sema.integer(value, ty, token.pos);
                self.sema.unit.exprs[e.index()].marks |= mark::LITERAL;
                e
            }
            Some(Meaning::Type(..)) => {
                self.unexpected(&text!("an expression", "式"));
                self.sema.wrong(token.pos)
            }
            None => {
                self.bump();
                self.unknown_name(token)
            }
        }
    }

    fn unknown_name(&mut self, token: Token) -> ExprId {
        if matches!(token.sym, sym::FUNC | sym::FUNCTION | sym::PRETTY) {
            let name = match &self.sema.current {
                Some(current) => self.sema.unit.function(current.id).name,
                None => sym::EMPTY,
            };
            let mut bytes = Vec::from(self.sema.names.text(name));
            bytes.push(0);
            return self.sema.string(bytes, Ty::CHAR.with(crate::types::qual::CONST), token.pos);
        }
        if let Some(rest) = self.sema.names.text(token.sym).strip_prefix("__builtin_") {
            let rest = String::from(rest);
            return self.builtin(&rest, token);
        }
        if self.is(P::LParen) {
            return self.sema.implicit_function(token.sym, token.pos);
        }
        self.sema.undeclared(token.sym, token.pos)
    }

    fn number(&mut self, token: Token) -> ExprId {
        let text = self.sema.names.text(token.sym);
        let bytes = text.as_bytes();
        if bytes.len() < 10 && (bytes[0] != b'0' || bytes.len() == 1) && bytes.iter().all(u8::is_ascii_digit) {
            let value = bytes.iter().fold(0i64, |n, b| n * 10 + i64::from(b - b'0'));
            return self.literal_integer(value, Ty::INT, token.pos);
        }
        match literal::number(text) {
            Ok(Number::Int { value, unsigned, longs, decimal, too_large }) => {
                if too_large {
                    let message = text!("the number has more than 64 bits", "数が 64 ビットに収まりません");
                    self.sema.warn("literal-range", token.pos, message);
                }
                let ty = integer_type(value, unsigned, longs, decimal);
                if decimal && !unsigned && ty.id == Ty::ULLONG.id && !too_large {
                    let message =
                        text!("the number is so large that it is unsigned", "数が大きいので符号なしになります");
                    self.sema.warn("literal-range", token.pos, message);
                }
                self.literal_integer(value as i64, ty, token.pos)
            }
            Ok(Number::Float { bits, format, long, too_large }) => {
                if too_large {
                    let message =
                        text!("the number is too large and becomes infinite", "数が大きすぎて無限大になります");
                    self.sema.warn("literal-range", token.pos, message);
                }
                let ty = match (format, long) {
                    (Format::Single, _) => Ty::FLOAT,
                    (Format::Double, true) => Ty::LDOUBLE,
                    (Format::Double, false) => Ty::DOUBLE,
                };
                let e = self.sema.add(ExprKind::Float(bits), ty, token.pos);
                self.sema.unit.exprs[e.index()].marks |= mark::LITERAL;
                e
            }
            Err(message) => {
                if let Some(rest) = literal::imaginary(self.sema.names.text(token.sym))
                    && literal::number(&rest).is_ok()
                {
                    let sym = self.sema.names.intern(&rest);
                    let number = self.number(Token { sym, ..token });
                    return self.sema.imaginary(number, token.pos);
                }
                self.sema.error("number", token.pos, message);
                self.sema.wrong(token.pos)
            }
        }
    }

    fn literal_integer(&mut self, value: i64, ty: Ty, pos: Pos) -> ExprId {
        let e = self.sema.integer(value, ty, pos);
        self.sema.unit.exprs[e.index()].marks |= mark::LITERAL;
        e
    }

    /// The units of one literal, with findings in it.
    fn units(&mut self, token: Token) -> (Width, Vec<u32>) {
        let mut problems = Vec::new();
        let result = literal::units(self.sema.names.text(token.sym), &mut problems);
        for (at, len, message, is_error) in problems {
            // With a backslash at the end of a line, or in a macro's stringified argument, the parts are not in place.
            let exact = self.sema.sources.text(token.pos) == self.sema.names.text(token.sym);
            let pos =
                if exact { Pos { at: token.pos.at + at as u32, len: len as u32, ..token.pos } } else { token.pos };
            if is_error {
                self.sema.error("escape", pos, message);
            } else {
                self.sema.report.push(Finding::named("escape", pos, message));
            }
        }
        result
    }

    fn character(&mut self, token: Token) -> ExprId {
        let (width, units) = self.units(token);
        if units.is_empty() {
            self.sema.error(
                "empty-char",
                token.pos,
                text!("no character between the quotes", "引用符の間に文字がありません"),
            );
        } else if units.len() > 1 {
            let text = self.sema.names.text(token.sym);
            let one = text.chars().count() <= 3 && !text.contains('\\');
            let message = if one {
                text!("the character does not fit a `char`", "この文字は `char` に収まりません")
            } else {
                text!("several characters between single quotes", "一重引用符の間に文字が複数あります")
            };
            let mut finding = Finding::named("multichar", token.pos, message);
            if !one && units.len() > 2 {
                finding = finding.tip(text!("a string has double quotes", "文字列は二重引用符で囲みます"));
            }
            self.sema.report.push(finding);
        }
        let value = literal::character(width, &units);
        let ty = match width {
            Width::Char | Width::Wide => Ty::INT,
            Width::Utf8 => Ty::UCHAR,
            Width::Char16 => Ty::USHORT,
            Width::Char32 => Ty::UINT,
        };
        self.literal_integer(value, ty, token.pos)
    }

    /// String literals in a row.
    fn string(&mut self) -> ExprId {
        let begin = self.token.pos;
        let (mut width, mut units) = self.units(self.token);
        self.bump();
        while self.token.kind == Kind::Str {
            let (next, more) = self.units(self.token);
            if next != width {
                if width.size() == 1 && next.size() > 1 || next.size() == 1 && width.size() > 1 {
                    // Units of bytes are read again as characters of the wider string.
                    if width.size() == 1 {
                        units = widen(&units, next);
                        width = next;
                        units.extend(more);
                    } else {
                        units.extend(widen(&more, width));
                    }
                    self.bump();
                    continue;
                }
                if width == Width::Char {
                    width = next;
                } else if next != Width::Char {
                    let message = text!("strings of different kinds in a row", "種類の異なる文字列が並んでいます");
                    self.sema.error("string", self.token.pos, message);
                }
            }
            units.extend(more);
            self.bump();
        }
        units.push(0);
        let element = match width {
            Width::Char | Width::Utf8 => Ty::CHAR,
            Width::Char16 => Ty::USHORT,
            Width::Char32 => Ty::UINT,
            Width::Wide => Ty::INT,
        };
        let mut bytes = Vec::with_capacity(units.len() * width.size() as usize);
        for unit in units {
            bytes.extend_from_slice(&unit.to_le_bytes()[..width.size() as usize]);
        }
        let pos = self.sema.range(begin, self.last);
        self.sema.string(bytes, element, pos)
    }

    /// Strings in a row as text, for attributes, assertions and `asm`.
    pub(super) fn plain_string(&mut self) -> String {
        let mut bytes = Vec::new();
        while self.token.kind == Kind::Str {
            let (_, units) = self.units(self.token);
            bytes.extend(units.iter().map(|u| *u as u8));
            self.bump();
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn parentheses(&mut self) -> ExprId {
        let opened = self.bump().pos;
        if self.is(P::LBrace) {
            return self.block_expression(opened);
        }
        if !self.enter(Nest::Expression) {
            return self.sema.wrong(opened);
        }
        let e = self.expression();
        self.leave(Nest::Expression);
        self.close(P::RParen, opened);
        self.parenthesised(e);
        e
    }

    /// `({ … })`.
    fn block_expression(&mut self, opened: Pos) -> ExprId {
        if self.sema.current.is_none() {
            let message = text!("a block in an expression outside functions", "関数の外の式にブロックがあります");
            self.sema.error("block-expression", opened, message);
        }
        if !self.enter(Nest::Expression) {
            return self.sema.wrong(opened);
        }
        let lengths = core::mem::take(&mut self.lengths);
        // `break` and `case` may belong to a statement around the expression.
        let block = self.block();
        self.lengths = lengths;
        self.leave(Nest::Expression);
        self.close(P::RParen, opened);
        let pos = self.sema.range(opened, self.last);
        let ty = self.sema.block_value(block);
        self.sema.add(ExprKind::Block(block), ty, pos)
    }

    /// `_Generic (e, type: e, default: e)`.
    fn generic(&mut self) -> ExprId {
        let begin = self.bump().pos;
        let opened = self.token.pos;
        if !self.expect(P::LParen) || !self.enter(Nest::Expression) {
            return self.sema.wrong(begin);
        }
        self.sema.unevaluated += 1;
        let control = self.assignment();
        let control = self.sema.value(control);
        self.sema.unevaluated -= 1;
        let wanted = self.sema.unit.types.declared(self.sema.ty(control)).plain();
        let (mut chosen, mut other) = (None, None);
        let mut seen: Vec<(Ty, Pos)> = Vec::new();
        while self.eat(P::Comma) && !self.lost {
            let place = self.token.pos;
            if self.eat_word(sym::DEFAULT) {
                self.expect(P::Colon);
                let e = self.assignment();
                if other.replace(e).is_some() {
                    self.sema.error("generic", place, text!("`default` is there twice", "`default` が 2 つあります"));
                }
                continue;
            }
            let ty = self.type_name();
            let place = self.sema.range(place, self.last);
            self.expect(P::Colon);
            let e = self.assignment();
            if let Some((_, first)) =
                seen.iter().find(|(t, _)| t.quals == ty.quals && self.sema.unit.types.compatible(*t, ty))
            {
                let message = text!("two types of `_Generic` are compatible", "`_Generic` の 2 つの型が適合します");
                let finding = Finding::error("generic", place, message);
                self.sema.report.push(finding.second(*first, text!("the first one", "1 つ目はここです")));
            }
            seen.push((ty, place));
            if chosen.is_none() && ty.quals == 0 && self.sema.unit.types.compatible(ty, wanted) {
                chosen = Some(e);
            }
        }
        self.leave(Nest::Expression);
        self.close(P::RParen, opened);
        let pos = self.sema.range(begin, self.last);
        match chosen.or(other) {
            Some(e) => e,
            None => {
                if !wanted.is_error() && !self.lost {
                    let shown = self.sema.show(wanted);
                    let message =
                        text!("`_Generic` has nothing for `{shown}`", "`_Generic` に `{shown}` の選択肢がありません");
                    self.sema.error("generic", pos, message);
                }
                self.sema.wrong(pos)
            }
        }
    }
}

/// The type of a whole number: the first of the list in C17 6.4.4.1 that holds it, with `long` as wide as `int`.
fn integer_type(value: u64, unsigned: bool, longs: u8, decimal: bool) -> Ty {
    let int = if longs == 1 { (Ty::LONG, Ty::ULONG) } else { (Ty::INT, Ty::UINT) };
    if longs < 2 {
        if !unsigned && value <= i32::MAX as u64 {
            return int.0;
        }
        if (unsigned || !decimal) && value <= u64::from(u32::MAX) {
            return int.1;
        }
    }
    if !unsigned && value <= i64::MAX as u64 { Ty::LLONG } else { Ty::ULLONG }
}

/// Bytes of UTF-8 as units of a wider string.
fn widen(bytes: &[u32], width: Width) -> Vec<u32> {
    let bytes: Vec<u8> = bytes.iter().map(|b| *b as u8).collect();
    let text = String::from_utf8_lossy(&bytes);
    let mut out = Vec::new();
    for c in text.chars() {
        if width.size() == 2 {
            let mut halves = [0; 2];
            out.extend(c.encode_utf16(&mut halves).iter().map(|h| u32::from(*h)));
        } else {
            out.push(c as u32);
        }
    }
    out
}
