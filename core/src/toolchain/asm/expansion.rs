//! Where the text of a macro or repetition comes from, so that findings point at lines that the student wrote.
//!
//! The lexer gives the text of an expansion a file number of its own, above all real ones. Only here and in `report` is it
//! known what such a number means.

use crate::base::{FileId, Span, Text};
use crate::text;
use alloc::{string::String, vec::Vec};

/// File numbers from here on are expansions.
const FIRST: u32 = 1 << 31;

/// Most expansions of one assembly: macro calls, rounds of `.irp`.
const MOST: usize = 1 << 18;

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

/// A place that the student wrote.
pub(super) struct Origin {
    /// The place; `exact` says whether its columns are those of the text, else only the line counts.
    pub span: Span,
    pub exact: bool,
    /// The innermost macro on the way: its name and the line in it.
    pub within: Option<(String, FileId, u32)>,
}

impl Expansions {
    /// A number for the text of a new expansion; `None` if there are too many.
    pub(super) fn add(&mut self, body: (FileId, u32), call: Option<(String, Span)>) -> Option<FileId> {
        if self.0.len() >= MOST {
            return None;
        }
        self.0.push(Expansion { body, call });
        Some(FileId(FIRST + self.0.len() as u32 - 1))
    }

    fn get(&self, file: FileId) -> Option<&Expansion> {
        self.0.get(file.0.checked_sub(FIRST)? as usize)
    }

    /// Follows a place outwards to the text.
    pub(super) fn origin(&self, mut span: Span) -> Origin {
        let (mut exact, mut within) = (true, None);
        // Each expansion lies in a text that was there before it, so this ends.
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

    /// The real line of a line of a body: a macro may be defined in a macro.
    fn line(&self, mut at: (FileId, u32)) -> (FileId, u32) {
        while let Some(expansion) = self.get(at.0) {
            at = (expansion.body.0, expansion.body.1 + at.1.saturating_sub(1));
        }
        at
    }

    /// True for a place in a real file.
    pub(super) fn is_real(&self, span: Span) -> bool {
        span.file.0 < FIRST
    }
}

/// What is added to a finding that arose within a macro; `file` is named if it is not the one of the call.
pub(super) fn note(message: &Text, name: &str, line: u32, file: Option<&str>) -> Text {
    let Text { en, ja } = message;
    match file {
        None => text!("{en} (macro `{name}`, line {line})", "{ja} (マクロ `{name}` の {line} 行目)"),
        Some(file) => {
            text!("{en} (macro `{name}`, line {line} of {file})", "{ja} (マクロ `{name}`、{file} の {line} 行目)")
        }
    }
}
