//! If-conversion: a branch around a few cheap operations becomes selections.

use crate::ir::{Binary, Block, Edge, Function, Held, Mark, Op, Terminator, Type, Value, graph::Graph};
use alloc::vec::Vec;

/// Maximum cost: operations that are always done then, selections, and what the selections need beyond a branch.
const MAX_COST: usize = 2;

/// Converts what is worth it.
pub fn run(f: &mut Function) {
    let graph = Graph::new(f);
    // Inner branches first: a converted one can make the one around it simple.
    for &block in graph.order.iter().rev() {
        convert(f, &graph, block);
    }
}

/// One way of a branch: the operations on it, and where it leads.
struct Way {
    block: Option<Block>,
    edge: Edge,
    cost: usize,
}

fn way(f: &Function, graph: &Graph, edge: &Edge) -> Way {
    let direct = Way { block: None, edge: edge.clone(), cost: 0 };
    let data = &f.blocks[edge.block.index()];
    let Terminator::Jump(next) = &data.end else { return direct };
    if graph.preds[edge.block.index()].len() != 1 || !data.params.is_empty() {
        return direct;
    }
    let is_free = |v: &Value| matches!(f.op(*v), Op::Int(_));
    let is_cheap =
        |v: &Value| matches!(f.op(*v), Op::Unary(..) | Op::Binary(..) | Op::Select(..)) && f.op(*v).is_pure();
    if !data.nodes.iter().all(|v| is_free(v) || is_cheap(v)) {
        return direct;
    }
    // An operation on 64 bits is several instructions.
    let weight = |v: &Value| if f.ty(*v) == Type::I64 { 4 } else { 1 };
    let cost = data.nodes.iter().filter(|v| !is_free(v)).map(weight).sum();
    Way { block: Some(edge.block), edge: next.clone(), cost }
}

/// The cost of the selections, and of the condition where a branch tests more than a selection can.
fn extra(f: &Function, condition: Value, yes: &Edge, no: &Edge) -> usize {
    let test = match *f.op(condition) {
        Op::Binary(Binary::Eq | Binary::Ne, _, b) if f.int(b) != Some(0) => 1,
        _ => 0,
    };
    let constant = |v: Value| usize::from(f.int(v).is_some_and(|n| n != 0));
    let differ = yes.args.iter().zip(&no.args).filter(|(a, b)| a != b);
    differ.map(|(a, b)| 1 + constant(*a) + constant(*b) + if f.ty(*a) == Type::I64 { 2 } else { 0 }).sum::<usize>()
        + test
}

fn convert(f: &mut Function, graph: &Graph, block: Block) {
    let Terminator::Branch(condition, yes, no) = &f.blocks[block.index()].end else { return };
    let condition = *condition;
    let (yes_edge, no_edge) = (yes.clone(), no.clone());
    let (mut yes, mut no) = (way(f, graph, &yes_edge), way(f, graph, &no_edge));
    // A triangle leads past one of the blocks.
    if yes.edge.block != no.edge.block {
        if yes.edge.block == no_edge.block {
            no = Way { block: None, edge: no_edge, cost: 0 };
        } else if no.edge.block == yes_edge.block {
            yes = Way { block: None, edge: yes_edge, cost: 0 };
        } else {
            return;
        }
    }
    let (to, from) = (yes.edge.block, block);
    let differ = yes.edge.args.iter().zip(&no.edge.args).filter(|(a, b)| a != b).count();
    let extra = extra(f, condition, &yes.edge, &no.edge);
    if to == from || differ == 0 || yes.cost + no.cost + extra > MAX_COST {
        return;
    }
    if yes.block == Some(to) || no.block == Some(to) {
        return;
    }
    let mut loc = f.blocks[block.index()].loc;
    // Variables that one way sets have another value on the other one.
    let (now, after) = (f.seq, f.seq.saturating_add(f.seq.min(1)));
    loc.seq = after;
    for moved in [yes.block, no.block].into_iter().flatten() {
        let nodes = core::mem::take(&mut f.blocks[moved.index()].nodes);
        nodes.iter().for_each(|v| f.nodes[v.index()].loc.seq = after);
        f.blocks[block.index()].nodes.extend(nodes);
        for mark in core::mem::take(&mut f.blocks[moved.index()].marks) {
            f.blocks[block.index()].marks.push(Mark { seq: now, held: Held::Lost, ..mark });
        }
    }
    f.blocks[block.index()].loc.seq = after;
    f.seq = after.saturating_add(f.seq.min(1));
    let mut args = Vec::with_capacity(yes.edge.args.len());
    for (a, b) in yes.edge.args.iter().zip(&no.edge.args) {
        args.push(if a == b {
            *a
        } else {
            let ty = f.ty(*a);
            f.append(block, Op::Select(condition, *a, *b), Some(ty), loc)
        });
    }
    f.blocks[block.index()].end = Terminator::Jump(Edge { block: to, args });
}
