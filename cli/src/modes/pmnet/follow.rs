//! A run with progress and Ctrl-C.

use crate::failure::Failure;
use crate::progress::{LONG, spinner};
use crate::report::Report;
use mcore::base::Text;
use mcore::modes::pmnet::model::Run;
use mcore::text;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Accesses between two checks of the clock and for Ctrl-C.
const SLICE: u64 = 1 << 20;

/// How a run ended.
pub enum End {
    /// The traces have ended.
    Done,
    /// Ctrl-C.
    Interrupted,
    /// A trace cannot be read further.
    Failed(Text),
}

/// Runs to the end.
pub fn to_the_end(run: &mut Run, stop: &AtomicBool, report: &Report) -> Result<End, Failure> {
    let progress = spinner();
    let length = run.length().filter(|n| *n > 0);
    let started = Instant::now();
    loop {
        match run.step(SLICE) {
            Ok(true) => {}
            Ok(false) => {
                progress.finish_and_clear();
                return Ok(End::Done);
            }
            Err(why) => {
                progress.finish_and_clear();
                return Ok(End::Failed(why));
            }
        }
        if stop.load(Ordering::Relaxed) {
            progress.finish_and_clear();
            return Ok(End::Interrupted);
        }
        let elapsed = started.elapsed();
        if elapsed > LONG {
            let done = run.accesses() as f64;
            let (millions, rate) = (done / 1e6, done / 1e6 / elapsed.as_secs_f64());
            let share = length.map(|n| format!(" ({:.0} %)", 100.0 * done / n as f64)).unwrap_or_default();
            let said = text!(
                "{millions:.0} M accesses{share}, {rate:.0} M/s",
                "{millions:.0} M アクセス{share}、{rate:.0} M/s"
            );
            progress.set_message(report.say(&said).to_owned());
            progress.tick();
        }
    }
}
