//! The slice budget: how many cycles to request from a session at once, learned by its owner, who has the clock.

/// Milliseconds per slice, once the speed is known: short enough that a pause responds at once, long enough that
/// neither the message queue costs time nor the machine often stops, which wakes all cores.
pub const SLICE_MS: f64 = 8.0;

/// Cycles of a first slice: few enough for even the largest chip.
const FIRST: f64 = 64.0;

/// The cycles (or other units) to request from a session, learned from how long the last ones took.
#[derive(Debug)]
pub struct SliceBudget(f64);

impl Default for SliceBudget {
    fn default() -> Self {
        Self(FIRST)
    }
}

impl SliceBudget {
    /// Cycles to request now.
    pub fn next(&self) -> u64 {
        self.0 as u64
    }

    /// `cycles` cycles took `ms` milliseconds.
    pub fn learn(&mut self, cycles: u64, ms: f64) {
        let fitting = if ms > 0.0 { cycles as f64 * SLICE_MS / ms } else { f64::INFINITY };
        // The speed of a program changes all the time: follow it without jumping or freezing.
        self.0 = fitting.clamp(self.0 / 4.0, self.0 * 4.0).clamp(1.0, 1e9);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quota_follows_the_clock() {
        let mut slice_budget = SliceBudget::default();
        for _ in 0..30 {
            let cycles = slice_budget.next();
            slice_budget.learn(cycles, cycles as f64 / 1000.0);
        }
        assert!((7_900..=8_100).contains(&slice_budget.next()), "{}", slice_budget.next());
    }

    #[test]
    fn a_clock_that_stands_still_makes_no_leap_and_one_that_leaps_leaves_something_to_do() {
        let mut slice_budget = SliceBudget::default();
        slice_budget.learn(64, 0.0);
        assert_eq!(slice_budget.next(), 256);
        (0..20).for_each(|_| slice_budget.learn(1, 1e9));
        assert_eq!(slice_budget.next(), 1);
    }
}
