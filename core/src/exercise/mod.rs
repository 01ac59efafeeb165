//! Exercises: what a lecturer writes in a pack, read strictly, and the judgement of a student's run.
//!
//! One code for page, command line and tests: the same pack and the same program give the same verdict everywhere.
//! Packs come from outside, so everything in them is checked and an error names file, line and key.
//!
//! - [`read_exercise`] turns the files of a pack into an [`Exercise`].
//! - [`Case::writes`] says what to place in the nodes' memories before a run.
//! - [`judge`] compares a finished run with what the case expects.

mod case;
mod judge;
mod pack;
mod toml_table;

pub use case::{Case, Equals, Expect, Fill, Input, Place, Write};
pub use judge::{Check, RunFacts, judge, speedup_hundredths};
pub use pack::{Exercise, Machine, PackError, read_exercise};
