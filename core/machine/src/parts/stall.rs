//! The use of each part of the chip in the last cycle: it made progress, or there is exactly one reason why it did not.
//!
//! All reasons are derived from the state between two cycles, so they cost nothing while the machine runs and are exact
//! at any cycle. A part that neither moved nor changed anything has the first reason that applies in this order: it is
//! blocked ([`Stall::Xoff`], [`Stall::OutputHeld`], [`Stall::PageMiss`]), its input has not arrived yet
//! ([`Stall::AwaitingFlits`], polling), it has nothing to do ([`Stall::Idle`], halted).

use super::{Chip, Incc, Processor, Receiving, Router, reg};
use mcore_base::{Cycle, NodeId};
use mcore_cpu::mem::REGISTER_PAGE;
use mcore_net::{PORTS, Port, neighbour};

/// A part of the chip that is active or idle in each cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The core of a compute node.
    Core,
    /// The INCC of a compute node.
    Incc,
    /// The memory node without its router.
    MemoryNode,
    Router,
}

/// Why a part of the chip made no progress in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Stall {
    /// Core: in a loop that only reads memory, waiting for it to change.
    Polling,
    /// Core: in a loop that reads INCC_STATUS, waiting for its INCC.
    WaitingForIncc,
    /// Core: in a loop that reads the cycle counter, waiting for a time.
    WaitingForTime,
    /// Core: has halted.
    Halted,
    /// Core: has trapped.
    Trapped,
    /// INCC or router: the FIFO that the flit goes to is full.
    Xoff,
    /// Router: the output that the packet needs is held by another packet.
    OutputHeld,
    /// Memory node: a page is being copied into the page buffer.
    PageMiss,
    /// INCC or router: a packet has passed in part, and its next flit has not arrived yet.
    AwaitingFlits,
    /// INCC, router or memory node: nothing to do.
    Idle,
}

impl Stall {
    /// Every reason, in the order of their numbers.
    pub const ALL: [Self; 10] = [
        Self::Polling,
        Self::WaitingForIncc,
        Self::WaitingForTime,
        Self::Halted,
        Self::Trapped,
        Self::Xoff,
        Self::OutputHeld,
        Self::PageMiss,
        Self::AwaitingFlits,
        Self::Idle,
    ];

    /// The name in machine-readable reports.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Polling => "polling",
            Self::WaitingForIncc => "waiting-for-incc",
            Self::WaitingForTime => "waiting-for-time",
            Self::Halted => "halted",
            Self::Trapped => "trapped",
            Self::Xoff => "xoff",
            Self::OutputHeld => "output-held",
            Self::PageMiss => "page-miss",
            Self::AwaitingFlits => "awaiting-flits",
            Self::Idle => "idle",
        }
    }
}

/// Cycles of one part of the chip, by use. Progress and all stalls add up to the cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Cycles with progress.
    pub progress: u64,
    stalled: [u64; Stall::ALL.len()],
}

impl Uses {
    /// Counts a cycle.
    #[inline]
    pub fn add(&mut self, stall: Option<Stall>) {
        match stall {
            None => self.progress += 1,
            Some(stall) => self.stalled[stall as usize] += 1,
        }
    }

    /// Counts cycles of the same use.
    pub fn add_many(&mut self, stall: Option<Stall>, cycles: u64) {
        match stall {
            None => self.progress += cycles,
            Some(stall) => self.stalled[stall as usize] += cycles,
        }
    }

    /// Cycles lost for a reason.
    pub fn stalled(&self, stall: Stall) -> u64 {
        self.stalled[stall as usize]
    }

    /// All cycles counted.
    pub fn cycles(&self) -> u64 {
        self.progress + self.stalled.iter().sum::<u64>()
    }

    /// The reasons that occurred, with their cycles.
    pub fn reasons(&self) -> impl Iterator<Item = (Stall, u64)> + '_ {
        Stall::ALL.into_iter().map(|s| (s, self.stalled(s))).filter(|(_, n)| *n > 0)
    }
}

impl core::ops::AddAssign for Uses {
    fn add_assign(&mut self, other: Self) {
        self.progress += other.progress;
        self.stalled.iter_mut().zip(other.stalled).for_each(|(a, b)| *a += b);
    }
}

/// Why an INCC made no progress. A flit that is still in the output buffer after a cycle (`full`) was refused by the router.
/// A command that waits without such a flit (`busy`) is being accepted, which is progress.
fn incc_reason(full: bool, busy: bool, receiving: &Option<Receiving>) -> Option<Stall> {
    match (full, busy, receiving) {
        (true, _, _) => Some(Stall::Xoff),
        (false, true, _) => None,
        (false, false, Some(_)) => Some(Stall::AwaitingFlits),
        (false, false, None) => Some(Stall::Idle),
    }
}

impl Incc {
    /// The stall at the end of a cycle in which it passed no flit to its router; `None` if it made progress.
    pub(crate) fn stall(&self, cycle: Cycle) -> Option<Stall> {
        let written = self.last_write.is_some_and(|(at, _)| at == cycle);
        if self.input.is_some() || written || self.start.is_some() {
            return None;
        }
        incc_reason(self.out.is_some(), self.current.is_some() || self.interface.is_some(), &self.receiving)
    }
}

impl Router<'_> {
    /// Why it made no progress, given that no link carries a flit that it has sent.
    pub(crate) fn stall(self) -> Stall {
        if self.is_empty() {
            let held = (0..PORTS).any(|output| self.holder(output).is_some());
            return if held { Stall::AwaitingFlits } else { Stall::Idle };
        }
        // A packet that holds its output and could not move met Xoff; the heads of all others wait for an output.
        let granted = (0..PORTS).filter_map(|output| self.holder(output)).any(|input| self.front(input).is_some());
        if granted { Stall::Xoff } else { Stall::OutputHeld }
    }
}

impl Chip {
    /// Why the core of a rank made no progress in the last cycle; `None` if it did. Valid after the first cycle.
    pub fn core_stall(&self, rank: usize) -> Option<Stall> {
        let p = &self.state.nodes[rank].core.processor;
        if p.trapped {
            return Some(Stall::Trapped);
        }
        if let Some((_, at)) = p.halted {
            // In the cycle of its halt it executed an instruction.
            return (at + 1 < self.state.cycle).then_some(Stall::Halted);
        }
        Self::wait_of(p)
    }

    /// Why a core that has executed an instruction in a cycle made no progress by it: it polls.
    #[inline]
    pub(crate) fn wait_of(p: &Processor) -> Option<Stall> {
        let polling = p.polling()?;
        Some(match polling.addr {
            _ if polling.timed => Stall::WaitingForTime,
            Some(addr) if addr == REGISTER_PAGE + reg::INCC_STATUS => Stall::WaitingForIncc,
            _ => Stall::Polling,
        })
    }

    /// The stall of a rank's INCC; `None` if it made progress.
    pub fn incc_stall(&self, rank: usize) -> Option<Stall> {
        let node = &self.state.nodes[rank];
        if self.has_injected(node.id) {
            return None;
        }
        match self.state.cycle.checked_sub(1) {
            Some(last) => node.incc.stall(last),
            None => Some(Stall::Idle),
        }
    }

    /// The stall of the memory node with its INCC and page buffer; `None` if it made progress.
    pub fn memory_node_stall(&self) -> Option<Stall> {
        let node = &self.state.memory_node;
        let taken = node.taken_at.is_some_and(|at| at + 1 == self.state.cycle);
        if self.has_injected(NodeId::MEMORY) || taken {
            return None;
        }
        let (_, copying) = node.page();
        if copying && node.out.is_none() {
            return Some(Stall::PageMiss);
        }
        let to_send = node.current.is_some() || node.answering.is_some() || !node.queue.is_empty();
        incc_reason(node.out.is_some(), to_send || !node.input.is_empty(), &node.receiving)
    }

    /// The stall of a router (by its index in row order over the whole mesh); `None` if it made progress.
    pub fn router_stall(&self, index: usize) -> Option<Stall> {
        let network = &self.state.network;
        let at = self.spec().array.router_id(index);
        if Port::ALL.into_iter().any(|port| self.carries(at, port)) {
            return None;
        }
        Some(network.router(index).stall())
    }

    /// True if the link that leaves a router by a port carried a flit in the last cycle.
    pub(super) fn carries(&self, at: NodeId, port: Port) -> bool {
        let array = self.spec().array;
        let network = &self.state.network;
        match neighbour(array, at, port) {
            Some(next) => network.router(array.router(next)).on_link(port.opposite() as usize).is_some(),
            None => port == Port::Incc && network.router(array.router(at)).to_incc().is_some(),
        }
    }

    /// True if the INCC of a node passed a flit to its router in the last cycle.
    fn has_injected(&self, at: NodeId) -> bool {
        self.state.network.router(self.spec().array.router(at)).on_link(Port::Incc as usize).is_some()
    }
}
