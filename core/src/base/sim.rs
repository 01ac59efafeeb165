//! What a machine must be able to do so that the timeline can hold it.

use super::Cycle;

/// A deterministic machine: the same state and the same inputs always lead to the same next state.
pub trait Simulation: Clone {
    /// Cycles simulated so far.
    fn cycle(&self) -> Cycle;

    /// Simulates one cycle. Returns false, changing nothing, if the machine has ended.
    fn step(&mut self) -> bool;

    /// A number that is equal for equal states, on every platform.
    fn digest(&self) -> u64;

    /// Bytes of memory that keeping a clone of this state costs, beyond what it shares with the clone `before`.
    fn clone_cost(&self, before: Option<&Self>) -> usize;
}
