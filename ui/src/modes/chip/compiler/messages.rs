//! The messages to and from the compiler's program.

use mcore::base::SourceFile;
use mcore::modes::chip::session::{CompilerOptions, DiagnosticView, Rules};
use serde::{Deserialize, Serialize};

/// A compilation for the session: the texts as in [`Sources`](mcore::modes::chip::session::Sources).
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    /// The texts to translate.
    pub units: Vec<SourceFile>,
    /// The other texts of the project.
    pub others: Vec<SourceFile>,
    /// The library on the chip.
    pub library: Vec<SourceFile>,
    /// The settings.
    pub options: CompilerOptions,
    /// The rules of the exercise, if there is one.
    pub rules: Option<Rules>,
}

/// A search for errors in the texts of a project.
#[derive(Debug, Serialize, Deserialize)]
pub struct Check {
    /// The number that its answer has.
    pub number: u32,
    /// The files of the project.
    pub files: Vec<SourceFile>,
    /// The settings.
    pub options: CompilerOptions,
    /// The rules of the exercise, if there is one.
    pub rules: Option<Rules>,
}

/// The answer to a [`Check`].
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The number of the check.
    pub number: u32,
    /// The findings in texts of C.
    pub findings: Vec<DiagnosticView>,
    /// The memory of the worker exceeds its limit, so the page ends it.
    pub spent: bool,
}
