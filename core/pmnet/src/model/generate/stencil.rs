//! A five-point stencil (Jacobi) on a square grid of doubles: for each inner point five loads from one grid and a store
//! to the other; then the grids are swapped. Each step is a phase, so all threads start it together.

use super::settings::Settings;
use super::{BASE, BATCH, DOUBLE, behind, extend, in_turn, part};
use crate::model::machine::{Region, Work};
use crate::model::trace::{Access, Batch, Mark, Source};
use alloc::{string::String, vec::Vec};
use core::ops::Range;
use mcore_base::Text;

/// A stencil on a plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stencil {
    n: u64,
    pub(super) threads: u64,
    steps: u64,
}

impl Stencil {
    pub(super) fn read(settings: &mut Settings) -> Result<Self, Text> {
        Ok(Self {
            n: settings.number("n", 1024, 3, 65_536)?,
            threads: settings.threads(1)?,
            steps: settings.number("steps", 4, 1, 1_000_000)?,
        })
    }

    pub(super) fn regions(&self) -> Vec<Region> {
        in_turn(["grid0", "grid1"], self.n * self.n * DOUBLE)
    }
}

/// One thread: rows of the grid.
pub(super) struct Thread {
    program: Stencil,
    grids: [u64; 2],
    rows: Range<u64>,
    row: u64,
    column: u64,
    step: u64,
    begun: bool,
}

impl Thread {
    pub(super) fn new(program: Stencil, t: u64) -> Self {
        let inner = part(program.n - 2, program.threads, t);
        let rows = inner.start + 1..inner.end + 1;
        let other = behind(BASE, program.n * program.n * DOUBLE);
        Self { program, grids: [BASE, other], row: rows.start, rows, column: 1, step: 0, begun: false }
    }
}

impl Source for Thread {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        batch.threads = 1;
        if self.step == self.program.steps {
            return Ok(false);
        }
        if !core::mem::replace(&mut self.begun, true) {
            batch.mark(Mark::Phase(String::from("step")));
        }
        let n = self.program.n;
        let [from, to] = if self.step % 2 == 0 { self.grids } else { [self.grids[1], self.grids[0]] };
        let mut points = 0;
        while batch.accesses.len() < BATCH && self.row < self.rows.end {
            let row = self.row * n;
            let end = (n - 1).min(self.column + BATCH as u64 / 6);
            extend(&mut batch.accesses, self.column..end, |column| {
                let at = row + column;
                let load = |at: u64| Access::read(from + at * DOUBLE, DOUBLE as u32);
                let store = Access::write(to + at * DOUBLE, DOUBLE as u32);
                [load(at - n), load(at - 1), load(at), load(at + 1), load(at + n), store]
            });
            points += end - self.column;
            self.column = end;
            if end == n - 1 {
                (self.row, self.column) = (self.row + 1, 1);
            }
        }
        if points > 0 {
            // Four additions and a multiplication.
            batch.mark(Mark::Work { thread: 0, work: Work { dp_flops: 5 * points, ..Work::default() } });
        }
        if self.row >= self.rows.end {
            (self.row, self.step, self.begun) = (self.rows.start, self.step + 1, false);
        }
        Ok(true)
    }

    fn length(&self) -> Option<u64> {
        Some((self.rows.end - self.rows.start) * (self.program.n - 2) * 6 * self.program.steps)
    }
}
