//! Observers that take many cycles at once, so that the machine can run ahead while they watch.

use crate::parts::{Event, Part, Stall};
use core::ops::Range;
use mcore_base::{Cycle, Kinded as _, Sink};
use mcore_cpu::processor::{Block, Single};
use mcore_net::Port;

/// The instructions that one core has executed: in blocks and alone, in no order.
#[derive(Clone, Copy, Debug)]
pub struct Instructions<'a> {
    /// Those in blocks of the text.
    pub blocks: &'a [Block],
    /// Those that were executed alone.
    pub singles: &'a [Single],
}

impl Instructions<'_> {
    /// Instructions executed while the core polled.
    pub fn polled(&self) -> u64 {
        let blocks = self.blocks.iter().filter(|block| block.polling);
        let blocks: i64 = blocks.map(|block| i64::from(block.times) * i64::from(block.length)).sum();
        let singles: u64 = self.singles.iter().filter(|single| single.polling).map(|single| single.times).sum();
        blocks.wrapping_add_unsigned(singles) as u64
    }
}

/// An observer of a run that [`Machine::advance_observed`](crate::Machine::advance_observed) serves.
///
/// It learns everything in one of two forms. In cycles that are simulated one by one it receives every event, as a
/// [`Sink`] does. Of cycles that are simulated many at a time it receives the common kinds of events as sums, and all others
/// as events, in their order. The sums are exact.
///
/// | events | their sum |
/// | --- | --- |
/// | `Executed` | [`Observer::executed`], [`Observer::opcodes`] |
/// | `Used` | [`Observer::core_used`], [`Observer::memory_node_used`], [`Observer::part_used`] |
/// | `FlitEntered`, `FlitMoved` | [`Observer::entered`], [`Observer::carried`] |
/// | `HeldUp` | [`Observer::held_up`] |
///
/// It cannot learn about `Retired`, `WordRead` and `WordWritten`.
pub trait Observer {
    /// The kinds of events that it wants, bit by bit as in [`Sink::WANTS`].
    fn wants(&self) -> u32;

    /// Receives one event.
    fn emit(&mut self, event: Event);

    /// Some cycles have passed; the sums that follow belong to these or to earlier ones.
    fn elapsed(&mut self, cycles: Range<Cycle>) {
        let _ = cycles;
    }

    /// The core of a rank used each of these cycles in the same way. The cycles in which it had halted are reported by
    /// [`Observer::part_used`].
    fn core_used(&mut self, rank: usize, cycles: Range<Cycle>, stall: Option<Stall>) {
        let _ = (rank, cycles, stall);
    }

    /// The memory node used a cycle in this way. Cycles in which it was idle are reported by [`Observer::part_used`].
    fn memory_node_used(&mut self, cycle: Cycle, stall: Option<Stall>) {
        let _ = (cycle, stall);
    }

    /// A part used a number of cycles in the same way. `index`: the rank of a core or INCC, or the index of a router.
    fn part_used(&mut self, part: Part, index: usize, stall: Option<Stall>, cycles: u64) {
        let _ = (part, index, stall, cycles);
    }

    /// The core of a rank has executed these instructions.
    fn executed(&mut self, rank: usize, instructions: Instructions<'_>) {
        let _ = (rank, instructions);
    }

    /// All cores together have executed this many instructions of each [`Op`](mcore_cpu::isa::Op).
    fn opcodes(&mut self, counts: &[u64]) {
        let _ = counts;
    }

    /// Flits have entered the network.
    fn entered(&mut self, flits: u64) {
        let _ = flits;
    }

    /// A router has sent a flit by a port in each of these cycles, of which `packets` were tails.
    fn carried(&mut self, router: usize, port: Port, cycles: Range<Cycle>, packets: u64) {
        let _ = (router, port, cycles, packets);
    }

    /// Flits at the heads of inputs of a router did not move in a cycle.
    fn held_up(&mut self, router: usize) {
        let _ = router;
    }
}

/// Several observers; each receives the kinds of events that it wants.
impl Observer for [&mut dyn Observer] {
    fn wants(&self) -> u32 {
        self.iter().fold(0, |kinds, observer| kinds | observer.wants())
    }
    fn emit(&mut self, event: Event) {
        let kind = event.kind();
        self.iter_mut().filter(|observer| observer.wants() >> kind & 1 != 0).for_each(|observer| observer.emit(event));
    }
    fn elapsed(&mut self, cycles: Range<Cycle>) {
        self.iter_mut().for_each(|observer| observer.elapsed(cycles.clone()));
    }
    fn core_used(&mut self, rank: usize, cycles: Range<Cycle>, stall: Option<Stall>) {
        self.iter_mut().for_each(|observer| observer.core_used(rank, cycles.clone(), stall));
    }
    fn memory_node_used(&mut self, cycle: Cycle, stall: Option<Stall>) {
        self.iter_mut().for_each(|observer| observer.memory_node_used(cycle, stall));
    }
    fn part_used(&mut self, part: Part, index: usize, stall: Option<Stall>, cycles: u64) {
        self.iter_mut().for_each(|observer| observer.part_used(part, index, stall, cycles));
    }
    fn executed(&mut self, rank: usize, instructions: Instructions<'_>) {
        self.iter_mut().for_each(|observer| observer.executed(rank, instructions));
    }
    fn opcodes(&mut self, counts: &[u64]) {
        self.iter_mut().for_each(|observer| observer.opcodes(counts));
    }
    fn entered(&mut self, flits: u64) {
        self.iter_mut().for_each(|observer| observer.entered(flits));
    }
    fn carried(&mut self, router: usize, port: Port, cycles: Range<Cycle>, packets: u64) {
        self.iter_mut().for_each(|observer| observer.carried(router, port, cycles.clone(), packets));
    }
    fn held_up(&mut self, router: usize) {
        self.iter_mut().for_each(|observer| observer.held_up(router));
    }
}

/// A sink that needs every event of the kinds that it wants, none of which has a sum, is an observer.
#[derive(Debug)]
pub struct Events<S>(pub S);

impl<S: Sink<Event>> Observer for Events<S> {
    fn wants(&self) -> u32 {
        S::WANTS
    }
    fn emit(&mut self, event: Event) {
        self.0.emit(event);
    }
}
