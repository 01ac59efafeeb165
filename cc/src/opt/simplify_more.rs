//! Rules for extensions and comparisons.

use super::simplify::{Outcome, Simplify};
use crate::ir::{Binary, Function, Mem, Op, Type, Unary, Value};
use Outcome::{Becomes, Is, Keep};

/// True if a value is 0 or 1.
pub(super) fn is_truth(f: &Function, v: Value) -> bool {
    if f.ty(v) != Type::I32 {
        return false;
    }
    match *f.op(v) {
        Op::Binary(op, a, b) => {
            op.is_compare()
                || matches!(op, Binary::And | Binary::Or | Binary::Xor)
                    && (is_compare(f, a) || matches!(f.int(a), Some(0 | 1)))
                    && (is_compare(f, b) || matches!(f.int(b), Some(0 | 1)))
                || op == Binary::And && (f.int(b) == Some(1))
        }
        Op::Int(n) => n == 0 || n == 1,
        _ => false,
    }
}

fn is_compare(f: &Function, v: Value) -> bool {
    matches!(f.op(v), Op::Binary(op, ..) if op.is_compare())
}

/// True if a mask changes nothing of an extended value in memory.
pub(super) fn covers(mem: Mem, mask: i64) -> bool {
    match mem {
        Mem::U8 => mask & 0xff == 0xff,
        Mem::U16 => mask & 0xffff == 0xffff,
        _ => false,
    }
}

/// The bits that a store of a form writes.
fn stored_mask(mem: Mem) -> Option<i64> {
    match mem {
        Mem::I8 | Mem::U8 => Some(0xff),
        Mem::I16 | Mem::U16 => Some(0xffff),
        _ => None,
    }
}

/// The value before an extension or mask that the store does not need.
pub(super) fn stored(f: &Function, mem: Mem, v: Value) -> Option<Value> {
    let wanted = stored_mask(mem)?;
    match *f.op(v) {
        Op::Unary(Unary::Ext16, a) => Some(a),
        Op::Unary(Unary::Ext8, a) if wanted == 0xff => Some(a),
        Op::Binary(Binary::And, a, b) if f.int(b).is_some_and(|n| n & wanted == wanted) => Some(a),
        _ => None,
    }
}

/// A mask of an extended value.
pub(super) fn mask_of_extension(s: &mut Simplify<'_>, a: Value, n: i64) -> Outcome {
    let Op::Unary(op, x) = *s.f.op(a) else { return Keep };
    let inside = match op {
        Unary::Ext8 => n & !0xff == 0,
        Unary::Ext16 => n & !0xffff == 0,
        _ => false,
    };
    if !inside {
        return Keep;
    }
    let mask = s.int(Type::I32, n);
    Becomes(Op::Binary(Binary::And, x, mask))
}

/// Operations with one operand.
pub(super) fn unary(s: &mut Simplify<'_>, op: Unary, a: Value, ty: Type) -> Outcome {
    match (op, s.f.op(a).clone()) {
        (Unary::Ext8, Op::Load(access, ..)) if access.mem == Mem::I8 => Is(a),
        (Unary::Ext16, Op::Load(access, ..)) if matches!(access.mem, Mem::I8 | Mem::U8 | Mem::I16) => Is(a),
        (Unary::Ext8, Op::Unary(Unary::Ext8, _)) => Is(a),
        (Unary::Ext16, Op::Unary(Unary::Ext8 | Unary::Ext16, _)) => Is(a),
        (Unary::Ext8, Op::Unary(Unary::Ext16, x)) => Becomes(Op::Unary(Unary::Ext8, x)),
        (Unary::Ext8 | Unary::Ext16, Op::Binary(Binary::And, x, m)) => {
            let kept = if op == Unary::Ext8 { 0xff } else { 0xffff };
            match s.f.int(m) {
                Some(n) if n & kept == kept => Becomes(Op::Unary(op, x)),
                Some(n) if n >= 0 && n <= kept >> 1 => Is(a),
                _ => Keep,
            }
        }
        (Unary::Ext8 | Unary::Ext16, Op::Binary(op, ..)) if op.is_compare() => Is(a),
        (Unary::FNeg, Op::Unary(Unary::FNeg, x)) => Is(x),
        (Unary::FAbs, Op::Unary(Unary::FNeg | Unary::FAbs, x)) => Becomes(Op::Unary(Unary::FAbs, x)),
        (Unary::Low, Op::Unary(Unary::Extend | Unary::ExtendZero, x)) => Is(x),
        (Unary::Low, Op::Binary(Binary::Pair, x, _)) | (Unary::High, Op::Binary(Binary::Pair, _, x)) => Is(x),
        (
            Unary::Low,
            Op::Binary(op @ (Binary::Add | Binary::Sub | Binary::Mul | Binary::And | Binary::Or | Binary::Xor), x, y),
        ) => {
            let x = s.emit(Op::Unary(Unary::Low, x), Type::I32);
            let y = s.emit(Op::Unary(Unary::Low, y), Type::I32);
            Becomes(Op::Binary(op, x, y))
        }
        (Unary::LowWord, Op::Binary(Binary::Join, x, _)) | (Unary::HighWord, Op::Binary(Binary::Join, _, x)) => Is(x),
        (Unary::ToFloat, Op::Unary(Unary::Extend, x)) => Becomes(Op::Unary(Unary::ToFloat, x)),
        (Unary::ToFloat | Unary::ToFloatU, Op::Unary(Unary::ExtendZero, x)) => Becomes(Op::Unary(Unary::ToFloatU, x)),
        (Unary::Bits, Op::Unary(Unary::FromBits, x)) | (Unary::FromBits, Op::Unary(Unary::Bits, x))
            if s.f.ty(x) == ty =>
        {
            Is(x)
        }
        _ => Keep,
    }
}

/// Comparisons.
pub(super) fn compare(s: &mut Simplify<'_>, op: Binary, a: Value, b: Value) -> Outcome {
    use Binary::*;
    if op.is_float() {
        return Keep;
    }
    if a == b {
        return Becomes(Op::Int(i64::from(matches!(op, Eq | LeS | LeU))));
    }
    let ty = s.f.ty(a);
    match (op, s.f.int(a), s.f.int(b)) {
        // Unsigned comparisons with 0.
        (LtU, _, Some(0)) => return Becomes(Op::Int(0)),
        (LeU, Some(0), _) => return Becomes(Op::Int(1)),
        (LtU, Some(0), _) => return Becomes(Op::Binary(Ne, b, a)),
        (LeU, _, Some(0)) => return Becomes(Op::Binary(Eq, a, b)),
        (LtU, _, Some(1)) => {
            let zero = s.int(ty, 0);
            return Becomes(Op::Binary(Eq, a, zero));
        }
        // One form for a comparison with a constant.
        (LeS, _, Some(n)) if n < if ty == Type::I64 { i64::MAX } else { i64::from(i32::MAX) } => {
            let limit = s.int(ty, n + 1);
            return Becomes(Op::Binary(LtS, a, limit));
        }
        (Ne, _, Some(0)) if is_truth(s.f, a) => return Is(a),
        (Eq, _, Some(0)) if is_compare(s.f, a) => return inverted(s, a),
        (Eq, _, Some(1)) if is_truth(s.f, a) => return Is(a),
        (Ne, _, Some(1)) if is_compare(s.f, a) => return inverted(s, a),
        _ => {}
    }
    if let (Eq | Ne, Some(0)) = (op, s.f.int(b)) {
        match *s.f.op(a) {
            Op::Binary(Sub | Xor, x, y) => return Becomes(Op::Binary(op, x, y)),
            Op::Binary(Add, x, c) => {
                if let Some(n) = s.f.int(c) {
                    let minus = s.int(ty, n.wrapping_neg());
                    return Becomes(Op::Binary(op, x, minus));
                }
            }
            _ => {}
        }
    }
    // x + m == n is x == n - m.
    if let (Eq | Ne, Some(n), Op::Binary(Add, x, c)) = (op, s.f.int(b), s.f.op(a).clone())
        && let Some(m) = s.f.int(c)
    {
        let rest = s.int(ty, n.wrapping_sub(m));
        return Becomes(Op::Binary(op, x, rest));
    }
    Keep
}

/// The opposite of a comparison.
pub(super) fn inverted(s: &mut Simplify<'_>, v: Value) -> Outcome {
    use Binary::*;
    let Op::Binary(op, a, b) = *s.f.op(v) else { return Keep };
    Becomes(match op {
        Eq => Op::Binary(Ne, a, b),
        Ne => Op::Binary(Eq, a, b),
        LtS => Op::Binary(LeS, b, a),
        LeS => Op::Binary(LtS, b, a),
        LtU => Op::Binary(LeU, b, a),
        LeU => Op::Binary(LtU, b, a),
        _ => {
            let one = s.int(Type::I32, 1);
            return Becomes(Op::Binary(Xor, v, one));
        }
    })
}
