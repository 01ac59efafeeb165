//! The front end as a whole: from the texts of a unit to its typed tree and the findings.

use crate::diag::{Finding, MAX_LISTED, Report, Treat};
use crate::names::Names;
use crate::options::{Edition, Input, Options};
use crate::pp::preprocess;
use crate::sema::Sema;
use crate::source::{Pos, Sources};
use crate::token::Token;
use crate::tree::Unit;
use alloc::{string::String, vec::Vec};
use mcore_base::Severity;

/// The result of the front end for a unit.
#[derive(Clone, Debug, Default)]
pub struct Front<'t> {
    /// The typed tree. It can be lowered only if `report` has no error.
    pub unit: Unit,
    /// Names of the tree.
    pub names: Names,
    /// Findings in the order of the texts.
    pub report: Report,
    /// All texts that were read.
    pub sources: Sources<'t>,
    /// The tokens that were parsed.
    pub tokens: Vec<Token>,
    /// Macros that exist at the end: names and places of definition.
    pub macros: Vec<(crate::names::Sym, Pos)>,
}

impl Front<'_> {
    /// The tree as text.
    pub fn dump(&self) -> String {
        crate::tree::dump::dump(&self.unit, &self.names)
    }

    /// The findings that people see, at most [`crate::diag::MAX_LISTED`]: warnings never take the place of errors.
    pub fn listed(&self) -> impl Iterator<Item = &Finding> {
        let all = &self.report.findings;
        let is_error = |f: &&Finding| f.severity == Severity::Error;
        let errors = all.iter().filter(is_error).count().min(MAX_LISTED);
        let mut left = [errors, MAX_LISTED - errors];
        all.iter().filter(move |f| {
            let left = &mut left[usize::from(f.severity != Severity::Error)];
            let fits = *left > 0;
            *left = left.saturating_sub(1);
            fits
        })
    }
}

/// Reads, checks and types one unit.
pub fn front<'t>(input: Input<'t>, options: &Options) -> Front<'t> {
    let mut names = Names::default();
    let mut report = Report { levels: options.levels.clone(), ..Report::default() };
    if options.edition == Edition::Gnu89 {
        // Old programs: these are only warnings there, unless an option says more.
        let old = [
            "implicit-function-declaration",
            "implicit-int",
            "incompatible-pointer-types",
            "int-conversion",
            "missing-include",
            "return-mismatch",
        ];
        let first = old.into_iter().map(|name| (name.into(), Treat::Warning));
        report.levels.options.splice(0..0, first);
    }
    let done = preprocess(input, options, &mut names, &mut report);
    let sema = Sema::new(&mut names, &mut report, &done.sources, options);
    let unit = crate::parse::parse(&done.tokens, sema);
    if !report.has_errors() {
        crate::lint::lint(&unit, &names, &mut report, &done.sources, &done.tokens);
    }
    report.finish(&done.sources);
    Front { unit, names, report, sources: done.sources, tokens: done.tokens, macros: done.macros }
}
