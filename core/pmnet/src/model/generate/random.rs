//! Random doubles in a range that all threads share; some of the accesses are stores.

use super::settings::Settings;
use super::{BASE, BATCH, DOUBLE, in_turn};
use crate::model::machine::Region;
use crate::model::trace::{Access, Batch, Source};
use alloc::vec::Vec;
use mcore_base::{Rng, Text};

/// Accesses to random elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    doubles: u64,
    n: u64,
    pub(super) threads: u64,
    writes: u64,
    seed: u64,
}

impl Random {
    pub(super) fn read(settings: &mut Settings) -> Result<Self, Text> {
        Ok(Self {
            doubles: settings.number("bytes", 12 << 20, 8, 1 << 40)? / DOUBLE,
            n: settings.number("n", 1_000_000, 1, 1 << 40)?,
            threads: settings.threads(1)?,
            writes: settings.number("writes", 0, 0, 100)?,
            seed: settings.number("seed", 1, 0, u64::MAX)?,
        })
    }

    pub(super) fn regions(&self) -> Vec<Region> {
        in_turn(["table"], self.doubles * DOUBLE)
    }
}

/// One thread.
pub(super) struct Thread {
    program: Random,
    rng: Rng,
    left: u64,
}

impl Thread {
    pub(super) fn new(program: Random, t: u64) -> Self {
        let rng = Rng::new(program.seed.wrapping_add(t.wrapping_mul(0x9e37_79b9_0000_0001)));
        Self { rng, left: program.n, program }
    }
}

impl Source for Thread {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        batch.threads = 1;
        let count = self.left.min(BATCH as u64);
        let writes = self.program.writes;
        for _ in 0..count {
            let addr = BASE + self.rng.below(self.program.doubles) * DOUBLE;
            let write = writes > 0 && self.rng.below(100) < writes;
            batch.accesses.push(match write {
                true => Access::write(addr, DOUBLE as u32),
                false => Access::read(addr, DOUBLE as u32),
            });
        }
        self.left -= count;
        Ok(count > 0)
    }

    fn length(&self) -> Option<u64> {
        Some(self.program.n)
    }
}
