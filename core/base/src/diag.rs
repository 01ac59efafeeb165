//! Findings about a student's text: position, message, and advice.

use super::Text;
use alloc::string::String;
use serde::{Deserialize, Serialize};

/// A source text and the name by which messages and `.include` refer to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SourceFile {
    /// File name, for example `matmul.s`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// Index into the list of files that one assembly has read (included files follow the given ones).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FileId(pub u32);

/// A range of characters in one line of a source file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    pub file: FileId,
    /// Line, from 1.
    pub line: u32,
    /// First column, from 1, counted in Unicode scalar values.
    pub col: u32,
    /// Length in Unicode scalar values; 0 marks a place between characters.
    pub len: u32,
}

impl Span {
    /// A line of a text (from 1) without the blanks around it; a line that the text does not have is marked at its beginning.
    pub fn of_line(file: FileId, line: u32, text: &str) -> Self {
        let found = text.split('\n').nth((line as usize).saturating_sub(1)).unwrap_or("");
        let indent = found.chars().take_while(|c| c.is_whitespace()).count() as u32;
        Self { file, line, col: indent + 1, len: found.trim().chars().count() as u32 }
    }
}

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// No program is produced.
    Error,
    /// A program is produced, but it probably does not do what the student meant.
    Warning,
}

/// One message about a student's text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// The problem.
    pub message: Text,
    /// Advice on how to fix it.
    pub tip: Option<Text>,
}

impl Diagnostic {
    /// An error without a tip.
    pub fn error(span: Span, message: Text) -> Self {
        Self { severity: Severity::Error, span, message, tip: None }
    }

    /// A warning without a tip.
    pub fn warning(span: Span, message: Text) -> Self {
        Self { severity: Severity::Warning, span, message, tip: None }
    }

    /// Adds a tip.
    #[must_use]
    pub fn with_tip(mut self, tip: Text) -> Self {
        self.tip = Some(tip);
        self
    }
}
