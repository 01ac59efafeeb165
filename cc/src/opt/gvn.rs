//! Values that are computed twice: the second is the first. Also loads of memory whose contents are known, from loads
//! and stores before.

use super::alias::{Alias, Place, place};
use crate::ir::{Access, Block, Callee, Function, Mem, Op, Type, Value, fold, graph::Graph};
use alloc::{collections::BTreeMap, vec, vec::Vec};

/// Maximum number of places whose contents are remembered.
const MAX_KNOWN: usize = 48;

/// Contents of memory: what a load there gives.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    place: Place,
    mem: Mem,
    value: Value,
}

/// Facts about the module for the pass.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'m> {
    /// Objects that never change, by symbol.
    pub constant: &'m [bool],
    /// Functions without effect, by symbol.
    pub pure: &'m [bool],
}

/// An operation with the type of its result.
type Key = (Op, Option<Type>);

struct Pass<'f, 'm> {
    f: &'f mut Function,
    facts: Facts<'m>,
    alias: Alias,
    map: Vec<Value>,
    /// Operations and their values, with those of the blocks above in the dominator tree.
    table: BTreeMap<Key, Vec<(Block, Value)>>,
    /// One value for each constant, which stands for all equal ones in the table.
    constants: BTreeMap<Key, Value>,
    known: Vec<Known>,
}

/// Replaces values that are known.
pub fn run(f: &mut Function, facts: Facts<'_>) {
    let graph = Graph::new(f);
    let map = (0..f.nodes.len() as u32).map(Value).collect();
    let alias = Alias::new(f, facts.constant);
    let mut pass = Pass { f, facts, alias, map, table: BTreeMap::new(), constants: BTreeMap::new(), known: Vec::new() };
    // Contents known at the end of each block.
    let mut ends: Vec<Option<Vec<Known>>> = vec![None; pass.f.blocks.len()];
    for &block in &graph.order {
        pass.known = at_start(&graph, &ends, block);
        pass.block(block, &graph);
        ends[block.index()] = Some(core::mem::take(&mut pass.known));
    }
    let map = core::mem::take(&mut pass.map);
    f.replace(&map);
}

/// The contents that are known at the end of every block before.
fn at_start(graph: &Graph, ends: &[Option<Vec<Known>>], block: Block) -> Vec<Known> {
    let preds = &graph.preds[block.index()];
    let Some(first) = preds.first() else { return Vec::new() };
    let Some(mut known) = ends[first.index()].clone() else { return Vec::new() };
    for pred in &preds[1..] {
        match &ends[pred.index()] {
            Some(other) => known.retain(|k| other.contains(k)),
            // A way back that has not been seen.
            None => return Vec::new(),
        }
    }
    known
}

impl Pass<'_, '_> {
    fn find(&self, mut v: Value) -> Value {
        while self.map[v.index()] != v {
            v = self.map[v.index()];
        }
        v
    }

    fn block(&mut self, block: Block, graph: &Graph) {
        let nodes = core::mem::take(&mut self.f.blocks[block.index()].nodes);
        let mut kept = Vec::with_capacity(nodes.len());
        for value in nodes {
            let mut op = core::mem::replace(&mut self.f.nodes[value.index()].op, Op::Nop);
            op.each_use_mut(|v| *v = self.find(*v));
            self.f.nodes[value.index()].op = op.clone();
            if self.keeps(value, op, block, graph) {
                kept.push(value);
            }
        }
        self.f.blocks[block.index()].nodes = kept;
        let mut end = core::mem::take(&mut self.f.blocks[block.index()].end);
        end.each_use_mut(|v| *v = self.find(*v));
        self.f.blocks[block.index()].end = end;
    }

    /// False if a node is not needed, because its value or effect is there already.
    fn keeps(&mut self, value: Value, op: Op, block: Block, graph: &Graph) -> bool {
        match &op {
            Op::Load(access, a, offset) => {
                if access.volatile {
                    return true;
                }
                return !self.load(value, *access, *a, *offset);
            }
            Op::Store(access, a, offset, b) => {
                if !access.volatile {
                    return self.store(*access, *a, *offset, *b);
                }
                let place = place(self.f, *a, *offset, access.mem.size());
                self.forget(&place);
                return true;
            }
            Op::Copy { to, size, .. } | Op::Zero { to, size, .. } => {
                let place = place(self.f, *to, 0, *size);
                self.forget(&place);
                return true;
            }
            Op::Call(call) => {
                let is_pure = matches!(call.callee, Callee::Symbol(s) if self.facts.pure.get(s.index()) == Some(&true));
                if !is_pure {
                    let alias = &self.alias;
                    self.known.retain(|k| !alias.is_reachable(&k.place));
                }
                return true;
            }
            Op::Asm(asm) if asm.memory || asm.volatile => {
                let alias = &self.alias;
                self.known.retain(|k| !alias.is_reachable(&k.place));
                return true;
            }
            // A trap or a division that was passed is not needed again, as its operands are the same.
            Op::TrapIf(..) | Op::Binary(..) => {}
            op if op.is_pure() => {}
            _ => return true,
        }
        // Constants and addresses are made where they are used.
        if matches!(op, Op::Int(_) | Op::Float(_) | Op::Symbol(..) | Op::Slot(..)) {
            return self.local(value, op, block);
        }
        let ty = self.f.node(value).ty;
        let mut op = op;
        let (f, constants) = (&*self.f, &mut self.constants);
        op.each_use_mut(|v| {
            if matches!(f.op(*v), Op::Int(_) | Op::Float(_) | Op::Symbol(..) | Op::Slot(..)) {
                *v = *constants.entry((f.op(*v).clone(), f.node(*v).ty)).or_insert(*v);
            }
        });
        let entries = self.table.entry((op, ty)).or_default();
        if let Some((_, found)) = entries.iter().find(|(b, _)| graph.dominates(*b, block)) {
            if ty.is_some() {
                self.map[value.index()] = *found;
            }
            return false;
        }
        entries.push((block, value));
        true
    }

    /// One constant per block.
    fn local(&mut self, value: Value, op: Op, block: Block) -> bool {
        let ty = self.f.node(value).ty;
        let entries = self.table.entry((op, ty)).or_default();
        if let Some((_, found)) = entries.iter().find(|(b, _)| *b == block) {
            self.map[value.index()] = *found;
            return false;
        }
        entries.push((block, value));
        true
    }

    /// True if the value of a load is known.
    fn load(&mut self, value: Value, access: Access, a: Value, offset: i32) -> bool {
        let place = place(self.f, a, offset, access.mem.size());
        if let Some(known) = self.known.iter().find(|k| k.place == place && k.mem == access.mem) {
            self.map[value.index()] = known.value;
            return true;
        }
        self.remember(Known { place, mem: access.mem, value });
        false
    }

    fn remember(&mut self, known: Known) {
        if self.known.len() >= MAX_KNOWN {
            self.known.remove(0);
        }
        self.known.push(known);
    }

    fn forget(&mut self, place: &Place) {
        let alias = &self.alias;
        self.known.retain(|k| alias.is_constant(&k.place) || !alias.meet(&k.place, place));
    }

    /// False if a store writes what is there already.
    fn store(&mut self, access: Access, a: Value, offset: i32, b: Value) -> bool {
        let place = place(self.f, a, offset, access.mem.size());
        let is_whole = access.mem == Mem::of(access.mem.ty());
        if is_whole && self.known.iter().any(|k| k.place == place && k.mem == access.mem && k.value == b) {
            return false;
        }
        self.forget(&place);
        // Of a narrow store, a constant is known after extension.
        let value = if is_whole {
            Some((access.mem, b))
        } else {
            let fits = |mem: Mem| {
                let n = self.f.int(b)?;
                (fold::loaded(mem, &n.to_le_bytes()) as i64 == n).then_some((mem, b))
            };
            match access.mem {
                Mem::I8 | Mem::U8 => fits(Mem::U8).or(fits(Mem::I8)),
                _ => fits(Mem::U16).or(fits(Mem::I16)),
            }
        };
        if let Some((mem, value)) = value {
            self.remember(Known { place, mem, value });
        }
        true
    }
}
