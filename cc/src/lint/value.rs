//! Variables that are read before they have a value, by the order of the statements.
//!
//! Functions with `goto` are not looked at. A loop counts as executed once, so that a value which the loop gives is one.

use super::Lint;
use crate::diag::Finding;
use crate::tree::{Body, ExprId, ExprKind, ObjectId, StmtId, StmtKind, Storage};
use alloc::{collections::BTreeMap, vec::Vec};
use mcore_base::text;

/// Variables that are followed in one function.
const MAX_VARIABLES: usize = 64;

/// Which variables have a value: on every way, and on some way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    every: u64,
    some: u64,
}

/// The state of code that is not reached.
const NOWHERE: State = State { every: !0, some: 0 };

impl State {
    fn join(self, other: Self) -> Self {
        Self { every: self.every & other.every, some: self.some | other.some }
    }
}

struct Values {
    index: BTreeMap<ObjectId, u32>,
    state: State,
    reported: u64,
    /// States at `break` and `continue` of the loops and switches around.
    breaks: Vec<State>,
    continues: Vec<State>,
    /// Branches around the current place, and around each variable's declaration.
    branches: u32,
    declared: Vec<u32>,
    /// The state at the beginning of the innermost switch.
    entries: Vec<State>,
}

impl Lint<'_, '_> {
    pub(super) fn values(&mut self, body: &Body) {
        if !body.labels.is_empty() {
            return;
        }
        let mut index = BTreeMap::new();
        for id in &body.objects {
            let object = self.unit.object(*id);
            let simple = self.unit.types.is_scalar(object.ty)
                && !self.unit.types.is_complex(object.ty)
                && !object.ty.is_volatile();
            if simple
                && object.storage == Storage::Auto
                && !object.param
                && !object.addressed
                && object.name != crate::names::sym::EMPTY
                && index.len() < MAX_VARIABLES
            {
                index.insert(*id, index.len() as u32);
            }
        }
        if index.is_empty() {
            return;
        }
        let declared = alloc::vec![0; index.len()];
        let mut values = Values {
            index,
            state: State { every: 0, some: 0 },
            reported: 0,
            breaks: Vec::new(),
            continues: Vec::new(),
            branches: 0,
            declared,
            entries: Vec::new(),
        };
        self.value_stmt(body.block, &mut values);
    }

    fn value_stmt(&mut self, id: StmtId, v: &mut Values) {
        let unit = self.unit;
        match &unit.stmt(id).kind {
            StmtKind::Expr(e) | StmtKind::Length(_, e) | StmtKind::ComputedGoto(e) => self.value_expr(*e, v),
            StmtKind::Block(all) => all.iter().for_each(|s| self.value_stmt(*s, v)),
            StmtKind::If(c, yes, no) => {
                let (when_true, when_false) = self.value_condition(*c, v);
                v.branches += 1;
                v.state = when_true;
                self.value_stmt(*yes, v);
                let after = core::mem::replace(&mut v.state, when_false);
                no.iter().for_each(|s| self.value_stmt(*s, v));
                v.branches -= 1;
                v.state = v.state.join(after);
            }
            StmtKind::While(c, body) => {
                v.state.some |= self.given(id, v);
                let (inside, _) = self.value_condition(*c, v);
                v.state = inside;
                self.value_loop(*body, None, v, unit.int(*c).is_some_and(|n| n != 0));
            }
            StmtKind::DoWhile(body, c) => {
                v.state.some |= self.given(id, v);
                v.breaks.push(NOWHERE);
                v.continues.push(NOWHERE);
                self.value_stmt(*body, v);
                v.state = v.state.join(v.continues.pop().unwrap_or(NOWHERE));
                self.value_expr(*c, v);
                v.state = v.state.join(v.breaks.pop().unwrap_or(NOWHERE));
            }
            StmtKind::For(first, c, step, body) => {
                first.iter().for_each(|s| self.value_stmt(*s, v));
                v.state.some |= self.given(id, v);
                c.iter().for_each(|e| self.value_expr(*e, v));
                let endless = c.is_none_or(|c| unit.int(c).is_some_and(|n| n != 0));
                self.value_loop(*body, *step, v, endless);
            }
            StmtKind::Switch(value, body, cases, default) => {
                self.value_expr(*value, v);
                let before = v.state;
                v.entries.push(before);
                v.breaks.push(NOWHERE);
                v.branches += 1;
                v.state = NOWHERE;
                self.value_stmt(*body, v);
                v.branches -= 1;
                v.entries.pop();
                let mut after = v.state.join(v.breaks.pop().unwrap_or(NOWHERE));
                if !default && !self.covers(*value, cases) {
                    after = after.join(before);
                }
                v.state = after;
            }
            StmtKind::Case(_, inner) | StmtKind::Default(inner) => {
                let entry = v.entries.last().copied().unwrap_or(NOWHERE);
                v.state = v.state.join(entry);
                self.value_stmt(*inner, v);
            }
            StmtKind::Label(_, inner) => self.value_stmt(*inner, v),
            StmtKind::Break => {
                if let Some(last) = v.breaks.last_mut() {
                    *last = last.join(v.state);
                }
                v.state = NOWHERE;
            }
            StmtKind::Continue => {
                if let Some(last) = v.continues.last_mut() {
                    *last = last.join(v.state);
                }
                v.state = NOWHERE;
            }
            StmtKind::Return(e) => {
                e.iter().for_each(|e| self.value_expr(*e, v));
                v.state = NOWHERE;
            }
            StmtKind::Goto(_) => v.state = NOWHERE,
            StmtKind::Declare(object) => {
                let known = unit.object(*object);
                if let Some(i) = v.index.get(object).copied() {
                    // Each time the declaration is reached the value is lost.
                    v.state.every &= !(1 << i);
                    v.state.some &= !(1 << i);
                    v.declared[i as usize] = v.branches;
                }
                if let Some(init) = known.init {
                    // `int x = x;` is a way to say that no value is meant.
                    for entry in &unit.inits[init.index()].entries {
                        if unit.expr(self.bare(entry.expr)).kind != ExprKind::Object(*object) {
                            self.value_expr(entry.expr, v);
                        }
                    }
                    self.give(*object, v);
                }
            }
            StmtKind::Asm(asm) => {
                asm.inputs.iter().for_each(|o| self.value_expr(o.expr, v));
                for output in &asm.outputs {
                    match unit.expr(output.expr).kind {
                        ExprKind::Object(object) => self.give(object, v),
                        _ => self.value_expr(output.expr, v),
                    }
                }
            }
            StmtKind::Empty => {}
        }
    }

    fn value_loop(&mut self, body: StmtId, step: Option<ExprId>, v: &mut Values, endless: bool) {
        v.breaks.push(NOWHERE);
        v.continues.push(NOWHERE);
        self.value_stmt(body, v);
        v.state = v.state.join(v.continues.pop().unwrap_or(NOWHERE));
        step.iter().for_each(|e| self.value_expr(*e, v));
        let left = v.breaks.pop().unwrap_or(NOWHERE);
        v.state = if endless { left } else { v.state.join(left) };
        // A loop that is never left by `break` has an end all the same, so that the rest is looked at.
        if endless && left == NOWHERE {
            v.state = NOWHERE;
        }
    }

    /// Variables that get a value somewhere in a loop.
    fn given(&self, id: StmtId, v: &Values) -> u64 {
        let (exprs, stmts) = self.unit.parts(id);
        let mut all = 0;
        for e in exprs {
            all |= self.given_by(e, v);
        }
        for stmt in stmts {
            all |= self.given(stmt, v);
        }
        all
    }

    fn given_by(&self, e: ExprId, v: &Values) -> u64 {
        let mut all = 0;
        if let ExprKind::Assign(to, _)
        | ExprKind::Compound(_, to, ..)
        | ExprKind::Step(to, ..)
        | ExprKind::CompoundOffset(to, ..) = self.unit.expr(e).kind
            && let ExprKind::Object(object) = self.unit.expr(to).kind
            && let Some(i) = v.index.get(&object)
        {
            all |= 1 << i;
        }
        self.unit.each_operand(e, |operand| all |= self.given_by(operand, v));
        all
    }

    fn give(&self, object: ObjectId, v: &mut Values) {
        if let Some(i) = v.index.get(&object) {
            v.state.every |= 1 << i;
            v.state.some |= 1 << i;
        }
    }

    fn read(&mut self, object: ObjectId, e: ExprId, v: &mut Values) {
        let Some(i) = v.index.get(&object).copied() else { return };
        let bit = 1u64 << i;
        if v.state.every & bit != 0 || v.reported & bit != 0 {
            return;
        }
        let definite = v.state.some & bit == 0;
        // On a way with conditions of its own the value is probably there.
        if !definite && v.branches > v.declared[i as usize] {
            return;
        }
        v.reported |= bit;
        let known = self.unit.object(object);
        let name = self.names.text(known.name);
        let here = text!("declared here", "宣言はここです");
        let finding = if definite {
            let message = text!("`{name}` is used before it has a value", "`{name}` に値を入れる前に使っています");
            Finding::named("uninitialized", self.pos(e), message)
        } else {
            let message = text!(
                "`{name}` has no value on some way to here",
                "ここに達する経路によっては `{name}` に値がありません"
            );
            Finding::named("maybe-uninitialized", self.pos(e), message)
        };
        self.push(finding.second(known.pos, here));
    }

    /// A condition: the states if it is true and if it is false.
    fn value_condition(&mut self, e: ExprId, v: &mut Values) -> (State, State) {
        match self.unit.expr(e).kind {
            ExprKind::Logic(or, a, b) => {
                let (yes, no) = self.value_condition(a, v);
                v.state = if or { no } else { yes };
                let (second_yes, second_no) = self.value_condition(b, v);
                if or { (yes.join(second_yes), second_no) } else { (second_yes, no.join(second_no)) }
            }
            ExprKind::Unary(crate::tree::Unary::Not, a) => {
                let (yes, no) = self.value_condition(a, v);
                (no, yes)
            }
            ExprKind::Int(n) => {
                if n != 0 {
                    (v.state, NOWHERE)
                } else {
                    (NOWHERE, v.state)
                }
            }
            _ => {
                self.value_expr(e, v);
                (v.state, v.state)
            }
        }
    }

    fn value_expr(&mut self, e: ExprId, v: &mut Values) {
        let unit = self.unit;
        match &unit.expr(e).kind {
            ExprKind::Object(object) => self.read(*object, e, v),
            ExprKind::Assign(to, value) => {
                if let ExprKind::Object(object) = unit.expr(*to).kind {
                    self.value_expr(*value, v);
                    self.give(object, v);
                } else {
                    self.value_expr(*to, v);
                    self.value_expr(*value, v);
                }
            }
            ExprKind::Logic(..) => {
                let (yes, no) = self.value_condition(e, v);
                v.state = yes.join(no);
            }
            ExprKind::Conditional(c, a, b) => {
                let (yes, no) = self.value_condition(*c, v);
                v.branches += 1;
                v.state = yes;
                self.value_expr(*a, v);
                let after = core::mem::replace(&mut v.state, no);
                self.value_expr(*b, v);
                v.branches -= 1;
                v.state = v.state.join(after);
            }
            ExprKind::Elvis(a, b) => {
                self.value_expr(*a, v);
                let after = v.state;
                v.branches += 1;
                self.value_expr(*b, v);
                v.branches -= 1;
                v.state = after;
            }
            ExprKind::Block(stmt) => self.value_stmt(*stmt, v),
            ExprKind::Builtin(crate::tree::Builtin::VaStart, args) => {
                if let Some(list) = args.first()
                    && let ExprKind::Object(object) = unit.expr(*list).kind
                {
                    self.give(object, v);
                }
            }
            ExprKind::Builtin(crate::tree::Builtin::VaCopy, args) => {
                if let [to, from] = args[..] {
                    self.value_expr(from, v);
                    if let ExprKind::Object(object) = unit.expr(to).kind {
                        self.give(object, v);
                    }
                }
            }
            ExprKind::Literal(object) => {
                if let Some(init) = unit.object(*object).init {
                    for entry in &unit.inits[init.index()].entries {
                        self.value_expr(entry.expr, v);
                    }
                }
            }
            // A cast to `void` is no use.
            ExprKind::Cast(inner, true)
                if unit.types.is_void(unit.ty(e)) && matches!(unit.expr(*inner).kind, ExprKind::Object(_)) => {}
            _ => {
                for operand in unit.operands(e) {
                    self.value_expr(operand, v);
                }
                if let ExprKind::Call(f, _) = &unit.expr(e).kind
                    && self.callee(*f).is_some_and(|(id, name)| {
                        unit.function(id).attributes.no_return
                            || matches!(name, "abort" | "exit" | "mc_exit" | "longjmp")
                    })
                {
                    v.state = NOWHERE;
                }
            }
        }
    }
}
