//! A part of a run on a picture of time: the positions of cycles, and how the part changes by zooming and shifting.

use mcore::base::Cycle;

/// Minimum number of cycles of a part.
pub const LEAST: Cycle = 16;

/// The cycles `from..until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First cycle.
    pub from: Cycle,
    /// The cycle after the last one.
    pub until: Cycle,
}

impl Span {
    /// This many cycles from `from` on, shifted so that they lie in a run of `end` cycles; at least [`LEAST`] of them,
    /// and at most all of the run.
    pub fn of(from: f64, cycles: f64, end: Cycle) -> Self {
        let length = cycles.round().clamp(LEAST.min(end) as f64, end as f64);
        let from = from.round().clamp(0.0, end as f64 - length) as Cycle;
        Self { from, until: from + length as Cycle }
    }

    /// A part of this many cycles with `cycle` in the middle.
    pub fn around(cycle: Cycle, cycles: Cycle, end: Cycle) -> Self {
        Self::of(cycle as f64 - cycles as f64 / 2.0, cycles as f64, end)
    }

    /// Its length in cycles.
    pub fn cycles(self) -> Cycle {
        self.until - self.from
    }

    /// True if it covers a whole run of `end` cycles.
    pub fn is_whole(self, end: Cycle) -> bool {
        self.from == 0 && self.until >= end
    }

    /// The cycle at a share of the width, 0 to 1.
    pub fn at(self, share: f64) -> Cycle {
        let within = (share.clamp(0.0, 1.0) * self.cycles() as f64) as Cycle;
        self.from + within.min(self.cycles().saturating_sub(1))
    }

    /// The position of a cycle as a share of the width; outside 0 to 1 if it is not in the part.
    pub fn share(self, cycle: Cycle) -> f64 {
        (cycle as f64 - self.from as f64) / self.cycles().max(1) as f64
    }

    /// Scaled by a factor around a share of the width; the cycle there stays in place.
    pub fn zoomed(self, share: f64, factor: f64, end: Cycle) -> Self {
        let length = self.cycles() as f64;
        let wanted = (length * factor).clamp(LEAST.min(end) as f64, end as f64);
        let share = share.clamp(0.0, 1.0);
        Self::of(self.from as f64 + share * (length - wanted), wanted, end)
    }

    /// Shifted by a share of its length, in whole cycles, rounded alike in both directions.
    pub fn shifted(self, by: f64, end: Cycle) -> Self {
        let length = self.cycles() as f64;
        Self::of(self.from as f64 + (by * length).round(), length, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_lies_under_the_pointer_stays_there() {
        let span = Span { from: 1000, until: 3000 };
        let near = span.zoomed(0.25, 0.5, 10_000);
        assert_eq!(near, Span { from: 1250, until: 2250 });
        assert_eq!((span.at(0.25), near.at(0.25)), (1500, 1500));
        assert_eq!(near.zoomed(0.25, 2.0, 10_000), span);
        assert_eq!(span.zoomed(0.5, 1e9, 10_000), Span { from: 0, until: 10_000 });
        assert_eq!(span.zoomed(0.0, 0.0, 10_000), Span { from: 1000, until: 1000 + LEAST });
    }

    #[test]
    fn back_leads_where_forth_began() {
        let span = Span { from: 237, until: 711 };
        assert_eq!(span.shifted(0.25, 948).shifted(-0.25, 948), span);
    }

    #[test]
    fn the_part_around_a_cycle_is_shifted_at_the_ends_of_the_run() {
        assert_eq!(Span::around(500, 200, 1000), Span { from: 400, until: 600 });
        assert_eq!(Span::around(10, 200, 1000), Span { from: 0, until: 200 });
        assert_eq!(Span::around(1000, 200, 1000), Span { from: 800, until: 1000 });
        assert_eq!(Span::around(3, 200, 5), Span { from: 0, until: 5 });
        assert_eq!(Span::around(0, 200, 0), Span { from: 0, until: 0 });
    }

    proptest! {
        #[test]
        fn no_gesture_leaves_the_run(
            end in 0u64..1_000_000, from in 0.0..1.0f64, length in 0.0..1.0f64,
            gestures in prop::collection::vec((any::<bool>(), -0.5..1.5f64, -3.0..3.0f64), 0..12),
        ) {
            let mut span = Span::of(from * end as f64, length * end as f64, end);
            for (zoom, share, by) in gestures {
                span = if zoom { span.zoomed(share, by.exp(), end) } else { span.shifted(by, end) };
                prop_assert!(span.from <= span.until && span.until <= end, "{span:?} of {end}");
                prop_assert!(span.cycles() >= LEAST.min(end));
                let at = span.at(share);
                prop_assert!(end == 0 || (span.from..span.until).contains(&at));
            }
        }
    }
}
