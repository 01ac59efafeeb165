//! The tasks of a session between commands, and their priorities.

use super::Session;

/// The next task of [`Session::run_slice`].
///
/// A cycle of one task may take a thousand times as long as one of another: a single node, a large chip full of
/// packets. An owner that learns the number of cycles per slice from the clock resets its estimate when the task
/// changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The program runs.
    Run,
    /// Time moves to a cycle that is searched for or recomputed.
    Travel,
    /// The last writer is searched for.
    Writer,
    /// Who ends a wait is searched for, and the chain of a deadlock.
    Waits,
    /// Two runs are compared.
    Difference,
    /// The reference solution runs.
    Reference,
    /// The cases of the exercise are run; how many are done.
    Grading(usize),
    /// The loads and stores of the run are recorded.
    Recording,
    /// Logs, pictures of a part of the run, statistics.
    Observation,
    /// The profile is counted.
    Profile,
    /// The run is checked for likely bugs.
    Check,
    /// Sizes of the chip are measured; how many are done.
    SpeedUp(usize),
    /// The network is measured without programs; how many loads are done.
    Noc(usize),
}

impl Session {
    /// The most urgent task.
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
        if self.has_to_explain() {
            return Some(Task::Waits);
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
        if self.has_to_profile() {
            return Some(Task::Profile);
        }
        if self.check_is_due() {
            return Some(Task::Check);
        }
        let speedup = self.speedup.as_ref().map(|job| Task::SpeedUp(job.done()));
        speedup.or_else(|| self.noc.as_ref().map(|job| Task::Noc(job.done())))
    }
}
