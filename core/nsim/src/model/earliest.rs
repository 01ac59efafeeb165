//! The earliest recorded events, up to a maximum number.
//!
//! Each part of a machine records its own events, in an order that depends on how the machine is divided and on
//! arrivals from other parts. The choice of events to drop must not depend on that order, so it depends on time alone:
//! if more than `most` events happened in all parts together, those before the time of event number `most + 1` are
//! kept.

use super::Time;
use super::recorder::{BufferChange, RankInterval, Sent};
use alloc::vec::Vec;

/// Maximum number of buffer changes, of rank intervals, and of messages that are kept, each.
pub(super) const MAX_KEPT: usize = 100_000;

/// An event with a time.
pub(super) trait Timed: Copy {
    /// The time.
    fn time(&self) -> Time;
}

impl Timed for BufferChange {
    fn time(&self) -> Time {
        self.time
    }
}

impl Timed for RankInterval {
    fn time(&self) -> Time {
        self.from
    }
}

impl Timed for Sent {
    fn time(&self) -> Time {
        self.sent
    }
}

/// The events that a part keeps: all before the horizon, which moves earlier when there are too many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Earliest<T> {
    most: usize,
    /// In recording order.
    kept: Vec<T>,
    /// No event from this time on is kept. Up to and including it, more than `most` events happened.
    horizon: Time,
}

impl<T> Default for Earliest<T> {
    fn default() -> Self {
        Self { most: MAX_KEPT, kept: Vec::new(), horizon: Time::MAX }
    }
}

impl<T: Timed> Earliest<T> {
    /// Records an event, in any order of time.
    pub fn push(&mut self, thing: T) {
        if thing.time() < self.horizon {
            self.kept.push(thing);
            // Cutting at each additional event would repeat the work each time.
            if self.kept.len() > 2 * self.most {
                self.cut();
            }
        }
    }

    /// Approximate bytes of memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.kept)
    }

    /// Takes the kept events; recording starts anew.
    pub fn take(&mut self) -> Self {
        core::mem::replace(self, Self { most: self.most, kept: Vec::new(), horizon: Time::MAX })
    }

    /// The events that all parts together keep, those of a part in recording order, and whether any were dropped.
    pub fn of_all(parts: impl Iterator<Item = Self>) -> (Vec<T>, bool) {
        let all = parts.reduce(|mut all, part| {
            all.horizon = all.horizon.min(part.horizon);
            all.kept.extend(part.kept);
            all
        });
        let Some(mut all) = all else { return (Vec::new(), false) };
        let horizon = all.horizon;
        all.kept.retain(|thing| thing.time() < horizon);
        if all.kept.len() > all.most {
            all.cut();
        }
        (all.kept, all.horizon != Time::MAX)
    }

    fn cut(&mut self) {
        let mut times: Vec<Time> = self.kept.iter().map(T::time).collect();
        let (_, horizon, _) = times.select_nth_unstable(self.most);
        self.horizon = *horizon;
        self.kept.retain(|thing| thing.time() < self.horizon);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(most: usize) -> Earliest<Sent> {
        Earliest { most, ..Earliest::default() }
    }

    fn sent(number: usize, time: Time) -> Sent {
        Sent { from: number as u32, to: 0, bytes: 0, sent: time, received: time }
    }

    /// The expectation is the definition: sort all events by time and take the time of number `most + 1`.
    #[test]
    fn what_is_kept_depends_on_times_alone() {
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..500 {
            let (count, most) = (random(300) as usize, 1 + random(80) as usize);
            let mut parts: Vec<_> = (0..4).map(|_| part(most)).collect();
            let mut all = Vec::new();
            for number in 0..count {
                let thing = sent(number, random(60));
                all.push(thing);
                parts[random(4) as usize].push(thing);
            }
            let (mut kept, cut) = Earliest::of_all(parts.into_iter());
            kept.sort_unstable_by_key(|thing| thing.from);

            let mut times: Vec<_> = all.iter().map(|thing| thing.sent).collect();
            times.sort_unstable();
            let horizon = times.get(most).copied().unwrap_or(Time::MAX);
            all.retain(|thing| thing.sent < horizon);
            assert_eq!((kept, cut), (all, count > most), "{count} things, at most {most}");
        }
    }

    #[test]
    fn what_was_taken_away_no_longer_counts() {
        let mut own = part(2);
        (0..9).for_each(|time| own.push(sent(0, time)));
        let taken = own.take();
        assert_eq!(Earliest::of_all([taken].into_iter()), (alloc::vec![sent(0, 0), sent(0, 1)], true));
        own.push(sent(1, 50));
        assert_eq!(Earliest::of_all([own].into_iter()), (alloc::vec![sent(1, 50)], false));
    }
}
