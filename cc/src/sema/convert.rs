//! Conversions, and the folding of them.

use super::Sema;
use crate::diag::Finding;
use crate::float::Format;
use crate::source::Pos;
use crate::tree::{ExprId, ExprKind, mark};
use crate::types::{Kind, Ty, qual};
use alloc::string::String;
use mcore_base::{Text, text};

/// The finding, with the tip to write an address instead of what is at `pos`.
fn with_address(finding: Finding, address: Option<String>, pos: Pos) -> Finding {
    let Some(address) = address else { return finding };
    let tip = text!("write `{address}`: its address", "アドレスを渡すには `{address}` と書いてください");
    finding.tip(tip).fix(pos, address)
}

impl Sema<'_, '_> {
    /// A value in the range of an integer type, extended by its sign.
    pub fn wrap(&self, value: i64, ty: Ty) -> i64 {
        if self.unit.types.is_pointer(ty) {
            return i64::from(value as u32);
        }
        if let Kind::Bits(of, width) = *self.unit.types.kind(ty) {
            let left = 64 - u32::from(width);
            let high = value << left;
            return if self.unit.types.is_signed(of) { high >> left } else { (high as u64 >> left) as i64 };
        }
        match self.unit.types.strip_enum(ty).id {
            2 => i64::from(value != 0),
            3 | 4 => i64::from(value as i8),
            5 => i64::from(value as u8),
            6 => i64::from(value as i16),
            7 => i64::from(value as u16),
            8 | 10 => i64::from(value as i32),
            9 | 11 => i64::from(value as u32),
            _ => value,
        }
    }

    /// The format of a floating-point type.
    pub fn format(&self, ty: Ty) -> Format {
        if ty.id == Ty::FLOAT.id { Format::Single } else { Format::Double }
    }

    /// The value of an expression: arrays and functions become pointers; variables count as read.
    pub fn value(&mut self, e: ExprId) -> ExprId {
        self.mark_read(e);
        let ty = self.ty(e);
        let pos = self.pos(e);
        if let Some((of, _)) = self.unit.types.element(ty) {
            self.mark_addressed(e);
            let to = self.unit.types.pointer(of);
            if let Some(id) = self.fixed_address(e, to, pos) {
                return id;
            }
            let id = self.add(ExprKind::Decay(e), to, pos);
            self.unit.exprs[id.index()].marks = self.unit.expr(e).marks;
            return id;
        }
        if self.unit.types.is_function(ty) {
            let to = self.unit.types.pointer(ty);
            return self.add(ExprKind::Decay(e), to, pos);
        }
        e
    }

    /// Notes that the object that an expression names is read.
    pub(super) fn mark_read(&mut self, mut e: ExprId) {
        loop {
            match self.unit.expr(e).kind {
                ExprKind::Member(base, ..)
                | ExprKind::Step(base, ..)
                | ExprKind::Compound(_, base, ..)
                | ExprKind::CompoundOffset(base, ..)
                | ExprKind::Assign(base, _) => e = base,
                ExprKind::Object(object) => {
                    self.unit.objects[object.index()].read = true;
                    return;
                }
                _ => return,
            }
        }
    }

    /// Notes that the object that an expression names must be in memory.
    pub fn mark_addressed(&mut self, mut e: ExprId) {
        loop {
            match self.unit.expr(e).kind {
                ExprKind::Member(base, ..) => e = base,
                ExprKind::Object(object) => {
                    let object = &mut self.unit.objects[object.index()];
                    object.addressed = true;
                    object.read = true;
                    return;
                }
                ExprKind::Comma(_, b) => e = b,
                _ => return,
            }
        }
    }

    /// A constant of a type with the value of another constant, if `e` is one.
    fn fold_conversion(&mut self, e: ExprId, ty: Ty) -> Option<ExprKind> {
        let from = self.ty(e);
        if self.unit.types.is_complex(from) || self.unit.types.is_complex(ty) {
            let is_constant =
                matches!(self.unit.expr(e).kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Complex(..));
            return if is_constant { self.fold_complex_conversion(e, ty) } else { None };
        }
        let types = &self.unit.types;
        Some(match self.unit.expr(e).kind {
            ExprKind::Int(n) if types.is_integer(ty) || types.is_pointer(ty) => ExprKind::Int(self.wrap(n, ty)),
            ExprKind::Int(n) if types.is_floating(ty) => {
                let negative = n < 0 && types.is_signed(from);
                let magnitude = if negative { n.unsigned_abs() } else { n as u64 };
                ExprKind::Float(self.format(ty).from_int(negative, magnitude))
            }
            ExprKind::Float(bits) if types.is_floating(ty) => {
                ExprKind::Float(self.format(from).convert(bits, self.format(ty)))
            }
            ExprKind::Float(bits) if ty.id == Ty::BOOL.id => ExprKind::Int(i64::from(!self.format(from).is_zero(bits))),
            ExprKind::Float(bits) if types.is_integer(ty) => {
                let (negative, magnitude) = self.format(from).to_int(bits)?;
                let value = if negative { (magnitude as i64).wrapping_neg() } else { magnitude as i64 };
                let wrapped = self.wrap(value, ty);
                let exact = wrapped == value && !(negative && !self.unit.types.is_signed(ty) && value != 0);
                if !exact {
                    let pos = self.pos(e);
                    let name = self.show(ty);
                    self.warn("overflow", pos, text!("the value is outside `{name}`", "値が `{name}` の範囲の外です"));
                    // As the machine does it, so that constants and variables give the same.
                    if self.unit.types.is_signed(ty) && self.unit.types.size(ty) == Some(4) {
                        return Some(ExprKind::Int(i64::from(i32::MAX)));
                    }
                }
                ExprKind::Int(wrapped)
            }
            _ => return None,
        })
    }

    /// The value converted to a type, without a check of whether that makes sense.
    pub fn convert(&mut self, e: ExprId, ty: Ty) -> ExprId {
        self.convert_as(e, ty, false)
    }

    /// As [`Sema::convert`]; `written` for a cast in the source.
    pub fn convert_as(&mut self, e: ExprId, ty: Ty, written: bool) -> ExprId {
        let from = self.ty(e);
        let ty = ty.plain();
        if from.is_error() || ty.is_error() {
            return e;
        }
        let pos = self.pos(e);
        let is_object = self.is_place(e);
        if from.id == ty.id && !written && !is_object {
            return e;
        }
        if from.id == ty.id && !written {
            return e;
        }
        let marks = self.unit.expr(e).marks;
        if let Some(kind) = self.fold_conversion(e, ty) {
            let id = self.add(kind, ty, pos);
            let keep = if self.unit.types.is_pointer(ty) { mark::FOLDED | mark::LITERAL } else { !0 };
            self.unit.exprs[id.index()].marks = marks & keep;
            return id;
        }
        self.add(ExprKind::Cast(e, written), ty, pos)
    }

    /// The type that an integer is promoted to. A bit-field becomes an `int` or an `unsigned` if that has all its values,
    /// whatever its declared type; a wider one keeps its width.
    pub fn promoted(&self, ty: Ty) -> Ty {
        match self.unit.types.kind(ty) {
            Kind::Bits(_, 0..32) => return Ty::INT,
            Kind::Bits(_, 32) => return if self.unit.types.is_signed(ty) { Ty::INT } else { Ty::UINT },
            Kind::Bits(..) => return ty.plain(),
            _ => {}
        }
        let plain = self.unit.types.strip_enum(ty).plain();
        if matches!(plain.id, 2..=7) { Ty::INT } else { plain }
    }

    /// Integer promotions.
    pub fn promote(&mut self, e: ExprId) -> ExprId {
        let e = self.value(e);
        let ty = self.ty(e);
        if !self.unit.types.is_integer(ty) {
            return e;
        }
        self.convert(e, self.promoted(ty))
    }

    /// The type of the usual arithmetic conversions.
    pub fn usual_type(&self, a: Ty, b: Ty) -> Ty {
        let types = &self.unit.types;
        if types.is_complex(a) || types.is_complex(b) {
            return types.complex_of(self.usual_type(types.part(a).plain(), types.part(b).plain()));
        }
        for ty in [Ty::LDOUBLE, Ty::DOUBLE, Ty::FLOAT] {
            if a.id == ty.id || b.id == ty.id {
                return ty;
            }
        }
        let (a, b) = (self.promoted(a), self.promoted(b));
        if a.id == b.id {
            return a;
        }
        let types = &self.unit.types;
        if [a, b].into_iter().any(|ty| matches!(types.kind(ty), Kind::Bits(..))) {
            // As in gcc: the wider one, and of the same width the unsigned one.
            let (x, y) = (types.width(a), types.width(b));
            return if x > y || x == y && !types.is_signed(a) { a } else { b };
        }
        let (high, low) = if types.rank(a) >= types.rank(b) { (a, b) } else { (b, a) };
        if types.is_signed(high) == types.is_signed(low) || !types.is_signed(high) {
            return high;
        }
        if types.rank(low) == types.rank(high) {
            return low;
        }
        // A signed type of higher rank and the same size cannot hold all values.
        if types.size(high) > types.size(low) { high } else { types.unsigned_of(high) }
    }

    /// The usual arithmetic conversions.
    pub fn usual(&mut self, a: ExprId, b: ExprId) -> (ExprId, ExprId, Ty) {
        let (a, b) = (self.arithmetic_operand(a), self.arithmetic_operand(b));
        let ty = self.usual_type(self.ty(a), self.ty(b));
        (self.convert(a, ty), self.convert(b, ty), ty)
    }

    fn arithmetic_operand(&mut self, e: ExprId) -> ExprId {
        self.promote(e)
    }

    /// True for a constant that is a null pointer.
    pub fn is_null(&self, e: ExprId) -> bool {
        let expr = self.unit.expr(e);
        match expr.kind {
            ExprKind::Int(0) => {
                self.unit.types.is_integer(expr.ty) && expr.marks & mark::FOLDED == 0
                    || self.unit.types.pointee(expr.ty).is_some_and(|to| to == Ty::VOID)
            }
            _ => false,
        }
    }

    /// The value of an expression as if it were assigned to an object of a type; `what` names the place for messages.
    pub fn assigned(&mut self, e: ExprId, ty: Ty, what: &Text) -> ExprId {
        let e = self.value(e);
        let from = self.ty(e);
        let pos = self.pos(e);
        let to = ty.plain();
        if from.is_error() || to.is_error() {
            return e;
        }
        let types = &self.unit.types;
        if types.is_arithmetic(from) && types.is_arithmetic(to) {
            self.check_constant(e, to);
            return self.convert(e, to);
        }
        if types.is_record(from) || types.is_record(to) {
            if from.id == to.id {
                return e;
            }
        } else if to.id == Ty::BOOL.id && types.is_pointer(from) {
            return self.convert(e, to);
        } else if let Some(target) = types.pointee(to) {
            if self.is_null(e) {
                return self.convert(e, to);
            }
            if let Some(source) = types.pointee(from) {
                self.check_pointers(target, source, pos, what);
                return self.convert(e, to);
            }
            if types.is_integer(from) {
                let (en, ja, from, to) = (&what.en, &what.ja, self.show(from), self.show(to));
                let message = text!(
                    "{en}: a pointer `{to}` is made of an integer `{from}` without a cast",
                    "{ja}: 整数 `{from}` をキャストせずにポインタ `{to}` にしています"
                );
                let finding = Finding::named("int-conversion", pos, message);
                let address = self.address_of(e, target);
                self.report.push(with_address(finding, address, pos));
                return self.convert(e, ty);
            }
        } else if types.is_pointer(from) && types.is_integer(to) {
            let (en, ja, from, to) = (&what.en, &what.ja, self.show(from), self.show(to));
            let message = text!(
                "{en}: an integer `{to}` is made of a pointer `{from}` without a cast",
                "{ja}: ポインタ `{from}` をキャストせずに整数 `{to}` にしています"
            );
            self.warn("int-conversion", pos, message);
            return self.convert(e, ty);
        }
        let address = types.pointee(to).and_then(|target| self.address_of(e, target));
        let (en, ja, from, to) = (&what.en, &what.ja, self.show(from), self.show(to));
        let message = text!("{en}: `{from}` does not fit `{to}`", "{ja}: `{from}` は `{to}` に合いません");
        let finding = Finding::error("incompatible-types", pos, message);
        self.report.push(with_address(finding, address, pos));
        self.wrong(pos)
    }

    fn check_pointers(&mut self, to: Ty, from: Ty, pos: Pos, what: &Text) {
        let types = &self.unit.types;
        let (en, ja) = (&what.en, &what.ja);
        let is_void = types.is_void(to) || types.is_void(from);
        let lost = types.quals_of(from) & !types.quals_of(to) & (qual::CONST | qual::VOLATILE);
        if !is_void && !types.compatible_plain(to, from) {
            let (a, b) = (self.show(to), self.show(from));
            let is_enum = |ty: Ty| matches!(self.unit.types.kind(ty), Kind::Enum(_));
            let same_width = self.unit.types.is_integer(to)
                && !is_enum(to)
                && !is_enum(from)
                && self.unit.types.is_integer(from)
                && self.unit.types.unsigned_of(to) == self.unit.types.unsigned_of(from);
            let chars = matches!(to.id, 3..=5) && matches!(from.id, 3..=5);
            let message = text!(
                "{en}: a pointer to `{b}` is used as a pointer to `{a}`",
                "{ja}: `{b}` へのポインタを `{a}` へのポインタとして使っています"
            );
            let name = if same_width || chars { "pointer-sign" } else { "incompatible-pointer-types" };
            // Lengths of inner arrays that differ only by qualifiers are accepted.
            if !matches!((self.unit.types.kind(to), self.unit.types.kind(from)), (Kind::Error, _) | (_, Kind::Error)) {
                self.warn(name, pos, message);
            }
        } else if lost != 0 && !types.is_function(to) {
            let word = if lost & qual::CONST != 0 { "const" } else { "volatile" };
            let message = text!("{en}: `{word}` is lost", "{ja}: `{word}` が失われます");
            self.warn("discarded-qualifiers", pos, message);
        }
    }

    /// Warns if a constant does not fit a type.
    fn check_constant(&mut self, e: ExprId, to: Ty) {
        if let ExprKind::Float(bits) = self.unit.expr(e).kind
            && self.unit.types.is_integer(to)
            && to.id != Ty::BOOL.id
        {
            let format = self.format(self.ty(e));
            if let Some((negative, n)) = format.to_int(bits)
                && format.from_int(negative, n) != bits
                && !format.is_zero(bits)
            {
                let (pos, name) = (self.pos(e), self.show(to));
                let message = text!("the fraction is lost in `{name}`", "`{name}` では小数部が失われます");
                self.warn("float-conversion", pos, message);
            }
            return;
        }
        let ExprKind::Int(n) = self.unit.expr(e).kind else { return };
        if !self.unit.types.is_integer(to) || to.id == Ty::BOOL.id {
            return;
        }
        let wrapped = self.wrap(n, to);
        let size = self.unit.types.width(to);
        // -1 to an unsigned type, and 255 to a signed char, are often meant.
        let fits_bits = size >= 64 || n >= -(1 << (size - 1)) && n < 1 << size;
        if wrapped != n && !fits_bits {
            let (pos, name) = (self.pos(e), self.show(to));
            let message = text!("{n} becomes {wrapped} as `{name}`", "{n} は `{name}` では {wrapped} になります");
            self.warn("overflow", pos, message);
        }
    }

    /// A condition: any scalar, as it is.
    pub fn condition(&mut self, e: ExprId) -> ExprId {
        let e = self.value(e);
        let ty = self.ty(e);
        if !ty.is_error() && !self.unit.types.is_scalar(ty) {
            let (pos, name) = (self.pos(e), self.show(ty));
            let message = text!(
                "a condition must be a number or pointer, not `{name}`",
                "条件は数かポインタです。`{name}` は使えません"
            );
            self.error("condition", pos, message);
            return self.wrong(pos);
        }
        e
    }

    /// Whether a constant is not 0.
    pub fn truth(&self, e: ExprId) -> Option<bool> {
        let expr = self.unit.expr(e);
        match expr.kind {
            ExprKind::Int(n) => Some(n != 0),
            ExprKind::Float(bits) => Some(!self.format(expr.ty).is_zero(bits)),
            ExprKind::Complex(real, imag) => {
                let format = self.format(self.unit.types.part(expr.ty));
                Some(!format.is_zero(real) || !format.is_zero(imag))
            }
            _ => None,
        }
    }
}
