//! What a switch is made of. How it works is in [`super::shard`].

use super::Time;
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

/// An input buffer of one virtual channel: a ring of packets, with what arbitration asks of the first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Queue {
    /// [`Packet::ready`] of the first packet; without meaning in an empty buffer.
    pub ready: Time,
    /// [`Packet::channel`] of the first packet.
    pub channel: u8,
    /// The place of the first packet in the ring, and how many there are.
    pub first: u8,
    pub length: u8,
}

/// Where an output leads, with what is needed at each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// A NIC of a node: the node's number.
    Node(u32),
    /// A port of a switch of the same part, which is given by where it stands there.
    Near(u32, u8),
    /// A port of a switch of another part, which is given by its number; and the number of this link among those to other
    /// parts.
    Far(u32, u8, u32),
    /// Nothing.
    Nothing,
}

impl Target {
    /// Whether it is a switch.
    pub fn is_switch(self) -> bool {
        matches!(self, Self::Near(..) | Self::Far(..))
    }
}

/// A port: its output, and its input side, which faces the same way. All that is needed at each step stands in two cache lines
/// beside each other, because a large machine is as fast as its memory.
#[derive(Clone, Debug)]
#[repr(align(128))]
pub(super) struct Port {
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
    /// The queue that was served last.
    pub cursor: u8,
    /// Which place of the output buffer the next packet takes.
    pub place: u8,
    /// Whether the link closes a ring that has two channels.
    pub closes_ring: bool,
    pub target: Target,
    /// Where its buffers are. In a cube ports of the same direction lie beside each other, since traffic often goes in one
    /// direction everywhere: then what is in use lies close together.
    pub lane: u32,
    /// Until when the crossbar reads a packet from the input.
    pub busy: Time,
    /// The input buffers, by channel.
    pub queues: [Queue; 2],
    pub carried: Carried,
}

impl Port {
    /// Everything that decides what happens from now on. Where in its ring a buffer begins does not.
    pub fn hash_state(&self, hasher: &mut impl core::hash::Hasher) {
        (self.crossbar, self.link, self.wanted, self.credit, self.free, self.cursor).hash(hasher);
        (self.place, self.busy, self.carried).hash(hasher);
        self.queues.iter().for_each(|queue| queue.length.hash(hasher));
    }
}

const _: () = assert!(size_of::<Port>() == 128);

/// What an output has carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Carried {
    pub packets: u64,
    pub bytes: u64,
}
