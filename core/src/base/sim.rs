//! What a machine must be able to do so that the timeline can hold it.

use super::Cycle;

/// Where a machine is to stop on its way forwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The cycle that it does not go beyond.
    pub until: Cycle,
    /// It also stops when so much [work](Simulation::work) has been done since cycle 0, or not long after: the machine need
    /// not look in each cycle.
    pub work: u64,
}

impl Goal {
    /// A cycle, whatever work it takes.
    pub const fn cycle(until: Cycle) -> Self {
        Self { until, work: u64::MAX }
    }

    /// The cycle in which it is reached from `cycle` on, at least one later, if each cycle is `per_cycle` units of work.
    pub fn reached(self, cycle: Cycle, per_cycle: u64) -> Cycle {
        self.until.min(self.work.div_ceil(per_cycle.max(1)).max(cycle + 1))
    }

    /// The cycle, at least `least` later, in which to look again whether so much work has been done as the goal says, given
    /// what has been `done` up to `cycle`. How much cycles will be is not known before, but mostly about `per_cycle`: the first
    /// look is early, and the last ones come thicker.
    pub fn look(self, cycle: Cycle, done: u64, per_cycle: u64, least: Cycle) -> Cycle {
        let missing = self.work.saturating_sub(done) / per_cycle.max(1);
        cycle.saturating_add((missing / 8).max(least).max(1))
    }
}

/// A deterministic machine: the same state and the same inputs always lead to the same next state.
pub trait Simulation: Clone {
    /// What can be done to it from outside, between two cycles.
    type Input: Clone;

    /// A state in the form in which it is kept for later: small, and sharing what it can with others of the run.
    type Packed;

    /// Cycles simulated so far.
    fn cycle(&self) -> Cycle;

    /// Simulates one cycle. Returns false, changing nothing, if the machine has ended.
    fn step(&mut self) -> bool;

    /// Simulates up to a goal, and at least one cycle if that lies ahead, exactly as so many calls of [`Simulation::step`]
    /// would, but perhaps faster. Returns false if the machine has ended, there or before. `anchor` makes this or an earlier
    /// state of the same run, with no input in between: a machine that has gone too far at once may go back to it.
    ///
    /// A machine whose [`Simulation::work`] is not that of so many cycles has to look for its goal by itself.
    fn advance(&mut self, goal: Goal, anchor: &dyn Fn() -> Self) -> bool {
        let _ = anchor;
        let until = goal.reached(self.cycle(), self.work_per_cycle());
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

    /// Roughly how many units of work it takes to come from cycle 0 to this state; it never becomes less.
    fn work(&self) -> u64 {
        self.cycle().saturating_mul(self.work_per_cycle())
    }

    /// A number that is equal for equal states, on every platform.
    fn digest(&self) -> u64;

    /// Packs the state; what is as in `before` is shared with it. Changes nothing that can be seen.
    fn pack(&mut self, before: Option<&Self::Packed>) -> Self::Packed;

    /// The state that was packed.
    fn unpack(packed: &Self::Packed) -> Self;

    /// Bytes of memory that a packed state costs, beyond what it shares with `before`.
    fn packed_cost(packed: &Self::Packed, before: Option<&Self::Packed>) -> usize;
}
