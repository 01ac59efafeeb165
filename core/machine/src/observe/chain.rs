//! Blocked chains: this head waits for that packet, which waits for the next, and so on to the cause that blocks all of
//! them.

use crate::parts::Chip;
use alloc::vec::Vec;
use mcore_base::NodeId;
use mcore_net::{PORTS, PacketTag, Port, neighbour};

/// Why the head of an input is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The output that it needs is held by the packet of another input of the same router.
    Held {
        output: Port,
        /// The input whose packet holds it.
        by: Port,
        /// That packet, if a flit of it can be found.
        packet: Option<PacketTag>,
    },
    /// The FIFO that its output leads to is full.
    Xoff { output: Port },
    /// It goes to the memory node, whose input buffer is full.
    MemoryNode {
        /// True while a page is being copied.
        copying: bool,
    },
}

/// One link of a chain: a blocked head and its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// The router.
    pub at: NodeId,
    /// The input at whose head the flit waits.
    pub input: Port,
    /// The packet that waits.
    pub packet: PacketTag,
    pub cause: Cause,
}

/// A chain of waiting packets, from the requested head to the one that blocks all others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// Each waits for the next.
    pub links: Vec<Blocked>,
    /// The packet that the last one waits for and that is itself not blocked: it moves, or its flits have yet to
    /// arrive.
    pub moving: Option<PacketTag>,
}

impl Chip {
    /// Why the head of an input of a router does not move, followed to the end. Empty if it is not blocked.
    ///
    /// A chain ends, because with XY routing packets cannot wait for each other in a cycle.
    pub fn blocked_chain(&self, at: NodeId, input: Port) -> Chain {
        let array = self.spec().array;
        let mut chain = Chain::default();
        let (mut at, mut input) = (at, input);
        // There cannot be more links than inputs on the chip; the bound prevents an endless loop even in a broken
        // state.
        for _ in 0..array.routers() * Port::ALL.len() {
            let Some(blocked) = self.blocked_head(at, input) else {
                chain.moving = match chain.links.last().map(|link| link.cause) {
                    Some(Cause::Held { packet, .. }) => packet,
                    Some(_) => self.state.network.router(array.router(at)).front(input as usize).map(|f| f.tag),
                    None => None,
                };
                break;
            };
            chain.links.push(blocked);
            match blocked.cause {
                Cause::Held { by, .. } => input = by,
                Cause::Xoff { output } => match neighbour(array, at, output) {
                    Some(next) => (at, input) = (next, output.opposite()),
                    None => break,
                },
                Cause::MemoryNode { .. } => break,
            }
        }
        chain
    }

    /// Why the head of an input cannot move now, if it is blocked.
    pub fn blocked_head(&self, at: NodeId, input: Port) -> Option<Blocked> {
        let array = self.spec().array;
        let network = &self.state.network;
        let router = network.routers().nth(array.router(at))?;
        let packet = router.front(input as usize)?.tag;
        let output = router.wanted(input as usize)?;
        let blocked = |cause| Some(Blocked { at, input, packet, cause });
        match router.holder(output as usize) {
            Some(holder) if holder != input as usize => {
                let by = Port::ALL[holder];
                blocked(Cause::Held { output, by, packet: self.packet_through(at, by, output) })
            }
            // The output is free: a header will be granted in the next cycle, or has lost to one that has moved on.
            None => None,
            Some(_) if !self.is_refused(at, output) => None,
            Some(_) if output == Port::Incc => blocked(Cause::MemoryNode { copying: self.state.memory_node.page().1 }),
            Some(_) => blocked(Cause::Xoff { output }),
        }
    }

    /// True if the receiver at an output of a router says Xoff.
    pub fn is_refused(&self, at: NodeId, output: Port) -> bool {
        let array = self.spec().array;
        match neighbour(array, at, output) {
            Some(next) => self.state.network.router(array.router(next)).xoff(output.opposite() as usize),
            None => at == NodeId::MEMORY && self.state.memory_node.xoff(),
        }
    }

    /// The packet that holds an output of a router: that of the flit at the head of its input, or, if all arrived flits
    /// have moved on, of the last one that did.
    fn packet_through(&self, at: NodeId, input: Port, output: Port) -> Option<PacketTag> {
        let array = self.spec().array;
        let network = &self.state.network;
        let router = network.router(array.router(at));
        if let Some(flit) = router.front(input as usize) {
            return Some(flit.tag);
        }
        let (mut at, mut output) = (at, output);
        for _ in 0..array.routers() {
            let Some(next) = neighbour(array, at, output) else {
                let arrived = network.router(array.router(at)).to_incc();
                let receiving = match array.rank(at) {
                    Some(rank) => self.state.nodes[rank].incc.receiving,
                    None => self.state.memory_node.receiving,
                };
                return arrived.map(|f| f.tag).or(receiving.map(|r| r.tag));
            };
            let there = array.router(next);
            let side = output.opposite() as usize;
            if let Some(flit) = network.router(there).on_link(side).or(network.router(there).flits(side).last()) {
                return Some(flit.tag);
            }
            let onwards = (0..PORTS).find(|output| network.router(there).holder(*output) == Some(side))?;
            (at, output) = (next, Port::ALL[onwards]);
        }
        None
    }
}
