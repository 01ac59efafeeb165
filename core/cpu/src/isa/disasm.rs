//! Instructions as text.

use super::{Instr, Op, Operand, register_name, row};
use alloc::{format, string::String, vec::Vec};

/// The text of an instruction at address `pc`, in a form that this assembler turns back into the same word. GNU as does
/// too, except that it does not accept a number as the address of a branch target.
///
/// `label` may name a branch or jump target; a target without a name is written as a number. A word that is no
/// instruction is written as `.word`.
pub fn disassemble(instr: &Instr, pc: u32, label: &dyn Fn(u32) -> Option<String>) -> String {
    let row = row(instr.op);
    let mut operands: Vec<String> = row.operands.iter().filter_map(|&o| operand(instr, o, pc, label)).collect();
    if matches!(instr.op, Op::Div | Op::Divu) {
        // With two operands GNU as understands a pseudo-instruction, `div $a, $b` as `div $a, $a, $b`.
        operands.insert(0, register_name(0).into());
    }
    if operands.is_empty() { row.mnemonic.into() } else { format!("{} {}", row.mnemonic, operands.join(", ")) }
}

/// One operand as text; `None` for an optional operand that is zero.
fn operand(instr: &Instr, operand: Operand, pc: u32, label: &dyn Fn(u32) -> Option<String>) -> Option<String> {
    let &Instr { rs, rt, rd, sa, imm, .. } = instr;
    let address = |target: u32| label(target).unwrap_or_else(|| format!("{target:#x}"));
    let optional = |code: u32| (code != 0).then(|| format!("{code}"));
    let condition = |code: u8| (code != 0).then(|| format!("$fcc{code}"));
    match operand {
        Operand::Rd | Operand::RdAndRt => Some(register_name(rd).into()),
        Operand::Rs => Some(register_name(rs).into()),
        Operand::Rt => Some(register_name(rt).into()),
        Operand::Shift => Some(format!("{sa}")),
        Operand::Signed => Some(format!("{}", imm as i32)),
        Operand::Unsigned => Some(format!("{imm:#x}")),
        Operand::Branch => Some(address(branch_target(instr, pc))),
        Operand::Jump => Some(address(jump_target(instr, pc))),
        Operand::Memory => Some(format!("{}({})", imm as i32, register_name(rs))),
        Operand::Code | Operand::TrapCode => optional(imm),
        Operand::BreakCode if imm >> 10 != 0 => Some(format!("{}, {}", imm & 0x3ff, imm >> 10)),
        Operand::BreakCode => optional(imm),
        Operand::Hint => Some(format!("{rt}")),
        Operand::SyncType => optional(sa.into()),
        Operand::Hardware => Some(format!("${rd}")),
        Operand::Word => Some(format!("{imm:#010x}")),
        Operand::Position => Some(format!("{sa}")),
        Operand::ExtractSize => Some(format!("{}", u32::from(rd) + 1)),
        Operand::InsertSize => Some(format!("{}", (u32::from(rd) + 1).saturating_sub(sa.into()))),
        Operand::Fd | Operand::Dd => Some(format!("$f{sa}")),
        Operand::Fs | Operand::Ds => Some(format!("$f{rd}")),
        Operand::Ft | Operand::Dt => Some(format!("$f{rt}")),
        Operand::Fr | Operand::Dr => Some(format!("$f{rs}")),
        Operand::Cc => Some(format!("$fcc{}", instr.condition())),
        Operand::BranchCc => condition(instr.condition()),
        Operand::CompareCc => condition(instr.compare_condition()),
        Operand::Indexed => Some(format!("{}({})", register_name(rt), register_name(rs))),
        Operand::IndexedHint => Some(format!("{rd}")),
    }
}

/// Target of a branch at `pc` when taken.
fn branch_target(instr: &Instr, pc: u32) -> u32 {
    pc.wrapping_add(4).wrapping_add(instr.imm)
}

/// Target of a `j` or `jal` at `pc`.
fn jump_target(instr: &Instr, pc: u32) -> u32 {
    pc.wrapping_add(4) & 0xf000_0000 | instr.imm
}

impl Instr {
    /// Target of a branch or a `j`/`jal` at address `pc` when taken; `None` for `jr`, `jalr` and all others.
    pub fn target(&self, pc: u32) -> Option<u32> {
        match (self.op, row(self.op).operands.last()) {
            (Op::J | Op::Jal, _) => Some(jump_target(self, pc)),
            (_, Some(Operand::Branch)) => Some(branch_target(self, pc)),
            _ => None,
        }
    }
}
