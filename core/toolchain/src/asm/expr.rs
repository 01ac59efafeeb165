//! Expressions: numbers, names, operators with the precedence of GNU as, `%hi` and `%lo`.
//!
//! They are kept in postfix order, so that neither evaluating nor dropping a long one needs recursion.

use super::{
    NameFault,
    report::{Report, clip},
    section::{Bases, SectionId},
    suggest::did_you_mean,
    symbol::{Meaning, SymbolId, Symbols},
};
use alloc::{format, vec, vec::Vec};
use mcore_base::text;
use mcore_base::{Diagnostic, Span};
use mcore_cpu::isa::{parse_register, register_name};

/// A number, or a distance in bytes from the start of a section whose address is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub section: Option<SectionId>,
    pub number: i64,
}

impl Value {
    pub(super) const fn absolute(number: i64) -> Self {
        Self { section: None, number }
    }
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Negate,
    Complement,
    Not,
    /// `%hi`: the upper 16 bits, plus one if the lower 16 are negative as a signed number, so that `lui` and a signed
    /// addition give the value.
    Hi,
    /// `%lo`: the lower 16 bits as a signed number.
    Lo,
    /// The upper 16 bits.
    Upper,
    /// The lower 16 bits, unsigned.
    Lower,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    /// `a ! b`: bitwise a or not b.
    BitOrNot,
    And,
    Or,
}

impl Binary {
    /// The operator with this sign, and its precedence (a larger number binds tighter): first here, as in GNU as, where
    /// shifts bind like `*` and bit operations tighter than `+`; then in C.
    pub(super) fn of(sign: &str) -> Option<(Self, u8, u8)> {
        Some(match sign {
            "*" => (Self::Multiply, 6, 10),
            "/" => (Self::Divide, 6, 10),
            "%" => (Self::Remainder, 6, 10),
            "<<" => (Self::ShiftLeft, 6, 8),
            ">>" => (Self::ShiftRight, 6, 8),
            "&" => (Self::BitAnd, 5, 5),
            "^" => (Self::BitXor, 5, 4),
            "|" => (Self::BitOr, 5, 3),
            "!" => (Self::BitOrNot, 5, 3),
            "+" => (Self::Add, 4, 9),
            "-" => (Self::Subtract, 4, 9),
            "<" => (Self::Less, 3, 7),
            "<=" => (Self::LessEqual, 3, 7),
            ">" => (Self::Greater, 3, 7),
            ">=" => (Self::GreaterEqual, 3, 7),
            "==" => (Self::Equal, 3, 6),
            "!=" | "<>" => (Self::NotEqual, 3, 6),
            "&&" => (Self::And, 2, 2),
            "||" => (Self::Or, 1, 1),
            _ => return None,
        })
    }
}

/// One step of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Node {
    Value(Value),
    Symbol(SymbolId, Span),
    Unary(Unary),
    Binary(Binary),
}

/// An expression in postfix order. It always leaves exactly one value.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    nodes: Vec<Node>,
    /// Its position.
    pub span: Span,
}

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoValue {
    /// It needs an address or a name that is not yet known.
    Yet,
    /// It refers to a name that is not defined anywhere.
    Undefined(SymbolId, Span),
    /// It refers to a name whose own definition is wrong.
    Broken,
    DivisionByZero,
    TooLarge,
}

impl Expr {
    pub(super) fn value_of(value: Value, span: Span) -> Self {
        Self { nodes: vec![Node::Value(value)], span }
    }

    pub(super) fn number(number: i64, span: Span) -> Self {
        Self::value_of(Value::absolute(number), span)
    }

    pub(super) fn symbol(id: SymbolId, span: Span) -> Self {
        Self { nodes: vec![Node::Symbol(id, span)], span }
    }

    /// Applies an operator to the whole expression.
    #[must_use]
    pub(super) fn unary(mut self, operator: Unary) -> Self {
        self.nodes.push(Node::Unary(operator));
        self
    }

    /// Combines two expressions; plain numbers are combined at once.
    #[must_use]
    pub(super) fn binary(mut self, operator: Binary, mut right: Self) -> Self {
        if let ([Node::Value(a)], [Node::Value(b)]) = (&self.nodes[..], &right.nodes[..])
            && let Ok(value) = binary(operator, *a, *b)
        {
            self.nodes = vec![Node::Value(value)];
        } else {
            self.nodes.append(&mut right.nodes);
            self.nodes.push(Node::Binary(operator));
        }
        self
    }

    /// True if both have the same steps.
    pub(super) fn same_as(&self, other: &Self) -> bool {
        self.nodes == other.nodes
    }

    /// True if the outermost operator yields a half word (`%hi`, `%lo`), which fits every 16-bit field.
    pub(super) fn is_half(&self) -> bool {
        let half = [Unary::Hi, Unary::Lo, Unary::Upper, Unary::Lower];
        matches!(self.nodes.last(), Some(Node::Unary(operator)) if half.contains(operator))
    }

    /// True if the outermost operator is `%lo`.
    pub(super) fn is_low(&self) -> bool {
        matches!(self.nodes.last(), Some(Node::Unary(Unary::Lo)))
    }

    /// The symbol, if the expression is only that.
    pub(super) fn only_symbol(&self) -> Option<SymbolId> {
        match self.nodes[..] {
            [Node::Symbol(id, _)] => Some(id),
            _ => None,
        }
    }

    /// All symbols in it.
    pub(super) fn symbols(&self) -> Vec<SymbolId> {
        self.nodes.iter().filter_map(|n| if let Node::Symbol(id, _) = n { Some(*id) } else { None }).collect()
    }

    /// Its current value, if that is already known to be a plain number.
    pub(super) fn known(&self, symbols: &Symbols<'_>) -> Option<i64> {
        self.value(symbols, None).ok().filter(|v| v.section.is_none()).map(|v| v.number)
    }

    /// Its value. `bases` are the addresses of the sections; without them labels are offsets in their section.
    pub(super) fn value(&self, symbols: &Symbols<'_>, bases: Option<&Bases>) -> Result<Value, NoValue> {
        let resolve = |value: Value| match (value.section, bases) {
            (Some(section), Some(bases)) => Value::absolute(value.number.saturating_add(bases.of(section).into())),
            _ => value,
        };
        let mut stack: Vec<Value> = Vec::with_capacity(4);
        for node in &self.nodes {
            let value = match *node {
                Node::Value(value) => resolve(value),
                Node::Symbol(id, span) => match symbols.target(id).meaning {
                    Meaning::Label(section, offset) => resolve(Value { section: Some(section), number: offset.into() }),
                    Meaning::Constant(value) => resolve(value),
                    Meaning::Broken => return Err(NoValue::Broken),
                    Meaning::Undefined if bases.is_some() => return Err(NoValue::Undefined(id, span)),
                    Meaning::Undefined | Meaning::Later(_) | Meaning::Common { .. } | Meaning::Alias(_) => {
                        return Err(NoValue::Yet);
                    }
                },
                Node::Unary(operator) => {
                    let a = pop(&mut stack);
                    unary(operator, a)?
                }
                Node::Binary(operator) => {
                    let b = pop(&mut stack);
                    let a = pop(&mut stack);
                    binary(operator, a, b)?
                }
            };
            stack.push(value);
        }
        Ok(pop(&mut stack))
    }
}

/// A number as a 32-bit word, signed or unsigned; `None` if it does not fit.
pub(super) fn as_word(number: i64) -> Option<u32> {
    (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&number).then_some(number as u32)
}

/// True if a number, as a 32-bit word, is the sign extension of its lower 16 bits.
pub(super) fn fits_signed(number: i64) -> bool {
    as_word(number).is_some_and(|word| i16::try_from(word as i32).is_ok())
}

/// Takes the last value; the parser makes no expression that runs out of values.
fn pop(stack: &mut Vec<Value>) -> Value {
    debug_assert!(!stack.is_empty());
    stack.pop().unwrap_or(Value::absolute(0))
}

fn unary(operator: Unary, a: Value) -> Result<Value, NoValue> {
    if a.section.is_some() {
        return Err(NoValue::Yet);
    }
    let a = a.number;
    let takes_word = !matches!(operator, Unary::Negate | Unary::Complement | Unary::Not);
    if takes_word && as_word(a).is_none() {
        return Err(NoValue::TooLarge);
    }
    Ok(Value::absolute(match operator {
        Unary::Negate => a.checked_neg().ok_or(NoValue::TooLarge)?,
        Unary::Complement => !a,
        Unary::Not => (a == 0).into(),
        Unary::Hi => i64::from((a as u32).wrapping_add(0x8000) >> 16),
        Unary::Lo => (a as i16).into(),
        Unary::Upper => i64::from(a as u32 >> 16),
        Unary::Lower => i64::from(a as u16),
    }))
}

fn binary(operator: Binary, a: Value, b: Value) -> Result<Value, NoValue> {
    let number = arithmetic(operator, a.number, b.number)?;
    let compares = matches!(
        operator,
        Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual | Binary::Equal | Binary::NotEqual
    );
    let section = match (operator, a.section, b.section) {
        (_, None, None) => None,
        (Binary::Add, Some(section), None) | (Binary::Add, None, Some(section)) => Some(section),
        (Binary::Subtract, Some(section), None) => Some(section),
        (Binary::Subtract, Some(a), Some(b)) if a == b => None,
        (_, Some(a), Some(b)) if a == b && compares => None,
        _ => return Err(NoValue::Yet),
    };
    Ok(Value { section, number })
}

/// The result of a comparison: all bits set if true, as in GNU as. (`&&`, `||` and `!` yield 1.)
fn truth(holds: bool) -> i64 {
    -i64::from(holds)
}

fn arithmetic(operator: Binary, a: i64, b: i64) -> Result<i64, NoValue> {
    let shift = u32::try_from(b).ok().filter(|b| *b < 64);
    let value = match operator {
        Binary::Divide | Binary::Remainder if b == 0 => return Err(NoValue::DivisionByZero),
        Binary::Multiply => a.checked_mul(b),
        Binary::Divide => a.checked_div(b),
        Binary::Remainder => a.checked_rem(b),
        Binary::Add => a.checked_add(b),
        Binary::Subtract => a.checked_sub(b),
        Binary::ShiftLeft => shift.and_then(|s| a.checked_mul(1i64.checked_shl(s)?)),
        Binary::ShiftRight => shift.map(|s| a >> s),
        Binary::Less => Some(truth(a < b)),
        Binary::LessEqual => Some(truth(a <= b)),
        Binary::Greater => Some(truth(a > b)),
        Binary::GreaterEqual => Some(truth(a >= b)),
        Binary::Equal => Some(truth(a == b)),
        Binary::NotEqual => Some(truth(a != b)),
        Binary::BitAnd => Some(a & b),
        Binary::BitXor => Some(a ^ b),
        Binary::BitOr => Some(a | b),
        Binary::BitOrNot => Some(a | !b),
        Binary::And => Some((a != 0 && b != 0).into()),
        Binary::Or => Some((a != 0 || b != 0).into()),
    };
    value.ok_or(NoValue::TooLarge)
}

impl NoValue {
    /// Reports the error to the student; `span` is the expression's.
    pub(super) fn report(self, span: Span, symbols: &Symbols<'_>, report: &mut Report) {
        report.push(match self {
            Self::Broken => return,
            Self::Undefined(id, at) => {
                if report.is_full() {
                    return report.error(
                        at,
                        text!("undefined name", "名前が定義されていません"),
                        text!("define it, or correct its spelling", "定義するか、つづりを直してください"),
                    );
                }
                return match undefined(id, at, symbols) {
                    (found, Some(fault)) => report.push_named(found, symbols.get(id).name, fault),
                    (found, None) => report.push(found),
                };
            }
            Self::Yet => Diagnostic::error(
                span,
                text!("the value must be known at this point", "ここでは値が決まっていなければなりません"),
            )
            .with_tip(text!(
                "use numbers, constants defined above, or differences of labels of one section",
                "数、この行より前で定義した定数、同じセクションのラベルの差を使ってください"
            )),
            Self::DivisionByZero => Diagnostic::error(span, text!("division by zero", "0 で割っています"))
                .with_tip(text!("check the value after `/` or `%`", "`/` や `%` の後の値を確かめてください")),
            Self::TooLarge => {
                Diagnostic::error(span, text!("the value does not fit in 32 bits", "値が 32 ビットに収まりません"))
                    .with_tip(text!(
                        "registers and addresses have 32 bits: -2147483648 to 4294967295",
                        "レジスタとアドレスは 32 ビットです（-2147483648 から 4294967295 まで）"
                    ))
            }
        });
    }
}

/// The finding about an undefined name, and its fault if another file may define the name.
fn undefined(id: SymbolId, at: Span, symbols: &Symbols<'_>) -> (Diagnostic, Option<NameFault>) {
    let symbol = symbols.get(id);
    if symbol.local {
        let error =
            Diagnostic::error(at, text!("no such numeric label follows", "この後に、その番号のラベルがありません"));
        let tip =
            text!("`1f` means the next `1:`, `1b` the last one", "`1f` は次の `1:`、`1b` は直前の `1:` を指します");
        return (error.with_tip(tip), None);
    }
    let name = clip(symbol.name);
    let missing = |similar| Some(NameFault::Missing { similar });
    let label = || Diagnostic::error(at, text!("undefined label `{name}`", "ラベル `{name}` が定義されていません"));
    if let Some(other) = symbols.hidden_elsewhere(id) {
        let file = clip(other);
        let tip = text!(
            "{file} has a label of this name, but for itself only: write `.globl {name}` there",
            "{file} に同じ名前のラベルがありますが、そのファイルの中でしか使えません。そこに `.globl {name}` と書いてください"
        );
        return (label().with_tip(tip), missing(false));
    }
    let is_register = symbol.name.starts_with('$');
    let error = match is_register {
        true => Diagnostic::error(at, text!("there is no register `{name}`", "レジスタ `{name}` はありません")),
        false => label(),
    };
    if parse_register(&format!("${name}")).is_some() {
        let tip = text!("a register is written `${name}`", "レジスタは `${name}` と書きます");
        return (error.with_tip(tip), missing(false));
    }
    let defined = symbols.iter().filter(|s| !s.local && !matches!(s.meaning, Meaning::Undefined)).map(|s| s.name);
    let registers = (0..32).filter(|_| is_register).map(|n| -> &str { register_name(n) });
    let similar = did_you_mean(symbol.name, registers.chain(defined));
    let fault = missing(similar.is_some()).filter(|_| !is_register);
    let tip = similar.unwrap_or_else(|| {
        text!(
            "write `{name}:` before what it names; labels of the library come with `.include`",
            "指すものの前に `{name}:` と書いてください。ライブラリのラベルは `.include` で使えます"
        )
    });
    (error.with_tip(tip), fault)
}
