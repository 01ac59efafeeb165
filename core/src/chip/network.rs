//! Routers and the links between them.

use super::cycle::Order;
use super::event::{kinds, tell, wants};
use super::{Event, EventKind, Router};
use crate::base::{Array, NodeId, Sink};
use crate::net::{Flit, PORTS, Port, neighbour};
use alloc::{vec, vec::Vec};

/// The flits that arrive at one place in the next *update*.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Arrivals {
    /// By input port of the router; port 4 comes from the INCC.
    pub router: [Option<Flit>; PORTS],
    /// From the router to the INCC.
    pub incc: Option<Flit>,
    /// True if any of them is there: an idle router costs one look.
    pub any: bool,
}

/// In which of the last 64 cycles a link carried a flit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LinkUse {
    bits: u64,
    at: u64,
}

impl LinkUse {
    fn mark(&mut self, cycle: u64) {
        self.bits = self.shifted(cycle) | 1;
        self.at = cycle;
    }

    fn shifted(&self, cycle: u64) -> u64 {
        u32::try_from(cycle - self.at).ok().and_then(|d| self.bits.checked_shl(d)).unwrap_or(0)
    }

    /// Number of cycles, of the 64 before `cycle`, in which the link carried a flit.
    pub fn recent(&self, cycle: u64) -> u32 {
        if cycle == 0 { 0 } else { self.shifted(cycle - 1).count_ones() }
    }
}

/// The mesh of routers with its links.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    array: Array,
    /// Routers in row order over the whole mesh.
    pub routers: Vec<Router>,
    /// What the links carry, by the router that it arrives at.
    pub arrivals: Vec<Arrivals>,
    /// Use of the four outgoing links (north, east, south, west) and of the one to the INCC, by router.
    pub link_use: Vec<[LinkUse; PORTS]>,
}

impl Network {
    /// An empty network around an array.
    pub fn new(array: Array) -> Self {
        let n = array.routers();
        Self {
            array,
            routers: vec![Router::default(); n],
            arrivals: vec![Arrivals::default(); n],
            link_use: vec![[LinkUse::default(); PORTS]; n],
        }
    }

    /// Phase *update* of all routers.
    pub fn update(&mut self, order: &mut impl Order) {
        order.each(self.routers.len(), |index| {
            let (router, arrivals) = (&mut self.routers[index], &mut self.arrivals[index]);
            if arrivals.any {
                for port in 0..PORTS {
                    if let Some(flit) = arrivals.router[port].take() {
                        router.accept(port, flit);
                    }
                }
                arrivals.any = arrivals.incc.is_some();
            }
            if router.is_empty() {
                router.xoff = 0;
            } else {
                router.signal();
            }
        });
    }

    /// Phase *switching* of all routers.
    pub fn switch(&mut self, order: &mut impl Order) {
        order.each(self.routers.len(), |index| {
            if !self.routers[index].is_empty() {
                self.routers[index].switch(self.array.router_id(index));
            }
        });
    }

    /// Phase *comm* of all routers. `memory_xoff`: the memory node's INCC says Xoff.
    pub fn comm<S: Sink<Event>>(&mut self, order: &mut impl Order, cycle: u64, memory_xoff: bool, sink: &mut S) {
        order.each(self.routers.len(), |index| {
            if self.routers[index].is_empty() {
                return;
            }
            let at = self.array.router_id(index);
            let mut held = if wants!(S, kinds::HELD_UP) { self.routers[index].occupied() } else { 0 };
            for port in Port::ALL {
                let output = port as usize;
                let Some(holder) = self.routers[index].holders[output] else { continue };
                let (to, xoff) = match neighbour(self.array, at, port) {
                    Some(next) => {
                        let to = self.array.router(next);
                        (to, self.routers[to].xoff >> port.opposite() as u8 & 1 != 0)
                    }
                    None => (index, at == NodeId::MEMORY && memory_xoff),
                };
                if let Some(flit) = self.routers[index].send(output, !xoff) {
                    let arrivals = &mut self.arrivals[to];
                    match port {
                        Port::Incc => arrivals.incc = Some(flit),
                        _ => arrivals.router[port.opposite() as usize] = Some(flit),
                    }
                    arrivals.any = true;
                    self.link_use[index][output].mark(cycle);
                    held &= !(1 << holder);
                    let from = Port::ALL[holder as usize];
                    tell(sink, cycle, at, EventKind::FlitMoved { flit, from, to: port });
                }
            }
            if held != 0 {
                tell(sink, cycle, at, EventKind::HeldUp { inputs: held });
            }
        });
    }

    /// Phase *comm* of an INCC: moves its output buffer onto the link to its router if that said Xon.
    pub fn inject<S: Sink<Event>>(&mut self, index: usize, out: &mut Option<Flit>, cycle: u64, sink: &mut S) {
        if out.is_some() && self.routers[index].xoff >> Port::Incc as u8 & 1 == 0 {
            if wants!(S, kinds::FLIT)
                && let Some(flit) = *out
            {
                tell(sink, cycle, self.array.router_id(index), EventKind::FlitEntered { flit });
            }
            let arrivals = &mut self.arrivals[index];
            arrivals.router[Port::Incc as usize] = out.take();
            arrivals.any = true;
        }
    }

    /// The flit that reaches the INCC of a router's node in this *update*.
    pub fn deliver(&mut self, index: usize) -> Option<Flit> {
        self.arrivals[index].incc.take()
    }
}
