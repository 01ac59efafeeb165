//! The two-dimensional mesh and its XY dimension-order routing.

use mcore_base::{Array, NodeId};

/// Ports of a router.
pub const PORTS: usize = 5;

/// A port of a router; X grows east, Y grows south.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Port {
    /// Towards smaller y.
    North,
    /// Towards greater x.
    East,
    /// Towards greater y.
    South,
    /// Towards smaller x.
    West,
    /// To and from the node's own INCC.
    Incc,
}

impl Port {
    /// All ports, in arbitration order.
    pub const ALL: [Self; PORTS] = [Self::North, Self::East, Self::South, Self::West, Self::Incc];

    /// The port on the other side of a link. The opposite of the INCC port is itself.
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
            Self::Incc => Self::Incc,
        }
    }
}

/// XY dimension-order routing (M-Core paper, section 2.2): first along X, then along Y, then out to the INCC.
#[inline]
pub fn route_xy(at: NodeId, to: NodeId) -> Port {
    if to.x > at.x {
        Port::East
    } else if to.x < at.x {
        Port::West
    } else if to.y > at.y {
        Port::South
    } else if to.y < at.y {
        Port::North
    } else {
        Port::Incc
    }
}

/// The router that a port leads to, if the mesh continues there.
pub fn neighbour(array: Array, at: NodeId, port: Port) -> Option<NodeId> {
    let (x, y) = match port {
        Port::North => (at.x, at.y.checked_sub(1)?),
        Port::East => (at.x.checked_add(1)?, at.y),
        Port::South => (at.x, at.y.checked_add(1)?),
        Port::West => (at.x.checked_sub(1)?, at.y),
        Port::Incc => return None,
    };
    (x <= array.width && y <= array.height).then_some(NodeId::new(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_arrives_by_x_then_y_in_manhattan_distance() {
        let array = Array::new(5, 3);
        for from in (0..array.routers()).map(|i| array.router_id(i)) {
            for to in (0..array.routers()).map(|i| array.router_id(i)) {
                let (mut at, mut hops, mut turned) = (from, 0u32, false);
                loop {
                    let port = route_xy(at, to);
                    match port {
                        Port::Incc => break,
                        Port::North | Port::South => turned = true,
                        _ => assert!(!turned, "no X step after a Y step"),
                    }
                    at = neighbour(array, at, port).expect("a route stays on the mesh");
                    hops += 1;
                }
                assert_eq!(at, to);
                assert_eq!(hops, u32::from(from.x.abs_diff(to.x)) + u32::from(from.y.abs_diff(to.y)));
            }
        }
    }
}
