//! Variables that one expression changes and uses in no defined order.

use super::Lint;
use crate::diag::Finding;
use crate::tree::{ExprId, ExprKind, ObjectId};
use alloc::vec::Vec;
use mcore_base::text;

/// Variables that are remembered for one expression.
const MAX_NOTED: usize = 64;

/// The uses of variables in a part of an expression.
#[derive(Default)]
struct Noted {
    reads: Vec<(ObjectId, ExprId)>,
    writes: Vec<(ObjectId, ExprId)>,
}

impl Noted {
    fn add(&mut self, other: Self) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.reads.truncate(MAX_NOTED);
        self.writes.truncate(MAX_NOTED);
    }
}

impl Lint<'_, '_> {
    /// Looks for changes without order in a full expression.
    pub(super) fn order(&mut self, e: ExprId) {
        if self.writes_inside(e, 0) {
            self.noted(e);
        }
    }

    /// True if a variable is changed anywhere but at the top.
    fn writes_inside(&self, e: ExprId, depth: u32) -> bool {
        let expr = &self.unit.expr(e).kind;
        let writes = matches!(
            expr,
            ExprKind::Assign(..) | ExprKind::Compound(..) | ExprKind::CompoundOffset(..) | ExprKind::Step(..)
        );
        if writes && depth > 0 {
            return true;
        }
        let mut found = false;
        self.unit.each_operand(e, |operand| found = found || self.writes_inside(operand, depth + 1));
        found
    }

    /// The parts have no order among each other.
    fn unordered(&mut self, parts: &[ExprId]) -> Noted {
        let mut all = Noted::default();
        for part in parts {
            let one = self.noted(*part);
            self.clash(&all, &one);
            all.add(one);
        }
        all
    }

    fn clash(&mut self, a: &Noted, b: &Noted) {
        for (object, at) in &a.writes {
            if let Some((_, other)) = b.reads.iter().chain(&b.writes).find(|(o, _)| o == object) {
                return self.no_order(*object, *at, *other);
            }
        }
        for (object, at) in &b.writes {
            if let Some((_, other)) = a.reads.iter().find(|(o, _)| o == object) {
                return self.no_order(*object, *at, *other);
            }
        }
    }

    fn no_order(&mut self, object: ObjectId, at: ExprId, other: ExprId) {
        let name = self.names.text(self.unit.object(object).name);
        if name.is_empty() {
            return;
        }
        let message = text!(
            "`{name}` is changed and used in one expression without a defined order",
            "1 つの式の中で `{name}` の変更と使用の順序が決まっていません"
        );
        let here = text!("the other use", "もう一方の使用はここです");
        self.push(Finding::named("sequence-point", self.pos(at), message).second(self.pos(other), here));
    }

    fn noted(&mut self, e: ExprId) -> Noted {
        let unit = self.unit;
        match &unit.expr(e).kind {
            ExprKind::Object(o) => Noted { reads: alloc::vec![(*o, e)], writes: Vec::new() },
            ExprKind::Assign(a, b) => {
                let place = self.place(*a);
                let mut value = self.noted(*b);
                // The value is computed before the change; only a second change has no order.
                if let Some(object) = self.variable(*a) {
                    if let Some((_, other)) = value.writes.iter().find(|(o, _)| *o == object) {
                        self.no_order(object, e, *other);
                    }
                    value.reads.retain(|(o, _)| *o != object);
                }
                self.clash(&place, &value);
                value.add(place);
                if let Some(object) = self.variable(*a) {
                    value.writes.push((object, e));
                }
                value
            }
            ExprKind::Compound(_, a, b, _) | ExprKind::CompoundOffset(a, b, ..) => {
                let place = self.place(*a);
                let mut value = self.noted(*b);
                self.clash(&place, &value);
                if let Some(object) = self.variable(*a) {
                    if let Some((_, other)) = value.writes.iter().find(|(o, _)| *o == object) {
                        self.no_order(object, e, *other);
                    }
                    value.reads.retain(|(o, _)| *o != object);
                    value.writes.push((object, e));
                }
                value.add(place);
                value
            }
            ExprKind::Step(a, ..) => {
                let mut place = self.place(*a);
                if let Some(object) = self.variable(*a) {
                    place.writes.push((object, e));
                }
                place
            }
            ExprKind::Binary(_, a, b) | ExprKind::Offset(a, b, ..) | ExprKind::Distance(a, b, _) => {
                self.unordered(&[*a, *b])
            }
            ExprKind::Call(_, args) => self.unordered(args),
            // These have an order.
            ExprKind::Logic(_, a, b) | ExprKind::Comma(a, b) | ExprKind::Elvis(a, b) => {
                let mut all = self.noted(*a);
                let second = self.noted(*b);
                all.add(second);
                all
            }
            ExprKind::Conditional(c, a, b) => {
                let mut all = self.noted(*c);
                for part in [*a, *b] {
                    let one = self.noted(part);
                    all.add(one);
                }
                all
            }
            ExprKind::Block(_) => Noted::default(),
            _ => {
                let mut all = Noted::default();
                for operand in unit.operands(e) {
                    let one = self.noted(operand);
                    all.add(one);
                }
                all
            }
        }
    }

    /// The variable that a place is.
    fn variable(&self, e: ExprId) -> Option<ObjectId> {
        match self.unit.expr(e).kind {
            ExprKind::Object(o) => Some(o),
            _ => None,
        }
    }

    /// The uses of variables when a place is found: a variable itself is not read.
    fn place(&mut self, e: ExprId) -> Noted {
        if self.variable(e).is_some() { Noted::default() } else { self.noted(e) }
    }
}
