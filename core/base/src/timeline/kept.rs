//! The states that a timeline keeps: keyframes over the whole run, and short-range snapshots near the
//! shown cycle.

use super::{Limits, Moment};
use crate::{Cycle, Goal, Simulation};
use alloc::vec::Vec;

/// Maximum number of short-range snapshots.
const WAY_POINTS: usize = 24;
/// The minimum distance between keyframes is this many times [`Limits::least`]: a run step by step checks several times
/// in between whether one is due.
const LOOKS: u64 = 32;

/// A kept state.
pub(super) struct Saved<S: Simulation> {
    packed: S::Packed,
    pub(super) cycle: Cycle,
    /// Number of inputs applied to it.
    pub(super) applied: usize,
    /// The work needed to reach it.
    work: u64,
    /// Bytes beyond those shared with the keyframe before it.
    cost: usize,
}

impl<S: Simulation> Saved<S> {
    /// Packs a moment and shares unchanged parts with `before`.
    fn new(moment: &mut Moment<S>, before: Option<&Self>) -> Self {
        let before = before.map(|b| &b.packed);
        let packed = moment.state.pack(before);
        let cost = S::packed_cost(&packed, before);
        Self { packed, cycle: moment.cycle(), applied: moment.applied(), work: moment.state.work(), cost }
    }

    /// The kept moment.
    pub(super) fn moment(&self) -> Moment<S> {
        Moment::kept(S::unpack(&self.packed), self.applied)
    }
}

/// Kept states, never empty. Short-range snapshots take at most an eighth of the bytes allowed.
pub(super) struct Kept<S: Simulation> {
    /// Ascending by cycle, about evenly spread over the work.
    keyframes: Vec<Saved<S>>,
    /// In the order of creation.
    points: Vec<Saved<S>>,
    /// Distance between keyframes, in units of work.
    interval: u64,
    /// The next cycle in which to check how much work has been done.
    look: Cycle,
    limits: Limits,
    /// The cost of the keyframes and of the short-range snapshots.
    bytes: (usize, usize),
}

impl<S: Simulation> Kept<S> {
    pub(super) fn new(first: &mut Moment<S>, limits: Limits) -> Self {
        let least = limits.least.max(1).saturating_mul(first.state.work_per_cycle().max(1));
        let interval = if limits.work == 0 { least } else { limits.work.max(least.saturating_mul(LOOKS)) };
        let saved = Saved::new(first, None);
        let bytes = (saved.cost, 0);
        let mut kept = Self { keyframes: alloc::vec![saved], points: Vec::new(), interval, look: 0, limits, bytes };
        kept.look_later(&first.state);
        kept
    }

    /// The first state.
    pub(super) fn first(&self) -> &Saved<S> {
        &self.keyframes[0]
    }

    /// The nearest state at or before a cycle; the first state if there is none.
    pub(super) fn before(&self, cycle: Cycle) -> &Saved<S> {
        let after = self.keyframes.partition_point(|k| k.cycle <= cycle);
        let keyframe = &self.keyframes[after.max(1) - 1];
        // Of equal cycles the later one counts: it may include an input that the others lack.
        let points = self.points.iter().filter(|p| p.cycle <= cycle);
        points.max_by_key(|p| p.cycle).filter(|p| p.cycle >= keyframe.cycle).unwrap_or(keyframe)
    }

    /// The amount of work at which [`Kept::keep_if_due`] keeps a keyframe.
    pub(super) fn due(&self) -> u64 {
        self.keyframes[self.keyframes.len() - 1].work.saturating_add(self.interval)
    }

    /// The cycle in which a simulation that goes step by step checks whether a keyframe is due.
    pub(super) fn look(&self) -> Cycle {
        self.look
    }

    fn look_later(&mut self, state: &S) {
        let goal = Goal { until: Cycle::MAX, work: self.due() };
        self.look = goal.look(state.cycle(), state.work(), state.work_per_cycle(), self.limits.least);
    }

    /// Bytes of all kept states.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.0 + self.bytes.1
    }

    /// Number of keyframes and the distance between them, in units of work.
    pub(super) fn density(&self) -> (usize, u64) {
        (self.keyframes.len(), self.interval)
    }

    /// Appends a keyframe, if enough work has been done since the last one.
    pub(super) fn keep_if_due(&mut self, moment: &mut Moment<S>) {
        if moment.state.work() >= self.due() {
            let saved = Saved::new(moment, self.keyframes.last());
            self.bytes.0 += saved.cost;
            self.keyframes.push(saved);
            self.fit();
        }
        self.look_later(&moment.state);
    }

    /// Keeps a short-range snapshot; the oldest ones make room for it.
    pub(super) fn mark(&mut self, moment: &mut Moment<S>) {
        let before = self.before(moment.cycle());
        if before.cycle == moment.cycle() && before.applied == moment.applied() {
            return;
        }
        let saved = Saved::new(moment, Some(before));
        if saved.cost <= self.limits.bytes / 8 {
            self.bytes.1 += saved.cost;
            self.points.push(saved);
            self.fit();
        }
    }

    /// Forgets all states after a cycle.
    pub(super) fn truncate(&mut self, cycle: Cycle) {
        let from = self.keyframes.partition_point(|k| k.cycle <= cycle).max(1);
        self.keyframes.truncate(from);
        self.points.retain(|p| p.cycle <= cycle);
        self.look = cycle;
        self.add_up();
    }

    /// Changes the limit in bytes; drops the excess at once.
    pub(super) fn set_bytes(&mut self, bytes: usize) {
        self.limits.bytes = bytes;
        self.fit();
    }

    fn add_up(&mut self) {
        let sum = |saved: &[Saved<S>]| saved.iter().map(|s| s.cost).sum();
        self.bytes = (sum(&self.keyframes), sum(&self.points));
    }

    /// Enforces the limits.
    fn fit(&mut self) {
        let share = self.limits.bytes / 8;
        let mut drop = 0;
        while self.points.len() - drop > WAY_POINTS || self.bytes.1 > share {
            self.bytes.1 -= self.points[drop].cost;
            drop += 1;
        }
        self.points.drain(..drop);
        while self.keyframes.len() > 2
            && (self.keyframes.len() > self.limits.keyframes || self.bytes.0 > self.limits.bytes - share)
        {
            self.thin();
        }
    }

    /// Doubles the distance between keyframes and drops those that are too close.
    fn thin(&mut self) {
        self.interval = self.interval.saturating_mul(2);
        let (interval, mut last) = (self.interval, None);
        self.keyframes.retain(|k| {
            let stays = last.is_none_or(|last| k.work - last >= interval);
            if stays {
                last = Some(k.work);
            }
            stays
        });
        for i in 1..self.keyframes.len() {
            let (before, from) = self.keyframes.split_at_mut(i);
            from[0].cost = S::packed_cost(&from[0].packed, before.last().map(|k| &k.packed));
        }
        self.add_up();
    }
}
