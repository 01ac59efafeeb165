//! Steps through inlined calls: a function whose body replaces a call is passed over and left like one that has been called.

use super::Edit;
use super::walk::{Lines, WayOut};
use crate::fast::Machine;
use alloc::{string::String, vec::Vec};
use mcore_base::timeline::{Journal, Moment};
use mcore_toolchain::debug::Debug;

/// First address, and the address after the last instruction.
type Range = (u32, u32);

/// The inlined calls around the instruction that a core executes next, and those within the innermost of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlined {
    rank: usize,
    /// The function with the instruction.
    function: Range,
    /// The stack pointer in it.
    stack: u32,
    /// The instructions of the innermost call; nothing if the instruction belongs to no inlined call.
    own: Vec<Range>,
    /// The instructions of calls within it, ascending, with file and line of the call.
    inner: Vec<(Range, (u32, u32))>,
}

impl Inlined {
    /// The inlined calls at a rank's PC; `None` outside of functions in C, and where nothing is inlined.
    pub fn of(debug: &Debug, machine: &Machine, rank: usize) -> Option<Self> {
        let processor = &machine.state.nodes.get(rank)?.core.processor;
        let image = machine.image(rank);
        let function = image.function_of(processor.pc)?;
        let (unit, f) = debug.function(function.0)?;
        if f.inlined.is_empty() {
            return None;
        }
        let here = debug.inlined(unit, f, processor.pc).first().map_or(0, |call| call.0);
        let file = |name: &String| image.program.files.iter().position(|known| known == name).map(|at| at as u32);
        let around = here.checked_sub(1).and_then(|at| f.inlined.get(at as usize));
        let file = file(around.map_or(&f.file, |call| &call.file))?;
        let (mut own, mut inner) = (Vec::new(), Vec::new());
        for addr in (function.0..function.1).step_by(4) {
            let calls = debug.inlined(unit, f, addr);
            if here > 0 && calls.iter().any(|call| call.0 == here) {
                add(&mut own, addr, ());
            }
            if let Some((_, call)) = calls.iter().find(|(_, call)| call.around == here) {
                add(&mut inner, addr, (file, call.line));
            }
        }
        let own = own.into_iter().map(|(range, ())| range).collect();
        Some(Self { rank, function, stack: processor.registers.general[29], own, inner })
    }

    /// The line of an instruction if it belongs to a call within: that of the call.
    pub(super) fn line(&self, pc: u32) -> Option<(u32, u32)> {
        let at = self.inner.partition_point(|(range, _)| range.0 <= pc);
        let ((_, end), line) = self.inner.get(at.checked_sub(1)?)?;
        (pc < *end && line.1 > 0).then_some(*line)
    }

    /// True if there is an inlined call to leave.
    pub fn is_inside(&self) -> bool {
        !self.own.is_empty()
    }

    /// True if a core is in the function, and not in the innermost inlined call.
    fn has_left(&self, machine: &Machine) -> bool {
        let Some(node) = machine.state.nodes.get(self.rank) else { return true };
        let (pc, stack) = (node.core.processor.pc, node.core.processor.registers.general[29]);
        let within = |(start, end): Range| (start..end).contains(&pc);
        within(self.function) && stack >= self.stack && !self.own.iter().any(|range| within(*range))
    }

    /// Advances one cycle and says whether a rank was outside the innermost inlined call before it. False if the run has ended.
    pub fn executes_outside(&self, moment: &mut Moment<Machine>, journal: &Journal<Edit>) -> (bool, bool) {
        let outside = self.has_left(&moment.state);
        (moment.step_by(journal, Machine::step), outside)
    }
}

/// Adds an instruction to the last of the ranges, or as a new one.
fn add<T: PartialEq>(ranges: &mut Vec<(Range, T)>, addr: u32, what: T) {
    match ranges.last_mut() {
        Some(((_, end), same)) if *end == addr && *same == what => *end += 4,
        _ => ranges.push(((addr, addr.wrapping_add(4)), what)),
    }
}

/// A step out of an inlined call, or out of the function with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leave {
    /// The call.
    pub inlined: Inlined,
    /// A step out of the function.
    pub way: Option<WayOut>,
}

impl Leave {
    /// That of the inlined call that a rank is in, unless only the user's own lines count and the core is in the library.
    pub fn new(debug: &Debug, machine: &Machine, rank: usize, lines: Lines) -> Option<Self> {
        let inlined = Inlined::of(debug, machine, rank).filter(Inlined::is_inside)?;
        lines.at(machine, rank)?;
        Some(Self { inlined, way: WayOut::new(machine, rank, lines) })
    }

    /// True if the core has left the call, or stopped.
    pub fn is_done(&self, machine: &Machine) -> bool {
        self.failed(machine) || self.inlined.has_left(machine) || self.way.is_some_and(|way| way.is_done(machine))
    }

    /// True if the core has stopped before it left.
    pub fn failed(&self, machine: &Machine) -> bool {
        machine.state.nodes.get(self.inlined.rank).is_none_or(|node| !node.core.processor.is_live())
    }
}
