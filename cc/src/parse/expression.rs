//! Expressions, by how strongly their operators bind.

use super::{Nest, Parser};
use crate::names::sym;
use crate::source::Pos;
use crate::token::{Kind, P};
use crate::tree::{Binary, ExprId, Unary, mark};
use crate::types::Ty;
use alloc::vec::Vec;
use mcore_base::text;

/// How strongly an operator binds, and what it does; `None` for `&&` and `||`.
fn binary_operator(p: P) -> Option<(u8, Option<Binary>)> {
    Some(match p {
        P::OrOr => (1, None),
        P::AndAnd => (2, None),
        P::Or => (3, Some(Binary::Or)),
        P::Caret => (4, Some(Binary::Xor)),
        P::And => (5, Some(Binary::And)),
        P::EqEq => (6, Some(Binary::Eq)),
        P::Ne => (6, Some(Binary::Ne)),
        P::Lt => (7, Some(Binary::Lt)),
        P::Gt => (7, Some(Binary::Gt)),
        P::Le => (7, Some(Binary::Le)),
        P::Ge => (7, Some(Binary::Ge)),
        P::Shl => (8, Some(Binary::Shl)),
        P::Shr => (8, Some(Binary::Shr)),
        P::Plus => (9, Some(Binary::Add)),
        P::Minus => (9, Some(Binary::Sub)),
        P::Star => (10, Some(Binary::Mul)),
        P::Slash => (10, Some(Binary::Div)),
        P::Percent => (10, Some(Binary::Rem)),
        _ => return None,
    })
}

/// The operator of an assignment; `Some(None)` for `=`.
fn assignment_operator(p: P) -> Option<Option<Binary>> {
    Some(match p {
        P::Assign => None,
        P::StarAssign => Some(Binary::Mul),
        P::SlashAssign => Some(Binary::Div),
        P::PercentAssign => Some(Binary::Rem),
        P::PlusAssign => Some(Binary::Add),
        P::MinusAssign => Some(Binary::Sub),
        P::ShlAssign => Some(Binary::Shl),
        P::ShrAssign => Some(Binary::Shr),
        P::AndAssign => Some(Binary::And),
        P::CaretAssign => Some(Binary::Xor),
        P::OrAssign => Some(Binary::Or),
        _ => return None,
    })
}

impl Parser<'_, '_> {
    /// An expression, with commas.
    pub(super) fn expression(&mut self) -> ExprId {
        let mut e = self.assignment();
        while self.is(P::Comma) && !self.lost {
            self.bump();
            let b = self.assignment();
            let pos = self.join(e, b);
            e = self.sema.comma(e, b, pos);
        }
        e
    }

    /// The range of two operands.
    pub(super) fn join(&self, a: ExprId, b: ExprId) -> Pos {
        self.sema.range(self.sema.pos(a), self.sema.pos(b))
    }

    /// An expression that is constant, so without assignments.
    pub(super) fn constant_expression(&mut self) -> ExprId {
        let e = self.operation(0);
        let e = if self.is(P::Question) { self.conditional(e) } else { e };
        self.sema.value(e)
    }

    /// An assignment, or what binds more strongly.
    pub(super) fn assignment(&mut self) -> ExprId {
        let e = self.operation(0);
        let Kind::Punct(p) = self.token.kind else { return e };
        if p == P::Question {
            return self.conditional(e);
        }
        match assignment_operator(p) {
            Some(op) => self.assign(op, e),
            None => e,
        }
    }

    fn assign(&mut self, op: Option<Binary>, a: ExprId) -> ExprId {
        self.bump();
        if !self.enter(Nest::Expression) {
            return a;
        }
        let b = self.assignment();
        self.leave(Nest::Expression);
        let pos = self.join(a, b);
        self.sema.assign(op, a, b, pos)
    }

    fn conditional(&mut self, c: ExprId) -> ExprId {
        self.bump();
        if !self.enter(Nest::Expression) {
            return c;
        }
        let a = if self.is(P::Colon) { None } else { Some(self.expression()) };
        let mut b = c;
        if self.expect(P::Colon) {
            b = self.operation(0);
            if self.is(P::Question) {
                b = self.conditional(b);
            }
        }
        self.leave(Nest::Expression);
        let pos = self.join(c, b);
        match a {
            Some(a) => self.sema.conditional(c, a, b, pos),
            None => self.sema.elvis(c, b, pos),
        }
    }

    /// Operators with two operands that bind more strongly than `least`.
    fn operation(&mut self, least: u8) -> ExprId {
        let mut a = self.cast();
        loop {
            let Kind::Punct(p) = self.token.kind else { return a };
            let Some((strength, op)) = binary_operator(p).filter(|(s, _)| *s > least) else { return a };
            self.bump();
            let b = self.operation(strength);
            let pos = self.join(a, b);
            a = match op {
                Some(op) => self.sema.binary(op, a, b, pos),
                None => self.sema.logic(p == P::OrOr, a, b, pos),
            };
            if self.lost {
                return a;
            }
        }
    }

    /// True if `(` and the name of a type are next.
    fn at_type_in_parentheses(&self) -> bool {
        if !self.is(P::LParen) {
            return false;
        }
        let next = self.peek(1);
        if self.word_of(next) == sym::EXTENSION {
            return self.begins_type(self.peek(2));
        }
        self.begins_type(next)
    }

    /// A cast, or what binds more strongly.
    fn cast(&mut self) -> ExprId {
        if !self.at_type_in_parentheses() {
            return self.unary();
        }
        let opened = self.bump().pos;
        let mark = self.lengths.len();
        let ty = self.type_name();
        if !self.close(P::RParen, opened) {
            return self.sema.wrong(opened);
        }
        if self.is(P::LBrace) {
            let e = self.literal(ty, opened);
            let e = self.after_lengths(e, mark);
            return self.postfix(e);
        }
        if !self.enter(Nest::Expression) {
            return self.sema.wrong(opened);
        }
        let e = self.cast();
        self.leave(Nest::Expression);
        let pos = self.sema.range(opened, self.sema.pos(e));
        let e = self.sema.cast(e, ty, pos);
        self.after_lengths(e, mark)
    }

    /// A prefix operator with its operand, or what binds more strongly.
    fn unary(&mut self) -> ExprId {
        let token = self.token;
        match token.kind {
            Kind::Punct(P::Minus | P::Plus | P::Not | P::Tilde | P::Star | P::And | P::PlusPlus | P::MinusMinus) => {
                self.prefix()
            }
            Kind::Punct(P::AndAnd) => self.label_address(),
            Kind::Name => match self.word() {
                sym::SIZEOF => self.size_of(),
                sym::U_ALIGNOF => self.align_of(),
                sym::EXTENSION => {
                    self.bump();
                    if !self.enter(Nest::Expression) {
                        return self.sema.wrong(token.pos);
                    }
                    let e = self.cast();
                    self.leave(Nest::Expression);
                    e
                }
                sym::REAL | sym::IMAG => {
                    self.bump();
                    let e = self.cast_counted();
                    let pos = self.sema.range(token.pos, self.sema.pos(e));
                    self.sema.part(e, token.sym == sym::IMAG, pos)
                }
                _ => {
                    let e = self.primary();
                    self.postfix(e)
                }
            },
            _ => {
                let e = self.primary();
                self.postfix(e)
            }
        }
    }

    fn cast_counted(&mut self) -> ExprId {
        if !self.enter(Nest::Expression) {
            return self.sema.wrong(self.token.pos);
        }
        let e = self.cast();
        self.leave(Nest::Expression);
        e
    }

    fn prefix(&mut self) -> ExprId {
        let token = self.bump();
        let Kind::Punct(p) = token.kind else { return self.sema.wrong(token.pos) };
        let e = self.cast_counted();
        let pos = self.sema.range(token.pos, self.sema.pos(e));
        match p {
            P::Minus => self.sema.unary(Some(Unary::Neg), e, pos),
            P::Tilde => self.sema.unary(Some(Unary::BitNot), e, pos),
            P::Not => self.sema.unary(Some(Unary::Not), e, pos),
            P::Plus => self.sema.unary(None, e, pos),
            P::Star => self.sema.deref(e, pos),
            P::And => self.sema.address(e, pos),
            P::PlusPlus => self.sema.step(e, 1, false, pos),
            _ => self.sema.step(e, -1, false, pos),
        }
    }

    /// `&&label`.
    fn label_address(&mut self) -> ExprId {
        let begin = self.bump().pos;
        if !self.is_name(self.token) {
            self.unexpected(&text!("the name of a label", "ラベルの名前"));
            return self.sema.wrong(begin);
        }
        let token = self.bump();
        let pos = self.sema.range(begin, token.pos);
        self.sema.label_value(token.sym, pos)
    }

    fn size_of(&mut self) -> ExprId {
        let begin = self.bump().pos;
        if self.at_type_in_parentheses() {
            let opened = self.bump().pos;
            let mark = self.lengths.len();
            let ty = self.type_name();
            self.close(P::RParen, opened);
            if !self.is(P::LBrace) {
                let pos = self.sema.range(begin, self.last);
                let e = self.sema.size_of(ty, pos);
                return self.after_lengths(e, mark);
            }
            self.sema.unevaluated += 1;
            let e = self.literal(ty, opened);
            let e = self.postfix(e);
            self.sema.unevaluated -= 1;
            self.lengths.truncate(mark);
            let pos = self.sema.range(begin, self.last);
            return self.sema.size_of(self.sema.ty(e), pos);
        }
        self.sema.unevaluated += 1;
        let e = self.unary_counted();
        self.sema.unevaluated -= 1;
        let pos = self.sema.range(begin, self.last);
        self.sema.size_of_expression(e, pos)
    }

    fn unary_counted(&mut self) -> ExprId {
        if !self.enter(Nest::Expression) {
            return self.sema.wrong(self.token.pos);
        }
        let e = self.unary();
        self.leave(Nest::Expression);
        e
    }

    fn align_of(&mut self) -> ExprId {
        let begin = self.bump().pos;
        let align = if self.at_type_in_parentheses() {
            let opened = self.bump().pos;
            let mark = self.lengths.len();
            let specs = self.specifiers();
            let ty = if self.is(P::RParen) {
                specs.ty
            } else {
                self.declarator(specs.ty, super::declarator::Naming::Abstract).ty
            };
            self.lengths.truncate(mark);
            self.close(P::RParen, opened);
            self.sema.unit.types.align(ty).max(specs.attributes.align)
        } else {
            self.sema.unevaluated += 1;
            let e = self.unary_counted();
            self.sema.unevaluated -= 1;
            self.sema.alignment_of(e)
        };
        let pos = self.sema.range(begin, self.last);
        self.sema.integer(i64::from(align), Ty::UINT, pos)
    }

    /// Operators after an operand.
    pub(super) fn postfix(&mut self, e: ExprId) -> ExprId {
        let mut e = e;
        loop {
            let Kind::Punct(p) = self.token.kind else { return e };
            match p {
                P::LBracket => {
                    let opened = self.bump().pos;
                    if !self.enter(Nest::Expression) {
                        return e;
                    }
                    let index = self.expression();
                    self.leave(Nest::Expression);
                    self.close(P::RBracket, opened);
                    let pos = self.sema.range(self.sema.pos(e), self.last);
                    e = self.sema.subscript(e, index, pos);
                }
                P::LParen => {
                    let opened = self.bump().pos;
                    let args = self.arguments(opened);
                    let pos = self.sema.range(self.sema.pos(e), self.last);
                    e = self.sema.call(e, args, pos);
                }
                P::Dot | P::Arrow => {
                    self.bump();
                    if !self.is_name(self.token) {
                        self.unexpected(&text!("the name of a member", "メンバーの名前"));
                        return e;
                    }
                    let token = self.bump();
                    e = self.sema.member_at(e, p == P::Arrow, token.sym, token.pos);
                }
                P::PlusPlus | P::MinusMinus => {
                    self.bump();
                    let pos = self.sema.range(self.sema.pos(e), self.last);
                    e = self.sema.step(e, if p == P::PlusPlus { 1 } else { -1 }, true, pos);
                }
                _ => return e,
            }
            if self.lost {
                return e;
            }
        }
    }

    /// The arguments of a call, up to and with the `)`.
    pub(super) fn arguments(&mut self, opened: Pos) -> Vec<ExprId> {
        let mut args = Vec::new();
        if self.eat(P::RParen) {
            return args;
        }
        if !self.enter(Nest::Expression) {
            return args;
        }
        loop {
            args.push(self.assignment());
            if self.lost || !self.eat(P::Comma) {
                break;
            }
        }
        self.leave(Nest::Expression);
        self.close(P::RParen, opened);
        args
    }

    /// Notes that an expression is between parentheses.
    pub(super) fn parenthesised(&mut self, e: ExprId) {
        self.sema.unit.exprs[e.index()].marks |= mark::PARENTHESES;
    }
}
