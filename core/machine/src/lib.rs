//! The M-Core machine: compute nodes, path nodes and a memory node on a mesh of wormhole routers.
//!
//! - `parts` defines the machine. Read `parts/cycle.rs` first: it is the cycle loop of the M-Core paper (figure 8).
//! - `reference` is a second, readable model of routers, links, INCCs and memory node. Tests compare it with `parts`.
//! - `fast` reaches the same states as `parts` in less time.
//! - `observe` records and reports what happens.
//! - `debug` is for a debugger: stops, steps, edits, searches and comparisons of runs.
//!
//! State is plain data. In each phase a node writes only its own state and reads other nodes' state only as committed
//! by an earlier phase, so the order in which nodes are visited never changes a result.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod debug;
mod fast;
mod observe;
mod parts;
#[cfg(feature = "reference")]
pub mod reference;

#[cfg(test)]
mod tests;

pub use debug::{
    Act, Basis, Block, Call, Comparison, Condition, ConditionError, Difference, Done, Edit, EditError, Endless,
    Executed, Expression, ExpressionError, Fault, Frame, Global, How, Inlined, Kind, Leave, LineBack, LineStep, Lines,
    MAX_EXPRESSION, MAX_STOPS, MAX_WORDS, MemoryAccess, Mismatch, NoValue, Number, Outside, Place, Problem, Reason,
    Register, Relation, Run, Scope, Senders, Sent, Shape, Sought, Spot, Started, Stop, Stops, Test, Trigger, Value,
    Wanted, Watched, WayOut, When, WhenError, Writer, WriterSearch, Wrong, calls, endless, enters_line, executes,
    executes_at, extent, frames, line_at, own_line_of, sought, wanted,
};
pub use fast::{Activity, Machine, Meter};
pub use observe::{
    Blocked, Carried, Cause, Chain, CommRecord, CoreTimes, CoreUse, Events, Instructions, Latencies, Link,
    MAX_MESSAGES, Message, Messages, Mpi, MpiCall, MpiMessage, MpiMessages, MpiNews, MpiProfile, MpiUse, Observer,
    Pair, Profile, SpaceTime, Spent, Tally, Unreceived, unreceived,
};
/// The numbers of the system calls that serve files.
pub use parts::files;
pub use parts::{
    Chip, Command, ComputeNode, Console, Content, DmaFault, Event, EventKind, FileRequest, Files, FpuRegisters, Image,
    InOrder, Incc, LastStep, Line, LinkUse, MemoryNode, Network, Order, Outcome, PACKET_FLITS, PackedMachine, Part,
    Phase, Polling, Processor, REQUEST_BASE, Receiving, Registers, Request, Router, SLOT_BYTES, Sending, Spec,
    SpecError, Stall, State, Trap, TrapCause, Uses, Waiting, kinds, reg,
};
