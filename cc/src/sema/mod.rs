//! Meaning: scopes, declarations, conversions, constants. The parser calls it and gets typed nodes back.

mod advice;
mod builtin;
mod check;
mod complex;
mod constant;
mod convert;
mod declare;
mod expr;
mod init;
mod library;
mod name;
#[cfg(test)]
mod tests;

pub use advice::given;
pub use constant::{Base, Constant, evaluate};
pub use declare::{Class, Declaration, Entity, Saved};
pub use library::type_header;

use crate::diag::{Finding, Report};
use crate::names::{Names, Sym};
use crate::options::Options;
use crate::source::{Pos, Sources};
use crate::tree::{
    Body, Expr, ExprId, ExprKind, FunctionId, Label, LabelId, ObjectId, StmtId, StmtKind, StringId, Unit, mark,
};
use crate::types::Ty;
use alloc::{
    boxed::Box,
    collections::{BTreeMap, BTreeSet},
    string::String,
    vec::Vec,
};
use mcore_base::{Text, text};

/// Nesting of one expression.
const MAX_DEPTH: u16 = 2_000;

/// The declaration that an ordinary identifier names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meaning {
    /// A type, and an alignment that its declaration asks for (or 0).
    Type(Ty, u32),
    /// A variable.
    Object(ObjectId),
    Function(FunctionId),
    /// A constant of an enumeration.
    Constant(i64, Ty),
}

/// A name in a scope.
#[derive(Clone, Copy, Debug)]
struct Binding<T> {
    meaning: T,
    scope: u32,
    pos: Pos,
}

/// The declarations hidden by a scope, restored at its end.
#[derive(Clone, Debug, Default)]
struct Scope {
    names: Vec<Sym>,
    tags: Vec<Sym>,
    /// The innermost variable array before it.
    array: u32,
}

/// The function whose body is read.
#[derive(Clone, Debug, Default)]
pub struct Current {
    pub id: FunctionId,
    pub result: Ty,
    /// Its body so far.
    pub body: Body,
    /// Labels by name.
    labels: Vec<(Sym, LabelId)>,
    /// The innermost variable array.
    pub array: u32,
}

/// The state of the analysis.
pub struct Sema<'t, 'c> {
    /// The tree so far.
    pub unit: Unit,
    pub names: &'c mut Names,
    /// Findings.
    pub report: &'c mut Report,
    /// Texts.
    pub sources: &'c Sources<'t>,
    /// Settings.
    pub options: &'c Options,
    /// The function whose body is read.
    pub current: Option<Box<Current>>,
    bindings: Vec<Vec<Binding<Meaning>>>,
    tags: Vec<Vec<Binding<Ty>>>,
    scopes: Vec<Scope>,
    strings: BTreeMap<crate::tree::StringData, StringId>,
    /// Names with linkage, by their numbers, wherever they were declared.
    linked: Vec<Option<declare::Linked>>,
    /// Objects with an initialiser at file scope.
    initialised: BTreeSet<ObjectId>,
    /// Types with the attribute `transparent_union`.
    transparent_unions: Vec<u32>,
    /// The operand of `sizeof` and the like is read: nothing is executed.
    pub unevaluated: u32,
    /// Missing headers and parts of the library that were reported.
    told: BTreeSet<String>,
    /// The last name of MPI that is left out.
    left_out_at: Option<Pos>,
}

impl<'t, 'c> Sema<'t, 'c> {
    /// The analysis of one unit.
    pub fn new(names: &'c mut Names, report: &'c mut Report, sources: &'c Sources<'t>, options: &'c Options) -> Self {
        let mut sema = Self {
            unit: Unit::default(),
            names,
            report,
            sources,
            options,
            current: None,
            bindings: Vec::new(),
            tags: Vec::new(),
            scopes: alloc::vec![Scope::default()],
            strings: BTreeMap::new(),
            linked: Vec::new(),
            initialised: BTreeSet::new(),
            transparent_unions: Vec::new(),
            unevaluated: 0,
            told: BTreeSet::new(),
            left_out_at: None,
        };
        let list = sema.unit.types.pointer(Ty::VOID);
        sema.bind(crate::names::sym::VA_LIST, Meaning::Type(list, 0), Pos::default());
        // Expression 0 and statement 0 are what follows from an error.
        sema.add(ExprKind::Error, Ty::ERROR, Pos::default());
        sema.unit.add_stmt(StmtKind::Empty, Pos::default());
        sema
    }

    // ---- Findings ----

    /// Reports an error.
    pub fn error(&mut self, name: &'static str, pos: Pos, message: Text) {
        self.report.push(Finding::error(name, pos, message));
    }

    /// Reports a finding that options can switch.
    pub fn warn(&mut self, name: &'static str, pos: Pos, message: Text) {
        self.report.push(Finding::named(name, pos, message));
    }

    /// A type in C, for messages.
    pub fn show(&self, ty: Ty) -> String {
        self.unit.types.show(ty, self.names)
    }

    // ---- Scopes ----

    /// The number of scopes that are open; 1 at file scope.
    pub fn depth(&self) -> u32 {
        self.scopes.len() as u32
    }

    /// True outside functions and prototypes.
    pub fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    /// Opens a scope.
    pub fn open(&mut self) {
        let array = self.current.as_ref().map_or(0, |c| c.array);
        self.scopes.push(Scope { array, ..Scope::default() });
    }

    /// Closes the innermost scope.
    pub fn close(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        for name in scope.names {
            self.bindings[name.0 as usize].pop();
        }
        for tag in scope.tags {
            self.tags[tag.0 as usize].pop();
        }
        if let Some(current) = &mut self.current {
            current.array = scope.array;
        }
    }

    /// Gives a name a meaning in the innermost scope.
    pub fn bind(&mut self, name: Sym, meaning: Meaning, pos: Pos) {
        let index = name.0 as usize;
        if self.bindings.len() <= index {
            self.bindings.resize(index + 1, Vec::new());
        }
        let scope = self.depth();
        if let Some(last) = self.bindings[index].last_mut().filter(|b| b.scope == scope) {
            *last = Binding { meaning, scope, pos };
            return;
        }
        self.bindings[index].push(Binding { meaning, scope, pos });
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.push(name);
        }
    }

    /// The meaning of a name.
    pub fn look(&self, name: Sym) -> Option<Meaning> {
        self.bindings.get(name.0 as usize)?.last().map(|b| b.meaning)
    }

    /// The meaning of a name in the innermost scope, and its place.
    pub fn look_here(&self, name: Sym) -> Option<(Meaning, Pos)> {
        let last = self.bindings.get(name.0 as usize)?.last()?;
        (last.scope == self.depth()).then_some((last.meaning, last.pos))
    }

    /// Gives a tag its type in the innermost scope.
    pub fn bind_tag(&mut self, tag: Sym, ty: Ty, pos: Pos) {
        let index = tag.0 as usize;
        if self.tags.len() <= index {
            self.tags.resize(index + 1, Vec::new());
        }
        let scope = self.depth();
        self.tags[index].push(Binding { meaning: ty, scope, pos });
        if let Some(scope) = self.scopes.last_mut() {
            scope.tags.push(tag);
        }
    }

    /// The type of a tag, only of the innermost scope if `here`.
    pub fn look_tag(&self, tag: Sym, here: bool) -> Option<Ty> {
        let last = self.tags.get(tag.0 as usize)?.last()?;
        (!here || last.scope == self.depth()).then_some(last.meaning)
    }

    /// True if a name is a type here.
    pub fn is_type(&self, name: Sym) -> bool {
        matches!(self.look(name), Some(Meaning::Type(..)))
    }

    /// Ends the unit: what is missing is reported.
    pub fn finish(mut self) -> Unit {
        self.finish_objects();
        for index in 0..self.unit.functions.len() {
            let f = &self.unit.functions[index];
            let (pos, name) = (f.pos, self.names.text(f.name));
            if f.global || f.body.is_some() {
                if !f.global && !f.used && !f.inline && !f.attributes.unused && !f.attributes.used {
                    let message = text!("function `{name}` is never used", "関数 `{name}` は使われていません");
                    self.report.push(Finding::named("unused-function", pos, message));
                }
            } else if f.used {
                let message = text!(
                    "`{name}` is `static` and used, but has no body",
                    "`{name}` は `static` で使われていますが、本体がありません"
                );
                self.report.push(Finding::error("undefined-static", pos, message));
            }
        }
        self.unit
    }

    // ---- Nodes ----

    /// Adds an expression.
    pub fn add(&mut self, kind: ExprKind, ty: Ty, pos: Pos) -> ExprId {
        let id = ExprId(self.unit.exprs.len() as u32);
        self.unit.exprs.push(Expr { kind, ty, pos, depth: 0, marks: 0 });
        let mut depth = 0;
        self.unit.each_operand(id, |e| depth = depth.max(self.unit.expr(e).depth + 1));
        if depth > MAX_DEPTH {
            self.error("nesting", pos, text!("the expression is nested too deeply", "式の入れ子が深すぎます"));
            self.unit.exprs[id.index()].kind = ExprKind::Error;
            self.unit.exprs[id.index()].ty = Ty::ERROR;
            return id;
        }
        self.unit.exprs[id.index()].depth = depth;
        id
    }

    /// An integer of a type.
    pub fn integer(&mut self, value: i64, ty: Ty, pos: Pos) -> ExprId {
        let value = self.wrap(value, ty);
        let id = self.add(ExprKind::Int(value), ty, pos);
        self.unit.exprs[id.index()].marks |= mark::NULL;
        id
    }

    /// Adds the expression that replaces a wrong one, so that one error is not reported twice.
    pub fn wrong(&mut self, pos: Pos) -> ExprId {
        self.add(ExprKind::Error, Ty::ERROR, pos)
    }

    /// The type of an expression.
    #[inline]
    pub fn ty(&self, id: ExprId) -> Ty {
        self.unit.exprs[id.index()].ty
    }

    /// The place of an expression.
    #[inline]
    pub fn pos(&self, id: ExprId) -> Pos {
        self.unit.exprs[id.index()].pos
    }

    /// The range of two places.
    pub fn range(&self, from: Pos, to: Pos) -> Pos {
        self.sources.range(from, to)
    }

    /// A string literal: an array of its units.
    pub fn string(&mut self, bytes: Vec<u8>, element: Ty, pos: Pos) -> ExprId {
        let width = self.unit.types.size(element).unwrap_or(1);
        let count = bytes.len() as u32 / width;
        let data = crate::tree::StringData { bytes, width };
        let next = StringId(self.unit.strings.len() as u32);
        let id = *self.strings.entry(data.clone()).or_insert(next);
        if id == next {
            self.unit.strings.push(data);
        }
        let ty = self.unit.types.array(element, crate::types::Length::Known(count));
        self.add(ExprKind::String(id), ty, pos)
    }

    /// Adds a statement.
    pub fn stmt(&mut self, kind: StmtKind, pos: Pos) -> StmtId {
        self.unit.add_stmt(kind, pos)
    }

    // ---- Labels ----

    /// The label with a name; it may be defined later.
    pub fn label(&mut self, name: Sym) -> LabelId {
        let Some(current) = &mut self.current else { return LabelId(0) };
        if let Some((_, id)) = current.labels.iter().rev().find(|(known, _)| *known == name) {
            return *id;
        }
        self.local_label(name)
    }

    /// A new label, also if one of the name exists (`__label__`).
    pub fn local_label(&mut self, name: Sym) -> LabelId {
        let Some(current) = &mut self.current else { return LabelId(0) };
        let id = LabelId(current.body.labels.len() as u32);
        current.body.labels.push(Label { name, ..Label::default() });
        current.labels.push((name, id));
        id
    }

    /// A label is used.
    pub fn use_label(&mut self, name: Sym, pos: Pos, addressed: bool) -> LabelId {
        let id = self.label(name);
        if let Some(label) = self.current.as_mut().and_then(|c| c.body.labels.get_mut(id.index())) {
            label.used.get_or_insert(pos);
            label.addressed |= addressed;
        }
        id
    }

    /// A label is defined.
    pub fn define_label(&mut self, name: Sym, pos: Pos) -> LabelId {
        let id = self.label(name);
        let array = self.current.as_ref().map_or(0, |c| c.array);
        let Some(label) = self.current.as_mut().and_then(|c| c.body.labels.get_mut(id.index())) else { return id };
        label.scope = array;
        if let Some(first) = label.defined.replace(pos) {
            let text = self.names.text(name);
            let message = text!("label `{text}` is defined twice", "ラベル `{text}` が 2 度定義されています");
            let here = text!("first defined here", "最初の定義はここです");
            self.report.push(Finding::error("duplicate-label", pos, message).second(first, here));
        }
        id
    }

    /// Ends the labels of a function.
    pub fn finish_labels(&mut self) {
        let Some(current) = &self.current else { return };
        let mut findings = Vec::new();
        for label in &current.body.labels {
            let name = self.names.text(label.name);
            match (label.defined, label.used) {
                (None, Some(pos)) => {
                    let message = text!("no label `{name}` in this function", "この関数にラベル `{name}` はありません");
                    findings.push(Finding::error("undeclared-label", pos, message));
                }
                (Some(pos), None) => {
                    let message = text!("label `{name}` is never used", "ラベル `{name}` は使われていません");
                    findings.push(Finding::named("unused-label", pos, message));
                }
                _ => {}
            }
        }
        findings.into_iter().for_each(|f| self.report.push(f));
    }
}
