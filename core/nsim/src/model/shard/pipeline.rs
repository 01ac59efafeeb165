//! The switch pipeline: input buffers, arbitration, crossbar, links and credits.

use super::super::params::Arbitration;
use super::super::rank::RankEvent;
use super::super::recorder::BufferChange;
use super::super::switch::{Crossing, Header, Packet, Target};
use super::super::{NEVER, Time};
use super::{Setup, Shard, ShardMessage, Switch};
use core::cmp::Reverse;
use mcore_topology::Turn;

/// The queues that request an output.
struct Candidates {
    /// Queues whose first packet can cross now, as bits.
    ready: u64,
    /// The earliest time at which one of the others can cross.
    earliest: Time,
    /// Whether a queue waits for a credit whose time is not known yet.
    starved: bool,
}

/// The first packet of a queue, at the input side of the switch.
struct Head {
    /// Number of the queue: the port and the channel in one.
    queue: usize,
    port: usize,
    channel: usize,
    /// Slot of the port.
    slot: usize,
    /// Index of the buffer in [`Shard::packets`].
    ring: usize,
    /// Index of the packet in [`Shard::packets`].
    place: usize,
}

/// A packet that crosses the switch, with its times.
struct Passage {
    packet: Packet,
    bytes: u16,
    /// Transfer time on the link or NIC that it came from.
    entry: Time,
    /// Transfer time on the link or NIC that it goes to.
    exit: Time,
    /// When its tail leaves the input buffer.
    tail_out: Time,
    /// When its head enters the output link, and when its tail does.
    start: Time,
    finish: Time,
}

impl Shard {
    /// Lets an output take a packet, if one can cross now. Returns false and changes nothing if that depends on a credit that
    /// is not known: another switch may have sent it, and times are not `sure` so far ahead.
    pub(super) fn serve(&mut self, setup: &Setup, switch: &mut Switch, port: usize, now: Time, sure: bool) -> bool {
        let (slot, due) = (self.slot(switch, port as u8), switch.due as usize + port);
        let possible = self.outputs[slot].possible(setup.params.switch_delay);
        if possible > now {
            self.due[due] = possible;
            return true;
        }
        let candidates = self.candidates(setup, switch, port, now);
        if candidates.starved && !sure {
            return false;
        }
        switch.starved = switch.starved & !(1 << port) | u64::from(candidates.starved) << port;
        let switch = &*switch;
        if candidates.ready == 0 {
            self.due[due] = candidates.earliest;
            return true;
        }
        let head = self.arbitrate(setup, switch, port, candidates.ready);
        self.counts.events += 1;
        self.counts.last_event = self.counts.last_event.max(now);
        let passage = self.cross(setup, switch, port, &head, now);
        if head.port < usize::from(switch.local) {
            self.counts.packets += 1;
            self.take_from_nic(setup, switch, head.port, passage.packet.header, now + passage.entry);
        } else {
            self.free_place(setup, switch, &head, passage.tail_out, now);
        }
        let output = &self.outputs[slot];
        self.due[due] = if output.wanted == 0 { NEVER } else { output.possible(setup.params.switch_delay) };
        match self.wires[slot].target {
            Target::Near(..) | Target::Far(..) => self.forward(setup, slot, &passage),
            Target::Node(node) => self.deliver(setup, switch, node, &passage),
            Target::Nothing => {}
        }
        true
    }

    /// Looks at the first packets of all queues that request an output: which of them can cross now?
    #[inline]
    fn candidates(&self, setup: &Setup, switch: &Switch, port: usize, now: Time) -> Candidates {
        let output = &self.outputs[self.slot(switch, port as u8)];
        let is_local = port < usize::from(switch.local);
        let mut found = Candidates { ready: 0, earliest: NEVER, starved: false };
        let mut wanted = output.wanted;
        while wanted != 0 {
            let queue = wanted.trailing_zeros() as usize;
            wanted &= wanted - 1;
            let (port, channel) = setup.port_of(queue);
            let input = &self.inputs[self.slot(switch, port as u8)];
            let mut time = input.ready[channel].max(input.busy);
            if !is_local {
                let credit = output.credit[usize::from(input.channel[channel] & 1)];
                found.starved |= credit == NEVER;
                time = time.max(credit);
            }
            if time <= now {
                found.ready |= 1 << queue;
            } else {
                found.earliest = found.earliest.min(time);
            }
        }
        found
    }

    /// Chooses the queue that an output serves, out of those that are ready.
    #[inline]
    fn arbitrate(&self, setup: &Setup, switch: &Switch, port: usize, ready: u64) -> Head {
        let local = usize::from(switch.local);
        let queue = match ready.is_power_of_two() {
            true => ready.trailing_zeros() as usize,
            false => {
                let cursor = self.wires[self.slot(switch, port as u8)].cursor;
                choose(ready, setup.facing(port, local), cursor, local * setup.channels, setup.params.arbitration)
            }
        };
        let (port, channel) = setup.port_of(queue);
        let slot = self.slot(switch, port as u8);
        let ring = self.ring(setup, slot, channel);
        let place = ring + usize::from(self.inputs[slot].first[channel]);
        Head { queue, port, channel, slot, ring, place }
    }

    /// Takes a packet through the crossbar to the output of a port.
    #[inline]
    fn cross(&mut self, setup: &Setup, switch: &Switch, port: usize, head: &Head, now: Time) -> Passage {
        let params = &setup.params;
        let slot = self.slot(switch, port as u8);
        let packet = self.packets[head.place];
        let bytes = if packet.last() { self.headers[packet.header as usize].rest } else { params.mtu as u16 };
        let [wire, through, injection] = self.times(setup, bytes);
        let entry = if head.port < usize::from(switch.local) { injection } else { wire };
        let exit = if port < usize::from(switch.local) { injection } else { wire };
        // The tail cannot leave the buffer before it has arrived there.
        let span = if packet.late() { Time::from(self.spans[head.place]) } else { entry };
        let tail_out = (now + through).max(packet.ready + span);
        self.inputs[head.slot].busy = tail_out;

        let (output, end) = (&mut self.outputs[slot], &mut self.wires[slot]);
        let start = (now + params.switch_delay).max(output.link);
        let finish = (start + exit).max(tail_out + params.switch_delay);
        output.crossbar = tail_out;
        output.link = finish;
        output.wanted &= !(1 << head.queue);
        output.carried.packets += 1;
        output.carried.bytes += u64::from(bytes);
        // The output buffer is a ring: this packet takes one place, the next packet waits for the place after it.
        let places = slot * usize::from(params.output_buffer);
        self.places[places + usize::from(end.place)] = finish;
        end.cursor = head.queue as u8;
        end.place = if end.place + 1 == params.output_buffer { 0 } else { end.place + 1 };
        output.free = self.places[places + usize::from(end.place)];
        if let Some(links) = &mut self.recorder.links {
            links.add(start, slot, u32::from(bytes));
        }
        Passage { packet, bytes, entry, exit, tail_out, start, finish }
    }

    /// Frees the place of a packet in an input buffer: from now on the place holds the time of its credit.
    #[inline]
    fn free_place(&mut self, setup: &Setup, switch: &Switch, head: &Head, tail_out: Time, now: Time) {
        let time = tail_out + setup.params.cable_delay;
        let buffer = usize::from(setup.params.input_buffer);
        let (port, channel) = (head.port as u8, head.channel as u8);
        self.packets[head.place].ready = time;
        let input = &mut self.inputs[head.slot];
        let (first, length) = (&mut input.first[head.channel], &mut input.length[head.channel]);
        *first = if usize::from(*first) + 1 == buffer { 0 } else { *first + 1 };
        let was_full = usize::from(*length) == buffer;
        *length -= 1;
        let next = (*length > 0).then(|| self.packets[head.ring + usize::from(*first)]);
        let from_far = input.from_far;
        if !self.recorder.watched.is_empty() {
            let switch = switch.number;
            self.recorder.buffer(BufferChange { time: now, switch, port, channel, change: -1 });
        }
        // Otherwise the output has a credit already, and reads this one when it reaches the place.
        if was_full || from_far {
            match self.wires[head.slot].target {
                Target::Near(index, port) => self.credit_returns(index as usize, port, channel, time),
                Target::Far(link) => {
                    let Crossing { switch, port, .. } = self.crossings[link as usize];
                    self.out[setup.part_of(switch)].push(ShardMessage::Credit { switch, port, channel, time });
                }
                _ => {}
            }
        }
        if let Some(packet) = next {
            self.want(setup, switch, head.queue, packet);
        }
    }

    /// Sends a packet over the link to the next switch, in this part or in another one.
    #[inline]
    fn forward(&mut self, setup: &Setup, slot: usize, passage: &Passage) {
        let params = &setup.params;
        self.counts.traversals += 1;
        let channel = usize::from(passage.packet.channel());
        let span = passage.finish - passage.start;
        let mut packet = passage.packet;
        packet.ready = passage.start + params.cable_delay + params.vc_delay + params.allocation_delay;
        packet.set_late(span != passage.exit);
        let span = span as u32;
        let credit = match self.wires[slot].target {
            Target::Near(next, port) => self.arrive(setup, next as usize, port, packet, span),
            Target::Far(link) => {
                let header = self.headers[packet.header as usize];
                let header = Header { rest: passage.bytes, last: packet.last() && header.last, ..header };
                let link = &mut self.crossings[link as usize];
                let (switch, port) = (link.switch, link.port);
                self.out[setup.part_of(switch)].push(ShardMessage::Packet { switch, port, packet, span, header });
                link.credits[channel].pop_front();
                let credit = link.credits[channel].front().copied().unwrap_or(NEVER);
                if packet.last() {
                    self.free_headers.push(packet.header);
                }
                credit
            }
            Target::Node(_) | Target::Nothing => NEVER,
        };
        self.outputs[slot].credit[channel] = credit;
    }

    /// Delivers a packet to a node. The last one of a message wakes the node's rank.
    #[inline]
    fn deliver(&mut self, setup: &Setup, switch: &Switch, node: u32, passage: &Passage) {
        let packet = passage.packet;
        if !packet.last() {
            return;
        }
        self.free_headers.push(packet.header);
        let Header { from, message, last, .. } = self.headers[packet.header as usize];
        if last {
            let (time, from) = (passage.finish + setup.params.nic_delay, setup.ranks[from as usize]);
            let node = (node - self.first_node) as usize;
            self.nodes[node].events.push(Reverse(RankEvent { time, from, message, left: false }));
            self.rank_wakes(switch, node);
        }
    }

    /// Transfer times of a packet, as in [`Setup::full`]. Divisions are slow, and most packets are full or as long as the last
    /// one that was not, so those times are kept.
    #[inline]
    fn times(&mut self, setup: &Setup, bytes: u16) -> [Time; 3] {
        if u32::from(bytes) == setup.params.mtu {
            return setup.full;
        }
        if self.short.0 != bytes {
            self.short = (bytes, setup.times(bytes));
        }
        self.short.1
    }

    /// Requests an output for the first packet of a queue.
    #[inline]
    pub(super) fn want(&mut self, setup: &Setup, switch: &Switch, queue: usize, packet: Packet) {
        let (port, own) = setup.port_of(queue);
        let (input, output) = (self.slot(switch, port as u8), self.slot(switch, packet.port));
        let input = &mut self.inputs[input];
        (input.ready[own], input.channel[own]) = (packet.ready, packet.channel());
        let output = &mut self.outputs[output];
        output.wanted |= 1 << queue;
        let time = packet.ready.max(input.busy).max(output.crossbar);
        let due = &mut self.due[switch.due as usize + usize::from(packet.port)];
        *due = time.min(*due);
    }

    /// Routes a packet that arrives at a switch and stores it in the input buffer of a port. Returns the time of the next
    /// credit for the output that sent it, or [`NEVER`] if the buffer is full.
    #[inline]
    pub(super) fn arrive(&mut self, setup: &Setup, index: usize, port: u8, packet: Packet, span: u32) -> Time {
        let switch = self.switches[index];
        let channel = usize::from(packet.channel());
        let packet = self.route(setup, &switch, port, packet);
        let buffer = usize::from(setup.params.input_buffer);
        let slot = self.slot(&switch, port);
        let ring = self.ring(setup, slot, channel);
        let input = &mut self.inputs[slot];
        let end = usize::from(input.first[channel]) + usize::from(input.length[channel]);
        let place = if end >= buffer { end - buffer } else { end };
        self.packets[ring + place] = packet;
        if packet.late() {
            self.spans[ring + place] = span;
        }
        input.length[channel] += 1;
        let length = input.length[channel];
        let next_place = if place + 1 == buffer { 0 } else { place + 1 };
        let credit = if usize::from(length) == buffer { NEVER } else { self.packets[ring + next_place].ready };
        if !self.recorder.watched.is_empty() {
            let (switch, channel) = (switch.number, channel as u8);
            self.recorder.buffer(BufferChange { time: packet.ready, switch, port, channel, change: 1 });
        }
        if length == 1 {
            self.want(setup, &switch, usize::from(port) * setup.channels + channel, packet);
            self.schedule(index, self.due[switch.due as usize + usize::from(packet.port)]);
        }
        credit
    }

    /// Gives an arriving packet its output and its next virtual channel. A packet that goes straight on needs no route: its
    /// output is opposite the port that it arrived at.
    #[inline]
    fn route(&self, setup: &Setup, switch: &Switch, port: u8, mut packet: Packet) -> Packet {
        if packet.straight > 0 {
            packet.straight -= 1;
            packet.port = ((port - switch.local) ^ 1) + switch.local;
            // A packet on the second channel has crossed the link that closes a ring; it keeps the channel until it turns.
            let closes_ring = self.wires[self.slot(switch, packet.port)].closes_ring;
            packet.set_channel(packet.channel() | u8::from(closes_ring));
        } else {
            let Header { from, to, nic, .. } = self.headers[packet.header as usize];
            let (turn, channel) = self.way(setup, switch, from, to, nic);
            (packet.port, packet.straight) = (turn.port, turn.straight);
            packet.set_channel(channel);
        }
        packet
    }

    /// Gives an output without a credit the time of its next one: a place in the input buffer at the other end is free.
    #[inline]
    pub(super) fn credit_returns(&mut self, index: usize, port: u8, channel: u8, time: Time) {
        let switch = &self.switches[index];
        let (slot, due) = (self.slot(switch, port), switch.due as usize + usize::from(port));
        let output = &mut self.outputs[slot];
        output.credit[usize::from(channel)] = time;
        // A packet may wait for exactly this credit.
        if output.wanted != 0 && self.due[due] > time {
            self.due[due] = time.max(output.crossbar);
            self.schedule(index, self.due[due]);
        }
    }

    /// The turn of a packet at a switch, and its virtual channel: the second one from the link that closes a ring.
    pub(super) fn way(&self, setup: &Setup, switch: &Switch, from: u32, to: u32, nic: u8) -> (Turn, u8) {
        let turn = setup.routes.turn(switch.number, from, to, nic);
        (turn, u8::from(self.wires[self.slot(switch, turn.port)].closes_ring))
    }

    /// Stores a header under a free number.
    pub(super) fn header(&mut self, header: Header) -> u32 {
        match self.free_headers.pop() {
            Some(number) => {
                self.headers[number as usize] = header;
                number
            }
            None => {
                self.headers.push(header);
                self.headers.len() as u32 - 1
            }
        }
    }
}

/// Arbitration among queues that are `ready`: the class that goes first, and round robin within it. `straight` are the queues
/// of packets that go straight on, `local` is the number of queues from NICs, `cursor` the queue served last.
fn choose(ready: u64, straight: u64, cursor: u8, local: usize, arbitration: Arbitration) -> usize {
    let transit = !((1u64 << local) - 1);
    let class = match arbitration {
        Arbitration::TransitFirst if ready & straight != 0 => ready & straight,
        Arbitration::TransitFirst if ready & transit != 0 => ready & transit,
        _ => ready,
    };
    // The queues after the one that was served last; if there are none, the search starts over.
    let after = class & u64::MAX.checked_shl(u32::from(cursor) + 1).unwrap_or(0);
    (if after != 0 { after } else { class }).trailing_zeros() as usize
}
