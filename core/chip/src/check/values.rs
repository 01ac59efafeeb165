//! The registers of a core, bit by bit: which have ever been written?
//!
//! A value that was never written may be copied, stored, reloaded and computed with: saving a register that was never
//! used is correct. It is a mistake only when it decides something. So each register carries a set of bits, its *unset*
//! bits, and an instruction computes the unset bits of its result from those of its operands, as memcheck does (J.
//! Seward, N. Nethercote, "Using Valgrind to detect undefined value errors with bit-precision", 2005).

use super::findings::{Origin, Site};
use super::flow::{CONDITION, FLOAT, Flow, HI, LO, REGISTERS, Set, members};
use alloc::{boxed::Box, collections::BTreeMap};
use mcore_cpu::isa::{Instr, Op, exec};

/// The origin of a value that was never written, and the instruction that read it first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The register or word.
    pub origin: Origin,
    /// The load or DMA that read it, or the first instruction that copied the register or computed with it; for an
    /// argument register, the call before which it should have been written.
    pub site: Option<Site>,
}

impl Source {
    /// The source after an instruction has read it; `call` is the call of the function that contains the instruction.
    pub fn read_by(self, site: Site, call: Option<Site>) -> Self {
        let found = match self.origin {
            Origin::Register(4..=7) => call.unwrap_or(site),
            _ => site,
        };
        Self { site: self.site.or(Some(found)), ..self }
    }
}

/// General registers with their values, and the unset bits of all registers.
pub struct Values {
    /// General registers.
    pub general: [u32; 32],
    /// Registers with unset bits.
    pub unset: Set,
    bits: Box<[u32; REGISTERS]>,
    sources: BTreeMap<u8, Source>,
}

impl Values {
    /// A core at its start: only `$zero` and `$sp` are defined.
    pub fn new(stack: u32) -> Self {
        let mut general = [0; 32];
        general[29] = stack;
        let registers = ((1 << 34) - 1) | (((1 << 32) - 1) << FLOAT);
        Self {
            general,
            unset: registers & !(1 | 1 << 29),
            bits: Box::new([u32::MAX; REGISTERS]),
            sources: BTreeMap::new(),
        }
    }

    /// The unset bits of a register.
    #[inline]
    pub fn bits(&self, register: usize) -> u32 {
        if self.unset >> register & 1 == 0 { 0 } else { self.bits[register] }
    }

    /// Where the unset bits of a register come from.
    pub fn source(&self, register: usize) -> Source {
        let own = match register {
            HI | LO => Origin::HiLo,
            CONDITION => Origin::Condition,
            n if n >= FLOAT => Origin::Float((n - FLOAT) as u8),
            n => Origin::Register(n as u8),
        };
        self.sources.get(&(register as u8)).copied().unwrap_or(Source { origin: own, site: None })
    }

    /// Sets the unset bits of a register.
    pub fn set(&mut self, register: usize, bits: u32, source: Option<Source>) {
        if register == 0 {
            return;
        }
        self.sources.remove(&(register as u8));
        if bits == 0 {
            self.unset &= !(1 << register);
            return;
        }
        self.unset |= 1 << register;
        self.bits[register] = bits;
        if let Some(source) = source {
            self.sources.insert(register as u8, source);
        }
    }

    /// The first register of a set that has unset bits.
    pub fn first_unset(&self, set: Set) -> Option<usize> {
        let found = self.unset & set;
        (found != 0).then(|| found.trailing_zeros() as usize)
    }

    /// Computes the unset bits that an instruction other than a load produces; `general` still holds the values before
    /// it. `moved` says whether it wrote its register; `site` is the instruction, `call` that of its function.
    pub fn propagate(&mut self, instr: &Instr, flow: Flow, moved: bool, site: Site, call: Option<Site>) {
        if instr.op == Op::MovD {
            // The compiler copies a single in this way too, and the other half of its pair may never be written.
            for (from, to) in members(flow.reads).zip(members(flow.writes)) {
                let bits = self.bits(from);
                let source = (bits != 0).then(|| self.source(from).read_by(site, call));
                self.set(to, bits, source);
            }
            return;
        }
        let source = self.first_unset(flow.reads).map(|register| self.source(register).read_by(site, call));
        let bits = match source {
            None => 0,
            Some(_) => self.result(instr, moved),
        };
        for register in members(flow.writes) {
            self.set(register, bits, source);
        }
    }

    /// The unset bits of the result, if some operand has unset bits.
    fn result(&self, instr: &Instr, moved: bool) -> u32 {
        use Op::*;
        let &Instr { op, rs, rt, rd, sa, imm } = instr;
        let (s, t) = (self.bits(rs as usize), self.bits(rt as usize));
        let (vs, vt) = (self.general[rs as usize & 31], self.general[rt as usize & 31]);
        let any = |bits: u32| if bits == 0 { 0 } else { u32::MAX };
        // A carry or borrow can reach every higher bit.
        let upwards = |bits: u32| bits | bits.wrapping_neg();
        match op {
            And => s & t | s & vt | t & vs,
            Andi => s & imm,
            Or | Nor => s & t | s & !vt | t & !vs,
            Ori => s & !imm,
            Xor | Subu | Sub if rs == rt => 0,
            Xor => s | t,
            Xori => s,
            Add | Addu | Sub | Subu | Mul => upwards(s | t),
            Addi | Addiu => upwards(s),
            Slt | Sltu => (s | t).min(1),
            Slti | Sltiu => s.min(1),
            Sll | Srl | Sra | Rotr => exec::alu(op, 0, t, u32::from(sa)),
            Sllv | Srlv | Srav | Rotrv if s & 31 == 0 => exec::alu(op, vs, t, 0),
            Seb | Seh | Wsbh => exec::alu(op, 0, t, 0),
            Clz | Clo => s.min(1) * 0x3f,
            Ext => exec::extract(s, sa.into(), u32::from(rd) + 1),
            Ins => exec::insert(t, s, sa.into(), u32::from(rd.saturating_sub(sa)) + 1),
            Movn | Movz if t != 0 => u32::MAX,
            Movf | Movt if self.bits(CONDITION) != 0 => u32::MAX,
            Movn | Movz | Movf | Movt => {
                if moved {
                    s
                } else {
                    self.bits(rd as usize)
                }
            }
            Mfhi => self.bits(HI),
            Mflo => self.bits(LO),
            Mthi | Mtlo => s,
            Mfc1 => self.bits(FLOAT + rd as usize),
            Mtc1 => t,
            // The values that a call writes into $ra and that `sc` returns are always known. In FCSR, rounding mode and
            // flags are.
            Cfc1 | Jalr | JalrHb | Bltzal | Bgezal | Bltzall | Bgezall | Sc => 0,
            _ => any(u32::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::flow::flow;
    use super::*;
    use mcore_base::{NodeId, Rng};
    use mcore_cpu::isa::{Class, decode, rows};

    /// The value that a core computes from two registers, by the core's own functions.
    fn compute(instr: &Instr, s: u32, t: u32) -> Option<u32> {
        use Op::*;
        Some(match instr.op {
            Addu | Subu | And | Or | Xor | Nor | Slt | Sltu | Sll | Srl | Sra | Sllv | Srlv | Srav | Rotr | Rotrv
            | Seb | Seh | Wsbh | Clo | Clz | Mul => exec::alu(instr.op, s, t, instr.sa.into()),
            Addiu | Andi | Ori | Xori | Slti | Sltiu => exec::alu(instr.op, s, instr.imm, 0),
            Ext => exec::extract(s, instr.sa.into(), u32::from(instr.rd) + 1),
            Ins => exec::insert(t, s, instr.sa.into(), u32::from(instr.rd.saturating_sub(instr.sa)) + 1),
            _ => return None,
        })
    }

    #[test]
    fn a_copy_of_a_pair_keeps_its_halves_apart() {
        let mut values = Values::new(0);
        values.set(FLOAT + 12, 0, None);
        let instr = decode(0x4620_6386); // mov.d $f14, $f12
        assert_eq!(instr.op, Op::MovD);
        let site = Site { node: NodeId::MEMORY, pc: 0, cycle: 0 };
        values.propagate(&instr, flow(&instr), true, site, None);
        assert_eq!((values.bits(FLOAT + 14), values.bits(FLOAT + 15)), (0, u32::MAX));
    }

    /// Soundness: for all values of the unset bits, the result bits that count as set are the same.
    #[test]
    fn set_bits_of_results_do_not_depend_on_unset_bits_of_operands() {
        let mut rng = Rng::new(5);
        let mut tried = 0;
        for row in rows().iter().filter(|r| matches!(r.class, Class::Alu | Class::MulDiv)) {
            for _ in 0..400 {
                let mut instr = decode(row.bits() | rng.next_u64() as u32 & !row.mask());
                if instr.op != row.op {
                    continue;
                }
                (instr.rs, instr.rt) = (8, if rng.below(8) == 0 { 8 } else { 9 });
                if !matches!(instr.op, Op::Ext | Op::Ins) {
                    instr.rd = 10;
                }
                let mut values = Values::new(0);
                let sparse = |rng: &mut Rng| (rng.next_u64() & rng.next_u64() & rng.next_u64()) as u32;
                for register in [8, 9] {
                    values.general[register] = rng.next_u64() as u32 >> rng.below(32);
                    let bits = if rng.below(3) == 0 { 0 } else { sparse(&mut rng) };
                    values.set(register, bits, None);
                }
                let (s, t) = (instr.rs as usize, instr.rt as usize);
                let Some(result) = compute(&instr, values.general[s], values.general[t]) else { continue };
                let unset = if values.unset & flow(&instr).reads == 0 { 0 } else { values.result(&instr, true) };
                for _ in 0..20 {
                    let mut other = values.general;
                    for register in [8, 9] {
                        other[register] ^= values.bits(register) & rng.next_u64() as u32;
                    }
                    let Some(changed) = compute(&instr, other[s], other[t]) else { continue };
                    tried += 1;
                    assert_eq!((changed ^ result) & !unset, 0, "{instr:?} {unset:x}");
                }
            }
        }
        assert!(tried > 10_000);
    }

    #[test]
    fn a_value_that_does_not_depend_on_its_operand_is_set() {
        let mut values = Values::new(0);
        let run = |values: &mut Values, word: u32| {
            let instr = decode(word);
            let site = Site { node: NodeId::new(1, 1), pc: 0, cycle: 0 };
            values.propagate(&instr, flow(&instr), true, site, None);
        };
        run(&mut values, 0x0108_4026); // xor $t0, $t0, $t0
        assert_eq!(values.bits(8), 0);
        run(&mut values, 0x312a_00ff); // andi $t2, $t1, 0xff
        assert_eq!(values.bits(10), 0xff);
        assert_eq!(values.source(10).origin, Origin::Register(9));
        run(&mut values, 0x000a_5200); // sll $t2, $t2, 8
        run(&mut values, 0x314a_00ff); // andi $t2, $t2, 0xff
        assert_eq!(values.bits(10), 0);
    }
}
