//! Ranks of message-passing programs: their operations, and where these come from. Modes execute them, measure them or place them.
//!
//! ```text
//! program   operations of a rank, one after the other      pattern  built-in programs
//! trace     operations as text, one line for each          record   the messages of a run as a file
//! matching  which message a receive gets                   map      the node of each rank as a file
//! collective  collective operations as messages            time_independent  traces of SimGrid
//! ```
//!
//! A rank asks for its next operation when the last one is done, so a program may depend on the messages received. Another source of
//! operations, such as the calls of a recorded run or compiled code, is a variant of [`Program`] that answers the same question.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod collective;
mod map;
mod matching;
mod pattern;
mod program;
pub mod record;
mod time_independent;
mod trace;

pub use collective::{COLLECTIVE, Collective};
pub use map::{MapFault, RankMap, RankMapError, write_map};
pub use matching::Matching;
pub use pattern::{Grid, Pattern};
pub use program::{Op, Place, Program, Status};
pub use time_independent::is_one as is_time_independent;
pub use trace::{Trace, TraceError, write_op};

/// Time in picoseconds.
pub type Time = u64;

/// Picoseconds in a nanosecond.
pub const NS: Time = 1000;

#[cfg(test)]
mod tests;
