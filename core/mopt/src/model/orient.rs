//! The ways to turn and mirror a box of tasks, and the ways to join two equal boxes.

use alloc::vec::Vec;
use mcore_base::Rng;

/// A position in a box, or the sizes of one.
pub type Place = [u16; 3];

/// The orders of the axes, in lexicographic order.
const PERMUTATIONS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// An orientation of a box: the axes are permuted, then some are mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orientation {
    /// The own axis that lies along each axis of the network.
    pub axes: [u8; 3],
    /// The axes of the network along which the box is mirrored: bit 0 for x, 1 for y, 2 for z.
    pub flips: u8,
}

impl Orientation {
    /// The coordinate along an axis of the network of a task at `place` in a box of these sizes.
    pub fn along(self, axis: usize, place: Place, sizes: Place) -> u16 {
        let own = place[usize::from(self.axes[axis])];
        if self.flips >> axis & 1 == 1 { sizes[axis] - 1 - own } else { own }
    }

    /// The position of a task in the turned box.
    pub fn apply(self, place: Place, sizes: Place) -> Place {
        [0, 1, 2].map(|axis| self.along(axis, place, sizes))
    }

    /// The own axis that lies along an axis of the network, and whether it is mirrored.
    pub(super) fn face(self, axis: usize) -> (u8, bool) {
        (self.axes[axis], self.flips >> axis & 1 == 1)
    }
}

/// All orientations that keep a box of these sizes in a network of `dims` dimensions: permutations in lexicographic order, for
/// each the flips as a binary number, x the lowest bit. Sides of length 1 are not flipped.
pub fn orientations(sizes: Place, dims: usize) -> Vec<Orientation> {
    let keeps = |axes: &[u8; 3]| {
        (0..3).all(|axis| {
            sizes[axis] == sizes[usize::from(axes[axis])] && (axis < dims || usize::from(axes[axis]) == axis)
        })
    };
    let fits = |flips: &u8| (0..3).all(|axis| sizes[axis] > 1 || flips >> axis & 1 == 0);
    let permutations = PERMUTATIONS.into_iter().filter(keeps);
    permutations.flat_map(|axes| (0..8u8).filter(fits).map(move |flips| Orientation { axes, flips })).collect()
}

/// A way to join two boxes: the orientations of the first and of the second one.
pub type Way = (Orientation, Orientation);

/// The ways to join two boxes along an axis. The first box shows each of its faces once, by the first orientation that does; the
/// second one takes all orientations.
pub fn ways(sizes: Place, dims: usize, axis: usize) -> Vec<Way> {
    let all = orientations(sizes, dims);
    let mut first: Vec<Orientation> = Vec::new();
    for own in &all {
        if !first.iter().any(|known| known.face(axis) == own.face(axis)) {
            first.push(*own);
        }
    }
    first.into_iter().flat_map(|a| all.iter().map(move |b| (a, *b))).collect()
}

/// Shuffles the ways of an iteration for start `start`; start 0 leaves them as they are.
pub fn shuffle(ways: &mut [Way], start: u32, iteration: u32) {
    if start == 0 {
        return;
    }
    let mut rng = Rng::new(256 * u64::from(start) + u64::from(iteration));
    for last in (1..ways.len()).rev() {
        ways.swap(last, (rng.next_u64() % (last as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_ways_as_the_paper_has() {
        let count = |sizes: Place, dims, axis| ways(sizes, dims, axis).len();
        assert_eq!(count([4, 4, 1], 2, 0), 32, "squares");
        assert_eq!(count([8, 4, 1], 2, 1), 8, "rectangles: the paper's 16 are these and their mirror images");
        assert_eq!(count([4, 4, 4], 3, 0), 6 * 48, "cubes");
        assert_eq!(count([8, 4, 4], 3, 1), 4 * 16);
        assert_eq!(count([8, 8, 4], 3, 2), 2 * 16);
    }

    #[test]
    fn an_orientation_moves_each_place_to_another() {
        let sizes = [4, 4, 2];
        for own in orientations(sizes, 3) {
            let mut seen = alloc::collections::BTreeSet::new();
            for node in 0..32u16 {
                seen.insert(own.apply([node % 4, node / 4 % 4, node / 16], sizes));
            }
            assert_eq!(seen.len(), 32, "{own:?}");
            assert!(seen.iter().all(|at| at.iter().zip(sizes).all(|(at, size)| *at < size)));
        }
    }
}
