//! Initialisers of automatic objects and compound literals.

use super::Lower;
use super::place::{Base, Place};
use crate::ir::{Linkage, Object, Symbol};
use crate::order::Order as _;
use crate::sema::evaluate;
use crate::tree::{Entry, ExprKind, Init, ObjectId, Storage};
use crate::types::Ty;
use alloc::{format, vec::Vec};

/// Size of a constant list from which on it is copied from read-only data, in bytes.
const IMAGE_SIZE: u32 = 48;
/// Parts of an object that are looked at to see whether a list names them all.
const MAX_PARTS: usize = 64;

impl Lower<'_, '_> {
    /// Bytes that an initialiser reaches to: more than the type has, for a flexible member.
    pub(super) fn flexible_size(&self, id: ObjectId) -> u32 {
        let Some(init) = self.unit.object(id).init else { return 0 };
        let entries = &self.unit.inits[init.index()].entries;
        let end = |e: &Entry| {
            let size = match self.unit.expr(e.expr).kind {
                // A flexible member is as long as its string.
                ExprKind::String(s) if self.size(e.ty) == 0 => self.unit.strings[s.index()].bytes.len() as u32,
                _ => self.size(e.ty),
            };
            e.offset.saturating_add(size)
        };
        entries.iter().map(end).max().unwrap_or(0)
    }

    /// Gives an automatic object its initial value.
    pub(super) fn initialise(&mut self, id: ObjectId) {
        let unit = self.unit;
        let o = unit.object(id);
        let (Storage::Auto, Some(init)) = (o.storage, o.init) else { return };
        let init = &unit.inits[init.index()];
        let place = Place { ty: o.ty, ..self.object_place(id) };
        if let (true, [entry]) = (init.whole, init.entries.as_slice()) {
            if unit.types.is_record(entry.ty) {
                self.whole_record(entry, &place, o.addressed);
                return;
            }
            if !unit.types.is_array(entry.ty) {
                self.put(entry.expr, &Place { ty: entry.ty.with(place.ty.quals), ..place });
                return;
            }
        }
        if let Base::Variable(_) = place.base {
            let value = match init.entries.last() {
                Some(entry) => self.value(entry.expr),
                None => self.zero(self.ir_type(o.ty)),
            };
            self.store(&place, value);
            return;
        }
        self.init_list(init, &place, self.size(o.ty).max(self.flexible_size(id)));
    }

    fn whole_record(&mut self, entry: &Entry, place: &Place, addressed: bool) {
        if let ExprKind::Call(f, args) = &self.unit.expr(entry.expr).kind
            && !addressed
            && !place.ty.is_volatile()
        {
            let address = self.address(place);
            self.call_into(*f, args, entry.ty, Some(address));
            return;
        }
        self.record_into(entry.expr, place);
    }

    /// A list in braces, or a string for an array.
    fn init_list(&mut self, init: &Init, place: &Place, size: u32) {
        let is_constant = |e: &Entry| {
            let is_label = matches!(
                evaluate(self.unit, e.expr),
                Some(crate::sema::Constant::Address(crate::sema::Base::Label(_), _))
            );
            matches!(self.unit.expr(e.expr).kind, ExprKind::String(_)) && self.unit.types.is_array(e.ty)
                || evaluate(self.unit, e.expr).is_some() && !is_label
        };
        if size > IMAGE_SIZE && !init.entries.is_empty() && init.entries.iter().all(is_constant) {
            let few = init.entries.iter().map(|e| self.size(e.ty).max(1)).fold(0, u32::saturating_add) < size / 8;
            if !few {
                self.copy_image(init, place, size);
                return;
            }
        }
        if !self.names_all(init, place.ty) {
            self.clear(place, size);
        }
        for entry in &init.entries {
            let at = Place {
                offset: place.offset.wrapping_add(entry.offset as i32),
                ty: entry.ty.with(place.ty.quals),
                align: if entry.bits.is_some() {
                    self.bits_align(place, entry)
                } else {
                    place.align.min(low_bit(entry.offset))
                },
                bits: entry.bits,
                within: entry.offset,
                ..*place
            };
            self.entry(entry, &at);
        }
    }

    /// A bit-field's record has at least the alignment of its declared type, unless the whole has less.
    fn bits_align(&self, place: &Place, entry: &Entry) -> u32 {
        place.align.min(self.unit.types.align(entry.ty)).max(1)
    }

    fn entry(&mut self, entry: &Entry, at: &Place) {
        let unit = self.unit;
        if let ExprKind::String(string) = unit.expr(entry.expr).kind
            && unit.types.is_array(entry.ty)
        {
            let length = unit.strings[string.index()].bytes.len() as u32;
            let size = self.size(entry.ty);
            let part = if size == 0 { length } else { length.min(size) };
            let symbol = self.string_symbol(string);
            let from = Place { base: Base::Symbol(symbol), offset: 0, align: 4, ..*at };
            self.copy_bytes(at, &from, part);
        } else if unit.types.is_record(entry.ty) {
            self.record_into(entry.expr, at);
        } else if unit.types.is_array(entry.ty) {
            let from = self.place(entry.expr);
            self.copy_bytes(at, &from, self.size(entry.ty));
        } else {
            self.put(entry.expr, at);
        }
    }

    fn copy_bytes(&mut self, to: &Place, from: &Place, size: u32) {
        if size == 0 {
            return;
        }
        let align = to.align.min(from.align);
        let (to, from) = (self.address(to), self.address(from));
        self.builder.op(crate::ir::Op::Copy { to, from, size, align, volatile: false }, None);
    }

    /// True if a list gives every part of an object a value.
    fn names_all(&self, init: &Init, ty: Ty) -> bool {
        if init.entries.iter().any(|e| e.bits.is_some()) {
            return false;
        }
        let Some(parts) = self.unit.types.parts(ty, MAX_PARTS) else { return false };
        let mut named: Vec<(u32, u32)> = init.entries.iter().map(|e| (e.offset, self.size(e.ty))).collect();
        named.order();
        parts.iter().all(|(offset, ty)| {
            let size = self.size(*ty);
            // The last entry that begins at or before the part.
            let at = named.partition_point(|(from, _)| from <= offset);
            named[..at].last().is_some_and(|(from, length)| {
                let is_string = init
                    .entries
                    .iter()
                    .any(|e| e.offset == *from && matches!(self.unit.expr(e.expr).kind, ExprKind::String(_)));
                !is_string && from + length >= offset + size
            })
        })
    }

    /// Copies a constant list from read-only data.
    fn copy_image(&mut self, init: &Init, place: &Place, size: u32) {
        let data = self.image(&init.entries, size);
        let symbol = self.module.add_symbol(Symbol {
            name: format!("$LSI{}", self.statics),
            linkage: Linkage::Local,
            constant: true,
            ..Symbol::default()
        });
        self.statics += 1;
        let align = place.align.clamp(1, 8);
        self.module.objects.push(Object { symbol, section: ".rodata".into(), align, data });
        let from = Place { base: Base::Symbol(symbol), offset: 0, align, ..*place };
        self.copy_bytes(place, &from, size);
    }
}

fn low_bit(n: u32) -> u32 {
    1 << n.trailing_zeros().min(16)
}
