//! Events on the chip, as plain data: the communication log at three levels (DMA, packet, flit) and the actions of the
//! cores.
//!
//! Events are emitted while the machine is simulated ([`Chip::step_with`](crate::Chip::step_with)); they are not
//! part of its state, so simulating any interval of a run again emits the same events again.

use super::{Chip, Command, ComputeNode, Part, Stall, Surroundings, TrapCause, reg};
use mcore_base::{Cycle, Kinded, NodeId, Sink};
use mcore_cpu::isa::{Instr, Op};
use mcore_cpu::mem::REGISTER_PAGE;
use mcore_net::{Flit, FlitKind, PacketTag, Port};

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// The cycle in which it happened.
    pub cycle: Cycle,
    /// The node at which it happened.
    pub node: NodeId,
    pub what: EventKind,
}

/// The kinds of event.
///
/// A DMA is identified by the tag of its first packet: a source numbers its packets from 0 in the order of sending, so
/// the packets of a DMA are the [`Command::packets`] numbers from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// A command was stored (by a core, or by the memory node that starts an answer).
    DmaStarted {
        /// Number of its first packet.
        first: u32,
        command: Command,
    },
    /// The last flit of a DMA was formed; its source can start the next one.
    DmaSent {
        /// The last packet.
        tag: PacketTag,
    },
    /// The last word of a DMA was written, at the destination.
    DmaDelivered {
        /// The last packet.
        tag: PacketTag,
    },
    /// The header of a packet was formed in the output buffer.
    PacketInjected {
        tag: PacketTag,
        dst: NodeId,
        /// Its length, header and tail included.
        flits: u32,
    },
    /// The last word of a packet was written, at the destination.
    PacketDelivered { tag: PacketTag },
    /// A flit moved from the INCC's output buffer towards the node's own router.
    FlitEntered { flit: Flit },
    /// A flit moved through the crossbar of a router onto a link: to the next router, or to the node's INCC.
    FlitMoved {
        flit: Flit,
        /// The input in which it waited.
        from: Port,
        /// The output by which it left.
        to: Port,
    },
    /// Flits at the heads of inputs of a router did not move in this cycle.
    HeldUp {
        /// Bit p: the one at input [`Port`] p.
        inputs: u8,
    },
    /// A core executed an instruction.
    Executed {
        /// Address of the instruction.
        pc: u32,
        /// Its opcode.
        op: Op,
        /// True if it belongs to a polling loop.
        polling: bool,
    },
    /// A core executed an instruction without a trap: the instruction, its address operand, and its result. For
    /// observers that follow a program value by value (the checks).
    Retired {
        /// Address of the instruction.
        pc: u32,
        /// The instruction.
        instr: Instr,
        /// The address that it accessed, as the program formed it; meaningless if it has no memory operand.
        addr: u32,
        /// The general register that it wrote, 0 for none. (System call 30 writes two; this is the first.)
        target: u8,
        /// The value of that register now.
        value: u32,
        /// True if it belongs to a polling loop.
        polling: bool,
    },
    /// An INCC read a word for a data flit: the source side of a DMA.
    WordRead {
        /// The packet that carries it.
        tag: PacketTag,
        /// The address of the word: offset in node memory, or address in main memory.
        addr: u64,
    },
    /// An INCC wrote the word of a data flit: the destination side of a DMA.
    WordWritten {
        /// The packet that carried it.
        tag: PacketTag,
        /// The address of the word: offset in node memory, or address in main memory or in the request buffer.
        addr: u64,
        word: u32,
    },
    /// A node printed.
    Printed {
        /// Number of bytes on its console before.
        from: u32,
        /// Number of bytes printed.
        bytes: u32,
    },
    /// A core stored a word into its register MARK.
    Marked {
        /// Address of the instruction.
        pc: u32,
        word: u32,
        /// Instructions of polling loops that the core has executed.
        polled: u64,
        /// The two words of node memory before the address that the word is, and the three from there on; 0 outside node
        /// memory.
        around: [u32; 5],
    },
    /// A core halted.
    Halted {
        /// Its exit code.
        code: u32,
    },
    /// A core or the memory node trapped.
    Trapped {
        /// Address of the instruction (0 for the memory node).
        pc: u32,
        cause: TrapCause,
    },
    /// The use of a part of the chip in this cycle. Emitted for every part at the end of every cycle.
    Used {
        /// The part; the node of the event is its place.
        part: Part,
        /// Why it made no progress; `None` if it did.
        stall: Option<Stall>,
    },
}

/// Sets of kinds, for [`Sink::WANTS`] and [`Only`](mcore_base::Only).
pub mod kinds {
    pub(super) const DMA_STARTED: u32 = 0;
    pub(super) const DMA_SENT: u32 = 1;
    pub(super) const DMA_DELIVERED: u32 = 2;
    pub(super) const PACKET_INJECTED: u32 = 3;
    pub(super) const PACKET_DELIVERED: u32 = 4;
    pub(super) const FLIT_ENTERED: u32 = 5;
    pub(super) const FLIT_MOVED: u32 = 6;
    pub(super) const HELD_UP_KIND: u32 = 7;
    pub(super) const EXECUTED_KIND: u32 = 8;
    pub(super) const PRINTED_KIND: u32 = 9;
    pub(super) const HALTED_KIND: u32 = 10;
    pub(super) const TRAPPED_KIND: u32 = 11;
    pub(super) const USED_KIND: u32 = 12;
    pub(super) const RETIRED_KIND: u32 = 24;
    pub(super) const WORD_READ: u32 = 25;
    pub(super) const WORD_WRITTEN: u32 = 26;
    pub(super) const MARKED_KIND: u32 = 27;

    /// DMAs started, sent and delivered.
    pub const DMA: u32 = 1 << DMA_STARTED | 1 << DMA_SENT | 1 << DMA_DELIVERED;
    /// Starts of DMAs only.
    pub const DMA_STARTED_ONLY: u32 = 1 << DMA_STARTED;
    /// Packets injected and delivered.
    pub const PACKET: u32 = 1 << PACKET_INJECTED | 1 << PACKET_DELIVERED;
    /// Moving flits.
    pub const FLIT: u32 = 1 << FLIT_ENTERED | 1 << FLIT_MOVED;
    /// Flits that do not move in routers.
    pub const HELD_UP: u32 = 1 << HELD_UP_KIND;
    /// Instructions executed.
    pub const EXECUTED: u32 = 1 << EXECUTED_KIND;
    /// Console output.
    pub const PRINTED: u32 = 1 << PRINTED_KIND;
    /// Cores that halt.
    pub const HALTED: u32 = 1 << HALTED_KIND;
    /// Traps.
    pub const TRAPPED: u32 = 1 << TRAPPED_KIND;
    /// The use of each part of the chip in each cycle.
    pub const USED: u32 = 1 << USED_KIND;
    /// Instructions with their operands and results.
    pub const RETIRED: u32 = 1 << RETIRED_KIND;
    /// Words that INCCs read and write.
    pub const WORD: u32 = 1 << WORD_READ | 1 << WORD_WRITTEN;
    /// Words stored into MARK.
    pub const MARK: u32 = 1 << MARKED_KIND;
    /// Everything.
    pub const ALL: u32 = ((1 << (USED_KIND + 1)) - 1) | RETIRED | WORD | MARK;
}

impl Kinded for Event {
    #[inline]
    fn kind(&self) -> u32 {
        match self.what {
            EventKind::DmaStarted { .. } => kinds::DMA_STARTED,
            EventKind::DmaSent { .. } => kinds::DMA_SENT,
            EventKind::DmaDelivered { .. } => kinds::DMA_DELIVERED,
            EventKind::PacketInjected { .. } => kinds::PACKET_INJECTED,
            EventKind::PacketDelivered { .. } => kinds::PACKET_DELIVERED,
            EventKind::FlitEntered { .. } => kinds::FLIT_ENTERED,
            EventKind::FlitMoved { .. } => kinds::FLIT_MOVED,
            EventKind::HeldUp { .. } => kinds::HELD_UP_KIND,
            EventKind::Executed { .. } => kinds::EXECUTED_KIND,
            EventKind::Retired { .. } => kinds::RETIRED_KIND,
            EventKind::WordRead { .. } => kinds::WORD_READ,
            EventKind::WordWritten { .. } => kinds::WORD_WRITTEN,
            EventKind::Printed { .. } => kinds::PRINTED_KIND,
            EventKind::Marked { .. } => kinds::MARKED_KIND,
            EventKind::Halted { .. } => kinds::HALTED_KIND,
            EventKind::Trapped { .. } => kinds::TRAPPED_KIND,
            EventKind::Used { .. } => kinds::USED_KIND,
        }
    }
}

/// True if a sink wants some of these kinds. A constant: code that depends on it is compiled out for sinks that do not.
macro_rules! wants {
    ($sink:ty, $kinds:expr) => {
        const { <$sink as mcore_base::Sink<$crate::parts::Event>>::WANTS & ($kinds) != 0 }
    };
}
pub(crate) use wants;

/// Emits an event if its kind, one bit of [`kinds`], is wanted.
#[inline(always)]
pub(crate) fn emit<S: Sink<Event>>(sink: &mut S, cycle: Cycle, node: NodeId, what: EventKind) {
    let event = Event { cycle, node, what };
    if S::WANTS >> event.kind() & 1 != 0 {
        sink.emit(event);
    }
}

/// The state of a node before its core executes, as far as later events need it.
pub(crate) struct Before {
    /// Address of the instruction.
    pub(crate) pc: u32,
    /// The instruction, if an event needs it.
    pub(crate) instr: Option<Instr>,
    addr: u32,
    printed: usize,
}

impl Before {
    /// Reads the state that the sink's kinds need.
    #[inline(always)]
    pub(crate) fn of<S: Sink<Event>>(node: &ComputeNode, around: &Surroundings<'_>) -> Self {
        let instr =
            if wants!(S, kinds::EXECUTED | kinds::RETIRED | kinds::MARK) { node.fetch(around).ok() } else { None };
        Self {
            pc: node.core.processor.pc,
            addr: match &instr {
                Some(instr) if wants!(S, kinds::RETIRED | kinds::MARK) => {
                    addressed(instr, &node.core.processor.registers.general)
                }
                _ => 0,
            },
            instr,
            printed: if wants!(S, kinds::PRINTED) { node.console.len() } else { 0 },
        }
    }

    /// Emits the events of an instruction that has not trapped.
    pub(crate) fn emit<S: Sink<Event>>(self, node: &ComputeNode, cycle: Cycle, sink: &mut S) {
        let (at, pc) = (node.id, self.pc);
        if let Some(instr) = self.instr {
            let polling = node.core.processor.recent & 1 == 0;
            emit(sink, cycle, at, EventKind::Executed { pc, op: instr.op, polling });
            if wants!(S, kinds::MARK) && instr.op == Op::Sw && self.addr == REGISTER_PAGE + reg::MARK {
                let word = node.core.processor.get(instr.rt);
                let (polled, around) = (node.core.processor.polled, words_around(node, word));
                emit(sink, cycle, at, EventKind::Marked { pc, word, polled, around });
            }
            if wants!(S, kinds::RETIRED) {
                let written = node.core.processor.last.registers as u32;
                let target = if written == 0 { 0 } else { written.trailing_zeros() as u8 };
                let value = node.core.processor.get(target);
                emit(sink, cycle, at, EventKind::Retired { pc, instr, addr: self.addr, target, value, polling });
            }
        }
        if wants!(S, kinds::PRINTED) && node.console.len() > self.printed {
            let bytes = (node.console.len() - self.printed) as u32;
            emit(sink, cycle, at, EventKind::Printed { from: self.printed as u32, bytes });
        }
        if wants!(S, kinds::DMA)
            && let Some(command) = node.incc.start
        {
            emit(sink, cycle, at, EventKind::DmaStarted { first: node.incc.next_packet(), command });
        }
        if wants!(S, kinds::HALTED)
            && let Some((code, _)) = node.core.processor.halted
        {
            emit(sink, cycle, at, EventKind::Halted { code });
        }
    }
}

/// Two words of node memory before an address, and three from there on. A mark of MPI points to an envelope.
fn words_around(node: &ComputeNode, at: u32) -> [u32; 5] {
    let size = node.core.memory.size();
    core::array::from_fn(|i| {
        let addr = (at & !3).wrapping_sub(8).wrapping_add(4 * i as u32);
        if addr < size { node.core.memory.word(addr) } else { 0 }
    })
}

/// The address of a memory operand, from the registers before the instruction.
fn addressed(instr: &Instr, registers: &[u32; 32]) -> u32 {
    let base = registers[instr.rs as usize & 31];
    match instr.op {
        Op::Lwxc1 | Op::Ldxc1 | Op::Swxc1 | Op::Sdxc1 => base.wrapping_add(registers[instr.rt as usize & 31]),
        _ => base.wrapping_add(instr.imm),
    }
}

/// Emits the events of a flit formed in an output buffer. `flits`: the length of its packet, if it is a header.
#[inline(always)]
pub(crate) fn emit_formed<S: Sink<Event>>(
    flit: &Flit,
    flits: impl FnOnce() -> u32,
    cycle: Cycle,
    at: NodeId,
    sink: &mut S,
) {
    let tag = flit.tag;
    if wants!(S, kinds::PACKET) && flit.kind == FlitKind::Header {
        let dst = NodeId::from_word(flit.word);
        emit(sink, cycle, at, EventKind::PacketInjected { tag, dst, flits: flits() });
    }
    if flit.last {
        emit(sink, cycle, at, EventKind::DmaSent { tag });
    }
}

/// Emits the events of a word written at its destination.
#[inline(always)]
pub(crate) fn emit_written<S: Sink<Event>>(flit: &Flit, cycle: Cycle, at: NodeId, sink: &mut S) {
    let tag = flit.tag;
    if flit.tail {
        emit(sink, cycle, at, EventKind::PacketDelivered { tag });
    }
    if flit.last {
        emit(sink, cycle, at, EventKind::DmaDelivered { tag });
    }
}

/// Emits at the end of a cycle how each part was used in it.
pub(crate) fn emit_uses<S: Sink<Event>>(machine: &Chip, sink: &mut S) {
    let array = machine.spec().array;
    let cycle = machine.state.cycle - 1;
    for rank in 0..array.nodes() {
        let at = array.node(rank);
        emit(sink, cycle, at, EventKind::Used { part: Part::Core, stall: machine.core_stall(rank) });
        emit(sink, cycle, at, EventKind::Used { part: Part::Incc, stall: machine.incc_stall(rank) });
    }
    let stall = machine.memory_node_stall();
    emit(sink, cycle, NodeId::MEMORY, EventKind::Used { part: Part::MemoryNode, stall });
    for index in 0..array.routers() {
        let stall = machine.router_stall(index);
        emit(sink, cycle, array.router_id(index), EventKind::Used { part: Part::Router, stall });
    }
}
