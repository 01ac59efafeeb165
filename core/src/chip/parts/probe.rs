//! A probe: stops a copy of the chip where something happens that the copy was made to find.

use super::node::Flow;
use super::{ComputeNode, Surroundings, TrapCause};
use crate::isa::Instr;
use core::fmt::Debug;

/// Looks at what the nodes of a chip do and ends the run with a trap where it finds its event.
///
/// The definition only says where a probe is asked. A run has none, so each of these places costs it one test of a pointer,
/// and the call through the trait is made only in copies that are thrown away.
pub trait Probe: Debug + Send + Sync {
    /// The instruction of the program at an address of the text. The decoded text of the copy may have a mark in its place.
    fn original(&self, pc: u32) -> Option<Instr>;

    /// Executes an instruction of a node, all but for the PC, with [`ComputeNode::carry_out`]. An error where the probe ends
    /// the run.
    fn perform(&self, node: &mut ComputeNode, instr: &Instr, around: &Surroundings<'_>) -> Result<Flow, TrapCause>;

    /// True if the INCC of a node, in the coming phase *update*, may do what the probe looks for. `size`: bytes of node
    /// memory.
    fn incc_counts(&self, node: &ComputeNode, size: u32) -> bool;
}
