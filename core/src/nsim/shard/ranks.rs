//! Nodes: NICs, ranks and their messages.

use super::super::nic::{Outgoing, share};
use super::super::params::{Copies, transfer};
use super::super::program::Op;
use super::super::rank::{Doing, Envelope, Kind, Note, Wish};
use super::super::recorder::{Activity, Sent, Stretch};
use super::super::switch::Header;
use super::super::topology::Turn;
use super::super::{NS, Time};
use super::{Parcel, Setup, Shard, Switch};
use alloc::vec::Vec;
use core::cmp::Reverse;

impl Shard {
    /// A message is under way to a node of this part.
    pub(super) fn expect(&mut self, node: u32, envelope: Envelope) {
        let rank = &mut self.nodes[(node - self.first_node) as usize];
        rank.coming.insert((envelope.from, envelope.message), envelope);
    }

    /// The first packet of a NIC has gone, its last byte at `end`: the next one follows.
    pub(super) fn take_from_nic(&mut self, setup: &Setup, switch: &Switch, port: usize, header: u32, end: Time) {
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
    pub(super) fn fill_from_nic(&mut self, setup: &Setup, switch: &Switch, port: usize) {
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
    pub(super) fn rank_wakes(&mut self, switch: &Switch, node: usize) {
        let due = switch.due as usize + usize::from(switch.ports) + node - switch.node as usize;
        self.due[due] = self.nodes[node].wake();
    }

    /// A rank takes in what has reached it, or does its next operation.
    pub(super) fn rank_step(&mut self, setup: &Setup, switch: &Switch, node: usize, now: Time) {
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
                        self.counts.latency.add((now - envelope.sent) / NS);
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
