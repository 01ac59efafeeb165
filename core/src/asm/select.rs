//! Chooses what an instruction line becomes: a machine instruction, or a form of the pseudo-instruction table.

use super::{
    assembler::Assembler,
    expr::{Binary, Expr, Unary, as_word, fits_signed},
    forms::{DIVISION_BY_ZERO, Form, Pattern, forms},
    parse::{Operand, OperandKind, not_a_register},
    report::{Failure, Parsed, clip},
    section::Field,
    suggest::did_you_mean,
};
use crate::base::{Span, Text};
use crate::isa::{self, Class, Instr, Op, Row, parse_register};
use crate::text;
use alloc::{collections::BTreeMap, format, string::String, vec, vec::Vec};

/// The register that pseudo-instructions may overwrite.
const AT: u8 = 1;

/// All ways to write each mnemonic.
pub(super) struct Mnemonics(BTreeMap<&'static str, Ways>);

/// The ways to write one mnemonic.
#[derive(Clone, Default)]
struct Ways {
    row: Option<&'static Row>,
    forms: Vec<&'static Form>,
}

impl Mnemonics {
    pub(super) fn new() -> Self {
        let mut map: BTreeMap<&str, Ways> = BTreeMap::new();
        for row in isa::rows() {
            map.entry(row.mnemonic).or_default().row = Some(row);
        }
        for form in forms() {
            for mnemonic in form.mnemonics.split(' ') {
                map.entry(mnemonic).or_default().forms.push(form);
            }
        }
        Self(map)
    }
}

/// The machine operands of a row as patterns, and how many of them must be written.
fn signature(row: &Row) -> (Vec<Pattern>, usize) {
    let mut patterns = Vec::with_capacity(4);
    let mut optional = 0;
    for operand in row.operands {
        patterns.push(match operand {
            isa::Operand::Rd | isa::Operand::RdAndRt | isa::Operand::Rs | isa::Operand::Rt => Pattern::Register,
            isa::Operand::Shift => Pattern::Shift,
            isa::Operand::Signed => Pattern::Signed,
            isa::Operand::Unsigned => Pattern::Unsigned,
            isa::Operand::Branch | isa::Operand::Jump => Pattern::Target,
            isa::Operand::Memory => Pattern::Near(0),
            isa::Operand::Hint => Pattern::Bits(5),
            isa::Operand::Hardware => Pattern::Hardware,
            isa::Operand::Code => Pattern::Bits(20),
            isa::Operand::TrapCode | isa::Operand::BreakCode => Pattern::Bits(10),
            isa::Operand::SyncType => Pattern::Bits(5),
            isa::Operand::Word => Pattern::Value,
        });
        match operand {
            isa::Operand::Code | isa::Operand::TrapCode | isa::Operand::SyncType => optional += 1,
            isa::Operand::BreakCode => {
                patterns.push(Pattern::Bits(10));
                optional += 2;
            }
            _ => {}
        }
    }
    let required = patterns.len() - optional;
    (patterns, required)
}

impl<'s> Assembler<'s> {
    /// Assembles one instruction as the student wrote it.
    pub(super) fn instruction(&mut self, name: &str, span: Span, operands: &[Operand]) -> Parsed<()> {
        if self.settings.at {
            for operand in operands {
                if let OperandKind::Register(AT) | OperandKind::Memory(_, AT) = operand.kind {
                    self.report.warn(operand.span, text!(
                        "$at belongs to the assembler, whose pseudo-instructions overwrite it; `.set noat` reserves it for you",
                        "$at は擬似命令が上書きするレジスタです。自分で使うときは `.set noat` と書いてください"
                    ));
                }
            }
        }
        self.choose(name, span, operands)
    }

    /// Takes the first way of writing that fits.
    fn choose(&mut self, name: &str, span: Span, operands: &[Operand]) -> Parsed<()> {
        let Some(ways) = self.mnemonics.0.get(name).cloned() else {
            return Err(self.unknown_mnemonic(name, span, operands));
        };
        if let Some(row) = ways.row {
            let (patterns, required) = signature(row);
            let enough = (required..=patterns.len()).contains(&operands.len());
            if enough && self.first_misfit(&patterns[..operands.len()], operands).is_none() {
                return self.machine_instruction(row, operands);
            }
        }
        for form in &ways.forms {
            if form.operands.len() == operands.len() && self.first_misfit(form.operands, operands).is_none() {
                return self.expand(form, name, span, operands);
            }
        }
        if operands.len() < 3 && self.repeats_first(name, &ways, operands.len()) {
            let mut longer = vec![operands[0].clone()];
            longer.extend_from_slice(operands);
            return self.choose(name, span, &longer);
        }
        Err(self.misfit(name, span, &ways, operands))
    }

    /// Whether `op $a, x` may stand for `op $a, $a, x` (and `op $a` for `op $a, $a`).
    fn repeats_first(&self, name: &str, ways: &Ways, written: usize) -> bool {
        if written == 0 || matches!(name, "move" | "movn" | "movz" | "clz" | "clo" | "jal" | "div" | "divu") {
            return false;
        }
        let fits = |patterns: &[Pattern]| {
            patterns.len() == written + 1
                && patterns[..2] == [Pattern::Register; 2]
                && !patterns.contains(&Pattern::Target)
        };
        let row_fits = ways.row.is_some_and(|r| r.class == Class::Alu || r.op == Op::Mul)
            && fits(&signature(ways.row.unwrap_or(isa::row(Op::Reserved))).0);
        let other_count = ways.forms.iter().any(|f| f.operands.len() == written);
        !other_count && (row_fits || ways.forms.iter().any(|f| fits(f.operands)))
    }

    /// Index of the first operand that does not fit its pattern.
    fn first_misfit(&self, patterns: &[Pattern], operands: &[Operand]) -> Option<usize> {
        let first = operands.first().map(|o| &o.kind);
        patterns.iter().zip(operands).position(|(&pattern, operand)| !self.fits(pattern, &operand.kind, first))
    }

    fn fits(&self, pattern: Pattern, operand: &OperandKind, first: Option<&OperandKind>) -> bool {
        let is_first = |base: u8| matches!(first, Some(OperandKind::Register(n)) if *n == base);
        match (pattern, operand) {
            (Pattern::Register, OperandKind::Register(_)) => true,
            (Pattern::NotZero, OperandKind::Register(n)) => *n != 0,
            (Pattern::Zero, OperandKind::Register(n)) => *n == 0,
            (Pattern::Hardware, OperandKind::Register(_)) => true,
            (Pattern::Value | Pattern::Target, OperandKind::Expr(_)) => true,
            (_, OperandKind::Expr(expr)) => self.constant_fits(pattern, expr),
            (Pattern::Near(more), OperandKind::Memory(offset, _)) => self.near(offset, more),
            (Pattern::NearApart(more), OperandKind::Memory(offset, base)) => {
                self.near(offset, more) && !is_first(*base)
            }
            (Pattern::Memory, OperandKind::Memory(..)) => true,
            (Pattern::MemoryApart, OperandKind::Memory(_, base)) => !is_first(*base),
            _ => false,
        }
    }

    fn constant_fits(&self, pattern: Pattern, expr: &Expr) -> bool {
        match pattern {
            Pattern::Signed if expr.is_low() => return true,
            Pattern::Unsigned if expr.is_half() => return true,
            _ => {}
        }
        let Some(number) = expr.known(&self.symbols) else { return false };
        match pattern {
            Pattern::Zero => number == 0,
            Pattern::Signed => fits_signed(number),
            Pattern::Negatable => number.checked_neg().is_some_and(fits_signed),
            Pattern::Next => fits_signed(number) && fits_signed(number + 1) && as_word(number) != Some(u32::MAX),
            Pattern::Unsigned => (0..=0xffff).contains(&number),
            Pattern::Upper => as_word(number).is_some_and(|word| word & 0xffff == 0),
            Pattern::Known => as_word(number).is_some(),
            Pattern::Shift => (0..32).contains(&number),
            Pattern::Bits(bits) => (0..1 << bits).contains(&number),
            _ => false,
        }
    }

    /// True if an offset, and the offset plus `more`, fit the 16 bits of a load or store.
    fn near(&self, offset: &Expr, more: u8) -> bool {
        if offset.is_low() {
            return more == 0;
        }
        offset.known(&self.symbols).is_some_and(|n| fits_signed(n) && fits_signed(n + i64::from(more)))
    }

    /// Emits a machine instruction whose operands fit.
    fn machine_instruction(&mut self, row: &'static Row, operands: &[Operand]) -> Parsed<()> {
        let mut instr = Instr { op: row.op, rs: 0, rt: 0, rd: 0, sa: 0, imm: 0 };
        let mut waiting = None;
        for (field, operand) in row.operands.iter().zip(operands) {
            match (&operand.kind, field) {
                (OperandKind::Register(n), isa::Operand::Rs) => instr.rs = *n,
                (OperandKind::Register(n), isa::Operand::Rt) => instr.rt = *n,
                (OperandKind::Register(n), _) => instr.rd = *n,
                (OperandKind::Memory(offset, base), _) => {
                    instr.rs = *base;
                    waiting = self.immediate(&mut instr, Field::Signed, offset);
                }
                (OperandKind::Expr(expr), isa::Operand::Signed) => {
                    waiting = self.immediate(&mut instr, Field::Signed, expr);
                }
                (OperandKind::Expr(expr), isa::Operand::Unsigned) => {
                    waiting = self.immediate(&mut instr, Field::Unsigned, expr);
                }
                (OperandKind::Expr(expr), isa::Operand::Branch) => waiting = Some((Field::Branch, expr.clone())),
                (OperandKind::Expr(expr), isa::Operand::Jump) => waiting = Some((Field::Jump, expr.clone())),
                (OperandKind::Expr(expr), _) => {
                    let number = expr.known(&self.symbols).unwrap_or(0) as u32;
                    match field {
                        isa::Operand::Shift | isa::Operand::SyncType => instr.sa = number as u8,
                        isa::Operand::Hint => instr.rt = number as u8,
                        _ => instr.imm = number,
                    }
                }
            }
        }
        if let (Op::Break, Some(OperandKind::Expr(second))) = (row.op, operands.get(1).map(|o| &o.kind)) {
            instr.imm |= (second.known(&self.symbols).unwrap_or(0) as u32) << 10;
        }
        self.emit(&instr, waiting)
    }

    /// Fills in an immediate that is known, or gives back the expression that has to wait.
    fn immediate(&self, instr: &mut Instr, field: Field, expr: &Expr) -> Option<(Field, Expr)> {
        match expr.known(&self.symbols) {
            Some(number) => {
                instr.imm = number as u32;
                None
            }
            None => Some((field, expr.clone())),
        }
    }

    /// Assembles the instructions that a form stands for.
    fn expand(&mut self, form: &'static Form, name: &str, span: Span, operands: &[Operand]) -> Parsed<()> {
        if !self.settings.at && form.becomes.contains("$at") {
            return Err(Failure::with_tip(
                span,
                text!(
                    "`{name}` needs $at here, which `.set noat` has reserved",
                    "この `{name}` には $at が必要ですが、`.set noat` の指定があります"
                ),
                text!(
                    "write `.set at` before it, or load the value into a register first",
                    "前に `.set at` と書くか、値を先にレジスタへ入れてください"
                ),
            ));
        }
        if form.becomes == DIVISION_BY_ZERO {
            self.report.warn(span, text!("division by zero", "0 による割り算です"));
        }
        for step in form.becomes.split("; ") {
            let (step_name, arguments) = step.split_once(' ').unwrap_or((step, ""));
            let step_name = if step_name == "op" { name } else { step_name };
            let arguments: Vec<Operand> =
                arguments.split(", ").filter(|a| !a.is_empty()).map(|a| argument(a, span, operands)).collect();
            self.choose(step_name, span, &arguments)?;
        }
        Ok(())
    }

    fn unknown_mnemonic(&self, name: &str, span: Span, operands: &[Operand]) -> Failure {
        let shown = clip(name);
        let message = text!("there is no instruction `{shown}`", "命令 `{shown}` はありません");
        if self.report.is_full() {
            return Failure::new(span, message);
        }
        if let Some(tip) = did_you_mean(name, self.mnemonics.0.keys().copied()) {
            return Failure::with_tip(span, message, tip);
        }
        if operands.is_empty() {
            return Failure::with_tip(
                span,
                message,
                text!("a label ends with a colon: `{shown}:`", "ラベルの後にはコロンを付けます: `{shown}:`"),
            );
        }
        Failure::new(span, message)
    }

    /// Says what is wrong with the operands, measured against the way of writing that fits longest.
    fn misfit(&self, name: &str, span: Span, ways: &Ways, operands: &[Operand]) -> Failure {
        let row_way = ways.row.map(|row| (usage(row), signature(row)));
        let row_way = row_way.into_iter().map(|(text, (patterns, required))| (text, patterns, required));
        let form_ways = ways.forms.iter().map(|f| (form_usage(f), f.operands.to_vec(), f.operands.len()));
        let all: Vec<(String, Vec<Pattern>, usize)> = row_way.chain(form_ways).collect();
        let best = all
            .iter()
            .filter(|(_, patterns, required)| (*required..=patterns.len()).contains(&operands.len()))
            .filter_map(|(text, patterns, _)| {
                let index = self.first_misfit(&patterns[..operands.len()], operands)?;
                // The Zero pattern is only ever a shortcut of a general one, so it says nothing to the student.
                (patterns[index] != Pattern::Zero).then_some((index, patterns[index], text))
            })
            .reduce(|best, other| if other.0 > best.0 { other } else { best });
        let Some((index, pattern, usage)) = best else {
            let usage = all.first().map_or(name, |(text, ..)| text);
            let usage = if usage.is_empty() { name.into() } else { format!("{name} {usage}") };
            let usage = usage.trim_end();
            return Failure::with_tip(
                span,
                text!("`{name}` does not take this number of operands", "`{name}` のオペランドの数が違います"),
                text!("write `{usage}`", "`{usage}` の形で書いてください"),
            );
        };
        let operand = &operands[index];
        if let OperandKind::Expr(expr) = &operand.kind
            && matches!(pattern, Pattern::Register | Pattern::NotZero)
            && let Some(id) = expr.only_symbol()
            && self.symbols.find(self.symbols.get(id).name).is_none()
            && !self.symbols.get(id).local
        {
            return not_a_register(self.symbols.get(id).name, operand.span);
        }
        let tip = text!("write `{name} {usage}`", "`{name} {usage}` の形で書いてください");
        Failure::with_tip(operand.span, expectation(pattern), tip)
    }
}

/// What a pattern asks for, as a message.
fn expectation(pattern: Pattern) -> Text {
    match pattern {
        Pattern::Register | Pattern::NotZero => text!("a register is needed here", "ここにはレジスタが必要です"),
        Pattern::Hardware => {
            text!("a hardware register such as $2 is needed here", "ここには $2 のようなハードウェアレジスタが必要です")
        }
        Pattern::Signed | Pattern::Negatable | Pattern::Next => {
            text!("a constant from -32768 to 32767 is needed here", "ここには -32768 から 32767 までの定数が必要です")
        }
        Pattern::Unsigned => {
            text!("a constant from 0 to 65535 is needed here", "ここには 0 から 65535 までの定数が必要です")
        }
        Pattern::Shift => {
            text!("a shift amount from 0 to 31 is needed here", "ここには 0 から 31 までのシフト量が必要です")
        }
        Pattern::Bits(bits) => {
            let most = (1u32 << bits) - 1;
            text!("a constant from 0 to {most} is needed here", "ここには 0 から {most} までの定数が必要です")
        }
        Pattern::Zero | Pattern::Upper | Pattern::Known | Pattern::Value => {
            text!("a value is needed here", "ここには値が必要です")
        }
        Pattern::Near(_) | Pattern::NearApart(_) | Pattern::Memory | Pattern::MemoryApart => {
            text!(
                "a memory operand such as 4($sp) is needed here",
                "ここには 4($sp) のようなメモリオペランドが必要です"
            )
        }
        Pattern::Target => text!("a label is needed here", "ここにはラベルが必要です"),
    }
}

/// The operands of a machine instruction as a person writes them.
fn usage(row: &Row) -> String {
    let operands: Vec<&str> = row
        .operands
        .iter()
        .map(|operand| match operand {
            isa::Operand::Rd | isa::Operand::RdAndRt => "$rd",
            isa::Operand::Rs => "$rs",
            isa::Operand::Rt => "$rt",
            isa::Operand::Shift => "shift",
            isa::Operand::Signed | isa::Operand::Unsigned | isa::Operand::Word => "constant",
            isa::Operand::Branch | isa::Operand::Jump => "label",
            isa::Operand::Memory => "offset($rs)",
            isa::Operand::Code | isa::Operand::BreakCode | isa::Operand::TrapCode => "code",
            isa::Operand::Hint => "hint",
            isa::Operand::SyncType => "type",
            isa::Operand::Hardware => "$number",
        })
        .collect();
    operands.join(", ")
}

/// The operands of a pseudo-instruction as a person writes them.
fn form_usage(form: &Form) -> String {
    let names = ["$a", "$b", "$c"];
    let operands: Vec<&str> = form
        .operands
        .iter()
        .zip(names)
        .map(|(pattern, name)| match pattern {
            Pattern::Register | Pattern::NotZero => name,
            Pattern::Near(_) | Pattern::NearApart(_) | Pattern::Memory | Pattern::MemoryApart => "offset($base)",
            Pattern::Target => "label",
            Pattern::Shift => "shift",
            _ => "constant",
        })
        .collect();
    operands.join(", ")
}

/// An operand of a form's step, made from its text and the operands that the student wrote; errors point at `span`.
fn argument(text: &str, span: Span, written: &[Operand]) -> Operand {
    let expr = |text: &str| term(text, span, written);
    let kind = if let Some(n) = parse_register(text) {
        OperandKind::Register(n)
    } else if let Some(letter) = text.strip_prefix("base ") {
        match written[index(letter)].kind {
            OperandKind::Memory(_, base) => OperandKind::Register(base),
            _ => OperandKind::Register(0),
        }
    } else if let Some((offset, base)) = text.strip_suffix(')').and_then(|t| t.rsplit_once('('))
        && !offset.is_empty()
        && !matches!(offset, "%hi" | "%lo")
    {
        match argument(base, span, written).kind {
            OperandKind::Register(base) => OperandKind::Memory(expr(offset), base),
            other => other,
        }
    } else if text.len() == 1 && text.as_bytes()[0].is_ascii_uppercase() {
        return written[index(text)].clone();
    } else if let Some((letter, more)) = text.split_once('+')
        && let OperandKind::Memory(offset, base) = &written[index(letter)].kind
    {
        OperandKind::Memory(offset.clone().binary(Binary::Add, expr(more)), *base)
    } else {
        OperandKind::Expr(expr(text))
    };
    Operand { kind, span }
}

/// An expression of a form's step.
fn term(text: &str, span: Span, written: &[Operand]) -> Expr {
    let inner = |prefix: &str, suffix: &str| {
        text.strip_prefix(prefix).and_then(|t| t.strip_suffix(suffix)).map(|t| term(t, span, written))
    };
    if let Some(expr) = inner("%hi(", ")") {
        expr.unary(Unary::Hi)
    } else if let Some(expr) = inner("%lo(", ")") {
        expr.unary(Unary::Lo)
    } else if let Some(expr) = inner("upper ", "") {
        expr.unary(Unary::Upper)
    } else if let Some(expr) = inner("lower ", "") {
        expr.unary(Unary::Lower)
    } else if let Some(expr) = inner("offset ", "") {
        expr
    } else if let Some(expr) = inner("32-", "") {
        // Modulo 32: a rotation by 0 shifts by 0 in both directions.
        let (whole, mask) = (Expr::number(32, expr.span), Expr::number(31, expr.span));
        whole.binary(Binary::Subtract, expr).binary(Binary::BitAnd, mask)
    } else if let Some(expr) = inner("-", "") {
        Expr::number(0, expr.span).binary(Binary::Subtract, expr)
    } else if let Some((letter, more)) = text.split_once('+') {
        term(letter, span, written).binary(Binary::Add, term(more, span, written))
    } else if let Ok(number) = text.parse() {
        Expr::number(number, span)
    } else {
        match &written[index(text)].kind {
            OperandKind::Expr(expr) | OperandKind::Memory(expr, _) => expr.clone(),
            OperandKind::Register(_) => Expr::number(0, span),
        }
    }
}

/// A, B, C: the first, second, third operand.
fn index(letter: &str) -> usize {
    debug_assert!(matches!(letter, "A" | "B" | "C"), "{letter}");
    usize::from(letter.as_bytes()[0] - b'A')
}
