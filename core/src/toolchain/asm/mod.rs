//! The assembler: from text in GNU as, SPIM or MARS habits to a [`Program`], with all findings at once.
//!
//! Two passes. The first (`assembler`) reads each file statement by statement (`lex`, `parse`), turns instructions
//! into machine instructions (`select` by the tables of [`isa`](crate::isa) and `forms`), carries out directives
//! (`directive`, `data`, `condition`) and fills the sections; what depends on an address is left as a fixup. Macros and
//! repetitions (`macros`) make text that is read in the same way; `expansion` knows where it comes from. The second pass
//! (`layout`) joins the files, places the sections and fills in the rest. A statement in error is left out and the next one is read as if nothing had happened.

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
mod misfit;
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
pub(in crate::toolchain) use listing::Listed;
pub use listing::listing;
pub use misfit::{form_usage, usage};

use crate::base::{Diagnostic, SourceFile, Span};
use crate::program::Program;
use alloc::{string::String, vec::Vec};

/// What the assembler has to know about the machine.
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

/// What became of one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingLine {
    /// The statement, without its labels.
    pub span: Span,
    /// Address of its first byte.
    pub addr: u32,
    /// Bytes that it fills.
    pub size: u32,
    /// Its instructions, also those of a pseudo-instruction and the `nop` after a branch; empty for data.
    pub words: Vec<u32>,
    /// The same as text.
    pub text: Vec<String>,
}

/// Result of an assembly.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The program; `None` if and only if a finding is an error.
    pub program: Option<Program>,
    /// Everything there is to say about the text, in its order; at most 200 findings, then one that counts the rest.
    pub diagnostics: Vec<Diagnostic>,
    /// Errors and warnings that were found, those that [`diagnostics`](Self::diagnostics) only counts among them.
    pub counts: (usize, usize),
    /// Names of the files by [`FileId`](crate::base::FileId): the given ones, then the library files that were included.
    pub files: Vec<String>,
    /// What became of each statement, in the order of assembly; empty if there is an error.
    pub listing: Vec<ListingLine>,
}

/// Assembles `files` in order into one program.
///
/// `.include "name"` looks in `files` first, then in `library`. Each file is assembled once: one that another file
/// includes is assembled where it is first included and nowhere else; where it is included again, its names become known.
/// A file that no other one includes is a *translation unit*: its labels, constants and macros are its own, except labels that
/// `.globl` shares. What a unit names and does not define is looked for among what the others share. The work is bounded on
/// any text.
///
/// The program starts at `_start`, else `__start`, else `main`, else (with a warning) at its first instruction. If `main` may
/// come back to its caller, [start-up code](crate::startup) stands in front of the text and calls it.
/// Text begins at `options.text_base`, then come data, read-only data and bss, each at a multiple of 16.
pub fn assemble(files: &[SourceFile], library: &[SourceFile], options: &Options) -> Assembly {
    let arena = arena::Arena::default();
    let mut assembler = assembler::Assembler::new(files, library, &arena, options);
    assembler.read_all();
    let (program, listing) = assembler.link(options);
    let files = assembler.file_names();
    let counts = assembler.report.counts();
    Assembly { program, diagnostics: assembler.report.finish(&assembler.files), counts, files, listing }
}
