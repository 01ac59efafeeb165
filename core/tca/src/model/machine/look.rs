//! Rings, queues and transfers at a time, for pictures. Nothing here changes a machine.

use super::super::packet::{HEADER, Header, Purpose};
use super::super::verbs::Status;
use super::{Body, Due, Job, Link, Machine, Packet, Reply, Set, Then, Transfer};
use alloc::{string::String, string::ToString as _, vec::Vec};
use serde::{Deserialize, Serialize};

/// First data bytes of a packet that are shown.
const SHOWN: usize = 64;

/// The state of a slot that is not free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SlotState {
    /// The CPU writes the packet.
    Built,
    /// A channel has its descriptor, or its bytes are on the way.
    Sent,
    /// It is at the receiver, which has seen its PSN.
    Landed,
    /// The receiver is done with it, and the sender does not know that yet.
    Processed,
}

/// A slot that is not free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotLook {
    /// Its place in the ring.
    pub slot: u64,
    /// The number of the packet in it.
    pub psn: u64,
    pub state: SlotState,
    /// The number of the work request as text, if the packet is still there.
    pub wr_id: Option<String>,
    /// Header and first data bytes of the packet; nothing if it is gone, and the data only in a further slot of a write.
    pub bytes: Vec<u8>,
    /// All data bytes of the packet.
    pub length: u64,
}

/// A transfer on the links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlowLook {
    /// From this node.
    pub from: u8,
    /// To this node.
    pub to: u8,
    /// Its links between boards.
    pub links: Vec<(u8, u8)>,
    /// Its rate, MB/s.
    pub rate: u64,
    pub bytes: u64,
    /// Bytes that have not left.
    pub left: u64,
}

/// The queues of a queue pair, the oldest first. Numbers of requests are text: pages have no numbers of 64 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queues {
    /// Send requests: number, and whether the whole request is on the way.
    pub sending: Vec<(String, bool)>,
    /// Receive requests: number and bytes of the buffer.
    pub receiving: Vec<(String, u64)>,
    /// Completions that no poll has taken.
    pub completed: Vec<(String, Status)>,
}

impl Packet {
    fn header(&self, psn: u64, last: bool) -> [u8; HEADER] {
        let (purpose, ends) = match self.body {
            Body::Data { last, .. } => (Purpose::Data, last),
            Body::Control { .. } => (Purpose::Control, true),
            Body::Request => (Purpose::Request, true),
            Body::Ask => (Purpose::Ask, true),
            Body::Answer(reply) => {
                let purpose = match reply {
                    Reply::Data => Purpose::Answer,
                    Reply::Direct => Purpose::Direct,
                    Reply::Grant { .. } => Purpose::Grant,
                    Reply::NotReady { .. } => Purpose::NotReady,
                    Reply::Refused(_) => Purpose::Refused,
                };
                (purpose, true)
            }
        };
        let header = Header {
            opcode: self.request.opcode,
            purpose,
            qp: self.qp as u16,
            psn: psn as u32,
            length: self.request.length as u32,
            immediate: self.request.immediate,
            remote: match self.body {
                Body::Answer(Reply::Grant { address }) => address,
                _ => self.request.remote,
            },
            rkey: self.request.rkey,
            last: ends && last,
        };
        header.to_bytes()
    }
}

/// The transfer that a job will launch.
fn launched(job: &Job) -> Option<&Transfer> {
    match &job.then {
        Then::Launch(transfer, _) => Some(transfer),
        _ => None,
    }
}

/// The packet that a job reads.
fn read(job: &Job) -> Option<&Packet> {
    match &job.then {
        Then::Seen(packet)
        | Then::Matched(packet)
        | Then::Served(packet)
        | Then::Copied(packet)
        | Then::Answered(packet) => Some(packet),
        _ => None,
    }
}

impl Machine {
    /// The slots of a ring that are not free, in the order of their packets.
    pub fn slots(&self, from: u8, to: u8, set: Set) -> Vec<SlotLook> {
        let (Some(sender), Some(receiver)) =
            (self.state.nodes.get(usize::from(from)), self.state.nodes.get(usize::from(to)))
        else {
            return Vec::new();
        };
        let of = |list: &[[u64; 2]]| list.get(usize::from(to)).map_or(0, |of| of[set as usize]);
        let (sent, credited) = (of(&sender.sent), of(&sender.credited));
        let mut found: Vec<(&Packet, SlotState)> = Vec::new();
        let fits = |transfer: &&Transfer| transfer.from == from && transfer.to == to;
        for job in receiver.job.iter().chain(&receiver.jobs).filter(|job| job.tag.peer == from) {
            found.extend(read(job).map(|packet| (packet, SlotState::Landed)));
        }
        for due in self.state.due.values() {
            if let Due::Arrive(transfer) = due
                && fits(&transfer.as_ref())
            {
                found.extend(transfer.packet.as_ref().map(|packet| (packet, SlotState::Sent)));
            }
        }
        let on_links = self.state.flows.iter().map(|flow| &flow.transfer);
        let in_channels = sender
            .channels
            .iter()
            .flat_map(|channel| channel.current.iter().map(|(transfer, _)| transfer).chain(&channel.waiting));
        for transfer in on_links.chain(in_channels).filter(fits) {
            found.extend(transfer.packet.as_ref().map(|packet| (packet, SlotState::Sent)));
        }
        for transfer in sender.job.iter().chain(&sender.jobs).filter_map(launched).filter(fits) {
            found.extend(transfer.packet.as_ref().map(|packet| (packet, SlotState::Built)));
        }
        found.retain(|(packet, _)| packet.set == set);
        let params = &self.program.params;
        let (all, part) = match set {
            Set::Low => (params.low_slots, params.low_data),
            Set::High => (params.high_slots, params.high_data),
        };
        let one = |psn: u64| {
            let holder = found.iter().find(|(packet, _)| (packet.psn..packet.psn + packet.slots).contains(&psn));
            let slot = psn % all.max(1);
            let Some((packet, state)) = holder else {
                return SlotLook { slot, psn, state: SlotState::Processed, wr_id: None, bytes: Vec::new(), length: 0 };
            };
            let start = ((psn - packet.psn) * part) as usize;
            let last = psn + 1 == packet.psn + packet.slots;
            let end = if last { packet.data.len() } else { start + part as usize };
            let data = packet.data.get(start..end.min(packet.data.len())).unwrap_or_default();
            let mut bytes = packet.header(psn, last).to_vec();
            bytes.extend(data.iter().take(SHOWN));
            SlotLook {
                slot,
                psn,
                state: *state,
                wr_id: Some(packet.request.wr_id.to_string()),
                bytes,
                length: data.len() as u64,
            }
        };
        (credited..sent).map(one).collect()
    }

    /// The transfers on the links at a time not before that of the machine, and before its next event.
    pub fn flows(&self, time: u64) -> Vec<FlowLook> {
        let passed = time.saturating_sub(self.state.flow_time);
        let look = |flow: &super::Flow| {
            let boards = flow.links.iter().filter_map(|link| match link {
                Link::Board(from, to) => Some((*from, *to)),
                _ => None,
            });
            FlowLook {
                from: flow.transfer.from,
                to: flow.transfer.to,
                links: boards.collect(),
                rate: flow.rate,
                bytes: flow.transfer.bytes,
                left: flow.left.saturating_sub(passed * flow.rate) / 1000,
            }
        };
        self.state.flows.iter().map(look).collect()
    }

    /// The queues of a queue pair.
    pub fn queues(&self, node: u8, qp: usize) -> Queues {
        let Some(pair) = self.state.nodes.get(usize::from(node)).and_then(|node| node.pairs.get(qp)) else {
            return Queues::default();
        };
        Queues {
            sending: pair.sending.iter().map(|sending| (sending.request.wr_id.to_string(), sending.issued)).collect(),
            receiving: pair.receiving.iter().map(|receive| (receive.wr_id.to_string(), receive.length)).collect(),
            completed: pair.queue.iter().map(|completion| (completion.wr_id.to_string(), completion.status)).collect(),
        }
    }

    /// For each channel of a node: whether it works, and the transfers that wait for it.
    pub fn channels(&self, node: u8) -> [(bool, usize); 4] {
        let of = self.state.nodes.get(usize::from(node)).map(|node| &node.channels);
        core::array::from_fn(|at| of.map_or((false, 0), |all| (all[at].busy, all[at].waiting.len())))
    }
}
