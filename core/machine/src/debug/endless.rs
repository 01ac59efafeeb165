//! Where a program goes round that was stopped at the limit of cycles.

use super::frames::own_line_of;
use crate::fast::Machine;
use crate::parts::Phase;
use alloc::sync::Arc;
use mcore_base::{Cycle, NodeId};

/// Cycles that are simulated beyond the limit, on one node.
const CYCLES: Cycle = 20_000;
/// Cycles that are simulated beyond the limit, times the number of nodes.
const NODE_CYCLES: Cycle = 2_000_000;

/// A core that had not halted at the limit of cycles, and the lines of the user's files where it continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless {
    pub node: NodeId,
    /// It polls: it waits for another node.
    pub polls: bool,
    /// File, first line and last line; `None` if no line is known.
    pub lines: Option<(u32, u32, u32)>,
    /// Cycles for which it was followed beyond the limit.
    pub cycles: Cycle,
}

/// The first core that computes, or else the first that polls, and the lines between which it stays for some thousand
/// cycles more. The machine itself does not change.
pub fn endless(machine: &Machine) -> Option<Endless> {
    let live = |polls: bool| {
        let nodes = machine.state.nodes.iter();
        nodes.enumerate().find(|(_, n)| n.core.processor.is_live() && n.core.processor.polling().is_some() == polls)
    };
    let (rank, node) = live(false).or_else(|| live(true))?;
    let (id, polls) = (node.id, node.core.processor.polling().is_some());
    let mut copy = machine.clone();
    copy.state.phase = Phase::Running;
    Arc::make_mut(&mut copy.chip.spec).cycle_limit = Cycle::MAX;
    let most = CYCLES.min(NODE_CYCLES / machine.state.nodes.len().max(1) as u64).max(64);
    let mut lines = own_line_of(&copy, rank).map(|(file, line)| (file, line, line));
    let mut cycles = 0;
    while cycles < most && copy.step() {
        cycles += 1;
        let pc = copy.state.nodes[rank].core.processor.pc;
        let here = copy.image(rank).own_line(pc);
        if let (Some((file, first, last)), Some((of, line))) = (&mut lines, here)
            && of == *file
        {
            (*first, *last) = ((*first).min(line), (*last).max(line));
        } else if lines.is_none() {
            lines = here.map(|(file, line)| (file, line, line));
        }
    }
    Some(Endless { node: id, polls, lines, cycles })
}
