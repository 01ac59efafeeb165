//! Constants that an object with static storage can begin with.

use super::Sema;
use crate::source::Pos;
use crate::tree::{ElementSize, ExprId, ExprKind, FunctionId, LabelId, ObjectId, Storage, StringId, Unit};
use mcore_base::text;

/// The thing that an address constant is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    Object(ObjectId),
    Function(FunctionId),
    /// A string literal.
    String(StringId),
    /// A label of the function that the object belongs to.
    Label(LabelId),
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// A whole number.
    Int(i64),
    /// A floating-point number.
    Float(u64),
    /// A complex number.
    Complex(u64, u64),
    /// An address and an offset.
    Address(Base, i64),
}

/// The constant that an expression is, if it is one.
pub fn evaluate(unit: &Unit, e: ExprId) -> Option<Constant> {
    use Constant as C;
    match &unit.expr(e).kind {
        ExprKind::Int(n) => Some(C::Int(*n)),
        ExprKind::Float(bits) => Some(C::Float(*bits)),
        ExprKind::Complex(real, imag) => Some(C::Complex(*real, *imag)),
        ExprKind::Label(label) => Some(C::Address(Base::Label(*label), 0)),
        ExprKind::Decay(a) | ExprKind::Address(a) => address(unit, *a),
        ExprKind::Cast(a, _) => {
            let (from, to) = (unit.ty(*a), unit.expr(e).ty);
            let same = unit.types.size(from) == unit.types.size(to) && unit.types.size(to) == Some(4);
            evaluate(unit, *a).filter(|_| same && !unit.types.is_floating(from) && !unit.types.is_floating(to))
        }
        ExprKind::Offset(a, b, ElementSize::Known(size), minus) => {
            let (a, Some(C::Int(n))) = (evaluate(unit, *a)?, evaluate(unit, *b)) else { return None };
            let n = n.wrapping_mul(i64::from(*size));
            Some(moved(a, if *minus { n.wrapping_neg() } else { n }))
        }
        ExprKind::Binary(op, a, b) => match (op, evaluate(unit, *a)?, evaluate(unit, *b)?) {
            (crate::tree::Binary::Add, a @ C::Address(..), C::Int(n)) => Some(moved(a, n)),
            (crate::tree::Binary::Add, C::Int(n), b @ C::Address(..)) => Some(moved(b, n)),
            (crate::tree::Binary::Sub, a @ C::Address(..), C::Int(n)) => Some(moved(a, n.wrapping_neg())),
            _ => None,
        },
        ExprKind::Distance(a, b, ElementSize::Known(size)) => match (evaluate(unit, *a)?, evaluate(unit, *b)?) {
            (C::Address(x, n), C::Address(y, m)) if x == y => Some(C::Int((n - m) / i64::from((*size).max(1)))),
            _ => None,
        },
        _ => None,
    }
}

fn moved(c: Constant, by: i64) -> Constant {
    match c {
        Constant::Address(base, at) => Constant::Address(base, at.wrapping_add(by)),
        Constant::Int(n) => Constant::Int(i64::from(n.wrapping_add(by) as u32)),
        Constant::Float(_) | Constant::Complex(..) => c,
    }
}

/// The address of what an expression names.
fn address(unit: &Unit, e: ExprId) -> Option<Constant> {
    match &unit.expr(e).kind {
        ExprKind::Object(o) | ExprKind::Literal(o) if unit.object(*o).storage != Storage::Auto => {
            Some(Constant::Address(Base::Object(*o), 0))
        }
        ExprKind::Function(f) => Some(Constant::Address(Base::Function(*f), 0)),
        ExprKind::String(s) => Some(Constant::Address(Base::String(*s), 0)),
        ExprKind::Deref(a) => evaluate(unit, *a),
        ExprKind::Member(a, offset, None) => address(unit, *a).map(|c| moved(c, i64::from(*offset))),
        _ => None,
    }
}

impl Sema<'_, '_> {
    /// The value of an integer constant expression; an error if it is none.
    pub fn constant(&mut self, e: ExprId, pos: Pos) -> Option<i64> {
        let ty = self.ty(e);
        if ty.is_error() {
            return None;
        }
        match self.unit.int(e).filter(|_| self.unit.types.is_integer(ty)) {
            Some(n) => Some(n),
            None => {
                self.error("constant", pos, text!("a whole number that is constant is needed", "整数の定数が必要です"));
                None
            }
        }
    }
}
