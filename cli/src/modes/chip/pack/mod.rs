//! `mcore pack`: a lecturer's work with exercise packs.

mod build;
mod check;
mod endless;
mod links;
mod new;
mod serve;
pub mod source;

use crate::args::PackVerb;
use crate::failure::Failure;
use crate::report::Report;

/// Runs the requested verb.
pub fn run(verb: &PackVerb, report: &Report) -> Result<u8, Failure> {
    match verb {
        PackVerb::New { folder, id } => new::run(folder, id.as_deref(), report),
        PackVerb::Check(options) => check::run(options, report),
        PackVerb::Build { pack, output, folder } => build::run(pack, output.as_deref(), *folder, report),
        PackVerb::Serve(options) => serve::run(options, report),
    }
}
