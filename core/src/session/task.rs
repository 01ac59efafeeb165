//! What a session works on between commands, and what comes first.

use super::Session;

/// What [`Session::run_slice`] does next.
///
/// A cycle of one task may take a thousand times as long as one of another: a node alone, a large chip full of packets. Whoever
/// learns from the clock how many cycles to ask for learns anew where this changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The program runs.
    Run,
    /// Time moves to a place that is searched for or computed anew.
    Travel,
    /// The last writer is searched for.
    Writer,
    /// Two runs are compared.
    Difference,
    /// The reference solution runs.
    Reference,
    /// The cases of the exercise are run; how many are done.
    Grading(usize),
    /// The loads and stores of the run are written down.
    Recording,
    /// Logs, pictures of a part of the run, statistics.
    Observation,
    /// The run is checked for misuse.
    Check,
    /// Sizes of the chip are measured; how many are done.
    SpeedUp(usize),
    /// The network is measured without programs; how many loads are done.
    Noc(usize),
}

impl Session {
    /// What there is to do, the most urgent of it.
    pub fn task(&self) -> Option<Task> {
        if self.running.is_some() && self.work.is_some() {
            return Some(Task::Run);
        }
        if self.job.is_some() {
            return Some(Task::Travel);
        }
        if self.writer.is_some() {
            return Some(Task::Writer);
        }
        if self.difference.is_some() {
            return Some(Task::Difference);
        }
        if self.reference.as_ref().is_some_and(|reference| reference.is_running()) {
            return Some(Task::Reference);
        }
        if let Some(done) = self.graded.done() {
            return Some(Task::Grading(done));
        }
        if self.recording.is_some() {
            return Some(Task::Recording);
        }
        if self.has_to_observe() {
            return Some(Task::Observation);
        }
        if self.check_is_due() {
            return Some(Task::Check);
        }
        let speedup = self.speedup.as_ref().map(|job| Task::SpeedUp(job.done()));
        speedup.or_else(|| self.noc.as_ref().map(|job| Task::Noc(job.done())))
    }
}
