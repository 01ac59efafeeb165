//! Induction variables: addresses that grow by a constant in each turn become pointers, and a counter that is only
//! compared then is replaced by the comparison of a pointer.

use super::invariant::{before, grow, preheaders};
use crate::ir::{Binary, Block, Function, Loc, Op, Terminator, Type, Value, graph, graph::Graph, graph::Loops};
use alloc::vec::Vec;

/// Maximum number of pointers per loop.
const MAX_POINTERS: usize = 6;

/// A counter: a header's parameter that grows by a constant.
#[derive(Clone, Copy, Debug)]
struct Counter {
    /// The parameter.
    param: Value,
    /// Its position.
    at: usize,
    /// Its value before the loop.
    start: Value,
    /// Its value after a turn.
    next: Value,
    /// The constant.
    step: i32,
}

/// Addresses of one form: base + counter * scale.
#[derive(Clone, Debug)]
struct Group {
    base: Value,
    counter: usize,
    scale: i32,
    members: Vec<Value>,
}

/// Makes pointers in all loops, inner ones first.
pub fn run(f: &mut Function) {
    preheaders(f);
    let graph = Graph::new(f);
    let loops = graph.loops();
    let mut home = graph::places(f);
    for index in (0..loops.all.len()).rev() {
        let Some(front) = before(f, &graph, &loops, index) else { continue };
        let [latch] = loops.all[index].latches[..] else { continue };
        let mut pass = Pass { f, graph: &graph, loops: &loops, home: &mut home, index, front, latch };
        pass.run();
    }
}

struct Pass<'a> {
    f: &'a mut Function,
    graph: &'a Graph,
    loops: &'a Loops,
    home: &'a mut Vec<Block>,
    index: usize,
    front: Block,
    latch: Block,
}

impl Pass<'_> {
    fn header(&self) -> Block {
        self.loops.all[self.index].header
    }

    fn is_invariant(&self, v: Value) -> bool {
        let block = self.home[v.index()];
        block.0 != u32::MAX && !self.loops.contains(self.index, block)
    }

    /// The value that an edge to the header passes to a parameter; `None` if two edges differ.
    fn passed(&self, from: Block, at: usize) -> Option<Value> {
        let header = self.header();
        let mut args = self.f.blocks[from.index()].end.edges().into_iter().filter(|e| e.block == header);
        let value = *args.next()?.args.get(at)?;
        args.next().is_none().then_some(value)
    }

    fn counters(&self) -> Vec<Counter> {
        let params = &self.f.blocks[self.header().index()].params;
        let mut all = Vec::new();
        for (at, &param) in params.iter().enumerate().filter(|(_, p)| self.f.ty(**p) == Type::I32) {
            let (Some(start), Some(next)) = (self.passed(self.front, at), self.passed(self.latch, at)) else { continue };
            if let Op::Binary(Binary::Add, a, b) = *self.f.op(next)
                && a == param
                && let Some(step) = self.f.int(b)
            {
                all.push(Counter { param, at, start, next, step: step as i32 });
            }
        }
        all
    }

    /// The counter and factor of a value that is a counter times a constant.
    fn scaled(&self, counters: &[Counter], v: Value) -> Option<(usize, i32)> {
        let of = |v: Value| counters.iter().position(|c| c.param == v);
        if let Some(counter) = of(v) {
            return Some((counter, 1));
        }
        match *self.f.op(v) {
            Op::Binary(Binary::Shl, a, n) => Some((of(a)?, 1i32.wrapping_shl(self.f.int(n)? as u32))),
            Op::Binary(Binary::Mul, a, n) => Some((of(a)?, self.f.int(n)? as i32)),
            _ => None,
        }
    }

    fn run(&mut self) {
        let counters = self.counters();
        if counters.is_empty() {
            return;
        }
        let mut groups: Vec<Group> = Vec::new();
        for block in &self.loops.all[self.index].blocks {
            for &v in &self.f.blocks[block.index()].nodes {
                let Op::Binary(Binary::Add, a, b) = *self.f.op(v) else { continue };
                for (base, index) in [(a, b), (b, a)] {
                    let Some((counter, scale)) = self.scaled(&counters, index) else { continue };
                    let is_address = matches!(self.f.op(base), Op::Symbol(..) | Op::Slot(..));
                    if counters[counter].next == v || self.f.int(base).is_some() {
                        continue;
                    }
                    if !is_address && !self.is_invariant(base) {
                        continue;
                    }
                    let same = |g: &&mut Group| {
                        g.counter == counter
                            && g.scale == scale
                            && (g.base == base || is_address && self.f.op(g.base) == self.f.op(base))
                    };
                    match groups.iter_mut().find(same) {
                        Some(group) => group.members.push(v),
                        None => groups.push(Group { base, counter, scale, members: alloc::vec![v] }),
                    }
                    break;
                }
            }
        }
        let uses = graph::uses(self.f);
        let plain = groups.iter().filter(|g| g.scale == 1).count();
        // Without a factor a pointer costs as much as the sum, unless the counter is not needed any more.
        groups.retain(|g| g.scale != 1 || plain == 1 && uses[counters[g.counter].param.index()] == 2);
        groups.truncate(MAX_POINTERS);
        for group in groups {
            let counter = counters[group.counter];
            let (pointer, next) = self.pointer(&group, counter);
            self.compare_pointer(&group, counter, pointer, next);
        }
    }

    fn add_front(&mut self, op: Op) -> Value {
        let v = self.f.append(self.front, op, Some(Type::I32), Loc::default());
        grow(self.home, self.f, self.front);
        v
    }

    /// base + value * scale, before the loop.
    fn linear(&mut self, group: &Group, value: Value) -> Value {
        let base = match self.f.op(group.base).clone() {
            op @ (Op::Symbol(..) | Op::Slot(..)) => self.add_front(op),
            _ => group.base,
        };
        if let Some(n) = self.f.int(value) {
            let offset = (n as i32).wrapping_mul(group.scale);
            let offset = self.add_front(Op::Int(offset.into()));
            return self.add_front(Op::Binary(Binary::Add, base, offset));
        }
        let scale = self.add_front(Op::Int(group.scale.into()));
        let scaled = self.add_front(Op::Binary(Binary::Mul, value, scale));
        self.add_front(Op::Binary(Binary::Add, base, scaled))
    }

    /// Makes a pointer of a group; its value in a turn and after it.
    fn pointer(&mut self, group: &Group, counter: Counter) -> (Value, Value) {
        let header = self.header();
        let start = self.linear(group, counter.start);
        let pointer = self.f.add_param(header, Type::I32, Loc::default());
        grow(self.home, self.f, header);
        let step = self.f.append(self.latch, Op::Int(counter.step.wrapping_mul(group.scale).into()), Some(Type::I32), Loc::default());
        let next = self.f.append(self.latch, Op::Binary(Binary::Add, pointer, step), Some(Type::I32), Loc::default());
        grow(self.home, self.f, self.latch);
        for (from, value) in [(self.front, start), (self.latch, next)] {
            for edge in self.f.blocks[from.index()].end.edges_mut() {
                if edge.block == header {
                    edge.args.push(value);
                }
            }
        }
        let mut map: Vec<Value> = (0..self.f.nodes.len() as u32).map(Value).collect();
        for member in &group.members {
            map[member.index()] = pointer;
            for data in &mut self.f.blocks {
                data.nodes.retain(|v| v != member);
            }
        }
        self.f.replace(&map);
        (pointer, next)
    }

    /// Replaces the comparison of a counter that has no other use.
    fn compare_pointer(&mut self, group: &Group, counter: Counter, pointer: Value, next: Value) {
        let Terminator::Branch(condition, ..) = self.f.blocks[self.latch.index()].end else { return };
        let Op::Binary(op, a, limit) = *self.f.op(condition) else { return };
        let is_only = {
            let uses = graph::uses(self.f);
            // The parameter in the sum; the sum in the edge and the comparison.
            uses[counter.param.index()] == 1 && uses[counter.next.index()] == 2 && uses[condition.index()] == 1
        };
        let accessed = self.is_accessed_always(pointer);
        if a != counter.next || !is_only || !accessed {
            return;
        }
        if self.f.int(limit).is_none() && !self.is_invariant(limit) {
            return;
        }
        if !self.is_exact(op, counter, limit) {
            return;
        }
        // The last turn is the one after which the counter is the limit.
        let end = self.linear(group, limit);
        self.f.nodes[condition.index()].op =
            Op::Binary(if op == Binary::Eq { Binary::Eq } else { Binary::Ne }, next, end);
        // The step was added at the end of the block, and the comparison must follow it.
        let data = &mut self.f.blocks[self.latch.index()];
        if let Some(at) = data.nodes.iter().position(|v| *v == condition) {
            let condition = data.nodes.remove(at);
            data.nodes.push(condition);
        }
    }

    /// True if every turn reads or writes memory at the pointer, so that the pointer cannot wrap unseen.
    fn is_accessed_always(&self, pointer: Value) -> bool {
        self.loops.all[self.index].blocks.iter().any(|b| {
            let accesses = |v: &Value| match self.f.op(*v) {
                Op::Load(_, a, _) | Op::Store(_, a, ..) => *a == pointer,
                _ => false,
            };
            self.graph.dominates(*b, self.latch) && self.f.blocks[b.index()].nodes.iter().any(accesses)
        })
    }

    /// True if the counter meets the limit exactly when the comparison ends the loop.
    fn is_exact(&self, op: Binary, counter: Counter, limit: Value) -> bool {
        match op {
            Binary::Ne | Binary::Eq => return true,
            Binary::LtS | Binary::LtU => {}
            _ => return false,
        }
        // The branch must go on while the comparison holds.
        let Terminator::Branch(_, yes, _) = &self.f.blocks[self.latch.index()].end else { return false };
        if yes.block != self.header() || counter.step <= 0 {
            return false;
        }
        if let (Some(start), Some(end)) = (self.f.int(counter.start), self.f.int(limit)) {
            let count = end - start;
            return count > 0 && start >= 0 && count % i64::from(counter.step) == 0;
        }
        counter.step == 1 && self.is_guarded(op, counter.start, limit)
    }

    /// True if the loop is entered only where start < limit.
    fn is_guarded(&self, op: Binary, start: Value, limit: Value) -> bool {
        let [guard] = self.graph.preds[self.front.index()][..] else { return false };
        let Terminator::Branch(condition, yes, no) = &self.f.blocks[guard.index()].end else { return false };
        let Op::Binary(tested, a, b) = *self.f.op(*condition) else { return false };
        let same = |x: Value, y: Value| x == y || self.f.int(x).is_some() && self.f.int(x) == self.f.int(y);
        let opposite = if op == Binary::LtS { Binary::LeS } else { Binary::LeU };
        yes.block != no.block
            && (tested == op && same(a, start) && same(b, limit) && yes.block == self.front
                || tested == opposite && same(a, limit) && same(b, start) && no.block == self.front)
    }
}
