//! Loads at a constant stride through a range, several times: shows the effect of cache and line sizes.

use super::settings::Settings;
use super::{BASE, BATCH, DOUBLE, behind, in_turn};
use crate::model::machine::Region;
use crate::model::trace::{Access, Batch, Source};
use alloc::vec::Vec;
use mcore_base::Text;

/// Accesses with a constant stride.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stride {
    bytes: u64,
    stride: u64,
    passes: u64,
    pub(super) threads: u64,
}

impl Stride {
    pub(super) fn read(settings: &mut Settings) -> Result<Self, Text> {
        Ok(Self {
            bytes: settings.number("bytes", 64 << 10, 8, 1 << 40)?,
            stride: settings.number("stride", 64, 8, 1 << 30)?,
            passes: settings.number("passes", 2, 1, 1_000_000)?,
            threads: settings.threads(1)?,
        })
    }

    pub(super) fn regions(&self) -> Vec<Region> {
        in_turn(["array"], self.threads * behind(0, self.bytes))
    }
}

/// One thread, in its own range.
pub(super) struct Thread {
    program: Stride,
    base: u64,
    at: u64,
    passes_left: u64,
}

impl Thread {
    pub(super) fn new(program: Stride, t: u64) -> Self {
        Self { base: BASE + t * behind(0, program.bytes), at: 0, passes_left: program.passes, program }
    }
}

impl Source for Thread {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        batch.threads = 1;
        if self.passes_left == 0 {
            return Ok(false);
        }
        while batch.accesses.len() < BATCH && self.passes_left > 0 {
            batch.accesses.push(Access::read(self.base + self.at, DOUBLE as u32));
            self.at += self.program.stride;
            if self.at >= self.program.bytes {
                (self.at, self.passes_left) = (0, self.passes_left - 1);
            }
        }
        Ok(true)
    }

    fn length(&self) -> Option<u64> {
        Some(self.program.bytes.div_ceil(self.program.stride) * self.program.passes)
    }
}
