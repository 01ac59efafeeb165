//! Expressions that are hardly meant.

use super::Lint;
use crate::diag::Finding;
use crate::tree::{Binary, Builtin, ExprId, ExprKind, StmtKind, Storage, Unary, mark};
use crate::types::{Length, Ty};
use mcore_base::text;

/// The use of an expression's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// By an operator or call.
    Value,
    /// Only whether it is 0.
    Condition,
    /// Not at all.
    Discard,
}

impl Lint<'_, '_> {
    /// Looks at a full expression.
    pub(super) fn full(&mut self, e: ExprId, used: Use) {
        self.expr(e, used);
        self.order(e);
    }

    fn expr(&mut self, e: ExprId, used: Use) {
        let unit = self.unit;
        match used {
            Use::Condition => self.condition(e),
            Use::Discard => self.discarded(e),
            Use::Value => {}
        }
        match &unit.expr(e).kind {
            ExprKind::Binary(op, a, b) => {
                self.precedence(*op, *a, *b);
                if op.is_compare() {
                    self.compare(e, *op, *a, *b);
                }
                if matches!(op, Binary::Shl | Binary::Shr) {
                    self.shift(*a, *b);
                }
                self.both(*a, *b);
            }
            ExprKind::Compound(op, a, b, _) => {
                if matches!(op, Binary::Shl | Binary::Shr) {
                    self.shift(*a, *b);
                }
                self.both(*a, *b);
            }
            ExprKind::Logic(or, a, b) => {
                self.both_sides(*or, *a, *b);
                self.expr(*a, Use::Condition);
                self.expr(*b, Use::Condition);
            }
            ExprKind::Unary(Unary::Not, a) => self.expr(*a, Use::Condition),
            ExprKind::Conditional(c, a, b) => {
                self.expr(*c, Use::Condition);
                let used = if used == Use::Discard { Use::Discard } else { Use::Value };
                self.expr(*a, if used == Use::Discard && !self.has_effect(*a) { Use::Value } else { used });
                self.expr(*b, if used == Use::Discard && !self.has_effect(*b) { Use::Value } else { used });
            }
            ExprKind::Comma(a, b) => {
                self.expr(*a, Use::Discard);
                self.expr(*b, if used == Use::Discard { Use::Value } else { used });
            }
            ExprKind::Assign(a, b) => {
                if self.same(*a, *b) && !self.in_parentheses(*b) {
                    let message = text!("the value is assigned to itself", "自分自身に代入しています");
                    self.push(Finding::named("self-assign", self.pos(e), message));
                }
                self.both(*a, *b);
            }
            ExprKind::Call(f, args) => {
                self.call(e, *f, args, used);
                self.expr(*f, Use::Value);
                args.iter().for_each(|a| self.expr(*a, Use::Value));
            }
            ExprKind::Block(stmt) => {
                if let StmtKind::Block(all) = &unit.stmt(*stmt).kind
                    && let Some((last, rest)) = all.split_last()
                    && let StmtKind::Expr(value) = unit.stmt(*last).kind
                {
                    // The last value is that of the whole expression.
                    rest.iter().for_each(|s| self.statement(*s));
                    self.full(value, Use::Value);
                } else {
                    self.statement(*stmt);
                }
            }
            ExprKind::Cast(a, false) => {
                self.narrowing(*a, unit.ty(e));
                self.expr(*a, Use::Value);
            }
            ExprKind::Cast(a, true) => {
                let to = unit.ty(e);
                self.pointer_cast(*a, to, e);
                self.expr(*a, Use::Value);
            }
            _ => {
                for operand in unit.operands(e) {
                    self.expr(operand, Use::Value);
                }
            }
        }
    }

    fn both(&mut self, a: ExprId, b: ExprId) {
        self.expr(a, Use::Value);
        self.expr(b, Use::Value);
    }

    /// True for an expression that is 0 or 1.
    fn is_truth(&self, e: ExprId) -> bool {
        let e = self.bare(e);
        match self.unit.expr(e).kind {
            ExprKind::Binary(op, ..) => op.is_compare(),
            ExprKind::Logic(..) | ExprKind::Unary(Unary::Not, _) => true,
            _ => self.unit.ty(e).id == Ty::BOOL.id,
        }
    }

    fn is_comparison(&self, e: ExprId) -> bool {
        let e = self.bare(e);
        matches!(self.unit.expr(e).kind, ExprKind::Binary(op, ..) if op.is_compare()) && !self.in_parentheses(e)
    }

    fn precedence(&mut self, op: Binary, a: ExprId, b: ExprId) {
        let sign = op.text();
        match op {
            Binary::And | Binary::Or | Binary::Xor => {
                for side in [a, b] {
                    if self.is_comparison(side) {
                        let pos = self.pos(self.bare(side));
                        let message =
                            text!("the comparison is done before `{sign}`", "`{sign}` より先に比較が行われます");
                        let tip = text!(
                            "put parentheses around the part that belongs together",
                            "先に計算する部分を括弧で囲んでください"
                        );
                        self.push(Finding::named("parentheses", pos, message).tip(tip));
                    }
                }
            }
            Binary::Shl | Binary::Shr => {
                for side in [a, b] {
                    let bare = self.bare(side);
                    if let ExprKind::Binary(inner @ (Binary::Add | Binary::Sub), ..) = self.unit.expr(bare).kind
                        && !self.in_parentheses(bare)
                    {
                        let inner = inner.text();
                        let message =
                            text!("`{inner}` is done before `{sign}`", "`{sign}` より先に `{inner}` が計算されます");
                        let tip =
                            text!("put parentheses around it if that is meant", "意図どおりなら括弧で囲んでください");
                        self.push(Finding::named("parentheses", self.pos(bare), message).tip(tip));
                    }
                }
            }
            _ => {}
        }
    }

    fn compare(&mut self, e: ExprId, op: Binary, a: ExprId, b: ExprId) {
        let (x, y) = (self.bare(a), self.bare(b));
        let pos = self.pos(e);
        let sign = op.text();
        if self.is_comparison(a) && !matches!(op, Binary::Eq | Binary::Ne) {
            let message = text!(
                "this compares the result of a comparison, 0 or 1, with the other value",
                "比較の結果（0 か 1）をもう一方の値と比べています"
            );
            let tip = text!("write `a < b && b < c`", "`a < b && b < c` のように書いてください");
            return self.push(Finding::named("parentheses", pos, message).tip(tip));
        }
        if let ExprKind::Unary(Unary::Not, _) = self.unit.expr(x).kind
            && !self.in_parentheses(x)
            && !self.is_truth(b)
        {
            let message =
                text!("`!` applies only to the left side of `{sign}`", "`!` は `{sign}` の左辺だけに掛かります");
            let tip = text!("put parentheses around the comparison", "比較を括弧で囲んでください");
            return self.push(Finding::named("logical-not-parentheses", pos, message).tip(tip));
        }
        for (truth, other) in [(x, y), (y, x)] {
            if self.is_truth(truth)
                && let Some(n) = self.unit.int(other)
                && !(0..=1).contains(&n)
            {
                let message = text!("a value that is 0 or 1 is compared with {n}", "0 か 1 の値を {n} と比べています");
                return self.push(Finding::named("bool-compare", pos, message));
            }
        }
        if self.same(a, b) && self.unit.int(x).is_none() && !self.unit.types.is_floating(self.unit.ty(x)) {
            let message = text!("both sides are the same", "両辺が同じです");
            return self.push(Finding::named("tautological-compare", pos, message));
        }
        if matches!(self.unit.expr(self.undecayed(x)).kind, ExprKind::String(_))
            || matches!(self.unit.expr(self.undecayed(y)).kind, ExprKind::String(_))
        {
            let message = text!("this compares addresses, not texts", "文字列の内容ではなくアドレスを比べています");
            let tip = text!("use `strcmp` of `<string.h>`", "`<string.h>` の `strcmp` を使ってください");
            return self.push(Finding::named("address", pos, message).tip(tip));
        }
        self.limits(op, a, b, pos);
        self.signs(a, b, pos);
    }

    fn undecayed(&self, e: ExprId) -> ExprId {
        match self.unit.expr(e).kind {
            ExprKind::Decay(inner) => inner,
            _ => e,
        }
    }

    /// Lowest and highest value of an integer type.
    fn bounds(&self, ty: Ty) -> Option<(i128, i128)> {
        let types = &self.unit.types;
        if !types.is_integer(ty) {
            return None;
        }
        if ty.id == Ty::BOOL.id {
            return Some((0, 1));
        }
        let bits = types.size(ty)? * 8;
        Some(if types.is_signed(ty) {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        } else {
            (0, (1i128 << bits) - 1)
        })
    }

    /// A comparison with a constant that is always true or always false.
    fn limits(&mut self, op: Binary, a: ExprId, b: ExprId, pos: crate::source::Pos) {
        let (variable, constant, op) = match (self.unit.int(a), self.unit.int(b)) {
            (None, Some(n)) => (a, n, op),
            (Some(n), None) => (b, n, mirrored(op)),
            _ => return,
        };
        let bare = self.bare(variable);
        if matches!(self.unit.expr(bare).kind, ExprKind::Member(_, _, Some(_))) || self.is_truth(bare) {
            return;
        }
        // The narrowest of the types on the way.
        let Some((low, high)) = self.bounds(self.unit.ty(bare)) else { return };
        let wide = self.unit.ty(variable);
        let constant = if self.unit.types.is_signed(wide) { i128::from(constant) } else { i128::from(constant as u64) };
        // A negative value of a signed variable becomes a large one, which `sign-compare` reports.
        if low < 0 && !self.unit.types.is_signed(wide) {
            return;
        }
        let truth = match op {
            Binary::Lt => (high < constant).then_some(true).or((low >= constant).then_some(false)),
            Binary::Le => (high <= constant).then_some(true).or((low > constant).then_some(false)),
            Binary::Gt => (low > constant).then_some(true).or((high <= constant).then_some(false)),
            Binary::Ge => (low >= constant).then_some(true).or((high < constant).then_some(false)),
            Binary::Eq => (constant < low || constant > high).then_some(false),
            _ => (constant < low || constant > high).then_some(true),
        };
        let Some(truth) = truth else { return };
        let shown = self.unit.types.show(self.unit.ty(bare), self.names);
        let (word, ja) = if truth { ("true", "真") } else { ("false", "偽") };
        let message = text!(
            "the comparison is always {word}: the type is `{shown}`",
            "型が `{shown}` なので、この比較は常に{ja}です"
        );
        let mut finding = Finding::named("type-limits", pos, message);
        if constant == 0 && truth && op == Binary::Ge {
            finding = finding.tip(text!(
                "a counter that goes down to 0 must be signed",
                "0 まで数え下げる変数は符号付きにしてください"
            ));
        }
        self.push(finding);
    }

    /// Signed against unsigned, where a negative value becomes a large one.
    fn signs(&mut self, a: ExprId, b: ExprId, pos: crate::source::Pos) {
        let types = &self.unit.types;
        for (signed, unsigned) in [(a, b), (b, a)] {
            let (s, u) = (self.bare(signed), self.bare(unsigned));
            let (from, to) = (self.unit.ty(s), self.unit.ty(u));
            let changes = types.is_integer(from)
                && types.is_integer(to)
                && types.is_signed(from)
                && !types.is_signed(self.unit.ty(signed))
                && types.rank(from) >= 3
                && !matches!(self.unit.expr(s).kind, ExprKind::Int(_));
            if changes
                && self.unit.int(unsigned).is_none()
                && !types.is_signed(to)
                && types.rank(to) >= 3
                && !matches!(self.unit.expr(s).kind, ExprKind::Member(_, _, Some(_)))
                && !self.never_negative(s)
            {
                let (x, y) = (types.show(from, self.names), types.show(to, self.names));
                let message = text!(
                    "`{x}` is compared with `{y}`: a negative value counts as a large one",
                    "`{x}` と `{y}` を比べています。負の値は大きな値として扱われます"
                );
                return self.push(Finding::named("sign-compare", pos, message));
            }
        }
    }

    fn never_negative(&self, e: ExprId) -> bool {
        match self.unit.expr(e).kind {
            ExprKind::Binary(Binary::And, a, b) => [a, b].iter().any(|x| self.unit.int(*x).is_some_and(|n| n >= 0)),
            ExprKind::Binary(Binary::Rem, a, _) => self.never_negative(self.bare(a)),
            ExprKind::Builtin(Builtin::Popcount | Builtin::Clz | Builtin::Ctz, _) => true,
            _ => self.is_truth(e) || !self.unit.types.is_signed(self.unit.ty(e)),
        }
    }

    fn shift(&mut self, a: ExprId, b: ExprId) {
        let Some(n) = self.unit.int(b) else { return };
        if self.unit.int(a).is_some() {
            return;
        }
        let ty = self.unit.ty(a);
        let bits = self.unit.types.size(ty).unwrap_or(4).max(4) * 8;
        if !(0..i64::from(bits)).contains(&n) {
            let message = text!("the shift count is not below {bits}", "シフト量が {bits} 以上か負です");
            self.push(Finding::named("shift-count", self.pos(b), message));
        }
    }

    fn both_sides(&mut self, or: bool, a: ExprId, b: ExprId) {
        if self.same(a, b) && self.unit.int(self.bare(a)).is_none() {
            let sign = if or { "||" } else { "&&" };
            let message = text!("both sides of `{sign}` are the same", "`{sign}` の両辺が同じです");
            self.push(Finding::named("tautological-compare", self.pos(b), message));
        }
        // `x == 1 || 2`.
        for side in [a, b] {
            let marks = self.unit.expr(side).marks;
            if let Some(n) = self.unit.int(side).filter(|n| *n > 1 && marks & mark::LITERAL != 0) {
                let message =
                    text!("the constant {n} is always true as a condition", "定数 {n} は条件としては常に真です");
                let tip =
                    text!("compare again: `x == 1 || x == 2`", "`x == 1 || x == 2` のように比較を繰り返してください");
                self.push(Finding::named("int-in-bool-context", self.pos(side), message).tip(tip));
            }
        }
    }

    fn condition(&mut self, e: ExprId) {
        let bare = self.bare(e);
        match self.unit.expr(bare).kind {
            ExprKind::Assign(..) if !self.in_parentheses(bare) => {
                let message = text!(
                    "`=` assigns; the condition is the assigned value",
                    "`=` は代入です。代入した値が条件になります"
                );
                let tip = text!(
                    "use `==` to compare, or put parentheses around the assignment",
                    "比較なら `==` を使い、代入なら括弧で囲んでください"
                );
                self.push(Finding::named("parentheses", self.pos(bare), message).tip(tip));
            }
            ExprKind::Binary(Binary::Shl, ..) if self.unit.types.is_signed(self.unit.ty(bare)) => {
                let message = text!(
                    "`<<` as a condition; was `<` meant?",
                    "`<<` が条件になっています。`<` のつもりではありませんか"
                );
                self.push(Finding::named("int-in-bool-context", self.pos(bare), message));
            }
            ExprKind::Decay(inner) => {
                let message = match self.unit.expr(inner).kind {
                    ExprKind::Function(_) => text!(
                        "the function is not called, so the condition is always true",
                        "関数を呼び出していないので、条件は常に真です"
                    ),
                    ExprKind::Object(o) if !self.unit.object(o).attributes.weak => {
                        text!("the address of an array is always true", "配列のアドレスは常に真です")
                    }
                    ExprKind::String(_) => {
                        text!("a string as a condition is always true", "文字列は条件としては常に真です")
                    }
                    _ => return,
                };
                if let ExprKind::Function(f) = self.unit.expr(inner).kind
                    && self.unit.function(f).attributes.weak
                {
                    return;
                }
                // `assert(!"text")` and the like.
                if matches!(self.unit.expr(inner).kind, ExprKind::String(_)) {
                    return;
                }
                self.push(Finding::named("address", self.pos(bare), message));
            }
            _ => {}
        }
    }

    fn discarded(&mut self, e: ExprId) {
        let unit = self.unit;
        let expr = unit.expr(e);
        if unit.types.is_void(expr.ty) || expr.ty.is_error() {
            return;
        }
        let bare = self.bare(e);
        let named = match unit.expr(bare).kind {
            ExprKind::Decay(inner) => inner,
            _ => bare,
        };
        if matches!(unit.expr(named).kind, ExprKind::Function(_)) {
            let message = text!("the function is not called", "関数が呼び出されていません");
            let end = self.pos(bare).end();
            let tip = text!("write `()` after its name", "名前の後に `()` を付けてください");
            return self.push(Finding::named("unused-value", self.pos(bare), message).tip(tip).fix(end, "()"));
        }
        if self.has_effect(e) {
            // `*p++` computes a value that is not used.
            if let ExprKind::Deref(inner) = unit.expr(bare).kind
                && matches!(unit.expr(self.bare(inner)).kind, ExprKind::Step(..))
                && !expr.ty.is_volatile()
            {
                let message = text!("the value after `*` is not used", "`*` で読んだ値が使われていません");
                self.push(Finding::named("unused-value", self.pos(e), message));
            }
            return;
        }
        let mut finding =
            Finding::named("unused-value", self.pos(e), text!("the value is not used", "値が使われていません"));
        if let ExprKind::Binary(Binary::Eq, ..) = unit.expr(bare).kind {
            finding = finding.tip(text!("`=` assigns, `==` compares", "代入は `=`、比較は `==` です"));
        }
        self.push(finding);
    }

    /// An implicit conversion that can lose a part of the value.
    fn narrowing(&mut self, e: ExprId, to: Ty) {
        let from = self.unit.ty(e);
        let types = &self.unit.types;
        if self.unit.int(e).is_some() || !types.is_arithmetic(from) || !types.is_arithmetic(to) || to.id == Ty::BOOL.id
        {
            return;
        }
        let loses = types.is_floating(from) && types.is_integer(to)
            || types.is_floating(from) && types.is_floating(to) && types.size(to) < types.size(from)
            || types.is_integer(from)
                && types.is_integer(to)
                && types.size(to) < types.size(self.unit.ty(self.bare(e)));
        if loses {
            let (a, b) = (types.show(from, self.names), types.show(to, self.names));
            let message = text!(
                "`{a}` becomes `{b}` and can lose a part",
                "`{a}` が `{b}` になり、値の一部が失われることがあります"
            );
            self.push(Finding::named("conversion", self.pos(e), message));
        }
    }

    fn pointer_cast(&mut self, a: ExprId, to: Ty, whole: ExprId) {
        let types = &self.unit.types;
        let from = self.unit.ty(a);
        let (size_from, size_to) = (types.size(from), types.size(to));
        if types.is_integer(from) && types.is_pointer(to) && size_from != Some(4) && self.unit.int(a).is_none() {
            let message =
                text!("an integer of another size becomes a pointer", "大きさの異なる整数をポインタにしています");
            self.push(Finding::named("int-to-pointer-cast", self.pos(whole), message));
        } else if types.is_pointer(from) && types.is_integer(to) && size_to != Some(4) && to.id != Ty::BOOL.id {
            let message =
                text!("a pointer becomes an integer of another size", "ポインタを大きさの異なる整数にしています");
            self.push(Finding::named("pointer-to-int-cast", self.pos(whole), message));
        }
    }

    // ---- Calls ----

    fn call(&mut self, e: ExprId, f: ExprId, args: &[ExprId], used: Use) {
        let Some((id, name)) = self.callee(f) else { return };
        let name = alloc::string::String::from(name);
        let function = self.unit.function(id);
        if used == Use::Discard && function.attributes.must_use {
            let message = text!("the result of `{name}` must be used", "`{name}` の結果は使わなければなりません");
            self.push(Finding::named("unused-result", self.pos(e), message));
        }
        if used == Use::Discard && function.attributes.pure && !self.unit.types.is_void(self.unit.ty(e)) {
            let message = text!(
                "the result is not used, and `{name}` does nothing else",
                "`{name}` は値を返すだけですが、その値が使われていません"
            );
            self.push(Finding::named("unused-value", self.pos(e), message));
        }
        if let Some(at) = function.attributes.format.or_else(|| super::format::position(&name)) {
            self.format(&name, at, args);
        }
        self.memory_call(&name, args);
        self.order_call(&name, args);
    }

    /// The comparison of `qsort` or `bsearch`: of some results it must make negative numbers.
    fn order_call(&mut self, name: &str, args: &[ExprId]) {
        let Some(compare) = (match name {
            "qsort" => args.get(3),
            "bsearch" => args.get(4),
            _ => None,
        }) else {
            return;
        };
        let Some((id, word)) = self.callee(*compare) else { return };
        let Some(body) = &self.unit.function(id).body else { return };
        let (mut stmts, mut results) = (alloc::vec![body.block], 0);
        while let Some(stmt) = stmts.pop() {
            if let StmtKind::Return(Some(e)) = self.unit.stmt(stmt).kind {
                results += 1;
                if !self.is_never_negative(e) {
                    return;
                }
            }
            stmts.extend(self.unit.parts(stmt).1);
        }
        if results > 0 {
            let message = text!("`{word}` never returns a negative number", "`{word}` は負の数を返すことがありません");
            let tip = text!(
                "return a negative number if the first element belongs before the second: (a > b) - (a < b)",
                "最初の要素が先に並ぶときは負の数を返してください: (a > b) - (a < b)"
            );
            self.push(Finding::named("compare-result", self.pos(*compare), message).tip(tip));
        }
    }

    fn is_never_negative(&self, e: ExprId) -> bool {
        match self.unit.expr(e).kind {
            ExprKind::Int(n) => n >= 0,
            ExprKind::Binary(op, ..) => op.is_compare(),
            ExprKind::Logic(..) | ExprKind::Unary(Unary::Not, _) => true,
            ExprKind::Conditional(_, a, b) => self.is_never_negative(a) && self.is_never_negative(b),
            ExprKind::Cast(a, _) => self.is_never_negative(a),
            _ => false,
        }
    }

    /// The size in bytes of the array that an argument is, with the offset of the place it points to taken off.
    fn room(&self, e: ExprId) -> Option<u32> {
        let mut e = self.bare(e);
        while let ExprKind::Cast(inner, _) = self.unit.expr(e).kind {
            e = inner;
        }
        let inner = match self.unit.expr(e).kind {
            ExprKind::Decay(inner) | ExprKind::Address(inner) => inner,
            _ => return None,
        };
        let ExprKind::Object(object) = self.unit.expr(inner).kind else { return None };
        let object = self.unit.object(object);
        if object.storage == Storage::Extern && matches!(self.unit.types.element(object.ty), Some((_, Length::Unknown)))
        {
            return None;
        }
        self.unit.types.size(object.ty)
    }

    fn memory_call(&mut self, name: &str, args: &[ExprId]) {
        let (size_at, source_at) = match name {
            "memcpy" | "memmove" => (2, Some(1)),
            "memset" | "strncpy" | "memcmp" => (2, None),
            "snprintf" => (1, None),
            "strcpy" => {
                let (Some(to), Some(from)) = (args.first(), args.get(1)) else { return };
                let from = self.undecayed(self.bare(*from));
                if let (Some(room), ExprKind::String(s)) = (self.room(*to), &self.unit.expr(from).kind)
                    && self.unit.strings[s.index()].bytes.len() > room as usize
                {
                    let n = self.unit.strings[s.index()].bytes.len();
                    let message = text!(
                        "{n} bytes are copied into an array of {room}",
                        "{room} バイトの配列に {n} バイトをコピーしています"
                    );
                    self.push(Finding::named("stringop-overflow", self.pos(*to), message));
                }
                return;
            }
            _ => return,
        };
        let (Some(to), Some(size)) = (args.first().copied(), args.get(size_at).copied()) else { return };
        let operand = self.unit.notes.sizes.get(&self.bare(size)).copied();
        if let Some(operand) = operand
            && self.unit.types.is_pointer(self.unit.ty(operand))
            && [Some(to), source_at.and_then(|i| args.get(i).copied())]
                .into_iter()
                .flatten()
                .any(|a| self.same_pointer(a, operand))
        {
            let message = text!(
                "`sizeof` gives the size of the pointer, not of what it points to",
                "`sizeof` はポインタの大きさで、指す先の大きさではありません"
            );
            return self.push(Finding::named("sizeof-pointer-memaccess", self.pos(size), message));
        }
        if let (Some(room), Some(n)) = (self.room(to), self.unit.int(size))
            && n > i64::from(room)
            && name != "memcmp"
        {
            let message = text!(
                "{n} bytes are written into an object of {room}",
                "{room} バイトの領域に {n} バイトを書いています"
            );
            self.push(Finding::named("stringop-overflow", self.pos(size), message));
        }
    }

    fn same_pointer(&self, a: ExprId, b: ExprId) -> bool {
        let mut a = self.bare(a);
        while let ExprKind::Cast(inner, _) = self.unit.expr(a).kind {
            a = inner;
        }
        self.same(a, b)
    }
}

/// The operator with its sides swapped.
fn mirrored(op: Binary) -> Binary {
    match op {
        Binary::Lt => Binary::Gt,
        Binary::Le => Binary::Ge,
        Binary::Gt => Binary::Lt,
        Binary::Ge => Binary::Le,
        other => other,
    }
}
