//! Sums over time and space.

use crate::Cycle;
use alloc::{vec, vec::Vec};
use core::ops::Range;

/// Sums by row (a node, a link) and by time. Like a [`Series`](super::Series) with one quantity per row: when all
/// columns are full, neighbours are added together and each column covers twice as many cycles from then on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: usize,
    columns: usize,
    /// Column by column.
    sums: Vec<u32>,
    per_column: Cycle,
    in_last: Cycle,
    cycles: Cycle,
}

impl Grid {
    /// An empty grid of `rows` rows and at most `columns` columns (an even number, at least 2).
    pub fn new(rows: usize, columns: usize) -> Self {
        debug_assert!(columns >= 2 && columns % 2 == 0);
        Self { rows, columns, sums: Vec::new(), per_column: 1, in_last: 0, cycles: 0 }
    }

    /// As [`Grid::new`], but each column covers `per_column` cycles (at least 1) from the start.
    pub fn of_columns(rows: usize, columns: usize, per_column: Cycle) -> Self {
        debug_assert!(per_column > 0);
        Self { per_column, ..Self::new(rows, columns) }
    }

    /// Begins the next cycle; later additions belong to it.
    #[inline]
    pub fn begin_cycle(&mut self) {
        if self.in_last == self.per_column || self.sums.is_empty() {
            if self.sums.len() == self.columns * self.rows && self.rows > 0 {
                self.halve();
            }
            self.sums.resize(self.sums.len() + self.rows, 0);
            self.in_last = 0;
        }
        self.in_last += 1;
        self.cycles += 1;
    }

    /// Begins as many of the next `most` cycles (at least 1, below 2^32) as one column can hold; later additions belong to
    /// that column. Returns how many.
    pub fn begin_cycles(&mut self, most: Cycle) -> Cycle {
        self.begin_cycle();
        let more = (most - 1).min(self.per_column - self.in_last).min(Cycle::from(u32::MAX) - 1);
        self.in_last += more;
        self.cycles += more;
        more + 1
    }

    /// Adds to a row in the current cycle. A sum that would overflow stays at the maximum value.
    #[inline]
    pub fn add(&mut self, row: usize, value: u32) {
        let last = self.sums.len().saturating_sub(self.rows);
        if let Some(sum) = self.sums.get_mut(last + row).filter(|_| row < self.rows) {
            *sum = sum.saturating_add(value);
        }
    }

    /// Begins several cycles.
    pub fn begin_all(&mut self, cycles: Cycle) {
        let mut left = cycles;
        while left > 0 {
            left -= self.begin_cycles(left);
        }
    }

    /// Adds 1 to a row in each of these cycles, counted from the first recorded one, all of which have begun.
    pub fn add_during(&mut self, row: usize, cycles: Range<Cycle>) {
        let mut from = cycles.start;
        while from < cycles.end && row < self.rows {
            let column = from / self.per_column;
            let until = cycles.end.min((column + 1) * self.per_column);
            if let Some(sum) = self.sums.get_mut(column as usize * self.rows + row) {
                *sum = sum.saturating_add(u32::try_from(until - from).unwrap_or(u32::MAX));
            }
            from = until;
        }
    }

    /// Merges each pair of columns. The last of an odd number stays alone, half full.
    fn halve(&mut self) {
        let mut halved = vec![0u32; self.columns.div_ceil(2) * self.rows];
        for (pair, to) in self.sums.chunks(2 * self.rows).zip(halved.chunks_mut(self.rows)) {
            for column in pair.chunks(self.rows) {
                to.iter_mut().zip(column).for_each(|(sum, value)| *sum = sum.saturating_add(*value));
            }
        }
        self.sums = halved;
        self.per_column *= 2;
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Cycles that a column covers; the last one may hold fewer.
    pub fn per_column(&self) -> Cycle {
        self.per_column
    }

    /// Cycles recorded.
    pub fn cycles(&self) -> Cycle {
        self.cycles
    }

    /// The columns in order, each as a slice over the rows.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.sums.chunks_exact(self.rows.max(1))
    }

    /// Cycles that a column holds.
    pub fn cycles_of(&self, column: usize) -> Cycle {
        self.cycles.saturating_sub(column as Cycle * self.per_column).min(self.per_column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_keeps_every_sum() {
        let mut g = Grid::new(3, 8);
        let mut sums = [0u32; 3];
        for cycle in 0..1000u32 {
            g.begin_cycle();
            for (row, sum) in sums.iter_mut().enumerate() {
                let value = cycle % (row as u32 + 2);
                g.add(row, value);
                *sum += value;
            }
            g.add(3, 1); // no such row
        }
        assert_eq!((g.cycles(), g.per_column(), g.columns().len()), (1000, 128, 8));
        assert_eq!((g.cycles_of(0), g.cycles_of(7)), (128, 104));
        for (row, sum) in sums.into_iter().enumerate() {
            assert_eq!(g.columns().map(|c| c[row]).sum::<u32>(), sum);
        }
        // The third column covers cycles 256 to 383.
        assert_eq!(g.columns().nth(2).unwrap()[0], 64);
    }
}
