//! Objects with static storage and their contents.

use super::Lower;
use crate::ir::{Block, Datum, Object, SymbolId};
use crate::order::Order as _;
use crate::sema::{Base, Constant, evaluate};
use crate::tree::{Entry, ExprKind, ObjectId};
use crate::types::Ty;
use alloc::{vec, vec::Vec};
use mcore_base::text;

/// An address in the contents of an object.
#[derive(Clone, Copy, Debug)]
enum Address {
    Symbol(SymbolId, i32),
    Label(SymbolId, Block),
}

/// Contents that grow.
#[derive(Default)]
struct Image {
    bytes: Vec<u8>,
    /// Addresses by offset; a later one replaces an earlier one.
    addresses: Vec<(u32, Address)>,
}

/// Zeros of at least this length are written as a number.
const ZEROS: usize = 16;

impl Lower<'_, '_> {
    /// Defines an object.
    pub(super) fn static_object(&mut self, id: ObjectId) {
        let unit = self.unit;
        let o = unit.object(id);
        let Some(symbol) = self.objects[id.index()] else { return };
        let mut size = self.size(o.ty);
        if size == 0
            && let Some((of, _)) = unit.types.element(o.ty)
            && o.init.is_none()
            && !matches!(unit.types.element(o.ty), Some((_, crate::types::Length::Known(_))))
        {
            // A tentative array without length has one element.
            size = self.size(of);
        }
        size = size.max(self.flexible_size(id));
        let data = match o.init {
            Some(init) => self.image(&unit.inits[init.index()].entries, size),
            None if size > 0 => vec![Datum::Zero(size)],
            None => Vec::new(),
        };
        let is_zero = data.iter().all(|d| matches!(d, Datum::Zero(_)));
        let constant = self.is_constant(o.ty);
        let section = match &o.attributes.section {
            Some(name) => name.clone(),
            None if constant && o.init.is_some() => ".rodata".into(),
            None if is_zero => ".bss".into(),
            None => ".data".into(),
        };
        let mut align = self.object_align(id);
        // As gcc does: arrays begin at a word, so that copies of them can go by words.
        if size >= 4 && unit.types.is_array(o.ty) {
            align = align.max(4);
        }
        self.module.objects.push(Object { symbol, section, align, data });
    }

    /// The contents that an initialiser gives.
    pub(super) fn image(&mut self, entries: &[Entry], size: u32) -> Vec<Datum> {
        let mut image = Image { bytes: vec![0; size as usize], addresses: Vec::new() };
        self.fill(&mut image, entries, 0, 0);
        image.data()
    }

    fn fill(&mut self, image: &mut Image, entries: &[Entry], base: u32, depth: u32) {
        let unit = self.unit;
        for entry in entries {
            let at = base.saturating_add(entry.offset);
            let mut e = entry.expr;
            // `(struct s){ … }` for a struct, in GNU C.
            while let ExprKind::Cast(inner, _) | ExprKind::Comma(_, inner) = unit.expr(e).kind
                && unit.types.is_record(unit.ty(e))
            {
                e = inner;
            }
            if unit.types.is_record(entry.ty) || unit.types.is_array(entry.ty) {
                match unit.expr(e).kind {
                    ExprKind::String(string) => {
                        let bytes = &unit.strings[string.index()].bytes;
                        let size = self.size(entry.ty) as usize;
                        let part = if size == 0 { bytes.len() } else { bytes.len().min(size) };
                        image.put(at, &bytes[..part]);
                        continue;
                    }
                    ExprKind::Literal(object) if depth < 256 => {
                        let inner = unit.object(object).init.map(|i| unit.inits[i.index()].entries.clone());
                        self.fill(image, &inner.unwrap_or_default(), at, depth + 1);
                        continue;
                    }
                    _ => {}
                }
            }
            match evaluate(unit, entry.expr) {
                Some(Constant::Int(n)) => match entry.bits {
                    Some((bit, width)) => image.put_bits(at, bit.into(), width.into(), n as u64),
                    None => {
                        let size = self.size(entry.ty).min(8) as usize;
                        image.put(at, &n.to_le_bytes()[..size]);
                    }
                },
                Some(Constant::Float(bits)) => {
                    let size = self.size(entry.ty).min(8) as usize;
                    image.put(at, &bits.to_le_bytes()[..size]);
                }
                Some(Constant::Complex(real, imag)) => {
                    let size = self.size(unit.types.part(entry.ty)).min(8);
                    for (offset, bits) in [(0, real), (size, imag)] {
                        image.put(at.saturating_add(offset), &bits.to_le_bytes()[..size as usize]);
                    }
                }
                Some(Constant::Address(base, offset)) => {
                    if let Some(address) = self.data_address(base, offset as i32) {
                        image.put(at, &[0; 4]);
                        image.addresses.push((at, address));
                    }
                }
                None => self.not_constant(entry),
            }
        }
    }

    fn data_address(&mut self, base: Base, offset: i32) -> Option<Address> {
        Some(match base {
            Base::Object(id) => Address::Symbol(self.object_symbol(id), offset),
            Base::Function(id) => Address::Symbol(self.function_symbol(id), offset),
            Base::String(id) => Address::Symbol(self.string_symbol(id), offset),
            Base::Label(label) => {
                let function = self.frame.function?;
                let symbol = self.functions[function.index()]?;
                let block = self.label(label);
                Address::Label(symbol, self.builder.landing(block))
            }
        })
    }

    fn not_constant(&mut self, entry: &Entry) {
        // Conversions that change an address are no constants of the linker.
        let pos = self.unit.expr(entry.expr).pos;
        if entry.ty == Ty::ERROR || self.report.has_errors() {
            return;
        }
        let message =
            text!("the initial value of a static object must be a constant", "静的な変数の初期値は定数に限ります");
        self.error("initializer", pos, message);
    }
}

impl Image {
    fn put(&mut self, at: u32, bytes: &[u8]) {
        let (from, to) = (at as usize, at as usize + bytes.len());
        self.addresses.retain(|(offset, _)| {
            let offset = *offset as usize;
            offset + 4 <= from || offset >= to
        });
        if let Some(target) = self.bytes.get_mut(from..to) {
            target.copy_from_slice(bytes);
        }
    }

    fn put_bits(&mut self, at: u32, bit: u32, width: u32, value: u64) {
        for i in 0..width {
            let place = at as usize * 8 + (bit + i) as usize;
            if let Some(byte) = self.bytes.get_mut(place / 8) {
                let mask = 1 << (place % 8);
                *byte = if value >> i & 1 != 0 { *byte | mask } else { *byte & !mask };
            }
        }
    }

    /// Addresses, runs of zeros and other bytes, in order.
    fn data(mut self) -> Vec<Datum> {
        self.addresses.order_by_key(|(offset, _)| *offset);
        let mut out = Vec::new();
        let mut at = 0;
        for (offset, address) in &self.addresses {
            bytes(&mut out, &self.bytes[at.min(*offset as usize)..*offset as usize]);
            out.push(match *address {
                Address::Symbol(symbol, n) => Datum::Address(symbol, n),
                Address::Label(function, block) => Datum::Label(function, block),
            });
            at = *offset as usize + 4;
        }
        if at < self.bytes.len() {
            bytes(&mut out, &self.bytes[at..]);
        }
        out
    }
}

/// Adds bytes; long runs of zeros apart.
fn bytes(out: &mut Vec<Datum>, all: &[u8]) {
    let mut from = 0;
    let mut at = 0;
    while at < all.len() {
        let zeros = all[at..].iter().take_while(|b| **b == 0).count();
        if zeros >= ZEROS || zeros > 0 && at + zeros == all.len() && at == from {
            // Whole words, so that what follows stays at its place in the text.
            if at > from {
                out.push(Datum::Bytes(all[from..at].to_vec()));
            }
            out.push(Datum::Zero(zeros as u32));
            at += zeros;
            from = at;
        } else {
            at += zeros.max(1);
        }
    }
    if from < all.len() {
        out.push(Datum::Bytes(all[from..].to_vec()));
    }
}
