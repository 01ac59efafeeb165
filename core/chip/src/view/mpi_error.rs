//! Errors of MPI in words.
//!
//! MPIMC stops the chip by `abort` (`mpimc_stop` in core/lib/c/mpi_core.c). Before it does, it notes in its state a mark with the number
//! of the error, the call, a value and another rank. From these the sentence is made in both languages; the text that the program prints
//! is for its console only.

use super::mpi_rounds::{Sent, of_error};
use crate::{Machine, Trap};
use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};
use mcore_toolchain::mpi::{BEGUN, Error, STATE, is_shared, round_name, round_of, state};

/// The code of the `break` of `abort`.
pub const CODE: u32 = 22;
/// No name of a call has more bytes.
const MAX_NAME: u32 = 64;

/// An error as MPIMC has noted it on a node.
struct Noted {
    error: Error,
    /// The call.
    function: String,
    /// The other rank, if the error is about one.
    other: u32,
    /// A number, or a label.
    value: u32,
    own: u32,
}

impl Noted {
    fn of(machine: &Machine, rank: usize) -> Option<Self> {
        let at = machine.image(rank).program.symbol(STATE)?.value;
        let field = |offset: u32| machine.peek(rank, at.wrapping_add(offset));
        let byte = |addr: u32| {
            let word = machine.peek(rank, addr & !3)?;
            Some((word >> (8 * (addr & 3))) as u8).filter(|byte| *byte != 0)
        };
        let name = field(state::CALL)?;
        let function: Vec<u8> = (0..MAX_NAME).map_while(|i| byte(name.wrapping_add(i))).collect();
        let value = field(state::VALUE)?;
        let error = match Error::of_mark(field(state::ERROR)?)? {
            // Only the rest of the label says that it is another call.
            Error::OtherOperation if is_shared(round_of(!value)) => Error::OtherCall,
            error => error,
        };
        let function = String::from_utf8(function).ok()?;
        Some(Self { error, function, other: field(state::OTHER)?, value, own: field(state::RANK)? })
    }

    /// The number of the call of all ranks with this label, and whether it has a request.
    fn call(&self) -> Option<(usize, bool)> {
        // A label is stored as its complement, which is negative.
        let is_label = self.error.is_about_rank() && (self.value as i32) < 0;
        is_label.then(|| (round_of(!self.value), !self.value & BEGUN != 0))
    }

    /// The part of the sentence after the call.
    fn said(&self) -> Text {
        let (other, en, ja) = (self.other, self.error.text(), self.error.japanese());
        let name = self.call().and_then(|(call, begun)| round_name(call, begun));
        let value = name.unwrap_or_else(|| format!("{}", self.value as i32));
        match self.error.is_about_rank() {
            true => Text::new(
                format!("rank {other} {en} {value}"),
                ja.replacen("{}", &format!("{other}"), 1).replacen("{}", &value, 1),
            ),
            false => Text::new(format!("{en} {value}"), ja.replace("{}", &value)),
        }
    }

    /// About another rank: both calls with their lines.
    fn both(&self, machine: &Machine, rank: usize) -> Option<Text> {
        let sent = match self.error {
            Error::OtherNeverReceived => Sent::Never,
            Error::OtherRoot => Sent::Root(self.value),
            Error::OtherCall => Sent::Call(self.call()?),
            _ => return None,
        };
        of_error(machine, rank, &self.function, self.other, sent)
    }
}

/// The error of MPI that a trap reports, with the line of the call; none if the trap is another one.
pub fn explained(machine: &Machine, trap: &Trap, line: Option<Text>) -> Option<Text> {
    let rank = machine.spec().array.rank(trap.node)?;
    if machine.image(rank).program.symbol("abort")?.value != trap.pc {
        return None;
    }
    let noted = Noted::of(machine, rank)?;
    let (own, node, function, said) = (noted.own, trap.node, &noted.function, noted.said());
    let line = line.map(|Text { en, ja }| text!(" ({en})", " ({ja})")).unwrap_or_default();
    let (line_en, line_ja, said_en, said_ja) = (line.en, line.ja, said.en, said.ja);
    let message = text!(
        "Rank {own}, node {node}, in {function}{line_en}: {said_en}.",
        "ランク {own}（ノード {node}）の {function}{line_ja}：{said_ja}。"
    );
    Some(match noted.both(machine, rank) {
        Some(both) => Text::new(format!("{} {}", message.en, both.en), message.ja + &both.ja),
        None => message,
    })
}
