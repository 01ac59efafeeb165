//! Places on the chip.

use core::fmt;
use serde::{Deserialize, Serialize};

/// A place on the mesh and, packed as in the paper, the low 16 bits of a header flit
/// (X and Y, 8 bits each: M-Core paper, section 2.2; X in bits 15..8 by our definition).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NodeId {
    /// Column, 0 at the west edge; compute nodes start at 1.
    pub x: u8,
    /// Row, 0 at the north edge; compute nodes start at 1.
    pub y: u8,
}

impl NodeId {
    /// The memory node.
    pub const MEMORY: Self = Self { x: 0, y: 0 };

    /// The place (x, y).
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// The word form: X in bits 15..8, Y in bits 7..0.
    pub const fn to_word(self) -> u32 {
        (self.x as u32) << 8 | self.y as u32
    }

    /// Reads the low 16 bits of a word; the upper 16 are ignored.
    pub const fn from_word(word: u32) -> Self {
        Self { x: (word >> 8) as u8, y: word as u8 }
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// The array of compute nodes: M columns by N rows. The mesh around it is (M+1) by (N+1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Array {
    /// M, columns of compute nodes, 1 to 255.
    pub width: u8,
    /// N, rows of compute nodes, 1 to 255.
    pub height: u8,
}

impl Array {
    /// M columns by N rows.
    pub const fn new(width: u8, height: u8) -> Self {
        Self { width, height }
    }

    /// Number of compute nodes, M x N.
    pub const fn nodes(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Number of routers on the mesh, (M+1) x (N+1).
    pub const fn routers(self) -> usize {
        (self.width as usize + 1) * (self.height as usize + 1)
    }

    /// Rank of a compute node, row by row from 0: (y-1) x M + (x-1). `None` for the other nodes.
    pub fn rank(self, id: NodeId) -> Option<usize> {
        let inside = (1..=self.width).contains(&id.x) && (1..=self.height).contains(&id.y);
        inside.then(|| (id.y as usize - 1) * self.width as usize + id.x as usize - 1)
    }

    /// Place of a rank. `rank` must be below [`Array::nodes`].
    pub fn node(self, rank: usize) -> NodeId {
        debug_assert!(rank < self.nodes());
        let w = self.width as usize;
        NodeId::new((rank % w) as u8 + 1, (rank / w) as u8 + 1)
    }

    /// Index of a router in row order over the whole mesh.
    pub const fn router(self, id: NodeId) -> usize {
        id.y as usize * (self.width as usize + 1) + id.x as usize
    }

    /// Place of a router from its index in row order.
    pub const fn router_id(self, index: usize) -> NodeId {
        let w = self.width as usize + 1;
        NodeId::new((index % w) as u8, (index / w) as u8)
    }
}
