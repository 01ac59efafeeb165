//! The inner loop of a burst: executes lowered blocks, one after another.
//!
//! A block consists of the operations up to a branch and its delay slot ([`Lowered`](super::lowered::Lowered)). Within it
//! nothing is counted and the PC is not updated. A loop of one block, which most loops are, is not even looked up again.

use super::lowered::{Kind, Run};
use super::{Blocks, Core, Now, PendingFloat, Was};
use crate::isa::exec::fpu::host::{self, Operands};
use crate::isa::{Op, exec};
use crate::mem::PlainRange;
use alloc::vec::Vec;

/// A chain of blocks that has ended.
pub(super) struct Chain {
    /// Instructions that it has executed.
    pub(super) executed: u32,
    /// Address of the last one.
    pub(super) last: u32,
    /// The next instruction is one that blocks do not execute. Else all instructions have been executed, or the core has
    /// started or stopped polling.
    pub(super) slow: bool,
}

impl Core {
    /// Executes blocks of the text, `most` instructions at most, as long as the operations need nothing special. `loads` and
    /// `stores` are the addresses that they may access. `RECORDED`: there are `blocks`; a constant, so that the loop has no options.
    // A call for each chain would take half of the time of a short one.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "it is the inner part of `segment`")]
    pub(super) fn chain<const RECORDED: bool>(
        &mut self,
        now: Now<'_>,
        most: u32,
        polls: bool,
        loads: PlainRange,
        stores: PlainRange,
        mut log: Option<&mut Vec<Was>>,
        mut blocks: Option<&mut Blocks>,
        float: &mut PendingFloat,
    ) -> Chain {
        use Kind as K;
        let code = now.code;
        let (all, runs) = (&code.lowered.ops[..], &code.lowered.runs[..]);
        let mirror = code.map.fetch_mask();
        let p = &mut self.processor;
        let mut pc = p.pc;
        // Address of the last instruction.
        let mut last = pc;
        let mut left = most;
        // The instructions that were left after those in `blocks`: a loop is not recorded iteration by iteration.
        let mut recorded = left;
        let end = now.cycle + u64::from(most);
        // The block is a loop, and the watch knows it, but not when its last iteration began.
        let mut again = false;
        let (done, next, slow) = 'blocks: loop {
            // A misaligned address gives an index past the end of every text.
            let place = (pc & mirror).wrapping_sub(code.text_base).rotate_right(2) as usize;
            let run = runs.get(place).filter(|run| run.length > 0 && left > 0);
            let Some(run @ &Run { ops, length, .. }) = run else { break (0, pc.wrapping_add(4), left > 0) };
            let length = u32::from(length);
            // As many operations as there are cycles left.
            let Some((first, others)) = all[place..][..u32::from(ops).min(left) as usize].split_first() else {
                break (0, pc.wrapping_add(4), true);
            };
            // Address of the first instruction of the text.
            let origin = pc.wrapping_sub(4 * place as u32);
            again = false;
            pc = loop {
                // The next block: after this one, or at the target of its branch.
                let mut to = pc.wrapping_add(4 * length);
                let mut rest = others.iter();
                let mut op = first;
                loop {
                    // Operations before this one.
                    macro_rules! done {
                        () => {
                            (others.len() - rest.len()) as u32
                        };
                    }
                    // The address of the delay slot.
                    macro_rules! slot {
                        () => {
                            pc.wrapping_add(4 * done!()).wrapping_add(4)
                        };
                    }
                    macro_rules! s {
                        () => {
                            p.registers.general[op.s as usize]
                        };
                    }
                    macro_rules! t {
                        () => {
                            p.registers.general[op.t as usize]
                        };
                    }
                    macro_rules! d {
                        () => {
                            p.registers.general[op.d as usize]
                        };
                    }
                    macro_rules! addr {
                        () => {
                            s!().wrapping_add(op.imm)
                        };
                    }
                    // Anything that this block does not do.
                    macro_rules! slow {
                        () => {{
                            let done = done!();
                            let slot = done + 1 == length;
                            break 'blocks (done, if slot { to } else { pc.wrapping_add(4 * done + 4) }, true);
                        }};
                    }
                    // Register operands, immediate operand, operands and HI and LO, branch, branch-likely, load, store.
                    macro_rules! alu {
                        ($op:ident) => {
                            d!() = exec::alu(Op::$op, s!(), t!(), op.imm)
                        };
                    }
                    macro_rules! imm {
                        ($op:ident) => {
                            d!() = exec::alu(Op::$op, s!(), op.imm, 0)
                        };
                    }
                    macro_rules! muldiv {
                        ($op:ident) => {{
                            (p.registers.hi, p.registers.lo) =
                                exec::muldiv(Op::$op, s!(), t!(), p.registers.hi, p.registers.lo);
                        }};
                    }
                    macro_rules! branch {
                        ($taken:expr) => {
                            if $taken {
                                to = origin.wrapping_add(op.imm);
                            }
                        };
                    }
                    macro_rules! likely {
                        ($taken:expr) => {{
                            if !$taken {
                                // The delay slot, the last instruction of the block, is skipped.
                                if again {
                                    p.watch.began(end - u64::from(left));
                                    again = false;
                                }
                                float.resolve(&mut p.float.fcsr);
                                left -= length - 1;
                                if RECORDED && let Some(blocks) = blocks.as_deref_mut() {
                                    blocks.repeat(recorded - (left + length - 1));
                                    blocks.push(pc, length - 1, polls);
                                    recorded = left;
                                }
                                last = to.wrapping_sub(8);
                                pc = to;
                                continue 'blocks;
                            }
                            to = origin.wrapping_add(op.imm);
                        }};
                    }
                    macro_rules! load {
                        ($op:ident, $align:literal) => {{
                            let addr = addr!();
                            if !loads.has::<$align>(addr) {
                                slow!();
                            }
                            p.watch.read(addr);
                            d!() = exec::load(Op::$op, self.memory.word(addr), addr, 0)
                        }};
                    }
                    macro_rules! store {
                        ($op:ident, $align:literal, $value:expr) => {{
                            let (addr, value) = (addr!(), $value);
                            if !stores.has::<$align>(addr) {
                                slow!();
                            }
                            p.watch.stored();
                            if let Some(log) = log.as_deref_mut() {
                                log.push(Was::of(&self.memory, addr));
                            }
                            let word = match Op::$op {
                                Op::Sw => value,
                                op => exec::store(op, self.memory.word(addr), addr, value),
                            };
                            self.memory.set_word(addr, word);
                        }};
                    }
                    macro_rules! single {
                        ($register:expr) => {
                            u64::from(p.float.single($register as u8))
                        };
                    }
                    macro_rules! double {
                        ($register:expr) => {
                            p.float.double($register as u8)
                        };
                    }
                    macro_rules! set_single {
                        ($value:expr) => {{
                            p.float.values[op.d as usize] = $value;
                            p.watch.float_written();
                        }};
                    }
                    macro_rules! set_double {
                        ($value:expr) => {{
                            p.float.set_double(op.d as u8, $value);
                            p.watch.float_written();
                        }};
                    }
                    // Arithmetic, if the host computes it.
                    macro_rules! compute {
                        ($op:ident, $get:ident, $fr:expr, $set:ident) => {{
                            let operands = Operands { fs: $get!(op.s), ft: $get!(op.t), fr: $fr };
                            let fcsr = &mut p.float.fcsr;
                            match host::compute(Op::$op, operands) {
                                Some(value) if fcsr.is_plain() => {
                                    float.add(Op::$op, operands, value, fcsr);
                                    $set!(value as _);
                                }
                                _ => slow!(),
                            }
                        }};
                    }
                    macro_rules! double_op {
                        ($op:ident) => {
                            compute!($op, double, 0, set_double)
                        };
                    }
                    macro_rules! double_sum {
                        ($op:ident) => {
                            compute!($op, double, double!(op.imm), set_double)
                        };
                    }
                    macro_rules! single_op {
                        ($op:ident) => {
                            compute!($op, single, 0, set_single)
                        };
                    }
                    macro_rules! single_sum {
                        ($op:ident) => {
                            compute!($op, single, single!(op.imm), set_single)
                        };
                    }
                    // Comparisons without NaNs raise nothing.
                    macro_rules! compare {
                        ($bits:ident, $get:ident, $relation:tt) => {{
                            let (a, b) = ($bits::from_bits($get!(op.s) as _), $bits::from_bits($get!(op.t) as _));
                            if a.is_nan() || b.is_nan() || !p.float.fcsr.is_plain() {
                                slow!();
                            }
                            if float.compare(op.imm as u8, a $relation b, &mut p.float.fcsr) {
                                p.watch.float_written();
                            }
                        }};
                    }
                    macro_rules! float_load {
                        ($at:expr, $has:ident, $set:ident, $memory:ident) => {{
                            let addr = $at;
                            if !loads.$has(addr) {
                                slow!();
                            }
                            p.watch.read(addr);
                            $set!(self.memory.$memory(addr))
                        }};
                    }
                    macro_rules! condition {
                        () => {
                            p.float.fcsr.condition(op.d as u8)
                        };
                    }
                    match op.kind {
                        K::Nop => {}
                        K::Set => d!() = op.imm,
                        K::Addiu => imm!(Addiu),
                        K::Andi => imm!(Andi),
                        K::Ori => imm!(Ori),
                        K::Xori => imm!(Xori),
                        K::Slti => imm!(Slti),
                        K::Sltiu => imm!(Sltiu),
                        K::Addu => alu!(Addu),
                        K::Subu => alu!(Subu),
                        K::And => alu!(And),
                        K::Or => alu!(Or),
                        K::Xor => alu!(Xor),
                        K::Nor => alu!(Nor),
                        K::Slt => alu!(Slt),
                        K::Sltu => alu!(Sltu),
                        K::Sll => alu!(Sll),
                        K::Srl => alu!(Srl),
                        K::Sra => alu!(Sra),
                        K::Sllv => alu!(Sllv),
                        K::Srlv => alu!(Srlv),
                        K::Srav => alu!(Srav),
                        K::Mul => alu!(Mul),
                        K::Seb => alu!(Seb),
                        K::Seh => alu!(Seh),
                        K::Ext => d!() = exec::extract(s!(), op.imm, op.t as u32 + 1),
                        K::Lw => load!(Lw, 4),
                        K::Lb => load!(Lb, 1),
                        K::Lbu => load!(Lbu, 1),
                        K::Lh => load!(Lh, 2),
                        K::Lhu => load!(Lhu, 2),
                        K::Sw => store!(Sw, 4, d!()),
                        K::Sb => store!(Sb, 1, d!()),
                        K::Sh => store!(Sh, 2, d!()),
                        K::Beq => branch!(s!() == t!()),
                        K::Bne => branch!(s!() != t!()),
                        K::Blez => branch!(s!() as i32 <= 0),
                        K::Bgtz => branch!(s!() as i32 > 0),
                        K::Bltz => branch!((s!() as i32) < 0),
                        K::Bgez => branch!(s!() as i32 >= 0),
                        K::Branch => branch!(true),
                        K::Beql => likely!(s!() == t!()),
                        K::Bnel => likely!(s!() != t!()),
                        K::Bc1t => branch!(condition!()),
                        K::Bc1f => branch!(!condition!()),
                        K::Bc1tl => likely!(condition!()),
                        K::Bc1fl => likely!(!condition!()),
                        K::J => to = slot!() & 0xf000_0000 | op.imm,
                        K::Jal => {
                            let slot = slot!();
                            to = slot & 0xf000_0000 | op.imm;
                            d!() = slot.wrapping_add(4);
                        }
                        K::Jr => to = s!(),
                        K::Jalr => {
                            to = s!();
                            d!() = slot!().wrapping_add(4);
                        }
                        K::Mfhi => d!() = p.registers.hi,
                        K::Mflo => d!() = p.registers.lo,
                        K::Mult => muldiv!(Mult),
                        K::Multu => muldiv!(Multu),
                        K::Div => muldiv!(Div),
                        K::Divu => muldiv!(Divu),
                        K::Madd => muldiv!(Madd),
                        K::Maddu => muldiv!(Maddu),
                        K::Msub => muldiv!(Msub),
                        K::Msubu => muldiv!(Msubu),
                        K::Ldc1 => float_load!(addr!(), has_double, set_double, double),
                        K::Lwc1 => float_load!(addr!(), has_word, set_single, word),
                        K::Ldxc1 => float_load!(s!().wrapping_add(t!()), has_double, set_double, double),
                        K::Lwxc1 => float_load!(s!().wrapping_add(t!()), has_word, set_single, word),
                        K::Swc1 => store!(Sw, 4, p.float.single(op.d as u8)),
                        K::Sdc1 => {
                            let (addr, value) = (addr!(), double!(op.d));
                            if !stores.has_double(addr) {
                                slow!();
                            }
                            p.watch.stored();
                            if let Some(log) = log.as_deref_mut() {
                                log.push(Was::of(&self.memory, addr));
                                log.push(Was::of(&self.memory, addr + 4));
                            }
                            self.memory.set_double(addr, value);
                        }
                        K::MulD => double_op!(MulD),
                        K::AddD => double_op!(AddD),
                        K::SubD => double_op!(SubD),
                        K::DivD => double_op!(DivD),
                        K::MaddD => double_sum!(MaddD),
                        K::MsubD => double_sum!(MsubD),
                        K::NmaddD => double_sum!(NmaddD),
                        K::NmsubD => double_sum!(NmsubD),
                        K::MulS => single_op!(MulS),
                        K::AddS => single_op!(AddS),
                        K::SubS => single_op!(SubS),
                        K::DivS => single_op!(DivS),
                        K::MaddS => single_sum!(MaddS),
                        K::MsubS => single_sum!(MsubS),
                        K::NmaddS => single_sum!(NmaddS),
                        K::NmsubS => single_sum!(NmsubS),
                        K::CvtSD => compute!(CvtSD, double, 0, set_single),
                        K::CvtDS => compute!(CvtDS, single, 0, set_double),
                        K::CvtDW => compute!(CvtDW, single, 0, set_double),
                        K::CvtSW => compute!(CvtSW, single, 0, set_single),
                        K::TruncWD => compute!(TruncWD, double, 0, set_single),
                        K::TruncWS => compute!(TruncWS, single, 0, set_single),
                        K::CEqD => compare!(f64, double, ==),
                        K::CLtD => compare!(f64, double, <),
                        K::CLeD => compare!(f64, double, <=),
                        K::CEqS => compare!(f32, single, ==),
                        K::CLtS => compare!(f32, single, <),
                        K::CLeS => compare!(f32, single, <=),
                        K::MovD => set_double!(double!(op.s)),
                        K::NegD => set_double!(exec::fpu::sign(Op::NegD, double!(op.s))),
                        K::AbsD => set_double!(exec::fpu::sign(Op::AbsD, double!(op.s))),
                        K::MovS => set_single!(p.float.single(op.s as u8)),
                        K::NegS => set_single!(exec::fpu::sign(Op::NegS, single!(op.s)) as u32),
                        K::AbsS => set_single!(exec::fpu::sign(Op::AbsS, single!(op.s)) as u32),
                        K::Mtc1 => set_single!(t!()),
                        K::Mfc1 => d!() = p.float.single(op.s as u8),
                        K::Slow => slow!(),
                        K::AddiuBne => {
                            imm!(Addiu);
                            let Some(second) = rest.next() else { break };
                            op = second;
                            branch!(s!() != t!());
                        }
                    }
                    let Some(next) = rest.next() else { break };
                    op = next;
                }
                float.resolve(&mut p.float.fcsr);
                let Some(rest) = left.checked_sub(length) else {
                    // The delay slot is the next instruction, or another one before the branch.
                    let done = left;
                    break 'blocks (done, if done + 1 == length { to } else { pc.wrapping_add(4 * done + 4) }, false);
                };
                left = rest;
                let cycle = end - u64::from(left);
                if again {
                    if to == pc && p.watch.again(&p.registers, &p.float, run) {
                        if left >= length {
                            continue;
                        }
                        p.watch.began(cycle);
                        break to;
                    }
                    p.watch.began(cycle - u64::from(length));
                    again = false;
                }
                if RECORDED && let Some(blocks) = blocks.as_deref_mut() {
                    blocks.repeat(recorded - (left + length));
                    blocks.push(pc, length, polls);
                    recorded = left;
                }
                last = pc.wrapping_add(4 * length).wrapping_sub(4);
                if to > last {
                    break to;
                }
                let computes = p.watch.backward(to, cycle, &p.registers, &p.float);
                if polls || !computes && p.watch.polling().is_some() {
                    pc = to;
                    break 'blocks (0, to.wrapping_add(4), false);
                }
                if to != pc || left < length {
                    break to;
                }
                again = computes;
            };
        };
        if again {
            p.watch.began(end - u64::from(left));
        }
        if RECORDED && let Some(blocks) = blocks {
            blocks.repeat(recorded - left);
            if done > 0 {
                blocks.push(pc, done, polls);
            }
        }
        if done > 0 {
            float.resolve(&mut p.float.fcsr);
            pc = pc.wrapping_add(4 * done);
            last = pc.wrapping_sub(4);
        }
        (p.pc, p.next_pc) = (pc, next);
        Chain { executed: most - left + done, last, slow }
    }
}
