//! `asm` statements and `asm` at file scope.

use super::Parser;
use crate::diag::Finding;
use crate::names::sym;
use crate::token::{Kind, P};
use crate::tree::{Asm, AsmOperand, ExprKind, Item, StmtId, StmtKind};
use alloc::{boxed::Box, string::String, vec::Vec};
use mcore_base::text;

/// Operands of one `asm`, as in gcc.
const MAX_OPERANDS: usize = 30;

impl Parser<'_, '_> {
    /// `asm ("…");` outside functions.
    pub(super) fn file_asm(&mut self) {
        let begin = self.bump().pos;
        while matches!(self.word(), sym::VOLATILE | sym::INLINE) {
            self.bump();
        }
        let opened = self.token.pos;
        if self.expect(P::LParen) {
            let text = self.asm_text();
            self.close(P::RParen, opened);
            let pos = self.sema.range(begin, self.last);
            self.sema.unit.items.push(Item::Asm(text, pos));
        }
        self.semicolon();
    }

    fn asm_text(&mut self) -> String {
        if self.token.kind != Kind::Str {
            self.unexpected(&text!("a string", "文字列"));
            return String::new();
        }
        self.plain_string()
    }

    /// `asm volatile ("…" : outputs : inputs : clobbers);`.
    pub(super) fn asm_statement(&mut self) -> StmtId {
        let begin = self.bump().pos;
        let mut asm = Asm { basic: true, ..Asm::default() };
        loop {
            match self.word() {
                sym::VOLATILE => asm.volatile = true,
                sym::INLINE | sym::CONST => {}
                sym::GOTO => {
                    let message = text!("`asm goto` is not available here", "`asm goto` は使えません");
                    self.sema.error("not-available", self.token.pos, message);
                }
                _ => break,
            }
            self.bump();
        }
        let opened = self.token.pos;
        if self.expect(P::LParen) {
            asm.template = self.asm_text();
            self.asm_parts(&mut asm);
            self.close(P::RParen, opened);
        }
        // Without results there is no other reason for it to be there.
        asm.volatile |= asm.outputs.is_empty();
        let pos = self.sema.range(begin, self.last);
        self.semicolon();
        self.sema.stmt(StmtKind::Asm(Box::new(asm)), pos)
    }

    fn asm_parts(&mut self, asm: &mut Asm) {
        // `::` is one sign for the lexer.
        let mut part = 0;
        while !self.lost && (self.is(P::Colon) || self.is(P::ColonColon)) {
            asm.basic = false;
            part += if self.is(P::ColonColon) { 2 } else { 1 };
            self.bump();
            if self.is(P::Colon) || self.is(P::ColonColon) || self.is(P::RParen) {
                continue;
            }
            match part {
                1 => asm.outputs = self.asm_operands(true),
                2 => asm.inputs = self.asm_operands(false),
                3 => loop {
                    let text = self.asm_text();
                    asm.clobbers.push(text);
                    if !self.eat(P::Comma) {
                        break;
                    }
                },
                _ => {
                    self.unexpected(&text!("`)`", "`)`"));
                }
            }
        }
        if asm.outputs.len() + asm.inputs.len() > MAX_OPERANDS {
            let message = text!("more than {MAX_OPERANDS} operands", "オペランドが {MAX_OPERANDS} 個を超えています");
            self.sema.error("asm", self.token.pos, message);
        }
    }

    fn asm_operands(&mut self, output: bool) -> Vec<AsmOperand> {
        let mut out = Vec::new();
        loop {
            let mut name = sym::EMPTY;
            if self.eat(P::LBracket) {
                name = self.token.sym;
                self.bump();
                self.expect(P::RBracket);
            }
            let place = self.token.pos;
            let constraint = self.asm_text();
            let opened = self.token.pos;
            if !self.expect(P::LParen) {
                return out;
            }
            let e = self.expression();
            self.close(P::RParen, opened);
            let marked = constraint.starts_with(['=', '+']);
            if output != marked && !self.lost {
                let message = if output {
                    text!("the constraint of a result begins with `=` or `+`", "結果の制約は `=` か `+` で始まります")
                } else {
                    text!("the constraint of an operand has no `=` or `+`", "入力の制約に `=` や `+` は付けません")
                };
                self.sema.report.push(Finding::error("asm", place, message));
            }
            let memory_only = constraint.contains('m') && !constraint.contains(['r', 'd', 'f', 'g', 'i', 'n']);
            let expr = if output {
                self.sema.asm_output(e, constraint.starts_with('+'), memory_only)
            } else {
                self.sema.asm_input(e, memory_only)
            };
            if !matches!(self.sema.unit.expr(expr).kind, ExprKind::Error) || self.lost {
                out.push(AsmOperand { name, constraint, expr });
            }
            if self.lost || !self.eat(P::Comma) {
                return out;
            }
        }
    }
}
