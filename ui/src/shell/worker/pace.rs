//! The number of cycles that are due in a run with a limited pace.

/// Maximum time that a slow browser tab catches up.
const MAX_DEBT_MS: f64 = 250.0;

/// Turns elapsed time into cycles for a run at a limited pace.
#[derive(Debug, Default)]
pub struct Pace {
    since: Option<f64>,
    owed: f64,
}

impl Pace {
    /// Nothing runs: time that passes now is not counted.
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
        // The first cycle is due at once, so that the button has a visible effect.
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
}
