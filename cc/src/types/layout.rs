//! Places of the members of structs and unions, as gcc gives them for o32, little endian.

use super::{Record, Types};
use alloc::vec::Vec;

/// Largest size of an object in bytes.
pub const MAX_SIZE: u32 = 0x7fff_ffff;

/// Attributes that change the places of members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packing {
    /// `__attribute__((packed))` on the record.
    pub packed: bool,
    /// `#pragma pack(n)`, or 0.
    pub pack: u32,
    /// `__attribute__((aligned(n)))` or the like on the record, or 0.
    pub align: u32,
}

/// The lowest multiple of `unit` that is at least `n`; `unit` is a power of two.
fn up(n: u64, unit: u64) -> u64 {
    n.saturating_add(unit - 1) & !(unit - 1)
}

/// An alignment under `#pragma pack(n)`; n is 0 without it.
fn limited(align: u32, pack: u32) -> u32 {
    if pack > 0 { align.min(pack) } else { align }
}

impl Types {
    /// Gives the members of a record their places, and the record its size. False if it is too large.
    pub fn lay_out(&mut self, index: usize, packing: Packing) -> bool {
        let Some(record) = self.records.get(index) else { return false };
        let mut fields = record.fields.clone();
        let is_union = record.is_union;
        let (mut bit, mut largest, mut align) = (0u64, 0u64, 1u32);
        for field in &mut fields {
            let natural = self.align(field.ty);
            let packed = packing.packed || field.packed;
            let mut own = if packed { 1 } else { natural };
            own = own.max(field.align);
            own = limited(own, packing.pack);
            if is_union {
                bit = 0;
            }
            let size = u64::from(self.size(field.ty).unwrap_or(0)) * 8;
            match field.bits {
                Some((_, 0)) => bit = up(bit, u64::from(natural.max(field.align)) * 8),
                Some((_, width)) => {
                    let unit = u64::from(natural) * 8;
                    // With `pack(n)` gcc lets bit-fields cross units, whatever n is.
                    let free = packed || packing.pack > 0;
                    if field.align > 0 {
                        bit = up(bit, u64::from(limited(field.align, packing.pack)) * 8);
                    }
                    if !free && bit / unit != (bit + u64::from(width) - 1) / unit {
                        bit = up(bit, unit);
                    }
                    field.offset = (bit / 8) as u32;
                    field.bits = Some(((bit % 8) as u8, width));
                    bit += u64::from(width);
                    if field.name != crate::names::Sym(0) {
                        // Of a bit-field, `packed` does not lower what `pack(n)` leaves of the type's alignment.
                        let of_type = if packed && packing.pack == 0 { 1 } else { limited(natural, packing.pack) };
                        align = align.max(of_type).max(limited(field.align, packing.pack));
                    }
                }
                None => {
                    bit = up(bit, u64::from(own) * 8);
                    field.offset = (bit / 8) as u32;
                    bit += size;
                    align = align.max(own);
                }
            }
            largest = largest.max(bit);
            if largest / 8 > u64::from(MAX_SIZE) {
                return false;
            }
        }
        align = align.max(packing.align);
        let size = up(largest, u64::from(align) * 8) / 8;
        let Some(record) = self.records.get_mut(index) else { return false };
        *record = Record { fields, size: size as u32, align, complete: true, open: false, ..record.clone() };
        size <= u64::from(MAX_SIZE)
    }

    /// The scalar parts of a type with their offsets, for tests and for copies in parts; at most `limit`.
    pub fn parts(&self, ty: super::Ty, limit: usize) -> Option<Vec<(u32, super::Ty)>> {
        let mut out = Vec::new();
        let mut work = alloc::vec![(0u32, ty)];
        while let Some((offset, ty)) = work.pop() {
            if let Some((of, super::Length::Known(n))) = self.element(ty) {
                let size = self.size(of)?;
                if n as usize > limit {
                    return None;
                }
                work.extend((0..n).rev().map(|i| (offset + i * size, of)));
            } else if let Some(record) = self.record(ty) {
                if record.is_union || record.fields.iter().any(|f| f.bits.is_some()) {
                    return None;
                }
                work.extend(record.fields.iter().rev().map(|f| (offset + f.offset, f.ty)));
            } else if self.is_complex(ty) {
                let part = self.part(ty);
                let size = self.size(part)?;
                out.extend([(offset, part), (offset + size, part)]);
            } else {
                out.push((offset, ty));
            }
            if out.len() + work.len() > limit {
                return None;
            }
        }
        Some(out)
    }
}
