//! One cycle of the chip: the loop of the M-Core paper (figure 8).
//!
//! ```text
//! while some core runs:
//!     for every compute node: the core executes one instruction
//!     for every node:   incc.update(); router.update()     registers take what the links carried
//!     for every router: switching()                        routes and arbitrates
//!     for every node:   incc.comm(); router.comm()         drives the links
//!     cycle += 1
//! ```
//!
//! This is the definition of the machine. Every faster path must give the same states.

use super::event::{Before, emit, emit_formed, emit_uses, emit_written, kinds, wants};
use super::{Chip, ComputeNode, Event, EventKind, Image, Outcome, Phase, Surroundings, Trap, TrapCause, Waiting};
use alloc::vec::Vec;
use mcore_base::{Cycle, NodeId, Null, Sink};
use mcore_net::{Flit, FlitKind, PackedFlit};

/// Maximum number of instructions of a loop that are searched for a load.
const MAX_LOOP: usize = 64;
use core::ops::AddAssign;

/// The order in which the nodes of a phase are visited. It never matters; a test shuffles it.
pub trait Order {
    /// Calls `visit` once for each of `0..count`.
    fn each(&mut self, count: usize, visit: impl FnMut(usize));

    /// Calls `visit` for all of `0..count` routers, each once. A word holds eight of them ([`Network`] describes it):
    /// the arguments are the number of the word and a mask with the bytes of the routers to visit.
    ///
    /// [`Network`]: super::Network
    fn planes(&mut self, count: usize, mut visit: impl FnMut(usize, u64)) {
        self.each(count, |router| visit(router / 8, 0xff << (router % 8 * 8)));
    }
}

/// From the first to the last.
pub struct InOrder;

impl Order for InOrder {
    #[inline]
    fn each(&mut self, count: usize, visit: impl FnMut(usize)) {
        (0..count).for_each(visit);
    }

    /// All routers of a word at once.
    #[inline]
    fn planes(&mut self, count: usize, mut visit: impl FnMut(usize, u64)) {
        (0..count.div_ceil(8)).for_each(|word| visit(word, u64::MAX));
    }
}

/// The activity of the cores in one cycle.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cores {
    /// Some core will execute another instruction.
    pub(crate) live: bool,
    /// Some core has started a DMA.
    pub(crate) started: bool,
    /// Some core has executed an instruction outside polling loops.
    pub(crate) computing: bool,
}

/// The result of the update of one INCC or of all.
#[derive(Clone, Copy, Default)]
pub(crate) struct Moved {
    /// Flits formed.
    pub(crate) formed: u32,
    /// Flits written, or consumed if they are not written.
    pub(crate) consumed: u32,
    /// A DMA is still in flight.
    pub(crate) busy: bool,
}

impl AddAssign for Moved {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.formed += other.formed;
        self.consumed += other.consumed;
        self.busy |= other.busy;
    }
}

/// Phase *update* of one INCC. `arrived`: the flit on the link from its router.
#[inline]
pub(crate) fn update_node<S: Sink<Event>>(
    node: &mut ComputeNode,
    image: &Image,
    arrived: Option<PackedFlit>,
    cycle: Cycle,
    traps: &mut Vec<Trap>,
    sink: &mut S,
) -> Moved {
    if arrived.is_none() && node.incc.is_idle() {
        return Moved::default();
    }
    if let Some(probe) = &image.probe
        && probe.incc_counts(node, image.code.map.size)
    {
        traps.push(Trap { node: node.id, pc: 0, cycle, cause: TrapCause::Break(0) });
    }
    let consumed = u32::from(node.incc.input.is_some());
    let had_flit = node.incc.out.is_some();
    let input = if wants!(S, kinds::ALL) { node.incc.input.map(PackedFlit::flit) } else { None };
    if let Some(flit) = &input {
        emit_written(flit, cycle, node.id, sink);
    }
    let next_read = if wants!(S, kinds::WORD) { node.incc.current.and_then(|c| c.next_read()) } else { None };
    if let Some(offset) = node.incc.update(cycle, node.id, &image.code.map, &mut node.core.memory, arrived) {
        node.core.processor.word_arrived(offset);
        node.core.processor.text_written |= image.code.is_text(offset);
        if let Some(Flit { tag, word, .. }) = input {
            emit(sink, cycle, node.id, EventKind::WordWritten { tag, addr: offset.into(), word });
        }
    }
    let formed = u32::from(!had_flit && node.incc.out.is_some());
    if wants!(S, kinds::ALL)
        && !had_flit
        && let Some(flit) = &node.incc.out.map(PackedFlit::flit)
    {
        if let Some(addr) = next_read {
            let addr = image.code.map.wrap(addr as u32).into();
            emit(sink, cycle, node.id, EventKind::WordRead { tag: flit.tag, addr });
        }
        let flits = || node.incc.current.map_or(0, |sending| sending.packet_flits());
        emit_formed(flit, flits, cycle, node.id, sink);
    }
    Moved { formed, consumed, busy: !node.incc.is_idle() }
}

impl Chip {
    /// Simulates one cycle. False, and nothing changes, if the run has ended.
    pub fn step(&mut self) -> bool {
        self.step_with(&mut Null)
    }

    /// Simulates one cycle and emits its events to a sink. False, and nothing changes, if the run has ended.
    ///
    /// As [`Chip::step_in`], but while no DMA is in flight it skips the phases that would have nothing to do.
    pub fn step_with<S: Sink<Event>>(&mut self, sink: &mut S) -> bool {
        if matches!(self.state.phase, Phase::Ended(_)) {
            return false;
        }
        let mut traps = Vec::new();
        let cores = self.execute(&mut InOrder, &mut traps, sink);
        let busy =
            (self.state.quiet_since.is_none() || cores.started) && self.communicate(&mut InOrder, &mut traps, sink);
        self.conclude(cores, busy, traps);
        if wants!(S, kinds::USED) {
            emit_uses(self, sink);
        }
        true
    }

    /// Simulates one cycle, visiting the nodes of each phase in a given order. This is the definition, without
    /// shortcuts.
    pub fn step_in<S: Sink<Event>>(&mut self, order: &mut impl Order, sink: &mut S) -> bool {
        if matches!(self.state.phase, Phase::Ended(_)) {
            return false;
        }
        let mut traps = Vec::new();
        let cores = self.execute(order, &mut traps, sink);
        let busy = self.communicate(order, &mut traps, sink);
        self.conclude(cores, busy, traps);
        if wants!(S, kinds::USED) {
            emit_uses(self, sink);
        }
        true
    }

    /// Emits the events from here to the end of the run, but none of cycle `until` or later, to a sink. The machine
    /// does not advance; a copy of it does. So the events of any interval of a run can be derived from the state at its
    /// start.
    pub fn emit_until<S: Sink<Event>>(&self, until: Cycle, sink: &mut S) {
        let mut copy = self.clone();
        while copy.state.cycle < until && copy.step_with(sink) {}
    }

    /// All phases after the cores. True if a DMA is still in flight.
    pub(super) fn communicate<S: Sink<Event>>(
        &mut self,
        order: &mut impl Order,
        traps: &mut Vec<Trap>,
        sink: &mut S,
    ) -> bool {
        let busy = self.update(order, traps, sink);
        self.state.network.switch(order);
        self.comm(order, sink);
        busy
    }

    /// Every live core executes one instruction.
    fn execute<S: Sink<Event>>(&mut self, order: &mut impl Order, traps: &mut Vec<Trap>, sink: &mut S) -> Cores {
        let Self { spec, images, state, .. } = self;
        let cycle = state.cycle;
        let mut cores = Cores::default();
        let mut asked = Vec::new();
        order.each(state.nodes.len(), |rank| {
            let node = &mut state.nodes[rank];
            if !node.core.processor.is_live() {
                return;
            }
            let around = Surroundings { spec, image: &images[node.image as usize], cycle };
            let before = Before::of::<S>(node, &around);
            match node.execute_known(&around, before.instr) {
                Ok(()) => {
                    if node.request.is_some() {
                        // Its events contain the result.
                        asked.push((rank as u32, before));
                    } else if wants!(S, kinds::ALL) {
                        before.emit(node, cycle, sink);
                    }
                    cores.computing |= node.core.processor.polling().is_none();
                }
                Err(cause) => {
                    emit(sink, cycle, node.id, EventKind::Trapped { pc: before.pc, cause });
                    node.core.processor.trapped = true;
                    traps.push(Trap { node: node.id, pc: node.core.processor.last.pc, cycle, cause });
                }
            }
            cores.live |= node.core.processor.is_live();
            cores.started |= node.incc.start.is_some();
        });
        if !asked.is_empty() {
            self.serve(asked, traps, sink);
            cores.live = self.state.nodes.iter().any(|node| node.core.processor.is_live());
        }
        cores
    }

    /// The file system serves the cores that have made a request in this cycle.
    #[cold]
    fn serve<S: Sink<Event>>(&mut self, mut asked: Vec<(u32, Before)>, traps: &mut Vec<Trap>, sink: &mut S) {
        asked.sort_unstable_by_key(|(rank, _)| *rank);
        let cycle = self.state.cycle;
        let mut ranks: Vec<u32> = asked.iter().map(|(rank, _)| *rank).collect();
        let first = traps.len();
        self.serve_files(&mut ranks, |node, cause| {
            node.core.processor.trapped = true;
            traps.push(Trap { node: node.id, pc: node.core.processor.last.pc, cycle, cause });
        });
        for (rank, before) in asked {
            let node = &self.state.nodes[rank as usize];
            match traps[first..].iter().find(|trap| trap.node == node.id) {
                Some(trap) => emit(sink, cycle, node.id, EventKind::Trapped { pc: trap.pc, cause: trap.cause }),
                None => before.emit(node, cycle, sink),
            }
        }
    }

    /// Phase *update*: INCCs and routers take what the links carried. True if a DMA is still in flight.
    fn update<S: Sink<Event>>(&mut self, order: &mut impl Order, traps: &mut Vec<Trap>, sink: &mut S) -> bool {
        let Self { spec, images, state, .. } = self;
        let cycle = state.cycle;
        let mut moved = Moved::default();
        order.each(state.nodes.len(), |rank| {
            let node = &mut state.nodes[rank];
            let arrived = state.network.deliver(spec.array.router(node.id));
            moved += update_node(node, &images[node.image as usize], arrived, cycle, traps, sink);
        });
        moved += self.update_memory_node(traps, sink);

        let state = &mut self.state;
        state.network.update(order);
        state.in_flight = state.in_flight + moved.formed - moved.consumed;
        moved.busy || state.in_flight != 0
    }

    /// Phase *update* of the memory node.
    pub(crate) fn update_memory_node<S: Sink<Event>>(&mut self, traps: &mut Vec<Trap>, sink: &mut S) -> Moved {
        let Self { spec, images, state, .. } = self;
        let cycle = state.cycle;
        let mut moved = Moved::default();
        let memory_node = &mut state.memory_node;
        let arrived = state.network.deliver(spec.array.router(NodeId::MEMORY)).map(PackedFlit::flit);
        let had_flit = memory_node.out.is_some();
        let sending = wants!(S, kinds::DMA).then(|| memory_node.current.map(|(sending, _)| sending));
        let oldest = wants!(S, kinds::DMA | kinds::PACKET | kinds::WORD).then(|| memory_node.input.front().copied());
        let next_word = if wants!(S, kinds::WORD) { memory_node.next_word() } else { (None, None) };
        if let Err(cause) = memory_node.update(cycle, &images[0].code.map, arrived) {
            emit(sink, cycle, NodeId::MEMORY, EventKind::Trapped { pc: 0, cause });
            traps.push(Trap { node: NodeId::MEMORY, pc: 0, cycle, cause });
        }
        let taken = memory_node.taken_at == Some(cycle);
        if let Some(flit) = oldest.flatten().filter(|_| taken) {
            emit_written(&flit, cycle, NodeId::MEMORY, sink);
            if let (FlitKind::Data, Some(addr)) = (flit.kind, next_word.0) {
                let Flit { tag, word, .. } = flit;
                emit(sink, cycle, NodeId::MEMORY, EventKind::WordWritten { tag, addr, word });
            }
        }
        if !had_flit && let Some(flit) = &memory_node.out.map(PackedFlit::flit) {
            moved.formed = 1;
            if let Some(addr) = next_word.1 {
                emit(sink, cycle, NodeId::MEMORY, EventKind::WordRead { tag: flit.tag, addr });
            }
            let flits = || memory_node.current.map_or(0, |(sending, _)| sending.packet_flits());
            emit_formed(flit, flits, cycle, NodeId::MEMORY, sink);
        }
        if let Some(command) = sending.and_then(|before| memory_node.begun(before)) {
            emit(sink, cycle, NodeId::MEMORY, EventKind::DmaStarted { first: memory_node.packets, command });
        }
        moved.consumed = u32::from(taken);
        moved.busy = !memory_node.is_idle();
        moved
    }

    /// Phase *comm*: output buffers and crossbars drive the links.
    fn comm<S: Sink<Event>>(&mut self, order: &mut impl Order, sink: &mut S) {
        let Self { spec, state, .. } = self;
        let cycle = state.cycle;
        order.each(state.nodes.len(), |rank| {
            let node = &mut state.nodes[rank];
            state.network.inject(spec.array.router(node.id), &mut node.incc.out, cycle, sink);
        });
        state.network.inject(spec.array.router(NodeId::MEMORY), &mut state.memory_node.out, cycle, sink);
        state.network.comm(order, cycle, state.memory_node.xoff(), sink);
    }

    /// End of a cycle: ends the run if it is over, with its outcome.
    pub(crate) fn conclude(&mut self, cores: Cores, busy: bool, mut traps: Vec<Trap>) {
        let state = &mut self.state;
        state.cycle += 1;
        state.flit_cycles += u64::from(state.in_flight);
        match (busy, state.quiet_since) {
            (true, _) => state.quiet_since = None,
            (false, None) => state.quiet_since = Some(state.cycle),
            (false, Some(_)) => {}
        }
        if !traps.is_empty() {
            traps.sort_unstable();
            state.phase = Phase::Ended(Outcome::Trapped(traps));
        } else if !cores.live {
            let cycles = match state.phase {
                Phase::Draining { cycles } => cycles,
                _ => state.cycle,
            };
            state.phase = match busy {
                true => Phase::Draining { cycles },
                false => Phase::Ended(Outcome::Halted { cycles, drain: state.cycle - cycles }),
            };
        } else if !cores.computing
            && let Some(waiting) = self.deadlock()
        {
            self.state.phase = Phase::Ended(Outcome::Deadlock(waiting));
        }
        self.check_memory();
        if self.state.cycle >= self.spec.cycle_limit && !matches!(self.state.phase, Phase::Ended(_)) {
            self.state.phase = Phase::Ended(Outcome::CycleLimit);
        }
    }

    /// Ends the run if the nodes have touched more memory than allowed. In a cycle each of them can touch two pages,
    /// one by its core and one by its INCC; this bounds how long no further check is needed.
    pub(crate) fn check_memory(&mut self) {
        let Self { spec, images, state, .. } = self;
        if state.cycle < state.memory_check || matches!(state.phase, Phase::Ended(_)) {
            return;
        }
        let own = |node: &ComputeNode| {
            u64::from(node.core.memory.touched_pages().saturating_sub(images[node.image as usize].text_pages))
        };
        let pages: u64 = state.nodes.iter().map(own).sum();
        if pages > spec.node_memory_pages {
            state.phase = Phase::Ended(Outcome::MemoryLimit { pages });
        } else {
            let cycles = (spec.node_memory_pages - pages) / (2 * state.nodes.len() as u64);
            state.memory_check = state.cycle + cycles.max(1);
        }
    }

    /// If no core can ever progress: which core waits for what. Each live core must have completed an iteration of a
    /// loop that only reads, started after the last DMA was over, and that does not wait for a time; then all further
    /// iterations are identical.
    pub(crate) fn deadlock(&self) -> Option<Vec<Waiting>> {
        let state = &self.state;
        let quiet_since = state.quiet_since?;
        let live = state.nodes.iter().enumerate().filter(|(_, n)| n.core.processor.is_live());
        let all: Option<Vec<_>> = live
            .map(|(rank, node)| {
                let p = node.core.processor.polling()?;
                let for_ever = !p.timed && p.since >= quiet_since;
                for_ever.then_some((rank, Waiting { node: node.id, pc: p.head, addr: None }))
            })
            .collect();
        Some(all?.into_iter().map(|(rank, waiting)| Waiting { addr: self.polled(rank), ..waiting }).collect())
    }

    /// The address that a polling core reads in each iteration. `None` if its loop reads nothing: then the last address
    /// that the core has read was before the loop.
    pub fn polled(&self, rank: usize) -> Option<u32> {
        let polling = self.state.nodes.get(rank)?.core.processor.polling()?;
        polling.addr.filter(|_| self.may_read(rank, polling.head))
    }

    /// False if the code from the head of a loop to the branch back to it contains no load. True if it takes another path.
    fn may_read(&self, rank: usize, head: u32) -> bool {
        let image = self.image(rank);
        let mut pc = head;
        for _ in 0..MAX_LOOP {
            let Some(instr) = image.code.instr(pc) else { return true };
            if instr.op.is_load() {
                return true;
            }
            if instr.op.is_branch() {
                let in_slot = image.code.instr(pc.wrapping_add(4)).is_none_or(|slot| slot.op.is_load());
                return instr.target(pc) != Some(head) || in_slot;
            }
            pc = pc.wrapping_add(4);
        }
        true
    }
}

impl TrapCause {
    /// True if the memory node found it, not a core.
    pub const fn is_of_memory_node(&self) -> bool {
        matches!(self, Self::SlotOverrun(_) | Self::BadRequest { .. } | Self::NoSuchSlot(_) | Self::MainMemoryFull)
    }
}
