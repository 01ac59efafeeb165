//! The compiler as a whole: from the C units of a program to assembly, with the units of the library that they need.

use crate::diag::{Finding, Report};
use crate::front::{Front, front};
use crate::ir::{Linkage, Module};
use crate::kept;
use crate::library;
use crate::lower;
use crate::opt::Level;
use crate::options::{Input, Options};
use crate::reach::{self, Part};
use crate::source::Pos;
use crate::tree::Item;
use crate::{emit, opt, pp};
use alloc::{collections::BTreeSet, format, string::String, sync::Arc, vec, vec::Vec};
use mcore_base::text;
use mcore_base::{Diagnostic, FileId, Severity, SourceFile, Span, Text};
use mcore_toolchain::debug;
use mcore_toolchain::{Compiled, Compiler, CompilerOptions, Language, Origin, Rules, Sources, Unit};

/// The settings of the compiler.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Settings of the front end; the level and the size of memory in it are set for each compilation.
    pub options: Options,
    /// `-ftrapv`.
    pub trap_overflow: bool,
    /// `-fcheck=bounds`.
    pub check_bounds: bool,
    /// `argv` for a `main` that takes it; without any, `argv[0]` is `a.out`.
    pub arguments: Vec<String>,
    /// Nothing of the library is added; undefined names are left to the assembler.
    pub no_library: bool,
}

/// A stage whose result can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The text after the preprocessor (`-E`).
    Preprocessed,
    /// Tokens after the preprocessor.
    Tokens,
    /// The typed tree.
    Ast,
    /// The intermediate representation before all passes.
    Ir,
    /// After all passes.
    Ssa,
    /// Machine instructions before register allocation.
    Mir,
}

/// The compiler.
#[derive(Clone, Debug, Default)]
pub struct C {
    pub settings: Settings,
    /// Writes debug information when it is asked for; none without it. A program that never asks for it does not contain its
    /// code.
    describe: Option<Describe>,
}

/// The parts of debug information: [`crate::debug::unit`], and the bytes of all units.
#[derive(Clone, Copy, Debug)]
struct Describe {
    unit: fn(&Front<'_>, &Module, &lower::Symbols, &[emit::Places]) -> debug::Unit,
    bytes: fn(&[debug::Unit]) -> Vec<u8>,
}

/// The result of one unit.
#[derive(Clone, Debug, Default)]
struct Done {
    code: Option<emit::Code>,
    /// Types, functions and variables.
    debug: debug::Unit,
    diagnostics: Vec<Diagnostic>,
    counts: (usize, usize),
    files: Vec<String>,
    defined: Vec<String>,
    wanted: Vec<String>,
    /// `main` takes arguments.
    takes_arguments: bool,
}

/// The level of the passes.
fn level(level: mcore_toolchain::Level) -> Level {
    match level {
        mcore_toolchain::Level::O0 => Level::O0,
        mcore_toolchain::Level::O1 => Level::O1,
        mcore_toolchain::Level::O2 => Level::O2,
    }
}

/// Blocks of a function from which on its unit is compiled without optimisation: the time to assign registers
/// grows with the square of the number of blocks over which values are in them.
const MAX_OPTIMISED: usize = 8_000;

impl C {
    /// A compiler with these settings.
    pub fn new(settings: Settings) -> Self {
        Self { settings, describe: None }
    }

    /// The same compiler, which can also describe types, functions and variables, in [`Compiled::debug`].
    #[must_use]
    pub fn with_debug(self) -> Self {
        let describe = Describe { unit: crate::debug::unit, bytes: debug::to_bytes };
        Self { describe: Some(describe), ..self }
    }

    fn options(&self, options: &CompilerOptions, optimise: bool) -> Options {
        Options { optimise, memory_size: options.memory_size, ..self.settings.options.clone() }
    }

    /// Text of one stage of one unit, and the findings up to there.
    pub fn dump(
        &self,
        unit: &SourceFile,
        project: &[&SourceFile],
        options: &CompilerOptions,
        stage: Stage,
    ) -> (String, Compiled) {
        let settings = self.options(options, options.level != mcore_toolchain::Level::O0);
        let prelude = settings.prelude();
        let headers: Vec<&SourceFile> = library::headers().iter().collect();
        let input = Input { unit, project, library: &headers, prelude: &prelude };
        if stage == Stage::Preprocessed {
            let mut names = crate::names::Names::default();
            let mut report = Report { levels: settings.levels.clone(), ..Report::default() };
            let done = pp::preprocess(input, &settings, &mut names, &mut report);
            report.finish(&done.sources);
            let text = pp::print(&done.tokens, &done.sources, &mut names);
            let front = Front { sources: done.sources, names, report, ..Front::default() };
            return (text, compiled(found(&front)));
        }
        let mut front = front(input, &settings);
        let text = match stage {
            Stage::Preprocessed | Stage::Tokens => tokens(&front),
            Stage::Ast => front.dump(),
            Stage::Ir | Stage::Ssa | Stage::Mir if front.report.has_errors() => String::new(),
            Stage::Ir => crate::ir::text::module(&self.lowered(&mut front, level(options.level), false).0),
            Stage::Ssa | Stage::Mir => {
                let (mut module, _) = self.lowered(&mut front, level(options.level), false);
                opt::run(&mut module, level(options.level));
                match stage {
                    Stage::Mir => emit::dump(&module, level(options.level)),
                    _ => crate::ir::text::module(&module),
                }
            }
        };
        (text, compiled(found(&front)))
    }

    fn lowered(&self, front: &mut Front<'_>, level: Level, describe: bool) -> (Module, lower::Symbols) {
        let settings = lower::Settings {
            level,
            marks: describe && level != Level::O0,
            trap_overflow: self.settings.trap_overflow,
            check_bounds: self.settings.check_bounds,
        };
        lower::unit(&front.unit, &front.names, &front.sources, settings, &mut front.report)
    }

    /// The same compiler under the rules of an exercise.
    #[must_use]
    pub fn with_rules(&self, rules: &Rules) -> Self {
        let mut settings = self.settings.clone();
        for word in &rules.warnings {
            settings.options.levels.option(word);
        }
        settings.options.headers.clone_from(&rules.headers);
        if !rules.arguments.is_empty() {
            settings.arguments.clone_from(&rules.arguments);
        }
        Self { settings, describe: self.describe }
    }

    /// The findings in the units, without code: for a text that is still being typed.
    pub fn check(&self, sources: &Sources<'_>, options: &CompilerOptions) -> Compiled {
        let settings = self.options(options, options.level != mcore_toolchain::Level::O0);
        let mut out = Compiled::default();
        each_unit(sources, &settings, |input| {
            let mut front = front(input, &settings);
            if !front.report.has_errors() {
                // Some findings are known only when the tree is lowered.
                self.lowered(&mut front, level(options.level), false);
                front.report.finish(&front.sources);
            }
            add(&mut out, found(&front));
        });
        out
    }

    /// A unit before all passes; `None` if there is an error among its findings.
    fn translated(&self, front: &mut Front<'_>, level: Level, describe: bool) -> Option<(Module, lower::Symbols)> {
        if front.report.has_errors() {
            return None;
        }
        let lowered = self.lowered(front, level, describe);
        if front.report.has_errors() {
            front.report.finish(&front.sources);
            return None;
        }
        Some(lowered)
    }

    /// Compiles one unit.
    fn unit(&self, input: Input<'_>, options: &Options, level: Level, describe: Option<Describe>) -> Done {
        let mut front = front(input, options);
        let Some((mut module, mut known)) = self.translated(&mut front, level, describe.is_some()) else {
            return found(&front);
        };
        let mut level = level;
        if level != Level::O0 {
            let huge = module.functions.iter().any(|f| f.blocks.len() > MAX_OPTIMISED);
            for f in module.functions.iter().filter(|f| opt::is_large(f)) {
                let name = &module.symbols[f.symbol.index()].name;
                let message = match huge {
                    true => text!(
                        "function `{name}` is so long that the file is compiled without optimisation",
                        "関数 `{name}` が長いので、このファイルを最適化せずにコンパイルします"
                    ),
                    false => text!(
                        "function `{name}` is so long that it is optimised only a little",
                        "関数 `{name}` は長いので、最適化を一部だけ行います"
                    ),
                };
                let pos = place_of(&front, name);
                front.report.push(Finding::named("large-function", pos, message));
            }
            if huge {
                level = Level::O0;
                match self.translated(&mut front, level, describe.is_some()) {
                    Some(again) => (module, known) = again,
                    None => return found(&front),
                }
            }
            front.report.finish(&front.sources);
        }
        opt::run(&mut module, level);
        let mut done = match emit::code(&module, level) {
            Ok(code) => {
                let describe = describe.map(|d| (d.unit)(&front, &module, &known, &code.places));
                let debug = describe.unwrap_or_default();
                Done { code: Some(code), debug, ..found(&front) }
            }
            Err(fault) => {
                let pos = place_of(&front, &fault.function);
                front.report.push(Finding::error("limit", pos, untranslated(&fault)));
                found(&front)
            }
        };
        (done.defined, done.wanted) = symbols(&module);
        if front.unit.strings.iter().any(|string| prints_wide(&string.bytes)) {
            done.wanted.push("__wide_text".into());
        }
        done.takes_arguments = takes_arguments(&front);
        done
    }

    /// Adds the units of the library that a program needs.
    fn add_library(&self, all: &mut Vec<Done>, out: &mut Compiled, options: &CompilerOptions, sources: &Sources<'_>) {
        let headers: Vec<&SourceFile> = library::headers().iter().collect();
        let own = Options { optimise: true, memory_size: options.memory_size, ..Options::default() };
        let prelude = own.prelude();
        let assembly: Vec<&SourceFile> = sources.others.iter().copied().filter(|f| is_assembly(&f.name)).collect();
        let (mut defined, mut wanted) = (BTreeSet::new(), Vec::new());
        for done in all.iter() {
            defined.extend(done.defined.iter().cloned());
            wanted.extend_from_slice(&done.wanted);
        }
        defined.extend(labels(&assembly).into_iter().map(String::from));
        for name in words(&assembly) {
            if library::unit_of(name).is_some() {
                wanted.push(name.into());
            }
        }
        // By unit, in the order in which the program needs them.
        let mut parts: Vec<(&str, Part)> = Vec::new();
        let mut on_chip = false;
        while let Some(name) = wanted.pop() {
            if defined.contains(&name) {
                continue;
            }
            let Some(unit) = library::unit_of(&name) else {
                on_chip |= library::is_on_chip(&name);
                continue;
            };
            if let Some((_, part)) = parts.iter_mut().find(|(known, _)| *known == unit.file.name) {
                part.reach(&name, &mut wanted);
                continue;
            }
            if !unit.is_c() {
                defined.extend(unit.defines().map(String::from));
                wanted.extend(words(&[&unit.file]).into_iter().map(String::from));
                out.units.push(Unit::new(unit.file.clone(), Origin::Library));
                continue;
            }
            let mut failed = None;
            let module = kept::unit(own.memory_size, &unit.file.name, || {
                let input = Input { unit: &unit.file, project: &[], library: &headers, prelude: &prelude };
                let mut front = front(input, &own);
                // Warnings of the library are not for the student.
                let Some((mut module, _)) = C::default().translated(&mut front, Level::O2, false) else {
                    failed = Some(found(&front));
                    return None;
                };
                opt::run(&mut module, Level::O2);
                Some(module)
            });
            let Some(module) = module else {
                defined.extend(unit.defines().map(String::from));
                all.extend(failed);
                continue;
            };
            let mut part = Part::new(module);
            part.reach(&name, &mut wanted);
            parts.push((&unit.file.name, part));
        }
        for (name, part) in parts {
            match emit::code(&part.into_module(), Level::O2) {
                Ok(code) => out.units.push(code.unit(name, Origin::Library)),
                Err(fault) => all.push(Done {
                    diagnostics: vec![Diagnostic::error(Span::default(), untranslated(&fault))],
                    counts: (1, 0),
                    files: vec![name.into()],
                    ..Done::default()
                }),
            }
        }
        if on_chip {
            let text = "\t.include \"mclib.s\"\n".into();
            let assembly = SourceFile { name: "mclib.c.s".into(), text };
            out.units.push(Unit::new(assembly, Origin::Library));
        }
    }
}

impl Compiler for C {
    fn language(&self) -> Language {
        Language::C
    }

    fn compile(&self, sources: &Sources<'_>, options: &CompilerOptions) -> Compiled {
        let settings = self.options(options, options.level != mcore_toolchain::Level::O0);
        let (mut all, mut described) = (Vec::new(), Vec::new());
        let describe = self.describe.filter(|_| options.debug);
        let mut out = Compiled::default();
        each_unit(sources, &settings, |input| {
            let unit = input.unit;
            let mut done = self.unit(input, &settings, level(options.level), describe);
            if let Some(code) = done.code.take() {
                let made = code.unit(&unit.name, Origin::Unit(all.len() as u32));
                let assembly = made.assembly.name.clone();
                described.push(debug::Unit { assembly, ..core::mem::take(&mut done.debug) });
                out.units.push(made);
            }
            all.push(done);
        });
        let is_whole = all.iter().all(|d| d.counts.0 == 0);
        let takes_arguments = all.iter().any(|d| d.takes_arguments);
        // The end of `main` is a call of `exit` only if that does more than to stop.
        let exits = !self.settings.no_library
            && all.iter().any(|d| d.wanted.iter().any(|name| name == "atexit"))
            && !all.iter().any(|d| d.defined.iter().any(|name| name == "atexit" || name == "exit"));
        if exits && let Some(first) = all.first_mut() {
            first.wanted.push("exit".into());
        }
        if is_whole && (takes_arguments || exits) {
            let text = start(takes_arguments.then_some(self.settings.arguments.as_slice()), exits);
            let assembly = SourceFile { name: "start.c.s".into(), text };
            out.units.push(Unit::new(assembly, Origin::Start));
        }
        if is_whole && !self.settings.no_library {
            self.add_library(&mut all, &mut out, options, sources);
        }
        out.debug = describe.map_or_else(Vec::new, |d| (d.bytes)(&described));
        all.into_iter().for_each(|done| add(&mut out, done));
        out
    }

    fn under(&self, rules: &Rules) -> Option<Arc<dyn Compiler>> {
        Some(Arc::new(self.with_rules(rules)))
    }
}

/// Says that a function cannot be translated, and why.
fn untranslated(fault: &emit::Fault) -> Text {
    let (name, reason) = (&fault.function, &fault.reason);
    text!("function `{name}` cannot be translated: {reason}", "関数 `{name}` を翻訳できません: {reason}")
}

/// The place where a function of the unit is defined.
fn place_of(front: &Front<'_>, name: &str) -> Pos {
    let known = |item: &Item| match item {
        Item::Function(id) => {
            let f = front.unit.function(*id);
            (front.names.text(f.name) == name).then_some(f.pos)
        }
        _ => None,
    };
    front.unit.items.iter().find_map(known).unwrap_or_default()
}

fn takes_arguments(front: &Front<'_>) -> bool {
    front.unit.functions.iter().any(|f| {
        let takes = f.body.as_ref().is_some_and(|body| !body.params.is_empty());
        takes && front.names.text(f.name) == "main"
    })
}

/// The findings of a unit.
fn found(front: &Front<'_>) -> Done {
    let diagnostic = |f: &Finding| {
        let mut found = f.diagnostic(&front.sources);
        if f.switched {
            let (en, ja, name) = (&found.message.en, &found.message.ja, f.name);
            found.message = Text::new(format!("{en} [-W{name}]"), format!("{ja} [-W{name}]"));
        }
        found
    };
    Done {
        diagnostics: front.listed().map(diagnostic).collect(),
        counts: front.report.counts,
        files: front.sources.names(),
        ..Done::default()
    }
}

fn compiled(done: Done) -> Compiled {
    let mut out = Compiled::default();
    add(&mut out, done);
    out
}

/// Adds the findings of a unit, each once although units include the same header.
fn add(out: &mut Compiled, done: Done) {
    for mut diagnostic in done.diagnostics {
        let name = done.files.get(diagnostic.span.file.0 as usize).cloned().unwrap_or_default();
        let known = out.files.iter().position(|f| *f == name);
        let file = known.unwrap_or_else(|| {
            out.files.push(name);
            out.files.len() - 1
        });
        diagnostic.span.file = FileId(file as u32);
        if out.diagnostics.contains(&diagnostic) {
            match diagnostic.severity {
                Severity::Error => out.counts.0 = out.counts.0.wrapping_sub(1),
                Severity::Warning => out.counts.1 = out.counts.1.wrapping_sub(1),
            }
            continue;
        }
        out.diagnostics.push(diagnostic);
    }
    out.counts = (out.counts.0.wrapping_add(done.counts.0), out.counts.1.wrapping_add(done.counts.1));
}

/// Names that a module defines for others, and names that it needs.
fn symbols(module: &Module) -> (Vec<String>, Vec<String>) {
    let mut here = vec![false; module.symbols.len()];
    for id in module.functions.iter().map(|f| f.symbol).chain(module.objects.iter().map(|o| o.symbol)) {
        here[id.index()] = true;
    }
    let used = reach::named(module);
    let (mut defined, mut wanted) = (Vec::new(), Vec::new());
    for (i, symbol) in module.symbols.iter().enumerate() {
        match (here[i], symbol.linkage) {
            (true, Linkage::Local) => {}
            (true, _) => defined.push(symbol.name.clone()),
            // A weak name may stay without definition.
            (false, Linkage::Weak) => {}
            (false, _) if used[i] => wanted.push(symbol.name.clone()),
            _ => {}
        }
    }
    for (text, _) in &module.assembly {
        let file = SourceFile { name: String::new(), text: text.clone() };
        defined.extend(labels(&[&file]).into_iter().map(String::from));
        defined
            .extend(text.lines().filter_map(|l| l.trim().strip_prefix(".set ")?.split(',').next()).map(String::from));
        wanted.extend(words(&[&file]).into_iter().map(String::from));
    }
    (defined, wanted)
}

fn is_assembly(name: &str) -> bool {
    mcore_toolchain::FileKind::of(name).and_then(mcore_toolchain::FileKind::unit) == Some(Language::Assembly)
}

/// Calls a function with the input of each unit of a program.
fn each_unit(sources: &Sources<'_>, settings: &Options, mut act: impl FnMut(Input<'_>)) {
    let prelude = settings.prelude();
    let headers: Vec<&SourceFile> = library::headers().iter().collect();
    let project: Vec<&SourceFile> =
        sources.units.iter().chain(&sources.others).chain(&sources.library).copied().collect();
    for unit in &sources.units {
        act(Input { unit, project: &project, library: &headers, prelude: &prelude });
    }
}

/// Labels of assembly texts.
fn labels<'t>(files: &[&'t SourceFile]) -> BTreeSet<&'t str> {
    lines(files).filter_map(label).collect()
}

/// The lines of texts.
fn lines<'t>(files: &[&'t SourceFile]) -> impl Iterator<Item = &'t str> {
    files.iter().flat_map(|file| file.text.lines())
}

/// The label that a line begins with.
fn label(line: &str) -> Option<&str> {
    let (name, _) = line.trim_start().split_once(':')?;
    name.chars().all(is_word).then_some(name)
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// All words of assembly texts, without comments.
fn words<'t>(files: &[&'t SourceFile]) -> Vec<&'t str> {
    let mut words = Vec::new();
    for line in lines(files) {
        let line = line.split('#').next().unwrap_or("");
        let is_name = |word: &&str| !word.is_empty() && !word.starts_with(['.', '$', '0']);
        words.extend(line.split(|c| !is_word(c)).filter(is_name));
    }
    words
}

/// A text that may be a format with `%ls` or `%lc`.
fn prints_wide(text: &[u8]) -> bool {
    text.windows(2).enumerate().any(|(at, pair)| {
        let before = text.get(..at).unwrap_or(&[]);
        let in_conversion = |c: &u8| b"0123456789.*-+ #'".contains(c);
        matches!(pair, b"ls" | b"lc") && before.iter().rev().find(|c| !in_conversion(c)) == Some(&b'%')
    })
}

/// The start of a program whose `main` takes arguments, or whose end is more than to stop.
fn start(arguments: Option<&[String]>, exits: bool) -> String {
    let end = if exits { "\tmove $a0, $v0\n\tjal exit\n" } else { "\tsw $v0, -0xcc($zero)\n" };
    let Some(arguments) = arguments else {
        return format!("# Calls main, then exit.\n\t.text\n\t.globl _start\n_start: jal main\n{end}");
    };
    let names: Vec<&str> = match arguments.is_empty() {
        true => vec!["a.out"],
        false => arguments.iter().map(String::as_str).collect(),
    };
    let count = names.len();
    let mut text = format!(
        "# Calls main with the arguments of the program.\n\t.text\n\t.globl _start\n_start: li $a0, {count}\n\t\
         la $a1, $argv\n\tjal main\n{end}\t.data\n\t.align 2\n$argv:\n"
    );
    for i in 0..count {
        text.push_str(&format!("\t.word $arg{i}\n"));
    }
    text.push_str("\t.word 0\n");
    for (i, name) in names.iter().enumerate() {
        text.push_str(&format!("$arg{i}:"));
        let bytes: Vec<String> = name.bytes().chain([0]).map(|b| format!("{b}")).collect();
        text.push_str(&format!("\t.byte {}\n", bytes.join(", ")));
    }
    text
}

/// The tokens, one line each.
fn tokens(front: &Front<'_>) -> String {
    let mut out = String::new();
    for token in &front.tokens {
        let (file, line, column) = front.sources.line_of(token.pos);
        let name = front.sources.files.get(file).map_or("", |f| f.name);
        let text = front.sources.text(token.pos);
        out.push_str(&format!("{name}:{line}:{column} {:?} {text}\n", token.kind));
    }
    out
}
