//! Comparisons: as values, as conditions of branches and of selections.

use super::{Selector, is_short};
use crate::ir::{Binary, Op, Type, Value};
use crate::mir::{Class, Imm, Inst, Plain, Reg};
use mcore_cpu::isa::Op as Isa;

/// A condition that has been computed.
#[derive(Clone, Copy)]
pub(super) enum Test {
    /// It holds if the register is not 0 (`true`) or is 0.
    Reg(Reg, bool),
    /// It holds if the condition code has this value.
    Code(bool),
}

/// A condition in its simplest form: a comparison (or a plain value), perhaps negated.
struct Simple {
    value: Value,
    negated: bool,
}

impl Selector<'_> {
    /// Removes negations around a condition.
    fn simplify(&self, mut value: Value) -> Simple {
        let mut negated = false;
        loop {
            let (inner, flips) = match self.f.op(value) {
                Op::Binary(Binary::Xor, a, one) if self.f.int(*one) == Some(1) && self.is_truth(*a) => (*a, true),
                Op::Binary(Binary::Eq, a, zero) if self.f.int(*zero) == Some(0) => (*a, true),
                Op::Binary(Binary::Ne, a, zero) if self.f.int(*zero) == Some(0) => (*a, false),
                _ => return Simple { value, negated },
            };
            if !self.f.ty(inner).is_float() && self.f.ty(inner) == Type::I32 {
                negated ^= flips;
                value = inner;
            } else {
                return Simple { value, negated };
            }
        }
    }

    /// True if a value is 0 or 1.
    fn is_truth(&self, value: Value) -> bool {
        matches!(self.f.op(value), Op::Binary(op, ..) if op.is_compare())
    }

    /// The comparison to make again at its use: one that costs no more than reading its value.
    fn repeated(&self, value: Value) -> Option<(Binary, Value, Value)> {
        let Op::Binary(op, a, b) = self.f.op(value) else { return None };
        let is_cheap = matches!(op, Binary::Eq | Binary::Ne)
            || matches!(op, Binary::LtS | Binary::LeS) && (self.is_near_zero(*a) || self.is_near_zero(*b));
        let is_only = self.uses[value.index()] == 1;
        (op.is_compare() && (is_cheap || is_only)).then_some((*op, *a, *b))
    }

    fn is_near_zero(&self, value: Value) -> bool {
        matches!(self.f.int(value), Some(-1..=1))
    }

    /// The branch that is taken if a value is not 0.
    pub(super) fn condition_branch(&mut self, condition: Value) -> Plain {
        let Simple { value, negated } = self.simplify(condition);
        if let Some((op, a, b)) = self.repeated(value) {
            if let Some(plain) = self.direct(op, a, b, negated) {
                return plain;
            }
            let test = self.test_of(op, a, b);
            return branch_on(test, negated);
        }
        let reg = self.reg(value);
        branch_on(Test::Reg(reg, true), negated)
    }

    /// A comparison that a branch makes itself.
    fn direct(&mut self, op: Binary, a: Value, b: Value, negated: bool) -> Option<Plain> {
        use Binary::{Eq, LeS, LtS, Ne};
        let (left, right) = (self.f.int(a), self.f.int(b));
        let (branch, inverse, regs) = match (op, left, right) {
            (Eq, ..) => (Isa::Beq, Isa::Bne, [Some(a), Some(b)]),
            (Ne, ..) => (Isa::Bne, Isa::Beq, [Some(a), Some(b)]),
            (LtS, _, Some(0)) | (LeS, _, Some(-1)) => (Isa::Bltz, Isa::Bgez, [Some(a), None]),
            (LtS, _, Some(1)) | (LeS, _, Some(0)) => (Isa::Blez, Isa::Bgtz, [Some(a), None]),
            (LtS, Some(0), _) | (LeS, Some(1), _) => (Isa::Bgtz, Isa::Blez, [Some(b), None]),
            (LtS, Some(-1), _) | (LeS, Some(0), _) => (Isa::Bgez, Isa::Bltz, [Some(b), None]),
            _ => return None,
        };
        let mut all = [Reg::NONE; 2];
        for (reg, value) in all.iter_mut().zip(regs) {
            if let Some(value) = value {
                *reg = self.reg(value);
            }
        }
        Some(Plain::new(if negated { inverse } else { branch }, &all))
    }

    /// Computes a condition for a selection.
    pub(super) fn test(&mut self, condition: Value) -> Test {
        let Simple { value, negated } = self.simplify(condition);
        let test = match self.repeated(value) {
            Some((op, a, b)) => self.test_of(op, a, b),
            None => Test::Reg(self.reg(value), true),
        };
        match test {
            Test::Reg(reg, holds) => Test::Reg(reg, holds ^ negated),
            Test::Code(holds) => Test::Code(holds ^ negated),
        }
    }

    fn test_of(&mut self, op: Binary, a: Value, b: Value) -> Test {
        use Binary::{Eq, LeS, LeU, LtS, LtU, Ne};
        match op {
            Eq | Ne => Test::Reg(self.difference(a, b), op == Ne),
            LtS | LtU => {
                // b > constant is not b < constant + 1.
                if let Some(n) = self.f.int(a).filter(|n| is_short(n + 1) && *n != -1 && *n != 0) {
                    let reg = self.temp(Class::General);
                    let b = self.reg(b);
                    let op = if op == LtS { Isa::Slti } else { Isa::Sltiu };
                    self.push_imm(op, &[reg, b], Imm::Int(n as i32 + 1));
                    return Test::Reg(reg, false);
                }
                let reg = self.temp(Class::General);
                self.less(op == LtS, reg, a, b);
                Test::Reg(reg, true)
            }
            LeS | LeU => {
                // a <= constant is a < constant + 1, unless that wraps.
                let fits = |n: &i64| is_short(n + 1) && (op == LeS || *n != -1);
                let reg = self.temp(Class::General);
                if let Some(n) = self.f.int(b).filter(fits) {
                    let a = self.reg(a);
                    self.push_imm(if op == LeS { Isa::Slti } else { Isa::Sltiu }, &[reg, a], Imm::Int(n as i32 + 1));
                    return Test::Reg(reg, true);
                }
                self.less(op == LeS, reg, b, a);
                Test::Reg(reg, false)
            }
            _ => {
                self.float_compare(op, a, b);
                Test::Code(true)
            }
        }
    }

    fn float_compare(&mut self, op: Binary, a: Value, b: Value) {
        let double = self.f.ty(a) == Type::F64;
        let op = match (op, double) {
            (Binary::FEq, false) => Isa::CEqS,
            (Binary::FEq, true) => Isa::CEqD,
            (Binary::FLt, false) => Isa::CLtS,
            (Binary::FLt, true) => Isa::CLtD,
            (Binary::FLe, false) => Isa::CLeS,
            (Binary::FLe, true) => Isa::CLeD,
            (_, false) => Isa::CUnS,
            (_, true) => Isa::CUnD,
        };
        let regs = [self.operand(a), self.operand(b)];
        self.push(op, &regs);
    }

    /// A register that is 0 if the values are equal.
    fn difference(&mut self, a: Value, b: Value) -> Reg {
        match self.f.int(b) {
            Some(0) => self.reg(a),
            Some(n) if (0..=0xffff).contains(&n) => {
                let (to, a) = (self.temp(Class::General), self.reg(a));
                self.push_imm(Isa::Xori, &[to, a], Imm::Int(n as i32));
                to
            }
            Some(n) if is_short(-n) => {
                let (to, a) = (self.temp(Class::General), self.reg(a));
                self.push_imm(Isa::Addiu, &[to, a], Imm::Int(-n as i32));
                to
            }
            _ => {
                let (to, a, b) = (self.temp(Class::General), self.reg(a), self.reg(b));
                self.push(Isa::Xor, &[to, a, b]);
                to
            }
        }
    }

    fn less(&mut self, signed: bool, to: Reg, a: Value, b: Value) {
        let a = self.reg(a);
        match self.short(b) {
            Some(n) if n != 0 || !signed => {
                self.push_imm(if signed { Isa::Slti } else { Isa::Sltiu }, &[to, a], Imm::Int(n));
            }
            _ => {
                let b = self.reg(b);
                self.push(if signed { Isa::Slt } else { Isa::Sltu }, &[to, a, b]);
            }
        }
    }

    /// A comparison whose value, 0 or 1, is needed.
    pub(super) fn compare(&mut self, to: Reg, op: Binary, a: Value, b: Value) {
        match op {
            Binary::LtS | Binary::LtU => return self.less(op == Binary::LtS, to, a, b),
            Binary::Eq | Binary::Ne => {
                let reg = self.difference(a, b);
                if op == Binary::Eq {
                    self.push_imm(Isa::Sltiu, &[to, reg], Imm::Int(1));
                } else {
                    self.push(Isa::Sltu, &[to, Reg::ZERO, reg]);
                }
                return;
            }
            _ => {}
        }
        match self.test_of(op, a, b) {
            Test::Reg(reg, true) => match self.now.last_mut() {
                Some(Inst::Plain(last)) if last.regs[0] == reg => last.regs[0] = to,
                _ => self.push(Isa::Addu, &[to, reg, Reg::ZERO]),
            },
            Test::Reg(reg, false) => self.push_imm(Isa::Xori, &[to, reg], Imm::Int(1)),
            Test::Code(holds) => {
                let one = self.temp(Class::General);
                self.push_imm(Isa::Addiu, &[one, Reg::ZERO], Imm::Int(1));
                self.push_tied(if holds { Isa::Movf } else { Isa::Movt }, &[to, Reg::ZERO], one, Imm::Int(0));
            }
        }
    }

    /// One of two values by a condition.
    pub(super) fn select(&mut self, value: Value, condition: Value, a: Value, b: Value) {
        let ty = self.f.ty(value);
        let to = self.target(value);
        let test = self.test(condition);
        // The value that stays is in a register of its own; `$zero` can be the one that is moved.
        let swaps = self.f.int(b) == Some(0) && self.f.int(a) != Some(0);
        let (moved, kept) = if swaps { (b, a) } else { (a, b) };
        let (kept, moved) = (self.operand(kept), self.reg(moved));
        match test {
            Test::Reg(reg, holds) => {
                let op = match (ty, holds ^ swaps) {
                    (Type::F32, true) => Isa::MovnS,
                    (Type::F32, false) => Isa::MovzS,
                    (Type::F64, true) => Isa::MovnD,
                    (Type::F64, false) => Isa::MovzD,
                    (_, true) => Isa::Movn,
                    (_, false) => Isa::Movz,
                };
                self.push_tied(op, &[to, moved, reg], kept, Imm::Int(0));
            }
            Test::Code(holds) => {
                let op = match (ty, holds ^ swaps) {
                    (Type::F32, true) => Isa::MovtS,
                    (Type::F32, false) => Isa::MovfS,
                    (Type::F64, true) => Isa::MovtD,
                    (Type::F64, false) => Isa::MovfD,
                    (_, true) => Isa::Movt,
                    (_, false) => Isa::Movf,
                };
                self.push_tied(op, &[to, moved], kept, Imm::Int(0));
            }
        }
    }
}

fn branch_on(test: Test, negated: bool) -> Plain {
    match test {
        Test::Reg(reg, holds) => Plain::new(if holds ^ negated { Isa::Bne } else { Isa::Beq }, &[reg, Reg::ZERO]),
        Test::Code(holds) => Plain::new(if holds ^ negated { Isa::Bc1t } else { Isa::Bc1f }, &[]),
    }
}
