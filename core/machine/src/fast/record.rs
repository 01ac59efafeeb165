//! The record of a window, for an observer.
//!
//! A window may be rolled back, in part or as a whole, and its cores run one after the other. So everything that an observer
//! is to learn about a window is collected here, and reported when the window is over. Instructions are recorded by block,
//! the use of the cores by intervals, and the moves of flits by bits: bit *n* of a router belongs to the *n*-th cycle of
//! communication in the window.
//!
//! Two things last longer than a window. A parked core repeats the same iteration, so its instructions are the iteration's
//! times a number, which is known when it wakes. And a part that is never mentioned was idle, or its core had halted.

use super::burst::{Meanwhile, Stop, Taken};
use super::machine::Machine;
use crate::observe::{Instructions, Observer};
use crate::parts::{Chip, ComputeNode, Event, EventKind, Network, Part, Processor, Stall, Surroundings, Uses, kinds};
use alloc::{vec, vec::Vec};
use core::ops::Range;
use mcore_base::{Bits, Cycle, Kinded as _, Sink};
use mcore_cpu::isa::{Op, rows};
use mcore_cpu::processor::{Blocks, Single};
use mcore_net::{PORTS, Port};

/// Whether windows are recorded. A constant, so that a run without observer pays nothing.
pub(super) trait Recorder {
    /// True if there is a record.
    const ON: bool;

    /// The record, if there is one.
    fn record(&mut self) -> Option<&mut Record>;

    /// [`ComputeNode::burst`] with or without record.
    #[inline(always)]
    fn burst(
        node: &mut ComputeNode,
        around: &Surroundings<'_>,
        until: Cycle,
        meanwhile: &Meanwhile,
        taken: Taken<'_>,
    ) -> (Cycle, Stop) {
        match Self::ON {
            true => node.burst::<true>(around, until, meanwhile, taken),
            false => node.burst::<false>(around, until, meanwhile, taken),
        }
    }

    /// Simulates one cycle by the plain step.
    fn step(&mut self, machine: &mut Chip) -> bool;

    /// A window is over: reports it.
    fn commit(&mut self, machine: &Chip);

    /// The present window is to be simulated again, cycle by cycle.
    fn discard(&mut self, machine: &Chip);
}

/// A run without observers.
pub(super) struct Unobserved;

impl Recorder for Unobserved {
    const ON: bool = false;

    fn record(&mut self) -> Option<&mut Record> {
        None
    }
    fn step(&mut self, machine: &mut Chip) -> bool {
        machine.step()
    }
    fn commit(&mut self, _: &Chip) {}
    fn discard(&mut self, _: &Chip) {}
}

/// Observers with the record of the present window.
pub(super) struct Observed<'a, 'b> {
    observers: &'a mut [&'b mut dyn Observer],
    record: Record,
}

/// Passes all events of a plain step on.
struct All<'a, 'b>(&'a mut [&'b mut dyn Observer], u32);

impl Sink<Event> for All<'_, '_> {
    const WANTS: u32 = kinds::ALL & !(kinds::RETIRED | kinds::WORD);

    #[inline]
    fn emit(&mut self, event: Event) {
        if self.1 >> event.kind() & 1 != 0 {
            self.0.emit(event);
        }
    }
}

/// The part of the lists that belongs to one burst of a core, or to the time for which it was parked.
#[derive(Debug)]
struct Section {
    rank: u32,
    /// The burst was rolled back.
    cancelled: bool,
    blocks: usize,
    singles: usize,
    spans: usize,
    events: usize,
}

/// Cycles that a core used in the same way.
#[derive(Debug)]
struct Span {
    cycles: Range<Cycle>,
    stall: Option<Stall>,
}

/// A core that is parked, or was in this window.
#[derive(Clone, Debug)]
struct Parked {
    /// The cycle in which its next iteration began; the maximum if it is not parked.
    since: Cycle,
    stall: Option<Stall>,
    /// The instructions of an iteration.
    iteration: Vec<(u32, Op)>,
}

/// The use of the cycles of communication in a window by one router.
#[derive(Clone, Copy, Debug, Default)]
struct Moves {
    progress: u64,
    /// By reason, as in [`REASONS`]; a cycle with progress does not count.
    stalled: [u64; REASONS.len()],
}

/// The reasons why a router with a packet makes no progress.
const REASONS: [Stall; 3] = [Stall::Xoff, Stall::OutputHeld, Stall::AwaitingFlits];

/// Flits of one packet, or of several, that left a router by a port in consecutive cycles.
#[derive(Debug)]
struct Carried {
    router: u32,
    port: u8,
    first: Cycle,
    flits: u32,
    packets: u32,
}

/// See the top of the file.
#[derive(Debug)]
pub(super) struct Record {
    /// The kinds of events that the observer wants.
    pub(super) wants: u32,
    /// The first cycle of the window.
    from: Cycle,
    sections: Vec<Section>,
    blocks: Blocks,
    spans: Vec<Span>,
    core_events: Vec<Event>,
    network_events: Vec<Event>,
    /// By rank.
    parked: Vec<Parked>,
    parked_now: Vec<u32>,
    woken_now: Vec<u32>,
    inccs: Vec<(u32, Option<Stall>)>,
    /// Ranks whose INCC has passed a flit to its router in this cycle.
    injected: Bits,
    /// Ranks that have received a part of a packet.
    receiving: Bits,
    memory_node: Vec<(Cycle, Option<Stall>)>,
    /// The first cycle of communication, to which bit 0 of the routers belongs.
    base: Option<Cycle>,
    /// By router.
    moves: Vec<Moves>,
    touched: Vec<u32>,
    carried: Vec<Carried>,
    entered: u64,
    held_up: Vec<u32>,
    sums: Sums,
}

/// Sums over all windows that are over.
#[derive(Debug)]
struct Sums {
    cycles: u64,
    /// Cycles reported, by rank.
    cores: Vec<u64>,
    /// By rank. All cycles that are missing are idle.
    inccs: Vec<Uses>,
    /// By router. All cycles that are missing are idle.
    routers: Vec<Uses>,
    /// Cycles reported.
    memory_node: u64,
    /// By image and instruction: how many blocks begin there, less those that end before it.
    changes: Vec<Vec<i64>>,
    ops: Vec<u64>,
}

impl Record {
    fn new(machine: &Chip, wants: u32) -> Self {
        let (nodes, routers) = (machine.state.nodes.len(), machine.spec.array.routers());
        let parked = Parked { since: Cycle::MAX, stall: None, iteration: Vec::new() };
        let text = |image: &crate::parts::Image| match wants & kinds::EXECUTED {
            0 => Vec::new(),
            _ => vec![0; image.code.text().len() + 1],
        };
        let mut record = Self {
            wants,
            from: machine.state.cycle,
            sections: Vec::new(),
            blocks: Blocks::default(),
            spans: Vec::new(),
            core_events: Vec::new(),
            network_events: Vec::new(),
            parked: vec![parked; nodes],
            parked_now: Vec::new(),
            woken_now: Vec::new(),
            inccs: Vec::new(),
            injected: Bits::new(nodes),
            receiving: Bits::new(nodes),
            memory_node: Vec::new(),
            base: None,
            moves: vec![Moves::default(); routers],
            touched: Vec::new(),
            carried: Vec::new(),
            entered: 0,
            held_up: Vec::new(),
            sums: Sums {
                cycles: 0,
                cores: vec![0; nodes],
                inccs: vec![Uses::default(); nodes],
                routers: vec![Uses::default(); routers],
                memory_node: 0,
                changes: machine.images.iter().map(text).collect(),
                ops: vec![0; rows().len() + 1],
            },
        };
        record.stepped(machine);
        record
    }

    /// The machine was stepped by plain steps.
    fn stepped(&mut self, machine: &Chip) {
        self.from = machine.state.cycle;
        for (rank, node) in machine.state.nodes.iter().enumerate() {
            match node.incc.receiving.is_some() {
                true => self.receiving.insert(rank),
                false => self.receiving.remove(rank),
            }
        }
    }

    /// True if the observer wants events of one of these kinds.
    #[inline]
    pub(super) fn has(&self, kinds: u32) -> bool {
        self.wants & kinds != 0
    }

    /// Instructions of a core follow. Returns the number of the section, for [`Record::cancel`].
    pub(super) fn begin(&mut self, rank: u32) -> usize {
        self.blocks.begin();
        self.sections.push(Section {
            rank,
            cancelled: false,
            blocks: self.blocks.blocks.len(),
            singles: self.blocks.singles.len(),
            spans: self.spans.len(),
            events: self.core_events.len(),
        });
        self.sections.len() - 1
    }

    /// A section was rolled back.
    pub(super) fn cancel(&mut self, section: usize) {
        if let Some(section) = self.sections.get_mut(section) {
            section.cancelled = true;
            let rank = section.rank;
            if let Some(index) = self.parked_now.iter().position(|parked| *parked == rank) {
                self.parked_now.swap_remove(index);
                self.parked[rank as usize].since = Cycle::MAX;
            }
        }
    }

    /// The list of instructions, if they are wanted.
    #[inline]
    pub(super) fn blocks(&mut self) -> Option<&mut Blocks> {
        if self.wants & kinds::EXECUTED != 0 { Some(&mut self.blocks) } else { None }
    }

    /// The last segment of the section: its cycles, the use of all but the last of them, the use of the last one, and the
    /// address of its last instruction.
    #[inline]
    pub(super) fn segment(&mut self, cycles: Range<Cycle>, before: Option<Stall>, after: Option<Stall>, last: u32) {
        if self.has(kinds::EXECUTED) && before.is_some() != after.is_some() {
            self.blocks.correct(last, after.is_some());
        }
        if self.has(kinds::USED) {
            let end = cycles.end;
            self.span(cycles.start..end - 1, before);
            self.span(end - 1..end, after);
        }
    }

    /// The core of the present section has executed one instruction by the plain step.
    pub(super) fn alone(&mut self, cycle: Cycle, processor: &Processor) {
        if self.has(kinds::USED) {
            let halts = processor.halted.is_some();
            self.span(cycle..cycle + 1, if halts { None } else { Chip::wait_of(processor) });
        }
    }

    /// Cycles of the core of the present section.
    #[inline]
    fn span(&mut self, cycles: Range<Cycle>, stall: Option<Stall>) {
        if cycles.is_empty() {
            return;
        }
        let first = self.sections.last().map_or(0, |section| section.spans);
        match self.spans.get_mut(first..).and_then(<[Span]>::last_mut) {
            Some(last) if last.stall == stall && last.cycles.end == cycles.start => last.cycles.end = cycles.end,
            _ => self.spans.push(Span { cycles, stall }),
        }
    }

    /// The core of the present section, which waits with `stall`, is parked before its iteration in cycle `since`.
    pub(super) fn park(&mut self, since: Cycle, stall: Option<Stall>, iteration: impl Iterator<Item = (u32, Op)>) {
        let Some(rank) = self.sections.last().map(|section| section.rank) else { return };
        let parked = &mut self.parked[rank as usize];
        (parked.since, parked.stall) = (since, stall);
        parked.iteration.clear();
        parked.iteration.extend(iteration);
        self.parked_now.push(rank);
    }

    /// A parked core has executed everything before cycle `until` and is no longer parked.
    pub(super) fn wake(&mut self, rank: u32, until: Cycle) {
        if self.parked[rank as usize].since == Cycle::MAX {
            return;
        }
        self.begin(rank);
        let Self { parked, spans, blocks, woken_now, wants, .. } = self;
        let parked = &parked[rank as usize];
        woken_now.push(rank);
        if until <= parked.since {
            return;
        }
        spans.push(Span { cycles: parked.since..until, stall: parked.stall });
        if *wants & kinds::EXECUTED != 0 {
            let length = parked.iteration.len().max(1) as Cycle;
            let (whole, rest) = ((until - parked.since) / length, (until - parked.since) % length);
            for ((pc, op), index) in parked.iteration.iter().zip(0..) {
                let times = whole + u64::from(index < rest);
                if times > 0 {
                    blocks.singles.push(Single { pc: *pc, op: *op, times, polling: true });
                }
            }
        }
    }

    /// A cycle of communication begins.
    pub(super) fn communicate(&mut self, cycle: Cycle) {
        let base = *self.base.get_or_insert(cycle);
        debug_assert!(cycle - base < 64, "windows with communication are short");
    }

    /// The bit of a cycle of communication.
    fn shift(&self, cycle: Cycle) -> u64 {
        cycle - self.base.unwrap_or(cycle)
    }

    fn moves(&mut self, router: usize) -> &mut Moves {
        let moves = &mut self.moves[router];
        if moves.progress == 0 && moves.stalled == [0; REASONS.len()] {
            self.touched.push(router as u32);
        }
        moves
    }

    /// A router has sent flits of one packet by a port, one in each of these cycles; `tail`: the last one is its tail.
    pub(super) fn carry(&mut self, router: usize, output: usize, cycles: Range<Cycle>, tail: bool) {
        if self.has(kinds::USED) {
            let bits = (1 << (cycles.end - cycles.start)) - 1;
            let shift = self.shift(cycles.start);
            self.moves(router).progress |= bits << shift;
        }
        if self.has(kinds::FLIT) {
            let (first, flits) = (cycles.start, (cycles.end - cycles.start) as u32);
            self.carried.push(Carried {
                router: router as u32,
                port: output as u8,
                first,
                flits,
                packets: tail.into(),
            });
        }
    }

    /// A flit has entered the network.
    #[inline]
    pub(super) fn enter(&mut self, rank: Option<usize>) {
        self.entered += 1;
        if let Some(rank) = rank {
            self.injected.insert(rank);
        }
    }

    /// End of a cycle of communication, after the routers: why each router with a packet made no progress, unless it did.
    pub(super) fn routers(&mut self, cycle: Cycle, network: &Network) {
        let bit = 1 << self.shift(cycle);
        network.each_waiting(|router, reason| {
            let reason = REASONS.iter().position(|other| *other == reason).unwrap_or(0);
            self.moves(router).stalled[reason] |= bit;
        });
    }

    /// End of a cycle of communication: the use of the INCCs. `active`: ranks of those that had something to do.
    pub(super) fn inccs(&mut self, cycle: Cycle, nodes: &[ComputeNode], active: &Bits) {
        let Self { inccs, injected, receiving, .. } = self;
        active.each(|rank| {
            let incc = &nodes[rank].incc;
            let stall = if injected.contains(rank) { None } else { incc.stall(cycle) };
            injected.remove(rank);
            inccs.push((rank as u32, stall));
            if incc.receiving.is_some() {
                receiving.insert(rank);
            } else {
                receiving.remove(rank);
            }
        });
        // Between two flits of a packet an INCC has nothing to do.
        receiving.each(|rank| {
            if !active.contains(rank) {
                inccs.push((rank as u32, nodes[rank].incc.stall(cycle)));
            }
        });
    }

    /// End of a cycle of communication, after everything else: the use of the memory node.
    pub(super) fn memory_node(&mut self, machine: &Chip) {
        let stall = machine.memory_node_stall();
        if stall != Some(Stall::Idle) {
            self.memory_node.push((machine.state.cycle - 1, stall));
        }
    }

    /// Forgets the window.
    fn clear(&mut self) {
        self.sections.clear();
        self.blocks.clear();
        self.spans.clear();
        self.core_events.clear();
        self.network_events.clear();
        self.parked_now.clear();
        self.woken_now.clear();
        self.inccs.clear();
        self.memory_node.clear();
        for router in self.touched.drain(..) {
            self.moves[router as usize] = Moves::default();
        }
        self.base = None;
        self.carried.clear();
        self.entered = 0;
        self.held_up.clear();
    }

    /// Reports the events in the order of the plain loop: by cycle, cores before the network, cores by rank.
    fn report_events(&mut self, observers: &mut [&mut dyn Observer]) {
        if self.core_events.is_empty() {
            self.network_events.drain(..).for_each(|event| observers.emit(event));
            return;
        }
        let ends = self.sections.iter().skip(1).map(|next| next.events).chain([self.core_events.len()]);
        let mut ordered: Vec<((Cycle, u32), Event)> = Vec::new();
        for (section, end) in self.sections.iter().zip(ends).filter(|(section, _)| !section.cancelled) {
            let events = &self.core_events[section.events..end];
            ordered.extend(events.iter().map(|event| ((event.cycle, section.rank), *event)));
        }
        ordered.extend(self.network_events.iter().map(|event| ((event.cycle, u32::MAX), *event)));
        ordered.sort_by_key(|(key, _)| *key);
        ordered.into_iter().for_each(|(_, event)| observers.emit(event));
    }

    /// Reports the sections.
    fn report_cores(&mut self, machine: &Chip, observers: &mut [&mut dyn Observer]) {
        let Self { sections, blocks, spans, sums, wants, .. } = self;
        let ends = sections.iter().skip(1).map(|next| (next.blocks, next.singles, next.spans)).chain([(
            blocks.blocks.len(),
            blocks.singles.len(),
            spans.len(),
        )]);
        for (section, end) in sections.iter().zip(ends).filter(|(section, _)| !section.cancelled) {
            let rank = section.rank as usize;
            for Span { cycles, stall } in &spans[section.spans..end.2] {
                sums.cores[rank] += cycles.end - cycles.start;
                observers.core_used(rank, cycles.clone(), *stall);
            }
            if *wants & kinds::EXECUTED == 0 {
                continue;
            }
            let instructions = Instructions {
                blocks: &blocks.blocks[section.blocks..end.0],
                singles: &blocks.singles[section.singles..end.1],
            };
            observers.executed(rank, instructions);
            let image = machine.state.nodes[rank].image as usize;
            let code = &machine.images[image].code;
            let (changes, base, mask) = (&mut sums.changes[image], code.text_base, code.map.fetch_mask());
            for block in instructions.blocks {
                let index = ((block.pc & mask).wrapping_sub(base) / 4) as usize;
                let times = i64::from(block.times);
                if let Some(change) = changes.get_mut(index) {
                    *change += times;
                }
                if let Some(change) = changes.get_mut(index + block.length as usize) {
                    *change -= times;
                }
            }
            for single in instructions.singles {
                sums.ops[single.op as usize] += single.times;
            }
        }
    }

    /// Reports the network and the INCCs.
    fn report_network(&mut self, observers: &mut [&mut dyn Observer]) {
        let Self { moves, touched, carried, inccs, memory_node, held_up, sums, .. } = self;
        for (rank, stall) in inccs {
            sums.inccs[*rank as usize].add(*stall);
        }
        for (cycle, stall) in memory_node {
            sums.memory_node += 1;
            observers.memory_node_used(*cycle, *stall);
        }
        for router in touched {
            let router = *router as usize;
            let Moves { progress, stalled } = moves[router];
            let uses = &mut sums.routers[router];
            uses.add_many(None, progress.count_ones().into());
            for (reason, bits) in REASONS.into_iter().zip(stalled) {
                uses.add_many(Some(reason), (bits & !progress).count_ones().into());
            }
        }
        for Carried { router, port, first, flits, packets } in carried {
            let port = Port::ALL[usize::from(*port) % PORTS];
            observers.carried(*router as usize, port, *first..*first + Cycle::from(*flits), (*packets).into());
        }
        if self.entered > 0 {
            observers.entered(self.entered);
        }
        held_up.iter().for_each(|router| observers.held_up(*router as usize));
    }

    /// Reports everything in the record, which then begins a window in cycle `to`.
    fn report(&mut self, machine: &Chip, to: Cycle, observers: &mut [&mut dyn Observer]) {
        if to > self.from {
            self.sums.cycles += to - self.from;
            observers.elapsed(self.from..to);
            self.from = to;
        }
        for rank in &self.woken_now {
            self.parked[*rank as usize].since = Cycle::MAX;
        }
        self.report_events(observers);
        self.report_cores(machine, observers);
        self.report_network(observers);
        self.clear();
    }
}

impl Recorder for Observed<'_, '_> {
    const ON: bool = true;

    #[inline]
    fn record(&mut self) -> Option<&mut Record> {
        Some(&mut self.record)
    }

    fn step(&mut self, machine: &mut Chip) -> bool {
        self.commit(machine);
        let wants = self.record.wants;
        let goes_on = machine.step_with(&mut All(&mut *self.observers, wants));
        self.record.stepped(machine);
        goes_on
    }

    fn commit(&mut self, machine: &Chip) {
        self.record.report(machine, machine.state.cycle, self.observers);
    }

    fn discard(&mut self, machine: &Chip) {
        let record = &mut self.record;
        for rank in &record.parked_now {
            record.parked[*rank as usize].since = Cycle::MAX;
        }
        // Those that have woken in the window are parked again.
        record.clear();
        // From here on the machine is stepped, so no core is parked.
        let from = record.from;
        (0..record.parked.len() as u32).for_each(|rank| record.wake(rank, from));
        record.report(machine, from, self.observers);
    }
}

impl<'a, 'b> Observed<'a, 'b> {
    /// Records from the present cycle of a machine on.
    pub(super) fn new(machine: &Machine, observers: &'a mut [&'b mut dyn Observer]) -> Self {
        let record = Record::new(machine, observers.wants());
        Self { observers, record }
    }

    /// Reports the remaining sums: the parts that were idle or halted, and the instructions by opcode.
    pub(super) fn finish(mut self, machine: &Chip) {
        let Record { sums, wants, .. } = &mut self.record;
        if *wants & kinds::USED != 0 && sums.cycles > 0 {
            let mut report = |part, index, stall, cycles| {
                if cycles > 0 {
                    self.observers.part_used(part, index, stall, cycles);
                }
            };
            for (rank, counted) in sums.cores.iter().enumerate() {
                report(Part::Core, rank, Some(Stall::Halted), sums.cycles - counted);
            }
            for (part, all) in [(Part::Incc, &sums.inccs), (Part::Router, &sums.routers)] {
                for (index, uses) in all.iter().enumerate() {
                    report(part, index, None, uses.progress);
                    uses.reasons().for_each(|(reason, cycles)| report(part, index, Some(reason), cycles));
                    report(part, index, Some(Stall::Idle), sums.cycles - uses.cycles());
                }
            }
            report(Part::MemoryNode, 0, Some(Stall::Idle), sums.cycles - sums.memory_node);
        }
        if *wants & kinds::EXECUTED != 0 {
            for (image, changes) in machine.images.iter().zip(&sums.changes) {
                let mut times = 0;
                for (instr, change) in image.code.text().iter().zip(changes) {
                    times += change;
                    sums.ops[instr.op as usize] += times as u64;
                }
            }
            self.observers.opcodes(&sums.ops);
        }
    }
}

/// The events of a core in a window.
pub(super) struct CoreEvents<'a>(pub(super) &'a mut Record);

impl Sink<Event> for CoreEvents<'_> {
    const WANTS: u32 = kinds::EXECUTED | kinds::MARK | kinds::PRINTED | kinds::DMA_STARTED_ONLY | kinds::HALTED;

    #[inline]
    fn emit(&mut self, event: Event) {
        if self.0.wants >> event.kind() & 1 == 0 {
            return;
        }
        match event.what {
            EventKind::Executed { pc, op, polling } => self.0.blocks.one(pc, op, polling),
            _ => self.0.core_events.push(event),
        }
    }
}

/// The events of the network in a window; none if there is no record.
pub(super) struct NetworkEvents<'a, R>(pub(super) &'a mut R);

impl<R: Recorder> Sink<Event> for NetworkEvents<'_, R> {
    const WANTS: u32 = if R::ON { kinds::DMA | kinds::PACKET } else { 0 };

    #[inline]
    fn emit(&mut self, event: Event) {
        if let Some(record) = self.0.record()
            && record.wants >> event.kind() & 1 != 0
        {
            record.network_events.push(event);
        }
    }
}

/// The moves of the flits of plain packets.
pub(super) struct FlitEvents<'a> {
    pub(super) record: &'a mut Record,
    pub(super) array: mcore_base::Array,
}

impl Sink<Event> for FlitEvents<'_> {
    const WANTS: u32 = kinds::FLIT | kinds::HELD_UP;

    #[inline]
    fn emit(&mut self, event: Event) {
        let router = self.array.router(event.node);
        match event.what {
            EventKind::FlitMoved { flit, to, .. } => {
                self.record.carry(router, to as usize, event.cycle..event.cycle + 1, flit.tail);
            }
            EventKind::HeldUp { .. } if self.record.has(kinds::HELD_UP) => self.record.held_up.push(router as u32),
            _ => {}
        }
    }
}
