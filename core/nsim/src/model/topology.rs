//! Nodes, switches, ports and routes.
//!
//! A *port* of a switch is an input and an output. Ports to nodes are numbered first (one per NIC of each node of the
//! switch), then those to other switches.

use super::params::Tie;
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
    /// A k-ary n-cube: one switch per node, two links per dimension. Routes follow dimension order, the first one
    /// first, by the shorter way.
    Cube {
        /// Size of each dimension, the fastest first; 1 to 6 of them.
        dims: Vec<u32>,
        /// Whether a dimension is a ring (torus) or a line (mesh).
        wrap: Vec<bool>,
    },
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

/// The other end of a port of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// To NIC `nic` of a node.
    Node {
        /// The node.
        node: u32,
        /// Its NIC, from 0.
        nic: u8,
    },
    /// To a port of another switch.
    Switch {
        /// The switch.
        switch: u32,
        /// Its port.
        port: u8,
    },
    /// Nowhere: the border of a mesh, or a dimension of size 1.
    Nothing,
}

/// The routing of a packet at a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The output.
    pub port: u8,
    /// Number of links that follow in the same direction after this one.
    pub straight: u16,
}

impl Topology {
    /// A torus: all dimensions are rings.
    pub fn torus(dims: &[u32]) -> Self {
        Self::Cube { dims: dims.to_vec(), wrap: dims.iter().map(|_| true).collect() }
    }

    /// A mesh: no dimension is a ring.
    pub fn mesh(dims: &[u32]) -> Self {
        Self::Cube { dims: dims.to_vec(), wrap: dims.iter().map(|_| false).collect() }
    }

    /// Like the Tofu interconnect: six dimensions of which x, y, z and the fifth are rings, and the last three are 2 x 3 x 2.
    pub fn tofu(dims: &[u32]) -> Result<Self, TopologyError> {
        match dims {
            [_, _, _, 2, 3, 2] => {
                Ok(Self::Cube { dims: dims.to_vec(), wrap: alloc::vec![true, true, true, false, true, false] })
            }
            _ => Err(TopologyError::Tofu),
        }
    }

    /// A cube in which the dimensions whose letters (of `xyzabc`) are in `rings` are rings; the others are lines.
    pub fn with_rings(dims: &[u32], rings: &str) -> Self {
        let wrap = "xyzabc".chars().take(dims.len()).map(|letter| rings.contains(letter)).collect();
        Self::Cube { dims: dims.to_vec(), wrap }
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
            Self::Cube { dims, wrap } => {
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

    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        match self {
            Self::Cube { dims, .. } => dims.iter().product(),
            Self::FatTree { arity, .. } => arity.iter().product(),
        }
    }

    /// Number of switches.
    pub fn switches(&self) -> u32 {
        match self {
            Self::Cube { .. } => self.nodes(),
            Self::FatTree { arity, .. } => (0..arity.len()).map(|level| switches_of_level(arity, level)).sum(),
        }
    }

    /// Virtual channels of a link: two if there are rings, where packets could otherwise wait for each other in a
    /// cycle.
    pub fn channels(&self) -> u8 {
        match self {
            Self::Cube { wrap, .. } if wrap.iter().any(|ring| *ring) => 2,
            _ => 1,
        }
    }

    /// The coordinates of a node, the fastest dimension first: the digits of its number.
    pub fn coordinates(&self, node: u32) -> Vec<u32> {
        let (Self::Cube { dims, .. } | Self::FatTree { arity: dims, .. }) = self;
        let mut rest = node;
        dims.iter().map(|size| (rest % size, rest /= size).0).collect()
    }

    /// The node at some coordinates, if it exists.
    pub fn node_at(&self, coordinates: &[u32]) -> Option<u32> {
        let (Self::Cube { dims, .. } | Self::FatTree { arity: dims, .. }) = self;
        if coordinates.len() != dims.len() || coordinates.iter().zip(dims).any(|(c, size)| c >= size) {
            return None;
        }
        Some(coordinates.iter().zip(dims).rev().fold(0, |node, (c, size)| node * size + c))
    }

    /// A short name such as `torus 16x16x16`.
    pub fn name(&self) -> String {
        let (Self::Cube { dims, .. } | Self::FatTree { arity: dims, .. }) = self;
        let sizes = dims.iter().map(|size| format!("{size}")).collect::<Vec<_>>().join("x");
        match self {
            Self::FatTree { .. } => format!("fat-tree {sizes}"),
            Self::Cube { wrap, .. } if wrap.iter().all(|ring| *ring) => format!("torus {sizes}"),
            Self::Cube { wrap, .. } if wrap.iter().all(|ring| !ring) => format!("mesh {sizes}"),
            Self::Cube { wrap, .. } => {
                let rings = wrap.iter().map(|ring| if *ring { 'o' } else { '-' }).collect::<String>();
                format!("cube {sizes} ({rings})")
            }
        }
    }
}

/// Switches of a level of a fat tree: with full bisection there are as many links between levels as nodes.
fn switches_of_level(arity: &[u32], level: usize) -> u32 {
    arity.iter().product::<u32>() / arity[level]
}

/// A topology with tables for fast routing, for nodes with `nics` NICs.
#[derive(Clone, Debug)]
pub struct Routes {
    topology: Topology,
    nics: u8,
    tie: Tie,
    /// Coordinates of each node, `dims` of them.
    coordinates: Vec<u16>,
    /// For trees: number of the first switch of each level.
    levels: Vec<u32>,
}

impl Routes {
    /// Prepares a valid topology.
    pub fn new(topology: Topology, nics: u8, tie: Tie) -> Self {
        let nodes = topology.nodes();
        let mut coordinates = Vec::new();
        let mut levels = Vec::new();
        match &topology {
            Topology::Cube { dims, .. } => {
                coordinates.reserve(nodes as usize * dims.len());
                for node in 0..nodes {
                    let mut rest = node;
                    for size in dims {
                        coordinates.push((rest % size) as u16);
                        rest /= size;
                    }
                }
            }
            Topology::FatTree { arity, .. } => {
                let mut first = 0;
                for level in 0..arity.len() {
                    levels.push(first);
                    first += switches_of_level(arity, level);
                }
            }
        }
        Self { topology, nics, tie, coordinates, levels }
    }

    /// The topology.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The switch of a node, and the port of the first of its NICs.
    pub fn home(&self, node: u32) -> (u32, u8) {
        match &self.topology {
            Topology::Cube { .. } => (node, 0),
            Topology::FatTree { arity, .. } => (node / arity[0], (node % arity[0]) as u8 * self.nics),
        }
    }

    /// Number of ports of a switch, used or not.
    pub fn ports(&self, switch: u32) -> u8 {
        match &self.topology {
            Topology::Cube { dims, .. } => self.nics + 2 * dims.len() as u8,
            Topology::FatTree { arity, .. } => {
                let (level, _) = self.level(switch);
                let down = if level == 0 { arity[0] as u8 * self.nics } else { arity[level] as u8 };
                down + if level + 1 < arity.len() { arity[level] as u8 } else { 0 }
            }
        }
    }

    /// Nodes of a switch: the first one and their number.
    pub fn nodes_of(&self, switch: u32) -> (u32, u32) {
        match &self.topology {
            Topology::Cube { .. } => (switch, 1),
            Topology::FatTree { arity, .. } => match self.level(switch) {
                (0, index) => (index * arity[0], arity[0]),
                _ => (0, 0),
            },
        }
    }

    /// The other end of a port. The port there leads back.
    pub fn beyond(&self, switch: u32, port: u8) -> Beyond {
        match &self.topology {
            Topology::Cube { dims, wrap } => {
                if port < self.nics {
                    return Beyond::Node { node: switch, nic: port };
                }
                let (dim, up) = (usize::from((port - self.nics) / 2), (port - self.nics) % 2 == 0);
                let size = dims[dim];
                let at = u32::from(self.coordinates[switch as usize * dims.len() + dim]);
                let stride = dims[..dim].iter().product::<u32>();
                let to = match (up, at) {
                    _ if size == 1 => return Beyond::Nothing,
                    (true, at) if at + 1 < size => at + 1,
                    (false, at) if at > 0 => at - 1,
                    _ if !wrap[dim] => return Beyond::Nothing,
                    (true, _) => 0,
                    (false, _) => size - 1,
                };
                let back = self.nics + 2 * dim as u8 + u8::from(up);
                Beyond::Switch { switch: switch - at * stride + to * stride, port: back }
            }
            Topology::FatTree { arity, .. } => {
                let (level, index) = self.level(switch);
                let down = if level == 0 { arity[0] as u8 * self.nics } else { arity[level] as u8 };
                if level == 0 && port < down {
                    return Beyond::Node {
                        node: index * arity[0] + u32::from(port / self.nics),
                        nic: port % self.nics,
                    };
                }
                // A switch of level l belongs to a block of switches that reach the same nodes below. Its place in the
                // block and the block's number exchange roles from level to level, which gives full bisection.
                let (block, place) = self.place(arity, level, index);
                if port < down {
                    // To child `port` of the block, which has fewer switches by the factor `arity[level - 1]`: the
                    // place there, and the up-link there that leads here.
                    let ways = arity[level - 1];
                    let child = block * arity[level] + u32::from(port);
                    let (below, way) = (place / ways, place % ways);
                    let switch = self.levels[level - 1] + self.index(arity, level - 1, child, below);
                    return Beyond::Switch { switch, port: self.first_up(arity, level - 1) + way as u8 };
                }
                let way = u32::from(port - down);
                let parent = block / arity[level + 1];
                let child = block % arity[level + 1];
                let above = place * arity[level] + way;
                let switch = self.levels[level + 1] + self.index(arity, level + 1, parent, above);
                Beyond::Switch { switch, port: child as u8 }
            }
        }
    }

    /// The output of `switch` on the way from one node to another, and the number of links in the same direction.
    pub fn turn(&self, switch: u32, from: u32, to: u32, nic: u8) -> Turn {
        match &self.topology {
            Topology::Cube { dims, wrap } => {
                let n = dims.len();
                let here = &self.coordinates[switch as usize * n..][..n];
                let there = &self.coordinates[to as usize * n..][..n];
                for dim in 0..n {
                    let (a, b, size) = (u32::from(here[dim]), u32::from(there[dim]), dims[dim]);
                    if a == b {
                        continue;
                    }
                    let ahead = if b > a { b - a } else { b + size - a };
                    let behind = size - ahead;
                    let up = if !wrap[dim] {
                        b > a
                    } else {
                        match (ahead.cmp(&behind), self.tie) {
                            (core::cmp::Ordering::Less, _) | (core::cmp::Ordering::Equal, Tie::OneWay) => true,
                            (core::cmp::Ordering::Greater, _) => false,
                            (core::cmp::Ordering::Equal, Tie::Split) => a % 2 == 0,
                            (core::cmp::Ordering::Equal, Tie::Direct) => b > a,
                        }
                    };
                    let distance = if !wrap[dim] {
                        a.abs_diff(b)
                    } else if up {
                        ahead
                    } else {
                        behind
                    };
                    return Turn { port: self.nics + 2 * dim as u8 + u8::from(!up), straight: (distance - 1) as u16 };
                }
                Turn { port: nic, straight: 0 }
            }
            Topology::FatTree { arity, up_straight } => {
                let (level, index) = self.level(switch);
                let (block, _) = self.place(arity, level, index);
                // Nodes below the block: those whose numbers have the block's number as their upper digits.
                let span = arity[..=level].iter().product::<u32>();
                if to / span == block {
                    let child = to / (span / arity[level]) % arity[level];
                    let port = if level == 0 { child as u8 * self.nics + nic } else { child as u8 };
                    return Turn { port, straight: 0 };
                }
                // Straight up: the digit of the node at this level.
                let node = if *up_straight { from } else { to };
                let way = node / (span / arity[level]) % arity[level];
                Turn { port: self.first_up(arity, level) + way as u8, straight: 0 }
            }
        }
    }

    /// Whether the link of an output closes a ring.
    pub fn closes_ring(&self, switch: u32, port: u8) -> bool {
        let Topology::Cube { dims, .. } = &self.topology else { return false };
        if port < self.nics {
            return false;
        }
        let (dim, up) = (usize::from((port - self.nics) / 2), (port - self.nics) % 2 == 0);
        let at = u32::from(self.coordinates[switch as usize * dims.len() + dim]);
        if up { at + 1 == dims[dim] } else { at == 0 }
    }

    /// Links that a packet crosses from one node to another, without those between nodes and switches.
    pub fn hops(&self, from: u32, to: u32) -> u32 {
        let (mut switch, _) = self.home(from);
        let mut hops = 0;
        loop {
            let turn = self.turn(switch, from, to, 0);
            match self.beyond(switch, turn.port) {
                Beyond::Switch { switch: next, .. } => switch = next,
                _ => return hops,
            }
            hops += 1;
        }
    }

    /// A name of a switch for people: coordinates, or level and number.
    pub fn switch_name(&self, switch: u32) -> String {
        match &self.topology {
            Topology::Cube { .. } => {
                let at = self.topology.coordinates(switch);
                let at = at.iter().map(|c| format!("{c}")).collect::<Vec<_>>().join(",");
                format!("({at})")
            }
            Topology::FatTree { .. } => {
                let (level, index) = self.level(switch);
                format!("L{level}-{index}")
            }
        }
    }

    /// A name of an output for people: `+x`, `-y`, `up 3`, `down 1`, `node 5`.
    pub fn port_name(&self, switch: u32, port: u8) -> String {
        match (self.beyond(switch, port), &self.topology) {
            (Beyond::Node { node, nic: 0 }, _) if self.nics == 1 => format!("node {node}"),
            (Beyond::Node { node, nic }, _) => format!("node {node}.{nic}"),
            (_, Topology::Cube { .. }) => {
                let at = port - self.nics;
                let sign = if at % 2 == 0 { '+' } else { '-' };
                format!("{sign}{}", ['x', 'y', 'z', 'a', 'b', 'c'][usize::from(at / 2)])
            }
            (_, Topology::FatTree { arity, .. }) => {
                let (level, _) = self.level(switch);
                let up = self.first_up(arity, level);
                if port >= up { format!("up {}", port - up) } else { format!("down {port}") }
            }
        }
    }

    /// Level of a switch of a tree, and its number within the level.
    fn level(&self, switch: u32) -> (usize, u32) {
        let level = self.levels.partition_point(|first| *first <= switch).max(1) - 1;
        (level, switch - self.levels.get(level).copied().unwrap_or(0))
    }

    /// Block of a switch within its level, and its place in the block.
    fn place(&self, arity: &[u32], level: usize, index: u32) -> (u32, u32) {
        let in_block = arity[..level].iter().product::<u32>();
        (index / in_block, index % in_block)
    }

    fn index(&self, arity: &[u32], level: usize, block: u32, place: u32) -> u32 {
        block * arity[..level].iter().product::<u32>() + place
    }

    /// The first port to the next level.
    fn first_up(&self, arity: &[u32], level: usize) -> u8 {
        if level == 0 { arity[0] as u8 * self.nics } else { arity[level] as u8 }
    }
}
