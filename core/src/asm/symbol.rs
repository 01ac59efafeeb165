//! Names and what they stand for.

use super::{
    expr::{Expr, Value},
    report::{Report, clip},
    section::Place,
};
use crate::base::{SourceFile, Span};
use crate::text;
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

/// Longest chain of constants that are defined by one another after their use.
const DEEPEST: usize = 100;

/// A symbol, by its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SymbolId(u32);

/// What a symbol stands for.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// Nothing yet.
    Undefined,
    /// An address in a section.
    Label(Place, u32),
    /// A value that was known when it was assigned.
    Constant(Value),
    /// A value that depends on names which were not known when it was assigned.
    Later(Expr),
    /// A `Later` that turned out to depend on itself or on something unknown; has been reported.
    Broken,
}

/// One entry of the table.
#[derive(Clone, Debug)]
pub(super) struct Symbol<'s> {
    /// The name as written, or the number of a local label.
    pub name: &'s str,
    /// True for `1:` and its like.
    pub local: bool,
    pub meaning: Meaning,
    /// Where it was defined.
    pub span: Span,
    /// Where `.globl` named it, if anywhere.
    pub global: Option<Span>,
}

/// All names of one assembly.
#[derive(Default)]
pub(super) struct Symbols<'s> {
    table: Vec<Symbol<'s>>,
    names: BTreeMap<&'s str, SymbolId>,
    /// By number: the local label that was defined last, and the one that comes next if something refers to it already.
    locals: BTreeMap<u32, (Option<SymbolId>, Option<SymbolId>)>,
}

impl<'s> Symbols<'s> {
    pub(super) fn get(&self, id: SymbolId) -> &Symbol<'s> {
        &self.table[id.0 as usize]
    }

    pub(super) fn get_mut(&mut self, id: SymbolId) -> &mut Symbol<'s> {
        &mut self.table[id.0 as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Symbol<'s>> {
        self.table.iter()
    }

    fn add(&mut self, name: &'s str, local: bool) -> SymbolId {
        let symbol = Symbol { name, local, meaning: Meaning::Undefined, span: Span::default(), global: None };
        self.table.push(symbol);
        SymbolId(self.table.len() as u32 - 1)
    }

    /// The symbol of a name, made if there is none.
    pub(super) fn id(&mut self, name: &'s str) -> SymbolId {
        if let Some(&id) = self.names.get(name) {
            return id;
        }
        let id = self.add(name, false);
        self.names.insert(name, id);
        id
    }

    /// What a name stands for, if it is defined.
    pub(super) fn find(&self, name: &str) -> Option<&Symbol<'s>> {
        let symbol = self.get(*self.names.get(name)?);
        (!matches!(symbol.meaning, Meaning::Undefined)).then_some(symbol)
    }

    /// The nearest local label of that number before (`1b`) or after (`1f`) this point of the text.
    pub(super) fn local(&mut self, number: u32, forward: bool) -> Option<SymbolId> {
        let &(last, next) = self.locals.get(&number).unwrap_or(&(None, None));
        if !forward {
            return last;
        }
        let id = next.unwrap_or_else(|| self.add("", true));
        self.locals.insert(number, (last, Some(id)));
        Some(id)
    }

    /// Begins a new local label of that number.
    pub(super) fn next_local(&mut self, number: u32) -> SymbolId {
        let next = self.locals.get(&number).and_then(|l| l.1);
        let id = next.unwrap_or_else(|| self.add("", true));
        self.locals.insert(number, (Some(id), None));
        id
    }

    /// Turns each [`Meaning::Later`] into a constant, now that all labels are known.
    pub(super) fn settle(&mut self, bases: &[u32; 4], report: &mut Report) {
        for i in 0..self.table.len() {
            self.settle_one(SymbolId(i as u32), bases, report, 0);
        }
    }

    fn settle_one(&mut self, id: SymbolId, bases: &[u32; 4], report: &mut Report, depth: usize) {
        if !matches!(self.get(id).meaning, Meaning::Later(_)) {
            return;
        }
        // While its parts are being settled the symbol counts as broken: a definition that leads back here is a cycle.
        let Meaning::Later(expr) = core::mem::replace(&mut self.get_mut(id).meaning, Meaning::Broken) else { return };
        for part in expr.symbols() {
            if depth < DEEPEST {
                self.settle_one(part, bases, report, depth + 1);
            }
            if matches!(self.get(part).meaning, Meaning::Broken | Meaning::Later(_)) {
                let name = clip(self.get(id).name);
                report.error(
                    self.get(id).span,
                    text!(
                        "the value of `{name}` depends on itself, or on a value that cannot be found",
                        "`{name}` の値が自分自身、または求められない値に依存しています"
                    ),
                );
                return;
            }
        }
        match expr.value(self, Some(bases)) {
            Ok(value) => self.get_mut(id).meaning = Meaning::Constant(value),
            Err(error) => error.report(expr.span, self, report),
        }
    }
}

/// "line 3" or "line 3 of util.s", for messages that point at a second place.
pub(super) fn describe(span: Span, from: Span, files: &[&SourceFile]) -> (String, String) {
    let line = span.line;
    if span.file == from.file {
        return (format!("line {line}"), format!(" {line} 行目"));
    }
    let name = clip(&files[span.file.0 as usize].name);
    (format!("line {line} of {name}"), format!(" {name} の {line} 行目"))
}
