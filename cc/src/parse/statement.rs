//! Statements.

use super::{Nest, Parser, Switch};
use crate::diag::Finding;
use crate::names::sym;
use crate::source::Pos;
use crate::token::{Kind, P};
use crate::tree::{Attributes, Case, ExprId, StmtId, StmtKind};
use crate::types::Ty;
use alloc::vec::Vec;
use mcore_base::text;

/// Labels in a row that are nested in the tree.
const MAX_NESTED_LABELS: usize = 32;

impl Parser<'_, '_> {
    /// The body of a function: its parameters are in the same scope.
    pub(super) fn body(&mut self) -> StmtId {
        let (breakable, loops) = (core::mem::take(&mut self.breakable), core::mem::take(&mut self.loops));
        let block = self.items();
        self.breakable = breakable;
        self.loops = loops;
        block
    }

    /// `{ … }` with a scope of its own.
    pub(super) fn block(&mut self) -> StmtId {
        if !self.enter(Nest::Statement) {
            return StmtId(0);
        }
        self.sema.open();
        let block = self.items();
        self.sema.close_block();
        self.leave(Nest::Statement);
        block
    }

    /// `{ … }` in the current scope.
    fn items(&mut self) -> StmtId {
        let opened = self.token.pos;
        if !self.expect(P::LBrace) {
            return StmtId(0);
        }
        let mut out = Vec::new();
        while self.word() == sym::LABEL {
            self.local_labels();
        }
        while !self.is(P::RBrace) && self.token.kind != Kind::Eof {
            let before = self.at;
            self.item(&mut out);
            if self.lost {
                self.recover();
            }
            if self.at == before && !self.is(P::RBrace) {
                self.bump();
            }
        }
        if !self.eat(P::RBrace) {
            let message = text!("`}}` is missing at the end", "最後に `}}` がありません");
            let here = text!("opened here", "ここで開いています");
            let finding = Finding::error("syntax", self.last.end(), message);
            self.sema.report.push(finding.second(opened, here));
        }
        let pos = self.sema.range(opened, self.last);
        self.sema.stmt(StmtKind::Block(out), pos)
    }

    /// `__label__ a, b;`.
    fn local_labels(&mut self) {
        self.bump();
        while self.is_name(self.token) {
            let token = self.bump();
            self.sema.local_label(token.sym);
            if !self.eat(P::Comma) {
                break;
            }
        }
        self.semicolon();
    }

    /// A declaration or statement in a block.
    fn item(&mut self, out: &mut Vec<StmtId>) {
        if self.word() == sym::U_STATIC_ASSERT || self.is_static_assert() {
            return self.static_assert();
        }
        if self.at_attribute() {
            // Attributes are in front of a declaration, or of a statement: `[[fallthrough]];`.
            let mut attributes = Attributes::default();
            let pos = self.token.pos;
            let mark = (self.at, self.token, self.last);
            self.attributes(&mut attributes);
            if self.is(P::Semi) {
                self.bump();
                out.push(self.attribute_statement(&attributes, pos));
                return;
            }
            if self.begins_declaration() || self.begins_type(self.token) {
                (self.at, self.token, self.last) = mark;
                return self.declaration(out, false);
            }
        }
        if self.begins_declaration() {
            return self.declaration(out, false);
        }
        let stmt = self.statement();
        // Lengths of arrays in types of expressions are part of the expressions.
        self.lengths.clear();
        out.push(stmt);
    }

    /// A statement.
    pub(super) fn statement(&mut self) -> StmtId {
        if self.is(P::LBrace) {
            return self.block();
        }
        if !self.enter(Nest::Statement) {
            return StmtId(0);
        }
        let stmt = self.simple();
        self.leave(Nest::Statement);
        if self.lost {
            self.recover();
        }
        stmt
    }

    fn simple(&mut self) -> StmtId {
        let begin = self.token.pos;
        match self.word() {
            sym::EMPTY => {
                if self.is(P::Semi) {
                    self.bump();
                    return self.sema.stmt(StmtKind::Empty, begin);
                }
                if self.is_name(self.token) && self.peek(1).is(P::Colon) && !self.peek(1).is(P::ColonColon) {
                    return self.label();
                }
                if self.at_attribute() {
                    let mut attributes = Attributes::default();
                    self.attributes(&mut attributes);
                    if self.is(P::Semi) {
                        self.bump();
                        return self.attribute_statement(&attributes, begin);
                    }
                    return self.statement();
                }
                self.expression_statement()
            }
            sym::IF => self.if_statement(),
            sym::WHILE => self.while_statement(),
            sym::DO => self.do_statement(),
            sym::FOR => self.for_statement(),
            sym::SWITCH => self.switch_statement(),
            sym::CASE => self.case_statement(),
            sym::DEFAULT => self.default_statement(),
            sym::BREAK => {
                self.bump();
                if self.breakable == 0 {
                    let message =
                        text!("`break` is outside a loop or `switch`", "`break` がループや `switch` の外にあります");
                    self.sema.error("break", begin, message);
                }
                self.semicolon();
                self.sema.stmt(StmtKind::Break, begin)
            }
            sym::CONTINUE => {
                self.bump();
                if self.loops == 0 {
                    let message = text!("`continue` is outside a loop", "`continue` がループの外にあります");
                    self.sema.error("continue", begin, message);
                }
                self.semicolon();
                self.sema.stmt(StmtKind::Continue, begin)
            }
            sym::GOTO => self.goto_statement(),
            sym::RETURN => self.return_statement(),
            sym::ASM => self.asm_statement(),
            sym::ATTRIBUTE => {
                let mut attributes = Attributes::default();
                self.attributes(&mut attributes);
                if self.is(P::Semi) {
                    self.bump();
                    return self.attribute_statement(&attributes, begin);
                }
                self.statement()
            }
            sym::ELSE => {
                let message = text!("`else` without `if`", "`else` に対応する `if` がありません");
                let tip = text!(
                    "a `;` may be too many before it, or braces missing around several statements",
                    "前に余分な `;` があるか、複数の文を囲む波括弧が抜けているかもしれません"
                );
                self.sema.report.push(Finding::error("else", begin, message).tip(tip));
                self.bump();
                self.statement()
            }
            _ => {
                if self.begins_declaration() {
                    return self.lone_declaration();
                }
                self.expression_statement()
            }
        }
    }

    /// Attributes with a `;`.
    fn attribute_statement(&mut self, attributes: &Attributes, pos: Pos) -> StmtId {
        self.sema.fallthrough_at(pos, attributes.fallthrough);
        let stmt = self.sema.stmt(StmtKind::Empty, pos);
        if attributes.fallthrough {
            self.sema.unit.notes.fallthrough.insert(stmt);
        }
        stmt
    }

    /// A declaration where C17 wants a statement.
    fn lone_declaration(&mut self) -> StmtId {
        let pos = self.token.pos;
        let message =
            text!("a declaration cannot be the whole of this statement", "ここには文が必要で、宣言は書けません");
        let tip = text!("put braces around it", "波括弧で囲んでください");
        self.sema.report.push(Finding::error("declaration", pos, message).tip(tip));
        let mut out = Vec::new();
        self.declaration(&mut out, false);
        self.sema.stmt(StmtKind::Block(out), pos)
    }

    fn expression_statement(&mut self) -> StmtId {
        let begin = self.token.pos;
        let e = self.expression();
        let pos = self.sema.range(begin, self.sema.pos(e));
        self.semicolon();
        self.sema.stmt(StmtKind::Expr(e), pos)
    }

    fn label(&mut self) -> StmtId {
        let token = self.bump();
        self.bump();
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes);
        let id = self.sema.define_label(token.sym, token.pos);
        if attributes.unused {
            self.sema.label_is_unused(id);
        }
        let inner = self.labelled();
        self.sema.stmt(StmtKind::Label(id, inner), token.pos)
    }

    /// The statement after a label: it may be missing, or be a declaration, as in C23.
    fn labelled(&mut self) -> StmtId {
        if self.is(P::RBrace) {
            return self.sema.stmt(StmtKind::Empty, self.last);
        }
        if self.begins_declaration() {
            // The declaration is in the scope of the block around; its objects are declared in the same way.
            let pos = self.token.pos;
            let mut out = Vec::new();
            self.declaration(&mut out, false);
            return self.sema.stmt(StmtKind::Block(out), pos);
        }
        self.statement()
    }

    /// `( condition )`.
    fn condition(&mut self) -> ExprId {
        let opened = self.token.pos;
        if !self.expect(P::LParen) {
            return self.sema.wrong(opened);
        }
        let e = self.expression();
        let e = self.sema.condition(e);
        self.close(P::RParen, opened);
        e
    }

    /// Finds the end of the parentheses of a wrong condition.
    fn after_condition(&mut self) {
        if !self.lost {
            return;
        }
        let mut depth = 0u32;
        while self.token.kind != Kind::Eof && !self.is(P::LBrace) && !self.is(P::RBrace) && !self.is(P::Semi) {
            if self.is(P::LParen) {
                depth += 1;
            } else if self.is(P::RParen) {
                if depth == 0 {
                    self.bump();
                    self.lost = false;
                    return;
                }
                depth -= 1;
            }
            self.bump();
        }
        self.lost = !self.is(P::LBrace);
    }

    /// The body of a loop or of a branch, in a scope of its own.
    fn scoped(&mut self) -> StmtId {
        self.sema.open();
        let stmt = self.statement();
        self.sema.close_block();
        stmt
    }

    fn if_statement(&mut self) -> StmtId {
        // A chain of `else if` needs no nesting.
        let mut chain = Vec::new();
        let last = loop {
            let begin = self.bump().pos;
            let c = self.condition();
            self.after_condition();
            let pos = self.sema.range(begin, self.last);
            if self.lost {
                break None;
            }
            let yes = self.scoped();
            chain.push((c, yes, pos));
            if self.word() != sym::ELSE {
                break None;
            }
            self.bump();
            if self.word() != sym::IF || chain.len() >= 4 * usize::from(super::MAX_NESTING) {
                break Some(self.scoped());
            }
        };
        let mut no = last;
        for (c, yes, pos) in chain.into_iter().rev() {
            no = Some(self.sema.stmt(StmtKind::If(c, yes, no), pos));
        }
        no.unwrap_or(StmtId(0))
    }

    fn loop_body(&mut self) -> StmtId {
        self.breakable += 1;
        self.loops += 1;
        let body = self.scoped();
        self.breakable -= 1;
        self.loops -= 1;
        body
    }

    fn while_statement(&mut self) -> StmtId {
        let begin = self.bump().pos;
        let c = self.condition();
        self.after_condition();
        let pos = self.sema.range(begin, self.last);
        if self.lost {
            return StmtId(0);
        }
        let body = self.loop_body();
        self.sema.stmt(StmtKind::While(c, body), pos)
    }

    fn do_statement(&mut self) -> StmtId {
        let begin = self.bump().pos;
        let body = self.loop_body();
        let mut c = self.sema.wrong(self.token.pos);
        if self.eat_word(sym::WHILE) {
            c = self.condition();
            self.after_condition();
        } else {
            self.unexpected(&text!("`while` at the end of `do`", "`do` の最後の `while`"));
        }
        let pos = self.sema.range(begin, self.last);
        self.semicolon();
        self.sema.stmt(StmtKind::DoWhile(body, c), pos)
    }

    fn for_statement(&mut self) -> StmtId {
        let begin = self.bump().pos;
        let opened = self.token.pos;
        if !self.expect(P::LParen) {
            return StmtId(0);
        }
        self.sema.open();
        let stmt = self.for_parts(begin, opened);
        self.sema.close_block();
        stmt
    }

    fn for_parts(&mut self, begin: Pos, opened: Pos) -> StmtId {
        let mut first = None;
        if self.is(P::Semi) {
            self.bump();
        } else if self.begins_declaration() {
            let pos = self.token.pos;
            let mut out = Vec::new();
            self.declaration(&mut out, false);
            first = Some(self.sema.stmt(StmtKind::Block(out), pos));
        } else {
            let e = self.expression();
            let pos = self.sema.pos(e);
            first = Some(self.sema.stmt(StmtKind::Expr(e), pos));
            self.for_semicolon();
        }
        let mut c = None;
        if !self.is(P::Semi) && !self.lost {
            let e = self.expression();
            let e = self.sema.condition(e);
            c = Some(e);
        }
        if !self.lost {
            self.for_semicolon();
        }
        let mut step = None;
        if !self.is(P::RParen) && !self.lost {
            let e = self.expression();
            step = Some(e);
        }
        self.close(P::RParen, opened);
        self.after_condition();
        let pos = self.sema.range(begin, self.last);
        if self.lost {
            return StmtId(0);
        }
        let body = self.loop_body();
        self.sema.stmt(StmtKind::For(first, c, step, body), pos)
    }

    fn for_semicolon(&mut self) {
        if self.is(P::Comma) || self.is(P::RParen) {
            let message = text!("`;` is missing between the parts of `for`", "`for` の各部の間に `;` がありません");
            let place = self.last.end();
            self.fail(Finding::error("syntax", place, message));
            return;
        }
        self.expect(P::Semi);
    }

    fn switch_statement(&mut self) -> StmtId {
        let begin = self.bump().pos;
        let opened = self.token.pos;
        let mut value = self.sema.wrong(opened);
        if self.expect(P::LParen) {
            let e = self.expression();
            value = self.sema.switch_value(e);
            self.close(P::RParen, opened);
        }
        self.after_condition();
        let pos = self.sema.range(begin, self.last);
        if self.lost {
            return StmtId(0);
        }
        let ty = self.sema.ty(value);
        self.switches.push(Switch { ty, cases: Vec::new(), default: None });
        self.breakable += 1;
        let body = self.scoped();
        self.breakable -= 1;
        let Some(switch) = self.switches.pop() else { return StmtId(0) };
        self.sema.check_switch(value, &switch.cases, switch.default.is_some(), pos);
        self.sema.stmt(StmtKind::Switch(value, body, switch.cases, switch.default.is_some()), pos)
    }

    fn case_statement(&mut self) -> StmtId {
        // Labels in a row need no nesting.
        let mut labels = Vec::new();
        loop {
            let begin = self.token.pos;
            match self.word() {
                sym::CASE => {
                    self.bump();
                    let low = self.constant_expression();
                    let high = if self.eat(P::Ellipsis) { Some(self.constant_expression()) } else { None };
                    let pos = self.sema.range(begin, self.last);
                    self.case_colon();
                    let index = self.add_case(low, high, pos);
                    labels.push((index, pos));
                }
                _ => break,
            }
            if self.lost || labels.len() >= 100_000 {
                break;
            }
        }
        let mut inner = self.labelled();
        let nested = labels.split_off(labels.len().saturating_sub(MAX_NESTED_LABELS));
        for (index, pos) in nested.into_iter().rev() {
            if let Some(index) = index {
                inner = self.sema.stmt(StmtKind::Case(index, inner), pos);
            }
        }
        if labels.is_empty() {
            return inner;
        }
        // Many labels are a row of statements, so that their number is no depth.
        let mut all = Vec::new();
        let begin = labels.first().map_or(self.last, |(_, pos)| *pos);
        for (index, pos) in labels {
            let empty = self.sema.stmt(StmtKind::Empty, pos);
            self.sema.unit.notes.fallthrough.insert(empty);
            if let Some(index) = index {
                all.push(self.sema.stmt(StmtKind::Case(index, empty), pos));
            }
        }
        all.push(inner);
        self.sema.stmt(StmtKind::Block(all), begin)
    }

    fn case_colon(&mut self) {
        if self.is(P::Semi) {
            let place = self.token.pos;
            let message = text!("`:` must end a `case`, not `;`", "`case` の終わりは `;` ではなく `:` です");
            self.sema.report.push(Finding::error("syntax", place, message).fix(place, ":"));
            self.bump();
            return;
        }
        self.expect(P::Colon);
    }

    /// Adds a case to the innermost `switch`; its number.
    fn add_case(&mut self, low: ExprId, high: Option<ExprId>, pos: Pos) -> Option<u32> {
        let Some(switch) = self.switches.last() else {
            self.sema.error("case", pos, text!("`case` is outside a `switch`", "`case` が `switch` の外にあります"));
            return None;
        };
        let ty = switch.ty;
        let low = self.case_value(low, ty)?;
        let high = match high {
            Some(high) => self.case_value(high, ty)?,
            None => low,
        };
        let signed = self.sema.unit.types.is_signed(ty);
        if if signed { high < low } else { (high as u64) < low as u64 } {
            self.sema.warn("switch", pos, text!("the range is empty", "範囲が空です"));
            return None;
        }
        let switch = self.switches.last_mut()?;
        switch.cases.push(Case { low, high, pos });
        Some(switch.cases.len() as u32 - 1)
    }

    fn case_value(&mut self, e: ExprId, ty: Ty) -> Option<i64> {
        let pos = self.sema.pos(e);
        let n = self.sema.constant(e, pos)?;
        let wrapped = self.sema.wrap(n, ty);
        let size = self.sema.unit.types.size(ty).unwrap_or(4);
        if wrapped != n && size < 8 && !(-(1i64 << 31)..1i64 << 32).contains(&n) {
            let shown = self.sema.show(ty);
            let message = text!("{n} becomes {wrapped} as `{shown}`", "{n} は `{shown}` では {wrapped} になります");
            self.sema.warn("overflow", pos, message);
        }
        Some(wrapped)
    }

    fn default_statement(&mut self) -> StmtId {
        let pos = self.bump().pos;
        self.case_colon();
        match self.switches.last_mut() {
            None => {
                let message = text!("`default` is outside a `switch`", "`default` が `switch` の外にあります");
                self.sema.error("case", pos, message);
                return self.labelled();
            }
            Some(switch) => {
                if let Some(first) = switch.default.replace(pos) {
                    let message =
                        text!("a second `default` in one `switch`", "1 つの `switch` に `default` が 2 つあります");
                    let finding = Finding::error("duplicate-case", pos, message);
                    self.sema.report.push(finding.second(first, text!("the first one", "1 つ目はここです")));
                    return self.labelled();
                }
            }
        }
        let inner = self.labelled();
        self.sema.stmt(StmtKind::Default(inner), pos)
    }

    fn goto_statement(&mut self) -> StmtId {
        let begin = self.bump().pos;
        if self.eat(P::Star) {
            let e = self.expression();
            let pointer = self.sema.unit.types.pointer(Ty::VOID);
            let e = self.sema.assigned(e, pointer, &text!("`goto`", "`goto`"));
            let pos = self.sema.range(begin, self.last);
            self.semicolon();
            return self.sema.stmt(StmtKind::ComputedGoto(e), pos);
        }
        if !self.is_name(self.token) {
            self.unexpected(&text!("the name of a label", "ラベルの名前"));
            return StmtId(0);
        }
        let token = self.bump();
        let label = self.sema.use_label(token.sym, token.pos, false);
        let pos = self.sema.range(begin, token.pos);
        self.semicolon();
        self.sema.stmt(StmtKind::Goto(label), pos)
    }

    fn return_statement(&mut self) -> StmtId {
        let begin = self.bump().pos;
        let value = if self.is(P::Semi) || self.is(P::RBrace) { None } else { Some(self.expression()) };
        let pos = self.sema.range(begin, self.last);
        let value = self.sema.return_value(value, pos);
        self.semicolon();
        self.sema.stmt(StmtKind::Return(value), pos)
    }
}
