//! Short loops with a known number of turns do several turns in one.

use super::invariant::{before, preheaders};
use crate::ir::{Binary, Block, Function, Mark, Op, Terminator, Value, graph::Graph};
use alloc::vec::Vec;

/// Maximum number of operations in a turn.
const MAX_TURN: usize = 16;
/// Numbers of turns in one, the best first.
const TURNS: [i64; 3] = [4, 3, 2];

/// Unrolls loops that are one block.
pub fn run(f: &mut Function) {
    preheaders(f);
    let graph = Graph::new(f);
    let loops = graph.loops();
    for index in 0..loops.all.len() {
        let header = loops.all[index].header;
        let Some(front) = before(f, &graph, &loops, index) else { continue };
        if loops.all[index].blocks.len() != 1 || !is_short(f, header) {
            continue;
        }
        let Some(turns) = turns(f, front, header) else { continue };
        if let Some(times) = TURNS.iter().find(|t| turns % **t == 0) {
            repeat(f, header, *times);
        }
    }
}

fn is_short(f: &Function, block: Block) -> bool {
    let nodes = &f.blocks[block.index()].nodes;
    let is_free = |v: &&Value| matches!(f.op(**v), Op::Int(_) | Op::Float(_) | Op::Symbol(..) | Op::Slot(..));
    let fits = nodes.iter().filter(|v| !is_free(v)).count() <= MAX_TURN;
    let plain = |v: &Value| {
        matches!(
            f.op(*v),
            Op::Int(_)
                | Op::Float(_)
                | Op::Symbol(..)
                | Op::Slot(..)
                | Op::Unary(..)
                | Op::Binary(..)
                | Op::Select(..)
                | Op::Load(..)
                | Op::Store(..)
        )
    };
    fits && nodes.iter().all(plain)
}

/// The number of turns, if it is known and more than a few.
fn turns(f: &Function, front: Block, header: Block) -> Option<i64> {
    let data = &f.blocks[header.index()];
    let Terminator::Branch(condition, yes, no) = &data.end else { return None };
    if yes.block != header || no.block == header {
        return None;
    }
    let Op::Binary(op, next, limit) = *f.op(*condition) else { return None };
    let Op::Binary(Binary::Add, param, step) = *f.op(next) else { return None };
    let at = data.params.iter().position(|p| *p == param)?;
    if yes.args.get(at) != Some(&next) {
        return None;
    }
    let first = f.blocks[front.index()].end.edges().next()?;
    let start = f.int(*first.args.get(at)?)?;
    let (step, limit) = (f.int(step)?, f.int(limit)?);
    let way = limit - start;
    let turns = match op {
        Binary::LtS if step > 0 && way > 0 => (way + step - 1) / step,
        Binary::LtU if step > 0 && way > 0 && start >= 0 => (way + step - 1) / step,
        Binary::Ne if step != 0 && way % step == 0 && way / step > 0 => way / step,
        _ => return None,
    };
    (turns >= 8).then_some(turns)
}

/// Puts copies of a turn before it. The block's own nodes are the last turn, so that uses after the loop stay right.
fn repeat(f: &mut Function, header: Block, times: i64) {
    let base = f.seq;
    if base > 0 {
        f.renumber(header);
    }
    let width = f.seq - base;
    let data = f.blocks[header.index()].clone();
    let passed: Vec<Value> = match &data.end {
        Terminator::Branch(_, yes, _) => yes.args.clone(),
        _ => return,
    };
    // The values of the parameters in the turn that is copied next.
    let mut now = data.params.clone();
    let (mut nodes, mut marks) = (Vec::new(), Vec::new());
    for _ in 1..times {
        let first = f.seq - base;
        let mut map: Vec<Value> = (0..f.nodes.len() as u32).map(Value).collect();
        for (param, value) in data.params.iter().zip(&now) {
            map[param.index()] = *value;
        }
        for v in &data.nodes {
            let mut node = f.node(*v).clone();
            node.op.each_use_mut(|u| *u = map[u.index()]);
            // Each turn has numbers of its own, after those of the turn before.
            node.loc.seq += first;
            let copy = f.add(node.op, node.ty, node.loc);
            map[v.index()] = copy;
            nodes.push(copy);
        }
        for mark in &data.marks {
            let held = mark.held.map(|v| map.get(v.index()).copied().unwrap_or(v));
            marks.push(Mark { seq: mark.seq + first, held, ..*mark });
        }
        f.seq += width;
        now = passed.iter().map(|v| map[v.index()]).collect();
    }
    // Everything but the copies now means the last turn.
    let find = |v: &mut Value| {
        if let Some(at) = data.params.iter().position(|p| p == v) {
            *v = now[at];
        }
    };
    for block in f.block_ids() {
        for v in f.blocks[block.index()].nodes.clone() {
            f.nodes[v.index()].op.each_use_mut(find);
        }
        f.blocks[block.index()].end.each_use_mut(find);
        f.each_marked_mut(block, |v| data.params.iter().position(|p| *p == v).map_or(v, |at| now[at]));
    }
    if f.seq > 0 {
        f.renumber(header);
    }
    nodes.extend(data.nodes.iter().copied());
    marks.append(&mut f.blocks[header.index()].marks);
    (f.blocks[header.index()].nodes, f.blocks[header.index()].marks) = (nodes, marks);
}
