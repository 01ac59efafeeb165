//! The commands and updates of a session of PMNet: lists of runs, and no commands of its own.

use super::plan::PmnetPlan;
use crate::view::PmnetResult;
use mcore_mode::{Command, Never, Update};

/// The commands of a session.
pub type PmnetCommand = Command<PmnetPlan, Never>;
/// The updates of a session.
pub type PmnetUpdate = Update<Never, Never, PmnetResult>;
