//! Observers: record and report events on the chip.

pub(super) mod chain;
pub(super) mod messages;
pub(super) mod mpi;
pub(super) mod mpi_run;
pub(super) mod observer;
pub(super) mod profile;
pub(super) mod spacetime;
pub(super) mod tally;
pub(super) mod unreceived;

pub use chain::{Blocked, Cause, Chain};
pub use messages::{MAX_MESSAGES, Message, Messages};
pub use mpi::{Mpi, MpiCall, MpiMessage, MpiNews};
pub use mpi_run::{CommRecord, MpiMessages, MpiProfile, MpiUse, Pair};
pub use observer::{Events, Instructions, Observer};
pub use profile::{Profile, Spent};
pub use spacetime::{CoreTimes, CoreUse, SpaceTime};
pub use tally::{Carried, Latencies, Link, Tally};
pub use unreceived::{Unreceived, unreceived};
