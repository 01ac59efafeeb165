//! Objects on the stack become values: those whose address goes nowhere and that are only read and written in parts that
//! do not cross each other.

use super::ssa::Updater;
use crate::ir::{
    Access, Binary, Block, DebugVariable, Function, Held, Loc, Mark, Mem, Op, SlotId, Type, Unary, Value, VariableId,
    graph::Graph,
};
use crate::order::Order as _;
use alloc::{collections::BTreeMap, vec, vec::Vec};

/// Maximum number of bytes of a copy that becomes loads and stores.
const MAX_COPY: u32 = 64;

/// A part of an object that becomes a variable: offset and size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    offset: i64,
    size: u32,
    ty: Type,
}

/// The accesses to one object.
#[derive(Clone, Debug, Default)]
struct Object {
    parts: Vec<Part>,
    /// It has accesses that a variable cannot have.
    fixed: bool,
}

/// Makes variables of objects.
pub fn run(f: &mut Function) {
    for _ in 0..3 {
        let objects = objects(f, false);
        if !expand_copies(f, &objects) {
            break;
        }
    }
    let objects = objects(f, true);
    if objects.iter().all(|o| o.fixed || o.parts.is_empty()) {
        return;
    }
    let graph = Graph::new(f);
    let mut map: Vec<Value> = (0..f.nodes.len() as u32).map(Value).collect();
    // The part that each access reads or writes, and the blocks of the accesses to each part.
    let mut target = vec![None; f.nodes.len()];
    let mut blocks: BTreeMap<(SlotId, Part), Vec<Block>> = BTreeMap::new();
    for &block in &graph.order {
        for v in &f.blocks[block.index()].nodes {
            let (Op::Load(access, a, offset) | Op::Store(access, a, offset, _)) = *f.op(*v) else { continue };
            let Some((object, offset)) = slot(f, a, offset.into()) else { continue };
            if objects[object.index()].fixed {
                continue;
            }
            let key = (object, Part { offset, size: access.mem.size(), ty: access.mem.ty() });
            target[v.index()] = Some(key);
            let list = blocks.entry(key).or_default();
            if list.last() != Some(&block) {
                list.push(block);
            }
        }
    }
    for (key, blocks) in &blocks {
        promote(f, &graph, &mut map, &target, *key, blocks);
    }
    f.replace(&map);
}

/// The slot and offset that an address is.
fn slot(f: &Function, mut address: Value, mut offset: i64) -> Option<(SlotId, i64)> {
    for _ in 0..16 {
        match *f.op(address) {
            Op::Slot(slot, n) => return Some((slot, offset + i64::from(n))),
            Op::Binary(Binary::Add, a, b) => {
                offset += f.int(b)?;
                address = a;
            }
            _ => return None,
        }
    }
    None
}

/// The parts of all objects. If `last`, an object that is copied or cleared as a whole stays in memory.
fn objects(f: &Function, last: bool) -> Vec<Object> {
    let mut objects = vec![Object::default(); f.slots.len()];
    let mut addresses = vec![None; f.nodes.len()];
    for v in f.blocks.iter().flat_map(|b| &b.nodes) {
        addresses[v.index()] = slot(f, *v, 0);
    }
    for (i, object) in objects.iter_mut().enumerate() {
        // A variable of the debugger's own is in memory all the time.
        object.fixed = f.slots[i].size > 512;
    }
    for data in &f.blocks {
        for v in &data.nodes {
            match f.op(*v) {
                Op::Load(access, a, offset) => note(f, &mut objects, *access, *a, *offset),
                Op::Store(access, a, offset, b) => {
                    note(f, &mut objects, *access, *a, *offset);
                    fix(&mut objects, addresses[b.index()]);
                }
                Op::Copy { to, from, size, volatile, .. } => {
                    for a in [to, from] {
                        whole(&mut objects, addresses[a.index()], *size, *volatile || last);
                    }
                }
                Op::Zero { to, size, .. } => whole(&mut objects, addresses[to.index()], *size, last),
                Op::Binary(Binary::Add, ..) if addresses[v.index()].is_some() => {}
                op => op.each_use(|v| fix(&mut objects, addresses[v.index()])),
            }
        }
        data.end.each_use(|v| fix(&mut objects, addresses[v.index()]));
    }
    for (i, object) in objects.iter_mut().enumerate() {
        object.parts.order();
        object.parts.dedup();
        let crosses = |w: &[Part]| w[0].offset + i64::from(w[0].size) > w[1].offset;
        let size = i64::from(f.slots[i].size);
        let outside = |p: &Part| p.offset < 0 || p.offset + i64::from(p.size) > size;
        object.fixed |= object.parts.windows(2).any(crosses) || object.parts.iter().any(outside);
    }
    objects
}

fn fix(objects: &mut [Object], address: Option<(SlotId, i64)>) {
    if let Some((slot, _)) = address {
        objects[slot.index()].fixed = true;
    }
}

/// A copy of an object, which [`expand_copies`] can take apart unless it must `stay`.
fn whole(objects: &mut [Object], address: Option<(SlotId, i64)>, size: u32, stay: bool) {
    if let Some((slot, _)) = address
        && (stay || size > MAX_COPY)
    {
        objects[slot.index()].fixed = true;
    }
}

fn note(f: &Function, objects: &mut [Object], access: Access, a: Value, offset: i32) {
    // An address with an unknown part reaches the object through its `Op::Slot`, which is then used by an addition.
    let Some((slot, offset)) = slot(f, a, offset.into()) else { return };
    let object = &mut objects[slot.index()];
    object.fixed |= access.volatile;
    object.parts.push(Part { offset, size: access.mem.size(), ty: access.mem.ty() });
}

/// Takes copies of objects apart that could become variables. Returns true if there was one.
fn expand_copies(f: &mut Function, objects: &[Object]) -> bool {
    let mut changed = false;
    for block in f.block_ids() {
        let nodes = core::mem::take(&mut f.blocks[block.index()].nodes);
        let mut out = Vec::with_capacity(nodes.len());
        for value in nodes {
            let loc = f.node(value).loc;
            let free = |f: &Function, a: Value| slot(f, a, 0).filter(|(s, _)| !objects[s.index()].fixed);
            match *f.op(value) {
                Op::Copy { to, from, size, align, volatile: false } if size <= MAX_COPY => {
                    let ends = [free(f, to), free(f, from)];
                    if let Some(parts) = layout(objects, &ends, size, align) {
                        changed = true;
                        for (offset, mem) in parts {
                            let access = Access { mem, volatile: false, unaligned: align < mem.size() };
                            let v = f.add(Op::Load(access, from, offset), Some(mem.ty()), loc);
                            let s = f.add(Op::Store(access, to, offset, v), None, loc);
                            out.extend([v, s]);
                        }
                        continue;
                    }
                    out.push(value);
                }
                Op::Zero { to, size, align } if size <= MAX_COPY => {
                    if let Some(parts) = layout(objects, &[free(f, to)], size, align) {
                        changed = true;
                        for (offset, mem) in parts {
                            let zero = if mem.ty().is_float() { Op::Float(0) } else { Op::Int(0) };
                            let v = f.add(zero, Some(mem.ty()), loc);
                            let access = Access { mem, volatile: false, unaligned: align < mem.size() };
                            let s = f.add(Op::Store(access, to, offset, v), None, loc);
                            out.extend([v, s]);
                        }
                        continue;
                    }
                    out.push(value);
                }
                _ => out.push(value),
            }
        }
        f.blocks[block.index()].nodes = out;
    }
    changed
}

/// The parts of a copy: those of the objects at its ends, and words and bytes between them. `None` if no end can become
/// variables, or if the ends disagree.
fn layout(objects: &[Object], ends: &[Option<(SlotId, i64)>], size: u32, align: u32) -> Option<Vec<(i32, Mem)>> {
    if ends.iter().all(Option::is_none) {
        return None;
    }
    let mut parts: Vec<Part> = Vec::new();
    for (slot, start) in ends.iter().flatten() {
        for part in &objects[slot.index()].parts {
            let offset = part.offset - start;
            if offset >= 0 && offset + i64::from(part.size) <= i64::from(size) {
                parts.push(Part { offset, ..*part });
            } else if offset < i64::from(size) && offset + i64::from(part.size) > 0 {
                return None;
            }
        }
    }
    parts.order();
    parts.dedup();
    if parts.windows(2).any(|w| w[0].offset + i64::from(w[0].size) > w[1].offset) {
        return None;
    }
    let mut all = Vec::new();
    let mut at = 0i64;
    let mut rest = parts.into_iter().peekable();
    while at < i64::from(size) {
        if let Some(part) = rest.next_if(|p| p.offset == at) {
            let mem = match (part.size, part.ty) {
                (1, _) => Mem::U8,
                (2, _) => Mem::U16,
                (_, ty) => Mem::of(ty),
            };
            all.push((at as i32, mem));
            at += i64::from(part.size);
            continue;
        }
        let end = rest.peek().map_or(i64::from(size), |p| p.offset);
        let mem = match end - at {
            4.. if at % 4 == 0 && align >= 4 => Mem::I32,
            2.. if at % 2 == 0 && align >= 2 => Mem::U16,
            _ => Mem::U8,
        };
        all.push((at as i32, mem));
        at += i64::from(mem.size());
    }
    (all.len() <= 24).then_some(all)
}

/// Makes a variable of a part of an object, which is accessed in these blocks.
fn promote(
    f: &mut Function,
    graph: &Graph,
    map: &mut Vec<Value>,
    target: &[Option<(SlotId, Part)>],
    key: (SlotId, Part),
    blocks: &[Block],
) {
    let is_part = |v: Value| target.get(v.index()).copied().flatten() == Some(key);
    // A variable of the source that is a value from now on.
    let is_whole = key.1.offset == 0 && f.slots.get(key.0.index()).is_some_and(|s| s.size == key.1.size);
    let variable = if f.seq > 0 { f.variables.iter().position(|v| v.slot == Some(key.0)) } else { None };
    let variable = variable.map(|at| if is_whole { at as u32 } else { part_of(f, at, key.1) }).map(VariableId);
    let mut updater = Updater::new(graph, key.1.ty).marking(variable);
    for &block in blocks {
        let stored = f.blocks[block.index()].nodes.iter().rev().find_map(|v| match *f.op(*v) {
            Op::Store(_, _, _, b) if is_part(*v) => Some(b),
            _ => None,
        });
        if let Some(value) = stored {
            updater.define(block, value);
        }
    }
    for &block in blocks {
        // The value in this block; none before the first access.
        let mut now: Option<Value> = None;
        for v in f.blocks[block.index()].nodes.clone() {
            if !is_part(v) {
                continue;
            }
            if let Op::Store(_, _, _, b) = *f.op(v) {
                now = Some(b);
                if let Some(variable) = variable {
                    let mark = Mark { seq: f.node(v).loc.seq, variable, held: Held::Value(b) };
                    f.blocks[block.index()].marks.push(mark);
                }
                f.nodes[v.index()].op = Op::Nop;
            } else if let Op::Load(access, ..) = *f.op(v) {
                let value = match now {
                    Some(value) => value,
                    None => updater.at_start(f, block),
                };
                now = Some(value);
                map.extend((map.len() as u32..f.nodes.len() as u32).map(Value));
                replace_load(f, map, v, access.mem, value);
            }
        }
        let nodes = &f.nodes;
        f.blocks[block.index()].nodes.retain(|v| nodes[v.index()].op != Op::Nop);
    }
    map.extend((map.len() as u32..f.nodes.len() as u32).map(Value));
}

/// A variable for a part of a variable of the source; where that begins without a value, so does the part.
fn part_of(f: &mut Function, whole: usize, part: Part) -> u32 {
    let id = f.variables.len() as u32;
    let whole_id = VariableId(whole as u32);
    for block in &mut f.blocks {
        for at in 0..block.marks.len() {
            let mark = block.marks[at];
            if mark.variable == whole_id && mark.held == Held::Unset {
                block.marks.push(Mark { variable: VariableId(id), ..mark });
            }
        }
    }
    let part = Some((part.offset as u32, part.size));
    f.variables.push(DebugVariable { slot: None, part, ..f.variables[whole].clone() });
    id
}

/// Replaces a load by the value, extended as the load would do.
fn replace_load(f: &mut Function, map: &mut [Value], load: Value, mem: Mem, value: Value) {
    f.nodes[load.index()].op = match mem {
        Mem::I8 => Op::Unary(Unary::Ext8, value),
        Mem::I16 => Op::Unary(Unary::Ext16, value),
        Mem::U8 | Mem::U16 => {
            let n = if mem == Mem::U8 { 0xff } else { 0xffff };
            let mask = f.add(Op::Int(n), Some(Type::I32), Loc::default());
            // In front of everything, where every load can use it.
            f.blocks[0].nodes.insert(0, mask);
            Op::Binary(Binary::And, value, mask)
        }
        _ => {
            map[load.index()] = value;
            Op::Nop
        }
    };
}
