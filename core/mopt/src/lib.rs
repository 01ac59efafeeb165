//! The mapping mode (MOPT): its model, its views and its session.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod exercise;
pub mod model;
mod session;
mod view;

pub use exercise::{MOPT_KIND, MoptCaseVerdict, MoptCheck, MoptGrade, MoptMethod};
pub use session::{
    MOPT_COMMUNICATION, MOPT_METHODS, MOPT_MORE, MOPT_NETWORK, Mopt, MoptAct, MoptBuilt, MoptCommand, MoptExerciseView,
    MoptGraded, MoptHandIn, MoptJob, MoptLimits, MoptNews, MoptOwnAct, MoptPlan, MoptSave, MoptSession, MoptTakes,
    MoptUpdate, mopt_lesson, mopt_lessons, mopt_paper_plans,
};
pub use view::{
    MOPT_NO_LINK, MOPT_OWN, MoptBin, MoptCandidate, MoptChange, MoptChip, MoptDifference, MoptEdge, MoptHandover,
    MoptHistogram, MoptInput, MoptJson, MoptLink, MoptLinkRow, MoptLinks, MoptLoads, MoptMatrix, MoptMeasures,
    MoptOwnView, MoptPair, MoptPaper, MoptPaperRow, MoptPart, MoptResult, MoptShape, MoptStep, MoptTasks, MoptWay,
    mopt_bytes, mopt_cost, mopt_names, mopt_papers, mopt_short,
};
