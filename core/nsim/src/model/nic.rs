//! A NIC: messages on one side, packets on the other.

use super::switch::{Header, Packet};
use super::{Params, Time};
use alloc::collections::VecDeque;
use core::hash::{Hash, Hasher};

/// A message being sent, or the part of it that this NIC sends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outgoing {
    /// Number of its header.
    pub header: u32,
    /// The time at which its first packet is ready.
    pub ready: Time,
    /// Packets that this NIC still has to send.
    pub packets: u64,
    /// The route of its packets at their first switch, as in [`Packet`].
    pub straight: u16,
    pub port: u8,
    pub channel: u8,
}

/// The sending side of one NIC of a node; the receiving side accepts every packet.
#[derive(Clone, Debug, Default)]
pub(super) struct Nic {
    /// The message being sent. It is stored here because each packet needs it.
    first: Option<Outgoing>,
    /// The messages queued after it.
    behind: VecDeque<Outgoing>,
    /// The earliest start of the next packet.
    free: Time,
}

impl Nic {
    /// Queues a message; returns whether the NIC was idle.
    pub fn post(&mut self, outgoing: Outgoing) -> bool {
        if self.first.is_some() {
            self.behind.push_back(outgoing);
            return false;
        }
        self.first = Some(outgoing);
        true
    }

    /// The next packet.
    pub fn head(&self, params: &Params) -> Option<Packet> {
        let message = self.first.as_ref()?;
        let pipeline = params.nic_delay + params.routing_delay + params.vc_delay + params.allocation_delay;
        let ready = (message.ready + pipeline).max(self.free);
        let mut packet = Packet::new(ready, message.header, message.packets == 1);
        (packet.port, packet.straight) = (message.port, message.straight);
        packet.set_channel(message.channel);
        Some(packet)
    }

    /// Removes the packet; its last byte has left at `end`. Returns whether it was the last one of its message.
    pub fn taken(&mut self, end: Time, params: &Params) -> bool {
        let Some(message) = &mut self.first else { return false };
        self.free = end + params.packet_gap;
        message.packets -= 1;
        let all = message.packets == 0;
        if all {
            self.first = self.behind.pop_front();
        }
        all
    }

    /// Hashes everything that determines the future; `header` returns the header with a number.
    pub fn hash_state<'a>(&self, hasher: &mut impl Hasher, header: impl Fn(u32) -> &'a Header) {
        self.free.hash(hasher);
        for message in self.first.iter().chain(&self.behind) {
            (header(message.header), message.ready, message.packets).hash(hasher);
        }
    }
}

/// Divides a message of `bytes` bytes among `nics` NICs: the number of packets of NIC `nic`, and the bytes of the last
/// one; the others have the full size. An empty message is one empty packet.
pub(super) fn share(bytes: u64, mtu: u32, nic: u8, nics: u8) -> Option<(u64, u16)> {
    let packets = bytes.div_ceil(u64::from(mtu)).max(1);
    let (nic, nics) = (u64::from(nic), u64::from(nics));
    let own = packets / nics + u64::from(packets % nics > nic);
    let rest = bytes - (packets - 1) * u64::from(mtu);
    let has_last = (packets - 1) % nics == nic;
    (own > 0).then_some((own, if has_last { rest as u16 } else { mtu as u16 }))
}
