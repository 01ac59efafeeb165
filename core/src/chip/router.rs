//! The five-port wormhole router.

use crate::base::{Fifo, NodeId};
use crate::net::{Flit, FlitKind, PORTS, Port, RoundRobin, route_xy};

/// Places in an input FIFO (M-Core paper, section 2.2).
pub const FIFO_FLITS: usize = 4;

/// The members of a set of ports, from the least.
#[inline]
pub(super) fn ports(mut set: u8) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let port = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (port < 8).then_some(port)
    })
}

/// Five input FIFOs, a crossbar and one round-robin arbiter for each output.
///
/// Sets of ports are bytes with bit p for port p. They say nothing that the FIFOs and holders do not say; they are there so
/// that a port at which nothing happens costs nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Router {
    /// Inputs in which flits wait.
    occupied: u8,
    /// Inputs whose FIFO is full.
    full: u8,
    /// Inputs whose oldest flit is a header that has not been granted its output.
    asking: u8,
    /// Outputs that a packet holds.
    held: u8,
    /// Bit p: input p says Xoff, that is, its FIFO was full when this cycle's *update* was over.
    pub xoff: u8,
    /// For each output its arbiter.
    pub arbiters: [RoundRobin; PORTS],
    /// For each output the input whose packet holds it, from header to tail.
    pub holders: [Option<u8>; PORTS],
    /// Input FIFOs by [`Port`].
    pub inputs: [Fifo<Flit, FIFO_FLITS>; PORTS],
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

    /// Phase *update* for one input: appends what the link carried. Xon promised that there is room.
    #[inline]
    pub fn accept(&mut self, port: usize, flit: Flit) {
        let input = &mut self.inputs[port];
        if input.is_empty() {
            self.occupied |= 1 << port;
            self.asking |= u8::from(flit.kind == FlitKind::Header) << port;
        }
        let fits = input.push(flit);
        self.full |= u8::from(input.is_full()) << port;
        debug_assert!(fits, "a flit was sent against Xoff");
    }

    /// End of phase *update*: occupancy is final for this cycle, so Xon/Xoff can be told.
    #[inline]
    pub fn signal(&mut self) {
        self.xoff = self.full;
    }

    /// Phase *switching*: routes headers and grants free outputs. A header that is granted but has not moved (Xoff) does
    /// not ask any more.
    #[inline]
    pub fn switch(&mut self, at: NodeId) {
        let mut requests = [0u8; PORTS];
        let mut wanted = 0u8;
        for port in ports(self.asking) {
            if let Some(flit) = self.inputs[port].front() {
                let output = route_xy(at, NodeId::from_word(flit.word)) as usize;
                requests[output] |= 1 << port;
                wanted |= 1 << output;
            }
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
    pub fn send(&mut self, output: usize, xon: bool) -> Option<Flit> {
        let input = self.holders[output]?;
        if !xon {
            return None;
        }
        let fifo = &mut self.inputs[input as usize];
        let flit = fifo.pop()?;
        self.full &= !(1 << input);
        match fifo.front() {
            None => self.occupied &= !(1 << input),
            // Only behind a tail can a header stand; it may ask in the next cycle.
            Some(next) => self.asking |= u8::from(flit.tail && next.kind == FlitKind::Header) << input,
        }
        if flit.tail {
            self.holders[output] = None;
            self.held &= !(1 << output);
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
    use crate::net::PacketTag;

    fn flit(kind: FlitKind, tail: bool, number: u32) -> Flit {
        Flit { word: 0x0301, kind, tail, last: false, tag: PacketTag { source: NodeId::new(1, 1), number } }
    }

    #[test]
    fn an_output_stays_with_its_packet_from_header_to_tail() {
        let at = NodeId::new(2, 1);
        let mut r = Router::default();
        r.accept(Port::West as usize, flit(FlitKind::Header, false, 0));
        r.accept(Port::Incc as usize, flit(FlitKind::Header, false, 1));
        r.switch(at);
        let east = Port::East as usize;
        assert_eq!(r.holders[east], Some(Port::West as u8));
        assert_eq!(r.send(east, false), None, "granted even under Xoff, but does not move");
        r.switch(at);
        assert_eq!(r.send(east, true).map(|f| f.tag.number), Some(0));
        r.switch(at);
        assert_eq!(r.send(east, true), None, "waits for its own packet although another one is there");
        r.accept(Port::West as usize, flit(FlitKind::Data, true, 0));
        assert_eq!(r.send(east, true).map(|f| f.tail), Some(true));
        assert_eq!(r.send(east, true), None, "granted again only in the next cycle");
        r.switch(at);
        assert_eq!(r.send(east, true).map(|f| f.tag.number), Some(1));
    }

    #[test]
    fn xoff_is_told_when_four_flits_wait() {
        let mut r = Router::default();
        for i in 0..4 {
            r.signal();
            assert_eq!(r.xoff, 0);
            r.accept(1, flit(FlitKind::Data, false, i));
        }
        r.signal();
        assert_eq!(r.xoff, 0b10);
    }
}
