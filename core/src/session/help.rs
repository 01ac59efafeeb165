//! Help for every instruction.

use super::HelpRow;
use crate::base::Text;
use crate::isa::{Op, Operand, rows as table};
use alloc::{string::String, vec::Vec};

/// One row an instruction that can be written, in the order of the table.
pub fn rows() -> Vec<HelpRow> {
    let written = table().iter().filter(|r| r.op != Op::Reserved);
    written
        .map(|r| HelpRow {
            mnemonic: r.mnemonic.into(),
            operands: r.operands.iter().map(|o| operand(*o)).collect::<Vec<_>>().join(", "),
            meaning: Text::new(r.meaning.0, r.meaning.1),
            pseudo: false,
        })
        .collect::<Vec<_>>()
}

fn operand(operand: Operand) -> String {
    String::from(match operand {
        Operand::Rd | Operand::RdAndRt => "$rd",
        Operand::Rs => "$rs",
        Operand::Rt => "$rt",
        Operand::Shift => "shift",
        Operand::Signed | Operand::Unsigned => "constant",
        Operand::Branch | Operand::Jump => "label",
        Operand::Memory => "offset($rs)",
        Operand::Code | Operand::BreakCode | Operand::TrapCode => "[code]",
        Operand::Hint => "hint",
        Operand::SyncType => "[type]",
        Operand::Hardware => "$n",
        Operand::Word => "word",
        Operand::Position => "position",
        Operand::ExtractSize | Operand::InsertSize => "size",
        Operand::Fd | Operand::Dd => "$fd",
        Operand::Fs | Operand::Ds => "$fs",
        Operand::Ft | Operand::Dt => "$ft",
        Operand::Fr | Operand::Dr => "$fr",
        Operand::Cc => "$fcc",
        Operand::BranchCc | Operand::CompareCc => "[$fcc]",
        Operand::Indexed => "$rt($rs)",
        Operand::IndexedHint => "hint",
    })
}
