//! Traces of programs that are known well enough to be generated, without tracer and file.
//!
//! A [`Program`] is written as `name:key=value,...`, for example `triad:n=1000000,threads=4,init=serial`. Each of its
//! threads is a separate [`Source`]. Arrays follow each other from [`BASE`] on; each starts at a page boundary.

mod chase;
mod counters;
mod matmul;
mod random;
mod settings;
mod stencil;
mod stride;
mod triad;

pub use matmul::Order;
pub use triad::Init;

use super::machine::Region;
use super::trace::{Access, Source};
use alloc::{boxed::Box, vec::Vec};
use core::ops::Range;
use mcore_base::text;
use mcore_base::{Text, nearest};
use settings::Settings;

/// Address of the first array.
pub const BASE: u64 = 0x1000_0000;
/// A batch is filled until it has at least this many accesses.
const BATCH: usize = 1024;
/// Bytes of a double, the element of all programs except `chase` and `stride`.
const DOUBLE: u64 = 8;

/// A program whose trace is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Program {
    /// STREAM Triad, `a[i] = b[i] + s * c[i]`.
    Triad(triad::Triad),
    /// Product of square matrices.
    Matmul(matmul::Matmul),
    /// Five-point stencil on a square grid.
    Stencil(stencil::Stencil),
    /// Loads that follow pointers from line to line, in an order without pattern.
    Chase(chase::Chase),
    /// Loads and stores anywhere in a range.
    Random(random::Random),
    /// Each thread increments its own counter: false sharing, if they share a line.
    Counters(counters::Counters),
    /// Loads at a constant stride.
    Stride(stride::Stride),
}

/// Names of programs and their settings with the possible values, for help texts.
pub const PROGRAMS: [(&str, &str); 7] = [
    ("triad", "n=1000000,threads=1,passes=1,init=none|serial|parallel,store=normal|nt"),
    ("matmul", "n=256,threads=1,order=ijk|ikj|jik|jki|kij|kji,block=0"),
    ("stencil", "n=1024,threads=1,steps=4"),
    ("chase", "bytes=16777216,n=1000000,threads=1,line=64"),
    ("random", "bytes=12582912,n=1000000,threads=1,writes=0,seed=1"),
    ("counters", "n=100000,threads=4,stride=8"),
    ("stride", "bytes=65536,stride=64,passes=2,threads=1"),
];

impl Program {
    /// Reads `name:key=value,...`.
    ///
    /// # Errors
    /// An unknown program or setting, or a value out of range; the message says what is allowed.
    pub fn read(text: &str) -> Result<Self, Text> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let mut settings = Settings::read(name, settings)?;
        let program = match name {
            "triad" => Self::Triad(triad::Triad::read(&mut settings)?),
            "matmul" => Self::Matmul(matmul::Matmul::read(&mut settings)?),
            "stencil" => Self::Stencil(stencil::Stencil::read(&mut settings)?),
            "chase" => Self::Chase(chase::Chase::read(&mut settings)?),
            "random" => Self::Random(random::Random::read(&mut settings)?),
            "counters" => Self::Counters(counters::Counters::read(&mut settings)?),
            "stride" => Self::Stride(stride::Stride::read(&mut settings)?),
            _ => {
                let names = PROGRAMS.map(|p| p.0);
                let known = names.join(", ");
                let near = nearest(name, names.into_iter());
                return Err(match near.first() {
                    Some(near) => text!(
                        "there is no program `{name}`; did you mean `{near}`?",
                        "プログラム `{name}` はありません。`{near}` ですか"
                    ),
                    None => text!(
                        "there is no program `{name}`; there are {known}",
                        "プログラム `{name}` はありません。使えるのは {known} です"
                    ),
                });
            }
        };
        settings.finish()?;
        Ok(program)
    }

    /// The arrays of the program, with their names and addresses.
    pub fn regions(&self) -> Vec<Region> {
        match self {
            Self::Triad(p) => p.regions(),
            Self::Matmul(p) => p.regions(),
            Self::Stencil(p) => p.regions(),
            Self::Chase(p) => p.regions(),
            Self::Random(p) => p.regions(),
            Self::Counters(p) => p.regions(),
            Self::Stride(p) => p.regions(),
        }
    }

    /// One source per thread.
    pub fn sources(&self) -> Vec<Box<dyn Source + Send>> {
        match self {
            Self::Triad(p) => threads(p.threads, |t| triad::Thread::new(p.clone(), t)),
            Self::Matmul(p) => threads(p.threads, |t| matmul::Thread::new(p.clone(), t)),
            Self::Stencil(p) => threads(p.threads, |t| stencil::Thread::new(p.clone(), t)),
            Self::Chase(p) => threads(p.threads, |t| chase::Thread::new(p.clone(), t)),
            Self::Random(p) => threads(p.threads, |t| random::Thread::new(p.clone(), t)),
            Self::Counters(p) => threads(p.threads, |t| counters::Thread::new(p.clone(), t)),
            Self::Stride(p) => threads(p.threads, |t| stride::Thread::new(p.clone(), t)),
        }
    }
}

fn threads<S: Source + Send + 'static>(count: u64, make: impl Fn(u64) -> S) -> Vec<Box<dyn Source + Send>> {
    (0..count).map(|t| Box::new(make(t)) as Box<dyn Source + Send>).collect()
}

/// The part of `0..n` that thread `t` of `threads` works on, by OpenMP's static schedule.
fn part(n: u64, threads: u64, t: u64) -> Range<u64> {
    let (each, more) = (n / threads, n % threads);
    let first = t * each + t.min(more);
    first..first + each + u64::from(t < more)
}

/// The accesses of each iteration of a loop.
#[inline(always)]
fn extend<const N: usize>(out: &mut Vec<Access>, turns: Range<u64>, turn: impl Fn(u64) -> [Access; N]) {
    out.extend(turns.flat_map(turn));
}

/// Arrays of one size, one after the other from [`BASE`] on.
fn in_turn<const N: usize>(names: [&str; N], bytes: u64) -> Vec<Region> {
    let mut start = BASE;
    let region = |name| {
        let region = Region::new(name, start, bytes);
        start = behind(start, bytes);
        region
    };
    names.map(region).into()
}

/// The first page boundary after an array.
fn behind(start: u64, bytes: u64) -> u64 {
    (start + bytes).next_multiple_of(4096)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::trace::Batch;

    /// All batches of all threads.
    fn all(program: &str) -> Vec<Batch> {
        let mut batches = Vec::new();
        for mut source in Program::read(program).unwrap_or_else(|e| panic!("{e:?}")).sources() {
            let mut batch = Batch::default();
            let (mut count, length) = (0, source.length().expect("known"));
            while source.fill(&mut batch).expect("no error") {
                count += batch.accesses.len() as u64;
                batches.push(core::mem::take(&mut batch));
            }
            assert_eq!(count, length, "{program}");
        }
        batches
    }

    #[test]
    fn programs_have_as_many_accesses_as_their_formulas_say_and_all_are_sound() {
        for (program, wanted) in [
            ("triad:n=1000,threads=3", 3000),
            ("triad:n=1000,threads=3,init=serial,passes=2", 3000 + 6000),
            ("triad:n=1000,threads=3,init=parallel,store=nt", 6000),
            // n^2 (2n + 2) with the sum in a register; n^2 + 3 n^3 with a row of C in memory.
            ("matmul:n=17", 17 * 17 * (2 * 17 + 2)),
            ("matmul:n=17,order=ikj,threads=2", 17 * 17 + 3 * 17 * 17 * 17),
            ("matmul:n=17,order=kji", 17 * 17 + 3 * 17 * 17 * 17),
            // Blocks of 8 divide k into three parts, each with its load and store of C.
            ("matmul:n=17,block=8", 2 * 17 * 17 * 17 + 3 * 2 * 17 * 17),
            ("stencil:n=10,steps=3,threads=2", 3 * 8 * 8 * 6),
            ("chase:n=5000,threads=2", 10_000),
            ("random:n=5000,threads=2,writes=30", 10_000),
            ("counters:n=500,threads=3", 3000),
            ("stride:bytes=4096,stride=64,passes=3", 192),
        ] {
            let batches = all(program);
            assert_eq!(batches.iter().map(|b| b.accesses.len()).sum::<usize>(), wanted, "{program}");
            assert!(batches.iter().flat_map(|b| &b.accesses).all(|a| a.is_sound() && a.thread == 0));
        }
        for (name, example) in PROGRAMS {
            let first = |s: &str| alloc::string::String::from(s.split('|').next().expect("one"));
            let settings: Vec<_> = example.split(',').map(first).collect();
            assert_eq!(
                Program::read(&alloc::format!("{name}:{}", settings.join(","))),
                Program::read(name),
                "the help text tells the defaults"
            );
        }
    }

    #[test]
    fn every_access_is_in_an_array_and_arrays_have_no_common_addresses() {
        for program in [
            "triad:n=1000,threads=3,init=serial",
            "matmul:n=17,block=8",
            "matmul:n=17,order=kji",
            "stencil:n=10,steps=2",
            "chase:bytes=4096,n=100,threads=2",
            "random:bytes=1000,n=100",
            "counters:n=5,threads=3,stride=100",
            "stride:bytes=5000,stride=64,threads=2",
        ] {
            let regions = Program::read(program).expect("a program").regions();
            assert_eq!(crate::model::machine::check_regions(&regions), Ok(()), "{program}");
            let mut touched: Vec<bool> = regions.iter().map(|_| false).collect();
            for access in all(program).into_iter().flat_map(|batch| batch.accesses) {
                let (first, last) = (access.addr, access.addr + u64::from(access.size) - 1);
                let place = regions.iter().position(|region| region.first <= first && last <= region.last);
                touched[place.unwrap_or_else(|| panic!("{program}: {first:#x} is in no array"))] = true;
            }
            assert!(touched.iter().all(|touched| *touched), "{program}: {touched:?}");
        }
    }

    #[test]
    fn a_chase_visits_each_line_once_before_it_returns() {
        let lines = all("chase:bytes=65536,n=1024").into_iter().flat_map(|b| b.accesses).map(|a| a.addr);
        let mut lines: Vec<u64> = lines.collect();
        assert!(lines.windows(2).filter(|w| w[1] == w[0] + 64).count() < 100, "no pattern");
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 1024);
    }

    #[test]
    fn parts_are_the_whole() {
        for (n, threads) in [(10, 3), (3, 10), (128, 128), (1_000_003, 7)] {
            let parts: Vec<_> = (0..threads).map(|t| part(n, threads, t)).collect();
            assert_eq!((parts[0].start, parts[threads as usize - 1].end), (0, n));
            assert!(parts.windows(2).all(|w| w[0].end == w[1].start));
        }
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_can() {
        for (text, wanted) in [
            ("tirad", "did you mean `triad`"),
            ("zebra", "there are triad, matmul"),
            ("triad:m=1", "`m`"),
            ("triad:n=0", "`n`"),
            ("triad:n=1,n=2", "twice"),
            ("triad:n", "key=value"),
            ("triad:n=1e6", "whole number"),
            ("triad:init=some", "none, serial, parallel"),
            ("matmul:order=iij", "ijk, ikj"),
            ("chase:bytes=1000", "`bytes`"),
            ("random:writes=101", "0 to 100"),
            ("triad:threads=5000", "1 to 4096"),
        ] {
            let error = Program::read(text).expect_err(text);
            assert!(error.en.contains(wanted), "{text}: {}", error.en);
        }
    }
}
