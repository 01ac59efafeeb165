//! Loops that are tested at their top get the test at their bottom: the header is copied in front of the loop, so a turn
//! has one jump less, and code that is moved out of the loop runs only if the loop does.

use super::ssa::Updater;
use crate::ir::{Block, Edge, Function, Held, Mark, Op, Terminator, Value, graph, graph::Graph};
use alloc::{vec, vec::Vec};

/// Maximum number of nodes of a header that is copied.
const MAX_HEADER: usize = 16;

/// Rotates all loops that are tested at their top.
pub fn run(f: &mut Function) {
    // Inner loops first, each with a new graph; a loop is rotated once.
    let mut done = vec![false; f.blocks.len()];
    loop {
        let graph = Graph::new(f);
        let loops = graph.loops();
        done.resize(f.blocks.len(), false);
        let next = loops
            .all
            .iter()
            .enumerate()
            .rev()
            .find(|(i, l)| !done[l.header.index()] && is_tested_at_top(f, &graph, &loops, *i));
        let Some((index, found)) = next else { return };
        let header = found.header;
        done[header.index()] = true;
        // The target in the loop is its header then.
        for target in f.blocks[header.index()].end.targets() {
            if loops.contains(index, target) {
                done[target.index()] = true;
            }
        }
        rotate(f, &graph, &loops, index, header);
        done.resize(f.blocks.len(), false);
    }
}

/// True if the header ends in a branch out of the loop, and the loop has more than it.
fn is_tested_at_top(f: &Function, graph: &Graph, loops: &graph::Loops, index: usize) -> bool {
    let header = loops.all[index].header;
    let data = &f.blocks[header.index()];
    let Terminator::Branch(_, yes, no) = &data.end else { return false };
    let inside = |e: &Edge| loops.contains(index, e.block);
    let costs = |v: &&Value| !matches!(f.op(**v), Op::Int(_) | Op::Symbol(..) | Op::Slot(..) | Op::Float(_));
    let fits = data.nodes.iter().filter(costs).count() <= MAX_HEADER;
    let copied =
        |v: &Value| !matches!(f.op(*v), Op::Call(_) | Op::Asm(_) | Op::Part(..) | Op::Alloca(_) | Op::Label(_));
    let plain = data.nodes.iter().all(copied) && header.0 != 0;
    // A loop whose latch is the header is tested at its bottom already.
    let latches = &loops.all[index].latches;
    let leaves = |b: &Block| graph.succs[b.index()].iter().any(|s| !loops.contains(index, *s));
    let at_bottom = latches.iter().any(leaves);
    let outside = graph.preds[header.index()].iter().any(|p| !loops.contains(index, *p));
    let goto = graph.preds[header.index()].iter().any(|p| matches!(f.blocks[p.index()].end, Terminator::Goto(..)));
    inside(yes) != inside(no)
        && yes.block != header
        && no.block != header
        && !at_bottom
        && fits
        && plain
        && outside
        && !goto
}

fn rotate(f: &mut Function, graph: &Graph, loops: &graph::Loops, index: usize, header: Block) {
    // The copy of the header, which is entered from outside.
    let guard = f.add_block();
    let data = f.blocks[header.index()].clone();
    let mut map: Vec<Value> = (0..f.nodes.len() as u32).map(Value).collect();
    for param in &data.params {
        let (ty, loc) = (f.ty(*param), f.node(*param).loc);
        map[param.index()] = f.add_param(guard, ty, loc);
    }
    for value in &data.nodes {
        let mut node = f.node(*value).clone();
        node.op.each_use_mut(|v| *v = map[v.index()]);
        let copy = f.append(guard, node.op, node.ty, node.loc);
        map[value.index()] = copy;
    }
    let mut end = data.end.clone();
    end.each_use_mut(|v| *v = map[v.index()]);
    f.blocks[guard.index()].end = end;
    f.blocks[guard.index()].loc = data.loc;
    f.blocks[guard.index()].marks = data.marks.clone();
    f.each_marked_mut(guard, |v| map.get(v.index()).copied().unwrap_or(v));
    for pred in &graph.preds[header.index()] {
        if !loops.contains(index, *pred) {
            for edge in f.blocks[pred.index()].end.edges_mut() {
                if edge.block == header {
                    edge.block = guard;
                }
            }
        }
    }
    // Values of the header that are used elsewhere now come from either copy.
    let graph = Graph::new(f);
    let home = graph::places(f);
    for value in data.params.iter().chain(&data.nodes) {
        if f.node(*value).ty.is_some() && is_used_elsewhere(f, &graph, *value, header) {
            let arrives = repair(f, &graph, &home, *value, map[value.index()], header, guard);
            mark_arriving(f, &graph, (header, guard), *value, &arrives);
        }
    }
}

fn is_used_elsewhere(f: &Function, graph: &Graph, value: Value, header: Block) -> bool {
    let mut used = false;
    for block in graph.order.iter().filter(|b| **b != header) {
        let data = &f.blocks[block.index()];
        data.nodes.iter().for_each(|v| f.op(*v).each_use(|u| used |= u == value));
        data.end.each_use(|u| used |= u == value);
        if used {
            return true;
        }
    }
    false
}

/// Marks variables that have this value at the end of the header: after it, they have the one that arrives there.
fn mark_arriving(f: &mut Function, graph: &Graph, copies: (Block, Block), value: Value, arrives: &[(Block, Value)]) {
    let header = copies.0;
    let marks = f.blocks[header.index()].marks.clone();
    let is_last = |m: &Mark| marks.iter().all(|other| other.variable != m.variable || other.seq <= m.seq);
    for mark in marks.iter().filter(|m| m.held == Held::Value(value) && is_last(m)) {
        for (to, new) in arrives {
            let only = graph.preds[to.index()].iter().all(|p| *p == header || *p == copies.1);
            if only {
                f.mark_start(*to, mark.variable, Held::Value(*new));
            }
        }
    }
}

/// Replaces the uses of a value outside its block by the one that arrives there. Returns it, for each block after the header.
fn repair(
    f: &mut Function,
    graph: &Graph,
    home: &[Block],
    value: Value,
    copy: Value,
    header: Block,
    guard: Block,
) -> Vec<(Block, Value)> {
    let ty = f.ty(value);
    let is_constant = matches!(f.op(value), Op::Int(_) | Op::Float(_) | Op::Symbol(..) | Op::Slot(..));
    let mut updater = Updater::new(graph, ty);
    updater.define(header, value);
    updater.define(guard, copy);
    for &block in graph.order.iter().filter(|b| **b != header && **b != guard) {
        let mut used = false;
        let data = &f.blocks[block.index()];
        // Parameters that are added on the way use the value in edges, rightly.
        let known = |v: Value| home.get(v.index()).is_some_and(|b| *b == header);
        data.nodes.iter().for_each(|v| f.op(*v).each_use(|u| used |= u == value && known(u)));
        data.end.each_use(|u| used |= u == value && known(u));
        if !used {
            continue;
        }
        let new = if is_constant {
            // A constant is made again.
            let (op, loc) = (f.op(value).clone(), f.node(value).loc);
            let new = f.add(op, Some(ty), loc);
            f.blocks[block.index()].nodes.insert(0, new);
            new
        } else {
            updater.at_start(f, block)
        };
        let nodes = f.blocks[block.index()].nodes.clone();
        for v in nodes {
            f.nodes[v.index()].op.each_use_mut(|u| {
                if *u == value {
                    *u = new;
                }
            });
        }
        f.blocks[block.index()].end.each_use_mut(|u| {
            if *u == value {
                *u = new;
            }
        });
        f.each_marked_mut(block, |v| if v == value { new } else { v });
    }
    let after = &graph.succs[header.index()];
    after.iter().filter_map(|b| Some((*b, updater.known_at_start(*b)?))).collect()
}
