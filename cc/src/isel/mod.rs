//! Selection of instructions: from legal functions to [`mir`] with virtual registers.
//!
//! Blocks are taken in postorder and nodes from last to first, so that uses come before definitions: a node that was
//! folded into its users, or that has none, makes no instruction. No instruction is moved.

mod address;
mod call;
mod compare;
mod node;

use crate::ir::{Function, Held, Loc, Op, Terminator, Type, Value, graph};
use crate::mir::{self, BlockData, Class, End, Imm, Inst, Label, Line, Plain, Pool, Reg};
use crate::opt::Level;
use alloc::{collections::BTreeMap, vec, vec::Vec};
use mcore_cpu::isa::Op as Isa;

/// Selects the instructions of a legal function.
pub fn function(f: &Function, level: Level, pool: &mut Pool) -> mir::Function {
    let graph = graph::Graph::new(f);
    let mut selector = Selector {
        f,
        level,
        pool,
        out: mir::Function { outgoing: f.outgoing, is_marked: f.seq > 0, ..mir::Function::default() },
        uses: graph::uses(f),
        preds: (0..graph.preds.len()).map(|block| graph.preds[block].len()).collect(),
        place: graph::places(f),
        needed: vec![false; f.nodes.len()],
        regs: vec![Reg::NONE; f.nodes.len()],
        parts: BTreeMap::new(),
        labels: vec![Label(0); f.blocks.len()],
        now: Vec::new(),
        at: crate::ir::Block(0),
        entry_copies: Vec::new(),
        high_only: high_only(f),
        crossing: vec![false; f.nodes.len()],
        depths: Vec::new(),
        calls_in_loops: false,
    };
    selector.run(&graph);
    selector.out
}

/// The class of the registers of a type.
const fn class(ty: Type) -> Class {
    if ty.is_float() { Class::Float } else { Class::General }
}

const fn line(loc: Loc) -> Line {
    let Loc { line, column, file, inlined, statement, seq } = loc;
    Line { file, column, line, statement, inlined, seq, defs: (0, 0) }
}

/// True if a number is a signed immediate.
const fn is_short(n: i64) -> bool {
    n >= -0x8000 && n <= 0x7fff
}

/// True if a number is an unsigned immediate.
const fn is_unsigned_short(n: i64) -> bool {
    n >= 0 && n <= 0xffff
}

/// The state of the selection for one function.
struct Selector<'a> {
    f: &'a Function,
    level: Level,
    pool: &'a mut Pool,
    out: mir::Function,
    /// Uses of each value.
    uses: Vec<u32>,
    /// The number of edges to each block.
    preds: Vec<usize>,
    /// The block of each value.
    place: Vec<crate::ir::Block>,
    /// Values that an instruction reads from a register.
    needed: Vec<bool>,
    /// Their registers.
    regs: Vec<Reg>,
    /// Further results of calls and outputs of `asm`.
    parts: BTreeMap<Value, Vec<(u8, Value)>>,
    /// The machine block of each block.
    labels: Vec<Label>,
    /// The instructions of the current node, first one first.
    now: Vec<Inst>,
    at: crate::ir::Block,
    /// Copies of registers that only hold their value when the function begins: to, from.
    entry_copies: Vec<(Reg, Reg)>,
    /// For an address of a symbol that is only used by accesses with one offset: that offset. Its register has the upper
    /// half, the accesses have the lower one.
    high_only: Vec<Option<i32>>,
    /// Parameters of the function that are needed after a call.
    crossing: Vec<bool>,
    /// The number of loops around each block.
    depths: Vec<u32>,
    /// Some loop has a call.
    calls_in_loops: bool,
}

/// Addresses of symbols whose upper half is enough in a register.
fn high_only(f: &Function) -> Vec<Option<i32>> {
    // No use yet, one offset, or other uses.
    let mut found: Vec<Option<Option<i32>>> = vec![None; f.nodes.len()];
    let mut note = |v: Value, offset: Option<i32>| {
        let entry = &mut found[v.index()];
        *entry = match *entry {
            None => Some(offset),
            Some(known) if known == offset => Some(known),
            Some(_) => Some(None),
        };
    };
    for data in &f.blocks {
        for v in &data.nodes {
            match f.op(*v) {
                Op::Load(_, a, offset) => note(*a, Some(*offset)),
                Op::Store(_, a, offset, b) => {
                    note(*a, Some(*offset));
                    note(*b, None);
                }
                op => op.each_use(|u| note(u, None)),
            }
        }
        data.end.each_use(|u| note(u, None));
    }
    let is_symbol = |i: usize| matches!(f.nodes[i].op, Op::Symbol(..));
    found.into_iter().enumerate().map(|(i, o)| if is_symbol(i) { o.flatten() } else { None }).collect()
}

impl Selector<'_> {
    fn run(&mut self, graph: &graph::Graph) {
        let loops = graph.loops();
        self.depths = self.f.block_ids().map(|b| loops.depth(b)).collect();
        let has_call =
            |b: &crate::ir::Block| self.f.blocks[b.index()].nodes.iter().any(|v| matches!(self.f.op(*v), Op::Call(_)));
        self.calls_in_loops = graph.order.iter().any(|b| loops.depth(*b) > 0 && has_call(b));
        self.plan_blocks(graph);
        for node in graph.order.iter().flat_map(|b| &self.f.blocks[b.index()].nodes) {
            if let Op::Part(of, index) = self.f.op(*node) {
                self.parts.entry(*of).or_default().push((*index, *node));
            }
        }
        for &block in graph.order.iter().rev() {
            self.at = block;
            let data = self.block(block);
            let label = self.labels[block.index()];
            let to = &mut self.out.blocks[label.index()];
            let is_named = to.is_named;
            *to = BlockData { depth: loops.depth(block), is_named, ..data };
        }
        if self.f.seq > 0 {
            self.mark(graph);
        }
        // Edge blocks were made with their number only.
        for i in 0..self.out.blocks.len() {
            if let Some(End::Jump(to, _)) = &self.out.blocks[i].end
                && self.out.blocks[i].insts.is_empty()
            {
                let depth = self.out.blocks[to.index()].depth;
                let data = &mut self.out.blocks[i];
                data.depth = if data.depth == 0 { depth } else { data.depth };
            }
        }
    }

    /// Takes the marks of variables over, now that the registers of values are known.
    fn mark(&mut self, graph: &graph::Graph) {
        for &block in &graph.order {
            let marks = self.f.blocks[block.index()].marks.iter();
            let all =
                marks.map(|m| mir::Mark { seq: m.seq, variable: m.variable.0, held: self.held(m.held) }).collect();
            let label = self.labels[block.index()];
            self.out.blocks[label.index()].marks = all;
        }
    }

    fn held(&self, held: Held) -> mir::Held {
        let word = |v: Value| match self.f.op(v) {
            Op::Int(n) => Some(mir::Word::Int(*n as u32)),
            _ => Some(mir::Word::Register(self.regs[v.index()].virtual_index()? as u32)),
        };
        match held {
            Held::Unset => mir::Held::Unset,
            Held::Lost => mir::Held::Lost,
            Held::Removed => mir::Held::Removed,
            Held::Value(v) => match self.f.op(v) {
                Op::Int(n) => mir::Held::Bits(*n as u64),
                Op::Float(bits) => mir::Held::Bits(*bits),
                // Its register can hold only a half of it.
                Op::Symbol(symbol, offset) => mir::Held::Address(*symbol, *offset),
                _ => match word(v) {
                    Some(mir::Word::Register(n)) => mir::Held::Register(n),
                    _ => mir::Held::Removed,
                },
            },
            Held::Pair(low, high) => match (word(low), word(high)) {
                (Some(mir::Word::Int(low)), Some(mir::Word::Int(high))) => {
                    mir::Held::Bits(u64::from(high) << 32 | u64::from(low))
                }
                (Some(low), Some(high)) => mir::Held::Pair(low, high),
                _ => mir::Held::Removed,
            },
        }
    }

    /// Numbers the machine blocks: each block, then the blocks of its edges.
    fn plan_blocks(&mut self, graph: &graph::Graph) {
        let mut next = 0;
        for &block in &graph.order {
            self.labels[block.index()] = Label(next);
            next += 1 + self.f.blocks[block.index()].end.edges().count() as u32;
        }
        self.out.blocks = vec![BlockData::default(); next as usize];
    }

    /// The block of an edge: the target itself, or a block of the edge's own where one is needed.
    fn edge(&mut self, index: u32, edge: &crate::ir::Edge, is_single: bool) -> Label {
        let to = self.labels[edge.block.index()];
        if is_single && edge.args.is_empty() {
            return to;
        }
        let args: Vec<Reg> = edge.args.iter().map(|v| self.edge_arg(*v)).collect();
        let own = Label(self.labels[self.at.index()].0 + 1 + index);
        let insts = self.now.drain(..).map(|i| (i, Line::default())).collect();
        let line = line(self.f.blocks[self.at.index()].loc);
        let data = &mut self.out.blocks[own.index()];
        *data = BlockData { insts, end: Some(End::Jump(to, args)), line, ..BlockData::default() };
        own
    }

    /// A register for a value passed along an edge; constants are made there.
    fn edge_arg(&mut self, value: Value) -> Reg {
        match self.f.op(value) {
            Op::Int(n) => {
                let to = self.out.new_reg(Class::General);
                self.set_int(to, *n as i32);
                to
            }
            _ => self.reg(value),
        }
    }

    fn block(&mut self, block: crate::ir::Block) -> BlockData {
        let f = self.f;
        let data = &f.blocks[block.index()];
        let mut insts = Vec::new();
        let end = self.end(&data.end);
        let end_line = line(data.loc);
        insts.extend(self.now.drain(..).rev().map(|i| (i, end_line)));
        for &value in data.nodes.iter().rev() {
            if self.is_wanted(value) {
                self.node(value);
                let line = line(f.node(value).loc);
                insts.extend(self.now.drain(..).rev().map(|i| (i, line)));
            }
        }
        if block.0 == 0 {
            self.entry();
            let line = line(f.loc);
            insts.extend(self.now.drain(..).rev().map(|i| (i, line)));
        }
        insts.reverse();
        let params =
            if block.0 == 0 { Vec::new() } else { data.params.iter().map(|p| self.param(*p)).collect::<Vec<_>>() };
        BlockData { params, insts, end: Some(end), line: end_line, ..BlockData::default() }
    }

    fn param(&mut self, value: Value) -> Reg {
        self.target(value)
    }

    /// True if a node makes instructions: it has an effect, or its value is needed.
    fn is_wanted(&self, value: Value) -> bool {
        let op = self.f.op(value);
        match op {
            Op::Nop | Op::Param | Op::Part(..) => false,
            Op::Binary(op, ..) if op.can_trap() => true,
            Op::Asm(_) if op.is_removable() => {
                self.parts.get(&value).is_some_and(|all| all.iter().any(|p| self.needed[p.1.index()]))
            }
            _ => !op.is_removable() || self.needed[value.index()],
        }
    }

    fn end(&mut self, end: &Terminator) -> End {
        match end {
            Terminator::Jump(edge) => {
                let args = edge.args.iter().map(|v| self.edge_arg(*v)).collect();
                End::Jump(self.labels[edge.block.index()], args)
            }
            Terminator::Branch(v, yes, no) => self.branch(*v, yes, no),
            Terminator::Table(v, edges) => self.table(*v, edges),
            Terminator::Goto(v, blocks) => {
                let targets: Vec<Label> = blocks.iter().map(|b| self.labels[b.index()]).collect();
                for (block, label) in blocks.iter().zip(&targets) {
                    self.out.blocks[label.index()].is_named = true;
                    self.out.named.push((*block, *label));
                }
                End::Indirect(self.reg(*v), targets)
            }
            Terminator::Return(values) => {
                let mut fixed = Vec::new();
                for (i, value) in values.iter().enumerate() {
                    let place =
                        if self.f.ty(*value).is_float() { Reg::float(2 * i as u8) } else { Reg::general(2 + i as u8) };
                    // The value's own register is better not the one of the result if it lives through calls.
                    let apart = self.calls_in_loops && self.place[value.index()] != self.at;
                    let from = self.operand(*value);
                    fixed.push((if apart { self.copied(from, self.f.ty(*value)) } else { from }, place));
                }
                End::Return(fixed)
            }
            // `opt::switch` leaves no switch.
            Terminator::Switch(..) | Terminator::Trap | Terminator::None => End::Trap,
        }
    }

    fn branch(&mut self, condition: Value, yes: &crate::ir::Edge, no: &crate::ir::Edge) -> End {
        let is_single = |this: &Self, e: &crate::ir::Edge| yes.block != no.block && this.single_pred(e.block);
        let (single_yes, single_no) = (is_single(self, yes), is_single(self, no));
        let yes = self.edge(0, yes, single_yes);
        let no = self.edge(1, no, single_no);
        let plain = self.condition_branch(condition);
        End::Branch(plain, yes, no)
    }

    /// True if one edge leads to a block, so that it is no critical one.
    fn single_pred(&self, block: crate::ir::Block) -> bool {
        self.preds[block.index()] == 1
    }

    fn table(&mut self, index: Value, edges: &[crate::ir::Edge]) -> End {
        let labels: Vec<Label> = edges.iter().enumerate().map(|(i, e)| self.edge(i as u32, e, false)).collect();
        let number = self.out.tables.len() as u32;
        let (scaled, base) = (self.temp(Class::General), self.temp(Class::General));
        let (sum, target) = (self.temp(Class::General), self.temp(Class::General));
        let index = self.reg(index);
        self.push_imm(Isa::Sll, &[scaled, index], Imm::Int(2));
        self.push_imm(Isa::Lui, &[base], Imm::TableHi(number));
        self.push(Isa::Addu, &[sum, base, scaled]);
        self.push_imm(Isa::Lw, &[target, sum], Imm::TableLo(number));
        self.out.tables.push(labels.clone());
        End::Indirect(target, labels)
    }

    /// Adds an instruction.
    fn push(&mut self, op: Isa, regs: &[Reg]) {
        self.now.push(Inst::Plain(Plain::new(op, regs)));
    }

    /// Adds an instruction with an immediate.
    fn push_imm(&mut self, op: Isa, regs: &[Reg], imm: Imm) {
        self.now.push(Inst::Plain(Plain::with(op, regs, imm)));
    }

    /// Adds an instruction that keeps a part of an old value.
    fn push_tied(&mut self, op: Isa, regs: &[Reg], tied: Reg, imm: Imm) {
        self.now.push(Inst::Plain(Plain { tied, ..Plain::with(op, regs, imm) }));
    }

    /// A new virtual register.
    fn temp(&mut self, class: Class) -> Reg {
        self.out.new_reg(class)
    }

    /// The register that a value is computed into.
    fn target(&mut self, value: Value) -> Reg {
        if self.regs[value.index()] == Reg::NONE {
            self.regs[value.index()] = self.out.new_reg(class(self.f.ty(value)));
        }
        self.regs[value.index()]
    }

    /// The register with a value, which is then needed; never `$zero`.
    fn operand(&mut self, value: Value) -> Reg {
        self.needed[value.index()] = true;
        self.target(value)
    }

    /// The register with a value; `$zero` for 0.
    fn reg(&mut self, value: Value) -> Reg {
        if self.f.int(value) == Some(0) { Reg::ZERO } else { self.operand(value) }
    }

    /// A copy of a register, which the allocation keeps apart from it.
    fn copied(&mut self, from: Reg, ty: Type) -> Reg {
        let to = self.temp(class(ty));
        if ty.is_float() {
            self.push(Isa::MovD, &[to, from]);
        } else {
            self.push(Isa::Addu, &[to, from, Reg::ZERO]);
        }
        to
    }

    /// The small constant that a value is.
    fn short(&self, value: Value) -> Option<i32> {
        self.f.int(value).filter(|n| is_short(*n)).map(|n| n as i32)
    }

    /// True if a value has one use, which is in the current block as it is itself: it can be computed where it is used.
    fn is_own(&self, value: Value) -> bool {
        self.uses[value.index()] == 1 && self.place[value.index()] == self.at
    }

    /// Sets a register to a constant.
    fn set_int(&mut self, to: Reg, n: i32) {
        if is_short(n.into()) {
            self.push_imm(Isa::Addiu, &[to, Reg::ZERO], Imm::Int(n));
        } else if is_unsigned_short(n.into()) {
            self.push_imm(Isa::Ori, &[to, Reg::ZERO], Imm::Int(n));
        } else if n & 0xffff == 0 {
            self.push_imm(Isa::Lui, &[to], Imm::Int((n >> 16) & 0xffff));
        } else {
            let high = self.temp(Class::General);
            self.push_imm(Isa::Lui, &[high], Imm::Int((n >> 16) & 0xffff));
            self.push_imm(Isa::Ori, &[to, high], Imm::Int(n & 0xffff));
        }
    }
}
