//! A probe: stops a copy of the chip when the event occurs that the copy is to find.

use super::node::NodeBus;
use super::{ComputeNode, TrapCause};
use core::fmt::Debug;
use mcore_cpu::isa::Instr;
use mcore_cpu::processor::{Core, Flow, Now};

/// Watches the nodes of a chip and ends the run with a trap at its event.
///
/// The definition of the machine only says where a probe is called. A run has none, so each of these places costs it
/// one test of a pointer; the call through the trait is made only in temporary copies.
pub trait Probe: Debug + Send + Sync {
    /// The instruction of the program at an address of the text. The decoded text of the copy may have a mark there.
    fn original(&self, pc: u32) -> Option<Instr>;

    /// Executes an instruction of a core, without updating the PC, with [`Core::carry_out`]. An error if the probe ends the run.
    fn perform(&self, core: &mut Core, instr: &Instr, now: Now<'_>, bus: &mut NodeBus<'_>) -> Result<Flow, TrapCause>;

    /// True if the INCC of a node may cause the probe's event in the next phase *update*. `size`: bytes of node memory.
    fn incc_counts(&self, node: &ComputeNode, size: u32) -> bool;
}
