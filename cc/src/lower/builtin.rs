//! Functions that the compiler knows.

use super::Lower;
use super::place::{Base, Place};
use crate::ir::{Binary as Bin, Op, Type, Unary as Un, Value};
use crate::tree::{Builtin, ExprId};
use crate::types::Ty;
use alloc::{vec, vec::Vec};

/// Longest copy that is made of loads and stores, in bytes.
const MAX_COPY: i64 = 64;

impl Lower<'_, '_> {
    pub(super) fn builtin(&mut self, builtin: Builtin, args: &[ExprId], ty: Ty) -> Value {
        match builtin {
            Builtin::Trap | Builtin::Unreachable => {
                self.builder.trap();
                self.zero(self.ir_type(ty))
            }
            Builtin::Nothing => {
                args.iter().for_each(|e| self.effect(*e));
                self.zero(self.ir_type(ty))
            }
            Builtin::VaStart => {
                if let Some(list) = args.first() {
                    self.va_start(*list);
                }
                self.zero(Type::I32)
            }
            Builtin::VaEnd => {
                if let Some(list) = args.first() {
                    self.place(*list);
                }
                self.zero(Type::I32)
            }
            Builtin::VaCopy => {
                if let [to, from] = args {
                    let to = self.list(*to);
                    let from = self.value(*from);
                    self.store(&to, from);
                }
                self.zero(Type::I32)
            }
            Builtin::ReturnAddress => self.builder.op(Op::ReturnAddress, Some(Type::I32)),
            Builtin::FrameAddress => self.builder.op(Op::FrameAddress, Some(Type::I32)),
            Builtin::AddOverflow | Builtin::SubOverflow | Builtin::MulOverflow => self.overflow(builtin, args),
            Builtin::Memcpy => self.memory_copy(args),
            Builtin::Memset => self.memory_set(args),
            _ => self.computed(builtin, args, ty),
        }
    }

    /// Builtins that only compute.
    fn computed(&mut self, builtin: Builtin, args: &[ExprId], ty: Ty) -> Value {
        let values: Vec<Value> = args.iter().map(|e| self.value(*e)).collect();
        let Some(&a) = values.first() else { return self.zero(self.ir_type(ty)) };
        let kind = self.type_of(a);
        let result = match builtin {
            Builtin::Clz => self.leading_zeros(a),
            Builtin::Clrsb => self.sign_bits(a),
            Builtin::Ctz => self.trailing_zeros(a),
            Builtin::Ffs => {
                let zeros = self.trailing_zeros(a);
                let place = self.plus(zeros, 1);
                let (any, zero) = (self.truth_value(a), self.zero(Type::I32));
                self.builder.select(any, place, zero)
            }
            Builtin::Popcount => self.ones(a),
            Builtin::Parity => {
                let ones = self.ones(a);
                let one = self.builder.int(Type::I32, 1);
                self.builder.binary(Bin::And, ones, one)
            }
            Builtin::Bswap16 => {
                let swapped = self.builder.unary(Un::Bswap, Type::I32, a);
                let by = self.builder.int(Type::I32, 16);
                self.builder.binary(Bin::ShrU, swapped, by)
            }
            Builtin::Bswap => self.builder.unary(Un::Bswap, kind, a),
            Builtin::Abs => {
                let zero = self.zero(kind);
                let negative = self.builder.binary(Bin::LtS, a, zero);
                let minus = self.builder.binary(Bin::Sub, zero, a);
                self.builder.select(negative, minus, a)
            }
            Builtin::Fabs => self.builder.unary(Un::FAbs, kind, a),
            Builtin::Sqrt => self.builder.unary(Un::FSqrt, kind, a),
            Builtin::IsNan => self.builder.binary(Bin::FUn, a, a),
            Builtin::Unordered => {
                let b = values.get(1).copied().unwrap_or(a);
                self.builder.binary(Bin::FUn, a, b)
            }
            Builtin::SignBit => {
                let word = self.high_word(a);
                let by = self.builder.int(Type::I32, 31);
                self.builder.binary(Bin::ShrU, word, by)
            }
            Builtin::Copysign => {
                let b = values.get(1).copied().unwrap_or(a);
                self.copy_sign(a, b)
            }
            Builtin::Alloca => self.taken(a, 8),
            _ => self.opaque(a),
        };
        match (self.type_of(result), self.ir_type(ty)) {
            (Type::I32, Type::I64) => self.unary(Un::Extend, Type::I64, result),
            (Type::I64, Type::I32) => self.unary(Un::Low, Type::I32, result),
            _ => result,
        }
    }

    fn halves(&mut self, a: Value) -> (Value, Value) {
        (self.unary(Un::Low, Type::I32, a), self.unary(Un::High, Type::I32, a))
    }

    fn leading_zeros(&mut self, a: Value) -> Value {
        if self.type_of(a) == Type::I32 {
            return self.builder.unary(Un::Clz, Type::I32, a);
        }
        let (low, high) = self.halves(a);
        let (low, top) = (self.builder.unary(Un::Clz, Type::I32, low), self.builder.unary(Un::Clz, Type::I32, high));
        let below = self.plus(low, 32);
        self.builder.select(high, top, below)
    }

    /// Bits below the top one that equal it: clz(a ^ (a >> 31)) - 1.
    fn sign_bits(&mut self, a: Value) -> Value {
        let by = self.builder.int(Type::I32, 31);
        if self.type_of(a) == Type::I32 {
            let sign = self.builder.binary(Bin::ShrS, a, by);
            let other = self.builder.binary(Bin::Xor, a, sign);
            let zeros = self.leading_zeros(other);
            return self.plus(zeros, -1);
        }
        let (low, high) = self.halves(a);
        let sign = self.builder.binary(Bin::ShrS, high, by);
        let (low, high) = (self.builder.binary(Bin::Xor, low, sign), self.builder.binary(Bin::Xor, high, sign));
        let (low, top) = (self.leading_zeros(low), self.leading_zeros(high));
        let below = self.plus(low, 32);
        let zeros = self.builder.select(high, top, below);
        self.plus(zeros, -1)
    }

    /// 31 - clz(a & -a); for 0 it is -1.
    fn trailing_zeros(&mut self, a: Value) -> Value {
        if self.type_of(a) == Type::I64 {
            let (low, high) = self.halves(a);
            let (below, top) = (self.trailing_zeros(low), self.trailing_zeros(high));
            let above = self.plus(top, 32);
            return self.builder.select(low, below, above);
        }
        let zero = self.zero(Type::I32);
        let minus = self.builder.binary(Bin::Sub, zero, a);
        let lowest = self.builder.binary(Bin::And, a, minus);
        let above = self.builder.unary(Un::Clz, Type::I32, lowest);
        let top = self.builder.int(Type::I32, 31);
        self.builder.binary(Bin::Sub, top, above)
    }

    /// The number of bits that are 1.
    fn ones(&mut self, a: Value) -> Value {
        if self.type_of(a) == Type::I64 {
            let (low, high) = self.halves(a);
            let (x, y) = (self.ones(low), self.ones(high));
            return self.builder.binary(Bin::Add, x, y);
        }
        let shifted = |this: &mut Self, v: Value, by: i64| {
            let by = this.builder.int(Type::I32, by);
            this.builder.binary(Bin::ShrU, v, by)
        };
        let masked = |this: &mut Self, v: Value, mask: i64| {
            let mask = this.builder.int(Type::I32, mask);
            this.builder.binary(Bin::And, v, mask)
        };
        // Sums of 2, 4, 8 bits in place; then a product adds the four bytes.
        let half = shifted(self, a, 1);
        let odd = masked(self, half, 0x5555_5555);
        let pairs = self.builder.binary(Bin::Sub, a, odd);
        let high = shifted(self, pairs, 2);
        let (x, y) = (masked(self, pairs, 0x3333_3333), masked(self, high, 0x3333_3333));
        let fours = self.builder.binary(Bin::Add, x, y);
        let high = shifted(self, fours, 4);
        let sum = self.builder.binary(Bin::Add, fours, high);
        let bytes = masked(self, sum, 0x0f0f_0f0f);
        let factor = self.builder.int(Type::I32, 0x0101_0101);
        let all = self.builder.binary(Bin::Mul, bytes, factor);
        shifted(self, all, 24)
    }

    /// The word with the sign of a floating-point number.
    fn high_word(&mut self, a: Value) -> Value {
        match self.type_of(a) {
            Type::F64 => self.builder.unary(Un::HighWord, Type::I32, a),
            Type::F32 => self.builder.unary(Un::Bits, Type::I32, a),
            _ => a,
        }
    }

    fn copy_sign(&mut self, a: Value, b: Value) -> Value {
        let (x, y) = (self.high_word(a), self.high_word(b));
        let rest = self.builder.int(Type::I32, 0x7fff_ffff);
        let sign = self.builder.int(Type::I32, 0x8000_0000u32 as i32 as i64);
        let (x, y) = (self.builder.binary(Bin::And, x, rest), self.builder.binary(Bin::And, y, sign));
        let high = self.builder.binary(Bin::Or, x, y);
        match self.type_of(a) {
            Type::F64 => {
                let low = self.builder.unary(Un::LowWord, Type::I32, a);
                self.builder.binary(Bin::Join, low, high)
            }
            _ => self.builder.unary(Un::FromBits, Type::F32, high),
        }
    }

    fn memory_copy(&mut self, args: &[ExprId]) -> Value {
        let [to, from, size] = args else { return self.zero(Type::I32) };
        if let Some(n) = self.unit.int(*size)
            && (0..=MAX_COPY).contains(&n)
        {
            let (to, from) = (self.pointer_object(*to), self.pointer_object(*from));
            let address = self.address(&to);
            if n > 0 {
                let source = self.address(&from);
                let align = to.align.min(from.align);
                let op = Op::Copy { to: address, from: source, size: n as u32, align, volatile: false };
                self.builder.op(op, None);
            }
            return address;
        }
        let (to, from) = (self.value(*to), self.value(*from));
        let size = self.value(*size);
        self.call_library("memcpy", vec![to, from, size], Some(Type::I32)).unwrap_or(to)
    }

    /// The place that a pointer, converted to `void *`, points to.
    fn pointer_object(&mut self, e: ExprId) -> Place {
        let unit = self.unit;
        let mut at = e;
        while let crate::tree::ExprKind::Cast(inner, _) = unit.expr(at).kind
            && unit.types.is_pointer(unit.ty(inner))
        {
            at = inner;
        }
        let to = unit.types.pointee(unit.ty(at)).unwrap_or(Ty::CHAR);
        let place = self.pointer(at);
        // A pointer to a struct or number is aligned as that; others can point anywhere.
        let align = if unit.types.is_complete(to) { place.align } else { 1 };
        Place { align, ..place }
    }

    fn memory_set(&mut self, args: &[ExprId]) -> Value {
        let [to, byte, size] = args else { return self.zero(Type::I32) };
        if let (Some(0), Some(n)) = (self.unit.int(*byte), self.unit.int(*size))
            && (0..=MAX_COPY).contains(&n)
        {
            let to = self.pointer_object(*to);
            let address = self.address(&to);
            if n > 0 {
                self.builder.op(Op::Zero { to: address, size: n as u32, align: to.align }, None);
            }
            return address;
        }
        let to = self.value(*to);
        let (byte, size) = (self.value(*byte), self.value(*size));
        self.call_library("memset", vec![to, byte, size], Some(Type::I32)).unwrap_or(to)
    }

    /// An operand with all its bits: low 64, and the word of sign above.
    fn wide(&mut self, e: ExprId) -> (Value, Value, bool) {
        let ty = self.unit.ty(e);
        let signed = self.unit.types.is_signed(ty);
        let value = self.value(e);
        let wide = match self.type_of(value) {
            Type::I32 => self.unary(if signed { Un::Extend } else { Un::ExtendZero }, Type::I64, value),
            _ => value,
        };
        let sign = if signed { self.sign_word(wide) } else { self.zero(Type::I32) };
        (wide, sign, signed)
    }

    /// -1 for a negative number, else 0.
    fn sign_word(&mut self, wide: Value) -> Value {
        let high = self.unary(Un::High, Type::I32, wide);
        let by = self.builder.int(Type::I32, 31);
        self.builder.binary(Bin::ShrS, high, by)
    }

    /// `a op b` with unlimited precision, stored to `*c`; 1 if it does not fit there.
    fn overflow(&mut self, builtin: Builtin, args: &[ExprId]) -> Value {
        let [a, b, c] = args else { return self.zero(Type::I32) };
        let ((x, x_sign, _), (y, y_sign, _)) = (self.wide(*a), self.wide(*b));
        let place = self.pointer(*c);
        let (low, above, lost) = match builtin {
            Builtin::MulOverflow => self.wide_product((x, x_sign), (y, y_sign)),
            _ => {
                let plus = builtin == Builtin::AddOverflow;
                let op = if plus { Bin::Add } else { Bin::Sub };
                let low = self.builder.binary(op, x, y);
                let carry =
                    if plus { self.builder.binary(Bin::LtU, low, x) } else { self.builder.binary(Bin::LtU, x, y) };
                let signs = self.builder.binary(op, x_sign, y_sign);
                let above = self.builder.binary(op, signs, carry);
                (low, above, None)
            }
        };
        // The value as one of the result's type, extended again, must be the same.
        let ty = self.unit.types.strip_enum(place.ty);
        let signed = self.unit.types.is_signed(ty);
        let stored = self.converted(low, if signed { Ty::LLONG } else { Ty::ULLONG }, ty);
        let again = match self.type_of(stored) {
            Type::I32 => self.unary(if signed { Un::Extend } else { Un::ExtendZero }, Type::I64, stored),
            _ => stored,
        };
        let top = if signed { self.sign_word(again) } else { self.zero(Type::I32) };
        let (p, q) = (self.builder.binary(Bin::Ne, again, low), self.builder.binary(Bin::Ne, top, above));
        let mut bad = self.builder.binary(Bin::Or, p, q);
        if let Some(lost) = lost {
            bad = self.builder.binary(Bin::Or, bad, lost);
        }
        self.store(&place, stored);
        bad
    }

    /// A product by sign and magnitude: low 64 bits, the word of sign above, and whether more bits are lost.
    fn wide_product(&mut self, x: (Value, Value), y: (Value, Value)) -> (Value, Value, Option<Value>) {
        let (a, b) = (self.magnitude(x), self.magnitude(y));
        let product = self.builder.binary(Bin::Mul, a, b);
        // Where a is 0, the division is by 1.
        let (none, one) = (self.zero(Type::I64), self.builder.int(Type::I64, 1));
        let is_zero = self.builder.binary(Bin::Eq, a, none);
        let divisor = self.builder.select(is_zero, one, a);
        let quotient = self.builder.binary(Bin::DivU, product, divisor);
        let wrong = self.builder.binary(Bin::Ne, quotient, b);
        let no = self.zero(Type::I32);
        let lost = self.builder.select(is_zero, no, wrong);
        let sign = self.builder.binary(Bin::Xor, x.1, y.1);
        let minus = self.builder.binary(Bin::Sub, none, product);
        let low = self.builder.select(sign, minus, product);
        // The word above: for a negative product, that of -product with its borrow.
        let any = self.builder.binary(Bin::Ne, product, none);
        let negative = self.builder.binary(Bin::Sub, no, any);
        let above = self.builder.select(sign, negative, no);
        (low, above, Some(lost))
    }

    fn magnitude(&mut self, (value, sign): (Value, Value)) -> Value {
        let zero = self.zero(Type::I64);
        let minus = self.builder.binary(Bin::Sub, zero, value);
        self.builder.select(sign, minus, value)
    }

    /// Zeros in an object.
    pub(super) fn clear(&mut self, place: &Place, size: u32) {
        if size == 0 || matches!(place.base, Base::Variable(_)) {
            return;
        }
        let to = self.address(place);
        self.builder.op(Op::Zero { to, size, align: place.align }, None);
    }
}
