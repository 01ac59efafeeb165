//! Steps of tests and checks, with their times and budgets.

use crate::run;
use anyhow::{Result, bail};
use std::fs;
use std::hint::black_box;
use std::io::IsTerminal as _;
use std::panic::resume_unwind;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// Seconds of [`calibration`] on the idle machine with two cores for which the budgets are stated.
const REFERENCE: f64 = 0.4;

/// A step that took more than this many times its budget is named at the end.
const TOO_LONG: f64 = 1.5;

/// Seconds of a fixed piece of work on one core.
fn calibration() -> f64 {
    let started = Instant::now();
    let mut state = 1_u64;
    for step in 0..50_000_000_u64 {
        state = black_box(state.rotate_left(5) ^ step).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    black_box(state);
    started.elapsed().as_secs_f64()
}

/// Whether other programs are using the machine: more than one process in two was ready to run in the last minute. Unknown, and thus
/// false, where the system does not say.
fn is_busy() -> bool {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let load = fs::read_to_string("/proc/loadavg").ok();
    let load = load.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    load.is_some_and(|load| load > cores as f64 / 2.0)
}

/// The finished steps with their outcomes and times.
pub struct Steps {
    started: Instant,
    /// Seconds of [`calibration`] before the first step.
    calibration: f64,
    /// Whether other programs used the machine then.
    busy: bool,
    done: Vec<Done>,
}

/// A step that was run.
struct Done {
    name: &'static str,
    /// The reason why it failed.
    error: Option<String>,
    time: Duration,
    /// The time that it may take on two idle cores with filled caches, in seconds.
    budget: u64,
}

impl Done {
    /// Its line in the summary.
    fn line(&self) -> String {
        let outcome = if self.error.is_none() { "ok    " } else { "FAILED" };
        line(outcome, self.time, self.budget, self.name)
    }

    /// Whether it took too long on a machine that is `slowness` times as slow as the reference.
    fn is_too_long(&self, slowness: f64) -> bool {
        self.time.as_secs_f64() > self.budget as f64 * TOO_LONG * slowness.max(1.0)
    }
}

/// A line of the summary.
fn line(outcome: &str, time: Duration, budget: u64, name: &str) -> String {
    format!("{outcome} {:>7.1} of {budget:>4} s  {name}", time.as_secs_f64())
}

impl Steps {
    /// Measures the machine first.
    pub fn new() -> Self {
        let busy = is_busy();
        // The best of a few, because of interruptions.
        let calibration = (0..3).map(|_| calibration()).fold(f64::INFINITY, f64::min);
        Self { started: Instant::now(), calibration, busy, done: Vec::new() }
    }

    /// An empty list for a lane beside these steps.
    fn lane(&self) -> Self {
        Self { started: self.started, calibration: self.calibration, busy: self.busy, done: Vec::new() }
    }

    /// Runs one step, which may take `budget` seconds on two idle cores with filled caches; true if it passed.
    pub fn step(&mut self, name: &'static str, budget: u64, work: impl FnOnce() -> Result<()>) -> bool {
        println!("\n== {name}");
        let started = Instant::now();
        let outcome = work();
        let error = outcome.err().map(|error| format!("{error:#}"));
        let passed = error.is_none();
        if let Some(error) = &error {
            eprintln!("error: {name}: {error}");
        }
        self.done.push(Done { name, error, time: started.elapsed(), budget });
        passed
    }

    /// A step that is one command.
    pub fn command(&mut self, name: &'static str, budget: u64, command: &mut Command) -> bool {
        self.step(name, budget, || run::open(command))
    }

    /// Runs two groups of steps at the same time, because each leaves a core idle for much of its time. Their lines of
    /// output are mixed.
    pub fn side_by_side<A: Send, B>(
        &mut self,
        a: impl FnOnce(&mut Self) -> A + Send,
        b: impl FnOnce(&mut Self) -> B,
    ) -> (A, B) {
        let mut of_b = self.lane();
        let outcomes = run::without_spinners(|| {
            thread::scope(|scope| {
                let a = scope.spawn(|| a(self));
                let b = b(&mut of_b);
                (a.join().unwrap_or_else(|panic| resume_unwind(panic)), b)
            })
        });
        self.done.append(&mut of_b.done);
        outcomes
    }

    /// The summary: a line for each step, the steps that took too long, and the errors once more.
    fn summary(&self, what: &str, budget: u64, colour: bool) -> String {
        let mut text = format!("\n== summary of {what}\n");
        for done in &self.done {
            text += &format!("{}\n", done.line());
        }
        text += &format!("{}\n", line("      ", self.started.elapsed(), budget, "in all"));
        let slowness = self.calibration / REFERENCE;
        let machine = format!("This machine takes {slowness:.1} times the time of the reference on one core");
        let (on, off) = if colour { ("\u{1b}[31m", "\u{1b}[0m") } else { ("", "") };
        let long: Vec<_> = self.done.iter().filter(|done| done.is_too_long(slowness)).map(|done| done.name).collect();
        match (long.is_empty(), self.busy) {
            (true, _) => text += &format!("{machine}; no step took more than {TOO_LONG} times its budget.\n"),
            (false, true) => text += &format!("{machine}. Other programs used it, so no step is called too slow.\n"),
            (false, false) => {
                text += &format!(
                    "{on}{machine}. These steps took more than {TOO_LONG} times their budget: {}.{off}\n",
                    long.join(", ")
                );
            }
        }
        for done in &self.done {
            if let Some(error) = &done.error {
                text += &format!("FAILED {}: {error}\n", done.name);
            }
        }
        text
    }

    /// Prints the summary; an error if a step failed. All together may take `budget` seconds.
    pub fn finish(self, what: &str, budget: u64) -> Result<()> {
        print!("{}", self.summary(what, budget, std::io::stdout().is_terminal()));
        let failed: Vec<_> = self.done.iter().filter(|done| done.error.is_some()).map(|done| done.name).collect();
        if failed.is_empty() {
            Ok(())
        } else {
            bail!("{what}: {} of {} steps failed: {}", failed.len(), self.done.len(), failed.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;
    use std::sync::mpsc::channel;

    /// Steps on a machine like the reference.
    fn steps(busy: bool) -> Steps {
        Steps { started: Instant::now(), calibration: REFERENCE, busy, done: Vec::new() }
    }

    fn done(name: &'static str, seconds: u64, budget: u64) -> Done {
        Done { name, error: None, time: Duration::from_secs(seconds), budget }
    }

    #[test]
    fn groups_run_at_the_same_time_and_a_failed_step_keeps_no_other_from_running() {
        let mut steps = steps(false);
        let (to_b, from_a) = channel();
        let (to_a, from_b) = channel();
        let (a, b) = steps.side_by_side(
            move |steps| {
                steps.step("fails", 1, || bail!("on purpose"));
                steps.step("meets", 1, || {
                    to_b.send(()).context("b has ended")?;
                    from_b.recv().context("b has not begun")
                })
            },
            move |steps| {
                steps.step("met", 1, || {
                    to_a.send(()).context("a has ended")?;
                    from_a.recv().context("a has not begun")
                })
            },
        );
        assert!(a && b);
        let done: Vec<_> = steps.done.iter().map(|done| (done.name, done.error.is_none())).collect();
        assert_eq!(done, [("fails", false), ("meets", true), ("met", true)]);
        assert!(steps.summary("test", 1, false).ends_with("FAILED fails: on purpose\n"));
        let error = steps.finish("test", 1).expect_err("a step has failed");
        assert_eq!(format!("{error}"), "test: 1 of 3 steps failed: fails");
    }

    #[test]
    fn steps_that_take_too_long_are_named_on_an_idle_machine() {
        let mut all = steps(false);
        all.done = vec![done("quick", 14, 10), done("slow", 16, 10), done("slower", 100, 10)];
        let text = all.summary("test", 10, true);
        assert!(text.contains("\u{1b}[31m") && text.contains("budget: slow, slower."), "{text}");
        all.calibration *= 2.0;
        assert!(all.summary("test", 10, false).contains("budget: slower."), "a slow machine may take longer");
        all.busy = true;
        let text = all.summary("test", 10, false);
        assert!(text.contains("Other programs used it") && !text.contains("slower."), "{text}");
        all.done.truncate(1);
        assert!(all.summary("test", 10, false).contains("no step took more than 1.5 times"));
    }
}
