//! Packets in the switches: buffers, arbitration, crossbar, links, credits.

use super::super::params::Arbitration;
use super::super::rank::Note;
use super::super::recorder::BufferChange;
use super::super::switch::{Crossing, Header, Packet, Target};
use super::super::topology::Turn;
use super::super::{NEVER, Time};
use super::{Parcel, Setup, Shard, Switch};
use core::cmp::Reverse;

impl Shard {
    /// An output takes a packet, if it can. Nothing happens, and false is returned, if that depends on a credit that may
    /// have come: if it is not there and not `sure`.
    pub(super) fn serve(&mut self, setup: &Setup, switch: &mut Switch, port: usize, now: Time, sure: bool) -> bool {
        let (params, channels, shift) = (&setup.params, setup.channels, setup.shift as usize);
        let buffer = usize::from(params.input_buffer);
        let (is_local, due) = (port < usize::from(switch.local), switch.due as usize + port);
        let lane = self.lane(switch, port as u8);
        let output = &self.outputs[lane];
        // The packet needs its place in the output buffer when it has come through the switch.
        let possible = output.crossbar.max(output.free.saturating_sub(params.switch_delay));
        if possible > now {
            self.due[due] = possible;
            return true;
        }
        // Who could go now, and when the first of the others can.
        let (mut can, mut earliest, mut starved) = (0u64, NEVER, false);
        let mut wanted = output.wanted;
        while wanted != 0 {
            let queue = wanted.trailing_zeros() as usize;
            wanted &= wanted - 1;
            let (input, channel) = (&self.inputs[self.lane(switch, (queue >> shift) as u8)], queue & shift & 1);
            let mut time = input.ready[channel].max(input.busy);
            if !is_local {
                let credit = output.credit[usize::from(input.channel[channel] & 1)];
                starved |= credit == NEVER;
                time = time.max(credit);
            }
            if time <= now {
                can |= 1 << queue;
            } else {
                earliest = earliest.min(time);
            }
        }
        if starved && !sure {
            return false;
        }
        switch.starved = switch.starved & !(1 << port) | u64::from(starved) << port;
        let switch = &*switch;
        if can == 0 {
            self.due[due] = earliest;
            return true;
        }
        let queue = match can.is_power_of_two() {
            true => can.trailing_zeros() as usize,
            false => {
                let straight = setup.facing(port, usize::from(switch.local));
                let cursor = self.wires[lane].cursor;
                choose(can, straight, cursor, usize::from(switch.local) * channels, params.arbitration)
            }
        };
        let (input_port, input_channel) = (queue >> shift, queue & shift & 1);
        let input_lane = self.lane(switch, input_port as u8);
        let from_nic = input_port < usize::from(switch.local);
        let ring = self.ring(setup, input_lane, input_channel);
        let place = ring + usize::from(self.inputs[input_lane].first[input_channel]);
        let packet = self.packets[place];
        let bytes = if packet.last() { self.headers[packet.header as usize].rest } else { params.mtu as u16 };

        self.counts.events += 1;
        self.counts.last_event = self.counts.last_event.max(now);

        // The crossbar carries it; its tail cannot leave before it has come.
        let [wire, through, injection] = self.times(setup, bytes);
        let came = if from_nic { injection } else { wire };
        let span = if packet.late() { Time::from(self.spans[place]) } else { came };
        let tail_out = (now + through).max(packet.ready + span);
        let input = &mut self.inputs[input_lane];
        input.busy = tail_out;
        let carry = if is_local { injection } else { wire };
        let (output, end) = (&mut self.outputs[lane], &mut self.wires[lane]);
        let start = (now + params.switch_delay).max(output.link);
        let finish = (start + carry).max(tail_out + params.switch_delay);
        output.crossbar = tail_out;
        output.link = finish;
        output.wanted &= !(1 << queue);
        output.carried.packets += 1;
        output.carried.bytes += u64::from(bytes);
        let target = end.target;
        let places = lane * usize::from(params.output_buffer);
        self.places[places + usize::from(end.place)] = finish;
        end.cursor = queue as u8;
        end.place = if end.place + 1 == params.output_buffer { 0 } else { end.place + 1 };
        output.free = self.places[places + usize::from(end.place)];
        if let Some(links) = &mut self.recorder.links {
            links.add(start, lane, u32::from(bytes));
        }

        // Its place in the input buffer is free again.
        if from_nic {
            self.counts.packets += 1;
            self.take_from_nic(setup, switch, input_port, packet.header, now + came);
        } else {
            // The packet has been read: in its place stands the credit from now on.
            let time = tail_out + params.cable_delay;
            let (first, length) = (&mut input.first[input_channel], &mut input.length[input_channel]);
            self.packets[place].ready = time;
            *first = if usize::from(*first) + 1 == buffer { 0 } else { *first + 1 };
            let full = usize::from(*length) == buffer;
            *length -= 1;
            let behind = (*length > 0).then(|| {
                let packet = &self.packets[ring + usize::from(*first)];
                (packet.ready, packet.port, packet.channel())
            });
            let from_far = input.from_far;
            let (port, channel) = (input_port as u8, input_channel as u8);
            if !self.recorder.watched.is_empty() {
                let switch = switch.number;
                self.recorder.buffer(BufferChange { time: now, switch, port, channel, change: -1 });
            }
            // Else the output has a credit already, and finds this one when it comes to it.
            if full || from_far {
                match self.wires[input_lane].target {
                    Target::Near(index, port) => self.credit_returns(index as usize, port, channel, time),
                    Target::Far(link) => {
                        let Crossing { switch, port, .. } = self.crossings[link as usize];
                        self.out[setup.part_of(switch)].push(Parcel::Credit { switch, port, channel, time });
                    }
                    _ => {}
                }
            }
            if let Some((ready, port, channel)) = behind {
                self.want(setup, switch, queue, ready, port, channel);
            }
        }

        // What comes at the other end.
        let output = &self.outputs[lane];
        let possible = output.crossbar.max(output.free.saturating_sub(params.switch_delay));
        self.due[due] = if output.wanted == 0 { NEVER } else { possible };
        match target {
            Target::Near(..) | Target::Far(..) => {
                self.counts.traversals += 1;
                let channel = usize::from(packet.channel());
                let (arrives, span) =
                    (start + params.cable_delay + params.vc_delay + params.allocation_delay, finish - start);
                let mut packet = packet;
                packet.ready = arrives;
                packet.set_late(span != carry);
                let span = span as u32;
                let credit = match target {
                    Target::Near(next, port) => self.arrive(setup, next as usize, port, packet, span),
                    Target::Far(link) => {
                        let header = self.headers[packet.header as usize];
                        let header = Header { rest: bytes, last: packet.last() && header.last, ..header };
                        let link = &mut self.crossings[link as usize];
                        let (switch, port) = (link.switch, link.port);
                        let parcel = Parcel::Packet { switch, port, packet, span, header };
                        self.out[setup.part_of(switch)].push(parcel);
                        link.credits[channel].pop_front();
                        let credit = link.credits[channel].front().copied().unwrap_or(NEVER);
                        if packet.last() {
                            self.free_headers.push(packet.header);
                        }
                        credit
                    }
                    _ => NEVER,
                };
                self.outputs[lane].credit[channel] = credit;
            }
            Target::Node(node) => {
                if packet.last() {
                    self.free_headers.push(packet.header);
                    let Header { from, message, last, .. } = self.headers[packet.header as usize];
                    if last {
                        let (time, from) = (finish + params.nic_delay, setup.ranks[from as usize]);
                        let node = (node - self.first_node) as usize;
                        self.nodes[node].notes.push(Reverse(Note { time, from, message, left: false }));
                        self.rank_wakes(switch, node);
                    }
                }
            }
            Target::Nothing => {}
        }
        true
    }

    /// The times of a packet. Divisions take long, and most packets are full ones or as long as the last that was not.
    #[inline]
    pub(super) fn times(&mut self, setup: &Setup, bytes: u16) -> [Time; 3] {
        if u32::from(bytes) == setup.params.mtu {
            return setup.full;
        }
        if self.short.0 != bytes {
            self.short = (bytes, setup.times(bytes));
        }
        self.short.1
    }

    /// The first packet of a queue wants its output.
    #[inline]
    pub(super) fn want(&mut self, setup: &Setup, switch: &Switch, queue: usize, ready: Time, port: u8, channel: u8) {
        let (input, output) = (self.lane(switch, (queue >> setup.shift) as u8), self.lane(switch, port));
        let (input, own) = (&mut self.inputs[input], queue & setup.shift as usize & 1);
        (input.ready[own], input.channel[own]) = (ready, channel);
        let output = &mut self.outputs[output];
        output.wanted |= 1 << queue;
        let time = ready.max(input.busy).max(output.crossbar);
        let due = &mut self.due[switch.due as usize + usize::from(port)];
        *due = time.min(*due);
    }

    /// A packet comes to a switch. Returns when there is room for the next one: from when the output that it came by has the
    /// next credit.
    #[inline]
    pub(super) fn arrive(&mut self, setup: &Setup, index: usize, port: u8, mut packet: Packet, span: u32) -> Time {
        let switch = self.switches[index];
        let came_by = usize::from(packet.channel());
        if packet.straight > 0 {
            packet.straight -= 1;
            packet.port = ((port - switch.local) ^ 1) + switch.local;
            // The link it came by closed a ring if it is on the second channel, which it keeps until it turns.
            let closes_ring = self.wires[self.lane(&switch, packet.port)].closes_ring;
            packet.set_channel(came_by as u8 | u8::from(closes_ring));
        } else {
            let Header { from, to, nic, .. } = self.headers[packet.header as usize];
            let (turn, channel) = self.way(setup, &switch, from, to, nic);
            (packet.port, packet.straight) = (turn.port, turn.straight);
            packet.set_channel(channel);
        }
        let buffer = usize::from(setup.params.input_buffer);
        let lane = self.lane(&switch, port);
        let ring = self.ring(setup, lane, came_by);
        let input = &mut self.inputs[lane];
        let behind = usize::from(input.first[came_by]) + usize::from(input.length[came_by]);
        let place = if behind >= buffer { behind - buffer } else { behind };
        self.packets[ring + place] = packet;
        if packet.late() {
            self.spans[ring + place] = span;
        }
        input.length[came_by] += 1;
        let length = input.length[came_by];
        let next_place = if place + 1 == buffer { 0 } else { place + 1 };
        let room = if usize::from(length) == buffer { NEVER } else { self.packets[ring + next_place].ready };
        if !self.recorder.watched.is_empty() {
            let (switch, channel) = (switch.number, came_by as u8);
            self.recorder.buffer(BufferChange { time: packet.ready, switch, port, channel, change: 1 });
        }
        if length == 1 {
            let queue = usize::from(port) * setup.channels + came_by;
            self.want(setup, &switch, queue, packet.ready, packet.port, packet.channel());
            self.schedule(index, self.due[switch.due as usize + usize::from(packet.port)]);
        }
        room
    }

    /// An output without a credit hears that a place in the input buffer at the other end is free from a time on.
    #[inline]
    pub(super) fn credit_returns(&mut self, index: usize, port: u8, channel: u8, time: Time) {
        let switch = &self.switches[index];
        let (lane, due) = (self.lane(switch, port), switch.due as usize + usize::from(port));
        let output = &mut self.outputs[lane];
        output.credit[usize::from(channel)] = time;
        // Somebody may wait for exactly this one.
        if output.wanted != 0 && self.due[due] > time {
            self.due[due] = time.max(output.crossbar);
            self.schedule(index, self.due[due]);
        }
    }

    /// The way of a packet at a switch: its turn, and the virtual channel, which is the second one from where a ring is closed.
    pub(super) fn way(&self, setup: &Setup, switch: &Switch, from: u32, to: u32, nic: u8) -> (Turn, u8) {
        let turn = setup.routes.turn(switch.number, from, to, nic);
        (turn, u8::from(self.wires[self.lane(switch, turn.port)].closes_ring))
    }

    /// A number for a header.
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

/// The queue that goes first: in the order of the arbitration, and round robin among equals.
fn choose(can: u64, straight: u64, cursor: u8, local: usize, arbitration: Arbitration) -> usize {
    let turning = !((1u64 << local) - 1);
    let first = match arbitration {
        Arbitration::TransitFirst if can & straight != 0 => can & straight,
        Arbitration::TransitFirst if can & turning != 0 => can & turning,
        _ => can,
    };
    // Those behind the one that was served last, or all.
    let behind = first & u64::MAX.checked_shl(u32::from(cursor) + 1).unwrap_or(0);
    (if behind != 0 { behind } else { first }).trailing_zeros() as usize
}
