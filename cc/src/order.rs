//! Sorting with little code.
//!
//! The standard library compiles a large sorting function for each type. The page fetches the compiler, and its lists are
//! short, so here one function orders indices for all types.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Indices `0..len` in a stable order: `compare` gets two of them.
fn order(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut from: Vec<usize> = (0..len).collect();
    let mut into = Vec::with_capacity(len);
    let mut width = 1;
    while width < len {
        into.clear();
        for run in from.chunks(width * 2) {
            let (mut left, mut right) = run.split_at(width.min(run.len()));
            while let (Some((l, ls)), Some((r, rs))) = (left.split_first(), right.split_first()) {
                if compare(*l, *r).is_gt() {
                    into.push(*r);
                    right = rs;
                } else {
                    into.push(*l);
                    left = ls;
                }
            }
            into.extend_from_slice(left);
            into.extend_from_slice(right);
        }
        core::mem::swap(&mut from, &mut into);
        width *= 2;
    }
    from
}

/// Stable sorting, as `sort` and `sort_by_key` of slices.
pub trait Order<T> {
    /// Sorts by a comparison.
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by the order of the items.
    fn order(&mut self)
    where
        T: Ord,
    {
        self.order_by(T::cmp);
    }

    /// Sorts by a key of each item.
    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.order_by(|a, b| key(a).cmp(&key(b)));
    }
}

impl<T> Order<T> for [T] {
    fn order_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        if self.is_sorted_by(|a, b| compare(a, b).is_le()) {
            return;
        }
        let wanted = order(self.len(), &mut |a, b| match (self.get(a), self.get(b)) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        });
        // The places to which the items go; each swap takes one item to its place.
        let mut places = alloc::vec![0; wanted.len()];
        for (place, item) in wanted.iter().enumerate() {
            places[*item] = place;
        }
        for i in 0..places.len() {
            while places[i] != i {
                let place = places[i];
                self.swap(i, place);
                places.swap(i, place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore_base::Rng;

    #[test]
    fn items_are_in_the_order_of_the_standard_library() {
        let mut rng = Rng::new(7);
        for len in 0..70 {
            let items: Vec<(u64, usize)> = (0..len).map(|i| (rng.next_u64() % 9, i)).collect();
            let (mut ours, mut theirs) = (items.clone(), items.clone());
            ours.order_by_key(|item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
            ours.reverse();
            ours.order();
            assert_eq!(ours, theirs);
            ours.order_by_key(|item| core::cmp::Reverse(item.1));
            assert!(ours.is_sorted_by_key(|item| core::cmp::Reverse(item.1)));
        }
    }
}
