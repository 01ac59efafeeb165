//! The shape of statements: bodies that are empty, indentation that misleads, conditions that are there twice.

use super::Lint;
use super::expr::Use;
use crate::diag::Finding;
use crate::source::Pos;
use crate::tree::{Body, ExprId, ExprKind, StmtId, StmtKind, Storage};
use alloc::vec::Vec;
use mcore_base::text;

/// Bytes of automatic objects above which a function is reported.
const MAX_FRAME: u64 = 16 << 10;
/// Conditions of one chain of `else if` that are compared with each other.
const MAX_CHAIN: usize = 64;

impl Lint<'_, '_> {
    pub(super) fn statements(&mut self, body: &Body) {
        for stmt in &body.prologue {
            self.statement(*stmt);
        }
        self.statement(body.block);
        self.recursion(body);
    }

    /// Line and column of a place.
    fn line(&self, pos: Pos) -> (usize, u32, u32) {
        self.sources.line_of(pos)
    }

    pub(super) fn statement(&mut self, id: StmtId) {
        let unit = self.unit;
        match &unit.stmt(id).kind {
            StmtKind::Expr(e) => self.full(*e, Use::Discard),
            StmtKind::Block(all) => self.block(all),
            StmtKind::If(..) => self.if_chain(id),
            StmtKind::While(c, body) => {
                self.full(*c, Use::Condition);
                self.statement(*body);
            }
            StmtKind::DoWhile(body, c) => {
                self.statement(*body);
                self.full(*c, Use::Condition);
            }
            StmtKind::For(first, c, step, body) => {
                first.iter().for_each(|s| self.statement(*s));
                c.iter().for_each(|e| self.full(*e, Use::Condition));
                step.iter().for_each(|e| self.full(*e, Use::Discard));
                self.statement(*body);
            }
            StmtKind::Switch(value, body, ..) => {
                self.full(*value, Use::Value);
                self.statement(*body);
            }
            StmtKind::Case(_, inner) | StmtKind::Default(inner) | StmtKind::Label(_, inner) => self.statement(*inner),
            StmtKind::Return(Some(e)) => {
                self.full(*e, Use::Value);
                self.local_address(*e);
            }
            StmtKind::ComputedGoto(e) | StmtKind::Length(_, e) => self.full(*e, Use::Value),
            StmtKind::Declare(object) => {
                if let Some(init) = unit.object(*object).init {
                    for entry in &unit.inits[init.index()].entries {
                        self.full(entry.expr, Use::Value);
                    }
                }
            }
            StmtKind::Asm(_)
            | StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None) => {}
        }
    }

    fn block(&mut self, all: &[StmtId]) {
        for (i, stmt) in all.iter().enumerate() {
            self.statement(*stmt);
            if let Some(next) = all.get(i + 1) {
                self.indentation(*stmt, *next);
            }
        }
    }

    /// The statement that ends a loop or branch without braces, and the header that it belongs to.
    fn last_body(&self, stmt: StmtId) -> Option<(Pos, StmtId)> {
        let header = self.unit.stmt(stmt).pos;
        match &self.unit.stmt(stmt).kind {
            StmtKind::If(_, _, Some(no)) => match self.unit.stmt(*no).kind {
                StmtKind::If(..) => self.last_body(*no),
                _ => Some((header, *no)),
            },
            StmtKind::If(_, body, None) | StmtKind::While(_, body) | StmtKind::For(_, _, _, body) => {
                Some((header, *body))
            }
            _ => None,
        }
    }

    /// `if (c) a; b;` where `b` looks as if it belonged to the `if`.
    fn indentation(&mut self, stmt: StmtId, next: StmtId) {
        let Some((header, body)) = self.last_body(stmt) else { return };
        if matches!(self.unit.stmt(body).kind, StmtKind::Block(_)) {
            return;
        }
        let (place, after) = (self.unit.stmt(body).pos, self.unit.stmt(next).pos);
        // The place of a declaration is its name, which says nothing about the indentation.
        if matches!(self.unit.stmt(next).kind, StmtKind::Declare(_) | StmtKind::Length(..)) {
            return;
        }
        if header.expansion != 0 || place.expansion != 0 || after.expansion != 0 || after.len == 0 {
            return;
        }
        if matches!(self.unit.stmt(body).kind, StmtKind::Empty) {
            // `while (c); { … }` or with a deeper line after it.
            let (a, b) = (self.line(header), self.line(place));
            let n = self.line(after);
            let loops = matches!(self.unit.stmt(stmt).kind, StmtKind::While(..) | StmtKind::For(..));
            let misled = matches!(self.unit.stmt(next).kind, StmtKind::Block(_)) || n.1 > a.1 && n.2 > a.2;
            if loops && a.0 == b.0 && b.1 == self.line(header.end()).1 && misled && place.len > 0 {
                let message =
                    text!("the `;` is the whole body of this loop", "この `;` だけがループの本体になっています");
                let tip = text!("remove it, or put it on a line of its own", "取り除くか、独立した行に書いてください");
                self.push(Finding::named("empty-body", place, message).tip(tip));
            }
            return;
        }
        let (h, b, n) = (self.line(header), self.line(place), self.line(after));
        let looks_inside = h.0 == b.0 && b.0 == n.0 && b.1 > h.1 && n.1 > b.1 && n.2 == b.2 && n.2 > h.2;
        if looks_inside {
            let message = text!(
                "this line is not part of the statement before, although it is indented",
                "字下げされていますが、この行は前の文の一部ではありません"
            );
            let tip =
                text!("put braces around the lines that belong together", "一緒に実行する行を波括弧で囲んでください");
            let here = text!("the statement before", "前の文はここです");
            self.push(Finding::named("misleading-indentation", after, message).tip(tip).second(header, here));
        }
    }

    /// `if`, and the `else if` after it.
    fn if_chain(&mut self, first: StmtId) {
        let unit = self.unit;
        let mut seen: Vec<ExprId> = Vec::new();
        let mut next = Some(first);
        while let Some(id) = next.take() {
            let StmtKind::If(c, yes, no) = &unit.stmt(id).kind else {
                self.statement(id);
                return;
            };
            self.full(*c, Use::Condition);
            if let Some(known) = seen.iter().find(|k| self.same(**k, *c)).copied()
                && unit.int(*c).is_none()
            {
                let message = text!(
                    "this condition is there twice, so the branch is never taken",
                    "同じ条件が 2 度あるので、この分岐は実行されません"
                );
                let here = text!("the first one", "1 つ目はここです");
                self.push(Finding::named("duplicated-cond", self.pos(*c), message).second(self.pos(known), here));
            }
            if self.has_effect(*c) {
                seen.clear();
            } else if seen.len() < MAX_CHAIN {
                seen.push(*c);
            }
            let empty = |s: StmtId| unit.stmt(s).kind == StmtKind::Empty && s != StmtId(0) && unit.stmt(s).pos.len > 0;
            if empty(*yes) && !unit.notes.fallthrough.contains(yes) {
                let message =
                    text!("the `;` is the whole body of this `if`", "この `;` だけが `if` の本体になっています");
                let tip = text!("remove it", "取り除いてください");
                self.push(
                    Finding::named("empty-body", unit.stmt(*yes).pos, message).tip(tip).fix(unit.stmt(*yes).pos, ""),
                );
            }
            if let StmtKind::If(_, _, Some(_)) = unit.stmt(*yes).kind
                && no.is_none()
                && unit.stmt(id).pos.expansion == 0
            {
                let message = text!("this `if` gets the `else` that follows", "後の `else` はこの `if` に付きます");
                let tip = text!("put braces around the inner `if`", "内側の `if` を波括弧で囲んでください");
                self.push(Finding::named("parentheses", unit.stmt(*yes).pos, message).tip(tip));
            }
            self.statement(*yes);
            next = *no;
        }
    }

    /// `return &local;`.
    fn local_address(&mut self, e: ExprId) {
        let mut e = self.bare(e);
        while let ExprKind::Cast(inner, _) = self.unit.expr(e).kind {
            e = inner;
        }
        let mut inner = match self.unit.expr(e).kind {
            ExprKind::Decay(inner) | ExprKind::Address(inner) => inner,
            _ => return,
        };
        while let ExprKind::Member(base, ..) = self.unit.expr(inner).kind {
            inner = base;
        }
        let (ExprKind::Object(object) | ExprKind::Literal(object)) = self.unit.expr(inner).kind else { return };
        let object = self.unit.object(object);
        if object.storage != Storage::Auto {
            return;
        }
        let name = self.names.text(object.name);
        let message = text!(
            "the address of the local variable `{name}` is returned; it ends here",
            "ローカル変数 `{name}` のアドレスを返していますが、変数はここで無くなります"
        );
        let tip = text!(
            "declare it `static`, or let the caller give the memory",
            "`static` にするか、呼び出し側で領域を用意してください"
        );
        self.push(Finding::named("return-local-addr", self.pos(e), message).tip(tip));
    }

    // ---- Functions ----

    /// The size of the automatic objects of a function.
    pub(super) fn frame(&mut self, body: &Body) {
        let (mut total, mut largest) = (0u64, None);
        for id in &body.objects {
            let object = self.unit.object(*id);
            if object.storage != Storage::Auto || object.param {
                continue;
            }
            let size = self.unit.types.size(object.ty).unwrap_or(0);
            total += u64::from(size);
            if largest.is_none_or(|(n, _)| size > n) {
                largest = Some((size, object));
            }
        }
        let (true, Some((size, object))) = (total > MAX_FRAME, largest) else { return };
        let name = self.names.text(object.name);
        let message = text!(
            "the variables of this function take {total} bytes of the stack, `{name}` alone {size}",
            "この関数の変数はスタックを {total} バイト使います（`{name}` だけで {size} バイト）"
        );
        let tip = text!(
            "declare large arrays `static` or outside the function",
            "大きな配列は `static` にするか、関数の外で宣言してください"
        );
        self.push(Finding::named("frame-larger-than", object.pos, message).tip(tip));
    }

    /// A function that calls itself on every way.
    fn recursion(&mut self, body: &Body) {
        if self.always_calls(body.block) {
            let function = self.unit.function(self.function);
            let name = self.names.text(function.name);
            let message = text!(
                "`{name}` calls itself on every way, so it never ends",
                "`{name}` はどの経路でも自分自身を呼び出すので、終わりません"
            );
            self.push(Finding::named("infinite-recursion", function.pos, message));
        }
    }

    fn always_calls(&self, id: StmtId) -> bool {
        match &self.unit.stmt(id).kind {
            StmtKind::Expr(e) | StmtKind::Return(Some(e)) => self.calls_itself(*e),
            StmtKind::Block(all) => {
                for stmt in all {
                    if self.always_calls(*stmt) {
                        return true;
                    }
                    if self.can_leave(*stmt) {
                        return false;
                    }
                }
                false
            }
            StmtKind::If(c, yes, no) => {
                self.calls_itself(*c) || no.is_some_and(|no| self.always_calls(no) && self.always_calls(*yes))
            }
            StmtKind::While(c, _) | StmtKind::Switch(c, ..) => self.calls_itself(*c),
            StmtKind::DoWhile(body, _) => self.always_calls(*body),
            StmtKind::Declare(object) => self.unit.object(*object).init.is_some_and(|init| {
                self.unit.inits[init.index()].entries.iter().any(|entry| self.calls_itself(entry.expr))
            }),
            _ => false,
        }
    }

    /// True if a statement can leave the sequence that it is in.
    fn can_leave(&self, id: StmtId) -> bool {
        match self.unit.stmt(id).kind {
            StmtKind::Return(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Label(..)
            | StmtKind::Asm(_) => true,
            StmtKind::Expr(e) => self.calls_other(e),
            _ => self.unit.parts(id).1.into_iter().any(|inner| self.can_leave(inner)),
        }
    }

    /// A call of another function may end the program.
    fn calls_other(&self, e: ExprId) -> bool {
        let mut found = matches!(self.unit.expr(e).kind, ExprKind::Call(..) | ExprKind::Block(_));
        self.unit.each_operand(e, |operand| found = found || self.calls_other(operand));
        found
    }

    /// True if an expression calls the function itself whenever it is computed.
    fn calls_itself(&self, e: ExprId) -> bool {
        match &self.unit.expr(e).kind {
            ExprKind::Call(f, args) => {
                self.callee(*f).is_some_and(|(id, _)| id == self.function) || args.iter().any(|a| self.calls_itself(*a))
            }
            ExprKind::Logic(_, a, _) | ExprKind::Conditional(a, ..) | ExprKind::Elvis(a, _) => self.calls_itself(*a),
            ExprKind::Block(_) => false,
            _ => self.unit.operands(e).into_iter().any(|operand| self.calls_itself(operand)),
        }
    }
}
