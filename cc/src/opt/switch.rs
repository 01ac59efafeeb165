//! A switch becomes tables of jumps and a tree of comparisons.

use crate::ir::{Binary, Block, Edge, Function, Loc, Op, Terminator, Type, Value};
use crate::order::Order as _;
use alloc::vec::Vec;

/// A table is made from this many ranges on.
const MIN_TABLE: usize = 5;
/// A table has at most this many entries per range.
const MAX_ENTRIES: i64 = 4;
/// Up to this many ranges are compared one after the other.
const MAX_CHAIN: usize = 3;

/// A range of values and where it leads.
type Case = (i32, i32, Edge);

/// Replaces all switches of a function.
pub fn lower(f: &mut Function) {
    for block in f.block_ids() {
        if let Terminator::Switch(value, cases, default) = &mut f.blocks[block.index()].end {
            let (value, default) = (*value, core::mem::take(default));
            let mut cases = core::mem::take(cases);
            cases.order_by_key(|c| c.0);
            let cases = merge(cases);
            let loc = f.blocks[block.index()].loc;
            let mut lowering = Lowering { f, value, default, loc };
            lowering.cases(block, &cases, i32::MIN, i32::MAX);
        }
    }
}

/// Joins neighbours that lead to the same place.
fn merge(cases: Vec<Case>) -> Vec<Case> {
    let mut merged: Vec<Case> = Vec::with_capacity(cases.len());
    for case in cases {
        match merged.last_mut() {
            Some(last) if last.1.checked_add(1) == Some(case.0) && last.2 == case.2 => last.1 = case.1,
            _ => merged.push(case),
        }
    }
    merged
}

struct Lowering<'f> {
    f: &'f mut Function,
    value: Value,
    default: Edge,
    loc: Loc,
}

impl Lowering<'_> {
    fn add(&mut self, block: Block, op: Op) -> Value {
        self.f.append(block, op, Some(Type::I32), self.loc)
    }

    fn word(&mut self, block: Block, n: i32) -> Value {
        self.add(block, Op::Int(n.into()))
    }

    fn end(&mut self, block: Block, end: Terminator) {
        let data = &mut self.f.blocks[block.index()];
        data.end = end;
        data.loc = self.loc;
    }

    /// Ends a block by the cases, of which the value lies between two bounds.
    fn cases(&mut self, block: Block, cases: &[Case], low: i32, high: i32) {
        let (Some(first), Some(last)) = (cases.first(), cases.last()) else {
            let edge = self.default.clone();
            return self.end(block, Terminator::Jump(edge));
        };
        let span = i64::from(last.1) - i64::from(first.0) + 1;
        if cases.len() >= MIN_TABLE && span <= MAX_ENTRIES * cases.len() as i64 {
            return self.table(block, cases, low, high);
        }
        if cases.len() <= MAX_CHAIN {
            return self.chain(block, cases, low, high);
        }
        let middle = cases.len() / 2;
        let pivot = cases[middle].0;
        let (left, right) = (self.f.add_block(), self.f.add_block());
        let limit = self.word(block, pivot);
        let less = self.add(block, Op::Binary(Binary::LtS, self.value, limit));
        self.end(block, Terminator::Branch(less, Edge::to(left), Edge::to(right)));
        self.cases(left, &cases[..middle], low, pivot - 1);
        self.cases(right, &cases[middle..], pivot, high);
    }

    fn chain(&mut self, mut block: Block, cases: &[Case], low: i32, high: i32) {
        for (i, (from, to, edge)) in cases.iter().enumerate() {
            let is_last = i + 1 == cases.len();
            let condition = if from == to {
                let limit = self.word(block, *from);
                self.add(block, Op::Binary(Binary::Eq, self.value, limit))
            } else if *from <= low {
                let limit = self.word(block, *to);
                self.add(block, Op::Binary(Binary::LeS, self.value, limit))
            } else if *to >= high {
                let limit = self.word(block, *from);
                self.add(block, Op::Binary(Binary::LeS, limit, self.value))
            } else {
                let base = self.word(block, *from);
                let offset = self.add(block, Op::Binary(Binary::Sub, self.value, base));
                let limit = self.word(block, to.wrapping_sub(*from));
                self.add(block, Op::Binary(Binary::LeU, offset, limit))
            };
            let no = if is_last { self.default.clone() } else { Edge::to(self.f.add_block()) };
            let next = no.block;
            self.end(block, Terminator::Branch(condition, edge.clone(), no));
            block = next;
        }
    }

    fn table(&mut self, block: Block, cases: &[Case], low: i32, high: i32) {
        let (Some(first), Some(last)) = (cases.first(), cases.last()) else { return };
        let (from, to) = (first.0, last.1);
        let mut edges = Vec::new();
        let mut at = i64::from(from);
        for (low, high, edge) in cases {
            while at < i64::from(*low) {
                edges.push(self.default.clone());
                at += 1;
            }
            while at <= i64::from(*high) {
                edges.push(edge.clone());
                at += 1;
            }
        }
        let base = self.word(block, from);
        let index = self.add(block, Op::Binary(Binary::Sub, self.value, base));
        if low >= from && high <= to {
            return self.end(block, Terminator::Table(index, edges));
        }
        let limit = self.word(block, edges.len() as i32);
        let inside = self.add(block, Op::Binary(Binary::LtU, index, limit));
        let jump = self.f.add_block();
        let no = self.default.clone();
        self.end(block, Terminator::Branch(inside, Edge::to(jump), no));
        self.end(jump, Terminator::Table(index, edges));
    }
}
