//! `asm` statements: constraints to places.

use super::Lower;
use super::place::{Base, Place};
use crate::ir::{self, AsmIn, AsmOut, AsmPlace, Op, Type, Unary as Un, Value};
use crate::source::Pos;
use crate::tree::{Asm, AsmOperand, ExprId, ExprKind};
use alloc::{format, string::String, vec::Vec};
use mcore_base::text;
use mcore_cpu::isa::register_name;

/// A register by name: `$4`, `$a0`, `a0`, `$f12`; floating-point registers from 32 on.
fn register(name: &str) -> Option<u8> {
    let bare = name.strip_prefix('$').unwrap_or(name);
    if let Ok(n) = bare.parse::<u8>() {
        return (n < 32).then_some(n);
    }
    if let Some(n) = bare.strip_prefix('f').and_then(|n| n.parse::<u8>().ok()) {
        return (n < 32).then_some(n + 32);
    }
    if bare == "s8" {
        return Some(30);
    }
    (0..32).find(|n| register_name(*n).trim_start_matches('$') == bare)
}

impl Lower<'_, '_> {
    pub(super) fn asm(&mut self, asm: &Asm, pos: Pos) {
        let template = if asm.basic { asm.template.replace('%', "%%") } else { self.numbered(asm) };
        let mut out = ir::Asm {
            template,
            outputs: Vec::new(),
            inputs: Vec::new(),
            numbers: Vec::new(),
            clobbers: 0,
            memory: asm.basic,
            volatile: asm.volatile || asm.outputs.is_empty(),
        };
        // Where each output goes after the statement.
        let mut stores: Vec<Place> = Vec::new();
        let mut numbers: Vec<Operand> = Vec::new();
        let mut inputs: Vec<AsmIn> = Vec::new();
        for operand in &asm.outputs {
            let place = self.place(operand.expr);
            let constraint = operand.constraint.trim_start_matches(['=', '+', '&', '%']);
            let only_memory =
                constraint.contains(['m', 'o', 'V', 'Q', 'R']) && !constraint.contains(['r', 'd', 'f', 'g']);
            let is_record = self.mem(place.ty).is_none();
            if (only_memory || is_record) && !matches!(place.base, Base::Variable(_)) {
                let address = self.address(&place);
                numbers.push(Operand::Input(inputs.len()));
                inputs.push(AsmIn { place: AsmPlace::Memory, value: address });
                continue;
            }
            let ty = self.ir_type(place.ty);
            let Some(at) = self.asm_place(operand.expr, constraint, ty) else {
                self.bad_constraint(&operand.constraint, pos);
                return;
            };
            let ty = if ty == Type::I64 { Type::I32 } else { ty };
            let index = stores.len() as u8;
            if operand.constraint.contains('+') {
                let old = self.load(&place);
                let value = self.low(old);
                inputs.push(AsmIn { place: AsmPlace::Same(index), value });
            }
            numbers.push(Operand::Output(stores.len()));
            out.outputs.push(AsmOut { place: at, ty, early: operand.constraint.contains('&') });
            stores.push(place);
        }
        let names: Vec<String> = asm.outputs.iter().map(|o| self.names.text(o.name).into()).collect();
        for operand in &asm.inputs {
            match self.asm_input(operand, &numbers, &names) {
                Some(input) => {
                    numbers.push(Operand::Input(inputs.len()));
                    inputs.push(input);
                }
                None => {
                    self.bad_constraint(&operand.constraint, pos);
                    return;
                }
            }
        }
        out.inputs = inputs;
        let count = out.outputs.len();
        let number = |n: &Operand| match n {
            Operand::Output(i) => *i as u8,
            Operand::Input(i) => (count + i) as u8,
        };
        out.numbers = numbers.iter().map(number).collect();
        for clobber in &asm.clobbers {
            match clobber.as_str() {
                "memory" => out.memory = true,
                "cc" => {}
                "hi" | "$hi" => out.clobbers |= 1 << 64,
                "lo" | "$lo" => out.clobbers |= 1 << 65,
                name => match register(name) {
                    Some(n) => out.clobbers |= 1 << n,
                    None => {
                        let message = text!("`{name}` is no register", "`{name}` というレジスタはありません");
                        self.error("asm", pos, message);
                    }
                },
            }
        }
        let values = self.builder.asm(out);
        for (place, value) in stores.iter().zip(values) {
            let wide = self.ir_type(place.ty) == Type::I64;
            let value = if wide { self.unary(Un::Extend, Type::I64, value) } else { self.narrowed(value, place.ty) };
            self.store(place, value);
        }
    }

    fn bad_constraint(&mut self, constraint: &str, pos: Pos) {
        let message = text!(
            "the constraint \"{constraint}\" is not known here, or its operand does not fit",
            "制約 \"{constraint}\" はここでは使えないか、オペランドが合いません"
        );
        let finding = crate::diag::Finding::error("asm", pos, message).tip(text!(
            "use `r` for a register, `f` for a floating-point register, `m` for memory, `i` for a constant",
            "レジスタは `r`、浮動小数点レジスタは `f`、メモリは `m`、定数は `i` です"
        ));
        self.report.push(finding);
    }

    fn low(&mut self, value: Value) -> Value {
        if self.type_of(value) == Type::I64 { self.unary(Un::Low, Type::I32, value) } else { value }
    }

    /// The place of an output or input in a register.
    fn asm_place(&self, e: ExprId, constraint: &str, ty: Type) -> Option<AsmPlace> {
        if let ExprKind::Object(object) = self.unit.expr(e).kind
            && let Some(name) = self.fixed_register(object)
        {
            return match register(&name)? {
                n @ 0..=31 => Some(AsmPlace::Fixed(n)),
                n => Some(AsmPlace::FixedFloat(n - 32)),
            };
        }
        let has = |all: &[char]| constraint.contains(all);
        if has(&['f']) || has(&['g', 'X', 'r']) && ty.is_float() {
            return ty.is_float().then_some(AsmPlace::Float);
        }
        if ty.is_float() {
            return None;
        }
        if has(&['r', 'd', 'c', 'g', 'y', 'X', 'b', 'v', 'j']) {
            return Some(AsmPlace::General);
        }
        match constraint {
            c if c.contains('l') => Some(AsmPlace::Lo),
            c if c.contains('h') => Some(AsmPlace::Hi),
            _ => None,
        }
    }

    fn asm_input(&mut self, operand: &AsmOperand, numbers: &[Operand], names: &[String]) -> Option<AsmIn> {
        let unit = self.unit;
        let constraint = operand.constraint.trim_start_matches(['%', '&']);
        let digits: String = constraint.chars().take_while(char::is_ascii_digit).collect();
        let named = constraint.strip_prefix('[').and_then(|c| c.split_once(']')).map(|(name, _)| name);
        let by_name = named.and_then(|name| names.iter().position(|n| n == name));
        if let Some(same) = digits.parse::<usize>().ok().or(by_name) {
            let value = self.value(operand.expr);
            let value = self.low(value);
            return match numbers.get(same)? {
                Operand::Output(n) => Some(AsmIn { place: AsmPlace::Same(*n as u8), value }),
                Operand::Input(_) => None,
            };
        }
        let is_scalar = unit.types.is_scalar(unit.ty(operand.expr));
        let wants_memory = constraint.contains(['m', 'o', 'V', 'Q', 'R']);
        let wants_register = constraint.contains(['r', 'd', 'c', 'f', 'g', 'l', 'h', 'y', 'X', 'b', 'v', 'j']);
        if wants_memory && !(wants_register && is_scalar) {
            let is_place = matches!(
                unit.expr(operand.expr).kind,
                ExprKind::Object(_)
                    | ExprKind::Deref(_)
                    | ExprKind::Member(..)
                    | ExprKind::Literal(_)
                    | ExprKind::String(_)
            );
            let place = if is_place { Some(self.place(operand.expr)) } else { None };
            let address = match place {
                Some(place) if !matches!(place.base, Base::Variable(_)) => self.address(&place),
                _ => {
                    // A value that has no place of its own gets one.
                    let value = self.value(operand.expr);
                    let ty = self.type_of(value);
                    let slot = self.temporary(ty.size(), ty.size());
                    let address = self.builder.slot_address(slot, 0);
                    self.builder.store(ir::Access::plain(ir::Mem::of(ty)), address, 0, value);
                    address
                }
            };
            return Some(AsmIn { place: AsmPlace::Memory, value: address });
        }
        let value = self.value(operand.expr);
        let value = self.low(value);
        let is_known = matches!(self.builder.function().op(value), Op::Int(_) | Op::Symbol(..));
        if constraint.contains(['i', 'n', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 's']) && is_known {
            return Some(AsmIn { place: AsmPlace::Immediate, value });
        }
        let ty = self.type_of(value);
        self.asm_place(operand.expr, constraint, ty).map(|place| AsmIn { place, value })
    }

    /// The template with numbers for names.
    fn numbered(&self, asm: &Asm) -> String {
        let all = || asm.outputs.iter().chain(&asm.inputs);
        let mut out = String::new();
        let mut rest = asm.template.as_str();
        while let Some(at) = rest.find('%') {
            out.push_str(&rest[..=at]);
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix('%') {
                out.push('%');
                rest = after;
                continue;
            }
            let letter = rest.chars().next().filter(char::is_ascii_alphabetic);
            let name_at = usize::from(letter.is_some());
            if let Some((name, after)) = rest.get(name_at..).and_then(|r| r.strip_prefix('[')?.split_once(']')) {
                let number = all().position(|o| self.names.text(o.name) == name);
                out.extend(letter);
                out.push_str(&format!("{}", number.unwrap_or(usize::MAX)));
                rest = after;
            }
        }
        out.push_str(rest);
        out
    }
}

/// The meaning of an operand's number.
#[derive(Clone, Copy, Debug)]
enum Operand {
    Output(usize),
    Input(usize),
}
