//! The budget of the page's time for frames of a run.

/// Average number of milliseconds that frames may take per screen refresh. With the page's other work it is less than
/// half of the time at sixty refreshes per second, so the page stays responsive on a slow computer and with a large
/// chip.
const SHARE_MS: f64 = 7.0;

/// Decides when the next frame is requested.
#[derive(Debug, Default)]
pub struct Budget {
    /// Time that frames have taken beyond their share.
    debt_ms: f64,
}

impl Budget {
    /// A frame, or a part of one, took this long.
    pub fn spend(&mut self, ms: f64) {
        // After a page was blocked, for example by a dialog of the browser, it does not have to save up all of that
        // time.
        self.debt_ms = (self.debt_ms + ms.max(0.0)).min(10.0 * SHARE_MS);
    }

    /// The screen is refreshed; true if the next frame can be requested.
    pub fn refresh(&mut self) -> bool {
        self.debt_ms = (self.debt_ms - SHARE_MS).max(0.0);
        self.debt_ms < SHARE_MS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of frames of this cost that are shown in 600 refreshes.
    fn shown(cost: f64) -> u32 {
        let mut budget = Budget::default();
        let mut shown = 0;
        for _ in 0..600 {
            if budget.refresh() {
                budget.spend(cost);
                shown += 1;
            }
        }
        shown
    }

    #[test]
    fn cheap_pictures_come_with_every_refresh_and_dear_ones_take_their_share() {
        assert_eq!(shown(1.0), 600);
        assert_eq!(shown(7.0), 600);
        for cost in [8.0, 12.0, 16.0, 40.0] {
            let share = f64::from(shown(cost)) * cost / 600.0;
            assert!((5.5..=7.4).contains(&share), "{cost}: {share}");
        }
    }

    #[test]
    fn a_page_that_stood_still_goes_on_after_ten_refreshes() {
        let mut budget = Budget::default();
        budget.spend(60_000.0);
        assert!((0..10).any(|_| budget.refresh()));
    }
}
