//! Prints assembly text of every instruction of the table with edge and random operands, as our disassembler writes it;
//! `golden/make_isa.py` passes it to GNU as. Line n is at address 0x1000 + 4 n; branches go to the label `main` there.

use mcore::base::Rng;
use mcore::isa::{Format, Instr, Op, decode, disassemble, encode, rows};

/// The word of a row with the other bits from `fill`, if it is useful: doubles in even registers, branches to `main`,
/// no register that GNU as warns of.
fn sample(bits: u32, mask: u32, op: Op, fill: u32, pc: u32) -> Option<Instr> {
    let row = mcore::isa::row(op);
    let mut word = bits | fill & !mask;
    if row.format == Format::Twin {
        word = word & !(31 << 16) | (word >> 11 & 31) << 16;
    }
    let mut instr = decode(word);
    if instr.op != op {
        return None;
    }
    match row.format {
        Format::Branch => instr.imm = 0x1000u32.wrapping_sub(pc + 4),
        Format::Jump => instr.imm = 0x1000,
        _ => {}
    }
    use mcore::isa::Operand::{Dd, Dr, Ds, Dt};
    for operand in row.operands {
        match operand {
            Dd => instr.sa &= !1,
            Ds => instr.rd &= !1,
            Dt => instr.rt &= !1,
            Dr => instr.rs &= !1,
            _ => {}
        }
    }
    let link = match op {
        Op::Jalr | Op::JalrHb => Some(instr.rd),
        Op::Bltzal | Op::Bgezal | Op::Bltzall | Op::Bgezall => Some(31),
        _ => None,
    };
    (link != Some(instr.rs) && decode(encode(&instr)) == instr).then_some(instr)
}

fn main() {
    let mut rng = Rng::new(1);
    let mut pc = 0x1000;
    for row in rows() {
        let mut written: Vec<Instr> = Vec::new();
        let fills = [0, u32::MAX].into_iter().chain((0..60).map(|_| rng.next_u64() as u32));
        for fill in fills {
            let Some(instr) = sample(row.bits(), row.mask(), row.op, fill, pc) else { continue };
            if written.len() < 6 && !written.contains(&instr) {
                written.push(instr);
                println!("{}", disassemble(&instr, pc, &|_| Some("main".into())));
                pc += 4;
            }
        }
    }
}
