//! From tokens to expressions and operands.

use super::{
    expr::{Binary, Expr, Unary, Value},
    lex::{Kind, Token},
    report::{Failure, Parsed, clip},
    section::Place,
    suggest::did_you_mean,
    symbol::{Meaning, Symbols},
};
use crate::base::Span;
use crate::isa::register_name;
use crate::text;
use alloc::vec::Vec;

/// Deepest nesting of parentheses and signs.
const DEEPEST: usize = 64;

/// An operand of an instruction.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub kind: OperandKind,
    pub span: Span,
}

/// The three shapes of operands.
#[derive(Clone, Debug)]
pub(super) enum OperandKind {
    Register(u8),
    Expr(Expr),
    /// `offset(base)`.
    Memory(Expr, u8),
}

/// Reads the tokens of one statement from left to right.
pub(super) struct Cursor<'t, 's> {
    tokens: &'t [Token<'s>],
    /// The place after the last token.
    end: Span,
    depth: usize,
}

impl<'t, 's> Cursor<'t, 's> {
    pub(super) fn new(tokens: &'t [Token<'s>]) -> Self {
        let last = tokens.last().map_or(Span::default(), |t| t.span);
        Self { tokens, end: Span { col: last.col + last.len, len: 0, ..last }, depth: 0 }
    }

    /// The next token's kind; `None` at the end.
    pub(super) fn peek(&self) -> Option<Kind<'s>> {
        self.tokens.first().map(|t| t.kind)
    }

    /// The kind of the token after the next.
    pub(super) fn peek_second(&self) -> Option<Kind<'s>> {
        self.tokens.get(1).map(|t| t.kind)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Where the next token stands, or the place after the last one.
    pub(super) fn span(&self) -> Span {
        self.tokens.first().map_or(self.end, |t| t.span)
    }

    pub(super) fn next(&mut self) -> Option<Token<'s>> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(*first)
    }

    /// The tokens that are left.
    pub(super) fn rest(&self) -> &'t [Token<'s>] {
        self.tokens
    }

    /// Takes the sign if it comes next.
    pub(super) fn eat(&mut self, sign: &'static str) -> bool {
        let found = self.peek() == Some(Kind::Sign(sign));
        if found {
            self.next();
        }
        found
    }

    /// Takes the sign, or fails with a message that asks for it.
    pub(super) fn expect(&mut self, sign: &'static str) -> Parsed<()> {
        if self.eat(sign) {
            return Ok(());
        }
        Err(self.unexpected(text!("expected `{sign}` here", "ここに `{sign}` が必要です")))
    }

    /// Fails unless everything has been read.
    pub(super) fn finish(&self) -> Parsed<()> {
        if self.is_at_end() {
            return Ok(());
        }
        Err(self.unexpected(text!(
            "unexpected text after the end of the statement",
            "文の終わりの後に余分な文字があります"
        )))
    }

    /// A failure at the next token; silent if that token has been reported already.
    pub(super) fn unexpected(&self, message: crate::base::Text) -> Failure {
        if self.peek() == Some(Kind::Bad) { Failure::KNOWN } else { Failure::new(self.span(), message) }
    }

    /// From the first span to the last token taken.
    pub(super) fn since(&self, start: Span, before: &[Token<'s>]) -> Span {
        let taken = before.len() - self.tokens.len();
        match before[..taken].last() {
            Some(last) if last.span.line == start.line => {
                Span { len: last.span.col + last.span.len - start.col, ..start }
            }
            _ => start,
        }
    }

    /// An expression; `here` is what `.` stands for.
    pub(super) fn expr(&mut self, symbols: &mut Symbols<'s>, here: (Place, u32)) -> Parsed<Expr> {
        let (start, before) = (self.span(), self.tokens);
        let mut expr = self.binary(symbols, here, 0)?;
        expr.span = self.since(start, before);
        Ok(expr)
    }

    /// Operands joined by operators that bind tighter than `floor` (precedence climbing).
    fn binary(&mut self, symbols: &mut Symbols<'s>, here: (Place, u32), floor: u8) -> Parsed<Expr> {
        let mut left = self.unary(symbols, here)?;
        while let Some(Kind::Sign(sign)) = self.peek()
            && let Some((operator, binding)) = Binary::of(sign)
            && binding > floor
        {
            self.next();
            let right = self.binary(symbols, here, binding)?;
            left = left.binary(operator, right);
        }
        Ok(left)
    }

    fn unary(&mut self, symbols: &mut Symbols<'s>, here: (Place, u32)) -> Parsed<Expr> {
        if self.depth >= DEEPEST {
            return Err(self.unexpected(text!("the expression is nested too deeply", "式の入れ子が深すぎます")));
        }
        self.depth += 1;
        let result = self.operand_of_expr(symbols, here);
        self.depth -= 1;
        result
    }

    fn operand_of_expr(&mut self, symbols: &mut Symbols<'s>, here: (Place, u32)) -> Parsed<Expr> {
        let span = self.span();
        let Some(kind) = self.peek() else {
            return Err(self.unexpected(text!("a value is missing here", "ここに値がありません")));
        };
        let operator = match kind {
            Kind::Sign("-") => Some(Unary::Negate),
            Kind::Sign("~") => Some(Unary::Complement),
            Kind::Sign("!") => Some(Unary::Not),
            Kind::Sign("%hi") => Some(Unary::Hi),
            Kind::Sign("%lo") => Some(Unary::Lo),
            _ => None,
        };
        if let Some(operator) = operator {
            self.next();
            if matches!(operator, Unary::Hi | Unary::Lo) {
                self.expect("(")?;
                let inner = self.binary(symbols, here, 0)?;
                self.expect(")")?;
                return Ok(inner.unary(operator));
            }
            let inner = self.unary(symbols, here)?;
            return Ok(match inner.known(symbols) {
                Some(number) if operator == Unary::Negate && number > i64::MIN => Expr::number(-number, span),
                _ => inner.unary(operator),
            });
        }
        match kind {
            Kind::Sign("+") => {
                self.next();
                self.unary(symbols, here)
            }
            Kind::Sign("(") => {
                self.next();
                let inner = self.binary(symbols, here, 0)?;
                self.expect(")")?;
                Ok(inner)
            }
            Kind::Number(number) => {
                self.next();
                Ok(Expr::number(number, span))
            }
            Kind::Name(".") => {
                self.next();
                Ok(Expr::value_of(Value { place: Some(here.0), number: here.1.into() }, span))
            }
            Kind::Name(name) => {
                self.next();
                let id = symbols.id(name);
                // A constant may be assigned again later, so its value is taken now.
                Ok(match symbols.get(id).meaning {
                    Meaning::Constant(value) => Expr::value_of(value, span),
                    _ => Expr::symbol(id, span),
                })
            }
            Kind::Local { number, forward } => {
                self.next();
                let Some(id) = symbols.local(number, forward) else {
                    return Err(Failure::new(
                        span,
                        text!(
                            "there is no label `{number}:` before this line",
                            "この行より前にラベル `{number}:` がありません"
                        ),
                    ));
                };
                Ok(Expr::symbol(id, span))
            }
            Kind::Bad => Err(Failure::KNOWN),
            Kind::Register(n) => {
                let name = register_name(n);
                Err(Failure::new(
                    span,
                    text!(
                        "a value is needed here, not the register {name}",
                        "ここにはレジスタ {name} ではなく値が必要です"
                    ),
                ))
            }
            Kind::Float(_) => Err(Failure::new(span, text!("a whole number is needed here", "ここには整数が必要です"))),
            Kind::Str(_) => Err(Failure::new(
                span,
                text!("a value is needed here, not a string", "ここには文字列ではなく値が必要です"),
            )),
            Kind::Sign(sign) => {
                Err(Failure::new(span, text!("a value is needed before `{sign}`", "`{sign}` の前に値が必要です")))
            }
        }
    }

    /// The operands of an instruction, up to the end of the statement.
    pub(super) fn operands(&mut self, symbols: &mut Symbols<'s>, here: (Place, u32)) -> Parsed<Vec<Operand>> {
        let mut operands = Vec::new();
        if self.is_at_end() {
            return Ok(operands);
        }
        loop {
            operands.push(self.operand(symbols, here)?);
            if self.is_at_end() {
                return Ok(operands);
            }
            if !self.eat(",") {
                return Err(
                    self.unexpected(text!("expected `,` between operands", "オペランドの間には `,` が必要です"))
                );
            }
        }
    }

    fn operand(&mut self, symbols: &mut Symbols<'s>, here: (Place, u32)) -> Parsed<Operand> {
        let (start, before) = (self.span(), self.tokens);
        let kind = match (self.peek(), self.peek_second()) {
            (Some(Kind::Register(n)), _) => {
                self.next();
                OperandKind::Register(n)
            }
            (Some(Kind::Sign("(")), Some(Kind::Register(_))) => {
                OperandKind::Memory(Expr::number(0, start), self.base(symbols)?)
            }
            _ => {
                let expr = self.expr(symbols, here)?;
                match self.peek() {
                    Some(Kind::Sign("(")) => OperandKind::Memory(expr, self.base(symbols)?),
                    _ => OperandKind::Expr(expr),
                }
            }
        };
        Ok(Operand { kind, span: self.since(start, before) })
    }

    /// `(register)`.
    fn base(&mut self, symbols: &Symbols<'s>) -> Parsed<u8> {
        self.expect("(")?;
        let n = self.register(symbols)?;
        self.expect(")")?;
        Ok(n)
    }

    fn register(&mut self, symbols: &Symbols<'s>) -> Parsed<u8> {
        match self.peek() {
            Some(Kind::Register(n)) => {
                self.next();
                Ok(n)
            }
            Some(Kind::Name(name)) if symbols.find(name).is_none() => Err(not_a_register(name, self.span())),
            _ => Err(self.unexpected(text!("expected a register here", "ここにはレジスタが必要です"))),
        }
    }
}

/// The failure for a name that stands where a register must be.
pub(super) fn not_a_register(name: &str, span: Span) -> Failure {
    let shown = clip(name);
    let message = text!("there is no register `{shown}`", "レジスタ `{shown}` はありません");
    let with_dollar = alloc::format!("${}", name.trim_start_matches('$'));
    if crate::isa::parse_register(&with_dollar).is_some() {
        return Failure::with_tip(span, message, text!("write `{with_dollar}`", "`{with_dollar}` と書いてください"));
    }
    let names = (0..32).map(register_name).chain(["$s8"]);
    match did_you_mean(&with_dollar, names) {
        Some(tip) => Failure::with_tip(span, message, tip),
        None => Failure::new(span, message),
    }
}
