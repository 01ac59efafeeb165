//! `mcore mopt`: which rank runs on which node.

pub mod args;
mod check;
mod compare;
mod drive;
pub mod exercise;
mod plan;
mod run;
mod show;

use crate::failure::Failure;
use crate::report::Report;
use args::{Mopt, Verb};

/// Runs a verb of `mcore mopt`.
pub fn run(mopt: &Mopt, report: &Report) -> Result<u8, Failure> {
    match &mopt.verb {
        None => run::run(&mopt.run, report),
        Some(Verb::Run(options)) => run::run(options, report),
        Some(Verb::Compare(options)) => compare::run(options, report),
        Some(Verb::Check(options)) => check::run(options, report),
    }
}
