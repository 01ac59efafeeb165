//! The forbidden actions of an instruction.

use crate::isa::exec::printf::BadFormat;
use crate::mem::{Access, AccessError};

/// Why a core cannot execute an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
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
        /// The enabled [`exception`](crate::isa::exec::fpu::exception) bits; bit 5: an operation left to software.
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
    /// The console holds no more.
    ConsoleFull,
}
