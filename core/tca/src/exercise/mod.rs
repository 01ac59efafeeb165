//! Exercises of the verbs mode (`kind = "tca"` in an `exercise.toml`): a script is handed in and simulated on the machine of each case.
//!
//! ```text
//! read        exercise.toml      keys   its keys, by table
//! submission  the hand-in file   judge  the script is run and compared, in steps
//! words       the sentences of a verdict
//! ```
//!
//! A run depends on nothing but the script and the case, so a verdict does not depend on where it is made.

mod judge;
pub mod keys;
mod read;
mod submission;
mod words;

pub use judge::Judging;
pub use read::{Case, Exercise, Expect, Measure, TCA_KIND, read_exercise};
pub use submission::{TcaSubmission, script_of};
pub use words::asked;
