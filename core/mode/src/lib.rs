//! The framework for modes: everything that modes have in common.
//!
//! A mode describes its settings once, as a [`Plan`]. The form of the page, the options of the command, the saved text and the
//! problems by field follow from that description. A [`Mode`] does its work; [`Session`] adds numbered commands with
//! answers, lists of runs, and frames of which at most one is in flight.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod exercise;
mod frames;
mod lesson;
mod plan;
mod request;
mod session;

pub use exercise::{CaseView, ExerciseView, Graded, hand_in_name, no_exercise_text};
pub use frames::Frames;
pub use lesson::Lesson;
pub use plan::{Choice, Field, Kind, Plan, Problem, Unit, listed, toggled};
pub use request::Request;
pub use session::{Command, CommandOf, Mode, Never, Out, Progress, Refusal, Session, Turn, Update, UpdateOf};
