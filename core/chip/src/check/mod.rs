//! Checks for typical mistakes of learners: a run is followed event by event, and likely bugs are reported with both
//! sides.
//!
//! Start with [`Checker`], which takes in the events. It keeps five things beside the machine:
//!
//! - for each register, bit by bit, and for each byte of memory: has anything been written there (`values.rs`)?
//! - for each word of memory: who wrote it last, who read it last, and when (`shadow.rs`);
//! - for each core: what it can know of the others (`clock.rs`, `order.rs`), so that two accesses to a word are either
//!   ordered or race. This is the happens-before of L. Lamport ("Time, Clocks, and the Ordering of Events in a
//!   Distributed System", 1978), kept as in FastTrack (C. Flanagan, S. Freund, 2009): a whole clock for each core, a
//!   single number for each access;
//! - for each core: the calls that have not returned yet (`calls.rs`);
//! - for programs with MPI: the types of messages that were sent and of receives that are open (`types.rs`), and the buffers of
//!   operations that have not ended (`requests.rs`).
//!
//! Two accesses on this chip are ordered by:
//!
//! 1. program order on one core;
//! 2. the channel: the words that one node sends to one destination arrive in the order sent;
//! 3. flags: a core that sees a *flag* written by a DMA knows what its sender knew when it started that DMA, and that
//!    everything sent to this node before it has arrived;
//! 4. the INCC: it sends one DMA after the other, so a core that sees a word of a DMA knows that the buffers of that
//!    sender's earlier DMAs have been read.
//!
//! A flag is a word that is read by a load that waits or tests (`role.rs`); in main memory, a word fetched by a get of
//! a single word. In doubt the checker reports nothing: a report that may be false is worthless.
//!
//! The state of a check depends only on the run from cycle 0. So the checks have their own machine ([`Check`]), which
//! repeats the displayed run in the background and does not slow it down.

mod calls;
mod checker;
mod clock;
mod code;
mod findings;
mod flow;
mod limits;
mod order;
mod repeats;
mod requests;
mod role;
mod run;
mod shadow;
mod transfers;
mod types;
mod values;

pub use checker::Checker;
pub use findings::{Finding, Findings, Kind, Origin, Site, Touch, Use};
pub use limits::Incomplete;
pub use run::Check;
