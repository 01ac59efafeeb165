//! Removal of nodes and block parameters without use.

use crate::ir::{Block, Function, Op, Value, graph::Graph};
use alloc::{vec, vec::Vec};

/// Removes unreachable blocks, and values without use, also those that only use each other around a loop.
pub fn run(f: &mut Function) {
    let graph = Graph::new(f);
    clear_unreachable(f, &graph);
    let needed = needed(f, &graph);
    for block in f.block_ids() {
        let data = &mut f.blocks[block.index()];
        let keep: Vec<bool> = data.params.iter().map(|p| needed[p.index()] || block.0 == 0).collect();
        if keep.contains(&false) {
            let mut at = keep.iter();
            data.params.retain(|_| at.next().copied().unwrap_or(true));
            for pred in &graph.preds[block.index()] {
                for edge in f.blocks[pred.index()].end.edges_mut() {
                    // A pred with two edges is met twice, its edges are changed once.
                    if edge.block == block && edge.args.len() == keep.len() {
                        let mut at = keep.iter();
                        edge.args.retain(|_| at.next().copied().unwrap_or(true));
                    }
                }
            }
        }
        f.blocks[block.index()].nodes.retain(|v| needed[v.index()]);
    }
}

/// Empties blocks that cannot be reached.
pub fn clear_unreachable(f: &mut Function, graph: &Graph) {
    for block in f.block_ids().filter(|b| !graph.is_reachable(*b)) {
        let data = &mut f.blocks[block.index()];
        data.nodes.clear();
        data.params.clear();
        data.end = crate::ir::Terminator::Trap;
    }
}

/// Values that something with an effect needs.
fn needed(f: &Function, graph: &Graph) -> Vec<bool> {
    let mut needed = vec![false; f.nodes.len()];
    let mut work: Vec<Value> = Vec::new();
    let mark = |needed: &mut Vec<bool>, work: &mut Vec<Value>, v: Value| {
        if !core::mem::replace(&mut needed[v.index()], true) {
            work.push(v);
        }
    };
    let mut home = vec![(Block(0), usize::MAX); f.nodes.len()];
    for &block in &graph.order {
        let data = &f.blocks[block.index()];
        for (i, param) in data.params.iter().enumerate() {
            home[param.index()] = (block, i);
        }
        for v in &data.nodes {
            let op = f.op(*v);
            if !op.is_removable() && *op != Op::Nop {
                mark(&mut needed, &mut work, *v);
            }
        }
        let mut own = Vec::new();
        data.end.each_use(|v| own.push(v));
        // Values along edges are needed if the parameter is.
        let along: usize = data.end.edges().map(|e| e.args.len()).sum();
        own.truncate(own.len() - along);
        own.into_iter().for_each(|v| mark(&mut needed, &mut work, v));
    }
    while let Some(v) = work.pop() {
        let mut used = Vec::new();
        f.op(v).each_use(|u| used.push(u));
        let (block, index) = home[v.index()];
        if index != usize::MAX {
            for pred in &graph.preds[block.index()] {
                for edge in f.blocks[pred.index()].end.edges() {
                    if edge.block == block {
                        used.extend(edge.args.get(index));
                    }
                }
            }
        }
        used.into_iter().for_each(|u| mark(&mut needed, &mut work, u));
    }
    needed
}
