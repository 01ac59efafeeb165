//! Complex numbers: two values, of the real and the imaginary part. In memory, as arguments and in copies they are objects
//! of two numbers, so that no pass knows of them; as results they are in two registers.

use super::Lower;
use super::place::Place;
use crate::ir::{Binary as Bin, Block, Callee, Edge, Param, Signature, Type, Unary as Un, Value};
use crate::tree::{Binary, ExprId, ExprKind, Unary};
use crate::types::Ty;
use alloc::{vec, vec::Vec};

/// The real and the imaginary part.
pub(super) type Pair = (Value, Value);

/// The value of an operand of an operator.
#[derive(Clone, Copy, Debug)]
enum Number {
    Real(Value),
    Complex(Pair),
}

impl Lower<'_, '_> {
    pub(super) fn is_complex(&self, ty: Ty) -> bool {
        self.unit.types.is_complex(ty)
    }

    /// The type of the parts of a complex type.
    pub(super) fn part_type(&self, ty: Ty) -> Type {
        self.ir_type(self.unit.types.part(ty))
    }

    pub(super) fn zeros(&mut self, ty: Ty) -> Pair {
        let zero = self.zero(self.part_type(ty));
        (zero, zero)
    }

    /// The value of an expression with a complex type.
    pub(super) fn complex(&mut self, e: ExprId) -> Pair {
        let unit = self.unit;
        let expr = unit.expr(e);
        match &expr.kind {
            ExprKind::Complex(real, imag) => {
                let ty = self.part_type(expr.ty);
                (self.builder.float(ty, *real), self.builder.float(ty, *imag))
            }
            ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::Literal(_) | ExprKind::Member(..) => {
                let place = self.place(e);
                self.load_pair(&place)
            }
            ExprKind::Unary(op, a) => {
                let (real, imag) = self.complex(*a);
                let ty = self.type_of(real);
                let imag = self.builder.unary(Un::FNeg, ty, imag);
                (if *op == Unary::Neg { self.builder.unary(Un::FNeg, ty, real) } else { real }, imag)
            }
            ExprKind::Binary(..) => {
                let number = self.complex_chain(e);
                self.widened(number)
            }
            ExprKind::Assign(a, b) => {
                let place = self.place(*a);
                let pair = self.complex(*b);
                self.store_pair(&place, pair);
                pair
            }
            ExprKind::Compound(op, a, b, through) => {
                let place = self.place(*a);
                let pair = self.complex_compound(*op, &place, *b, *through);
                self.store_pair(&place, pair);
                pair
            }
            ExprKind::Step(a, step, _, after) => {
                let place = self.place(*a);
                let old = self.load_pair(&place);
                let ty = self.type_of(old.0);
                let one = self.one(ty);
                let op = if *step > 0 { Bin::FAdd } else { Bin::FSub };
                let new = (self.builder.binary(op, old.0, one), old.1);
                self.store_pair(&place, new);
                if *after { old } else { new }
            }
            ExprKind::Conditional(c, a, b) => {
                let (yes, no, after) = (self.builder.block(), self.builder.block(), self.builder.block());
                let result = self.pair_param(after, expr.ty);
                self.branch(*c, yes, no);
                for (block, e) in [(yes, *a), (no, *b)] {
                    self.begin(block);
                    let (real, imag) = self.complex(e);
                    self.builder.jump_with(after, vec![real, imag]);
                }
                self.begin(after);
                result
            }
            ExprKind::Elvis(a, b) => {
                let number = self.number(*a);
                let (same, other, after) = (self.builder.block(), self.builder.block(), self.builder.block());
                let result = self.pair_param(after, expr.ty);
                match number {
                    Number::Real(value) => {
                        let truth = self.truth_value(value);
                        self.builder.branch(truth, same, other);
                    }
                    Number::Complex(pair) => {
                        let zero = self.zero(self.type_of(pair.0));
                        self.branch_equal(pair, (zero, zero), other, same);
                    }
                }
                self.begin(same);
                let (real, imag) = self.pair_as(number, unit.ty(*a), expr.ty);
                self.builder.jump_with(after, vec![real, imag]);
                self.begin(other);
                let (real, imag) = self.complex(*b);
                self.builder.jump_with(after, vec![real, imag]);
                self.begin(after);
                result
            }
            ExprKind::Comma(a, b) => {
                self.effect(*a);
                self.complex(*b)
            }
            ExprKind::Cast(a, _) => {
                let number = self.number(*a);
                self.pair_as(number, unit.ty(*a), expr.ty)
            }
            ExprKind::Call(f, args) => match self.call_into(*f, args, expr.ty, None) {
                Some((real, Some(imag))) => (real, imag),
                _ => self.zeros(expr.ty),
            },
            ExprKind::Builtin(_, args) if args.len() == 2 => (self.value(args[0]), self.value(args[1])),
            ExprKind::VaArg(list) => {
                let address = self.va_arg(*list, expr.ty);
                let place = self.at(address, expr.ty);
                self.load_pair(&place)
            }
            ExprKind::Block(block) => match self.block_with_value(*block, expr.ty) {
                Some(address) => {
                    let place = self.at(address, expr.ty);
                    self.load_pair(&place)
                }
                None => self.zeros(expr.ty),
            },
            _ => self.zeros(expr.ty),
        }
    }

    fn number(&mut self, e: ExprId) -> Number {
        if self.is_complex(self.unit.ty(e)) { Number::Complex(self.complex(e)) } else { Number::Real(self.value(e)) }
    }

    /// A number with an imaginary part, which is 0 for a real one.
    fn widened(&mut self, number: Number) -> Pair {
        match number {
            Number::Complex(pair) => pair,
            Number::Real(real) => {
                let ty = self.type_of(real);
                (real, self.zero(ty))
            }
        }
    }

    /// A number converted from a type to a complex one.
    fn pair_as(&mut self, number: Number, from: Ty, to: Ty) -> Pair {
        let (from, part) = (self.unit.types.part(from), self.unit.types.part(to));
        match number {
            Number::Real(real) => {
                let real = self.converted(real, from, part);
                self.widened(Number::Real(real))
            }
            Number::Complex((real, imag)) => (self.converted(real, from, part), self.converted(imag, from, part)),
        }
    }

    /// A complex value converted to a real type: its real part; whether it is not 0, for `_Bool`.
    pub(super) fn real_of(&mut self, e: ExprId, to: Ty) -> Value {
        let pair = self.complex(e);
        self.real_as(pair, self.unit.ty(e), to)
    }

    fn real_as(&mut self, pair: Pair, from: Ty, to: Ty) -> Value {
        if to.id == Ty::BOOL.id {
            let zero = self.pair_is_zero(pair);
            return self.inverted(zero);
        }
        self.converted(pair.0, self.unit.types.part(from), to)
    }

    /// 1 if both parts are 0, else 0.
    pub(super) fn pair_is_zero(&mut self, pair: Pair) -> Value {
        let ty = self.type_of(pair.0);
        let zero = self.zero(ty);
        self.pairs_equal(pair, (zero, zero))
    }

    /// Ends the block: to one of two blocks, by whether two numbers are equal.
    pub(super) fn branch_equal(&mut self, a: Pair, b: Pair, yes: Block, no: Block) {
        let more = self.builder.block();
        let real = self.builder.binary(Bin::FEq, a.0, b.0);
        self.builder.branch(real, more, no);
        self.begin(more);
        let imag = self.builder.binary(Bin::FEq, a.1, b.1);
        self.builder.branch(imag, yes, no);
    }

    fn pairs_equal(&mut self, a: Pair, b: Pair) -> Value {
        let (real, imag) = (self.builder.binary(Bin::FEq, a.0, b.0), self.builder.binary(Bin::FEq, a.1, b.1));
        self.builder.binary(Bin::And, real, imag)
    }

    /// `a == b` or `a != b` of complex numbers.
    pub(super) fn compare_complex(&mut self, op: Binary, a: ExprId, b: ExprId) -> Value {
        let (a, b) = (self.complex(a), self.complex(b));
        let equal = self.pairs_equal(a, b);
        if op == Binary::Eq { equal } else { self.inverted(equal) }
    }

    fn pair_param(&mut self, block: Block, ty: Ty) -> Pair {
        let ty = self.part_type(ty);
        (self.builder.block_param(block, ty), self.builder.block_param(block, ty))
    }

    // ---- Memory ----

    /// The parts of a complex object.
    fn parts_of(&self, place: &Place) -> (Place, Place) {
        let ty = self.unit.types.part(place.ty);
        let size = self.size(ty);
        let real = Place { ty, ..*place };
        (real, Place { offset: place.offset.wrapping_add(size as i32), align: place.align.min(size), ..real })
    }

    pub(super) fn load_pair(&mut self, place: &Place) -> Pair {
        let (real, imag) = self.parts_of(place);
        (self.load(&real), self.load(&imag))
    }

    pub(super) fn store_pair(&mut self, place: &Place, (real, imag): Pair) {
        let (first, second) = self.parts_of(place);
        self.store(&first, real);
        self.store(&second, imag);
    }

    /// Gives a scalar or complex object the value of an expression of its type.
    pub(super) fn put(&mut self, e: ExprId, place: &Place) {
        if self.is_complex(place.ty) {
            let pair = self.complex(e);
            self.store_pair(place, pair);
        } else {
            let value = self.value(e);
            self.store(place, value);
        }
    }

    // ---- Operators ----

    /// A row of operators, without recursion for the left operands.
    fn complex_chain(&mut self, e: ExprId) -> Number {
        let unit = self.unit;
        let mut rows: Vec<(Binary, ExprId)> = Vec::new();
        let mut at = e;
        while let ExprKind::Binary(op, a, b) = unit.expr(at).kind
            && self.is_complex(unit.ty(at))
        {
            rows.push((op, b));
            at = a;
        }
        let mut left = self.number(at);
        while let Some((op, b)) = rows.pop() {
            let right = self.number(b);
            left = self.operate_complex(op, left, right);
        }
        left
    }

    /// An operator on numbers of which one is complex.
    fn operate_complex(&mut self, op: Binary, a: Number, b: Number) -> Number {
        use Number::{Complex, Real};
        let bin = match op {
            Binary::Add => Bin::FAdd,
            Binary::Sub => Bin::FSub,
            Binary::Mul => Bin::FMul,
            _ => Bin::FDiv,
        };
        Complex(match (a, b) {
            (Complex(a), Complex(b)) if matches!(op, Binary::Add | Binary::Sub) => {
                (self.builder.binary(bin, a.0, b.0), self.builder.binary(bin, a.1, b.1))
            }
            (Complex(a), Complex(b)) if op == Binary::Mul => self.product(a, b),
            (Complex(a), Complex(b)) => self.quotient(a, b),
            (Complex(a), Real(b)) if matches!(op, Binary::Add | Binary::Sub) => (self.builder.binary(bin, a.0, b), a.1),
            (Complex(a), Real(b)) => (self.builder.binary(bin, a.0, b), self.builder.binary(bin, a.1, b)),
            (Real(a), Complex(b)) => {
                let ty = self.type_of(a);
                match op {
                    Binary::Add => (self.builder.binary(bin, a, b.0), b.1),
                    Binary::Sub => (self.builder.binary(bin, a, b.0), self.builder.unary(Un::FNeg, ty, b.1)),
                    Binary::Mul => (self.builder.binary(bin, a, b.0), self.builder.binary(bin, a, b.1)),
                    _ => {
                        let zero = self.zero(ty);
                        self.quotient((a, zero), b)
                    }
                }
            }
            // One is complex.
            (Real(a), Real(b)) => return Real(self.builder.binary(bin, a, b)),
        })
    }

    /// A product. Where both parts may be NaN, the library finds out whether they should be infinite (C17 annex G).
    fn product(&mut self, a: Pair, b: Pair) -> Pair {
        let ty = self.type_of(a.0);
        let mut mul = |x, y| self.builder.binary(Bin::FMul, x, y);
        let (p, q, r, s) = (mul(a.0, b.0), mul(a.1, b.1), mul(a.0, b.1), mul(a.1, b.0));
        let (real, imag) = (self.builder.binary(Bin::FSub, p, q), self.builder.binary(Bin::FAdd, r, s));
        let (rare, after) = (self.builder.block(), self.builder.block());
        let result = (self.builder.block_param(after, ty), self.builder.block_param(after, ty));
        let is_nan = self.builder.binary(Bin::FUn, real, imag);
        let edge = Edge { block: after, args: vec![real, imag] };
        self.builder.branch_with(is_nan, Edge::to(rare), edge);
        self.begin(rare);
        let name = if ty == Type::F32 { "__mulsc3" } else { "__muldc3" };
        let (real, imag) = self.complex_library(name, a, b);
        self.builder.jump_with(after, vec![real, imag]);
        self.begin(after);
        result
    }

    fn quotient(&mut self, a: Pair, b: Pair) -> Pair {
        let name = if self.type_of(a.0) == Type::F32 { "__divsc3" } else { "__divdc3" };
        self.complex_library(name, a, b)
    }

    fn complex_library(&mut self, name: &str, a: Pair, b: Pair) -> Pair {
        let ty = self.type_of(a.0);
        let symbol = self.library_symbol(name);
        let signature = Signature { params: vec![Param::Value(ty); 4], variadic: false, result: Some(ty), pair: true };
        self.builder.call_pair(Callee::Symbol(symbol), signature, vec![a.0, a.1, b.0, b.1]).unwrap_or(a)
    }

    /// `z op= e` for an object: the new value, if the object is complex.
    fn complex_compound(&mut self, op: Binary, place: &Place, b: ExprId, through: Ty) -> Pair {
        let right = self.number(b);
        let old = self.load_pair(place);
        let left = self.pair_as(Number::Complex(old), place.ty, through);
        let new = self.operate_complex(op, Number::Complex(left), right);
        self.pair_as(new, through, place.ty)
    }

    /// As [`Lower::complex_compound`], for a real object and a complex operand.
    pub(super) fn real_compound(&mut self, op: Binary, place: &Place, b: ExprId, through: Ty) -> Value {
        let right = self.number(b);
        let old = self.load(place);
        let left = match self.is_complex(through) {
            true => Number::Complex(self.pair_as(Number::Real(old), place.ty, through)),
            false => Number::Real(self.converted(old, place.ty, through)),
        };
        let new = self.operate_complex(op, left, right);
        let pair = self.widened(new);
        self.real_as(pair, through, place.ty)
    }
}
