//! Marks of variables through changes of the graph.
//!
//! A mark may be lost, but never be wrong: where a pass does not keep the value of a variable, it says [`Held::Lost`].

use super::{Block, Function, Held, Mark, Value, VariableId};
use crate::order::Order as _;
use alloc::vec::Vec;

impl Function {
    /// Changes the values of marks.
    pub fn each_marked_mut(&mut self, block: Block, f: impl Fn(Value) -> Value) {
        for mark in &mut self.blocks[block.index()].marks {
            mark.held = mark.held.map(&f);
        }
    }

    /// At the start of a block, these variables have no known value, unless the block says which one they have.
    pub fn lose_marks(&mut self, block: Block, lost: &[Mark]) {
        lost.iter().for_each(|mark| self.mark_start(block, mark.variable, Held::Lost));
    }

    /// From the start of a block on a variable has this value, unless the block says which one it has there.
    pub fn mark_start(&mut self, block: Block, variable: VariableId, held: Held) {
        let marks = &mut self.blocks[block.index()].marks;
        if !marks.iter().any(|m| m.seq == 0 && m.variable == variable) {
            marks.insert(0, Mark { seq: 0, variable, held });
        }
    }

    /// Numbers the nodes and marks of a block anew, so that they follow those of every other block.
    pub fn renumber(&mut self, block: Block) {
        let data = &self.blocks[block.index()];
        let (nodes, mut marks, mut end) = (data.nodes.clone(), data.marks.clone(), data.loc.seq);
        let mut known: Vec<u32> = nodes.iter().map(|v| self.nodes[v.index()].loc.seq).collect();
        known.extend(marks.iter().map(|m| m.seq));
        known.push(end);
        known.order();
        known.dedup();
        let first = self.seq;
        let new = |seq: u32| first + known.partition_point(|k| *k < seq) as u32;
        // A node without a number belongs to the one before it; the first one follows the marks of the start.
        let mut before = new(1);
        for v in nodes {
            let seq = &mut self.nodes[v.index()].loc.seq;
            *seq = if *seq == 0 { before } else { new(*seq) };
            before = *seq;
        }
        marks.iter_mut().for_each(|m| m.seq = new(m.seq));
        end = if end == 0 { before } else { new(end) };
        let data = &mut self.blocks[block.index()];
        (data.marks, data.loc.seq) = (marks, end);
        self.seq = first + known.len() as u32 + 1;
    }

    /// Makes the numbers of a block follow those of the block that it is appended to.
    pub fn renumber_after(&mut self, block: Block, before: Block) {
        if self.seq == 0 {
            return;
        }
        let range = |block: Block| {
            let data = &self.blocks[block.index()];
            let nodes = data.nodes.iter().map(|v| self.nodes[v.index()].loc.seq);
            let all = nodes.chain(data.marks.iter().map(|m| m.seq)).chain([data.loc.seq]);
            all.fold((u32::MAX, 0), |(low, high), seq| (low.min(seq), high.max(seq)))
        };
        if range(block).0 <= range(before).1 {
            self.renumber(block);
        }
    }
}

impl Held {
    /// The same with other values.
    #[must_use]
    pub fn map(self, f: impl Fn(Value) -> Value) -> Self {
        match self {
            Self::Value(v) => Self::Value(f(v)),
            Self::Pair(low, high) => Self::Pair(f(low), f(high)),
            other => other,
        }
    }
}
