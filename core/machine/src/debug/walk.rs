//! Steps of one core as a user counts them: by instruction, by source line, and out of a function.

use super::Edit;
use super::frames::{calls, own_line_of};
use super::inlined::Inlined;
use crate::fast::Machine;
use crate::parts::Registers;
use mcore_base::timeline::{Journal, Moment};
use mcore_cpu::isa::{Instr, Op};

/// The source line of the instruction that a rank executes next; `None` if its core has stopped or the line is unknown.
pub fn line_at(machine: &Machine, rank: usize) -> Option<(u32, u32)> {
    Lines::All.at(machine, rank)
}

/// The lines at which a step can end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lines {
    /// Every line.
    #[default]
    All,
    /// Only those of the user's own files: the library is passed through.
    Own,
}

impl Lines {
    /// The line of the instruction that a rank executes next, if it counts and the core is live.
    pub fn at(self, machine: &Machine, rank: usize) -> Option<(u32, u32)> {
        let node = machine.state.nodes.get(rank)?;
        self.of(machine, rank, node.core.processor.pc).filter(|_| node.core.processor.is_live())
    }

    /// As [`Lines::at`]; within an inlined call that is passed over, the line of the call.
    pub(super) fn past(self, inlined: Option<&Inlined>, machine: &Machine, rank: usize) -> Option<(u32, u32)> {
        let pc = machine.state.nodes.get(rank)?.core.processor.pc;
        inlined.and_then(|inlined| inlined.line(pc)).or_else(|| self.at(machine, rank))
    }

    /// The line of an instruction, if it counts.
    pub fn of(self, machine: &Machine, rank: usize, pc: u32) -> Option<(u32, u32)> {
        match self {
            Self::All => machine.image(rank).line(pc),
            Self::Own => machine.image(rank).own_line(pc),
        }
    }
}

/// True if a core has just returned into the middle of the line that made the call. That continues the line; it is not
/// a start of it.
pub(super) fn returns_into(machine: &Machine, rank: usize, lines: Lines) -> bool {
    let p = &machine.state.nodes[rank].core.processor;
    let call = p.pc.wrapping_sub(8);
    let same = lines.of(machine, rank, call) == lines.at(machine, rank);
    same && p.last.pc != p.pc.wrapping_sub(4)
        && machine.image(rank).code.instr(call).is_some_and(|instr| is_call(&instr))
}

/// Advances one cycle and says whether a rank has executed an instruction in it. False if the run has ended.
pub fn executes(moment: &mut Moment<Machine>, journal: &Journal<Edit>, rank: usize) -> (bool, bool) {
    let executed = |m: &Machine| m.state.nodes.get(rank).map(|n| n.core.processor.executed);
    let before = executed(&moment.state);
    let goes_on = moment.step_by(journal, Machine::step);
    (goes_on, goes_on && executed(&moment.state) != before)
}

/// Advances one cycle and says whether a rank has reached the start of another source line. False if the run has ended.
pub fn enters_line(moment: &mut Moment<Machine>, journal: &Journal<Edit>, rank: usize, lines: Lines) -> (bool, bool) {
    let before = lines.at(&moment.state, rank);
    let goes_on = moment.step_by(journal, Machine::step);
    let after = lines.at(&moment.state, rank);
    let entered = goes_on && after.is_some() && after != before;
    // Where the library is passed through, a return from it continues the line of the call.
    let continues = || lines == Lines::Own && before.is_none() && returns_into(&moment.state, rank, lines);
    (goes_on, entered && !continues())
}

/// Advances one cycle and says whether a rank executes this instruction in it, with this stack pointer if one is given.
/// False if the run has ended.
pub fn executes_at(
    moment: &mut Moment<Machine>,
    journal: &Journal<Edit>,
    rank: usize,
    pc: u32,
    stack: Option<u32>,
) -> (bool, bool) {
    let fits = moment.state.state.nodes.get(rank).is_some_and(|node| {
        let p = &node.core.processor;
        p.is_live() && p.pc == pc && stack.is_none_or(|stack| p.registers.general[29] == stack)
    });
    let goes_on = moment.step_by(journal, Machine::step);
    (goes_on, fits)
}

/// True if an instruction calls a function: it links, and its jump may be taken.
pub fn is_call(instr: &Instr) -> bool {
    matches!(instr.op, Op::Jal | Op::Jalr | Op::JalrHb | Op::Bltzal | Op::Bgezal | Op::Bltzall | Op::Bgezall)
}

/// The jump whose delay slot a rank executes next, if that jump is taken.
pub fn jump_of_slot(machine: &Machine, rank: usize) -> Option<Instr> {
    let p = &machine.state.nodes.get(rank)?.core.processor;
    let in_slot = p.next_pc != p.pc.wrapping_add(4) && machine.state.cycle > 0;
    machine.image(rank).code.instr(p.last.pc).filter(|_| in_slot)
}

/// A step to the next source line, forwards.
#[derive(Clone, Debug)]
pub struct LineStep {
    rank: usize,
    from: Option<(u32, u32)>,
    lines: Lines,
    /// Called functions count as part of the line. Functions called from no line, as `main`, are entered.
    over: bool,
    /// Inlined functions, which also count as part of the line.
    inlined: Option<Inlined>,
    /// The return address of the call, and the stack pointer at the call.
    call: Option<(u32, u32)>,
}

impl LineStep {
    /// Starts at the line that a rank is about to execute. In the library, if its lines do not count: at the line that
    /// called it.
    pub fn new(machine: &Machine, rank: usize, over: bool, lines: Lines) -> Self {
        let from = match lines {
            Lines::All => lines.at(machine, rank),
            Lines::Own => own_line_of(machine, rank),
        };
        let over = over && from.is_some();
        let mut step = Self { rank, from, lines, over, inlined: None, call: None };
        // In the delay slot of a call, the step treats the call as it does at the call itself.
        if over && jump_of_slot(machine, rank).is_some_and(|instr| is_call(&instr)) {
            let p = &machine.state.nodes[rank].core.processor;
            step.call = Some((p.pc.wrapping_add(4), p.registers.general[29]));
        }
        step
    }

    /// Makes the step pass over inlined calls.
    #[must_use]
    pub fn past(self, inlined: Option<Inlined>) -> Self {
        Self { inlined, ..self }
    }

    /// Examines the state before a cycle; call [`LineStep::is_done`] after the cycle.
    pub fn look(&mut self, machine: &Machine) {
        if !self.over || self.call.is_some() {
            return;
        }
        if let Some(instr) = machine.next_instr(self.rank)
            && is_call(&instr)
        {
            let p = &machine.state.nodes[self.rank].core.processor;
            let Registers { general, .. } = &p.registers;
            self.call = Some((p.next_pc.wrapping_add(4), general[29]));
        }
    }

    /// True if the step ends in the state after a cycle: at another line, or where the core has stopped.
    pub fn is_done(&mut self, machine: &Machine) -> bool {
        let Some(node) = machine.state.nodes.get(self.rank) else { return true };
        let p = &node.core.processor;
        if !p.is_live() {
            return true;
        }
        if let Some((back, stack)) = self.call {
            // In a recursion the same address is reached with a deeper stack first.
            if p.pc != back || p.registers.general[29] < stack {
                return false;
            }
            self.call = None;
        }
        let line = self.lines.past(self.inlined.as_ref(), machine, self.rank);
        line.is_some() && line != self.from
    }
}

/// A step out of a function, to the call that it returns to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayOut {
    rank: usize,
    /// Address of the call.
    pub call: u32,
    /// The stack pointer at the call, if it is known.
    pub stack: Option<u32>,
    /// The call is in a line of the source. `main` is called by instructions without a line.
    pub has_line: bool,
}

impl WayOut {
    /// The way out of the function that a rank is in; if only the user's own lines count and the core is in the library,
    /// the way out of the library. A function that the library calls leads out of the library too. `None` if the function was
    /// not called.
    pub fn new(machine: &Machine, rank: usize, lines: Lines) -> Option<Self> {
        let found = calls(machine, rank);
        let counts = |pc: u32| lines == Lines::All || machine.image(rank).own_line(pc).is_some();
        let inside = found.first().is_some_and(|call| !counts(call.pc));
        let outer = found.iter().skip(1).position(|call| counts(call.pc)).map(|at| at + 1);
        let caller = if inside { outer? } else { outer.unwrap_or(1) };
        let call = found.get(caller)?.pc;
        // The callee's entry has the stack pointer of the call.
        let has_line = machine.image(rank).line(call).is_some();
        Some(Self { rank, call, stack: found[caller - 1].stack, has_line })
    }

    /// True if the core has returned, or stopped.
    pub fn is_done(&self, machine: &Machine) -> bool {
        let Some(node) = machine.state.nodes.get(self.rank) else { return true };
        let p = &node.core.processor;
        let back = p.pc == self.call.wrapping_add(8);
        !p.is_live() || back && self.stack.is_none_or(|stack| p.registers.general[29] >= stack)
    }

    /// True if the core has stopped before it returned.
    pub fn failed(&self, machine: &Machine) -> bool {
        machine.state.nodes.get(self.rank).is_none_or(|node| !node.core.processor.is_live())
    }
}
