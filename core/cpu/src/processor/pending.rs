//! Floating-point operations of a burst: results come from the host, FCSR is computed late.
//!
//! An operation that the host computes ([`host::compute`]) raises nothing but perhaps inexact. Its flag stays set once it
//! is; its cause is overwritten by the next operation. So in a block only the last two operations are kept, and FCSR is
//! completed from them at its end: from the last one its causes, and from both whether the last one changed FCSR.

use super::{LastStep, Processor};
use crate::isa::exec::fpu::host::{self, Operands};
use crate::isa::exec::fpu::{Fcsr, exception};
use crate::isa::{Class, Instr, Op, row};

/// The last operations of a block, whose causes are not in FCSR yet.
pub(super) struct PendingFloat {
    last: [(Option<Op>, Operands); 2],
    count: usize,
    /// The last operation has changed FCSR.
    changed: bool,
}

impl PendingFloat {
    /// No operation. (`Default` for an array is a call.)
    pub(super) const NONE: Self = {
        let none = (None, Operands { fs: 0, ft: 0, fr: 0 });
        Self { last: [none; 2], count: 0, changed: false }
    };

    /// An operation with its result.
    #[inline(always)]
    pub(super) fn add(&mut self, op: Op, operands: Operands, value: u64, fcsr: &mut Fcsr) {
        self.keep(Some(op), operands);
        self.changed = false;
        if fcsr.flags() & exception::INEXACT == 0 && host::inexact(op, operands, value) != Some(false) {
            self.raise(op, operands, fcsr);
        }
    }

    #[inline(always)]
    fn keep(&mut self, op: Option<Op>, operands: Operands) {
        self.last[self.count & 1] = (op, operands);
        self.count += 1;
    }

    /// Sets the flag of the operation, which is the first inexact one, or one that is not certain.
    #[cold]
    fn raise(&mut self, op: Op, operands: Operands, fcsr: &mut Fcsr) {
        let raised = host::exceptions(op, operands);
        *fcsr = fcsr.with_flags(raised);
        self.changed = raised != 0;
    }

    /// A comparison without NaN. True if it changes FCSR and no operation has been kept before it.
    #[inline(always)]
    pub(super) fn compare(&mut self, code: u8, value: bool, fcsr: &mut Fcsr) -> bool {
        let before = *fcsr;
        if self.count > 0 {
            *fcsr = before.with_condition(code, value);
            self.keep(None, Operands::default());
            self.changed = *fcsr != before;
            return false;
        }
        *fcsr = before.after(0).with_condition(code, value);
        self.changed = *fcsr != before;
        self.changed
    }

    /// Completes FCSR.
    #[inline(always)]
    pub(super) fn resolve(&mut self, fcsr: &mut Fcsr) {
        if self.count > 0 {
            self.complete(fcsr);
        }
    }

    fn complete(&mut self, fcsr: &mut Fcsr) {
        let raised = |n: usize| match self.last[n & 1] {
            (Some(op), operands) => host::exceptions(op, operands),
            _ => 0,
        };
        let before = if self.count > 1 { fcsr.after(raised(self.count - 2)) } else { *fcsr };
        *fcsr = fcsr.after(raised(self.count - 1));
        self.changed |= *fcsr != before;
        self.count = 0;
    }

    /// True if the last operation has changed FCSR.
    pub(super) fn changed(&self) -> bool {
        self.changed
    }
}

/// The bits of [`LastStep::float_registers`] after an instruction
/// of a block.
fn float_written(instr: &Instr, fcsr_changed: bool) -> u64 {
    use Op::*;
    let fcsr = u64::from(fcsr_changed) << 32;
    let (fd, ft) = (instr.sa & 31, instr.rt & 31);
    match instr.op {
        AddD | SubD | MulD | DivD | MaddD | MsubD | NmaddD | NmsubD | CvtDS | CvtDW => 3 << fd | fcsr,
        AddS | SubS | MulS | DivS | MaddS | MsubS | NmaddS | NmsubS | CvtSD | CvtSW | TruncWD | TruncWS => {
            1 << fd | fcsr
        }
        CEqD | CLtD | CLeD | CEqS | CLtS | CLeS => fcsr,
        MovD | NegD | AbsD | Ldxc1 => 3 << fd,
        MovS | NegS | AbsS | Lwxc1 => 1 << fd,
        Ldc1 => 3 << ft,
        Lwc1 => 1 << ft,
        Mtc1 => 1 << (instr.rd & 31),
        _ => 0,
    }
}

impl Processor {
    /// Records what the last instruction, one of those that a block handles, did at `pc`. The source registers of a
    /// store or a branch are unchanged. `fcsr_changed`: the last floating-point operation changed FCSR.
    pub(super) fn settle(&mut self, pc: u32, instr: &Instr, fcsr_changed: bool) {
        use Op::*;
        let mut last = LastStep { pc, ..LastStep::default() };
        last.float_registers = float_written(instr, fcsr_changed);
        let written = match instr.op {
            Swc1 | Sdc1 => {
                last.stored = Some(self.get(instr.rs).wrapping_add(instr.imm));
                last.stored_two = instr.op == Sdc1;
                0
            }
            Mfc1 => 1 << (instr.rt & 31),
            Lwc1 | Ldc1 | Lwxc1 | Ldxc1 | Bc1f | Bc1t | Bc1fl | Bc1tl => 0,
            Sw | Sb | Sh => {
                last.stored = Some(self.get(instr.rs).wrapping_add(instr.imm) & !3);
                0
            }
            Mult | Multu | Div | Divu | Madd | Maddu | Msub | Msubu => 3 << 32,
            Jal => 1 << 31,
            Addiu | Andi | Ori | Xori | Lui | Slti | Sltiu | Ext | Lw | Lb | Lbu | Lh | Lhu => 1 << (instr.rt & 31),
            Beq | Bne | Blez | Bgtz | Bltz | Bgez | Beql | Bnel | J | Jr | Nop => 0,
            op if row(op).class == Class::Float => 0,
            _ => 1 << (instr.rd & 31),
        };
        last.registers = written & !1;
        self.last = last;
    }
}
