//! Calls, `asm`, and the entry of a function.

use super::{Selector, class};
use crate::ir::{self, AsmPlace, Callee, Op, Value, abi::Place};
use crate::mir::{Asm, AsmOperand, Call, Imm, Inst, Reg};
use crate::opt::Level;
use alloc::{boxed::Box, vec::Vec};
use mcore_cpu::isa::Op as Isa;

/// The register of a place.
fn register(place: Place) -> Option<Reg> {
    match place {
        Place::General(n) => Some(Reg::general(n)),
        Place::Float(n) => Some(Reg::float(n)),
        Place::Stack(_) => None,
    }
}

impl Selector<'_> {
    pub(super) fn call(&mut self, value: Value, call: &ir::Call) {
        self.out.has_calls = true;
        // Whatever is needed already, nodes being taken from last to first, is needed after the call.
        for param in &self.f.blocks[0].params {
            self.crossing[param.index()] |= self.needed[param.index()];
        }
        let mut args = Vec::new();
        for (arg, place) in call.args.iter().zip(&call.places) {
            match (register(*place), *place) {
                (Some(register), _) => args.push((self.argument(*arg), register)),
                (None, Place::Stack(offset)) => {
                    let ty = self.f.ty(*arg);
                    let (op, from) = match ty {
                        ir::Type::F32 => (Isa::Swc1, self.operand(*arg)),
                        ir::Type::F64 => (Isa::Sdc1, self.operand(*arg)),
                        _ => (Isa::Sw, self.reg(*arg)),
                    };
                    self.push_imm(op, &[from, Reg::SP], Imm::Outgoing(offset));
                }
                _ => {}
            }
        }
        let (symbol, address) = match call.callee {
            Callee::Symbol(symbol) => (Some(symbol), Reg::NONE),
            Callee::Value(v) => match *self.f.op(v) {
                Op::Symbol(symbol, 0) => (Some(symbol), Reg::NONE),
                _ => (None, self.operand(v)),
            },
        };
        let mut results = Vec::new();
        if let Some(ty) = self.f.node(value).ty
            && self.needed[value.index()]
        {
            let to = self.target(value);
            results.push((to, if ty.is_float() { Reg::F0 } else { Reg::V0 }));
        }
        for (_, part) in self.parts.get(&value).cloned().unwrap_or_default() {
            if self.needed[part.index()] {
                let to = self.target(part);
                // The second part of a complex number, or the high word of an `I64`.
                results.push((to, if self.f.ty(part).is_float() { Reg::float(2) } else { Reg::general(3) }));
            }
        }
        self.now.push(Inst::Call(Box::new(Call { symbol, address, args, results })));
    }

    /// The register of an argument. One that is needed after the call too is copied, so that it need not live in the
    /// register of the argument.
    fn argument(&mut self, arg: Value) -> Reg {
        let home = self.place[arg.index()];
        let outer = self.depths.get(home.index()).is_some_and(|d| *d < self.depths[self.at.index()]);
        let stays = self.needed[arg.index()] || outer;
        let from = self.operand(arg);
        if stays && self.level != Level::O0 { self.copied(from, self.f.ty(arg)) } else { from }
    }

    /// The parameters of the function, from registers and stack.
    pub(super) fn entry(&mut self) {
        let params = &self.f.blocks[0].params;
        let (mut fixed, mut moves) = (Vec::new(), Vec::new());
        for (param, place) in params.iter().zip(&self.f.incoming) {
            if !self.needed[param.index()] {
                continue;
            }
            let to = self.target(*param);
            let Some(register) = register(*place) else { continue };
            if self.level != Level::O0 && (self.crossing[param.index()] || self.calls_in_loops) {
                // As for arguments.
                let ty = self.f.ty(*param);
                let arrived = self.temp(class(ty));
                fixed.push((arrived, register));
                moves.push((to, arrived, ty));
            } else {
                fixed.push((to, register));
            }
        }
        if !fixed.is_empty() {
            self.now.push(Inst::Entry(fixed));
        }
        for (to, from, ty) in moves {
            if ty.is_float() {
                self.push(Isa::MovD, &[to, from]);
            } else {
                self.push(Isa::Addu, &[to, from, Reg::ZERO]);
            }
        }
        for (to, from) in core::mem::take(&mut self.entry_copies) {
            self.push(Isa::Addu, &[to, from, Reg::ZERO]);
        }
        for (param, place) in params.iter().zip(&self.f.incoming) {
            if let Place::Stack(offset) = *place
                && self.needed[param.index()]
            {
                let to = self.target(*param);
                let op = match self.f.ty(*param) {
                    ir::Type::F32 => Isa::Lwc1,
                    ir::Type::F64 => Isa::Ldc1,
                    _ => Isa::Lw,
                };
                self.push_imm(op, &[to, Reg::FRAME], Imm::Incoming(offset));
            }
        }
    }

    pub(super) fn asm(&mut self, value: Value, asm: &ir::Asm) {
        let parts = self.parts.get(&value).cloned().unwrap_or_default();
        let mut outputs = Vec::new();
        let mut after = Vec::new();
        for (i, out) in asm.outputs.iter().enumerate() {
            let part = parts.iter().find(|p| usize::from(p.0) == i).map(|p| p.1);
            let reg = match part {
                Some(part) => self.target(part),
                None => self.temp(class(out.ty)),
            };
            let fixed = match out.place {
                AsmPlace::Fixed(n) => Reg::general(n & 31),
                AsmPlace::FixedFloat(n) => Reg::float(n & 31),
                AsmPlace::Lo | AsmPlace::Hi => {
                    after.push((if out.place == AsmPlace::Lo { Isa::Mflo } else { Isa::Mfhi }, reg));
                    outputs.push((Reg::NONE, Reg::NONE, false));
                    continue;
                }
                _ => Reg::NONE,
            };
            outputs.push((reg, fixed, out.early));
        }
        let mut inputs = Vec::new();
        for input in &asm.inputs {
            inputs.push(self.asm_input(asm, input));
        }
        let mut clobbers: Vec<Reg> = Vec::new();
        for n in 0..64 {
            // `$zero` does not change; `$at` and the scratch registers are never allocated, `$sp` and `$ra` are kept.
            if asm.clobbers >> n & 1 != 0 && !matches!(n, 0 | 1 | 26..=29) {
                clobbers.push(Reg(n));
            }
        }
        self.out.has_calls |= clobbers.contains(&Reg::RA);
        clobbers.retain(|r| *r != Reg::RA);
        let template = asm.template.clone();
        let numbers = asm.numbers.clone();
        self.now.push(Inst::Asm(Box::new(Asm { template, outputs, inputs, numbers, clobbers })));
        for (op, reg) in after {
            self.push(op, &[reg]);
        }
    }

    fn asm_input(&mut self, asm: &ir::Asm, input: &ir::AsmIn) -> (AsmOperand, Option<u8>) {
        let place = input.place;
        let operand = match place {
            AsmPlace::Fixed(n) => AsmOperand::Reg(self.operand(input.value), Reg::general(n & 31)),
            AsmPlace::FixedFloat(n) => AsmOperand::Reg(self.operand(input.value), Reg::float(n & 31)),
            AsmPlace::Memory => AsmOperand::Memory(self.operand(input.value)),
            AsmPlace::Immediate => match *self.f.op(input.value) {
                Op::Int(n) => AsmOperand::Int(n as i32),
                Op::Symbol(symbol, n) => AsmOperand::Symbol(symbol, n),
                _ => AsmOperand::Reg(self.operand(input.value), Reg::NONE),
            },
            AsmPlace::Lo | AsmPlace::Hi => {
                let from = self.reg(input.value);
                self.push(if place == AsmPlace::Lo { Isa::Mtlo } else { Isa::Mthi }, &[from]);
                AsmOperand::Int(0)
            }
            AsmPlace::Same(n) => {
                let out = asm.outputs.get(usize::from(n)).map(|o| o.place);
                if let Some(place @ (AsmPlace::Lo | AsmPlace::Hi)) = out {
                    let from = self.reg(input.value);
                    self.push(if place == AsmPlace::Lo { Isa::Mtlo } else { Isa::Mthi }, &[from]);
                    return (AsmOperand::Int(0), None);
                }
                let operand = AsmOperand::Reg(self.operand(input.value), Reg::NONE);
                return (operand, Some(n));
            }
            AsmPlace::General | AsmPlace::Float => AsmOperand::Reg(self.operand(input.value), Reg::NONE),
        };
        (operand, None)
    }
}
