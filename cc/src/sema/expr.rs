//! Expressions: each function makes one node of its operands, with conversions and findings.

use super::Sema;
use crate::diag::Finding;
use crate::float::Operation;
use crate::names::Sym;
use crate::source::Pos;
use crate::tree::{Binary, ElementSize, ExprId, ExprKind, Storage, Unary, mark};
use crate::types::{Length, Ty};
use alloc::{format, vec::Vec};
use mcore_base::text;
use mcore_base::{Text, counted};

impl Sema<'_, '_> {
    /// True for what names an object or function, not a value.
    pub fn is_place(&self, e: ExprId) -> bool {
        match &self.unit.expr(e).kind {
            ExprKind::Object(_) | ExprKind::String(_) | ExprKind::Literal(_) | ExprKind::Deref(_) => true,
            ExprKind::Member(base, ..) => self.is_place(*base),
            _ => false,
        }
    }

    /// Checks that an expression can be written.
    pub(super) fn writable(&mut self, e: ExprId, pos: Pos) -> bool {
        let ty = self.ty(e);
        if ty.is_error() {
            return false;
        }
        if !self.is_place(e) || self.unit.types.is_array(ty) || self.unit.types.is_function(ty) {
            let message = text!("this cannot be assigned to", "これには代入できません");
            self.error("assignment", pos, message);
            return false;
        }
        let locked =
            ty.is_const() || self.unit.types.record(ty).is_some_and(|r| r.fields.iter().any(|f| f.ty.is_const()));
        if locked {
            self.error(
                "read-only",
                pos,
                text!("this is `const` and cannot be changed", "`const` なので変更できません"),
            );
            return false;
        }
        let mut base = e;
        while let ExprKind::Member(inner, ..) = self.unit.expr(base).kind {
            base = inner;
        }
        if let ExprKind::Object(object) = self.unit.expr(base).kind {
            self.unit.objects[object.index()].written = true;
        }
        true
    }

    /// Reports operands that an operator cannot take.
    fn operands(&mut self, operator: &str, a: ExprId, b: Option<ExprId>, pos: Pos) -> ExprId {
        if self.ty(a).is_error() || b.is_some_and(|b| self.ty(b).is_error()) {
            return self.wrong(pos);
        }
        let left = self.show(self.ty(a));
        let message = match b {
            Some(b) => {
                let right = self.show(self.ty(b));
                text!(
                    "`{operator}` cannot take `{left}` and `{right}`",
                    "`{operator}` は `{left}` と `{right}` には使えません"
                )
            }
            None => text!("`{operator}` cannot take `{left}`", "`{operator}` は `{left}` には使えません"),
        };
        self.error("operands", pos, message);
        self.wrong(pos)
    }

    /// `-a`, `~a`, `!a`, and `+a` for `None`.
    pub fn unary(&mut self, op: Option<Unary>, a: ExprId, pos: Pos) -> ExprId {
        let a = if op == Some(Unary::Not) { self.condition(a) } else { self.promote(a) };
        let ty = self.ty(a).plain();
        if op == Some(Unary::Not) {
            if let Some(truth) = self.truth(a) {
                return self.integer(i64::from(!truth), Ty::INT, pos);
            }
            return self.add(ExprKind::Unary(Unary::Not, a), Ty::INT, pos);
        }
        if let (Some(op), true) = (op, self.unit.types.is_complex(ty)) {
            return self.complex_unary(op, a, pos);
        }
        let good =
            if op == Some(Unary::BitNot) { self.unit.types.is_integer(ty) } else { self.unit.types.is_arithmetic(ty) };
        if !good {
            let name = op.map_or("+", |op| if op == Unary::Neg { "-" } else { "~" });
            return self.operands(name, a, None, pos);
        }
        match (op, &self.unit.expr(a).kind) {
            (None, _) => self.convert_as(a, ty, true),
            (Some(Unary::Neg), ExprKind::Int(n)) => self.integer(n.wrapping_neg(), ty, pos),
            (Some(Unary::BitNot), ExprKind::Int(n)) => self.integer(!*n, ty, pos),
            (Some(Unary::Neg), ExprKind::Float(bits)) => {
                let bits = self.format(ty).neg(*bits);
                self.add(ExprKind::Float(bits), ty, pos)
            }
            (Some(op), _) => self.add(ExprKind::Unary(op, a), ty, pos),
        }
    }

    /// The size of what a pointer points to.
    fn element_size(&mut self, pointer: Ty, pos: Pos) -> ElementSize {
        let to = self.unit.types.pointee(pointer).unwrap_or(Ty::CHAR);
        if self.unit.types.is_variable(to) {
            return ElementSize::Of(to);
        }
        if self.unit.types.is_void(to) || self.unit.types.is_function(to) {
            self.warn("pointer-arith", pos, text!("arithmetic with `void *`", "`void *` で計算しています"));
            return ElementSize::Known(1);
        }
        let Some(size) = self.unit.types.size(to) else {
            let name = self.show(to);
            self.error(
                "incomplete-type",
                pos,
                text!("the size of `{name}` is not known", "`{name}` の大きさがわかりません"),
            );
            return ElementSize::Known(1);
        };
        ElementSize::Known(size)
    }

    /// A number of elements as a 32-bit integer.
    fn index(&mut self, e: ExprId) -> ExprId {
        let e = self.promote(e);
        let ty = if self.unit.types.is_signed(self.ty(e)) { Ty::INT } else { Ty::UINT };
        self.convert(e, ty)
    }

    /// An operator with two operands.
    pub fn binary(&mut self, op: Binary, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        let (a, b) = (self.value(a), self.value(b));
        let (x, y) = (self.ty(a), self.ty(b));
        let types = &self.unit.types;
        let pointers = (types.is_pointer(x), types.is_pointer(y));
        let integers = (types.is_integer(x), types.is_integer(y));
        match (op, pointers) {
            (Binary::Add | Binary::Sub, (true, false)) if integers.1 => {
                return self.offset(a, b, op == Binary::Sub, pos);
            }
            (Binary::Add, (false, true)) if integers.0 => return self.offset(b, a, false, pos),
            (Binary::Sub, (true, true)) => {
                if let (Some(to), Some(from)) = (types.pointee(x), types.pointee(y))
                    && !types.compatible_plain(to, from)
                {
                    return self.operands("-", a, Some(b), pos);
                }
                let size = self.element_size(y, pos);
                let e = self.add(ExprKind::Distance(a, b, size), Ty::INT, pos);
                if let Some(super::Constant::Int(n)) = super::evaluate(&self.unit, e) {
                    let folded = self.integer(n, Ty::INT, pos);
                    self.unit.exprs[folded.index()].marks |= mark::FOLDED;
                    return folded;
                }
                return e;
            }
            _ if op.is_compare() && (pointers.0 || pointers.1) => return self.compare_pointers(op, a, b, pos),
            _ => {}
        }
        let whole = matches!(op, Binary::Rem | Binary::And | Binary::Or | Binary::Xor | Binary::Shl | Binary::Shr);
        let good = if whole { integers == (true, true) } else { types.is_arithmetic(x) && types.is_arithmetic(y) };
        let complex = types.is_complex(x) || types.is_complex(y);
        if !good || complex && op.is_compare() && !matches!(op, Binary::Eq | Binary::Ne) {
            return self.operands(op.text(), a, Some(b), pos);
        }
        if complex {
            let ty = self.usual_type(x, y);
            let (a, b) = (self.complex_operand(op, a, false, ty), self.complex_operand(op, b, true, ty));
            let ty = if op.is_compare() { Ty::INT } else { ty };
            return match self.fold_complex(op, a, b, ty, pos) {
                Some(folded) => folded,
                None => self.add(ExprKind::Binary(op, a, b), ty, pos),
            };
        }
        if matches!(op, Binary::Shl | Binary::Shr) {
            let (a, b) = (self.promote(a), self.index(b));
            let ty = self.ty(a).plain();
            return self.fold(op, a, b, ty, pos);
        }
        let (a, b, ty) = self.usual(a, b);
        self.fold(op, a, b, if op.is_compare() { Ty::INT } else { ty }, pos)
    }

    fn offset(&mut self, pointer: ExprId, index: ExprId, subtract: bool, pos: Pos) -> ExprId {
        let ty = self.ty(pointer).plain();
        let size = self.element_size(ty, pos);
        let index = self.index(index);
        let values = (self.unit.int(pointer), self.unit.int(index), size);
        if let (Some(base), Some(n), ElementSize::Known(size)) = values {
            let n = n.wrapping_mul(i64::from(size));
            let value = self.wrap(if subtract { base.wrapping_sub(n) } else { base.wrapping_add(n) }, ty);
            return self.add(ExprKind::Int(value), ty, pos);
        }
        self.add(ExprKind::Offset(pointer, index, size, subtract), ty, pos)
    }

    fn compare_pointers(&mut self, op: Binary, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        let (x, y) = (self.ty(a), self.ty(b));
        let types = &self.unit.types;
        let is_inexact = |ty: Ty| types.is_floating(ty) || types.is_complex(ty);
        if x.is_error() || y.is_error() || is_inexact(x) || is_inexact(y) {
            return self.operands(op.text(), a, Some(b), pos);
        }
        if let (Some(to), Some(from)) = (self.unit.types.pointee(x), self.unit.types.pointee(y)) {
            let is_void = self.unit.types.is_void(to) || self.unit.types.is_void(from);
            let free = is_void && matches!(op, Binary::Eq | Binary::Ne);
            if !free && !self.unit.types.compatible_plain(to, from) {
                let (x, y) = (self.show(x), self.show(y));
                let message = text!(
                    "a pointer `{x}` is compared with a pointer `{y}`",
                    "ポインタ `{x}` とポインタ `{y}` を比べています"
                );
                self.warn("compare-distinct-pointer-types", pos, message);
            }
        } else if !self.is_null(a) && !self.is_null(b) {
            self.warn(
                "pointer-integer-compare",
                pos,
                text!("a pointer is compared with an integer", "ポインタを整数と比べています"),
            );
        }
        let pointer = if self.unit.types.is_pointer(x) { x } else { y };
        let (a, b) = (self.convert(a, pointer), self.convert(b, pointer));
        self.fold(op, a, b, Ty::INT, pos)
    }

    /// An operator with converted operands, folded if they are constants.
    pub fn fold(&mut self, op: Binary, a: ExprId, b: ExprId, ty: Ty, pos: Pos) -> ExprId {
        if let (ExprKind::Float(x), ExprKind::Float(y)) = (&self.unit.expr(a).kind, &self.unit.expr(b).kind) {
            let (x, y, format) = (*x, *y, self.format(self.ty(a)));
            let operation = match op {
                Binary::Add => Operation::Add,
                Binary::Sub => Operation::Sub,
                Binary::Mul => Operation::Mul,
                Binary::Div => Operation::Div,
                _ => {
                    let order = format.order(x, y);
                    let truth = match op {
                        Binary::Eq => order.is_some_and(|o| o.is_eq()),
                        Binary::Ne => !order.is_some_and(|o| o.is_eq()),
                        Binary::Lt => order.is_some_and(|o| o.is_lt()),
                        Binary::Le => order.is_some_and(|o| o.is_le()),
                        Binary::Gt => order.is_some_and(|o| o.is_gt()),
                        _ => order.is_some_and(|o| o.is_ge()),
                    };
                    return self.integer(i64::from(truth), Ty::INT, pos);
                }
            };
            return self.add(ExprKind::Float(format.compute(operation, x, y)), ty, pos);
        }
        if matches!(op, Binary::Div | Binary::Rem) && self.unit.int(b) == Some(0) && self.unevaluated == 0 {
            self.warn("div-by-zero", pos, text!("division by zero", "0 で割っています"));
        }
        if let (Some(x), Some(y)) = (self.unit.int(a), self.unit.int(b))
            && let Some(value) = self.fold_integers(op, x, y, self.ty(a), pos)
        {
            let marks = (self.unit.expr(a).marks | self.unit.expr(b).marks) & mark::FOLDED;
            let id = self.integer(value, ty, pos);
            self.unit.exprs[id.index()].marks |= marks;
            return id;
        }
        self.add(ExprKind::Binary(op, a, b), ty, pos)
    }

    fn fold_integers(&mut self, op: Binary, x: i64, y: i64, ty: Ty, pos: Pos) -> Option<i64> {
        let signed = self.unit.types.is_signed(ty);
        let bits = self.unit.types.size(ty).unwrap_or(4) * 8;
        let (ux, uy) = (x as u64, y as u64);
        if matches!(op, Binary::Shl | Binary::Shr) && !(0..i64::from(bits)).contains(&y) {
            self.warn(
                "shift-count",
                pos,
                text!("the shift count is not below {bits}", "シフト量が {bits} 以上か負です"),
            );
        }
        let count = y as u32 & (bits - 1);
        Some(match op {
            Binary::Add => {
                self.check_overflow(x.checked_add(y), ty, pos);
                x.wrapping_add(y)
            }
            Binary::Sub => {
                self.check_overflow(x.checked_sub(y), ty, pos);
                x.wrapping_sub(y)
            }
            Binary::Mul => {
                self.check_overflow(x.checked_mul(y), ty, pos);
                x.wrapping_mul(y)
            }
            Binary::Div | Binary::Rem if y == 0 => return None,
            Binary::Div if signed => x.wrapping_div(y),
            Binary::Rem if signed => x.wrapping_rem(y),
            Binary::Div => (ux / uy) as i64,
            Binary::Rem => (ux % uy) as i64,
            Binary::Shl => ((ux) << count) as i64,
            Binary::Shr if signed => x >> count,
            Binary::Shr => (ux >> count) as i64,
            Binary::And => x & y,
            Binary::Or => x | y,
            Binary::Xor => x ^ y,
            Binary::Eq => i64::from(x == y),
            Binary::Ne => i64::from(x != y),
            Binary::Lt => i64::from(if signed { x < y } else { ux < uy }),
            Binary::Le => i64::from(if signed { x <= y } else { ux <= uy }),
            Binary::Gt => i64::from(if signed { x > y } else { ux > uy }),
            Binary::Ge => i64::from(if signed { x >= y } else { ux >= uy }),
        })
    }

    fn check_overflow(&mut self, exact: Option<i64>, ty: Ty, pos: Pos) {
        if self.unit.types.is_signed(ty) && exact.is_none_or(|n| self.wrap(n, ty) != n) {
            let name = self.show(ty);
            self.warn("overflow", pos, text!("the result does not fit `{name}`", "結果が `{name}` に収まりません"));
        }
    }

    /// `a && b`, or `a || b` if `or`.
    pub fn logic(&mut self, or: bool, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        let (a, b) = (self.condition(a), self.condition(b));
        match (self.truth(a), self.truth(b)) {
            (Some(x), _) if x == or => self.integer(i64::from(or), Ty::INT, pos),
            (Some(_), Some(y)) => self.integer(i64::from(y), Ty::INT, pos),
            _ => self.add(ExprKind::Logic(or, a, b), Ty::INT, pos),
        }
    }

    /// `a = b`, or `a op= b`.
    pub fn assign(&mut self, op: Option<Binary>, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        if !self.writable(a, pos) {
            return self.wrong(pos);
        }
        let ty = self.ty(a).plain();
        let Some(op) = op else {
            let b = self.assigned(b, ty, &text!("assignment", "代入"));
            return self.add(ExprKind::Assign(a, b), ty, pos);
        };
        let b = self.value(b);
        if self.unit.types.is_pointer(ty) {
            if !matches!(op, Binary::Add | Binary::Sub) || !self.unit.types.is_integer(self.ty(b)) {
                return self.operands(op.text(), a, Some(b), pos);
            }
            let (size, b) = (self.element_size(ty, pos), self.index(b));
            return self.add(ExprKind::CompoundOffset(a, b, size, op == Binary::Sub), ty, pos);
        }
        let whole = !matches!(op, Binary::Add | Binary::Sub | Binary::Mul | Binary::Div);
        let types = &self.unit.types;
        let fits = |ty: Ty| if whole { types.is_integer(ty) } else { types.is_arithmetic(ty) };
        if !fits(ty) || !fits(self.ty(b)) {
            return self.operands(op.text(), a, Some(b), pos);
        }
        let (b, through) = if matches!(op, Binary::Shl | Binary::Shr) {
            (self.index(b), self.promoted(ty))
        } else {
            let b = self.promote(b);
            let through = self.usual_type(ty, self.ty(b));
            if self.unit.types.is_complex(through) {
                let b = self.complex_operand(op, b, true, through);
                let stays = !self.unit.types.is_complex(ty) && op != Binary::Div;
                (b, if stays { self.unit.types.part(through) } else { through })
            } else {
                (self.convert(b, through), through)
            }
        };
        if matches!(op, Binary::Div | Binary::Rem) && self.unit.int(b) == Some(0) {
            self.warn("div-by-zero", pos, text!("division by zero", "0 で割っています"));
        }
        self.add(ExprKind::Compound(op, a, b, through), ty, pos)
    }

    /// `++` and `--`.
    pub fn step(&mut self, e: ExprId, step: i64, after: bool, pos: Pos) -> ExprId {
        let ty = self.ty(e).plain();
        if !self.unit.types.is_scalar(ty) {
            return self.operands(if step > 0 { "++" } else { "--" }, e, None, pos);
        }
        if !self.writable(e, pos) {
            return self.wrong(pos);
        }
        let size = if self.unit.types.is_pointer(ty) { self.element_size(ty, pos) } else { ElementSize::Known(1) };
        self.add(ExprKind::Step(e, step, size, after), ty, pos)
    }

    /// `*e`.
    pub fn deref(&mut self, e: ExprId, pos: Pos) -> ExprId {
        let e = self.value(e);
        let Some(to) = self.unit.types.pointee(self.ty(e)) else { return self.operands("*", e, None, pos) };
        if let ExprKind::Decay(f) = self.unit.expr(e).kind
            && self.unit.types.is_function(to)
        {
            return f;
        }
        self.add(ExprKind::Deref(e), to, pos)
    }

    /// `&e`.
    pub fn address(&mut self, e: ExprId, pos: Pos) -> ExprId {
        let ty = self.ty(e);
        if let ExprKind::Deref(inner) = self.unit.expr(e).kind {
            self.one_past(inner, self.pos(e));
            return inner;
        }
        if matches!(self.unit.expr(e).kind, ExprKind::Member(_, _, Some(_))) {
            self.error("address", pos, text!("a bit-field has no address", "ビットフィールドにはアドレスがありません"));
            return self.wrong(pos);
        }
        if !self.is_place(e) && !self.unit.types.is_function(ty) {
            return self.operands("&", e, None, pos);
        }
        self.mark_addressed(e);
        let to = self.unit.types.pointer(ty);
        self.fixed_address(e, to, pos).unwrap_or_else(|| self.add(ExprKind::Address(e), to, pos))
    }

    /// The address of a member of an object at an address that is a number.
    pub(super) fn fixed_address(&mut self, e: ExprId, to: Ty, pos: Pos) -> Option<ExprId> {
        let (mut base, mut offset) = (e, 0u32);
        while let ExprKind::Member(inner, at, None) = self.unit.expr(base).kind {
            (base, offset) = (inner, offset.wrapping_add(at));
        }
        let ExprKind::Deref(pointer) = self.unit.expr(base).kind else { return None };
        let n = self.unit.int(pointer)?;
        let address = i64::from((n as u32).wrapping_add(offset));
        let id = self.add(ExprKind::Int(address), to, pos);
        self.unit.exprs[id.index()].marks |= mark::FOLDED;
        Some(id)
    }

    /// `&a[n]` of an array of n elements is a place that may be named; so is `&a[n][0]`.
    fn one_past(&mut self, sum: ExprId, pos: Pos) {
        let ExprKind::Offset(base, index, _, false) = self.unit.expr(sum).kind else { return };
        let ExprKind::Decay(array) = self.unit.expr(base).kind else { return };
        let Some((_, Length::Known(n))) = self.unit.types.element(self.ty(array)) else { return };
        match self.unit.int(index) {
            Some(i) if i == i64::from(n) => self.report.retract("array-bounds", pos),
            Some(0) => {
                if let ExprKind::Deref(row) = self.unit.expr(array).kind {
                    let place = self.pos(array);
                    self.one_past(row, place);
                }
            }
            _ => {}
        }
    }

    /// `a[b]`.
    pub fn subscript(&mut self, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        let length = self.unit.types.element(self.ty(a)).map(|(_, n)| n);
        if let (Some(Length::Known(n)), Some(i)) = (length, self.unit.int(b))
            && (i < 0 || n > 0 && i >= i64::from(n))
            && self.unevaluated == 0
        {
            let array = self.unit.array_words(self.names, a);
            let message = Text::new(
                format!("index {i} is outside {}, which has {n} elements", array.en),
                format!("添字 {i} は {} の外です。要素数は {n} です", array.ja),
            );
            self.warn("array-bounds", pos, message);
        }
        if self.ty(b).id == Ty::CHAR.id && self.unit.int(b).is_none() {
            let place = self.pos(b);
            let message =
                text!("the index is a `char`, which can be negative", "添字が `char` なので、負になることがあります");
            let tip = text!("convert it to `unsigned char`", "`unsigned char` に変換してください");
            self.report.push(Finding::named("char-subscripts", place, message).tip(tip));
        }
        let sum = self.binary(Binary::Add, a, b, pos);
        if self.ty(sum).is_error() {
            return sum;
        }
        self.deref(sum, pos)
    }

    /// `base.name`, or `base->name` if `arrow`.
    pub fn member(&mut self, base: ExprId, arrow: bool, name: Sym, pos: Pos) -> ExprId {
        let base = if arrow { self.deref(base, pos) } else { base };
        let ty = self.ty(base);
        if ty.is_error() {
            return self.wrong(pos);
        }
        let word = self.names.text(name);
        if let Some(found) = self.unit.types.find(ty, name) {
            let ty = found.bits.map_or(found.ty, |(_, width)| self.unit.types.bit_field(found.ty, width));
            return self.add(ExprKind::Member(base, found.offset, found.bits), ty, pos);
        }
        let shown = self.show(ty);
        let mut finding = Finding::error(
            "no-member",
            pos,
            text!("`{shown}` has no member `{word}`", "`{shown}` にメンバー `{word}` はありません"),
        );
        if self.unit.types.pointee(ty).is_some_and(|to| self.unit.types.find(to, name).is_some()) {
            finding = finding.tip(text!("use `->` with a pointer", "ポインタには `->` を使ってください"));
        }
        self.report.push(finding);
        self.wrong(pos)
    }

    /// `c ? a : b`.
    pub fn conditional(&mut self, c: ExprId, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        let c = self.condition(c);
        let (mut a, mut b) = (self.value(a), self.value(b));
        let (x, y) = (self.ty(a), self.ty(b));
        if x.is_error() || y.is_error() {
            return self.wrong(pos);
        }
        let types = &self.unit.types;
        let ty = if types.is_arithmetic(x) && types.is_arithmetic(y) {
            let (p, q) = (self.promote(a), self.promote(b));
            (a, b) = (p, q);
            self.usual_type(self.ty(a), self.ty(b))
        } else if types.is_void(x) || types.is_void(y) {
            Ty::VOID
        } else if let Some(ty) = self.pointer_of_both(a, b, pos) {
            ty
        } else if x.id == y.id {
            x.plain()
        } else {
            return self.operands("?:", a, Some(b), pos);
        };
        if ty != Ty::VOID {
            (a, b) = (self.convert(a, ty), self.convert(b, ty));
        }
        match self.truth(c) {
            Some(truth) if ty != Ty::VOID && !self.unit.types.is_record(ty) => {
                let chosen = if truth { a } else { b };
                if self.is_place(chosen) { self.convert_as(chosen, ty, true) } else { chosen }
            }
            _ => self.add(ExprKind::Conditional(c, a, b), ty, pos),
        }
    }

    /// The pointer type of `c ? a : b`.
    fn pointer_of_both(&mut self, a: ExprId, b: ExprId, pos: Pos) -> Option<Ty> {
        let (x, y) = (self.ty(a).plain(), self.ty(b).plain());
        let (p, q) = (self.unit.types.pointee(x), self.unit.types.pointee(y));
        match (p, q) {
            (Some(_), _) if self.is_null(b) => Some(x),
            (_, Some(_)) if self.is_null(a) => Some(y),
            (Some(p), Some(q)) => {
                let quals = p.quals | q.quals;
                let to = if self.unit.types.is_void(p) || self.unit.types.is_void(q) {
                    // The qualifiers of an array are those of its elements, which `void *` does not have.
                    if self.unit.types.quals_of(p) | self.unit.types.quals_of(q) != quals {
                        self.warn(
                            "discarded-qualifiers",
                            pos,
                            text!("`?:` loses `const` or `volatile`", "`?:` で `const` か `volatile` が失われます"),
                        );
                    }
                    Ty::VOID
                } else if self.unit.types.compatible_plain(p, q) {
                    self.unit.types.composite(p.plain(), q.plain())
                } else {
                    let (x, y) = (self.show(x), self.show(y));
                    let message = text!(
                        "`?:` has a pointer `{x}` and a pointer `{y}`",
                        "`?:` の 2 つの値がポインタ `{x}` とポインタ `{y}` です"
                    );
                    self.warn("incompatible-pointer-types", pos, message);
                    Ty::VOID
                };
                Some(self.unit.types.pointer(to.with(quals)))
            }
            (Some(_), None) if self.unit.types.is_integer(y) => Some(self.pointer_or_integer(x, y, pos)),
            (None, Some(_)) if self.unit.types.is_integer(x) => Some(self.pointer_or_integer(y, x, pos)),
            _ => None,
        }
    }

    fn pointer_or_integer(&mut self, pointer: Ty, integer: Ty, pos: Pos) -> Ty {
        let (x, y) = (self.show(pointer), self.show(integer));
        let message = text!(
            "`?:` has a pointer `{x}` and an integer `{y}`",
            "`?:` の値の一方がポインタ `{x}`、他方が整数 `{y}` です"
        );
        self.warn("int-conversion", pos, message);
        pointer
    }

    /// `a, b`.
    pub fn comma(&mut self, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        let b = self.value(b);
        let ty = self.ty(b).plain();
        self.add(ExprKind::Comma(a, b), ty, pos)
    }

    /// `(ty)e`.
    pub fn cast(&mut self, e: ExprId, ty: Ty, pos: Pos) -> ExprId {
        let e = self.value(e);
        let from = self.ty(e);
        if ty.is_error() || from.is_error() {
            return self.wrong(pos);
        }
        let types = &self.unit.types;
        let is_inexact = |ty: Ty| types.is_floating(ty) || types.is_complex(ty);
        let floats = is_inexact(from) && types.is_pointer(ty) || types.is_pointer(from) && is_inexact(ty);
        if types.record(ty).is_some_and(|r| r.is_union)
            && ty.id != from.id
            && let Some(id) = self.union_cast(e, ty, pos)
        {
            return id;
        }
        let types = &self.unit.types;
        let good = types.is_void(ty)
            || types.is_scalar(ty) && types.is_scalar(from) && !floats
            || types.is_record(ty) && ty.id == from.id;
        if !good {
            let (to, from) = (self.show(ty), self.show(from));
            self.error(
                "cast",
                pos,
                text!("`{from}` cannot be cast to `{to}`", "`{from}` は `{to}` にキャストできません"),
            );
            return self.wrong(pos);
        }
        let id = self.convert_as(e, ty, true);
        self.unit.exprs[id.index()].pos = pos;
        id
    }

    /// GNU C: a value cast to a union that has a member of its type.
    fn union_cast(&mut self, e: ExprId, ty: Ty, pos: Pos) -> Option<ExprId> {
        let from = self.ty(e);
        let from = self.unit.types.declared(from);
        let field = self.unit.types.record(ty)?.fields.iter().find(|f| self.unit.types.compatible(f.ty, from))?;
        let entry = crate::tree::Entry { offset: field.offset, bits: field.bits, ty: field.ty.plain(), expr: e };
        let object = self.literal_object(ty.plain(), pos);
        self.set_init(object, crate::tree::Init { entries: alloc::vec![entry], whole: false });
        Some(self.add(ExprKind::Literal(object), ty.plain(), pos))
    }

    /// A call.
    pub fn call(&mut self, f: ExprId, args: Vec<ExprId>, pos: Pos) -> ExprId {
        let f = self.value(f);
        let to = self.unit.types.pointee(self.ty(f));
        let Some(signature) = to.and_then(|to| self.unit.types.signature(to)) else {
            if !self.ty(f).is_error() {
                self.error(
                    "not-a-function",
                    pos,
                    text!("what is called is not a function", "呼び出しているものは関数ではありません"),
                );
            }
            return self.wrong(pos);
        };
        let (wanted, given) = (signature.params.len(), args.len());
        if signature.prototype && (given < wanted || given > wanted && !signature.variadic) {
            let (takes, are) = (counted(wanted as u64, "argument", "arguments"), super::advice::given(given));
            let message = text!(
                "the function takes {takes}, {are}",
                "関数の引数は {wanted} 個ですが、{given} 個が渡されています"
            );
            let mut finding = Finding::error("arguments", pos, message);
            if let Some(tip) = self.missing_argument(f, &args, &signature.params) {
                finding = finding.tip(tip);
            }
            self.report.push(finding);
            return self.wrong(pos);
        }
        let mut values = Vec::with_capacity(given);
        for (i, arg) in args.into_iter().enumerate() {
            let value = match signature.params.get(i) {
                Some(param) => {
                    let n = i + 1;
                    self.assigned(arg, *param, &text!("argument {n}", "第 {n} 引数"))
                }
                None => {
                    let arg = self.promote(arg);
                    let ty = self.ty(arg);
                    let single = ty.id == Ty::FLOAT.id;
                    self.convert(arg, if single { Ty::DOUBLE } else { self.unit.types.declared(ty) })
                }
            };
            values.push(value);
        }
        let result = signature.result.plain();
        if let ExprKind::Decay(inner) = self.unit.expr(f).kind
            && let ExprKind::Function(id) = self.unit.expr(inner).kind
            && let Some(e) = self.own_builtin(id, &values, result, pos)
        {
            return e;
        }
        self.add(ExprKind::Call(f, values), result, pos)
    }

    /// `sizeof` of a type.
    pub fn size_of(&mut self, ty: Ty, pos: Pos) -> ExprId {
        if self.unit.types.is_variable(ty) {
            return self.add(ExprKind::SizeOf(ty), Ty::UINT, pos);
        }
        let size = match self.unit.types.size(ty) {
            Some(size) => size,
            None if self.unit.types.is_void(ty) || self.unit.types.is_function(ty) => 1,
            None => {
                let name = self.show(ty);
                self.error(
                    "incomplete-type",
                    pos,
                    text!("the size of `{name}` is not known", "`{name}` の大きさがわかりません"),
                );
                return self.wrong(pos);
            }
        };
        self.integer(i64::from(size), Ty::UINT, pos)
    }

    /// A variable by its number.
    pub fn object(&mut self, object: crate::tree::ObjectId, pos: Pos) -> ExprId {
        let known = self.unit.object(object);
        let (ty, is_static) = (known.ty, known.storage != Storage::Auto);
        if is_static || self.unevaluated > 0 {
            self.unit.objects[object.index()].read = true;
        }
        self.add(ExprKind::Object(object), ty, pos)
    }
}
