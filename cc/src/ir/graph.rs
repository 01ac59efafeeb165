//! The graph of blocks: predecessors, order, dominators, loops.

use super::{Block, Function, Value};
use crate::order::Order as _;
use alloc::{vec, vec::Vec};

/// A list of blocks for each block; all are in one vector.
#[derive(Clone, Debug)]
pub struct Lists {
    /// Where the list of each block ends.
    ends: Vec<u32>,
    items: Vec<Block>,
}

impl Lists {
    /// Collects one list after the other.
    fn collect<I: Iterator<Item = Block>>(lists: impl ExactSizeIterator<Item = I>) -> Self {
        let mut ends = Vec::with_capacity(lists.len());
        let mut items = Vec::with_capacity(2 * lists.len());
        for list in lists {
            items.extend(list);
            ends.push(items.len() as u32);
        }
        Self { ends, items }
    }

    /// The blocks in whose lists each block is, once per entry, in order; lists for which `counts` is false are left out.
    fn inverse(&self, counts: impl Fn(usize) -> bool) -> Self {
        // `ends` has where each list begins while it is filled, so it has where it ends afterwards.
        let mut ends = vec![0u32; self.ends.len() + 1];
        for list in (0..self.len()).filter(|i| counts(*i)) {
            self[list].iter().for_each(|b| ends[b.index() + 1] += 1);
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let mut items = vec![Block(0); ends.last().map_or(0, |n| *n as usize)];
        ends.pop();
        for list in (0..self.len()).filter(|i| counts(*i)) {
            for to in &self[list] {
                let place = &mut ends[to.index()];
                items[*place as usize] = Block(list as u32);
                *place += 1;
            }
        }
        Self { ends, items }
    }

    /// The number of lists.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is no list.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl core::ops::Index<usize> for Lists {
    type Output = [Block];

    fn index(&self, block: usize) -> &[Block] {
        let start = if block == 0 { 0 } else { self.ends[block - 1] as usize };
        &self.items[start..self.ends[block] as usize]
    }
}

/// Facts about the graph of a function. They are valid until an edge or block changes.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Predecessors of each block, in order, once per edge.
    pub preds: Lists,
    /// Successors of each block, once per edge.
    pub succs: Lists,
    /// Reachable blocks in reverse postorder.
    pub order: Vec<Block>,
    /// Position of each block in the order; `u32::MAX` if it cannot be reached.
    pub position: Vec<u32>,
    /// Immediate dominator; the entry and unreachable blocks have themselves.
    pub dominator: Vec<Block>,
    /// Depth in the dominator tree.
    pub dom_depth: Vec<u32>,
}

impl Graph {
    /// Computes the facts.
    pub fn new(f: &Function) -> Self {
        let count = f.blocks.len();
        let succs = Lists::collect(f.blocks.iter().map(|b| b.end.targets()));
        let order = reverse_postorder(&succs);
        let mut position = vec![u32::MAX; count];
        for (i, block) in order.iter().enumerate() {
            position[block.index()] = i as u32;
        }
        let preds = succs.inverse(|block| position[block] != u32::MAX);
        let dominator = dominators(&order, &position, &preds);
        let mut dom_depth = vec![0; count];
        for block in order.iter().skip(1) {
            dom_depth[block.index()] = dom_depth[dominator[block.index()].index()] + 1;
        }
        Self { preds, succs, order, position, dominator, dom_depth }
    }

    /// True if the block can be reached from the entry.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position[block.index()] != u32::MAX
    }

    /// True if every way to `b` passes `a`.
    pub fn dominates(&self, a: Block, mut b: Block) -> bool {
        while self.dom_depth[b.index()] > self.dom_depth[a.index()] {
            b = self.dominator[b.index()];
        }
        a == b
    }

    /// The natural loops, inner ones after those around them.
    pub fn loops(&self) -> Loops {
        Loops::new(self)
    }
}

/// Reachable blocks from block 0, in reverse postorder.
fn reverse_postorder(succs: &Lists) -> Vec<Block> {
    let mut order = Vec::with_capacity(succs.len());
    if succs.is_empty() {
        return order;
    }
    let mut seen = vec![false; succs.len()];
    let mut stack = vec![(Block(0), 0)];
    seen[0] = true;
    while let Some((block, next)) = stack.last_mut() {
        let targets = &succs[block.index()];
        // The last successor first, so that the first one follows its predecessor directly.
        if *next < targets.len() {
            let target = targets[targets.len() - 1 - *next];
            *next += 1;
            if !seen[target.index()] {
                seen[target.index()] = true;
                stack.push((target, 0));
            }
        } else {
            order.push(*block);
            stack.pop();
        }
    }
    order.reverse();
    order
}

/// Immediate dominators (Cooper, Harvey, Kennedy: "A simple, fast dominance algorithm").
fn dominators(order: &[Block], position: &[u32], preds: &Lists) -> Vec<Block> {
    let count = preds.len();
    let mut known = vec![false; count];
    let mut dominator: Vec<Block> = (0..count as u32).map(Block).collect();
    if let Some(entry) = order.first() {
        known[entry.index()] = true;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for block in order.iter().skip(1) {
            let mut new: Option<Block> = None;
            for pred in &preds[block.index()] {
                if !known[pred.index()] {
                    continue;
                }
                new = Some(match new {
                    None => *pred,
                    Some(mut a) => {
                        let mut b = *pred;
                        while a != b {
                            while position[a.index()] > position[b.index()] {
                                a = dominator[a.index()];
                            }
                            while position[b.index()] > position[a.index()] {
                                b = dominator[b.index()];
                            }
                        }
                        a
                    }
                });
            }
            if let Some(new) = new
                && (!known[block.index()] || dominator[block.index()] != new)
            {
                dominator[block.index()] = new;
                known[block.index()] = true;
                changed = true;
            }
        }
    }
    dominator
}

/// Blocks of all loops together, after which no further loop is looked for. Only functions that are too large for passes
/// over loops have more.
const MAX_MEMBERS: usize = 4_000_000;

/// A natural loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its header: the only block that is entered from outside.
    pub header: Block,
    /// The blocks with an edge back to the header.
    pub latches: Vec<Block>,
    /// All its blocks, in reverse postorder, inner loops included.
    pub blocks: Vec<Block>,
    /// The loop around it.
    pub parent: Option<usize>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

/// All natural loops.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    /// The loops, by position of their headers in reverse postorder.
    pub all: Vec<Loop>,
    /// The innermost loop of each block.
    pub of: Vec<Option<usize>>,
}

impl Loops {
    fn new(graph: &Graph) -> Self {
        let mut all: Vec<Loop> = Vec::new();
        let mut of: Vec<Option<usize>> = vec![None; graph.preds.len()];
        // The loop that a block was last found to be in.
        let mut member = vec![u32::MAX; graph.preds.len()];
        let mut total = 0;
        for &header in &graph.order {
            let latches: Vec<Block> =
                graph.preds[header.index()].iter().copied().filter(|p| graph.dominates(header, *p)).collect();
            if latches.is_empty() {
                continue;
            }
            let index = all.len();
            if total > MAX_MEMBERS {
                break;
            }
            let mut inside = vec![header];
            member[header.index()] = index as u32;
            let mut work = latches.clone();
            while let Some(block) = work.pop() {
                if core::mem::replace(&mut member[block.index()], index as u32) != index as u32 {
                    inside.push(block);
                    work.extend(graph.preds[block.index()].iter().copied());
                }
            }
            total += inside.len();
            inside.order_by_key(|b| graph.position[b.index()]);
            let parent = of[header.index()];
            let depth = parent.map_or(1, |p: usize| all[p].depth + 1);
            for block in &inside {
                of[block.index()] = Some(index);
            }
            all.push(Loop { header, latches, blocks: inside, parent, depth });
        }
        Self { all, of }
    }

    /// The number of loops around a block.
    pub fn depth(&self, block: Block) -> u32 {
        self.of[block.index()].map_or(0, |l| self.all[l].depth)
    }

    /// True if a block is in the loop with this index, or in one inside it.
    pub fn contains(&self, index: usize, block: Block) -> bool {
        let mut at = self.of[block.index()];
        while let Some(i) = at {
            if i == index {
                return true;
            }
            at = self.all[i].parent;
        }
        false
    }
}

/// The block of each value; `u32::MAX` for nodes in no block.
pub fn places(f: &Function) -> Vec<Block> {
    let mut place = vec![Block(u32::MAX); f.nodes.len()];
    for block in f.block_ids() {
        let data = &f.blocks[block.index()];
        for value in data.params.iter().chain(&data.nodes) {
            place[value.index()] = block;
        }
    }
    place
}

/// The number of uses of each value in reachable code.
pub fn uses(f: &Function) -> Vec<u32> {
    let mut uses = vec![0u32; f.nodes.len()];
    for block in &f.blocks {
        for &Value(v) in &block.nodes {
            f.nodes[v as usize].op.each_use(|v| uses[v.index()] += 1);
        }
        block.end.each_use(|v| uses[v.index()] += 1);
    }
    uses
}
