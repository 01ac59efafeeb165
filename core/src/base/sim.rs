//! What a machine must be able to do so that the timeline can hold it.

use super::Cycle;

/// A deterministic machine: the same state and the same inputs always lead to the same next state.
pub trait Simulation: Clone {
    /// What can be done to it from outside, between two cycles.
    type Input: Clone;

    /// Cycles simulated so far.
    fn cycle(&self) -> Cycle;

    /// Simulates one cycle. Returns false, changing nothing, if the machine has ended.
    fn step(&mut self) -> bool;

    /// Simulates up to cycle `until`, exactly as so many calls of [`Simulation::step`] would, but perhaps faster. Returns
    /// false if the machine has ended, there or before. `anchor` is this or an earlier state of the same run, with no input
    /// in between: a machine that has gone too far at once may go back to it.
    fn advance(&mut self, until: Cycle, anchor: &Self) -> bool {
        let _ = anchor;
        while self.cycle() < until {
            if !self.step() {
                return false;
            }
        }
        true
    }

    /// Does to the machine, before its next cycle, what comes from outside. Nothing happens if it is impossible.
    fn apply(&mut self, input: &Self::Input);

    /// Roughly how many units of work one cycle is; the number of its cores, for a machine of many.
    fn work_per_cycle(&self) -> u64 {
        1
    }

    /// A number that is equal for equal states, on every platform.
    fn digest(&self) -> u64;

    /// Gets ready to be cloned, so that clones share what they can. Changes nothing that can be seen.
    fn share(&mut self) {}

    /// Bytes of memory that keeping a clone of this state costs, beyond what it shares with the clone `before`.
    fn clone_cost(&self, before: Option<&Self>) -> usize;
}
