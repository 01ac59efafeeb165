//! The parts of the chip: the definition of the machine. Read `cycle.rs` first: it is the cycle loop of the M-Core
//! paper (figure 8). Each other file is one part.

pub(super) mod chip;
pub(super) mod command;
pub(super) mod console;
pub(super) mod cycle;
pub(super) mod digest;
pub(super) mod event;
mod file_call;
pub mod files;
pub(super) mod incc;
pub(super) mod memory_node;
pub(super) mod network;
pub(super) mod node;
pub(super) mod outcome;
pub(super) mod planes;
pub(super) mod probe;
pub(super) mod registers;
pub(super) mod router;
pub(super) mod spec;
pub(super) mod stall;
pub(super) mod trap;

pub use chip::{Chip, Image, PackedMachine, State};
pub use command::{Command, PACKET_FLITS, Sending};
pub use console::{Console, Line};
pub use cycle::{InOrder, Order};
pub use event::{Event, EventKind, kinds};
pub use files::{Content, FileRequest, Files, FilesFull};
pub use incc::{Incc, Receiving};
pub use memory_node::{MemoryNode, REQUEST_BASE, Request, SLOT_BYTES};
pub use network::{LinkUse, Network};
pub use node::{ComputeNode, Surroundings};
pub use outcome::{Outcome, Phase, Waiting};
pub use registers::reg;
pub use router::Router;
pub use spec::{Spec, SpecError};
pub use stall::{Part, Stall, Uses};
pub use trap::{DmaFault, Trap, TrapCause};

pub use mcore_cpu::processor::{FpuRegisters, LastStep, Polling, Processor, Registers};
