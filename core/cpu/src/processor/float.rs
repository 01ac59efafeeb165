//! The floating-point unit: 32 registers of 32 bits. A double is a pair of them (FR=0): the even one holds
//! the lower half, and its number names the pair.

use super::{Fault, Processor};
use crate::isa::exec::{self, fpu, fpu::Fcsr};
use crate::isa::{Instr, encode};
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
pub enum Width {
    /// One register.
    Single,
    /// A pair of registers.
    Double,
}
use Width::{Double, Single};

impl Processor {
    /// The value of a floating-point register or of a pair.
    #[inline]
    pub fn float(&self, width: Width, register: u8) -> u64 {
        match width {
            Single => self.float.single(register).into(),
            Double => self.float.double(register),
        }
    }

    /// Writes a floating-point register or a pair.
    #[inline]
    pub fn set_float(&mut self, width: Width, register: u8, value: u64) {
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
    pub fn set_fcsr(&mut self, fcsr: Fcsr) {
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
    pub fn check_traps(&self) -> Result<(), Fault> {
        match self.float.fcsr.traps() {
            0 => Ok(()),
            cause => Err(Fault::FloatingPoint { cause }),
        }
    }

    /// fd = op(fs, ft, fr), with exceptions.
    #[inline]
    pub fn compute(&mut self, instr: &Instr, from: Width, fr: u8, to: Width) -> Result<(), Fault> {
        let (fs, ft, fr) = (self.float(from, instr.rd), self.float(from, instr.rt), self.float(from, fr));
        let (value, exceptions) = fpu::arithmetic(instr.op, fs, ft, fr, self.float.fcsr);
        self.raise(exceptions)?;
        self.set_float(to, instr.sa, value);
        Ok(())
    }

    /// Condition code = fs compared with ft.
    pub fn compare(&mut self, instr: &Instr, width: Width) -> Result<(), Fault> {
        let (fs, ft) = (self.float(width, instr.rd), self.float(width, instr.rt));
        let (value, exceptions) = fpu::compare(instr.op, width == Double, fs, ft);
        self.raise(exceptions)?;
        self.set_fcsr(self.float.fcsr.with_condition(instr.compare_condition(), value));
        Ok(())
    }

    /// fd = fs, perhaps with a different sign; no exceptions.
    pub fn copy(&mut self, instr: &Instr, width: Width) {
        self.set_float(width, instr.sa, fpu::sign(instr.op, self.float(width, instr.rd)));
    }

    /// Whether a branch or a move on a condition code is taken.
    pub fn condition_taken(&self, instr: &Instr) -> bool {
        exec::condition_taken(instr.op, self.float.fcsr.condition(instr.condition()))
    }
}

/// An error if one of the registers of a double is odd.
#[inline]
pub fn pairs(instr: &Instr, registers: u8) -> Result<(), Fault> {
    if registers & 1 == 0 { Ok(()) } else { Err(Fault::Reserved(encode(instr))) }
}
