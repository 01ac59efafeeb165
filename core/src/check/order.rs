//! What a core can know of the others.

use super::clock::Clock;
use super::limits::STEPS;
use alloc::collections::{BTreeMap, VecDeque};

/// What one core has seen of one source's DMAs, step by step.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// Up to which own number of DMAs started, and up to which DMA of the source; both rise.
    steps: VecDeque<(u32, u32)>,
    forgotten: bool,
}

/// What one core knows.
///
/// Time on a core is counted in DMAs that it has started: its *epoch* is the number that the next one will have. What it
/// does in an epoch is known to whoever sees a word of the DMA that ends the epoch, or of a later one.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// The present epoch, from 1.
    pub epoch: u32,
    /// How far it knows the cores, by rank, and how many DMAs of each rank it knows to have arrived in main memory, by
    /// `nodes` + rank.
    pub clock: Clock,
    seen: BTreeMap<u32, Seen>,
}

impl Default for Knowledge {
    fn default() -> Self {
        Self { epoch: 1, clock: Clock::default(), seen: BTreeMap::new() }
    }
}

impl Knowledge {
    /// The last DMA of a source that it has seen a word of; 0 if none.
    #[inline]
    pub fn has_seen(&self, source: u32) -> u32 {
        self.seen.get(&source).and_then(|s| s.steps.back()).map_or(0, |(_, dma)| *dma)
    }

    /// The same as it was at the end of one of its epochs.
    pub fn had_seen(&self, source: u32, epoch: u32) -> u32 {
        let Some(seen) = self.seen.get(&source) else { return 0 };
        let after = seen.steps.partition_point(|(own, _)| *own <= epoch);
        match after.checked_sub(1) {
            Some(last) => seen.steps[last].1,
            // What has been forgotten counts as known, so that nothing is reported that may be right.
            None if seen.forgotten => u32::MAX,
            None => 0,
        }
    }

    /// It sees a word of a DMA of a source, and so knows what was known to the core that started it (see
    /// [`Transfer::own`](super::transfers::Transfer::own)).
    pub fn see(&mut self, source: u32, dma: u32, sender: Option<(Clock, (u32, u32))>) {
        let seen = self.seen.entry(source).or_default();
        match seen.steps.back_mut() {
            Some((_, known)) if *known >= dma => return,
            Some((own, known)) if *own == self.epoch => *known = dma,
            _ => {
                if seen.steps.len() >= STEPS {
                    seen.steps.pop_front();
                    seen.forgotten = true;
                }
                seen.steps.push_back((self.epoch, dma));
            }
        }
        if let Some((clock, (rank, epoch))) = sender {
            self.clock.join(&clock);
            self.clock.raise(rank, epoch);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_known_by_epoch() {
        let mut k = Knowledge::default();
        for epoch in 1..=200 {
            k.epoch = epoch;
            k.see(7, 10 * epoch, None);
            k.see(7, 10 * epoch + 5, None);
            k.see(7, 3, None);
        }
        assert_eq!((k.has_seen(7), k.has_seen(8)), (2005, 0));
        assert_eq!((k.had_seen(7, 200), k.had_seen(7, 150), k.had_seen(7, 900)), (2005, 1505, 2005));
        assert_eq!(k.had_seen(7, 1), u32::MAX, "forgotten");
        assert_eq!(k.had_seen(8, 1), 0);
    }
}
