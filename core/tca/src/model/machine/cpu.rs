//! The CPU of a node: jobs of the library in their order, and the program when there is none.

use super::super::event::{Finding, Lane, Stage};
use super::super::program::{Act, SendRequest, Statement};
use super::super::verbs::{LOCAL_WRITE, QpState, REMOTE_ATOMIC, REMOTE_WRITE, Status};
use super::{Block, Due, Hold, Job, Log, Machine, Pair, Receiving, Sending, Tag, Then};
use mcore_base::{Text, text};

/// Retries of a queue pair after `connect`, unless it says otherwise.
const RNR_RETRY: u32 = 3;
const RETRY: u32 = 7;
/// Wait before a retry, ns.
const RNR_TIMER: u64 = 10_000;
/// This many retries are without limit.
pub(super) const FOR_EVER: u32 = 7;

impl Machine {
    /// Queues a job.
    pub(super) fn job(&mut self, node: u8, job: Job) {
        self.node(node).jobs.push_back(job);
    }

    /// The stage of the current job has ended.
    pub(super) fn cpu_stage(&mut self, node: u8, log: &mut Log) {
        let Some(job) = self.node(node).job.take() else { return };
        self.begin(node, job, log);
        self.cpu_next(node, log);
    }

    /// Begins the next stage of a job, or finishes it and goes on with the job that follows from it.
    fn begin(&mut self, node: u8, mut job: Job, log: &mut Log) {
        loop {
            if let Some((stage, ns)) = job.stages.pop_front() {
                let now = self.state.now;
                self.event(log, (node, Lane::Cpu), stage, (now, now + ns), job.bytes, job.tag);
                self.node(node).job = Some(job);
                self.schedule(now + ns, node, Lane::Cpu, Due::Cpu);
                return;
            }
            let tag = job.tag;
            match self.finish(node, job.then, tag, log) {
                Some(next) => job = next,
                None => return,
            }
        }
    }

    fn finish(&mut self, node: u8, then: Then, tag: Tag, log: &mut Log) -> Option<Job> {
        match then {
            Then::Nothing => None,
            Then::Plan(qp) => self.plan(node, qp, log),
            Then::Launch(transfer, qp) => {
                self.launch(node, *transfer, qp, log);
                None
            }
            Then::Seen(packet) => self.seen(node, packet, tag, log),
            Then::Matched(packet) => self.matched(node, packet, tag, log),
            Then::Served(packet) => self.served(node, packet, tag, log),
            Then::Copied(packet) => self.copied(node, packet, tag, log),
            Then::Received(qp, completion) => {
                self.complete(node, qp, completion, log);
                None
            }
            Then::Answered(packet) => self.answered(node, &packet, tag, log),
            Then::Acked(ack) => {
                self.acked(node, tag.peer, ack);
                None
            }
            Then::Settle(qp) => self.settled(node, qp, log),
            Then::Again(qp) => {
                self.again(node, qp, log);
                None
            }
        }
    }

    /// Runs jobs that are waiting and, if there is none, the program, until something takes time.
    pub(super) fn cpu_next(&mut self, node: u8, log: &mut Log) {
        while self.node(node).job.is_none() {
            if let Some(job) = self.node(node).jobs.pop_front() {
                self.begin(node, job, log);
            } else if !self.statement(node, log) {
                return;
            }
        }
    }

    /// Executes one statement; false if the program cannot go on.
    fn statement(&mut self, node: u8, log: &mut Log) -> bool {
        let program = self.program.clone();
        let of_node = &program.nodes[usize::from(node)];
        match self.node(node).block {
            Block::No => {}
            Block::Wait { qp, count } => {
                let pair = &mut self.node(node).pairs[qp];
                if pair.queue.pop_front().is_none() && !pair.killed {
                    return false;
                }
                let left = if pair.killed { 0 } else { count - 1 };
                self.node(node).block = if left == 0 { Block::No } else { Block::Wait { qp, count: left } };
                if left == 0 {
                    self.node(node).next += 1;
                }
                return true;
            }
            Block::Barrier | Block::Until(_) => return false,
        }
        let Some(Statement { line, act }) = of_node.statements.get(self.node(node).next) else { return false };
        let line = *line;
        let tag =
            |qp: usize, wr_id: u64| Tag { peer: of_node.pairs.get(qp).map_or(node, |pair| pair.peer), qp, wr_id, line };
        match act {
            Act::Wait { qp, count } => {
                if !self.node(node).pairs[*qp].created {
                    self.note(log, node, Stage::Invalid, 0, tag(*qp, 0));
                } else if *count > 0 {
                    self.node(node).block = Block::Wait { qp: *qp, count: *count };
                    return true;
                }
            }
            Act::Barrier => {
                self.node(node).block = Block::Barrier;
                return self.barrier(node, line, log);
            }
            Act::At { ns } => {
                if *ns > self.state.now {
                    self.node(node).block = Block::Until(*ns);
                    self.node(node).next += 1;
                    self.schedule(*ns, node, Lane::Cpu, Due::Script);
                    return false;
                }
            }
            Act::Compute { ns } => {
                self.job(node, Job::new(Then::Nothing, tag(0, 0)).stage(Stage::Compute, *ns));
            }
            Act::Fill { address, length, byte } => {
                self.check_reuse(node, *address, *length, line, log);
                self.node(node).memory.write(*address, &alloc::vec![*byte; *length as usize]);
            }
            Act::Store { address, value } => {
                self.check_reuse(node, *address, 8, line, log);
                self.node(node).memory.write(*address, &value.to_le_bytes());
            }
            Act::Show { address, length } => {
                let bytes = self.node(node).memory.read(*address, *length);
                self.note(log, node, Stage::Show, *length, tag(0, 0));
                self.node(node).shown.push((*address, bytes));
            }
            Act::Register { region } => {
                let rights = of_node.regions[*region].rights;
                // Peers may write only where the owner may let data be written.
                let wrong = rights & (REMOTE_WRITE | REMOTE_ATOMIC) != 0 && rights & LOCAL_WRITE == 0;
                if wrong {
                    self.note(log, node, Stage::Invalid, 0, tag(0, 0));
                }
                self.node(node).registered[*region] = !wrong;
            }
            Act::Create { qp } => {
                self.node(node).pairs[*qp] =
                    Pair { created: true, rnr_retry: RNR_RETRY, retry: RETRY, rnr_timer: RNR_TIMER, ..Pair::default() };
            }
            Act::Modify { qp, state, rnr_retry, retry, rnr_timer } => {
                self.modify(node, *qp, *state, tag(*qp, 0), log);
                let pair = &mut self.node(node).pairs[*qp];
                pair.rnr_retry = rnr_retry.unwrap_or(pair.rnr_retry);
                pair.retry = retry.unwrap_or(pair.retry);
                pair.rnr_timer = rnr_timer.unwrap_or(pair.rnr_timer);
            }
            Act::PostReceive { qp, wr_id, address, length } => {
                let most = of_node.pairs[*qp].max_receive as usize;
                let pair = &mut self.node(node).pairs[*qp];
                let request = Receiving { wr_id: *wr_id, address: *address, length: *length, line };
                if !pair.created || pair.state == QpState::Reset {
                    self.note(log, node, Stage::Invalid, 0, tag(*qp, *wr_id));
                } else if pair.receiving.len() >= most {
                    self.note(log, node, Stage::Full, 0, tag(*qp, *wr_id));
                } else {
                    pair.receiving.push_back(request);
                    self.flush(node, *qp);
                }
            }
            Act::PostSend { qp, request, list } => {
                for _ in 0..*list {
                    self.post(node, *qp, request, tag(*qp, request.wr_id), log);
                }
            }
            Act::PollOnce { qp } => {
                self.node(node).pairs[*qp].queue.pop_front();
            }
            Act::Put { peer, source, destination, length, internal } => {
                let tag = Tag { peer: *peer, qp: 0, wr_id: 0, line };
                self.put(node, *source, *destination, *length, *internal, tag);
            }
            Act::Leave { address, value, to } => {
                let node = self.node(node);
                if node.memory.load64(*address) == *value {
                    node.next = *to;
                    return true;
                }
            }
            Act::Mark { phase } => self.note(log, node, Stage::Mark, (*phase).into(), tag(0, 0)),
        }
        self.node(node).next += 1;
        true
    }

    /// Lets all nodes go on if all of them are at the barrier or have ended. Returns whether this one goes on.
    fn barrier(&mut self, node: u8, line: u32, log: &mut Log) -> bool {
        let waits = |(number, node): (usize, &super::Node)| {
            node.block != Block::Barrier && node.next < self.program.nodes[number].statements.len()
        };
        if self.state.nodes.iter().enumerate().any(waits) {
            return false;
        }
        let now = self.state.now;
        for number in 0..self.state.nodes.len() as u8 {
            if self.node(number).block == Block::Barrier {
                self.node(number).block = Block::No;
                self.node(number).next += 1;
                self.note(log, number, Stage::Barrier, 0, Tag { peer: number, line, ..Tag::default() });
                if number != node {
                    self.schedule(now, number, Lane::Cpu, Due::Script);
                }
            }
        }
        true
    }

    /// `ibv_modify_qp`. A change that is not allowed changes nothing.
    fn modify(&mut self, node: u8, qp: usize, state: QpState, tag: Tag, log: &mut Log) {
        let number = usize::from(node);
        let joined = self.program.nodes[number].pairs[qp].other.is_some();
        let pair = &mut self.node(node).pairs[qp];
        let wants_peer = state == QpState::Rtr && !joined;
        if !pair.created || !pair.state.may_become(state) || wants_peer {
            self.note(log, node, Stage::Invalid, state as u64, tag);
            return;
        }
        pair.state = state;
        self.note(log, node, Stage::State, state as u64, tag);
        match state {
            QpState::Reset => {
                self.disarm(node, qp);
                let pair = &mut self.node(node).pairs[qp];
                let resets = pair.resets + 1;
                // Packets from before the reset must not be taken for new ones.
                let start = resets << 32;
                *pair = Pair {
                    created: true,
                    rnr_retry: pair.rnr_retry,
                    retry: pair.retry,
                    rnr_timer: pair.rnr_timer,
                    resets,
                    next_seq: start,
                    expected: start,
                    planned: pair.planned,
                    settling: pair.settling,
                    ..Pair::default()
                };
            }
            QpState::Err => self.fail(node, qp, None, log),
            QpState::Rts => self.kick(node, qp),
            QpState::Init | QpState::Rtr => {}
        }
    }

    fn post(&mut self, node: u8, qp: usize, request: &SendRequest, tag: Tag, log: &mut Log) {
        let of_pair = &self.program.nodes[usize::from(node)].pairs[qp];
        let (most, all) = (of_pair.max_send as usize, of_pair.signal_all);
        let pair = &mut self.node(node).pairs[qp];
        if !pair.created || !matches!(pair.state, QpState::Rts | QpState::Err) {
            self.note(log, node, Stage::Invalid, 0, tag);
            return;
        }
        if pair.sending.len() >= most {
            self.note(log, node, Stage::Full, 0, tag);
            return;
        }
        let failed = pair.state == QpState::Err;
        pair.sending.push_back(Sending {
            request: SendRequest { signalled: request.signalled || all, ..request.clone() },
            line: tag.line,
            seq: None,
            checked: false,
            issued: false,
            sent: 0,
            granted: None,
            by_packets: false,
            rnr_left: pair.rnr_retry,
            retries_left: pair.retry,
            done: failed.then_some(Status::Flushed),
        });
        self.node(node).counts.posted += 1;
        if failed {
            self.settle(node, qp);
        } else {
            self.kick(node, qp);
        }
    }

    /// Queues the next request of a queue pair, if it may send.
    pub(super) fn kick(&mut self, node: u8, qp: usize) {
        let peer = self.program.nodes[usize::from(node)].pairs[qp].peer;
        let params = &self.program.params;
        let (check, mpi) = (params.check, (params.mpi_cpu, params.mpi_gpu));
        let pair = &mut self.state.nodes[usize::from(node)].pairs[qp];
        if pair.planned || pair.hold != Hold::No || pair.state != QpState::Rts {
            return;
        }
        let Some(next) = pair.sending.iter().find(|sending| !sending.issued && sending.done.is_none()) else { return };
        pair.planned = true;
        let (request, line, checked) = (next.request.clone(), next.line, next.checked);
        let tag = Tag { peer, qp, wr_id: request.wr_id, line };
        let mut job = Job::new(Then::Plan(qp), tag).bytes(request.length);
        if !checked {
            if request.mpi {
                let is_gpu = self.is_gpu(node, request.address);
                job = job.stage(Stage::Mpi, if is_gpu { mpi.1 } else { mpi.0 });
            }
            job = job.stage(Stage::Check, check);
        }
        self.job(node, job);
    }

    /// A buffer belongs to its request until the completion.
    fn check_reuse(&mut self, node: u8, address: u64, length: u64, line: u32, log: &mut Log) {
        let end = address + length;
        let overlaps = |sending: &Sending| {
            let request = &sending.request;
            sending.done.is_none() && request.address < end && address < request.address + request.length
        };
        let pairs = &self.state.nodes[usize::from(node)].pairs;
        let Some(other) = pairs.iter().flat_map(|pair| &pair.sending).find(|sending| overlaps(sending)) else { return };
        let other_line = other.line;
        if log.findings.iter().any(|old| (old.line, old.other_line, old.node) == (line, other_line, node)) {
            return;
        }
        let (own, other) = (of_line(line), of_line(other_line));
        let (en, ja, other_en, other_ja) = (own.en, own.ja, other.en, other.ja);
        log.findings.push(Finding {
            kind: "reused-early",
            at_ns: self.state.now,
            node,
            line,
            other_line,
            text: text!(
                "{en} writes into a buffer that still belongs to the request of {other_en}; wait for its completion first",
                "{ja}は、{other_ja}の要求がまだ使っているバッファに書き込みます。先に完了を待ってください"
            ),
        });
    }
}

/// A line of the script in words; the nodes that a task gives have none.
pub(super) fn of_line(line: u32) -> Text {
    match line {
        0 => text!("a statement of the task", "課題の文"),
        _ => text!("line {line}", "{line} 行目"),
    }
}
