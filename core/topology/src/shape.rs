//! The kinds of networks, by name.

use crate::cube::LETTERS;
use crate::{Cube, sizes_text};
use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};

/// Maximum number of dimensions of a cube, or of levels of a tree.
pub const MAX_DIMS: usize = 6;
/// Maximum number of nodes.
pub const MAX_NODES: u64 = 1 << 20;
/// Maximum number of children of a switch of a tree; it has as many up-links.
pub const MAX_ARITY: u32 = 31;

/// The shape of a network.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topology {
    /// A k-ary n-cube of 1 to [`MAX_DIMS`] dimensions: one switch per node.
    Cube(Cube),
    /// A fat tree with full bisection bandwidth: the switches of level i have `arity[i]` children and as many up-links;
    /// those of the top level have no up-links.
    FatTree {
        /// Children of a switch of each level, the lowest first; 1 to 6 levels of 2 to [`MAX_ARITY`].
        arity: Vec<u32>,
        /// The up-links are chosen by the source ("up-straight"), else by the destination ("down-straight").
        up_straight: bool,
    },
}

/// The reason why a topology is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TopologyError {
    /// There must be 1 to [`MAX_DIMS`] dimensions.
    Dims(usize),
    /// This size is out of range.
    Size(u32),
    /// Too many nodes.
    Nodes(u64),
    /// There must be one wrap per dimension.
    Wraps,
    /// A Tofu-like torus has six dimensions, the last three 2, 3 and 2.
    Tofu,
    /// There is no kind with this name.
    Kind(String),
}

impl TopologyError {
    /// The error as text.
    pub fn text(&self) -> Text {
        match self {
            Self::Dims(n) => text!(
                "{n} dimensions: a network has 1 to {MAX_DIMS}, for example 16x16x16",
                "{n} 次元です。1 から {MAX_DIMS} 次元まで、例: 16x16x16"
            ),
            Self::Size(n) => text!(
                "size {n}: each dimension has at least 1 node; a switch of a fat tree has 2 to {MAX_ARITY} children",
                "大きさ {n}: 各次元は 1 以上、ファットツリーのスイッチの子は 2 から {MAX_ARITY} です"
            ),
            Self::Nodes(n) => {
                text!("{n} nodes: at most {MAX_NODES} can be simulated", "{n} ノードです。{MAX_NODES} ノードまでです")
            }
            Self::Wraps => text!("as many wraps as dimensions are wanted", "wrap は次元の数だけ必要です"),
            Self::Tofu => text!(
                "tofu wants six dimensions of which the last three are 2x3x2, for example 4x4x4x2x3x2",
                "tofu は 6 次元で、最後の 3 つは 2x3x2 です。例: 4x4x4x2x3x2"
            ),
            Self::Kind(name) => text!(
                "there is no topology `{name}`; known ones are torus, mesh, tofu and fat-tree",
                "トポロジ `{name}` はありません。torus、mesh、tofu、fat-tree があります"
            ),
        }
    }
}

impl Topology {
    /// A torus: all dimensions are rings.
    pub fn torus(dims: &[u32]) -> Self {
        Self::Cube(Cube::torus(dims))
    }

    /// A mesh: no dimension is a ring.
    pub fn mesh(dims: &[u32]) -> Self {
        Self::Cube(Cube::mesh(dims))
    }

    /// Like the Tofu interconnect: six dimensions of which x, y, z and the fifth are rings, and the last three are 2 x 3 x 2.
    pub fn tofu(dims: &[u32]) -> Result<Self, TopologyError> {
        match dims {
            [_, _, _, 2, 3, 2] => {
                Ok(Self::Cube(Cube { dims: dims.to_vec(), wrap: alloc::vec![true, true, true, false, true, false] }))
            }
            _ => Err(TopologyError::Tofu),
        }
    }

    /// A cube in which the dimensions whose letters (of `xyzabc`) are in `rings` are rings; the others are lines.
    pub fn with_rings(dims: &[u32], rings: &str) -> Self {
        let wrap = LETTERS.iter().take(dims.len()).map(|letter| rings.contains(*letter)).collect();
        Self::Cube(Cube { dims: dims.to_vec(), wrap })
    }

    /// The topology of a kind: `torus`, `mesh`, `tofu` or `fat-tree`.
    pub fn named(kind: &str, dims: &[u32]) -> Result<Self, TopologyError> {
        let topology = match kind {
            "torus" => Self::torus(dims),
            "mesh" => Self::mesh(dims),
            "tofu" => Self::tofu(dims)?,
            "fat-tree" => Self::FatTree { arity: dims.to_vec(), up_straight: true },
            _ => return Err(TopologyError::Kind(kind.into())),
        };
        topology.validate()?;
        Ok(topology)
    }

    /// Checks that it can be built.
    pub fn validate(&self) -> Result<(), TopologyError> {
        let (dims, least, most) = match self {
            Self::Cube(Cube { dims, wrap }) => {
                if dims.len() != wrap.len() {
                    return Err(TopologyError::Wraps);
                }
                (dims, 1, 1 << 15)
            }
            Self::FatTree { arity, .. } => (arity, 2, MAX_ARITY),
        };
        if dims.is_empty() || dims.len() > MAX_DIMS {
            return Err(TopologyError::Dims(dims.len()));
        }
        if let Some(size) = dims.iter().find(|size| !(least..=most).contains(*size)) {
            return Err(TopologyError::Size(*size));
        }
        let nodes = dims.iter().fold(1u64, |nodes, size| nodes.saturating_mul(u64::from(*size)));
        if nodes > MAX_NODES { Err(TopologyError::Nodes(nodes)) } else { Ok(()) }
    }

    /// Sizes of the dimensions, the fastest first; for a tree the children of a switch, the lowest level first.
    pub fn sizes(&self) -> &[u32] {
        match self {
            Self::Cube(cube) => &cube.dims,
            Self::FatTree { arity, .. } => arity,
        }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        self.sizes().iter().product()
    }

    /// Number of switches.
    pub fn switches(&self) -> u32 {
        match self {
            Self::Cube(cube) => cube.nodes(),
            Self::FatTree { arity, .. } => (0..arity.len()).map(|level| switches_of_level(arity, level)).sum(),
        }
    }

    /// Virtual channels of a link: two if there are rings, where packets could otherwise wait for each other in a
    /// cycle.
    pub fn channels(&self) -> u8 {
        match self {
            Self::Cube(cube) if cube.wrap.contains(&true) => 2,
            _ => 1,
        }
    }

    /// The coordinates of a node, the fastest dimension first: the digits of its number.
    pub fn coordinates(&self, node: u32) -> Vec<u32> {
        let mut rest = node;
        self.sizes().iter().map(|size| (rest % size, rest /= size).0).collect()
    }

    /// The node at some coordinates, if it exists.
    pub fn node_at(&self, coordinates: &[u32]) -> Option<u32> {
        let dims = self.sizes();
        if coordinates.len() != dims.len() || coordinates.iter().zip(dims).any(|(c, size)| c >= size) {
            return None;
        }
        Some(coordinates.iter().zip(dims).rev().fold(0, |node, (c, size)| node * size + c))
    }

    /// A short name such as `torus 16x16x16`.
    pub fn name(&self) -> String {
        let sizes = sizes_text(self.sizes());
        match self {
            Self::FatTree { .. } => format!("fat-tree {sizes}"),
            Self::Cube(cube) if !cube.wrap.contains(&false) => format!("torus {sizes}"),
            Self::Cube(cube) if !cube.wrap.contains(&true) => format!("mesh {sizes}"),
            Self::Cube(cube) => {
                let rings = cube.wrap.iter().map(|ring| if *ring { 'o' } else { '-' }).collect::<String>();
                format!("cube {sizes} ({rings})")
            }
        }
    }
}

/// Switches of a level of a fat tree: with full bisection there are as many links between levels as nodes.
pub(crate) fn switches_of_level(arity: &[u32], level: usize) -> u32 {
    arity.iter().product::<u32>() / arity[level]
}
