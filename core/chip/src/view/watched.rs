//! Watched expressions: a row for each expression, a column for each rank.

use super::SourcePlace;
use super::values::sentence;
use super::variables::value_text;
use crate::{Expression, Fault, Frame, Machine, NoValue, Number, Sought, Wrong, frames, own_line_of, sought};
use alloc::{collections::BTreeMap, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Text, nearest};
use mcore_cpu::program::Program;
use mcore_toolchain::debug::Debug;
use serde::{Deserialize, Serialize};

/// Maximum number of expressions that are watched at a time.
pub const MAX_WATCHED: usize = 32;

/// An expression with its values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchRow {
    /// The expression as written.
    pub text: String,
    /// Why it cannot be understood: the position in characters from 0, and the error.
    pub error: Option<(u32, Text)>,
    /// The values by rank; meaningless where `known` is 0.
    #[serde(with = "super::words")]
    pub values: Vec<u32>,
    /// By rank: 1 if the value exists there.
    #[serde(with = "serde_bytes")]
    pub known: Vec<u8>,
    /// Why the value does not exist at the first rank where it does not.
    pub why: Option<Text>,
    /// The values are lines of this file.
    pub file: Option<String>,
    /// For an expression of C: the values by rank as C writes them; empty for others.
    pub texts: Vec<String>,
}

/// The word that stands for the line of each rank instead of a value.
const LINE: &str = "line";

impl WatchRow {
    /// The values of expressions in a state. At most [`MAX_WATCHED`] of them.
    pub fn all(machine: &Machine, debug: &Debug, texts: &[String]) -> Vec<Self> {
        let mut frames = Frames { debug, machine, known: BTreeMap::new() };
        texts
            .iter()
            .take(MAX_WATCHED)
            .map(|text| Self::in_c(&mut frames, text).unwrap_or_else(|| Self::of(machine, text)))
            .collect()
    }

    /// The values of an expression of C; `None` if it is to be read as one over registers and labels.
    fn in_c(frames: &mut Frames<'_>, text: &str) -> Option<Self> {
        let (debug, machine) = (frames.debug, frames.machine);
        let program = &machine.image(0).program;
        if debug.units().is_empty() || text.contains('$') || text.trim() == LINE {
            return None;
        }
        let ranks = machine.state.nodes.len();
        let mut row = Self { text: text.into(), known: alloc::vec![0; ranks], ..Self::default() };
        (row.values, row.texts) = (alloc::vec![0; ranks], alloc::vec![String::new(); ranks]);
        let local = has_locals(debug, text);
        let (mut fault, mut any) = (None, false);
        for rank in 0..ranks {
            let calls = if local { frames.of(rank) } else { &[] };
            let found = sought(debug, machine, rank, calls, text);
            let shown = found
                .and_then(|Sought { scope, value }| Ok((value_text(&scope, calls, &value)?, scope.number(&value))));
            match shown {
                Ok((text, number)) => {
                    row.texts[rank] = text;
                    row.known[rank] = 1;
                    row.values[rank] = match number {
                        Ok(Number::Integer(n)) => n as u32,
                        Ok(Number::Float(x)) => (x as f32).to_bits(),
                        Err(_) => 0,
                    };
                    any = true;
                }
                Err(why) => fault = fault.or(Some(why)),
            }
        }
        if !any && Expression::parse(text, program).is_ok() {
            return None;
        }
        match fault {
            Some(Fault::Unknown(name)) if !any && debug.functions_with(&name).next().is_some() => {
                row.why = Some(sentence(&Fault::Unknown(name)));
            }
            Some(
                fault @ (Fault::Syntax(_) | Fault::Unknown(_) | Fault::NoMember(_) | Fault::Types | Fault::NoAddress),
            ) if !any => {
                let at = if let Fault::Syntax(at) = fault { at as u32 } else { 0 };
                return Some(Self { text: text.into(), error: Some((at, sentence(&fault))), ..Self::default() });
            }
            fault => row.why = fault.as_ref().map(sentence),
        }
        Some(row)
    }

    /// The values of one expression over registers and labels.
    pub fn of(machine: &Machine, text: &str) -> Self {
        let program = &machine.image(0).program;
        if text.trim() == LINE && program.symbol(LINE).is_none() {
            return Self::lines(machine, text);
        }
        let expression = match Expression::parse(text, program) {
            Ok(expression) => expression,
            Err(error) => {
                let at = error.at as u32;
                return Self {
                    text: text.into(),
                    error: Some((at, wrong_text(&error.wrong, program))),
                    ..Self::default()
                };
            }
        };
        let values: Vec<_> = (0..machine.state.nodes.len()).map(|rank| expression.value(machine, rank)).collect();
        let why = values.iter().find_map(|value| value.as_ref().err()).map(|why| no_value_text(*why));
        Self {
            text: text.into(),
            error: None,
            known: values.iter().map(|value| u8::from(value.is_ok())).collect(),
            values: values.into_iter().map(Result::unwrap_or_default).collect(),
            why,
            file: None,
            texts: Vec::new(),
        }
    }

    /// The nearest line of the user's own files, of every rank whose core has not stopped.
    fn lines(machine: &Machine, text: &str) -> Self {
        let live = |rank: usize| machine.state.nodes[rank].core.processor.is_live();
        let lines: Vec<_> =
            (0..machine.state.nodes.len()).map(|rank| own_line_of(machine, rank).filter(|_| live(rank))).collect();
        // One column head names the file; the ranks in another file have no number.
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        lines.iter().flatten().for_each(|(file, _)| *counts.entry(*file).or_default() += 1);
        let file = counts.into_iter().max_by_key(|(_, count)| *count).map(|(file, _)| file);
        let line = |place: &Option<(u32, u32)>| place.filter(|(of, _)| Some(*of) == file).map(|(_, line)| line);
        Self {
            text: text.into(),
            error: None,
            values: lines.iter().map(|place| line(place).unwrap_or(0)).collect(),
            known: lines.iter().map(|place| u8::from(line(place).is_some())).collect(),
            why: None,
            file: file.and_then(|file| machine.image(0).program.files.get(file as usize).cloned()),
            texts: Vec::new(),
        }
    }

    /// The place of a rank in a row of lines.
    pub fn place(&self, rank: usize) -> Option<SourcePlace> {
        let known = self.known.get(rank).is_some_and(|known| *known != 0);
        let line = *self.values.get(rank).filter(|_| known)?;
        Some(SourcePlace { file: self.file.clone()?, line })
    }
}

/// The functions that ranks are in, found when they are needed.
struct Frames<'a> {
    debug: &'a Debug,
    machine: &'a Machine,
    known: BTreeMap<usize, Vec<Frame>>,
}

impl Frames<'_> {
    fn of(&mut self, rank: usize) -> &[Frame] {
        let (debug, machine) = (self.debug, self.machine);
        self.known.entry(rank).or_insert_with(|| frames(debug, machine, rank))
    }
}

/// True if a name in an expression is that of a local variable somewhere in the program.
fn has_locals(debug: &Debug, text: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .any(|name| !name.is_empty() && debug.functions_with(name).next().is_some())
}

/// Why an expression has no value.
fn no_value_text(why: NoValue) -> Text {
    match why {
        NoValue::Unmapped(addr) => text!("There is no memory at 0x{addr:x}.", "0x{addr:x} にメモリはありません。"),
        NoValue::Misaligned(addr) => {
            text!("0x{addr:x} is not a multiple of 4.", "0x{addr:x} は 4 の倍数ではありません。")
        }
        NoValue::Division => text!("Division by zero.", "0 で割っています。"),
        NoValue::Missing => text!("There is no such register.", "そのレジスタはありません。"),
    }
}

/// An error of an expression in words.
pub fn wrong_text(wrong: &Wrong, program: &Program) -> Text {
    match wrong {
        Wrong::TooLong => text!("The expression is too long.", "式が長すぎます。"),
        Wrong::TooDeep => text!("The expression is nested too deeply.", "式の入れ子が深すぎます。"),
        Wrong::NoValue => text!(
            "A register such as `$t0`, a label, a number or ( is expected here.",
            "ここにはレジスタ（例 `$t0`）、ラベル、数、( のどれかを書きます。"
        ),
        Wrong::NoSuchRegister(name) => text!("There is no register `{name}`.", "レジスタ `{name}` はありません。"),
        Wrong::NoSuchLabel(name) => {
            let names = program.symbols.iter().map(|s| s.name.as_str());
            match nearest(name, names).first() {
                Some(near) => text!(
                    "There is no label `{name}`; did you mean `{near}`?",
                    "ラベル `{name}` はありません。`{near}` のことですか。"
                ),
                None => text!("There is no label `{name}`.", "ラベル `{name}` はありません。"),
            }
        }
        Wrong::NoNumber => text!(
            "A number of 32 bits is expected here: 100, 0x2000.",
            "ここには 32 ビットの数を書きます（例 100、0x2000）。"
        ),
        Wrong::NoAddress => text!("`&` takes a label.", "`&` の後ろにはラベルを書きます。"),
        Wrong::Open(sign) => text!("`{sign}` is missing here.", "ここに `{sign}` が必要です。"),
        Wrong::Rest => text!("The expression ends before this.", "式はここより前で終わっています。"),
    }
}
