//! The runs of a page so far, for comparison.

use std::rc::Rc;

/// Maximum number of kept runs.
const MAX_RUNS: usize = 12;

/// Runs in order, the newest last.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs<R> {
    list: Vec<Rc<R>>,
    /// Number of all runs ever, including those no longer kept.
    pub count: usize,
    /// The runs that are compared, in order.
    pub compared: Vec<usize>,
}

impl<R> Default for Runs<R> {
    fn default() -> Self {
        Self { list: Vec::new(), count: 0, compared: Vec::new() }
    }
}

impl<R> Runs<R> {
    /// Adds a run, which is then compared with the previous one. If there are too many, the oldest run is dropped.
    pub fn push(&mut self, run: Rc<R>) {
        if self.list.len() == MAX_RUNS {
            self.list.remove(0);
        }
        self.list.push(run);
        self.count += 1;
        self.compare_last(2);
    }

    /// Compares the newest runs.
    pub fn compare_last(&mut self, count: usize) {
        self.compared = (self.list.len().saturating_sub(count)..self.list.len()).collect();
    }

    /// The index of the newest.
    pub fn last(&self) -> usize {
        self.list.len().saturating_sub(1)
    }
}

impl<R> std::ops::Deref for Runs<R> {
    type Target = [Rc<R>];

    fn deref(&self) -> &[Rc<R>] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_two_are_compared_and_the_oldest_leave() {
        let mut runs = Runs::default();
        runs.push(Rc::new(0));
        assert_eq!((runs.len(), runs.compared.clone()), (1, vec![0]));
        for number in 1..20 {
            runs.push(Rc::new(number));
            assert_eq!(runs.compared, [runs.last() - 1, runs.last()]);
        }
        assert_eq!((runs.len(), runs.count, *runs[0], *runs[runs.last()]), (12, 20, 8, 19));
        runs.compare_last(3);
        assert_eq!(runs.compared, [9, 10, 11]);
    }
}
