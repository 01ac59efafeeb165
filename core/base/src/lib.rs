//! Types that every layer uses: time, places, bounded queues, random numbers, bilingual text and diagnostics.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod bits;
mod diag;
mod edit_distance;
mod encoding;
mod exact;
mod fifo;
mod grouping;
mod number;
pub mod packs;
mod pictures;
mod place;
mod rng;
mod sim;
mod sink;
pub mod stats;
mod text;
pub mod timeline;
mod words;

pub use bits::Bits;
pub use diag::{Diagnostic, FileId, Severity, SourceFile, Span};
pub use edit_distance::nearest;
pub use encoding::{Encoding, line_that_is_not_utf8, without_mark};
pub use exact::{MAX_EXACT, at_most_exact, at_most_exact_option};
pub use fifo::Fifo;
pub use grouping::near_cube;
pub use number::{decimals, grouped, percent, short};
pub use pictures::pictures;
pub use place::{Array, NodeId};
pub use rng::Rng;
pub use sim::{Goal, Simulation};
pub use sink::{Count, Each, Kinded, Null, Only, Record, Sink, Tee};
pub use text::{Lang, Text, counted};
pub use words::same_words;

/// A point in simulated time, counted in clock cycles since the start of the run.
pub type Cycle = u64;

/// Names that exported macros need; not for direct use.
#[doc(hidden)]
pub mod __private {
    pub use alloc::format;
}
