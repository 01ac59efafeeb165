//! Counters and pointers of loops grow as late as possible in a block, so that the old and the new value need not be kept
//! at the same time.

use crate::ir::{Binary, Function, Op, Terminator, Value};
use alloc::vec::Vec;

/// Moves sums of a block parameter and a constant down to their first use.
pub fn run(f: &mut Function) {
    for block in f.block_ids() {
        let data = &f.blocks[block.index()];
        let passed: Vec<Value> = match &data.end {
            Terminator::Branch(..) | Terminator::Jump(_) => {
                data.end.edges().flat_map(|e| e.args.iter().copied()).collect()
            }
            _ => continue,
        };
        let candidates: Vec<(Value, Value, i64)> = data
            .nodes
            .iter()
            .filter(|v| passed.contains(v))
            .filter_map(|v| match *f.op(*v) {
                Op::Binary(Binary::Add, a, b) => Some((*v, a, f.int(b)?)),
                _ => None,
            })
            .collect();
        for (sum, old, n) in candidates {
            sink(f, block.index(), sum, old, n);
        }
    }
}

fn sink(f: &mut Function, block: usize, sum: Value, old: Value, n: i64) {
    let nodes = &f.blocks[block].nodes;
    let Some(from) = nodes.iter().position(|v| *v == sum) else { return };
    let uses = |v: Value, of: Value| {
        let mut found = false;
        f.op(v).each_use(|u| found |= u == of);
        found
    };
    let first = nodes[from + 1..].iter().position(|v| uses(*v, sum)).map_or(nodes.len(), |i| from + 1 + i);
    let to = first - 1;
    let nodes = &mut f.blocks[block].nodes;
    nodes[from..=to].rotate_left(1);
    // After it, accesses at the old value go by the new one.
    let short = |n: i64| (-0x8000..0x8000).contains(&n);
    for i in to + 1..f.blocks[block].nodes.len() {
        let v = f.blocks[block].nodes[i];
        if let Op::Load(_, a, offset) | Op::Store(_, a, offset, _) = &mut f.nodes[v.index()].op
            && *a == old
            && short(i64::from(*offset) - n)
        {
            *a = sum;
            *offset -= n as i32;
        }
    }
}
