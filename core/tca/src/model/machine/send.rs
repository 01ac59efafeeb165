//! From a work request to a transfer: the choice of the path, the rings, the channels of the DMA engine and the shared links.

use super::super::Params;
use super::super::event::{Finding, Lane, Stage};
use super::super::flow;
use super::super::memory::Place;
use super::super::program::SendRequest;
use super::super::verbs::{LOCAL_WRITE, Opcode, QpState, Status};
use super::cpu::of_line;
use super::{Body, Channel, Direct, Due, Flow, Hold, Job, Log, Machine, Packet, Set, Tag, Then, Transfer};
use alloc::{boxed::Box, vec::Vec};
use mcore_base::text;

/// Maximum number of descriptors that the board keeps in its internal memory, by the paper.
const MAX_DESCRIPTORS: usize = 1024;

impl Machine {
    /// Whether an address is in GPU memory.
    pub(super) fn is_gpu(&self, node: u8, address: u64) -> bool {
        self.place(node, address) == Some(Place::Gpu)
    }

    pub(super) fn place(&self, node: u8, address: u64) -> Option<Place> {
        self.program.nodes[usize::from(node)].buffer_of(address, 0).map(|buffer| buffer.place)
    }

    /// Whether a range is in a region of the node that is registered with a right; `key` chooses the region.
    pub(super) fn region(&self, node: u8, address: u64, length: u64, key: Option<u32>) -> Option<u8> {
        let program = &self.program.nodes[usize::from(node)];
        let registered = &self.state.nodes[usize::from(node)].registered;
        let fits = |index: usize| {
            let region = &program.regions[index];
            let buffer = &program.buffers[region.buffer];
            registered[index]
                && key.is_none_or(|key| key == region.rkey)
                && address >= buffer.address
                && address.checked_add(length).is_some_and(|end| end <= buffer.address + buffer.length)
        };
        let rights = |index: usize| program.regions[index].rights;
        (0..program.regions.len()).filter(|&index| fits(index)).map(rights).reduce(|a, b| a | b)
    }

    /// Why a range cannot be moved by the board directly.
    pub(super) fn cannot_move(&self, from: (u8, u64), to: (u8, u64)) -> Option<&'static str> {
        let unreachable = |(node, address)| self.place(node, address) == Some(Place::Host);
        if unreachable(from) || unreachable(to) {
            return Some("memory");
        }
        if from.1 % 4 != 0 || to.1 % 4 != 0 {
            return Some("alignment");
        }
        (from.1 & 15 != to.1 & 15).then_some("low bits")
    }

    /// The highest rate of data from this address.
    pub(super) fn most(&self, node: u8, request: &SendRequest) -> u64 {
        let params = &self.program.params;
        if !self.is_gpu(node, request.address) {
            return params.link_rate;
        }
        match request.opcode {
            _ if request.mpi => params.gpu_mpi_rate,
            Opcode::Write | Opcode::WriteImm => params.gpu_rate,
            _ => params.gpu_send_rate,
        }
    }

    /// Free slots of a ring.
    pub(super) fn free(&self, node: u8, peer: u8, set: Set) -> u64 {
        let params = &self.program.params;
        let slots = if set == Set::Low { params.low_slots } else { params.high_slots };
        let (node, peer) = (&self.state.nodes[usize::from(node)], usize::from(peer));
        slots.saturating_sub(node.sent[peer][set as usize] - node.credited[peer][set as usize])
    }

    /// Takes the slots of the packet of a transfer, and gives it its number. The end of the ring costs a further element.
    pub(super) fn take(&mut self, transfer: &mut Transfer) {
        let (node, peer) = (transfer.from, transfer.to);
        let Some(packet) = &mut transfer.packet else { return };
        let (set, slots) = (packet.set, packet.slots);
        let params = &self.program.params;
        let all = if set == Set::Low { params.low_slots } else { params.high_slots };
        let of_node = self.node(node);
        let sent = &mut of_node.sent[usize::from(peer)][set as usize];
        let wraps = *sent % all + slots > all;
        packet.psn = *sent;
        transfer.chain += u64::from(wraps);
        *sent += slots;
        let used = *sent - of_node.credited[usize::from(peer)][set as usize];
        of_node.counts.most_slots = of_node.counts.most_slots.max(used);
        of_node.counts.packets += slots;
    }

    /// Stages of reading data for a packet by the CPU.
    pub(super) fn copy_in(&mut self, node: u8, job: Job, address: u64, length: u64) -> Job {
        let params = self.program.params.clone();
        self.node(node).counts.copied += length;
        if self.is_gpu(node, address) && length > 0 {
            // The first 8 bytes are part of `gdr_read`: they are one read of the bus.
            let ns = params.gdr_read + Params::time(length.saturating_sub(8), params.gdr_read_rate);
            job.stage(Stage::GdrRead, ns).stage(Stage::Build, params.build)
        } else {
            job.stage(Stage::Build, params.build + Params::time(length, params.copy_rate))
        }
    }

    /// Chooses the path of the next request of a queue pair.
    pub(super) fn plan(&mut self, node: u8, qp: usize, log: &mut Log) -> Option<Job> {
        let program = self.program.clone();
        let params = &program.params;
        let of_pair = &program.nodes[usize::from(node)].pairs[qp];
        let peer = of_pair.peer;
        self.node(node).pairs[qp].planned = false;
        let other = of_pair.other?;
        let pair = &mut self.node(node).pairs[qp];
        if pair.hold != Hold::No || pair.state != QpState::Rts {
            return None;
        }
        let next_seq = pair.next_seq;
        let index = pair.sending.iter().position(|sending| !sending.issued && sending.done.is_none())?;
        let sending = &mut pair.sending[index];
        let first = !sending.checked;
        sending.checked = true;
        let seq = *sending.seq.get_or_insert(next_seq);
        pair.next_seq = next_seq.max(seq + 1);
        let sending = pair.sending[index].clone();
        let request = sending.request;
        let tag = Tag { peer, qp, wr_id: request.wr_id, line: sending.line };
        let wanted = if request.opcode.writes_local() { LOCAL_WRITE } else { 0 };
        if first && request.length > 0 {
            let rights = self.region(node, request.address, request.length, None);
            if rights.is_none_or(|rights| rights & wanted != wanted) {
                self.fail(node, qp, Some((seq, Status::LocalProtection)), log);
                return None;
            }
        }
        let gpu = self.is_gpu(node, request.address);
        let most = self.most(node, &request);
        let length = request.length;
        let small = length <= params.low_data;
        let packet = |body: Body, set: Set, slots: u64, data: Vec<u8>| Packet {
            body,
            request: request.clone(),
            qp: other,
            seq,
            psn: 0,
            set,
            slots,
            data,
            ack: None,
        };
        let base = Transfer {
            from: node,
            to: peer,
            channel: (qp % 4) as u8,
            internal: true,
            chain: 1,
            bytes: 0,
            most,
            direct: None,
            packet: None,
            ack: None,
            tag,
        };
        let control = |machine: &mut Self, hold: Hold, mut transfer: Transfer, issued: bool| {
            machine.take(&mut transfer);
            let pair = &mut machine.node(node).pairs[qp];
            pair.hold = hold;
            pair.sending[index].issued = issued;
            pair.planned = true;
            let job = Job::new(Then::Launch(Box::new(transfer), Some(qp)), tag);
            Some(job.stage(Stage::Build, params.build).stage(Stage::Doorbell, params.doorbell))
        };
        // One slot is left for answers: else both sides could fill the rings with requests whose answers have no slot.
        if self.free(node, peer, Set::Low) <= 1 {
            return self.ring_full(node, qp, tag, log);
        }
        if request.opcode.writes_local() {
            let transfer = Transfer { packet: Some(packet(Body::Request, Set::Low, 1, Vec::new())), ..base };
            return control(self, Hold::No, transfer, true);
        }
        let is_write = request.opcode.is_remote();
        // Where the data would go directly.
        let goal = if is_write { Some(request.remote) } else { sending.granted };
        let large = if is_write {
            length > if gpu { params.gdr_limit.min(params.low_data) } else { params.low_data }
        } else {
            length >= params.rendezvous
        };
        if is_write && large && !sending.by_packets {
            let rights = self.region(peer, request.remote, length, Some(request.rkey));
            if rights.is_none_or(|rights| rights & request.opcode.right() == 0) {
                // The table of the peer's regions has no such place: the header alone asks the responder for its verdict.
                let body = Body::Data { offset: 0, last: true, probe: true };
                let transfer = Transfer { packet: Some(packet(body, Set::Low, 1, Vec::new())), ..base };
                return control(self, Hold::No, transfer, true);
            }
        }
        if large && !sending.by_packets {
            if let Some(goal) = goal {
                let why = self.cannot_move((node, request.address), (peer, goal));
                match why {
                    None => {
                        let body = Body::Control { granted: !is_write };
                        let direct = Direct { source: request.address, destination: goal, data: Vec::new() };
                        let mut transfer = Transfer {
                            internal: false,
                            chain: 2,
                            bytes: length,
                            direct: Some(direct),
                            packet: Some(packet(body, Set::Low, 1, Vec::new())),
                            ..base
                        };
                        self.take(&mut transfer);
                        let pair = &mut self.node(node).pairs[qp];
                        pair.sending[index].issued = true;
                        pair.planned = true;
                        let job = Job::new(Then::Launch(Box::new(transfer), Some(qp)), tag).bytes(length);
                        let job = job.stage(Stage::Build, params.build).stage(Stage::Create, params.create);
                        return Some(job.stage(Stage::Doorbell, params.doorbell));
                    }
                    Some(why) => self.copied_twice(node, &tag, why, log),
                }
            } else {
                // Only the receiver knows its buffer; this end is known now.
                match self.cannot_move((node, request.address), (node, request.address)) {
                    None => {
                        let transfer = Transfer { packet: Some(packet(Body::Ask, Set::Low, 1, Vec::new())), ..base };
                        return control(self, Hold::Grant, transfer, false);
                    }
                    Some(why) => self.copied_twice(node, &tag, why, log),
                }
            }
            self.node(node).pairs[qp].sending[index].by_packets = true;
        }
        // By packets.
        let (set, slots, part) = if small {
            (Set::Low, 1, length)
        } else {
            let left = length - sending.sent;
            let free = self.free(node, peer, Set::High);
            if free == 0 {
                return self.ring_full(node, qp, tag, log);
            }
            let slots = left.div_ceil(params.high_data).min(params.high_write).min(free);
            (Set::High, slots, left.min(slots * params.high_data))
        };
        let from = request.address + sending.sent;
        // Data of some size go straight from GPU memory into the ring of the peer; the header is an element of its own.
        let straight = gpu && part > params.gdr_limit && from % 4 == 0;
        let last = sending.sent + part == length;
        let data = self.node(node).memory.read(from, part);
        let body = Body::Data { offset: sending.sent, last, probe: false };
        let chain = 1 + u64::from(straight);
        let internal = small && !straight;
        let packet = Some(packet(body, set, slots, data));
        let mut transfer = Transfer { internal, chain, bytes: part, packet, ..base };
        self.take(&mut transfer);
        let pair = &mut self.node(node).pairs[qp];
        pair.sending[index].sent += part;
        pair.sending[index].issued = last;
        pair.planned = true;
        let mut job = Job::new(Then::Launch(Box::new(transfer), Some(qp)), tag).bytes(part);
        job = if straight { job.stage(Stage::Build, params.build) } else { self.copy_in(node, job, from, part) };
        if !internal {
            job = job.stage(Stage::Create, params.create);
        }
        Some(job.stage(Stage::Doorbell, params.doorbell))
    }

    fn ring_full(&mut self, node: u8, qp: usize, tag: Tag, log: &mut Log) -> Option<Job> {
        self.node(node).pairs[qp].hold = Hold::Ring;
        self.note(log, node, Stage::RingFull, 0, tag);
        None
    }

    /// Reports a descriptor for which the board has no room.
    fn too_many_descriptors(&mut self, node: u8, tag: &Tag, log: &mut Log) {
        let line = tag.line;
        if log.findings.iter().any(|old| (old.node, old.kind) == (node, "too-many-descriptors")) {
            return;
        }
        let at = of_line(line);
        let (at_en, at_ja) = (at.en, at.ja);
        log.findings.push(Finding {
            kind: "too-many-descriptors",
            at_ns: self.state.now,
            node,
            line,
            other_line: line,
            text: text!(
                "the descriptor of {at_en} has no room: the board keeps 1,024 in its memory; wait for some transfers, or write `.where = host`",
                "{at_ja}のディスクリプタの場所がありません。ボードのメモリには 1,024 個しか入りません。転送の終わりを待つか、`.where = host` と書いてください"
            ),
        });
    }

    fn copied_twice(&mut self, node: u8, tag: &Tag, why: &str, log: &mut Log) {
        let line = tag.line;
        if log.findings.iter().any(|old| (old.line, old.node, old.kind) == (line, node, "copied-twice")) {
            return;
        }
        let why = match why {
            "memory" => text!(
                "one of the buffers is not from `tcaMalloc`, so the board cannot reach it",
                "バッファの一方が `tcaMalloc` で確保されていないため、ボードから届きません"
            ),
            "alignment" => {
                text!("source and destination must be multiples of 4", "転送元と転送先は 4 の倍数でなければなりません")
            }
            _ => text!("the low 4 bits of source and destination differ", "転送元と転送先の下位 4 ビットが異なります"),
        };
        let (en, ja, at) = (&why.en, &why.ja, of_line(line));
        let (at_en, at_ja) = (at.en, at.ja);
        log.findings.push(Finding {
            kind: "copied-twice",
            at_ns: self.state.now,
            node,
            line,
            other_line: line,
            text: text!(
                "the data of {at_en} are copied twice, because {en}",
                "{at_ja}のデータは 2 回コピーされます。{ja}"
            ),
        });
    }

    /// The bare `tca_put`: a descriptor that is there already.
    pub(super) fn put(&mut self, node: u8, source: u64, destination: u64, length: u64, internal: bool, tag: Tag) {
        let most = if self.is_gpu(node, source) { self.program.params.gpu_rate } else { self.program.params.link_rate };
        let transfer = Transfer {
            from: node,
            to: tag.peer,
            channel: 0,
            internal,
            chain: 0,
            bytes: length,
            most,
            direct: Some(Direct { source, destination, data: Vec::new() }),
            packet: None,
            ack: None,
            tag,
        };
        let doorbell = self.program.params.doorbell;
        let job = Job::new(Then::Launch(Box::new(transfer), None), tag).bytes(length).stage(Stage::Doorbell, doorbell);
        self.job(node, job);
    }

    /// The CPU has rung the doorbell: the transfer waits for its channel, and the queue pair goes on.
    pub(super) fn launch(&mut self, node: u8, transfer: Transfer, qp: Option<usize>, log: &mut Log) {
        self.give(transfer, log);
        if let Some(qp) = qp {
            self.node(node).pairs[qp].planned = false;
            self.arm(node, qp);
            self.kick(node, qp);
        }
    }

    /// Gives a transfer to its channel.
    pub(super) fn give(&mut self, transfer: Transfer, log: &mut Log) {
        let (node, channel) = (transfer.from, transfer.channel);
        let kept = |channel: &Channel| channel.waiting.iter().filter(|t| t.internal).count();
        if transfer.internal && self.node(node).channels.iter().map(kept).sum::<usize>() >= MAX_DESCRIPTORS {
            self.too_many_descriptors(node, &transfer.tag, log);
        }
        let of_node = self.node(node);
        if transfer.internal {
            of_node.counts.internal += 1;
        } else {
            of_node.counts.host += 1;
        }
        of_node.counts.sent += transfer.bytes;
        of_node.channels[usize::from(channel)].waiting.push_back(transfer);
        self.channel_next(node, channel, log);
    }

    fn channel(&mut self, node: u8, channel: u8) -> &mut Channel {
        &mut self.node(node).channels[usize::from(channel)]
    }

    fn channel_next(&mut self, node: u8, number: u8, log: &mut Log) {
        let channel = self.channel(node, number);
        if channel.busy {
            return;
        }
        let Some(transfer) = channel.waiting.pop_front() else { return };
        channel.busy = true;
        let params = &self.program.params;
        let fetch = if transfer.internal { params.fetch_internal } else { params.fetch_host };
        let (now, tag) = (self.state.now, transfer.tag);
        self.event(log, (node, Lane::Descriptor), Stage::Fetch, (now, now + fetch), transfer.bytes, tag);
        self.channel(node, number).current = Some((transfer, Stage::Fetch));
        self.schedule(now + fetch, node, Lane::Dma, Due::Channel(number));
    }

    pub(super) fn channel_stage(&mut self, node: u8, number: u8, log: &mut Log) {
        let Some((mut transfer, stage)) = self.channel(node, number).current.take() else {
            // The last element of a chain has left.
            self.channel(node, number).busy = false;
            self.channel_next(node, number, log);
            return;
        };
        let now = self.state.now;
        if stage == Stage::Fetch {
            let (read, tag) = (self.program.params.read, transfer.tag);
            self.event(log, (node, Lane::Dma), Stage::Read, (now, now + read), transfer.bytes, tag);
            self.channel(node, number).current = Some((transfer, Stage::Read));
            self.schedule(now + read, node, Lane::Dma, Due::Channel(number));
            return;
        }
        if let Some(direct) = &mut transfer.direct {
            direct.data = self.state.nodes[usize::from(node)].memory.read(direct.source, transfer.bytes);
        }
        if transfer.bytes == 0 {
            self.leave(transfer, now, log);
            return;
        }
        self.flows_progress();
        let links = self.rings.route(transfer.from, transfer.to);
        self.state.flows.push(Flow { left: transfer.bytes * 1000, links, begin: now, rate: 0, transfer });
        let last = self.state.flows.len() - 1;
        for link in self.state.flows[last].links.clone() {
            let users = self.state.flows.iter().filter(|flow| flow.links.contains(&link)).count() as u64;
            let bytes = self.state.flows[last].transfer.bytes;
            let load = self.state.links.entry(link).or_default();
            load.bytes += bytes;
            load.shared = load.shared.max(users);
        }
        self.share();
    }

    /// Moves all transfers on the links up to now.
    fn flows_progress(&mut self) {
        let passed = self.state.now - self.state.flow_time;
        self.state.flow_time = self.state.now;
        for flow in &mut self.state.flows {
            flow.left = flow.left.saturating_sub(passed * flow.rate);
        }
    }

    /// Divides the links anew and finds the next end.
    fn share(&mut self) {
        let rates = flow::rates(&self.demands(), self.program.params.link_rate);
        for (flow, rate) in self.state.flows.iter_mut().zip(rates) {
            flow.rate = rate;
        }
        self.state.generation += 1;
        // To the nearest ns, as all times.
        let next = self.state.flows.iter().map(|flow| ((flow.left + flow.rate / 2) / flow.rate.max(1)).max(1)).min();
        if let Some(ns) = next {
            let (at, generation) = (self.state.now + ns, self.state.generation);
            self.schedule(at, 0, Lane::Wire, Due::Flow(generation));
        }
    }

    pub(super) fn flow_end(&mut self, generation: u64, log: &mut Log) {
        if generation != self.state.generation {
            return;
        }
        self.flows_progress();
        let flows = core::mem::take(&mut self.state.flows);
        let (ended, rest): (Vec<Flow>, Vec<Flow>) = flows.into_iter().partition(|flow| flow.left * 2 <= flow.rate);
        self.state.flows = rest;
        self.share();
        for flow in ended {
            self.leave(flow.transfer, flow.begin, log);
        }
    }

    /// The last byte of a transfer has left.
    fn leave(&mut self, transfer: Transfer, begin: u64, log: &mut Log) {
        let params = &self.program.params;
        let boards = self.rings.boards(transfer.from, transfer.to).len() as u64;
        let way = params.cross + params.hop * boards.saturating_sub(2);
        let (land, psn) = (params.land, params.psn * transfer.chain);
        let now = self.state.now;
        let (node, peer, tag) = (transfer.from, transfer.to, transfer.tag);
        let at_peer = Tag { peer: node, ..tag };
        self.event(log, (node, Lane::Wire), Stage::Cross, (begin, now + way), transfer.bytes, tag);
        self.event(log, (peer, Lane::Memory), Stage::Land, (now + way, now + way + land), transfer.bytes, at_peer);
        if psn > 0 {
            let begin = now + way + land;
            self.event(log, (peer, Lane::Memory), Stage::Psn, (begin, begin + psn), 0, at_peer);
        }
        let channel = transfer.channel;
        self.schedule(now + way + land + psn, peer, Lane::Memory, Due::Arrive(Box::new(transfer)));
        self.schedule(now + psn, node, Lane::Dma, Due::Channel(channel));
    }

    /// Sets the timer of a queue pair, if a request waits for an answer and no timer runs.
    pub(super) fn arm(&mut self, node: u8, qp: usize) {
        let pair = &self.state.nodes[usize::from(node)].pairs[qp];
        let waits = pair.sending.iter().any(|sending| sending.seq.is_some() && sending.done.is_none());
        if pair.timer.is_none() && waits && pair.state == QpState::Rts {
            let at = self.state.now + self.program.params.timeout;
            let key = self.schedule(at, node, Lane::Cpu, Due::Timeout(qp));
            self.node(node).pairs[qp].timer = Some(key);
        }
    }

    pub(super) fn disarm(&mut self, node: u8, qp: usize) {
        if let Some(key) = self.node(node).pairs[qp].timer.take() {
            self.state.due.remove(&key);
        }
    }
}
