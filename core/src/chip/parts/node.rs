//! A compute node without its router.

use super::{Console, Incc, Processor};
use crate::base::NodeId;
use crate::mem::NodeMemory;

/// Core, node memory, INCC and console.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ComputeNode {
    /// Its place.
    pub id: NodeId,
    /// Which of the machine's images it runs.
    pub image: u32,
    /// The core.
    pub processor: Processor,
    /// Node memory.
    pub memory: NodeMemory,
    /// Communication controller.
    pub incc: Incc,
    /// What it has printed.
    pub console: Console,
    /// True once its text has been overwritten: instructions are then decoded from memory each time.
    pub text_written: bool,
}
