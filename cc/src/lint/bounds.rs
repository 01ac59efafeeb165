//! Loops that leave an array: `for (i = 0; i <= 10; i++) a[i] = 0;` where `a` has ten elements.
//!
//! Only loops whose first and last count are numbers, that nothing leaves early, and indices that are computed each time.

use super::Lint;
use crate::diag::Finding;
use crate::tree::{Binary, Body, ElementSize, ExprId, ExprKind, ObjectId, StmtId, StmtKind};
use crate::types::Length;
use alloc::vec::Vec;
use mcore_base::{Text, text};

/// A variable that counts from one number to another, both included.
#[derive(Clone, Copy)]
struct Count {
    object: ObjectId,
    from: i64,
    to: i64,
    /// The condition of the loop is `<=`.
    or_equal: bool,
    /// Number of findings before it.
    findings: usize,
}

impl Lint<'_, '_> {
    pub(super) fn counted_indices(&mut self, body: &Body) {
        self.bounds_stmt(body.block, &mut Vec::new());
    }

    /// Looks at a statement that is executed for each value of `counts`.
    fn bounds_stmt(&mut self, id: StmtId, counts: &mut Vec<Count>) {
        let unit = self.unit;
        match &unit.stmt(id).kind {
            StmtKind::For(first, .., body) => {
                first.iter().for_each(|first| self.bounds_stmt(*first, counts));
                match self.count(id) {
                    Some(count) => {
                        counts.push(count);
                        self.bounds_stmt(*body, counts);
                        counts.pop();
                    }
                    None => self.bounds_stmt(*body, &mut Vec::new()),
                }
            }
            StmtKind::Block(all) => all.iter().for_each(|stmt| self.bounds_stmt(*stmt, counts)),
            StmtKind::Expr(e) => self.bounds_expr(*e, counts),
            StmtKind::Declare(object) => {
                let init = unit.object(*object).init.and_then(|init| unit.inits.get(init.index()));
                init.into_iter().flat_map(|init| &init.entries).for_each(|entry| self.bounds_expr(entry.expr, counts));
            }
            // The others may be executed for some values only.
            StmtKind::If(condition, yes, no) => {
                self.bounds_expr(*condition, counts);
                [Some(*yes), *no].into_iter().flatten().for_each(|stmt| self.bounds_stmt(stmt, &mut Vec::new()));
            }
            _ => unit.parts(id).1.into_iter().for_each(|stmt| self.bounds_stmt(stmt, &mut Vec::new())),
        }
    }

    /// The count of a `for` loop.
    fn count(&self, id: StmtId) -> Option<Count> {
        let unit = self.unit;
        let StmtKind::For(Some(first), Some(condition), Some(step), body) = unit.stmt(id).kind else { return None };
        let ExprKind::Step(counter, 1, ..) = unit.expr(self.bare(step)).kind else { return None };
        let ExprKind::Object(object) = unit.expr(self.bare(counter)).kind else { return None };
        let ExprKind::Binary(compare, left, right) = unit.expr(self.bare(condition)).kind else { return None };
        let end = unit.int(self.bare(right)).filter(|_| self.is_object(left, object))?;
        let to = match compare {
            Binary::Lt | Binary::Ne => end.checked_sub(1)?,
            Binary::Le => end,
            _ => return None,
        };
        let from = self.start(first, object)?;
        let fits = |n: i64| i32::try_from(n).is_ok();
        if to < from || !fits(from) || !fits(to) || unit.object(object).addressed || self.ends_early(body, object) {
            return None;
        }
        Some(Count { object, from, to, or_equal: compare == Binary::Le, findings: self.report.findings.len() })
    }

    /// The number that the first part of a loop gives to its variable.
    fn start(&self, first: StmtId, object: ObjectId) -> Option<i64> {
        let unit = self.unit;
        match &unit.stmt(first).kind {
            StmtKind::Block(all) => match all.as_slice() {
                [only] => self.start(*only, object),
                _ => None,
            },
            StmtKind::Declare(declared) if *declared == object => {
                let init = unit.inits.get(unit.object(object).init?.index())?;
                match init.entries.as_slice() {
                    [entry] => unit.int(self.bare(entry.expr)),
                    _ => None,
                }
            }
            StmtKind::Expr(e) => match unit.expr(self.bare(*e)).kind {
                ExprKind::Assign(to, value) if self.is_object(to, object) => unit.int(self.bare(value)),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_object(&self, e: ExprId, object: ObjectId) -> bool {
        matches!(self.unit.expr(self.bare(e)).kind, ExprKind::Object(known) if known == object)
    }

    /// True if the body of a loop can end it, or leave out a part of itself, or change the variable that counts.
    fn ends_early(&self, body: StmtId, object: ObjectId) -> bool {
        let unit = self.unit;
        let (mut stmts, mut exprs) = (alloc::vec![body], Vec::new());
        while let Some(id) = stmts.pop() {
            match &unit.stmt(id).kind {
                StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Goto(_)
                | StmtKind::ComputedGoto(_)
                | StmtKind::Label(..)
                | StmtKind::Case(..)
                | StmtKind::Default(_)
                | StmtKind::Return(_)
                | StmtKind::Asm(_) => return true,
                _ => {}
            }
            let parts = unit.parts(id);
            exprs.extend(parts.0);
            stmts.extend(parts.1);
        }
        while let Some(e) = exprs.pop() {
            match &unit.expr(e).kind {
                ExprKind::Assign(to, _) | ExprKind::Compound(_, to, ..) | ExprKind::Step(to, ..)
                    if self.is_object(*to, object) =>
                {
                    return true;
                }
                ExprKind::Call(f, _)
                    if self.callee(*f).is_some_and(|(id, _)| unit.function(id).attributes.no_return) =>
                {
                    return true;
                }
                ExprKind::Block(_) => return true,
                _ => exprs.extend(unit.operands(e)),
            }
        }
        false
    }

    /// Looks at an expression that is computed for each value of `counts`.
    fn bounds_expr(&mut self, e: ExprId, counts: &[Count]) {
        let unit = self.unit;
        if counts.is_empty() {
            return;
        }
        match unit.expr(e).kind {
            ExprKind::Deref(_) => self.index(e, counts, false),
            ExprKind::Address(inner) => {
                if let ExprKind::Deref(sum) = unit.expr(inner).kind {
                    // The address after the last element may be named.
                    self.index(inner, counts, true);
                    return unit.operands(sum).into_iter().for_each(|operand| self.bounds_expr(operand, counts));
                }
            }
            // The second operand may not be computed.
            ExprKind::Logic(_, first, _) | ExprKind::Conditional(first, ..) | ExprKind::Elvis(first, _) => {
                return self.bounds_expr(first, counts);
            }
            ExprKind::Block(_) => return,
            _ => {}
        }
        unit.operands(e).into_iter().for_each(|operand| self.bounds_expr(operand, counts));
    }

    /// Checks `array[index]`.
    fn index(&mut self, e: ExprId, counts: &[Count], one_past: bool) {
        let unit = self.unit;
        let ExprKind::Deref(sum) = unit.expr(e).kind else { return };
        let ExprKind::Offset(base, index, ElementSize::Known(_), false) = unit.expr(sum).kind else { return };
        let ExprKind::Decay(array) = unit.expr(base).kind else { return };
        let Some((_, Length::Known(n))) = unit.types.element(unit.ty(array)) else { return };
        let n = i64::from(n);
        let by = |e: ExprId| unit.int(self.bare(e));
        let (counter, plus) = match unit.expr(self.bare(index)).kind {
            ExprKind::Binary(Binary::Add, a, b) => match (by(a), by(b)) {
                (Some(k), None) => (b, k),
                (None, Some(k)) => (a, k),
                _ => return,
            },
            ExprKind::Binary(Binary::Sub, a, b) => match by(b) {
                Some(k) => (a, k.saturating_neg()),
                None => return,
            },
            _ => (index, 0),
        };
        let Some(count) = counts.iter().rev().find(|count| self.is_object(counter, count.object)).copied() else {
            return;
        };
        let (first, last) = (count.from.saturating_add(plus), count.to.saturating_add(plus));
        // An array of one element at the end of a struct often means a longer one.
        let beyond = last > n || last == n && !one_past;
        if n <= 1 || !(beyond || first < 0) {
            return;
        }
        let Text { en, ja } = unit.array_words(self.names, array);
        let message = if beyond {
            text!(
                "the index reaches {last}, but {en} has {n} elements",
                "添字は {last} まで増えますが、{ja} の要素数は {n} です"
            )
        } else {
            text!("the index begins at {first}, before {en}", "添字は {first} から始まり、{ja} の前を指します")
        };
        // One loop often uses an element several times.
        if self.report.findings.iter().skip(count.findings).any(|known| known.message == message) {
            return;
        }
        let mut finding = Finding::named("array-bounds", self.pos(index), message);
        if beyond && last == n {
            let end = n - 1;
            finding = finding.tip(match count.or_equal {
                true => text!(
                    "the last element has the index {end}; write `<` instead of `<=`",
                    "最後の要素の添字は {end} です。`<=` ではなく `<` と書いてください"
                ),
                false => text!("the last element has the index {end}", "最後の要素の添字は {end} です"),
            });
        }
        self.push(finding);
    }
}
