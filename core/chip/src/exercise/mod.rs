//! Exercises of the chip: programs. A strict reader of what lecturers write, and the judgement of a student's run. The parts of
//! packs that do not depend on the kind of exercises are in [`mcore_base::packs`].
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
mod expect;
mod facts;
mod grade;
mod input;
mod judge;
pub mod keys;
mod limits;
mod pack;
mod pattern;
mod prepare;
mod raster;
mod read_case;
mod submission;

pub use case::{Case, Visibility};
pub use compare::{exact_answer, trimmed_answer};
pub use data::{Digest, Tolerance, Unit};
pub use expect::{Ends, Equals, Expect, Holds, Memory, Prints, Score, Step};
pub use facts::{Carried, Finished, RunFacts, Traffic};
pub use grade::{CaseRun, CaseVerdict, Grade, Grading, References, reference_run};
pub use input::{Fill, Input, Order, Place, Random, Range, Target, Write};
pub use judge::{Check, Detail, Differs, Ending, Right, Subject, Wrong, is_right, judge, speedup_hundredths};
pub use limits::MAX_SHOWN_OUTPUT;
pub use mcore_base::packs::{
    Edition, FORMAT, MAX_FILE_BYTES, MAX_PICTURE_BYTES, MAX_SUBMISSION_BYTES, MAX_TEXT_BYTES, Named, Pack, PackError,
    PackFile, Picture, digest, from_hex, hex, is_private, picture, pictures, read_pack, split_hints,
};
pub use pack::{Exercise, Language, MachineSize, read_exercise};
pub use prepare::{Data, LoadFault, load};
pub use raster::Raster;
pub use submission::{Claim, HandedIn, Submission};
