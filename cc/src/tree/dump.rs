//! The tree as text, one node per line, for `--dump ast` and tests.

use super::{ExprId, ExprKind, FunctionId, Item, ObjectId, StmtId, StmtKind, Unit};
use crate::names::Names;
use alloc::{format, string::String};

/// The whole unit.
pub fn dump(unit: &Unit, names: &Names) -> String {
    let mut dump = Dump { unit, names, out: String::new() };
    for item in &unit.items {
        match item {
            Item::Object(object) => dump.object(*object, 0),
            Item::Function(function) => dump.function(*function),
            Item::Asm(text, _) => dump.line(0, &format!("asm {text:?}")),
        }
    }
    dump.out
}

struct Dump<'a> {
    unit: &'a Unit,
    names: &'a Names,
    out: String,
}

/// A part that is still to be printed.
enum Work {
    Expr(ExprId, usize),
    Stmt(StmtId, usize),
}

impl Dump<'_> {
    fn line(&mut self, indent: usize, text: &str) {
        for _ in 0..indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn object(&mut self, id: ObjectId, indent: usize) {
        let object = self.unit.object(id);
        let ty = self.unit.types.show(object.ty, self.names);
        let name = self.names.text(object.name);
        self.line(indent, &format!("object {} `{name}` {ty} {:?}", id.0, object.storage));
        if let Some(init) = object.init {
            for entry in &self.unit.inits[init.index()].entries {
                let bits = entry.bits.map_or_else(String::new, |(at, n)| format!(":{at}+{n}"));
                self.line(indent + 1, &format!("at {}{bits}", entry.offset));
                self.walk(Work::Expr(entry.expr, indent + 2));
            }
        }
    }

    fn function(&mut self, id: FunctionId) {
        let function = self.unit.function(id);
        let ty = self.unit.types.show(function.ty, self.names);
        self.line(0, &format!("function `{}` {ty}", self.names.text(function.name)));
        let Some(body) = &function.body else { return };
        for param in &body.params {
            self.object(*param, 1);
        }
        for stmt in body.prologue.iter().chain([&body.block]) {
            self.walk(Work::Stmt(*stmt, 1));
        }
    }

    fn walk(&mut self, first: Work) {
        let mut work = alloc::vec![first];
        while let Some(next) = work.pop() {
            match next {
                Work::Expr(id, indent) => {
                    let text = format!("{} : {}", self.head(id), self.unit.types.show(self.unit.ty(id), self.names));
                    self.line(indent, &text);
                    if let ExprKind::Block(stmt) = self.unit.expr(id).kind {
                        work.push(Work::Stmt(stmt, indent + 1));
                    }
                    let operands = self.unit.operands(id);
                    work.extend(operands.into_iter().rev().map(|e| Work::Expr(e, indent + 1)));
                }
                Work::Stmt(id, indent) => {
                    if let StmtKind::Declare(object) = self.unit.stmt(id).kind {
                        self.object(object, indent);
                        continue;
                    }
                    let text = self.stmt_head(id);
                    self.line(indent, &text);
                    let (exprs, stmts) = self.unit.parts(id);
                    work.extend(stmts.into_iter().rev().map(|s| Work::Stmt(s, indent + 1)));
                    work.extend(exprs.into_iter().rev().map(|e| Work::Expr(e, indent + 1)));
                }
            }
        }
    }

    fn stmt_head(&self, id: StmtId) -> String {
        match &self.unit.stmt(id).kind {
            StmtKind::Switch(_, _, cases, default) => {
                let cases: String = cases.iter().map(|c| format!(" {}..{}", c.low, c.high)).collect();
                format!("switch{cases}{}", if *default { " default" } else { "" })
            }
            StmtKind::Asm(asm) => format!("asm {:?}", asm.template),
            other => {
                let text = format!("{other:?}");
                let end = text.find(['(', ' ']).unwrap_or(text.len());
                text[..end].to_lowercase()
            }
        }
    }

    fn head(&self, id: ExprId) -> String {
        match &self.unit.expr(id).kind {
            ExprKind::Int(n) => format!("{n}"),
            ExprKind::Float(bits) => format!("float {bits:#x}"),
            ExprKind::Complex(a, b) => format!("complex {a:#x} {b:#x}"),
            ExprKind::String(s) => format!("string {:?}", String::from_utf8_lossy(&self.unit.strings[s.index()].bytes)),
            ExprKind::Object(object) => {
                format!("object {} `{}`", object.0, self.names.text(self.unit.object(*object).name))
            }
            ExprKind::Function(f) => format!("function `{}`", self.names.text(self.unit.function(*f).name)),
            ExprKind::Binary(op, ..) => op.text().into(),
            ExprKind::Compound(op, ..) => format!("{}=", op.text()),
            ExprKind::Member(_, offset, bits) => match bits {
                Some((at, n)) => format!("member {offset}:{at}+{n}"),
                None => format!("member {offset}"),
            },
            ExprKind::Builtin(builtin, _) => format!("builtin {builtin:?}"),
            ExprKind::Step(_, n, _, post) => format!("step {n}{}", if *post { " after" } else { "" }),
            ExprKind::Cast(_, written) => if *written { "cast" } else { "convert" }.into(),
            other => {
                let text = format!("{other:?}");
                let end = text.find(['(', ' ']).unwrap_or(text.len());
                text[..end].to_lowercase()
            }
        }
    }
}
