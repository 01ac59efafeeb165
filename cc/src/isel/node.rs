//! Nodes with a value, and traps.

use super::{Selector, class, is_short, is_unsigned_short};
use crate::ir::{Binary, Compare, Op, Type, Unary, Value, fold};
use crate::mir::{Class, Imm, Inst, Reg};
use crate::opt::Level;
use mcore_cpu::isa::Op as Isa;

/// One of two instructions, by format.
const fn by(ty: Type, single: Isa, double: Isa) -> Isa {
    if matches!(ty, Type::F32) { single } else { double }
}

impl Selector<'_> {
    /// Makes the instructions of a node.
    pub(super) fn node(&mut self, value: Value) {
        let f = self.f;
        match f.op(value) {
            Op::Int(n) => {
                let to = self.target(value);
                self.set_int(to, *n as i32);
            }
            Op::Float(bits) => self.float_constant(value, *bits),
            Op::Symbol(symbol, offset) => {
                let to = self.target(value);
                if let Some(more) = self.high_only[value.index()] {
                    self.push_imm(Isa::Lui, &[to], Imm::Hi(*symbol, offset.wrapping_add(more)));
                    return;
                }
                let base = self.temp(Class::General);
                self.push_imm(Isa::Lui, &[base], Imm::Hi(*symbol, *offset));
                self.set_address(to, base, Imm::Lo(*symbol, *offset));
            }
            Op::Slot(..) | Op::Incoming(_) | Op::Outgoing(_) => {
                let to = self.target(value);
                let (base, imm) = self.address(value, 0);
                self.set_address(to, base, imm);
            }
            Op::Label(block) => {
                let (to, base) = (self.target(value), self.temp(Class::General));
                let label = self.labels[block.index()];
                self.push_imm(Isa::Lui, &[base], Imm::BlockHi(label));
                self.set_address(to, base, Imm::BlockLo(label));
                self.out.blocks[label.index()].is_named = true;
            }
            Op::Unary(op, a) => self.unary(value, *op, *a),
            Op::Binary(op, a, b) => self.binary(value, *op, *a, *b),
            Op::Select(c, a, b) => self.select(value, *c, *a, *b),
            Op::Load(access, a, offset) => self.load(value, *access, *a, *offset),
            Op::Store(access, a, offset, b) => self.store(*access, *a, *offset, *b),
            Op::Call(call) => self.call(value, call),
            Op::Asm(asm) => self.asm(value, asm),
            Op::TrapIf(compare, a, b, code) => self.trap_if(*compare, *a, *b, *code),
            Op::Alloca(size) => self.alloca(value, *size),
            Op::StackSave => {
                let to = self.target(value);
                self.now.push(Inst::Move(Class::General, to, Reg::SP));
                self.out.has_alloca = true;
            }
            Op::StackRestore(a) => {
                let from = self.operand(*a);
                self.now.push(Inst::Restore(from));
                self.out.has_alloca = true;
            }
            Op::FrameAddress => {
                let to = self.target(value);
                self.push(Isa::Addu, &[to, Reg::FRAME, Reg::ZERO]);
            }
            Op::ReturnAddress => {
                let to = self.target(value);
                self.entry_copies.push((to, Reg::RA));
                self.out.has_calls = true;
            }
            // Legalisation leaves none of these; the others make no instruction.
            Op::Copy { .. } | Op::Zero { .. } | Op::VarArgs => {}
            Op::Param | Op::Nop | Op::Part(..) => {}
        }
    }

    fn float_constant(&mut self, value: Value, bits: u64) {
        let to = self.target(value);
        let double = self.f.ty(value) == Type::F64;
        if double && bits == 0 {
            let half = self.temp(Class::Float);
            self.push(Isa::Mtc1, &[Reg::ZERO, half]);
            self.push_tied(Isa::Mthc1, &[Reg::ZERO, to], half, Imm::Int(0));
        } else if !double && bits as u32 & 0xffff == 0 {
            let word = if bits == 0 { Reg::ZERO } else { self.temp(Class::General) };
            if bits != 0 {
                self.set_int(word, bits as u32 as i32);
            }
            self.push(Isa::Mtc1, &[word, to]);
        } else {
            let number = self.pool.add(bits, double);
            let base = self.temp(Class::General);
            self.push_imm(Isa::Lui, &[base], Imm::PoolHi(number));
            let op = if double { Isa::Ldc1 } else { Isa::Lwc1 };
            self.push_imm(op, &[to, base], Imm::PoolLo(number));
        }
    }

    fn unary(&mut self, value: Value, op: Unary, a: Value) {
        let (from, to_ty) = (self.f.ty(a), self.f.ty(value));
        let to = self.target(value);
        let simple = match op {
            Unary::Ext8 => Isa::Seb,
            Unary::Ext16 => Isa::Seh,
            Unary::Clz => Isa::Clz,
            Unary::FAbs => by(from, Isa::AbsS, Isa::AbsD),
            Unary::FSqrt => by(from, Isa::SqrtS, Isa::SqrtD),
            Unary::Widen => Isa::CvtDS,
            Unary::Narrow => Isa::CvtSD,
            Unary::FNeg => return self.negate(value, a),
            Unary::Bswap => {
                let (swapped, a) = (self.temp(Class::General), self.reg(a));
                self.push(Isa::Wsbh, &[swapped, a]);
                self.push_imm(Isa::Rotr, &[to, swapped], Imm::Int(16));
                return;
            }
            Unary::ToFloat => {
                let (word, a) = (self.temp(Class::Float), self.reg(a));
                self.push(Isa::Mtc1, &[a, word]);
                self.push(by(to_ty, Isa::CvtSW, Isa::CvtDW), &[to, word]);
                return;
            }
            Unary::ToFloatU => return self.unsigned_to_float(to, to_ty, a),
            Unary::ToInt => {
                let (word, a) = (self.temp(Class::Float), self.operand(a));
                self.push(by(from, Isa::TruncWS, Isa::TruncWD), &[word, a]);
                self.push(Isa::Mfc1, &[to, word]);
                return;
            }
            Unary::ToIntU => return self.float_to_unsigned(to, from, a),
            Unary::Bits | Unary::LowWord => Isa::Mfc1,
            Unary::HighWord => Isa::Mfhc1,
            Unary::FromBits => {
                let a = self.reg(a);
                self.push(Isa::Mtc1, &[a, to]);
                return;
            }
            Unary::Opaque | Unary::Extend | Unary::ExtendZero | Unary::Low | Unary::High => {
                let a = self.operand(a);
                self.now.push(Inst::Move(class(from), to, a));
                return;
            }
        };
        let a = if from.is_float() { self.operand(a) } else { self.reg(a) };
        self.push(simple, &[to, a]);
    }

    /// A negation; of a sum of a product, it is one instruction.
    fn negate(&mut self, value: Value, a: Value) {
        let ty = self.f.ty(value);
        let to = self.target(value);
        if let Op::Binary(op @ (Binary::FAdd | Binary::FSub), x, y) = *self.f.op(a)
            && self.is_own(a)
            && let Some((regs, _)) = self.multiply_add(op, x, y)
        {
            let op =
                if op == Binary::FAdd { by(ty, Isa::NmaddS, Isa::NmaddD) } else { by(ty, Isa::NmsubS, Isa::NmsubD) };
            self.push(op, &[to, regs[0], regs[1], regs[2]]);
            return;
        }
        let a = self.operand(a);
        self.push(by(ty, Isa::NegS, Isa::NegD), &[to, a]);
    }

    /// Addend and factors, if a sum or difference is one of a product; and whether the operands were exchanged.
    fn multiply_add(&mut self, op: Binary, a: Value, b: Value) -> Option<([Reg; 3], bool)> {
        if self.level == Level::O0 {
            return None;
        }
        let product = |this: &Self, v: Value| match *this.f.op(v) {
            Op::Binary(Binary::FMul, x, y) if this.is_own(v) => Some((x, y)),
            _ => None,
        };
        // a - b * c is not a multiply-subtract: the sign of a zero would differ.
        let (x, y, addend, swapped) = match (product(self, a), product(self, b), op) {
            (Some((x, y)), ..) => (x, y, b, false),
            (None, Some((x, y)), Binary::FAdd) => (x, y, a, true),
            _ => return None,
        };
        Some(([self.operand(addend), self.operand(x), self.operand(y)], swapped))
    }

    /// 2^52 + a is a double whose low word is a.
    fn unsigned_to_float(&mut self, to: Reg, ty: Type, a: Value) {
        let a = self.reg(a);
        let top = self.temp(Class::General);
        self.push_imm(Isa::Lui, &[top], Imm::Int(0x4330));
        let mut doubles = [Reg::NONE; 2];
        for (double, low) in doubles.iter_mut().zip([a, Reg::ZERO]) {
            let half = self.temp(Class::Float);
            *double = self.temp(Class::Float);
            self.push(Isa::Mtc1, &[low, half]);
            self.push_tied(Isa::Mthc1, &[top, *double], half, Imm::Int(0));
        }
        if ty == Type::F32 {
            let exact = self.temp(Class::Float);
            self.push(Isa::SubD, &[exact, doubles[0], doubles[1]]);
            self.push(Isa::CvtSD, &[to, exact]);
        } else {
            self.push(Isa::SubD, &[to, doubles[0], doubles[1]]);
        }
    }

    /// Below 2^31 as a signed number, else less 2^31, with the high bit changed.
    fn float_to_unsigned(&mut self, to: Reg, from: Type, a: Value) {
        let a = self.operand(a);
        let (top, limit) = (self.temp(Class::General), self.temp(Class::Float));
        if from == Type::F32 {
            self.push_imm(Isa::Lui, &[top], Imm::Int((fold::TWO_31_SINGLE >> 16) as i32));
            self.push(Isa::Mtc1, &[top, limit]);
        } else {
            let half = self.temp(Class::Float);
            self.push_imm(Isa::Lui, &[top], Imm::Int((fold::TWO_31_DOUBLE >> 48) as i32));
            self.push(Isa::Mtc1, &[Reg::ZERO, half]);
            self.push_tied(Isa::Mthc1, &[top, limit], half, Imm::Int(0));
        }
        let truncate = by(from, Isa::TruncWS, Isa::TruncWD);
        let (rest, word) = (self.temp(Class::Float), self.temp(Class::Float));
        self.push(by(from, Isa::SubS, Isa::SubD), &[rest, a, limit]);
        self.push(truncate, &[word, rest]);
        let (high, sign, large) = (self.temp(Class::General), self.temp(Class::General), self.temp(Class::General));
        self.push(Isa::Mfc1, &[high, word]);
        self.push_imm(Isa::Lui, &[sign], Imm::Int(0x8000));
        self.push(Isa::Xor, &[large, high, sign]);
        let (word, small) = (self.temp(Class::Float), self.temp(Class::General));
        self.push(truncate, &[word, a]);
        self.push(Isa::Mfc1, &[small, word]);
        self.push(by(from, Isa::CLeS, Isa::CLeD), &[limit, a]);
        self.push_tied(Isa::Movt, &[to, large], small, Imm::Int(0));
    }

    fn binary(&mut self, value: Value, op: Binary, a: Value, b: Value) {
        let to = self.target(value);
        let ty = self.f.ty(value);
        if op.is_compare() {
            return self.compare(to, op, a, b);
        }
        match op {
            Binary::FAdd | Binary::FSub | Binary::FMul | Binary::FDiv => return self.float_binary(to, op, a, b, ty),
            Binary::Join => {
                let (low, high, half) = (self.reg(a), self.reg(b), self.temp(Class::Float));
                self.push(Isa::Mtc1, &[low, half]);
                self.push_tied(Isa::Mthc1, &[high, to], half, Imm::Int(0));
                return;
            }
            Binary::DivS | Binary::DivU | Binary::RemS | Binary::RemU => return self.divide(value, op, a, b),
            Binary::MulHiS | Binary::MulHiU => {
                let (a, b) = (self.reg(a), self.reg(b));
                self.push(if op == Binary::MulHiS { Isa::Mult } else { Isa::Multu }, &[a, b]);
                self.push(Isa::Mfhi, &[to]);
                return;
            }
            _ => {}
        }
        if self.with_constant(to, op, a, b) || self.combined(to, op, a, b) {
            return;
        }
        let plain = match op {
            Binary::Sub => Isa::Subu,
            Binary::Mul => Isa::Mul,
            Binary::And => Isa::And,
            Binary::Or => Isa::Or,
            Binary::Xor => Isa::Xor,
            Binary::Shl => Isa::Sllv,
            Binary::ShrU => Isa::Srlv,
            Binary::ShrS => Isa::Srav,
            Binary::Rotr => Isa::Rotrv,
            Binary::AddTrap => Isa::Add,
            Binary::SubTrap => Isa::Sub,
            _ => Isa::Addu,
        };
        let regs = [to, self.reg(a), self.reg(b)];
        self.push(plain, &regs);
    }

    fn float_binary(&mut self, to: Reg, op: Binary, a: Value, b: Value, ty: Type) {
        if matches!(op, Binary::FAdd | Binary::FSub)
            && let Some((regs, _)) = self.multiply_add(op, a, b)
        {
            let op = if op == Binary::FAdd { by(ty, Isa::MaddS, Isa::MaddD) } else { by(ty, Isa::MsubS, Isa::MsubD) };
            self.push(op, &[to, regs[0], regs[1], regs[2]]);
            return;
        }
        let op = match op {
            Binary::FAdd => by(ty, Isa::AddS, Isa::AddD),
            Binary::FSub => by(ty, Isa::SubS, Isa::SubD),
            Binary::FMul => by(ty, Isa::MulS, Isa::MulD),
            _ => by(ty, Isa::DivS, Isa::DivD),
        };
        let regs = [to, self.operand(a), self.operand(b)];
        self.push(op, &regs);
    }

    fn divide(&mut self, value: Value, op: Binary, a: Value, b: Value) {
        let (a, divisor) = (self.reg(a), self.reg(b));
        if self.f.int(b).is_none_or(|n| n == 0) {
            self.push_imm(Isa::Teq, &[divisor, Reg::ZERO], Imm::Int(7));
        }
        let signed = matches!(op, Binary::DivS | Binary::RemS);
        self.push(if signed { Isa::Div } else { Isa::Divu }, &[a, divisor]);
        if self.needed[value.index()] {
            let to = self.target(value);
            let quotient = matches!(op, Binary::DivS | Binary::DivU);
            self.push(if quotient { Isa::Mflo } else { Isa::Mfhi }, &[to]);
        }
    }

    /// Instructions whose second operand is a constant.
    fn with_constant(&mut self, to: Reg, op: Binary, a: Value, b: Value) -> bool {
        let (mut a, mut n) = (a, self.f.int(b));
        if n.is_none() && op.is_commutative() {
            (a, n) = (b, self.f.int(a));
        }
        let Some(n) = n else { return false };
        let word = n as i32;
        let (op, imm) = match op {
            Binary::Add if is_short(n) => (Isa::Addiu, Imm::Int(word)),
            Binary::Sub if is_short(-n) => (Isa::Addiu, Imm::Int(-word)),
            Binary::AddTrap if is_short(n) => (Isa::Addi, Imm::Int(word)),
            Binary::And if is_unsigned_short(n) => return self.and_short(to, a, word),
            Binary::And => return self.and_mask(to, a, word as u32),
            Binary::Or if is_unsigned_short(n) => (Isa::Ori, Imm::Int(word)),
            Binary::Xor if is_unsigned_short(n) => (Isa::Xori, Imm::Int(word)),
            Binary::Xor if n == -1 => {
                let regs = match *self.f.op(a) {
                    Op::Binary(Binary::Or, x, y) if self.is_own(a) => [to, self.reg(x), self.reg(y)],
                    _ => [to, self.reg(a), Reg::ZERO],
                };
                self.push(Isa::Nor, &regs);
                return true;
            }
            Binary::Shl => (Isa::Sll, Imm::Int(word & 31)),
            Binary::ShrU => (Isa::Srl, Imm::Int(word & 31)),
            Binary::ShrS => (Isa::Sra, Imm::Int(word & 31)),
            Binary::Rotr => (Isa::Rotr, Imm::Int(word & 31)),
            Binary::Mul if (word as u32).is_power_of_two() => (Isa::Sll, Imm::Int(word.trailing_zeros() as i32)),
            _ => return false,
        };
        let a = self.reg(a);
        self.push_imm(op, &[to, a], imm);
        true
    }

    /// A mask of at most 16 bits; with a shift before it, it is a bit field.
    fn and_short(&mut self, to: Reg, a: Value, mask: i32) -> bool {
        if let Op::Binary(Binary::ShrU, x, n) = *self.f.op(a)
            && let Some(position) = self.f.int(n)
            && mask != 0
            && (mask + 1) & mask == 0
            && self.is_own(a)
        {
            let (position, size) = ((position & 31) as u8, mask.trailing_ones() as u8);
            let x = self.reg(x);
            self.push_imm(Isa::Ext, &[to, x], Imm::Field(position, size.min(32 - position)));
            return true;
        }
        let a = self.reg(a);
        self.push_imm(Isa::Andi, &[to, a], Imm::Int(mask));
        true
    }

    /// A mask of low bits, or one that clears a row of bits.
    fn and_mask(&mut self, to: Reg, a: Value, mask: u32) -> bool {
        if mask != 0 && mask & mask.wrapping_add(1) == 0 {
            let a = self.reg(a);
            self.push_imm(Isa::Ext, &[to, a], Imm::Field(0, mask.trailing_ones() as u8));
            return true;
        }
        let cleared = !mask;
        let position = cleared.trailing_zeros();
        if cleared != 0 && (cleared >> position).wrapping_add(1).is_power_of_two() {
            let a = self.operand(a);
            let size = cleared.count_ones() as u8;
            self.push_tied(Isa::Ins, &[to, Reg::ZERO], a, Imm::Field(position as u8, size));
            return true;
        }
        false
    }

    /// Two operations in one instruction.
    fn combined(&mut self, to: Reg, op: Binary, a: Value, b: Value) -> bool {
        // Two shifts in opposite directions by counts that make 32 are a rotation.
        if op == Binary::Or && self.is_own(a) && self.is_own(b) {
            let shift = |this: &Self, v: Value| match *this.f.op(v) {
                Op::Binary(op @ (Binary::Shl | Binary::ShrU), x, n) => this.f.int(n).map(|n| (op, x, n & 31)),
                _ => None,
            };
            let rotation = match (shift(self, a), shift(self, b)) {
                (Some((Binary::Shl, x, n)), Some((Binary::ShrU, y, m))) if x == y && n + m == 32 => Some((x, m)),
                (Some((Binary::ShrU, x, n)), Some((Binary::Shl, y, m))) if x == y && n + m == 32 => Some((x, n)),
                _ => None,
            };
            if let Some((x, count)) = rotation {
                let x = self.reg(x);
                self.push_imm(Isa::Rotr, &[to, x], Imm::Int(count as i32));
                return true;
            }
        }
        false
    }

    fn trap_if(&mut self, compare: Compare, a: Value, b: Value, code: u16) {
        let op = match compare {
            Compare::Eq => Isa::Teq,
            Compare::Ne => Isa::Tne,
            Compare::LtS => Isa::Tlt,
            Compare::LtU => Isa::Tltu,
            Compare::GeS => Isa::Tge,
            Compare::GeU => Isa::Tgeu,
        };
        let regs = [self.reg(a), self.reg(b)];
        self.push_imm(op, &regs, Imm::Int(code.into()));
    }

    fn alloca(&mut self, value: Value, size: Value) {
        self.out.has_alloca = true;
        let rounded = match self.f.int(size) {
            Some(n) => {
                let to = self.temp(Class::General);
                self.set_int(to, (n as i32).wrapping_add(7) & !7);
                to
            }
            None => {
                let (more, even, size) = (self.temp(Class::General), self.temp(Class::General), self.reg(size));
                self.push_imm(Isa::Addiu, &[more, size], Imm::Int(7));
                self.push_tied(Isa::Ins, &[even, Reg::ZERO], more, Imm::Field(0, 3));
                even
            }
        };
        self.now.push(Inst::Lower(rounded));
        if self.needed[value.index()] {
            let to = self.target(value);
            self.set_address(to, Reg::SP, Imm::Outgoing(self.f.outgoing.next_multiple_of(8) as i32));
        }
    }
}
