//! The calls that a core is in: which functions have been called and have not returned.
//!
//! A core keeps no list of its calls. The list is found from the registers and the stack, as debuggers do: from the start
//! of the function, the instructions on a path to the present one show where `$sp` was at the entry, and whether the
//! return address is still in `$ra` or has been saved. They also show where the values are that the caller had in `$s0` to
//! `$s7`, `$fp` and `$f20` to `$f31`. This works for functions without a frame too, as most of those of the library are.

use super::edit::Register;
use super::walk::is_call;
use crate::fast::Machine;
use crate::parts::Image;
use alloc::{
    collections::{BTreeSet, VecDeque},
    vec::Vec,
};
use mcore_cpu::isa::{Instr, Op};

/// Maximum number of calls in a list.
pub const MAX_CALLS: usize = 64;
/// Maximum number of instructions of one function that are followed.
const MAX_FOLLOWED: usize = 8192;

const SP: u8 = 29;
const FP: u8 = 30;
const RA: u8 = 31;

/// A function that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its instruction: the next one, or the call of the function before it in the list.
    pub pc: u32,
    /// First address of the function.
    pub function: Option<u32>,
    /// The stack pointer at its entry, if it is known.
    pub stack: Option<u32>,
    /// Registers while the function that it has called runs; `None` for the innermost one, which has those of the core.
    pub kept: Option<Registers>,
}

impl Call {
    /// The address for lists of places: while a call runs, its delay slot has been executed.
    pub(super) fn listed_pc(&self) -> u32 {
        if self.kept.is_some() { self.pc.wrapping_add(4) } else { self.pc }
    }
}

/// The registers that functions keep for their callers: `$s0` to `$s7` and `$fp`, and `$f20` to `$f31`.
const KEPT: usize = 21;

/// The place of a kept register in a list of them.
fn kept_at(register: u8) -> Option<usize> {
    match register {
        16..=23 => Some(usize::from(register) - 16),
        FP => Some(8),
        52..=63 => Some(usize::from(register) - 43),
        _ => None,
    }
}

/// The values of the registers that functions keep, as a function has them while another one runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers([Option<u32>; KEPT]);

impl Registers {
    /// The value of a register, general 0 to 31 or floating-point 32 to 63, if it is kept and can be found.
    pub fn get(&self, register: u8) -> Option<u32> {
        kept_at(register).and_then(|at| self.0.get(at).copied().flatten())
    }
}

/// The value of a register at the entry of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kept {
    /// Still in the register.
    #[default]
    Register,
    /// In memory, at this distance from the stack pointer at the entry.
    Saved(i32),
    /// Overwritten.
    Lost,
}

/// The facts that one path through a function shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Facts {
    /// `$sp` minus its value at the entry.
    sp: Option<i32>,
    /// `$fp` minus the value of `$sp` at the entry, if the function has set it from `$sp`.
    fp: Option<i32>,
    ra: Kept,
    /// The others that functions keep.
    old: [Kept; KEPT],
}

impl Facts {
    fn entry() -> Self {
        Self { sp: Some(0), ..Self::default() }
    }

    /// A register minus the stack pointer at the entry.
    fn distance(&self, register: u8) -> Option<i32> {
        match register {
            SP => self.sp,
            FP => self.fp,
            _ => None,
        }
    }

    /// The facts after an instruction.
    fn after(mut self, instr: &Instr) -> Self {
        let by = instr.imm as i32;
        if instr.op == Op::Sw {
            let at = self.distance(instr.rs).map(|base| base.wrapping_add(by));
            match (instr.rt, at) {
                (RA, Some(at)) if self.ra == Kept::Register => self.ra = Kept::Saved(at),
                (register, Some(at)) => self.save(register, at),
                _ => {}
            }
            return self;
        }
        if instr.op == Op::Sdc1 {
            if let Some(at) = self.distance(instr.rs) {
                // The two halves, the lower one first.
                self.save(32 + (instr.rt & 30), at.wrapping_add(by));
                self.save(33 + (instr.rt & 30), at.wrapping_add(by).wrapping_add(4));
            }
            return self;
        }
        if is_call(instr) {
            if self.ra == Kept::Register {
                self.ra = Kept::Lost;
            }
            return self;
        }
        let result = match instr.op {
            Op::Addiu => self.distance(instr.rs).map(|base| base.wrapping_add(by)),
            // Moves.
            Op::Addu | Op::Or if instr.rt == 0 => self.distance(instr.rs),
            Op::Addu | Op::Or if instr.rs == 0 => self.distance(instr.rt),
            _ => None,
        };
        match written(instr) {
            SP => self.sp = result,
            FP => {
                self.fp = result;
                self.overwrite(FP, instr);
            }
            RA if self.ra == Kept::Register => self.ra = Kept::Lost,
            register => self.overwrite(register, instr),
        }
        self
    }

    /// A register is stored to the frame.
    fn save(&mut self, register: u8, at: i32) {
        if let Some(entry @ Kept::Register) = kept_at(register).and_then(|k| self.old.get_mut(k)) {
            *entry = Kept::Saved(at);
        }
    }

    /// A register is overwritten, or loaded from the frame again.
    fn overwrite(&mut self, register: u8, instr: &Instr) {
        if instr.op != Op::Lw
            && let Some(entry @ Kept::Register) = kept_at(register).and_then(|k| self.old.get_mut(k))
        {
            *entry = Kept::Lost;
        }
    }
}

/// The general register that an instruction of a function's frame may write; 0 for none.
fn written(instr: &Instr) -> u8 {
    use Op::*;
    match instr.op {
        Addi | Addiu | Andi | Ori | Xori | Lui | Slti | Sltiu | Lw | Lh | Lhu | Lb | Lbu => instr.rt,
        Add | Addu | Sub | Subu | And | Or | Xor | Nor | Slt | Sltu | Sll | Srl | Sra | Sllv | Srlv | Srav | Mul
        | Mfhi | Mflo => instr.rd,
        _ => 0,
    }
}

/// The facts at an instruction of a function, from a shortest path to it.
fn facts_at(image: &Image, (start, end): (u32, u32), pc: u32) -> Option<Facts> {
    let mut seen = BTreeSet::new();
    let mut queue = VecDeque::from([(start, Facts::entry())]);
    while let Some((at, facts)) = queue.pop_front() {
        if at == pc {
            return Some(facts);
        }
        if at < start || at >= end || seen.len() >= MAX_FOLLOWED || !seen.insert(at) {
            continue;
        }
        let Some(instr) = image.code.instr(at) else { continue };
        let facts = facts.after(&instr);
        let next = at.wrapping_add(4);
        if !instr.op.is_branch() {
            queue.push_back((next, facts));
            continue;
        }
        // The delay slot comes before the target.
        if next == pc {
            return Some(facts);
        }
        let facts = image.code.instr(next).map_or(facts, |slot| facts.after(&slot));
        let over = next.wrapping_add(4);
        match instr.op {
            _ if is_call(&instr) => queue.push_back((over, facts)),
            Op::Jr | Op::JrHb => {}
            _ => {
                let always = instr.op == Op::J || matches!(instr.op, Op::Beq | Op::Beql if instr.rs == instr.rt);
                queue.extend((!always).then_some((over, facts)));
                queue.extend(instr.target(at).map(|to| (to, facts)));
            }
        }
    }
    (pc >= start && pc < end).then(|| facts_as_written(image, start, pc))
}

/// The facts at an instruction that is reached only through a table of addresses, for example: the instructions as they are
/// written. Code after a return is reached from the jump by the table.
fn facts_as_written(image: &Image, start: u32, pc: u32) -> Facts {
    let mut facts = Facts::entry();
    let (mut by_table, mut slot_of) = (None, None);
    for at in (start..pc).step_by(4).take(MAX_FOLLOWED) {
        let Some(instr) = image.code.instr(at) else { continue };
        facts = facts.after(&instr);
        match slot_of.take() {
            Some(RA) => facts = by_table.unwrap_or(facts),
            Some(_) => by_table = Some(facts),
            None => {}
        }
        slot_of = matches!(instr.op, Op::Jr | Op::JrHb).then_some(instr.rs);
    }
    facts
}

/// The functions that a rank is in, the innermost first; at least the one of the next instruction, if that is one of
/// the program. The list ends at a function whose caller is not known, as that of `main`.
pub fn calls(machine: &Machine, rank: usize) -> Vec<Call> {
    let Some(node) = machine.state.nodes.get(rank) else { return Vec::new() };
    let image = machine.image(rank);
    let general = &node.core.processor.registers.general;
    let (mut pc, mut sp) = (node.core.processor.pc, Some(general[29]));
    let mut ra = Some(general[31]);
    let mut registers = Registers([None; KEPT]);
    for register in (16..24).chain([FP]).chain(52..64) {
        if let Some(entry) = kept_at(register).and_then(|k| registers.0.get_mut(k)) {
            *entry = node.register(Register::of_number(register));
        }
    }
    let caller = |ra: u32| {
        let call = ra.wrapping_sub(8);
        image.code.instr(call).is_some_and(|instr| is_call(&instr)).then_some(call)
    };
    if !image.code.is_text(pc) {
        // The core has jumped out of the program; the last call may still show from where.
        let Some(call) = caller(general[31]) else { return Vec::new() };
        (pc, ra) = (call, None);
    }
    let mut found = Vec::new();
    while found.len() < MAX_CALLS {
        let place = image.function_of(pc);
        let facts = place.and_then(|place| facts_at(image, place, pc)).unwrap_or_default();
        let below = |distance: Option<i32>, register: Option<u32>| Some(register?.wrapping_sub(distance? as u32));
        let stack = below(facts.sp, sp).or_else(|| below(facts.fp, registers.get(FP)));
        let own = (!found.is_empty()).then_some(registers);
        found.push(Call { pc, function: place.map(|(start, _)| start), stack, kept: own });
        let kept = |place: Kept, register: Option<u32>| match place {
            Kept::Register => register,
            Kept::Saved(distance) => machine.peek(rank, stack?.wrapping_add(distance as u32)),
            Kept::Lost => None,
        };
        let Some(call) = kept(facts.ra, ra).and_then(caller) else { break };
        // A loop of frames is no list of calls: the stack does not hold what it seems to.
        if found.iter().any(|known| known.pc == call && known.stack == stack && stack.is_none()) {
            break;
        }
        for (value, place) in registers.0.iter_mut().zip(facts.old) {
            *value = kept(place, *value);
        }
        (pc, sp, ra) = (call, stack, None);
    }
    found
}

/// The nearest line of the user's own files: that of the next instruction, or of the call out of these files. File and
/// line.
pub fn own_line_of(machine: &Machine, rank: usize) -> Option<(u32, u32)> {
    let image = machine.image(rank);
    let pc = machine.state.nodes.get(rank)?.core.processor.pc;
    let here = image.own_line(pc);
    here.or_else(|| calls(machine, rank).iter().find_map(|call| image.own_line(call.pc)))
}
