//! What a switch is made of. How it works is in [`super::shard`].

use super::Time;
use alloc::collections::VecDeque;
use core::hash::Hash;

/// A packet in an input buffer. Two fill a cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(align(32))]
pub(super) struct Packet {
    /// When its head can cross the crossbar: it has arrived, and channel and crossbar are allocated. In a free place: from
    /// when the output at the other end has the credit for it.
    pub ready: Time,
    /// How long after its head its tail comes, in picoseconds.
    pub span: u32,
    /// Destination node.
    pub to: u32,
    /// Source node.
    pub from: u32,
    /// Number of the message at its source rank.
    pub message: u32,
    /// Bytes.
    pub bytes: u16,
    /// Further links straight on, after the next one.
    pub straight: u16,
    /// The output it wants.
    pub port: u8,
    /// The virtual channel that it will use on the link.
    pub channel: u8,
    /// Whether it is the last one of its message (on its NIC).
    pub last: bool,
    /// By which NIC it leaves the network.
    pub nic: u8,
}

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
