//! Any cycle of a run at any time: keyframes and deterministic replay.
//!
//! Nothing is undone. Going back means taking the last keyframe before the wanted cycle and simulating forwards from
//! there, so a state is the same whether it was reached forwards or by seeking. Keyframes are clones that share memory
//! pages; when they become too many, every second one goes and the distance between them doubles.

use crate::base::{Cycle, Simulation};
use alloc::vec::Vec;

/// How much a timeline may keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Distance between keyframes at first, in cycles.
    pub interval: Cycle,
    /// Keyframes at most, at least 2.
    pub keyframes: usize,
    /// Bytes that keyframes may cost beyond what they share.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { interval: 4096, keyframes: 512, bytes: 256 << 20 }
    }
}

struct Keyframe<S> {
    state: S,
    /// Bytes beyond what it shares with the keyframe before it.
    cost: usize,
}

/// A simulation with its past.
pub struct Timeline<S> {
    now: S,
    end: Cycle,
    ended: bool,
    keyframes: Vec<Keyframe<S>>,
    interval: Cycle,
    limits: Limits,
}

/// What one call of [`Timeline::step`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// Went on to a cycle that had never been simulated.
    New,
    /// Went on to a cycle that was known.
    Again,
    /// The simulation has ended; nothing changed.
    Ended,
}

impl<S: Simulation> Timeline<S> {
    /// A timeline that begins with a state.
    pub fn new(mut start: S, limits: Limits) -> Self {
        start.share();
        let cost = start.clone_cost(None);
        Self {
            end: start.cycle(),
            ended: false,
            keyframes: alloc::vec![Keyframe { state: start.clone(), cost }],
            now: start,
            interval: limits.interval.max(1),
            limits,
        }
    }

    /// The state at the shown cycle.
    pub fn now(&self) -> &S {
        &self.now
    }

    /// The last cycle simulated so far.
    pub fn end(&self) -> Cycle {
        self.end
    }

    /// True if the end is known to be the end of the simulation.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The first cycle.
    pub fn start(&self) -> Cycle {
        self.keyframes[0].state.cycle()
    }

    /// Goes one cycle forwards.
    pub fn step(&mut self) -> Stepped {
        self.step_by(S::step)
    }

    /// Goes one cycle forwards by a function that changes the state as [`Simulation::step`] does, and may look on.
    pub fn step_by(&mut self, step: impl FnOnce(&mut S) -> bool) -> Stepped {
        if !step(&mut self.now) {
            self.ended = true;
            return Stepped::Ended;
        }
        let cycle = self.now.cycle();
        if cycle <= self.end {
            return Stepped::Again;
        }
        self.end = cycle;
        if cycle - self.keyframes[self.keyframes.len() - 1].state.cycle() >= self.interval {
            self.keep();
        }
        Stepped::New
    }

    /// Goes forwards to `until` as by [`Timeline::step`], but stops before it where the cycles known so far end and where
    /// a keyframe is made.
    pub fn advance(&mut self, until: Cycle) -> Stepped {
        let from = self.now.cycle();
        let known = from < self.end;
        let newest = self.keyframes[self.keyframes.len() - 1].state.cycle();
        let until = until.min(if known { self.end } else { newest + self.interval });
        let after = self.keyframes.partition_point(|k| k.state.cycle() <= from);
        let goes_on = self.now.advance(until, &self.keyframes[after - 1].state);
        let cycle = self.now.cycle();
        self.ended |= !goes_on;
        if cycle == from {
            return Stepped::Ended;
        }
        if known {
            return Stepped::Again;
        }
        self.end = cycle;
        if cycle - newest >= self.interval {
            self.keep();
        }
        Stepped::New
    }

    /// Goes to a cycle from [`Timeline::start`] to [`Timeline::end`]; false, changing nothing, if it is not among them.
    pub fn seek(&mut self, cycle: Cycle) -> bool {
        if cycle < self.start() || cycle > self.end {
            return false;
        }
        let after = self.keyframes.partition_point(|k| k.state.cycle() <= cycle);
        let keyframe = &self.keyframes[after - 1].state;
        // From the present it may be nearer than from the keyframe.
        if self.now.cycle() > cycle || self.now.cycle() < keyframe.cycle() {
            self.now = keyframe.clone();
        }
        self.now.advance(cycle, keyframe);
        true
    }

    /// The nearest kept state at or before a cycle (the first one for a cycle before all).
    pub fn before(&self, cycle: Cycle) -> &S {
        let after = self.keyframes.partition_point(|k| k.state.cycle() <= cycle);
        let keyframe = &self.keyframes[after.max(1) - 1].state;
        if (keyframe.cycle()..=cycle).contains(&self.now.cycle()) { &self.now } else { keyframe }
    }

    /// Bytes that the keyframes cost.
    pub fn bytes(&self) -> usize {
        self.keyframes.iter().map(|k| k.cost).sum()
    }

    /// Number of keyframes and the distance between them.
    pub fn density(&self) -> (usize, Cycle) {
        (self.keyframes.len(), self.interval)
    }

    fn keep(&mut self) {
        self.now.share();
        let before = self.keyframes.last().map(|k| &k.state);
        let cost = self.now.clone_cost(before);
        self.keyframes.push(Keyframe { state: self.now.clone(), cost });
        while self.keyframes.len() > 2
            && (self.keyframes.len() > self.limits.keyframes || self.bytes() > self.limits.bytes)
        {
            self.thin();
        }
    }

    /// Drops every second keyframe and doubles the distance.
    fn thin(&mut self) {
        let mut index = 0;
        self.keyframes.retain(|_| {
            index += 1;
            index % 2 == 1
        });
        self.interval *= 2;
        for i in 1..self.keyframes.len() {
            let (before, from) = self.keyframes.split_at_mut(i);
            from[0].cost = from[0].state.clone_cost(before.last().map(|k| &k.state));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use alloc::sync::Arc;

    /// A small simulation whose state depends on its whole past, and that ends at cycle 10,000.
    #[derive(Clone, PartialEq, Debug)]
    struct Walk {
        cycle: Cycle,
        rng: Rng,
        place: u64,
        weight: Arc<[u8; 64]>,
    }

    impl Simulation for Walk {
        fn cycle(&self) -> Cycle {
            self.cycle
        }
        fn step(&mut self) -> bool {
            if self.cycle == 10_000 {
                return false;
            }
            self.cycle += 1;
            self.place = self.place.rotate_left(7) ^ self.rng.next_u64();
            true
        }
        fn digest(&self) -> u64 {
            self.place
        }
        fn clone_cost(&self, before: Option<&Self>) -> usize {
            32 + before.map_or(64, |b| if Arc::ptr_eq(&b.weight, &self.weight) { 0 } else { 64 })
        }
    }

    fn walk() -> Walk {
        Walk { cycle: 0, rng: Rng::new(5), place: 0, weight: Arc::new([0; 64]) }
    }

    #[test]
    fn a_state_is_the_same_forwards_and_by_seeking() {
        let mut plain = walk();
        let mut known = alloc::vec![plain.clone()];
        while plain.step() {
            known.push(plain.clone());
        }
        for limits in [
            Limits { interval: 1, keyframes: 4, bytes: usize::MAX },
            Limits { interval: 100, keyframes: 16, bytes: usize::MAX },
            Limits { interval: 10, keyframes: 1000, bytes: 32 * 20 },
        ] {
            let mut t = Timeline::new(walk(), limits);
            let mut rng = Rng::new(1);
            loop {
                if rng.below(50) == 0 {
                    let to = rng.below(t.end() + 1);
                    assert!(t.seek(to));
                    assert_eq!(*t.now(), known[to as usize]);
                }
                match t.step() {
                    Stepped::Ended => break,
                    _ => assert_eq!(*t.now(), known[t.now().cycle as usize]),
                }
                if rng.below(20) == 0 {
                    let end = t.end();
                    t.seek(end);
                }
                assert!(t.keyframes.len() <= limits.keyframes && (t.bytes() <= limits.bytes || t.keyframes.len() <= 2));
            }
            assert!(t.has_ended());
            assert_eq!(t.end(), 10_000);
            assert!(!t.seek(10_001));
            for to in (0..=10_000).rev().step_by(97) {
                t.seek(to);
                assert_eq!(*t.now(), known[to as usize]);
            }
        }
    }
}
