//! `mcore pack`: a lecturer's work with exercise packs.

mod build;
mod check;
mod endless;
mod links;
mod new;
mod serve;
pub mod source;

use crate::failure::Failure;
use crate::modes::chip::args::Pack;
use crate::report::Report;

/// Runs the requested verb.
pub fn run(verb: &Pack, report: &Report) -> Result<u8, Failure> {
    match verb {
        Pack::New { folder, id } => new::run(folder, id.as_deref(), report),
        Pack::Check(options) => check::run(options, report),
        Pack::Build { pack, output, folder } => build::run(pack, output.as_deref(), *folder, report),
        Pack::Serve(options) => serve::run(options, report),
    }
}
