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
use args::Pmnet;

/// Runs a verb of `mcore pmnet`.
pub fn run(verb: &Pmnet, report: &Report) -> Result<u8, Failure> {
    match verb {
        Pmnet::Run(options) => run::run(options, report),
        Pmnet::Check(options) => check::run(options, report),
        Pmnet::Sweep(options) => sweep::run(options, report),
    }
}
