//! Statements: values of `return` and `switch`, operands of `asm`, statements without effect.

use super::{Meaning, Sema};
use crate::diag::Finding;
use crate::names::Sym;
use crate::order::Order as _;
use crate::source::Pos;
use crate::tree::{Case, ExprId, ExprKind, StmtId, StmtKind};
use crate::types::{Kind, Ty};
use alloc::vec::Vec;
use mcore_base::text;

impl Sema<'_, '_> {
    /// Gives a name that has no meaning one at file scope.
    pub(super) fn bind_outside(&mut self, name: Sym, meaning: Meaning, pos: Pos) {
        self.bind_below(name, meaning, pos, 1);
    }

    /// Gives a name that has no meaning one in the whole function.
    pub(super) fn bind_in_function(&mut self, name: Sym, meaning: Meaning, pos: Pos) {
        let scope = if self.current.is_some() { 2 } else { self.depth() };
        self.bind_below(name, meaning, pos, scope.min(self.depth()));
    }

    fn bind_below(&mut self, name: Sym, meaning: Meaning, pos: Pos, scope: u32) {
        let index = name.0 as usize;
        if self.bindings.len() <= index {
            self.bindings.resize(index + 1, Vec::new());
        }
        if !self.bindings[index].is_empty() {
            return;
        }
        self.bindings[index].push(super::Binding { meaning, scope, pos });
        if let Some(open) = self.scopes.get_mut(scope as usize - 1) {
            open.names.push(name);
        }
    }

    /// The type of `({ … })`: that of its last statement, whose value it is.
    pub fn block_value(&mut self, block: StmtId) -> Ty {
        let mut last = block;
        loop {
            match &self.unit.stmt(last).kind {
                StmtKind::Block(all) => match all.last() {
                    Some(inner) if last == block => last = *inner,
                    _ => return Ty::VOID,
                },
                StmtKind::Label(_, inner) | StmtKind::Case(_, inner) | StmtKind::Default(inner) => last = *inner,
                StmtKind::Expr(e) => {
                    let e = *e;
                    let value = self.value(e);
                    self.unit.stmts[last.index()].kind = StmtKind::Expr(value);
                    return self.ty(value).plain();
                }
                _ => return Ty::VOID,
            }
        }
    }

    /// The value of a `switch`, promoted.
    pub fn switch_value(&mut self, e: ExprId) -> ExprId {
        let before = self.ty(e);
        let e = self.promote(e);
        let ty = self.ty(e);
        if ty.is_error() {
            return e;
        }
        let pos = self.pos(e);
        if !self.unit.types.is_integer(ty) {
            let shown = self.show(ty);
            let message = text!(
                "`switch` needs a whole number, not `{shown}`",
                "`switch` には整数が必要です。`{shown}` は使えません"
            );
            self.error("switch-type", pos, message);
            return self.wrong(pos);
        }
        if before.id == Ty::BOOL.id || self.is_truth(e) {
            self.warn("switch-bool", pos, text!("`switch` on a condition", "`switch` の値が条件式です"));
        }
        // The value counts as read; a qualified type is that of the variable only.
        self.convert(e, ty)
    }

    /// True for an expression that is 0 or 1 by its operator.
    pub fn is_truth(&self, e: ExprId) -> bool {
        match self.unit.expr(e).kind {
            ExprKind::Binary(op, ..) => op.is_compare(),
            ExprKind::Logic(..) | ExprKind::Unary(crate::tree::Unary::Not, _) => true,
            _ => false,
        }
    }

    /// Checks the cases of a `switch`: none twice.
    pub fn check_switch(&mut self, value: ExprId, cases: &[Case], has_default: bool, pos: Pos) {
        let ty = self.ty(value);
        let signed = self.unit.types.is_signed(ty);
        // Unsigned values in their order as signed ones.
        let key = |n: i64| if signed { n } else { n ^ i64::MIN };
        let mut order: Vec<usize> = (0..cases.len()).collect();
        order.order_by_key(|i| (key(cases[*i].low), *i));
        let mut widest: Option<usize> = None;
        let mut findings = Vec::new();
        for i in order {
            if let Some(w) = widest
                && key(cases[i].low) <= key(cases[w].high)
            {
                let (first, second) = if w < i { (w, i) } else { (i, w) };
                let n = cases[i].low;
                let message = text!("the value {n} has a case already", "値 {n} の `case` が既にあります");
                let here = text!("the first one", "1 つ目はここです");
                findings
                    .push(Finding::error("duplicate-case", cases[second].pos, message).second(cases[first].pos, here));
            }
            if widest.is_none_or(|w| key(cases[i].high) > key(cases[w].high)) {
                widest = Some(i);
            }
        }
        findings.into_iter().for_each(|f| self.report.push(f));
        if !has_default {
            self.check_enum_switch(value, cases, pos);
        }
    }

    /// Reports constants of an enumeration that have no case.
    fn check_enum_switch(&mut self, value: ExprId, cases: &[Case], pos: Pos) {
        let mut e = value;
        while let ExprKind::Cast(inner, false) = self.unit.expr(e).kind {
            e = inner;
        }
        let Kind::Enum(index) = *self.unit.types.kind(self.unit.types.declared(self.ty(e))) else { return };
        let Some(known) = self.unit.types.enums.get(index as usize) else { return };
        let missing = known.constants.iter().filter(|(_, n)| !cases.iter().any(|c| c.low <= *n && *n <= c.high));
        let missing: Vec<&str> = missing.take(4).map(|(name, _)| self.names.text(*name)).collect();
        if missing.is_empty() {
            return;
        }
        let list = if missing.len() > 3 { missing[..3].join(", ") + ", …" } else { missing.join(", ") };
        let message = text!("no case for {list}", "{list} の `case` がありません");
        let tip = text!("add the cases, or `default`", "`case` か `default` を加えてください");
        self.report.push(Finding::named("switch", pos, message).tip(tip));
    }

    /// The value of a `return`, converted to the function's result.
    pub fn return_value(&mut self, value: Option<ExprId>, pos: Pos) -> Option<ExprId> {
        let (result, function) = self.current.as_ref().map_or((Ty::ERROR, None), |c| (c.result, Some(c.id)));
        if function.is_some_and(|f| self.unit.function(f).attributes.no_return) {
            let message =
                text!("a function that is declared not to return does", "戻らないと宣言された関数から戻っています");
            self.warn("noreturn", pos, message);
        }
        let is_void = self.unit.types.is_void(result);
        match value {
            None => {
                if !is_void && !result.is_error() {
                    let shown = self.show(result);
                    let message = text!(
                        "`return` without a value in a function with result `{shown}`",
                        "結果の型が `{shown}` の関数に値のない `return` があります"
                    );
                    self.warn("return-mismatch", pos, message);
                }
                None
            }
            Some(e) if is_void => {
                let e = self.value(e);
                if !self.unit.types.is_void(self.ty(e)) && !self.ty(e).is_error() {
                    let message = text!(
                        "`return` with a value in a function without result",
                        "結果のない関数に値のある `return` があります"
                    );
                    self.warn("return-mismatch", pos, message);
                }
                Some(self.convert(e, Ty::VOID))
            }
            Some(e) => Some(self.assigned(e, result, &text!("`return`", "`return`"))),
        }
    }

    /// `[[fallthrough]];` or another attribute as a statement.
    pub fn fallthrough_at(&mut self, pos: Pos, given: bool) {
        if !given {
            self.warn("attributes", pos, text!("the attribute has no statement", "属性の対象となる文がありません"));
        }
    }

    /// A result of `asm`.
    pub fn asm_output(&mut self, e: ExprId, reads: bool, memory: bool) -> ExprId {
        let pos = self.pos(e);
        if self.ty(e).is_error() {
            return e;
        }
        if !self.writable(e, pos) {
            return self.wrong(pos);
        }
        if reads {
            self.mark_read(e);
        }
        if memory {
            self.mark_addressed(e);
        }
        e
    }

    /// An operand that `asm` reads.
    pub fn asm_input(&mut self, e: ExprId, memory: bool) -> ExprId {
        if memory {
            let pos = self.pos(e);
            if !self.is_place(e) && !self.ty(e).is_error() {
                self.error(
                    "asm",
                    pos,
                    text!(
                        "an operand in memory must be an object",
                        "メモリ上のオペランドはオブジェクトでなければなりません"
                    ),
                );
                return self.wrong(pos);
            }
            self.mark_addressed(e);
            return e;
        }
        self.value(e)
    }

    /// `a ?: b`.
    pub fn elvis(&mut self, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        let a = self.condition(a);
        if let Some(truth) = self.truth(a) {
            // The type is that of both.
            let one = self.integer(i64::from(truth), Ty::INT, pos);
            return self.conditional(one, a, b, pos);
        }
        // The types are found as for `a ? a : b`.
        let whole = self.conditional(a, a, b, pos);
        let ExprKind::Conditional(_, _, other) = self.unit.expr(whole).kind else { return whole };
        let ty = self.ty(whole);
        self.add(ExprKind::Elvis(a, other), ty, pos)
    }

    /// `sizeof` of an expression.
    pub fn size_of_expression(&mut self, e: ExprId, pos: Pos) -> ExprId {
        if matches!(self.unit.expr(e).kind, ExprKind::Member(_, _, Some(_))) {
            self.error("sizeof", pos, text!("a bit-field has no size", "ビットフィールドに大きさはありません"));
            return self.wrong(pos);
        }
        let ty = self.ty(e);
        if ty.is_error() {
            return self.wrong(pos);
        }
        if let Kind::Bits(_, width) = *self.unit.types.kind(ty) {
            // The value of an assignment to a bit-field: the size of its width, as in gcc.
            return self.integer(i64::from(u32::from(width).div_ceil(8).next_power_of_two()), Ty::UINT, pos);
        }
        if let ExprKind::Object(object) = self.unit.expr(e).kind
            && self.unit.notes.array_params.contains(&object)
        {
            let name = self.names.text(self.unit.object(object).name);
            let message = text!(
                "the parameter `{name}` is a pointer, so this is not the size of an array",
                "引数 `{name}` はポインタなので、配列の大きさにはなりません"
            );
            let tip = text!("pass the number of elements too", "要素数も引数で渡してください");
            self.report.push(Finding::named("sizeof-array-argument", pos, message).tip(tip));
        }
        let id = self.size_of(ty, pos);
        self.unit.notes.sizes.insert(id, e);
        id
    }

    /// The alignment of what an expression names.
    pub fn alignment_of(&self, e: ExprId) -> u32 {
        let natural = self.unit.types.align(self.ty(e));
        match self.unit.expr(e).kind {
            ExprKind::Object(object) => natural.max(self.unit.object(object).attributes.align),
            _ => natural,
        }
    }

    /// A union with the attribute `transparent_union`.
    pub fn transparent(&mut self, ty: Ty) {
        self.transparent_unions.push(ty.id);
    }
}
