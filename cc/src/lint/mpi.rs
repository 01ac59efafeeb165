//! Slips with messages: buffers against the datatype and count of a call of MPI, requests that no call completes, names that MPI
//! has removed, and pointers that are sent to a node on which they mean something else.

use super::Lint;
use crate::diag::Finding;
use crate::tree::{Body, ExprId, ExprKind, ObjectId, StmtId, Storage};
use crate::types::Ty;
use alloc::{collections::BTreeMap, string::String, vec::Vec};
use mcore_base::text;
use mcore_toolchain::mpi::{self, Buffer, Datatype, Holds, User};

/// The place of the buffer that a command copies to another node.
fn sent(name: &str) -> Option<usize> {
    match name {
        "mc_put" | "mc_put_stride" => Some(2),
        "mc_store" | "mc_bcast" => Some(1),
        _ => None,
    }
}

/// True for a call that begins an operation and gives its request.
fn begins(name: &str) -> bool {
    matches!(name, "MPI_Isend" | "MPI_Issend" | "MPI_Irsend" | "MPI_Ibsend" | "MPI_Irecv" | "MPI_Imrecv")
        || mpi::round_named(name).is_some_and(|(_, begun)| begun)
}

/// The uses of the objects of a function.
#[derive(Default)]
struct Uses {
    /// Calls that begin an operation, by their request.
    begun: Vec<(ObjectId, ExprId)>,
    /// Places that name an object.
    named: BTreeMap<ObjectId, usize>,
}

impl Lint<'_, '_> {
    pub(super) fn messages(&mut self, body: &Body) {
        let mut uses = Uses::default();
        self.messages_stmt(body.block, &mut uses);
        let mut reported = Vec::new();
        for (object, at) in &uses.begun {
            let begun = uses.begun.iter().filter(|(other, _)| other == object).count();
            let known = self.unit.object(*object);
            if known.storage != Storage::Auto || uses.named.get(object) != Some(&begun) || reported.contains(object) {
                continue;
            }
            reported.push(*object);
            let name = self.names.text(known.name);
            let message = text!("nothing waits for the request `{name}`", "リクエスト `{name}` の完了を待っていません");
            let tip = text!(
                "call `MPI_Wait(&{name}, …)` before the buffer is used again",
                "バッファを使う前に `MPI_Wait(&{name}, …)` を呼んでください"
            );
            self.push(Finding::named("mpi-count", self.pos(*at), message).tip(tip));
        }
    }

    fn messages_stmt(&mut self, id: StmtId, uses: &mut Uses) {
        let (exprs, stmts) = self.unit.parts(id);
        exprs.into_iter().for_each(|e| self.messages_expr(e, uses));
        stmts.into_iter().for_each(|s| self.messages_stmt(s, uses));
    }

    fn messages_expr(&mut self, e: ExprId, uses: &mut Uses) {
        let unit = self.unit;
        match &unit.expr(e).kind {
            ExprKind::Call(f, args) => {
                if let Some((_, name)) = self.callee(*f) {
                    let name = String::from(name);
                    self.removed(&name, *f);
                    let buffers = mpi::function(&name).map_or(&[][..], |function| function.buffers);
                    for buffer in buffers.iter().filter(|buffer| buffer.is_for(User::Lint)) {
                        self.buffer(&name, buffer, args);
                    }
                    if let Some(e) = sent(&name).and_then(|place| args.get(place)) {
                        self.sends_pointers(*e);
                    }
                    if begins(&name)
                        && let Some(e) = args.last()
                        && let (Some((object, _)), _) = self.target(*e)
                    {
                        uses.begun.push((object, *e));
                    }
                }
            }
            ExprKind::Object(object) => *uses.named.entry(*object).or_default() += 1,
            ExprKind::Block(stmt) => self.messages_stmt(*stmt, uses),
            // A bound is a number here, so its name is read from the text.
            ExprKind::Int(n) if mpi::BOUNDS.contains(n) => {
                let word = String::from(self.sources.text(self.sources.use_place(self.pos(e))));
                self.removed(word.trim(), e);
            }
            _ => {}
        }
        for operand in unit.operands(e) {
            self.messages_expr(operand, uses);
        }
    }

    /// A name that MPI 3 has removed.
    fn removed(&mut self, name: &str, at: ExprId) {
        let Some(new) = mpi::instead_of_removed(name) else { return };
        let message = text!(
            "`{name}` is a name of MPI-1, which MPI 3 has removed",
            "`{name}` は MPI-1 の名前で、MPI 3 で廃止されました"
        );
        let tip = text!("use `{new}`", "`{new}` を使ってください");
        self.push(Finding::named("mpi-removed", self.pos(at), message).tip(tip));
    }

    /// The type of the elements of a buffer as the source gives it; none for `void *`.
    fn element_type(&self, e: ExprId) -> Option<Ty> {
        let types = &self.unit.types;
        let mut ty = types.pointee(self.unit.ty(self.bare(e)))?;
        while let Some((of, _)) = types.element(ty) {
            ty = of;
        }
        (!types.is_void(ty)).then_some(ty)
    }

    fn sends_pointers(&mut self, e: ExprId) {
        let Some(of) = self.element_type(e) else { return };
        // A function has the same address on each node that runs the program.
        if self.unit.types.pointee(of).is_none_or(|to| self.unit.types.is_function(to)) {
            return;
        }
        let message = text!(
            "these are addresses of this node; on another node something else is there",
            "これはこのノードのアドレスです。他のノードでは同じ場所に別のものがあります"
        );
        let tip = text!(
            "send what the pointers point to: each node has its own memory",
            "ポインタが指す内容を送ってください。メモリはノードごとに別です"
        );
        self.push(Finding::named("node-memory", self.pos(e), message).tip(tip));
    }

    fn buffer(&mut self, name: &str, buffer: &Buffer, args: &[ExprId]) {
        let places = [buffer.address, buffer.count, buffer.datatype];
        let [Some(address), Some(count), Some(kind)] = places.map(|place| args.get(usize::from(place))) else {
            return;
        };
        // The name is read from the text, because its value is a matter of the header.
        let word = String::from(self.sources.text(self.sources.use_place(self.pos(*kind))));
        let known = mpi::datatype(word.trim()).filter(|known| known.holds != Holds::Truth);
        let Some(&Datatype { holds, bytes: size, .. }) = known else { return };
        self.sends_pointers(*address);
        let types = &self.unit.types;
        if let Some(of) = self.element_type(*address) {
            let fits = match holds {
                Holds::Integer => types.is_integer(of) && types.size(of) == Some(size),
                Holds::Floating => types.is_floating(of) && types.size(of) == Some(size),
                _ => true,
            };
            if !fits && (types.is_integer(of) || types.is_floating(of)) {
                let shown = types.show(of.plain(), self.names);
                let message = text!(
                    "`{name}` gets `{word}`, but the buffer holds `{shown}`",
                    "`{name}` の型は `{word}` ですが、バッファの要素は `{shown}` です"
                );
                let tip = text!("use the datatype of `{shown}`", "`{shown}` に対応する型を渡してください");
                let here = text!("the datatype", "型はここです");
                let finding = Finding::named("mpi-type", self.pos(*address), message).tip(tip);
                self.push(finding.second(self.pos(*kind), here));
            }
        }
        if let (Some((id, offset)), _) = self.target(*address)
            && let Some(n) = self.unit.int(*count)
            && let Some(bytes) = self.unit.types.size(self.unit.object(id).ty)
            && let Some(room) = bytes.checked_sub(offset)
            && n > i64::from(room / size)
        {
            let (object, room) = (self.names.text(self.unit.object(id).name), room / size);
            let message = text!(
                "`{name}` gets the count {n}, but `{object}` has room for {room} here",
                "`{name}` の個数は {n} ですが、`{object}` のここには {room} 個分しかありません"
            );
            let tip = text!(
                "the count is in elements of `{word}`, not in bytes",
                "個数はバイト数ではなく `{word}` の要素の数です"
            );
            self.push(Finding::named("mpi-count", self.pos(*count), message).tip(tip));
        }
    }
}
