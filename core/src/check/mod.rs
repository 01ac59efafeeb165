//! Checks for what learners get wrong: a run is followed event by event, and what cannot be meant is reported, naming
//! both sides.
//!
//! Begin with [`Checker`], which takes the events in. It keeps four things beside the machine:
//!
//! - for each register, bit by bit, and for each byte of memory: has anything been written there (`values.rs`)?
//! - for each word of memory: who wrote it last, who read it last, and when (`shadow.rs`);
//! - for each core: what it can know of the others (`clock.rs`, `order.rs`), so that two accesses to a word are either
//!   ordered or race. This is the happens-before of L. Lamport ("Time, Clocks, and the Ordering of Events in a
//!   Distributed System", 1978), kept as in FastTrack (C. Flanagan, S. Freund, 2009): a whole clock for each core, a
//!   single number for each access;
//! - for each core: the calls that have not come back (`calls.rs`).
//!
//! What orders two accesses on this chip:
//!
//! 1. program order on one core;
//! 2. what one node sends to one destination arrives in the order sent;
//! 3. a core that sees a *flag* written by a DMA knows what its sender knew when it started that DMA, and that
//!    everything sent to this node before it has arrived;
//! 4. an INCC sends one DMA after the other, so whoever sees a word of a DMA knows that the buffers of that sender's
//!    earlier ones have been read.
//!
//! A flag is what is looked at by a load that waits or tests (`role.rs`); in main memory, what a get of a single word
//! fetches. Where a rule is uncertain it decides for the program: a report is worth nothing if it may be false.
//!
//! The state of a check is a function of the run from cycle 0. So a check that lags behind the shown run is a second run
//! ([`Check`]), and the shown one pays nothing.

mod calls;
mod checker;
mod clock;
mod code;
mod findings;
mod flow;
mod limits;
mod order;
mod role;
mod run;
mod shadow;
mod transfers;
mod values;

pub use checker::Checker;
pub use findings::{Finding, Findings, Kind, Origin, Site, Use};
pub use limits::Incomplete;
pub use run::Check;
