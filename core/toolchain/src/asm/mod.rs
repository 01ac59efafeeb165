//! The assembler: from text in the style of GNU as, SPIM or MARS to a [`Program`], with all findings at once.
//!
//! Two passes. The first (`assembler`) reads each file statement by statement (`lex`, `parse`), turns instructions into
//! machine instructions (`select`, with the tables of [`isa`](mcore_cpu::isa) and `forms`), carries out directives
//! (`directive`, `data`, `condition`) and fills the sections; values that depend on addresses become fixups. Macros and
//! repetitions (`macros`) produce text that is read in the same way; `expansion` knows its origin. The second pass
//! (`layout`) joins the files, places the sections and fills in the fixups. A wrong statement is left out, and reading
//! continues with the next one.

mod arena;
mod assembler;
mod condition;
mod data;
mod directive;
mod expansion;
mod expr;
mod forms;
mod layout;
mod lex;
mod listing;
mod macros;
mod operand_error;
mod parse;
mod report;
mod section;
mod select;
mod suggest;
mod symbol;
mod template;

#[cfg(test)]
mod tests;

pub use directive::{Directive, directives};
pub use forms::{Form, Pattern, forms, unlike_gnu};
pub(crate) use listing::Listed;
pub use listing::listing;
pub use operand_error::{form_usage, usage};
pub(crate) use report::clip;

use alloc::{string::String, vec::Vec};
use mcore_base::{Diagnostic, FileId, SourceFile, Span};
use mcore_cpu::program::Program;

/// The properties of the machine that the assembler needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Address of the first instruction; 0x1000 by default.
    pub text_base: u32,
    /// Address of the first datum; by default data follow the text.
    pub data_base: Option<u32>,
    /// Address of the bss; by default it follows the data.
    pub bss_base: Option<u32>,
    /// Size of node memory in bytes; 512 KiB by default.
    pub memory_size: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { text_base: 0x1000, data_base: None, bss_base: None, memory_size: 512 * 1024 }
    }
}

/// The code of one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingLine {
    /// The statement, without its labels.
    pub span: Span,
    /// Address of its first byte.
    pub addr: u32,
    /// Size in bytes.
    pub size: u32,
    /// Its instructions, including those of a pseudo-instruction and the `nop` after a branch; empty for data.
    pub words: Vec<u32>,
    /// The same as text.
    pub text: Vec<String>,
}

/// The fault of a finding about a name that another file may define.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// No file defines it; the tip may name similar ones.
    Missing {
        /// It does.
        similar: bool,
    },
    /// Two files define it.
    Repeated,
}

/// A finding about a name that another file may define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameFinding {
    /// Its index in [`Assembly::diagnostics`].
    pub finding: usize,
    pub name: String,
    pub fault: NameFault,
}

/// Result of an assembly.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The program; `None` if and only if a finding is an error.
    pub program: Option<Program>,
    /// All findings, in the order of the text; at most 200, then one that counts the rest.
    pub diagnostics: Vec<Diagnostic>,
    /// Those of them that are about names of several files.
    pub names: Vec<NameFinding>,
    /// Numbers of errors and warnings, including those that [`diagnostics`](Self::diagnostics) only counts.
    pub counts: (usize, usize),
    /// Names of the files by [`FileId`]: the given ones, then the library files that were included.
    pub files: Vec<String>,
    /// The code of each statement, in the order of assembly; empty if there is an error.
    pub listing: Vec<ListingLine>,
    /// The program does not fit node memory.
    pub too_large: bool,
    /// Of a program that is too large: the objects whose sizes are written in a text (`.comm`, `.size`), as file, name and bytes.
    pub sizes: Vec<(FileId, String, u64)>,
}

/// Assembles `files` in order into one program.
///
/// `.include "name"` looks in `files` first, then in `library`. Each file is assembled once: an included file is
/// assembled only where it is first included; where it is included again, its names become known. A file that no other
/// one includes is a *translation unit*: its labels, constants and macros are its own, except labels that `.globl`
/// shares. Names that a unit uses and does not define are looked up among those that the other units share. The work is
/// bounded for any text.
///
/// The program starts at `_start`, else `__start`, else `main`, else (with a warning) at its first instruction. If
/// `main` may return to its caller, [start-up code](mcore_cpu::startup) in front of the text calls it. Text starts at
/// `options.text_base`, followed by data, read-only data and bss, each at a multiple of 16.
pub fn assemble(files: &[SourceFile], library: &[SourceFile], options: &Options) -> Assembly {
    let arena = arena::Arena::default();
    let mut assembler = assembler::Assembler::new(files, library, &arena, options);
    assembler.read_all();
    let (program, listing) = assembler.link(options);
    let files = assembler.file_names();
    let counts = assembler.report.counts();
    let sizes = assembler.sizes.iter().filter(|_| assembler.overfull);
    let sizes = sizes.map(|(file, name, size)| (*file, String::from(*name), (*size).into())).collect();
    let (diagnostics, names) = assembler.report.finish(&assembler.files);
    Assembly { program, diagnostics, names, counts, files, listing, too_large: assembler.overfull, sizes }
}
