//! Calls of `__builtin_…`.

use super::Parser;
use crate::source::Pos;
use crate::token::{P, Token};
use crate::tree::{ExprId, ExprKind, mark};
use crate::types::Ty;
use alloc::vec::Vec;
use mcore_base::text;

impl Parser<'_, '_> {
    /// `__builtin_NAME` and its arguments; the name has been read.
    pub(super) fn builtin(&mut self, name: &str, token: Token) -> ExprId {
        if !self.is(P::LParen) {
            // Without a call it can only be a library function.
            return match self.sema.library_function(name, token.pos) {
                Some(e) => e,
                None => self.sema.undeclared(token.sym, token.pos),
            };
        }
        match name {
            "va_arg" | "offsetof" | "types_compatible_p" | "choose_expr" => {
                let opened = self.bump().pos;
                if !self.enter(super::Nest::Expression) {
                    return self.sema.wrong(opened);
                }
                let e = match name {
                    "va_arg" => self.va_arg(token.pos),
                    "offsetof" => self.offset_of(token.pos),
                    "types_compatible_p" => self.types_compatible(token.pos),
                    _ => self.choose(token.pos),
                };
                self.leave(super::Nest::Expression);
                self.close(P::RParen, opened);
                let pos = self.sema.range(token.pos, self.last);
                self.sema.unit.exprs[e.index()].pos = pos;
                e
            }
            _ => {
                if let Some(e) = self.sema.builtin_function(name, token) {
                    // The caller goes on with the call.
                    return e;
                }
                let opened = self.bump().pos;
                let unevaluated = matches!(name, "constant_p" | "object_size" | "classify_type");
                self.sema.unevaluated += u32::from(unevaluated);
                let args = self.arguments(opened);
                self.sema.unevaluated -= u32::from(unevaluated);
                let pos = self.sema.range(token.pos, self.last);
                self.sema.builtin(name, token, args, pos)
            }
        }
    }

    fn va_arg(&mut self, begin: Pos) -> ExprId {
        let list = self.assignment();
        self.expect(P::Comma);
        let mark = self.lengths.len();
        let ty = self.type_name();
        let e = self.sema.va_arg(list, ty, begin);
        self.after_lengths(e, mark)
    }

    fn types_compatible(&mut self, begin: Pos) -> ExprId {
        let a = self.type_name();
        self.expect(P::Comma);
        let b = self.type_name();
        let types = &self.sema.unit.types;
        let both_enums = a.id != b.id
            && matches!(types.kind(a), crate::types::Kind::Enum(_))
            && matches!(types.kind(b), crate::types::Kind::Enum(_));
        let same = types.compatible(a.plain(), b.plain()) && !both_enums;
        self.sema.integer(i64::from(same), Ty::INT, begin)
    }

    fn choose(&mut self, begin: Pos) -> ExprId {
        let c = self.constant_expression();
        self.expect(P::Comma);
        let a = self.assignment();
        self.expect(P::Comma);
        let b = self.assignment();
        match self.sema.constant(c, begin) {
            Some(0) => b,
            Some(_) => a,
            None => self.sema.wrong(begin),
        }
    }

    /// `type, member.member[index]`.
    fn offset_of(&mut self, begin: Pos) -> ExprId {
        let ty = self.type_name();
        self.expect(P::Comma);
        // The member of an object at address 0.
        let pointer = self.sema.unit.types.pointer(ty);
        let null = self.sema.integer(0, pointer, begin);
        let mut e = self.sema.add(ExprKind::Deref(null), ty, begin);
        let mut indices: Vec<ExprId> = Vec::new();
        let mut offset = 0i64;
        let mut first = true;
        loop {
            if first || self.is(P::Dot) {
                if !first {
                    self.bump();
                }
                if !self.is_name(self.token) {
                    self.unexpected(&text!("the name of a member", "メンバーの名前"));
                    return self.sema.wrong(begin);
                }
                let token = self.bump();
                e = self.sema.member_at(e, false, token.sym, token.pos);
                match self.sema.unit.expr(e).kind {
                    ExprKind::Member(_, at, None) => offset += i64::from(at),
                    ExprKind::Member(_, _, Some(_)) => {
                        let message =
                            text!("a bit-field has no offset in bytes", "ビットフィールドにバイト位置はありません");
                        self.sema.error("address", token.pos, message);
                        return self.sema.wrong(begin);
                    }
                    _ => return self.sema.wrong(begin),
                }
                first = false;
            } else if self.is(P::LBracket) {
                let opened = self.bump().pos;
                let index = self.expression();
                self.close(P::RBracket, opened);
                let index = self.sema.promote(index);
                let Some((of, _)) = self.sema.unit.types.element(self.sema.ty(e)) else {
                    self.sema.error("offsetof", opened, text!("this is no array", "これは配列ではありません"));
                    return self.sema.wrong(begin);
                };
                let size = i64::from(self.sema.unit.types.size(of).unwrap_or(0));
                match self.sema.unit.int(index) {
                    Some(n) => offset += n.wrapping_mul(size),
                    None => {
                        let index = self.sema.convert(index, Ty::UINT);
                        let by = self.sema.integer(size, Ty::UINT, opened);
                        indices.push(self.sema.binary(crate::tree::Binary::Mul, index, by, opened));
                    }
                }
                let of_pointer = self.sema.unit.types.pointer(of);
                let null = self.sema.integer(0, of_pointer, begin);
                e = self.sema.add(ExprKind::Deref(null), of, begin);
            } else {
                break;
            }
        }
        let mut sum = self.sema.integer(offset, Ty::UINT, begin);
        self.sema.unit.exprs[sum.index()].marks |= mark::LITERAL;
        for index in indices {
            sum = self.sema.binary(crate::tree::Binary::Add, sum, index, begin);
        }
        sum
    }
}
