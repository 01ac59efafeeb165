//! The commands and updates of a session of PMNet: lists of runs, and no commands of its own.

use super::plan::PmnetPlan;
use crate::mode::{Command, Never, Update};
use crate::modes::pmnet::view::PmnetResult;

/// The commands of a session.
pub type PmnetCommand = Command<PmnetPlan, Never>;
/// The updates of a session.
pub type PmnetUpdate = Update<Never, Never, PmnetResult>;
