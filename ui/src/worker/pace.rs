//! How much to simulate before requests get their turn: by the clock, not by the count.

/// Milliseconds of one slice, and of one call of the session once it is known how much fits: short enough that a pause is felt
/// at once, long enough that neither the queue costs anything nor that the machine stands still, for which all cores wake.
pub const SLICE_MS: f64 = 8.0;

/// Time that a slow browser tab may have to catch up with.
const MAX_DEBT_MS: f64 = 250.0;

/// Number of cycles to ask the session for, learned from how long the last ones took.
#[derive(Debug)]
pub struct Quota(f64);

impl Default for Quota {
    fn default() -> Self {
        Self(64.0)
    }
}

impl Quota {
    /// Cycles to ask for now.
    pub fn next(&self) -> u64 {
        self.0 as u64
    }

    /// So many cycles took so long.
    pub fn learn(&mut self, cycles: u64, ms: f64) {
        let fitting = if ms > 0.0 { cycles as f64 * SLICE_MS / ms } else { f64::INFINITY };
        // The speed of a program changes all the time: follow it, but neither jump nor freeze.
        self.0 = fitting.clamp(self.0 / 4.0, self.0 * 2.0).clamp(1.0, 1e9);
    }
}

/// Turns elapsed time into cycles for a run at a limited pace.
#[derive(Debug, Default)]
pub struct Pace {
    since: Option<f64>,
    owed: f64,
}

impl Pace {
    /// Nothing runs: time that passes now is not owed.
    pub fn rest(&mut self) {
        *self = Self::default();
    }

    /// Cycles due at the time `now` (in milliseconds).
    pub fn due(&mut self, per_second: u32, now: f64) -> u64 {
        self.accrue(per_second, now);
        let whole = self.owed.floor();
        self.owed -= whole;
        whole as u64
    }

    /// Milliseconds until the next cycle is due.
    pub fn wait_ms(&mut self, per_second: u32, now: f64) -> u32 {
        self.accrue(per_second, now);
        let missing = (1.0 - self.owed).max(0.0);
        (missing * 1000.0 / f64::from(per_second.max(1))).ceil() as u32
    }

    fn accrue(&mut self, per_second: u32, now: f64) {
        // The first cycle comes at once, so that the button is seen to work.
        let Some(since) = self.since.replace(now) else {
            self.owed = 1.0;
            return;
        };
        let elapsed = (now - since).clamp(0.0, MAX_DEBT_MS);
        self.owed += elapsed * f64::from(per_second) / 1000.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_gives_its_cycles_over_time() {
        let mut pace = Pace::default();
        let mut total = 0;
        for tick in 0..=100 {
            total += pace.due(10, f64::from(tick) * 100.0);
        }
        assert_eq!(total, 101, "one at once, then ten a second for ten seconds");
    }

    #[test]
    fn a_sleeping_tab_does_not_have_to_catch_up() {
        let mut pace = Pace::default();
        pace.due(1000, 0.0);
        assert!(pace.due(1000, 60_000.0) <= 250);
    }

    #[test]
    fn waiting_is_until_the_next_cycle() {
        let mut pace = Pace::default();
        pace.due(10, 0.0);
        assert_eq!(pace.wait_ms(10, 0.0), 100);
        assert_eq!(pace.wait_ms(10, 60.0), 40);
    }

    #[test]
    fn the_quota_follows_the_clock() {
        let mut quota = Quota::default();
        for _ in 0..30 {
            let cycles = quota.next();
            quota.learn(cycles, cycles as f64 / 1000.0);
        }
        assert!((7_900..=8_100).contains(&quota.next()), "{}", quota.next());
    }
}
