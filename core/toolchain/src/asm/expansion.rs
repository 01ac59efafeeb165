//! The origin of the text of a macro or repetition, so that findings point at lines that the student wrote.
//!
//! The lexer gives the text of an expansion a file number of its own, above all real ones. Only this module and
//! `report` know the meaning of such a number.

use alloc::{string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{FileId, Span, Text};

/// File numbers from here on are expansions.
const FIRST: u32 = 1 << 31;

/// Maximum number of expansions in one assembly: macro calls, rounds of `.irp`.
const MAX_EXPANSIONS: usize = 1 << 18;

/// One expansion of a text.
#[derive(Clone, Debug)]
struct Expansion {
    /// The body's first line.
    body: (FileId, u32),
    /// For a macro: its name, and the statement that called it.
    call: Option<(String, Span)>,
}

/// All expansions so far.
#[derive(Default)]
pub(super) struct Expansions(Vec<Expansion>);

/// A position that the student wrote.
pub(super) struct Origin {
    /// The position; `exact` says whether its columns are those of the text; otherwise only the line is valid.
    pub span: Span,
    pub exact: bool,
    /// The innermost macro on the way: its name and the line in it.
    pub within: Option<(String, FileId, u32)>,
}

impl Expansions {
    /// A number for the text of a new expansion; `None` if there are too many.
    pub(super) fn add(&mut self, body: (FileId, u32), call: Option<(String, Span)>) -> Option<FileId> {
        if self.0.len() >= MAX_EXPANSIONS {
            return None;
        }
        self.0.push(Expansion { body, call });
        Some(FileId(FIRST + self.0.len() as u32 - 1))
    }

    fn get(&self, file: FileId) -> Option<&Expansion> {
        self.0.get(file.0.checked_sub(FIRST)? as usize)
    }

    /// Follows a position outwards to the student's text.
    pub(super) fn origin(&self, mut span: Span) -> Origin {
        let (mut exact, mut within) = (true, None);
        // Each expansion lies in an earlier text, so this ends.
        while let Some(expansion) = self.get(span.file) {
            let (file, first) = expansion.body;
            let line = first + span.line.saturating_sub(1);
            match &expansion.call {
                Some((name, call)) => {
                    if within.is_none() {
                        let body = self.line((file, line));
                        within = Some((name.clone(), body.0, body.1));
                    }
                    (span, exact) = (*call, true);
                }
                None => {
                    exact = false;
                    span = Span { file, line, ..span };
                }
            }
        }
        Origin { span, exact, within }
    }

    /// The real line of a line of a body: a macro may be defined inside a macro.
    fn line(&self, mut at: (FileId, u32)) -> (FileId, u32) {
        while let Some(expansion) = self.get(at.0) {
            at = (expansion.body.0, expansion.body.1 + at.1.saturating_sub(1));
        }
        at
    }

    /// True for a position in a real file.
    pub(super) fn is_real(&self, span: Span) -> bool {
        span.file.0 < FIRST
    }
}

/// The addition to a finding inside a macro; `file` is named if it is not that of the call.
pub(super) fn note(message: &Text, name: &str, line: u32, file: Option<&str>) -> Text {
    let Text { en, ja } = message;
    match file {
        None => text!("{en} (macro `{name}`, line {line})", "{ja}（マクロ `{name}` の {line} 行目）"),
        Some(file) => {
            text!("{en} (macro `{name}`, line {line} of {file})", "{ja}（マクロ `{name}`、{file} の {line} 行目）")
        }
    }
}
