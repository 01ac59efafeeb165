//! The knowledge that a core has of the others.

use super::clock::Clock;
use super::limits::STEPS;
use alloc::collections::{BTreeMap, VecDeque};

/// The progress that one core has seen of one source's DMAs, step by step.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// Pairs: an epoch of this core, and the last DMA of the source it had seen by then; both increase.
    steps: VecDeque<(u32, u32)>,
    forgotten: bool,
}

/// The knowledge of one core.
///
/// Time on a core is counted in DMAs that it has started: its *epoch* is the number that its next DMA will have. An
/// access in an epoch is known to every core that sees a word of the DMA that ends the epoch, or of a later one.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// The current epoch, counted from 1.
    pub epoch: u32,
    /// How far it knows each core, indexed by rank, and how many DMAs of each rank it knows to have arrived in main
    /// memory, indexed by `nodes` + rank.
    pub clock: Clock,
    seen: BTreeMap<u32, Seen>,
}

impl Default for Knowledge {
    fn default() -> Self {
        Self { epoch: 1, clock: Clock::default(), seen: BTreeMap::new() }
    }
}

impl Knowledge {
    /// The last DMA of a source of which it has seen a word; 0 if none.
    #[inline]
    pub fn has_seen(&self, source: u32) -> u32 {
        self.seen.get(&source).and_then(|s| s.steps.back()).map_or(0, |(_, dma)| *dma)
    }

    /// The last DMA of a source of which it had seen a word at the end of one of its epochs; 0 if none.
    pub fn had_seen(&self, source: u32, epoch: u32) -> u32 {
        let Some(seen) = self.seen.get(&source) else { return 0 };
        let after = seen.steps.partition_point(|(own, _)| *own <= epoch);
        match after.checked_sub(1) {
            Some(last) => seen.steps[last].1,
            // Forgotten steps count as known, so that correct code is never reported.
            None if seen.forgotten => u32::MAX,
            None => 0,
        }
    }

    /// It sees a word of a DMA of a source, and so learns what the core that started it knew then (see
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
