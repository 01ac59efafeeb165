//! A run from its beginning to its end, with progress and Ctrl-C.

use super::plan::Ready;
use crate::failure::Failure;
use crate::interrupt::INTERRUPTED;
use crate::progress::{LONG, spinner};
use crate::report::Report;
use mcore::base::Text;
use mcore::modes::nsim::model::machine::Recording;
use mcore::modes::nsim::model::{Machine, NS, Progress, Time, forecast};
use mcore::modes::nsim::{NsimResult, nsim_time};
use mcore::text;
use serde_json::Value;
use std::io::{IsTerminal as _, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Exit statuses.
const DEADLOCK: u8 = 5;
const LIMIT: u8 = 4;

/// How a run ended.
pub enum Ending {
    /// By itself: all ranks ended, or a deadlock.
    Ended(Progress),
    /// At the limit of simulated time.
    Limit,
    /// By Ctrl-C.
    Interrupted,
}

/// The progress of a run: simulated time and sent packets, with their expected number if it is known.
fn how_far(now: Time, packets: u64, expected: Option<u64>) -> Text {
    let time = nsim_time(now);
    match expected {
        None => text!("{time} simulated, {packets} packets", "経過（模擬時間） {time}、{packets} パケット"),
        Some(expected) => {
            // The expected number leaves out requests and answers, and is an estimate for large programs.
            let all = expected.max(packets);
            let share = 100 * u128::from(packets) / u128::from(all.max(1));
            text!(
                "{time} simulated, {packets} of {all} packets ({share} %)",
                "経過（模擬時間） {time}、{packets} / {all} パケット ({share} %)"
            )
        }
    }
}

/// Runs a machine to its end, to the limit of time or until Ctrl-C.
fn go(machine: &mut Machine, most: Option<Time>, expected: Option<u64>, stop: &AtomicBool, report: &Report) -> Ending {
    let progress = spinner();
    let (mut shown, mut limit) = (Instant::now(), false);
    let reached = machine.run_threads(|now, packets| {
        if shown.elapsed() > LONG {
            shown = Instant::now();
            progress.set_message(report.say(&how_far(now, packets, expected)).to_owned());
            progress.tick();
        }
        limit = most.is_some_and(|most| now >= most);
        !limit && !stop.load(Ordering::Relaxed)
    });
    progress.finish_and_clear();
    match reached {
        Progress::Running if limit => Ending::Limit,
        Progress::Running => Ending::Interrupted,
        ended => Ending::Ended(ended),
    }
}

/// A run that has ended.
pub struct Ran {
    /// The machine in its last state.
    pub machine: Machine,
    pub result: NsimResult,
    /// How it ended.
    pub ending: Ending,
    /// The exit status for this end.
    pub status: u8,
}

/// How machines are simulated.
#[derive(Clone, Copy)]
pub struct How<'a> {
    /// Number of threads.
    pub threads: usize,
    /// Limit of simulated time, in ns.
    pub max_time: Option<u64>,
    /// Becomes true at Ctrl-C.
    pub stop: &'a AtomicBool,
}

impl How<'_> {
    /// Simulates a run to its end.
    pub fn simulate(self, run: &Ready, recording: &Recording, report: &Report) -> Result<Ran, Failure> {
        let built = &run.built;
        // Only a progress that is shown needs it.
        let count = || forecast::packets(&built.program, built.mapping.ranks(), built.params.mtu);
        let expected = stderr().is_terminal().then(count).flatten();
        let mut machine = built.machine(self.threads, recording).map_err(|error| error.text())?;
        let ending = go(&mut machine, self.max_time.map(|ns| ns * NS), expected, self.stop, report);
        let (progress, status) = match ending {
            Ending::Ended(Progress::Deadlock) => (Progress::Deadlock, DEADLOCK),
            Ending::Ended(progress) => (progress, 0),
            Ending::Limit => (Progress::Running, LIMIT),
            Ending::Interrupted => (Progress::Running, INTERRUPTED),
        };
        let result = NsimResult::new(&machine, &built.topology, &built.params, &built.recipe, progress);
        Ok(Ran { machine, result, ending, status })
    }
}

/// The exit status of a run whose result is in a file.
pub fn status_of(result: &Value) -> u8 {
    match (&result["ended"], result["deadlocked"].as_u64()) {
        (Value::Bool(true), _) => 0,
        (_, Some(0) | None) => LIMIT,
        _ => DEADLOCK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_says_how_many_of_all_packets_have_been_sent() {
        let (now, text) = (2_500_000, |packets, expected| how_far(2_500_000, packets, expected));
        let time = nsim_time(now);
        assert_eq!(text(500, Some(2000)).en, format!("{time} simulated, 500 of 2000 packets (25 %)"));
        assert_eq!(text(2010, Some(2000)).en, format!("{time} simulated, 2010 of 2010 packets (100 %)"));
        assert_eq!(text(7, None).en, format!("{time} simulated, 7 packets"));
        assert_eq!(text(500, Some(2000)).ja, format!("経過（模擬時間） {time}、500 / 2000 パケット (25 %)"));
    }

    #[test]
    fn a_result_in_a_file_has_the_status_that_its_run_had() {
        let result = |ended: bool, deadlocked: u32| serde_json::json!({"ended": ended, "deadlocked": deadlocked});
        assert_eq!([result(true, 0), result(false, 0), result(false, 3)].map(|r| status_of(&r)), [0, LIMIT, DEADLOCK]);
    }
}
