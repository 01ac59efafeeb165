//! A program's text, lowered: each instruction as an operation that a block executes without looking anything up.
//!
//! A basic block consists of the operations up to a branch and its delay slot. The length of the rest of the block is known
//! at each instruction, so a block can be entered anywhere, and nothing is counted within it.

use crate::isa::{Instr, Op};
use alloc::vec::Vec;

/// A general or a floating-point register. Its number needs no check where it is an index.
macro_rules! registers {
    ($($name:ident)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Reg { $($name),* }

        impl Reg {
            const ALL: [Self; 32] = [$(Self::$name),*];
        }
    };
}
registers! {
    R0 R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R16 R17 R18 R19 R20 R21 R22 R23 R24 R25 R26 R27 R28 R29 R30 R31
}

impl Reg {
    fn new(number: u8) -> Self {
        Self::ALL[usize::from(number & 31)]
    }
}

/// The effect of an operation. Most are named after their instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// The instruction is not executed in a block.
    Slow,
    /// Nothing.
    Nop,
    /// `d` becomes the immediate.
    Set,
    Addiu,
    Andi,
    Ori,
    Xori,
    Slti,
    Sltiu,
    Addu,
    Subu,
    And,
    Or,
    Xor,
    Nor,
    Slt,
    Sltu,
    Sll,
    Srl,
    Sra,
    Sllv,
    Srlv,
    Srav,
    Mul,
    Seb,
    Seh,
    Ext,
    Mfhi,
    Mflo,
    Mult,
    Multu,
    Div,
    Divu,
    Madd,
    Maddu,
    Msub,
    Msubu,
    Lw,
    Lb,
    Lbu,
    Lh,
    Lhu,
    Sw,
    Sb,
    Sh,
    Lwc1,
    Ldc1,
    Lwxc1,
    Ldxc1,
    Swc1,
    Sdc1,
    AddD,
    SubD,
    MulD,
    DivD,
    MaddD,
    MsubD,
    NmaddD,
    NmsubD,
    AddS,
    SubS,
    MulS,
    DivS,
    MaddS,
    MsubS,
    NmaddS,
    NmsubS,
    CvtSD,
    CvtDS,
    CvtDW,
    CvtSW,
    TruncWD,
    TruncWS,
    CEqD,
    CLtD,
    CLeD,
    CEqS,
    CLtS,
    CLeS,
    MovD,
    NegD,
    AbsD,
    MovS,
    NegS,
    AbsS,
    Mtc1,
    Mfc1,
    /// `addiu` and the `bne` after it: most loops end with these.
    AddiuBne,
    // From here on: branches and jumps.
    Beq,
    Bne,
    Blez,
    Bgtz,
    Bltz,
    Bgez,
    Beql,
    Bnel,
    Bc1t,
    Bc1f,
    Bc1tl,
    Bc1fl,
    /// A branch that is always taken.
    Branch,
    J,
    Jal,
    Jr,
    Jalr,
}

impl Kind {
    /// True for branches and jumps.
    pub(super) fn is_branch(self) -> bool {
        self as u8 >= Self::Beq as u8
    }
}

/// An operation that is ready to run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ready {
    pub(super) kind: Kind,
    /// Destination; of a store, the register that is stored.
    pub(super) d: Reg,
    /// First source; the base of an address.
    pub(super) s: Reg,
    /// Second source.
    pub(super) t: Reg,
    /// Immediate operand, offset of an address, shift amount, condition code, or the number of a third source. Of a branch:
    /// its target, as an offset from the first instruction of the text. Of `j` and `jal`: the target in its region.
    pub(super) imm: u32,
}

/// The rest of a block, from one instruction on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Operations to execute. A `nop` in the last delay slot is left out.
    pub(super) ops: u16,
    /// Instructions; 0 if the first one is not executed in a block.
    pub(super) length: u16,
    /// The general registers that may be written, if they are at most four, and then [`Reg::R0`].
    pub(super) writes: Option<[Reg; 4]>,
}

/// Longest run.
const MAX_LENGTH: u16 = 1 << 15;

impl Run {
    /// The instruction is not executed in a block.
    const NONE: Self = Self { ops: 0, length: 0, writes: Some([Reg::R0; 4]) };

    /// One operation, and the run after it.
    fn after(self, op: &Ready) -> Self {
        let following = if self.length < MAX_LENGTH { self } else { Self::NONE };
        let writes = match following.writes {
            _ if !op.writes() => following.writes,
            Some(known) if known.contains(&op.d) => following.writes,
            Some([a, b, c, Reg::R0]) => Some([op.d, a, b, c]),
            _ => None,
        };
        Self { ops: following.ops + 1, length: following.length + 1, writes }
    }
}

/// A lowered text.
#[derive(Clone, Debug, Default)]
pub(super) struct Lowered {
    pub(super) ops: Vec<Ready>,
    /// By instruction, as [`Lowered::ops`].
    pub(super) runs: Vec<Run>,
}

impl Lowered {
    /// Lowers a text.
    pub(super) fn new(text: &[Instr]) -> Self {
        let mut ops: Vec<Ready> = text.iter().zip(0..).map(|(instr, index)| Ready::new(instr, index)).collect();
        let mut runs = alloc::vec![Run::NONE; ops.len()];
        let (mut following, mut slot): (Run, Option<&Ready>) = (Run::NONE, None);
        for (run, op) in runs.iter_mut().zip(&ops).rev() {
            following = match slot {
                _ if op.kind == Kind::Slow => Run::NONE,
                _ if !op.kind.is_branch() => following.after(op),
                Some(Ready { kind: Kind::Nop, .. }) => Run { length: 2, ..Run::NONE.after(op) },
                Some(slot) if slot.kind != Kind::Slow && !slot.kind.is_branch() => Run::NONE.after(slot).after(op),
                // A block that ends in a branch contains its delay slot.
                _ => Run::NONE,
            };
            *run = following;
            slot = Some(op);
        }
        for at in 1..ops.len() {
            if let [Ready { kind: first @ Kind::Addiu, .. }, Ready { kind: Kind::Bne, .. }] = &mut ops[at - 1..=at] {
                *first = Kind::AddiuBne;
            }
        }
        Self { ops, runs }
    }
}

impl Ready {
    /// The operation of the instruction with this index in the text.
    pub(super) fn new(instr: &Instr, index: u32) -> Self {
        use Kind as K;
        let Instr { op, rs, rt, rd, sa, imm } = *instr;
        let operation =
            |kind, d: u8, s: u8, t: u8, imm: u32| Self { kind, d: Reg::new(d), s: Reg::new(s), t: Reg::new(t), imm };
        let slow = operation(K::Slow, 0, 0, 0, 0);
        // Results: of register and immediate, of two registers, of a shift, of a load, of doubles.
        let value = |ready: Self| match ready.d {
            Reg::R0 => operation(K::Nop, 0, 0, 0, 0),
            _ => ready,
        };
        let set = |imm| value(operation(K::Set, rt, 0, 0, imm));
        let immediate = |kind| value(operation(kind, rt, rs, 0, imm));
        let register = |kind| value(operation(kind, rd, rs, rt, u32::from(sa)));
        let load = |kind| if rt == 0 { slow } else { operation(kind, rt, rs, 0, imm) };
        let memory = |kind| operation(kind, rt, rs, 0, imm);
        let even = |registers: u8, ready: Self| if registers & 1 == 0 { ready } else { slow };
        let single = |kind| operation(kind, sa, rd, rt, u32::from(rs));
        let double = |kind| even(rd | rt | sa, single(kind));
        let double_sum = |kind| even(rs | rd | rt | sa, single(kind));
        let compare = |kind| operation(kind, 0, rd, rt, u32::from(instr.compare_condition()));
        let target = (4 * (index + 1)).wrapping_add(imm);
        let branch = |kind| operation(kind, 0, rs, rt, target);
        let on_condition = |kind| operation(kind, instr.condition(), 0, 0, target);
        match op {
            Op::Addiu if rs == 0 => set(imm),
            Op::Ori | Op::Xori if rs == 0 => set(imm),
            Op::Lui => set(imm << 16),
            Op::Addiu => immediate(K::Addiu),
            Op::Andi => immediate(K::Andi),
            Op::Ori => immediate(K::Ori),
            Op::Xori => immediate(K::Xori),
            Op::Slti => immediate(K::Slti),
            Op::Sltiu => immediate(K::Sltiu),
            // A copy of a register.
            Op::Addu | Op::Or if rt == 0 => value(operation(K::Addiu, rd, rs, 0, 0)),
            Op::Addu | Op::Or if rs == 0 => value(operation(K::Addiu, rd, rt, 0, 0)),
            Op::Addu => register(K::Addu),
            Op::Subu => register(K::Subu),
            Op::And => register(K::And),
            Op::Or => register(K::Or),
            Op::Xor => register(K::Xor),
            Op::Nor => register(K::Nor),
            Op::Slt => register(K::Slt),
            Op::Sltu => register(K::Sltu),
            Op::Sll => register(K::Sll),
            Op::Srl => register(K::Srl),
            Op::Sra => register(K::Sra),
            Op::Sllv => register(K::Sllv),
            Op::Srlv => register(K::Srlv),
            Op::Srav => register(K::Srav),
            Op::Mul => register(K::Mul),
            Op::Seb => register(K::Seb),
            Op::Seh => register(K::Seh),
            Op::Ext => value(operation(K::Ext, rt, rs, rd, u32::from(sa))),
            Op::Mfhi => register(K::Mfhi),
            Op::Mflo => register(K::Mflo),
            Op::Mult => operation(K::Mult, 0, rs, rt, 0),
            Op::Multu => operation(K::Multu, 0, rs, rt, 0),
            Op::Div => operation(K::Div, 0, rs, rt, 0),
            Op::Divu => operation(K::Divu, 0, rs, rt, 0),
            Op::Madd => operation(K::Madd, 0, rs, rt, 0),
            Op::Maddu => operation(K::Maddu, 0, rs, rt, 0),
            Op::Msub => operation(K::Msub, 0, rs, rt, 0),
            Op::Msubu => operation(K::Msubu, 0, rs, rt, 0),
            Op::Lw => load(K::Lw),
            Op::Lb => load(K::Lb),
            Op::Lbu => load(K::Lbu),
            Op::Lh => load(K::Lh),
            Op::Lhu => load(K::Lhu),
            Op::Sw => memory(K::Sw),
            Op::Sb => memory(K::Sb),
            Op::Sh => memory(K::Sh),
            Op::Lwc1 => memory(K::Lwc1),
            Op::Ldc1 => even(rt, memory(K::Ldc1)),
            Op::Lwxc1 => operation(K::Lwxc1, sa, rs, rt, 0),
            Op::Ldxc1 => even(sa, operation(K::Ldxc1, sa, rs, rt, 0)),
            Op::Swc1 => memory(K::Swc1),
            Op::Sdc1 => even(rt, memory(K::Sdc1)),
            Op::AddD => double(K::AddD),
            Op::SubD => double(K::SubD),
            Op::MulD => double(K::MulD),
            Op::DivD => double(K::DivD),
            Op::MaddD => double_sum(K::MaddD),
            Op::MsubD => double_sum(K::MsubD),
            Op::NmaddD => double_sum(K::NmaddD),
            Op::NmsubD => double_sum(K::NmsubD),
            Op::AddS => single(K::AddS),
            Op::SubS => single(K::SubS),
            Op::MulS => single(K::MulS),
            Op::DivS => single(K::DivS),
            Op::MaddS => single(K::MaddS),
            Op::MsubS => single(K::MsubS),
            Op::NmaddS => single(K::NmaddS),
            Op::NmsubS => single(K::NmsubS),
            Op::CvtSD => even(rd, single(K::CvtSD)),
            Op::CvtDS => even(sa, single(K::CvtDS)),
            Op::CvtDW => even(sa, single(K::CvtDW)),
            Op::CvtSW => single(K::CvtSW),
            Op::TruncWD => even(rd, single(K::TruncWD)),
            Op::TruncWS => single(K::TruncWS),
            Op::CEqD => even(rd | rt, compare(K::CEqD)),
            Op::CLtD => even(rd | rt, compare(K::CLtD)),
            Op::CLeD => even(rd | rt, compare(K::CLeD)),
            Op::CEqS => compare(K::CEqS),
            Op::CLtS => compare(K::CLtS),
            Op::CLeS => compare(K::CLeS),
            Op::MovD => even(rd | sa, single(K::MovD)),
            Op::NegD => even(rd | sa, single(K::NegD)),
            Op::AbsD => even(rd | sa, single(K::AbsD)),
            Op::MovS => single(K::MovS),
            Op::NegS => single(K::NegS),
            Op::AbsS => single(K::AbsS),
            Op::Mtc1 => operation(K::Mtc1, rd, 0, rt, 0),
            Op::Mfc1 => value(operation(K::Mfc1, rt, rd, 0, 0)),
            Op::Beq if rs == rt => branch(K::Branch),
            Op::Beq => branch(K::Beq),
            Op::Bne => branch(K::Bne),
            Op::Blez => branch(K::Blez),
            Op::Bgtz => branch(K::Bgtz),
            Op::Bltz => branch(K::Bltz),
            Op::Bgez => branch(K::Bgez),
            Op::Beql => branch(K::Beql),
            Op::Bnel => branch(K::Bnel),
            Op::Bc1t => on_condition(K::Bc1t),
            Op::Bc1f => on_condition(K::Bc1f),
            Op::Bc1tl => on_condition(K::Bc1tl),
            Op::Bc1fl => on_condition(K::Bc1fl),
            Op::J => operation(K::J, 0, 0, 0, imm),
            Op::Jal => operation(K::Jal, 31, 0, 0, imm),
            Op::Jr => operation(K::Jr, 0, rs, 0, 0),
            Op::Jalr if rd != 0 => operation(K::Jalr, rd, rs, 0, 0),
            Op::Nop => operation(K::Nop, 0, 0, 0, 0),
            _ => slow,
        }
    }

    /// True if the operation writes the general register `d`.
    fn writes(&self) -> bool {
        use Kind as K;
        matches!(
            self.kind,
            K::Set
                | K::AddiuBne
                | K::Addiu
                | K::Andi
                | K::Ori
                | K::Xori
                | K::Slti
                | K::Sltiu
                | K::Addu
                | K::Subu
                | K::And
                | K::Or
                | K::Xor
                | K::Nor
                | K::Slt
                | K::Sltu
                | K::Sll
                | K::Srl
                | K::Sra
                | K::Sllv
                | K::Srlv
                | K::Srav
                | K::Mul
                | K::Seb
                | K::Seh
                | K::Ext
                | K::Lw
                | K::Lb
                | K::Lbu
                | K::Lh
                | K::Lhu
                | K::Mfhi
                | K::Mflo
                | K::Mfc1
                | K::Jal
                | K::Jalr
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::{decode, encode};

    fn lowered(text: &[Instr]) -> Lowered {
        // As in a program: the instructions come from words.
        Lowered::new(&text.iter().map(|instr| decode(encode(instr))).collect::<Vec<_>>())
    }

    fn instr(op: Op, rt: u8, rs: u8, imm: i32) -> Instr {
        Instr { op, rs, rt, rd: 0, sa: 0, imm: imm as u32 }
    }

    #[test]
    fn the_rest_of_a_block_is_known_at_each_instruction() {
        let add = instr(Op::Addiu, 8, 8, 1);
        let (branch, nop) = (instr(Op::Bne, 0, 8, -12), instr(Op::Nop, 0, 0, 0));
        let slow = instr(Op::Lwl, 9, 4, 0);
        let lengths =
            |text: &[Instr]| -> Vec<_> { lowered(text).runs.iter().map(|run| (run.ops, run.length)).collect() };
        assert_eq!(lengths(&[add, add, branch, nop, add]), [(3, 4), (2, 3), (1, 2), (2, 2), (1, 1)]);
        assert_eq!(lengths(&[add, branch, add]), [(3, 3), (2, 2), (1, 1)]);
        // A delay slot that blocks do not execute, another branch in it, and none.
        assert_eq!(lengths(&[add, branch, slow]), [(1, 1), (0, 0), (0, 0)]);
        assert_eq!(lengths(&[branch, branch, nop]), [(0, 0), (1, 2), (1, 1)]);
        assert_eq!(lengths(&[add, branch]), [(1, 1), (0, 0)]);
        let long = alloc::vec![add; usize::from(MAX_LENGTH) + 2];
        assert_eq!(lengths(&long)[..3], [(2, 2), (1, 1), (MAX_LENGTH, MAX_LENGTH)]);
    }

    #[test]
    fn at_most_four_written_registers_are_listed() {
        let add = |register| instr(Op::Addiu, register, 4, 1);
        let writes = |text: &[Instr]| lowered(text).runs[0].writes;
        assert_eq!(writes(&[add(8), add(9), add(8)]), Some([Reg::R9, Reg::R8, Reg::R0, Reg::R0]));
        assert_eq!(writes(&[add(8), add(9), add(10), add(11)]).map(|all| all.contains(&Reg::R0)), Some(false));
        assert_eq!(writes(&[add(8), add(9), add(10), add(11), add(12)]), None);
        assert_eq!(writes(&[instr(Op::Sw, 8, 4, 0)]), Some([Reg::R0; 4]));
    }

    #[test]
    fn operations_are_simpler_than_instructions() {
        let kind = |instr: Instr| {
            let op = lowered(&[instr]).ops[0];
            (op.kind, op.d as u8, op.s as u8, op.imm)
        };
        let register = |op, rd, rs, rt| Instr { op, rs, rt, rd, sa: 0, imm: 0 };
        assert_eq!(kind(instr(Op::Lui, 8, 0, 0x1234)), (Kind::Set, 8, 0, 0x1234_0000));
        assert_eq!(kind(instr(Op::Addiu, 8, 0, -1)), (Kind::Set, 8, 0, u32::MAX));
        assert_eq!(kind(register(Op::Addu, 8, 0, 9)), (Kind::Addiu, 8, 9, 0));
        assert_eq!(kind(register(Op::Or, 8, 9, 0)), (Kind::Addiu, 8, 9, 0));
        assert_eq!(kind(register(Op::Addu, 0, 8, 9)).0, Kind::Nop);
        assert_eq!(kind(instr(Op::Beq, 0, 0, 8)), (Kind::Branch, 0, 0, 12));
        // A load to the register that is always 0, and a double in an odd register.
        assert_eq!(kind(instr(Op::Lw, 0, 8, 0)).0, Kind::Slow);
        assert_eq!(kind(instr(Op::Ldc1, 3, 8, 0)).0, Kind::Slow);
        let pair = lowered(&[instr(Op::Addiu, 8, 8, 1), instr(Op::Bne, 0, 8, -8), instr(Op::Nop, 0, 0, 0)]);
        assert_eq!(pair.ops.iter().map(|op| op.kind).collect::<Vec<_>>(), [Kind::AddiuBne, Kind::Bne, Kind::Nop]);
    }
}
