//! The machine on a timeline: any picosecond of a run can be shown again.
//!
//! A *cycle* of the timeline is a picosecond; the state at a time is that before all events of that time.

use super::earliest::Earliest;
use super::machine::{Machine, Progress};
use super::recorder::{RankInterval, Sent};
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use mcore_base::{Cycle, Goal, Simulation};
use twox_hash::XxHash64;

/// A snapshot of a machine.
#[derive(Clone, Debug)]
pub struct PackedMachine(Machine);

impl Machine {
    /// Takes the history of the ranks since the last call: their activities, and messages.
    pub fn take_rank_history(&mut self) -> (Vec<RankInterval>, Vec<Sent>) {
        let rank_intervals =
            Earliest::of_all(self.shards_mut().iter_mut().map(|shard| shard.recorder.rank_intervals.take()));
        let messages = Earliest::of_all(self.shards_mut().iter_mut().map(|shard| shard.recorder.messages.take()));
        (rank_intervals.0, messages.0)
    }
}

impl Simulation for Machine {
    /// A run has no inputs.
    type Input = core::convert::Infallible;
    type Packed = PackedMachine;

    fn cycle(&self) -> Cycle {
        self.now()
    }

    fn step(&mut self) -> bool {
        if self.at_end() {
            return false;
        }
        Self::advance(self, self.now() + 1);
        true
    }

    fn advance(&mut self, goal: Goal, _: &dyn Fn() -> Self) -> bool {
        // Observers only receive new history, so an interval that is simulated again is not recorded.
        self.record_ranks(false);
        let progress = Self::advance(self, goal.reached(self.now(), self.work_per_cycle()));
        progress == Progress::Running
    }

    fn apply(&mut self, input: &Self::Input) {
        match *input {}
    }

    fn digest(&self) -> u64 {
        let mut hasher = XxHash64::with_seed(0);
        self.now().hash(&mut hasher);
        for shard in self.shards() {
            shard.hash_state(&mut hasher);
        }
        hasher.finish()
    }

    fn pack(&mut self, _: Option<&PackedMachine>) -> PackedMachine {
        PackedMachine(self.clone())
    }

    fn unpack(packed: &PackedMachine) -> Self {
        packed.0.clone()
    }

    fn packed_cost(packed: &PackedMachine, _: Option<&PackedMachine>) -> usize {
        packed.0.shards().iter().map(super::shard::Shard::bytes).sum()
    }
}
