//! Routers and the links between them.

use super::cycle::Order;
use super::event::{kinds, tell, wants};
use super::router::ports;
use super::{Event, EventKind, Router};
use crate::base::{Array, Bits, Sink};
use crate::net::{Flit, PORTS, PackedFlit, Port};
use alloc::{vec, vec::Vec};

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
        match cycle - self.at {
            d @ 0..64 => self.bits << d,
            _ => 0,
        }
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
            link_use: vec![[LinkUse::default(); PORTS]; n],
            busy: Bits::new(n),
            due: Bits::new(n),
            leaving: Bits::new(n),
        }
    }

    /// The flit that the link into a router's input carries: from a neighbour, or (port 4) from its INCC.
    pub fn on_link(&self, index: usize, port: Port) -> Option<Flit> {
        self.routers[index].on_link(port as usize)
    }

    /// The flit that the link from a router to its INCC carries.
    pub fn to_incc(&self, index: usize) -> Option<Flit> {
        self.routers[index].to_incc()
    }

    /// Phase *update* of all routers: the inputs take what the links carried and say Xon or Xoff.
    pub fn update(&mut self, order: &mut impl Order) {
        let Self { routers, busy, due, .. } = self;
        order.retain(routers.len(), due, |index| {
            let router = &mut routers[index];
            router.update();
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
        let Self { array, routers, link_use, busy, due, leaving } = self;
        // From a router to its neighbours in row order, by output.
        let columns = usize::from(array.width) + 1;
        let steps = [columns.wrapping_neg(), 1, columns, 1usize.wrapping_neg(), 0];
        order.retain(routers.len(), busy, |index| {
            let mut standing = if wants!(S, kinds::HELD_UP) { routers[index].occupied() } else { 0 };
            for output in ports(routers[index].held()) {
                // A packet is never routed off the mesh.
                let to = index.wrapping_add(steps[output]);
                let entry = ENTRIES[output];
                let xoff = match output {
                    INCC => memory_xoff && index == 0,
                    _ => routers[to].xoff >> entry & 1 != 0,
                };
                let router = &mut routers[index];
                let holder = router.holders[output].unwrap_or_default();
                let Some(flit) = router.send(output, !xoff) else { continue };
                if router.xoff >> holder & 1 != 0 {
                    due.insert(index);
                }
                link_use[index][output].mark(cycle);
                if output == INCC {
                    router.leave(flit);
                    leaving.insert(index);
                } else {
                    routers[to].carry(entry, flit);
                    due.insert(to);
                }
                standing &= !(1 << holder);
                if wants!(S, kinds::FLIT) {
                    let (flit, from, to) = (flit.flit(), Port::ALL[usize::from(holder)], Port::ALL[output]);
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
            self.routers[index].carry(INCC, PackedFlit::new(flit));
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
        self.routers[index].take_leaving().map(PackedFlit::flit)
    }

    /// All flits that reach INCCs in this *update*, with the index of their router.
    pub fn deliver_all(&mut self, mut take: impl FnMut(usize, Flit)) {
        let Self { routers, leaving, .. } = self;
        leaving.retain(|index| {
            if let Some(flit) = routers[index].take_leaving() {
                take(index, flit.flit());
            }
            false
        });
    }

    /// Puts a flit onto the link into an input of a router, from outside; it arrives there in the next *update*. For
    /// experiments with a network alone: nothing checks that the input says Xon or that the link is free.
    pub fn place(&mut self, index: usize, port: Port, flit: Flit) {
        self.routers[index].carry(port as usize, PackedFlit::new(flit));
        self.due.insert(index);
    }
}

const INCC: usize = Port::Incc as usize;

/// By output: the input of the neighbour that its link leads to.
const ENTRIES: [usize; PORTS] = {
    let mut entries = [INCC; PORTS];
    let mut output = 0;
    while output < PORTS {
        entries[output] = Port::ALL[output].opposite() as usize;
        output += 1;
    }
    entries
};
