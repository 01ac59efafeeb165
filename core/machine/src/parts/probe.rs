//! A probe: stops a copy of the chip when the event occurs that the copy is to find.

use super::node::Flow;
use super::{ComputeNode, Surroundings, TrapCause};
use core::fmt::Debug;
use mcore_cpu::isa::Instr;

/// Watches the nodes of a chip and ends the run with a trap at its event.
///
/// The definition of the machine only says where a probe is called. A run has none, so each of these places costs it
/// one test of a pointer; the call through the trait is made only in temporary copies.
pub trait Probe: Debug + Send + Sync {
    /// The instruction of the program at an address of the text. The decoded text of the copy may have a mark there.
    fn original(&self, pc: u32) -> Option<Instr>;

    /// Executes an instruction of a node, without updating the PC, with [`ComputeNode::carry_out`]. An error if the
    /// probe ends the run.
    fn perform(&self, node: &mut ComputeNode, instr: &Instr, around: &Surroundings<'_>) -> Result<Flow, TrapCause>;

    /// True if the INCC of a node may cause the probe's event in the next phase *update*. `size`: bytes of node memory.
    fn incc_counts(&self, node: &ComputeNode, size: u32) -> bool;
}
