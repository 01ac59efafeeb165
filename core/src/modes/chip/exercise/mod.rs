//! Exercises: a strict reader of the packs that lecturers write, and the judgement of a student's run.
//!
//! The page, the command and the tests share one implementation: the same pack and program give the same verdict
//! everywhere.
//! Packs and submissions come from outside, so everything in them is checked and an error names file, line and key.
//!
//! - [`read_exercise`] turns the files of a pack into an [`Exercise`].
//! - [`load`] makes a machine with the inputs of a case in its memories; [`CaseRun`] runs it.
//! - [`judge()`] compares a finished run with the expectations of the case; [`Grading`] does all cases and adds up the
//!   points.
//! - [`Submission`] is the file that a student hands in.

mod case;
mod compare;
mod data;
mod error;
mod expect;
mod facts;
mod files;
mod grade;
mod input;
mod judge;
pub mod keys;
mod limits;
mod pack;
mod pattern;
mod picture;
mod prepare;
mod read_case;
mod submission;
mod toml_table;

pub use case::{Case, Visibility};
pub use compare::{exact_answer, trimmed_answer};
pub use data::{Digest, Tolerance, Unit, from_hex, hex};
pub use error::PackError;
pub use expect::{Ends, Equals, Expect, Memory, Prints, Score, Step};
pub use facts::{Carried, Finished, RunFacts, Traffic};
pub use files::{Named, PackFile};
pub use grade::{CaseRun, CaseVerdict, Grade, Grading, References, reference_run};
pub use input::{Fill, Input, Order, Place, Random, Range, Target, Write};
pub use judge::{Check, Detail, Differs, Ending, Right, Subject, Wrong, is_right, judge, speedup_hundredths};
pub use limits::{MAX_FILE_BYTES, MAX_PICTURE_BYTES, MAX_SHOWN_OUTPUT, MAX_SUBMISSION_BYTES, MAX_TEXT_BYTES};
pub use pack::{Edition, Exercise, FORMAT, Language, MachineSize, Pack, read_exercise, read_pack, split_hints};
pub use picture::{Picture, picture, pictures};
pub use prepare::{Data, LoadFault, load};
pub use submission::{Claim, HandedIn, Submission, digest, exercise_of, is_private};
