//! The five-port wormhole router.

use crate::base::{Fifo, NodeId};
use crate::net::{Flit, FlitKind, PORTS, Port, RoundRobin, route_xy};

/// Places in an input FIFO (M-Core paper, section 2.2).
pub const FIFO_FLITS: usize = 4;

/// Five input FIFOs, a crossbar and one round-robin arbiter for each output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Router {
    /// Input FIFOs by [`Port`].
    pub inputs: [Fifo<Flit, FIFO_FLITS>; PORTS],
    /// For each output the input whose packet holds it, from header to tail.
    pub holders: [Option<u8>; PORTS],
    /// For each output its arbiter.
    pub arbiters: [RoundRobin; PORTS],
    /// Bit p: input p says Xoff, that is, its FIFO is full in this cycle.
    pub xoff: u8,
    /// Flits in all FIFOs together.
    flits: u8,
}

impl Router {
    /// True if no flit is inside: nothing can happen here in this cycle.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.flits == 0
    }

    /// Bit p: a flit waits in input p.
    #[inline]
    pub fn occupied(&self) -> u8 {
        self.inputs.iter().enumerate().fold(0, |bits, (p, f)| bits | u8::from(!f.is_empty()) << p)
    }

    /// Phase *update* for one input: appends what the link carried. Xon promised that there is room.
    #[inline]
    pub fn accept(&mut self, port: usize, flit: Flit) {
        let fits = self.inputs[port].push(flit);
        self.flits += u8::from(fits);
        debug_assert!(fits, "a flit was sent against Xoff");
    }

    /// End of phase *update*: occupancy is final for this cycle, so Xon/Xoff can be told.
    #[inline]
    pub fn signal(&mut self) {
        self.xoff = self.inputs.iter().enumerate().fold(0, |bits, (p, f)| bits | u8::from(f.is_full()) << p);
    }

    /// Phase *switching*: routes headers and grants free outputs.
    #[inline]
    pub fn switch(&mut self, at: NodeId) {
        let mut requests = [0u8; PORTS];
        for (port, input) in self.inputs.iter().enumerate() {
            if let Some(flit) = input.front()
                && flit.kind == FlitKind::Header
            {
                requests[route_xy(at, NodeId::from_word(flit.word)) as usize] |= 1 << port;
            }
        }
        for (output, requests) in requests.into_iter().enumerate() {
            // A header that is already granted but has not moved (Xoff) must not be granted again: its output is held.
            if requests != 0 && self.holders[output].is_none() {
                self.holders[output] = self.arbiters[output].grant(requests);
            }
        }
    }

    /// Phase *comm* for one output: the flit that moves onto the link, if the holder has one and the neighbour said Xon.
    #[inline]
    pub fn send(&mut self, output: usize, xon: bool) -> Option<Flit> {
        let input = self.holders[output]?;
        if !xon {
            return None;
        }
        let flit = self.inputs[input as usize].pop()?;
        self.flits -= 1;
        if flit.tail {
            self.holders[output] = None;
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
