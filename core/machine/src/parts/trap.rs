//! Forbidden actions of a program. A trap is part of the state: it can be shown, rewound and reached again.

use mcore_base::{Cycle, NodeId};
use mcore_cpu::isa::exec::printf::BadFormat;
use mcore_cpu::mem::{Access, AccessError};
use mcore_cpu::processor::Fault;

/// An error in a DMA_PUT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DmaFault {
    /// A command still waits in the interface: INCC_STATUS must be polled first.
    Overrun,
    /// There is no compute node (and not the memory node) with this ID.
    NoSuchNode(u32),
    /// The size is not a multiple of 4.
    Size(u32),
    /// The local range is misaligned or leaves node memory.
    Local {
        /// First address.
        addr: u32,
        /// Distance between words.
        stride: i32,
        /// Number of words.
        words: u32,
        error: AccessError,
    },
    /// The remote range is misaligned or leaves the destination's memory.
    Remote {
        /// First address.
        addr: u64,
        /// Distance between words.
        stride: i32,
        /// Number of words.
        words: u32,
        error: AccessError,
    },
}

/// Why the chip stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TrapCause {
    /// A load, store or fetch at a forbidden address.
    Address {
        addr: u32,
        /// The kind of access.
        access: Access,
        error: AccessError,
    },
    /// In strict addressing: the PC has left the program's text.
    NotText(u32),
    /// A memory-mapped register that does not exist, or does not allow this kind of access or this size.
    Register {
        /// Offset in the register page.
        offset: u32,
        /// The kind of access.
        access: Access,
    },
    /// Signed overflow in `add`, `addi` or `sub`.
    Overflow,
    /// The word is not an instruction of this core, or names a floating-point register that cannot hold a double.
    Reserved(u32),
    /// An operation of the floating-point unit with an exception that FCSR enables.
    FloatingPoint {
        /// The enabled [`exception`](mcore_cpu::isa::exec::fpu::exception) bits; bit 5: an operation left to software.
        cause: u8,
    },
    /// `break` with its code.
    Break(u32),
    /// A conditional trap instruction (`teq` ...) with its code.
    TrapInstruction(u32),
    /// `syscall` with an unknown number.
    Syscall(u32),
    /// System call 64 with a wrong format.
    Format {
        /// Address of the `%` of the wrong conversion.
        addr: u32,
        /// The error.
        fault: BadFormat,
    },
    /// A wrong DMA_PUT.
    Dma(DmaFault),
    /// The node has printed more than the console holds.
    ConsoleFull,
    /// The node has written more than all files may hold.
    FilesFull,
    /// At the memory node: a request slot was overwritten while its request was waiting. The rank owns the slot.
    SlotOverrun(u32),
    /// At the memory node: the request of this rank cannot be answered.
    BadRequest {
        /// Owner of the slot.
        rank: u32,
        /// The error in the answering DMA_PUT.
        fault: DmaFault,
    },
    /// At the memory node: a word was written past the last request slot.
    NoSuchSlot(u64),
    /// At the memory node: main memory has reached its ceiling.
    MainMemoryFull,
}

impl From<Fault> for TrapCause {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Address { addr, access, error } => Self::Address { addr, access, error },
            Fault::NotText(pc) => Self::NotText(pc),
            Fault::Register { offset, access } => Self::Register { offset, access },
            Fault::Overflow => Self::Overflow,
            Fault::Reserved(word) => Self::Reserved(word),
            Fault::FloatingPoint { cause } => Self::FloatingPoint { cause },
            Fault::Break(code) => Self::Break(code),
            Fault::TrapInstruction(code) => Self::TrapInstruction(code),
            Fault::Syscall(number) => Self::Syscall(number),
            Fault::Format { addr, fault } => Self::Format { addr, fault },
            Fault::ConsoleFull => Self::ConsoleFull,
        }
    }
}

/// A trap: which node, where, when, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Trap {
    /// The node that trapped ([`NodeId::MEMORY`] for the memory node).
    pub node: NodeId,
    /// Address of the instruction (0 for the memory node).
    pub pc: u32,
    /// The cycle of the trap.
    pub cycle: Cycle,
    pub cause: TrapCause,
}
