//! Which registers an instruction reads and writes.

use mcore_cpu::isa::{Class, Instr, Op, Operand, row};

/// A set of registers. Bits 0 to 31: general; then HI, LO and the condition codes; from bit 64: floating-point.
pub type Set = u128;

/// Index of HI.
pub const HI: usize = 32;
/// Index of LO.
pub const LO: usize = 33;
/// Index of the condition codes of the floating-point unit.
pub const CONDITION: usize = 34;
/// Index of `$f0`.
pub const FLOAT: usize = 64;
/// Number of indices.
pub const REGISTERS: usize = 96;

/// Registers that an instruction reads and writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    /// Registers read, including those whose old value is partly kept.
    pub reads: Set,
    /// Registers written, always or conditionally.
    pub writes: Set,
}

/// The registers of a set, ascending.
pub fn members(mut set: Set) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

const fn one(index: usize) -> Set {
    1 << index
}

fn general(register: u8) -> Set {
    one(register as usize & 31)
}

fn float(register: u8) -> Set {
    one(FLOAT + (register as usize & 31))
}

/// The two registers of a double.
fn pair(register: u8) -> Set {
    float(register & !1) | float(register | 1)
}

/// True if the instruction writes its operand `rt`.
fn writes_rt(op: Op) -> bool {
    let row = row(op);
    let first = row.operands.first() == Some(&Operand::Rt);
    first && matches!(row.class, Class::Alu | Class::Load) || matches!(op, Op::Mfc1 | Op::Mfhc1 | Op::Cfc1 | Op::Rdhwr)
}

/// The registers that an instruction reads and writes. `$zero` is in neither set. The registers that a system call
/// reads depend on its number and are not included.
pub fn flow(instr: &Instr) -> Flow {
    use Op::*;
    let &Instr { op, rs, rt, rd, sa, .. } = instr;
    let (mut reads, mut writes) = (0, 0);
    for operand in row(op).operands {
        match operand {
            Operand::Rd | Operand::RdAndRt => writes |= general(rd),
            Operand::Rs | Operand::Memory => reads |= general(rs),
            Operand::Indexed => reads |= general(rs) | general(rt),
            Operand::Rt if writes_rt(op) => writes |= general(rt),
            Operand::Rt => reads |= general(rt),
            Operand::Fd => writes |= float(sa),
            Operand::Dd => writes |= pair(sa),
            Operand::Fs if op == Mtc1 => writes |= float(rd),
            Operand::Fs => reads |= float(rd),
            Operand::Ds if op == Mthc1 => writes |= float(rd | 1),
            Operand::Ds if op == Mfhc1 => reads |= float(rd | 1),
            Operand::Ds => reads |= pair(rd),
            Operand::Ft if op == Lwc1 => writes |= float(rt),
            Operand::Ft => reads |= float(rt),
            Operand::Dt if op == Ldc1 => writes |= pair(rt),
            Operand::Dt => reads |= pair(rt),
            Operand::Fr => reads |= float(rs),
            Operand::Dr => reads |= pair(rs),
            Operand::Cc | Operand::BranchCc => reads |= one(CONDITION),
            Operand::CompareCc => writes |= one(CONDITION),
            _ => {}
        }
    }
    match op {
        Movn | Movz | Movf | Movt => reads |= general(rd),
        MovnS | MovzS | MovfS | MovtS => reads |= float(sa),
        MovnD | MovzD | MovfD | MovtD => reads |= pair(sa),
        Lwl | Lwr | Ins => reads |= general(rt),
        Sc => writes |= general(rt),
        Mult | Multu | Div | Divu => writes |= one(HI) | one(LO),
        Madd | Maddu | Msub | Msubu => {
            reads |= one(HI) | one(LO);
            writes |= one(HI) | one(LO);
        }
        Mfhi => reads |= one(HI),
        Mflo => reads |= one(LO),
        Mthi => writes |= one(HI),
        Mtlo => writes |= one(LO),
        Jal | Bltzal | Bgezal | Bltzall | Bgezall => writes |= general(31),
        Cfc1 => reads |= one(CONDITION),
        Ctc1 => writes |= one(CONDITION),
        _ => {}
    }
    Flow { reads: reads & !1, writes: writes & !1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Machine, Spec};
    use alloc::{sync::Arc, vec, vec::Vec};
    use mcore_base::{Array, Rng};
    use mcore_cpu::isa::{decode, encode, rows};
    use mcore_cpu::program::{Program, Segment, SegmentKind};

    /// Executes one instruction on a core with the given registers; the registers afterwards, by index.
    fn after(word: u32, registers: &[u32; REGISTERS]) -> Option<[u32; REGISTERS]> {
        let bytes: Vec<u8> = [word, 0, 0].iter().flat_map(|w| w.to_le_bytes()).collect();
        let text = Segment { kind: SegmentKind::Text, addr: 0x1000, size: 12, bytes };
        let program = Program { segments: vec![text], entry: 0x1000, ..Program::default() };
        let spec = Spec { array: Array::new(1, 1), mirrored: true, ..Spec::default() };
        let mut m = Machine::new(spec, Arc::new(program)).ok()?;
        // Memory words differ, so that a load has a visible effect.
        assert!(m.poke(0, 0x2000, &(0..1024u32).map(|i| i.wrapping_mul(0x0101_0107)).collect::<Vec<_>>()));
        let p = &mut m.state.nodes[0].core.processor;
        p.registers.general.copy_from_slice(&registers[..32]);
        (p.registers.hi, p.registers.lo) = (registers[HI], registers[LO]);
        p.float.values.copy_from_slice(&registers[FLOAT..]);
        p.float.fcsr = p.float.fcsr.with_condition(0, registers[CONDITION] != 0);
        m.step();
        if m.outcome().is_some() {
            return None;
        }
        let p = &m.state.nodes[0].core.processor;
        let mut out = [0; REGISTERS];
        out[..32].copy_from_slice(&p.registers.general);
        (out[HI], out[LO]) = (p.registers.hi, p.registers.lo);
        out[FLOAT..].copy_from_slice(&p.float.values);
        out[CONDITION] = p.float.fcsr.condition(0).into();
        Some(out)
    }

    /// Compared with the machine itself: an instruction changes nothing outside its `writes`, and changing a register
    /// outside its `reads` changes nothing but that register.
    #[test]
    fn the_machine_reads_and_writes_what_the_sets_say() {
        let mut rng = Rng::new(11);
        for row in rows() {
            if matches!(row.op, Op::Syscall) || row.class == Class::Trap {
                continue;
            }
            for _ in 0..5 {
                let mut instr = decode(row.bits() | rng.next_u64() as u32 & !row.mask());
                if instr.op != row.op {
                    continue;
                }
                if row.operands.iter().any(|o| o.is_pair()) {
                    (instr.rs, instr.rt, instr.rd, instr.sa) =
                        (instr.rs & !1, instr.rt & !1, instr.rd & !1, instr.sa & !1);
                }
                // Condition code 0 represents all of them.
                if row.operands.iter().any(|o| matches!(o, Operand::Cc | Operand::BranchCc)) {
                    instr.rt &= 3;
                }
                if row.operands.contains(&Operand::CompareCc) {
                    instr.sa = 0;
                }
                if row.operands.contains(&Operand::Hardware) {
                    instr.rd = if row.op == Op::Rdhwr { 0 } else { 31 };
                }
                if row.operands.contains(&Operand::Memory) {
                    instr.imm = 0;
                }
                let word = encode(&instr);
                let mut registers = [0u32; REGISTERS];
                for (index, value) in registers.iter_mut().enumerate().skip(1) {
                    if index <= CONDITION || index >= FLOAT {
                        *value = 0x2000 + 8 * rng.below(400) as u32;
                    }
                }
                if row.operands.contains(&Operand::Indexed) && instr.rs != 0 {
                    registers[instr.rs as usize] = 8;
                }
                registers[CONDITION] = rng.below(2) as u32;
                let Some(plain) = after(word, &registers) else { continue };
                let flow = flow(&instr);
                for (index, (before, now)) in registers.iter().zip(&plain).enumerate() {
                    assert!(
                        before == now || flow.writes >> index & 1 != 0,
                        "{} {instr:?}: wrote {index}",
                        row.mnemonic
                    );
                }
                for index in (1..REGISTERS).filter(|i| *i <= CONDITION || *i >= FLOAT) {
                    if flow.reads >> index & 1 != 0 {
                        continue;
                    }
                    let mut other = registers;
                    other[index] ^= if index == CONDITION { 1 } else { 0x10 };
                    let Some(mut changed) = after(word, &other) else { panic!("{}: reads {index}", row.mnemonic) };
                    if flow.writes >> index & 1 == 0 {
                        changed[index] = plain[index];
                    }
                    assert!(changed == plain, "{} {instr:?}: reads {index}", row.mnemonic);
                }
            }
        }
    }
}
