//! Steps of one core as a user counts them: by instruction and by source line.

use super::Edit;
use crate::isa::{Instr, Op};
use crate::modes::chip::fast::Machine;
use crate::modes::chip::parts::Registers;
use crate::program::LineEntry;
use crate::timeline::{Journal, Moment};

/// The source line of the instruction that a rank executes next; `None` if its core has stopped or the line is unknown.
pub fn line_at(machine: &Machine, rank: usize) -> Option<(u32, u32)> {
    let node = machine.state.nodes.get(rank)?;
    let LineEntry { file, line, .. } = machine.image(rank).program.line_of(node.processor.pc)?;
    node.processor.is_live().then_some((file, line))
}

/// Advances one cycle and says whether a rank has executed an instruction in it. False if the run has ended.
pub fn executes(moment: &mut Moment<Machine>, journal: &Journal<Edit>, rank: usize) -> (bool, bool) {
    let executed = |m: &Machine| m.state.nodes.get(rank).map(|n| n.processor.executed);
    let before = executed(&moment.state);
    let goes_on = moment.step_by(journal, Machine::step);
    (goes_on, goes_on && executed(&moment.state) != before)
}

/// Advances one cycle and says whether a rank has reached the start of another source line. False if the run has ended.
pub fn enters_line(moment: &mut Moment<Machine>, journal: &Journal<Edit>, rank: usize) -> (bool, bool) {
    let before = line_at(&moment.state, rank);
    let goes_on = moment.step_by(journal, Machine::step);
    let after = line_at(&moment.state, rank);
    (goes_on, goes_on && after.is_some() && after != before)
}

/// True if an instruction calls a function: it links, and its jump may be taken.
pub fn is_call(instr: &Instr) -> bool {
    matches!(instr.op, Op::Jal | Op::Jalr | Op::JalrHb | Op::Bltzal | Op::Bgezal | Op::Bltzall | Op::Bgezall)
}

/// The jump whose delay slot a rank executes next, if that jump is taken.
pub fn jump_of_slot(machine: &Machine, rank: usize) -> Option<Instr> {
    let p = &machine.state.nodes.get(rank)?.processor;
    let in_slot = p.next_pc != p.pc.wrapping_add(4) && machine.state.cycle > 0;
    machine.image(rank).instr(p.last.pc).filter(|_| in_slot)
}

/// A step to the next source line, forwards.
#[derive(Clone, Debug)]
pub struct LineStep {
    rank: usize,
    from: Option<(u32, u32)>,
    /// Functions called on the way count as part of the line.
    over: bool,
    /// The return address of the call, and the stack pointer at the call.
    call: Option<(u32, u32)>,
}

impl LineStep {
    /// Starts at the line that a rank is about to execute.
    pub fn new(machine: &Machine, rank: usize, over: bool) -> Self {
        let from = line_at(machine, rank);
        let mut step = Self { rank, from, over, call: None };
        // In the delay slot of a call, the step treats the call as it does at the call itself.
        if over && jump_of_slot(machine, rank).is_some_and(|instr| is_call(&instr)) {
            let p = &machine.state.nodes[rank].processor;
            step.call = Some((p.pc.wrapping_add(4), p.registers.general[29]));
        }
        step
    }

    /// Examines the state before a cycle; call [`LineStep::is_done`] after the cycle.
    pub fn look(&mut self, machine: &Machine) {
        if !self.over || self.call.is_some() {
            return;
        }
        if let Some(instr) = machine.next_instr(self.rank)
            && is_call(&instr)
        {
            let p = &machine.state.nodes[self.rank].processor;
            let Registers { general, .. } = &p.registers;
            self.call = Some((p.next_pc.wrapping_add(4), general[29]));
        }
    }

    /// True if the step ends in the state after a cycle: at another line, or where the core has stopped.
    pub fn is_done(&mut self, machine: &Machine) -> bool {
        let Some(node) = machine.state.nodes.get(self.rank) else { return true };
        let p = &node.processor;
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
        let line = line_at(machine, self.rank);
        line.is_some() && line != self.from
    }
}
