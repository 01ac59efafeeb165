//! A node's source: creates packets, keeps them in an unbounded queue, and puts them flit by flit into the network.

use super::Spec;
use core::ops::Range;
use mcore_base::{Cycle, NodeId, Rng};
use mcore_net::{Flit, FlitKind, PackedFlit, PacketTag, Wait};

/// When a node creates packets, and their destinations. The sequence depends on the seed alone, never on the network.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Creation {
    rng: Rng,
    /// Cycle in which the packet (or burst) at the head was created.
    pub(super) created: Cycle,
    /// Its destination.
    pub(super) to: NodeId,
}

impl Creation {
    /// The first packet of a node. `seed` is the node's own.
    pub(super) fn new(spec: &Spec, wait: &Wait, from: NodeId, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let created = wait.draw(&mut rng);
        let to = spec.pattern.destination(spec.array, from, &mut rng);
        Self { rng, created, to }
    }

    /// Packets (or bursts), from the current one, that are created in a range of cycles.
    pub(super) fn count(mut self, spec: &Spec, wait: &Wait, from: NodeId, within: &Range<Cycle>) -> u64 {
        let mut count = 0;
        while self.created < within.end {
            count += u64::from(within.contains(&self.created));
            self.advance(spec, wait, from);
        }
        count
    }

    /// Advances to the next one.
    pub(super) fn advance(&mut self, spec: &Spec, wait: &Wait, from: NodeId) {
        self.created += 1 + wait.draw(&mut self.rng);
        self.to = spec.pattern.destination(spec.array, from, &mut self.rng);
    }
}

/// A source with its INCC's output buffer.
///
/// Its queue is unbounded, yet takes no space: the random numbers determine which packets wait in it, so the source
/// creates a packet only when it is next to be sent, with its nominal time of creation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    pub(super) at: NodeId,
    pub(super) next: Creation,
    /// Packets of the burst at the head that have been sent.
    sent: u32,
    /// Flits of the current packet that have been formed.
    formed: u32,
    /// Packets sent: the number of the next one.
    packets: u32,
    /// Output buffer, one flit.
    pub out: Option<PackedFlit>,
}

impl Source {
    pub(super) fn new(at: NodeId, next: Creation) -> Self {
        Self { at, next, sent: 0, formed: 0, packets: 0, out: None }
    }

    /// Packets not yet sent that are created in a range of cycles.
    pub(super) fn waiting(&self, spec: &Spec, wait: &Wait, within: &Range<Cycle>) -> u64 {
        let packets = u64::from(spec.injection.packets());
        let sent = if within.contains(&self.next.created) { u64::from(self.sent) } else { 0 };
        self.next.clone().count(spec, wait, self.at, within) * packets - sent
    }

    /// True if it has something to send in a cycle.
    #[inline]
    pub(super) fn is_active(&self, cycle: Cycle) -> bool {
        self.out.is_some() || self.next.created <= cycle
    }

    /// Phase *update* of a cycle in which it is active: forms the next flit if the output buffer is empty.
    ///
    /// The tail carries the low half of the cycle in which its packet was created; from it the sink derives the
    /// latency. Returns the cycle of creation if the flit is a tail.
    pub(super) fn form(&mut self, spec: &Spec, wait: &Wait, cycle: Cycle) -> Option<Cycle> {
        let created = self.next.created;
        if self.out.is_some() || created > cycle {
            return None;
        }
        let tail = self.formed + 1 == spec.packet;
        let (kind, word) = match self.formed {
            0 => (FlitKind::Header, self.next.to.to_word()),
            1 => (FlitKind::Address, 0),
            2 => (FlitKind::Stride, 0),
            _ => (FlitKind::Data, 0),
        };
        let word = if tail { created as u32 } else { word };
        self.formed += 1;
        let tag = PacketTag { source: self.at, number: self.packets };
        let mut last = false;
        if tail {
            self.formed = 0;
            self.packets = self.packets.wrapping_add(1);
            self.sent += 1;
            last = self.sent == spec.injection.packets();
            if last {
                self.sent = 0;
                self.next.advance(spec, wait, self.at);
            }
        }
        self.out = Some(PackedFlit::new(Flit { word, kind, tail, last, tag }));
        tail.then_some(created)
    }
}
