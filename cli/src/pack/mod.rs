//! `mcore pack`: a lecturer's work with exercise packs.

pub mod args;
mod build;
mod check;
mod links;
mod new;
mod serve;
mod source;

pub use check::Findings;
pub use source::PackSource;

use crate::failure::Failure;
use crate::report::Report;
use args::Pack;

/// Runs the requested verb.
pub fn run(verb: &Pack, report: &Report) -> Result<u8, Failure> {
    match verb {
        Pack::New { folder, id, kind } => new::run(folder, id.as_deref(), kind, report),
        Pack::Check(options) => check::run(options, report),
        Pack::Build { pack, output, folder } => build::run(pack, output.as_deref(), *folder, report),
        Pack::Serve(options) => serve::run(options, report),
    }
}
