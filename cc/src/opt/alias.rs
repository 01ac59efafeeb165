//! The objects that addresses lead to, and whether two accesses can meet.

use crate::ir::{Binary, Function, Module, Op, SlotId, SymbolId, Value};
use alloc::{vec, vec::Vec};

/// The object that an address is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// An object on the stack.
    Slot(SlotId),
    /// An object with static storage.
    Symbol(SymbolId),
    /// Anything whose address has been taken.
    Other,
}

/// A range of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The object.
    pub root: Root,
    /// The offset from the start of the object, if it is known.
    pub offset: Option<i64>,
    /// The value that the address is computed from by adding `sum`; none for an object with a known offset.
    pub base: Option<Value>,
    /// The constant part of the address.
    pub sum: i64,
    /// Bytes; 0 for an unknown number.
    pub size: u32,
}

/// The place at an address plus an offset.
pub fn place(f: &Function, address: Value, offset: i32, size: u32) -> Place {
    let (mut base, mut sum) = (address, i64::from(offset));
    // Chains of additions are short; a long one only makes the answer less precise.
    for _ in 0..16 {
        match *f.op(base) {
            Op::Binary(Binary::Add, a, b) if f.int(b).is_some() => {
                sum += f.int(b).unwrap_or(0);
                base = a;
            }
            _ => break,
        }
    }
    let known = |root, n: i32| {
        let offset = sum + i64::from(n);
        Place { root, offset: Some(offset), base: None, sum: offset, size }
    };
    match *f.op(base) {
        Op::Slot(slot, n) => return known(Root::Slot(slot), n),
        Op::Symbol(symbol, n) => return known(Root::Symbol(symbol), n),
        _ => {}
    }
    Place { root: root(f, base), offset: None, base: Some(base), sum, size }
}

/// The object that an address with an unknown part is in.
fn root(f: &Function, mut value: Value) -> Root {
    for _ in 0..16 {
        match *f.op(value) {
            Op::Slot(slot, _) => return Root::Slot(slot),
            Op::Symbol(symbol, _) => return Root::Symbol(symbol),
            Op::Binary(Binary::Add, a, b) => value = if has_object(f, b) && !has_object(f, a) { b } else { a },
            _ => return Root::Other,
        }
    }
    Root::Other
}

/// True if an address is made from an object's address.
fn has_object(f: &Function, mut value: Value) -> bool {
    for _ in 0..8 {
        match *f.op(value) {
            Op::Slot(..) | Op::Symbol(..) => return true,
            Op::Binary(Binary::Add, a, b) => value = if has_object_itself(f, b) { b } else { a },
            _ => return false,
        }
    }
    false
}

fn has_object_itself(f: &Function, value: Value) -> bool {
    matches!(f.op(value), Op::Slot(..) | Op::Symbol(..))
}

/// Facts for questions about one function.
#[derive(Clone, Debug)]
pub struct Alias {
    /// Slots whose address goes elsewhere.
    pub escaped: Vec<bool>,
    /// Symbols of objects that never change.
    constant: Vec<bool>,
}

impl Alias {
    /// Finds the facts.
    pub fn new(f: &Function, constant: &[bool]) -> Self {
        Self { escaped: escaped(f), constant: constant.to_vec() }
    }

    /// True if an access can only meet memory that never changes.
    pub fn is_constant(&self, place: &Place) -> bool {
        matches!(place.root, Root::Symbol(s) if self.constant.get(s.index()) == Some(&true))
    }

    /// True if a call or unknown code can reach a place.
    pub fn is_reachable(&self, place: &Place) -> bool {
        match place.root {
            Root::Slot(slot) => self.escaped[slot.index()],
            Root::Symbol(_) => !self.is_constant(place),
            Root::Other => true,
        }
    }

    /// True if two accesses can have a byte in common.
    pub fn meet(&self, a: &Place, b: &Place) -> bool {
        match (a.root, b.root) {
            _ if a.base.is_some() && a.base == b.base => overlap(a.sum, a.size, b.sum, b.size),
            (Root::Other, Root::Other) => true,
            (Root::Other, _) => self.is_reachable(b),
            (_, Root::Other) => self.is_reachable(a),
            (x, y) => {
                let apart = match (a.offset, b.offset) {
                    (Some(n), Some(m)) => !overlap(n, a.size, m, b.size),
                    _ => false,
                };
                x == y && !apart
            }
        }
    }
}

/// True if two ranges with the same start have a byte in common; a size of 0 is unknown.
fn overlap(x: i64, x_size: u32, y: i64, y_size: u32) -> bool {
    x_size == 0 || y_size == 0 || x < y + i64::from(y_size) && y < x + i64::from(x_size)
}

/// Symbols of objects that never change, by index.
pub fn constants(module: &Module) -> Vec<bool> {
    module.symbols.iter().map(|s| s.constant).collect()
}

/// Slots whose address is used other than to read and write memory there.
fn escaped(f: &Function) -> Vec<bool> {
    let mut escaped = vec![false; f.slots.len()];
    // The slot that each value is an address in.
    let mut of: Vec<Option<SlotId>> = vec![None; f.nodes.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for v in f.blocks.iter().flat_map(|b| &b.nodes) {
            let found = match f.op(*v) {
                Op::Slot(slot, _) => Some(*slot),
                Op::Binary(Binary::Add, a, b) => of[a.index()].or(of[b.index()]),
                _ => None,
            };
            if found.is_some() && of[v.index()].is_none() {
                of[v.index()] = found;
                changed = true;
            }
        }
    }
    let mut leak = |v: Value| {
        if let Some(slot) = of[v.index()] {
            escaped[slot.index()] = true;
        }
    };
    for data in &f.blocks {
        for v in &data.nodes {
            match f.op(*v) {
                Op::Load(..) | Op::Copy { .. } | Op::Zero { .. } => {}
                Op::Store(_, _, _, value) => leak(*value),
                // An address of an address plus another one is followed as the first only.
                Op::Binary(Binary::Add, a, b) if of[a.index()].is_none() || of[b.index()].is_none() => {}
                op => op.each_use(&mut leak),
            }
        }
        data.end.each_use(&mut leak);
    }
    escaped
}
