//! The stops of a run: breakpoints, watchpoints, and events. They are derived from two neighbouring states, so they
//! work in both directions.
//!
//! A breakpoint stops at the cycle whose state is just before the instruction, every other stop at the cycle whose
//! state is just after the event. So for each cycle p there are two questions: what happened in cycle p - 1, and which
//! instructions are about to execute in p?

use super::{Register, Test, When};
use crate::fast::Machine;
use crate::parts::{Event, EventKind, kinds};
use crate::parts::{LastStep, Outcome, Phase};
use alloc::vec::Vec;
use mcore_base::timeline::{Journal, Moment};
use mcore_base::{Bits, Cycle, NodeId, Simulation, Sink};

/// Maximum number of stops in a list.
pub const MAX_STOPS: usize = 256;
/// Maximum number of reasons reported per cycle.
const MAX_REASONS: usize = 16;

/// The place that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    /// A register; not [`Register::Pc`], which changes all the time.
    Register(Register),
    /// Bytes of node memory.
    Memory {
        /// Offset of the first one.
        addr: u32,
        /// Number of bytes.
        bytes: u32,
    },
}

/// The accesses that trigger a watchpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Read, by the core or by the INCC that sends it. (Memory only.)
    Read,
    /// Written, by the core or by the INCC that receives it.
    Write,
    /// Written, with a value other than before.
    Change,
    /// Written, and the value passes the test; in memory the first word is tested.
    Value(Test),
}

/// The condition that stops a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// An instruction is about to execute.
    Pc(u32),
    /// A cycle is reached.
    Cycle(Cycle),
    /// A register or memory is used.
    Watch(Watched, How),
    DmaStarted,
    /// The last word of a DMA has arrived.
    DmaArrived,
    /// There is communication: a DMA or a packet starts or arrives.
    Communication,
    /// A core or the memory node traps.
    Trap,
    /// The chip is in a deadlock.
    Deadlock,
    /// A core halts.
    Halt,
}

/// One breakpoint, watchpoint or event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Its number, chosen by the code that set it.
    pub id: u32,
    pub trigger: Trigger,
    /// The nodes where it applies; empty: all.
    pub nodes: Vec<NodeId>,
    /// Stops only if this holds, at the node and in the state of the stop.
    pub condition: Option<When>,
}

/// Why a run has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The number of the stop.
    pub id: u32,
    /// The node, if the stop concerns one.
    pub node: Option<NodeId>,
}

/// A list of stops prepared for a machine.
#[derive(Clone, Debug)]
pub struct Stops {
    stops: Vec<Stop>,
    /// By (address - lowest) / 4: there is a breakpoint.
    pcs: Bits,
    lowest: u32,
    words: u32,
    watches: bool,
    events: bool,
}

/// A watched place that is being accessed in the next cycle.
struct Pending {
    stop: usize,
    rank: usize,
    /// The accessed part of the watched bytes: offset of the first, and number (at most 8 for a write).
    part: (u32, u32),
    /// The register, or these bytes, before the access.
    before: u64,
    /// The accessor: a core that reads, stores, or writes a register; or an INCC.
    by: By,
}

#[derive(Clone, Copy, PartialEq)]
enum By {
    Read,
    Store,
    Register,
    Incc,
}

/// Events that may trigger stops.
#[derive(Default)]
struct Caught(Vec<Event>);

impl Sink<Event> for Caught {
    const WANTS: u32 = kinds::DMA | kinds::PACKET;

    fn emit(&mut self, event: Event) {
        self.0.push(event);
    }
}

impl Stop {
    pub(crate) fn concerns(&self, node: NodeId) -> bool {
        self.nodes.is_empty() || self.nodes.contains(&node)
    }
}

impl Default for Stops {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Stops {
    /// Prepares a list; at most [`MAX_STOPS`] are used.
    pub fn new(mut stops: Vec<Stop>) -> Self {
        stops.truncate(MAX_STOPS);
        let pcs = || stops.iter().filter_map(|s| if let Trigger::Pc(pc) = s.trigger { Some(pc) } else { None });
        let lowest = pcs().min().unwrap_or(0);
        // Even far apart they need few words: a text has at most 16 MiB.
        let words = pcs().max().map_or(0, |highest| (highest - lowest).min(16 << 20) / 4 + 1);
        let mut set = Bits::new(words as usize);
        pcs().filter(|pc| (pc - lowest) / 4 < words).for_each(|pc| set.insert(((pc - lowest) / 4) as usize));
        let watches = stops.iter().any(|s| matches!(s.trigger, Trigger::Watch(..)));
        let is_event = |t| matches!(t, Trigger::DmaStarted | Trigger::DmaArrived | Trigger::Communication);
        let events = stops.iter().any(|s| is_event(s.trigger));
        Self { stops, pcs: set, lowest, words, watches, events }
    }

    /// The stops.
    pub(crate) fn list(&self) -> &[Stop] {
        &self.stops
    }

    /// True if nothing can stop a run.
    pub fn is_empty(&self) -> bool {
        self.stops.is_empty()
    }

    /// Advances one cycle and returns the reasons to stop at the cycle reached; none: continue. False if the run has
    /// ended.
    pub fn step(&self, moment: &mut Moment<Machine>, journal: &Journal<super::Edit>) -> (bool, Vec<Reason>) {
        let pending = if self.watches { self.pending(&moment.state) } else { Vec::new() };
        let mut caught = Caught::default();
        let goes_on = match self.events {
            true => moment.step_by(journal, |machine| machine.step_with(&mut caught)),
            false => moment.step_by(journal, Machine::step),
        };
        let mut reasons = Vec::new();
        if goes_on {
            let mut add = |machine: &Machine, stop: &Stop, node: Option<NodeId>| {
                let rank = node.and_then(|id| machine.spec().array.rank(id));
                let holds = stop.condition.as_ref().is_none_or(|c| rank.is_none_or(|rank| c.holds(machine, rank)));
                let reason = Reason { id: stop.id, node };
                if holds && reasons.len() < MAX_REASONS && !reasons.contains(&reason) {
                    reasons.push(reason);
                }
            };
            self.happened(&moment.state, &pending, &caught.0, &mut add);
            self.about_to(&moment.state, &mut add);
        }
        (goes_on, reasons)
    }

    /// The reasons to stop before the first cycle of a run, which no step reaches.
    pub fn at_start(&self, machine: &Machine) -> Vec<Reason> {
        let mut reasons = Vec::new();
        self.about_to(machine, &mut |machine, stop, node| {
            let rank = node.and_then(|id| machine.spec().array.rank(id));
            if stop.condition.as_ref().is_none_or(|c| rank.is_none_or(|rank| c.holds(machine, rank))) {
                reasons.push(Reason { id: stop.id, node });
            }
        });
        reasons.truncate(MAX_REASONS);
        reasons
    }

    /// Breakpoints: instructions that execute in the next cycle.
    fn about_to(&self, machine: &Machine, add: &mut impl FnMut(&Machine, &Stop, Option<NodeId>)) {
        if self.words == 0 || !matches!(machine.state.phase, Phase::Running) {
            return;
        }
        for node in &machine.state.nodes {
            let pc = node.core.processor.pc;
            let index = pc.wrapping_sub(self.lowest) / 4;
            if index < self.words && self.pcs.contains(index as usize) && node.core.processor.is_live() {
                for stop in self.stops.iter().filter(|s| s.trigger == Trigger::Pc(pc) && s.concerns(node.id)) {
                    add(machine, stop, Some(node.id));
                }
            }
        }
    }

    /// All other stops: effects of the previous cycle.
    fn happened(
        &self,
        machine: &Machine,
        pending: &[Pending],
        caught: &[Event],
        add: &mut impl FnMut(&Machine, &Stop, Option<NodeId>),
    ) {
        for p in pending.iter().filter(|p| self.has_come(machine, p)) {
            add(machine, &self.stops[p.stop], Some(machine.state.nodes[p.rank].id));
        }
        let cycle = machine.cycle();
        for stop in &self.stops {
            match stop.trigger {
                Trigger::Cycle(at) if at == cycle => add(machine, stop, None),
                Trigger::Halt => {
                    let halted = |code: Option<(u32, Cycle)>| code.is_some_and(|(_, at)| at + 1 == cycle);
                    for node in machine.state.nodes.iter().filter(|n| halted(n.core.processor.halted)) {
                        if stop.concerns(node.id) {
                            add(machine, stop, Some(node.id));
                        }
                    }
                }
                Trigger::Trap => {
                    if let Some(Outcome::Trapped(traps)) = machine.outcome() {
                        for trap in traps.iter().filter(|t| stop.concerns(t.node)) {
                            add(machine, stop, Some(trap.node));
                        }
                    }
                }
                Trigger::Deadlock => {
                    if let Some(Outcome::Deadlock(waiting)) = machine.outcome()
                        && waiting.iter().any(|w| stop.concerns(w.node))
                    {
                        add(machine, stop, None);
                    }
                }
                Trigger::DmaStarted | Trigger::DmaArrived | Trigger::Communication => {
                    for event in caught.iter().filter(|e| stop.concerns(e.node)) {
                        let counts = match stop.trigger {
                            Trigger::DmaStarted => matches!(event.what, EventKind::DmaStarted { .. }),
                            Trigger::DmaArrived => matches!(event.what, EventKind::DmaDelivered { .. }),
                            _ => true,
                        };
                        if counts {
                            add(machine, stop, Some(event.node));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The watched accesses of the next cycle.
    fn pending(&self, machine: &Machine) -> Vec<Pending> {
        let mut pending = Vec::new();
        for (rank, node) in machine.state.nodes.iter().enumerate() {
            let size = node.core.memory.size();
            let access = machine.next_access(rank);
            for (stop, s) in self.stops.iter().enumerate() {
                let Trigger::Watch(watched, how) = s.trigger else { continue };
                if !s.concerns(node.id) {
                    continue;
                }
                let mut push = |by, part| {
                    let before = part_of(machine, rank, watched, part);
                    pending.push(Pending { stop, rank, part, before, by });
                };
                match watched {
                    Watched::Register(_) if node.core.processor.is_live() => push(By::Register, (0, 0)),
                    Watched::Register(_) => {}
                    Watched::Memory { addr, bytes } => {
                        let meet = |from: u32, count: u32| {
                            let (first, end) = (from.max(addr), (from + count).min(addr.saturating_add(bytes)));
                            (first < end).then(|| (first, end - first))
                        };
                        if let Some(a) = access.filter(|a| a.store != (how == How::Read))
                            && let Some(part) = meet(a.offset, a.bytes)
                        {
                            push(if a.store { By::Store } else { By::Read }, part);
                        }
                        let incc = if how == How::Read { node.next_departure(size) } else { node.next_arrival(size) };
                        if let Some(part) = incc.and_then(|offset| meet(offset, 4)) {
                            push(By::Incc, part);
                        }
                    }
                }
            }
        }
        pending
    }

    /// Whether a pending access has happened and counts.
    fn has_come(&self, machine: &Machine, pending: &Pending) -> bool {
        let Trigger::Watch(watched, how) = self.stops[pending.stop].trigger else { return false };
        let processor = &machine.state.nodes[pending.rank].core.processor;
        let last = &processor.last;
        let done = match (pending.by, watched) {
            // A load that traps has read nothing.
            (By::Read, _) => !processor.trapped,
            // A store-conditional that fails has stored nothing.
            (By::Store, _) => last.stored.is_some(),
            (By::Register, Watched::Register(register)) => !processor.trapped && writes(last, register),
            (By::Register, _) => false,
            (By::Incc, _) => true,
        };
        done && match how {
            How::Read | How::Write => true,
            How::Change => part_of(machine, pending.rank, watched, pending.part) != pending.before,
            How::Value(test) => value_now(machine, pending.rank, watched).is_some_and(|value| test.passes(value)),
        }
    }
}

/// True if the last instruction wrote a register.
pub(crate) fn writes(last: &LastStep, register: Register) -> bool {
    match register {
        Register::General(n) => n < 32 && last.registers >> n & 1 != 0,
        Register::Float(n) => n < 32 && last.float_registers >> n & 1 != 0,
        Register::Hi => last.registers >> 32 & 1 != 0,
        Register::Lo => last.registers >> 33 & 1 != 0,
        Register::Pc => true,
    }
}

fn value_now(machine: &Machine, rank: usize, watched: Watched) -> Option<u32> {
    match watched {
        Watched::Register(register) => machine.register(rank, register),
        Watched::Memory { addr, bytes } => {
            let memory = &machine.state.nodes[rank].core.memory;
            let word = |at: u32| (0..4.min(bytes)).map(|i| u32::from(memory.byte(at + i)) << (8 * i)).sum();
            (addr.checked_add(bytes)? <= memory.size()).then(|| word(addr))
        }
    }
}

/// The value of the register, or of some bytes of memory (at most eight).
fn part_of(machine: &Machine, rank: usize, watched: Watched, (from, count): (u32, u32)) -> u64 {
    match watched {
        Watched::Register(register) => machine.register(rank, register).unwrap_or(0).into(),
        Watched::Memory { .. } => {
            let memory = &machine.state.nodes[rank].core.memory;
            (from..from + count.min(8)).fold(0, |sum, at| sum << 8 | u64::from(memory.byte(at)))
        }
    }
}
