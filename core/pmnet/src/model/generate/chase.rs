//! A pointer chase: each load gives the address of the next one. Every line of the range is visited once per round, in
//! an order that no prefetcher would guess.

use super::settings::Settings;
use super::{BASE, BATCH, DOUBLE, behind, in_turn};
use crate::model::machine::Region;
use crate::model::trace::{Access, Batch, Source};
use alloc::vec::Vec;
use mcore_base::{Text, text};

/// A list whose elements name their successors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chase {
    lines: u64,
    line: u64,
    n: u64,
    pub(super) threads: u64,
}

impl Chase {
    pub(super) fn read(settings: &mut Settings) -> Result<Self, Text> {
        let bytes = settings.number("bytes", 16 << 20, 64, 1 << 40)?;
        let line = settings.number("line", 64, 8, 4096)?;
        if !bytes.is_power_of_two() || !line.is_power_of_two() || line > bytes {
            return Err(text!(
                "chase: `bytes` and `line` must be powers of two, the first one the larger",
                "chase: `bytes` と `line` は 2 のべきで、`bytes` のほうを大きくしてください"
            ));
        }
        let (n, threads) = (settings.number("n", 1_000_000, 1, 1 << 40)?, settings.threads(1)?);
        Ok(Self { lines: bytes / line, line, n, threads })
    }

    pub(super) fn regions(&self) -> Vec<Region> {
        in_turn(["nodes"], self.threads * behind(0, self.lines * self.line))
    }
}

/// One thread, in its own range.
pub(super) struct Thread {
    program: Chase,
    base: u64,
    at: u64,
    left: u64,
}

impl Thread {
    pub(super) fn new(program: Chase, t: u64) -> Self {
        Self { base: BASE + t * behind(0, program.lines * program.line), at: 0, left: program.n, program }
    }
}

impl Source for Thread {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        batch.threads = 1;
        let count = self.left.min(BATCH as u64);
        for _ in 0..count {
            batch.accesses.push(Access::read(self.base + self.at * self.program.line, DOUBLE as u32));
            // A linear congruential generator, with a full period for any power of two (Knuth, volume 2, theorem
            // 3.2.1.2 A).
            self.at = self.at.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f)
                & (self.program.lines - 1);
        }
        self.left -= count;
        Ok(count > 0)
    }

    fn length(&self) -> Option<u64> {
        Some(self.program.n)
    }
}
