//! The interconnect mode (NSIM): its model, its views and its session.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod model;
mod session;
mod view;

pub use session::{
    NSIM_MAPPING, NSIM_PARAMS, NSIM_PROGRAM, NSIM_TARGET, Nsim, NsimAct, NsimBuilt, NsimCommand, NsimLesson,
    NsimLimits, NsimNews, NsimPlan, NsimSession, NsimStep, NsimUpdate, nsim_lessons, scenario, sizes,
};
pub use view::{
    MAX_WAITING, NsimLatency, NsimLink, NsimLinkRow, NsimNetwork, NsimPrediction, NsimRecipe, NsimResult, NsimWaiting,
    nsim_time, waiting_text,
};
pub use view::{NO_LINK, NsimDiagram, NsimFrame, NsimOutcome, NsimPort, NsimShape, NsimState, NsimSwitch, doing};
