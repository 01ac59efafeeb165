//! The floating-point unit: 32 registers of 32 bits. A double is a pair of them (FR=0): the even one holds
//! the lower half, and its number names the pair.

use super::{Code, Core, Fault, Flow, Processor};
use crate::isa::exec::{self, fpu, fpu::Fcsr};
use crate::isa::{Instr, Op, encode};
use crate::mem::{Access, Target};
use mcore_base::same_words;

/// Floating-point registers and FCSR.
#[expect(clippy::derived_hash_with_manual_eq, reason = "equal ones have equal hashes")]
#[derive(Clone, Copy, Debug, Default, Eq, Hash)]
pub struct FpuRegisters {
    /// `$f0` to `$f31`.
    pub values: [u32; 32],
    /// Control and status.
    pub fcsr: Fcsr,
}

impl PartialEq for FpuRegisters {
    fn eq(&self, other: &Self) -> bool {
        self.fcsr == other.fcsr && same_words(&self.values, &other.values)
    }
}

impl FpuRegisters {
    /// The 32 bits of a register.
    #[inline]
    pub fn single(&self, register: u8) -> u32 {
        self.values[register as usize & 31]
    }

    /// The 64 bits of the pair to which a register belongs.
    #[inline]
    pub fn double(&self, register: u8) -> u64 {
        let even = register as usize & 30;
        u64::from(self.values[even + 1]) << 32 | u64::from(self.values[even])
    }

    /// Writes the pair to which a register belongs.
    #[inline]
    pub fn set_double(&mut self, register: u8, value: u64) {
        let even = register as usize & 30;
        self.values[even] = value as u32;
        self.values[even + 1] = (value >> 32) as u32;
    }
}

/// Size of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    /// One register.
    Single,
    /// A pair of registers.
    Double,
}
use Width::{Double, Single};

impl Processor {
    /// The value of a floating-point register or of a pair.
    #[inline]
    fn float(&self, width: Width, register: u8) -> u64 {
        match width {
            Single => self.float.single(register).into(),
            Double => self.float.double(register),
        }
    }

    /// Writes a floating-point register or a pair.
    #[inline]
    fn set_float(&mut self, width: Width, register: u8, value: u64) {
        let register = register & 31;
        self.float.values[register as usize] = value as u32;
        self.last.float_registers |= 1 << register;
        if width == Double {
            self.float.values[register as usize | 1] = (value >> 32) as u32;
            self.last.float_registers |= 2 << register;
        }
        self.watch.float_written();
    }

    /// Writes FCSR.
    #[inline]
    fn set_fcsr(&mut self, fcsr: Fcsr) {
        if self.float.fcsr != fcsr {
            self.float.fcsr = fcsr;
            self.last.float_registers |= 1 << 32;
            self.watch.float_written();
        }
    }

    /// Records the exceptions of an operation; an error if one of them traps.
    #[inline]
    fn raise(&mut self, exceptions: u8) -> Result<(), Fault> {
        self.set_fcsr(self.float.fcsr.after(exceptions));
        self.check_traps()
    }

    /// An error if FCSR has a cause that traps.
    #[inline]
    fn check_traps(&self) -> Result<(), Fault> {
        match self.float.fcsr.traps() {
            0 => Ok(()),
            cause => Err(Fault::FloatingPoint { cause }),
        }
    }

    /// fd = op(fs, ft, fr), with exceptions.
    #[inline]
    fn compute(&mut self, instr: &Instr, from: Width, fr: u8, to: Width) -> Result<(), Fault> {
        let (fs, ft, fr) = (self.float(from, instr.rd), self.float(from, instr.rt), self.float(from, fr));
        let (value, exceptions) = fpu::arithmetic(instr.op, fs, ft, fr, self.float.fcsr);
        self.raise(exceptions)?;
        self.set_float(to, instr.sa, value);
        Ok(())
    }

    /// Condition code = fs compared with ft.
    fn compare(&mut self, instr: &Instr, width: Width) -> Result<(), Fault> {
        let (fs, ft) = (self.float(width, instr.rd), self.float(width, instr.rt));
        let (value, exceptions) = fpu::compare(instr.op, width == Double, fs, ft);
        self.raise(exceptions)?;
        self.set_fcsr(self.float.fcsr.with_condition(instr.compare_condition(), value));
        Ok(())
    }

    /// fd = fs, perhaps with a different sign; no exceptions.
    fn copy(&mut self, instr: &Instr, width: Width) {
        self.set_float(width, instr.sa, fpu::sign(instr.op, self.float(width, instr.rd)));
    }

    /// Whether a branch or a move on a condition code is taken.
    fn condition_taken(&self, instr: &Instr) -> bool {
        exec::condition_taken(instr.op, self.float.fcsr.condition(instr.condition()))
    }
}

/// An error if one of the registers of a double is odd.
#[inline]
fn pairs(instr: &Instr, registers: u8) -> Result<(), Fault> {
    if registers & 1 == 0 { Ok(()) } else { Err(Fault::Reserved(encode(instr))) }
}

impl Core {
    /// Executes an instruction that uses the floating-point unit.
    pub(super) fn floating_point(&mut self, instr: &Instr, code: &Code) -> Result<Flow, Fault> {
        use Op::*;
        let p = &mut self.processor;
        let &Instr { op, rs: fr, rt: ft, rd: fs, sa: fd, .. } = instr;
        match op {
            AddS | SubS | MulS | DivS | SqrtS | RecipS | RsqrtS | RoundWS | TruncWS | CeilWS | FloorWS | CvtWS
            | CvtSW => {
                p.compute(instr, Single, 0, Single)?;
            }
            AddD | SubD | MulD | DivD | SqrtD | RecipD | RsqrtD => {
                pairs(instr, fs | ft | fd)?;
                p.compute(instr, Double, 0, Double)?;
            }
            MaddS | MsubS | NmaddS | NmsubS => p.compute(instr, Single, fr, Single)?,
            MaddD | MsubD | NmaddD | NmsubD => {
                pairs(instr, fr | fs | ft | fd)?;
                p.compute(instr, Double, fr, Double)?;
            }
            RoundWD | TruncWD | CeilWD | FloorWD | CvtWD | CvtSD => {
                pairs(instr, fs)?;
                p.compute(instr, Double, 0, Single)?;
            }
            CvtDS | CvtDW => {
                pairs(instr, fd)?;
                p.compute(instr, Single, 0, Double)?;
            }
            CFS | CUnS | CEqS | CUeqS | COltS | CUltS | COleS | CUleS | CSfS | CNgleS | CSeqS | CNglS | CLtS
            | CNgeS | CLeS | CNgtS => p.compare(instr, Single)?,
            CFD | CUnD | CEqD | CUeqD | COltD | CUltD | COleD | CUleD | CSfD | CNgleD | CSeqD | CNglD | CLtD
            | CNgeD | CLeD | CNgtD => {
                pairs(instr, fs | ft)?;
                p.compare(instr, Double)?;
            }
            AbsS | NegS | MovS => p.copy(instr, Single),
            AbsD | NegD | MovD => {
                pairs(instr, fs | fd)?;
                p.copy(instr, Double);
            }
            MovfS | MovtS | MovzS | MovnS | MovfD | MovtD | MovzD | MovnD => {
                let width = if matches!(op, MovfS | MovtS | MovzS | MovnS) { Single } else { Double };
                if width == Double {
                    pairs(instr, fs | fd)?;
                }
                let taken = match op {
                    MovzS | MovzD => p.get(instr.rt) == 0,
                    MovnS | MovnD => p.get(instr.rt) != 0,
                    _ => p.condition_taken(instr),
                };
                if taken {
                    p.copy(instr, width);
                }
            }
            Movf | Movt => {
                if p.condition_taken(instr) {
                    p.set(instr.rd, p.get(instr.rs));
                }
            }
            Bc1f | Bc1t | Bc1fl | Bc1tl => {
                return Ok(match p.condition_taken(instr) {
                    true => Flow::Branch(p.next_pc.wrapping_add(instr.imm)),
                    false if op.is_likely() => Flow::SkipSlot,
                    false => Flow::Next,
                });
            }
            Mfc1 => p.set(instr.rt, p.float.single(fs)),
            Mtc1 => p.set_float(Single, fs, p.get(instr.rt).into()),
            Mfhc1 => {
                pairs(instr, fs)?;
                p.set(instr.rt, p.float.single(fs | 1));
            }
            Mthc1 => {
                pairs(instr, fs)?;
                p.set_float(Single, fs | 1, p.get(instr.rt).into());
            }
            Cfc1 => {
                let value = p.float.fcsr.read(instr.rd).ok_or(Fault::Reserved(encode(instr)))?;
                p.set(instr.rt, value);
            }
            Ctc1 => {
                let value = p.get(instr.rt);
                let fcsr = p.float.fcsr.written(instr.rd, value).ok_or(Fault::Reserved(encode(instr)))?;
                p.set_fcsr(fcsr);
                p.check_traps()?;
            }
            Lwc1 | Ldc1 | Lwxc1 | Ldxc1 => self.float_load(instr, code)?,
            Swc1 | Sdc1 | Swxc1 | Sdxc1 => self.float_store(instr, code)?,
            _ => return Err(Fault::Reserved(encode(instr))),
        }
        Ok(Flow::Next)
    }

    /// Width, register and offset in node memory of a load or store. The register page has no floating-point access.
    fn float_place(&mut self, instr: &Instr, access: Access, code: &Code) -> Result<(Width, u8, u32), Fault> {
        let p = &self.processor;
        let base = p.get(instr.rs);
        let (addr, register) = match instr.op {
            Op::Lwxc1 | Op::Ldxc1 => (base.wrapping_add(p.get(instr.rt)), instr.sa),
            Op::Swxc1 | Op::Sdxc1 => (base.wrapping_add(p.get(instr.rt)), instr.rd),
            _ => (base.wrapping_add(instr.imm), instr.rt),
        };
        let bytes = exec::alignment(instr.op);
        let width = if bytes == 8 { Double } else { Single };
        if width == Double {
            pairs(instr, register)?;
        }
        let target = code.map.resolve(addr, bytes);
        match target.map_err(|error| Fault::Address { addr, access, error })? {
            Target::Memory(offset) => {
                if access == Access::Load {
                    self.processor.watch.read(addr);
                }
                Ok((width, register, offset))
            }
            Target::Register(offset) => Err(Fault::Register { offset, access }),
        }
    }

    fn float_load(&mut self, instr: &Instr, code: &Code) -> Result<(), Fault> {
        let (width, register, offset) = self.float_place(instr, Access::Load, code)?;
        let mut value = u64::from(self.memory.word(offset));
        if width == Double {
            value |= u64::from(self.memory.word(offset + 4)) << 32;
        }
        self.processor.set_float(width, register, value);
        Ok(())
    }

    fn float_store(&mut self, instr: &Instr, code: &Code) -> Result<(), Fault> {
        let (width, register, offset) = self.float_place(instr, Access::Store, code)?;
        let p = &mut self.processor;
        p.watch.side_effect();
        p.last.stored = Some(offset);
        let value = p.float(width, register);
        self.memory.set_word(offset, value as u32);
        self.processor.text_written |= code.is_text(offset);
        if width == Double {
            self.processor.last.stored_two = true;
            self.memory.set_word(offset + 4, (value >> 32) as u32);
            self.processor.text_written |= code.is_text(offset + 4);
        }
        Ok(())
    }
}
