//! The M-Core machine: compute nodes, path nodes and a memory node on a mesh of wormhole routers.
//!
//! Read `cycle.rs` first: it is the cycle loop of the M-Core paper (figure 8). Each other file is one part of the chip.
//! State is plain data. Every phase of a cycle writes only what belongs to one node, and reads of others only what the
//! phases before have fixed, so the order in which nodes are visited never changes a result.

mod access;
mod ahead;
mod burst;
mod chain;
mod command;
mod condition;
mod console;
mod cycle;
mod difference;
mod digest;
mod edit;
mod event;
mod express;
mod fpu;
mod incc;
mod lanes;
mod line_back;
mod lookout;
mod machine;
mod memory_node;
mod messages;
mod meter;
mod network;
mod node;
mod outcome;
mod poll;
mod processor;
mod quiet;
mod registers;
mod router;
mod sleep;
mod spacetime;
mod spec;
mod stall;
mod stop;
mod tally;
mod trap;
mod trial;
mod walk;
mod writer;

#[cfg(test)]
mod tests;

pub use access::{MemoryAccess, extent};
pub use chain::{Blocked, Cause, Chain};
pub use command::{Command, PACKET_FLITS, Sending};
pub use condition::{Comparison, Condition, ConditionError, Place, Problem, Test};
pub use console::Console;
pub use cycle::{InOrder, Order};
pub use difference::{Act, Difference, Done, Kind, Mismatch, Run, Spot};
pub use edit::{Edit, EditError, MOST_WORDS, Register};
pub use event::{Event, EventKind, kinds};
pub use fpu::FpuRegisters;
pub use incc::{Incc, Receiving};
pub use line_back::LineBack;
pub use machine::{Image, Machine, PackedMachine, State};
pub use memory_node::{MemoryNode, REQUEST_BASE, Request, SLOT_BYTES};
pub use messages::{MOST_MESSAGES, Message, Messages};
pub use meter::{Activity, Meter};
pub use network::{LinkUse, Network};
pub use node::ComputeNode;
pub use outcome::{Outcome, Phase, Waiting};
pub use poll::{Polling, Registers};
pub use processor::{LastStep, Processor};
pub use registers::reg;
pub use router::Router;
pub use spacetime::{CoreTimes, CoreUse, SpaceTime};
pub use spec::{Spec, SpecError};
pub use stall::{Part, Stall, Uses};
pub use stop::{How, MOST_STOPS, Reason, Stop, Stops, Trigger, Watched};
pub use tally::{Carried, Latencies, Link, Tally};
pub use trap::{DmaFault, Trap, TrapCause};
pub use walk::{LineStep, enters_line, executes, line_at};
pub use writer::{Executed, Writer, WriterSearch};
