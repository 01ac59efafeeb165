//! The five-port wormhole router.

use crate::base::NodeId;
use crate::net::{Flit, PORTS, PackedFlit, Port, RoundRobin, route_xy};
use core::hash::{Hash, Hasher};

/// Places in an input FIFO (M-Core paper, section 2.2).
pub const FIFO_FLITS: usize = 4;

/// An input: its FIFO and the link that leads to it.
///
/// A flit on the link stands already in the place that it will have in the FIFO, the one behind the last flit. Xon promises
/// that this place is free, and moving a flit from router to router so means to copy it once. Equal contents compare
/// equal, wherever in the ring they stand.
#[derive(Clone, Debug, Default)]
pub struct Input {
    places: [PackedFlit; FIFO_FLITS],
    first: u8,
    len: u8,
}

impl Input {
    /// Number of flits in the FIFO.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// True if no flit is in the FIFO.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The flit that is `number` places behind the oldest one; the one behind the last stands on the link.
    #[inline]
    fn place(&self, number: u8) -> PackedFlit {
        self.places[usize::from(self.first.wrapping_add(number)) % FIFO_FLITS]
    }

    /// The oldest flit.
    #[inline]
    pub fn front(&self) -> Option<Flit> {
        (self.len != 0).then(|| self.place(0).flit())
    }

    /// The flits in the FIFO, the oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Flit> {
        (0..self.len).map(|number| self.place(number).flit())
    }
}

/// The members of a set of ports, from the least.
#[inline]
pub(super) fn ports(set: u8) -> impl Iterator<Item = usize> {
    let mut left = u32::from(set & ALL_PORTS);
    core::iter::from_fn(move || {
        let port = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (port < PORTS).then_some(port)
    })
}

const ALL_PORTS: u8 = (1 << PORTS) - 1;

/// Five inputs, a crossbar and one round-robin arbiter for each output.
///
/// Sets of ports are bytes with bit p for port p. Most of them say nothing that FIFOs and holders do not say; they are there
/// so that a port at which nothing happens costs nothing.
#[derive(Clone, Debug, Default)]
pub struct Router {
    /// Inputs in which flits wait.
    occupied: u8,
    /// Inputs whose FIFO is full.
    full: u8,
    /// Inputs whose oldest flit is a header that has not been granted its output.
    asking: u8,
    /// Outputs that a packet holds.
    held: u8,
    /// Inputs to which a link carries a flit.
    arriving: u8,
    /// Bit p: input p says Xoff, that is, its FIFO was full when this cycle's *update* was over.
    pub xoff: u8,
    /// For each output its arbiter.
    pub arbiters: [RoundRobin; PORTS],
    /// For each output the input whose packet holds it, from header to tail.
    pub holders: [Option<u8>; PORTS],
    /// Inputs by [`Port`].
    pub inputs: [Input; PORTS],
    /// What the link to the node's INCC carries, if `leaves`.
    leaving: PackedFlit,
    leaves: bool,
}

/// Everything that the router will do follows from these; places of the rings that are free do not count.
type Essence<'a> = ([u8; 6], &'a [RoundRobin; PORTS], &'a [Option<u8>; PORTS], Option<PackedFlit>);

impl Router {
    fn essence(&self) -> Essence<'_> {
        let sets = [self.occupied, self.full, self.asking, self.held, self.arriving, self.xoff];
        (sets, &self.arbiters, &self.holders, self.leaves.then_some(self.leaving))
    }

    /// All flits in and before an input, the oldest first.
    fn flits(&self, port: usize) -> impl Iterator<Item = PackedFlit> {
        let on_link = self.arriving >> port & 1;
        (0..self.inputs[port].len + on_link).map(move |number| self.inputs[port].place(number))
    }
}

impl PartialEq for Router {
    fn eq(&self, other: &Self) -> bool {
        self.essence() == other.essence() && (0..PORTS).all(|port| self.flits(port).eq(other.flits(port)))
    }
}

impl Eq for Router {}

impl Hash for Router {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.essence().hash(state);
        for port in ports(self.occupied | self.arriving) {
            self.inputs[port].len.hash(state);
            self.flits(port).for_each(|flit| flit.hash(state));
        }
    }
}

impl Router {
    /// True if no flit is inside: nothing can happen here in this cycle.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.occupied == 0
    }

    /// Bit p: a flit waits in input p.
    #[inline]
    pub fn occupied(&self) -> u8 {
        self.occupied
    }

    /// Bit p: a packet holds output p.
    #[inline]
    pub fn held(&self) -> u8 {
        self.held
    }

    /// The flit that the link into an input carries.
    #[inline]
    pub fn on_link(&self, port: usize) -> Option<Flit> {
        let input = &self.inputs[port];
        (self.arriving >> port & 1 != 0).then(|| input.place(input.len).flit())
    }

    /// The flit that the link to the node's INCC carries.
    #[inline]
    pub fn to_incc(&self) -> Option<Flit> {
        self.leaves.then(|| self.leaving.flit())
    }

    /// Puts a flit onto the link to the node's INCC.
    #[inline]
    pub(super) fn leave(&mut self, flit: PackedFlit) {
        (self.leaving, self.leaves) = (flit, true);
    }

    /// Takes the flit from the link to the node's INCC.
    #[inline]
    pub(super) fn take_leaving(&mut self) -> Option<PackedFlit> {
        core::mem::take(&mut self.leaves).then_some(self.leaving)
    }

    /// Puts a flit onto the link into an input, which has said Xon; it arrives in the next *update*.
    #[inline]
    pub(super) fn carry(&mut self, port: usize, flit: PackedFlit) {
        let input = &mut self.inputs[port];
        debug_assert!(
            usize::from(input.len) < FIFO_FLITS || self.xoff >> port & 1 == 0,
            "a flit was sent against Xoff"
        );
        input.places[usize::from(input.first.wrapping_add(input.len)) % FIFO_FLITS] = flit;
        self.arriving |= 1 << port;
    }

    /// Phase *update*: appends what the links carried to the FIFOs. Occupancy is then final for this cycle, so Xon and Xoff
    /// can be told.
    #[inline]
    pub fn update(&mut self) {
        for port in ports(core::mem::take(&mut self.arriving)) {
            let input = &mut self.inputs[port];
            if input.len == 0 {
                self.asking |= u8::from(input.place(0).is_header()) << port;
            }
            self.occupied |= 1 << port;
            input.len += 1;
            self.full |= (input.len / FIFO_FLITS as u8) << port;
        }
        self.xoff = self.full;
    }

    /// Phase *switching*: routes headers and grants free outputs. A header that is granted but has not moved (Xoff) does
    /// not ask any more.
    #[inline]
    pub fn switch(&mut self, at: NodeId) {
        let mut requests = [0u8; PORTS];
        let mut wanted = 0u8;
        for port in ports(self.asking) {
            let output = route_xy(at, self.inputs[port].place(0).destination()) as usize;
            requests[output] |= 1 << port;
            wanted |= 1 << output;
        }
        for output in ports(wanted & !self.held) {
            if let Some(winner) = self.arbiters[output].grant(requests[output]) {
                self.holders[output] = Some(winner);
                self.held |= 1 << output;
                self.asking &= !(1 << winner);
            }
        }
    }

    /// True if a header waits for its output.
    #[inline]
    pub fn is_asking(&self) -> bool {
        self.asking != 0
    }

    /// Phase *comm* for one output: the flit that moves onto the link, if the holder has one and the neighbour said Xon.
    #[inline]
    pub(super) fn send(&mut self, output: usize, xon: bool) -> Option<PackedFlit> {
        let port = self.holders[output]?;
        if !xon || self.occupied >> port & 1 == 0 {
            return None;
        }
        let input = &mut self.inputs[usize::from(port)];
        let flit = input.place(0);
        input.first = (input.first + 1) % FIFO_FLITS as u8;
        input.len -= 1;
        self.full &= !(1 << port);
        self.occupied &= !(u8::from(input.len == 0) << port);
        if flit.is_tail() {
            self.holders[output] = None;
            self.held &= !(1 << output);
            // Only behind a tail can a header stand; it may ask in the next cycle.
            let asks = input.len != 0 && input.place(0).is_header();
            self.asking |= u8::from(asks) << port;
        }
        Some(flit)
    }

    /// The output that the head of an input wants: what it holds, or where its header is routed.
    pub fn wanted(&self, at: NodeId, input: usize) -> Option<Port> {
        let flit = self.inputs[input].front()?;
        let held = self.holders.iter().position(|h| *h == Some(input as u8));
        match held {
            Some(output) => Some(Port::ALL[output]),
            None => Some(route_xy(at, NodeId::from_word(flit.word))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{FlitKind, PacketTag};

    fn flit(kind: FlitKind, tail: bool, number: u32) -> PackedFlit {
        PackedFlit::new(Flit {
            word: 0x0301,
            kind,
            tail,
            last: false,
            tag: PacketTag { source: NodeId::new(1, 1), number },
        })
    }

    /// A flit that a link carries and that arrives.
    fn accept(router: &mut Router, port: Port, flit: PackedFlit) {
        router.carry(port as usize, flit);
        router.update();
    }

    #[test]
    fn an_output_stays_with_its_packet_from_header_to_tail() {
        let at = NodeId::new(2, 1);
        let mut r = Router::default();
        accept(&mut r, Port::West, flit(FlitKind::Header, false, 0));
        accept(&mut r, Port::Incc, flit(FlitKind::Header, false, 1));
        r.switch(at);
        let east = Port::East as usize;
        assert_eq!(r.holders[east], Some(Port::West as u8));
        assert_eq!(r.send(east, false), None, "granted even under Xoff, but does not move");
        r.switch(at);
        assert_eq!(r.send(east, true).map(|f| f.flit().tag.number), Some(0));
        r.switch(at);
        assert_eq!(r.send(east, true), None, "waits for its own packet although another one is there");
        accept(&mut r, Port::West, flit(FlitKind::Data, true, 0));
        assert_eq!(r.send(east, true).map(|f| f.is_tail()), Some(true));
        assert_eq!(r.send(east, true), None, "granted again only in the next cycle");
        r.switch(at);
        assert_eq!(r.send(east, true).map(|f| f.flit().tag.number), Some(1));
    }

    #[test]
    fn xoff_is_told_when_four_flits_wait() {
        let mut r = Router::default();
        for i in 0..4 {
            assert_eq!(r.xoff, 0);
            accept(&mut r, Port::East, flit(FlitKind::Data, false, i));
        }
        assert_eq!(r.xoff, 0b10);
        assert_eq!(r.inputs[1].iter().map(|f| f.tag.number).collect::<alloc::vec::Vec<_>>(), [0, 1, 2, 3]);
    }

    /// Where in its ring a flit stands is no part of the state.
    #[test]
    fn equal_contents_compare_equal() {
        let digest = |r: &Router| {
            let mut hasher = twox_hash::XxHash64::with_seed(0);
            r.hash(&mut hasher);
            hasher.finish()
        };
        let (mut used, mut fresh) = (Router::default(), Router::default());
        let at = NodeId::new(2, 1);
        for _ in 0..5 {
            // Five grants bring the arbiter's pointer back to where it was, for an input that is the last one.
            accept(&mut used, Port::Incc, flit(FlitKind::Header, true, 1));
            used.switch(at);
            assert!(used.send(Port::East as usize, true).is_some());
        }
        assert_eq!((&used, digest(&used)), (&fresh, digest(&fresh)));
        used.carry(0, flit(FlitKind::Data, false, 3));
        assert_ne!(used, fresh);
        assert_ne!(digest(&used), digest(&fresh));
        fresh.carry(0, flit(FlitKind::Data, false, 3));
        assert_eq!(used, fresh);
        used.update();
        assert_ne!(used, fresh, "on the link is not in the FIFO");
    }
}
