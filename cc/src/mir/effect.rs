//! The registers that instructions read and write.

use super::{Plain, Reg};
use mcore_cpu::isa::{Class, Op, Operand, row};

/// True if the instruction writes no general or floating-point register.
fn writes_nothing(op: Op) -> bool {
    let compares = || row(op).operands.contains(&Operand::CompareCc);
    match row(op).class {
        Class::Store => op != Op::Sc,
        Class::Branch | Class::Trap | Class::Jump => true,
        Class::MulDiv => !matches!(op, Op::Mul | Op::Mfhi | Op::Mflo),
        Class::System => op != Op::Rdhwr,
        Class::Float => op == Op::Ctc1 || compares(),
        Class::Alu | Class::Load => false,
    }
}

/// The position among [`Plain::regs`] of the register that it writes.
pub fn destination(op: Op) -> Option<usize> {
    match op {
        Op::Mtc1 | Op::Mthc1 => Some(1),
        _ if writes_nothing(op) => None,
        _ => Some(0),
    }
}

/// True if the operand of a row is a register.
pub fn registers(operand: Operand) -> usize {
    match operand {
        Operand::Rd | Operand::RdAndRt | Operand::Rs | Operand::Rt | Operand::Memory => 1,
        Operand::Fd | Operand::Fs | Operand::Ft | Operand::Fr => 1,
        Operand::Dd | Operand::Ds | Operand::Dt | Operand::Dr => 1,
        Operand::Indexed => 2,
        _ => 0,
    }
}

/// A set of registers and of HI and LO (bit 64) and the condition code (bit 65).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set(pub u128);

/// HI and LO.
pub const HI_LO: u128 = 1 << 64;
/// The condition code.
pub const CONDITION: u128 = 1 << 65;
/// Memory, as read or written.
pub const MEMORY: u128 = 1 << 66;

impl Set {
    /// Adds a register of the machine. `$zero` is never in a set; a floating-point register counts with its pair.
    pub fn add(&mut self, reg: Reg) {
        match reg.0 {
            0 | 64.. => {}
            n @ 32.. => self.0 |= 3 << (n & !1),
            n => self.0 |= 1 << n,
        }
    }

    /// True if both have something in common.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The sets that an instruction with registers of the machine reads and writes.
pub fn of(plain: &Plain) -> (Set, Set) {
    let (mut reads, mut writes) = (Set::default(), Set::default());
    let op = plain.op;
    let to = destination(op);
    for (i, reg) in plain.regs.iter().enumerate().filter(|(_, r)| **r != Reg::NONE) {
        if to == Some(i) { writes.add(*reg) } else { reads.add(*reg) }
    }
    if plain.tied != Reg::NONE {
        reads.add(plain.tied);
    }
    let row = row(op);
    match row.class {
        Class::Load => reads.0 |= MEMORY,
        Class::Store => writes.0 |= MEMORY,
        Class::MulDiv => match op {
            // The manual leaves HI and LO open after `mul`.
            Op::Mul | Op::Mult | Op::Multu | Op::Div | Op::Divu => writes.0 |= HI_LO,
            Op::Mfhi | Op::Mflo => reads.0 |= HI_LO,
            _ => {
                reads.0 |= HI_LO;
                writes.0 |= HI_LO;
            }
        },
        _ => {}
    }
    for operand in row.operands {
        match operand {
            Operand::CompareCc => writes.0 |= CONDITION,
            Operand::Cc | Operand::BranchCc => reads.0 |= CONDITION,
            _ => {}
        }
    }
    (reads, writes)
}
