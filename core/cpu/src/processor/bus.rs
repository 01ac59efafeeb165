//! The border between a core and its surroundings.

use super::{Code, Core, Fault};
use crate::isa::Instr;
use mcore_base::Cycle;

/// Memory-mapped registers that every core has: byte offsets from [`REGISTER_PAGE`](crate::mem::REGISTER_PAGE).
pub mod reg {
    /// Read only: cycles since the start, low word.
    pub const CYCLE_LO: u32 = 0x28;
    /// Read only: cycles since the start, high word.
    pub const CYCLE_HI: u32 = 0x2c;
    /// Write only: the low byte goes to the console.
    pub const CONSOLE: u32 = 0x30;
    /// Write only: the core stops; the word is its exit code.
    pub const HALT: u32 = 0x34;
}

/// The code that a core runs, and the cycle of its next instruction.
#[derive(Clone, Copy, Debug)]
pub struct Now<'a> {
    pub code: &'a Code,
    pub cycle: Cycle,
}

/// The effect of an instruction on the flow of control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next instruction follows.
    Next,
    /// A taken branch or a jump: its target follows the delay slot.
    Branch(u32),
    /// A branch-likely that is not taken: the delay slot is skipped and costs no cycle.
    SkipSlot,
    /// The core halts with an exit code.
    Halt(u32),
}

/// Everything around a core: its console, its devices, the services of the simulator.
///
/// A core is generic over it, so nothing is called through a pointer. Methods with a body are hooks: a bus that needs them
/// replaces them, and the others pay nothing.
pub trait Bus: Sized {
    /// Why a core stops by an error: a fault of the core or an error of a device.
    type Trap: From<Fault>;

    /// The number of the core (`rdhwr 0`).
    fn rank(&self) -> u32;

    /// Reads a register of the register page that is not in [`reg`]. `None` if it cannot be read.
    fn load(&mut self, offset: u32) -> Option<u32>;

    /// Writes a register of the register page that is not in [`reg`]. `None` if it cannot be written.
    fn store(&mut self, offset: u32, value: u32) -> Option<Result<Flow, Self::Trap>>;

    /// Bytes printed so far.
    fn printed(&self) -> usize;

    /// Bytes that may be printed in all.
    fn console_limit(&self) -> usize;

    /// Prints bytes. The core has checked the limit.
    fn print(&mut self, bytes: &[u8], cycle: Cycle);

    /// Selects the stream of the following bytes: the standard error or the standard output.
    fn select(&mut self, error: bool);

    /// Serves a system call that the core does not know. `core` may be changed except for its PC.
    fn call(&mut self, core: &mut Core, number: u32, now: Now<'_>) -> Result<Flow, Self::Trap> {
        let _ = (core, now);
        Err(Fault::Syscall(number).into())
    }

    /// Executes an instruction with [`Core::carry_out`], without updating the PC. A bus that observes instructions does so
    /// here. The fast blocks of a burst execute the most common instructions without it.
    #[inline]
    fn perform(&mut self, core: &mut Core, instr: &Instr, now: Now<'_>) -> Result<Flow, Self::Trap> {
        core.carry_out(instr, now, self)
    }

    /// The instruction of the program at an address of the text, if [`Code::text`] has another one in its place, at which a
    /// block ends.
    #[inline]
    fn original(&self, pc: u32) -> Option<Instr> {
        let _ = pc;
        None
    }
}
