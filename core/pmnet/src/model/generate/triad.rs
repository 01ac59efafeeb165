//! STREAM Triad: for each i a load of `b[i]`, a load of `c[i]`, a store of `a[i]`.

use super::settings::Settings;
use super::{BASE, BATCH, DOUBLE, behind, extend, in_turn, part};
use crate::model::machine::{Region, Work};
use crate::model::trace::{Access, AccessKind, Batch, Mark, Source};
use alloc::{string::String, vec::Vec};
use core::ops::Range;
use mcore_base::Text;

/// The threads that write the arrays before the measured part: by first touch, their pages are placed near these
/// threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Init {
    /// No thread.
    None,
    /// The first thread writes everything: the well-known mistake on a machine with several NUMA nodes.
    Serial,
    /// Each thread writes its part.
    Parallel,
}

/// The triad of STREAM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Triad {
    n: u64,
    pub(super) threads: u64,
    passes: u64,
    init: Init,
    store: AccessKind,
}

impl Triad {
    pub(super) fn read(settings: &mut Settings) -> Result<Self, Text> {
        Ok(Self {
            n: settings.number("n", 1_000_000, 1, 1 << 40)?,
            threads: settings.threads(1)?,
            passes: settings.number("passes", 1, 1, 1_000_000)?,
            init: [Init::None, Init::Serial, Init::Parallel][settings.word("init", &["none", "serial", "parallel"])?],
            store: [AccessKind::Write, AccessKind::NonTemporal][settings.word("store", &["normal", "nt"])?],
        })
    }

    pub(super) fn regions(&self) -> Vec<Region> {
        in_turn(["a", "b", "c"], self.n * DOUBLE)
    }
}

/// One thread.
pub(super) struct Thread {
    program: Triad,
    arrays: [u64; 3],
    own: Range<u64>,
    /// The elements that this thread initialises.
    init: Range<u64>,
    passes_left: u64,
    at: u64,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Begin,
    Init,
    Pass,
}

impl Thread {
    pub(super) fn new(program: Triad, t: u64) -> Self {
        let bytes = program.n * DOUBLE;
        let b = behind(BASE, bytes);
        let own = part(program.n, program.threads, t);
        let init = match program.init {
            Init::None => 0..0,
            Init::Serial if t == 0 => 0..program.n,
            Init::Serial => 0..0,
            Init::Parallel => own.clone(),
        };
        let passes_left = program.passes;
        Self { arrays: [BASE, b, behind(b, bytes)], own, init, passes_left, program, at: 0, stage: Stage::Begin }
    }

    fn pass(&mut self, batch: &mut Batch) {
        let end = self.own.end.min(self.at + BATCH as u64 / 3);
        let [a, b, c] = self.arrays;
        let size = DOUBLE as u32;
        let (store, first) = (self.program.store, self.at);
        extend(&mut batch.accesses, first..end, |i| {
            let at = i * DOUBLE;
            [
                Access::read(b + at, size),
                Access::read(c + at, size),
                Access { addr: a + at, size, thread: 0, kind: store },
            ]
        });
        self.at = end;
        if end >= self.own.end {
            let dp_flops = 2 * (self.own.end - self.own.start);
            batch.mark(Mark::Work { thread: 0, work: Work { dp_flops, ..Work::default() } });
            self.at = self.own.start;
            self.passes_left -= 1;
        }
    }

    fn init(&mut self, batch: &mut Batch) {
        let end = self.init.end.min(self.at + BATCH as u64 / 3);
        let (arrays, first) = (self.arrays, self.at);
        let size = DOUBLE as u32;
        extend(&mut batch.accesses, first..end, |i| arrays.map(|array| Access::write(array + i * DOUBLE, size)));
        self.at = end;
        if end >= self.init.end {
            batch.mark(Mark::Phase(String::from("triad")));
            (self.stage, self.at) = (Stage::Pass, self.own.start);
        }
    }
}

impl Source for Thread {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        batch.threads = 1;
        match self.stage {
            Stage::Begin if self.program.init == Init::None => {
                (self.stage, self.at) = (Stage::Pass, self.own.start);
                self.pass(batch);
            }
            Stage::Begin => {
                batch.mark(Mark::Phase(String::from("init")));
                (self.stage, self.at) = (Stage::Init, self.init.start);
            }
            Stage::Init => self.init(batch),
            Stage::Pass if self.passes_left == 0 => return Ok(false),
            Stage::Pass => self.pass(batch),
        }
        Ok(true)
    }

    fn length(&self) -> Option<u64> {
        Some(3 * ((self.own.end - self.own.start) * self.program.passes + self.init.end - self.init.start))
    }
}
