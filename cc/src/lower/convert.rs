//! Conversions between scalars.

use super::Lower;
use crate::ir::{Binary, Type, Unary, Value};
use crate::types::{Kind, Ty};

impl Lower<'_, '_> {
    /// A value of one type converted to another.
    pub(super) fn converted(&mut self, value: Value, from: Ty, to: Ty) -> Value {
        let value = self.converted_whole(value, from, to);
        self.cut(value, from, to)
    }

    /// A value that was converted from a type, without the bits above the width of a wide bit-field.
    fn cut(&mut self, value: Value, from: Ty, to: Ty) -> Value {
        let types = &self.unit.types;
        let (widths, signs) = ((types.width(from), types.width(to)), (types.is_signed(from), types.is_signed(to)));
        let fits = types.is_integer(from)
            && if signs.0 == signs.1 { widths.0 <= widths.1 } else { !signs.0 && widths.0 < widths.1 };
        if fits { value } else { self.in_width(value, to) }
    }

    /// A result in the type of a wide bit-field: only the bits of its width count.
    pub(super) fn in_width(&mut self, value: Value, ty: Ty) -> Value {
        match *self.unit.types.kind(ty) {
            Kind::Bits(of, width @ 33..) => self.extract(value, 0, width.into(), self.unit.types.is_signed(of)),
            _ => value,
        }
    }

    fn converted_whole(&mut self, value: Value, from: Ty, to: Ty) -> Value {
        let types = &self.unit.types;
        let (from, to) = (types.strip_enum(from), types.strip_enum(to));
        if to.id == Ty::BOOL.id {
            return if from.id == Ty::BOOL.id { value } else { self.truth_value(value) };
        }
        let (a, b) = (self.type_of(value), self.ir_type(to));
        let from_signed = self.unit.types.is_signed(from);
        match (a.is_float(), b.is_float()) {
            (true, true) => match (a, b) {
                (Type::F32, Type::F64) => self.builder.unary(Unary::Widen, b, value),
                (Type::F64, Type::F32) => self.builder.unary(Unary::Narrow, b, value),
                _ => value,
            },
            (false, true) => {
                let op = if from_signed || self.fits_signed(from) { Unary::ToFloat } else { Unary::ToFloatU };
                self.builder.unary(op, b, value)
            }
            (true, false) => {
                // Narrow types go through `int`, as gcc does it.
                let signed = self.unit.types.is_signed(to) || self.size(to) < 4;
                let whole = self.builder.unary(if signed { Unary::ToInt } else { Unary::ToIntU }, b, value);
                self.narrowed(whole, to)
            }
            (false, false) => match (a, b) {
                (Type::I32, Type::I64) => {
                    let op = if from_signed { Unary::Extend } else { Unary::ExtendZero };
                    self.unary(op, b, value)
                }
                (Type::I64, Type::I32) => {
                    let low = self.unary(Unary::Low, b, value);
                    self.narrowed(low, to)
                }
                _ if self.holds_all(from, to) => value,
                _ => self.narrowed(value, to),
            },
        }
    }

    /// Unsigned types that are narrower than a word.
    fn fits_signed(&self, ty: Ty) -> bool {
        self.size(ty) < 4
    }

    /// True if a narrow type holds all values of another, so that no bit changes.
    fn holds_all(&self, from: Ty, to: Ty) -> bool {
        let types = &self.unit.types;
        let (small, large) = (self.size(from), self.size(to));
        if large >= 4 {
            return true;
        }
        match (types.is_signed(from), types.is_signed(to)) {
            (true, false) => false,
            (false, true) => small < large,
            _ => small <= large,
        }
    }

    /// The low bits of a word as a value of a narrow type.
    pub(super) fn narrowed(&mut self, value: Value, to: Ty) -> Value {
        let signed = self.unit.types.is_signed(to);
        match (self.size(to), signed) {
            (1, true) => self.unary(Unary::Ext8, Type::I32, value),
            (2, true) => self.unary(Unary::Ext16, Type::I32, value),
            (size @ (1 | 2), false) if !self.unit.types.is_record(to) => {
                let mask = if size == 1 { 0xff } else { 0xffff };
                if let Some(n) = self.known(value) {
                    return self.builder.int(Type::I32, n & mask);
                }
                let mask = self.builder.int(Type::I32, mask);
                self.builder.binary(Binary::And, value, mask)
            }
            _ => value,
        }
    }

    /// 1 if a value is not 0, else 0.
    pub(super) fn truth_value(&mut self, value: Value) -> Value {
        let ty = self.type_of(value);
        if let Some(n) = self.known(value) {
            return self.builder.int(Type::I32, i64::from(n != 0));
        }
        let zero = self.zero(ty);
        if ty.is_float() {
            let equal = self.builder.binary(Binary::FEq, value, zero);
            return self.inverted(equal);
        }
        self.builder.binary(Binary::Ne, value, zero)
    }

    /// 1 for 0, and 0 for 1.
    pub(super) fn inverted(&mut self, truth: Value) -> Value {
        let one = self.builder.int(Type::I32, 1);
        self.builder.binary(Binary::Xor, truth, one)
    }
}
