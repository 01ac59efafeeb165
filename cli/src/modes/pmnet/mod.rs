//! `mcore pmnet`: memory systems and traces.

pub mod args;
mod check;
mod file;
mod follow;
mod run;
mod show;
mod sweep;
mod system;
mod traces;

use crate::failure::Failure;
use crate::report::Report;
use args::PmnetVerb;

/// Runs a verb of `mcore pmnet`.
pub fn run(verb: &PmnetVerb, report: &Report) -> Result<u8, Failure> {
    match verb {
        PmnetVerb::Run(options) => run::run(options, report),
        PmnetVerb::Check(options) => check::run(options, report),
        PmnetVerb::Sweep(options) => sweep::run(options, report),
    }
}
