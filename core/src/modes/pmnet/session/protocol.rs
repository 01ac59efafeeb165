//! The commands and updates of a session of PMNet: lists of runs, and no commands of its own.

use super::plan::PmnetPlan;
use crate::mode::{Command, Update};
use crate::modes::pmnet::view::PmnetResult;
use serde::{Deserialize, Serialize};

/// Commands and news of the mode: there are none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PmnetNone {}

/// The commands of a session.
pub type PmnetCommand = Command<PmnetPlan, PmnetNone>;
/// The updates of a session.
pub type PmnetUpdate = Update<PmnetNone, PmnetNone, PmnetResult>;
