//! Packets: how a sender cuts a command into flits, and how a receiver finds the address of each word.

use super::MEMORY;
use crate::parts::Command;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use mcore_net::{Flit, FlitKind};

/// A flit that a sender has still to form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planned {
    pub(super) content: Content,
    /// It is the last flit of its packet.
    pub(super) tail: bool,
}

/// The content of a flit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content {
    /// A header, address or stride flit: its word is known from the command.
    Known(FlitKind, u32),
    /// A data flit: its word is read from this address when the flit is formed.
    Data(u64),
}

/// `base + stride * index`, wrapping as the adder of the hardware does.
fn address(base: u64, stride: i32, index: u32) -> u64 {
    base.wrapping_add((i64::from(stride) * i64::from(index)) as u64)
}

/// All flits of a command in the order of sending.
///
/// A packet has at most ten flits: header, address, stride and up to seven words. To the memory node the address takes
/// two flits (low half first), so that six words remain.
pub(super) fn plan(command: &Command) -> VecDeque<Planned> {
    let to_memory = (command.dst.x, command.dst.y) == MEMORY;
    let words_in_packet = if to_memory { 6 } else { 7 };
    let mut flits = VecDeque::new();
    let known = |flits: &mut VecDeque<Planned>, kind, word| {
        flits.push_back(Planned { content: Content::Known(kind, word), tail: false });
    };
    let mut first = 0;
    while first < command.words {
        let count = words_in_packet.min(command.words - first);
        let to = address(command.remote, command.remote_stride, first);
        known(&mut flits, FlitKind::Header, command.dst.to_word());
        known(&mut flits, FlitKind::Address, to as u32);
        if to_memory {
            known(&mut flits, FlitKind::Address, (to >> 32) as u32);
        }
        known(&mut flits, FlitKind::Stride, command.remote_stride as u32);
        for word in first..first + count {
            let from = address(command.local, command.local_stride, word);
            flits.push_back(Planned { content: Content::Data(from), tail: word + 1 == first + count });
        }
        first += count;
    }
    flits
}

/// The flits that a receiver has taken in of the packet that is arriving.
#[derive(Clone, Debug, Default)]
pub(super) struct Arriving(Vec<Flit>);

impl Arriving {
    /// Address of the next data word. The address and stride flits of the packet say where its first word goes and how
    /// far apart the words are.
    pub(super) fn next_address(&self) -> u64 {
        let of = |kind| self.0.iter().filter(move |flit| flit.kind == kind);
        // The low half is sent first, so the halves are joined from the last one to the first.
        let base = of(FlitKind::Address).rev().fold(0u64, |sum, flit| sum << 32 | u64::from(flit.word));
        let stride = of(FlitKind::Stride).next_back().map_or(0, |flit| flit.word as i32);
        address(base, stride, of(FlitKind::Data).count() as u32)
    }

    /// A flit has been taken in; after the tail the next packet begins.
    pub(super) fn take_in(&mut self, flit: Flit) {
        self.0.push(flit);
        if flit.tail {
            self.0.clear();
        }
    }
}
