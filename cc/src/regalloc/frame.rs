//! The frame of a function: places of objects, spilled and kept registers; prologue and epilogue.
//!
//! From `$sp` up: arguments for calls, spilled registers, objects (small ones first, so that their offsets are short),
//! kept floating-point registers, kept general registers. With `alloca`, `$fp` is `$sp` after the prologue.

use super::{early, is_kept};
use crate::ir;
use crate::mir::{End, Function, Imm, Inst, Line, Plain, Reg, effect};
use crate::order::Order as _;
use alloc::{vec, vec::Vec};
use mcore_cpu::isa::Op as Isa;

/// The frame of a function.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Size in bytes, a multiple of 8.
    pub size: u32,
    /// Kept registers and their offsets from `$sp` after the prologue.
    pub kept: Vec<(Reg, u32)>,
    /// The offset of each object; `None` for one that the code does not refer to.
    slots: Vec<Option<u32>>,
    /// The offset of the spilled registers.
    pub spills: u32,
    /// The size of the upper part, which holds the kept registers.
    upper: u32,
    /// `$fp` is the base of the frame.
    pub has_pointer: bool,
}

impl Frame {
    /// The objects by slot: bytes from `$sp` at the entry of the function.
    pub fn places(&self) -> Vec<Option<i32>> {
        self.slots.iter().map(|at| at.map(|at| at as i32 - self.size as i32)).collect()
    }

    /// The masks of `.mask` and `.fmask`: registers, and the offset of the last one from the top of the frame.
    pub fn masks(&self) -> [(u32, i32); 2] {
        let mut masks = [(0u32, 0i32); 2];
        for (reg, offset) in &self.kept {
            let (mask, at) = &mut masks[usize::from(reg.is_float())];
            *mask |= if reg.is_float() { 3 << reg.number() } else { 1 << reg.number() };
            let top = *offset as i32 - self.size as i32;
            *at = if *at == 0 { top } else { top.max(*at) };
        }
        masks
    }
}

/// Lays out the frame of a function whose registers are allocated, and adds prologue and epilogues.
///
/// # Errors
/// If the objects on the stack need more than 2 GiB.
pub fn build(f: &ir::Function, code: &mut Function) -> Result<Frame, alloc::string::String> {
    let frame = layout(f, code)?;
    let start_label = if frame.kept.is_empty() { crate::mir::Label(0) } else { early::separate(code) };
    for data in &mut code.blocks {
        let mut insts = Vec::with_capacity(data.insts.len());
        for (inst, line) in core::mem::take(&mut data.insts) {
            resolve(&frame, inst, line, &mut insts);
        }
        data.insts = insts;
        if let Some(End::Branch(plain, ..)) = &mut data.end {
            plain.regs.iter_mut().for_each(|r| *r = base(&frame, *r));
        }
        if matches!(data.end, Some(End::Return(_))) && !data.is_bare {
            epilogue(&frame, &mut data.insts, data.line);
        }
    }
    let mut start = Vec::new();
    prologue(&frame, &mut start);
    let line = Line { file: f.loc.file, column: f.loc.column, line: f.loc.line, statement: true, ..Line::default() };
    if let Some(entry) = code.blocks.get_mut(start_label.index()) {
        entry.insts.splice(0..0, start.into_iter().map(|p| (Inst::Plain(p), line)));
    }
    Ok(frame)
}

fn layout(f: &ir::Function, code: &Function) -> Result<Frame, alloc::string::String> {
    let kept = kept_registers(code);
    let mut at = u64::from(code.outgoing.next_multiple_of(8));
    let spills = at as u32;
    at += 4 * u64::from(code.spills);
    let used = used_slots(f, code);
    let mut order: Vec<usize> = (0..f.slots.len()).filter(|i| used[*i]).collect();
    order.order_by_key(|i| f.slots[*i].size);
    let mut slots = vec![None; f.slots.len()];
    for i in order {
        let slot = f.slots[i];
        at = at.next_multiple_of(u64::from(slot.align.clamp(1, 8).next_power_of_two()));
        slots[i] = Some(at as u32);
        at += u64::from(slot.size);
    }
    at = at.next_multiple_of(8);
    let lower = at;
    let mut places = Vec::new();
    for reg in &kept {
        let size = if reg.is_float() { 8 } else { 4 };
        places.push((*reg, at as u32));
        at += size;
    }
    at = at.next_multiple_of(8);
    if at > 0x7fff_0000 {
        return Err("the objects on the stack are too large".into());
    }
    let has_pointer = code.has_alloca;
    Ok(Frame { size: at as u32, kept: places, slots, spills, upper: (at - lower) as u32, has_pointer })
}

/// The objects that the code still refers to.
fn used_slots(f: &ir::Function, code: &Function) -> Vec<bool> {
    let mut used = vec![false; f.slots.len()];
    for (inst, _) in code.blocks.iter().flat_map(|b| &b.insts) {
        if let Inst::Plain(Plain { imm: Imm::Slot(slot, _), .. }) = inst
            && let Some(used) = used.get_mut(slot.index())
        {
            *used = true;
        }
    }
    used
}

/// The registers that must be kept: floating-point ones first, which need an even offset.
fn kept_registers(code: &Function) -> Vec<Reg> {
    let mut used = [false; 64];
    let mut mark = |reg: Reg| {
        let reg = if reg.is_float() { Reg(reg.0 & !1) } else { reg };
        if is_kept(reg) {
            used[reg.0 as usize] = true;
        }
    };
    for (inst, _) in code.blocks.iter().flat_map(|b| &b.insts) {
        match inst {
            Inst::Plain(plain) => {
                if let Some(i) = effect::destination(plain.op) {
                    mark(plain.regs[i]);
                }
            }
            Inst::Asm(asm) => {
                asm.outputs.iter().filter(|o| o.0 != Reg::NONE).for_each(|o| mark(o.0));
                asm.clobbers.iter().for_each(|r| mark(*r));
            }
            _ => {}
        }
    }
    if code.has_alloca {
        used[30] = true;
    }
    let mut all: Vec<Reg> = (52..64).step_by(2).filter(|n| used[*n]).map(|n| Reg(n as u32)).collect();
    all.extend((16..32).filter(|n| used[*n]).map(|n| Reg(n as u32)));
    if code.has_calls {
        all.push(Reg::RA);
    }
    all
}

/// A register, or the one that the base of the frame is in.
fn base(frame: &Frame, reg: Reg) -> Reg {
    match reg {
        Reg::FRAME if frame.has_pointer => Reg::FP,
        Reg::FRAME => Reg::SP,
        other => other,
    }
}

/// Replaces offsets from the frame by numbers.
fn resolve(frame: &Frame, inst: Inst, line: Line, out: &mut Vec<(Inst, Line)>) {
    let plain = match inst {
        Inst::Plain(plain) => plain,
        Inst::Lower(reg) => Plain::new(Isa::Subu, &[Reg::SP, Reg::SP, reg]),
        Inst::Restore(reg) => Plain::new(Isa::Addu, &[Reg::SP, reg, Reg::ZERO]),
        other => return out.push((other, line)),
    };
    let mut plain = plain;
    plain.regs.iter_mut().for_each(|r| *r = base(frame, *r));
    let offset = match plain.imm {
        Imm::Slot(slot, n) => i64::from(frame.slots.get(slot.index()).copied().flatten().unwrap_or(0)) + i64::from(n),
        Imm::Spill(n) => i64::from(frame.spills) + 4 * i64::from(n),
        Imm::Incoming(n) => i64::from(frame.size) + i64::from(n),
        Imm::Outgoing(n) => i64::from(n),
        _ => return out.push((Inst::Plain(plain), line)),
    } as i32;
    if i16::try_from(offset).is_ok() {
        plain.imm = Imm::Int(offset);
        return out.push((Inst::Plain(plain), line));
    }
    // The offset in two parts, the upper one added in the scratch register.
    let low = i32::from(offset as i16);
    let high = offset.wrapping_sub(low) >> 16 & 0xffff;
    let from = plain.regs[1];
    let rest = line.rest();
    out.push((Inst::Plain(Plain::with(Isa::Lui, &[Reg::K0], Imm::Int(high))), Line { defs: (0, 0), ..line }));
    out.push((Inst::Plain(Plain::new(Isa::Addu, &[Reg::K0, Reg::K0, from])), rest));
    plain.regs[1] = Reg::K0;
    plain.imm = Imm::Int(low);
    out.push((Inst::Plain(plain), Line { defs: line.defs, ..rest }));
}

/// Adds a constant to `$sp`.
fn move_stack(bytes: i32, out: &mut Vec<Plain>) {
    if bytes == 0 {
        return;
    }
    if i16::try_from(bytes).is_ok() {
        out.push(Plain::with(Isa::Addiu, &[Reg::SP, Reg::SP], Imm::Int(bytes)));
        return;
    }
    out.push(Plain::with(Isa::Lui, &[Reg::K0], Imm::Int(bytes >> 16 & 0xffff)));
    out.push(Plain::with(Isa::Ori, &[Reg::K0, Reg::K0], Imm::Int(bytes & 0xffff)));
    out.push(Plain::new(Isa::Addu, &[Reg::SP, Reg::SP, Reg::K0]));
}

/// True if the whole frame is made in one step: the kept registers are within reach.
fn is_small(frame: &Frame) -> bool {
    frame.size <= 0x7ff8
}

fn prologue(frame: &Frame, out: &mut Vec<Plain>) {
    let first = if is_small(frame) { frame.size } else { frame.upper };
    move_stack(-(first as i32), out);
    let below = frame.size - first;
    for (reg, offset) in frame.kept.iter().rev() {
        let op = if reg.is_float() { Isa::Sdc1 } else { Isa::Sw };
        out.push(Plain::with(op, &[*reg, Reg::SP], Imm::Int((offset - below) as i32)));
    }
    move_stack(-(below as i32), out);
    if frame.has_pointer {
        out.push(Plain::new(Isa::Addu, &[Reg::FP, Reg::SP, Reg::ZERO]));
    }
}

fn epilogue(frame: &Frame, insts: &mut Vec<(Inst, Line)>, line: Line) {
    let mut out = Vec::new();
    if frame.has_pointer {
        out.push(Plain::new(Isa::Addu, &[Reg::SP, Reg::FP, Reg::ZERO]));
    }
    let first = if is_small(frame) { frame.size } else { frame.upper };
    let below = frame.size - first;
    move_stack(below as i32, &mut out);
    for (reg, offset) in frame.kept.iter().rev() {
        let op = if reg.is_float() { Isa::Ldc1 } else { Isa::Lw };
        out.push(Plain::with(op, &[*reg, Reg::SP], Imm::Int((offset - below) as i32)));
    }
    move_stack(first as i32, &mut out);
    insts.extend(out.into_iter().map(|p| (Inst::Plain(p), line.rest())));
}
