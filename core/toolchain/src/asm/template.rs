//! Reads the steps of a pseudo-instruction's form: texts such as `B+3` or `%lo(B)($at)`, in which A, B and C are the
//! operands that the student wrote. The texts come from our own table, so reading cannot fail; a test tries every form.

use super::{
    expr::{Binary, Expr, Unary},
    parse::{Operand, OperandKind},
};
use mcore_base::Span;
use mcore_cpu::isa::parse_register;

/// An operand of a form's step, made from its text and the operands that the student wrote; errors point at `span`.
/// `$at` in the text is the register `at`, which may be chosen by `.set at=`.
pub(super) fn argument(text: &str, at: u8, span: Span, written: &[Operand]) -> Operand {
    let expr = |text: &str| term(text, span, written);
    let kind = if text == "$at" {
        OperandKind::Register(at)
    } else if let Some(n) = parse_register(text) {
        OperandKind::Register(n)
    } else if let Some(letter) = text.strip_prefix("base ") {
        match written[index(letter)].kind {
            OperandKind::Memory(_, base) => OperandKind::Register(base),
            _ => OperandKind::Register(0),
        }
    } else if let Some(letter) = text.strip_prefix("next ") {
        match written[index(letter)].kind {
            OperandKind::Register(n) => OperandKind::Register((n + 1) & 31),
            OperandKind::FloatRegister(n) => OperandKind::FloatRegister((n + 1) & 31),
            _ => OperandKind::Register(0),
        }
    } else if let Some((offset, base)) = text.strip_suffix(')').and_then(|t| t.rsplit_once('('))
        && !offset.is_empty()
        && !matches!(offset, "%hi" | "%lo")
    {
        match argument(base, at, span, written).kind {
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
    Operand { kind, numbered: false, span }
}

/// An expression of a form's step.
fn term(text: &str, span: Span, written: &[Operand]) -> Expr {
    let inner = |prefix: &str, suffix: &str| {
        text.strip_prefix(prefix).and_then(|t| t.strip_suffix(suffix)).map(|t| term(t, span, written))
    };
    let real = |prefix: &str| match text.strip_prefix(prefix).map(|letter| &written[index(letter)].kind) {
        Some(OperandKind::Real(value)) => Some(*value),
        _ => None,
    };
    if let Some(value) = real("single ") {
        Expr::number((value as f32).to_bits().into(), span)
    } else if let Some(value) = real("high ") {
        Expr::number((value.to_bits() >> 32) as i64, span)
    } else if let Some(value) = real("low ") {
        Expr::number((value.to_bits() as u32).into(), span)
    } else if let Some(expr) = inner("%hi(", ")") {
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
            _ => Expr::number(0, span),
        }
    }
}

/// A, B, C: the first, second, third operand.
fn index(letter: &str) -> usize {
    debug_assert!(matches!(letter, "A" | "B" | "C"), "{letter}");
    usize::from(letter.as_bytes()[0] - b'A')
}
