//! Conditions on a node's registers and memory, as a user types them: `$t0 == 5`, `sum > 100`, `x+4 <u 0x80`.

use super::Register;
use crate::parts::{Chip, Incc};
use alloc::string::{String, ToString};
use mcore_cpu::isa::parse_register;
use mcore_cpu::mem::AddressMap;
use mcore_cpu::processor::Core;
use mcore_cpu::program::Program;
use serde::{Deserialize, Serialize};

/// Maximum length of a condition, in characters.
pub const MAX_CHARACTERS: usize = 200;

/// A value of a node: a register, or a word of node memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Place {
    Register(Register),
    /// The word at an address, a multiple of 4.
    Word(u32),
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// A comparison with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    pub comparison: Comparison,
    /// True if both sides are unsigned numbers (written with a `u` after the operator: `<u`).
    pub unsigned: bool,
    /// The number.
    pub value: u32,
}

/// A condition on one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// The left side.
    pub place: Place,
    /// The comparison with a number.
    pub test: Test,
}

/// An error in a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// More than `MAX_CHARACTERS` characters.
    TooLong,
    /// A register, a label or an address is missing here.
    NoPlace,
    NoSuchRegister(String),
    NoSuchLabel(String),
    /// The address of a word must be a multiple of 4, and this is not.
    Misaligned(u32),
    /// A comparison is missing here.
    NoComparison,
    /// A number of 32 bits is missing here.
    NoNumber,
    /// The condition is complete, but more text follows.
    Rest,
}

/// A condition that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionError {
    /// The position, in characters from the start.
    pub at: usize,
    /// The error there.
    pub problem: Problem,
}

impl Test {
    /// True if a value passes.
    pub fn passes(&self, value: u32) -> bool {
        let order = match self.unsigned {
            true => value.cmp(&self.value),
            false => (value as i32).cmp(&(self.value as i32)),
        };
        match self.comparison {
            Comparison::Equal => order.is_eq(),
            Comparison::NotEqual => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::AtMost => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::AtLeast => order.is_ge(),
        }
    }
}

impl Place {
    /// The value at a rank; `None` if the place does not exist.
    pub fn value(&self, machine: &Chip, rank: usize) -> Option<u32> {
        self.value_at(&machine.state.nodes.get(rank)?.core, &machine.image(rank).code.map)
    }

    fn value_at(&self, core: &Core, map: &AddressMap) -> Option<u32> {
        match *self {
            Self::Register(register) => register.value(&core.processor),
            Self::Word(addr) => Some(core.memory.word(map.resolve_range(addr, 4, 1).ok()?)),
        }
    }

    /// Reads a register (`$t0`, `$f2`, `hi`, `lo`, `pc`), a label with an optional offset (`sum`, `table+8`), or an
    /// address (`0x2000`).
    pub fn parse(text: &str, program: &Program) -> Result<Self, ConditionError> {
        let mut rest = Rest::new(text)?;
        let place = rest.place(program)?;
        rest.end()?;
        Ok(place)
    }
}

impl Test {
    /// Reads a comparison with a number: `== 5`, `<u 0x80`.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        let mut rest = Rest::new(text)?;
        let test = rest.test()?;
        rest.end()?;
        Ok(test)
    }
}

impl Condition {
    /// Reads a condition: a place and a comparison.
    pub fn parse(text: &str, program: &Program) -> Result<Self, ConditionError> {
        let mut rest = Rest::new(text)?;
        let condition = Self { place: rest.place(program)?, test: rest.test()? };
        rest.end()?;
        Ok(condition)
    }

    /// True if it holds at a rank; false if its place does not exist there.
    pub fn holds(&self, machine: &Chip, rank: usize) -> bool {
        self.place.value(machine, rank).is_some_and(|value| self.test.passes(value))
    }

    /// False only if it cannot hold at a node with that core, INCC and address map; the core may have run ahead of the INCC.
    pub(crate) fn may_hold(&self, core: &Core, incc: &Incc, map: &AddressMap) -> bool {
        let arriving = incc.receiving.is_some() || incc.input.is_some();
        let unsure = arriving && matches!(self.place, Place::Word(_));
        unsure || self.place.value_at(core, map).is_some_and(|value| self.test.passes(value))
    }
}

/// The text that has not been read yet.
struct Rest<'a> {
    whole: &'a str,
    text: &'a str,
}

impl<'a> Rest<'a> {
    fn new(whole: &'a str) -> Result<Self, ConditionError> {
        let rest = Self { whole, text: whole };
        match whole.chars().count() > MAX_CHARACTERS {
            true => Err(ConditionError { at: MAX_CHARACTERS, problem: Problem::TooLong }),
            false => Ok(rest),
        }
    }

    fn skip(&mut self) {
        self.text = self.text.trim_start();
    }

    fn error<T>(&self, problem: Problem) -> Result<T, ConditionError> {
        let read = self.whole.len() - self.text.len();
        Err(ConditionError { at: self.whole[..read].chars().count(), problem })
    }

    /// The next characters that satisfy a rule.
    fn word(&mut self, rule: impl Fn(char) -> bool) -> &'a str {
        let end = self.text.find(|c| !rule(c)).unwrap_or(self.text.len());
        let (word, text) = self.text.split_at(end);
        self.text = text;
        word
    }

    fn place(&mut self, program: &Program) -> Result<Place, ConditionError> {
        self.skip();
        let begin = self.text;
        let name = self.word(|c| c.is_alphanumeric() || "$_.".contains(c));
        let back = Self { whole: self.whole, text: begin };
        if name.is_empty() {
            return back.error(Problem::NoPlace);
        }
        let register = match name {
            "hi" | "HI" => Some(Register::Hi),
            "lo" | "LO" => Some(Register::Lo),
            "pc" | "PC" => Some(Register::Pc),
            _ => parse_register(name).map(Register::General).or_else(|| float_register(name)),
        };
        // A label of the program may have the same name as a register written without `$`.
        if let Some(register) = register
            && (name.starts_with('$') || program.symbol(name).is_none())
        {
            return Ok(Place::Register(register));
        }
        if name.starts_with('$') {
            return back.error(Problem::NoSuchRegister(name.to_string()));
        }
        let base = match program.label(name) {
            Some(label) => label,
            None => match number(name) {
                Some(number) => number,
                None if name.starts_with(|c: char| c.is_ascii_digit()) => return back.error(Problem::NoNumber),
                None => return back.error(Problem::NoSuchLabel(name.to_string())),
            },
        };
        self.skip();
        let mut addr = base;
        if let Some(sign) = self.text.chars().next().filter(|c| "+-".contains(*c)) {
            self.text = &self.text[1..];
            self.skip();
            let at = Self { whole: self.whole, text: self.text };
            let digits = self.word(|c| c.is_ascii_alphanumeric());
            let Some(offset) = number(digits) else { return at.error(Problem::NoNumber) };
            addr = if sign == '+' { base.wrapping_add(offset) } else { base.wrapping_sub(offset) };
        }
        if addr % 4 == 0 { Ok(Place::Word(addr)) } else { back.error(Problem::Misaligned(addr)) }
    }

    fn test(&mut self) -> Result<Test, ConditionError> {
        self.skip();
        let signs = [
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        let Some((sign, comparison)) = signs.into_iter().find(|(sign, _)| self.text.starts_with(sign)) else {
            return self.error(Problem::NoComparison);
        };
        self.text = &self.text[sign.len()..];
        let unsigned = self.text.starts_with('u');
        self.text = self.text.strip_prefix('u').unwrap_or(self.text);
        self.skip();
        let at = Self { whole: self.whole, text: self.text };
        let minus = self.text.starts_with('-');
        self.text = self.text.strip_prefix('-').unwrap_or(self.text);
        let digits = self.word(|c| c.is_ascii_alphanumeric());
        let value = number(digits).filter(|value| !minus || *value <= 1 << 31);
        let Some(value) = value else { return at.error(Problem::NoNumber) };
        Ok(Test { comparison, unsigned, value: if minus { value.wrapping_neg() } else { value } })
    }

    fn end(&mut self) -> Result<(), ConditionError> {
        self.skip();
        if self.text.is_empty() { Ok(()) } else { self.error(Problem::Rest) }
    }
}

/// A number of 32 bits: decimal, `0x...` or `0b...`.
pub(super) fn number(text: &str) -> Option<u32> {
    let digits = |prefix: &str, radix| {
        let digits = text.strip_prefix(prefix)?;
        // `from_str_radix` would accept a sign.
        if digits.starts_with('+') { None } else { u32::from_str_radix(digits, radix).ok() }
    };
    digits("0x", 16).or_else(|| digits("0b", 2)).or_else(|| digits("", 10))
}

pub(super) fn float_register(name: &str) -> Option<Register> {
    let digits = name.strip_prefix("$f")?;
    let short = digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|n: &u8| short && *n < 32).map(Register::Float)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore_base::Rng;
    use mcore_cpu::program::Symbol;

    fn program() -> Program {
        let label = |name: &str, value| Symbol { name: name.into(), value, is_label: true, global: false };
        Program { symbols: alloc::vec![label("hi", 0x3000), label("sum", 0x2000)], ..Program::default() }
    }

    fn parse(text: &str) -> Result<Condition, ConditionError> {
        Condition::parse(text, &program())
    }

    #[test]
    fn conditions_mean_what_they_say() {
        use Comparison::*;
        let condition =
            |place, comparison, unsigned, value| Ok(Condition { place, test: Test { comparison, unsigned, value } });
        let register = |n| Place::Register(Register::General(n));
        assert_eq!(parse("$t0 == 5"), condition(register(8), Equal, false, 5));
        assert_eq!(parse("$31>=u0x80000000"), condition(register(31), AtLeast, true, 1 << 31));
        assert_eq!(parse(" sum > 100 "), condition(Place::Word(0x2000), Greater, false, 100));
        assert_eq!(parse("sum+8!=-1"), condition(Place::Word(0x2008), NotEqual, false, u32::MAX));
        assert_eq!(parse("sum - 4 <u 0b11"), condition(Place::Word(0x1ffc), Less, true, 3));
        assert_eq!(parse("0x2000<=7"), condition(Place::Word(0x2000), AtMost, false, 7));
        assert_eq!(parse("$f31 == 0"), condition(Place::Register(Register::Float(31)), Equal, false, 0));
        assert_eq!(parse("lo == 1"), condition(Place::Register(Register::Lo), Equal, false, 1));
        assert_eq!(parse("hi == 1"), condition(Place::Word(0x3000), Equal, false, 1), "a label of the program");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let error = |text: &str| parse(text).map_err(|e| (e.at, e.problem)).expect_err(text);
        assert_eq!(error(""), (0, Problem::NoPlace));
        assert_eq!(error("  == 4"), (2, Problem::NoPlace));
        assert_eq!(error("$q0 == 4"), (0, Problem::NoSuchRegister("$q0".into())));
        assert_eq!(error("$f32 == 4"), (0, Problem::NoSuchRegister("$f32".into())));
        assert_eq!(error(" summ == 4"), (1, Problem::NoSuchLabel("summ".into())));
        assert_eq!(error("sum+2 == 4"), (0, Problem::Misaligned(0x2002)));
        assert_eq!(error("sum+x == 4"), (4, Problem::NoNumber));
        assert_eq!(error("sum = 4"), (4, Problem::NoComparison));
        assert_eq!(error("合計 == 4"), (0, Problem::NoSuchLabel("合計".into())));
        assert_eq!(error("sum == "), (7, Problem::NoNumber));
        assert_eq!(error("sum == -2147483649"), (7, Problem::NoNumber));
        assert_eq!(error("sum == 4294967296"), (7, Problem::NoNumber));
        assert_eq!(error("sum == 4 5"), (9, Problem::Rest));
        assert_eq!(error(&"x".repeat(201)), (200, Problem::TooLong));
    }

    #[test]
    fn signs_matter_in_comparisons() {
        for (value, number, comparison) in [(5, -1_i32, "<"), (5, -1, "<u"), (0x8000_0000, 1, ">"), (7, 7, "<=")] {
            let test = Test::parse(&alloc::format!("{comparison} {number}")).expect(comparison);
            let expected = match comparison {
                "<" => (value as i32) < number,
                "<u" => value < number as u32,
                ">" => (value as i32) > number,
                _ => value as i32 <= number,
            };
            assert_eq!(test.passes(value), expected, "{value:x} {comparison} {number}");
        }
    }

    #[test]
    fn no_text_makes_it_panic() {
        let letters: alloc::vec::Vec<char> = "$tfhilopcsum0123456789xb+-=!<>u 語.\u{301}".chars().collect();
        let mut rng = Rng::new(3);
        let mut good = 0;
        for _ in 0..200_000 {
            let text: String = (0..rng.below(12)).map(|_| letters[rng.below(letters.len() as u64) as usize]).collect();
            match parse(&text) {
                Ok(_) => good += 1,
                Err(error) => assert!(error.at <= text.chars().count(), "{text}"),
            }
        }
        let _ = good;
    }
}
