//! The graph made simpler: known branches, empty blocks, blocks in a row, parameters that are one value.

use super::dce;
use crate::ir::{Binary, Block, Edge, Function, Held, Op, Terminator, Value, graph, graph::Graph};
use alloc::{vec, vec::Vec};

/// Makes the graph simpler until nothing changes. Returns true if anything did.
pub fn run(f: &mut Function) -> bool {
    let mut any = false;
    // Each round removes an edge, a block or a parameter; the bound is for functions made by machines.
    for _ in 0..20 {
        let mut changed = known_ends(f);
        changed |= one_value_params(f);
        changed |= skip_empty(f);
        changed |= thread_known(f);
        changed |= join(f);
        if !changed {
            break;
        }
        any = true;
    }
    let graph = Graph::new(f);
    dce::clear_unreachable(f, &graph);
    any
}

/// Branches whose condition is known, or that lead to one place.
pub fn known_ends(f: &mut Function) -> bool {
    let mut changed = false;
    for block in f.block_ids() {
        let edge = match &f.blocks[block.index()].end {
            Terminator::Branch(_, yes, no) if yes == no => Some(yes.clone()),
            Terminator::Branch(v, yes, no) => known(f, *v).map(|holds| if holds { yes.clone() } else { no.clone() }),
            Terminator::Switch(v, cases, default) => f.int(*v).map(|n| {
                let n = n as i32;
                cases.iter().find(|c| c.0 <= n && n <= c.1).map_or_else(|| default.clone(), |c| c.2.clone())
            }),
            Terminator::Table(v, edges) => f.int(*v).and_then(|n| edges.get(n as u32 as usize).cloned()),
            _ => None,
        };
        if let Some(edge) = edge {
            f.blocks[block.index()].end = Terminator::Jump(edge);
            changed = true;
        }
    }
    changed
}

/// Whether a condition holds, where that is known: a constant, or a comparison of a value with itself.
fn known(f: &Function, condition: Value) -> Option<bool> {
    match *f.op(condition) {
        Op::Int(n) => Some(n as u32 != 0),
        Op::Binary(op, a, b) if op.is_compare() && !op.is_float() && a == b => {
            Some(matches!(op, Binary::Eq | Binary::LeS | Binary::LeU))
        }
        // A negation, as the front end writes it.
        Op::Binary(Binary::Xor, a, one) if f.int(one) == Some(1) => match *f.op(a) {
            Op::Binary(op, x, y) if op.is_compare() && !op.is_float() && x == y => {
                Some(!matches!(op, Binary::Eq | Binary::LeS | Binary::LeU))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Parameters that have the same value on each way, besides themselves.
fn one_value_params(f: &mut Function) -> bool {
    let graph = Graph::new(f);
    let mut map: Vec<Value> = (0..f.nodes.len() as u32).map(Value).collect();
    let find = |map: &[Value], mut v: Value| {
        while map[v.index()] != v {
            v = map[v.index()];
        }
        v
    };
    let mut any = false;
    let mut changed = true;
    while changed {
        changed = false;
        for &block in graph.order.iter().skip(1) {
            for i in 0..f.blocks[block.index()].params.len() {
                let param = f.blocks[block.index()].params[i];
                if map[param.index()] != param {
                    continue;
                }
                let mut one = None;
                let mut same = true;
                for pred in &graph.preds[block.index()] {
                    for edge in f.blocks[pred.index()].end.edges().filter(|e| e.block == block) {
                        let Some(arg) = edge.args.get(i) else { continue };
                        let value = find(&map, *arg);
                        if value != param && *one.get_or_insert(value) != value {
                            same = false;
                        }
                    }
                }
                if let (true, Some(value)) = (same, one) {
                    map[param.index()] = value;
                    changed = true;
                    any = true;
                }
            }
        }
    }
    if any {
        f.replace(&map);
        // The parameters have no use any more.
        dce::run(f);
    }
    any
}

/// Blocks that a computed goto can lead to, or whose address is taken: they stay as they are.
fn named(f: &Function) -> Vec<bool> {
    let mut named = vec![false; f.blocks.len()];
    for data in &f.blocks {
        if let Terminator::Goto(_, blocks) = &data.end {
            blocks.iter().for_each(|b| named[b.index()] = true);
        }
        for v in &data.nodes {
            if let Op::Label(block) = f.op(*v) {
                named[block.index()] = true;
            }
        }
    }
    named
}

/// True if the parameters of a block are only used at its own end.
fn params_stay(f: &Function, block: Block, uses: &[u32]) -> bool {
    let data = &f.blocks[block.index()];
    let mut at_end = vec![0u32; data.params.len()];
    data.end.each_use(|v| {
        if let Some(i) = data.params.iter().position(|p| *p == v) {
            at_end[i] += 1;
        }
    });
    data.params.iter().zip(at_end).all(|(p, n)| uses[p.index()] == n)
}

/// An edge through a block that has only an edge itself, with the values of the first one.
fn through(f: &Function, first: &Edge, second: &Edge) -> Edge {
    let params = &f.blocks[first.block.index()].params;
    let args = second.args.iter().map(|v| match params.iter().position(|p| p == v) {
        Some(i) => first.args.get(i).copied().unwrap_or(*v),
        None => *v,
    });
    Edge { block: second.block, args: args.collect() }
}

/// The blocks with an edge to each block, each once.
fn preds(f: &Function) -> Vec<Vec<Block>> {
    let mut preds: Vec<Vec<Block>> = vec![Vec::new(); f.blocks.len()];
    for block in f.block_ids() {
        for edge in f.blocks[block.index()].end.edges() {
            let list = &mut preds[edge.block.index()];
            if list.last() != Some(&block) {
                list.push(block);
            }
        }
    }
    preds
}

/// Gives those edges of a block for which `new` has one another target.
fn lead(
    f: &mut Function,
    from: Block,
    preds: &mut [Vec<Block>],
    new: &dyn Fn(&Function, &Edge) -> Option<Edge>,
) -> bool {
    let news: Vec<Option<Edge>> = f.blocks[from.index()].end.edges().map(|e| new(f, e)).collect();
    let mut changed = false;
    for (edge, new) in f.blocks[from.index()].end.edges_mut().zip(news) {
        if let Some(new) = new {
            if !preds[new.block.index()].contains(&from) {
                preds[new.block.index()].push(from);
            }
            *edge = new;
            changed = true;
        }
    }
    changed
}

/// Leads edges to an empty block on to where it jumps.
fn skip_empty(f: &mut Function) -> bool {
    let named = named(f);
    let uses = graph::uses(f);
    let mut preds = preds(f);
    let mut changed = false;
    for block in f.block_ids().skip(1) {
        let data = &f.blocks[block.index()];
        let Terminator::Jump(second) = &data.end else { continue };
        if !data.nodes.is_empty() || named[block.index()] || second.block == block || !params_stay(f, block, &uses) {
            continue;
        }
        let second = second.clone();
        for from in core::mem::take(&mut preds[block.index()]) {
            if from != block {
                changed |= lead(f, from, &mut preds, &|f, e| (e.block == block).then(|| through(f, e, &second)));
            }
        }
        let passed = f.blocks[block.index()].marks.clone();
        f.lose_marks(second.block, &passed);
    }
    changed
}

/// Leads an edge with a known condition past a block that only tests it.
fn thread_known(f: &mut Function) -> bool {
    let uses = graph::uses(f);
    let mut preds = preds(f);
    let mut changed = false;
    for block in f.block_ids().skip(1) {
        let data = &f.blocks[block.index()];
        let Terminator::Branch(v, yes, no) = &data.end else { continue };
        let Some(at) = data.params.iter().position(|p| p == v) else { continue };
        if !data.nodes.is_empty() || yes.block == block || no.block == block || !params_stay(f, block, &uses) {
            continue;
        }
        let (yes, no) = (yes.clone(), no.clone());
        let mut led = false;
        for from in preds[block.index()].clone().into_iter().filter(|b| *b != block) {
            led |= lead(f, from, &mut preds, &|f, e| {
                if e.block != block {
                    return None;
                }
                let n = e.args.get(at).and_then(|v| f.int(*v))?;
                Some(through(f, e, if n as u32 != 0 { &yes } else { &no }))
            });
        }
        if led {
            let passed = f.blocks[block.index()].marks.clone();
            f.lose_marks(yes.block, &passed);
            f.lose_marks(no.block, &passed);
            // On the ways that are led past the block its parameters keep the values of an earlier pass.
            let params = f.blocks[block.index()].params.clone();
            for other in f.block_ids().filter(|other| *other != block) {
                for mark in &mut f.blocks[other.index()].marks {
                    let is_of_block = match mark.held {
                        Held::Value(v) => params.contains(&v),
                        Held::Pair(low, high) => params.contains(&low) || params.contains(&high),
                        _ => false,
                    };
                    if is_of_block {
                        mark.held = Held::Lost;
                    }
                }
            }
        }
        changed |= led;
    }
    changed
}

/// Joins a block with the only one after it, if that has no other before it.
fn join(f: &mut Function) -> bool {
    let graph = Graph::new(f);
    let named = named(f);
    let mut map: Vec<Value> = (0..f.nodes.len() as u32).map(Value).collect();
    let mut gone = vec![false; f.blocks.len()];
    let mut changed = false;
    for &block in &graph.order {
        if gone[block.index()] {
            continue;
        }
        while let Terminator::Jump(edge) = &f.blocks[block.index()].end {
            let to = edge.block;
            if to == block || to.0 == 0 || graph.preds[to.index()].len() != 1 || named[to.index()] {
                break;
            }
            let args = edge.args.clone();
            f.renumber_after(to, block);
            let next = core::mem::take(&mut f.blocks[to.index()]);
            for (param, arg) in next.params.iter().zip(args) {
                map[param.index()] = arg;
            }
            gone[to.index()] = true;
            let data = &mut f.blocks[block.index()];
            data.nodes.extend(next.nodes);
            data.marks.extend(next.marks);
            data.end = next.end;
            data.loc = next.loc;
            f.blocks[to.index()].end = Terminator::Trap;
            changed = true;
        }
    }
    if changed {
        f.replace(&map);
    }
    changed
}
