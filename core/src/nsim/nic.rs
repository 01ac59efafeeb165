//! A NIC: messages on one side, packets on the other.

use super::Time;
use super::shard::Setup;
use super::switch::Packet;
use alloc::collections::VecDeque;

/// A message, or the share of one that goes by this NIC, on its way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Outgoing {
    /// Destination node.
    pub to: u32,
    /// Number of the message at its source rank.
    pub message: u32,
    /// When its first packet is there.
    pub ready: Time,
    /// Packets still to go by this NIC.
    pub packets: u64,
    /// Bytes of each but perhaps the last packet of the message.
    pub full: u16,
    /// Bytes of the last packet that goes by this NIC.
    pub rest: u16,
    /// The way of its packets at their first switch, as in [`Packet`].
    pub straight: u16,
    pub port: u8,
    pub channel: u8,
}

/// One NIC of a node, its sending side; the receiving side takes whatever comes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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
    pub fn head(&self, from: u32, nic: u8, setup: &Setup) -> Option<Packet> {
        let (message, params) = (self.first.as_ref()?, &setup.params);
        let last = message.packets == 1;
        let bytes = if last { message.rest } else { message.full };
        let pipeline = params.nic_delay + params.routing_delay + params.vc_delay + params.allocation_delay;
        Some(Packet {
            ready: (message.ready + pipeline).max(self.free),
            span: setup.injection(bytes) as u32,
            to: message.to,
            from,
            message: message.message,
            bytes,
            straight: message.straight,
            port: message.port,
            channel: message.channel,
            last,
            nic,
        })
    }

    /// The packet, of so many bytes, has been taken at `now`. Returns the message and when its last byte has left, if this was
    /// its last packet.
    pub fn taken(&mut self, now: Time, bytes: u16, setup: &Setup) -> Option<(u32, Time)> {
        let message = self.first.as_mut()?;
        let end = now + setup.injection(bytes);
        self.free = end + setup.params.packet_gap;
        message.packets -= 1;
        if message.packets > 0 {
            return None;
        }
        let number = message.message;
        self.first = self.behind.pop_front();
        Some((number, end))
    }
}

/// Cuts a message of so many bytes for NIC `nic` of `nics`: packets, bytes of a full one, bytes of the last one. A message
/// without bytes is one packet without bytes.
pub(super) fn share(bytes: u64, mtu: u32, nic: u8, nics: u8) -> Option<(u64, u16, u16)> {
    let packets = bytes.div_ceil(u64::from(mtu)).max(1);
    let (nic, nics) = (u64::from(nic), u64::from(nics));
    let own = packets / nics + u64::from(packets % nics > nic);
    let rest = bytes - (packets - 1) * u64::from(mtu);
    let has_last = (packets - 1) % nics == nic;
    (own > 0).then_some((own, mtu as u16, if has_last { rest as u16 } else { mtu as u16 }))
}
