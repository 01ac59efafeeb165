//! Routers and the links between them.

use super::cycle::Order;
use super::event::{kinds, tell, wants};
use super::router::ports;
use super::{Event, EventKind, Router};
use crate::base::{Array, Bits, Sink};
use crate::net::{Flit, PORTS, Port};
use alloc::{vec, vec::Vec};

/// The flits that arrive at one place in the next *update*.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Arrivals {
    /// By input port of the router; port 4 comes from the INCC.
    pub router: [Option<Flit>; PORTS],
    /// From the router to the INCC.
    pub incc: Option<Flit>,
    /// Bit p: `router[p]` is there.
    inputs: u8,
}

impl Arrivals {
    #[inline]
    fn carry(&mut self, port: usize, flit: Flit) {
        self.router[port] = Some(flit);
        self.inputs |= 1 << port;
    }
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
///
/// The sets of routers say nothing that routers and links do not say; with them a phase visits only routers at which
/// something happens.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    array: Array,
    /// Routers in row order over the whole mesh; for reading.
    pub routers: Vec<Router>,
    /// What the links carry, by the router that it arrives at; for reading.
    pub arrivals: Vec<Arrivals>,
    /// Use of the four outgoing links (north, east, south, west) and of the one to the INCC, by router.
    pub link_use: Vec<[LinkUse; PORTS]>,
    /// Routers with flits in their FIFOs.
    busy: Bits,
    /// Routers for which *update* has something to do: a link carries a flit to them, or an input that says Xoff has
    /// become less than full.
    due: Bits,
    /// Routers whose link to the INCC carries a flit.
    leaving: Bits,
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
            busy: Bits::new(n),
            due: Bits::new(n),
            leaving: Bits::new(n),
        }
    }

    /// Phase *update* of all routers: the inputs take what the links carried and say Xon or Xoff.
    pub fn update(&mut self, order: &mut impl Order) {
        let Self { routers, arrivals, busy, due, .. } = self;
        order.retain(routers.len(), due, |index| {
            let (router, arrivals) = (&mut routers[index], &mut arrivals[index]);
            for port in ports(core::mem::take(&mut arrivals.inputs)) {
                if let Some(flit) = arrivals.router[port].take() {
                    router.accept(port, flit);
                }
            }
            router.signal();
            if !router.is_empty() {
                busy.insert(index);
            }
            false
        });
    }

    /// Phase *switching* of all routers.
    pub fn switch(&mut self, order: &mut impl Order) {
        let Self { array, routers, busy, .. } = self;
        order.retain(routers.len(), busy, |index| {
            if routers[index].is_asking() {
                routers[index].switch(array.router_id(index));
            }
            true
        });
    }

    /// Phase *comm* of all routers. `memory_xoff`: the memory node's INCC says Xoff.
    pub fn comm<S: Sink<Event>>(&mut self, order: &mut impl Order, cycle: u64, memory_xoff: bool, sink: &mut S) {
        let Self { array, routers, arrivals, link_use, busy, due, leaving } = self;
        let columns = usize::from(array.width) + 1;
        order.retain(routers.len(), busy, |index| {
            let mut standing = if wants!(S, kinds::HELD_UP) { routers[index].occupied() } else { 0 };
            for output in ports(routers[index].held()) {
                // A packet is never routed off the mesh.
                let (to, entry) = match output {
                    NORTH => (index - columns, SOUTH),
                    EAST => (index + 1, WEST),
                    SOUTH => (index + columns, NORTH),
                    WEST => (index - 1, EAST),
                    _ => (index, INCC),
                };
                let xoff = match output {
                    INCC => index == 0 && memory_xoff,
                    _ => routers[to].xoff >> entry & 1 != 0,
                };
                let router = &mut routers[index];
                let holder = router.holders[output];
                let Some(flit) = router.send(output, !xoff) else { continue };
                if output == INCC {
                    arrivals[index].incc = Some(flit);
                    leaving.insert(index);
                } else {
                    arrivals[to].carry(entry, flit);
                    due.insert(to);
                }
                link_use[index][output].mark(cycle);
                let holder = holder.unwrap_or_default();
                if router.xoff >> holder & 1 != 0 {
                    due.insert(index);
                }
                standing &= !(1 << holder);
                if wants!(S, kinds::FLIT) {
                    let (from, to) = (Port::ALL[usize::from(holder)], Port::ALL[output]);
                    tell(sink, cycle, array.router_id(index), EventKind::FlitMoved { flit, from, to });
                }
            }
            if standing != 0 {
                tell(sink, cycle, array.router_id(index), EventKind::HeldUp { inputs: standing });
            }
            !routers[index].is_empty()
        });
    }

    /// Phase *comm* of an INCC: moves its output buffer onto the link to its router if that said Xon.
    #[inline]
    pub fn inject<S: Sink<Event>>(&mut self, index: usize, out: &mut Option<Flit>, cycle: u64, sink: &mut S) {
        if let Some(flit) = *out
            && self.routers[index].xoff >> INCC & 1 == 0
        {
            if wants!(S, kinds::FLIT) {
                tell(sink, cycle, self.array.router_id(index), EventKind::FlitEntered { flit });
            }
            self.arrivals[index].carry(INCC, flit);
            self.due.insert(index);
            *out = None;
        }
    }

    /// The flit that reaches the INCC of a router's node in this *update*.
    #[inline]
    pub fn deliver(&mut self, index: usize) -> Option<Flit> {
        if !self.leaving.contains(index) {
            return None;
        }
        self.leaving.remove(index);
        self.arrivals[index].incc.take()
    }

    /// All flits that reach INCCs in this *update*, with the index of their router.
    pub fn deliver_all(&mut self, mut take: impl FnMut(usize, Flit)) {
        let Self { arrivals, leaving, .. } = self;
        leaving.retain(|index| {
            if let Some(flit) = arrivals[index].incc.take() {
                take(index, flit);
            }
            false
        });
    }

    /// Puts a flit onto the link into an input of a router, from outside; it arrives there in the next *update*. For
    /// experiments with a network alone: nothing checks that the input says Xon or that the link is free.
    pub fn place(&mut self, index: usize, port: Port, flit: Flit) {
        self.arrivals[index].carry(port as usize, flit);
        self.due.insert(index);
    }
}

const NORTH: usize = Port::North as usize;
const EAST: usize = Port::East as usize;
const SOUTH: usize = Port::South as usize;
const WEST: usize = Port::West as usize;
const INCC: usize = Port::Incc as usize;
