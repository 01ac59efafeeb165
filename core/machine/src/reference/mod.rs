//! The reference model: everything on the chip that communicates, written so that it can be read next to the paper.
//!
//! This is a second, independent implementation of sections 5 to 7 of the machine's definition: routers, links, the
//! INCC of each compute node, and the memory node. It is slow and simple on purpose. Queues are [`VecDeque`]s, places
//! are keys of a map, and every place is visited in every cycle. Nothing is packed into bits and nothing is skipped.
//!
//! - `router.rs`: the wormhole router with its four phases, and the mesh of routers;
//! - `packet.rs`: how a command is cut into packets, and how a receiver finds the address of each word;
//! - `node.rs`: the INCC and the memory of a compute node;
//! - `memory_node.rs`: main memory with its page buffer and request slots.
//!
//! The model is the judge of the simulator: the test `naive_network` runs both side by side and compares every FIFO,
//! buffer, arbiter and memory word after each cycle. It shares with the simulator only plain records, [`Flit`] and
//! [`Command`]. When you change the network, change this model from the definition, not by copying from `parts`.
//!
//! The cores are not part of the model. A test stores commands into [`Node::stored`] instead.
//!
//! [`VecDeque`]: alloc::collections::VecDeque
//! [`Flit`]: mcore_net::Flit
//! [`Command`]: crate::Command

mod memory_node;
mod node;
mod packet;
mod router;

pub use memory_node::MemoryNode;
pub use node::Node;
pub use router::{EAST, INCC, NORTH, Network, Router, SOUTH, WEST};

use alloc::collections::BTreeMap;

/// A place on the mesh: column and row. The memory node is at (0,0), compute nodes are at (1,1) to (M,N).
pub type Place = (u8, u8);

/// Place of the memory node.
const MEMORY: Place = (0, 0);

/// Everything on a chip that communicates.
#[derive(Clone, Debug)]
pub struct Chip {
    /// Number of columns of compute nodes (M).
    columns: u8,
    /// Routers and links.
    pub network: Network,
    /// Compute nodes by place.
    pub nodes: BTreeMap<Place, Node>,
    pub memory: MemoryNode,
}

impl Chip {
    /// A chip with M x N compute nodes in which nothing is in flight.
    pub fn new(columns: u8, rows: u8) -> Self {
        let places = (1..=rows).flat_map(|y| (1..=columns).map(move |x| (x, y)));
        Self {
            columns,
            network: Network::new(columns, rows),
            nodes: places.map(|place| (place, Node::default())).collect(),
            memory: MemoryNode::default(),
        }
    }

    /// The three phases of one cycle that follow the instructions of the cores.
    pub fn cycle(&mut self) {
        // Update: registers take what the links carried.
        let arrived = self.network.update();
        for (place, node) in &mut self.nodes {
            node.update(*place, arrived.get(place).copied());
        }
        self.memory.update(self.columns, arrived.get(&MEMORY).copied());

        // Switching: free outputs are granted to waiting headers.
        self.network.switching();

        // Comm: output buffers and routers drive the links.
        for (place, node) in &mut self.nodes {
            self.network.inject(*place, &mut node.out);
        }
        self.network.inject(MEMORY, &mut self.memory.out);
        self.network.comm(self.memory.is_full());
    }
}
