//! k-ary n-cubes: meshes, tori, and networks of which some dimensions are lines and some are rings.

use crate::axis::{self, Tie};
use alloc::vec::Vec;

/// The letters of the dimensions.
pub(crate) const LETTERS: [char; crate::MAX_DIMS] = ['x', 'y', 'z', 'a', 'b', 'c'];

/// A k-ary n-cube: each node has two links in each dimension. Routes follow dimension order, the first one first, by the shorter
/// way. A node's number has the coordinates as its digits, the first dimension is the fastest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    /// Size of each dimension, the fastest first.
    pub dims: Vec<u32>,
    /// Whether a dimension is a ring (torus) or a line (mesh).
    pub wrap: Vec<bool>,
}

impl Cube {
    /// A torus: all dimensions are rings.
    pub fn torus(dims: &[u32]) -> Self {
        Self { dims: dims.to_vec(), wrap: dims.iter().map(|_| true).collect() }
    }

    /// A mesh: no dimension is a ring.
    pub fn mesh(dims: &[u32]) -> Self {
        Self { dims: dims.to_vec(), wrap: dims.iter().map(|_| false).collect() }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        self.dims.iter().product()
    }

    /// Each dimension: its size, and whether it is a ring.
    fn axes(&self) -> impl Iterator<Item = (u32, bool)> + '_ {
        self.dims.iter().copied().zip(self.wrap.iter().copied())
    }

    /// Nodes between two neighbours in a dimension.
    fn stride(&self, dim: usize) -> u32 {
        self.dims[..dim].iter().product()
    }

    /// Links of a shortest path.
    pub fn hops(&self, from: u32, to: u32) -> u32 {
        self.sum(from, to, |ring| ring)
    }

    /// Links of a shortest path without the links that close rings.
    pub fn hops_on_lines(&self, from: u32, to: u32) -> u32 {
        self.sum(from, to, |_| false)
    }

    #[inline]
    fn sum(&self, mut from: u32, mut to: u32, wraps: impl Fn(bool) -> bool) -> u32 {
        let mut hops = 0;
        for (size, ring) in self.axes() {
            hops += axis::distance(from % size, to % size, size, wraps(ring));
            (from, to) = (from / size, to / size);
        }
        hops
    }

    /// The node beside another one, and whether the link to it closes a ring; none if there is no link.
    pub fn beside(&self, node: u32, dim: usize, up: bool) -> Option<(u32, bool)> {
        let (size, ring, stride) = (self.dims[dim], self.wrap[dim], self.stride(dim));
        let at = node / stride % size;
        let (next, closes) = axis::next(at, size, ring, up)?;
        Some((node - at * stride + next * stride, closes))
    }

    /// Gives the links of the route in their order: the node that each leaves, its dimension, and whether it leads upwards.
    pub fn route(&self, from: u32, to: u32, tie: Tie, mut link: impl FnMut(u32, usize, bool)) {
        let (mut node, mut stride) = (from, 1);
        for (dim, (size, ring)) in self.axes().enumerate() {
            let mut at = from / stride % size;
            let (up, links) = axis::path(at, to / stride % size, size, ring, tie);
            for _ in 0..links {
                link(node, dim, up);
                let next = axis::beside(at, size, up);
                node = node - at * stride + next * stride;
                at = next;
            }
            stride *= size;
        }
    }
}

/// The name of a direction for people: `+x`, `-y`.
pub fn direction(dim: usize, up: bool) -> alloc::string::String {
    alloc::format!("{}{}", if up { '+' } else { '-' }, LETTERS.get(dim).copied().unwrap_or('?'))
}
