//! What a switch is made of. How it works is in [`super::shard`].

use super::Time;
use alloc::collections::VecDeque;
use core::hash::Hash;

/// A packet in an input buffer. Four fill a cache line, because a large machine is as fast as its memory.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
pub(super) struct Packet {
    /// When its head can cross the crossbar: it has arrived, and channel and crossbar are allocated. In a free place: from
    /// when the output at the other end has the credit for it.
    pub ready: Time,
    /// The number of its header in this part.
    pub header: u32,
    /// Further links straight on, after the next one.
    pub straight: u16,
    /// The output it wants.
    pub port: u8,
    flags: u8,
}

impl Packet {
    const CHANNEL: u8 = 1;
    const LAST: u8 = 2;
    const LATE: u8 = 4;

    /// A packet, whose tail is not late.
    pub fn new(ready: Time, header: u32, last: bool) -> Self {
        Self { ready, header, flags: if last { Self::LAST } else { 0 }, ..Self::default() }
    }

    /// The same packet as the only one with a header.
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

    /// Whether its tail comes later than its bytes need where it came by. Then how long after its head stands beside it.
    pub fn late(self) -> bool {
        self.flags & Self::LATE != 0
    }

    /// Sets whether its tail is late.
    pub fn set_late(&mut self, late: bool) {
        self.flags = self.flags & !Self::LATE | if late { Self::LATE } else { 0 };
    }
}

/// What packets of a message on their way in one part, by one NIC, have in common.
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
    /// Whether the last packet is the last one of its message (on its NIC). One that comes from another part has a header of
    /// its own.
    pub last: bool,
    /// By which NIC they leave the network.
    pub nic: u8,
}

const _: () = assert!(size_of::<Packet>() == 16 && size_of::<Header>() == 16);

/// The input side of a port: buffers that are rings of packets, with what arbitration asks of the first ones. Two fill a cache
/// line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Input {
    /// Until when the crossbar reads a packet from it.
    pub busy: Time,
    /// By channel: [`Packet::ready`] of the first packet; without meaning in an empty buffer.
    pub ready: [Time; 2],
    /// By channel: [`Packet::channel`] of the first packet.
    pub channel: [u8; 2],
    /// By channel: the place of the first packet in the ring, and how many there are.
    pub first: [u8; 2],
    pub length: [u8; 2],
    /// Whether its packets come from another part, which is told of each place that is free again.
    pub from_far: bool,
}

/// Where an output leads, with what is needed at each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// A NIC of a node: the node's number.
    Node(u32),
    /// A port of a switch of the same part, which is given by where it stands there.
    Near(u32, u8),
    /// A port of a switch of another part: the number of this link among those to other parts.
    Far(u32),
    /// Nothing.
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

/// The output side of a port: what is needed at each step fills a cache line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[repr(align(64))]
pub(super) struct Output {
    /// Until when the crossbar writes a packet to it.
    pub crossbar: Time,
    /// Until when the link carries what has been taken.
    pub link: Time,
    /// Inputs, by queue, whose first packet wants this output.
    pub wanted: u64,
    /// By channel: when the next credit is there.
    pub credit: [Time; 2],
    /// When the next place of the output buffer is free.
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

/// What else there is of an output. It is small, and so packets that come find much of it in one cache line.
#[derive(Clone, Debug)]
pub(super) struct Wire {
    pub target: Target,
    /// Whether the link closes a ring that has two channels.
    pub closes_ring: bool,
    /// The queue that was served last.
    pub cursor: u8,
    /// Which place of the output buffer the next packet takes.
    pub place: u8,
}

/// What an output has carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Carried {
    pub packets: u64,
    pub bytes: u64,
}
