//! The core: its state, its floating-point unit, its faults, and how polling loops are recognised.

mod fault;
mod float;
mod pending;
mod poll;
mod state;

pub use fault::Fault;
pub use float::{FpuRegisters, Width, pairs};
pub use pending::PendingFloat;
pub use poll::{PollWatch, Polling, Registers};
pub use state::{LastStep, Processor};
