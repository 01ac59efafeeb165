//! Calls replaced by the function's body: `always_inline` ones, small ones, and those called once.

use super::Level;
use crate::ir::{
    Block, Callee, Datum, Edge, Function, Held, Inlined, Linkage, Loc, Module, Op, Param, Slot, SlotId, SymbolId,
    Terminator, Type, Value, VariableId,
};
use alloc::{collections::BTreeMap, vec, vec::Vec};

/// Size of a function that is always worth it: about that of a call.
const SMALL: usize = 25;
/// Size of one declared `inline`.
const HINTED: usize = 80;
/// Size of one that is called once.
const ONCE: usize = 400;
/// Size that a function does not grow beyond.
const LARGEST: usize = 6_000;

/// Inlines calls in all functions, callees first.
pub fn run(module: &mut Module, level: Level) {
    let mut index: BTreeMap<SymbolId, usize> = BTreeMap::new();
    index.extend(module.functions.iter().enumerate().map(|(i, f)| (f.symbol, i)));
    let calls = count_references(module);
    let order = callees_first(module, &index);
    for at in order {
        let mut f = core::mem::take(&mut module.functions[at]);
        let mut size = f.size();
        if f.large {
            module.functions[at] = f;
            continue;
        }
        // Calls that inlining brings in have been looked at in their own function.
        let mut sites = sites(&f);
        while let Some((call, symbol)) = sites.pop() {
            let Some(callee) = index.get(&symbol).filter(|i| **i != at).map(|i| &module.functions[*i]) else {
                continue;
            };
            if size < LARGEST && is_worth(module, callee, &calls, level) && is_possible(callee, &f, call) {
                size += callee.size();
                inline(&mut f, call, callee);
            }
        }
        module.functions[at] = f;
    }
    drop_unused(module, &calls);
}

/// How often each symbol is called and otherwise named.
fn count_references(module: &Module) -> Vec<(u32, u32)> {
    let mut counts = vec![(0, 0); module.symbols.len()];
    for f in &module.functions {
        for v in f.blocks.iter().flat_map(|b| &b.nodes) {
            match f.op(*v) {
                Op::Symbol(s, _) => counts[s.index()].1 += 1,
                Op::Call(call) => {
                    if let Callee::Symbol(s) = call.callee {
                        counts[s.index()].0 += 1;
                    }
                }
                Op::Asm(asm) => {
                    // A name in the text of an `asm` counts as a use.
                    for (i, symbol) in module.symbols.iter().enumerate() {
                        counts[i].1 += u32::from(asm.template.contains(symbol.name.as_str()));
                    }
                }
                _ => {}
            }
        }
    }
    for datum in module.objects.iter().flat_map(|o| &o.data) {
        if let Datum::Address(s, _) | Datum::Label(s, _) = datum {
            counts[s.index()].1 += 1;
        }
    }
    for (text, _) in &module.assembly {
        for (i, symbol) in module.symbols.iter().enumerate() {
            counts[i].1 += u32::from(text.contains(symbol.name.as_str()));
        }
    }
    counts
}

/// The functions, each after those that it calls as far as there is such an order.
fn callees_first(module: &Module, index: &BTreeMap<SymbolId, usize>) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; module.functions.len()];
    for start in 0..module.functions.len() {
        if core::mem::replace(&mut seen[start], true) {
            continue;
        }
        let callees = |i: usize| -> Vec<usize> {
            let f = &module.functions[i];
            sites(f).iter().rev().filter_map(|(_, s)| index.get(s).copied()).collect()
        };
        let mut stack = vec![(start, callees(start))];
        while let Some((at, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) => {
                    if !core::mem::replace(&mut seen[next], true) {
                        stack.push((next, callees(next)));
                    }
                }
                None => {
                    order.push(*at);
                    stack.pop();
                }
            }
        }
    }
    order
}

/// The calls by name, the last one first.
fn sites(f: &Function) -> Vec<(Value, SymbolId)> {
    let mut sites = Vec::new();
    for v in f.blocks.iter().flat_map(|b| &b.nodes) {
        if let Op::Call(call) = f.op(*v)
            && let Callee::Symbol(symbol) = call.callee
        {
            sites.push((*v, symbol));
        }
    }
    sites.reverse();
    sites
}

fn is_worth(module: &Module, callee: &Function, calls: &[(u32, u32)], level: Level) -> bool {
    if callee.flags.no_inline {
        return false;
    }
    if callee.flags.always_inline {
        return true;
    }
    let symbol = &module.symbols[callee.symbol.index()];
    if level < Level::O2 || symbol.linkage == Linkage::Weak {
        return false;
    }
    let constant = |v: &Value| matches!(callee.op(*v), Op::Int(_) | Op::Float(_) | Op::Symbol(..));
    let size = callee.blocks.iter().map(|b| b.nodes.iter().filter(|v| !constant(v)).count() + 1).sum::<usize>();
    let (called, named) = calls[callee.symbol.index()];
    let once = called == 1 && named == 0 && symbol.linkage == Linkage::Local;
    size <= SMALL || callee.flags.inline_hint && size <= HINTED || once && size <= ONCE
}

/// True if the callee does nothing that needs a frame of its own, and the call fits its definition.
fn is_possible(callee: &Function, f: &Function, call: Value) -> bool {
    let own_frame = |v: &Value| {
        matches!(
            callee.op(*v),
            Op::Alloca(_)
                | Op::StackSave
                | Op::StackRestore(_)
                | Op::VarArgs
                | Op::FrameAddress
                | Op::ReturnAddress
                | Op::Label(_)
        )
    };
    let calls_itself = |v: &Value| match callee.op(*v) {
        Op::Call(inner) => inner.callee == Callee::Symbol(callee.symbol),
        _ => false,
    };
    let Op::Call(site) = f.op(call) else { return false };
    let same = site.signature.params == callee.signature.params
        && site.signature.result == callee.signature.result
        && site.signature.pair == callee.signature.pair;
    let ends = |b: &crate::ir::BlockData| matches!(b.end, Terminator::Goto(..));
    same && !callee.signature.variadic
        && !callee.blocks.iter().any(|b| ends(b) || b.nodes.iter().any(|v| own_frame(v) || calls_itself(v)))
}

/// Replaces a call by a copy of the body.
fn inline(f: &mut Function, call: Value, callee: &Function) {
    let Some((block, at)) = f.block_ids().find_map(|b| {
        let found = f.blocks[b.index()].nodes.iter().position(|v| *v == call);
        found.map(|i| (b, i))
    }) else {
        return;
    };
    let Op::Call(site) = f.op(call).clone() else { return };
    let loc = f.node(call).loc;
    // The rest of the block goes to a block of its own.
    let rest = f.add_block();
    let tail = f.blocks[block.index()].nodes.split_off(at + 1);
    f.blocks[block.index()].nodes.pop();
    let data = &mut f.blocks[block.index()];
    let (end, end_loc) = (core::mem::take(&mut data.end), data.loc);
    f.blocks[rest.index()].nodes = tail;
    f.blocks[rest.index()].end = end;
    f.blocks[rest.index()].loc = end_loc;
    let (before, after) = f.blocks[block.index()].marks.iter().partition(|m| m.seq < loc.seq);
    (f.blocks[block.index()].marks, f.blocks[rest.index()].marks) = (before, after);
    let inlined = note_inlined(f, callee, loc);
    let first = f.slots.len() as u32;
    let args = arguments(f, block, &site.args, callee, loc);
    let copy = Copy {
        slots: f.slots.len() as u32,
        blocks: f.blocks.len() as u32,
        variables: f.variables.len() as u32,
        seq: f.seq,
        inlined,
    };
    f.slots.extend(callee.slots.iter().copied());
    // Structs are passed in the objects that have been made for them, in their order.
    let mut passed = first;
    for variable in &callee.variables {
        let mut variable = variable.clone();
        variable.inlined = copy.inlined(variable.inlined);
        variable.slot = variable.slot.map(|slot| SlotId(slot.0 + copy.slots));
        if core::mem::take(&mut variable.passed) {
            variable.slot = Some(SlotId(passed));
            passed += 1;
        }
        f.variables.push(variable);
    }
    f.seq += callee.seq;
    let map = copy_nodes(f, callee, &copy);
    copy_blocks(f, callee, &copy, &map, rest);
    // The entry's parameters are those of a plain block now. In each turn of a loop, its variables begin without a value.
    let entry = Block(copy.blocks);
    for variable in copy.variables..f.variables.len() as u32 {
        f.mark_start(entry, VariableId(variable), Held::Unset);
    }
    let data = &mut f.blocks[block.index()];
    data.end = Terminator::Jump(Edge { block: entry, args });
    data.loc = loc;
    if let Some(ty) = callee.signature.result {
        // The call's own number becomes the result, so that its users need no change.
        f.nodes[call.index()].op = Op::Param;
        f.nodes[call.index()].ty = Some(ty);
        f.blocks[rest.index()].params.push(call);
        if callee.signature.pair {
            second_result(f, call, rest, ty);
        }
    }
}

/// The second part of a complex result becomes a parameter of the block after the call.
fn second_result(f: &mut Function, call: Value, rest: Block, ty: Type) {
    let is_part = |f: &Function, v: Value| *f.op(v) == Op::Part(call, 1);
    let found = f.block_ids().find_map(|b| f.blocks[b.index()].nodes.iter().copied().find(|v| is_part(f, *v)));
    match found {
        Some(part) => {
            for data in &mut f.blocks {
                data.nodes.retain(|v| *v != part);
            }
            f.nodes[part.index()].op = Op::Param;
            f.blocks[rest.index()].params.push(part);
        }
        // Nothing needs it.
        None => {
            let loc = f.node(call).loc;
            f.add_param(rest, ty, loc);
        }
    }
}

/// The numbers that a copied body's begin with.
struct Copy {
    slots: u32,
    blocks: u32,
    variables: u32,
    seq: u32,
    /// The number of each inlined call of the callee, and at 0 that of the callee itself.
    inlined: Vec<u16>,
}

impl Copy {
    fn inlined(&self, number: u16) -> u16 {
        self.inlined.get(usize::from(number)).copied().unwrap_or(0)
    }

    fn loc(&self, loc: &mut Loc) {
        loc.inlined = self.inlined(loc.inlined);
        if loc.seq > 0 {
            loc.seq += self.seq;
        }
    }
}

fn note_inlined(f: &mut Function, callee: &Function, loc: Loc) -> Vec<u16> {
    let mut add = |callee: SymbolId, loc: Loc| {
        f.inlined.push(Inlined { callee, loc });
        u16::try_from(f.inlined.len()).unwrap_or(0)
    };
    let mut numbers = vec![add(callee.symbol, loc)];
    for inner in &callee.inlined {
        let outer = numbers.get(usize::from(inner.loc.inlined)).copied().unwrap_or(0);
        numbers.push(add(inner.callee, Loc { inlined: outer, ..inner.loc }));
    }
    numbers
}

/// The arguments; a struct by value is copied to an object of the callee's own.
fn arguments(f: &mut Function, block: Block, args: &[Value], callee: &Function, loc: Loc) -> Vec<Value> {
    let mut all = Vec::with_capacity(args.len());
    for (arg, param) in args.iter().zip(&callee.signature.params) {
        let Param::Struct { size, align } = *param else {
            all.push(*arg);
            continue;
        };
        f.slots.push(Slot { size, align: align.max(4) });
        let slot = SlotId(f.slots.len() as u32 - 1);
        let to = f.append(block, Op::Slot(slot, 0), Some(Type::I32), loc);
        f.append(block, Op::Copy { to, from: *arg, size, align, volatile: false }, None, loc);
        all.push(to);
    }
    all
}

fn copy_nodes(f: &mut Function, callee: &Function, copy: &Copy) -> Vec<Value> {
    let first = f.nodes.len() as u32;
    let map: Vec<Value> = (0..callee.nodes.len() as u32).map(|i| Value(first + i)).collect();
    for node in &callee.nodes {
        let mut node = node.clone();
        node.op.each_use_mut(|v| *v = map[v.index()]);
        if let Op::Slot(slot, _) = &mut node.op {
            slot.0 += copy.slots;
        }
        copy.loc(&mut node.loc);
        f.nodes.push(node);
    }
    map
}

fn copy_blocks(f: &mut Function, callee: &Function, copy: &Copy, map: &[Value], rest: Block) {
    for data in &callee.blocks {
        let mut data = data.clone();
        data.params.iter_mut().chain(&mut data.nodes).for_each(|v| *v = map[v.index()]);
        data.nodes.retain(|v| f.nodes[v.index()].op != Op::Nop);
        copy.loc(&mut data.loc);
        for mark in &mut data.marks {
            mark.seq += if mark.seq > 0 { copy.seq } else { 0 };
            mark.variable.0 += copy.variables;
            mark.held = mark.held.map(|v| map[v.index()]);
        }
        data.end.each_use_mut(|v| *v = map[v.index()]);
        for edge in data.end.edges_mut() {
            edge.block.0 += copy.blocks;
        }
        if let Terminator::Return(values) = &data.end {
            data.end = Terminator::Jump(Edge { block: rest, args: values.clone() });
        }
        f.blocks.push(data);
    }
}

/// Removes functions of this unit that were called, and are not named any more.
fn drop_unused(module: &mut Module, before: &[(u32, u32)]) {
    loop {
        let now = count_references(module);
        let unused = |f: &Function| {
            let i = f.symbol.index();
            module.symbols[i].linkage == Linkage::Local && before[i].0 > 0 && now[i] == (0, 0)
        };
        let keep: Vec<bool> = module.functions.iter().map(|f| !unused(f)).collect();
        if !keep.contains(&false) {
            return;
        }
        let mut at = keep.iter();
        module.functions.retain(|_| at.next().copied().unwrap_or(true));
    }
}
