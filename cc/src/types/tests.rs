//! Layout against the figures of the specification, which were measured with gcc.

use super::{Field, FunctionType, Length, Ty, Types, layout::Packing};
use crate::names::{Names, Sym};
use crate::source::Pos;
use alloc::{vec, vec::Vec};

fn record(fields: &[(Ty, Option<u8>)], packing: Packing) -> (u32, u32, Vec<u32>) {
    let mut types = Types::default();
    let ty = types.new_record(Sym(0), false, Pos::default());
    let index = types.record_index(ty).unwrap();
    for (i, (ty, width)) in fields.iter().enumerate() {
        let name = Sym(if *width == Some(0) { 0 } else { i as u32 + 1 });
        let bits = width.map(|w| (0, w));
        let field = Field { name, ty: *ty, offset: 0, bits, pos: Pos::default(), align: 0, packed: false };
        types.records[index].fields.push(field);
    }
    assert!(types.lay_out(index, packing));
    let record = &types.records[index];
    let bits = record.fields.iter().map(|f| f.offset * 8 + f.bits.map_or(0, |b| u32::from(b.0))).collect();
    (record.size, record.align, bits)
}

#[test]
fn bit_fields_are_where_gcc_puts_them() {
    let plain = Packing::default();
    let size = |fields: &[(Ty, Option<u8>)]| record(fields, plain).0;
    assert_eq!(size(&[(Ty::INT, Some(3)), (Ty::INT, Some(5)), (Ty::CHAR, None)]), 4);
    assert_eq!(size(&[(Ty::UINT, Some(20)), (Ty::UINT, Some(20))]), 8);
    assert_eq!(size(&[(Ty::CHAR, Some(4)), (Ty::INT, Some(20))]), 4);
    assert_eq!(size(&[(Ty::SHORT, Some(9)), (Ty::SHORT, Some(9))]), 4);
    assert_eq!(size(&[(Ty::INT, Some(7)), (Ty::INT, Some(0)), (Ty::INT, Some(3))]), 8);
    assert_eq!(record(&[(Ty::LLONG, Some(40)), (Ty::INT, Some(8))], plain), (8, 8, vec![0, 40]));
}

#[test]
fn members_are_aligned_unless_packed() {
    let fields = [(Ty::CHAR, None), (Ty::DOUBLE, None), (Ty::SHORT, None)];
    assert_eq!(record(&fields, Packing::default()), (24, 8, vec![0, 64, 128]));
    assert_eq!(record(&fields, Packing { packed: true, ..Packing::default() }), (11, 1, vec![0, 8, 72]));
    assert_eq!(record(&fields, Packing { pack: 2, ..Packing::default() }), (12, 2, vec![0, 16, 80]));
    assert_eq!(record(&fields, Packing { align: 32, ..Packing::default() }).0, 32);
}

/// Figures of gcc 12 for mipsel.
#[test]
fn packing_and_alignment_mix_as_in_gcc() {
    let record = |fields: &[(Ty, Option<u8>, u32, bool)], packing| {
        let mut types = Types::default();
        let ty = types.new_record(Sym(0), false, Pos::default());
        let index = types.record_index(ty).unwrap();
        for (i, &(ty, width, align, packed)) in fields.iter().enumerate() {
            let bits = width.map(|w| (0, w));
            let field = Field { name: Sym(i as u32 + 1), ty, offset: 0, bits, pos: Pos::default(), align, packed };
            types.records[index].fields.push(field);
        }
        assert!(types.lay_out(index, packing));
        let record = &types.records[index];
        (record.size, record.align, record.fields.iter().map(|f| f.offset).collect::<Vec<u32>>())
    };
    let pack = |pack| Packing { pack, ..Packing::default() };
    let (c, i) = ((Ty::CHAR, None, 0, false), (Ty::INT, None, 0, false));
    // `pack` limits `aligned` of a member too.
    assert_eq!(record(&[c, (Ty::INT, None, 8, false)], pack(2)), (6, 2, vec![0, 2]));
    assert_eq!(record(&[c, (Ty::INT, None, 2, true)], Packing::default()), (6, 2, vec![0, 2]));
    // Bit-fields cross units with any `pack`, and keep what it leaves of the type's alignment although they are packed.
    let bits = |packed| [c, (Ty::INT, Some(28), 0, packed), i];
    assert_eq!(record(&bits(false), pack(8)), (12, 4, vec![0, 1, 8]));
    let both = Packing { packed: true, pack: 2, align: 0 };
    assert_eq!(record(&bits(true), both), (10, 2, vec![0, 1, 5]));
}

#[test]
fn types_are_held_once_and_shown_in_c() {
    let mut types = Types::default();
    let names = Names::default();
    let pointer = types.pointer(Ty::CHAR.with(super::qual::CONST));
    assert_eq!(pointer, types.pointer(Ty::CHAR.with(super::qual::CONST)));
    assert_eq!(types.show(pointer, &names), "const char *");
    let function = types.function(FunctionType {
        result: Ty::INT,
        params: vec![pointer, Ty::DOUBLE],
        variadic: true,
        prototype: true,
    });
    let to = types.pointer(function);
    assert_eq!(types.show(to, &names), "int (*)(const char *, double, ...)");
    let row = types.array(to, Length::Known(3));
    assert_eq!(types.show(row, &names), "int (*[3])(const char *, double, ...)");
    let inner = types.array(Ty::INT, Length::Known(4));
    let rows = types.pointer(inner);
    assert_eq!(types.show(rows, &names), "int (*)[4]");
    let outer = types.array(inner, Length::Known(3));
    assert_eq!(types.show(outer, &names), "int [3][4]");
    assert_eq!((types.size(outer), types.align(outer)), (Some(48), 4));
    let open = types.array(inner, Length::Unknown);
    assert!(types.compatible(outer, open) && !types.compatible(outer, inner));
    assert_eq!(types.composite(open, outer), outer);
}
