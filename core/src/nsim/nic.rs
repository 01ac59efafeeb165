//! A NIC: messages on one side, packets on the other.

use super::switch::{Header, Packet};
use super::{Params, Time};
use alloc::collections::VecDeque;
use core::hash::{Hash, Hasher};

/// A message, or the share of one that goes by this NIC, on its way out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outgoing {
    /// The number of its header.
    pub header: u32,
    /// When its first packet is there.
    pub ready: Time,
    /// Packets still to go by this NIC.
    pub packets: u64,
    /// The way of its packets at their first switch, as in [`Packet`].
    pub straight: u16,
    pub port: u8,
    pub channel: u8,
}

/// One NIC of a node, its sending side; the receiving side takes whatever comes.
#[derive(Clone, Debug, Default)]
pub(super) struct Nic {
    /// The message whose packets go. It stands here because each packet needs it.
    first: Option<Outgoing>,
    /// Those that wait for it.
    behind: VecDeque<Outgoing>,
    /// When the next packet may start.
    free: Time,
}

impl Nic {
    /// Takes a message; tells whether the NIC had nothing before.
    pub fn post(&mut self, outgoing: Outgoing) -> bool {
        if self.first.is_some() {
            self.behind.push_back(outgoing);
            return false;
        }
        self.first = Some(outgoing);
        true
    }

    /// The packet that comes next.
    pub fn head(&self, params: &Params) -> Option<Packet> {
        let message = self.first.as_ref()?;
        let pipeline = params.nic_delay + params.routing_delay + params.vc_delay + params.allocation_delay;
        let ready = (message.ready + pipeline).max(self.free);
        let mut packet = Packet::new(ready, message.header, message.packets == 1);
        (packet.port, packet.straight) = (message.port, message.straight);
        packet.set_channel(message.channel);
        Some(packet)
    }

    /// The packet has been taken; its last byte has left at `end`. Returns whether it was the last one of its message.
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

    /// Everything that decides what happens from now on; `header` tells what a header of that number says.
    pub fn hash_state<'a>(&self, hasher: &mut impl Hasher, header: impl Fn(u32) -> &'a Header) {
        self.free.hash(hasher);
        for message in self.first.iter().chain(&self.behind) {
            (header(message.header), message.ready, message.packets).hash(hasher);
        }
    }
}

/// Cuts a message of so many bytes for NIC `nic` of `nics`: packets, and bytes of the last one; the others have the full size.
/// A message without bytes is one packet without bytes.
pub(super) fn share(bytes: u64, mtu: u32, nic: u8, nics: u8) -> Option<(u64, u16)> {
    let packets = bytes.div_ceil(u64::from(mtu)).max(1);
    let (nic, nics) = (u64::from(nic), u64::from(nics));
    let own = packets / nics + u64::from(packets % nics > nic);
    let rest = bytes - (packets - 1) * u64::from(mtu);
    let has_last = (packets - 1) % nics == nic;
    (own > 0).then_some((own, if has_last { rest as u16 } else { mtu as u16 }))
}
