//! The memory mode (PMNet): its model, its views and its session.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod model;
mod session;
mod view;

pub use model::{MissKinds as PmnetMisses, Roof as PmnetRoof, Roofline as PmnetRoofline};
pub use session::{
    PMNET_FILES, PMNET_PRESETS, PMNET_PROGRAM, PMNET_RUN, PMNET_TRACES, Pmnet, PmnetBytes, PmnetCommand, PmnetDat,
    PmnetDocument, PmnetEdit, PmnetFile, PmnetKind, PmnetPlan, PmnetScenario, PmnetSession, PmnetSetting, PmnetUpdate,
    pmnet_changes, pmnet_open, pmnet_plans, pmnet_preset, pmnet_programs, pmnet_properties, pmnet_scenarios,
    pmnet_settings, pmnet_sweep, pmnet_synthetic, pmnet_systems, pmnet_title,
};
pub use view::{PmnetBadLines, PmnetLevel, PmnetObject, PmnetPhase, PmnetRegion, PmnetResult, pmnet_results_of};
pub use view::{PmnetBox, PmnetMap, PmnetWhat, PmnetWire, pmnet_free, pmnet_nested};
pub use view::{bandwidth_text, bottleneck_text, kind_text, moved_text, seconds_text};
