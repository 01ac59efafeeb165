//! `mcore pack`: a lecturer's work with exercise packs.

pub mod args;
mod build;
mod check;
mod new;
mod serve;

use crate::failure::Failure;
use crate::kind::Kinds;
use crate::report::Report;
use args::Pack;

/// Runs the requested verb.
pub fn run(verb: &Pack, kinds: Kinds, report: &Report) -> Result<u8, Failure> {
    match verb {
        Pack::New { folder, id, kind } => new::run(folder, id.as_deref(), kinds.named(kind), report),
        Pack::Check(options) => check::run(options, kinds, report),
        Pack::Build { pack, output, folder } => build::run(pack, output.as_deref(), *folder, report),
        Pack::Serve(options) => serve::run(options, kinds, report),
    }
}
