//! `C = A B` for square matrices of doubles, row by row in memory.
//!
//! The innermost loop decides which element stays in a register. If it is k, that is `c[i][j]`: loaded before the loop
//! and stored after it, and each iteration loads `a[i][k]` and `b[k][j]`. If it is j or i, that is `a[i][k]` or
//! `b[k][j]`: loaded before the loop, and each iteration loads the other one, and loads and stores `c[i][j]`. Blocking
//! iterates over blocks of the three indices in the same order, and over the elements of a block inside.

use super::settings::Settings;
use super::{BASE, BATCH, DOUBLE, behind, extend, in_turn, part};
use crate::model::machine::{Region, Work};
use crate::model::trace::{Access, Batch, Mark, Source};
use alloc::vec::Vec;
use mcore_base::Text;

/// Order of the loops, the outermost first; 0 is i, 1 is j, 2 is k.
pub type Order = [usize; 3];

const ORDERS: [(&str, Order); 6] = [
    ("ijk", [0, 1, 2]),
    ("ikj", [0, 2, 1]),
    ("jik", [1, 0, 2]),
    ("jki", [1, 2, 0]),
    ("kij", [2, 0, 1]),
    ("kji", [2, 1, 0]),
];

/// The product of two matrices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matmul {
    n: u64,
    pub(super) threads: u64,
    order: Order,
    /// Side of a block; that of the matrix without blocking.
    block: u64,
}

impl Matmul {
    pub(super) fn read(settings: &mut Settings) -> Result<Self, Text> {
        let n = settings.number("n", 256, 1, 16_384)?;
        let threads = settings.threads(1)?;
        let order = ORDERS[settings.word("order", &ORDERS.map(|o| o.0))?].1;
        let block = match settings.number("block", 0, 0, n)? {
            0 => n,
            block => block,
        };
        Ok(Self { n, threads, order, block })
    }

    pub(super) fn regions(&self) -> Vec<Region> {
        in_turn(["a", "b", "c"], self.n * self.n * DOUBLE)
    }
}

/// One thread: rows of C.
pub(super) struct Thread {
    program: Matmul,
    arrays: [u64; 3],
    /// First index and end (exclusive) of i, j and k.
    whole: [(u64, u64); 3],
    /// Start of the block.
    block: [u64; 3],
    /// The current element; the index of the innermost loop is at its start.
    at: [u64; 3],
    done: bool,
}

impl Thread {
    pub(super) fn new(program: Matmul, t: u64) -> Self {
        let bytes = program.n * program.n * DOUBLE;
        let b = behind(BASE, bytes);
        let rows = part(program.n, program.threads, t);
        let whole = [(rows.start, rows.end), (0, program.n), (0, program.n)];
        let first = whole.map(|w| w.0);
        let done = rows.is_empty();
        Self { arrays: [BASE, b, behind(b, bytes)], whole, block: first, at: first, done, program }
    }

    /// End of the block in one index.
    fn end(&self, index: usize) -> u64 {
        (self.block[index] + self.program.block).min(self.whole[index].1)
    }

    /// The innermost loop from start to end.
    fn row(&self, batch: &mut Batch) {
        let size = DOUBLE as u32;
        let (n, [a, b, c], [i, j, k]) = (self.program.n, self.arrays, self.at);
        let place = |array: u64, row: u64, column: u64| array + (row * n + column) * DOUBLE;
        let inner = self.program.order[2];
        let range = self.at[inner]..self.end(inner);
        let turns = range.end - range.start;
        let out = &mut batch.accesses;
        match inner {
            2 => {
                out.push(Access::read(place(c, i, j), size));
                extend(out, range, |k| [Access::read(place(a, i, k), size), Access::read(place(b, k, j), size)]);
                out.push(Access::write(place(c, i, j), size));
            }
            1 => {
                out.push(Access::read(place(a, i, k), size));
                extend(out, range, |j| {
                    let sum = place(c, i, j);
                    [Access::read(place(b, k, j), size), Access::read(sum, size), Access::write(sum, size)]
                });
            }
            _ => {
                out.push(Access::read(place(b, k, j), size));
                extend(out, range, |i| {
                    let sum = place(c, i, j);
                    [Access::read(place(a, i, k), size), Access::read(sum, size), Access::write(sum, size)]
                });
            }
        }
        batch.mark(Mark::Work { thread: 0, work: Work { dp_flops: 2 * turns, ..Work::default() } });
    }

    /// Advances to the next start of an innermost loop.
    fn advance(&mut self) {
        let [outer, middle, inner] = self.program.order;
        for index in [middle, outer] {
            self.at[index] += 1;
            if self.at[index] < self.end(index) {
                return;
            }
            self.at[index] = self.block[index];
        }
        for index in [inner, middle, outer] {
            self.block[index] += self.program.block;
            if self.block[index] < self.whole[index].1 {
                self.at = self.block;
                return;
            }
            self.block[index] = self.whole[index].0;
        }
        self.done = true;
    }
}

impl Source for Thread {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        batch.threads = 1;
        if self.done {
            return Ok(false);
        }
        while batch.accesses.len() < BATCH && !self.done {
            self.row(batch);
            self.advance();
        }
        // One sum instead of one per row.
        let work = batch.marks.drain(..).fold(Work::default(), |mut sum, (_, mark)| {
            if let Mark::Work { work, .. } = mark {
                sum += work;
            }
            sum
        });
        batch.mark(Mark::Work { thread: 0, work });
        Ok(true)
    }

    fn length(&self) -> Option<u64> {
        let (n, rows) = (self.program.n, self.whole[0].1 - self.whole[0].0);
        let inner = self.program.order[2];
        // Every iteration has two accesses if k is innermost, else three; every start of the innermost loop has two, or
        // one.
        let length = if inner == 0 { rows } else { n };
        let pieces = length.div_ceil(self.program.block);
        let loops = (rows * n * n).checked_div(length).unwrap_or(0) * pieces;
        let (turn, begin) = if inner == 2 { (2, 2) } else { (3, 1) };
        Some(rows * n * n * turn + loops * begin)
    }
}
