//! Findings about a text: place, message, second place, tip and change.

use crate::names::Names;
use crate::order::Order as _;
use crate::source::{Pos, Sources};
use alloc::{string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Diagnostic, Severity, Span, Text};

/// Findings that are listed; the rest is counted.
pub const MAX_LISTED: usize = 100;
/// Findings that are kept at all, so that a wrong text of megabytes needs no memory for its findings.
const MAX_KEPT: usize = 5_000;

/// A change of the text that removes a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The text to replace; of length 0 to insert.
    pub pos: Pos,
    /// The new text.
    pub text: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Error or warning.
    pub severity: Severity,
    /// Its stable name.
    pub name: &'static str,
    /// Where.
    pub pos: Pos,
    /// The problem.
    pub message: Text,
    /// A second place and what it has to do with it.
    pub second: Option<(Pos, Text)>,
    /// Advice.
    pub tip: Option<Text>,
    /// A change that is certain to be right.
    pub fix: Option<Fix>,
    /// True if its severity is that of its name, which options change.
    pub switched: bool,
}

impl Finding {
    /// An error that cannot be switched off.
    pub fn error(name: &'static str, pos: Pos, message: Text) -> Self {
        let severity = Severity::Error;
        Self { severity, name, pos, message, second: None, tip: None, fix: None, switched: false }
    }

    /// A finding whose severity its name decides, see [`NAMED`].
    pub fn named(name: &'static str, pos: Pos, message: Text) -> Self {
        Self { severity: Severity::Warning, switched: true, ..Self::error(name, pos, message) }
    }

    /// The same with a tip.
    #[must_use]
    pub fn tip(mut self, tip: Text) -> Self {
        self.tip = Some(tip);
        self
    }

    /// The same with a second place.
    #[must_use]
    pub fn second(mut self, pos: Pos, text: Text) -> Self {
        self.second = Some((pos, text));
        self
    }

    /// The same with a change.
    #[must_use]
    pub fn fix(mut self, pos: Pos, text: impl Into<String>) -> Self {
        self.fix = Some(Fix { pos, text: text.into() });
        self
    }

    /// The finding for people: the place of use of the outermost macro.
    pub fn diagnostic(&self, sources: &Sources<'_>) -> Diagnostic {
        let span = sources.span(sources.use_place(self.pos));
        let mut found = Diagnostic { severity: self.severity, span, message: self.message.clone(), tip: None };
        if let Some(tip) = &self.tip {
            found = found.with_tip(tip.clone());
        }
        found
    }

    /// Further places: the steps of the macro expansion, outermost first, then the second place.
    pub fn notes(&self, sources: &Sources<'_>, names: &Names) -> Vec<(Span, Text)> {
        let mut notes = Vec::new();
        let mut pos = self.pos;
        while let Some(expansion) = sources.expansion(pos) {
            let name = names.text(expansion.name);
            let inner = sources.span(Pos { expansion: 0, ..pos });
            notes.push((inner, text!("in the expansion of macro `{name}`", "マクロ `{name}` の展開の中です")));
            pos = expansion.used;
        }
        notes.reverse();
        notes.truncate(10);
        if let Some((pos, text)) = &self.second {
            notes.push((sources.span(sources.use_place(*pos)), text.clone()));
        }
        notes
    }
}

/// How a named finding is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treat {
    /// Not reported.
    Off,
    Warning,
    Error,
}

use Treat::{Error as E, Off as O, Warning as W};

/// Every name of a finding that options can switch, and how it is treated if no option names it.
pub const NAMED: &[(&str, Treat)] = &[
    ("address", W),
    ("array", W),
    ("array-bounds", W),
    ("attributes", W),
    ("bool-compare", W),
    ("builtin-macro-redefined", W),
    ("char-subscripts", W),
    ("comment", W),
    ("compare-distinct-pointer-types", W),
    ("compare-result", W),
    ("conversion", O),
    ("cpp", W),
    ("discarded-qualifiers", W),
    ("div-by-zero", W),
    ("dma-align", W),
    ("dma-id", W),
    ("dma-local", W),
    ("dma-reuse", W),
    ("dma-size", W),
    ("duplicated-cond", W),
    ("empty-body", W),
    ("escape", W),
    ("excess-initializers", W),
    ("expansion-to-defined", O),
    ("extra-tokens", W),
    ("float-conversion", W),
    ("format", W),
    ("frame-larger-than", W),
    ("implicit-fallthrough", W),
    ("implicit-function-declaration", E),
    ("implicit-int", E),
    ("incompatible-pointer-types", E),
    ("infinite-recursion", W),
    ("int-conversion", E),
    ("int-in-bool-context", W),
    ("int-to-pointer-cast", W),
    ("invalid-pp-token", W),
    ("large-function", W),
    ("literal-range", W),
    ("logical-not-parentheses", W),
    ("macro-redefined", W),
    ("main", W),
    ("maybe-uninitialized", W),
    ("misleading-indentation", W),
    ("missing-braces", O),
    ("missing-include", E),
    ("mpi-count", W),
    ("mpi-left-out", E),
    ("mpi-removed", W),
    ("mpi-type", W),
    ("multichar", W),
    ("node-memory", W),
    ("noreturn", W),
    ("old-style-definition", W),
    ("openmp", W),
    ("overflow", W),
    ("override-init", W),
    ("parentheses", W),
    ("pedantic", O),
    ("pointer-arith", O),
    ("pointer-integer-compare", W),
    ("pointer-sign", W),
    ("pointer-to-int-cast", W),
    ("polling", W),
    ("redundant-decls", O),
    ("return-local-addr", W),
    ("return-mismatch", W),
    ("return-type", W),
    ("self-assign", W),
    ("sequence-point", W),
    ("shadow", O),
    ("shift-count", W),
    ("sign-compare", W),
    ("sizeof-array-argument", W),
    ("sizeof-pointer-memaccess", W),
    ("stringop-overflow", W),
    ("switch", W),
    ("switch-bool", W),
    ("tautological-compare", W),
    ("trigraphs", W),
    ("type-limits", W),
    ("undef", O),
    ("uninitialized", W),
    ("unknown-pragmas", W),
    ("unreachable-code", W),
    ("unused-but-set-variable", W),
    ("unused-function", W),
    ("unused-label", W),
    ("unused-parameter", O),
    ("unused-result", W),
    ("unused-value", W),
    ("unused-variable", W),
    ("useless-declaration", W),
    ("varargs", W),
    ("vla", O),
];

/// The settings of named findings, with what pragmas change from some token on.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    /// Settings by option, later ones first in effect.
    pub options: Vec<(String, Treat)>,
    /// Warnings become errors.
    pub errors: bool,
    /// By pragma: from which token on, which name, how; `None` ends all settings after the given count.
    pub pragmas: Vec<(u32, Change)>,
}

/// One `#pragma GCC diagnostic`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The matching `pop` restores the settings of here.
    Push,
    /// The settings of the matching `push`.
    Pop,
    /// A name's setting.
    Set(String, Treat),
}

impl Levels {
    /// Reads an option without its `-W`: `all`, `error`, `no-NAME`, `error=NAME`, `NAME`. False if it is unknown.
    pub fn option(&mut self, word: &str) -> bool {
        let is_known = |name: &str| NAMED.iter().any(|(known, _)| *known == name);
        match word {
            "all" | "extra" => return true,
            "error" => self.errors = true,
            "no-error" => self.errors = false,
            _ => {
                let (name, treat) = match (word.strip_prefix("no-"), word.strip_prefix("error=")) {
                    (Some(name), _) => (name, O),
                    (_, Some(name)) => (name, E),
                    _ => (word, W),
                };
                let name = name.strip_prefix("error=").unwrap_or(name);
                if !is_known(name) {
                    return false;
                }
                self.options.push((name.into(), treat));
            }
        }
        true
    }

    /// How a name is treated at a token.
    pub fn treat(&self, name: &str, token: u32) -> Treat {
        let mut treat = NAMED.iter().find(|(known, _)| *known == name).map_or(W, |(_, treat)| *treat);
        let option = self.options.iter().rev().find(|(known, _)| known == name);
        if let Some((_, set)) = option {
            treat = *set;
        }
        if !self.pragmas.is_empty() {
            let mut kept = Vec::new();
            for (_, change) in self.pragmas.iter().take_while(|(at, _)| *at <= token) {
                match change {
                    Change::Push => kept.push(treat),
                    Change::Pop => treat = kept.pop().unwrap_or(treat),
                    Change::Set(known, set) if known == name => treat = *set,
                    Change::Set(..) => {}
                }
            }
        }
        if treat == W && self.errors { E } else { treat }
    }
}

/// All findings of a compilation.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The findings, in the order in which they were made.
    pub findings: Vec<Finding>,
    /// Settings of named findings.
    pub levels: Levels,
    /// The token that is looked at, for settings by pragma.
    pub token: u32,
    /// Nothing is reported while this is above 0: the text is only tried.
    pub quiet: u32,
    /// Numbers of errors and warnings.
    pub counts: (usize, usize),
}

impl Report {
    /// Adds a finding, unless it is switched off.
    pub fn push(&mut self, finding: Finding) {
        self.push_at(self.token, finding);
    }

    /// Adds a finding about an earlier token.
    pub fn push_at(&mut self, token: u32, mut finding: Finding) {
        if self.quiet > 0 {
            return;
        }
        if finding.switched {
            finding.severity = match self.levels.treat(finding.name, token) {
                O => return,
                W => Severity::Warning,
                E => Severity::Error,
            };
        }
        if self.findings.len() >= MAX_KEPT {
            self.count(finding.severity);
            // The first error is kept even after thousands of warnings.
            if let (Severity::Error, 1, Some(last)) = (finding.severity, self.counts.0, self.findings.last_mut()) {
                *last = finding;
            }
            return;
        }
        let is_known = |f: &Finding| f.pos == finding.pos && f.name == finding.name && f.message == finding.message;
        if self.findings.iter().rev().take(8).any(is_known) {
            return;
        }
        self.count(finding.severity);
        self.findings.push(finding);
    }

    /// Takes the last finding back, if it has this name and place.
    pub fn retract(&mut self, name: &str, pos: Pos) {
        if let Some(last) = self.findings.pop_if(|f| f.name == name && f.pos == pos) {
            match last.severity {
                Severity::Error => self.counts.0 -= 1,
                Severity::Warning => self.counts.1 -= 1,
            }
        }
    }

    fn count(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.counts.0 += 1,
            Severity::Warning => self.counts.1 += 1,
        }
    }

    /// True if there is an error.
    pub fn has_errors(&self) -> bool {
        self.counts.0 > 0
    }

    /// Sorts the findings into the order of the texts and drops warnings about the library's own texts.
    pub fn finish(&mut self, sources: &Sources<'_>) {
        let place = |f: &Finding| {
            let pos = sources.use_place(f.pos);
            (sources.file_of(pos.at), pos.at)
        };
        let is_library = |f: &Finding| sources.files.get(place(f).0).is_some_and(|file| file.library);
        let before = self.findings.len();
        self.findings.retain(|f| f.severity == Severity::Error || !is_library(f));
        self.counts.1 -= (before - self.findings.len()).min(self.counts.1);
        self.findings.order_by_key(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_options_switch_them() {
        assert!(NAMED.is_sorted_by_key(|(name, _)| *name));
        let mut levels = Levels::default();
        assert_eq!(levels.treat("vla", 0), O);
        assert!(levels.option("vla") && levels.option("no-format") && levels.option("error=main"));
        assert!(!levels.option("no-such-name"));
        assert_eq!([levels.treat("vla", 0), levels.treat("format", 0), levels.treat("main", 0)], [W, O, E]);
        levels.pragmas.push((10, Change::Push));
        levels.pragmas.push((10, Change::Set("vla".into(), E)));
        levels.pragmas.push((20, Change::Pop));
        assert_eq!([9, 10, 19, 20].map(|at| levels.treat("vla", at)), [W, E, E, W]);
    }
}
