//! `mcore pmnet`: memory systems and traces.

pub mod args;
mod check;
pub mod executed;
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
use executed::Prepare;

/// Runs a verb of `mcore pmnet`; `prepare` builds the programs that are run for their loads and stores.
pub fn run(verb: &Pmnet, prepare: Prepare, report: &Report) -> Result<u8, Failure> {
    match verb {
        Pmnet::Run(options) => run::run(options, prepare, report),
        Pmnet::Check(options) => check::run(options, report),
        Pmnet::Sweep(options) => sweep::run(options, report),
    }
}
