//! The 32-bit inter-node communication controller of a compute node (M-Core paper, section 2.2.6).

use super::command::{Command, Sending, offset};
use super::registers::reg;
use super::trap::DmaFault;
use mcore_base::{Array, Cycle, NodeId};
use mcore_cpu::mem::{AccessError, AddressMap, NodeMemory, Words};
use mcore_net::{Flit, FlitKind, PackedFlit, PacketTag};

/// The core-INCC interface registers that a program can write; the size register only starts the DMA and stores
/// nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DmaRegisters {
    /// INCC_DST to INCC_RSTRIDE, by offset / 4.
    words: [u32; 6],
}

impl DmaRegisters {
    /// The word at a register offset, if it is one of these.
    pub fn get(&self, offset: u32) -> Option<u32> {
        self.words.get(offset as usize / 4).copied()
    }

    /// Writes the register at an offset; false if there is none.
    pub fn set(&mut self, offset: u32, value: u32) -> bool {
        match self.words.get_mut(offset as usize / 4) {
            Some(word) => {
                *word = value;
                true
            }
            None => false,
        }
    }

    /// The destination word as stored.
    pub fn dst(&self) -> u32 {
        self.words[(reg::INCC_DST / 4) as usize]
    }

    /// The command that these registers describe.
    pub fn command(&self, words: u32) -> Command {
        let w = |offset: u32| self.words[(offset / 4) as usize];
        let stride = |word: u32| if word == 0 { 4 } else { word as i32 };
        Command {
            dst: NodeId::from_word(w(reg::INCC_DST)),
            local: u64::from(w(reg::INCC_LADDR)),
            remote: u64::from(w(reg::INCC_RADDR)) | u64::from(w(reg::INCC_RADDR_HI)) << 32,
            local_stride: stride(w(reg::INCC_LSTRIDE)),
            remote_stride: stride(w(reg::INCC_RSTRIDE)),
            words,
        }
    }
}

/// The packet that an INCC is receiving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Receiving {
    pub tag: PacketTag,
    /// The address of the next word.
    pub addr: u64,
    /// Distance to the following word.
    pub stride: i32,
    /// Address flits seen.
    pub address_flits: u8,
    /// Words written.
    pub words: u32,
}

impl Receiving {
    /// A new packet.
    pub fn begin(tag: PacketTag) -> Self {
        Self { tag, addr: 0, stride: 4, address_flits: 0, words: 0 }
    }

    /// Takes in an address or stride flit.
    pub fn preamble(&mut self, flit: &Flit) {
        match (flit.kind, self.address_flits) {
            (FlitKind::Address, 0) => {
                self.addr = u64::from(flit.word);
                self.address_flits = 1;
            }
            (FlitKind::Address, _) => self.addr |= u64::from(flit.word) << 32,
            _ => self.stride = flit.word as i32,
        }
    }

    /// Returns the address for the next word and advances to the following one.
    pub fn advance(&mut self) -> u64 {
        let addr = self.addr;
        self.addr = addr.wrapping_add(i64::from(self.stride) as u64);
        self.words += 1;
        addr
    }
}

/// Controller of one compute node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Incc {
    /// Interface registers.
    pub registers: DmaRegisters,
    /// The command that the core has stored in this cycle.
    pub start: Option<Command>,
    /// The command that waits in the interface.
    pub interface: Option<Command>,
    /// The command being sent.
    pub current: Option<Sending>,
    /// Output buffer, one flit.
    pub out: Option<PackedFlit>,
    /// Input buffer: the flit that arrived in this cycle; it is written in the next.
    pub input: Option<PackedFlit>,
    /// The packet being received.
    pub receiving: Option<Receiving>,
    /// Packets sent so far: the number of the next one.
    pub packets: u32,
    /// DMAs started so far.
    pub started: u32,
    /// Cycle and offset of the last word written to node memory.
    pub last_write: Option<(Cycle, u32)>,
}

impl Incc {
    /// True if another command would overrun the interface.
    pub fn is_occupied(&self) -> bool {
        self.start.is_some() || self.interface.is_some()
    }

    /// The word that INCC_STATUS reads.
    pub fn status(&self) -> u32 {
        u32::from(self.is_occupied()) | u32::from(self.current.is_some()) << 1
    }

    /// True while a command waits or is being sent.
    pub fn is_sending(&self) -> bool {
        self.is_occupied() || self.current.is_some()
    }

    /// Number of the first packet of a command that is stored now.
    pub fn next_packet(&self) -> u32 {
        let open = self.current.map_or(0, |s| s.packets() - s.packets_sent());
        self.packets.wrapping_add(open)
    }

    /// True if there is nothing to send or receive.
    pub fn is_idle(&self) -> bool {
        !self.is_occupied() && self.current.is_none() && self.out.is_none() && self.input.is_none()
    }

    /// The range of node memory that the accepted commands have yet to read.
    pub(crate) fn to_read(&self, map: &AddressMap) -> Words {
        let waiting = [self.start, self.interface].into_iter().flatten().map(|command| (command, 0));
        let current = self.current.map(|sending| (sending.command, sending.sent));
        let strided = |(command, sent): (Command, u32)| {
            if map.mirrored {
                return Words { first: 0, end: u32::MAX };
            }
            let addr = offset(command.local, command.local_stride, sent) as u32;
            Words::strided(addr, command.local_stride, command.words - sent, map.size)
        };
        waiting.chain(current).map(strided).fold(Words::default(), Words::and)
    }

    /// The core stores to INCC_SIZE: checks the command that the registers describe and starts it. All errors are found
    /// here, so that the trap names the faulty instruction and not a flit that arrives later. `size`: in bytes; 0
    /// starts nothing.
    pub fn start_dma(&mut self, size: u32, array: Array, map: &AddressMap) -> Result<(), DmaFault> {
        if self.is_occupied() {
            return Err(DmaFault::Overrun);
        }
        if size % 4 != 0 {
            return Err(DmaFault::Size(size));
        }
        if size == 0 {
            return Ok(());
        }
        let words = size / 4;
        let mut command = self.registers.command(words);
        let word = self.registers.dst();
        if word >> 16 != 0 || (array.rank(command.dst).is_none() && command.dst != NodeId::MEMORY) {
            return Err(DmaFault::NoSuchNode(word));
        }
        let (addr, stride) = (command.local as u32, command.local_stride);
        map.resolve_range(addr, stride, words).map_err(|error| DmaFault::Local { addr, stride, words, error })?;
        let (addr, stride) = (command.remote, command.remote_stride);
        let remote = |error| DmaFault::Remote { addr, stride, words, error };
        if command.dst == NodeId::MEMORY {
            if addr % 4 != 0 || stride % 4 != 0 {
                return Err(remote(AccessError::Misaligned(4)));
            }
        } else {
            command.remote = u64::from(addr as u32);
            map.resolve_range(addr as u32, stride, words).map_err(remote)?;
        }
        self.start = Some(command);
        self.started += 1;
        Ok(())
    }

    /// Phase *update*. `arrived` is the flit on the link from the router. Returns the offset of the word written to
    /// node memory, if one was.
    ///
    /// The order of the steps ensures that each register is seen one cycle after it was loaded: a command stored in
    /// cycle c waits in the interface, is current in c+1, and its header is in the output buffer in c+2; the next
    /// header follows a tail without a gap.
    pub fn update(
        &mut self,
        cycle: Cycle,
        id: NodeId,
        map: &AddressMap,
        memory: &mut NodeMemory,
        arrived: Option<PackedFlit>,
    ) -> Option<u32> {
        let written = self.input.take().and_then(|flit| self.take_in(cycle, flit, map, memory));
        self.input = arrived;
        if self.out.is_none()
            && let Some(sending) = &mut self.current
        {
            let data = sending.next_read().map_or(0, |addr| memory.word(map.wrap(addr as u32)));
            self.out = Some(PackedFlit::new(sending.form(id, &mut self.packets, data)));
            if sending.is_done() {
                self.current = None;
            }
        }
        if self.current.is_none()
            && let Some(command) = self.interface.take()
        {
            self.current = Some(Sending::new(command));
        }
        if self.interface.is_none() && self.start.is_some() {
            self.interface = self.start.take();
        }
        written
    }

    fn take_in(&mut self, cycle: Cycle, flit: PackedFlit, map: &AddressMap, memory: &mut NodeMemory) -> Option<u32> {
        let mut written = None;
        match (&mut self.receiving, flit.kind()) {
            (_, FlitKind::Header) => self.receiving = Some(Receiving::begin(flit.tag())),
            (Some(packet), FlitKind::Data) => {
                let offset = map.wrap(packet.advance() as u32);
                memory.set_word(offset, flit.word());
                self.last_write = Some((cycle, offset));
                written = Some(offset);
            }
            (Some(packet), _) => packet.preamble(&flit.flit()),
            (None, _) => debug_assert!(false, "a packet begins with its header"),
        }
        if flit.is_tail() {
            self.receiving = None;
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARRAY: Array = Array::new(2, 2);

    /// An INCC whose registers describe a DMA from 0x2000 to an address of a node.
    fn incc(dst: u32, remote: u64) -> Incc {
        let mut incc = Incc::default();
        let words = [
            (reg::INCC_DST, dst),
            (reg::INCC_LADDR, 0x2000),
            (reg::INCC_RADDR, remote as u32),
            (reg::INCC_RADDR_HI, (remote >> 32) as u32),
        ];
        words.iter().for_each(|(offset, word)| assert!(incc.registers.set(*offset, *word)));
        incc
    }

    fn map() -> AddressMap {
        AddressMap { size: 0x1_0000, mirrored: false, guard_null: true }
    }

    #[test]
    fn a_command_is_started_once_and_then_occupies_the_interface() {
        let mut incc = incc(0x0201, 0x3000);
        assert_eq!(incc.start_dma(0, ARRAY, &map()), Ok(()));
        assert_eq!((incc.start, incc.started), (None, 0));
        assert_eq!(incc.start_dma(12, ARRAY, &map()), Ok(()));
        let dst = NodeId::new(2, 1);
        let command = Command { dst, local: 0x2000, remote: 0x3000, local_stride: 4, remote_stride: 4, words: 3 };
        assert_eq!((incc.start, incc.started), (Some(command), 1));
        assert_eq!(incc.start_dma(12, ARRAY, &map()), Err(DmaFault::Overrun));
        assert_eq!(incc.started, 1);
    }

    #[test]
    fn a_command_that_cannot_be_carried_out_is_refused_and_nothing_starts() {
        let error = AccessError::Misaligned(4);
        let (stride, words) = (4, 1);
        for (dst, remote, size, fault) in [
            (0x0201, 0x3000, 6, DmaFault::Size(6)),
            (0x0301, 0x3000, 4, DmaFault::NoSuchNode(0x0301)),
            (0x0100, 0x3000, 4, DmaFault::NoSuchNode(0x0100)),
            (0x1_0201, 0x3000, 4, DmaFault::NoSuchNode(0x1_0201)),
            (0x0201, 0x3002, 4, DmaFault::Remote { addr: 0x3002, stride, words, error }),
            (0x0000, 0x1_0000_0002, 4, DmaFault::Remote { addr: 0x1_0000_0002, stride, words, error }),
        ] {
            let mut incc = incc(dst, remote);
            let before = incc.clone();
            assert_eq!(incc.start_dma(size, ARRAY, &map()), Err(fault));
            assert_eq!(incc, before);
        }
        // The source range ends after node memory.
        let mut incc = incc(0x0201, 0x3000);
        assert!(matches!(incc.start_dma(0xf000, ARRAY, &map()), Err(DmaFault::Local { addr: 0x2000, .. })));
        assert_eq!(incc.start, None);
    }
}
