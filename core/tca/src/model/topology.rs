//! One or two rings of boards, and the way of a transfer through them.

use super::Params;
use alloc::vec::Vec;
use mcore_topology::{Cube, Tie};
use serde::{Deserialize, Serialize};

/// A directed link. Every transfer also uses the two ports between host and board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Link {
    /// From the host of a node to its board.
    HostOut(u8),
    /// From the board of a node to its host.
    HostIn(u8),
    Board(u8, u8),
}

/// The rings of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rings {
    /// Nodes of a ring.
    pub length: u8,
    /// Rings, 1 or 2.
    pub rings: u8,
    /// The ring is the first dimension, and the cross links are the second one.
    cube: Cube,
}

impl Rings {
    /// The rings of these parameters.
    pub fn new(params: &Params) -> Self {
        let rings = params.rings.clamp(1, 2) as u8;
        Self::of((params.nodes as u8 / rings).max(1), rings)
    }

    /// Rings of some length.
    pub fn of(length: u8, rings: u8) -> Self {
        let cube = Cube { dims: alloc::vec![length.into(), rings.into()], wrap: alloc::vec![true, false] };
        Self { length, rings, cube }
    }

    /// Nodes of all rings.
    pub fn nodes(&self) -> u8 {
        self.length * self.rings
    }

    /// The boards of a way, both ends included: along the own ring by the shorter way (of two equal ones the rising one),
    /// then across.
    pub fn boards(&self, from: u8, to: u8) -> Vec<u8> {
        let mut boards = Vec::new();
        self.cube.route(from.into(), to.into(), Tie::OneWay, |board, _, _| boards.push(board as u8));
        boards.push(to);
        boards
    }

    /// The links of a way with the ports of both hosts.
    pub fn route(&self, from: u8, to: u8) -> Vec<Link> {
        let boards = self.boards(from, to);
        let mut links = alloc::vec![Link::HostOut(from)];
        links.extend(boards.windows(2).map(|pair| Link::Board(pair[0], pair[1])));
        links.push(Link::HostIn(to));
        links
    }

    /// Whether two boards are joined by a cable.
    pub fn are_neighbours(&self, a: u8, b: u8) -> bool {
        a != b && self.boards(a, b).len() == 2
    }
}
