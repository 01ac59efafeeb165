//! The data of a switch. Its behaviour is in [`super::shard`].

use super::Time;
use alloc::collections::VecDeque;
use core::hash::Hash;

/// A packet in an input buffer. Four fill a cache line, because memory limits the speed of large machines.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
pub(super) struct Packet {
    /// The time at which its head can cross the crossbar: it has arrived, and channel and crossbar are allocated. In a
    /// free slot: the time from which the output at the other end has the credit for it.
    pub ready: Time,
    /// The number of its header in this part.
    pub header: u32,
    /// Number of links that follow straight on after the next one.
    pub straight: u16,
    /// The output that it requests.
    pub port: u8,
    flags: u8,
}

impl Packet {
    const CHANNEL: u8 = 1;
    const LAST: u8 = 2;
    const LATE: u8 = 4;

    /// A packet whose tail is not late.
    pub fn new(ready: Time, header: u32, last: bool) -> Self {
        Self { ready, header, flags: if last { Self::LAST } else { 0 }, ..Self::default() }
    }

    /// The same packet as the only one with a header of its own.
    pub fn with_header(self, header: u32) -> Self {
        Self { header, flags: self.flags | Self::LAST, ..self }
    }

    /// The virtual channel that it will use on the link.
    pub fn channel(self) -> u8 {
        self.flags & Self::CHANNEL
    }

    /// Sets the virtual channel.
    pub fn set_channel(&mut self, channel: u8) {
        self.flags = self.flags & !Self::CHANNEL | channel;
    }

    /// Whether it is the last one with its header. The others have the full size.
    pub fn last(self) -> bool {
        self.flags & Self::LAST != 0
    }

    /// Whether its tail arrives later than its bytes need at the rate of the link that it arrived on. Then the delay
    /// after its head is stored beside it.
    pub fn late(self) -> bool {
        self.flags & Self::LATE != 0
    }

    /// Sets whether its tail is late.
    pub fn set_late(&mut self, late: bool) {
        self.flags = self.flags & !Self::LATE | if late { Self::LATE } else { 0 };
    }
}

/// The data shared by the packets of a message that go through one part by one NIC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Header {
    /// Destination node.
    pub to: u32,
    /// Source node.
    pub from: u32,
    /// Number of the message at its source rank.
    pub message: u32,
    /// Bytes of the last packet.
    pub rest: u16,
    /// Whether the last packet is the last one of its message (on its NIC). A packet from another part has a header of
    /// its own.
    pub last: bool,
    /// The NIC by which they leave the network.
    pub nic: u8,
}

const _: () = assert!(size_of::<Packet>() == 16 && size_of::<Header>() == 16);

/// The input side of a port: buffers (rings of packets), and the data that arbitration needs of the first packets. Two
/// fill a cache line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Input {
    /// The time until which the crossbar reads a packet from it.
    pub busy: Time,
    /// By channel: [`Packet::ready`] of the first packet; no meaning if the buffer is empty.
    pub ready: [Time; 2],
    /// By channel: [`Packet::channel`] of the first packet.
    pub channel: [u8; 2],
    /// By channel: the slot of the first packet in the ring, and the number of packets.
    pub first: [u8; 2],
    pub length: [u8; 2],
    /// Whether its packets arrive from another part, which is notified of each slot that becomes free.
    pub from_far: bool,
}

/// The other end of an output, with the data needed at each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// A NIC of a node: the node's number.
    Node(u32),
    /// A port of a switch of the same part: the switch's index there and the port.
    Near(u32, u8),
    /// A port of a switch of another part: the number of this link among those to other parts.
    Far(u32),
    Nothing,
}

impl Target {
    /// Whether it is a switch.
    pub fn is_switch(self) -> bool {
        matches!(self, Self::Near(..) | Self::Far(..))
    }
}

/// A link to a switch of another part.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// The number of the switch, and its port.
    pub switch: u32,
    pub port: u8,
    /// By channel: the times of the credits that are known.
    pub credits: [VecDeque<Time>; 2],
}

/// The output side of a port: the data needed at each step fills a cache line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[repr(align(64))]
pub(super) struct Output {
    /// The time until which the crossbar writes a packet to it.
    pub crossbar: Time,
    /// The time until which the link carries the packets taken so far.
    pub link: Time,
    /// Inputs, by queue, whose first packet requests this output.
    pub wanted: u64,
    /// By channel: the time of the next credit.
    pub credit: [Time; 2],
    /// The time at which the next slot of the output buffer is free.
    pub free: Time,
    pub carried: Carried,
}

impl Output {
    /// The earliest time at which it can take another packet: the crossbar is free, and so is a place in the output buffer when
    /// the packet has crossed the switch.
    pub fn possible(&self, switch_delay: Time) -> Time {
        self.crossbar.max(self.free.saturating_sub(switch_delay))
    }
}

const _: () = assert!(size_of::<Output>() == 64 && size_of::<Input>() == 32);

/// The rest of the data of an output. It is small, so that much of it is in one cache line when packets arrive.
#[derive(Clone, Debug)]
pub(super) struct Wire {
    pub target: Target,
    /// Whether the link closes a ring that has two channels.
    pub closes_ring: bool,
    /// The queue that was served last.
    pub cursor: u8,
    /// The slot of the output buffer for the next packet.
    pub place: u8,
}

/// The load of an output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Carried {
    pub packets: u64,
    pub bytes: u64,
}
