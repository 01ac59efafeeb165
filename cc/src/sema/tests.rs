//! Conversions, constants and findings of expressions, by the rules of C17 for o32.

use super::{Base, Constant, Meaning, Sema, evaluate};
use crate::diag::Report;
use crate::names::{Names, Sym, sym};
use crate::options::Options;
use crate::source::{Pos, Sources};
use crate::tree::{Binary, ExprKind, Object, Storage, Unary};
use crate::types::{Length, Ty};
use alloc::{string::String, vec::Vec};

/// Runs a check and returns the names of the findings.
fn with(check: impl FnOnce(&mut Sema<'_, '_>)) -> Vec<&'static str> {
    let (mut names, mut report) = (Names::default(), Report::default());
    let (sources, options) = (Sources::default(), Options::default());
    let mut sema = Sema::new(&mut names, &mut report, &sources, &options);
    check(&mut sema);
    let _ = sema.finish();
    report.findings.iter().map(|f| f.name).collect()
}

const P: Pos = Pos { at: 0, len: 0, expansion: 0 };

fn variable(sema: &mut Sema<'_, '_>, ty: Ty, storage: Storage) -> crate::tree::ExprId {
    let object = sema.unit.add_object(Object { name: Sym(1), ty, storage, ..Object::default() });
    sema.object(object, P)
}

#[test]
fn usual_conversions_follow_rank_and_sign() {
    let found = with(|sema| {
        for (a, b, wanted) in [
            (Ty::CHAR, Ty::USHORT, Ty::INT),
            (Ty::INT, Ty::UINT, Ty::UINT),
            (Ty::LONG, Ty::UINT, Ty::ULONG),
            (Ty::LLONG, Ty::UINT, Ty::LLONG),
            (Ty::LLONG, Ty::ULLONG, Ty::ULLONG),
            (Ty::FLOAT, Ty::LLONG, Ty::FLOAT),
            (Ty::DOUBLE, Ty::FLOAT, Ty::DOUBLE),
        ] {
            assert_eq!((sema.usual_type(a, b), sema.usual_type(b, a)), (wanted, wanted), "{a:?} {b:?}");
        }
    });
    assert!(found.is_empty());
}

#[test]
fn integer_constants_wrap_in_their_type() {
    let found = with(|sema| {
        let run = |sema: &mut Sema<'_, '_>, op, x, y, ty| {
            let (a, b) = (sema.integer(x, ty, P), sema.integer(y, ty, P));
            let e = sema.binary(op, a, b, P);
            (sema.unit.int(e), sema.ty(e))
        };
        assert_eq!(run(sema, Binary::Sub, 0, 1, Ty::UINT), (Some(0xffff_ffff), Ty::UINT));
        assert_eq!(run(sema, Binary::Div, -7, 2, Ty::INT), (Some(-3), Ty::INT));
        assert_eq!(run(sema, Binary::Rem, -7, 2, Ty::LLONG), (Some(-1), Ty::LLONG));
        assert_eq!(run(sema, Binary::Shr, -8, 1, Ty::INT), (Some(-4), Ty::INT));
        assert_eq!(run(sema, Binary::Lt, -1, 1, Ty::ULLONG), (Some(0), Ty::INT));
        assert_eq!(run(sema, Binary::Div, 1, 0, Ty::INT).0, None);
        assert_eq!(run(sema, Binary::Add, 0x7fff_ffff, 1, Ty::INT).0, Some(-0x8000_0000));
        let e = sema.integer(300, Ty::INT, P);
        let e = sema.cast(e, Ty::UCHAR, P);
        assert_eq!(sema.unit.int(e), Some(44));
    });
    assert_eq!(found, ["div-by-zero", "overflow"]);
}

#[test]
fn floating_constants_are_folded_by_the_soft_unit() {
    let found = with(|sema| {
        let (one, three) = (sema.integer(1, Ty::INT, P), sema.integer(3, Ty::INT, P));
        let (a, b) = (sema.convert(one, Ty::DOUBLE), sema.convert(three, Ty::DOUBLE));
        let e = sema.binary(Binary::Div, a, b, P);
        assert_eq!(sema.unit.expr(e).kind, ExprKind::Float((1.0f64 / 3.0).to_bits()));
        let single = sema.convert(e, Ty::FLOAT);
        assert_eq!(sema.unit.expr(single).kind, ExprKind::Float(u64::from((1.0f32 / 3.0).to_bits())));
        let minus = sema.unary(Some(Unary::Neg), e, P);
        let whole = sema.convert(minus, Ty::INT);
        assert_eq!(sema.unit.int(whole), Some(0));
    });
    assert!(found.is_empty());
}

#[test]
fn complex_constants_are_folded_and_keep_real_operands() {
    let found = with(|sema| {
        for (a, b, wanted) in [
            (Ty::CFLOAT, Ty::LLONG, Ty::CFLOAT),
            (Ty::CFLOAT, Ty::DOUBLE, Ty::CDOUBLE),
            (Ty::CDOUBLE, Ty::CFLOAT, Ty::CDOUBLE),
            (Ty::LDOUBLE, Ty::CDOUBLE, Ty::CLDOUBLE),
        ] {
            assert_eq!((sema.usual_type(a, b), sema.usual_type(b, a)), (wanted, wanted), "{a:?} {b:?}");
        }
        let parts = |sema: &Sema<'_, '_>, e| match sema.unit.expr(e).kind {
            ExprKind::Complex(x, y) => (f64::from_bits(x), f64::from_bits(y)),
            ref other => panic!("{other:?}"),
        };
        let number = |sema: &mut Sema<'_, '_>, x: f64, y: f64| {
            sema.add(ExprKind::Complex(x.to_bits(), y.to_bits()), Ty::CDOUBLE, P)
        };
        let (a, b) = (number(sema, 1.0, 2.0), number(sema, 3.0, -4.0));
        let two = sema.integer(2, Ty::INT, P);
        for (op, x, y, wanted) in [
            (Binary::Add, a, b, (4.0, -2.0)),
            (Binary::Sub, a, b, (-2.0, 6.0)),
            (Binary::Mul, a, b, (11.0, 2.0)),
            (Binary::Div, a, b, (-0.2, 0.4)),
            (Binary::Sub, two, a, (1.0, -2.0)),
            (Binary::Mul, two, b, (6.0, -8.0)),
            (Binary::Div, b, two, (1.5, -2.0)),
        ] {
            let e = sema.binary(op, x, y, P);
            assert_eq!((parts(sema, e), sema.ty(e)), (wanted, Ty::CDOUBLE), "{op:?}");
        }
        let same = sema.binary(Binary::Eq, a, a, P);
        assert_eq!((sema.unit.int(same), sema.truth(a)), (Some(1), Some(true)));
        let conjugate = sema.unary(Some(Unary::BitNot), a, P);
        assert_eq!(parts(sema, conjugate), (1.0, -2.0));
        let whole = sema.convert(b, Ty::INT);
        assert_eq!(sema.unit.int(whole), Some(3));
        let single = sema.convert(b, Ty::CFLOAT);
        assert_eq!(sema.unit.expr(single).kind, ExprKind::Complex(0x4040_0000, 0xc080_0000));
        let imag = sema.part(b, true, P);
        assert_eq!(
            (sema.unit.expr(imag).kind.clone(), sema.ty(imag)),
            (ExprKind::Float((-4f64).to_bits()), Ty::DOUBLE)
        );
        // A real operand of a sum is no complex number.
        let z = variable(sema, Ty::CDOUBLE, Storage::Static);
        let e = sema.binary(Binary::Add, two, z, P);
        let ExprKind::Binary(_, left, _) = sema.unit.expr(e).kind else { panic!() };
        assert_eq!((sema.ty(left), sema.ty(e)), (Ty::DOUBLE, Ty::CDOUBLE));
        let e = sema.binary(Binary::Div, two, z, P);
        let ExprKind::Binary(_, left, _) = sema.unit.expr(e).kind else { panic!() };
        assert_eq!(sema.ty(left), Ty::CDOUBLE);
    });
    assert!(found.is_empty());
}

#[test]
fn complex_numbers_have_no_order_and_are_no_pointers() {
    let found = with(|sema| {
        let z = variable(sema, Ty::CDOUBLE, Storage::Static);
        let pointer = sema.unit.types.pointer(Ty::INT);
        let p = variable(sema, pointer, Storage::Static);
        sema.binary(Binary::Lt, z, z, P);
        sema.binary(Binary::Rem, z, z, P);
        sema.binary(Binary::Add, p, z, P);
        sema.binary(Binary::Eq, p, z, P);
        sema.cast(z, pointer, P);
        let part = sema.part(p, false, P);
        assert!(sema.ty(part).is_error());
    });
    assert_eq!(found, ["operands", "operands", "operands", "operands", "cast", "operands"]);
}

#[test]
fn addresses_of_static_objects_are_constants() {
    with(|sema| {
        let row = sema.unit.types.array(Ty::INT, Length::Known(4));
        let rows = sema.unit.types.array(row, Length::Known(3));
        let e = variable(sema, rows, Storage::Static);
        let (one, two) = (sema.integer(1, Ty::INT, P), sema.integer(2, Ty::INT, P));
        let e = sema.subscript(e, one, P);
        let e = sema.subscript(e, two, P);
        let address = sema.address(e, P);
        let Some(Constant::Address(Base::Object(_), 24)) = evaluate(&sema.unit, address) else {
            panic!("{:?}", evaluate(&sema.unit, address));
        };
        assert_eq!(evaluate(&sema.unit, e), None);
        let local = variable(sema, Ty::INT, Storage::Auto);
        let address = sema.address(local, P);
        assert_eq!(evaluate(&sema.unit, address), None);
    });
}

#[test]
fn wrong_operands_are_found_once() {
    let found = with(|sema| {
        let (c, n) = (Ty::INT.with(crate::types::qual::CONST), sema.integer(5, Ty::INT, P));
        let locked = variable(sema, c, Storage::Auto);
        let wrong = sema.assign(None, locked, n, P);
        let again = sema.binary(Binary::Add, wrong, n, P);
        assert!(sema.ty(again).is_error());
        let pointer = sema.unit.types.pointer(Ty::INT);
        let p = variable(sema, pointer, Storage::Auto);
        sema.assign(None, p, n, P);
        sema.binary(Binary::Mul, p, n, P);
        let four = sema.unit.types.array(Ty::INT, Length::Known(4));
        let array = variable(sema, four, Storage::Auto);
        let four = sema.integer(4, Ty::INT, P);
        sema.subscript(array, four, P);
        sema.call(p, Vec::new(), P);
    });
    assert_eq!(found, ["read-only", "int-conversion", "operands", "array-bounds", "not-a-function"]);
}

#[test]
fn inner_scopes_hide_names_and_labels_are_checked() {
    let found = with(|sema| {
        let name = sema.names.intern("x");
        sema.bind(name, Meaning::Type(Ty::INT, 0), P);
        sema.open();
        sema.bind(name, Meaning::Constant(3, Ty::INT), P);
        assert!(!sema.is_type(name));
        sema.close();
        assert!(sema.is_type(name) && sema.is_type(sym::VA_LIST));
        sema.current = Some(alloc::boxed::Box::default());
        sema.use_label(name, P, false);
        let other = sema.names.intern("y");
        sema.define_label(other, P);
        sema.finish_labels();
    });
    assert_eq!(found, ["undeclared-label", "unused-label"]);
}

#[test]
fn an_expression_that_is_too_deep_is_an_error() {
    let found = with(|sema| {
        let mut e = variable(sema, Ty::INT, Storage::Auto);
        for _ in 0..2_100 {
            e = sema.unary(Some(Unary::BitNot), e, P);
        }
        assert!(sema.ty(e).is_error());
        let text: String = sema.show(Ty::INT);
        assert_eq!(text, "int");
    });
    assert_eq!(found, ["nesting"]);
}

#[test]
fn a_name_of_mpi_misses_its_header_or_is_not_in_the_library() {
    let call = |name: &str, included: bool| {
        with(|sema| {
            let (init, other) = (sema.names.intern("MPI_Init"), sema.names.intern(name));
            if included {
                sema.bind_outside(init, Meaning::Constant(0, Ty::INT), P);
            }
            sema.implicit_function(other, P);
        })
    };
    assert_eq!(call("MPI_Ibcast", false), ["missing-include"]);
    for name in ["MPI_Comm_spawn", "MPI_Psend_init", "MPI_Grequest_start"] {
        assert_eq!(call(name, true), ["mpi-left-out"], "{name}");
    }
    // A slip, and a name that no part of MPI has.
    assert_eq!(call("MPI_Inti", true), ["implicit-function-declaration"]);
    assert_eq!(call("MPI_Get_smaller", true), ["implicit-function-declaration"]);
}
