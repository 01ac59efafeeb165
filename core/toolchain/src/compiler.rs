//! The interface for compilers: `build` includes none, its caller provides them.
//!
//! So a compiler can be a package of its own, and a program without it does not grow. A compiler can also run
//! elsewhere, for example in another worker: [`Compiled`] can be sent, and a [`Compiler`] may return a result made
//! earlier.

use super::Language;
use alloc::{string::String, sync::Arc, vec::Vec};
use core::fmt::Debug;
use mcore_base::{Diagnostic, Severity, SourceFile};
use serde::{Deserialize, Serialize};

/// The level of optimisation of a compiler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    /// None: every variable is in memory, and every line can have a breakpoint.
    O0,
    /// Within a line.
    #[default]
    O1,
    /// Full.
    O2,
}

impl Level {
    /// All levels with their names, as after `-` in an option.
    pub const ALL: [(&'static str, Self); 3] = [("O0", Self::O0), ("O1", Self::O1), ("O2", Self::O2)];

    /// Its name: `O0`, `O1` or `O2`.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, level)| *level == self).map_or("", |(name, _)| name)
    }
}

/// The settings that every compiler has. A compiler's own settings, such as warnings, are fixed when it is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CompilerOptions {
    /// The level of optimisation.
    pub level: Level,
    /// Size of node memory in bytes.
    pub memory_size: u32,
    /// Functions, types and variables are wanted, in [`Compiled::debug`].
    #[serde(default)]
    pub debug: bool,
}

/// The rules of an exercise for programs in a compiled language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rules {
    /// Findings to switch, in the compiler's words.
    pub warnings: Vec<String>,
    /// The headers of the library that units may include; `None` for all.
    pub headers: Option<Vec<String>>,
    /// The arguments of the program, the program's name first; empty for the compiler's own.
    pub arguments: Vec<String>,
}

impl Rules {
    /// The rules with the program's name, which is that of its first file, in front of the arguments: `argv[0]`.
    pub fn naming(mut self, files: &[SourceFile]) -> Self {
        self.arguments.insert(0, files.first().map_or_else(String::new, |file| file.name.clone()));
        self
    }
}

/// The source files for a compiler.
#[derive(Clone, Debug)]
pub struct Sources<'t> {
    /// The files to translate, in the order given: all of the compiler's language.
    pub units: Vec<&'t SourceFile>,
    /// The other given files: units can include them, and those in assembly are part of the program.
    pub others: Vec<&'t SourceFile>,
    /// The library on the chip, which is at hand for every program.
    pub library: Vec<&'t SourceFile>,
}

impl<'t> Sources<'t> {
    /// These units alone.
    pub fn of(units: impl IntoIterator<Item = &'t SourceFile>) -> Self {
        Self { units: units.into_iter().collect(), others: Vec::new(), library: Vec::new() }
    }
}

/// The origin of an assembly text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The unit at this index in [`Sources::units`].
    Unit(u32),
    /// The library of the compiler.
    Library,
    /// The start of the program.
    Start,
}

/// An assembly text from a compiler, with facts about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// The text, named `unit.c.s` for `unit.c`. `.file` and `.loc` give the text and line of each instruction; the name in
    /// `.file` is that of the [`SourceFile`].
    pub assembly: SourceFile,
    pub origin: Origin,
    /// Lines of instructions that check an index, ascending, with the name of the array.
    pub checks: Vec<(u32, String)>,
    /// The objects that it defines, with their sizes in bytes.
    pub sizes: Vec<(String, u64)>,
}

impl Unit {
    /// A text without further facts.
    pub fn new(assembly: SourceFile, origin: Origin) -> Self {
        Self { assembly, origin, checks: Vec::new(), sizes: Vec::new() }
    }
}

/// Result of a compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compiled {
    /// Assembly texts, usually one per unit and one per unit of the library. The assembler gets them in place of the first unit.
    pub units: Vec<Unit>,
    /// Findings, in the order of the texts. If one is an error, there is no program.
    pub diagnostics: Vec<Diagnostic>,
    /// Numbers of errors and warnings; larger than the number of diagnostics if only some are listed.
    pub counts: (usize, usize),
    /// Names of the texts by the [`FileId`](mcore_base::FileId) in the diagnostics.
    pub files: Vec<String>,
    /// Functions, types and variables, as by [`debug::to_bytes`](super::debug::to_bytes). [`build`](super::build()) passes it on
    /// unread, so it refers to places by labels of the assembly texts; [`Debug`](super::debug::Debug) finds their addresses.
    pub debug: Vec<u8>,
}

impl Compiled {
    /// True if there is no program because of the findings.
    pub(super) fn has_errors(&self) -> bool {
        self.counts.0 > 0 || self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// Translates a language to assembly. The same texts and options must give the same result everywhere.
pub trait Compiler: Debug + Send + Sync {
    /// The language that it translates.
    fn language(&self) -> Language;

    /// Translates all units of its language in a program.
    fn compile(&self, sources: &Sources<'_>, options: &CompilerOptions) -> Compiled;

    /// The same compiler under the rules of an exercise; `None` if it knows no rules.
    fn under(&self, _rules: &Rules) -> Option<Arc<dyn Compiler>> {
        None
    }
}

/// The available compilers; by default none, and then only assembly can be built.
#[derive(Clone, Debug, Default)]
pub struct Compilers(Vec<Arc<dyn Compiler>>);

impl Compilers {
    /// These compilers. If there are several for a language, the first one is used.
    pub fn new(compilers: Vec<Arc<dyn Compiler>>) -> Self {
        Self(compilers)
    }

    /// The same compilers under the rules of an exercise.
    #[must_use]
    pub fn under(&self, rules: &Rules) -> Self {
        Self(self.0.iter().map(|c| c.under(rules).unwrap_or_else(|| c.clone())).collect())
    }

    /// The compiler for a language.
    pub fn of(&self, language: Language) -> Option<&dyn Compiler> {
        self.0.iter().find(|c| c.language() == language).map(|c| &**c)
    }

    /// True if programs in this language can be built.
    pub fn can_build(&self, language: Language) -> bool {
        language == Language::Assembly || self.of(language).is_some()
    }
}
