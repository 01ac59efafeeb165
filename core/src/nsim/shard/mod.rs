//! A part of the machine: some switches with their nodes, simulated window by window.
//!
//! **How far.** A switch is simulated through the window, and behind it as long as no packet can come that is not there yet:
//! so what it needs is brought from memory less often. Credits of others may be late by then, with a time that has passed
//! at this switch. That does no harm, because it stops where an output needs one that it does not have.
//!
//! **Credits.** A credit stands for a place of the buffer at the other end. When a packet leaves its place, the time of the
//! credit is written there, where the output finds it when it comes to that place. Only an output that has no credit left,
//! or that belongs to another part, is told.
//!
//! **Lanes.** What belongs to a port stands in several lists, by the number of its *lane*. In a cube the lanes of all ports of
//! the same direction lie beside each other: switches are simulated one after the other, and traffic often goes in one
//! direction everywhere, so what is needed next is what follows in memory, and it lies in few pages.
//!
//! **Order.** Within a window each switch is simulated by itself: its outputs and ranks step in order of time, at the same
//! time outputs before ranks and lower numbers first. What it does to another switch (a packet, a credit, what a message
//! says of itself) takes effect in a later window at the earliest and is stamped with its time. So neither the order of the
//! switches nor the number of threads matters.

use super::nic::{Nic, Outgoing, share};
use super::params::{Arbitration, Copies, transfer};
use super::program::Op;
use super::rank::{Doing, Envelope, Kind, Note, Rank, Wish};
use super::recorder::{Activity, BufferChange, LinkHistory, Recorder, Sent, Stretch};
use super::switch::{Crossing, Header, Input, Output, Packet, Target, Wire};
use super::topology::{Beyond, Routes, Turn};
use super::{Mapping, NEVER, Params, Program, Time};
use crate::stats::Histogram;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::sync::Arc;
use alloc::{vec, vec::Vec};
use core::cmp::Reverse;

/// What never changes during a run.
#[derive(Debug)]
pub(super) struct Setup {
    pub params: Params,
    pub routes: Routes,
    pub mapping: Mapping,
    /// The rank of each node, or [`u32::MAX`].
    pub ranks: Vec<u32>,
    pub program: Program,
    /// Length of a window: the smallest delay between two switches, that of a credit.
    pub window: Time,
    /// How far a switch may go from the begin of a window: as long as no packet comes that is not there.
    pub ahead: Time,
    /// Virtual channels of a link, 1 or 2.
    pub channels: usize,
    /// The number of a queue is that of its port, shifted by so many bits, and its channel.
    pub shift: u32,
    /// The first switch of each part, and one more.
    pub parts: Vec<u32>,
    /// Times that packets of the full size take on a link, through a switch and through a NIC.
    pub full: [Time; 3],
}

impl Setup {
    fn part_of(&self, switch: u32) -> usize {
        self.parts.partition_point(|first| *first <= switch) - 1
    }

    /// The queues, as bits, of the port that faces a port in its dimension: packets from there go straight on. None in a tree.
    fn facing(&self, port: usize, local: usize) -> u64 {
        if port < local || !matches!(self.routes.topology(), super::Topology::Cube { .. }) {
            return 0;
        }
        let facing = ((port - local) ^ 1) + local;
        ((1u64 << self.channels) - 1) << (facing * self.channels)
    }

    /// The times of a packet of so many bytes, as in [`Setup::full`].
    fn times(&self, bytes: u16) -> [Time; 3] {
        let rates = [self.params.link_rate, self.params.switch_rate, self.params.injection_rate()];
        rates.map(|rate| transfer(bytes.into(), rate))
    }
}

/// What goes from one part to another, between two windows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parcel {
    Packet { switch: u32, port: u8, packet: Packet, span: u32, header: Header },
    Credit { switch: u32, port: u8, channel: u8, time: Time },
    Envelope { node: u32, envelope: Envelope },
}

/// A switch of this part.
#[derive(Clone, Copy, Debug)]
struct Switch {
    number: u32,
    /// The lane of its first port.
    lane: u32,
    /// Where its times begin in [`Shard::due`]: those of its ports, and then those of its nodes.
    due: u32,
    /// Its first node, and how many, as numbers within this part.
    node: u32,
    nodes: u8,
    ports: u8,
    /// Ports that lead to nodes.
    local: u8,
    /// When it has something to do.
    next: Time,
    /// The window in whose list it stands.
    listed: u64,
    /// Its outputs, as bits, that wait for a credit of which nobody knows when it comes.
    starved: u64,
}

/// Windows ahead that have a list of their own.
pub(super) const AHEAD: usize = 256;

/// Counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Messages of the programs that have arrived.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Packets that entered the network.
    pub packets: u64,
    /// Links between switches that packets crossed.
    pub traversals: u64,
    /// What has happened: packets that outputs took, messages that ranks took in, operations that they began.
    pub events: u64,
    /// When the last of them happened, and when the last message of a program was complete.
    pub last_event: Time,
    pub last_message: Time,
    /// Ranks that have ended.
    pub ended: u32,
    /// Latency of messages, from the call of the sending function to the arrival of the last byte, in ns.
    pub latency: Histogram,
}

/// A part of the machine.
#[derive(Clone, Debug)]
pub(super) struct Shard {
    pub setup: Arc<Setup>,
    /// Its first switch.
    first: u32,
    /// The node of the first switch's first NIC.
    first_node: u32,
    switches: Vec<Switch>,
    /// By switch: when each of its outputs, and then each of its nodes, has something to do.
    due: Vec<Time>,
    /// From the lane of a port to that of the next one of the same switch.
    step: usize,
    /// By lane.
    pub outputs: Vec<Output>,
    wires: Vec<Wire>,
    inputs: Vec<Input>,
    /// By channel, lane and place in the buffer ([`Shard::ring`]).
    packets: Vec<Packet>,
    /// The same, for packets whose tails are late: how long after its head the tail comes, in picoseconds.
    spans: Vec<u32>,
    headers: Vec<Header>,
    /// Those that are free.
    free_headers: Vec<u32>,
    /// The first so many lanes are inputs from NICs, which have a place for one packet each.
    from_nics: usize,
    /// By lane: when each place of the output buffer is free again.
    places: Vec<Time>,
    /// By [`Target::Far`].
    crossings: Vec<Crossing>,
    /// By node and NIC.
    nics: Vec<Nic>,
    /// By node.
    pub nodes: Vec<Rank>,
    /// Switches by window.
    lists: Vec<Vec<u32>>,
    far: BTreeMap<u64, Vec<u32>>,
    /// By window: whether switches that went ahead have been there. Such a window counts like the others.
    visited: [bool; AHEAD],
    /// The window that is simulated.
    now: u64,
    pub counts: Counts,
    pub recorder: Recorder,
    wishes: Vec<Wish>,
    /// The size of the last packet that was not a full one, and its times.
    short: (u16, [Time; 3]),
    /// What goes to other parts.
    pub out: Vec<Vec<Parcel>>,
}

impl Shard {
    /// Part `own` of the machine, with all ranks at their begin.
    pub fn new(setup: Arc<Setup>, own: usize, recorder: Recorder) -> Self {
        let (params, routes, channels) = (&setup.params, &setup.routes, setup.channels);
        let (first, end) = (setup.parts[own], setup.parts[own + 1]);
        let parts = setup.parts.len() - 1;
        let nics = usize::from(params.nics);
        let uniform = matches!(routes.topology(), super::Topology::Cube { .. });
        let mut shard = Self {
            first,
            first_node: u32::MAX,
            switches: Vec::with_capacity((end - first) as usize),
            due: Vec::new(),
            step: if uniform { (end - first) as usize } else { 1 },
            outputs: Vec::new(),
            wires: Vec::new(),
            inputs: Vec::new(),
            packets: Vec::new(),
            spans: Vec::new(),
            headers: Vec::new(),
            free_headers: Vec::new(),
            from_nics: if uniform { (end - first) as usize * nics } else { 0 },
            places: Vec::new(),
            crossings: Vec::new(),
            nics: Vec::new(),
            nodes: Vec::new(),
            lists: vec![Vec::new(); AHEAD],
            far: BTreeMap::new(),
            visited: [false; AHEAD],
            now: 0,
            counts: Counts::default(),
            recorder,
            wishes: Vec::new(),
            short: (0, setup.times(0)),
            out: vec![Vec::new(); parts],
            setup: setup.clone(),
        };
        let lanes = (first..end).map(|switch| usize::from(routes.ports(switch))).sum::<usize>();
        let wire = Wire { target: Target::Nothing, closes_ring: false, cursor: 0, place: 0 };
        shard.outputs = vec![Output::default(); lanes];
        shard.wires = vec![wire; lanes];
        shard.inputs = vec![Input::default(); lanes];
        let mut lane = 0;
        for switch in first..end {
            let ports = routes.ports(switch);
            let (node, nodes) = routes.nodes_of(switch);
            if nodes > 0 && shard.first_node == u32::MAX {
                shard.first_node = node;
            }
            let local = (nodes as usize * nics) as u8;
            let own = Switch {
                number: switch,
                lane,
                due: shard.due.len() as u32,
                node: shard.nodes.len() as u32,
                nodes: nodes as u8,
                ports,
                local,
                next: NEVER,
                listed: u64::MAX,
                starved: 0,
            };
            lane += if uniform { 1 } else { u32::from(ports) };
            for port in 0..ports {
                let lane = shard.lane(&own, port);
                let target = match routes.beyond(switch, port) {
                    Beyond::Node { node, .. } => Target::Node(node),
                    Beyond::Switch { switch, port } if (first..end).contains(&switch) => {
                        Target::Near(switch - first, port)
                    }
                    Beyond::Switch { switch, port } => {
                        let credits = VecDeque::from(vec![0; params.input_buffer.into()]);
                        shard.crossings.push(Crossing { switch, port, credits: [credits.clone(), credits] });
                        shard.inputs[lane].from_far = true;
                        Target::Far(shard.crossings.len() as u32 - 1)
                    }
                    Beyond::Nothing => Target::Nothing,
                };
                let closes_ring = channels == 2 && routes.closes_ring(switch, port);
                shard.wires[lane] = Wire { target, closes_ring, cursor: 0, place: 0 };
            }
            shard.switches.push(own);
            shard.due.extend((0..ports).map(|_| NEVER));
            for node in node..node + nodes {
                let runs = setup.ranks[node as usize] != u32::MAX;
                let mut rank = Rank::new();
                if !runs {
                    rank.doing = Doing::Ended(0);
                }
                shard.due.push(rank.wake());
                shard.nodes.push(rank);
                shard.nics.extend((0..nics).map(|_| Nic::default()));
            }
        }
        let places = shard.ring(&setup, lanes, channels - 1);
        shard.packets = vec![Packet::default(); places];
        // Memory that most machines do not touch.
        shard.spans = vec![0; places];
        shard.places = vec![0; lanes * usize::from(params.output_buffer)];
        for index in 0..shard.switches.len() {
            let wake = shard.due[shard.dues(&shard.switches[index])].iter().min();
            if let Some(time) = wake.copied().filter(|time| *time < NEVER) {
                shard.schedule(index, time);
            }
        }
        shard
    }

    /// Records the use of links over time.
    pub fn record_links(&mut self, interval: Time, intervals: usize) {
        self.recorder.links = Some(LinkHistory::new(self.outputs.len(), interval, intervals));
    }

    /// The lane of a port.
    fn lane(&self, switch: &Switch, port: u8) -> usize {
        switch.lane as usize + usize::from(port) * self.step
    }

    /// The lane of a port of a switch of this part, which is given by its number.
    pub fn lane_of(&self, switch: u32, port: u8) -> usize {
        self.lane(&self.switches[(switch - self.first) as usize], port)
    }

    /// The links of a switch of this part to other switches: ports and lanes.
    pub fn links_of(&self, switch: u32) -> impl Iterator<Item = (u8, usize)> + '_ {
        let ports = 0..self.switches[(switch - self.first) as usize].ports;
        let lanes = ports.map(move |port| (port, self.lane_of(switch, port)));
        lanes.filter(|(_, lane)| self.wires[*lane].target.is_switch())
    }

    /// Where the times of a switch stand.
    fn dues(&self, switch: &Switch) -> core::ops::Range<usize> {
        let first = switch.due as usize;
        first..first + usize::from(switch.ports) + usize::from(switch.nodes)
    }

    /// Where a buffer begins in [`Shard::packets`].
    #[inline]
    fn ring(&self, setup: &Setup, lane: usize, channel: usize) -> usize {
        // The second channel is in use less often.
        let links = self.inputs.len() - self.from_nics;
        match lane.checked_sub(self.from_nics) {
            Some(link) => self.from_nics + (channel * links + link) * usize::from(setup.params.input_buffer),
            None => lane,
        }
    }

    /// The switches of this part.
    pub fn range(&self) -> core::ops::Range<u32> {
        self.first..self.first + self.switches.len() as u32
    }

    /// The first node of this part.
    pub fn first_node(&self) -> u32 {
        self.first_node
    }

    /// The next window with something to do.
    pub fn next_window(&self) -> u64 {
        let busy = |window: u64| {
            let at = (window % AHEAD as u64) as usize;
            self.visited[at] || !self.lists[at].is_empty()
        };
        let near = (self.now..self.now + AHEAD as u64).find(|window| busy(*window));
        let far = self.far.keys().next().copied();
        near.unwrap_or(u64::MAX).min(far.unwrap_or(u64::MAX))
    }

    /// Simulates a window, not before the last one. Switches may go on behind it where nothing can reach them, but nothing
    /// happens at `stop` or later; if that lies in the window, the rest of the window comes with the next call.
    pub fn window(&mut self, window: u64, stop: Time) {
        self.now = window;
        let begin = window.saturating_mul(self.setup.window);
        let end = begin.saturating_add(self.setup.window);
        let (sure, limit) = (end.min(stop), begin.saturating_add(self.setup.ahead).min(stop));
        self.visited[(window % AHEAD as u64) as usize] = false;
        while let Some(entry) = self.far.first_entry().filter(|e| *e.key() < window + AHEAD as u64) {
            let (window, list) = entry.remove_entry();
            self.lists[(window % AHEAD as u64) as usize].extend(list);
        }
        let setup = self.setup.clone();
        let setup = &*setup;
        let mut list = core::mem::take(&mut self.lists[(window % AHEAD as u64) as usize]);
        // In order of their numbers, so that what neighbours need of each other is near in memory (and still in a cache).
        list.sort_unstable();
        for index in list.drain(..) {
            let index = index as usize;
            // One that was asked for earlier in between stands in another list, too.
            if self.switches[index].listed != window {
                continue;
            }
            self.switches[index].listed = u64::MAX;
            let next = self.simulate(setup, index, sure, limit);
            self.switches[index].next = NEVER;
            self.schedule(index, next);
        }
        // The memory of the list is used again.
        let slot = &mut self.lists[(window % AHEAD as u64) as usize];
        if slot.is_empty() {
            *slot = list;
        }
        if end <= stop {
            self.now = window + 1;
        }
    }

    /// When something may happen next.
    pub fn next_time(&self) -> Time {
        self.switches.iter().map(|switch| switch.next).min().unwrap_or(NEVER)
    }

    /// Something is to be done by a switch at a time, which lies in a later window than the present one.
    fn schedule(&mut self, index: usize, time: Time) {
        let switch = &mut self.switches[index];
        if time >= switch.next {
            return;
        }
        switch.next = time;
        let window = time / self.setup.window;
        if window >= switch.listed {
            return;
        }
        switch.listed = window;
        if window < self.now + AHEAD as u64 {
            self.lists[(window % AHEAD as u64) as usize].push(index as u32);
        } else {
            self.far.entry(window).or_default().push(index as u32);
        }
    }

    /// Simulates a switch and its nodes; returns when it has something to do next. Before `sure`, what others do to it is
    /// known. Up to `limit` only credits may come that are not; so it goes as far unless one of its outputs needs one.
    fn simulate(&mut self, setup: &Setup, index: usize, sure: Time, limit: Time) -> Time {
        let (mut window, mut end) = (self.now, (self.now + 1).saturating_mul(setup.window));
        let mut switch = self.switches[index];
        let (dues, ports) = (self.dues(&switch), usize::from(switch.ports));
        let next = loop {
            let (time, first) = first_due(&self.due[dues.clone()]);
            if time >= if switch.starved == 0 { limit } else { sure } {
                break time;
            }
            if time >= end {
                while time >= end {
                    (window, end) = (window + 1, end.saturating_add(setup.window));
                }
                self.visited[(window % AHEAD as u64) as usize] = true;
            }
            if first >= ports {
                self.counts.events += 1;
                self.counts.last_event = self.counts.last_event.max(time);
                self.rank_step(setup, &switch, switch.node as usize + first - ports, time);
            } else if !self.serve(setup, &mut switch, first, time, time < sure) {
                break time;
            }
        };
        self.switches[index].starved = switch.starved;
        next
    }

    /// An output takes a packet, if it can. Nothing happens, and false is returned, if that depends on a credit that may
    /// have come: if it is not there and not `sure`.
    fn serve(&mut self, setup: &Setup, switch: &mut Switch, port: usize, now: Time, sure: bool) -> bool {
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
    fn times(&mut self, setup: &Setup, bytes: u16) -> [Time; 3] {
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
    fn want(&mut self, setup: &Setup, switch: &Switch, queue: usize, ready: Time, port: u8, channel: u8) {
        let (input, output) = (self.lane(switch, (queue >> setup.shift) as u8), self.lane(switch, port));
        let (input, own) = (&mut self.inputs[input], queue & setup.shift as usize & 1);
        (input.ready[own], input.channel[own]) = (ready, channel);
        let output = &mut self.outputs[output];
        output.wanted |= 1 << queue;
        let time = ready.max(input.busy).max(output.crossbar);
        let due = &mut self.due[switch.due as usize + usize::from(port)];
        *due = time.min(*due);
    }

    fn owns(&self, switch: u32) -> bool {
        self.range().contains(&switch)
    }

    /// Takes what other parts have given.
    pub fn take(&mut self, parcels: impl IntoIterator<Item = Parcel>) {
        let setup = self.setup.clone();
        for parcel in parcels {
            match parcel {
                Parcel::Packet { switch, port, packet, span, header } => {
                    let index = (switch - self.first) as usize;
                    let packet = packet.with_header(self.header(header));
                    self.arrive(&setup, index, port, packet, span);
                }
                Parcel::Credit { switch, port, channel, time } => {
                    let index = (switch - self.first) as usize;
                    if let Target::Far(link) = self.wires[self.lane_of(switch, port)].target {
                        let credits = &mut self.crossings[link as usize].credits[usize::from(channel)];
                        credits.push_back(time);
                        if credits.len() == 1 {
                            self.credit_returns(index, port, channel, time);
                        }
                    }
                }
                Parcel::Envelope { node, envelope } => self.expect(node, envelope),
            }
        }
    }

    /// A packet comes to a switch. Returns when there is room for the next one: from when the output that it came by has the
    /// next credit.
    #[inline]
    fn arrive(&mut self, setup: &Setup, index: usize, port: u8, mut packet: Packet, span: u32) -> Time {
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
    fn credit_returns(&mut self, index: usize, port: u8, channel: u8, time: Time) {
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

    /// A message is under way to a node of this part.
    fn expect(&mut self, node: u32, envelope: Envelope) {
        let rank = &mut self.nodes[(node - self.first_node) as usize];
        rank.coming.insert((envelope.from, envelope.message), envelope);
    }

    /// The way of a packet at a switch: its turn, and the virtual channel, which is the second one from where a ring is closed.
    fn way(&self, setup: &Setup, switch: &Switch, from: u32, to: u32, nic: u8) -> (Turn, u8) {
        let turn = setup.routes.turn(switch.number, from, to, nic);
        (turn, u8::from(self.wires[self.lane(switch, turn.port)].closes_ring))
    }

    /// A number for a header.
    fn header(&mut self, header: Header) -> u32 {
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

    /// The first packet of a NIC has gone, its last byte at `end`: the next one follows.
    fn take_from_nic(&mut self, setup: &Setup, switch: &Switch, port: usize, header: u32, end: Time) {
        let nics = usize::from(setup.params.nics);
        let node = switch.node as usize + port / nics;
        let nic = switch.node as usize * nics + port;
        if self.nics[nic].taken(end, &setup.params) {
            let message = self.headers[header as usize].message;
            let rank = &mut self.nodes[node];
            if let Some((parts, _)) = rank.leaving.get_mut(&message) {
                *parts -= 1;
                if *parts == 0 {
                    rank.notes.push(Reverse(Note { time: end, from: 0, message, left: true }));
                    self.rank_wakes(switch, node);
                }
            }
        }
        self.fill_from_nic(setup, switch, port);
    }

    /// Puts the next packet of a NIC in front of the switch.
    fn fill_from_nic(&mut self, setup: &Setup, switch: &Switch, port: usize) {
        let nics = usize::from(setup.params.nics);
        let nic = switch.node as usize * nics + port;
        let lane = self.lane(switch, port as u8);
        match self.nics[nic].head(&setup.params) {
            Some(packet) => {
                let place = self.ring(setup, lane, 0);
                self.packets[place] = packet;
                self.inputs[lane].length[0] = 1;
                let queue = port * setup.channels;
                self.want(setup, switch, queue, packet.ready, packet.port, packet.channel());
            }
            None => self.inputs[lane].length[0] = 0,
        }
    }

    /// What a node of a switch does next may have changed.
    fn rank_wakes(&mut self, switch: &Switch, node: usize) {
        let due = switch.due as usize + usize::from(switch.ports) + node - switch.node as usize;
        self.due[due] = self.nodes[node].wake();
    }

    /// A rank takes in what has reached it, or does its next operation.
    fn rank_step(&mut self, setup: &Setup, switch: &Switch, node: usize, now: Time) {
        let several = setup.params.nics > 1;
        let number = self.first_node + node as u32;
        let rank_number = setup.ranks[number as usize];
        let rank = &mut self.nodes[node];
        let was_waiting = matches!(rank.doing, Doing::Waiting { .. }).then_some(rank.waits_since);
        let mut wishes = core::mem::take(&mut self.wishes);
        if let Some(Reverse(note)) = rank.notes.peek().copied().filter(|Reverse(note)| note.time <= now) {
            rank.notes.pop();
            if note.left {
                if let Some((_, request)) = rank.leaving.remove(&note.message) {
                    rank.complete(request, None, now);
                }
            } else if let Some(envelope) = rank.coming.get_mut(&(note.from, note.message)) {
                envelope.parts -= 1;
                if envelope.parts == 0 {
                    let envelope = *envelope;
                    rank.coming.remove(&(note.from, note.message));
                    if matches!(envelope.kind, Kind::Eager | Kind::Granted(_)) {
                        self.counts.messages += 1;
                        self.counts.bytes += envelope.bytes;
                        self.counts.last_message = self.counts.last_message.max(now);
                        self.counts.latency.add((now - envelope.sent) / super::NS);
                        let (from, bytes, sent) = (envelope.from, envelope.bytes, envelope.sent);
                        self.recorder.message(Sent { from, to: rank_number, bytes, sent, received: now });
                    }
                    rank.message(envelope, several, now, &mut wishes);
                }
            }
        } else if matches!(rank.doing, Doing::Ready(at) if at <= now) {
            self.operation(setup, switch, node, rank_number, now, &mut wishes);
        }
        if let (Some(from), Doing::Ready(_)) = (was_waiting, self.nodes[node].doing) {
            self.recorder.stretch(Stretch { rank: rank_number, from, until: now, activity: Activity::Wait });
        }
        for wish in wishes.drain(..) {
            match wish {
                Wish::Answer { to, message } => {
                    let bytes = u64::from(setup.params.control_bytes);
                    self.send(setup, switch, node, to, bytes, bytes, 0, Kind::Answer(message), now, now, None);
                }
                Wish::Grant { message } => {
                    if let Some((to, tag, bytes, request, sent)) = self.nodes[node].asking.remove(&message) {
                        self.send(
                            setup,
                            switch,
                            node,
                            to,
                            bytes,
                            bytes,
                            tag,
                            Kind::Granted(message),
                            now,
                            sent,
                            Some(request),
                        );
                    }
                }
            }
        }
        self.wishes = wishes;
        self.rank_wakes(switch, node);
    }

    /// A rank does its next operation.
    fn operation(
        &mut self,
        setup: &Setup,
        switch: &Switch,
        node: usize,
        rank_number: u32,
        now: Time,
        wishes: &mut Vec<Wish>,
    ) {
        let (overhead, ranks) = (setup.params.mpi_overhead, setup.mapping.ranks());
        let rank = &mut self.nodes[node];
        let status = rank.take_status();
        let op = setup.program.next(rank_number, ranks, &mut rank.place, status);
        rank.op = op;
        match op {
            Op::Compute(time) => {
                rank.computed += time;
                rank.doing = Doing::Ready(now + time);
                self.recorder.stretch(Stretch {
                    rank: rank_number,
                    from: now,
                    until: now + time,
                    activity: Activity::Compute,
                });
            }
            Op::Send { to, bytes, tag } => {
                let (request, done) = self.begin_send(setup, switch, node, to, bytes, tag, now);
                self.nodes[node].wait(request, request, now, done, 0);
            }
            Op::Isend { to, bytes, tag } => {
                let (_, done) = self.begin_send(setup, switch, node, to, bytes, tag, now);
                self.nodes[node].doing = Doing::Ready(done);
            }
            Op::Recv { from, tag } => {
                let request = rank.request();
                rank.post(from, tag, request, now, wishes);
                rank.wait(request, request, now, now, overhead);
            }
            Op::Irecv { from, tag } => {
                let request = rank.request();
                rank.post(from, tag, request, now, wishes);
                rank.doing = Doing::Ready(now + overhead);
            }
            Op::Sendrecv { to, bytes, from, tag } => {
                let (send, done) = self.begin_send(setup, switch, node, to, bytes, tag, now);
                let rank = &mut self.nodes[node];
                let receive = rank.request();
                rank.post(from, Some(tag), receive, now, wishes);
                rank.wait(send, receive, now, done, overhead);
            }
            Op::Wait(request) => rank.wait(request, request, now, now, overhead),
            Op::WaitAll => rank.wait_all(now, overhead),
            Op::Done => {
                rank.doing = Doing::Ended(now);
                self.counts.ended += 1;
            }
        }
    }

    /// The CPU's part of a send; returns the request and when the CPU is free.
    #[allow(clippy::too_many_arguments, reason = "all of it is the message")]
    fn begin_send(
        &mut self,
        setup: &Setup,
        switch: &Switch,
        node: usize,
        to: u32,
        bytes: u64,
        tag: u32,
        now: Time,
    ) -> (u32, Time) {
        let params = &setup.params;
        let copies = params.copies == Copies::OneCopy;
        let free = now + params.mpi_overhead + if copies { transfer(bytes, params.memory_rate) } else { 0 };
        let rank_number = setup.ranks[(self.first_node + node as u32) as usize];
        self.recorder.stretch(Stretch { rank: rank_number, from: now, until: free, activity: Activity::Send });
        let rank = &mut self.nodes[node];
        let request = rank.request();
        if params.rendezvous_from.is_some_and(|limit| bytes >= limit) && to != rank_number {
            let message = rank.next_message;
            rank.asking.insert(message, (to, tag, bytes, request, now));
            let control = u64::from(params.control_bytes);
            self.send(setup, switch, node, to, control, bytes, tag, Kind::Ask, free, now, None);
        } else {
            let waits = (!copies).then_some(request);
            self.send(setup, switch, node, to, bytes, bytes, tag, Kind::Eager, free, now, waits);
            if copies {
                self.nodes[node].complete(request, None, now);
            }
        }
        (request, free)
    }

    /// Hands a message to the NICs, whose first packet is there at `ready`; `on_wire` bytes travel, `bytes` are told to the
    /// receiver. The request is complete when everything has been read.
    #[allow(clippy::too_many_arguments, reason = "all of it is the message")]
    fn send(
        &mut self,
        setup: &Setup,
        switch: &Switch,
        node: usize,
        to: u32,
        on_wire: u64,
        bytes: u64,
        tag: u32,
        kind: Kind,
        ready: Time,
        sent: Time,
        request: Option<u32>,
    ) {
        let params = &setup.params;
        let from = setup.ranks[(self.first_node + node as u32) as usize];
        let target = setup.mapping.node(to);
        let rank = &mut self.nodes[node];
        let message = rank.next_message;
        rank.next_message += 1;
        let turn = match kind {
            Kind::Eager | Kind::Ask if params.nics > 1 => {
                let count = rank.sent_to.entry(to).or_default();
                *count += 1;
                *count - 1
            }
            _ => 0,
        };
        let shares: Vec<_> = (0..params.nics).map(|nic| share(on_wire, params.mtu, nic, params.nics)).collect();
        let parts = if to == from { 1 } else { shares.iter().flatten().count() as u8 };
        let envelope = Envelope { from, message, turn, tag, bytes, kind, parts, sent };
        if to == from {
            // Within the node: the memory's time, no packet.
            rank.coming.insert((from, message), envelope);
            let time = ready + transfer(bytes, params.memory_rate);
            rank.notes.push(Reverse(Note { time, from, message, left: false }));
            if let Some(request) = request {
                rank.leaving.insert(message, (1, request));
                rank.notes.push(Reverse(Note { time, from: 0, message, left: true }));
            }
            return;
        }
        if let Some(request) = request {
            rank.leaving.insert(message, (parts, request));
        }
        let home = setup.routes.home(target).0;
        if self.owns(home) {
            self.expect(target, envelope);
        } else {
            self.out[setup.part_of(home)].push(Parcel::Envelope { node: target, envelope });
        }
        for (nic, share) in shares.into_iter().enumerate() {
            let Some((packets, rest)) = share else { continue };
            let (from, own_nic, nic) =
                (self.first_node + node as u32, node * usize::from(params.nics) + nic, nic as u8);
            let (Turn { port, straight }, channel) = self.way(setup, switch, from, target, nic);
            let header = self.header(Header { to: target, from, message, rest, last: true, nic });
            let outgoing = Outgoing { header, ready, packets, straight, port, channel };
            if self.nics[own_nic].post(outgoing) {
                let port = own_nic - switch.node as usize * usize::from(params.nics);
                self.fill_from_nic(setup, switch, port);
            }
        }
    }
}

/// The first of the earliest times, and where it stands. There are mostly eight (the ports and the node of a cube of three
/// dimensions), and nobody knows beforehand which is the one: so they are compared in pairs, without jumps.
#[inline]
fn first_due(times: &[Time]) -> (Time, usize) {
    let earlier = |a: (Time, usize), b: (Time, usize)| if b.0 < a.0 { b } else { a };
    let (fours, rest) = times.as_chunks::<4>();
    let mut first = (NEVER, 0);
    for (n, [a, b, c, d]) in fours.iter().enumerate() {
        let n = 4 * n;
        first = earlier(first, earlier(earlier((*a, n), (*b, n + 1)), earlier((*c, n + 2), (*d, n + 3))));
    }
    for (n, time) in rest.iter().enumerate() {
        first = earlier(first, (*time, 4 * fours.len() + n));
    }
    first
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

impl Shard {
    /// The places of buffers, each buffer from its first packet on, with whether there is a packet.
    fn buffered(&self) -> impl Iterator<Item = (usize, bool)> + '_ {
        let queue = move |lane: usize, channel: usize| {
            let places = if lane < self.from_nics { 1 } else { usize::from(self.setup.params.input_buffer) };
            let ring = self.ring(&self.setup, lane, channel);
            let first = usize::from(self.inputs[lane].first[channel]);
            let length = usize::from(self.inputs[lane].length[channel]);
            (0..places).map(move |n| (ring + (first + n) % places, n < length))
        };
        let channels = |lane| if lane < self.from_nics { 1 } else { self.setup.channels };
        let queues =
            (0..self.inputs.len()).flat_map(move |lane| (0..channels(lane)).map(move |channel| queue(lane, channel)));
        queues.flatten()
    }

    /// Packets in the fullest input buffer of a switch of this part, without those that its own nodes send.
    pub fn held(&self, switch: u32) -> u8 {
        let own = &self.switches[(switch - self.first) as usize];
        let links = (own.local..own.ports).map(|port| &self.inputs[self.lane(own, port)]);
        links.flat_map(|input| input.length).max().unwrap_or(0)
    }

    /// Packets in the input buffers of a port, channel by channel.
    pub fn held_beside(&self, lane: usize) -> Vec<u8> {
        self.inputs[lane].length[..self.setup.channels].to_vec()
    }

    /// Everything that decides what happens from now on, and the counts. What depends on the way to this state stays out:
    /// memory that is not in use, lists of when to look, and what is recorded.
    pub fn hash_state(&self, hasher: &mut impl core::hash::Hasher) {
        use core::hash::Hash as _;
        for ((output, wire), input) in self.outputs.iter().zip(&self.wires).zip(&self.inputs) {
            output.hash(hasher);
            // Where in its ring a buffer begins does not count.
            (wire.cursor, wire.place, input.busy, input.length).hash(hasher);
        }
        let header = |number: u32| &self.headers[number as usize];
        for (place, held) in self.buffered() {
            let packet = &self.packets[place];
            packet.ready.hash(hasher);
            // Of a free place, what was there does not count. Which header has which number does not, either.
            if held {
                (packet.straight, packet.port, packet.channel(), packet.last(), packet.late()).hash(hasher);
                let Header { to, from, message, rest, last, nic } = header(packet.header);
                (to, from, message, nic).hash(hasher);
                packet.last().then_some((rest, last)).hash(hasher);
                packet.late().then(|| self.spans[place]).hash(hasher);
            }
        }
        self.crossings.iter().for_each(|link| link.credits.hash(hasher));
        self.places.hash(hasher);
        self.nics.iter().for_each(|nic| nic.hash_state(hasher, header));
        self.nodes.iter().for_each(|rank| rank.hash_state(hasher));
        let c = &self.counts;
        (c.messages, c.bytes, c.packets, c.traversals, c.events, c.last_event, c.ended).hash(hasher);
    }

    /// Bytes of memory, about.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.outputs)
            + size_of_val(&*self.wires)
            + size_of_val(&*self.inputs)
            + size_of_val(&*self.due)
            + size_of_val(&*self.packets)
            + size_of_val(&*self.spans)
            + size_of_val(&*self.headers)
            + self.crossings.len() * (size_of::<Crossing>() + 16 * usize::from(self.setup.params.input_buffer))
            + size_of_val(&*self.places)
            + self.switches.len() * size_of::<Switch>()
            + self.nodes.len() * (size_of::<Rank>() + 200)
            + self.recorder.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::nsim::machine::Recording;
    use crate::nsim::{Machine, Pattern, Progress, Topology};

    /// The expectation is the definition: the smallest time, and of several equal ones the first.
    #[test]
    fn what_is_due_first_is_the_first_of_the_smallest() {
        let mut rng = Rng::new(5);
        for count in 0..40 {
            for _ in 0..50 {
                let time = |_| if rng.below(3) == 0 { NEVER } else { rng.below(6) };
                let times: Vec<Time> = (0..count).map(time).collect();
                let found = first_due(&times);
                let expected = (0..times.len()).min_by_key(|at| times[*at]).filter(|at| times[*at] < NEVER);
                match expected {
                    Some(at) => assert_eq!(found, (times[at], at), "{times:?}"),
                    None => assert_eq!(found.0, NEVER, "{times:?}"),
                }
            }
        }
    }

    /// Also of messages that go through several parts, each of which has headers of its own.
    #[test]
    fn every_header_is_free_at_the_end() {
        let tree = Topology::named("fat-tree", &[4, 2, 3]).expect("valid");
        for (topology, nics) in [(Topology::torus(&[4, 3, 2]), 1), (Topology::torus(&[5, 4]), 2), (tree, 3)] {
            let params = Params { nics, input_buffer: 2, ..Params::TORUS };
            let (ranks, recording) = (topology.nodes(), Recording::default());
            for parts in 1..=3 {
                let program = Program::pattern(Pattern::PairwiseAlltoall { bytes: 1500 }, ranks);
                let mapping = Mapping::in_order(ranks);
                let machine = Machine::new(topology.clone(), params.clone(), mapping, program, parts, &recording);
                let mut machine = machine.expect("valid");
                while machine.run(1000) == Progress::Running {}
                for shard in machine.shards() {
                    let mut free = shard.free_headers.clone();
                    free.sort_unstable();
                    assert!(
                        !free.is_empty() && free.iter().copied().eq(0..shard.headers.len() as u32),
                        "{parts} parts"
                    );
                }
            }
        }
    }
}
