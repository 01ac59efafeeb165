//! Runs a method to its end, with progress and Ctrl-C.

use crate::failure::Failure;
use crate::progress;
use crate::report::Report;
use mcore::modes::mopt::MoptBuilt;
use mcore::modes::mopt::model::{Outcome, Run};
use mcore::text;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Terms between two looks at the clock.
const TERMS: u64 = 1 << 22;

/// Runs a method; none if it was interrupted. The time goes to standard error, so that the output can be reproduced.
pub fn map(built: &MoptBuilt, stop: &AtomicBool, report: &Report) -> Result<Option<Outcome>, Failure> {
    let start = Instant::now();
    let run = Run::new(built.input.graph.clone(), &built.input.network, built.method, built.options);
    let mut run = run.map_err(|error| Failure::from(error.text()))?;
    let mut shown = None;
    let outcome = loop {
        if let Some(outcome) = run.step(TERMS) {
            break outcome.clone();
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if start.elapsed() > progress::LONG {
            let bar = shown.get_or_insert_with(progress::spinner);
            bar.set_message(format!("{} {:.0} %", built.method.word(), run.share() * 100.0));
            bar.tick();
        }
    };
    if let Some(bar) = shown {
        bar.finish_and_clear();
    }
    let (name, ms) = (built.method.word(), start.elapsed().as_secs_f64() * 1e3);
    report.line(report.say(&text!("{name}: mapped in {ms:.1} ms", "{name}: {ms:.1} ms で配置しました")));
    Ok(Some(outcome))
}

/// Reports an interruption; returns the exit status.
pub fn interrupted(report: &Report) -> u8 {
    report.error(&text!("interrupted", "中断しました"));
    crate::interrupt::INTERRUPTED
}
