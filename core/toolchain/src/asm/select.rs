//! Selects the code for an instruction line: a machine instruction, or a form of the pseudo-instruction table.

use super::{
    assembler::{AT, Assembler},
    expr::{Expr, as_word, fits_signed},
    forms::{DIVISION_BY_ZERO, Form, Pattern, forms},
    parse::{Operand, OperandKind},
    report::{Failure, Parsed},
    section::Field,
    template::argument,
};
use alloc::{collections::BTreeMap, rc::Rc, vec, vec::Vec};
use mcore_base::{Span, text};
use mcore_cpu::isa::{self, Class, Instr, Op, Row};

/// Mnemonics whose first operand is never duplicated.
const NEVER_REPEATED: [&str; 6] = ["move", "movn", "movz", "clz", "clo", "jal"];

/// The syntaxes of each mnemonic.
pub(super) struct Mnemonics(BTreeMap<&'static str, Rc<Ways>>);

/// The syntaxes of one mnemonic.
#[derive(Default)]
pub(super) struct Ways {
    /// The machine instruction.
    pub row: Option<&'static Row>,
    /// The pseudo-instructions; the first one that fits is used.
    pub forms: Vec<&'static Form>,
}

impl Mnemonics {
    pub(super) fn new() -> Self {
        let mut map: BTreeMap<&'static str, Ways> = BTreeMap::new();
        for row in isa::rows() {
            map.entry(row.mnemonic).or_default().row = Some(row);
        }
        for form in forms() {
            for mnemonic in form.mnemonics.split(' ') {
                map.entry(mnemonic).or_default().forms.push(form);
            }
        }
        Self(map.into_iter().map(|(mnemonic, ways)| (mnemonic, Rc::new(ways))).collect())
    }

    /// The syntaxes of a mnemonic, in any case, and its own spelling.
    fn find(&self, name: &str) -> Option<(&'static str, Rc<Ways>)> {
        let found = self.0.get_key_value(name).or_else(|| self.0.get_key_value(name.to_ascii_lowercase().as_str()));
        found.map(|(name, ways)| (*name, ways.clone()))
    }

    /// All mnemonics, in alphabetical order.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }
}

/// The machine operands of a row as patterns, and the number of those that are required.
pub(super) fn signature(row: &Row) -> (Vec<Pattern>, usize) {
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
            isa::Operand::Hint | isa::Operand::IndexedHint => Pattern::Bits(5),
            isa::Operand::Position => Pattern::Shift,
            isa::Operand::ExtractSize | isa::Operand::InsertSize => Pattern::Size,
            isa::Operand::Fd | isa::Operand::Fs | isa::Operand::Ft | isa::Operand::Fr => Pattern::Float,
            isa::Operand::Dd | isa::Operand::Ds | isa::Operand::Dt | isa::Operand::Dr => Pattern::Pair,
            isa::Operand::Cc | isa::Operand::BranchCc | isa::Operand::CompareCc => Pattern::Condition,
            isa::Operand::Indexed => Pattern::Indexed,
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

/// The operands with `$fcc0` in front, if the row starts with a condition code and none is written.
fn with_condition(row: &Row, operands: &[Operand]) -> Option<Vec<Operand>> {
    let first = operands.first()?;
    let left_out = matches!(row.operands.first(), Some(isa::Operand::BranchCc | isa::Operand::CompareCc))
        && !matches!(first.kind, OperandKind::Condition(_));
    left_out.then(|| {
        let mut all = vec![Operand { kind: OperandKind::Condition(0), numbered: false, span: first.span }];
        all.extend_from_slice(operands);
        all
    })
}

fn beyond_bit_31(span: Span) -> Failure {
    Failure::new(
        span,
        text!("the bit field ends beyond bit 31", "ビットフィールドがビット 31 を超えています"),
        text!("position and size together are at most 32", "位置と大きさの和は 32 以下です"),
    )
}

impl<'s> Assembler<'s> {
    /// Assembles one instruction as the student wrote it.
    pub(super) fn instruction(&mut self, name: &str, span: Span, operands: &[Operand]) -> Parsed<()> {
        let at = self.settings.at;
        for operand in operands.iter().filter(|_| at != 0) {
            if !matches!(operand.kind, OperandKind::Register(n) | OperandKind::Memory(_, n) if n == at) {
                continue;
            }
            let message = if at == AT {
                text!(
                    "$at belongs to the assembler, whose pseudo-instructions overwrite it; `.set noat` reserves it for you",
                    "$at は擬似命令が上書きするレジスタです。自分で使うときは `.set noat` と書いてください"
                )
            } else {
                let name = isa::register_name(at);
                text!(
                    "`.set at={name}` has given {name} to the assembler, whose pseudo-instructions overwrite it",
                    "{name} は `.set at={name}` により擬似命令が上書きするレジスタです"
                )
            };
            let tip = text!("use another register, such as $t9", "$t9 などほかのレジスタを使ってください");
            self.report.warn(operand.span, message, tip);
        }
        self.choose(name, span, operands)
    }

    /// Uses the first syntax that fits.
    fn choose(&mut self, name: &str, span: Span, operands: &[Operand]) -> Parsed<()> {
        let Some((name, ways)) = self.mnemonics.find(name) else {
            return Err(self.unknown_mnemonic(name, span, operands));
        };
        if let Some(row) = ways.row {
            let (patterns, required) = signature(row);
            let with_condition = with_condition(row, operands);
            let operands = with_condition.as_deref().unwrap_or(operands);
            let enough = (required..=patterns.len()).contains(&operands.len());
            if enough && self.first_mismatch(&patterns[..operands.len()], operands).is_none() {
                return self.machine_instruction(row, operands);
            }
        }
        for form in &ways.forms {
            if form.operands.len() == operands.len() && self.first_mismatch(form.operands, operands).is_none() {
                return self.expand(form, name, span, operands);
            }
        }
        if operands.len() < 3 && self.repeats_first(name, &ways, operands.len()) {
            let mut longer = vec![operands[0].clone()];
            longer.extend_from_slice(operands);
            return self.choose(name, span, &longer);
        }
        Err(self.operand_error(name, span, &ways, operands))
    }

    /// Whether `op $a, x` may mean `op $a, $a, x` (and `op $a` mean `op $a, $a`).
    fn repeats_first(&self, name: &str, ways: &Ways, written: usize) -> bool {
        if written == 0 || NEVER_REPEATED.contains(&name) {
            return false;
        }
        let longer = |patterns: &[Pattern]| {
            patterns.len() == written + 1
                && matches!(
                    patterns,
                    [Pattern::Register | Pattern::NotZero, Pattern::Register | Pattern::RegisterApart, ..]
                )
                && !patterns.contains(&Pattern::Target)
        };
        // Among the floating-point ones, those that GNU as accepts in this form.
        let float = matches!(name.split_once('.'), Some(("add" | "sub" | "mul" | "div" | "abs" | "neg", "s" | "d")));
        if float && ways.row.is_some_and(|row| signature(row).0.len() == written + 1) {
            return true;
        }
        let computes = |row: &&Row| row.class == Class::Alu || row.op == Op::Mul;
        ways.row.filter(computes).is_some_and(|row| longer(&signature(row).0))
            || ways.forms.iter().any(|form| longer(form.operands))
    }

    /// Index of the first operand that does not fit its pattern.
    pub(super) fn first_mismatch(&self, patterns: &[Pattern], operands: &[Operand]) -> Option<usize> {
        let first = operands.first().map(|o| &o.kind);
        // Only if a floating-point register is combined with another kind of operand, as in `mtc1 $t0, $4`.
        let mixed = patterns.len() == 2
            && patterns.iter().filter(|p| matches!(p, Pattern::Float | Pattern::Pair)).count() == 1
            && !patterns.iter().any(|p| matches!(p, Pattern::Real | Pattern::RealHigh));
        let numbered = |pattern: Pattern, operand: &Operand| {
            mixed
                && match (pattern, &operand.kind) {
                    (Pattern::Float, OperandKind::Register(_)) => operand.numbered,
                    (Pattern::Pair, OperandKind::Register(n)) => operand.numbered && n % 2 == 0,
                    _ => false,
                }
        };
        patterns
            .iter()
            .zip(operands)
            .position(|(&pattern, operand)| !numbered(pattern, operand) && !self.fits(pattern, &operand.kind, first))
    }

    fn fits(&self, pattern: Pattern, operand: &OperandKind, first: Option<&OperandKind>) -> bool {
        let is_first = |base: u8| matches!(first, Some(OperandKind::Register(n)) if *n == base);
        match (pattern, operand) {
            (Pattern::Register, OperandKind::Register(_)) => true,
            (Pattern::NotZero, OperandKind::Register(n)) => *n != 0,
            (Pattern::RegisterApart, OperandKind::Register(n)) => !is_first(*n),
            (Pattern::Zero, OperandKind::Register(n)) => *n == 0,
            // `$31` or, as GNU as takes it too, `$f31`.
            (Pattern::Hardware, OperandKind::Register(_) | OperandKind::FloatRegister(_)) => true,
            (Pattern::Float, OperandKind::FloatRegister(_)) => true,
            (Pattern::Pair, OperandKind::FloatRegister(n)) => n % 2 == 0,
            (Pattern::Condition, OperandKind::Condition(_)) => true,
            (Pattern::Indexed, OperandKind::Indexed(..)) => true,
            (Pattern::Real | Pattern::RealHigh, _) => {
                self.real_of(operand).is_some_and(|v| pattern == Pattern::Real || v.to_bits() as u32 == 0)
            }
            (Pattern::Value | Pattern::Target, OperandKind::Expr(_)) => true,
            (_, OperandKind::Expr(expr)) => self.constant_fits(pattern, expr),
            (Pattern::Near(more), OperandKind::Memory(offset, _)) => self.near(offset, more),
            (Pattern::NearApart(more), OperandKind::Memory(offset, base)) => {
                self.near(offset, more) && !is_first(*base)
            }
            (Pattern::KnownMemory, OperandKind::Memory(offset, _)) => self.constant_fits(Pattern::Known, offset),
            (Pattern::KnownMemoryApart, OperandKind::Memory(offset, base)) => {
                self.constant_fits(Pattern::Known, offset) && !is_first(*base)
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
            Pattern::Size => (1..=32).contains(&number),
            Pattern::Bits(bits) => (0..1 << bits).contains(&number),
            _ => false,
        }
    }

    /// The value of a number with or without a decimal point.
    pub(super) fn real_of(&self, operand: &OperandKind) -> Option<f64> {
        match operand {
            OperandKind::Real(value) => Some(*value),
            OperandKind::Expr(expr) => expr.known(&self.symbols).map(|n| n as f64),
            _ => None,
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
        use OperandKind::{FloatRegister, Register};
        let mut instr = Instr { op: row.op, rs: 0, rt: 0, rd: 0, sa: 0, imm: 0 };
        let mut waiting = None;
        for (field, operand) in row.operands.iter().zip(operands) {
            match (&operand.kind, field) {
                (Register(n) | FloatRegister(n), isa::Operand::Fd | isa::Operand::Dd) => instr.sa = *n,
                (Register(n) | FloatRegister(n), isa::Operand::Ft | isa::Operand::Dt) => instr.rt = *n,
                (Register(n) | FloatRegister(n), isa::Operand::Fr | isa::Operand::Dr) => instr.rs = *n,
                (Register(n), isa::Operand::Rs) => instr.rs = *n,
                (Register(n), isa::Operand::Rt) => instr.rt = *n,
                (Register(n), _) => instr.rd = *n,
                (OperandKind::Memory(offset, base), _) => {
                    instr.rs = *base;
                    waiting = self.immediate(&mut instr, Field::Signed, offset);
                }
                (FloatRegister(n), _) => instr.rd = *n,
                (OperandKind::Condition(n), isa::Operand::CompareCc) => instr.sa = *n << 2,
                (OperandKind::Condition(n), _) => instr.rt = *n << 2,
                (OperandKind::Indexed(index, base), _) => (instr.rt, instr.rs) = (*index, *base),
                (OperandKind::Real(_), _) => {}
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
                        isa::Operand::Shift | isa::Operand::SyncType | isa::Operand::Position => {
                            instr.sa = number as u8;
                        }
                        isa::Operand::Hint => instr.rt = number as u8,
                        isa::Operand::IndexedHint => instr.rd = number as u8,
                        isa::Operand::ExtractSize | isa::Operand::InsertSize => {
                            let last = instr.sa + number as u8 - 1;
                            if last > 31 {
                                return Err(beyond_bit_31(operand.span));
                            }
                            instr.rd = if *field == isa::Operand::InsertSize { last } else { number as u8 - 1 };
                        }
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

    /// Fills in a known immediate, or returns the expression that has to wait.
    fn immediate(&self, instr: &mut Instr, field: Field, expr: &Expr) -> Option<(Field, Expr)> {
        match expr.known(&self.symbols) {
            Some(number) => {
                instr.imm = number as u32;
                None
            }
            None => Some((field, expr.clone())),
        }
    }

    /// Assembles the instructions that a form expands to.
    fn expand(&mut self, form: &'static Form, name: &str, span: Span, operands: &[Operand]) -> Parsed<()> {
        if self.settings.at == 0 && form.becomes.contains("$at") {
            return Err(Failure::new(
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
            self.report.warn(
                span,
                text!("division by zero", "0 による割り算です"),
                text!(
                    "the instruction traps when it is reached; test the divisor before",
                    "この命令に来るとトラップします。先に除数を調べてください"
                ),
            );
        }
        // Floating-point numbers are processed as bits.
        let mut written = operands.to_vec();
        for (operand, pattern) in written.iter_mut().zip(form.operands) {
            if let (Pattern::Real | Pattern::RealHigh, Some(value)) = (pattern, self.real_of(&operand.kind)) {
                operand.kind = OperandKind::Real(value);
            }
        }
        for step in form.becomes.split("; ") {
            let (step_name, arguments) = step.split_once(' ').unwrap_or((step, ""));
            let step_name = if step_name == "op" { name } else { step_name };
            let arguments: Vec<Operand> = arguments
                .split(", ")
                .filter(|a| !a.is_empty())
                .map(|a| argument(a, self.settings.at, span, &written))
                .collect();
            self.choose(step_name, span, &arguments)?;
        }
        Ok(())
    }
}
