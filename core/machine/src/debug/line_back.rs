//! The step back to the start of the previous source line: the mirror of [`LineStep`](super::LineStep).
//!
//! Functions that were called and have returned are part of the line that called them. Whether a cycle p lies in such a
//! function follows from the calls and returns of the core between p and the present: if there are more returns than
//! calls, p lies deeper. Within an interval this is known only at its end, so the last start of a line is kept for each
//! depth.

use super::inlined::Inlined;
use super::walk::{Lines, is_call, jump_of_slot, returns_into};
use crate::fast::Machine;
use alloc::collections::BTreeMap;
use mcore_base::Cycle;
use mcore_base::timeline::{Hit, Moment, Searched, Timeline};
use mcore_cpu::isa::{Instr, Op};

/// A backward search for the start of a line of one core.
pub struct LineBack {
    rank: usize,
    lines: Lines,
    /// Inlined calls that count as part of the line.
    inlined: Option<Inlined>,
    moment: Moment<Machine>,
    from: Cycle,
    until: Cycle,
    before: Cycle,
    /// Calls minus returns from the start of the interval to the moment.
    depth: i64,
    /// A call or return whose delay slot executes now: it takes effect at the next instruction.
    pending: i64,
    /// Calls minus returns from the end of the interval to the present.
    later: i64,
    /// By depth: the last start of a line.
    last: BTreeMap<i64, Cycle>,
}

/// How an instruction changes the depth of calls, if its jump is taken.
fn change(instr: &Instr) -> i64 {
    match instr.op {
        _ if is_call(instr) => 1,
        Op::Jr | Op::JrHb if instr.rs == 31 => -1,
        _ => 0,
    }
}

impl LineBack {
    /// Starts at the displayed cycle of a run.
    pub fn new(timeline: &Timeline<Machine>, rank: usize, lines: Lines, inlined: Option<Inlined>) -> Self {
        let before = timeline.now().state.cycle;
        let moment = timeline.before(before.saturating_sub(1));
        let mut search = Self {
            rank,
            lines,
            inlined,
            from: 0,
            until: before,
            before,
            depth: 0,
            pending: 0,
            later: 0,
            last: BTreeMap::new(),
            moment,
        };
        search.begin();
        search
    }

    /// An interval starts at the moment, perhaps in the delay slot of a call or return of the interval before.
    fn begin(&mut self) {
        self.pending = jump_of_slot(&self.moment.state, self.rank).as_ref().map_or(0, change);
        self.depth = -self.pending;
        self.from = self.moment.cycle();
        self.last.clear();
    }

    /// Advances by at most `cycles` cycles. The timeline must be the same; only its current position may have changed.
    pub fn advance(&mut self, timeline: &Timeline<Machine>, mut cycles: u64) -> Searched<()> {
        let journal = timeline.journal();
        loop {
            while self.moment.cycle() < self.until {
                if cycles == 0 {
                    return Searched::Goes(self.until);
                }
                cycles -= 1;
                let old = &self.moment.state;
                let line = self.line(old);
                let (instr, pc) = (old.next_instr(self.rank), old.state.nodes[self.rank].core.processor.pc);
                if !self.moment.step_by(journal, Machine::step) {
                    break;
                }
                self.look(line, instr, pc);
            }
            // No deeper than the present: inside no function that has returned since.
            let here = self.depth + self.pending + self.later;
            let hits = self.last.iter().filter(|(depth, _)| **depth <= here).map(|(_, at)| *at);
            if let Some(at) = hits.max() {
                return Searched::Found(Hit { at, what: () });
            }
            if self.from <= timeline.start() {
                return Searched::Nowhere;
            }
            (self.later, self.until) = (here, self.from);
            self.moment = timeline.before(self.until - 1);
            self.begin();
        }
    }

    /// The line that a core is at; within an inlined call, that of the call.
    fn line(&self, machine: &Machine) -> Option<(u32, u32)> {
        self.lines.past(self.inlined.as_ref(), machine, self.rank)
    }

    /// Evaluates a cycle, given the line and the instruction before it.
    fn look(&mut self, line: Option<(u32, u32)>, instr: Option<Instr>, pc: u32) {
        let machine = &self.moment.state;
        let p = &machine.state.nodes[self.rank].core.processor;
        self.depth += core::mem::take(&mut self.pending);
        // After a taken jump, the instruction after its delay slot is not the next but one in the text.
        if let Some(instr) = instr
            && p.next_pc != pc.wrapping_add(8)
        {
            self.pending = change(&instr);
        }
        let now = self.line(machine);
        let cycle = machine.state.cycle;
        // The delay slot of a call belongs to its line, as in the forward step.
        if now.is_some()
            && now != line
            && cycle < self.before
            && self.pending <= 0
            && !returns_into(machine, self.rank, self.lines)
        {
            self.last.insert(self.depth, cycle);
        }
    }
}
