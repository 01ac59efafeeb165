//! The counters of each object.

use core::ops::{AddAssign, Sub};
use serde::Serialize;

/// Counters of a cache, a memory or a router.
///
/// Accesses of caches and memories are counted in lines of that object: a request that spans two of its lines is two
/// accesses. A router counts requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Incoming reads.
    pub reads: u64,
    /// Incoming writes.
    pub writes: u64,
    /// Bytes requested by reads.
    pub bytes_read: u64,
    /// Bytes of writes.
    pub bytes_written: u64,
    /// Reads of lines that were not in the cache.
    pub read_misses: u64,
    /// Writes to lines that were not in the cache.
    pub write_misses: u64,
    /// Lines that other cores' writes invalidated (coherence).
    pub invalidations: u64,
}

impl Counts {
    #[inline(always)]
    pub(super) fn add(&mut self, write: bool, times: u64, bytes: u64) {
        if write {
            self.writes += times;
            self.bytes_written += bytes;
        } else {
            self.reads += times;
            self.bytes_read += bytes;
        }
    }

    pub(super) fn missed(&mut self, write: bool) {
        if write {
            self.write_misses += 1;
        } else {
            self.read_misses += 1;
        }
    }

    /// Reads and writes.
    pub fn accesses(&self) -> u64 {
        self.reads + self.writes
    }

    /// Misses of reads and writes.
    pub fn misses(&self) -> u64 {
        self.read_misses + self.write_misses
    }

    /// Bytes read and written.
    pub fn bytes(&self) -> u64 {
        self.bytes_read + self.bytes_written
    }
}

macro_rules! each_counter {
    ($do:ident) => {
        $do!(reads, writes, bytes_read, bytes_written, read_misses, write_misses, invalidations)
    };
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        macro_rules! sum { ($($name:ident),*) => { $(self.$name += other.$name;)* } }
        each_counter!(sum);
    }
}

impl Sub for Counts {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        macro_rules! difference { ($($name:ident),*) => { Self { $($name: self.$name - before.$name),* } } }
        each_counter!(difference)
    }
}

/// The computation of a core: the optional input of the paper's step 5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Work {
    /// Double precision operations.
    pub dp_flops: u64,
    /// Single precision operations.
    pub sp_flops: u64,
    pub instructions: u64,
}

impl AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        self.dp_flops = self.dp_flops.saturating_add(other.dp_flops);
        self.sp_flops = self.sp_flops.saturating_add(other.sp_flops);
        self.instructions = self.instructions.saturating_add(other.instructions);
    }
}

impl Sub for Work {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        Self {
            dp_flops: self.dp_flops - before.dp_flops,
            sp_flops: self.sp_flops - before.sp_flops,
            instructions: self.instructions - before.instructions,
        }
    }
}
