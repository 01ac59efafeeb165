//! The interface that the timeline needs of a machine.

use super::Cycle;

/// The point at which a machine stops on its way forwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The last cycle that it may reach.
    pub until: Cycle,
    /// It also stops once this much [work](Simulation::work) has been done since cycle 0, or shortly after: the machine
    /// need not check in every cycle.
    pub work: u64,
}

impl Goal {
    /// A cycle, however much work it takes.
    pub const fn cycle(until: Cycle) -> Self {
        Self { until, work: u64::MAX }
    }

    /// The cycle, later than `cycle`, in which the goal is reached if each cycle is `per_cycle` units of work.
    pub fn reached(self, cycle: Cycle, per_cycle: u64) -> Cycle {
        self.until.min(self.work.div_ceil(per_cycle.max(1)).max(cycle + 1))
    }

    /// The cycle, at least `least` later, in which to check again whether the goal's work has been done, given that
    /// `done` units were done up to `cycle`. The work per cycle is not known in advance but is usually about
    /// `per_cycle`: the first check is early, and checks become more frequent near the goal.
    pub fn look(self, cycle: Cycle, done: u64, per_cycle: u64, least: Cycle) -> Cycle {
        let missing = self.work.saturating_sub(done) / per_cycle.max(1);
        cycle.saturating_add((missing / 8).max(least).max(1))
    }
}

/// A deterministic machine: the same state and the same inputs always lead to the same next state.
pub trait Simulation: Clone {
    /// An action on it from outside, between two cycles.
    type Input: Clone;

    /// A state packed for later: small, and sharing unchanged parts with other states of the run.
    type Packed;

    /// Cycles simulated so far.
    fn cycle(&self) -> Cycle;

    /// Simulates one cycle. Returns false, changing nothing, if the machine has ended.
    fn step(&mut self) -> bool;

    /// Simulates up to a goal, and at least one cycle if the goal lies ahead. The result is the same as that of as many
    /// calls of [`Simulation::step`], but it may be faster. Returns false if the machine has ended, there or before.
    /// `anchor` makes this or an earlier state of the same run, with no input in between: a machine that went too far
    /// in one go may restart from it.
    ///
    /// A machine whose [`Simulation::work`] is not cycles times work per cycle must check for its goal itself.
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

    /// Applies an action from outside before the machine's next cycle. An impossible action has no effect.
    fn apply(&mut self, input: &Self::Input);

    /// Roughly the units of work in one cycle; the number of cores for a many-core machine.
    fn work_per_cycle(&self) -> u64 {
        1
    }

    /// Roughly the units of work needed to get from cycle 0 to this state; it never decreases.
    fn work(&self) -> u64 {
        self.cycle().saturating_mul(self.work_per_cycle())
    }

    /// A digest that is the same for equal states, on every platform.
    fn digest(&self) -> u64;

    /// Packs the state and shares with `before` whatever is equal. Changes nothing that can be observed.
    fn pack(&mut self, before: Option<&Self::Packed>) -> Self::Packed;

    /// The state that was packed.
    fn unpack(packed: &Self::Packed) -> Self;

    /// Bytes of memory that a packed state costs, beyond what it shares with `before`.
    fn packed_cost(packed: &Self::Packed, before: Option<&Self::Packed>) -> usize;
}
