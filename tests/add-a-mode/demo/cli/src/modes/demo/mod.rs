//! `mcore demo`: counts prime numbers.

pub mod args;

use crate::failure::Failure;
use crate::output;
use crate::report::Report;
use mcore::mode::{Mode as _, Plan as _, Problem, Turn};
use mcore::modes::demo::{Demo, DemoPlan};
use mcore::text;

/// Numbers that are tested in one slice.
const SLICE: u64 = 1 << 16;

/// Runs it; returns the exit status.
pub fn run(options: &args::Demo, report: &Report) -> Result<u8, Failure> {
    let mut plan = DemoPlan::default();
    plan.set("limit", &options.limit.to_string());
    let mut demo = Demo;
    let mut job = demo.begin(plan).map_err(refused)?;
    loop {
        let Turn::Ended(result) = demo.step(&mut job, SLICE).map_err(refused)? else { continue };
        if options.json {
            output::line(&output::json(&result)?)?;
        } else {
            let (primes, limit) = (result.primes, result.limit);
            let found = text!("{primes} prime numbers below {limit}", "{limit} より小さい素数は {primes} 個です");
            output::line(report.say(&found))?;
        }
        return Ok(0);
    }
}

/// The first problem of a plan, as an error of the command.
fn refused(problems: Vec<Problem>) -> Failure {
    match problems.into_iter().next() {
        Some(problem) => problem.text.into(),
        None => text!("it failed", "失敗しました").into(),
    }
}
