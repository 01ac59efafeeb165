//! Switches, ports and routes.
//!
//! A *port* of a switch is an input and an output. Ports to nodes are numbered first (one per NIC of each node of the
//! switch), then those to other switches.

use crate::cube::direction;
use crate::shape::switches_of_level;
use crate::{Cube, Tie, Topology, axis, listed};
use alloc::{format, string::String, vec::Vec};

/// The other end of a port of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// To NIC `nic` of a node.
    Node {
        node: u32,
        /// Its NIC, from 0.
        nic: u8,
    },
    /// To a port of another switch.
    Switch { switch: u32, port: u8 },
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
            Topology::Cube(cube) => {
                coordinates.reserve(nodes as usize * cube.dims.len());
                for node in 0..nodes {
                    let mut rest = node;
                    for size in &cube.dims {
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
            Topology::Cube(_) => (node, 0),
            Topology::FatTree { arity, .. } => (node / arity[0], (node % arity[0]) as u8 * self.nics),
        }
    }

    /// Number of ports of a switch, used or not.
    pub fn ports(&self, switch: u32) -> u8 {
        match &self.topology {
            Topology::Cube(cube) => self.nics + 2 * cube.dims.len() as u8,
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
            Topology::Cube(_) => (switch, 1),
            Topology::FatTree { arity, .. } => match self.level(switch) {
                (0, index) => (index * arity[0], arity[0]),
                _ => (0, 0),
            },
        }
    }

    /// The other end of a port. The port there leads back.
    pub fn beyond(&self, switch: u32, port: u8) -> Beyond {
        match &self.topology {
            Topology::Cube(cube) => {
                let Some((dim, up)) = self.direction(port) else { return Beyond::Node { node: switch, nic: port } };
                match cube.beside(switch, dim, up) {
                    Some((switch, _)) => Beyond::Switch { switch, port: self.port(dim, !up) },
                    None => Beyond::Nothing,
                }
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
    #[inline]
    pub fn turn(&self, switch: u32, from: u32, to: u32, nic: u8) -> Turn {
        match &self.topology {
            Topology::Cube(Cube { dims, wrap }) => {
                let n = dims.len();
                let here = &self.coordinates[switch as usize * n..][..n];
                let there = &self.coordinates[to as usize * n..][..n];
                for dim in 0..n {
                    let (at, to) = (u32::from(here[dim]), u32::from(there[dim]));
                    if at == to {
                        continue;
                    }
                    let (up, links) = axis::path(at, to, dims[dim], wrap[dim], self.tie);
                    return Turn { port: self.port(dim, up), straight: (links - 1) as u16 };
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
        let Topology::Cube(cube) = &self.topology else { return false };
        let next = self.direction(port).and_then(|(dim, up)| cube.beside(switch, dim, up));
        next.is_some_and(|(_, closes)| closes)
    }

    /// The port of a direction of a cube.
    fn port(&self, dim: usize, up: bool) -> u8 {
        self.nics + 2 * dim as u8 + u8::from(!up)
    }

    /// Dimension and direction of a port of a cube; none for a port to a node.
    fn direction(&self, port: u8) -> Option<(usize, bool)> {
        port.checked_sub(self.nics).map(|at| (usize::from(at / 2), at % 2 == 0))
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
            Topology::Cube(_) => format!("({})", listed(self.topology.coordinates(switch))),
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
            (_, Topology::Cube(_)) => self.direction(port).map_or_else(String::new, |(dim, up)| direction(dim, up)),
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
