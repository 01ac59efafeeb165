//! DMA_PUT commands and how an INCC turns one into packets.

use mcore_base::NodeId;
use mcore_net::{Flit, FlitKind, PacketTag};

/// Flits in the longest packet (M-Core paper, section 2.2: 40 bytes).
pub const PACKET_FLITS: u32 = 10;

/// A DMA_PUT: copies words from here to another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Command {
    /// Destination: a compute node or the memory node.
    pub dst: NodeId,
    /// First address to read, in node memory (in main memory for an answer of the memory node).
    pub local: u64,
    /// First address to write.
    pub remote: u64,
    /// Distance between words read, in bytes.
    pub local_stride: i32,
    /// Distance between words written, in bytes.
    pub remote_stride: i32,
    /// Number of words, at least 1.
    pub words: u32,
}

impl Command {
    /// Flits before the data: header, address (two of them to the memory node, which has 64-bit addresses), stride.
    fn preamble(&self) -> u32 {
        if self.dst == NodeId::MEMORY { 4 } else { 3 }
    }

    /// Number of packets that it needs.
    pub fn packets(&self) -> u32 {
        self.words.div_ceil(PACKET_FLITS - self.preamble())
    }
}

/// The current-command register: a command and how far it has been sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sending {
    pub command: Command,
    /// Words sent so far.
    pub sent: u32,
    /// Flits of the current packet formed so far; 0: a header is next.
    pub position: u32,
    /// Words in the current packet.
    pub in_packet: u32,
}

impl Sending {
    /// Nothing sent yet.
    pub fn new(command: Command) -> Self {
        Self { command, sent: 0, position: 0, in_packet: 0 }
    }

    fn preamble(&self) -> u32 {
        self.command.preamble()
    }

    /// Address of the data word that the next flit carries, if the next flit is a data flit.
    pub fn next_read(&self) -> Option<u64> {
        (self.position >= self.preamble() && self.sent < self.command.words)
            .then(|| offset(self.command.local, self.command.local_stride, self.sent))
    }

    /// Number of packets that the command needs.
    pub fn packets(&self) -> u32 {
        self.command.packets()
    }

    /// Flits in the current packet; known once its header has been formed.
    pub fn packet_flits(&self) -> u32 {
        self.preamble() + self.in_packet
    }

    /// Packets of the command that are complete.
    pub fn packets_sent(&self) -> u32 {
        self.sent / (PACKET_FLITS - self.preamble())
    }

    /// Forms the next flit. `data` is the word at [`Sending::next_read`] and is used only for a data flit. `number` is
    /// the packet counter of the sender; it is advanced after a tail.
    pub fn form(&mut self, source: NodeId, number: &mut u32, data: u32) -> Flit {
        let preamble = self.preamble();
        if self.position == 0 {
            self.in_packet = (self.command.words - self.sent).min(PACKET_FLITS - preamble);
        }
        let to = offset(self.command.remote, self.command.remote_stride, self.sent);
        let (kind, word) = match self.position {
            0 => (FlitKind::Header, self.command.dst.to_word()),
            1 => (FlitKind::Address, to as u32),
            2 if preamble == 4 => (FlitKind::Address, (to >> 32) as u32),
            p if p + 1 == preamble => (FlitKind::Stride, self.command.remote_stride as u32),
            _ => (FlitKind::Data, data),
        };
        let tag = PacketTag { source, number: *number };
        self.position += 1;
        let tail = kind == FlitKind::Data && self.position == preamble + self.in_packet;
        if kind == FlitKind::Data {
            self.sent += 1;
        }
        if tail {
            self.position = 0;
            *number = number.wrapping_add(1);
        }
        Flit { word, kind, tail, last: tail && self.is_done(), tag }
    }

    /// True when the last flit has been formed.
    pub fn is_done(&self) -> bool {
        self.sent == self.command.words
    }
}

/// `base + stride * index`, wrapping as the hardware's adder does.
pub fn offset(base: u64, stride: i32, index: u32) -> u64 {
    base.wrapping_add((i64::from(stride) * i64::from(index)) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn flits(dst: NodeId, words: u32) -> Vec<Flit> {
        let command = Command { dst, local: 0x2000, remote: 0x1_0000_3000, local_stride: 8, remote_stride: -4, words };
        let (mut sending, mut number, mut out) = (Sending::new(command), 0, Vec::new());
        while !sending.is_done() {
            let data = sending.next_read().map_or(0, |a| a as u32);
            out.push(sending.form(NodeId::new(1, 1), &mut number, data));
        }
        assert_eq!(number, sending.packets());
        assert_eq!(out.iter().filter(|f| f.last).count(), 1);
        assert!(out.last().is_some_and(|f| f.last && f.tail));
        out
    }

    #[test]
    fn cuts_a_command_into_packets_of_ten_flits() {
        let f = flits(NodeId::new(2, 1), 9);
        assert_eq!(f.len(), 10 + 5);
        let kinds: Vec<_> = f[10..13].iter().map(|f| f.kind).collect();
        assert_eq!(kinds, [FlitKind::Header, FlitKind::Address, FlitKind::Stride]);
        assert_eq!(f[0].word, 0x0201);
        assert_eq!((f[1].word, f[11].word), (0x3000, 0x3000 - 28));
        assert_eq!((f[3].word, f[9].word, f[13].word), (0x2000, 0x2030, 0x2038));
        let tails: Vec<_> = f.iter().enumerate().filter(|(_, f)| f.tail).map(|(i, _)| i).collect();
        assert_eq!(tails, [9, 14]);
    }

    #[test]
    fn packets_to_the_memory_node_carry_a_high_address_and_six_words() {
        let f = flits(NodeId::MEMORY, 7);
        assert_eq!(f.len(), 10 + 5);
        assert_eq!((f[1].word, f[2].word), (0x3000, 1));
        assert_eq!(f[3].kind, FlitKind::Stride);
        assert_eq!(f.iter().filter(|f| f.kind == FlitKind::Data).count(), 7);
        assert!(f[9].tail && f[14].tail);
    }
}
