//! From an arrival to completions: the responder with its checks, answers, the end of requests, errors.

use super::super::Params;
use super::super::event::{Lane, Stage};
use super::super::verbs::{LOCAL_WRITE, Opcode, QpState, Status};
use super::cpu::FOR_EVER;
use super::{
    Ack, Body, Completion, Direct, Due, Hold, Job, Log, Machine, Packet, Receiving, Reply, Set, Tag, Then, Transfer,
};
use alloc::{boxed::Box, vec::Vec};

/// Results of atomic operations that a queue pair keeps for duplicates.
const KEPT_RESULTS: usize = 1024;

/// Whether two numbers are from between the same two resets of their queue pairs.
fn same_start(a: u64, b: u64) -> bool {
    a >> 32 == b >> 32
}

impl Machine {
    /// A transfer and its PSN have arrived.
    pub(super) fn arrive(&mut self, node: u8, transfer: Transfer, log: &mut Log) {
        self.node(node).counts.landed += transfer.bytes;
        let from = transfer.from;
        if let Some(direct) = transfer.direct {
            self.node(node).memory.write(direct.destination, &direct.data);
        }
        let poll = self.program.params.poll;
        if let Some(packet) = transfer.packet {
            let line = transfer.tag.line;
            let tag = Tag { peer: from, qp: packet.qp, wr_id: packet.request.wr_id, line };
            let bytes = packet.data.len() as u64;
            self.job(node, Job::new(Then::Seen(Box::new(packet)), tag).bytes(bytes).stage(Stage::Poll, poll));
        } else if let Some(ack) = transfer.ack {
            let tag = Tag { peer: from, qp: ack.qp, ..transfer.tag };
            self.job(node, Job::new(Then::Acked(ack), tag).stage(Stage::Poll, poll));
        }
        self.cpu_next(node, log);
    }

    /// A packet has been seen. A part of a request that is known already needs no match.
    pub(super) fn seen(&mut self, node: u8, packet: Box<Packet>, tag: Tag, log: &mut Log) -> Option<Job> {
        let params = self.program.params.clone();
        match packet.body {
            Body::Answer(reply) => {
                if let Some(ack) = packet.ack {
                    self.acked(node, tag.peer, ack);
                    if ack.lost {
                        self.processed(node, tag.peer, &packet, tag);
                        return None;
                    }
                }
                let bytes = packet.data.len() as u64;
                let goal = packet.request.address;
                let mut job = Job::new(Then::Answered(packet), tag).bytes(bytes);
                if reply == Reply::Data {
                    job = self.copy_out(node, job, goal, bytes);
                }
                let paired = reply != Reply::Direct;
                Some(if paired { job.stage(Stage::Pair, params.pair) } else { job })
            }
            Body::Data { offset: 1.., .. } | Body::Control { granted: true } => self.matched(node, packet, tag, log),
            _ => Some(Job::new(Then::Matched(packet), tag).stage(Stage::Match, params.match_header)),
        }
    }

    fn copy_out(&mut self, node: u8, job: Job, goal: u64, bytes: u64) -> Job {
        let params = self.program.params.clone();
        self.node(node).counts.copied += bytes;
        if bytes > 0 && self.is_gpu(node, goal) {
            let ns = params.gdr_write + Params::time(bytes, params.gdr_write_rate);
            job.stage(Stage::CopyOut, params.copy_out).stage(Stage::GdrWrite, ns)
        } else {
            job.stage(Stage::CopyOut, params.copy_out + Params::time(bytes, params.copy_rate))
        }
    }

    /// The slots of a packet are free again.
    fn free_slots(&mut self, node: u8, peer: u8, packet: &Packet) {
        self.node(node).processed[usize::from(peer)][packet.set as usize] += packet.slots;
    }

    fn ack(&mut self, node: u8, peer: u8, qp: usize) -> Ack {
        let other = self.program.nodes[usize::from(node)].pairs[qp].other.unwrap_or_default();
        self.state.answers += 1;
        let lose = self.program.params.lose;
        Ack {
            processed: self.node(node).processed[usize::from(peer)],
            qp: other,
            executed: self.node(node).pairs[qp].expected,
            lost: lose > 0 && self.state.answers % lose == 0,
        }
    }

    /// A packet is done with: its receive PSN goes back in a write of its own.
    fn processed(&mut self, node: u8, peer: u8, packet: &Packet, tag: Tag) {
        self.free_slots(node, peer, packet);
        let ack = self.ack(node, peer, packet.qp);
        let params = &self.program.params;
        let at = self.state.now + params.psn + params.doorbell;
        let transfer = Transfer {
            from: node,
            to: peer,
            // Data and PSNs of a queue pair take different channels.
            channel: 3 - (packet.qp % 4) as u8,
            internal: true,
            chain: 0,
            bytes: 0,
            most: params.link_rate,
            direct: None,
            packet: None,
            ack: Some(ack),
            tag,
        };
        self.schedule(at, node, Lane::Dma, Due::Return(Box::new(transfer)));
    }

    /// The responder looks at a request: number, rights, receive request, length, range.
    pub(super) fn matched(&mut self, node: u8, packet: Box<Packet>, tag: Tag, log: &mut Log) -> Option<Job> {
        let (qp, seq) = (packet.qp, packet.seq);
        let pair = &self.state.nodes[usize::from(node)].pairs[qp];
        let (state, expected) = (pair.state, pair.expected);
        if !matches!(state, QpState::Rtr | QpState::Rts) || seq > expected || !same_start(seq, expected) {
            self.note(log, node, Stage::Dropped, seq, tag);
            self.processed(node, tag.peer, &packet, tag);
            return None;
        }
        if seq < expected {
            self.note(log, node, Stage::Duplicate, seq, tag);
            if packet.body == Body::Request {
                let serve = self.program.params.serve;
                return Some(Job::new(Then::Served(packet), tag).stage(Stage::Serve, serve));
            }
            self.processed(node, tag.peer, &packet, tag);
            return None;
        }
        let request = &packet.request;
        let (opcode, length) = (request.opcode, request.length);
        let serve = self.program.params.serve;
        if packet.body == Body::Request {
            return Some(Job::new(Then::Served(packet), tag).stage(Stage::Serve, serve));
        }
        if let Some(status) = self.wrong(node, &packet) {
            return self.refuse(node, &packet, status, tag, log);
        }
        if opcode.needs_receive() && pair.taken.is_none_or(|(of, _)| of != seq) {
            let Some(receive) = self.node(node).pairs[qp].receiving.pop_front() else {
                self.note(log, node, Stage::NotReady, 0, tag);
                let timer = self.node(node).pairs[qp].rnr_timer;
                self.free_slots(node, tag.peer, &packet);
                return self.answer(node, &packet, Reply::NotReady { timer }, Vec::new(), tag);
            };
            self.node(node).pairs[qp].taken = Some((seq, receive));
            if opcode != Opcode::WriteImm {
                let rights = self.region(node, receive.address, length, None);
                let status = if length > receive.length {
                    Some((Status::LocalLength, Status::RemoteInvalidRequest))
                } else if length > 0 && rights.is_none_or(|rights| rights & LOCAL_WRITE == 0) {
                    Some((Status::LocalProtection, Status::RemoteOperation))
                } else {
                    None
                };
                if let Some((here, there)) = status {
                    self.node(node).pairs[qp].taken = None;
                    let completion = self.received(qp, receive, &packet, here);
                    self.complete(node, qp, completion, log);
                    return self.refuse(node, &packet, there, tag, log);
                }
            }
        }
        match packet.body {
            Body::Ask => Some(Job::new(Then::Served(packet), tag).stage(Stage::Serve, serve)),
            Body::Control { .. } => self.executed(node, &packet, tag),
            Body::Data { probe: true, .. } => self.refuse(node, &packet, Status::RemoteAccess, tag, log),
            _ => {
                let bytes = packet.data.len() as u64;
                let goal = self.goal(node, &packet);
                let job = Job::new(Then::Copied(packet), tag).bytes(bytes);
                Some(self.copy_out(node, job, goal, bytes))
            }
        }
    }

    /// Where the data of a packet belong.
    fn goal(&self, node: u8, packet: &Packet) -> u64 {
        let Body::Data { offset, .. } = packet.body else { return 0 };
        let taken = self.state.nodes[usize::from(node)].pairs[packet.qp].taken;
        let start = if packet.request.opcode.is_remote() {
            packet.request.remote
        } else {
            taken.map_or(0, |(_, to)| to.address)
        };
        start + offset
    }

    /// The error of a request that names memory here.
    fn wrong(&self, node: u8, packet: &Packet) -> Option<Status> {
        let request = &packet.request;
        let opcode = request.opcode;
        if !opcode.is_remote() {
            return None;
        }
        if opcode.is_atomic() && (request.length != 8 || request.remote % 8 != 0) {
            return Some(Status::RemoteInvalidRequest);
        }
        if request.length == 0 {
            return None;
        }
        match self.region(node, request.remote, request.length, Some(request.rkey)) {
            None => Some(Status::RemoteAccess),
            Some(rights) if rights & opcode.right() == 0 => Some(Status::RemoteInvalidRequest),
            Some(_) => None,
        }
    }

    fn received(&self, qp: usize, receive: Receiving, packet: &Packet, status: Status) -> Completion {
        let opcode = packet.request.opcode;
        Completion {
            wr_id: receive.wr_id,
            status,
            opcode: if opcode == Opcode::WriteImm { "RECV_RDMA_WITH_IMM" } else { "RECV" },
            bytes: packet.request.length,
            at_ns: self.state.now,
            imm_data: opcode.has_immediate().then_some(packet.request.immediate),
            qp,
            line: receive.line,
        }
    }

    /// The data of a packet are in place.
    pub(super) fn copied(&mut self, node: u8, packet: Box<Packet>, tag: Tag, _log: &mut Log) -> Option<Job> {
        let Body::Data { last, .. } = packet.body else { return None };
        let goal = self.goal(node, &packet);
        self.node(node).memory.write(goal, &packet.data);
        if last {
            return self.executed(node, &packet, tag);
        }
        self.processed(node, tag.peer, &packet, tag);
        None
    }

    /// A request has been carried out: the PSN goes back, and a receive request completes.
    fn executed(&mut self, node: u8, packet: &Packet, tag: Tag) -> Option<Job> {
        let qp = packet.qp;
        let pair = &mut self.node(node).pairs[qp];
        pair.expected = packet.seq + 1;
        let taken = pair.taken.take();
        self.processed(node, tag.peer, packet, tag);
        let (_, receive) = taken?;
        let completion = self.received(qp, receive, packet, Status::Success);
        let tag = Tag { wr_id: receive.wr_id, line: receive.line, ..tag };
        let complete = self.program.params.complete;
        Some(Job::new(Then::Received(qp, completion), tag).stage(Stage::Complete, complete))
    }

    /// Rights and range have been checked, or the operation is done.
    pub(super) fn served(&mut self, node: u8, packet: Box<Packet>, tag: Tag, log: &mut Log) -> Option<Job> {
        let qp = packet.qp;
        self.free_slots(node, tag.peer, &packet);
        if packet.body == Body::Ask {
            let address = self.node(node).pairs[qp].taken.map_or(0, |(_, receive)| receive.address);
            return self.answer(node, &packet, Reply::Grant { address }, Vec::new(), tag);
        }
        if let Some(status) = self.wrong(node, &packet) {
            self.note(log, node, Stage::Refused, 0, tag);
            let job = self.answer(node, &packet, Reply::Refused(status), Vec::new(), tag);
            self.fail(node, qp, None, log);
            return job;
        }
        let request = packet.request.clone();
        let old = packet.seq < self.node(node).pairs[qp].expected;
        if request.opcode.is_atomic() {
            let pair = &self.state.nodes[usize::from(node)].pairs[qp];
            let saved = pair.results.iter().find(|(seq, _)| *seq == packet.seq).map(|(_, value)| *value);
            let value = match saved {
                Some(value) if old => value,
                _ => {
                    let value = self.node(node).memory.load64(request.remote);
                    let new = match request.opcode {
                        Opcode::FetchAdd => value.wrapping_add(request.compare_add),
                        _ if value == request.compare_add => request.swap,
                        _ => value,
                    };
                    let of_node = self.node(node);
                    of_node.memory.write(request.remote, &new.to_le_bytes());
                    of_node.counts.atomics += 1;
                    let results = &mut of_node.pairs[qp].results;
                    results.push_back((packet.seq, value));
                    if results.len() > KEPT_RESULTS {
                        results.pop_front();
                    }
                    value
                }
            };
            self.next_expected(node, &packet);
            return self.answer(node, &packet, Reply::Data, value.to_le_bytes().to_vec(), tag);
        }
        self.next_expected(node, &packet);
        let params = &self.program.params;
        let gpu = self.is_gpu(node, request.remote);
        let limit = if gpu { params.gdr_limit.min(params.low_data) } else { params.low_data };
        if request.length <= limit {
            let data = self.node(node).memory.read(request.remote, request.length);
            return self.answer(node, &packet, Reply::Data, data, tag);
        }
        self.answer(node, &packet, Reply::Direct, Vec::new(), tag)
    }

    fn next_expected(&mut self, node: u8, packet: &Packet) {
        let pair = &mut self.node(node).pairs[packet.qp];
        pair.expected = pair.expected.max(packet.seq + 1);
    }

    fn refuse(&mut self, node: u8, packet: &Packet, status: Status, tag: Tag, log: &mut Log) -> Option<Job> {
        self.note(log, node, Stage::Refused, 0, tag);
        self.free_slots(node, tag.peer, packet);
        let job = self.answer(node, packet, Reply::Refused(status), Vec::new(), tag);
        self.fail(node, packet.qp, None, log);
        job
    }

    /// Makes an answer; it brings the PSN pair with it. Without a free slot it waits.
    fn answer(&mut self, node: u8, packet: &Packet, reply: Reply, data: Vec<u8>, tag: Tag) -> Option<Job> {
        let params = self.program.params.clone();
        let peer = tag.peer;
        let ack = self.ack(node, peer, packet.qp);
        let request = packet.request.clone();
        let (source, length) = (request.remote, request.length);
        let is_direct = reply == Reply::Direct;
        let why = is_direct.then(|| self.cannot_move((node, source), (peer, request.address))).flatten();
        let gpu = self.is_gpu(node, source);
        let has_data = matches!(reply, Reply::Data);
        // A Read whose ends do not fit is answered with the data in packets of one write.
        let by_packets = why.is_some();
        let (data, reply) =
            if by_packets { (self.node(node).memory.read(source, length), Reply::Data) } else { (data, reply) };
        let bytes = if is_direct { length } else { data.len() as u64 };
        let straight = is_direct && !by_packets;
        let most = match (straight || by_packets || has_data) && gpu {
            true => params.gpu_send_rate,
            false => params.link_rate,
        };
        let answer = Packet {
            body: Body::Answer(reply),
            request,
            qp: ack.qp,
            seq: packet.seq,
            psn: 0,
            set: Set::Low,
            slots: 1,
            data,
            ack: Some(ack),
        };
        let direct = straight.then(|| Direct { source, destination: answer.request.address, data: Vec::new() });
        let transfer = Transfer {
            from: node,
            to: peer,
            channel: (packet.qp % 4) as u8,
            internal: !is_direct,
            chain: 1 + u64::from(straight),
            bytes,
            most,
            direct,
            packet: Some(answer),
            ack: None,
            tag: Tag { qp: ack.qp, ..tag },
        };
        let mut job = Job::new(Then::Launch(Box::new(transfer), None), tag).bytes(bytes);
        job = if has_data || by_packets {
            self.copy_in(node, job, source, bytes)
        } else {
            job.stage(Stage::Build, params.build)
        };
        if is_direct {
            job = job.stage(Stage::Create, params.create);
        }
        let mut job = job.stage(Stage::Doorbell, params.doorbell);
        if self.free(node, peer, Set::Low) == 0 {
            self.node(node).stalled.push_back((peer, job));
            return None;
        }
        self.take_of(&mut job);
        Some(job)
    }

    /// Takes the slots of the transfer of a job.
    fn take_of(&mut self, job: &mut Job) {
        if let Then::Launch(transfer, _) = &mut job.then {
            self.take(transfer);
        }
    }

    /// An answer has been read.
    pub(super) fn answered(&mut self, node: u8, packet: &Packet, tag: Tag, log: &mut Log) -> Option<Job> {
        let (qp, seq) = (packet.qp, packet.seq);
        self.processed(node, tag.peer, packet, tag);
        let Body::Answer(reply) = packet.body else { return None };
        let pair = &mut self.node(node).pairs[qp];
        let index = pair.sending.iter().position(|sending| sending.seq == Some(seq) && sending.done.is_none())?;
        match reply {
            Reply::Data | Reply::Direct => {
                if reply == Reply::Data {
                    self.node(node).memory.write(packet.request.address, &packet.data);
                }
                self.node(node).pairs[qp].sending[index].done = Some(Status::Success);
                self.progress(node, qp);
                self.settle(node, qp);
            }
            Reply::Grant { address } => {
                pair.sending[index].granted = Some(address);
                if pair.hold == Hold::Grant {
                    pair.hold = Hold::No;
                }
                self.kick(node, qp);
            }
            Reply::NotReady { timer } => {
                let left = pair.sending[index].rnr_left;
                if left == 0 {
                    self.fail(node, qp, Some((seq, Status::RnrRetriesExceeded)), log);
                    return None;
                }
                if left != FOR_EVER {
                    pair.sending[index].rnr_left = left - 1;
                }
                self.go_back(node, qp);
                self.disarm(node, qp);
                self.node(node).pairs[qp].hold = Hold::NotReady;
                self.note(log, node, Stage::Retry, timer, tag);
                let at = self.state.now + timer;
                self.schedule(at, node, Lane::Cpu, Due::NotReady(qp));
            }
            Reply::Refused(status) => self.fail(node, qp, Some((seq, status)), log),
        }
        None
    }

    /// All requests without a result are sent again, in their order.
    fn go_back(&mut self, node: u8, qp: usize) {
        let pair = &mut self.node(node).pairs[qp];
        pair.hold = Hold::No;
        for sending in pair.sending.iter_mut().filter(|sending| sending.done.is_none()) {
            (sending.issued, sending.sent, sending.granted) = (false, 0, None);
        }
    }

    /// A request has had no answer for too long.
    pub(super) fn again(&mut self, node: u8, qp: usize, log: &mut Log) {
        let pair = &mut self.node(node).pairs[qp];
        if pair.state != QpState::Rts || pair.hold == Hold::NotReady {
            return;
        }
        let waits = |sending: &&mut super::Sending| sending.seq.is_some() && sending.done.is_none();
        let Some(sending) = pair.sending.iter_mut().find(waits) else { return };
        let seq = sending.seq.unwrap_or_default();
        let (wr_id, line) = (sending.request.wr_id, sending.line);
        if sending.retries_left == 0 {
            self.fail(node, qp, Some((seq, Status::RetriesExceeded)), log);
            return;
        }
        sending.retries_left -= 1;
        let peer = self.program.nodes[usize::from(node)].pairs[qp].peer;
        self.note(log, node, Stage::Retry, 0, Tag { peer, qp, wr_id, line });
        self.go_back(node, qp);
        self.kick(node, qp);
        self.arm(node, qp);
    }

    /// A PSN pair has been seen: slots are free, and requests have been carried out.
    pub(super) fn acked(&mut self, node: u8, peer: u8, ack: Ack) {
        let credited = &mut self.node(node).credited[usize::from(peer)];
        for (old, new) in credited.iter_mut().zip(ack.processed) {
            *old = (*old).max(new);
        }
        while let Some(place) = self.node(node).stalled.iter().position(|(of, _)| *of == peer) {
            if self.free(node, peer, Set::Low) == 0 {
                break;
            }
            if let Some((_, mut job)) = self.node(node).stalled.remove(place) {
                self.take_of(&mut job);
                self.job(node, job);
            }
        }
        for qp in 0..self.node(node).pairs.len() {
            let of_peer = self.program.nodes[usize::from(node)].pairs[qp].peer == peer;
            if of_peer && self.node(node).pairs[qp].hold == Hold::Ring {
                self.node(node).pairs[qp].hold = Hold::No;
                self.kick(node, qp);
            }
        }
        if ack.lost {
            return;
        }
        let pair = &mut self.node(node).pairs[ack.qp];
        let mut news = false;
        for sending in &mut pair.sending {
            let is_before = |seq| seq < ack.executed && same_start(seq, ack.executed);
            let acked = sending.seq.is_some_and(is_before) && !sending.request.opcode.writes_local();
            if acked && sending.done.is_none() {
                (sending.done, sending.issued) = (Some(Status::Success), true);
                news = true;
            }
        }
        if news {
            self.progress(node, ack.qp);
            self.settle(node, ack.qp);
        }
    }

    /// Something has been answered: the timer starts again.
    fn progress(&mut self, node: u8, qp: usize) {
        self.disarm(node, qp);
        self.arm(node, qp);
    }

    /// Completes the front of the send queue if it is done.
    pub(super) fn settle(&mut self, node: u8, qp: usize) {
        if self.node(node).pairs[qp].settling {
            return;
        }
        if let Some(job) = self.settle_job(node, qp) {
            self.node(node).pairs[qp].settling = true;
            self.job(node, job);
        }
    }

    fn settle_job(&mut self, node: u8, qp: usize) -> Option<Job> {
        let peer = self.program.nodes[usize::from(node)].pairs[qp].peer;
        let complete = self.program.params.complete;
        let pair = &self.state.nodes[usize::from(node)].pairs[qp];
        let failed = pair.state == QpState::Err;
        let tag = |wr_id, line| Tag { peer, qp, wr_id, line };
        if let Some(front) = pair.sending.front() {
            let status = front.done?;
            let job = Job::new(Then::Settle(qp), tag(front.request.wr_id, front.line)).bytes(front.request.length);
            let wanted = front.request.signalled || status != Status::Success;
            return Some(if wanted { job.stage(Stage::Complete, complete) } else { job });
        }
        let front = pair.receiving.front().filter(|_| failed)?;
        Some(Job::new(Then::Settle(qp), tag(front.wr_id, front.line)).stage(Stage::Complete, complete))
    }

    pub(super) fn settled(&mut self, node: u8, qp: usize, log: &mut Log) -> Option<Job> {
        self.node(node).pairs[qp].settling = false;
        let now = self.state.now;
        let pair = &mut self.node(node).pairs[qp];
        let failed = pair.state == QpState::Err;
        if pair.sending.front().is_some_and(|front| front.done.is_some()) {
            if let Some(front) = pair.sending.pop_front() {
                let status = front.done.unwrap_or(Status::Flushed);
                if front.request.signalled || status != Status::Success {
                    let completion = Completion {
                        wr_id: front.request.wr_id,
                        status,
                        opcode: front.request.opcode.name(),
                        bytes: front.request.length,
                        at_ns: now,
                        imm_data: None,
                        qp,
                        line: front.line,
                    };
                    self.complete(node, qp, completion, log);
                } else {
                    self.node(node).counts.unsignalled += 1;
                }
            }
        } else if failed
            && pair.sending.is_empty()
            && let Some(receive) = pair.receiving.pop_front()
        {
            let completion = Completion {
                wr_id: receive.wr_id,
                status: Status::Flushed,
                opcode: "RECV",
                bytes: 0,
                at_ns: now,
                imm_data: None,
                qp,
                line: receive.line,
            };
            self.complete(node, qp, completion, log);
        }
        let next = self.settle_job(node, qp);
        self.node(node).pairs[qp].settling = next.is_some();
        next
    }

    /// Puts a completion into its queue.
    pub(super) fn complete(&mut self, node: u8, qp: usize, mut completion: Completion, log: &mut Log) {
        let entries = self.program.nodes[usize::from(node)].pairs[qp].entries as usize;
        let peer = self.program.nodes[usize::from(node)].pairs[qp].peer;
        completion.at_ns = self.state.now;
        let tag = Tag { peer, qp, wr_id: completion.wr_id, line: completion.line };
        let pair = &mut self.node(node).pairs[qp];
        if pair.killed {
            return;
        }
        if pair.queue.len() >= entries {
            pair.killed = true;
            self.note(log, node, Stage::Killed, 0, tag);
            self.fail(node, qp, None, log);
            return;
        }
        pair.queue.push_back(completion.clone());
        self.note(log, node, Stage::Completion, completion.bytes, tag);
        if let Some(event) = log.events.last_mut().filter(|_| !log.quiet) {
            event.status = Some(completion.status);
        }
        self.node(node).completions.push(completion);
    }

    /// Flushes what is posted to a queue pair in the state ERR.
    pub(super) fn flush(&mut self, node: u8, qp: usize) {
        if self.node(node).pairs[qp].state == QpState::Err {
            self.settle(node, qp);
        }
    }

    /// A queue pair fails: one request with its result, all others are flushed.
    pub(super) fn fail(&mut self, node: u8, qp: usize, of: Option<(u64, Status)>, log: &mut Log) {
        self.disarm(node, qp);
        let peer = self.program.nodes[usize::from(node)].pairs[qp].peer;
        let pair = &mut self.node(node).pairs[qp];
        (pair.state, pair.hold) = (QpState::Err, Hold::No);
        for sending in pair.sending.iter_mut().filter(|sending| sending.done.is_none()) {
            let own = of.filter(|(seq, _)| sending.seq == Some(*seq));
            sending.done = Some(own.map_or(Status::Flushed, |(_, status)| status));
        }
        if let Some((_, receive)) = pair.taken.take() {
            pair.receiving.push_front(receive);
        }
        self.note(log, node, Stage::State, QpState::Err as u64, Tag { peer, qp, ..Tag::default() });
        self.settle(node, qp);
    }
}
