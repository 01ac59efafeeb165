//! Statements.

use super::Lower;
use super::function::{Exit, Switch};
use crate::ir::{Binary as Bin, Block, Type, Value};
use crate::tree::{Case, ExprId, ObjectId, StmtId, StmtKind, Storage};
use crate::types::Ty;
use alloc::vec::Vec;

impl Lower<'_, '_> {
    /// Lowers a statement.
    pub(super) fn stmt(&mut self, id: StmtId) {
        let unit = self.unit;
        if self.builder.function().nodes.len() + super::BLOCK_COST * self.builder.function().blocks.len()
            > 2 * super::MAX_NODES
        {
            self.frame.stopped = true;
            return;
        }
        let stmt = unit.stmt(id);
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Block(all) => {
                let scope = self.frame.scope;
                all.iter().for_each(|s| self.stmt(*s));
                self.close(scope);
            }
            StmtKind::Expr(e) => {
                self.line(id);
                self.effect(*e);
            }
            StmtKind::Declare(object) => {
                self.line(id);
                self.declare(*object);
            }
            StmtKind::Length(object, e) => {
                self.line(id);
                let value = self.value(*e);
                let place = self.object_place(*object);
                self.store(&place, value);
            }
            StmtKind::If(..) => self.if_chain(id),
            StmtKind::While(c, body) => self.while_loop(id, *c, *body),
            StmtKind::DoWhile(body, c) => self.do_loop(*body, *c),
            StmtKind::For(first, c, step, body) => self.for_loop(id, *first, *c, *step, *body),
            StmtKind::Switch(e, body, cases, has_default) => {
                self.line(id);
                self.switch(*e, *body, cases, *has_default);
            }
            StmtKind::Case(index, inner) => {
                let block = self.frame.switches.last().and_then(|s| s.cases.get(*index as usize).copied());
                if let Some(block) = block {
                    self.builder.jump(block);
                    self.begin(block);
                }
                self.stmt(*inner);
            }
            StmtKind::Default(inner) => {
                if let Some(switch) = self.frame.switches.last() {
                    let block = switch.default;
                    self.builder.jump(block);
                    self.begin(block);
                }
                self.stmt(*inner);
            }
            StmtKind::Label(label, inner) => {
                // Ways to it may follow, so it is sealed at the end.
                let block = self.label(*label);
                self.builder.jump(block);
                self.builder.switch_to(block);
                self.stmt(*inner);
            }
            StmtKind::Goto(label) => {
                self.line(id);
                let block = self.label(*label);
                let scope = self.label_scope(*label);
                self.leave_to(scope);
                self.builder.jump(block);
            }
            StmtKind::ComputedGoto(e) => {
                self.line(id);
                let address = self.value(*e);
                self.builder.computed_goto(address);
            }
            StmtKind::Break | StmtKind::Continue => {
                self.line(id);
                let exits = if stmt.kind == StmtKind::Break { &self.frame.breaks } else { &self.frame.continues };
                if let Some(exit) = exits.last().copied() {
                    self.leave_to(exit.scope);
                    self.builder.jump(exit.block);
                }
            }
            StmtKind::Return(value) => {
                self.line(id);
                self.return_value(*value);
            }
            StmtKind::Asm(asm) => {
                self.line(id);
                self.asm(asm, stmt.pos);
            }
        }
    }

    /// From here on instructions belong to the line of a statement.
    fn line(&mut self, id: StmtId) {
        let loc = self.loc(self.unit.stmt(id).pos);
        self.builder.set_loc(loc);
    }

    /// From here on instructions belong to the line of an expression.
    fn line_of(&mut self, e: ExprId) {
        let loc = self.loc(self.unit.expr(e).pos);
        if loc.line > 0 {
            self.builder.set_loc(loc);
        }
    }

    fn label_scope(&self, label: crate::tree::LabelId) -> u32 {
        let function = self.frame.function.map(|f| self.unit.function(f));
        let body = function.and_then(|f| f.body.as_ref());
        body.and_then(|b| b.labels.get(label.index())).map_or(0, |l| l.scope)
    }

    /// Ends a block: its variable arrays go.
    fn close(&mut self, scope: u32) {
        if self.frame.scope != scope {
            if !self.builder.is_ended() {
                self.leave_to(scope);
            }
            self.frame.scope = scope;
        }
    }

    fn declare(&mut self, object: ObjectId) {
        let o = self.unit.object(object);
        if o.storage != Storage::Auto {
            return;
        }
        if self.is_variable_array(o.ty) {
            self.declare_array(object);
        } else if o.init.is_some() {
            self.initialise(object);
        } else if let super::function::Local::Variable(variable) = self.locals[object.index()] {
            self.builder.mark_unset(variable);
        }
    }

    fn return_value(&mut self, value: Option<ExprId>) {
        let result = self.frame.result;
        if let Some(address) = self.frame.result_address {
            if let Some(e) = value {
                let to = self.builder.get(address);
                let place = self.at(to, result);
                // The value may be in the object that the result goes to only as a whole, so a copy is right.
                self.record_into(e, &place);
            }
            let to = self.builder.get(address);
            self.builder.ret(Some(to));
            return;
        }
        if self.is_complex(result) {
            let pair = match value {
                Some(e) => self.complex(e),
                None => self.zeros(result),
            };
            self.builder.ret_pair(pair);
            return;
        }
        let ty = self.mem(result).map(crate::ir::Mem::ty);
        match (value, ty) {
            (Some(e), Some(_)) => {
                let value = self.value(e);
                self.builder.ret(Some(value));
            }
            (Some(e), None) => {
                self.effect(e);
                self.builder.ret(None);
            }
            (None, Some(ty)) => {
                let zero = self.zero(ty);
                self.builder.ret(Some(zero));
            }
            (None, None) => self.builder.ret(None),
        }
    }

    // ---- Conditions and loops ----

    /// `if … else if … else`, without recursion along the chain.
    fn if_chain(&mut self, first: StmtId) {
        let unit = self.unit;
        let after = self.builder.block();
        let mut at = first;
        loop {
            let StmtKind::If(c, yes, no) = unit.stmt(at).kind else {
                self.stmt(at);
                break;
            };
            self.line(at);
            let (then, other) = (self.builder.block(), self.builder.block());
            self.branch(c, then, if no.is_some() { other } else { after });
            self.begin(then);
            self.stmt(yes);
            self.builder.jump(after);
            match no {
                Some(no) => {
                    self.begin(other);
                    at = no;
                }
                None => break,
            }
        }
        self.builder.jump(after);
        self.begin(after);
    }

    /// Lowers a loop's body; `break` and `continue` go to these blocks.
    fn body(&mut self, body: StmtId, break_to: Block, continue_to: Block) {
        let scope = self.frame.scope;
        self.frame.breaks.push(Exit { block: break_to, scope });
        self.frame.continues.push(Exit { block: continue_to, scope });
        self.stmt(body);
        self.frame.breaks.pop();
        self.frame.continues.pop();
    }

    fn while_loop(&mut self, id: StmtId, c: ExprId, body: StmtId) {
        let (head, inside, after) = (self.builder.block(), self.builder.block(), self.builder.block());
        self.line(id);
        self.builder.jump(head);
        self.builder.switch_to(head);
        self.branch(c, inside, after);
        self.begin(inside);
        self.body(body, after, head);
        self.line(id);
        self.builder.jump(head);
        self.builder.seal(head);
        self.begin(after);
    }

    fn do_loop(&mut self, body: StmtId, c: ExprId) {
        let (inside, test, after) = (self.builder.block(), self.builder.block(), self.builder.block());
        self.builder.jump(inside);
        self.builder.switch_to(inside);
        self.body(body, after, test);
        self.builder.jump(test);
        self.begin(test);
        self.line_of(c);
        self.branch(c, inside, after);
        self.builder.seal(inside);
        self.begin(after);
    }

    fn for_loop(&mut self, id: StmtId, first: Option<StmtId>, c: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        let scope = self.frame.scope;
        if let Some(first) = first {
            self.stmt(first);
        }
        let (head, inside) = (self.builder.block(), self.builder.block());
        let (next, after) = (self.builder.block(), self.builder.block());
        self.line(id);
        self.builder.jump(head);
        self.builder.switch_to(head);
        match c {
            Some(c) => {
                self.line_of(c);
                self.branch(c, inside, after);
            }
            None => self.builder.jump(inside),
        }
        self.begin(inside);
        self.body(body, after, next);
        self.builder.jump(next);
        self.begin(next);
        if let Some(step) = step {
            self.line_of(step);
            self.effect(step);
        }
        self.builder.jump(head);
        self.builder.seal(head);
        self.begin(after);
        self.close(scope);
    }

    // ---- `switch` ----

    fn switch(&mut self, e: ExprId, body: StmtId, cases: &[Case], has_default: bool) {
        let ty = self.unit.ty(e);
        let value = self.value(e);
        let blocks: Vec<Block> = cases.iter().map(|_| self.builder.block()).collect();
        let after = self.builder.block();
        let default = if has_default { self.builder.block() } else { after };
        if self.type_of(value) == Type::I64 {
            self.wide_switch(value, ty, cases, &blocks, default);
        } else {
            let mut ranges: Vec<(i32, i32, Block)> = Vec::new();
            for (case, block) in cases.iter().zip(&blocks) {
                self.add_range(&mut ranges, *case, *block, ty);
            }
            match ranges.is_empty() {
                true => self.builder.jump(default),
                false => self.builder.switch(value, &ranges, default),
            }
        }
        let scope = self.frame.scope;
        self.frame.breaks.push(Exit { block: after, scope });
        self.frame.switches.push(Switch { cases: blocks, default });
        // Statements before the first case cannot be reached.
        let inside = self.builder.block();
        self.begin(inside);
        self.stmt(body);
        self.frame.switches.pop();
        self.frame.breaks.pop();
        self.builder.jump(after);
        self.begin(after);
    }

    /// A range as signed words; one that goes over the middle of the unsigned numbers becomes two.
    fn add_range(&self, ranges: &mut Vec<(i32, i32, Block)>, case: Case, block: Block, ty: Ty) {
        if case.low > case.high {
            return;
        }
        if self.unit.types.is_signed(ty) {
            ranges.push((case.low as i32, case.high as i32, block));
            return;
        }
        let middle = i64::from(i32::MAX);
        let (low, high) = (case.low & 0xffff_ffff, case.high & 0xffff_ffff);
        if low <= middle && high > middle {
            ranges.push((low as i32, i32::MAX, block));
            ranges.push((i32::MIN, high as u32 as i32, block));
        } else {
            ranges.push((low as u32 as i32, high as u32 as i32, block));
        }
    }

    /// By comparisons, one after the other.
    fn wide_switch(&mut self, value: Value, ty: Ty, cases: &[Case], blocks: &[Block], default: Block) {
        let signed = self.unit.types.is_signed(ty);
        let less = if signed { Bin::LeS } else { Bin::LeU };
        for (case, block) in cases.iter().zip(blocks) {
            let next = self.builder.block();
            let low = self.builder.int(Type::I64, case.low);
            let inside = if case.low == case.high {
                self.builder.binary(Bin::Eq, value, low)
            } else {
                let high = self.builder.int(Type::I64, case.high);
                let (a, b) = (self.builder.binary(less, low, value), self.builder.binary(less, value, high));
                self.builder.binary(Bin::And, a, b)
            };
            self.builder.branch(inside, *block, next);
            self.begin(next);
        }
        self.builder.jump(default);
    }

    // ---- Statement expressions ----

    /// A block whose last statement, if it is an expression, gives the value.
    pub(super) fn block_with_value(&mut self, block: StmtId, ty: Ty) -> Option<Value> {
        let unit = self.unit;
        let StmtKind::Block(all) = &unit.stmt(block).kind else {
            return self.last_value(block, ty);
        };
        let scope = self.frame.scope;
        let mut result = None;
        if let Some((last, others)) = all.split_last() {
            others.iter().for_each(|s| self.stmt(*s));
            result = self.last_value(*last, ty);
        }
        self.close(scope);
        result
    }

    fn last_value(&mut self, stmt: StmtId, ty: Ty) -> Option<Value> {
        let unit = self.unit;
        match &unit.stmt(stmt).kind {
            StmtKind::Expr(e) => {
                self.line(stmt);
                if self.is_object(ty) {
                    // Storage of a variable array goes at the end of the block.
                    return Some(if self.frame.scope > 0 { self.kept_record(*e) } else { self.record(*e) });
                }
                Some(self.value(*e))
            }
            StmtKind::Label(label, inner) => {
                let block = self.label(*label);
                self.builder.jump(block);
                self.builder.switch_to(block);
                self.last_value(*inner, ty)
            }
            _ => {
                self.stmt(stmt);
                None
            }
        }
    }
}
