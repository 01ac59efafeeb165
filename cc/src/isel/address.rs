//! Addresses, loads and stores.

use super::{Selector, is_short};
use crate::ir::{Access, Binary, Mem, Op, SymbolId, Value};
use crate::mir::{Class, Imm, Inst, Reg};
use crate::opt::Level;
use mcore_cpu::isa::Op as Isa;

/// An address: register and offset.
pub(super) type Address = (Reg, Imm);

/// A longer offset. Only for offsets that are numbers in the end.
fn plus(imm: Imm, n: i32) -> Imm {
    match imm {
        Imm::Int(a) => Imm::Int(a.wrapping_add(n)),
        Imm::Slot(slot, a) => Imm::Slot(slot, a.wrapping_add(n)),
        Imm::Incoming(a) => Imm::Incoming(a.wrapping_add(n)),
        Imm::Outgoing(a) => Imm::Outgoing(a.wrapping_add(n)),
        other => other,
    }
}

impl Selector<'_> {
    /// Register and offset for an address plus an offset; adds instructions where one is not enough.
    pub(super) fn address(&mut self, value: Value, offset: i32) -> Address {
        match *self.f.op(value) {
            Op::Slot(slot, n) => (Reg::FRAME, Imm::Slot(slot, n.wrapping_add(offset))),
            Op::Incoming(n) => (Reg::FRAME, Imm::Incoming(n.wrapping_add(offset))),
            Op::Outgoing(n) => (Reg::SP, Imm::Outgoing(n.wrapping_add(offset))),
            Op::Int(n) => {
                let n = (n as i32).wrapping_add(offset);
                if is_short(n.into()) {
                    return (Reg::ZERO, Imm::Int(n));
                }
                if !self.is_own(value) {
                    return self.based(value, offset);
                }
                let low = n as i16;
                let high = n.wrapping_sub(low.into()) >> 16 & 0xffff;
                let base = self.temp(Class::General);
                self.push_imm(Isa::Lui, &[base], Imm::Int(high));
                (base, Imm::Int(low.into()))
            }
            Op::Symbol(symbol, n) if self.high_only[value.index()] == Some(offset) => {
                (self.reg(value), Imm::Lo(symbol, n.wrapping_add(offset)))
            }
            Op::Symbol(symbol, n) if self.is_own(value) || self.level == Level::O0 => {
                let base = self.temp(Class::General);
                let n = n.wrapping_add(offset);
                self.push_imm(Isa::Lui, &[base], Imm::Hi(symbol, n));
                (base, Imm::Lo(symbol, n))
            }
            Op::Binary(Binary::Add, a, b) => self.sum(value, a, b, offset),
            _ => self.based(value, offset),
        }
    }

    fn based(&mut self, value: Value, offset: i32) -> Address {
        let reg = self.reg(value);
        if is_short(offset.into()) {
            return (reg, Imm::Int(offset));
        }
        let low = offset as i16;
        let high = offset.wrapping_sub(low.into()) >> 16 & 0xffff;
        let (base, sum) = (self.temp(Class::General), self.temp(Class::General));
        self.push_imm(Isa::Lui, &[base], Imm::Int(high));
        self.push(Isa::Addu, &[sum, base, reg]);
        (sum, Imm::Int(low.into()))
    }

    /// The address a + b + offset.
    fn sum(&mut self, value: Value, a: Value, b: Value, offset: i32) -> Address {
        if let Some(n) = self.f.int(b)
            && is_short(n + i64::from(offset))
        {
            return self.address(a, n as i32 + offset);
        }
        if !self.is_own(value) {
            return self.based(value, offset);
        }
        for (base, index) in [(a, b), (b, a)] {
            match *self.f.op(base) {
                Op::Slot(slot, n) => {
                    let (sum, index) = (self.temp(Class::General), self.reg(index));
                    self.push(Isa::Addu, &[sum, Reg::FRAME, index]);
                    return (sum, Imm::Slot(slot, n.wrapping_add(offset)));
                }
                Op::Symbol(symbol, n) if self.is_own(base) => return self.indexed(symbol, n, index, offset),
                _ => {}
            }
        }
        self.based(value, offset)
    }

    fn indexed(&mut self, symbol: SymbolId, n: i32, index: Value, offset: i32) -> Address {
        let (base, sum) = (self.temp(Class::General), self.temp(Class::General));
        let n = n.wrapping_add(offset);
        let index = self.reg(index);
        self.push_imm(Isa::Lui, &[base], Imm::Hi(symbol, n));
        self.push(Isa::Addu, &[sum, base, index]);
        (sum, Imm::Lo(symbol, n))
    }

    /// An address to which small numbers can be added.
    fn open_address(&mut self, value: Value, offset: i32) -> Address {
        match self.address(value, offset) {
            (base, imm @ Imm::Lo(..)) => {
                let sum = self.temp(Class::General);
                self.push_imm(Isa::Addiu, &[sum, base], imm);
                (sum, Imm::Int(0))
            }
            (base, Imm::Int(n)) if !is_short(i64::from(n) + 8) => {
                let sum = self.temp(Class::General);
                self.push_imm(Isa::Addiu, &[sum, base], Imm::Int(n));
                (sum, Imm::Int(0))
            }
            other => other,
        }
    }

    pub(super) fn load(&mut self, value: Value, access: Access, a: Value, offset: i32) {
        let to = self.target(value);
        if access.unaligned && access.mem.size() > 1 {
            return self.load_unaligned(to, access.mem, a, offset);
        }
        if let Some((base, index)) = self.register_index(access.mem, a, offset) {
            let op = if access.mem == Mem::F64 { Isa::Ldxc1 } else { Isa::Lwxc1 };
            self.push(op, &[to, index, base]);
            return;
        }
        let op = match access.mem {
            Mem::I8 => Isa::Lb,
            Mem::U8 => Isa::Lbu,
            Mem::I16 => Isa::Lh,
            Mem::U16 => Isa::Lhu,
            Mem::I32 | Mem::I64 => Isa::Lw,
            Mem::F32 => Isa::Lwc1,
            Mem::F64 => Isa::Ldc1,
        };
        let (base, imm) = self.address(a, offset);
        self.push_imm(op, &[to, base], imm);
    }

    /// Base and index of an indexed floating-point access.
    fn register_index(&mut self, mem: Mem, a: Value, offset: i32) -> Option<(Reg, Reg)> {
        let Op::Binary(Binary::Add, x, y) = *self.f.op(a) else { return None };
        let is_plain = |v: Value| matches!(self.f.op(v), Op::Int(_) | Op::Slot(..)) || self.is_address(v);
        if !matches!(mem, Mem::F32 | Mem::F64) || offset != 0 || self.level == Level::O0 {
            return None;
        }
        if self.uses[a.index()] != 1 || is_plain(x) || is_plain(y) {
            return None;
        }
        Some((self.reg(x), self.reg(y)))
    }

    /// True for a symbol that is folded into its only use.
    fn is_address(&self, value: Value) -> bool {
        matches!(self.f.op(value), Op::Symbol(..)) && self.is_own(value)
    }

    pub(super) fn store(&mut self, access: Access, a: Value, offset: i32, b: Value) {
        if access.unaligned && access.mem.size() > 1 {
            return self.store_unaligned(access.mem, a, offset, b);
        }
        let from = if access.mem.ty().is_float() { self.operand(b) } else { self.reg(b) };
        if let Some((base, index)) = self.register_index(access.mem, a, offset) {
            let op = if access.mem == Mem::F64 { Isa::Sdxc1 } else { Isa::Swxc1 };
            self.push(op, &[from, index, base]);
            return;
        }
        let op = match access.mem {
            Mem::I8 | Mem::U8 => Isa::Sb,
            Mem::I16 | Mem::U16 => Isa::Sh,
            Mem::I32 | Mem::I64 => Isa::Sw,
            Mem::F32 => Isa::Swc1,
            Mem::F64 => Isa::Sdc1,
        };
        let (base, imm) = self.address(a, offset);
        self.push_imm(op, &[from, base], imm);
    }

    fn load_unaligned(&mut self, to: Reg, mem: Mem, a: Value, offset: i32) {
        let (base, imm) = self.open_address(a, offset);
        match mem {
            Mem::I16 | Mem::U16 => {
                let (low, high) = (self.temp(Class::General), self.temp(Class::General));
                self.push_imm(Isa::Lbu, &[low, base], imm);
                self.push_imm(Isa::Lbu, &[high, base], plus(imm, 1));
                if mem == Mem::U16 {
                    self.push_tied(Isa::Ins, &[to, high], low, Imm::Field(8, 8));
                } else {
                    let both = self.temp(Class::General);
                    self.push_tied(Isa::Ins, &[both, high], low, Imm::Field(8, 8));
                    self.push(Isa::Seh, &[to, both]);
                }
            }
            Mem::F32 => {
                let word = self.temp(Class::General);
                self.load_word(word, base, imm);
                self.push(Isa::Mtc1, &[word, to]);
            }
            Mem::F64 => {
                let (low, high, half) = (self.temp(Class::General), self.temp(Class::General), self.temp(Class::Float));
                self.load_word(low, base, imm);
                self.load_word(high, base, plus(imm, 4));
                self.push(Isa::Mtc1, &[low, half]);
                self.push_tied(Isa::Mthc1, &[high, to], half, Imm::Int(0));
            }
            _ => self.load_word(to, base, imm),
        }
    }

    /// A word from any address: `lwr` the lower bytes, `lwl` the upper ones.
    fn load_word(&mut self, to: Reg, base: Reg, imm: Imm) {
        let part = self.temp(Class::General);
        self.push_imm(Isa::Lwr, &[part, base], imm);
        self.push_tied(Isa::Lwl, &[to, base], part, plus(imm, 3));
    }

    fn store_unaligned(&mut self, mem: Mem, a: Value, offset: i32, b: Value) {
        let from = if mem.ty().is_float() { self.operand(b) } else { self.reg(b) };
        let (base, imm) = self.open_address(a, offset);
        let word = |this: &mut Self, reg: Reg, imm: Imm| {
            this.push_imm(Isa::Swr, &[reg, base], imm);
            this.push_imm(Isa::Swl, &[reg, base], plus(imm, 3));
        };
        match mem {
            Mem::I16 | Mem::U16 => {
                let high = self.temp(Class::General);
                self.push_imm(Isa::Sb, &[from, base], imm);
                self.push_imm(Isa::Srl, &[high, from], Imm::Int(8));
                self.push_imm(Isa::Sb, &[high, base], plus(imm, 1));
            }
            Mem::F32 | Mem::F64 => {
                let low = self.temp(Class::General);
                self.push(Isa::Mfc1, &[low, from]);
                word(self, low, imm);
                if mem == Mem::F64 {
                    let high = self.temp(Class::General);
                    self.push(Isa::Mfhc1, &[high, from]);
                    word(self, high, plus(imm, 4));
                }
            }
            _ => word(self, from, imm),
        }
    }

    /// Sets a register to an address.
    pub(super) fn set_address(&mut self, to: Reg, base: Reg, imm: Imm) {
        self.now.push(Inst::Plain(crate::mir::Plain::with(Isa::Addiu, &[to, base], imm)));
    }
}
