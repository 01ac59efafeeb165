//! Loops: blocks in front of them, and code in them that gives the same value in every turn, which goes there.

use super::Level;
use super::alias::{Alias, place};
use crate::ir::{Binary, Block, Edge, Function, Loc, Op, Terminator, Type, Value, graph, graph::Graph, graph::Loops};
use crate::order::Order as _;
use alloc::{vec, vec::Vec};

/// Maximum number of values that are moved out of one loop, general and floating-point.
const MAX_MOVED: [u32; 2] = [12, 8];

/// Gives every loop a block in front of it, which ends in a jump to the header alone.
pub fn preheaders(f: &mut Function) {
    let graph = Graph::new(f);
    let loops = graph.loops();
    // A new block in front of one loop changes no edge to the header of another.
    for index in 0..loops.all.len() {
        if before(f, &graph, &loops, index).is_none() && loops.all[index].header.0 != 0 {
            add_preheader(f, &graph, &loops, index);
        }
    }
}

/// The block in front of a loop, if it has one.
pub fn before(f: &Function, graph: &Graph, loops: &Loops, index: usize) -> Option<Block> {
    let header = loops.all[index].header;
    let mut outside = graph.preds[header.index()].iter().filter(|p| !loops.contains(index, **p));
    let block = *outside.next()?;
    (outside.next().is_none() && matches!(f.blocks[block.index()].end, Terminator::Jump(_))).then_some(block)
}

fn add_preheader(f: &mut Function, graph: &Graph, loops: &Loops, index: usize) {
    let header = loops.all[index].header;
    let preds = &graph.preds[header.index()];
    if preds.iter().any(|p| matches!(f.blocks[p.index()].end, Terminator::Goto(..))) {
        return;
    }
    let block = f.add_block();
    let params = f.blocks[header.index()].params.clone();
    let args = params.iter().map(|p| f.add_param(block, f.ty(*p), Loc::default())).collect();
    for pred in preds.iter().filter(|p| !loops.contains(index, **p)) {
        for edge in f.blocks[pred.index()].end.edges_mut() {
            if edge.block == header {
                edge.block = block;
            }
        }
    }
    f.blocks[block.index()].end = Terminator::Jump(Edge { block: header, args });
    f.blocks[block.index()].loc = f.blocks[header.index()].loc;
}

/// Moves what does not change in a loop in front of it, inner loops first.
pub fn run(f: &mut Function, constant: &[bool], level: Level) {
    preheaders(f);
    let graph = Graph::new(f);
    let loops = graph.loops();
    let mut home = graph::places(f);
    let alias = Alias::new(f, constant);
    for index in (0..loops.all.len()).rev() {
        let Some(front) = before(f, &graph, &loops, index) else { continue };
        let moved = Hoist { f, graph: &graph, loops: &loops, home: &mut home, index, front, alias: &alias, level };
        moved.run();
    }
}

struct Hoist<'a> {
    f: &'a mut Function,
    graph: &'a Graph,
    loops: &'a Loops,
    home: &'a mut Vec<Block>,
    index: usize,
    front: Block,
    alias: &'a Alias,
    level: Level,
}

/// True for values that are made anew wherever they are needed.
fn is_constant(op: &Op) -> bool {
    matches!(op, Op::Int(_) | Op::Float(_) | Op::Symbol(..) | Op::Slot(..))
}

impl Hoist<'_> {
    fn run(mut self) {
        let blocks = self.loops.all[self.index].blocks.clone();
        let writes = self.writers(&blocks);
        let mut left = MAX_MOVED;
        for block in blocks {
            let always = self.is_always_run(block);
            let nodes = core::mem::take(&mut self.f.blocks[block.index()].nodes);
            let mut kept = Vec::with_capacity(nodes.len());
            for value in nodes {
                let budget = &mut left[usize::from(self.f.ty(value).is_float())];
                if *budget > 0 && self.can_move(value, always, &writes) {
                    *budget -= 1;
                    self.move_out(value);
                } else {
                    kept.push(value);
                }
            }
            self.f.blocks[block.index()].nodes = kept;
        }
    }

    /// The nodes of the loop that write memory.
    fn writers(&self, blocks: &[Block]) -> Vec<Value> {
        let all = blocks.iter().flat_map(|b| &self.f.blocks[b.index()].nodes);
        all.copied().filter(|v| self.f.op(*v).writes_memory() || matches!(self.f.op(*v), Op::Asm(_))).collect()
    }

    /// True if a block is run whenever the loop is entered.
    fn is_always_run(&self, block: Block) -> bool {
        let inside = &self.loops.all[self.index];
        let leaves = |b: &Block| self.graph.succs[b.index()].iter().any(|s| !self.loops.contains(self.index, *s));
        let mut last = inside.blocks.iter().filter(|b| leaves(b)).chain(&inside.latches);
        last.all(|b| self.graph.dominates(block, *b))
    }

    fn is_inside(&self, block: Block) -> bool {
        block.0 != u32::MAX && self.loops.contains(self.index, block)
    }

    fn is_invariant(&self, v: Value) -> bool {
        is_constant(self.f.op(v)) || !self.is_inside(self.home[v.index()])
    }

    fn can_move(&self, value: Value, always: bool, writes: &[Value]) -> bool {
        let op = self.f.op(value);
        let kind = match op {
            _ if is_constant(op) => false,
            Op::Binary(op, _, b) if op.can_trap() => {
                !matches!(op, Binary::AddTrap | Binary::SubTrap) && self.f.int(*b).is_some_and(|n| n != 0)
            }
            Op::Load(access, a, offset) if !access.volatile && self.level == Level::O2 => {
                let place = place(self.f, *a, *offset, access.mem.size());
                let is_known = place.offset.is_some();
                (always || is_known) && !writes.iter().any(|w| self.changes(*w, &place))
            }
            Op::Unary(..) | Op::Binary(..) | Op::Select(..) => op.is_pure(),
            _ => false,
        };
        let mut free = true;
        op.each_use(|v| free &= self.is_invariant(v));
        kind && free && self.f.node(value).ty.is_some()
    }

    fn changes(&self, writer: Value, at: &super::alias::Place) -> bool {
        if self.alias.is_constant(at) {
            return false;
        }
        match *self.f.op(writer) {
            Op::Store(access, a, offset, _) => self.alias.meet(&place(self.f, a, offset, access.mem.size()), at),
            Op::Copy { to, size, .. } | Op::Zero { to, size, .. } => self.alias.meet(&place(self.f, to, 0, size), at),
            _ => self.alias.is_reachable(at),
        }
    }

    fn move_out(&mut self, value: Value) {
        // Constants that it uses are made again in front.
        let mut op = self.f.op(value).clone();
        let front = self.front;
        op.each_use_mut(|v| {
            if is_constant(self.f.op(*v)) && self.is_inside(self.home[v.index()]) {
                let (op, ty, loc) = (self.f.op(*v).clone(), self.f.node(*v).ty, self.f.node(*v).loc);
                *v = self.f.append(front, op, ty, loc);
                self.home.push(front);
            }
        });
        // It belongs to the line in front now, so that no line begins twice.
        let loc = Loc { statement: false, ..self.f.blocks[front.index()].loc };
        let node = &mut self.f.nodes[value.index()];
        node.op = op;
        node.loc = loc;
        self.f.blocks[front.index()].nodes.push(value);
        self.home[value.index()] = front;
    }
}

/// Constants that need a register are made in front of the outermost loop, as far as registers go.
pub fn constants(f: &mut Function) {
    preheaders(f);
    let graph = Graph::new(f);
    let loops = graph.loops();
    let home = graph::places(f);
    for index in (0..loops.all.len()).filter(|i| loops.all[*i].parent.is_none()) {
        let Some(front) = before(f, &graph, &loops, index) else { continue };
        let blocks = loops.all[index].blocks.clone();
        let calls = blocks.iter().flat_map(|b| &f.blocks[b.index()].nodes).any(|v| matches!(f.op(*v), Op::Call(_)));
        let mut wanted = wanted(f, &loops, &home, index, &blocks);
        wanted.order_by_key(|w| core::cmp::Reverse(w.2));
        let mut left = if calls { [3, 2] } else { [7, 6] };
        for (op, ty, _) in wanted {
            let budget = &mut left[usize::from(ty.is_float())];
            if *budget > 0 {
                *budget -= 1;
                let new = f.append(front, op.clone(), Some(ty), Loc::default());
                replace_constant(f, &blocks, &op, ty, new);
            }
        }
    }
}

/// The constants of a loop, with the cycles that making them costs, roughly.
fn wanted(f: &Function, loops: &Loops, home: &[Block], index: usize, blocks: &[Block]) -> Vec<(Op, Type, u64)> {
    let mut all: Vec<(Op, Type, u64)> = Vec::new();
    let mut add = |op: &Op, ty: Type, cost: u64| match all.iter_mut().find(|a| a.0 == *op && a.1 == ty) {
        Some(found) => found.2 += cost,
        None => all.push((op.clone(), ty, cost)),
    };
    for block in blocks {
        let weight = 8u64.pow(loops.depth(*block).min(6));
        let mut made = Vec::new();
        let data = &f.blocks[block.index()];
        let mut note = |v: Value| {
            let is_here = home.get(v.index()).is_some_and(|b| b.0 != u32::MAX && loops.contains(index, *b));
            if is_here && !made.contains(&v) {
                made.push(v);
                add(f.op(v), f.ty(v), weight * making(f.op(v)));
            }
        };
        for v in &data.nodes {
            needs(f, f.op(*v), &mut note);
        }
        match &data.end {
            Terminator::Branch(v, ..) => {
                if let Op::Binary(Binary::Eq | Binary::Ne, _, b) = f.op(*v)
                    && f.int(*b).is_some_and(|n| n != 0)
                {
                    note(*b);
                }
            }
            Terminator::Return(_) | Terminator::Trap => {}
            _ => {}
        }
    }
    all
}

/// Instructions that make a constant.
fn making(op: &Op) -> u64 {
    match op {
        Op::Int(n) if (-0x8000..=0xffff).contains(n) || n & 0xffff == 0 => 1,
        Op::Slot(..) => 1,
        _ => 2,
    }
}

/// The constants that an operation needs in registers.
fn needs(f: &Function, op: &Op, note: &mut dyn FnMut(Value)) {
    let short = |n: i64| (-0x8000..0x8000).contains(&n);
    let is_word = |v: Value| matches!(f.op(v), Op::Int(_));
    match op {
        Op::Binary(op, a, b) => {
            let fits = |n: i64| match op {
                Binary::Add | Binary::AddTrap => short(n),
                Binary::Sub => short(-n),
                Binary::Or | Binary::Xor => (0..=0xffff).contains(&n) || n == -1,
                Binary::And => {
                    let clear = !(n as u32);
                    (0..=0xffff).contains(&n)
                        || (n as u32).wrapping_add(1).is_power_of_two()
                        || clear != 0 && (clear >> clear.trailing_zeros()).wrapping_add(1).is_power_of_two()
                }
                Binary::LtS | Binary::LtU | Binary::LeS | Binary::LeU => short(n) && short(n + 1),
                Binary::Eq | Binary::Ne => true,
                _ => op.is_shift() || n == 0,
            };
            for v in [a, b] {
                match f.op(*v) {
                    Op::Int(n) if *n == 0 || fits(*n) => {}
                    Op::Int(_) | Op::Float(_) | Op::Symbol(..) => note(*v),
                    _ => {}
                }
            }
        }
        Op::Store(_, a, _, b) => {
            if f.int(*b) != Some(0) && (is_word(*b) || matches!(f.op(*b), Op::Float(_) | Op::Symbol(..))) {
                note(*b);
            }
            if matches!(f.op(*a), Op::Symbol(..)) {
                note(*a);
            }
        }
        Op::Load(_, a, _) if matches!(f.op(*a), Op::Symbol(..)) => note(*a),
        Op::Unary(_, a) if matches!(f.op(*a), Op::Float(_)) => note(*a),
        _ => {}
    }
}

/// Replaces a constant in all blocks of a loop.
fn replace_constant(f: &mut Function, blocks: &[Block], op: &Op, ty: Type, new: Value) {
    let is_same: Vec<bool> = f.nodes.iter().map(|n| n.op == *op && n.ty == Some(ty)).collect();
    for block in blocks {
        for i in 0..f.blocks[block.index()].nodes.len() {
            let v = f.blocks[block.index()].nodes[i];
            // Arguments of calls are made in their registers; that costs the same as a copy.
            if matches!(f.nodes[v.index()].op, Op::Call(_)) {
                continue;
            }
            let mut user = core::mem::replace(&mut f.nodes[v.index()].op, Op::Nop);
            let fits = !matches!(op, Op::Int(_)) || {
                let mut any = false;
                f.nodes[v.index()].op = user.clone();
                needs(f, &user, &mut |u| any |= is_same[u.index()]);
                any
            };
            if fits {
                user.each_use_mut(|u| {
                    if is_same[u.index()] {
                        *u = new;
                    }
                });
            }
            f.nodes[v.index()].op = user;
        }
        // The comparison of a branch is made at the branch.
        if let Terminator::Branch(v, ..) = f.blocks[block.index()].end
            && f.blocks[block.index()].nodes.contains(&v)
            && let Op::Binary(Binary::Eq | Binary::Ne, _, b) = &mut f.nodes[v.index()].op
            && is_same[b.index()]
        {
            *b = new;
        }
    }
}

/// A table of blocks by value for passes that add values: the place of a new one.
pub(super) fn grow(home: &mut Vec<Block>, f: &Function, block: Block) {
    if home.len() < f.nodes.len() {
        home.extend(vec![block; f.nodes.len() - home.len()]);
    }
}
