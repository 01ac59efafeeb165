//! The core: a MIPS32 core with its memory, which executes a program. It knows nothing of a chip or a network.
//!
//! [`Core::execute`] defines what an instruction does; [`Core::segment`] and [`Core::run`] do the same faster. A [`Bus`] is
//! everything outside: the console, devices, and system calls that the core does not serve.

mod access;
mod burst;
mod bus;
mod chain;
mod code;
mod core;
mod fault;
mod float;
mod lowered;
mod pending;
mod poll;
mod records;
mod services;
mod state;

pub use self::core::Core;
pub use access::{MemoryAccess, extent};
pub use burst::{End, Limits, Records, Undisturbed};
pub use bus::{Bus, Flow, Now, reg};
pub use code::{Code, TooLarge};
pub use fault::Fault;
pub use float::FpuRegisters;
pub use poll::{PollWatch, Polling, Registers};
pub use records::{Block, Blocks, Single, Was};
pub use state::{LastStep, Processor};

use pending::PendingFloat;

#[cfg(test)]
mod tests;
