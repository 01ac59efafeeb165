//! The functions and objects of a unit that are used: a program gets only those of the library that it reaches.

use crate::ir::{Callee, Datum, Function, Linkage, Module, Object, Op, SymbolId};
use alloc::{string::String, sync::Arc, vec, vec::Vec};

/// Calls `act` with the symbols that a function names.
fn named_in_code(f: &Function, act: &mut dyn FnMut(SymbolId)) {
    for v in f.blocks.iter().flat_map(|b| &b.nodes) {
        match f.op(*v) {
            Op::Symbol(symbol, _) => act(*symbol),
            Op::Call(call) => {
                if let Callee::Symbol(symbol) = call.callee {
                    act(symbol);
                }
            }
            _ => {}
        }
    }
}

/// Calls `act` with the symbols that the contents of an object name.
fn named_in_data(object: &Object, act: &mut dyn FnMut(SymbolId)) {
    for datum in &object.data {
        if let Datum::Address(symbol, _) | Datum::Label(symbol, _) = datum {
            act(*symbol);
        }
    }
}

/// By symbol: it is named somewhere in the unit.
pub(crate) fn named(module: &Module) -> Vec<bool> {
    let mut named = vec![false; module.symbols.len()];
    let mut mark = |symbol: SymbolId| {
        if let Some(named) = named.get_mut(symbol.index()) {
            *named = true;
        }
    };
    module.functions.iter().for_each(|f| named_in_code(f, &mut mark));
    module.objects.iter().for_each(|o| named_in_data(o, &mut mark));
    named
}

/// A unit, all passes done, of which a program needs a part. It must have no assembly at file scope, whose names are not known.
#[derive(Debug)]
pub(crate) struct Part {
    module: Arc<Module>,
    /// By symbol: the program reaches it.
    reached: Vec<bool>,
}

impl Part {
    /// Nothing is reached yet.
    pub(crate) fn new(module: Arc<Module>) -> Self {
        let reached = vec![false; module.symbols.len()];
        Self { module, reached }
    }

    /// The program uses this function or object of the unit. Adds the names that the unit then needs of others to `wanted`.
    pub(crate) fn reach(&mut self, name: &str, wanted: &mut Vec<String>) {
        let found = self.module.symbols.iter().position(|s| s.name == name && s.linkage != Linkage::Local);
        let Some(found) = found else { return };
        let mut open = vec![SymbolId(found as u32)];
        while let Some(symbol) = open.pop() {
            match self.reached.get_mut(symbol.index()) {
                Some(reached) if !*reached => *reached = true,
                _ => continue,
            }
            if let Some(function) = self.module.function(symbol) {
                named_in_code(function, &mut |symbol| open.push(symbol));
            } else if let Some(object) = self.module.objects.iter().find(|o| o.symbol == symbol) {
                named_in_data(object, &mut |symbol| open.push(symbol));
            } else if let Some(known) = self.module.symbols.get(symbol.index())
                // A weak name may stay without definition.
                && known.linkage != Linkage::Weak
            {
                wanted.push(known.name.clone());
            }
        }
    }

    /// The unit without what the program does not reach.
    pub(crate) fn into_module(self) -> Module {
        let Self { module, reached } = self;
        let is_reached = |symbol: SymbolId| reached.get(symbol.index()).is_some_and(|reached| *reached);
        Module {
            functions: module.functions.iter().filter(|f| is_reached(f.symbol)).cloned().collect(),
            objects: module.objects.iter().filter(|o| is_reached(o.symbol)).cloned().collect(),
            checked: module.checked.clone(),
            files: module.files.clone(),
            symbols: module.symbols.clone(),
            assembly: module.assembly.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::{self, Settings};
    use crate::opt::{self, Level};
    use crate::options::{Input, Options};
    use mcore_base::SourceFile;
    use std::borrow::ToOwned;

    fn optimised(text: &str) -> Module {
        let unit = SourceFile { name: "a.c".into(), text: text.into() };
        let options = Options { optimise: true, ..Options::default() };
        let prelude = options.prelude();
        let input = Input { unit: &unit, project: &[], library: &[], prelude: &prelude };
        let mut front = crate::front::front(input, &options);
        let settings = Settings { level: Level::O2, marks: false, trap_overflow: false, check_bounds: false };
        let (mut module, _) = lower::unit(&front.unit, &front.names, &front.sources, settings, &mut front.report);
        assert!(!front.report.has_errors());
        opt::run(&mut module, Level::O2);
        module
    }

    fn names(module: &Module) -> Vec<&str> {
        let all = module.functions.iter().map(|f| f.symbol).chain(module.objects.iter().map(|o| o.symbol));
        let mut names: Vec<&str> = all.map(|symbol| module.symbols[symbol.index()].name.as_str()).collect();
        names.sort_unstable();
        names
    }

    const UNIT: &str = "
        extern int far(int);
        static int hidden[4] = {1, 2, 3, 4};
        int (*table[2])(int) = {far, 0};
        static __attribute__((noinline)) int deep(int i) { return hidden[i & 3] + far(i); }
        int one(int i) { return deep(i) + 1; }
        int two(int i) { return table[i & 1](i); }
        int three(void) { return 3; }
    ";

    #[test]
    fn a_function_brings_all_that_it_needs_and_nothing_else() {
        let reached = |roots: &[&str]| {
            let mut part = Part::new(optimised(UNIT).into());
            let mut wanted = Vec::new();
            roots.iter().for_each(|root| part.reach(root, &mut wanted));
            let module = part.into_module();
            (names(&module).join(" "), wanted.join(" "))
        };
        let pair = |names: &str, wanted: &str| (names.to_owned(), wanted.to_owned());
        assert_eq!(reached(&["three"]), pair("three", ""));
        assert_eq!(reached(&["one"]), pair("deep hidden one", "far"));
        assert_eq!(reached(&["two"]), pair("table two", "far"));
        // Each name is wanted once, and a second root adds to the first.
        assert_eq!(reached(&["one", "two", "one"]), pair("deep hidden one table two", "far"));
        assert_eq!(reached(&["nothing", "deep"]), pair("", ""), "a local function is no name for others");
    }

    /// The names in such a text are not followed.
    #[test]
    fn no_unit_of_the_library_has_assembly_at_file_scope() {
        for unit in crate::library::units().iter().filter(|unit| unit.is_c()) {
            let mut depth = 0;
            for line in unit.file.text.lines() {
                let is_asm = line.starts_with("asm") || line.starts_with("__asm");
                assert!(!is_asm || depth > 0, "{}", unit.file.name);
                depth += line.matches('{').count() as i32 - line.matches('}').count() as i32;
            }
        }
    }
}
