//! The five-port wormhole router: the state of a single router, and a read-only view of one.

use super::network::Network;
use super::planes::{self, place};
use mcore_base::NodeId;
use mcore_net::{Flit, PORTS, PackedFlit, Port, RoundRobin, route_xy};

/// Places in an input FIFO (M-Core paper, section 2.2).
pub const FIFO_FLITS: usize = 4;

/// The FIFO of an input, as a ring. The counts in the bit planes determine which of its places hold flits.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(super) struct Ring {
    places: [PackedFlit; FIFO_FLITS],
}

impl Ring {
    /// The flit at a place; places are numbered consecutively from that of the very first flit.
    #[inline]
    pub(super) fn at(&self, place: u8) -> PackedFlit {
        self.places[usize::from(place) % FIFO_FLITS]
    }

    /// Stores a flit at a place.
    #[inline]
    pub(crate) fn put(&mut self, place: u8, flit: PackedFlit) {
        self.places[usize::from(place) % FIFO_FLITS] = flit;
    }
}

/// Numbers kept per port of a router. (Eight places for five ports, so a three-bit index needs no check.)
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ports {
    /// Place of the oldest flit of each input.
    pub(crate) first: [u8; 8],
    /// Place for the next flit that a link will carry to each input. The flit that it carries now is at the place
    /// before.
    pub(super) behind: [u8; 8],
    /// For each held output, the input whose packet holds it.
    pub(super) holder: [u8; 8],
    /// For each output its arbiter.
    pub(super) arbiters: [RoundRobin; 8],
    /// The flit on the link to the INCC.
    pub(super) leaving: PackedFlit,
}

impl Ports {
    /// Phase *switching* of one router: grants free outputs to requesting inputs. `asking`: inputs whose head is a
    /// header without an output; `held`: outputs that are not free; `header`: the output of the header at an input.
    /// Returns the inputs and the outputs that were matched.
    #[inline]
    pub(super) fn switch(
        &mut self,
        at: NodeId,
        asking: u64,
        held: u64,
        header: impl Fn(usize) -> NodeId,
    ) -> (u64, u64) {
        let mut requests = [0u8; 8];
        let mut wanted = 0;
        for input in planes::members(asking) {
            let output = route_xy(at, header(input)) as usize;
            requests[output] |= 1 << input;
            wanted |= 1 << output;
        }
        let (mut inputs, mut outputs) = (0, 0);
        for output in planes::members(wanted & !held) {
            if let Some(winner) = self.arbiters[output & 7].grant(requests[output & 7]) {
                self.holder[output & 7] = winner;
                inputs |= 1 << winner;
                outputs |= 1 << output;
            }
        }
        (inputs, outputs)
    }
}

/// A view of one router of a network: five input FIFOs, a crossbar, and one round-robin arbiter for each output.
#[derive(Clone, Copy, Debug)]
pub struct Router<'a> {
    pub(super) network: &'a Network,
    pub(super) index: usize,
}

impl<'a> Router<'a> {
    fn ports(self) -> &'a Ports {
        &self.network.ports[self.index]
    }

    /// True if no flit waits in it.
    pub fn is_empty(self) -> bool {
        self.occupied() == 0
    }

    /// Bit p: a flit waits in input p.
    pub fn occupied(self) -> u8 {
        let (word, bit) = place(self.index, 0);
        (self.network.planes[word].occupied() >> bit) as u8
    }

    /// Number of flits in the FIFO of an input.
    pub fn len(self, input: usize) -> usize {
        let (word, bit) = place(self.index, input);
        self.network.planes[word].flits(bit)
    }

    /// The flits in the FIFO of an input, the oldest first.
    pub fn flits(self, input: usize) -> impl DoubleEndedIterator<Item = Flit> + 'a {
        let (ring, first) = (self.network.ring(self.index, input), self.ports().first[input]);
        (0..self.len(input) as u8).map(move |number| ring.at(first.wrapping_add(number)).flit())
    }

    /// The oldest flit of an input.
    pub fn front(self, input: usize) -> Option<Flit> {
        self.flits(input).next()
    }

    /// The flit that the link into an input carries.
    pub fn on_link(self, input: usize) -> Option<Flit> {
        let (word, bit) = place(self.index, input);
        let carries = self.network.planes[word].arriving >> bit & 1 != 0;
        carries.then(|| self.network.ring(self.index, input).at(self.ports().behind[input].wrapping_sub(1)).flit())
    }

    /// The flit that the link to the node's INCC carries.
    pub fn to_incc(self) -> Option<Flit> {
        let (word, bit) = planes::incc(self.index);
        (self.network.planes[word].leaving & bit != 0).then(|| self.ports().leaving.flit())
    }

    /// The input whose packet holds an output, from header to tail.
    pub fn holder(self, output: usize) -> Option<usize> {
        let (word, bit) = place(self.index, output);
        (self.network.planes[word].held >> bit & 1 != 0).then(|| usize::from(self.ports().holder[output]))
    }

    /// The arbiter of an output.
    pub fn arbiter(self, output: usize) -> RoundRobin {
        self.ports().arbiters[output]
    }

    /// True if an input says Xoff: its FIFO was full at the end of this cycle's *update*.
    pub fn xoff(self, input: usize) -> bool {
        let (word, bit) = place(self.index, input);
        self.network.planes[word].xoff >> bit & 1 != 0
    }

    /// The output that the head of an input needs: the one it holds, or the one that its header is routed to.
    pub fn wanted(self, input: usize) -> Option<Port> {
        let flit = self.front(input)?;
        let held = (0..PORTS).find(|output| self.holder(*output) == Some(input));
        Some(match held {
            Some(output) => Port::ALL[output],
            None => route_xy(self.network.array.router_id(self.index), NodeId::from_word(flit.word)),
        })
    }
}
