//! Exercises of the mapping mode (`kind = "mopt"` in an `exercise.toml`): a map, or a method with its options, is handed in and
//! measured.
//!
//! ```text
//! read        exercise.toml     keys   its keys, by table
//! work        maps and method   judge  a hand-in is measured, in steps
//! submission  the hand-in file  words  the sentences of a verdict
//! ```
//!
//! A map is only measured, so a verdict does not depend on time. A method is run here, under a budget of work.

mod judge;
pub mod keys;
mod read;
mod submission;
mod words;
mod work;

pub use judge::{Judging, References};
pub use mcore_base::packs::{
    CaseVerdict as MoptCaseVerdict, Check as MoptCheck, Claim as MoptClaim, Grade as MoptGrade,
};
pub use read::{Case, Communication, Exercise, Expect, HandIn, Limit, MOPT_KIND, Measure, Step, read_exercise};
pub use submission::MoptSubmission;
pub use words::asked;
pub use work::{MoptMethod, MoptWork};
