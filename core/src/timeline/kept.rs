//! The states that a timeline keeps: keyframes over the whole run, and way-points near where somebody looks.

use super::{Limits, Moment};
use crate::base::{Cycle, Simulation};
use alloc::vec::Vec;

/// Way-points at most.
const WAY_POINTS: usize = 24;

/// A state that is kept.
struct Saved<S> {
    moment: Moment<S>,
    /// Bytes beyond what it shares with the keyframe before it.
    cost: usize,
}

/// Kept states, never empty. Of the bytes that they may cost, way-points take an eighth at most.
pub(super) struct Kept<S> {
    /// Ascending by cycle, about evenly spread.
    keyframes: Vec<Saved<S>>,
    /// In the order in which they were made.
    points: Vec<Saved<S>>,
    /// Distance between keyframes, in cycles.
    interval: Cycle,
    limits: Limits,
    /// What the keyframes cost, and what the way-points cost.
    bytes: (usize, usize),
}

impl<S: Simulation> Kept<S> {
    pub(super) fn new(first: Moment<S>, limits: Limits) -> Self {
        let cost = first.state.clone_cost(None);
        let interval = (limits.work / first.state.work_per_cycle().max(1)).max(limits.least).max(1);
        Self {
            keyframes: alloc::vec![Saved { moment: first, cost }],
            points: Vec::new(),
            interval,
            limits,
            bytes: (cost, 0),
        }
    }

    /// The first state.
    pub(super) fn first(&self) -> &Moment<S> {
        &self.keyframes[0].moment
    }

    /// The nearest state at or before a cycle; the first one for a cycle before all.
    pub(super) fn before(&self, cycle: Cycle) -> &Moment<S> {
        let after = self.keyframes.partition_point(|k| k.moment.cycle() <= cycle);
        let keyframe = &self.keyframes[after.max(1) - 1].moment;
        let points = self.points.iter().map(|p| &p.moment).filter(|m| m.cycle() <= cycle);
        points.max_by_key(|m| m.cycle()).filter(|m| m.cycle() > keyframe.cycle()).unwrap_or(keyframe)
    }

    /// The cycle in which the next keyframe is due.
    pub(super) fn due(&self) -> Cycle {
        self.keyframes[self.keyframes.len() - 1].moment.cycle() + self.interval
    }

    /// Bytes that all kept states cost.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.0 + self.bytes.1
    }

    /// Number of keyframes and the distance between them.
    pub(super) fn density(&self) -> (usize, Cycle) {
        (self.keyframes.len(), self.interval)
    }

    /// Keeps a keyframe behind all others.
    pub(super) fn keep(&mut self, moment: &mut Moment<S>) {
        moment.state.share();
        let before = self.keyframes.last().map(|k| &k.moment.state);
        let cost = moment.state.clone_cost(before);
        self.keyframes.push(Saved { moment: moment.clone(), cost });
        self.bytes.0 += cost;
        self.fit();
    }

    /// Keeps a way-point; the oldest give way to it.
    pub(super) fn mark(&mut self, moment: &mut Moment<S>) {
        let cycle = moment.cycle();
        let before = self.before(cycle);
        if before.cycle() == cycle && before.applied() == moment.applied() {
            return;
        }
        moment.state.share();
        let cost = moment.state.clone_cost(Some(&before.state));
        if cost <= self.limits.bytes / 8 {
            self.points.push(Saved { moment: moment.clone(), cost });
            self.bytes.1 += cost;
            self.fit();
        }
    }

    /// Forgets all states after a cycle.
    pub(super) fn truncate(&mut self, cycle: Cycle) {
        let from = self.keyframes.partition_point(|k| k.moment.cycle() <= cycle).max(1);
        self.keyframes.truncate(from);
        self.points.retain(|p| p.moment.cycle() <= cycle);
        self.add_up();
    }

    /// Changes what may be kept; what is too much goes at once.
    pub(super) fn set_bytes(&mut self, bytes: usize) {
        self.limits.bytes = bytes;
        self.fit();
    }

    fn add_up(&mut self) {
        let sum = |saved: &[Saved<S>]| saved.iter().map(|s| s.cost).sum();
        self.bytes = (sum(&self.keyframes), sum(&self.points));
    }

    /// Holds the limits.
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

    /// Doubles the distance between keyframes and drops those that stand nearer.
    fn thin(&mut self) {
        self.interval = self.interval.saturating_mul(2);
        let (interval, mut last) = (self.interval, None);
        self.keyframes.retain(|k| {
            let stays = last.is_none_or(|last| k.moment.cycle() - last >= interval);
            if stays {
                last = Some(k.moment.cycle());
            }
            stays
        });
        for i in 1..self.keyframes.len() {
            let (before, from) = self.keyframes.split_at_mut(i);
            from[0].cost = from[0].moment.state.clone_cost(before.last().map(|k| &k.moment.state));
        }
        self.add_up();
    }
}
