//! A compute node without its core: node memory and the INCC (M-Core paper, section 2.2.6).

use super::Place;
use super::packet::{Arriving, Content, Planned, plan};
use crate::parts::Command;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use mcore_base::NodeId;
use mcore_net::{Flit, FlitKind, PacketTag};

/// Node memory and INCC of one compute node.
///
/// A command goes through three registers, one per cycle: `stored` (the core's store to INCC_SIZE), `interface`, and
/// the current command, whose flits then leave through the output buffer.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The words of node memory.
    pub memory: Vec<u32>,
    /// The command that the core has stored in this cycle.
    pub stored: Option<Command>,
    /// The command in the interface register.
    pub interface: Option<Command>,
    /// The flits of the current command that are not yet formed.
    current: VecDeque<Planned>,
    /// The output buffer.
    pub out: Option<Flit>,
    /// The input buffer: the flit that arrived in this cycle. It is written in the next one.
    pub input: Option<Flit>,
    arriving: Arriving,
    /// Number of packets sent.
    packets: u32,
}

impl Node {
    /// True if the current-command register is in use.
    pub fn is_sending(&self) -> bool {
        !self.current.is_empty()
    }

    /// Phase *update*. `arrived`: the flit on the link from the router.
    ///
    /// The steps are in the order from memory back to the core, so that a flit or a command moves by one register per
    /// cycle, as in hardware, where all registers load at the same clock edge.
    pub(super) fn update(&mut self, place: Place, arrived: Option<Flit>) {
        // The flit that arrived in the last cycle is taken in. The manual leaves open whether a word that the INCC
        // reads in the same cycle is the old one or the new one; on this machine it is the new one.
        if let Some(flit) = self.input.take() {
            if flit.kind == FlitKind::Data {
                let words = self.memory.len();
                self.memory[self.arriving.next_address() as usize / 4 % words] = flit.word;
            }
            self.arriving.take_in(flit);
        }
        self.input = arrived;

        // If the output buffer is free, the next flit is formed in it.
        if self.out.is_none()
            && let Some(Planned { content, tail }) = self.current.pop_front()
        {
            let (kind, word) = match content {
                Content::Known(kind, word) => (kind, word),
                Content::Data(address) => (FlitKind::Data, self.memory[address as usize / 4]),
            };
            let tag = PacketTag { source: NodeId::new(place.0, place.1), number: self.packets };
            self.packets += u32::from(tail);
            self.out = Some(Flit { word, kind, tail, last: tail && self.current.is_empty(), tag });
        }

        // A command moves one register further.
        if self.current.is_empty()
            && let Some(command) = self.interface.take()
        {
            self.current = plan(&command);
        }
        if self.interface.is_none() {
            self.interface = self.stored.take();
        }
    }
}
