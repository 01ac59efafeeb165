//! Slips with the chip's own facilities: loops that wait, and DMA.

use super::Lint;
use crate::diag::Finding;
use crate::tree::{Binary, Body, ExprId, ExprKind, ObjectId, StmtId, StmtKind, Storage};
use crate::types::{Length, Ty};
use alloc::{collections::BTreeSet, string::String, vec::Vec};
use mcore_base::{Text, text};

/// A command that copies words: the places of its remote address, local address and size among the arguments.
fn copy(name: &str) -> Option<(Option<usize>, usize, usize)> {
    Some(match name {
        "mc_put" | "mc_put_stride" => (Some(1), 2, 3),
        "mc_get" | "mc_get_stride" => (None, 0, 2),
        "mc_store" => (None, 1, 2),
        "mc_bcast" => (None, 1, 2),
        _ => return None,
    })
}

/// True for commands that return before their local buffer has been read.
fn reads_later(name: &str) -> bool {
    matches!(name, "mc_put" | "mc_put_stride" | "mc_store")
}

impl Lint<'_, '_> {
    pub(super) fn chip(&mut self, body: &Body) {
        self.chip_stmt(body.block);
        let mut pending = Vec::new();
        self.reuse(body.block, &mut pending);
        if let Some((object, at)) = pending.iter().find(|(o, _)| self.unit.object(*o).storage == Storage::Auto).copied()
            && self.ends_here(body.block)
        {
            self.left_early(object, at);
        }
    }

    fn ends_here(&self, block: StmtId) -> bool {
        match &self.unit.stmt(block).kind {
            StmtKind::Block(all) => !all.last().is_some_and(|s| matches!(self.unit.stmt(*s).kind, StmtKind::Return(_))),
            _ => true,
        }
    }

    fn left_early(&mut self, object: ObjectId, at: ExprId) {
        let name = self.names.text(self.unit.object(object).name);
        let message = text!(
            "the function ends while its own `{name}` may still have to be sent",
            "ローカルの `{name}` の送信が終わる前に関数から戻ることがあります"
        );
        let tip = text!("call `mc_wait()` before it ends", "終わる前に `mc_wait()` を呼んでください");
        self.push(Finding::named("dma-local", self.pos(at), message).tip(tip));
    }

    fn chip_stmt(&mut self, id: StmtId) {
        let unit = self.unit;
        match &unit.stmt(id).kind {
            StmtKind::While(c, body) => self.polling(*c, *body, None),
            StmtKind::DoWhile(body, c) => self.polling(*c, *body, None),
            StmtKind::For(_, Some(c), step, body) => self.polling(*c, *body, *step),
            _ => {}
        }
        let (exprs, stmts) = unit.parts(id);
        exprs.into_iter().for_each(|e| self.chip_expr(e));
        stmts.into_iter().for_each(|s| self.chip_stmt(s));
    }

    fn chip_expr(&mut self, e: ExprId) {
        let unit = self.unit;
        match &unit.expr(e).kind {
            ExprKind::Call(f, args) => {
                if let Some((_, name)) = self.callee(*f)
                    && let Some(places) = copy(name)
                {
                    let name = String::from(name);
                    self.command(&name, places, args);
                }
                if let Some((_, name)) = self.callee(*f)
                    && matches!(name, "mc_put" | "mc_put_stride" | "mc_signal")
                {
                    let name = String::from(name);
                    self.node_id(&name, args);
                }
            }
            ExprKind::Block(stmt) => self.chip_stmt(*stmt),
            _ => {}
        }
        for operand in unit.operands(e) {
            self.chip_expr(operand);
        }
    }

    /// The object whose address an argument is, and the type of what it points to.
    pub(super) fn target(&self, e: ExprId) -> (Option<(ObjectId, u32)>, Option<Ty>) {
        let mut e = e;
        while let ExprKind::Cast(inner, _) = self.unit.expr(e).kind {
            if !self.unit.types.is_pointer(self.unit.ty(inner)) {
                break;
            }
            e = inner;
        }
        let ty = self.unit.types.pointee(self.unit.ty(e));
        let mut offset = 0u32;
        loop {
            match self.unit.expr(e).kind {
                ExprKind::Offset(base, index, crate::tree::ElementSize::Known(size), minus) => {
                    let Some(n) = self.unit.int(index) else { return (None, ty) };
                    let by = (n as u32).wrapping_mul(size);
                    offset = if minus { offset.wrapping_sub(by) } else { offset.wrapping_add(by) };
                    e = base;
                }
                ExprKind::Decay(inner) | ExprKind::Address(inner) => {
                    let mut inner = inner;
                    while let ExprKind::Member(base, at, None) = self.unit.expr(inner).kind {
                        offset = offset.wrapping_add(at);
                        inner = base;
                    }
                    match self.unit.expr(inner).kind {
                        ExprKind::Object(object) => return (Some((object, offset)), ty),
                        ExprKind::Deref(pointer) => e = pointer,
                        _ => return (None, ty),
                    }
                }
                _ => return (None, ty),
            }
        }
    }

    /// A rank in place of an ID. IDs of compute nodes have a column, from 1, in the bits from 8 on.
    fn node_id(&mut self, name: &str, args: &[ExprId]) {
        let Some(e) = args.first().copied() else { return };
        let is_rank = |e: ExprId| match &self.unit.expr(self.bare(e)).kind {
            ExprKind::Call(f, _) => self.callee(*f).is_some_and(|(_, name)| name == "mc_rank"),
            _ => false,
        };
        let found = match &self.unit.expr(self.bare(e)).kind {
            ExprKind::Int(n) => (1..256).contains(n),
            ExprKind::Binary(Binary::Add | Binary::Sub, a, _) => is_rank(*a),
            _ => is_rank(e),
        };
        if found {
            let message = text!(
                "`{name}` wants the ID of a node, and this is a rank",
                "`{name}` にはノードの ID が必要ですが、これはランクです"
            );
            let tip = text!("write `mc_id(...)` around the rank", "ランクを `mc_id(...)` で囲んでください");
            self.push(Finding::named("dma-id", self.pos(e), message).tip(tip));
        }
    }

    fn command(&mut self, name: &str, (remote, local, size): (Option<usize>, usize, usize), args: &[ExprId]) {
        if let Some((e, local)) = args.get(size).zip(args.get(local)) {
            self.copied_size(name, *e, *local);
        }
        for place in [remote, Some(local)].into_iter().flatten() {
            let Some(e) = args.get(place).copied() else { continue };
            let (object, _) = self.target(e);
            let Some((id, offset)) = object else { continue };
            let object = self.unit.object(id);
            let align = self.unit.types.align(object.ty).max(object.attributes.align);
            if align < 4 || offset % 4 != 0 {
                let word = self.names.text(object.name);
                let message = text!(
                    "this address in `{word}` need not be a multiple of 4, as `{name}` needs it",
                    "`{name}` には 4 の倍数のアドレスが必要ですが、`{word}` のこのアドレスはそうとは限りません"
                );
                let tip = text!(
                    "declare it with `_Alignas(4)` and use multiples of 4",
                    "`_Alignas(4)` を付けて宣言し、4 の倍数の位置を使ってください"
                );
                self.push(Finding::named("dma-align", self.pos(e), message).tip(tip));
            }
        }
        if let Some(e) = remote.and_then(|place| args.get(place)).copied()
            && let (Some((id, _)), _) = self.target(e)
            && self.unit.object(id).storage == Storage::Auto
        {
            let word = self.names.text(self.unit.object(id).name);
            let message = text!(
                "`{word}` is on this node's stack; on the other node something else can be there",
                "`{word}` はこのノードのスタックにあります。相手のノードでは同じ場所に別のものがあることがあります"
            );
            let tip = text!(
                "use a variable outside functions, or a `static` one: each node has it at the same address",
                "関数の外の変数か `static` 変数を使ってください。どのノードでも同じアドレスになります"
            );
            self.push(Finding::named("dma-local", self.pos(e), message).tip(tip));
        }
    }

    /// The size of a command that copies from the address `local`.
    fn copied_size(&mut self, name: &str, e: ExprId, local: ExprId) {
        if let Some(n) = self.unit.int(e).filter(|n| n % 4 != 0) {
            let message = text!(
                "`{name}` copies words of 4 bytes; {n} is no multiple of 4",
                "`{name}` は 4 バイト単位でコピーします。{n} は 4 の倍数ではありません"
            );
            let up = (n + 3) / 4 * 4;
            let tip = text!(
                "use {up}, and give both buffers that size",
                "{up} を使い、両方のバッファもその大きさにしてください"
            );
            self.wrong_size(e, message, tip);
        }
        if let Some((n, bytes)) = self.counted(e, local) {
            let message = text!(
                "`{name}` wants bytes, and {n} is the number of elements of this array",
                "`{name}` にはバイト数が必要ですが、{n} はこの配列の要素数です"
            );
            let tip = text!(
                "an element has {bytes} bytes: multiply by them, or use `sizeof`",
                "1 要素は {bytes} バイトです。これを掛けるか、`sizeof` を使ってください"
            );
            self.wrong_size(e, message, tip);
        }
    }

    fn wrong_size(&mut self, e: ExprId, message: Text, tip: Text) {
        self.push(Finding::named("dma-size", self.pos(e), message).tip(tip));
    }

    /// For a size that is, or has as a factor, the number of elements of the array at the local address: that number, and the
    /// bytes of an element. The first words of a short array are often sent, so a few elements say nothing.
    fn counted(&self, size: ExprId, local: ExprId) -> Option<(u32, u32)> {
        const FEW: u32 = 8;
        let factors = match self.unit.expr(self.bare(size)).kind {
            ExprKind::Binary(Binary::Mul, a, b) if self.unit.int(size).is_none() => [a, b],
            _ => [size, size],
        };
        let bare = self.bare(local);
        let array = match self.unit.expr(bare).kind {
            ExprKind::Decay(inner) => Some(self.unit.ty(inner)),
            _ => None,
        };
        for ty in [array, self.unit.types.pointee(self.unit.ty(bare))].into_iter().flatten() {
            let (mut element, mut elements) = (ty, 1u32);
            while let Some((of, Length::Known(n))) = self.unit.types.element(element) {
                (element, elements) = (of, elements.saturating_mul(n));
            }
            let bytes = self.unit.types.size(element).unwrap_or(1);
            if elements > FEW && bytes > 1 && factors.iter().any(|e| self.unit.int(*e) == Some(elements.into())) {
                return Some((elements, bytes));
            }
        }
        None
    }

    // ---- Buffers that are written too early ----

    /// Follows statements in a row: buffers that are still to be read by a command.
    fn reuse(&mut self, id: StmtId, pending: &mut Vec<(ObjectId, ExprId)>) {
        let unit = self.unit;
        match &unit.stmt(id).kind {
            StmtKind::Block(all) => all.iter().for_each(|s| self.reuse(*s, pending)),
            StmtKind::Expr(e) => self.reuse_expr(*e, pending),
            StmtKind::Declare(object) => {
                if let Some(init) = unit.object(*object).init {
                    for entry in &unit.inits[init.index()].entries {
                        self.reuse_expr(entry.expr, pending);
                    }
                }
            }
            StmtKind::Return(e) => {
                e.iter().for_each(|e| self.reuse_expr(*e, pending));
                if let Some((object, at)) =
                    pending.iter().find(|(o, _)| unit.object(*o).storage == Storage::Auto).copied()
                {
                    self.left_early(object, at);
                }
                pending.clear();
            }
            StmtKind::Length(_, e) => self.reuse_expr(*e, pending),
            StmtKind::Empty => {}
            // Only straight ways are followed.
            _ => {
                pending.clear();
                let (_, stmts) = unit.parts(id);
                for stmt in stmts {
                    let mut inner = Vec::new();
                    self.reuse(stmt, &mut inner);
                }
            }
        }
    }

    fn reuse_expr(&mut self, e: ExprId, pending: &mut Vec<(ObjectId, ExprId)>) {
        let unit = self.unit;
        match &unit.expr(e).kind {
            ExprKind::Call(f, args) => {
                args.iter().for_each(|a| self.reuse_expr(*a, pending));
                let Some((_, name)) = self.callee(*f) else { return pending.clear() };
                if reads_later(name) {
                    if let Some((_, local, _)) = copy(name)
                        && let Some(arg) = args.get(local)
                        && let (Some((object, _)), _) = self.target(*arg)
                    {
                        pending.push((object, *arg));
                    }
                } else if !matches!(
                    name,
                    "mc_id"
                        | "mc_rank"
                        | "mc_nodes"
                        | "mc_x"
                        | "mc_y"
                        | "mc_width"
                        | "mc_height"
                        | "mc_signal"
                        | "printf"
                ) {
                    // `mc_wait` and anything that may call it.
                    pending.clear();
                }
            }
            ExprKind::Assign(to, value) | ExprKind::Compound(_, to, value, _) => {
                self.reuse_expr(*value, pending);
                self.written(*to, pending);
            }
            ExprKind::Step(to, ..) => self.written(*to, pending),
            _ => {
                for operand in unit.operands(e) {
                    self.reuse_expr(operand, pending);
                }
            }
        }
    }

    fn written(&mut self, place: ExprId, pending: &mut Vec<(ObjectId, ExprId)>) {
        let mut e = place;
        let object = loop {
            match self.unit.expr(e).kind {
                ExprKind::Member(base, ..) => e = base,
                ExprKind::Object(object) => break Some(object),
                ExprKind::Deref(pointer) => {
                    let mut p = pointer;
                    while let ExprKind::Offset(base, ..) = self.unit.expr(p).kind {
                        p = base;
                    }
                    match self.unit.expr(p).kind {
                        ExprKind::Decay(inner) | ExprKind::Address(inner) => e = inner,
                        _ => break None,
                    }
                }
                _ => break None,
            }
        };
        let Some(object) = object else { return };
        if let Some(i) = pending.iter().position(|(o, _)| *o == object) {
            let (_, at) = pending.remove(i);
            let name = self.names.text(self.unit.object(object).name);
            let message = text!(
                "`{name}` is written while it may still have to be sent",
                "送信が終わる前に `{name}` を書き換えていることがあります"
            );
            let tip = text!("call `mc_wait()` in between", "間で `mc_wait()` を呼んでください");
            let here = text!("sent here", "送信はここです");
            self.push(Finding::named("dma-reuse", self.pos(place), message).tip(tip).second(self.pos(at), here));
        }
    }

    // ---- Loops that wait ----

    /// A loop whose condition reads memory that the loop cannot change: the load can be taken out of the loop.
    fn polling(&mut self, c: ExprId, body: StmtId, step: Option<ExprId>) {
        let mut changed = BTreeSet::new();
        if !self.quiet_expr(c, &mut changed)
            || step.is_some_and(|e| !self.quiet_expr(e, &mut changed))
            || !self.quiet_stmt(body, &mut changed)
        {
            return;
        }
        let mut loads = Vec::new();
        if !self.invariant(c, &changed, &mut loads) {
            return;
        }
        let Some(load) = loads.first().copied() else { return };
        let shown = self.sources.text(self.pos(load));
        let shown: String = shown.chars().take(40).collect();
        let message = text!(
            "nothing in this loop changes `{shown}`, so the compiler may read it once and wait forever",
            "このループの中で `{shown}` は変わらないので、1 度だけ読んで待ち続けることがあります"
        );
        let tip = text!(
            "declare what another node writes `volatile`",
            "他のノードが書き込む変数は `volatile` で宣言してください"
        );
        self.push(Finding::named("polling", self.pos(load), message).tip(tip));
    }

    /// True if a statement calls nothing, writes only local variables, and does not leave the loop.
    fn quiet_stmt(&self, id: StmtId, changed: &mut BTreeSet<ObjectId>) -> bool {
        match &self.unit.stmt(id).kind {
            StmtKind::Empty => true,
            StmtKind::Expr(e) => self.quiet_expr(*e, changed),
            StmtKind::Block(all) => all.iter().all(|s| self.quiet_stmt(*s, changed)),
            StmtKind::Continue => true,
            StmtKind::If(c, yes, no) => {
                self.quiet_expr(*c, changed)
                    && self.quiet_stmt(*yes, changed)
                    && no.is_none_or(|no| self.quiet_stmt(no, changed))
            }
            StmtKind::Declare(object) => {
                changed.insert(*object);
                self.unit.object(*object).init.is_none_or(|init| {
                    self.unit.inits[init.index()].entries.iter().all(|entry| self.quiet_expr(entry.expr, changed))
                })
            }
            _ => false,
        }
    }

    fn quiet_expr(&self, e: ExprId, changed: &mut BTreeSet<ObjectId>) -> bool {
        let expr = self.unit.expr(e);
        match &expr.kind {
            ExprKind::Call(..)
            | ExprKind::Builtin(..)
            | ExprKind::Block(_)
            | ExprKind::VaArg(_)
            | ExprKind::Literal(_) => return false,
            ExprKind::Assign(to, _)
            | ExprKind::Compound(_, to, ..)
            | ExprKind::CompoundOffset(to, ..)
            | ExprKind::Step(to, ..) => match self.unit.expr(*to).kind {
                ExprKind::Object(object)
                    if self.unit.object(object).storage == Storage::Auto && !self.unit.object(object).addressed =>
                {
                    changed.insert(object);
                }
                _ => return false,
            },
            ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::Member(..) if expr.ty.is_volatile() => return false,
            _ => {}
        }
        let mut quiet = true;
        self.unit.each_operand(e, |operand| quiet = quiet && self.quiet_expr(operand, changed));
        quiet
    }

    /// True if a condition has the same value in each iteration; its loads from memory go to `loads`.
    fn invariant(&self, e: ExprId, changed: &BTreeSet<ObjectId>, loads: &mut Vec<ExprId>) -> bool {
        match self.unit.expr(e).kind {
            ExprKind::Object(object) => {
                if changed.contains(&object) {
                    return false;
                }
                let known = self.unit.object(object);
                if self.unit.types.is_scalar(known.ty)
                    && (known.storage != Storage::Auto || known.addressed)
                    && !known.ty.is_const()
                {
                    loads.push(e);
                }
                return true;
            }
            ExprKind::Deref(_) | ExprKind::Member(..) if self.unit.types.is_scalar(self.unit.ty(e)) => loads.push(e),
            ExprKind::Step(..) | ExprKind::Assign(..) | ExprKind::Compound(..) | ExprKind::CompoundOffset(..) => {
                return false;
            }
            _ => {}
        }
        let mut same = true;
        self.unit.each_operand(e, |operand| same = same && self.invariant(operand, changed, loads));
        same
    }
}
