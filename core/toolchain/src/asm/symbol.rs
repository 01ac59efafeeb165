//! Names and their meanings.

use super::{
    NameFault,
    expr::{Expr, NoValue, Value},
    report::{Report, clip},
    section::{Bases, SectionId},
};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Diagnostic, SourceFile, Span};

/// Maximum length of a chain of constants that are each defined by the next and after their use.
const DEEPEST: usize = 100;

/// A symbol, by its index in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SymbolId(u32);

/// The meaning of a symbol.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// Undefined so far.
    Undefined,
    /// An address in a section.
    Label(SectionId, u32),
    /// A value that was known when it was assigned.
    Constant(Value),
    /// A value that depends on names not yet known when it was assigned.
    Later(Expr),
    /// Space that is reserved at the end (`.comm`), unless another file has a label with this name.
    Common { size: u32, align: u32 },
    /// The meaning of a symbol in another translation unit.
    Alias(SymbolId),
    /// A `Later` that depends on itself or on something unknown, which has been reported.
    Broken,
}

/// The visibility of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// The translation unit (a file with those that it includes).
    Unit,
    /// All files, after `.globl`.
    Global,
    /// All files, after `.weak`: another definition has priority, and without any the value is 0.
    Weak,
}

/// One entry of the table.
#[derive(Clone, Debug)]
pub(super) struct Symbol<'s> {
    /// The name as written, or the number of a local label.
    pub name: &'s str,
    /// True for `1:` and similar.
    pub local: bool,
    pub meaning: Meaning,
    /// The position of its definition.
    pub span: Span,
    /// Its visibility.
    pub reach: Reach,
    /// The position of its `.globl` or `.weak`, if any.
    pub shared_at: Span,
    /// The translation unit.
    pub unit: u32,
}

impl Symbol<'_> {
    /// True for compiler-generated labels within a function, `.L5` and `$L5`; they are not needed later.
    pub(super) fn is_hidden(&self) -> bool {
        self.local || self.name.starts_with(".L") || self.name.starts_with("$L")
    }

    pub(super) fn is_defined(&self) -> bool {
        !matches!(self.meaning, Meaning::Undefined)
    }
}

/// All names of one assembly.
#[derive(Default)]
pub(super) struct Symbols<'s> {
    table: Vec<Symbol<'s>>,
    /// Names of the current unit.
    names: BTreeMap<&'s str, SymbolId>,
    /// By number: the last local label defined, and the next one if it has already been referenced.
    locals: BTreeMap<u32, (Option<SymbolId>, Option<SymbolId>)>,
    unit: u32,
    /// By name: the main file of the unit that has a label with this name and does not share it.
    hidden: BTreeMap<&'s str, String>,
}

impl<'s> Symbols<'s> {
    /// Starts a translation unit: all names are free again.
    pub(super) fn begin_unit(&mut self, unit: u32) {
        self.names.clear();
        self.locals.clear();
        self.unit = unit;
    }

    pub(super) fn get(&self, id: SymbolId) -> &Symbol<'s> {
        &self.table[id.0 as usize]
    }

    pub(super) fn get_mut(&mut self, id: SymbolId) -> &mut Symbol<'s> {
        &mut self.table[id.0 as usize]
    }

    /// The symbol with the meaning of this one: another one if it is an alias.
    pub(super) fn target(&self, id: SymbolId) -> &Symbol<'s> {
        match self.get(id).meaning {
            // Aliases point at definitions, never at aliases.
            Meaning::Alias(other) => self.get(other),
            _ => self.get(id),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Symbol<'s>> {
        self.table.iter()
    }

    /// All symbols, by index.
    pub(super) fn ids(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.table.len() as u32).map(SymbolId)
    }

    fn add(&mut self, name: &'s str, local: bool) -> SymbolId {
        let symbol = Symbol {
            name,
            local,
            meaning: Meaning::Undefined,
            span: Span::default(),
            reach: Reach::Unit,
            shared_at: Span::default(),
            unit: self.unit,
        };
        self.table.push(symbol);
        SymbolId(self.table.len() as u32 - 1)
    }

    /// The symbol with a name in this unit; makes it if there is none.
    pub(super) fn id(&mut self, name: &'s str) -> SymbolId {
        if let Some(&id) = self.names.get(name) {
            return id;
        }
        let id = self.add(name, false);
        self.names.insert(name, id);
        id
    }

    /// The symbol with a name in this unit, if it is defined.
    pub(super) fn find(&self, name: &str) -> Option<&Symbol<'s>> {
        let symbol = self.get(*self.names.get(name)?);
        symbol.is_defined().then_some(symbol)
    }

    /// Imports a symbol of another unit, from a file that was read there.
    pub(super) fn import(&mut self, id: SymbolId) {
        let name = self.get(id).name;
        match self.names.get(name).copied() {
            None => {
                self.names.insert(name, id);
            }
            Some(own) if own != id && !self.get(own).is_defined() => {
                let id = if let Meaning::Alias(target) = self.get(id).meaning { target } else { id };
                self.get_mut(own).meaning = Meaning::Alias(id);
            }
            Some(_) => {}
        }
    }

    /// The nearest local label with this number before (`1b`) or after (`1f`) this point of the text.
    pub(super) fn local(&mut self, number: u32, forward: bool) -> Option<SymbolId> {
        let &(last, next) = self.locals.get(&number).unwrap_or(&(None, None));
        if !forward {
            return last;
        }
        let id = next.unwrap_or_else(|| self.add("", true));
        self.locals.insert(number, (last, Some(id)));
        Some(id)
    }

    /// Starts a new local label with this number.
    pub(super) fn next_local(&mut self, number: u32) -> SymbolId {
        let next = self.locals.get(&number).and_then(|l| l.1);
        let id = next.unwrap_or_else(|| self.add("", true));
        self.locals.insert(number, (Some(id), None));
        id
    }

    /// The global definition of each name; two definitions are an error that names both places.
    pub(super) fn globals(&self, report: &mut Report, files: &[&SourceFile]) -> BTreeMap<&'s str, SymbolId> {
        let mut globals: BTreeMap<&str, SymbolId> = BTreeMap::new();
        for id in self.ids() {
            let symbol = self.get(id);
            let strength = |s: &Symbol<'_>| match (&s.meaning, s.reach) {
                (Meaning::Undefined | Meaning::Alias(_), _) | (_, Reach::Unit) => 0,
                (Meaning::Common { .. }, _) => 1,
                (_, Reach::Weak) => 2,
                (_, Reach::Global) => 3,
            };
            let own = strength(symbol);
            if own == 0 {
                continue;
            }
            match globals.get(symbol.name).map(|other| self.get(*other)) {
                Some(other) if own == 3 && strength(other) == 3 => {
                    let name = clip(symbol.name);
                    let (en, ja) = describe(other.span, symbol.span, files, report);
                    report.push_named(
                        Diagnostic::error(
                            symbol.span,
                            text!(
                                "the global label `{name}` is already defined at {en}",
                                "グローバルなラベル `{name}` は{ja}で既に定義されています"
                            ),
                        )
                        .with_tip(text!(
                            "remove one `.globl {name}` if each file means its own",
                            "ファイルごとに別のものなら、片方の `.globl {name}` を消してください"
                        )),
                        symbol.name,
                        NameFault::Repeated,
                    );
                }
                Some(other) if own <= strength(other) => {}
                _ => {
                    globals.insert(symbol.name, id);
                }
            }
        }
        globals
    }

    /// Joins the translation units: a name that a file does not define gets the definition that another file shares.
    /// `room` reserves space for a common symbol.
    pub(super) fn join(
        &mut self,
        report: &mut Report,
        files: &[&SourceFile],
        unit_files: &[String],
        mut room: impl FnMut(u32, u32, Span) -> Option<(SectionId, u32)>,
    ) {
        let globals = self.globals(report, files);
        // Space for `.comm`: for each name the largest size in any file.
        let mut wanted: BTreeMap<SymbolId, (u32, u32)> = BTreeMap::new();
        for id in self.ids() {
            if let Meaning::Common { size, align } = self.get(id).meaning
                && let Some(&global) = globals.get(self.get(id).name)
                && matches!(self.get(global).meaning, Meaning::Common { .. })
            {
                let most = wanted.entry(global).or_insert((0, 1));
                *most = (most.0.max(size), most.1.max(align));
            }
        }
        for (id, (size, align)) in wanted {
            let span = self.get(id).span;
            self.get_mut(id).meaning = match room(size, align, span) {
                Some((section, offset)) => Meaning::Label(section, offset),
                None => Meaning::Broken,
            };
        }
        for id in self.ids() {
            let symbol = self.get(id);
            let weak = symbol.reach == Reach::Weak && !matches!(symbol.meaning, Meaning::Alias(_));
            if symbol.local || !weak && !matches!(symbol.meaning, Meaning::Undefined | Meaning::Common { .. }) {
                continue;
            }
            match globals.get(symbol.name) {
                Some(&global) if global != id => self.get_mut(id).meaning = Meaning::Alias(global),
                None if symbol.reach == Reach::Weak => {
                    self.get_mut(id).meaning = Meaning::Constant(Value::absolute(0));
                }
                _ => {}
            }
        }
        if unit_files.len() > 1 {
            for symbol in &self.table {
                if let (Meaning::Label(..), Reach::Unit, false) = (&symbol.meaning, symbol.reach, symbol.is_hidden()) {
                    let file = unit_files.get(symbol.unit as usize).cloned().unwrap_or_default();
                    self.hidden.entry(symbol.name).or_insert(file);
                }
            }
        }
    }

    /// The file that has a label with this name but does not share it.
    pub(super) fn hidden_elsewhere(&self, id: SymbolId) -> Option<&str> {
        self.hidden.get(self.get(id).name).map(String::as_str)
    }

    /// Gives the names that every program has (`_end` and similar) their addresses, if they are used.
    pub(super) fn provide(&mut self, provided: &[(&str, u32)]) {
        for symbol in &mut self.table {
            if let Meaning::Undefined = symbol.meaning
                && let Some((_, addr)) = provided.iter().find(|(name, _)| *name == symbol.name)
            {
                symbol.meaning = Meaning::Constant(Value::absolute((*addr).into()));
            }
        }
    }

    /// The label with a name that starts a program: a global one, or one of any file.
    pub(super) fn entry(&self, name: &str) -> Option<&Symbol<'s>> {
        let labels = || self.table.iter().filter(|s| s.name == name && matches!(s.meaning, Meaning::Label(..)));
        labels().find(|s| s.reach != Reach::Unit).or_else(|| labels().next())
    }

    /// Turns each [`Meaning::Later`] into a constant, now that all labels are known.
    pub(super) fn settle(&mut self, bases: &Bases, report: &mut Report) {
        for id in self.ids() {
            self.settle_one(id, bases, report, 0);
        }
    }

    fn settle_one(&mut self, id: SymbolId, bases: &Bases, report: &mut Report, depth: usize) {
        let id = if let Meaning::Alias(target) = self.get(id).meaning { target } else { id };
        if !matches!(self.get(id).meaning, Meaning::Later(_)) {
            return;
        }
        // While its parts are being settled the symbol counts as broken, so a definition that leads back here is a
        // cycle.
        let Meaning::Later(expr) = core::mem::replace(&mut self.get_mut(id).meaning, Meaning::Broken) else { return };
        for part in expr.symbols() {
            if depth < DEEPEST {
                self.settle_one(part, bases, report, depth + 1);
            }
            if matches!(self.target(part).meaning, Meaning::Broken | Meaning::Later(_)) {
                let name = clip(self.get(id).name);
                report.error(
                    self.get(id).span,
                    text!(
                        "the value of `{name}` depends on itself, or on a value that cannot be found",
                        "`{name}` の値が自分自身、または求められない値に依存しています"
                    ),
                    text!(
                        "define it with numbers, and with names that are defined before",
                        "数と、前に定義した名前だけで定義してください"
                    ),
                );
                return;
            }
        }
        match expr.value(self, Some(bases)) {
            Ok(value) => self.get_mut(id).meaning = Meaning::Constant(value),
            // Compilers define unused names by other names that they leave out.
            Err(NoValue::Undefined(..)) if self.get(id).is_hidden() => {}
            Err(error) => error.report(expr.span, self, report),
        }
    }
}

/// "line 3" or "line 3 of util.s", for messages that refer to a second place.
pub(super) fn describe(span: Span, from: Span, files: &[&SourceFile], report: &Report) -> (String, String) {
    let [span, from] = [span, from].map(|s| report.expansions.origin(s).span);
    let line = span.line;
    if span.file == from.file {
        return (format!("line {line}"), format!(" {line} 行目"));
    }
    let name = files.get(span.file.0 as usize).map(|f| clip(&f.name)).unwrap_or_default();
    (format!("line {line} of {name}"), format!(" {name} の {line} 行目"))
}
