//! Each thread increments its own counter, `stride` bytes from the next thread's. If counters share a line, every
//! increment takes the line away from another core: false sharing.

use super::settings::Settings;
use super::{BASE, BATCH, DOUBLE, extend, in_turn};
use crate::model::machine::Region;
use crate::model::trace::{Access, Batch, Source};
use alloc::vec::Vec;
use mcore_base::Text;

/// Threads that count, each in its own variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    n: u64,
    pub(super) threads: u64,
    stride: u64,
}

impl Counters {
    pub(super) fn read(settings: &mut Settings) -> Result<Self, Text> {
        Ok(Self {
            n: settings.number("n", 100_000, 1, 1 << 40)?,
            threads: settings.threads(4)?,
            stride: settings.number("stride", 8, 8, 1 << 20)?,
        })
    }

    pub(super) fn regions(&self) -> Vec<Region> {
        in_turn(["counters"], (self.threads - 1) * self.stride + DOUBLE)
    }
}

/// One thread.
pub(super) struct Thread {
    counter: u64,
    left: u64,
    n: u64,
}

impl Thread {
    pub(super) fn new(program: Counters, t: u64) -> Self {
        Self { counter: BASE + t * program.stride, left: program.n, n: program.n }
    }
}

impl Source for Thread {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        batch.threads = 1;
        let count = self.left.min(BATCH as u64 / 2);
        let (counter, size) = (self.counter, DOUBLE as u32);
        extend(&mut batch.accesses, 0..count, |_| [Access::read(counter, size), Access::write(counter, size)]);
        self.left -= count;
        Ok(count > 0)
    }

    fn length(&self) -> Option<u64> {
        Some(2 * self.n)
    }
}
