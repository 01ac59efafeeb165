//! Uncontended-packet fast path: packets on free paths are not moved from router to router; their flits are delivered
//! at the computed cycle.
//!
//! A packet that shares no output of its path meets nothing that could delay it. Each of its routers grants the output
//! in the cycle in which the header arrives, every neighbour says Xon, and its flits follow each other without a gap,
//! because an INCC forms one in each cycle. So flit k of a packet whose header was injected in phase *comm* of cycle b
//! (section 6 of the machine's definition) is, at the end of cycle t,
//!
//! - on the link into router i of its path, 0 being that of the sender, if t = b + k + i,
//! - on the link to the INCC of its destination, h hops away, if t = b + k + h + 1.
//!
//! Such a packet is an *uncontended* packet: its flits are put onto that last link at the computed cycle, and the counters
//! of routers and links are updated when it is done. Whether a path is free follows from *claims*: from the injection
//! of its header to the delivery of its tail each packet, uncontended or not, claims every output on its path. (Inputs need
//! none: packets that share an input also share the output before it, or are sent by the same INCC.) Packets of one
//! sender never collide; they follow one another. If two senders claim the same output, the packets of both become
//! plain packets at the end of that cycle, which is before the second header can reach any router: their flits in
//! flight are put into FIFOs, and holders and arbiters are set as if they had travelled hop by hop. A sender may send
//! uncontended packets again when all its packets have been delivered.
//!
//! Packets to or from the memory node, which says Xoff and leaves gaps in its packets, are always plain.

use super::record::{FlitEvents, NetworkEvents, Record, Recorder};
use crate::parts::cycle::{InOrder, Moved, update_node};
use crate::parts::network::{ENTRIES, Network};
use crate::parts::{Chip, PACKET_FLITS, Trap, kinds};
use alloc::{vec, vec::Vec};
use mcore_base::{Array, Bits, Cycle, NodeId, Null};
use mcore_net::{Flit, FlitKind, PORTS, PackedFlit, PacketTag, Port, route_xy};

/// The packets that claim an output.
#[derive(Clone, Copy, Debug, Default)]
struct Claim {
    packets: u32,
    /// The router of their sender, or [`SEVERAL`].
    source: u32,
}

/// The router of the memory node.
const MEMORY_ROUTER: usize = 0;

/// Packets of several senders claim an output.
const SEVERAL: u32 = u32::MAX;

/// The packets of one sender.
#[derive(Clone, Copy, Debug, Default)]
struct Source {
    /// Packets whose header has been injected and whose tail has not been delivered.
    packets: u32,
    /// They are not uncontended.
    plain: bool,
    /// The uncontended packet whose tail has not been injected yet.
    current: Option<u32>,
}

/// An uncontended packet.
#[derive(Debug)]
struct Packet {
    from: NodeId,
    to: NodeId,
    /// The cycle in which its header was injected.
    begun: Cycle,
    /// The cycle in which its header leaves the last router.
    due: Cycle,
    /// The flits that have been injected.
    flits: [PackedFlit; PACKET_FLITS as usize],
    length: u32,
    /// Its moves in all cycles before this one are in the record, if there is one.
    recorded: Cycle,
}

/// A router on the path of a packet, by index in row order, and the ports by which the packet enters and leaves.
struct Passed {
    router: usize,
    input: usize,
    output: usize,
}

/// The uncontended packets, and the claims and senders of all packets.
#[derive(Debug)]
pub(super) struct Uncontended {
    array: Array,
    /// By router and output.
    claims: Vec<Claim>,
    /// By router.
    sources: Vec<Source>,
    packets: Vec<Packet>,
    /// Routers of the senders whose packets stop being uncontended in this cycle.
    derailed: Vec<u32>,
    /// Ranks of the nodes that have a flit to inject in this cycle.
    senders: Vec<u32>,
}

/// Visits the path of a packet, router by router.
#[inline]
fn each_router(array: Array, from: NodeId, to: NodeId, mut visit: impl FnMut(Passed)) {
    let (mut at, mut input) = (from, Port::Incc as usize);
    loop {
        let output = route_xy(at, to);
        visit(Passed { router: array.router(at), input, output: output as usize });
        match output {
            Port::North => at.y -= 1,
            Port::East => at.x += 1,
            Port::South => at.y += 1,
            Port::West => at.x -= 1,
            Port::Incc => return,
        }
        input = ENTRIES[output as usize];
    }
}

impl Packet {
    fn is_whole(&self) -> bool {
        self.length > 0 && self.flits[self.length as usize - 1].is_tail()
    }

    /// Records its moves before cycle `until` that are not in the record yet. Flit k leaves router i in cycle b + k + i + 1.
    fn record(&mut self, array: Array, until: Cycle, record: &mut Record) {
        let mut first = self.begun + 1;
        each_router(array, self.from, self.to, |Passed { router, output, .. }| {
            let cycles = first.max(self.recorded)..(first + Cycle::from(self.length)).min(until);
            if !cycles.is_empty() {
                let tail = self.is_whole() && cycles.end == first + Cycle::from(self.length);
                record.carry(router, output, cycles, tail);
            }
            first += 1;
        });
        self.recorded = until;
    }

    /// Puts the flits that are in flight at the end of a cycle into the routers.
    fn put_down(&self, network: &mut Network, cycle: Cycle) {
        let mut arrives = self.begun;
        each_router(network.array, self.from, self.to, |Passed { router, input, output }| {
            if let Some(gone) = cycle.checked_sub(arrives) {
                let passed = gone.min(self.length.into()) as u32;
                if passed > 0 {
                    network.carried(router, input, output, arrives + u64::from(passed), passed);
                    if passed < self.length || !self.is_whole() {
                        network.hold(router, input, output);
                    }
                }
                if passed < self.length {
                    network.put(router, Port::ALL[input], self.flits[passed as usize]);
                }
            }
            arrives += 1;
        });
    }
}

impl Uncontended {
    /// No packet is uncontended. Packets in flight continue as plain packets.
    pub(super) fn new(machine: &Chip) -> Self {
        let (array, state) = (machine.spec.array, &machine.state);
        let routers = array.routers();
        let mut uncontended = Self {
            array,
            claims: vec![Claim::default(); routers * PORTS],
            sources: vec![Source::default(); routers],
            packets: Vec::new(),
            derailed: Vec::new(),
            senders: Vec::new(),
        };
        if state.quiet_since.is_some() {
            return uncontended;
        }
        let mut found = |tag: PacketTag, to| {
            uncontended.claim(tag.source, to);
            uncontended.sources[array.router(tag.source)].plain = true;
        };
        for flit in state.network.flits().filter(|flit| flit.kind == FlitKind::Header) {
            found(flit.tag, NodeId::from_word(flit.word));
        }
        // Packets whose header has left the routers, but whose tail has not been delivered.
        let mut look_at = |at, receiving: Option<PacketTag>, input: &mut dyn Iterator<Item = Flit>| {
            let open = input.fold(receiving, |_, flit| (!flit.tail).then_some(flit.tag));
            let leaving = state.network.router(array.router(at)).to_incc();
            if let Some(tag) = open.or(leaving.map(|flit| flit.tag)) {
                found(tag, at);
            }
        };
        for node in &state.nodes {
            look_at(
                node.id,
                node.incc.receiving.map(|packet| packet.tag),
                &mut node.incc.input.map(PackedFlit::flit).into_iter(),
            );
        }
        let memory = &state.memory_node;
        look_at(NodeId::MEMORY, memory.receiving.map(|packet| packet.tag), &mut memory.input.iter().copied());
        uncontended.derailed.clear();
        uncontended
    }

    /// Whether its claims agree with those of another one while no packet is uncontended: the counts are equal, and an
    /// output with a single sender here has the same single sender there.
    pub(super) fn claims_as(&self, other: &Self) -> bool {
        let claims = self.claims.iter().zip(&other.claims).all(|(own, other)| {
            own.packets == other.packets && (own.packets == 0 || own.source == SEVERAL || own.source == other.source)
        });
        claims && self.sources.iter().zip(&other.sources).all(|(own, other)| own.packets == other.packets)
    }

    /// A packet claims its path. False if the packet has to be plain.
    fn claim(&mut self, from: NodeId, to: NodeId) -> bool {
        let Self { array, claims, sources, derailed, .. } = self;
        let mut derail = |source: u32| {
            if !core::mem::replace(&mut sources[source as usize].plain, true) {
                derailed.push(source);
            }
        };
        let own = array.router(from) as u32;
        let mut free = from != NodeId::MEMORY && to != NodeId::MEMORY;
        each_router(*array, from, to, |Passed { router, output, .. }| {
            let claim = &mut claims[router * PORTS + output];
            if claim.packets == 0 {
                claim.source = own;
            } else if claim.source != own {
                free = false;
                if claim.source != SEVERAL {
                    derail(claim.source);
                    claim.source = SEVERAL;
                }
            }
            claim.packets += 1;
        });
        if !free {
            derail(own);
        }
        let source = &mut sources[own as usize];
        source.packets += 1;
        !source.plain
    }

    /// The tail of a packet has been delivered.
    #[inline]
    fn delivered(&mut self, from: NodeId, to: NodeId) {
        let claims = &mut self.claims;
        each_router(self.array, from, to, |Passed { router, output, .. }| {
            claims[router * PORTS + output].packets -= 1;
        });
        let source = &mut self.sources[self.array.router(from)];
        source.packets -= 1;
        source.plain &= source.packets > 0;
    }

    /// Phase *comm* of an INCC: as [`Network::inject`].
    #[inline]
    fn inject(&mut self, network: &mut Network, at: NodeId, out: &mut Option<PackedFlit>, cycle: Cycle) {
        let Some(flit) = *out else { return };
        let router = self.array.router(at);
        if let Some(index) = self.sources[router].current {
            let packet = &mut self.packets[index as usize];
            packet.flits[packet.length as usize] = flit;
            packet.length += 1;
            if flit.is_tail() {
                self.sources[router].current = None;
            }
            *out = None;
        } else if !flit.is_header() {
            network.inject(router, out, cycle, &mut Null);
        } else if network.takes_in(router) {
            let to = flit.destination();
            if self.claim(at, to) {
                let hops = u64::from(at.x.abs_diff(to.x)) + u64::from(at.y.abs_diff(to.y));
                let mut flits = [PackedFlit::default(); PACKET_FLITS as usize];
                flits[0] = flit;
                self.sources[router].current = Some(self.packets.len() as u32);
                let due = cycle + 1 + hops;
                self.packets.push(Packet { from: at, to, begun: cycle, due, flits, length: 1, recorded: cycle });
                *out = None;
            } else {
                network.inject(router, out, cycle, &mut Null);
            }
        }
    }

    /// Records the moves of all packets before cycle `until`.
    pub(super) fn record(&mut self, until: Cycle, record: &mut Record) {
        if record.has(kinds::FLIT | kinds::USED) {
            self.packets.iter_mut().for_each(|packet| packet.record(self.array, until, record));
        }
    }

    /// Phase *comm* of the uncontended packets.
    fn comm<R: Recorder>(&mut self, network: &mut Network, cycle: Cycle, recorder: &mut R) {
        let mut index = 0;
        while let Some(packet) = self.packets.get_mut(index) {
            index += 1;
            let Some(number) = cycle.checked_sub(packet.due) else { continue };
            let flit = packet.flits[number as usize % PACKET_FLITS as usize];
            network.leave(self.array.router(packet.to), flit);
            if flit.is_tail() {
                if let Some(record) = recorder.record() {
                    packet.record(self.array, cycle + 1, record);
                }
                let mut last = packet.begun + u64::from(packet.length);
                each_router(self.array, packet.from, packet.to, |Passed { router, input, output }| {
                    network.carried(router, input, output, last, packet.length);
                    last += 1;
                });
                index -= 1;
                self.remove(index);
            }
        }
        if !self.derailed.is_empty() {
            self.derail(network, cycle, recorder);
        }
    }

    fn remove(&mut self, index: usize) {
        self.packets.swap_remove(index);
        if let Some(moved) = self.packets.get(index).filter(|packet| !packet.is_whole()) {
            self.sources[self.array.router(moved.from)].current = Some(index as u32);
        }
    }

    /// At the end of a cycle: the packets of the derailed senders are in the routers from now on.
    #[cold]
    fn derail<R: Recorder>(&mut self, network: &mut Network, cycle: Cycle, recorder: &mut R) {
        let mut index = 0;
        while let Some(packet) = self.packets.get_mut(index) {
            let source = self.array.router(packet.from);
            if self.sources[source].plain {
                if let Some(record) = recorder.record() {
                    packet.record(self.array, cycle + 1, record);
                }
                packet.put_down(network, cycle);
                self.sources[source].current = None;
                self.remove(index);
            } else {
                index += 1;
            }
        }
        self.derailed.clear();
    }

    /// From now on, before `cycle`, no packet is uncontended, so that the state of the network is complete.
    pub(crate) fn end(&mut self, network: &mut Network, cycle: Cycle) {
        for packet in self.packets.drain(..) {
            let source = &mut self.sources[self.array.router(packet.from)];
            (source.plain, source.current) = (true, None);
            packet.put_down(network, cycle - 1);
        }
    }
}

impl Chip {
    /// All phases after the cores, as [`Chip::communicate`], with uncontended packets. `active`: ranks of all nodes whose
    /// INCC has work to do or is sent a flit, and perhaps others.
    pub(super) fn communicate_uncontended<R: Recorder>(
        &mut self,
        active: &Bits,
        uncontended: &mut Uncontended,
        traps: &mut Vec<Trap>,
        recorder: &mut R,
    ) -> bool {
        let Self { images, state, .. } = self;
        let cycle = state.cycle;
        if let Some(record) = recorder.record() {
            record.communicate(cycle);
        }
        let mut moved = Moved::default();
        let mut senders = core::mem::take(&mut uncontended.senders);
        active.each(|rank| {
            let node = &mut state.nodes[rank];
            let arrived = state.network.deliver(uncontended.array.router(node.id));
            if let Some(flit) = arrived.filter(|flit| flit.is_tail()) {
                uncontended.delivered(flit.tag().source, node.id);
            }
            moved +=
                update_node(node, &images[node.image as usize], arrived, cycle, traps, &mut NetworkEvents(recorder));
            if node.incc.out.is_some() {
                senders.push(rank as u32);
            }
        });
        let at_memory = state.network.leaves(MEMORY_ROUTER) || !state.memory_node.is_idle();
        if at_memory {
            if let Some(flit) = state.network.router(MEMORY_ROUTER).to_incc().filter(|flit| flit.tail) {
                uncontended.delivered(flit.tag.source, NodeId::MEMORY);
            }
            moved += self.update_memory_node(traps, &mut NetworkEvents(recorder));
        }

        let state = &mut self.state;
        let network = &mut state.network;
        let still = network.is_still();
        if !still {
            network.update(&mut InOrder);
            network.switch(&mut InOrder);
        }
        for rank in senders.drain(..) {
            let node = &mut state.nodes[rank as usize];
            uncontended.inject(network, node.id, &mut node.incc.out, cycle);
            if let Some(record) = recorder.record()
                && node.incc.out.is_none()
            {
                record.enter(Some(rank as usize));
            }
        }
        uncontended.senders = senders;
        if at_memory {
            let full = state.memory_node.out.is_some();
            uncontended.inject(network, NodeId::MEMORY, &mut state.memory_node.out, cycle);
            if let Some(record) = recorder.record()
                && full
                && state.memory_node.out.is_none()
            {
                record.enter(None);
            }
        }
        if !still {
            let xoff = state.memory_node.xoff();
            match recorder.record().filter(|record| record.has(kinds::FLIT | kinds::HELD_UP | kinds::USED)) {
                Some(record) => {
                    let array = network.array;
                    network.comm(&mut InOrder, cycle, xoff, &mut FlitEvents { record, array });
                    if record.has(kinds::USED) {
                        record.routers(cycle, network);
                    }
                }
                None => network.comm(&mut InOrder, cycle, xoff, &mut Null),
            }
        }
        uncontended.comm(network, cycle, recorder);
        if let Some(record) = recorder.record().filter(|record| record.has(kinds::USED)) {
            record.inccs(cycle, &state.nodes, active);
        }
        state.in_flight = state.in_flight + moved.formed - moved.consumed;
        moved.busy || state.in_flight != 0
    }
}
