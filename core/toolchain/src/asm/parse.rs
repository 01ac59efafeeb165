//! From tokens to expressions and operands.

use super::{
    expr::{Binary, Expr, Unary, Value},
    lex::{Kind, Token},
    report::{Failure, Parsed, clip},
    section::SectionId,
    suggest::did_you_mean,
    symbol::{Meaning, Symbols},
};
use alloc::vec::Vec;
use mcore_base::text;
use mcore_base::{Span, Text};
use mcore_cpu::isa::register_name;

/// Maximum nesting of parentheses and signs.
const DEEPEST: usize = 64;

/// An operand of an instruction.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub kind: OperandKind,
    /// It is a register written by its number, which can mean a floating-point register if the instruction needs one.
    pub numbered: bool,
    pub span: Span,
}

/// The shapes of operands.
#[derive(Clone, Debug)]
pub(super) enum OperandKind {
    Register(u8),
    FloatRegister(u8),
    /// `$fcc0` to `$fcc7`.
    Condition(u8),
    Expr(Expr),
    /// A number with a decimal point.
    Real(f64),
    /// `offset(base)`.
    Memory(Expr, u8),
    /// `$index($base)`.
    Indexed(u8, u8),
}

/// Reads the tokens of one statement from left to right.
pub(super) struct Cursor<'t, 's> {
    tokens: &'t [Token<'s>],
    /// The position after the last token.
    end: Span,
    depth: usize,
    /// Operators have the precedence of C, to see whether that changes the result.
    as_in_c: bool,
    /// Expressions that have another value in C.
    pub unlike_c: Vec<Span>,
}

impl<'t, 's> Cursor<'t, 's> {
    pub(super) fn new(tokens: &'t [Token<'s>]) -> Self {
        let last = tokens.last().map_or(Span::default(), |t| t.span);
        Self {
            tokens,
            end: Span { col: last.col + last.len, len: 0, ..last },
            depth: 0,
            as_in_c: false,
            unlike_c: Vec::new(),
        }
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

    /// The position of the next token, or the position after the last one.
    pub(super) fn span(&self) -> Span {
        self.tokens.first().map_or(self.end, |t| t.span)
    }

    pub(super) fn next(&mut self) -> Option<Token<'s>> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(*first)
    }

    /// The remaining tokens.
    pub(super) fn rest(&self) -> &'t [Token<'s>] {
        self.tokens
    }

    /// Takes the sign if it is next.
    pub(super) fn eat(&mut self, sign: &'static str) -> bool {
        let found = self.peek() == Some(Kind::Sign(sign));
        if found {
            self.next();
        }
        found
    }

    /// Takes the sign, or fails with a message that requests it.
    pub(super) fn expect(&mut self, sign: &'static str) -> Parsed<()> {
        if self.eat(sign) {
            return Ok(());
        }
        Err(self.unexpected(
            text!("expected `{sign}` here", "`{sign}` がありません"),
            text!("write `{sign}` here", "ここに `{sign}` を書いてください"),
        ))
    }

    /// Fails unless all tokens have been read.
    pub(super) fn finish(&self) -> Parsed<()> {
        if self.is_at_end() {
            return Ok(());
        }
        Err(self.unexpected(
            text!("unexpected text after the end of the statement", "文の終わりの後に余分な文字があります"),
            text!("begin a new line, or a comment with `#`", "改行するか、コメントなら `#` を付けてください"),
        ))
    }

    /// A failure at the next token; silent if that token has been reported already.
    pub(super) fn unexpected(&self, message: Text, tip: Text) -> Failure {
        match self.peek() {
            Some(Kind::Bad) => Failure::KNOWN,
            // Signs that only some directives accept.
            Some(Kind::Sign(c @ ("@" | "\\" | "?"))) => Failure::new(
                self.span(),
                text!("unexpected character `{c}`", "文字 `{c}` は使えません"),
                text!(
                    "remove it; `{c}` has a meaning in macros and `.type` only",
                    "消してください。`{c}` はマクロや `.type` の中だけで使います"
                ),
            ),
            _ => Failure::new(self.span(), message, tip),
        }
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

    /// An expression; `here` is the value of `.`.
    pub(super) fn expr(&mut self, symbols: &mut Symbols<'s>, here: (SectionId, u32)) -> Parsed<Expr> {
        let (start, before) = (self.span(), self.tokens);
        let mut expr = self.binary(symbols, here, 0)?;
        expr.span = self.since(start, before);
        self.compare_with_c(&before[..before.len() - self.tokens.len()], &expr, symbols, here);
        Ok(expr)
    }

    /// Records an expression of these tokens if it has another value in C, where operators have another precedence.
    fn compare_with_c(
        &mut self,
        tokens: &'t [Token<'s>],
        expr: &Expr,
        symbols: &mut Symbols<'s>,
        here: (SectionId, u32),
    ) {
        let tight = |t: &Token<'_>| matches!(t.kind, Kind::Sign("<<" | ">>" | "&" | "|" | "^"));
        if !tokens.iter().any(tight) {
            return;
        }
        let mut cursor = Self { as_in_c: true, ..Self::new(tokens) };
        if cursor.binary(symbols, here, 0).is_ok_and(|other| !other.same_as(expr)) {
            self.unlike_c.push(expr.span);
        }
    }

    /// Operands joined by operators that bind tighter than `floor` (precedence climbing).
    fn binary(&mut self, symbols: &mut Symbols<'s>, here: (SectionId, u32), floor: u8) -> Parsed<Expr> {
        let mut left = self.unary(symbols, here)?;
        while let Some(Kind::Sign(sign)) = self.peek()
            && let Some((operator, here_binding, c_binding)) = Binary::of(sign)
            && let binding = if self.as_in_c { c_binding } else { here_binding }
            && binding > floor
        {
            self.next();
            let right = self.binary(symbols, here, binding)?;
            left = left.binary(operator, right);
        }
        Ok(left)
    }

    fn unary(&mut self, symbols: &mut Symbols<'s>, here: (SectionId, u32)) -> Parsed<Expr> {
        if self.depth >= DEEPEST {
            return Err(self.unexpected(
                text!("the expression is nested too deeply", "式の入れ子が深すぎます"),
                text!("compute parts of it with `.equ`", "`.equ` で部分に分けて計算してください"),
            ));
        }
        self.depth += 1;
        let result = self.operand_of_expr(symbols, here);
        self.depth -= 1;
        result
    }

    fn operand_of_expr(&mut self, symbols: &mut Symbols<'s>, here: (SectionId, u32)) -> Parsed<Expr> {
        let span = self.span();
        let Some(kind) = self.peek() else {
            return Err(self.unexpected(
                text!("a value is missing here", "ここに値がありません"),
                text!("write a number, a label or an expression", "数、ラベル、式のどれかを書いてください"),
            ));
        };
        let operator = match kind {
            Kind::Sign("-") => Some(Unary::Negate),
            Kind::Sign("~") => Some(Unary::Complement),
            Kind::Sign("!") => Some(Unary::Not),
            _ => None,
        };
        if let Kind::Relocation(name) = kind {
            return self.relocation(name, symbols, here);
        }
        if let Some(operator) = operator {
            self.next();
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
                Ok(Expr::value_of(Value { section: Some(here.0), number: here.1.into() }, span))
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
                        text!(
                            "`1f` means the next `1:`, `1b` the last one",
                            "`1f` は次の `1:`、`1b` は直前の `1:` を指します"
                        ),
                    ));
                };
                Ok(Expr::symbol(id, span))
            }
            Kind::Bad => Err(Failure::KNOWN),
            Kind::Register(n) | Kind::Numbered(n) => {
                let name = register_name(n);
                Err(Failure::new(
                    span,
                    text!(
                        "a value is needed here, not the register {name}",
                        "ここにはレジスタ {name} ではなく値が必要です"
                    ),
                    text!(
                        "write a number or a label; a register in parentheses is the base of an address, as in 4($sp)",
                        "数かラベルを書いてください。アドレスの基準になるレジスタは 4($sp) のように括弧に入れます"
                    ),
                ))
            }
            Kind::FloatRegister(_) | Kind::Condition(_) => Err(Failure::new(
                span,
                text!("a value is needed here, not a register", "ここにはレジスタではなく値が必要です"),
                text!("write a number or a label", "数かラベルを書いてください"),
            )),
            Kind::Relocation(_) => Err(Failure::KNOWN),
            Kind::Float(_) => Err(Failure::new(
                span,
                text!("a whole number is needed here", "ここには整数が必要です"),
                text!(
                    "numbers with a point go with `.float`, `.double`, `li.s` and `li.d`",
                    "小数点のある数は `.float`、`.double`、`li.s`、`li.d` で使います"
                ),
            )),
            Kind::Str(_) => Err(Failure::new(
                span,
                text!("a value is needed here, not a string", "ここには文字列ではなく値が必要です"),
                text!(
                    "strings go with `.ascii` and `.asciiz`; a character is written `'a'`",
                    "文字列は `.ascii`、`.asciiz` で使います。文字は `'a'` と書きます"
                ),
            )),
            Kind::Sign("@" | "\\" | "?") => Err(self.unexpected(
                text!("a value is needed here", "ここには値が必要です"),
                text!("write a number, a label or an expression", "数、ラベル、式のどれかを書いてください"),
            )),
            Kind::Sign(sign) => Err(Failure::new(
                span,
                text!("a value is needed before `{sign}`", "`{sign}` の前に値が必要です"),
                text!(
                    "write a number, a label or an expression before it",
                    "その前に数、ラベル、式のどれかを書いてください"
                ),
            )),
        }
    }

    /// `%hi(x)` and similar.
    fn relocation(&mut self, name: &str, symbols: &mut Symbols<'s>, here: (SectionId, u32)) -> Parsed<Expr> {
        let span = self.span();
        let operator = match name {
            "%hi" => Unary::Hi,
            "%lo" => Unary::Lo,
            "%half" => Unary::Lower,
            "%neg" => Unary::Negate,
            "%higher" | "%highest" => {
                return Err(Failure::new(
                    span,
                    text!(
                        "`{name}` belongs to 64-bit addresses; these have 32 bits",
                        "`{name}` は 64 ビットアドレスのためのものです。ここのアドレスは 32 ビットです"
                    ),
                    text!("use `%hi` and `%lo`", "`%hi` と `%lo` を使ってください"),
                ));
            }
            "%gp_rel" | "%gprel" => {
                return Err(Failure::new(
                    span,
                    text!(
                        "`{name}` addresses small data relative to $gp, which no start-up code sets here",
                        "`{name}` は $gp を基準に小さなデータを指しますが、ここでは $gp を設定する起動コードがありません"
                    ),
                    text!("compile with -G0", "-G0 を付けてコンパイルしてください"),
                ));
            }
            _ => {
                return Err(Failure::new(
                    span,
                    text!(
                        "`{name}` belongs to position-independent or thread-local code, which needs a dynamic linker",
                        "`{name}` は位置独立コードやスレッドローカル変数のためのもので、動的リンカが必要です"
                    ),
                    text!(
                        "compile with -mno-abicalls -fno-pic -G0",
                        "-mno-abicalls -fno-pic -G0 を付けてコンパイルしてください"
                    ),
                ));
            }
        };
        self.next();
        self.expect("(")?;
        let inner = self.binary(symbols, here, 0)?;
        self.expect(")")?;
        Ok(inner.unary(operator))
    }

    /// The operands of an instruction, up to the end of the statement.
    pub(super) fn operands(&mut self, symbols: &mut Symbols<'s>, here: (SectionId, u32)) -> Parsed<Vec<Operand>> {
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
                return Err(self.unexpected(
                    text!("expected `,` between operands", "オペランドの間には `,` が必要です"),
                    text!(
                        "write a comma, as in `add $t0, $t1, $t2`",
                        "`add $t0, $t1, $t2` のようにコンマを書いてください"
                    ),
                ));
            }
        }
    }

    fn operand(&mut self, symbols: &mut Symbols<'s>, here: (SectionId, u32)) -> Parsed<Operand> {
        let (start, before) = (self.span(), self.tokens);
        let mut numbered = false;
        let kind = match (self.peek(), self.peek_second()) {
            (Some(Kind::Register(n) | Kind::Numbered(n)), Some(Kind::Sign("("))) => {
                self.next();
                OperandKind::Indexed(n, self.base(symbols)?)
            }
            (Some(Kind::Register(n)), _) => {
                self.next();
                OperandKind::Register(n)
            }
            (Some(Kind::Numbered(n)), _) => {
                self.next();
                numbered = true;
                OperandKind::Register(n)
            }
            (Some(Kind::FloatRegister(n)), _) => {
                self.next();
                OperandKind::FloatRegister(n)
            }
            (Some(Kind::Condition(n)), _) => {
                self.next();
                OperandKind::Condition(n)
            }
            (Some(Kind::Float(value)), _) => {
                self.next();
                OperandKind::Real(value)
            }
            (Some(Kind::Sign("-")), Some(Kind::Float(value))) => {
                self.next();
                self.next();
                OperandKind::Real(-value)
            }
            (Some(Kind::Sign("(")), Some(Kind::Register(_) | Kind::Numbered(_))) => {
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
        Ok(Operand { kind, numbered, span: self.since(start, before) })
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
            Some(Kind::Register(n) | Kind::Numbered(n)) => {
                self.next();
                Ok(n)
            }
            Some(Kind::Name(name)) if symbols.find(name).is_none() => Err(not_a_register(name, self.span())),
            _ => Err(self.unexpected(
                text!("expected a register here", "ここにはレジスタが必要です"),
                text!("a register is written `$t0` or `$8`", "レジスタは `$t0` や `$8` のように書きます"),
            )),
        }
    }
}

/// The failure for a name in place of a register.
pub(super) fn not_a_register(name: &str, span: Span) -> Failure {
    let shown = clip(name);
    let message = text!("there is no register `{shown}`", "レジスタ `{shown}` はありません");
    let with_dollar = alloc::format!("${}", name.trim_start_matches('$'));
    if mcore_cpu::isa::parse_register(&with_dollar).is_some() {
        return Failure::new(span, message, text!("write `{with_dollar}`", "`{with_dollar}` と書いてください"));
    }
    let names = (0..32).map(register_name).chain(["$s8"]);
    let tip = did_you_mean(&with_dollar, names)
        .unwrap_or_else(|| text!("a register is written `$t0` or `$8`", "レジスタは `$t0` や `$8` のように書きます"));
    Failure::new(span, message, tip)
}
