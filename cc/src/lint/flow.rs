//! The ways that control can take: ends without value, code that is never reached, cases that run into the next.

use super::Lint;
use crate::diag::Finding;
use crate::names::sym;
use crate::tree::{Body, Builtin, ExprId, ExprKind, StmtId, StmtKind};
use crate::types::Ty;
use alloc::vec::Vec;
use mcore_base::text;

/// The ways out of the loops and switches around a statement.
#[derive(Default)]
struct Around {
    /// For each loop or switch: a reachable `break`.
    breaks: Vec<bool>,
    /// For each loop: a reachable `continue`.
    continues: Vec<bool>,
}

impl Lint<'_, '_> {
    pub(super) fn flow(&mut self, body: &Body) {
        let mut around = Around::default();
        let end = self.reach(body.block, true, &mut around);
        let function = self.unit.function(self.function);
        let Some(signature) = self.unit.types.signature(function.ty) else { return };
        let (name, result) = (self.names.text(function.name), signature.result);
        if !end || function.name == sym::MAIN {
            return;
        }
        if function.attributes.no_return {
            let message = text!(
                "`{name}` is declared not to return, but its end can be reached",
                "`{name}` は戻らないと宣言されていますが、終わりに達することがあります"
            );
            return self.push(Finding::named("noreturn", body.end, message));
        }
        let old = body.old_style
            || !signature.prototype
                && result.id == Ty::INT.id
                && self
                    .report
                    .levels
                    .options
                    .iter()
                    .any(|(n, t)| n == "implicit-int" && *t == crate::diag::Treat::Warning);
        if !self.unit.types.is_void(result) && !result.is_error() && !old {
            let shown = self.unit.types.show(result, self.names);
            let message = text!(
                "`{name}` can end without `return`, but its result is `{shown}`",
                "`{name}` の結果は `{shown}` ですが、`return` せずに終わることがあります"
            );
            self.push(Finding::named("return-type", body.end, message));
        }
    }

    /// True if an expression never ends: it calls a function that does not return.
    fn never_ends(&self, e: ExprId) -> bool {
        match &self.unit.expr(e).kind {
            ExprKind::Call(f, _) => self.callee(*f).is_some_and(|(id, name)| {
                self.unit.function(id).attributes.no_return || matches!(name, "abort" | "exit" | "mc_exit" | "longjmp")
            }),
            ExprKind::Builtin(Builtin::Trap | Builtin::Unreachable, _) => true,
            ExprKind::Cast(inner, _) => self.never_ends(*inner),
            ExprKind::Comma(a, b) => self.never_ends(*a) || self.never_ends(*b),
            _ => false,
        }
    }

    /// True if a label or case within a statement can be jumped to.
    fn has_label(&self, id: StmtId) -> bool {
        match self.unit.stmt(id).kind {
            StmtKind::Case(..) | StmtKind::Default(_) | StmtKind::Label(..) => true,
            _ => self.unit.parts(id).1.into_iter().any(|inner| self.has_label(inner)),
        }
    }

    /// True if the end of a statement can be reached, if its beginning can be by `reached`.
    fn reach(&mut self, id: StmtId, reached: bool, around: &mut Around) -> bool {
        let unit = self.unit;
        match &unit.stmt(id).kind {
            StmtKind::Expr(e) => reached && !self.never_ends(*e),
            StmtKind::Block(all) => self.reach_block(all, reached, around),
            StmtKind::If(c, yes, no) => {
                let truth = unit.int(*c).map(|n| n != 0);
                let a = self.reach(*yes, reached && truth != Some(false), around);
                let b = match no {
                    Some(no) => self.reach(*no, reached && truth != Some(true), around),
                    None => reached && truth != Some(true),
                };
                a || b
            }
            StmtKind::While(c, body) => {
                let truth = unit.int(*c).map(|n| n != 0);
                self.reach_loop(*body, reached && truth != Some(false), around).0 || reached && truth != Some(true)
            }
            StmtKind::DoWhile(body, c) => {
                let truth = unit.int(*c).map(|n| n != 0);
                let (left, end) = self.reach_loop(*body, reached, around);
                left || end && truth != Some(true)
            }
            StmtKind::For(_, c, _, body) => {
                let truth = c.map_or(Some(true), |c| unit.int(c).map(|n| n != 0));
                self.reach_loop(*body, reached && truth != Some(false), around).0 || reached && truth != Some(true)
            }
            StmtKind::Switch(value, body, cases, default) => {
                around.breaks.push(false);
                let end = self.reach(*body, false, around);
                let left = around.breaks.pop().unwrap_or(false);
                let all = *default || self.covers(*value, cases);
                end || left || reached && !all
            }
            StmtKind::Case(_, inner) | StmtKind::Default(inner) | StmtKind::Label(_, inner) => {
                self.reach(*inner, true, around)
            }
            StmtKind::Break => {
                if let Some(left) = around.breaks.last_mut() {
                    *left |= reached;
                }
                false
            }
            StmtKind::Continue => {
                if let Some(again) = around.continues.last_mut() {
                    *again |= reached;
                }
                false
            }
            StmtKind::Goto(_) | StmtKind::ComputedGoto(_) | StmtKind::Return(_) => false,
            StmtKind::Empty | StmtKind::Declare(_) | StmtKind::Length(..) | StmtKind::Asm(_) => reached,
        }
    }

    /// Whether a loop can be left by `break`, and whether its body's end is reached.
    fn reach_loop(&mut self, body: StmtId, reached: bool, around: &mut Around) -> (bool, bool) {
        around.breaks.push(false);
        around.continues.push(false);
        let end = self.reach(body, reached, around);
        let again = around.continues.pop().unwrap_or(false);
        let left = around.breaks.pop().unwrap_or(false);
        (left, end || again)
    }

    /// True if the cases of a switch on an enumeration are all of its constants.
    pub(super) fn covers(&self, value: ExprId, cases: &[crate::tree::Case]) -> bool {
        let mut e = value;
        while let ExprKind::Cast(inner, _) = self.unit.expr(e).kind {
            e = inner;
        }
        let crate::types::Kind::Enum(index) = *self.unit.types.kind(self.unit.types.declared(self.unit.ty(e))) else {
            return false;
        };
        self.unit
            .types
            .enums
            .get(index as usize)
            .is_some_and(|known| known.constants.iter().all(|(_, n)| cases.iter().any(|c| c.low <= *n && *n <= c.high)))
    }

    fn reach_block(&mut self, all: &[StmtId], reached: bool, around: &mut Around) -> bool {
        let mut reached = reached;
        let mut reported = false;
        for (i, id) in all.iter().enumerate() {
            let kind = &self.unit.stmt(*id).kind;
            let is_case = matches!(kind, StmtKind::Case(..) | StmtKind::Default(_));
            if is_case && reached && i > 0 {
                self.fallthrough(all[i - 1], *id);
            }
            let before = i > 0 && !matches!(kind, StmtKind::Empty | StmtKind::Declare(_) | StmtKind::Break);
            if !reached && before && !reported && self.leaves(all[i - 1]) && !self.has_label(*id) {
                reported = true;
                let message = text!("this is never reached", "ここには決して達しません");
                let here = text!("control leaves here", "ここで制御が離れます");
                let (pos, place) = (self.unit.stmt(*id).pos, self.unit.stmt(all[i - 1]).pos);
                self.push(Finding::named("unreachable-code", pos, message).second(place, here));
            }
            reached = self.reach(*id, reached, around);
        }
        reached
    }

    /// True for statements after which the next one is not executed, by their words.
    fn leaves(&self, id: StmtId) -> bool {
        match &self.unit.stmt(id).kind {
            StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) => true,
            StmtKind::Case(_, inner) | StmtKind::Default(inner) | StmtKind::Label(_, inner) => self.leaves(*inner),
            _ => false,
        }
    }

    fn fallthrough(&mut self, before: StmtId, next: StmtId) {
        let (from, to) = (self.unit.stmt(before).pos, self.unit.stmt(next).pos);
        let mut last = before;
        loop {
            match &self.unit.stmt(last).kind {
                StmtKind::Case(_, inner) | StmtKind::Default(inner) | StmtKind::Label(_, inner) => last = *inner,
                StmtKind::Block(all) => match all.last() {
                    Some(inner) => last = *inner,
                    None => break,
                },
                _ => break,
            }
        }
        if self.unit.notes.fallthrough.contains(&last) {
            return;
        }
        if self.unit.stmt(last).kind == StmtKind::Empty && last == before {
            return;
        }
        let between = self.sources.text(self.sources.range(from, to)).to_ascii_lowercase();
        if between.contains("fall through")
            || between.contains("fallthr")
            || between.contains("falls through")
            || between.contains("fall-through")
        {
            return;
        }
        let message = text!("the case before runs into this one", "前の `case` の処理がここに続きます");
        let tip = text!(
            "end it with `break;`, or write `[[fallthrough]];` if that is meant",
            "`break;` で終えるか、意図どおりなら `[[fallthrough]];` と書いてください"
        );
        let here = text!("the statement before", "前の文はここです");
        self.push(Finding::named("implicit-fallthrough", to, message).tip(tip).second(from, here));
    }
}
