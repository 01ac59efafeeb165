//! Expressions over the registers and memory of a node, as a user types them to watch them: `$t0 + 4`, `sum`,
//! `table[$s0]`, `*($sp + 16)`, `(flags >> 3) & 1`.
//!
//! The operators are those of C with its precedence, on words of 32 bits with sign. A label is the word at it, as a
//! variable is in C: `&sum` is its address, `sum[2]` the second word after it. A constant of `.equ` is its value. For
//! comparisons, shifts, `/` and `%` without sign, `u` follows the operator: `<u`, `>>u`, `/u`.

use super::Register;
use super::condition::{float_register, number};
use crate::parts::Chip;
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use mcore_cpu::isa::parse_register;
use mcore_cpu::program::Program;

/// Maximum length of an expression, in characters.
pub const MAX_EXPRESSION: usize = 200;
/// Maximum depth of nested parts of an expression.
const MAX_DEPTH: usize = 32;

/// An error in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// More than [`MAX_EXPRESSION`] characters.
    TooLong,
    /// Parts are nested too deeply.
    TooDeep,
    /// A register, a label, a number or `(` is missing here.
    NoValue,
    NoSuchRegister(String),
    NoSuchLabel(String),
    /// This is no number of 32 bits.
    NoNumber,
    /// `&` needs a label here.
    NoAddress,
    /// This closing sign is missing here.
    Open(char),
    /// The expression is complete, but more text follows.
    Rest,
}

/// An expression that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// The position, in characters from the start.
    pub at: usize,
    /// The error there.
    pub wrong: Wrong,
}

/// Why an expression has no value at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoValue {
    /// There is no memory at this address.
    Unmapped(u32),
    /// The address is not a multiple of 4.
    Misaligned(u32),
    /// Division by zero.
    Division,
    /// The register does not exist, or the chip has no such rank.
    Missing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binary {
    Or,
    Xor,
    And,
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
    LessU,
    AtMostU,
    GreaterU,
    AtLeastU,
    Left,
    Right,
    RightU,
    Add,
    Subtract,
    Multiply,
    Divide,
    DivideU,
    Remainder,
    RemainderU,
}

/// The operators by precedence, the weakest first; of those that begin alike, the longer one first.
const LEVELS: [&[(&str, Binary)]; 8] = [
    &[("|", Binary::Or)],
    &[("^", Binary::Xor)],
    &[("&", Binary::And)],
    &[("==", Binary::Equal), ("!=", Binary::NotEqual)],
    &[
        ("<=u", Binary::AtMostU),
        (">=u", Binary::AtLeastU),
        ("<=", Binary::AtMost),
        (">=", Binary::AtLeast),
        ("<u", Binary::LessU),
        (">u", Binary::GreaterU),
        ("<", Binary::Less),
        (">", Binary::Greater),
    ],
    &[("<<", Binary::Left), (">>u", Binary::RightU), (">>", Binary::Right)],
    &[("+", Binary::Add), ("-", Binary::Subtract)],
    &[
        ("*", Binary::Multiply),
        ("/u", Binary::DivideU),
        ("/", Binary::Divide),
        ("%u", Binary::RemainderU),
        ("%", Binary::Remainder),
    ],
];

/// One step of the evaluation: it takes values from a stack and puts one there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Number(u32),
    Register(Register),
    /// The word at an address.
    Load,
    Negate,
    Complement,
    Not,
    Binary(Binary),
}

/// An expression that has been understood: the order in which its parts are computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    steps: Vec<Step>,
}

impl Expression {
    /// Reads an expression. The labels are those of a program.
    pub fn parse(text: &str, program: &Program) -> Result<Self, ExpressionError> {
        if text.chars().count() > MAX_EXPRESSION {
            return Err(ExpressionError { at: MAX_EXPRESSION, wrong: Wrong::TooLong });
        }
        let mut reader = Reader { whole: text, text, program, steps: Vec::new() };
        reader.binary(0, 0)?;
        reader.skip();
        match reader.text.is_empty() {
            true => Ok(Self { steps: reader.steps }),
            false => reader.error(Wrong::Rest),
        }
    }

    /// Its value at a rank.
    pub fn value(&self, machine: &Chip, rank: usize) -> Result<u32, NoValue> {
        let node = machine.state.nodes.get(rank).ok_or(NoValue::Missing)?;
        let mut stack: Vec<u32> = Vec::with_capacity(8);
        for step in &self.steps {
            let mut pop = || stack.pop().ok_or(NoValue::Missing);
            let value = match step {
                Step::Number(value) => *value,
                Step::Register(register) => node.register(*register).ok_or(NoValue::Missing)?,
                Step::Load => {
                    let addr = pop()?;
                    if addr % 4 != 0 {
                        return Err(NoValue::Misaligned(addr));
                    }
                    machine.peek(rank, addr).ok_or(NoValue::Unmapped(addr))?
                }
                Step::Negate => pop()?.wrapping_neg(),
                Step::Complement => !pop()?,
                Step::Not => u32::from(pop()? == 0),
                Step::Binary(operator) => {
                    let (b, a) = (pop()?, pop()?);
                    operator.apply(a, b)?
                }
            };
            stack.push(value);
        }
        stack.pop().ok_or(NoValue::Missing)
    }
}

impl Binary {
    fn apply(self, a: u32, b: u32) -> Result<u32, NoValue> {
        let (sa, sb) = (a as i32, b as i32);
        let truth = u32::from;
        let divisor = if b == 0 { Err(NoValue::Division) } else { Ok(b) };
        Ok(match self {
            Self::Or => a | b,
            Self::Xor => a ^ b,
            Self::And => a & b,
            Self::Equal => truth(a == b),
            Self::NotEqual => truth(a != b),
            Self::Less => truth(sa < sb),
            Self::AtMost => truth(sa <= sb),
            Self::Greater => truth(sa > sb),
            Self::AtLeast => truth(sa >= sb),
            Self::LessU => truth(a < b),
            Self::AtMostU => truth(a <= b),
            Self::GreaterU => truth(a > b),
            Self::AtLeastU => truth(a >= b),
            Self::Left => a.wrapping_shl(b),
            Self::Right => sa.wrapping_shr(b) as u32,
            Self::RightU => a.wrapping_shr(b),
            Self::Add => a.wrapping_add(b),
            Self::Subtract => a.wrapping_sub(b),
            Self::Multiply => a.wrapping_mul(b),
            Self::Divide => sa.wrapping_div(divisor? as i32) as u32,
            Self::DivideU => a / divisor?,
            Self::Remainder => sa.wrapping_rem(divisor? as i32) as u32,
            Self::RemainderU => a % divisor?,
        })
    }
}

struct Reader<'a> {
    whole: &'a str,
    /// The text that has not been read yet.
    text: &'a str,
    program: &'a Program,
    steps: Vec<Step>,
}

type Read = Result<(), ExpressionError>;

impl<'a> Reader<'a> {
    fn skip(&mut self) {
        self.text = self.text.trim_start();
    }

    fn error<T>(&self, wrong: Wrong) -> Result<T, ExpressionError> {
        self.error_at(self.text, wrong)
    }

    /// An error where `rest` begins, which is an end of the whole text.
    fn error_at<T>(&self, rest: &str, wrong: Wrong) -> Result<T, ExpressionError> {
        let read = self.whole.len() - rest.len();
        Err(ExpressionError { at: self.whole[..read].chars().count(), wrong })
    }

    /// Reads a sign, if it is next.
    fn takes(&mut self, sign: &str) -> bool {
        self.skip();
        match self.text.strip_prefix(sign) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    /// Operators of a level and all stronger ones.
    fn binary(&mut self, level: usize, depth: usize) -> Read {
        let Some(operators) = LEVELS.get(level) else { return self.unary(depth) };
        self.binary(level + 1, depth)?;
        loop {
            self.skip();
            let Some((sign, operator)) = operators.iter().find(|(sign, _)| self.text.starts_with(sign)) else {
                return Ok(());
            };
            let rest = &self.text[sign.len()..];
            // `<u` is an operator, `<up` a comparison with the label `up`.
            let named = sign.ends_with('u') && rest.starts_with(is_of_name);
            // `&&`, `||` and `<<` are no operators of this level.
            let doubled = sign.len() == 1 && "|&<>".contains(*sign) && rest.starts_with(*sign);
            if doubled {
                return Ok(());
            }
            let (sign, operator) = match named {
                false => (*sign, *operator),
                true => {
                    let short = &sign[..sign.len() - 1];
                    let Some(found) = operators.iter().find(|(sign, _)| *sign == short) else { return Ok(()) };
                    *found
                }
            };
            self.text = &self.text[sign.len()..];
            self.binary(level + 1, depth)?;
            self.steps.push(Step::Binary(operator));
        }
    }

    fn unary(&mut self, depth: usize) -> Read {
        if depth >= MAX_DEPTH {
            return self.error(Wrong::TooDeep);
        }
        for (sign, step) in [("-", Step::Negate), ("~", Step::Complement), ("!", Step::Not), ("*", Step::Load)] {
            if self.takes(sign) {
                self.unary(depth + 1)?;
                self.steps.push(step);
                return Ok(());
            }
        }
        if self.takes("+") {
            return self.unary(depth + 1);
        }
        if self.takes("&") {
            self.skip();
            let begin = self.text;
            let name = self.name();
            let Some(label) = self.program.label(name) else {
                let wrong = if name.is_empty() { Wrong::NoAddress } else { Wrong::NoSuchLabel(name.to_string()) };
                return self.error_at(begin, wrong);
            };
            self.steps.push(Step::Number(label));
            // `&table[2]`
            while self.takes("[") {
                self.index(depth)?;
            }
            return Ok(());
        }
        self.operand(depth)
    }

    /// The index of an array of words, whose address is computed already.
    fn index(&mut self, depth: usize) -> Read {
        self.binary(0, depth + 1)?;
        if !self.takes("]") {
            return self.error(Wrong::Open(']'));
        }
        self.steps.extend([Step::Number(4), Step::Binary(Binary::Multiply), Step::Binary(Binary::Add)]);
        Ok(())
    }

    fn name(&mut self) -> &'a str {
        let end = self.text.find(|c| !is_of_name(c)).unwrap_or(self.text.len());
        let (name, rest) = self.text.split_at(end);
        self.text = rest;
        name
    }

    fn operand(&mut self, depth: usize) -> Read {
        self.skip();
        let begin = self.text;
        if self.takes("(") {
            self.binary(0, depth + 1)?;
            if !self.takes(")") {
                return self.error(Wrong::Open(')'));
            }
            return self.indices(depth);
        }
        let name = self.name();
        if name.is_empty() {
            return self.error_at(begin, Wrong::NoValue);
        }
        let register = match name {
            "hi" | "HI" => Some(Register::Hi),
            "lo" | "LO" => Some(Register::Lo),
            "pc" | "PC" => Some(Register::Pc),
            _ => parse_register(name).map(Register::General).or_else(|| float_register(name)),
        };
        let symbol = self.program.symbol(name);
        // A label of the program may have the same name as a register written without `$`.
        if let Some(register) = register
            && (name.starts_with('$') || symbol.is_none())
            && !name.starts_with(|c: char| c.is_ascii_digit())
        {
            self.steps.push(Step::Register(register));
            return self.indices(depth);
        }
        if name.starts_with('$') {
            return self.error_at(begin, Wrong::NoSuchRegister(name.to_string()));
        }
        match symbol {
            Some(symbol) if symbol.is_label => {
                self.steps.push(Step::Number(symbol.value));
                if self.takes("[") {
                    self.index(depth)?;
                }
                self.steps.push(Step::Load);
                return self.indices(depth);
            }
            Some(constant) => self.steps.push(Step::Number(constant.value)),
            None => match number(name) {
                Some(number) => self.steps.push(Step::Number(number)),
                None if name.starts_with(|c: char| c.is_ascii_digit()) => {
                    return self.error_at(begin, Wrong::NoNumber);
                }
                None => return self.error_at(begin, Wrong::NoSuchLabel(name.to_string())),
            },
        }
        self.indices(depth)
    }

    /// `[…]` after a value: the value is the address of an array.
    fn indices(&mut self, depth: usize) -> Read {
        while self.takes("[") {
            self.index(depth)?;
            self.steps.push(Step::Load);
        }
        Ok(())
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "$_.".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::Spec;
    use alloc::{format, sync::Arc, vec};
    use mcore_base::{Array, Rng};
    use mcore_cpu::program::{Segment, SegmentKind, Symbol};

    const DATA: u32 = 0x2000;

    fn chip() -> Chip {
        let label = |name: &str, value| Symbol { name: name.into(), value, is_label: true, global: false };
        let words = [7_u32, 11, 13, DATA + 4];
        let program = Program {
            segments: vec![Segment {
                kind: SegmentKind::Data,
                addr: DATA,
                size: 16,
                bytes: words.iter().flat_map(|w| w.to_le_bytes()).collect(),
            }],
            symbols: vec![
                Symbol { name: "SIZE".into(), value: 12, is_label: false, global: false },
                label("table", DATA),
                label("pointer", DATA + 12),
                label("u1", DATA + 4),
            ],
            ..Program::default()
        };
        let mut program = program;
        program.symbols.sort_by(|a, b| a.name.cmp(&b.name));
        let mut chip =
            Chip::new(Spec { array: Array::new(1, 1), ..Spec::default() }, Arc::new(program)).expect("a chip");
        let general = &mut chip.state.nodes[0].core.processor.registers.general;
        (general[8], general[9], general[29]) = (2, u32::MAX, DATA + 8);
        chip
    }

    fn value(text: &str) -> Result<u32, NoValue> {
        let chip = chip();
        let parsed = Expression::parse(text, &chip.image(0).program).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        parsed.value(&chip, 0)
    }

    #[test]
    fn expressions_are_computed_as_in_c() {
        for (text, expected) in [
            ("1 + 2 * 3", 7),
            ("(1 + 2) * 3", 9),
            ("10 - 3 - 2", 5),
            ("7 & 3 == 3", 1),
            ("1 | 6 ^ 2", 5),
            ("-8 >> 1", -4),
            ("-8 >>u 28", 15),
            ("1 << 4 + 1", 32),
            ("-7 / 2", -3),
            ("-7 % 2", -1),
            ("-1 /u 2", i32::MAX),
            ("-1 < 0", 1),
            ("-1 <u 0", 0),
            ("!5 + !0", 1),
            ("~0", -1),
            ("- -3", 3),
            ("$t0", 2),
            ("$t1 == -1", 1),
            ("SIZE / 4", 3),
            ("table", 7),
            ("table[1]", 11),
            ("table[$t0]", 13),
            ("table[table[0] - 6]", 11),
            ("&table", DATA as i32),
            ("&table[2]", DATA as i32 + 8),
            ("*&table", 7),
            ("*($sp)", 13),
            ("*($sp - 4)", 11),
            ("$sp[-1]", 11),
            ("*pointer", 11),
            ("1<u1", 1),
            ("0x10 + 0b11", 19),
        ] {
            assert_eq!(value(text), Ok(expected as u32), "{text}");
        }
    }

    #[test]
    fn a_value_that_does_not_exist_is_said() {
        assert_eq!(value("1 / (table - 7)"), Err(NoValue::Division));
        assert_eq!(value("5 %u 0"), Err(NoValue::Division));
        assert_eq!(value("*($sp + 2)"), Err(NoValue::Misaligned(DATA + 10)));
        assert_eq!(value("*0x7ffffffc"), Err(NoValue::Unmapped(0x7fff_fffc)));
        assert_eq!(value("0x80000000 / -1"), Ok(0x8000_0000));
    }

    #[test]
    fn errors_have_their_place() {
        let chip = chip();
        let error =
            |text: &str| Expression::parse(text, &chip.image(0).program).map_err(|e| (e.at, e.wrong)).expect_err(text);
        assert_eq!(error(""), (0, Wrong::NoValue));
        assert_eq!(error("1 + "), (4, Wrong::NoValue));
        assert_eq!(error("1 2"), (2, Wrong::Rest));
        assert_eq!(error("table && 1"), (6, Wrong::Rest));
        assert_eq!(error("$q1 + 1"), (0, Wrong::NoSuchRegister("$q1".into())));
        assert_eq!(error("1 + tabel"), (4, Wrong::NoSuchLabel("tabel".into())));
        assert_eq!(error("4x"), (0, Wrong::NoNumber));
        assert_eq!(error("(1 + 2"), (6, Wrong::Open(')')));
        assert_eq!(error("table[1"), (7, Wrong::Open(']')));
        assert_eq!(error("&1"), (1, Wrong::NoSuchLabel("1".into())));
        assert_eq!(error("合計"), (0, Wrong::NoSuchLabel("合計".into())));
        assert_eq!(error(&"(".repeat(100)), (32, Wrong::TooDeep));
        assert_eq!(error(&"1+".repeat(101)), (MAX_EXPRESSION, Wrong::TooLong));
    }

    #[test]
    fn sums_and_products_agree_with_the_host() {
        let mut rng = Rng::new(11);
        for _ in 0..2000 {
            let n: [i32; 4] = core::array::from_fn(|_| rng.below(2000) as i32 - 1000);
            let text = format!("{} + {} * ({} - {})", n[0], n[1], n[2], n[3]);
            assert_eq!(value(&text), Ok((n[0] + n[1] * (n[2] - n[3])) as u32), "{text}");
        }
    }

    #[test]
    fn no_text_makes_it_panic() {
        let chip = chip();
        let letters: Vec<char> = "$t0sp12x()[]+-*/%&|^~!<>=u table語.\u{301}".chars().collect();
        let mut rng = Rng::new(5);
        let mut good = 0;
        for _ in 0..100_000 {
            let text: String = (0..rng.below(14)).map(|_| letters[rng.below(letters.len() as u64) as usize]).collect();
            match Expression::parse(&text, &chip.image(0).program) {
                Ok(expression) => {
                    good += 1;
                    // Only the absence of a panic counts.
                    let _ = expression.value(&chip, 0);
                }
                Err(error) => assert!(error.at <= text.chars().count(), "{text}"),
            }
        }
        assert!(good > 100, "{good}");
    }
}
