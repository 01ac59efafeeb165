//! Initialisers: values for the parts of objects.

use super::{Base, Constant, Sema, evaluate};
use crate::diag::Finding;
use crate::names::Sym;
use crate::source::Pos;
use crate::tree::{Entry, ExprId, ExprKind, Init, InitId, ObjectId, Storage};
use crate::types::{Kind, Length, Ty};
use alloc::vec::Vec;
use mcore_base::text;

impl Sema<'_, '_> {
    /// The string that an expression is.
    fn string_of(&self, e: ExprId) -> Option<(Ty, u32)> {
        if !matches!(self.unit.expr(e).kind, ExprKind::String(_)) {
            return None;
        }
        match self.unit.types.element(self.ty(e)) {
            Some((of, Length::Known(n))) => Some((of, n)),
            _ => None,
        }
    }

    /// True for a string that can be the value of an array of a type.
    pub fn is_string_for(&self, array: Ty, e: ExprId) -> bool {
        let (Some((of, _)), Some((unit, _))) = (self.unit.types.element(array), self.string_of(e)) else {
            return false;
        };
        let bytes = |ty: Ty| matches!(self.unit.types.strip_enum(ty).id, 3..=5);
        bytes(of) && bytes(unit)
            || self.unit.types.is_integer(of)
                && self.unit.types.unsigned_of(of).id == self.unit.types.unsigned_of(unit).id
            || self.unit.types.is_integer(of)
                && !bytes(of)
                && !bytes(unit)
                && self.unit.types.size(of) == self.unit.types.size(unit)
    }

    /// The number of units of a string.
    pub fn string_length(&self, e: ExprId) -> u32 {
        self.string_of(e).map_or(0, |(_, n)| n)
    }

    /// True if an expression is the value of a whole array or record.
    pub fn fits_whole(&self, ty: Ty, e: ExprId) -> bool {
        let from = self.ty(e);
        if from.is_error() {
            return true;
        }
        if self.unit.types.is_array(ty) {
            return self.is_string_for(ty, e) || self.is_array_literal(ty, e);
        }
        from.id == ty.id
    }

    fn is_array_literal(&self, ty: Ty, e: ExprId) -> bool {
        matches!(self.unit.expr(e).kind, ExprKind::Literal(_)) && self.unit.types.compatible(ty, self.ty(e))
    }

    /// A value converted for a part of a type.
    pub fn init_value(&mut self, e: ExprId, ty: Ty) -> ExprId {
        if self.unit.types.is_array(ty) {
            if let (Some((_, n)), Some((_, Length::Known(room)))) = (self.string_of(e), self.unit.types.element(ty))
                && n > room.saturating_add(1)
            {
                let pos = self.pos(e);
                let message = text!(
                    "the string has {n} characters with its final 0, the array has {room}",
                    "文字列は終わりの 0 を含めて {n} 文字ですが、配列は {room} 文字分です"
                );
                self.report.push(Finding::named("excess-initializers", pos, message));
            }
            return e;
        }
        self.assigned(e, ty, &text!("initialiser", "初期化子"))
    }

    /// Adds a value to an initialiser. A compound literal of constants gives its parts.
    pub fn put_entry(&mut self, entries: &mut Vec<Entry>, entry: Entry) {
        if let ExprKind::Literal(literal) = self.unit.expr(entry.expr).kind
            && let Some(init) = self.unit.object(literal).init
            && (self.unit.types.is_array(entry.ty) || self.unit.types.is_record(entry.ty))
        {
            let parts = &self.unit.inits[init.index()];
            let constant = parts.entries.iter().all(|part| self.is_constant_part(part));
            let empty_before = !entries.iter().any(|e| e.offset >= entry.offset);
            if constant && empty_before {
                entries.extend(parts.entries.iter().map(|part| Entry { offset: part.offset + entry.offset, ..*part }));
                return;
            }
        }
        entries.push(entry);
    }

    fn is_constant_part(&self, part: &Entry) -> bool {
        matches!(self.unit.expr(part.expr).kind, ExprKind::String(_)) && self.unit.types.is_array(part.ty)
            || evaluate(&self.unit, part.expr).is_some()
    }

    /// The initialiser of an object is one value.
    pub fn init_whole(&mut self, object: ObjectId, e: ExprId) {
        let ty = self.unit.object(object).ty;
        let pos = self.pos(e);
        if ty.is_error() || self.ty(e).is_error() {
            return;
        }
        let mut whole = true;
        if self.unit.types.is_array(ty) {
            if !self.fits_whole(ty, e) {
                let is_char = self.unit.types.element(ty).is_some_and(|(of, _)| matches!(of.id, 3..=5));
                let message = text!("an array needs values in braces", "配列の初期値は波括弧で囲みます");
                let mut finding = Finding::error("initializer", pos, message);
                if is_char {
                    finding = finding.tip(text!("or a string in double quotes", "または二重引用符で囲んだ文字列です"));
                }
                self.report.push(finding);
                return;
            }
            let length = match self.unit.types.element(self.ty(e)) {
                Some((_, Length::Known(n))) => n,
                _ => 0,
            };
            self.complete_array(object, length);
            let ty = self.unit.object(object).ty;
            whole = self.unit.types.size(ty) == self.unit.types.size(self.ty(e));
        }
        let ty = self.unit.object(object).ty;
        let expr = self.init_value(e, ty);
        let mut entries = Vec::new();
        self.put_entry(&mut entries, Entry { offset: 0, bits: None, ty: ty.plain(), expr });
        whole &= entries.len() == 1 && entries[0].expr == expr;
        self.set_init(object, Init { entries, whole });
    }

    /// The initialiser of an object is a list in braces with `count` elements.
    pub fn init_list(&mut self, object: ObjectId, entries: Vec<Entry>, count: u32, pos: Pos) {
        let ty = self.unit.object(object).ty;
        if ty.is_error() {
            return;
        }
        if !self.unit.types.is_complete(ty) && !self.unit.types.is_array(ty) {
            let shown = self.show(ty);
            let message = text!("the size of `{shown}` is not known", "`{shown}` の大きさがわかりません");
            self.error("incomplete-type", pos, message);
            return;
        }
        self.complete_array(object, count);
        self.set_init(object, Init { entries, whole: false });
    }

    fn complete_array(&mut self, object: ObjectId, count: u32) {
        let ty = self.unit.object(object).ty;
        if let Kind::Array(of, Length::Unknown) = *self.unit.types.kind(ty) {
            let complete = self.unit.types.array(of, Length::Known(count));
            self.unit.objects[object.index()].ty = complete.with(ty.quals);
        }
    }

    pub(super) fn set_init(&mut self, object: ObjectId, init: Init) {
        if self.unit.object(object).storage != Storage::Auto {
            self.check_constants(&init);
        }
        let id = InitId(self.unit.inits.len() as u32);
        self.unit.inits.push(init);
        self.unit.objects[object.index()].init = Some(id);
    }

    /// An object for the whole run begins with constants.
    fn check_constants(&mut self, init: &Init) {
        for entry in &init.entries {
            if self.ty(entry.expr).is_error() || self.unit.expr(entry.expr).kind == ExprKind::Error {
                continue;
            }
            if self.is_constant_part(entry) {
                let Some(Constant::Address(base, _)) = evaluate(&self.unit, entry.expr) else { continue };
                let small = self.unit.types.size(entry.ty).is_some_and(|size| size < 4) || entry.bits.is_some();
                if !small || matches!(base, Base::Label(_)) {
                    continue;
                }
            }
            let pos = self.pos(entry.expr);
            let message = text!(
                "the value of an object that exists for the whole run must be constant",
                "実行の間ずっと存在する変数の初期値は定数でなければなりません"
            );
            let tip = text!("assign it in a function", "関数の中で代入してください");
            self.report.push(Finding::error("constant", pos, message).tip(tip));
        }
    }

    /// Numbers of the fields on the way to a member, also in anonymous members.
    pub fn member_path(&self, ty: Ty, name: Sym) -> Option<Vec<u32>> {
        let mut path = Vec::new();
        self.find_path(ty, name, &mut path, 0).then_some(path)
    }

    fn find_path(&self, ty: Ty, name: Sym, path: &mut Vec<u32>, depth: u32) -> bool {
        let Some(record) = self.unit.types.record(ty) else { return false };
        for (i, field) in record.fields.iter().enumerate() {
            path.push(i as u32);
            if field.name == name {
                return true;
            }
            if field.name == Sym(0)
                && field.bits.is_none()
                && depth < 256
                && self.find_path(field.ty, name, path, depth + 1)
            {
                return true;
            }
            path.pop();
        }
        false
    }
}
