//! Complex numbers: their parts, operators with them, and the folding of constants.

use super::Sema;
use crate::float::{Format, Operation};
use crate::source::Pos;
use crate::tree::{Binary, ExprId, ExprKind, Unary, mark};
use crate::types::Ty;
use mcore_base::text;

/// The parts of a constant; a real number has no second one.
type Parts = (u64, Option<u64>);

impl Sema<'_, '_> {
    /// The parts of a constant that is a floating-point or complex number.
    fn constant_parts(&self, e: ExprId) -> Option<Parts> {
        match self.unit.expr(e).kind {
            ExprKind::Float(bits) => Some((bits, None)),
            ExprKind::Complex(real, imag) => Some((real, Some(imag))),
            _ => None,
        }
    }

    /// `__real__ e`, or `__imag__ e`.
    pub fn part(&mut self, e: ExprId, imag: bool, pos: Pos) -> ExprId {
        let ty = self.ty(e);
        if ty.is_error() {
            return self.wrong(pos);
        }
        let part = self.unit.types.part(ty);
        if let ExprKind::Complex(x, y) = self.unit.expr(e).kind {
            return self.add(ExprKind::Float(if imag { y } else { x }), part.plain(), pos);
        }
        if self.unit.types.is_complex(ty) {
            let offset = if imag { self.unit.types.size(part).unwrap_or(0) } else { 0 };
            return self.add(ExprKind::Member(e, offset, None), part, pos);
        }
        if !self.unit.types.is_arithmetic(ty) {
            let (operator, shown) = (if imag { "__imag__" } else { "__real__" }, self.show(ty));
            let message = text!("`{operator}` cannot take `{shown}`", "`{operator}` は `{shown}` には使えません");
            self.error("operands", pos, message);
            return self.wrong(pos);
        }
        if !imag {
            return e;
        }
        let zero = self.integer(0, Ty::INT, pos);
        let zero = self.convert(zero, ty);
        if self.constant_parts(e).is_some() || self.unit.int(e).is_some() {
            return zero;
        }
        let e = self.value(e);
        self.comma(e, zero, pos)
    }

    /// The complex number with two parts, which have one floating-point type.
    pub fn complex(&mut self, real: ExprId, imag: ExprId, pos: Pos) -> ExprId {
        let (real, imag) = (self.value(real), self.value(imag));
        let part = self.ty(real).plain();
        if part.is_error() || self.ty(imag).is_error() {
            return self.wrong(pos);
        }
        if !self.unit.types.is_floating(part) || self.ty(imag).plain().id != part.id {
            let message = text!(
                "the parts of a complex number have one type: `float`, `double` or `long double`",
                "複素数の実部と虚部は同じ型（`float`、`double`、`long double` のどれか）にします"
            );
            self.error("arguments", pos, message);
            return self.wrong(pos);
        }
        let ty = self.unit.types.complex_of(part);
        match (self.constant_parts(real), self.constant_parts(imag)) {
            (Some((x, None)), Some((y, None))) => self.add(ExprKind::Complex(x, y), ty, pos),
            _ => {
                let parts = alloc::vec![real, imag];
                self.add(ExprKind::Builtin(crate::tree::Builtin::Complex, parts), ty, pos)
            }
        }
    }

    /// An imaginary constant: its imaginary part is a number that has been read.
    pub fn imaginary(&mut self, number: ExprId, pos: Pos) -> ExprId {
        let part = self.ty(number);
        // gcc has complex integers; here `3i` is a `double _Complex`.
        let part = if self.unit.types.is_floating(part) { part } else { Ty::DOUBLE };
        let number = self.convert(number, part);
        let ExprKind::Float(bits) = self.unit.expr(number).kind else { return self.wrong(pos) };
        let ty = self.unit.types.complex_of(part);
        let e = self.add(ExprKind::Complex(0, bits), ty, pos);
        self.unit.exprs[e.index()].marks |= mark::LITERAL;
        e
    }

    /// The operands of an operator with a complex operand, converted to the type. As in gcc, a real operand stays real where
    /// its imaginary part would only give wrong signs of zeros and NaNs: in sums, products and as a divisor.
    pub(super) fn complex_operand(&mut self, op: Binary, e: ExprId, is_right: bool, ty: Ty) -> ExprId {
        let stays = match op {
            Binary::Add | Binary::Sub | Binary::Mul => true,
            Binary::Div => is_right,
            _ => false,
        };
        let to = if stays && !self.unit.types.is_complex(self.ty(e)) { self.unit.types.part(ty) } else { ty };
        self.convert(e, to)
    }

    /// A constant converted from a complex type or to one.
    pub(super) fn fold_complex_conversion(&mut self, e: ExprId, ty: Ty) -> Option<ExprKind> {
        let from = self.ty(e);
        let pos = self.pos(e);
        let to_complex = self.unit.types.is_complex(ty);
        let part = self.unit.types.part(ty);
        let ExprKind::Complex(x, y) = self.unit.expr(e).kind else {
            // A real number.
            let number = self.convert(e, part);
            return match self.unit.expr(number).kind {
                ExprKind::Float(bits) if to_complex => Some(ExprKind::Complex(bits, 0)),
                _ => None,
            };
        };
        let format = self.format(self.unit.types.part(from));
        if to_complex {
            let to = self.format(part);
            return Some(ExprKind::Complex(format.convert(x, to), format.convert(y, to)));
        }
        if ty.id == Ty::BOOL.id {
            return Some(ExprKind::Int(i64::from(!format.is_zero(x) || !format.is_zero(y))));
        }
        if !self.unit.types.is_arithmetic(ty) {
            return None;
        }
        let real = self.add(ExprKind::Float(x), self.unit.types.part(from).plain(), pos);
        let real = self.convert(real, ty);
        match self.unit.expr(real).kind {
            ref kind @ (ExprKind::Int(_) | ExprKind::Float(_)) => Some(kind.clone()),
            _ => None,
        }
    }

    /// `-z`, or `~z`, the conjugate.
    pub(super) fn complex_unary(&mut self, op: Unary, a: ExprId, pos: Pos) -> ExprId {
        let ty = self.ty(a).plain();
        let format = self.format(self.unit.types.part(ty));
        match (op, &self.unit.expr(a).kind) {
            (Unary::Neg, ExprKind::Complex(x, y)) => {
                let kind = ExprKind::Complex(format.neg(*x), format.neg(*y));
                self.add(kind, ty, pos)
            }
            (Unary::BitNot, ExprKind::Complex(x, y)) => {
                let kind = ExprKind::Complex(*x, format.neg(*y));
                self.add(kind, ty, pos)
            }
            _ => self.add(ExprKind::Unary(op, a), ty, pos),
        }
    }

    /// An operator on constants of which one is complex; the operands are converted. `None` where the result depends on the
    /// rules for infinities, which the library has.
    pub(super) fn fold_complex(&mut self, op: Binary, a: ExprId, b: ExprId, ty: Ty, pos: Pos) -> Option<ExprId> {
        let (x, y) = (self.constant_parts(a)?, self.constant_parts(b)?);
        let format = self.format(self.unit.types.part(self.ty(a)));
        let (real, imag) = match op {
            Binary::Eq | Binary::Ne => {
                let equal = |p, q| format.order(p, q).is_some_and(core::cmp::Ordering::is_eq);
                let both = equal(x.0, y.0) && equal(x.1.unwrap_or(0), y.1.unwrap_or(0));
                return Some(self.integer(i64::from(both == (op == Binary::Eq)), Ty::INT, pos));
            }
            Binary::Add | Binary::Sub => sum(format, op == Binary::Sub, x, y),
            Binary::Mul => product(format, x, y)?,
            _ => quotient(format, x, y)?,
        };
        Some(self.add(ExprKind::Complex(real, imag), ty, pos))
    }

    /// A call of `creal`, `cimag` or `conj` of the library, which needs no function.
    pub(super) fn own_complex(&mut self, name: &str, args: &[ExprId], pos: Pos) -> Option<ExprId> {
        let &[e] = args else { return None };
        let ty = self.ty(e).plain();
        let letter = match ty.id {
            17 => "f",
            18 => "",
            19 => "l",
            _ => return None,
        };
        match name.strip_suffix(letter)? {
            "conj" => Some(self.complex_unary(Unary::BitNot, e, pos)),
            what @ ("creal" | "cimag") => {
                let part = self.part(e, what == "cimag", pos);
                let ty = self.ty(part).plain();
                // A value, which cannot be assigned to.
                Some(self.convert_as(part, ty, true))
            }
            _ => None,
        }
    }
}

fn sum(format: Format, minus: bool, x: Parts, y: Parts) -> (u64, u64) {
    let op = if minus { Operation::Sub } else { Operation::Add };
    let imag = match (x.1, y.1) {
        (Some(p), Some(q)) => format.compute(op, p, q),
        (Some(p), None) => p,
        (None, Some(q)) if minus => format.neg(q),
        (None, q) => q.unwrap_or(0),
    };
    (format.compute(op, x.0, y.0), imag)
}

fn product(format: Format, x: Parts, y: Parts) -> Option<(u64, u64)> {
    let mul = |p, q| format.compute(Operation::Mul, p, q);
    let (p, q) = match (x.1, y.1) {
        (Some(p), Some(q)) => (p, q),
        (Some(p), None) => return Some((mul(x.0, y.0), mul(p, y.0))),
        (None, q) => return Some((mul(x.0, y.0), mul(x.0, q.unwrap_or(0)))),
    };
    let real = format.compute(Operation::Sub, mul(x.0, y.0), mul(p, q));
    let imag = format.compute(Operation::Add, mul(x.0, q), mul(p, y.0));
    let is_nan = |n| format.order(n, n).is_none();
    (!is_nan(real) && !is_nan(imag)).then_some((real, imag))
}

/// The quotient, by the larger part of the divisor; none near the limits of the format.
fn quotient(format: Format, x: Parts, y: Parts) -> Option<(u64, u64)> {
    let compute = |op, p, q| format.compute(op, p, q);
    let (a, b) = (x.0, x.1.unwrap_or(0));
    let Some(d) = y.1 else {
        return Some((compute(Operation::Div, a, y.0), compute(Operation::Div, b, y.0)));
    };
    let c = y.0;
    let large = if format == Format::Single { 0x7100_0000 } else { 0x7c00_0000_0000_0000 };
    let small = if format == Format::Single { 0x0e80_0000 } else { 0x0400_0000_0000_0000 };
    let fits = |n: u64| {
        let size = format.abs(n);
        format.is_zero(n)
            || format.order(size, large).is_some_and(core::cmp::Ordering::is_lt)
                && format.order(size, small).is_some_and(core::cmp::Ordering::is_gt)
    };
    if ![a, b, c, d].into_iter().all(fits) || format.is_zero(c) && format.is_zero(d) {
        return None;
    }
    let flipped = format.order(format.abs(c), format.abs(d)).is_some_and(core::cmp::Ordering::is_lt);
    let (large, small) = if flipped { (d, c) } else { (c, d) };
    let ratio = compute(Operation::Div, small, large);
    let divisor = compute(Operation::Add, compute(Operation::Mul, small, ratio), large);
    let scaled = |n| compute(Operation::Mul, n, ratio);
    let (real, imag) = if flipped {
        (compute(Operation::Add, scaled(a), b), compute(Operation::Sub, scaled(b), a))
    } else {
        (compute(Operation::Add, a, scaled(b)), compute(Operation::Sub, b, scaled(a)))
    };
    Some((compute(Operation::Div, real, divisor), compute(Operation::Div, imag, divisor)))
}
