//! Operations of ranks, and the programs that consist of them.

use crate::{Pattern, Time, Trace};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// One operation of a rank. The next one is requested when this one is done, so a program may depend on the data
/// received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// The CPU computes for this long: its clock advances.
    Compute(Time),
    /// Sends and waits until the data may be overwritten (`MPI_Send`).
    Send {
        /// Destination rank.
        to: u32,
        bytes: u64,
        tag: u32,
    },
    /// Starts to send (`MPI_Isend`). The request has the next free number, counted from 0 over these sends and receives.
    Isend {
        /// Destination rank.
        to: u32,
        bytes: u64,
        tag: u32,
    },
    /// Receives (`MPI_Recv`).
    Recv {
        /// Source rank; none is `MPI_ANY_SOURCE`.
        from: Option<u32>,
        /// Tag; none is `MPI_ANY_TAG`.
        tag: Option<u32>,
    },
    /// Starts to receive (`MPI_Irecv`).
    Irecv {
        /// Source rank; none is `MPI_ANY_SOURCE`.
        from: Option<u32>,
        /// Tag; none is `MPI_ANY_TAG`.
        tag: Option<u32>,
    },
    /// Sends and receives at the same time (`MPI_Sendrecv`).
    Sendrecv {
        /// Destination rank.
        to: u32,
        /// Bytes sent.
        bytes: u64,
        /// Source rank; none is `MPI_ANY_SOURCE`.
        from: Option<u32>,
        /// Tag of both.
        tag: u32,
    },
    /// Waits for a request (`MPI_Wait`); one that does not exist is complete.
    Wait(u32),
    /// Waits for all requests (`MPI_Waitall`).
    WaitAll,
    /// Ends.
    Done,
}

/// The message received by the last operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Status {
    /// Source rank.
    pub source: u32,
    pub tag: u32,
    pub bytes: u64,
}

/// The position of a rank in its program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Operations requested so far.
    pub step: u64,
    /// The state of a program that depends on the messages received.
    pub memory: [u32; 2],
}

/// A program for a number of ranks.
#[derive(Clone, Debug)]
pub enum Program {
    /// A built-in one.
    Pattern(Pattern, Arc<Vec<u32>>),
    /// A list of operations for each rank.
    Trace(Arc<Trace>),
}

impl Program {
    /// A built-in program for `ranks` ranks.
    pub fn pattern(mut pattern: Pattern, ranks: u32) -> Self {
        if let Pattern::Halo { grid, .. } = &mut pattern {
            *grid = grid.of_ranks(ranks);
        }
        let order = Arc::new(pattern.order(ranks));
        Self::Pattern(pattern, order)
    }

    /// A program from a trace.
    pub fn trace(trace: Trace) -> Self {
        Self::Trace(Arc::new(trace))
    }

    /// Gives the messages that each rank sends in its order: source, destination and bytes. The operations must not depend on the
    /// messages received.
    pub fn sends(&self, ranks: u32, mut message: impl FnMut(u32, u32, u64)) {
        for rank in 0..ranks {
            let mut place = Place::default();
            loop {
                match self.next(rank, ranks, &mut place, None) {
                    Op::Done => break,
                    Op::Send { to, bytes, .. } | Op::Isend { to, bytes, .. } | Op::Sendrecv { to, bytes, .. } => {
                        message(rank, to, bytes);
                    }
                    _ => {}
                }
            }
        }
    }

    /// The next operation of `rank` of `ranks`; `status` is the message received by the last one.
    pub fn next(&self, rank: u32, ranks: u32, place: &mut Place, status: Option<Status>) -> Op {
        let op = match self {
            Self::Pattern(pattern, order) => pattern.op(rank, ranks, place, status, order),
            Self::Trace(trace) => trace.op(rank, place.step),
        };
        place.step += 1;
        op
    }
}
