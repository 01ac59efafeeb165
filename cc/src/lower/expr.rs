//! Values of expressions, in the order of the text: operands left to right, the place of an assignment before its value.

use super::Lower;
use super::place::{Base, Place};
use crate::ir::{Binary as Bin, Block, Edge, Op, Type, Unary as Un, Value};
use crate::tree::{Binary, ElementSize, ExprId, ExprKind, Unary};
use crate::types::Ty;
use alloc::vec::Vec;

impl Lower<'_, '_> {
    /// The value of a scalar expression; of one of type `void`, 0.
    pub(super) fn value(&mut self, e: ExprId) -> Value {
        let unit = self.unit;
        let expr = unit.expr(e);
        match &expr.kind {
            ExprKind::Int(n) => self.builder.int(self.ir_type(expr.ty), *n),
            ExprKind::Float(bits) => self.builder.float(self.ir_type(expr.ty), *bits),
            ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::Literal(_) | ExprKind::String(_) => {
                let place = self.place(e);
                self.load(&place)
            }
            ExprKind::Member(base, offset, _) if self.is_complex(unit.ty(*base)) && !self.is_placed(*base) => {
                let (real, imag) = self.complex(*base);
                if *offset == 0 { real } else { imag }
            }
            ExprKind::Member(..) => {
                let place = self.place(e);
                self.load(&place)
            }
            ExprKind::Function(_) => {
                let place = self.place(e);
                self.address(&place)
            }
            ExprKind::Address(_) | ExprKind::Decay(_) | ExprKind::Offset(_, _, ElementSize::Known(_), _) => {
                let place = self.pointer(e);
                self.address(&place)
            }
            ExprKind::Offset(pointer, n, size, minus) => self.offset(*pointer, *n, *size, *minus),
            ExprKind::Unary(op, a) => self.unary_operator(*op, *a),
            ExprKind::Binary(..) => self.binary_chain(e),
            ExprKind::Distance(a, b, size) => self.distance(*a, *b, *size),
            ExprKind::Logic(..) => self.truth_of(e),
            ExprKind::Assign(a, b) => self.assign(*a, *b),
            ExprKind::Compound(op, a, b, through) => self.compound(*op, *a, *b, *through),
            ExprKind::CompoundOffset(a, b, size, minus) => {
                let place = self.place(*a);
                let n = self.value(*b);
                let by = self.in_bytes(n, *size);
                let old = self.load(&place);
                let new = self.builder.binary(if *minus { Bin::Sub } else { Bin::Add }, old, by);
                self.store(&place, new);
                new
            }
            ExprKind::Step(a, step, size, after) => self.step(*a, *step, *size, *after),
            ExprKind::Conditional(c, a, b) => self.conditional(*c, *a, *b, expr.ty),
            ExprKind::Elvis(a, b) => self.elvis(*a, *b, expr.ty),
            ExprKind::Comma(a, b) => {
                self.effect(*a);
                self.value(*b)
            }
            ExprKind::Cast(a, _) => self.cast(*a, expr.ty),
            ExprKind::Call(f, args) => match self.call(e, *f, args) {
                Some(value) => value,
                None => self.zero(self.ir_type(expr.ty)),
            },
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, expr.ty),
            ExprKind::VaArg(list) => self.va_arg(*list, expr.ty),
            ExprKind::Block(block) => self.block_value(*block, expr.ty),
            ExprKind::Label(label) => {
                let block = self.label(*label);
                self.builder.label_address(block)
            }
            ExprKind::SizeOf(ty) => self.size_of(*ty),
            // A complex number is no single value.
            ExprKind::Error | ExprKind::Complex(..) => self.zero(self.ir_type(expr.ty)),
        }
    }

    fn cast(&mut self, a: ExprId, to: Ty) -> Value {
        if self.unit.types.is_void(to) {
            self.effect(a);
            return self.zero(Type::I32);
        }
        let from = self.unit.ty(a);
        if self.is_complex(from) {
            return self.real_of(a, to);
        }
        let value = self.value(a);
        self.converted(value, from, to)
    }

    fn offset(&mut self, pointer: ExprId, n: ExprId, size: ElementSize, minus: bool) -> Value {
        let start = self.value(pointer);
        let n = self.value(n);
        let by = self.in_bytes(n, size);
        self.builder.binary(if minus { Bin::Sub } else { Bin::Add }, start, by)
    }

    fn distance(&mut self, a: ExprId, b: ExprId, size: ElementSize) -> Value {
        let (a, b) = (self.value(a), self.value(b));
        let bytes = self.builder.binary(Bin::Sub, a, b);
        match size {
            ElementSize::Known(0 | 1) => bytes,
            ElementSize::Known(size) if size.is_power_of_two() => {
                let by = self.builder.int(Type::I32, size.trailing_zeros().into());
                self.builder.binary(Bin::ShrS, bytes, by)
            }
            size => {
                let one = self.builder.int(Type::I32, 1);
                let size = self.in_bytes(one, size);
                self.builder.binary(Bin::DivS, bytes, size)
            }
        }
    }

    /// Computes an expression for what it does.
    pub(super) fn effect(&mut self, e: ExprId) {
        let unit = self.unit;
        let expr = unit.expr(e);
        match &expr.kind {
            ExprKind::Comma(a, b) => {
                self.effect(*a);
                self.effect(*b);
            }
            ExprKind::Cast(a, _) if unit.types.is_void(expr.ty) => self.effect(*a),
            ExprKind::Call(f, args) => {
                self.call(e, *f, args);
            }
            ExprKind::Conditional(c, a, b) if unit.types.is_void(expr.ty) => {
                let (yes, no, after) = (self.builder.block(), self.builder.block(), self.builder.block());
                self.branch(*c, yes, no);
                self.begin(yes);
                self.effect(*a);
                self.builder.jump(after);
                self.begin(no);
                self.effect(*b);
                self.builder.jump(after);
                self.begin(after);
            }
            ExprKind::Block(block) if !unit.types.is_scalar(expr.ty) => self.stmt(*block),
            ExprKind::Step(a, step, size, _) if !unit.types.is_complex(expr.ty) => {
                self.step(*a, *step, *size, false);
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Complex(..)
            | ExprKind::String(_)
            | ExprKind::Function(_) => {}
            _ if unit.types.is_record(expr.ty) => {
                self.place(e);
            }
            _ if unit.types.is_complex(expr.ty) => {
                self.complex(e);
            }
            _ if unit.types.is_array(expr.ty) || unit.types.is_function(expr.ty) => {
                self.place(e);
            }
            _ => {
                self.value(e);
            }
        }
    }

    /// Continues in a block to which all edges are there.
    pub(super) fn begin(&mut self, block: Block) {
        self.builder.seal(block);
        self.builder.switch_to(block);
    }

    // ---- Operators ----

    fn unary_operator(&mut self, op: Unary, a: ExprId) -> Value {
        if op == Unary::Not {
            let truth = self.truth_of(a);
            return self.inverted(truth);
        }
        let signed = self.unit.types.is_signed(self.unit.ty(a));
        let value = self.value(a);
        let ty = self.type_of(value);
        let of = self.unit.ty(a);
        let result = match op {
            Unary::Neg if ty.is_float() => self.builder.unary(Un::FNeg, ty, value),
            Unary::Neg => {
                let zero = self.zero(ty);
                let traps = self.settings.trap_overflow && signed && ty == Type::I32;
                self.builder.binary(if traps { Bin::SubTrap } else { Bin::Sub }, zero, value)
            }
            _ => {
                let ones = self.builder.int(ty, -1);
                self.builder.binary(Bin::Xor, value, ones)
            }
        };
        self.in_width(result, of)
    }

    /// A row of operators, without recursion for the left operands: sums of thousands of terms are such.
    fn binary_chain(&mut self, e: ExprId) -> Value {
        let unit = self.unit;
        let mut rows: Vec<(Binary, ExprId, ExprId)> = Vec::new();
        let mut at = e;
        while let ExprKind::Binary(op, a, b) = unit.expr(at).kind
            && !self.is_complex(unit.ty(a))
        {
            rows.push((op, a, b));
            at = a;
        }
        let mut left = match unit.expr(at).kind {
            // The others are parts of a complex expression.
            ExprKind::Binary(op, a, b) => self.compare_complex(op, a, b),
            _ => self.value(at),
        };
        while let Some((op, a, b)) = rows.pop() {
            let right = self.value(b);
            left = self.operate(op, left, right, unit.ty(a));
        }
        left
    }

    /// An operator on values of a type.
    pub(super) fn operate(&mut self, op: Binary, a: Value, b: Value, ty: Ty) -> Value {
        let signed = self.unit.types.is_signed(ty);
        let kind = self.type_of(a);
        if kind.is_float() {
            return self.operate_float(op, a, b);
        }
        let traps = self.settings.trap_overflow && signed && kind == Type::I32;
        let (op, swap) = match op {
            Binary::Add if traps => (Bin::AddTrap, false),
            Binary::Sub if traps => (Bin::SubTrap, false),
            Binary::Add => (Bin::Add, false),
            Binary::Sub => (Bin::Sub, false),
            Binary::Mul => (Bin::Mul, false),
            Binary::Div => (if signed { Bin::DivS } else { Bin::DivU }, false),
            Binary::Rem => (if signed { Bin::RemS } else { Bin::RemU }, false),
            Binary::Shl => (Bin::Shl, false),
            Binary::Shr => (if signed { Bin::ShrS } else { Bin::ShrU }, false),
            Binary::And => (Bin::And, false),
            Binary::Or => (Bin::Or, false),
            Binary::Xor => (Bin::Xor, false),
            Binary::Eq => (Bin::Eq, false),
            Binary::Ne => (Bin::Ne, false),
            Binary::Lt => (if signed { Bin::LtS } else { Bin::LtU }, false),
            Binary::Le => (if signed { Bin::LeS } else { Bin::LeU }, false),
            Binary::Gt => (if signed { Bin::LtS } else { Bin::LtU }, true),
            Binary::Ge => (if signed { Bin::LeS } else { Bin::LeU }, true),
        };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let result = self.builder.binary(op, a, b);
        // A wide bit-field is computed in its own width.
        if matches!(op, Bin::Add | Bin::Sub | Bin::Mul | Bin::Shl) { self.in_width(result, ty) } else { result }
    }

    fn operate_float(&mut self, op: Binary, a: Value, b: Value) -> Value {
        match op {
            Binary::Add => self.builder.binary(Bin::FAdd, a, b),
            Binary::Sub => self.builder.binary(Bin::FSub, a, b),
            Binary::Mul => self.builder.binary(Bin::FMul, a, b),
            Binary::Div => self.builder.binary(Bin::FDiv, a, b),
            Binary::Eq => self.builder.binary(Bin::FEq, a, b),
            Binary::Lt => self.builder.binary(Bin::FLt, a, b),
            Binary::Le => self.builder.binary(Bin::FLe, a, b),
            Binary::Gt => self.builder.binary(Bin::FLt, b, a),
            Binary::Ge => self.builder.binary(Bin::FLe, b, a),
            Binary::Ne => {
                let equal = self.builder.binary(Bin::FEq, a, b);
                self.inverted(equal)
            }
            // Not for floating-point numbers.
            _ => a,
        }
    }

    fn assign(&mut self, a: ExprId, b: ExprId) -> Value {
        let place = self.place(a);
        let value = self.value(b);
        self.store(&place, value);
        self.stored(&place, value)
    }

    fn compound(&mut self, op: Binary, a: ExprId, b: ExprId, through: Ty) -> Value {
        let place = self.place(a);
        if self.is_complex(self.unit.ty(b)) {
            let new = self.real_compound(op, &place, b, through);
            self.store(&place, new);
            return self.stored(&place, new);
        }
        let right = self.value(b);
        let old = self.load(&place);
        let left = self.converted(old, place.ty, through);
        let sum = self.operate(op, left, right, through);
        let new = self.converted(sum, through, place.ty);
        self.store(&place, new);
        self.stored(&place, new)
    }

    /// 1 of a floating type.
    pub(super) fn one(&mut self, ty: Type) -> Value {
        self.builder.float(ty, if ty == Type::F32 { 0x3f80_0000 } else { 0x3ff0_0000_0000_0000 })
    }

    fn step(&mut self, a: ExprId, step: i64, size: ElementSize, after: bool) -> Value {
        let place = self.place(a);
        let old = self.load(&place);
        let ty = self.type_of(old);
        let new = if ty.is_float() {
            let one = self.one(ty);
            self.builder.binary(if step > 0 { Bin::FAdd } else { Bin::FSub }, old, one)
        } else if place.ty.plain().id == Ty::BOOL.id {
            match step > 0 {
                true => self.builder.int(ty, 1),
                false => self.inverted(old),
            }
        } else {
            let by = match size {
                ElementSize::Known(size) => self.builder.int(ty, step.wrapping_mul(size.into())),
                ElementSize::Of(of) => {
                    let size = self.size_of(of);
                    let step = self.builder.int(ty, step);
                    self.builder.binary(Bin::Mul, size, step)
                }
            };
            let types = &self.unit.types;
            let traps = self.settings.trap_overflow
                && types.is_signed(place.ty)
                && types.is_integer(place.ty)
                && self.size(place.ty) == 4;
            let sum = self.builder.binary(if traps { Bin::AddTrap } else { Bin::Add }, old, by);
            self.narrowed(sum, place.ty)
        };
        self.store(&place, new);
        if after { old } else { self.stored(&place, new) }
    }

    // ---- Conditions ----

    /// 1 if an expression is not 0, else 0.
    pub(super) fn truth_of(&mut self, e: ExprId) -> Value {
        let expr = self.unit.expr(e);
        match expr.kind {
            ExprKind::Logic(..) => {
                let (yes, no, after) = (self.builder.block(), self.builder.block(), self.builder.block());
                let result = self.builder.block_param(after, Type::I32);
                self.branch(e, yes, no);
                self.begin(yes);
                let one = self.builder.int(Type::I32, 1);
                self.builder.jump_with(after, alloc::vec![one]);
                self.begin(no);
                let zero = self.zero(Type::I32);
                self.builder.jump_with(after, alloc::vec![zero]);
                self.begin(after);
                result
            }
            ExprKind::Binary(op, ..) if op.is_compare() => self.value(e),
            ExprKind::Unary(Unary::Not, a) => {
                let truth = self.truth_of(a);
                self.inverted(truth)
            }
            _ if self.is_complex(expr.ty) => {
                let pair = self.complex(e);
                let zero = self.pair_is_zero(pair);
                self.inverted(zero)
            }
            _ => {
                let value = self.value(e);
                if expr.ty.plain().id == Ty::BOOL.id { value } else { self.truth_value(value) }
            }
        }
    }

    /// Ends the block: to one of two blocks, by a condition.
    pub(super) fn branch(&mut self, e: ExprId, yes: Block, no: Block) {
        let unit = self.unit;
        match unit.expr(e).kind {
            ExprKind::Logic(or, a, b) => {
                // A row of the same operator is nested on the left.
                let mut rights = alloc::vec![b];
                let mut at = a;
                while let ExprKind::Logic(same, a, b) = unit.expr(at).kind
                    && same == or
                {
                    rights.push(b);
                    at = a;
                }
                while let Some(next) = rights.pop() {
                    let more = self.builder.block();
                    match or {
                        true => self.branch(at, yes, more),
                        false => self.branch(at, more, no),
                    }
                    self.begin(more);
                    at = next;
                }
                self.branch(at, yes, no);
            }
            ExprKind::Unary(Unary::Not, a) => self.branch(a, no, yes),
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.branch(b, yes, no);
            }
            ExprKind::Int(n) => self.builder.jump(if n != 0 { yes } else { no }),
            ExprKind::Binary(Binary::Ne, a, b) if unit.types.is_floating(unit.ty(a)) => {
                let (a, b) = (self.value(a), self.value(b));
                let equal = self.builder.binary(Bin::FEq, a, b);
                self.builder.branch(equal, no, yes);
            }
            ExprKind::Binary(op @ (Binary::Eq | Binary::Ne), a, b) if self.is_complex(unit.ty(a)) => {
                let (a, b) = (self.complex(a), self.complex(b));
                let (yes, no) = if op == Binary::Eq { (yes, no) } else { (no, yes) };
                self.branch_equal(a, b, yes, no);
            }
            _ if self.is_complex(unit.ty(e)) => {
                let pair = self.complex(e);
                let zero = self.zero(self.type_of(pair.0));
                self.branch_equal(pair, (zero, zero), no, yes);
            }
            _ => {
                let value = self.value(e);
                let ty = self.type_of(value);
                if ty.is_float() {
                    let zero = self.zero(ty);
                    let equal = self.builder.binary(Bin::FEq, value, zero);
                    self.builder.branch(equal, no, yes);
                } else if ty == Type::I64 {
                    let truth = self.truth_value(value);
                    self.builder.branch(truth, yes, no);
                } else {
                    self.builder.branch(value, yes, no);
                }
            }
        }
    }

    fn conditional(&mut self, c: ExprId, a: ExprId, b: ExprId, ty: Ty) -> Value {
        if self.unit.types.is_void(ty) {
            let (yes, no, after) = (self.builder.block(), self.builder.block(), self.builder.block());
            self.branch(c, yes, no);
            for (block, e) in [(yes, a), (no, b)] {
                self.begin(block);
                self.effect(e);
                self.builder.jump(after);
            }
            self.begin(after);
            return self.zero(Type::I32);
        }
        let (yes, no, after) = (self.builder.block(), self.builder.block(), self.builder.block());
        let result = self.builder.block_param(after, self.ir_type(ty));
        self.branch(c, yes, no);
        for (block, e) in [(yes, a), (no, b)] {
            self.begin(block);
            let value = if self.unit.types.is_record(ty) { self.record(e) } else { self.value(e) };
            self.builder.jump_with(after, alloc::vec![value]);
        }
        self.begin(after);
        result
    }

    fn elvis(&mut self, a: ExprId, b: ExprId, ty: Ty) -> Value {
        let first = self.value(a);
        let same = self.converted(first, self.unit.ty(a), ty);
        let truth = if self.type_of(first) == Type::I32 { first } else { self.truth_value(first) };
        let (other, after) = (self.builder.block(), self.builder.block());
        let result = self.builder.block_param(after, self.ir_type(ty));
        let edge = Edge { block: after, args: alloc::vec![same] };
        self.builder.branch_with(truth, edge, Edge::to(other));
        self.begin(other);
        let value = self.value(b);
        self.builder.jump_with(after, alloc::vec![value]);
        self.begin(after);
        result
    }

    /// True for what names an object in memory.
    fn is_placed(&self, e: ExprId) -> bool {
        match self.unit.expr(e).kind {
            ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::Literal(_) => true,
            ExprKind::Member(base, ..) => self.is_placed(base),
            _ => false,
        }
    }

    // ---- Structs and unions as values ----

    /// The address of a struct or union that is a value: of an object that nothing changes before it is used.
    pub(super) fn record(&mut self, e: ExprId) -> Value {
        let unit = self.unit;
        let expr = unit.expr(e);
        match &expr.kind {
            ExprKind::Object(_)
            | ExprKind::Deref(_)
            | ExprKind::Member(..)
            | ExprKind::Literal(_)
            | ExprKind::String(_)
            | ExprKind::Function(_) => {
                let place = self.place(e);
                // A complex number in a packed struct cannot be read by words.
                if unit.types.is_complex(expr.ty) && place.align < unit.types.align(expr.ty) {
                    let pair = self.load_pair(&place);
                    let slot = self.temporary(self.size(expr.ty), unit.types.align(expr.ty));
                    let address = self.builder.slot_address(slot, 0);
                    let copy = self.at(address, expr.ty);
                    self.store_pair(&copy, pair);
                    return address;
                }
                self.address(&place)
            }
            _ if unit.types.is_complex(expr.ty) => self.kept_record(e),
            ExprKind::Assign(a, b) => {
                let to = self.place(*a);
                self.record_into(*b, &to);
                self.address(&to)
            }
            ExprKind::Comma(a, b) => {
                self.effect(*a);
                self.record(*b)
            }
            ExprKind::Conditional(c, a, b) => self.conditional(*c, *a, *b, expr.ty),
            ExprKind::Elvis(a, b) => self.elvis(*a, *b, expr.ty),
            ExprKind::Cast(a, _) => self.record(*a),
            ExprKind::Call(f, args) => match self.call(e, *f, args) {
                Some(address) => address,
                None => self.zero(Type::I32),
            },
            ExprKind::VaArg(list) => self.va_arg(*list, expr.ty),
            ExprKind::Block(block) => self.block_value(*block, expr.ty),
            _ => {
                let slot = self.temporary(self.size(expr.ty), self.unit.types.align(expr.ty));
                self.builder.slot_address(slot, 0)
            }
        }
    }

    /// Puts a struct or union into an object.
    pub(super) fn record_into(&mut self, e: ExprId, to: &Place) {
        let unit = self.unit;
        let expr = unit.expr(e);
        if unit.types.is_complex(expr.ty) {
            let pair = self.complex(e);
            self.store_pair(to, pair);
            return;
        }
        let from = match expr.kind {
            ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::Member(..) | ExprKind::Literal(_) => self.place(e),
            _ => {
                let address = self.record(e);
                self.at(address, expr.ty)
            }
        };
        self.copy(&Place { ty: expr.ty.with(to.ty.quals), ..*to }, &from);
    }

    /// An address that is an object of its own, so that later operands cannot change it.
    pub(super) fn kept_record(&mut self, e: ExprId) -> Value {
        let ty = self.unit.ty(e);
        let (size, align) = (self.size(ty), self.unit.types.align(ty));
        let slot = self.temporary(size, align);
        let to = Place { base: Base::Slot(slot), offset: 0, ty, align: align.min(8), bits: None, within: 0 };
        self.record_into(e, &to);
        self.builder.slot_address(slot, 0)
    }

    /// True if computing an expression changes nothing.
    pub(super) fn is_quiet(&self, e: ExprId) -> bool {
        match self.unit.expr(e).kind {
            ExprKind::Assign(..)
            | ExprKind::Compound(..)
            | ExprKind::CompoundOffset(..)
            | ExprKind::Step(..)
            | ExprKind::Call(..)
            | ExprKind::Builtin(..)
            | ExprKind::VaArg(_)
            | ExprKind::Block(_)
            | ExprKind::Literal(_) => false,
            _ => self.unit.operands(e).into_iter().all(|e| self.is_quiet(e)),
        }
    }

    /// The value of `({ … })`.
    fn block_value(&mut self, block: crate::tree::StmtId, ty: Ty) -> Value {
        let result = self.block_with_value(block, ty);
        match result {
            Some(value) => value,
            None => self.zero(self.ir_type(ty)),
        }
    }

    /// `madd` and the like need no help here; a barrier that no pass looks through does.
    pub(super) fn opaque(&mut self, value: Value) -> Value {
        let ty = self.type_of(value);
        self.builder.op(Op::Unary(Un::Opaque, value), Some(ty))
    }
}
