//! The five-port wormhole router and the mesh (M-Core paper, section 2.2).

use super::{MEMORY, Place};
use alloc::collections::{BTreeMap, VecDeque};
use mcore_net::{Flit, FlitKind};

/// Port to the router above. Inputs and outputs of a router have the same numbers.
pub const NORTH: usize = 0;
/// Port to the router on the right.
pub const EAST: usize = 1;
/// Port to the router below.
pub const SOUTH: usize = 2;
/// Port to the router on the left.
pub const WEST: usize = 3;
/// Port to the INCC of the router's own node.
pub const INCC: usize = 4;
/// Number of ports.
const PORTS: usize = 5;
/// Flits that an input FIFO holds.
pub(super) const FIFO_FLITS: usize = 4;

/// One router.
#[derive(Clone, Debug, Default)]
pub struct Router {
    /// The FIFO of each input, oldest flit first.
    pub fifo: [VecDeque<Flit>; PORTS],
    /// For each output: the input whose packet holds it, from the grant until the packet's tail has left.
    pub holder: [Option<usize>; PORTS],
    /// For each output: the input that the round-robin arbiter asks first.
    pub pointer: [usize; PORTS],
    /// For each input: true if it says Xoff (its FIFO is full), false if it says Xon.
    pub xoff: [bool; PORTS],
}

/// The place that a header names: column in bits 8 to 15, row in bits 0 to 7.
fn destination(header: &Flit) -> Place {
    ((header.word >> 8) as u8, header.word as u8)
}

/// XY routing: first along the row to the right column, then along the column to the right row, then to the node.
fn route(at: Place, to: Place) -> usize {
    if to.0 > at.0 {
        EAST
    } else if to.0 < at.0 {
        WEST
    } else if to.1 > at.1 {
        SOUTH
    } else if to.1 < at.1 {
        NORTH
    } else {
        INCC
    }
}

/// The router that an output leads to, and the input at which its flits enter there. For the port to the INCC the place
/// is the router's own.
fn other_end((x, y): Place, output: usize) -> (Place, usize) {
    match output {
        NORTH => ((x, y - 1), SOUTH),
        EAST => ((x + 1, y), WEST),
        SOUTH => ((x, y + 1), NORTH),
        WEST => ((x - 1, y), EAST),
        _ => ((x, y), INCC),
    }
}

impl Router {
    /// True if the oldest flit of an input is a header that goes to an output.
    fn requests(&self, at: Place, input: usize, output: usize) -> bool {
        self.fifo[input]
            .front()
            .is_some_and(|flit| flit.kind == FlitKind::Header && route(at, destination(flit)) == output)
    }

    /// Grants each output that no packet holds to the first input that requests it. The arbiter asks the inputs in
    /// turn, beginning at its pointer; after a grant the pointer moves to the input after the winner.
    fn switching(&mut self, at: Place) {
        for output in 0..PORTS {
            if self.holder[output].is_some() {
                continue;
            }
            let mut in_turn = (0..PORTS).map(|step| (self.pointer[output] + step) % PORTS);
            let winner = in_turn.find(|input| self.requests(at, *input, output));
            if let Some(input) = winner {
                self.holder[output] = Some(input);
                self.pointer[output] = (input + 1) % PORTS;
            }
        }
    }

    /// Takes the flit that moves through an output in this cycle, if there is one. A tail frees the output.
    fn take(&mut self, output: usize) -> Option<Flit> {
        let flit = self.fifo[self.holder[output]?].pop_front()?;
        if flit.tail {
            self.holder[output] = None;
        }
        Some(flit)
    }
}

/// All routers, and the flits on the links between them.
#[derive(Clone, Debug)]
pub struct Network {
    pub routers: BTreeMap<Place, Router>,
    /// The flit on the link into an input of a router, by the router's place and the input.
    pub to_router: BTreeMap<(Place, usize), Flit>,
    /// The flit on the link from a router to its INCC, by place.
    pub to_incc: BTreeMap<Place, Flit>,
}

impl Network {
    /// An empty mesh of routers at (0,0) to (M,N).
    pub fn new(columns: u8, rows: u8) -> Self {
        let places = (0..=rows).flat_map(|y| (0..=columns).map(move |x| (x, y)));
        Self {
            routers: places.map(|place| (place, Router::default())).collect(),
            to_router: BTreeMap::new(),
            to_incc: BTreeMap::new(),
        }
    }

    /// Number of flits in input FIFOs and on links.
    pub fn flits(&self) -> usize {
        let in_fifos: usize = self.routers.values().flat_map(|router| &router.fifo).map(VecDeque::len).sum();
        in_fifos + self.to_router.len() + self.to_incc.len()
    }

    /// Phase *update*. Each flit on a link is appended to the FIFO at the link's end; then each input says Xon or Xoff.
    /// Returns the flits that have arrived at INCCs.
    ///
    /// # Panics
    ///
    /// If a FIFO gets more flits than it holds: a flit was sent against Xoff.
    pub fn update(&mut self) -> BTreeMap<Place, Flit> {
        for ((place, input), flit) in core::mem::take(&mut self.to_router) {
            if let Some(router) = self.routers.get_mut(&place) {
                router.fifo[input].push_back(flit);
            }
        }
        for router in self.routers.values_mut() {
            for input in 0..PORTS {
                let flits = router.fifo[input].len();
                assert!(flits <= FIFO_FLITS, "a flit was sent against Xoff");
                router.xoff[input] = flits == FIFO_FLITS;
            }
        }
        core::mem::take(&mut self.to_incc)
    }

    /// Phase *switching*. Each router grants its free outputs.
    pub fn switching(&mut self) {
        for (place, router) in &mut self.routers {
            router.switching(*place);
        }
    }

    /// Phase *comm*. Each held output moves one flit onto its link, unless the other end says Xoff. `memory_xoff`: the
    /// INCC of the memory node says Xoff; the INCCs of compute nodes never do.
    ///
    /// # Panics
    ///
    /// If a link already carries a flit.
    pub fn comm(&mut self, memory_xoff: bool) {
        // Xon and Xoff were decided in phase *update*, so what one router sends here cannot change what another one
        // sees.
        let said: BTreeMap<Place, [bool; PORTS]> = self.routers.iter().map(|(place, r)| (*place, r.xoff)).collect();
        for (place, router) in &mut self.routers {
            for output in 0..PORTS {
                if router.holder[output].is_none() {
                    continue;
                }
                let (next, entry) = other_end(*place, output);
                let xoff = if output == INCC { *place == MEMORY && memory_xoff } else { said[&next][entry] };
                if xoff {
                    continue;
                }
                let Some(flit) = router.take(output) else { continue };
                let before = match output {
                    INCC => self.to_incc.insert(next, flit),
                    _ => self.to_router.insert((next, entry), flit),
                };
                assert!(before.is_none(), "a link carries one flit per cycle");
            }
        }
    }

    /// Phase *comm* of an INCC: the flit in its output buffer moves to the INCC port of the router, unless that input
    /// says Xoff.
    pub fn inject(&mut self, place: Place, out: &mut Option<Flit>) {
        if !self.routers[&place].xoff[INCC]
            && let Some(flit) = out.take()
        {
            self.to_router.insert((place, INCC), flit);
        }
    }
}
