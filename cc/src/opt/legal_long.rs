//! Operations on 64-bit integers as operations on their words.

use super::legal::Legal;
use crate::ir::Op;
use crate::ir::{Binary, Param, Signature, Type, Unary, Value};
use alloc::{vec, vec::Vec};

/// Low and high word.
pub(super) type Pair = (Value, Value);

impl Legal<'_> {
    /// An operation with an `I64` as operand or result. Returns the words if the result is an `I64`.
    pub(super) fn long_unary(&mut self, value: Value, op: Unary, a: Value) -> Option<Pair> {
        let from = self.f.ty(a);
        let to = self.f.ty(value);
        match op {
            Unary::Bswap => {
                let (low, high) = self.pair(a);
                let swapped = self.unary(Unary::Bswap, Type::I32, high);
                return Some((swapped, self.unary(Unary::Bswap, Type::I32, low)));
            }
            Unary::Opaque => {
                let (low, high) = self.pair(a);
                let low = self.unary(Unary::Opaque, Type::I32, low);
                return Some((low, self.unary(Unary::Opaque, Type::I32, high)));
            }
            Unary::Extend => {
                let low = self.get(a);
                let count = self.word(31);
                return Some((low, self.binary(Binary::ShrS, low, count)));
            }
            Unary::ExtendZero => return Some((self.get(a), self.word(0))),
            Unary::Bits => {
                let double = self.get(a);
                let low = self.unary(Unary::LowWord, Type::I32, double);
                return Some((low, self.unary(Unary::HighWord, Type::I32, double)));
            }
            Unary::ToInt | Unary::ToIntU => return Some(self.float_to_long(op, from, a)),
            _ => {}
        }
        let (low, high) = self.pair(a);
        let new = match op {
            Unary::Low => low,
            Unary::High => high,
            Unary::FromBits => self.emit(Op::Binary(Binary::Join, low, high), Some(Type::F64)),
            _ => {
                let name = match (op, to) {
                    (Unary::ToFloat, Type::F32) => "__floatdisf",
                    (Unary::ToFloat, _) => "__floatdidf",
                    (_, Type::F32) => "__floatundisf",
                    _ => "__floatundidf",
                };
                self.library(name, one_to(Type::I64, to), &[low, high])
            }
        };
        self.become_value(value, new);
        None
    }

    fn float_to_long(&mut self, op: Unary, from: Type, a: Value) -> Pair {
        let name = match (op, from) {
            (Unary::ToInt, Type::F32) => "__fixsfdi",
            (Unary::ToInt, _) => "__fixdfdi",
            (_, Type::F32) => "__fixunssfdi",
            _ => "__fixunsdfdi",
        };
        let a = self.get(a);
        let low = self.library(name, one_to(from, Type::I64), &[a]);
        (low, self.emit(Op::Part(low, 1), Some(Type::I32)))
    }

    /// As [`Legal::long_unary`], for two operands.
    pub(super) fn long_binary(&mut self, value: Value, op: Binary, a: Value, b: Value) -> Option<Pair> {
        if op == Binary::Pair {
            return Some((self.get(a), self.get(b)));
        }
        let (low, high) = self.pair(a);
        if op.is_shift() {
            let count = self.get(b);
            return Some(self.shift(op, low, high, count));
        }
        let right = self.pair(b);
        if op.is_compare() {
            let new = self.compare(op, (low, high), right);
            self.become_value(value, new);
            return None;
        }
        Some(match op {
            Binary::Add => {
                let sum = self.binary(Binary::Add, low, right.0);
                let carry = self.binary(Binary::LtU, sum, right.0);
                let top = self.binary(Binary::Add, high, right.1);
                (sum, self.binary(Binary::Add, top, carry))
            }
            Binary::Sub => {
                let borrow = self.binary(Binary::LtU, low, right.0);
                let rest = self.binary(Binary::Sub, low, right.0);
                let top = self.binary(Binary::Sub, high, right.1);
                (rest, self.binary(Binary::Sub, top, borrow))
            }
            Binary::Mul => self.product((low, high), right),
            Binary::And | Binary::Or | Binary::Xor => (self.binary(op, low, right.0), self.binary(op, high, right.1)),
            _ => {
                let name = match op {
                    Binary::DivS => "__divdi3",
                    Binary::DivU => "__udivdi3",
                    Binary::RemS => "__moddi3",
                    _ => "__umoddi3",
                };
                let params = vec![Param::Value(Type::I64); 2];
                let signature = Signature { params, variadic: false, result: Some(Type::I64), pair: false };
                let words: Vec<Value> = vec![low, high, right.0, right.1];
                let low = self.library(name, signature, &words);
                (low, self.emit(Op::Part(low, 1), Some(Type::I32)))
            }
        })
    }

    /// A product. Where an operand is an extended word, fewer word products are needed.
    fn product(&mut self, a: Pair, b: Pair) -> Pair {
        let sign_of = |this: &Self, p: Pair| match this.f.op(p.1) {
            Op::Binary(Binary::ShrS, x, n) => *x == p.0 && this.f.int(*n) == Some(31),
            _ => this.f.int(p.0).is_some_and(|low| this.f.int(p.1) == Some(low >> 31)),
        };
        let low = self.binary(Binary::Mul, a.0, b.0);
        if sign_of(self, a) && sign_of(self, b) {
            return (low, self.binary(Binary::MulHiS, a.0, b.0));
        }
        let mut high = self.binary(Binary::MulHiU, a.0, b.0);
        for (x, y) in [(a.0, b.1), (a.1, b.0)] {
            let cross = self.binary(Binary::Mul, x, y);
            high = self.binary(Binary::Add, high, cross);
        }
        (low, high)
    }

    fn compare(&mut self, op: Binary, a: Pair, b: Pair) -> Value {
        let word_compare = |this: &mut Self, op, x, y| this.binary(op, x, y);
        match op {
            Binary::Eq | Binary::Ne => {
                let low = self.binary(Binary::Xor, a.0, b.0);
                let high = self.binary(Binary::Xor, a.1, b.1);
                let both = self.binary(Binary::Or, low, high);
                let zero = self.word(0);
                self.binary(op, both, zero)
            }
            Binary::LtS if self.f.int(b.0) == Some(0) && self.f.int(b.1) == Some(0) => {
                word_compare(self, Binary::LtS, a.1, b.1)
            }
            Binary::LtS | Binary::LtU => {
                let high = word_compare(self, op, a.1, b.1);
                let low = word_compare(self, Binary::LtU, a.0, b.0);
                let equal = self.binary(Binary::Eq, a.1, b.1);
                self.select(equal, low, high)
            }
            // a <= b is not b < a.
            _ => {
                let strict = if op == Binary::LeS { Binary::LtS } else { Binary::LtU };
                let less = self.compare(strict, b, a);
                let one = self.word(1);
                self.binary(Binary::Xor, less, one)
            }
        }
    }

    fn shift(&mut self, op: Binary, low: Value, high: Value, count: Value) -> Pair {
        if let Some(n) = self.f.int(count) {
            return self.shift_by(op, low, high, (n & 63) as i32);
        }
        let (zero, one, half) = (self.word(0), self.word(1), self.word(32));
        let minus = self.word(-1);
        let far = self.binary(Binary::And, count, half);
        // A shift by 32 - n without a shift by 32: by 1, then by the complement of n.
        let rest = self.binary(Binary::Xor, count, minus);
        if op == Binary::Shl {
            let moved = self.binary(Binary::Shl, low, count);
            let top = self.binary(Binary::Shl, high, count);
            let crossing = self.binary(Binary::ShrU, low, one);
            let crossing = self.binary(Binary::ShrU, crossing, rest);
            let top = self.binary(Binary::Or, top, crossing);
            return (self.select(far, zero, moved), self.select(far, moved, top));
        }
        let moved = self.binary(op, high, count);
        let bottom = self.binary(Binary::ShrU, low, count);
        let crossing = self.binary(Binary::Shl, high, one);
        let crossing = self.binary(Binary::Shl, crossing, rest);
        let bottom = self.binary(Binary::Or, bottom, crossing);
        let fill = if op == Binary::ShrS {
            let last = self.word(31);
            self.binary(Binary::ShrS, high, last)
        } else {
            zero
        };
        (self.select(far, moved, bottom), self.select(far, fill, moved))
    }

    fn shift_by(&mut self, op: Binary, low: Value, high: Value, n: i32) -> Pair {
        if n == 0 {
            return (low, high);
        }
        let (count, rest) = (self.word(n & 31), self.word(32 - (n & 31)));
        match (op, n) {
            (Binary::Shl, 32..) => (self.word(0), self.moved(Binary::Shl, low, count)),
            (Binary::Shl, _) => {
                let top = self.binary(Binary::Shl, high, count);
                let crossing = self.binary(Binary::ShrU, low, rest);
                (self.binary(Binary::Shl, low, count), self.binary(Binary::Or, top, crossing))
            }
            (_, 32..) => {
                let fill = if op == Binary::ShrS {
                    let last = self.word(31);
                    self.binary(Binary::ShrS, high, last)
                } else {
                    self.word(0)
                };
                (self.moved(op, high, count), fill)
            }
            _ => {
                let bottom = self.binary(Binary::ShrU, low, count);
                let crossing = self.binary(Binary::Shl, high, rest);
                (self.binary(Binary::Or, bottom, crossing), self.binary(op, high, count))
            }
        }
    }

    /// A shift of a word by a constant that can be 0.
    fn moved(&mut self, op: Binary, a: Value, count: Value) -> Value {
        if self.f.int(count) == Some(0) { a } else { self.binary(op, a, count) }
    }
}

/// The signature of a function of one value.
fn one_to(from: Type, to: Type) -> Signature {
    Signature { params: vec![Param::Value(from)], variadic: false, result: Some(to), pair: false }
}
