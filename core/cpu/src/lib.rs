//! The core: MIPS32 as data and pure functions, programs, start-up code, memories, and a core that executes programs.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod isa;
pub mod mem;
pub mod processor;
pub mod program;
pub mod startup;
