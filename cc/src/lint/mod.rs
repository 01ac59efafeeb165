//! Warnings about programs that are correct C but hardly meant: a walk over the typed tree of each function.
//!
//! `expr` looks at expressions, `format` at the formats of `printf`, `stmt` at the shape of statements, `flow` at the
//! ways that control can take, `value` at variables that are read before they have a value, `bounds` at indices that count,
//! `chip` at the use of DMA, `mpi` at messages.

mod bounds;
mod chip;
mod expr;
mod flow;
mod format;
mod mpi;
mod order;
mod stmt;
#[cfg(test)]
mod tests;
mod value;

use crate::diag::{Finding, Report};
use crate::names::Names;
use crate::order::Order as _;
use crate::source::{Pos, Sources};
use crate::token::Token;
use crate::tree::{Body, ExprId, ExprKind, FunctionId, Unit, mark};
use alloc::vec::Vec;

/// The state of the walk.
struct Lint<'a, 't> {
    unit: &'a Unit,
    names: &'a Names,
    report: &'a mut Report,
    sources: &'a Sources<'t>,
    tokens: &'a [Token],
    /// Tokens by place, for settings by pragma; made when it is needed.
    places: Vec<(u32, u32)>,
    function: FunctionId,
}

/// Warns about the functions of a unit without errors.
pub fn lint(unit: &Unit, names: &Names, report: &mut Report, sources: &Sources<'_>, tokens: &[Token]) {
    let mut lint = Lint { unit, names, report, sources, tokens, places: Vec::new(), function: FunctionId(0) };
    for (index, function) in unit.functions.iter().enumerate() {
        if let Some(body) = &function.body {
            lint.function = FunctionId(index as u32);
            lint.body(body);
        }
    }
}

impl Lint<'_, '_> {
    fn body(&mut self, body: &Body) {
        // The library's own texts are checked by its tests.
        let file = self.sources.file_of(self.sources.use_place(body.end).at);
        if self.sources.files.get(file).is_some_and(|f| f.library) {
            return;
        }
        self.statements(body);
        self.flow(body);
        self.values(body);
        self.counted_indices(body);
        self.chip(body);
        self.messages(body);
        self.frame(body);
    }

    fn push(&mut self, finding: Finding) {
        if self.report.levels.pragmas.is_empty() {
            return self.report.push(finding);
        }
        if self.places.is_empty() {
            self.places = self.tokens.iter().enumerate().map(|(i, t)| (t.pos.at, i as u32)).collect();
            self.places.order();
        }
        let i = self.places.partition_point(|(at, _)| *at < finding.pos.at);
        let token = self.places.get(i).map_or(0, |(_, token)| *token);
        self.report.push_at(token, finding);
    }

    /// An expression without the conversions that the source does not write.
    fn bare(&self, e: ExprId) -> ExprId {
        let mut e = e;
        while let ExprKind::Cast(inner, false) = self.unit.expr(e).kind {
            e = inner;
        }
        e
    }

    fn pos(&self, e: ExprId) -> Pos {
        self.unit.expr(e).pos
    }

    fn in_parentheses(&self, e: ExprId) -> bool {
        self.unit.expr(e).marks & mark::PARENTHESES != 0
    }

    /// The name of the function that a call calls.
    fn callee(&self, f: ExprId) -> Option<(FunctionId, &str)> {
        let mut f = f;
        loop {
            match self.unit.expr(f).kind {
                ExprKind::Decay(inner) | ExprKind::Cast(inner, false) => f = inner,
                ExprKind::Function(id) => return Some((id, self.names.text(self.unit.function(id).name))),
                _ => return None,
            }
        }
    }

    /// True if computing an expression changes something or calls a function.
    fn has_effect(&self, e: ExprId) -> bool {
        let expr = self.unit.expr(e);
        match expr.kind {
            ExprKind::Assign(..)
            | ExprKind::Compound(..)
            | ExprKind::CompoundOffset(..)
            | ExprKind::Step(..)
            | ExprKind::Call(..)
            | ExprKind::VaArg(_)
            | ExprKind::Block(_)
            | ExprKind::Error
            | ExprKind::Literal(_) => return true,
            ExprKind::Builtin(builtin, _) => {
                use crate::tree::Builtin as B;
                let pure = matches!(
                    builtin,
                    B::Clrsb
                        | B::Clz
                        | B::Ctz
                        | B::Ffs
                        | B::Popcount
                        | B::Parity
                        | B::Bswap16
                        | B::Bswap
                        | B::Abs
                        | B::Fabs
                        | B::Sqrt
                        | B::IsNan
                        | B::Unordered
                        | B::Complex
                        | B::SignBit
                        | B::Copysign
                        | B::ReturnAddress
                        | B::FrameAddress
                );
                if !pure {
                    return true;
                }
            }
            ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::Member(..) if expr.ty.is_volatile() => return true,
            _ => {}
        }
        let mut found = false;
        self.unit.each_operand(e, |operand| found = found || self.has_effect(operand));
        found
    }

    /// True if two expressions have the same value whenever they are computed, and change nothing.
    fn same(&self, a: ExprId, b: ExprId) -> bool {
        let (a, b) = (self.bare(a), self.bare(b));
        let (x, y) = (self.unit.expr(a), self.unit.expr(b));
        if x.depth > 12 || x.depth != y.depth || x.ty != y.ty || x.ty.is_volatile() {
            return false;
        }
        use ExprKind as E;
        let same = match (&x.kind, &y.kind) {
            (E::Int(n), E::Int(m)) => n == m,
            (E::Float(n), E::Float(m)) => n == m,
            (E::Complex(n, m), E::Complex(p, q)) => (n, m) == (p, q),
            (E::Object(n), E::Object(m)) => n == m,
            (E::String(n), E::String(m)) => n == m,
            (E::Function(n), E::Function(m)) => n == m,
            (E::Unary(p, _), E::Unary(q, _)) => p == q,
            (E::Binary(p, ..), E::Binary(q, ..)) => p == q,
            (E::Logic(p, ..), E::Logic(q, ..)) => p == q,
            (E::Offset(_, _, s, p), E::Offset(_, _, t, q)) => s == t && p == q,
            (E::Deref(_), E::Deref(_)) | (E::Address(_), E::Address(_)) | (E::Decay(_), E::Decay(_)) => true,
            (E::Member(_, n, s), E::Member(_, m, t)) => n == m && s == t,
            (E::Cast(..), E::Cast(..)) => true,
            _ => false,
        };
        if !same {
            return false;
        }
        let (p, q) = (self.unit.operands(a), self.unit.operands(b));
        p.len() == q.len() && p.iter().zip(&q).all(|(x, y)| self.same(*x, *y))
    }
}
