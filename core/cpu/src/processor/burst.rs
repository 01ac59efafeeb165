//! Runs a core fast: many instructions in one tight loop, as long as nothing else touches the same data.
//!
//! [`Core::execute`] defines what an instruction does. A burst does the same for many instructions in a row. The most common
//! ones are decoded again here, with the same pure functions of [`exec`], and run in *basic blocks*: execution is sequential
//! up to a taken branch, so the PC need not be updated within a block. All others go through [`Bus::perform`]. Counters and
//! values that are only overwritten are written back once at the end.

use super::services::serves;
use super::{Bus, Code, Core, Counts, Flow, LastStep, Now, PendingFloat, Was, reg};
use crate::isa::exec::fpu::host::{self, Operands};
use crate::isa::{Class, Instr, Op, exec, row};
use crate::mem::{PlainRange, REGISTER_PAGE};
use alloc::vec::Vec;
use core::slice;
use mcore_base::Cycle;

/// Why a segment ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It has executed all instructions, or the core has started or stopped polling.
    Done,
    /// The next instruction must be executed alone: [`Limits::stops_before`] it, or it cannot be rolled back.
    NeedsSystem,
    /// The next instruction traps or halts the core. It has perhaps had an effect on the bus.
    Trap,
}

/// The limits of a segment, set by other parts that read or write the memory meanwhile.
///
/// A load or a store outside the ranges is executed by [`Bus::perform`], so a bus that observes all accesses gives empty ones.
pub trait Limits {
    /// Of the addresses that need no check, those with words that do not change meanwhile.
    #[inline]
    fn loads(&self, all: PlainRange) -> PlainRange {
        all
    }

    /// Of the addresses that need no check, those with words that no other part reads or writes meanwhile.
    #[inline]
    fn stores(&self, all: PlainRange) -> PlainRange {
        all
    }

    /// True if a segment must end before an instruction. It is asked about those that a block does not execute.
    fn stops_before(&self, core: &Core, instr: &Instr) -> bool;
}

/// The limits of a core that nothing disturbs: a segment ends before an instruction that halts it, and before those that only
/// the bus serves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Undisturbed;

impl Limits for Undisturbed {
    #[inline(never)]
    fn stops_before(&self, core: &Core, instr: &Instr) -> bool {
        let p = &core.processor;
        let register = || p.get(instr.rs).wrapping_add(instr.imm).wrapping_sub(REGISTER_PAGE);
        match instr.op {
            Op::Sw => register() < REGISTER_PAGE.wrapping_neg() && register() != reg::CONSOLE,
            Op::Syscall => !serves(p.get(2)),
            _ => false,
        }
    }
}

/// The records that a segment makes, if they are wanted.
#[derive(Debug, Default)]
pub struct Records<'a> {
    /// The words that it overwrites, so that it can be rolled back. An instruction that cannot be rolled back ends the segment.
    pub log: Option<&'a mut Vec<Was>>,
    /// How often it executes each instruction.
    pub counts: Option<&'a mut Counts>,
}

/// How a block ended.
enum Way<'a> {
    /// After its last instruction.
    Straight,
    /// At a taken branch or a jump, with its target. The delay slot is executed next.
    Branch(u32),
    /// After the delay slot of such a branch or jump, with its target.
    Jump(u32),
    /// At a branch-likely that is not taken: the delay slot is skipped.
    SkipSlot,
    /// At an instruction that a block does not handle.
    Other(&'a Instr),
}

impl Core {
    /// Executes instructions up to cycle `until`, or until the core halts. Returns the cycle of the next one. An error if one
    /// traps.
    pub fn run<B: Bus>(&mut self, now: Now<'_>, until: Cycle, bus: &mut B) -> Result<Cycle, B::Trap> {
        let mut cycle = now.cycle;
        while cycle < until && self.processor.is_live() {
            let (polling, most) = self.processor.begin_segment(cycle, until);
            let now = Now { cycle, ..now };
            let (executed, end) = self.segment(now, most, polling, bus, &Undisturbed, Records::default());
            if executed > 0 {
                self.processor.count_segment(executed, polling);
                cycle += Cycle::from(executed);
            }
            if end != End::Done {
                self.execute(Now { cycle, ..now }, bus)?;
                cycle += 1;
            }
        }
        Ok(cycle)
    }

    /// Executes at most `most` instructions; fewer if the core starts or stops polling. Returns how many it executed.
    ///
    /// `polls` and `most` are those of [`Processor::begin_segment`](super::Processor::begin_segment), or `most` is less. The caller
    /// counts the instructions, if there are any ([`Processor::count_segment`](super::Processor::count_segment)). After
    /// [`End::Trap`] the next instruction is executed by [`Core::execute`], which halts or traps.
    pub fn segment<B: Bus, L: Limits>(
        &mut self,
        now: Now<'_>,
        most: u32,
        polls: bool,
        bus: &mut B,
        limits: &L,
        records: Records<'_>,
    ) -> (u32, End) {
        let code = now.code;
        let Records { mut log, mut counts } = records;
        // Address ranges that need no further check. A polling core that stores something stops polling.
        let loads = limits.loads(code.plain_loads);
        let stores = match polls {
            true => PlainRange::NONE,
            false => limits.stores(code.plain_stores),
        };
        let mut text: &[Instr] = if self.processor.text_written { &[] } else { &code.text };
        let mirror = if code.map.mirrored { code.map.size - 1 } else { u32::MAX };
        let index = |pc: u32| (pc & mirror).wrapping_sub(code.text_base).rotate_right(2) as usize;

        let (mut pc, mut next) = (self.processor.pc, self.processor.next_pc);
        let (mut executed, mut end) = (0, most);
        // Address of the last instruction, and whether what it did has been recorded already.
        let (mut at, mut settled) = (pc, true);
        let mut single;
        let mut float = PendingFloat::NONE;
        let stop = loop {
            // A misaligned address gives an index past the end of every text.
            let block = match text.get(index(pc)..) {
                Some(block) if !block.is_empty() => block,
                _ => {
                    self.processor.pc = pc;
                    match self.fetch(code) {
                        Ok(instr) => single = [instr],
                        Err(_) => break End::Trap,
                    }
                    &single
                }
            };
            // In a delay slot, execution continues elsewhere.
            let mut left = if next == pc.wrapping_add(4) { end - executed } else { 1 };
            // A loop of one block: its complete iterations before the last one, and the length of each.
            let (mut iterations, mut whole) = (0, 0);
            let (length, way) = loop {
                let part = &block[..block.len().min(left as usize)];
                let (length, way) = self.block(part, next, loads, stores, log.as_deref_mut(), &mut float);
                let p = &mut self.processor;
                float.resolve(&mut p.float.fcsr);
                executed += length;
                left -= length;
                let repeats = matches!(way, Way::Jump(target) if target == pc)
                    && left > 0
                    && (iterations == 0 || length == whole)
                    && p.watch.computes(pc, now.cycle + u64::from(executed), &p.registers, &p.float);
                if !repeats {
                    break (length, way);
                }
                (iterations, whole) = (iterations + 1, length);
            };
            if let Some(counts) = counts.as_deref_mut() {
                counts.block(index(pc), block, whole, iterations);
                counts.block(index(pc), block, length, 1);
            }
            // The address of the next sequential instruction, and of the one after it.
            let here = pc.wrapping_add(4 * length);
            let then = next.wrapping_add(4 * length);
            if length > 0 {
                (at, settled) = (here.wrapping_sub(4), false);
            } else if iterations > 0 {
                (at, settled) = (pc.wrapping_add(4 * whole).wrapping_sub(4), false);
            }
            match way {
                Way::Jump(target) => (pc, next) = (target, target.wrapping_add(4)),
                Way::Branch(target) => (pc, next) = (then.wrapping_sub(4), target),
                Way::Straight => (pc, next) = (then.wrapping_sub(4), then),
                Way::SkipSlot => (pc, next) = (then, then.wrapping_add(4)),
                Way::Other(instr) => {
                    (pc, next) = (here, then);
                    // The text may contain marks of the bus.
                    let marked = bus.original(pc);
                    let instr = marked.as_ref().unwrap_or(instr);
                    if limits.stops_before(self, instr) {
                        break End::NeedsSystem;
                    }
                    if let Some(log) = log.as_deref_mut()
                        && !self.can_be_set_back(instr, code, log)
                    {
                        break End::NeedsSystem;
                    }
                    let p = &mut self.processor;
                    (p.pc, p.next_pc) = (pc, next);
                    p.last = LastStep { pc, ..LastStep::default() };
                    let cycle = now.cycle + u64::from(executed);
                    (at, settled) = (here, true);
                    (pc, next) = match bus.perform(self, instr, Now { cycle, code }) {
                        Ok(Flow::Next) => (then, then.wrapping_add(4)),
                        Ok(Flow::Branch(target)) => (then, target),
                        Ok(Flow::SkipSlot) => (then.wrapping_add(4), then.wrapping_add(8)),
                        Ok(Flow::Halt(_)) | Err(_) => break End::Trap,
                    };
                    executed += 1;
                    if let Some(counts) = counts.as_deref_mut() {
                        counts.one(instr.op);
                    }
                    if self.processor.text_written {
                        text = &[];
                    }
                    if polls && self.processor.watch.polling().is_none() {
                        end = executed;
                    }
                }
            }
            if pc <= at {
                let p = &mut self.processor;
                p.watch.backward(pc, now.cycle + u64::from(executed), &p.registers, &p.float);
                if polls || p.watch.polling().is_some() {
                    break End::Done;
                }
            }
            if executed == end {
                break End::Done;
            }
        };
        if !settled {
            self.processor.pc = at;
            // The instructions in a block have no mark in the text.
            if let Some(instr) = text.get(index(at)).copied().or_else(|| self.fetch(code).ok()) {
                self.processor.settle(at, &instr, float.changed());
            }
        }
        (self.processor.pc, self.processor.next_pc) = (pc, next);
        (executed, stop)
    }

    /// Executes sequential instructions, as long as they are of the most common ones, and the delay slot of the branch
    /// at their end. `next`: the address after the first of them. `loads`, `stores`: the addresses that they may
    /// access. Returns how many were executed, and how execution continues after the last of them.
    // A call for each block would take half of the time of a short loop.
    #[inline(always)]
    fn block<'a>(
        &mut self,
        block: &'a [Instr],
        next: u32,
        loads: PlainRange,
        stores: PlainRange,
        mut log: Option<&mut Vec<Was>>,
        float: &mut PendingFloat,
    ) -> (u32, Way<'a>) {
        use Op::*;
        let p = &mut self.processor;
        let g = &mut p.registers.general;
        let (mut length, mut target) = (0, None);
        let mut left = block.iter();
        while let Some(instr) = left.next() {
            // The address after this instruction.
            macro_rules! then {
                () => {
                    next.wrapping_add(4 * length)
                };
            }
            macro_rules! rs {
                () => {
                    g[instr.rs as usize & 31]
                };
            }
            macro_rules! rt {
                () => {
                    g[instr.rt as usize & 31]
                };
            }
            macro_rules! addr {
                () => {
                    rs!().wrapping_add(instr.imm)
                };
            }
            macro_rules! set {
                ($register:expr, $value:expr) => {{
                    g[$register as usize & 31] = $value;
                    g[0] = 0;
                }};
            }
            // Register operands, immediate operand, operands and HI and LO, branch, branch-likely, load, store.
            macro_rules! alu {
                ($op:ident) => {
                    set!(instr.rd, exec::alu($op, rs!(), rt!(), u32::from(instr.sa)))
                };
            }
            macro_rules! imm {
                ($op:ident) => {
                    set!(instr.rt, exec::alu($op, rs!(), instr.imm, 0))
                };
            }
            macro_rules! muldiv {
                ($op:ident) => {{
                    let (a, b) = (rs!(), rt!());
                    (p.registers.hi, p.registers.lo) = exec::muldiv($op, a, b, p.registers.hi, p.registers.lo);
                }};
            }
            // A jump in the delay slot of another jump starts its own block.
            macro_rules! not_in_slot {
                () => {
                    if let Some(target) = target {
                        return (length, Way::Branch(target));
                    }
                };
            }
            // The rest of the block starts with the delay slot.
            macro_rules! jump {
                ($to:expr) => {{
                    let to = $to;
                    let [slot, ..] = left.as_slice() else { return (length + 1, Way::Branch(to)) };
                    target = Some(to);
                    left = slice::from_ref(slot).iter();
                }};
            }
            macro_rules! branch {
                ($op:ident) => {
                    if exec::branch_taken($op, rs!(), rt!()) {
                        not_in_slot!();
                        jump!(then!().wrapping_add(instr.imm));
                    }
                };
            }
            macro_rules! likely {
                ($op:ident) => {{
                    not_in_slot!();
                    if !exec::branch_taken($op, rs!(), rt!()) {
                        return (length + 1, Way::SkipSlot);
                    }
                    jump!(then!().wrapping_add(instr.imm));
                }};
            }
            macro_rules! load {
                ($op:ident) => {{
                    let addr = addr!();
                    p.watch.read(addr);
                    set!(instr.rt, exec::load($op, self.memory.word(addr), addr, 0))
                }};
            }
            macro_rules! store {
                ($op:ident) => {{
                    let (addr, value) = (addr!(), rt!());
                    p.watch.stored();
                    if let Some(log) = log.as_deref_mut() {
                        log.push(Was::of(&self.memory, addr));
                    }
                    let word =
                        if matches!($op, Sw) { value } else { exec::store($op, self.memory.word(addr), addr, value) };
                    self.memory.set_word(addr, word);
                }};
            }
            // Anything that this block does not do.
            macro_rules! other {
                () => {{
                    not_in_slot!();
                    return (length, Way::Other(instr));
                }};
            }
            macro_rules! single {
                ($register:expr) => {
                    u64::from(p.float.single($register))
                };
            }
            macro_rules! double {
                ($register:expr) => {
                    p.float.double($register)
                };
            }
            macro_rules! set_single {
                ($register:expr, $value:expr) => {{
                    p.float.values[$register as usize & 31] = $value;
                    p.watch.float_written();
                }};
            }
            macro_rules! set_double {
                ($register:expr, $value:expr) => {{
                    p.float.set_double($register, $value);
                    p.watch.float_written();
                }};
            }
            // Arithmetic, if the host computes it: operation, operands, the registers that must be even.
            macro_rules! compute {
                ($op:ident, $get:ident, $fr:expr, $set:ident, $pairs:expr) => {{
                    let operands = Operands { fs: $get!(instr.rd), ft: $get!(instr.rt), fr: $fr };
                    let fcsr = &mut p.float.fcsr;
                    match host::compute($op, operands) {
                        Some(value) if fcsr.is_plain() && $pairs & 1 == 0 => {
                            float.add($op, operands, value, fcsr);
                            $set!(instr.sa, value as _);
                        }
                        _ => other!(),
                    }
                }};
            }
            macro_rules! double_op {
                ($op:ident) => {
                    compute!($op, double, 0, set_double, (instr.rd | instr.rt | instr.sa))
                };
            }
            macro_rules! double_sum {
                ($op:ident) => {
                    compute!($op, double, double!(instr.rs), set_double, (instr.rs | instr.rd | instr.rt | instr.sa))
                };
            }
            macro_rules! single_op {
                ($op:ident) => {
                    compute!($op, single, 0, set_single, 0)
                };
            }
            macro_rules! single_sum {
                ($op:ident) => {
                    compute!($op, single, single!(instr.rs), set_single, 0)
                };
            }
            // Comparisons without NaNs raise nothing.
            macro_rules! compare {
                ($bits:ident, $get:ident, $relation:tt, $pairs:expr) => {{
                    let (a, b) = ($bits::from_bits($get!(instr.rd) as _), $bits::from_bits($get!(instr.rt) as _));
                    if a.is_nan() || b.is_nan() || !p.float.fcsr.is_plain() || $pairs & 1 != 0 {
                        other!();
                    }
                    if float.compare(instr.compare_condition(), a $relation b, &mut p.float.fcsr) {
                        p.watch.float_written();
                    }
                }};
            }
            macro_rules! float_load {
                ($at:expr, $has:ident, $set:ident, $memory:ident, $register:expr, $pair:expr) => {{
                    let addr = $at;
                    if !loads.$has(addr) || $pair & 1 != 0 {
                        other!();
                    }
                    p.watch.read(addr);
                    $set!($register, self.memory.$memory(addr))
                }};
            }
            macro_rules! on_condition {
                ($wanted:literal) => {
                    if p.float.fcsr.condition(instr.condition()) == $wanted {
                        not_in_slot!();
                        jump!(then!().wrapping_add(instr.imm));
                    }
                };
            }
            macro_rules! likely_on_condition {
                ($wanted:literal) => {{
                    not_in_slot!();
                    if p.float.fcsr.condition(instr.condition()) != $wanted {
                        return (length + 1, Way::SkipSlot);
                    }
                    jump!(then!().wrapping_add(instr.imm));
                }};
            }
            match instr.op {
                Addiu => imm!(Addiu),
                Addu => alu!(Addu),
                Subu => alu!(Subu),
                And => alu!(And),
                Or => alu!(Or),
                Xor => alu!(Xor),
                Nor => alu!(Nor),
                Slt => alu!(Slt),
                Sltu => alu!(Sltu),
                Sll => alu!(Sll),
                Srl => alu!(Srl),
                Sra => alu!(Sra),
                Sllv => alu!(Sllv),
                Srlv => alu!(Srlv),
                Srav => alu!(Srav),
                Mul => alu!(Mul),
                Seb => alu!(Seb),
                Seh => alu!(Seh),
                Ext => set!(instr.rt, exec::extract(rs!(), instr.sa.into(), u32::from(instr.rd) + 1)),
                Andi => imm!(Andi),
                Ori => imm!(Ori),
                Xori => imm!(Xori),
                Lui => imm!(Lui),
                Slti => imm!(Slti),
                Sltiu => imm!(Sltiu),
                Lw if loads.has::<4>(addr!()) => load!(Lw),
                Lb if loads.has::<1>(addr!()) => load!(Lb),
                Lbu if loads.has::<1>(addr!()) => load!(Lbu),
                Lh if loads.has::<2>(addr!()) => load!(Lh),
                Lhu if loads.has::<2>(addr!()) => load!(Lhu),
                Sw if stores.has::<4>(addr!()) => store!(Sw),
                Sb if stores.has::<1>(addr!()) => store!(Sb),
                Sh if stores.has::<2>(addr!()) => store!(Sh),
                Beq => branch!(Beq),
                Bne => branch!(Bne),
                Blez => branch!(Blez),
                Bgtz => branch!(Bgtz),
                Bltz => branch!(Bltz),
                Bgez => branch!(Bgez),
                Beql => likely!(Beql),
                Bnel => likely!(Bnel),
                J => {
                    not_in_slot!();
                    jump!(then!() & 0xf000_0000 | instr.imm);
                }
                Jal => {
                    not_in_slot!();
                    set!(31, then!().wrapping_add(4));
                    jump!(then!() & 0xf000_0000 | instr.imm);
                }
                Jr => {
                    not_in_slot!();
                    jump!(rs!());
                }
                Jalr => {
                    not_in_slot!();
                    let to = rs!();
                    set!(instr.rd, then!().wrapping_add(4));
                    jump!(to);
                }
                Mfhi => set!(instr.rd, p.registers.hi),
                Mflo => set!(instr.rd, p.registers.lo),
                Mult => muldiv!(Mult),
                Multu => muldiv!(Multu),
                Div => muldiv!(Div),
                Divu => muldiv!(Divu),
                Madd => muldiv!(Madd),
                Maddu => muldiv!(Maddu),
                Msub => muldiv!(Msub),
                Msubu => muldiv!(Msubu),
                Nop => {}
                Ldc1 => float_load!(addr!(), has_double, set_double, double, instr.rt, instr.rt),
                Lwc1 => float_load!(addr!(), has_word, set_single, word, instr.rt, 0),
                Ldxc1 => float_load!(rs!().wrapping_add(rt!()), has_double, set_double, double, instr.sa, instr.sa),
                Lwxc1 => float_load!(rs!().wrapping_add(rt!()), has_word, set_single, word, instr.sa, 0),
                Sdc1 if stores.has_double(addr!()) && instr.rt & 1 == 0 => {
                    let (addr, value) = (addr!(), double!(instr.rt));
                    p.watch.stored();
                    if let Some(log) = log.as_deref_mut() {
                        log.push(Was::of(&self.memory, addr));
                        log.push(Was::of(&self.memory, addr + 4));
                    }
                    self.memory.set_double(addr, value);
                }
                Swc1 if stores.has::<4>(addr!()) => {
                    let (addr, value) = (addr!(), p.float.single(instr.rt));
                    p.watch.stored();
                    if let Some(log) = log.as_deref_mut() {
                        log.push(Was::of(&self.memory, addr));
                    }
                    self.memory.set_word(addr, value);
                }
                MulD => double_op!(MulD),
                AddD => double_op!(AddD),
                SubD => double_op!(SubD),
                DivD => double_op!(DivD),
                MaddD => double_sum!(MaddD),
                MsubD => double_sum!(MsubD),
                NmaddD => double_sum!(NmaddD),
                NmsubD => double_sum!(NmsubD),
                MulS => single_op!(MulS),
                AddS => single_op!(AddS),
                SubS => single_op!(SubS),
                DivS => single_op!(DivS),
                MaddS => single_sum!(MaddS),
                MsubS => single_sum!(MsubS),
                NmaddS => single_sum!(NmaddS),
                NmsubS => single_sum!(NmsubS),
                CvtSD => compute!(CvtSD, double, 0, set_single, instr.rd),
                CvtDS => compute!(CvtDS, single, 0, set_double, instr.sa),
                CvtDW => compute!(CvtDW, single, 0, set_double, instr.sa),
                CvtSW => compute!(CvtSW, single, 0, set_single, 0),
                TruncWD => compute!(TruncWD, double, 0, set_single, instr.rd),
                TruncWS => compute!(TruncWS, single, 0, set_single, 0),
                CEqD => compare!(f64, double, ==, (instr.rd | instr.rt)),
                CLtD => compare!(f64, double, <, (instr.rd | instr.rt)),
                CLeD => compare!(f64, double, <=, (instr.rd | instr.rt)),
                CEqS => compare!(f32, single, ==, 0),
                CLtS => compare!(f32, single, <, 0),
                CLeS => compare!(f32, single, <=, 0),
                MovD | NegD | AbsD if (instr.rd | instr.sa) & 1 == 0 => {
                    set_double!(instr.sa, exec::fpu::sign(instr.op, double!(instr.rd)));
                }
                MovS | NegS | AbsS => set_single!(instr.sa, exec::fpu::sign(instr.op, single!(instr.rd)) as u32),
                Mtc1 => set_single!(instr.rd, rt!()),
                Mfc1 => set!(instr.rt, p.float.single(instr.rd)),
                Bc1t => on_condition!(true),
                Bc1f => on_condition!(false),
                Bc1tl => likely_on_condition!(true),
                Bc1fl => likely_on_condition!(false),
                _ => other!(),
            }
            length += 1;
        }
        (length, target.map_or(Way::Straight, Way::Jump))
    }

    /// Records in the log the data outside the processor that a less common instruction is about to change. False if it
    /// may change more than can be rolled back.
    #[inline(never)]
    fn can_be_set_back(&self, instr: &Instr, code: &Code, log: &mut Vec<Was>) -> bool {
        if instr.op == Op::Syscall {
            return false;
        }
        if row(instr.op).class != Class::Store {
            return true;
        }
        // At most two words, starting with this one (an indexed store computes its address differently).
        let lower = self.processor.get(instr.rs).wrapping_add(instr.imm) & !3;
        let words = [lower, lower.wrapping_add(4)];
        let fits = !matches!(instr.op, Op::Swxc1 | Op::Sdxc1) && words.iter().all(|w| code.plain_stores.has::<4>(*w));
        if fits {
            log.extend(words.map(|word| Was::of(&self.memory, word)));
        }
        fits
    }
}
