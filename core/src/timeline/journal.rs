//! What was done to a simulation from outside, and when.

use crate::base::Cycle;
use alloc::vec::Vec;

/// The inputs of a run in the order of their cycles. An input of cycle c comes after cycle c-1 and before cycle c is
/// simulated; the state at cycle c is the one with it. The first state and the journal are the whole recipe of a run.
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

    /// Adds an input at the end; one of an earlier cycle than the last is not taken (false).
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

    /// True if nothing came from outside.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
