//! The activity of the cores and the load of the links, over time and space, in bounded memory.

use super::{Messages, Observer};
use crate::parts::{Event, EventKind, Part, Stall, kinds};
use core::ops::Range;
use mcore_base::stats::Grid;
use mcore_base::{Array, Cycle, Sink};
use mcore_net::Port;

/// Maximum number of values in one picture.
const CELLS: usize = 1 << 20;
/// Maximum number of columns: more than the width of a screen are useless.
const MAX_COLUMNS: usize = 512;
/// Maximum number of columns for a part of the run that is shown enlarged.
const FINEST_COLUMNS: usize = 1024;
/// Minimum number of columns, even for the largest chip.
const LEAST_COLUMNS: usize = 16;

/// The use of a core, in the detail that a picture of many cycles can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoreUse {
    /// Executed instructions outside polling loops.
    Computing,
    /// Polled, for any reason.
    Polling,
    /// Had halted or trapped.
    Halted,
}

/// The activity of the cores and the memory node over time, and the messages between them, in an interval of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreTimes {
    nodes: usize,
    /// Two rows per rank: cycles that it computed, cycles that it polled; after them two rows for the memory node:
    /// cycles with progress, cycles that it waited with work to do.
    sums: Grid,
    /// DMAs.
    pub messages: Messages,
}

impl CoreTimes {
    /// An empty record of an interval of unknown length.
    pub fn new(array: Array) -> Self {
        let rows = Self::rows(array);
        Self { nodes: array.nodes(), sums: Grid::new(rows, columns(rows)), messages: Messages::default() }
    }

    /// An empty record of an interval of `cycles` cycles, as fine as space permits.
    pub fn of_interval(array: Array, cycles: Cycle) -> Self {
        let rows = Self::rows(array);
        let columns = (CELLS / rows).clamp(LEAST_COLUMNS, FINEST_COLUMNS) & !1;
        let per_column = cycles.div_ceil(columns as Cycle).max(1);
        let sums = Grid::of_columns(rows, columns, per_column);
        Self { nodes: array.nodes(), sums, messages: Messages::default() }
    }

    fn rows(array: Array) -> usize {
        2 * (array.nodes() + 1)
    }

    /// Cycles per column.
    pub fn per_column(&self) -> Cycle {
        self.sums.per_column()
    }

    /// Cycles recorded.
    pub fn cycles(&self) -> Cycle {
        self.sums.cycles()
    }

    /// For each column, the shares of its cycles, in thousandths, that a rank was computing and polling; for the rest
    /// it had halted.
    pub fn core(&self, rank: usize) -> impl Iterator<Item = [u32; 2]> + '_ {
        let columns = self.sums.columns().enumerate();
        columns.map(move |(i, c)| [0, 1].map(|what| thousandths(c[2 * rank + what], self.sums.cycles_of(i))))
    }

    /// As [`CoreTimes::core`], for the memory node: the shares in which it made progress, and in which it waited with work to
    /// do; for the rest it was idle.
    pub fn memory_node(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.core(self.nodes)
    }

    fn add_during(&mut self, place: usize, cycles: Range<Cycle>, used: CoreUse) {
        match used {
            CoreUse::Computing => self.sums.add_during(2 * place, cycles),
            CoreUse::Polling => self.sums.add_during(2 * place + 1, cycles),
            CoreUse::Halted => {}
        }
    }

    fn add(&mut self, place: usize, used: CoreUse) {
        match used {
            CoreUse::Computing => self.sums.add(2 * place, 1),
            CoreUse::Polling => self.sums.add(2 * place + 1, 1),
            CoreUse::Halted => {}
        }
    }
}

/// Sums over time and space, taken from the events of a run from its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceTime {
    array: Array,
    /// Cores, memory node, messages.
    pub cores: CoreTimes,
    /// Four rows per router: flits that left to the north, east, south, west.
    links: Grid,
    cycle: Option<Cycle>,
}

impl SpaceTime {
    /// Nothing recorded yet.
    pub fn new(array: Array) -> Self {
        let rows = 4 * array.routers();
        Self { array, cores: CoreTimes::new(array), links: Grid::new(rows, columns(rows)), cycle: None }
    }

    /// As [`SpaceTime::new`], for an interval of `cycles` cycles; the cores are as fine as space permits.
    pub fn of_interval(array: Array, cycles: Cycle) -> Self {
        Self { cores: CoreTimes::of_interval(array, cycles), ..Self::new(array) }
    }

    /// Cycles per column of the links' picture.
    pub fn per_link_column(&self) -> Cycle {
        self.links.per_column()
    }

    /// Cycles recorded.
    pub fn cycles(&self) -> Cycle {
        self.cores.cycles()
    }

    /// For each column, the flits per thousand cycles that left a router by a port towards another router.
    pub fn link(&self, router: usize, port: Port) -> impl Iterator<Item = u32> + '_ {
        let row = (port != Port::Incc).then_some(4 * router + port as usize);
        let columns = self.links.columns().enumerate();
        columns.map(move |(i, c)| row.map_or(0, |row| thousandths(c[row], self.links.cycles_of(i))))
    }

    /// Cycles of the run, counted from the first recorded one.
    fn recorded(&self, cycles: Range<Cycle>) -> Range<Cycle> {
        let end = self.cycle.map_or(0, |last| last + 1);
        let back = |cycle: Cycle| self.cycles().saturating_sub(end.saturating_sub(cycle));
        back(cycles.start)..back(cycles.end)
    }

    fn at(&mut self, cycle: Cycle) {
        if self.cycle != Some(cycle) {
            self.cycle = Some(cycle);
            self.cores.sums.begin_cycle();
            self.links.begin_cycle();
        }
    }
}

/// The initial number of columns of a picture with `rows` rows.
fn columns(rows: usize) -> usize {
    (CELLS / rows).clamp(LEAST_COLUMNS, MAX_COLUMNS) & !1
}

fn thousandths(sum: u32, cycles: Cycle) -> u32 {
    (u64::from(sum) * 1000).checked_div(cycles).unwrap_or(0) as u32
}

impl CoreUse {
    /// The use that a stall reason belongs to.
    pub const fn of(stall: Option<Stall>) -> Self {
        match stall {
            None => Self::Computing,
            Some(Stall::Halted | Stall::Trapped) => Self::Halted,
            Some(_) => Self::Polling,
        }
    }

    /// The use of a cycle of the memory node: idle counts as halted, every other reason as waiting.
    pub const fn of_memory_node(stall: Option<Stall>) -> Self {
        match stall {
            None => Self::Computing,
            Some(Stall::Idle) => Self::Halted,
            Some(_) => Self::Polling,
        }
    }
}

impl Sink<Event> for SpaceTime {
    const WANTS: u32 = kinds::FLIT | kinds::USED | Messages::WANTS;

    fn emit(&mut self, event: Event) {
        match event.what {
            EventKind::FlitMoved { to, .. } if to != Port::Incc => {
                self.at(event.cycle);
                self.links.add(4 * self.array.router(event.node) + to as usize, 1);
            }
            EventKind::Used { part: Part::Core, stall } => {
                self.at(event.cycle);
                let Some(rank) = self.array.rank(event.node) else { return };
                self.cores.add(rank, CoreUse::of(stall));
            }
            EventKind::Used { part: Part::MemoryNode, stall } => {
                self.at(event.cycle);
                self.cores.add(self.array.nodes(), CoreUse::of_memory_node(stall));
            }
            EventKind::DmaStarted { .. } | EventKind::DmaSent { .. } | EventKind::DmaDelivered { .. } => {
                self.cores.messages.emit(event);
            }
            _ => {}
        }
    }
}

impl Observer for SpaceTime {
    fn wants(&self) -> u32 {
        Self::WANTS
    }

    fn emit(&mut self, event: Event) {
        Sink::emit(self, event);
    }

    fn elapsed(&mut self, cycles: Range<Cycle>) {
        self.cycle = Some(cycles.end - 1);
        self.cores.sums.begin_all(cycles.end - cycles.start);
        self.links.begin_all(cycles.end - cycles.start);
    }

    fn core_used(&mut self, rank: usize, cycles: Range<Cycle>, stall: Option<Stall>) {
        let cycles = self.recorded(cycles);
        self.cores.add_during(rank, cycles, CoreUse::of(stall));
    }

    fn memory_node_used(&mut self, cycle: Cycle, stall: Option<Stall>) {
        let cycles = self.recorded(cycle..cycle + 1);
        self.cores.add_during(self.array.nodes(), cycles, CoreUse::of_memory_node(stall));
    }

    fn carried(&mut self, router: usize, port: Port, cycles: Range<Cycle>, _: u64) {
        if port != Port::Incc {
            let cycles = self.recorded(cycles);
            self.links.add_during(4 * router + port as usize, cycles);
        }
    }
}
