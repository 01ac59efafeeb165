//! Simpler operations for single nodes: constants are folded, sums are put in order with constants last, and operations
//! that cancel each other go.

use super::simplify_more as more;
use crate::ir::{Binary, Function, Loc, Op, Terminator, Type, Unary, Value, fold, graph::Graph};
use alloc::vec::Vec;

/// The state of the pass.
pub(super) struct Simplify<'f> {
    pub(super) f: &'f mut Function,
    map: Vec<Value>,
    out: Vec<Value>,
    loc: Loc,
}

/// The outcome for a node.
pub(super) enum Outcome {
    /// It stays.
    Keep,
    Is(Value),
    /// It is this operation instead.
    Becomes(Op),
}

use Outcome::{Becomes, Is, Keep};

/// Simplifies all nodes.
pub fn run(f: &mut Function) {
    let graph = Graph::new(f);
    let map = (0..f.nodes.len() as u32).map(Value).collect();
    let mut pass = Simplify { f, map, out: Vec::new(), loc: Loc::default() };
    for &block in &graph.order {
        let nodes = core::mem::take(&mut pass.f.blocks[block.index()].nodes);
        for value in nodes {
            pass.node(value);
        }
        pass.end(block.index());
        pass.f.blocks[block.index()].nodes = core::mem::take(&mut pass.out);
    }
    let map = core::mem::take(&mut pass.map);
    f.replace(&map);
}

impl Simplify<'_> {
    fn find(&self, mut v: Value) -> Value {
        while self.map[v.index()] != v {
            v = self.map[v.index()];
        }
        v
    }

    fn node(&mut self, value: Value) {
        self.loc = self.f.node(value).loc;
        let mut op = core::mem::replace(&mut self.f.nodes[value.index()].op, Op::Nop);
        op.each_use_mut(|v| *v = self.find(*v));
        self.f.nodes[value.index()].op = op;
        // Each change makes the node simpler; the bound only guards against two rules that undo each other.
        for _ in 0..8 {
            match self.outcome(value) {
                Keep => break,
                Is(other) => {
                    self.map[value.index()] = other;
                    return;
                }
                Becomes(op) => self.f.nodes[value.index()].op = op,
            }
        }
        self.out.push(value);
    }

    /// Adds a node before the current one.
    pub(super) fn emit(&mut self, op: Op, ty: Type) -> Value {
        let value = self.f.add(op, Some(ty), self.loc);
        self.map.push(value);
        self.out.push(value);
        value
    }

    /// A constant of a type.
    pub(super) fn int(&mut self, ty: Type, n: i64) -> Value {
        let n = if ty == Type::I32 { i64::from(n as i32) } else { n };
        self.emit(Op::Int(n), ty)
    }

    /// The constant that a value is, as bits.
    fn bits(&self, v: Value) -> Option<u64> {
        match self.f.op(v) {
            Op::Int(n) => Some(*n as u64),
            Op::Float(bits) => Some(*bits),
            _ => None,
        }
    }

    fn constant(&self, ty: Type, bits: u64) -> Outcome {
        Becomes(match ty {
            Type::I32 => Op::Int(i64::from(bits as u32 as i32)),
            Type::I64 => Op::Int(bits as i64),
            Type::F32 => Op::Float(u64::from(bits as u32)),
            Type::F64 => Op::Float(bits),
        })
    }

    fn outcome(&mut self, value: Value) -> Outcome {
        let Some(ty) = self.f.node(value).ty else { return self.effect(value) };
        match *self.f.op(value) {
            Op::Unary(op, a) => {
                let from = self.f.ty(a);
                if let Some(bits) = self.bits(a)
                    && op != Unary::Opaque
                    && let Some(result) = fold::unary(op, from, ty, bits)
                {
                    return self.constant(ty, result);
                }
                more::unary(self, op, a, ty)
            }
            Op::Binary(op, a, b) => {
                if let (Some(x), Some(y)) = (self.bits(a), self.bits(b))
                    && let Some(result) = fold::binary(op, self.f.ty(a), x, y)
                {
                    return self.constant(ty, result);
                }
                if op.is_commutative() && self.bits(a).is_some() && self.bits(b).is_none() {
                    return Becomes(Op::Binary(op, b, a));
                }
                if op.is_compare() {
                    return more::compare(self, op, a, b);
                }
                if op.is_float() { Keep } else { self.binary(op, a, b, ty) }
            }
            Op::Select(c, a, b) => self.select(c, a, b, ty),
            Op::Load(access, a, offset) => match self.based(a, offset) {
                Some((base, offset)) => Becomes(Op::Load(access, base, offset)),
                None => Keep,
            },
            _ => Keep,
        }
    }

    /// A constant part of an address goes into the offset.
    fn based(&mut self, address: Value, offset: i32) -> Option<(Value, i32)> {
        let is_short = |n: i64| (-0x8000..0x8000).contains(&n);
        match *self.f.op(address) {
            Op::Binary(Binary::Add, a, b) => {
                let sum = self.f.int(b)? + i64::from(offset);
                is_short(sum).then_some((a, sum as i32))
            }
            _ => None,
        }
    }

    fn effect(&mut self, value: Value) -> Outcome {
        match *self.f.op(value) {
            Op::Store(access, a, offset, b) => {
                if let Some((base, offset)) = self.based(a, offset) {
                    return Becomes(Op::Store(access, base, offset, b));
                }
                match more::stored(self.f, access.mem, b) {
                    Some(b) => Becomes(Op::Store(access, a, offset, b)),
                    None => Keep,
                }
            }
            _ => Keep,
        }
    }

    fn select(&mut self, c: Value, a: Value, b: Value, ty: Type) -> Outcome {
        if a == b {
            return Is(a);
        }
        if let Some(n) = self.f.int(c) {
            return Is(if n as u32 != 0 { a } else { b });
        }
        if let Op::Binary(op @ (Binary::Ne | Binary::Eq), x, zero) = *self.f.op(c)
            && self.f.int(zero) == Some(0)
            && self.f.ty(x) == Type::I32
        {
            return Becomes(if op == Binary::Ne { Op::Select(x, a, b) } else { Op::Select(x, b, a) });
        }
        if ty == Type::I32 && more::is_truth(self.f, c) {
            match (self.f.int(a), self.f.int(b)) {
                (Some(1), Some(0)) => return Is(c),
                (Some(0), Some(1)) => {
                    let one = self.int(Type::I32, 1);
                    return Becomes(Op::Binary(Binary::Xor, c, one));
                }
                _ => {}
            }
        }
        Keep
    }

    /// Integer operations.
    fn binary(&mut self, op: Binary, a: Value, b: Value, ty: Type) -> Outcome {
        use Binary::*;
        let n = self.f.int(b);
        let width = if ty == Type::I64 { 63 } else { 31 };
        match (op, n) {
            (Add | Sub | Or | Xor, Some(0)) => return Is(a),
            (And, Some(-1)) => return Is(a),
            (And | Mul, Some(0)) => return Is(b),
            (Or, Some(-1)) => return Is(b),
            (Mul | DivS | DivU, Some(1)) => return Is(a),
            (RemS | RemU, Some(1)) => return self.constant(ty, 0),
            (Shl | ShrU | ShrS | Rotr, Some(n)) if n & width == 0 => return Is(a),
            (Sub, Some(n)) => {
                let minus = self.int(ty, n.wrapping_neg());
                return Becomes(Op::Binary(Add, a, minus));
            }
            (Mul, Some(n)) if n > 0 && (n as u64).is_power_of_two() => {
                let count = self.int(Type::I32, n.trailing_zeros().into());
                return Becomes(Op::Binary(Shl, a, count));
            }
            (DivU, Some(n)) if power(n, ty).is_some() => {
                let count = self.int(Type::I32, power(n, ty).unwrap_or(0).into());
                return Becomes(Op::Binary(ShrU, a, count));
            }
            (RemU, Some(n)) if power(n, ty).is_some() => {
                let mask = self.int(ty, n.wrapping_sub(1));
                return Becomes(Op::Binary(And, a, mask));
            }
            _ => {}
        }
        if a == b {
            match op {
                Sub | Xor => return self.constant(ty, 0),
                And | Or => return Is(a),
                _ => {}
            }
        }
        if let Some(n) = n {
            return self.with_constant(op, a, n, ty);
        }
        match (op, self.f.op(a).clone(), self.f.op(b).clone()) {
            // Constants of sums go outwards.
            (Add, Op::Binary(Add, x, c), _) if self.f.int(c).is_some() => {
                let sum = self.emit(Op::Binary(Add, x, b), ty);
                Becomes(Op::Binary(Add, sum, c))
            }
            (Add, _, Op::Binary(Add, y, c)) if self.f.int(c).is_some() => {
                let sum = self.emit(Op::Binary(Add, a, y), ty);
                Becomes(Op::Binary(Add, sum, c))
            }
            (Add, _, Op::Binary(Sub, zero, y)) if self.f.int(zero) == Some(0) => Becomes(Op::Binary(Sub, a, y)),
            (Sub, _, Op::Binary(Sub, zero, y)) if self.f.int(zero) == Some(0) => Becomes(Op::Binary(Add, a, y)),
            (Sub, Op::Binary(Add, x, c), _) if self.f.int(c).is_some() => {
                let rest = self.emit(Op::Binary(Sub, x, b), ty);
                Becomes(Op::Binary(Add, rest, c))
            }
            (Sub, Op::Binary(Add, x, y), _) if y == b => Is(x),
            (Sub, Op::Binary(Add, x, y), _) if x == b => Is(y),
            _ => Keep,
        }
    }

    /// Integer operations with a constant as second operand.
    fn with_constant(&mut self, op: Binary, a: Value, n: i64, ty: Type) -> Outcome {
        use Binary::*;
        let inner = self.f.op(a).clone();
        let (x, m) = match inner {
            Op::Symbol(symbol, k) if op == Add => return Becomes(Op::Symbol(symbol, k.wrapping_add(n as i32))),
            Op::Slot(slot, k) if op == Add => return Becomes(Op::Slot(slot, k.wrapping_add(n as i32))),
            Op::Binary(_, x, c) => match self.f.int(c) {
                Some(m) => (x, m),
                None => return Keep,
            },
            Op::Load(access, ..) if op == And && access.mem.size() <= 2 => {
                return if more::covers(access.mem, n) { Is(a) } else { Keep };
            }
            Op::Unary(..) if op == And => return more::mask_of_extension(self, a, n),
            _ => return Keep,
        };
        let Op::Binary(inner, ..) = inner else { return Keep };
        let width = if ty == Type::I64 { 64 } else { 32 };
        let counts = (m & (width - 1), n & (width - 1));
        match (op, inner) {
            (Add, Add) => self.same(Add, x, m.wrapping_add(n), ty),
            (And, And) => self.same(And, x, m & n, ty),
            (Or, Or) => self.same(Or, x, m | n, ty),
            (Xor, Xor) => self.same(Xor, x, m ^ n, ty),
            (Mul, Mul) => self.same(Mul, x, m.wrapping_mul(n), ty),
            (Shl, Shl) | (ShrU, ShrU) if counts.0 + counts.1 < width => self.shift(op, x, counts.0 + counts.1),
            (Mul, Shl) => self.same(Mul, x, n.wrapping_mul(1i64.wrapping_shl(counts.0 as u32)), ty),
            (Shl, Mul) => self.same(Mul, x, m.wrapping_mul(1i64.wrapping_shl(counts.1 as u32)), ty),
            (Mul, Add) if ty == Type::I32 => self.distribute(Mul, x, n, m.wrapping_mul(n)),
            (Shl, Add) if ty == Type::I32 => self.distribute(Shl, x, n, m.wrapping_shl(counts.1 as u32)),
            (ShrS, Shl) if ty == Type::I32 && counts == (24, 24) => Becomes(Op::Unary(Unary::Ext8, x)),
            (ShrS, Shl) if ty == Type::I32 && counts == (16, 16) => Becomes(Op::Unary(Unary::Ext16, x)),
            (ShrU, Shl) if ty == Type::I32 && counts.0 == counts.1 => {
                self.same(And, x, i64::from(u32::MAX >> counts.0), ty)
            }
            (Xor, _) if n == 1 && inner.is_compare() && !inner.is_float() => more::inverted(self, a),
            _ => Keep,
        }
    }

    fn same(&mut self, op: Binary, x: Value, n: i64, ty: Type) -> Outcome {
        let n = self.int(ty, n);
        Becomes(Op::Binary(op, x, n))
    }

    fn shift(&mut self, op: Binary, x: Value, count: i64) -> Outcome {
        let count = self.int(Type::I32, count);
        Becomes(Op::Binary(op, x, count))
    }

    /// (x + m) op n as (x op n) + rest.
    fn distribute(&mut self, op: Binary, x: Value, n: i64, rest: i64) -> Outcome {
        let n = self.int(Type::I32, n);
        let scaled = self.emit(Op::Binary(op, x, n), Type::I32);
        let rest = self.int(Type::I32, rest);
        Becomes(Op::Binary(Binary::Add, scaled, rest))
    }

    /// The condition of a branch without negations.
    fn end(&mut self, block: usize) {
        let mut end = core::mem::take(&mut self.f.blocks[block].end);
        end.each_use_mut(|v| *v = self.find(*v));
        if let Terminator::Branch(v, yes, no) = &mut end {
            while let Op::Binary(op, a, b) = *self.f.op(*v) {
                let (Some(n), Type::I32) = (self.f.int(b), self.f.ty(a)) else { break };
                let flips = match (op, n) {
                    (Binary::Ne, 0) => false,
                    (Binary::Eq, 0) => true,
                    (Binary::Xor, 1) if more::is_truth(self.f, a) => true,
                    _ => break,
                };
                // A comparison of a plain value with 0 is what the branch does.
                *v = a;
                if flips {
                    core::mem::swap(yes, no);
                }
            }
        }
        self.f.blocks[block].end = end;
    }
}

/// The power of two that an unsigned divisor is.
fn power(n: i64, ty: Type) -> Option<u32> {
    let n = if ty == Type::I32 { u64::from(n as u32) } else { n as u64 };
    n.is_power_of_two().then(|| n.trailing_zeros())
}
