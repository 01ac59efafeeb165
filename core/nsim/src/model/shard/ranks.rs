//! The nodes of a part: their NICs, and their ranks with the messages they exchange.

use super::super::nic::{Outgoing, share};
use super::super::params::{Copies, transfer};
use super::super::rank::{Action, Asking, Doing, Envelope, Kind, RankEvent};
use super::super::recorder::{Activity, RankInterval, Sent};
use super::super::switch::Header;
use super::super::{NS, Time};
use super::{Setup, Shard, ShardMessage, Switch};
use alloc::vec::Vec;
use core::cmp::Reverse;
use mcore_ranks::Op;
use mcore_topology::Turn;

/// The arguments of a sending function of MPI.
#[derive(Clone, Copy)]
struct Send {
    /// Destination rank.
    to: u32,
    bytes: u64,
    tag: u32,
    /// The request that is complete when the data may be overwritten.
    request: u32,
}

/// A message on its way from a rank to the NICs of its node.
#[derive(Clone, Copy)]
struct Message {
    /// Destination rank.
    to: u32,
    /// Bytes that cross the network.
    on_wire: u64,
    /// Bytes of data that the receiver reports. A control message announces more than it carries.
    bytes: u64,
    tag: u32,
    kind: Kind,
    /// When its first packet is ready.
    ready: Time,
    /// When the program called the function that sends it.
    sent: Time,
    /// The request that is complete when the NICs have read the whole message.
    request: Option<u32>,
}

impl Shard {
    /// Notes a message on its way to a node of this part.
    pub(super) fn expect(&mut self, node: u32, envelope: Envelope) {
        let rank = &mut self.nodes[(node - self.first_node) as usize];
        rank.coming.insert((envelope.from, envelope.message), envelope);
    }

    /// Removes the first packet of a NIC, whose last byte leaves at `end`; the next one moves up.
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
                    rank.events.push(Reverse(RankEvent { time: end, from: 0, message, left: true }));
                    self.rank_wakes(switch, node);
                }
            }
        }
        self.fill_from_nic(setup, switch, port);
    }

    /// Puts the next packet of a NIC in the input buffer of its port.
    fn fill_from_nic(&mut self, setup: &Setup, switch: &Switch, port: usize) {
        let nics = usize::from(setup.params.nics);
        let nic = switch.node as usize * nics + port;
        let slot = self.slot(switch, port as u8);
        match self.nics[nic].head(&setup.params) {
            Some(packet) => {
                let place = self.ring(setup, slot, 0);
                self.packets[place] = packet;
                self.inputs[slot].length[0] = 1;
                self.want(setup, switch, port * setup.channels, packet);
            }
            None => self.inputs[slot].length[0] = 0,
        }
    }

    /// Updates the time of a node's next step.
    pub(super) fn rank_wakes(&mut self, switch: &Switch, node: usize) {
        let due = switch.due as usize + usize::from(switch.ports) + node - switch.node as usize;
        self.due[due] = self.nodes[node].wake();
    }

    /// One step of a rank: it handles its next event, or starts its next operation.
    pub(super) fn rank_step(&mut self, setup: &Setup, switch: &Switch, node: usize, now: Time) {
        let number = setup.ranks[self.first_node as usize + node];
        let rank = &mut self.nodes[node];
        let was_waiting = matches!(rank.doing, Doing::Waiting { .. }).then_some(rank.waits_since);
        let mut actions = core::mem::take(&mut self.actions);
        if let Some(Reverse(event)) = rank.events.peek().copied().filter(|Reverse(event)| event.time <= now) {
            rank.events.pop();
            self.handle(setup, node, number, event, now, &mut actions);
        } else if matches!(rank.doing, Doing::Ready(at) if at <= now) {
            self.operation(setup, switch, node, number, now, &mut actions);
        }
        if let (Some(from), Doing::Ready(_)) = (was_waiting, self.nodes[node].doing) {
            self.recorder.rank_interval(RankInterval { rank: number, from, until: now, activity: Activity::Wait });
        }
        for action in actions.drain(..) {
            self.carry_out(setup, switch, node, action, now);
        }
        self.actions = actions;
        self.rank_wakes(switch, node);
    }

    /// Handles an event of a rank: the NICs have read one of its messages, or a part of a message has arrived.
    fn handle(
        &mut self,
        setup: &Setup,
        node: usize,
        number: u32,
        event: RankEvent,
        now: Time,
        actions: &mut Vec<Action>,
    ) {
        let rank = &mut self.nodes[node];
        if event.left {
            if let Some((_, request)) = rank.leaving.remove(&event.message) {
                rank.complete(request, None, now);
            }
            return;
        }
        let Some(envelope) = rank.coming.get_mut(&(event.from, event.message)) else { return };
        envelope.parts -= 1;
        if envelope.parts > 0 {
            return;
        }
        let envelope = *envelope;
        rank.coming.remove(&(event.from, event.message));
        if matches!(envelope.kind, Kind::Eager | Kind::Granted(_)) {
            let Envelope { from, bytes, sent, .. } = envelope;
            self.counts.messages += 1;
            self.counts.bytes += bytes;
            self.counts.last_message = self.counts.last_message.max(now);
            self.counts.latency.add((now - sent) / NS);
            self.recorder.message(Sent { from, to: number, bytes, sent, received: now });
        }
        rank.message(envelope, setup.params.nics > 1, now, actions);
    }

    /// Sends a message that MPI itself sends for a rank: permission to send data, or data that was permitted.
    fn carry_out(&mut self, setup: &Setup, switch: &Switch, node: usize, action: Action, now: Time) {
        let message = match action {
            Action::Answer { to, message } => {
                let (bytes, kind) = (u64::from(setup.params.control_bytes), Kind::Answer(message));
                Message { to, on_wire: bytes, bytes, tag: 0, kind, ready: now, sent: now, request: None }
            }
            Action::Grant { message } => {
                let Some(asking) = self.nodes[node].asking.remove(&message) else { return };
                let Asking { to, tag, bytes, request, sent } = asking;
                let kind = Kind::Granted(message);
                Message { to, on_wire: bytes, bytes, tag, kind, ready: now, sent, request: Some(request) }
            }
        };
        self.send(setup, switch, node, message);
    }

    /// Starts the next operation of a rank.
    fn operation(
        &mut self,
        setup: &Setup,
        switch: &Switch,
        node: usize,
        number: u32,
        now: Time,
        actions: &mut Vec<Action>,
    ) {
        let (overhead, ranks) = (setup.params.mpi_overhead, setup.mapping.ranks());
        let rank = &mut self.nodes[node];
        let status = rank.take_status();
        let op = setup.program.next(number, ranks, &mut rank.place, status);
        rank.op = op;
        match op {
            Op::Compute(time) => {
                rank.computed += time;
                rank.doing = Doing::Ready(now + time);
                let (until, activity) = (now + time, Activity::Compute);
                self.recorder.rank_interval(RankInterval { rank: number, from: now, until, activity });
            }
            Op::Send { to, bytes, tag } => {
                let request = rank.blocking_request();
                let done = self.begin_send(setup, switch, node, Send { to, bytes, tag, request }, now);
                self.nodes[node].wait(request, request, now, done, 0);
            }
            Op::Isend { to, bytes, tag } => {
                let request = rank.request();
                let done = self.begin_send(setup, switch, node, Send { to, bytes, tag, request }, now);
                self.nodes[node].doing = Doing::Ready(done);
            }
            Op::Recv { from, tag } => {
                let request = rank.blocking_request();
                rank.post(from, tag, request, now, actions);
                rank.wait(request, request, now, now, overhead);
            }
            Op::Irecv { from, tag } => {
                let request = rank.request();
                rank.post(from, tag, request, now, actions);
                rank.doing = Doing::Ready(now + overhead);
            }
            Op::Sendrecv { to, bytes, from, tag } => {
                let (send, receive) = (rank.blocking_request(), rank.blocking_request());
                let done = self.begin_send(setup, switch, node, Send { to, bytes, tag, request: send }, now);
                let rank = &mut self.nodes[node];
                rank.post(from, Some(tag), receive, now, actions);
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

    /// The CPU's part of a send. Returns when the CPU is free.
    fn begin_send(&mut self, setup: &Setup, switch: &Switch, node: usize, send: Send, now: Time) -> Time {
        let Send { to, bytes, tag, request } = send;
        let params = &setup.params;
        let copies = params.copies == Copies::OneCopy;
        let free = now + params.mpi_overhead + if copies { transfer(bytes, params.memory_rate) } else { 0 };
        let number = setup.ranks[self.first_node as usize + node];
        self.recorder.rank_interval(RankInterval { rank: number, from: now, until: free, activity: Activity::Send });
        let rank = &mut self.nodes[node];
        if params.rendezvous_from.is_some_and(|limit| bytes >= limit) && to != number {
            rank.asking.insert(rank.next_message, Asking { to, tag, bytes, request, sent: now });
            let (on_wire, kind) = (u64::from(params.control_bytes), Kind::Ask);
            let message = Message { to, on_wire, bytes, tag, kind, ready: free, sent: now, request: None };
            self.send(setup, switch, node, message);
        } else {
            // With a copy the buffer of the program is free at once; otherwise when the NICs have read it.
            let (kind, waits) = (Kind::Eager, (!copies).then_some(request));
            let message = Message { to, on_wire: bytes, bytes, tag, kind, ready: free, sent: now, request: waits };
            self.send(setup, switch, node, message);
            if copies {
                self.nodes[node].complete(request, None, now);
            }
        }
        free
    }

    /// Sends a message: gives it a number, announces it to the receiver and hands it to the NICs.
    fn send(&mut self, setup: &Setup, switch: &Switch, node: usize, sending: Message) {
        let Message { to, on_wire, bytes, tag, kind, sent, request, .. } = sending;
        let params = &setup.params;
        let from = setup.ranks[self.first_node as usize + node];
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
        if let Some(request) = request {
            rank.leaving.insert(message, (parts, request));
        }
        let envelope = Envelope { from, message, turn, tag, bytes, kind, parts, sent };
        if to == from {
            return self.send_within(setup, node, sending.ready, request.is_some(), envelope);
        }
        let target = setup.mapping.node(to);
        let home = setup.routes.home(target).0;
        if self.owns(home) {
            self.expect(target, envelope);
        } else {
            self.out[setup.part_of(home)].push(ShardMessage::Envelope { node: target, envelope });
        }
        for (nic, share) in shares.into_iter().enumerate() {
            let Some((packets, rest)) = share else { continue };
            let (from, own_nic) = (self.first_node + node as u32, node * usize::from(params.nics) + nic);
            let (Turn { port, straight }, channel) = self.way(setup, switch, from, target, nic as u8);
            let header = self.header(Header { to: target, from, message, rest, last: true, nic: nic as u8 });
            let outgoing = Outgoing { header, ready: sending.ready, packets, straight, port, channel };
            if self.nics[own_nic].post(outgoing) {
                let port = own_nic - switch.node as usize * usize::from(params.nics);
                self.fill_from_nic(setup, switch, port);
            }
        }
    }

    /// Copies a message within a node: it takes the memory's time, and no packet. `leaves` if a request waits for it.
    fn send_within(&mut self, setup: &Setup, node: usize, ready: Time, leaves: bool, envelope: Envelope) {
        let Envelope { from, message, bytes, .. } = envelope;
        let time = ready + transfer(bytes, setup.params.memory_rate);
        let rank = &mut self.nodes[node];
        rank.coming.insert((from, message), envelope);
        rank.events.push(Reverse(RankEvent { time, from, message, left: false }));
        if leaves {
            rank.events.push(Reverse(RankEvent { time, from: 0, message, left: true }));
        }
    }
}
