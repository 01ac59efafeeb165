//! What the cores did and what the links carried, over time and space, in bounded memory.

use super::stall::{Part, Stall};
use super::{Event, EventKind, kinds};
use crate::base::{Array, Cycle, Sink};
use crate::net::Port;
use crate::stats::Grid;

/// Numbers that one picture may hold.
const CELLS: usize = 1 << 20;
/// Columns at most: more than a screen is wide are of no use.
const MOST_COLUMNS: usize = 512;
/// Columns at least, even of the largest chip.
const LEAST_COLUMNS: usize = 16;

/// What a core was used for, as a picture of many cycles can show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoreUse {
    /// Executed instructions outside polling loops.
    Computing,
    /// Polled, for whatever reason.
    Polling,
    /// Had halted or trapped.
    Halted,
}

/// Sums over time and space, taken from the events of a run from its begin on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceTime {
    array: Array,
    /// Two rows a rank: cycles that it computed, cycles that it polled.
    cores: Grid,
    /// Four rows a router: flits that left to the north, east, south, west.
    links: Grid,
    cycle: Option<Cycle>,
}

impl SpaceTime {
    /// Nothing recorded yet.
    pub fn new(array: Array) -> Self {
        let grid = |rows: usize| Grid::new(rows, (CELLS / rows).clamp(LEAST_COLUMNS, MOST_COLUMNS) & !1);
        Self { array, cores: grid(2 * array.nodes()), links: grid(4 * array.routers()), cycle: None }
    }

    /// Cycles that one column of the cores' picture covers.
    pub fn per_column(&self) -> Cycle {
        self.cores.per_column()
    }

    /// Cycles that one column of the links' picture covers.
    pub fn per_link_column(&self) -> Cycle {
        self.links.per_column()
    }

    /// Cycles recorded.
    pub fn cycles(&self) -> Cycle {
        self.cores.cycles()
    }

    /// Column by column the shares of its cycles, in thousandths, that a rank was computing and polling; the rest it had halted.
    pub fn core(&self, rank: usize) -> impl Iterator<Item = [u32; 2]> + '_ {
        let columns = self.cores.columns().enumerate();
        columns.map(move |(i, c)| [0, 1].map(|what| thousandths(c[2 * rank + what], self.cores.cycles_of(i))))
    }

    /// Column by column the flits in a thousand cycles that left a router by a port towards another router.
    pub fn link(&self, router: usize, port: Port) -> impl Iterator<Item = u32> + '_ {
        let row = (port != Port::Incc).then_some(4 * router + port as usize);
        let columns = self.links.columns().enumerate();
        columns.map(move |(i, c)| row.map_or(0, |row| thousandths(c[row], self.links.cycles_of(i))))
    }

    fn at(&mut self, cycle: Cycle) {
        if self.cycle != Some(cycle) {
            self.cycle = Some(cycle);
            self.cores.begin_cycle();
            self.links.begin_cycle();
        }
    }
}

fn thousandths(sum: u32, cycles: Cycle) -> u32 {
    (u64::from(sum) * 1000).checked_div(cycles).unwrap_or(0) as u32
}

impl CoreUse {
    /// The use that a reason belongs to.
    pub const fn of(stall: Option<Stall>) -> Self {
        match stall {
            None => Self::Computing,
            Some(Stall::Halted | Stall::Trapped) => Self::Halted,
            Some(_) => Self::Polling,
        }
    }
}

impl Sink<Event> for SpaceTime {
    const WANTS: u32 = kinds::FLIT | kinds::USED;

    fn tell(&mut self, event: Event) {
        self.at(event.cycle);
        match event.what {
            EventKind::FlitMoved { to, .. } if to != Port::Incc => {
                self.links.add(4 * self.array.router(event.node) + to as usize, 1);
            }
            EventKind::Used { part: Part::Core, stall } => {
                let Some(rank) = self.array.rank(event.node) else { return };
                match CoreUse::of(stall) {
                    CoreUse::Computing => self.cores.add(2 * rank, 1),
                    CoreUse::Polling => self.cores.add(2 * rank + 1, 1),
                    CoreUse::Halted => {}
                }
            }
            _ => {}
        }
    }
}
