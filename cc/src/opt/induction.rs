//! Induction variables: addresses that grow by a constant in each turn become pointers, and a counter that is only
//! compared then is replaced by the comparison of a pointer.

use super::invariant::{before, grow, preheaders};
use crate::ir::{Binary, Block, Function, Loc, Op, Terminator, Type, Value, graph, graph::Graph, graph::Loops};
use crate::order::Order as _;
use alloc::vec::Vec;

/// Maximum number of pointers per loop.
const MAX_POINTERS: usize = 6;

/// A counter: a header's parameter that grows by a constant.
#[derive(Clone, Copy, Debug)]
struct Counter {
    param: Value,
    /// Its value before the loop.
    start: Value,
    /// Its value after a turn.
    next: Value,
    /// The constant.
    step: i32,
}

/// A sum: invariant terms with factors, a constant, and a counter with a factor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sum {
    terms: Vec<(Value, i32)>,
    constant: i32,
    /// The index of the counter, its constant factor, and an invariant factor.
    counter: Option<(usize, i32, Option<Value>)>,
}

/// Sums that differ by a constant: one pointer serves them all.
#[derive(Clone, Debug)]
struct Group {
    sum: Sum,
    members: Vec<(Value, i32)>,
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
        let mut args = self.f.blocks[from.index()].end.edges().filter(|e| e.block == header);
        let value = *args.next()?.args.get(at)?;
        args.next().is_none().then_some(value)
    }

    fn counters(&self) -> Vec<Counter> {
        let params = &self.f.blocks[self.header().index()].params;
        let mut all = Vec::new();
        for (at, &param) in params.iter().enumerate().filter(|(_, p)| self.f.ty(**p) == Type::I32) {
            let (Some(start), Some(next)) = (self.passed(self.front, at), self.passed(self.latch, at)) else {
                continue;
            };
            if let Op::Binary(Binary::Add, a, b) = *self.f.op(next)
                && a == param
                && let Some(step) = self.f.int(b)
            {
                all.push(Counter { param, start, next, step: step as i32 });
            }
        }
        all
    }

    /// Adds a value times a factor to a sum; `None` if it is no such sum.
    fn decompose(&self, counters: &[Counter], sum: &mut Sum, v: Value, scale: i32, depth: u32) -> Option<()> {
        if let Some(n) = self.f.int(v) {
            sum.constant = sum.constant.wrapping_add((n as i32).wrapping_mul(scale));
            return Some(());
        }
        let is_address = matches!(self.f.op(v), Op::Symbol(..) | Op::Slot(..));
        if is_address || self.is_invariant(v) {
            // Equal addresses are the same term.
            let same = |t: &&(Value, i32)| is_address && self.f.op(t.0) == self.f.op(v);
            let v = sum.terms.iter().find(same).map_or(v, |t| t.0);
            sum.terms.push((v, scale));
            return Some(());
        }
        if let Some(index) = counters.iter().position(|c| c.param == v || c.next == v) {
            let counter = counters[index];
            if counter.next == v {
                sum.constant = sum.constant.wrapping_add(counter.step.wrapping_mul(scale));
            }
            return sum.counter.replace((index, scale, None)).is_none().then_some(());
        }
        if depth == 0 {
            return None;
        }
        match *self.f.op(v) {
            Op::Binary(Binary::Add, a, b) => {
                self.decompose(counters, sum, a, scale, depth - 1)?;
                self.decompose(counters, sum, b, scale, depth - 1)
            }
            Op::Binary(Binary::Sub, a, b) => {
                self.decompose(counters, sum, a, scale, depth - 1)?;
                self.decompose(counters, sum, b, scale.wrapping_neg(), depth - 1)
            }
            Op::Binary(Binary::Shl, a, n) => {
                let scale = scale.wrapping_shl(self.f.int(n)? as u32 & 31);
                self.decompose(counters, sum, a, scale, depth - 1)
            }
            Op::Binary(Binary::Mul, a, b) => match self.f.int(b) {
                Some(n) => self.decompose(counters, sum, a, scale.wrapping_mul(n as i32), depth - 1),
                None => {
                    let (a, b) = if self.is_invariant(a) { (b, a) } else { (a, b) };
                    let index = counters.iter().position(|c| c.param == a)?;
                    let is_first = sum.counter.replace((index, scale, Some(b))).is_none();
                    (is_first && self.is_invariant(b)).then_some(())
                }
            },
            _ => None,
        }
    }

    /// The sums of the loop that are no part of another one, in groups.
    fn groups(&self, counters: &[Counter], uses: &[u32]) -> Vec<Group> {
        let mut sums: Vec<(Value, Sum)> = Vec::new();
        let mut inner = alloc::collections::BTreeMap::new();
        for block in &self.loops.all[self.index].blocks {
            for &v in &self.f.blocks[block.index()].nodes {
                let is_sum =
                    matches!(self.f.op(v), Op::Binary(Binary::Add | Binary::Sub | Binary::Shl | Binary::Mul, ..));
                if !is_sum || uses[v.index()] == 0 || counters.iter().any(|c| c.next == v) {
                    continue;
                }
                let mut sum = Sum::default();
                if self.decompose(counters, &mut sum, v, 1, 6).is_some() && sum.counter.is_some() {
                    self.f.op(v).each_use(|u| *inner.entry(u).or_insert(0u32) += 1);
                    sum.terms.order();
                    sums.push((v, sum));
                }
            }
        }
        let mut groups: Vec<Group> = Vec::new();
        for (v, sum) in sums {
            let is_part = inner.get(&v) == Some(&uses[v.index()]);
            let is_product = sum.terms.is_empty();
            if is_part || is_product {
                continue;
            }
            let same = |g: &&mut Group| Sum { constant: sum.constant, ..g.sum.clone() } == sum;
            match groups.iter_mut().find(same) {
                Some(group) => {
                    let difference = sum.constant.wrapping_sub(group.sum.constant);
                    group.members.push((v, difference));
                }
                None => groups.push(Group { sum, members: alloc::vec![(v, 0)] }),
            }
        }
        groups
    }

    fn run(&mut self) {
        let counters = self.counters();
        if counters.is_empty() {
            return;
        }
        let uses = live_uses(self.f);
        let mut groups = self.groups(&counters, &uses);
        let is_plain = |g: &Group| matches!(g.sum.counter, Some((_, 1, None))) && g.sum.terms.len() == 1;
        let plain = groups.iter().filter(|g| is_plain(g)).count();
        // Without a factor a pointer costs as much as the sum, unless the counter is not needed any more.
        groups.retain(|g| {
            let counter = g.sum.counter.map_or(0, |c| c.0);
            !is_plain(g) || plain == 1 && uses[counters[counter].param.index()] == 2
        });
        groups.truncate(MAX_POINTERS);
        let mut made = Vec::new();
        for group in groups {
            let counter = counters[group.sum.counter.map_or(0, |c| c.0)];
            let (pointer, next) = self.pointer(&group, counter);
            made.push((group, counter, pointer, next));
        }
        for (group, counter, pointer, next) in made {
            self.compare_pointer(&group, counter, pointer, next);
        }
    }

    fn add_front(&mut self, op: Op) -> Value {
        let v = self.f.append(self.front, op, Some(Type::I32), Loc::default());
        grow(self.home, self.f, self.front);
        v
    }

    fn add_word(&mut self, n: i32) -> Value {
        self.add_front(Op::Int(n.into()))
    }

    /// A value times a constant, before the loop.
    fn times(&mut self, value: Value, scale: i32) -> Value {
        if scale == 1 {
            return value;
        }
        let scale = self.add_word(scale);
        self.add_front(Op::Binary(Binary::Mul, value, scale))
    }

    /// The factor of the counter, times a constant, before the loop.
    fn stride(&mut self, group: &Group, n: i32) -> Value {
        let (_, scale, factor) = group.sum.counter.unwrap_or((0, 1, None));
        match factor {
            Some(factor) => self.times(factor, scale.wrapping_mul(n)),
            None => self.add_word(scale.wrapping_mul(n)),
        }
    }

    /// The sum for a value of the counter, before the loop.
    fn linear(&mut self, group: &Group, value: Value) -> Value {
        let mut sum: Option<Value> = None;
        for (term, scale) in group.sum.terms.clone() {
            let term = match self.f.op(term).clone() {
                op @ (Op::Symbol(..) | Op::Slot(..)) => self.add_front(op),
                _ => term,
            };
            let term = self.times(term, scale);
            sum = Some(match sum {
                Some(sum) => self.add_front(Op::Binary(Binary::Add, sum, term)),
                None => term,
            });
        }
        let grown = match self.f.int(value) {
            Some(n) => self.stride(group, n as i32),
            None => {
                let stride = self.stride(group, 1);
                self.add_front(Op::Binary(Binary::Mul, value, stride))
            }
        };
        let sum = match sum {
            Some(sum) => self.add_front(Op::Binary(Binary::Add, sum, grown)),
            None => grown,
        };
        let constant = self.add_word(group.sum.constant);
        self.add_front(Op::Binary(Binary::Add, sum, constant))
    }

    /// Makes a pointer of a group; its value in a turn and after it.
    fn pointer(&mut self, group: &Group, counter: Counter) -> (Value, Value) {
        let header = self.header();
        let start = self.linear(group, counter.start);
        let pointer = self.f.add_param(header, Type::I32, Loc::default());
        grow(self.home, self.f, header);
        let step = match group.sum.counter {
            Some((_, _, Some(_))) => self.stride(group, counter.step),
            Some((_, scale, None)) => {
                let step = Op::Int(counter.step.wrapping_mul(scale).into());
                self.f.append(self.latch, step, Some(Type::I32), Loc::default())
            }
            None => return (pointer, pointer),
        };
        grow(self.home, self.f, self.latch);
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
        for (member, difference) in &group.members {
            if *difference != 0 {
                let home = self.home[member.index()];
                let n = self.f.add(Op::Int((*difference).into()), Some(Type::I32), Loc::default());
                grow(self.home, self.f, home);
                self.f.nodes[member.index()].op = Op::Binary(Binary::Add, pointer, n);
                let nodes = &mut self.f.blocks[home.index()].nodes;
                if let Some(at) = nodes.iter().position(|v| v == member) {
                    nodes.insert(at, n);
                }
                continue;
            }
            map[member.index()] = pointer;
            for data in &mut self.f.blocks {
                data.nodes.retain(|v| v != member);
            }
        }
        map.extend((map.len() as u32..self.f.nodes.len() as u32).map(Value));
        self.f.replace(&map);
        (pointer, next)
    }

    /// Replaces the comparison of a counter that has no other use.
    fn compare_pointer(&mut self, group: &Group, counter: Counter, pointer: Value, next: Value) {
        let Terminator::Branch(condition, ..) = self.f.blocks[self.latch.index()].end else { return };
        let Op::Binary(op, a, limit) = *self.f.op(condition) else { return };
        let is_only = {
            let uses = live_uses(self.f);
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
        let is_known = matches!(group.sum.counter, Some((_, scale, None)) if scale != 0);
        if !is_known || !self.is_exact(op, counter, limit) {
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
                Op::Load(_, a, _) | Op::Store(_, a, ..) => self.is_pointer(*a, pointer),
                _ => false,
            };
            self.graph.dominates(*b, self.latch) && self.f.blocks[b.index()].nodes.iter().any(accesses)
        })
    }

    /// True for a pointer, also plus a constant.
    fn is_pointer(&self, v: Value, pointer: Value) -> bool {
        match *self.f.op(v) {
            Op::Binary(Binary::Add, a, b) => a == pointer && self.f.int(b).is_some(),
            _ => v == pointer,
        }
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

/// The number of uses of each value by nodes that have a use themselves, or an effect.
fn live_uses(f: &Function) -> Vec<u32> {
    let mut uses = graph::uses(f);
    let mut work: Vec<Value> = Vec::new();
    let is_dead = |uses: &[u32], v: Value| uses[v.index()] == 0 && f.op(v).is_removable();
    work.extend(f.blocks.iter().flat_map(|b| &b.nodes).copied().filter(|v| is_dead(&uses, *v)));
    while let Some(v) = work.pop() {
        f.op(v).each_use(|u| {
            uses[u.index()] -= 1;
            if is_dead(&uses, u) && *f.op(u) != Op::Param {
                work.push(u);
            }
        });
    }
    uses
}
