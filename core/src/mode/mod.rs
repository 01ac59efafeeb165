//! The frame of a mode: everything about being a mode that is not its own matter.
//!
//! A mode describes its settings once, as a [`Plan`]. The form of the page, the options of the command, the saved text and the
//! problems by field follow from that description.

mod plan;

pub use plan::{Choice, Field, Kind, Plan, Problem, Unit};
