//! Collects findings up to a limit, and orders them for reading.

use super::expansion::{Expansions, note};
use super::{NameFault, NameFinding};
use alloc::{string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Diagnostic, Severity, SourceFile, Span, Text};

/// Maximum number of findings kept per severity; a longer list would not help.
const KEPT: usize = 200;

/// The reason why a part of a statement could not be read: a finding, or nothing if it has already been reported.
#[derive(Debug)]
pub(super) struct Failure(Option<alloc::boxed::Box<Diagnostic>>);

/// Result of reading a part of a statement.
pub(super) type Parsed<T> = Result<T, Failure>;

impl Failure {
    /// A failure that has been reported before.
    pub(super) const KNOWN: Self = Self(None);

    /// An error at `span`, with advice.
    pub(super) fn new(span: Span, message: Text, tip: Text) -> Self {
        Diagnostic::error(span, message).with_tip(tip).into()
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(Some(diagnostic.into()))
    }
}

/// A finding, with the name and the fault if it is about a name of several files.
type Entry = (Diagnostic, Option<(String, NameFault)>);

/// The findings so far.
#[derive(Default)]
pub(super) struct Report {
    errors: Vec<Entry>,
    warnings: Vec<Entry>,
    dropped_errors: usize,
    dropped_warnings: usize,
    /// The origins of the file numbers of expansions.
    pub expansions: Expansions,
}

impl Report {
    /// Adds a finding, or only counts it if there are too many.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.add((diagnostic, None));
    }

    /// Adds an error about a name that another file may define.
    pub(super) fn push_named(&mut self, diagnostic: Diagnostic, name: &str, fault: NameFault) {
        self.add((diagnostic, Some((name.into(), fault))));
    }

    fn add(&mut self, entry: Entry) {
        let diagnostic = &entry.0;
        let (kept, dropped) = match diagnostic.severity {
            Severity::Error => (&mut self.errors, &mut self.dropped_errors),
            Severity::Warning => (&mut self.warnings, &mut self.dropped_warnings),
        };
        // The two halves of an address in one pseudo-instruction give the same finding.
        if kept.last().is_some_and(|last| last.0 == *diagnostic) {
            return;
        }
        if kept.len() < KEPT { kept.push(entry) } else { *dropped += 1 }
    }

    /// Adds an error, with advice.
    pub(super) fn error(&mut self, span: Span, message: Text, tip: Text) {
        self.push(Diagnostic::error(span, message).with_tip(tip));
    }

    /// Adds a warning, with advice.
    pub(super) fn warn(&mut self, span: Span, message: Text, tip: Text) {
        self.push(Diagnostic::warning(span, message).with_tip(tip));
    }

    /// Adds the finding of a failure.
    pub(super) fn failure(&mut self, failure: Failure) {
        if let Some(diagnostic) = failure.0 {
            self.push(*diagnostic);
        }
    }

    /// True if there is an error.
    pub(super) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// True if a further error would only be counted, so that computing its tip would be useless.
    pub(super) fn is_full(&self) -> bool {
        self.errors.len() >= KEPT
    }

    /// Numbers of errors and warnings, including those that are only counted.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.errors.len() + self.dropped_errors, self.warnings.len() + self.dropped_warnings)
    }

    /// All findings in the order of the text; if some were left out, a last one gives their number. And those of them that
    /// are about names.
    pub(super) fn finish(mut self, files: &[&SourceFile]) -> (Vec<Diagnostic>, Vec<NameFinding>) {
        let mut dropped = self.dropped_errors + self.dropped_warnings;
        let room = KEPT - self.errors.len();
        dropped += self.warnings.len().saturating_sub(room);
        self.warnings.truncate(room);
        let mut all = core::mem::take(&mut self.errors);
        all.append(&mut self.warnings);
        for (diagnostic, _) in &mut all {
            self.point_at_text(diagnostic, files);
        }
        all.sort_by_key(|(diagnostic, _)| diagnostic.span);
        let (mut all, about): (Vec<Diagnostic>, Vec<_>) = all.into_iter().unzip();
        let named = |(finding, about): (usize, Option<(String, NameFault)>)| {
            about.map(|(name, fault)| NameFinding { finding, name, fault })
        };
        let names = about.into_iter().enumerate().filter_map(named).collect();
        if let Some(last) = all.last().filter(|_| dropped > 0) {
            let message = text!("and {dropped} more", "ほかに {dropped} 件あります");
            let tip = Some(text!(
                "correct the first ones and assemble again",
                "先頭のものから直して、もう一度アセンブルしてください"
            ));
            let severity = if self.dropped_errors > 0 { Severity::Error } else { Severity::Warning };
            all.push(Diagnostic { severity, span: last.span, message, tip });
        }
        (all, names)
    }
}

impl Report {
    /// Moves a finding in an expansion to the line that the student wrote.
    fn point_at_text(&self, diagnostic: &mut Diagnostic, files: &[&SourceFile]) {
        if self.expansions.is_real(diagnostic.span) {
            return;
        }
        let origin = self.expansions.origin(diagnostic.span);
        diagnostic.span = origin.span;
        let file = |id: mcore_base::FileId| files.get(id.0 as usize);
        if !origin.exact {
            let text = file(origin.span.file).map_or("", |f| f.text.as_str());
            diagnostic.span = Span::of_line(origin.span.file, origin.span.line, text);
        }
        if let Some((name, body, line)) = origin.within {
            let name = clip(&name);
            let other = file(body).filter(|_| body != origin.span.file).map(|f| clip(&f.name));
            diagnostic.message = note(&diagnostic.message, &name, line, other.as_deref());
        }
    }
}

/// A name shortened to fit into a message.
pub(crate) fn clip(name: &str) -> String {
    const LONGEST: usize = 40;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => alloc::format!("{}…", &name[..end]),
        None => name.into(),
    }
}
