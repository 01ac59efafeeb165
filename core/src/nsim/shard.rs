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
//! **Order.** Within a window each switch is simulated by itself: its outputs and ranks step in order of time, at the same
//! time outputs before ranks and lower numbers first. What it does to another switch (a packet, a credit, what a message
//! says of itself) takes effect in a later window at the earliest and is stamped with its time. So neither the order of the
//! switches nor the number of threads matters.

use super::nic::{Nic, Outgoing, share};
use super::params::{Arbitration, Copies, transfer};
use super::program::Op;
use super::rank::{Doing, Envelope, Kind, Note, Rank, Wish};
use super::recorder::{Activity, BufferChange, LinkHistory, Recorder, Sent, Stretch};
use super::switch::{Carried, Packet, Port, Queue, Target};
use super::topology::{Beyond, Routes};
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

    fn time(&self, bytes: u16, rate: u64, which: usize) -> Time {
        if u32::from(bytes) == self.params.mtu { self.full[which] } else { transfer(u64::from(bytes), rate) }
    }
}

/// What goes from one part to another, between two windows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parcel {
    Packet { switch: u32, port: u8, packet: Packet },
    Credit { switch: u32, port: u8, channel: u8, time: Time },
    Envelope { node: u32, envelope: Envelope },
}

/// A switch of this part.
#[derive(Clone, Copy, Debug)]
struct Switch {
    number: u32,
    /// Number of its first port.
    port: u32,
    ports: u8,
    /// Ports that lead to nodes.
    local: u8,
    /// Its first node, and how many, as numbers within this part.
    node: u32,
    nodes: u32,
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
    /// By port.
    next: Vec<Time>,
    pub ports: Vec<Port>,
    /// By [`Port::lane`], channel and place in the buffer.
    packets: Vec<Packet>,
    /// By [`Target::Far`]: the times of the credits that are known, by channel.
    credits: Vec<[VecDeque<Time>; 2]>,
    /// By lane: when each place of the output buffer is free again.
    places: Vec<Time>,
    /// By node and NIC.
    nics: Vec<Nic>,
    /// By node.
    wake: Vec<Time>,
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
        let mut shard = Self {
            first,
            first_node: u32::MAX,
            switches: Vec::with_capacity((end - first) as usize),
            next: Vec::new(),
            ports: Vec::new(),
            packets: Vec::new(),
            credits: Vec::new(),
            places: Vec::new(),
            nics: Vec::new(),
            wake: Vec::new(),
            nodes: Vec::new(),
            lists: vec![Vec::new(); AHEAD],
            far: BTreeMap::new(),
            visited: [false; AHEAD],
            now: 0,
            counts: Counts::default(),
            recorder,
            wishes: Vec::new(),
            out: vec![Vec::new(); parts],
            setup: setup.clone(),
        };
        let uniform = matches!(routes.topology(), super::Topology::Cube { .. });
        for switch in first..end {
            let ports = routes.ports(switch);
            let (node, nodes) = routes.nodes_of(switch);
            if nodes > 0 && shard.first_node == u32::MAX {
                shard.first_node = node;
            }
            let local = (nodes as usize * nics) as u8;
            shard.switches.push(Switch {
                number: switch,
                port: shard.ports.len() as u32,
                ports,
                local,
                node: shard.nodes.len() as u32,
                nodes,
                next: NEVER,
                listed: u64::MAX,
                starved: 0,
            });
            for port in 0..ports {
                let lane = match uniform {
                    true => u32::from(port) * (end - first) + (switch - first),
                    false => shard.ports.len() as u32,
                };
                let target = match routes.beyond(switch, port) {
                    Beyond::Node { node, .. } => Target::Node(node),
                    Beyond::Switch { switch, port } if (first..end).contains(&switch) => {
                        Target::Near(switch - first, port)
                    }
                    Beyond::Switch { switch, port } => {
                        let credits = VecDeque::from(vec![0; params.input_buffer.into()]);
                        shard.credits.push([credits.clone(), credits]);
                        Target::Far(switch, port, shard.credits.len() as u32 - 1)
                    }
                    Beyond::Nothing => Target::Nothing,
                };
                shard.ports.push(Port {
                    crossbar: 0,
                    link: 0,
                    wanted: 0,
                    credit: [0; 2],
                    free: 0,
                    cursor: 0,
                    place: 0,
                    closes_ring: channels == 2 && routes.closes_ring(switch, port),
                    target,
                    lane,
                    busy: 0,
                    queues: [Queue::default(); 2],
                    carried: Carried::default(),
                });
            }
            for node in node..node + nodes {
                let runs = setup.ranks[node as usize] != u32::MAX;
                let mut rank = Rank::new();
                if !runs {
                    rank.doing = Doing::Ended(0);
                }
                shard.wake.push(rank.wake());
                shard.nodes.push(rank);
                shard.nics.extend((0..nics).map(|_| Nic::default()));
            }
        }
        let ports = shard.ports.len();
        shard.next = vec![NEVER; ports];
        shard.packets = vec![Packet::default(); ports * channels * usize::from(params.input_buffer)];
        shard.places = vec![0; ports * usize::from(params.output_buffer)];
        for index in 0..shard.switches.len() {
            let switch = shard.switches[index];
            let wake = shard.wake[switch.node as usize..(switch.node + switch.nodes) as usize].iter().min();
            if let Some(time) = wake.copied().filter(|time| *time < NEVER) {
                shard.schedule(index, time);
            }
        }
        shard
    }

    /// Records the use of links over time.
    pub fn record_links(&mut self, interval: Time, intervals: usize) {
        self.recorder.links = Some(LinkHistory::new(self.ports.len(), interval, intervals));
    }

    /// The outputs of a switch of this part: the number of the first one and how many there are.
    pub fn ports_of(&self, switch: u32) -> (usize, u8) {
        let switch = &self.switches[(switch - self.first) as usize];
        (switch.port as usize, switch.ports)
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
        let mut marked = sure;
        let switch = self.switches[index];
        let ports = switch.port as usize..switch.port as usize + usize::from(switch.ports);
        let nodes = switch.node as usize..(switch.node + switch.nodes) as usize;
        loop {
            let (mut time, mut at, mut is_node) = (NEVER, 0, false);
            for (port, next) in self.next[ports.clone()].iter().enumerate() {
                if *next < time {
                    (time, at) = (*next, ports.start + port);
                }
            }
            for (node, wake) in self.wake[nodes.clone()].iter().enumerate() {
                if *wake < time {
                    (time, at, is_node) = (*wake, nodes.start + node, true);
                }
            }
            if time >= if self.switches[index].starved == 0 { limit } else { sure } {
                return time;
            }
            if time >= marked {
                let window = time / setup.window;
                self.visited[(window % AHEAD as u64) as usize] = true;
                marked = (window + 1) * setup.window;
            }
            if is_node {
                self.counts.events += 1;
                self.counts.last_event = self.counts.last_event.max(time);
                self.rank_step(setup, &switch, at, time);
            } else if !self.serve(setup, index, &switch, at, time, time < sure) {
                return time;
            }
        }
    }

    /// An output takes a packet, if it can. Nothing happens, and false is returned, if that depends on a credit that may
    /// have come: if it is not there and not `sure`.
    fn serve(&mut self, setup: &Setup, index: usize, switch: &Switch, port: usize, now: Time, sure: bool) -> bool {
        let (params, channels, shift) = (&setup.params, setup.channels, setup.shift as usize);
        let buffer = usize::from(params.input_buffer);
        let own_port = port - switch.port as usize;
        let is_local = own_port < usize::from(switch.local);
        let base = switch.port as usize;
        let output = &self.ports[port];
        // The packet needs its place in the output buffer when it has come through the switch.
        let possible = output.crossbar.max(output.free.saturating_sub(params.switch_delay));
        if possible > now {
            self.next[port] = possible;
            return true;
        }
        // Who could go now, and when the first of the others can.
        let (mut can, mut earliest, mut starved) = (0u64, NEVER, false);
        let mut wanted = output.wanted;
        while wanted != 0 {
            let queue = wanted.trailing_zeros() as usize;
            wanted &= wanted - 1;
            let input = &self.ports[base + (queue >> shift)];
            let head = &input.queues[queue & shift];
            let mut time = head.ready.max(input.busy);
            if !is_local {
                let credit = output.credit[usize::from(head.channel & 1)];
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
        let waiting = &mut self.switches[index].starved;
        *waiting = *waiting & !(1 << own_port) | u64::from(starved) << own_port;
        if can == 0 {
            self.next[port] = earliest;
            return true;
        }
        let queue = match can.is_power_of_two() {
            true => can.trailing_zeros() as usize,
            false => {
                let straight = setup.facing(own_port, usize::from(switch.local));
                choose(can, straight, output.cursor, usize::from(switch.local) * channels, params.arbitration)
            }
        };
        let (input, input_channel) = (base + (queue >> shift), queue & shift);
        let from_nic = queue >> shift < usize::from(switch.local);
        let own = &mut self.ports[input];
        let ring = (own.lane as usize * channels + input_channel) * buffer;
        let packet = self.packets[ring + usize::from(own.queues[input_channel].first)];

        self.counts.events += 1;
        self.counts.last_event = self.counts.last_event.max(now);

        // The crossbar carries it; its tail cannot leave before it has come.
        let through = setup.time(packet.bytes, params.switch_rate, 1);
        let tail_out = (now + through).max(packet.ready + Time::from(packet.span));
        own.busy = tail_out;
        let output = &mut self.ports[port];
        output.crossbar = tail_out;
        let (rate, which) = if is_local { (params.injection_rate(), 2) } else { (params.link_rate, 0) };
        let start = (now + params.switch_delay).max(output.link);
        let finish = (start + setup.time(packet.bytes, rate, which)).max(tail_out + params.switch_delay);
        output.link = finish;
        output.cursor = queue as u8;
        output.wanted &= !(1 << queue);
        let places = output.lane as usize * usize::from(params.output_buffer);
        self.places[places + usize::from(output.place)] = finish;
        output.place = if output.place + 1 == params.output_buffer { 0 } else { output.place + 1 };
        output.free = self.places[places + usize::from(output.place)];
        output.carried.packets += 1;
        output.carried.bytes += u64::from(packet.bytes);
        if let Some(links) = &mut self.recorder.links {
            links.add(start, port, u32::from(packet.bytes));
        }

        // Its place in the input buffer is free again.
        if from_nic {
            self.counts.packets += 1;
            self.take_from_nic(setup, switch, queue >> shift, now);
        } else {
            // The packet has been read: in its place stands the credit from now on.
            let time = tail_out + params.cable_delay;
            let own = &mut self.ports[input].queues[input_channel];
            self.packets[ring + usize::from(own.first)].ready = time;
            own.first = if usize::from(own.first) + 1 == buffer { 0 } else { own.first + 1 };
            let full = usize::from(own.length) == buffer;
            own.length -= 1;
            let behind = (own.length > 0).then(|| {
                let packet = &self.packets[ring + usize::from(own.first)];
                (packet.ready, packet.port, packet.channel)
            });
            if !self.recorder.watched.is_empty() {
                let (port, channel) = ((queue >> shift) as u8, input_channel as u8);
                let switch = switch.number;
                self.recorder.buffer(BufferChange { time: now, switch, port, channel, change: -1 });
            }
            let channel = input_channel as u8;
            match self.ports[input].target {
                // Else the output has a credit already, and finds this one when it comes to it.
                Target::Near(index, port) if full => self.credit_returns(index as usize, port, channel, time),
                Target::Far(switch, port, _) => {
                    self.out[setup.part_of(switch)].push(Parcel::Credit { switch, port, channel, time });
                }
                _ => {}
            }
            if let Some((ready, port, channel)) = behind {
                self.want(setup, base, queue, ready, port, channel);
            }
        }

        // What comes at the other end.
        let output = &mut self.ports[port];
        let possible = output.crossbar.max(output.free.saturating_sub(params.switch_delay));
        self.next[port] = if output.wanted == 0 { NEVER } else { possible };
        match output.target {
            target @ (Target::Near(..) | Target::Far(..)) => {
                self.counts.traversals += 1;
                let channel = usize::from(packet.channel);
                let arrives = start + params.cable_delay + params.vc_delay + params.allocation_delay;
                let packet = Packet { ready: arrives, span: (finish - start) as u32, ..packet };
                let credit = match target {
                    Target::Near(next, port) => self.arrive(setup, next as usize, port, packet),
                    Target::Far(switch, port, link) => {
                        self.out[setup.part_of(switch)].push(Parcel::Packet { switch, port, packet });
                        let credits = &mut self.credits[link as usize][channel];
                        credits.pop_front();
                        credits.front().copied().unwrap_or(NEVER)
                    }
                    _ => NEVER,
                };
                self.ports[port].credit[channel] = credit;
            }
            Target::Node(node) => {
                if packet.last {
                    let time = finish + params.nic_delay;
                    let from = setup.ranks[packet.from as usize];
                    self.note(node, Note { time, from, message: packet.message, left: false });
                }
            }
            Target::Nothing => {}
        }
        true
    }

    /// The first packet of a queue wants its output.
    #[inline]
    fn want(&mut self, setup: &Setup, base: usize, queue: usize, ready: Time, port: u8, channel: u8) {
        let port = base + usize::from(port);
        let input = &mut self.ports[base + (queue >> setup.shift)];
        let head = &mut input.queues[queue & setup.shift as usize];
        (head.ready, head.channel) = (ready, channel);
        let busy = input.busy;
        self.ports[port].wanted |= 1 << queue;
        let time = ready.max(busy);
        self.next[port] = self.next[port].min(time.max(self.ports[port].crossbar));
    }

    fn owns(&self, switch: u32) -> bool {
        self.range().contains(&switch)
    }

    /// Takes what other parts have given.
    pub fn take(&mut self, parcels: impl IntoIterator<Item = Parcel>) {
        let setup = self.setup.clone();
        for parcel in parcels {
            match parcel {
                Parcel::Packet { switch, port, packet } => {
                    let index = (switch - self.first) as usize;
                    self.arrive(&setup, index, port, packet);
                }
                Parcel::Credit { switch, port, channel, time } => {
                    let index = (switch - self.first) as usize;
                    let output = self.switches[index].port as usize + usize::from(port);
                    if let Target::Far(.., link) = self.ports[output].target {
                        let credits = &mut self.credits[link as usize][usize::from(channel)];
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
    fn arrive(&mut self, setup: &Setup, index: usize, port: u8, mut packet: Packet) -> Time {
        let channels = setup.channels;
        let own = &self.switches[index];
        let switch = own.number;
        let base = own.port as usize;
        let came_by = usize::from(packet.channel);
        let queue = usize::from(port) * channels + came_by;
        if packet.straight > 0 {
            packet.straight -= 1;
            packet.port = ((port - own.local) ^ 1) + own.local;
            // The link it came by closed a ring if it is on the second channel, which it keeps until it turns.
            packet.channel |= u8::from(self.ports[base + usize::from(packet.port)].closes_ring);
        } else {
            self.route(setup, &mut packet, switch, base);
        }
        let buffer = usize::from(setup.params.input_buffer);
        let input = &mut self.ports[base + usize::from(port)];
        let ring = (input.lane as usize * channels + came_by) * buffer;
        let held = &mut input.queues[came_by];
        let behind = usize::from(held.first) + usize::from(held.length);
        let place = if behind >= buffer { behind - buffer } else { behind };
        self.packets[ring + place] = packet;
        held.length += 1;
        let length = held.length;
        let next_place = if place + 1 == buffer { 0 } else { place + 1 };
        let room = if usize::from(length) == buffer { NEVER } else { self.packets[ring + next_place].ready };
        if !self.recorder.watched.is_empty() {
            let channel = came_by as u8;
            self.recorder.buffer(BufferChange { time: packet.ready, switch, port, channel, change: 1 });
        }
        if length == 1 {
            self.want(setup, base, queue, packet.ready, packet.port, packet.channel);
            let next = self.next[base + usize::from(packet.port)];
            self.schedule(index, next);
        }
        room
    }

    /// An output without a credit hears that a place in the input buffer at the other end is free from a time on.
    #[inline]
    fn credit_returns(&mut self, index: usize, port: u8, channel: u8, time: Time) {
        let port = self.switches[index].port as usize + usize::from(port);
        let output = &mut self.ports[port];
        output.credit[usize::from(channel)] = time;
        // Somebody may wait for exactly this one.
        if output.wanted != 0 && self.next[port] > time {
            self.next[port] = time.max(output.crossbar);
            let next = self.next[port];
            self.schedule(index, next);
        }
    }

    /// A message is under way to a node of this part.
    fn expect(&mut self, node: u32, envelope: Envelope) {
        let rank = &mut self.nodes[(node - self.first_node) as usize];
        rank.coming.insert((envelope.from, envelope.message), envelope);
    }

    /// Finds the way of a packet that comes to a switch, whose first port is `base`: the output, and the virtual channel,
    /// which is the second one from where a ring is closed.
    fn route(&self, setup: &Setup, packet: &mut Packet, switch: u32, base: usize) {
        let turn = setup.routes.turn(switch, packet.from, packet.to, packet.nic);
        (packet.port, packet.straight) = (turn.port, turn.straight);
        packet.channel = u8::from(self.ports[base + usize::from(turn.port)].closes_ring);
    }

    /// The first packet of a NIC has gone: the next one follows.
    fn take_from_nic(&mut self, setup: &Setup, switch: &Switch, port: usize, now: Time) {
        let nics = usize::from(setup.params.nics);
        let node = switch.node as usize + port / nics;
        let nic = switch.node as usize * nics + port;
        if let Some((message, end)) = self.nics[nic].taken(now, &setup.params) {
            let rank = &mut self.nodes[node];
            if let Some((parts, _)) = rank.leaving.get_mut(&message) {
                *parts -= 1;
                if *parts == 0 {
                    rank.notes.push(Reverse(Note { time: end, from: 0, message, left: true }));
                    self.wake[node] = self.nodes[node].wake();
                }
            }
        }
        self.fill_from_nic(setup, switch, port);
    }

    /// Puts the next packet of a NIC in front of the switch.
    fn fill_from_nic(&mut self, setup: &Setup, switch: &Switch, port: usize) {
        let nics = usize::from(setup.params.nics);
        let node = self.first_node + switch.node + (port / nics) as u32;
        let nic = switch.node as usize * nics + port;
        let queue = port * setup.channels;
        let own = switch.port as usize + port;
        match self.nics[nic].head(node, &setup.params) {
            Some(mut packet) => {
                packet.nic = (port % nics) as u8;
                self.route(setup, &mut packet, switch.number, switch.port as usize);
                let place = self.ports[own].lane as usize * setup.channels * usize::from(setup.params.input_buffer);
                self.packets[place] = packet;
                self.ports[own].queues[0] = Queue { length: 1, ..Queue::default() };
                self.want(setup, switch.port as usize, queue, packet.ready, packet.port, packet.channel);
            }
            None => self.ports[own].queues[0].length = 0,
        }
    }

    /// Something reaches the rank of a node of this part.
    fn note(&mut self, node: u32, note: Note) {
        let node = (node - self.first_node) as usize;
        self.nodes[node].notes.push(Reverse(note));
        self.wake[node] = self.nodes[node].wake();
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
        self.wake[node] = self.nodes[node].wake();
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
            let Some((packets, full, rest)) = share else { continue };
            let own_nic = node * usize::from(params.nics) + nic;
            if self.nics[own_nic].post(Outgoing { to: target, message, ready, packets, full, rest }) {
                let port = own_nic - switch.node as usize * usize::from(params.nics);
                self.fill_from_nic(setup, switch, port);
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

impl Shard {
    /// The places of buffers, each buffer from its first packet on, with whether there is a packet.
    fn buffered(&self) -> impl Iterator<Item = (&Packet, bool)> + '_ {
        let (buffer, channels) = (usize::from(self.setup.params.input_buffer), self.setup.channels);
        let queue = move |port: &Port, channel: usize| {
            let ring = (port.lane as usize * channels + channel) * buffer;
            let Queue { first, length, .. } = port.queues[channel];
            (0..buffer).map(move |n| (ring + (usize::from(first) + n) % buffer, n < usize::from(length)))
        };
        let queues = self.ports.iter().flat_map(move |port| (0..channels).map(move |channel| queue(port, channel)));
        queues.flatten().map(|(place, held)| (&self.packets[place], held))
    }

    /// Packets in the fullest input buffer of a switch of this part, without those that its own nodes send.
    pub fn held(&self, switch: u32) -> u8 {
        let own = &self.switches[(switch - self.first) as usize];
        let links = own.port as usize + usize::from(own.local)..own.port as usize + usize::from(own.ports);
        self.ports[links].iter().flat_map(|port| &port.queues).map(|queue| queue.length).max().unwrap_or(0)
    }

    /// Packets in the input buffers of a port, channel by channel.
    pub fn held_beside(&self, port: usize) -> Vec<u8> {
        self.ports[port].queues[..self.setup.channels].iter().map(|queue| queue.length).collect()
    }

    /// Everything that decides what happens from now on, and the counts. What depends on the way to this state stays out:
    /// memory that is not in use, lists of when to look, and what is recorded.
    pub fn hash_state(&self, hasher: &mut impl core::hash::Hasher) {
        use core::hash::Hash as _;
        self.ports.iter().for_each(|port| port.hash_state(hasher));
        // Of a free place, what was there does not count.
        self.buffered().for_each(|(packet, held)| if held { packet.hash(hasher) } else { packet.ready.hash(hasher) });
        self.credits.hash(hasher);
        self.places.hash(hasher);
        self.nics.hash(hasher);
        self.nodes.iter().for_each(|rank| rank.hash_state(hasher));
        let c = &self.counts;
        (c.messages, c.bytes, c.packets, c.traversals, c.events, c.last_event, c.ended).hash(hasher);
    }

    /// Bytes of memory, about.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.ports)
            + size_of_val(&*self.next)
            + size_of_val(&*self.packets)
            + self.credits.len() * 2 * (size_of::<VecDeque<Time>>() + 8 * usize::from(self.setup.params.input_buffer))
            + size_of_val(&*self.places)
            + self.switches.len() * size_of::<Switch>()
            + self.nodes.len() * (size_of::<Rank>() + 200)
            + self.recorder.bytes()
    }
}
