//! The inputs to a simulation and their cycles.

use crate::Cycle;
use alloc::vec::Vec;

/// The inputs of a run in the order of their cycles. An input of cycle c is applied after cycle c-1 and before cycle c
/// is simulated; the state at cycle c includes it. The first state and the journal are the complete recipe of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal<I> {
    entries: Vec<(Cycle, I)>,
}

impl<I> Default for Journal<I> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<I> Journal<I> {
    /// The inputs with their cycles, ascending.
    pub fn entries(&self) -> &[(Cycle, I)] {
        &self.entries
    }

    /// Appends an input; refuses (false) one of an earlier cycle than the last.
    pub fn push(&mut self, cycle: Cycle, input: I) -> bool {
        let in_order = self.entries.last().is_none_or(|(last, _)| *last <= cycle);
        if in_order {
            self.entries.push((cycle, input));
        }
        in_order
    }

    /// Forgets all inputs but the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.entries.truncate(count);
    }

    /// Number of inputs.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if there was no input.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
