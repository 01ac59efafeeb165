//! `mcore nsim`: interconnects with thousands of nodes.

pub mod args;
mod drive;
mod plan;
mod run;
mod scenario;
mod show;
mod sweep;

use crate::failure::Failure;
use crate::report::Report;
use args::Nsim;
use mcore::text;

/// Runs a verb of `mcore nsim`.
pub fn run(verb: &Nsim, report: &Report) -> Result<u8, Failure> {
    match verb {
        Nsim::Run(options) => run::run(options, report),
        Nsim::Sweep(options) => sweep::run(options, report),
        Nsim::Scenario(options) => scenario::run(options, report),
    }
}

/// Reports the number of runs that were left out after Ctrl-C.
fn left_out(runs: usize, report: &Report) {
    report.error(&text!("{runs} more runs were left out", "残りの {runs} 個は実行していません"));
}
