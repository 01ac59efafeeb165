//! Objects: their addresses, and reading and writing them.

use super::Lower;
use super::function::Local;
use crate::ir::build::Variable;
use crate::ir::{Access, Binary, Compare, Mem, Op, SlotId, SymbolId, Type, Unary, Value};
use crate::tree::{ElementSize, ExprId, ExprKind, ObjectId, Storage};
use crate::types::{Length, Ty};
use alloc::{format, string::String, vec::Vec};

/// The thing that a place is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// A variable in registers.
    Variable(Variable),
    Address(Value),
    /// An object with static storage.
    Symbol(SymbolId),
    /// An object on the stack.
    Slot(SlotId),
}

/// An object, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) base: Base,
    pub(super) offset: i32,
    pub(super) ty: Ty,
    /// The alignment that its address is known to have.
    pub(super) align: u32,
    /// For a bit-field: first bit and width. Then `align` is that of the record around it.
    pub(super) bits: Option<(u8, u8)>,
    /// For a bit-field: its offset in the record around it.
    pub(super) within: u32,
}

/// The largest power of two that divides a number; large for 0.
fn divisor(n: i32) -> u32 {
    1u32 << n.trailing_zeros().min(16)
}

/// The word or words that hold a bit-field.
#[derive(Clone, Copy, Debug)]
struct Container {
    mem: Mem,
    /// Bytes from the place.
    offset: i32,
    /// First bit in it.
    bit: u32,
}

impl Lower<'_, '_> {
    /// The place that an expression names. For a struct that is a value: where that value is.
    pub(super) fn place(&mut self, e: ExprId) -> Place {
        let unit = self.unit;
        let expr = unit.expr(e);
        match &expr.kind {
            ExprKind::Object(object) => self.object_place(*object),
            ExprKind::Literal(object) => {
                self.initialise(*object);
                self.object_place(*object)
            }
            ExprKind::String(string) => {
                let symbol = self.string_symbol(*string);
                Place { base: Base::Symbol(symbol), offset: 0, ty: expr.ty, align: 4, bits: None, within: 0 }
            }
            ExprKind::Function(function) => {
                let symbol = self.function_symbol(*function);
                Place { base: Base::Symbol(symbol), offset: 0, ty: expr.ty, align: 4, bits: None, within: 0 }
            }
            ExprKind::Deref(pointer) => {
                let place = self.pointer(*pointer);
                Place { ty: expr.ty, ..place }
            }
            ExprKind::Member(base, offset, bits) => {
                let base = self.place(*base);
                let at = base.offset.wrapping_add(*offset as i32);
                Place {
                    offset: at,
                    ty: expr.ty,
                    align: if bits.is_some() { base.align } else { base.align.min(divisor(*offset as i32)) },
                    bits: *bits,
                    within: *offset,
                    ..base
                }
            }
            _ => {
                let address = self.record(e);
                self.at(address, expr.ty)
            }
        }
    }

    /// The object of a type at an address.
    pub(super) fn at(&self, address: Value, ty: Ty) -> Place {
        let align = self.unit.types.align(ty);
        Place { base: Base::Address(address), offset: 0, ty, align, bits: None, within: 0 }
    }

    /// The place of an object.
    pub(super) fn object_place(&mut self, id: ObjectId) -> Place {
        let o = self.unit.object(id);
        let align = self.object_align(id);
        let base = if o.storage == Storage::Auto {
            match self.local(id) {
                Local::Variable(variable) => Base::Variable(variable),
                Local::Slot(slot) => Base::Slot(slot),
                Local::At(value) => Base::Address(value),
                Local::Array(variable) => Base::Address(self.builder.get(variable)),
                Local::Aligned(slot, align) => {
                    let start = self.builder.slot_address(slot, align as i32 - 1);
                    let mask = self.builder.int(Type::I32, -i64::from(align));
                    Base::Address(self.builder.binary(Binary::And, start, mask))
                }
                // It was just decided.
                Local::None => Base::Address(self.zero(Type::I32)),
            }
        } else {
            Base::Symbol(self.object_symbol(id))
        };
        Place { base, offset: 0, ty: o.ty, align, bits: None, within: 0 }
    }

    /// The place that a pointer points to, of the type that it points to.
    pub(super) fn pointer(&mut self, e: ExprId) -> Place {
        let unit = self.unit;
        let expr = unit.expr(e);
        let to = unit.types.pointee(expr.ty).unwrap_or(Ty::CHAR);
        match expr.kind {
            ExprKind::Decay(inner) | ExprKind::Address(inner) => {
                let place = self.place(inner);
                if matches!(place.base, Base::Variable(_)) {
                    // Marked as not addressed, so this is not reached with a tree that is right.
                    let zero = self.zero(Type::I32);
                    return self.at(zero, to);
                }
                Place { ty: to, ..place }
            }
            ExprKind::Offset(pointer, index, ElementSize::Known(size), minus) => {
                let base = self.pointer(pointer);
                let step = divisor(size as i32);
                match unit.int(index) {
                    Some(n) => {
                        self.check_index(pointer, index, None);
                        let by = n.wrapping_mul(i64::from(size)) as i32;
                        let by = if minus { by.wrapping_neg() } else { by };
                        let align = base.align.min(divisor(by)).max(1);
                        Place { offset: base.offset.wrapping_add(by), ty: to, align, ..base }
                    }
                    None => {
                        let n = self.value(index);
                        self.check_index(pointer, index, Some(n));
                        let by = self.scaled(n, size);
                        // The constant part stays apart, for the offset of the access.
                        let start = self.base_address(&base);
                        let op = if minus { Binary::Sub } else { Binary::Add };
                        let sum = self.builder.binary(op, start, by);
                        let rest = if self.holds_offset(&base) { 0 } else { base.offset };
                        let align = base.align.min(step).max(1);
                        Place { base: Base::Address(sum), offset: rest, ty: to, align, bits: None, within: 0 }
                    }
                }
            }
            _ => {
                let address = self.value(e);
                self.at(address, to)
            }
        }
    }

    /// True if the address of a base has the offset in it.
    fn holds_offset(&self, place: &Place) -> bool {
        matches!(place.base, Base::Symbol(_) | Base::Slot(_))
    }

    /// The address of a base: with the offset, if it is a named object; the rest is left to the access.
    fn base_address(&mut self, place: &Place) -> Value {
        match place.base {
            Base::Address(value) => value,
            Base::Symbol(symbol) => self.builder.symbol(symbol, place.offset),
            Base::Slot(slot) => self.builder.slot_address(slot, place.offset),
            Base::Variable(_) => self.zero(Type::I32),
        }
    }

    /// The address of a place.
    pub(super) fn address(&mut self, place: &Place) -> Value {
        let base = self.base_address(place);
        if self.holds_offset(place) || place.offset == 0 {
            return base;
        }
        self.plus(base, place.offset)
    }

    /// A sum with a constant.
    pub(super) fn plus(&mut self, value: Value, n: i32) -> Value {
        if n == 0 {
            return value;
        }
        let n = self.builder.int(Type::I32, n.into());
        self.builder.binary(Binary::Add, value, n)
    }

    /// `n * size`.
    pub(super) fn scaled(&mut self, n: Value, size: u32) -> Value {
        if size == 1 {
            return n;
        }
        if let Some(known) = self.known(n) {
            return self.builder.int(Type::I32, known.wrapping_mul(i64::from(size)));
        }
        if size.is_power_of_two() {
            let by = self.builder.int(Type::I32, i64::from(size.trailing_zeros()));
            return self.builder.binary(Binary::Shl, n, by);
        }
        let size = self.builder.int(Type::I32, i64::from(size));
        self.builder.binary(Binary::Mul, n, size)
    }

    /// With `-fcheck=bounds`: traps if an index is outside an array whose length is known.
    fn check_index(&mut self, array: ExprId, index: ExprId, value: Option<Value>) {
        if !self.settings.check_bounds {
            return;
        }
        let ExprKind::Decay(array) = self.unit.expr(array).kind else { return };
        let Some((_, Length::Known(length))) = self.unit.types.element(self.unit.ty(array)) else { return };
        // The last member of a struct may be longer than declared.
        if length <= 1 && matches!(self.unit.expr(array).kind, ExprKind::Member(..)) {
            return;
        }
        let n = match value {
            Some(value) => value,
            None => match self.unit.int(index) {
                Some(n) if (0..i64::from(length)).contains(&n) => return,
                Some(n) => self.builder.int(Type::I32, n),
                None => return,
            },
        };
        let length = self.builder.int(Type::I32, length.into());
        let code = super::BOUNDS_CODE | self.checked(array) << 4;
        self.builder.trap_if(Compare::GeU, n, length, code);
    }

    /// The number of the name of an array, for the message of a trap; 0 if there are too many.
    fn checked(&mut self, array: ExprId) -> u16 {
        let name = self.array_name(array);
        let known = self.module.checked.iter().position(|n| *n == name);
        let index = known.unwrap_or_else(|| {
            self.module.checked.push(name);
            self.module.checked.len() - 1
        });
        u16::try_from(index + 1).ok().filter(|n| *n < 1 << 12).unwrap_or(0)
    }

    /// An array as it is written, with `[]` for an index: `table`, `p->row[]`.
    fn array_name(&self, array: ExprId) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut at = array;
        // A deep expression is named by its last parts.
        for _ in 0..8 {
            at = match &self.unit.expr(at).kind {
                ExprKind::Object(id) => {
                    parts.push(self.names.text(self.unit.object(*id).name).into());
                    break;
                }
                ExprKind::Member(of, offset, _) => {
                    let ty = self.unit.ty(at);
                    let record = self.unit.types.record(self.unit.ty(*of));
                    let field = record.and_then(|r| r.fields.iter().find(|f| f.offset == *offset && f.ty.id == ty.id));
                    parts.push(format!(".{}", field.map_or("", |f| self.names.text(f.name))));
                    *of
                }
                ExprKind::Deref(of) | ExprKind::Decay(of) => *of,
                ExprKind::Offset(of, ..) => {
                    parts.push("[]".into());
                    *of
                }
                _ => break,
            };
        }
        parts.reverse();
        parts.concat()
    }

    /// The access to a scalar in memory.
    fn access(&self, place: &Place, mem: Mem) -> Access {
        Access { mem, volatile: place.ty.is_volatile(), unaligned: place.align < mem.size() }
    }

    /// Where loads and stores of a place begin.
    fn target(&mut self, place: &Place) -> (Value, i32) {
        let base = self.base_address(place);
        (base, if self.holds_offset(place) { 0 } else { place.offset })
    }

    /// The value of a scalar.
    pub(super) fn load(&mut self, place: &Place) -> Value {
        if let Base::Variable(variable) = place.base {
            return self.builder.get(variable);
        }
        if let Some((bit, width)) = place.bits {
            return self.load_bits(place, bit.into(), width.into());
        }
        let Some(mem) = self.mem(place.ty) else { return self.zero(Type::I32) };
        let (address, offset) = self.target(place);
        self.builder.load(self.access(place, mem), address, offset)
    }

    /// Gives a scalar a value.
    pub(super) fn store(&mut self, place: &Place, value: Value) {
        if let Base::Variable(variable) = place.base {
            self.builder.set(variable, value);
            return;
        }
        if let Some((bit, width)) = place.bits {
            self.store_bits(place, bit.into(), width.into(), value);
            return;
        }
        let Some(mem) = self.mem(place.ty) else { return };
        let (address, offset) = self.target(place);
        self.builder.store(self.access(place, mem), address, offset, value);
    }

    /// The smallest aligned part that holds a bit-field; a volatile one is accessed in its declared width.
    fn container(&self, place: &Place, bit: u32, width: u32) -> Option<Container> {
        let declared = self.size(place.ty).max(1);
        let first = if place.ty.is_volatile() { declared } else { 1 };
        let sizes = [1, 2, 4, 8].into_iter().filter(|s| (first..=declared.max(first)).contains(s));
        for size in sizes.filter(|s| *s <= place.align) {
            let back = place.within % size;
            let bit = back * 8 + bit;
            if bit + width <= size * 8 {
                let mem = match size {
                    1 => Mem::U8,
                    2 => Mem::U16,
                    4 => Mem::I32,
                    _ => Mem::I64,
                };
                return Some(Container { mem, offset: -(back as i32), bit });
            }
        }
        None
    }

    fn load_bits(&mut self, place: &Place, bit: u32, width: u32) -> Value {
        let ty = self.ir_type(place.ty);
        let signed = self.unit.types.is_signed(place.ty);
        let Some(container) = self.container(place, bit, width) else {
            return self.load_bytes(place, bit, width);
        };
        let whole = Place { offset: place.offset.wrapping_add(container.offset), bits: None, ..*place };
        let (address, offset) = self.target(&whole);
        let access = Access { mem: container.mem, volatile: place.ty.is_volatile(), unaligned: false };
        let word = self.builder.load(access, address, offset);
        let field = self.extract(word, container.bit, width, signed);
        self.resized(field, ty, signed)
    }

    /// An integer as one of another width.
    fn resized(&mut self, value: Value, ty: Type, signed: bool) -> Value {
        match (self.type_of(value), ty) {
            (Type::I32, Type::I64) => {
                self.unary(if signed { Unary::Extend } else { Unary::ExtendZero }, Type::I64, value)
            }
            (Type::I64, Type::I32) => self.unary(Unary::Low, Type::I32, value),
            _ => value,
        }
    }

    /// Bits of a word or pair of words, extended.
    pub(super) fn extract(&mut self, word: Value, bit: u32, width: u32, signed: bool) -> Value {
        let ty = self.type_of(word);
        let size = ty.size() * 8;
        if width >= size {
            return word;
        }
        let constant = |this: &mut Self, n: i64| this.builder.int(Type::I32, n);
        if signed {
            let (up, down) = (constant(self, (size - bit - width).into()), constant(self, (size - width).into()));
            let high = self.builder.binary(Binary::Shl, word, up);
            return self.builder.binary(Binary::ShrS, high, down);
        }
        let mut field = word;
        if bit > 0 {
            let down = constant(self, bit.into());
            field = self.builder.binary(Binary::ShrU, field, down);
        }
        if bit + width < size {
            let mask = self.builder.int(ty, (!0u64 >> (64 - width)) as i64);
            field = self.builder.binary(Binary::And, field, mask);
        }
        field
    }

    fn store_bits(&mut self, place: &Place, bit: u32, width: u32, value: Value) {
        let Some(container) = self.container(place, bit, width) else {
            self.store_bytes(place, bit, width, value);
            return;
        };
        let whole = Place { offset: place.offset.wrapping_add(container.offset), bits: None, ..*place };
        let (address, offset) = self.target(&whole);
        let access = Access { mem: container.mem, volatile: place.ty.is_volatile(), unaligned: false };
        let ty = container.mem.ty();
        let value = self.resized(value, ty, false);
        if width == container.mem.size() * 8 {
            self.builder.store(access, address, offset, value);
            return;
        }
        let ones = (!0u64 >> (64 - width)) as i64;
        let old = self.builder.load(access, address, offset);
        let hole = self.builder.int(ty, !(ones << container.bit));
        let kept = self.builder.binary(Binary::And, old, hole);
        let mask = self.builder.int(ty, ones);
        let mut new = self.and(value, mask);
        if container.bit > 0 {
            let up = self.builder.int(Type::I32, container.bit.into());
            new = self.builder.binary(Binary::Shl, new, up);
        }
        let word = self.builder.binary(Binary::Or, kept, new);
        self.builder.store(access, address, offset, word);
    }

    fn and(&mut self, a: Value, b: Value) -> Value {
        if let (Some(x), Some(y)) = (self.known(a), self.known(b)) {
            let ty = self.type_of(a);
            return self.builder.int(ty, x & y);
        }
        self.builder.binary(Binary::And, a, b)
    }

    /// A bit-field of a packed struct, byte by byte.
    fn load_bytes(&mut self, place: &Place, bit: u32, width: u32) -> Value {
        let signed = self.unit.types.is_signed(place.ty);
        let ty = self.ir_type(place.ty);
        let wide = if width > 32 { Type::I64 } else { Type::I32 };
        let (address, offset) = self.target(&Place { bits: None, ..*place });
        let access = Access { mem: Mem::U8, volatile: place.ty.is_volatile(), unaligned: false };
        let mut all = None;
        for i in 0..(bit + width).div_ceil(8) {
            let byte = self.builder.load(access, address, offset + i as i32);
            let mut part = self.resized(byte, wide, false);
            let at = 8 * i as i32 - bit as i32;
            if at != 0 {
                let by = self.builder.int(Type::I32, at.unsigned_abs().into());
                part = self.builder.binary(if at > 0 { Binary::Shl } else { Binary::ShrU }, part, by);
            }
            all = Some(match all {
                None => part,
                Some(all) => self.builder.binary(Binary::Or, all, part),
            });
        }
        let all = match all {
            Some(all) => all,
            None => self.zero(wide),
        };
        let field = self.extract(all, 0, width, signed);
        self.resized(field, ty, signed)
    }

    fn store_bytes(&mut self, place: &Place, bit: u32, width: u32, value: Value) {
        let wide = if width > 32 { Type::I64 } else { Type::I32 };
        let value = self.resized(value, wide, false);
        let (address, offset) = self.target(&Place { bits: None, ..*place });
        let access = Access { mem: Mem::U8, volatile: place.ty.is_volatile(), unaligned: false };
        for i in 0..(bit + width).div_ceil(8) {
            let (first, last) = (bit.max(8 * i) - 8 * i, (bit + width).min(8 * i + 8) - 8 * i);
            let ones = (1u32 << (last - first)) - 1;
            let from = 8 * i as i32 + first as i32 - bit as i32;
            let mut part = value;
            if from > 0 {
                let by = self.builder.int(Type::I32, from.into());
                part = self.builder.binary(Binary::ShrU, part, by);
            }
            let mut part = self.resized(part, Type::I32, false);
            if ones != 0xff {
                let mask = self.builder.int(Type::I32, ones.into());
                part = self.builder.binary(Binary::And, part, mask);
                if first > 0 {
                    let by = self.builder.int(Type::I32, first.into());
                    part = self.builder.binary(Binary::Shl, part, by);
                }
                let old = self.builder.load(access, address, offset + i as i32);
                let hole = self.builder.int(Type::I32, i64::from(!(ones << first) & 0xff));
                let kept = self.builder.binary(Binary::And, old, hole);
                part = self.builder.binary(Binary::Or, kept, part);
            }
            self.builder.store(access, address, offset + i as i32, part);
        }
    }

    /// The value that a place has after `value` was stored: cut to the width of a bit-field.
    pub(super) fn stored(&mut self, place: &Place, value: Value) -> Value {
        let Some((_, width)) = place.bits else { return value };
        let signed = self.unit.types.is_signed(place.ty);
        self.extract(value, 0, width.into(), signed)
    }

    /// Copies an object.
    pub(super) fn copy(&mut self, to: &Place, from: &Place) {
        let size = self.size(to.ty);
        if size == 0 {
            return;
        }
        let align = to.align.min(from.align);
        let volatile = to.ty.is_volatile() || from.ty.is_volatile();
        let (to, from) = (self.address(to), self.address(from));
        self.builder.op(Op::Copy { to, from, size, align, volatile }, None);
    }
}
