//! Communication traces: one operation per line.
//!
//! ```text
//! # rank operation arguments
//! 0 compute 1500          # ns
//! 0 send 1 4096 7         # destination, bytes, tag (0 if left out)
//! 0 isend 1 4096 7
//! 1 recv 0 7              # source and tag, each may be `any` or left out
//! 1 irecv any any
//! 1 sendrecv 2 4096 0 7   # destination, bytes, source, tag
//! 1 wait 0                # request, counted from 0 over isend and irecv of the rank
//! 1 waitall
//! ```

use crate::map::shown;
use crate::{COLLECTIVE, NS, Op, time_independent};
use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};

/// Maximum number of ranks in a trace.
pub(crate) const MAX_RANKS: u32 = 1 << 20;
/// Maximum computation in one line, in ns: about a day.
const MAX_COMPUTE: u64 = 100_000_000_000_000;
/// Largest message, in bytes.
pub(crate) const MAX_BYTES: u64 = 1 << 40;

/// Largest tag: larger ones belong to collective operations.
const MAX_TAG: u64 = COLLECTIVE as u64 - 1;

/// The operations of each rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    ranks: Vec<Vec<Op>>,
}

/// An error in a line of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceError {
    /// The line, from 1.
    pub line: u32,
    /// The problem.
    pub message: Text,
}

impl TraceError {
    /// Line and message.
    pub fn text(&self) -> Text {
        let line = self.line;
        let (en, ja) = (&self.message.en, &self.message.ja);
        Text::new(format!("line {line}: {en}"), format!("{line} 行目: {ja}"))
    }
}

impl Trace {
    /// Reads a whole trace.
    pub fn read(text: &str) -> Result<Self, TraceError> {
        let mut trace = Self::default();
        for (number, line) in text.lines().enumerate() {
            trace.line(line).map_err(|message| TraceError { line: number as u32 + 1, message })?;
        }
        for (number, line) in text.lines().enumerate() {
            trace.check(line).map_err(|message| TraceError { line: number as u32 + 1, message })?;
        }
        if trace.ranks.is_empty() {
            return Err(TraceError {
                line: 1,
                message: text!(
                    "no operation in this trace; a line is for example `0 send 1 4096`",
                    "操作がありません。例: `0 send 1 4096`"
                ),
            });
        }
        Ok(trace)
    }

    /// Reads a whole trace, or a time-independent trace of SimGrid, whose first action is `init`. Its computation is in floating-point
    /// operations, for cores with `flops` of them in a second.
    pub fn read_any(text: &str, flops: f64) -> Result<Self, TraceError> {
        if time_independent::is_one(text) { time_independent::read(text, flops) } else { Self::read(text) }
    }

    /// A trace from operations.
    pub fn of(ranks: Vec<Vec<Op>>) -> Self {
        Self { ranks }
    }

    /// Number of ranks: one more than the highest rank that has a line.
    pub fn ranks(&self) -> u32 {
        self.ranks.len() as u32
    }

    /// The operation of a rank; [`Op::Done`] after the last one.
    pub fn op(&self, rank: u32, step: u64) -> Op {
        self.ranks.get(rank as usize).and_then(|ops| ops.get(step as usize)).copied().unwrap_or(Op::Done)
    }

    /// Adds the operation of a line.
    fn line(&mut self, line: &str) -> Result<(), Text> {
        let Some((rank, op)) = read(line)? else { return Ok(()) };
        let rank = rank as usize;
        if self.ranks.len() <= rank {
            self.ranks.resize(rank + 1, Vec::new());
        }
        self.ranks[rank].push(op);
        Ok(())
    }

    /// Checks that the ranks in a line exist.
    fn check(&self, line: &str) -> Result<(), Text> {
        let ranks = self.ranks();
        let named = match read(line)? {
            Some((_, Op::Send { to, .. } | Op::Isend { to, .. })) => [Some(to), None],
            Some((_, Op::Sendrecv { to, from, .. })) => [Some(to), from],
            Some((_, Op::Recv { from, .. } | Op::Irecv { from, .. })) => [from, None],
            _ => [None, None],
        };
        match named.into_iter().flatten().find(|rank| *rank >= ranks) {
            Some(rank) => {
                let last = ranks - 1;
                Err(text!(
                    "rank {rank} has no line of its own, so it would never answer; the last rank is {last}",
                    "ランク {rank} には行がなく、応答しません。最後のランクは {last} です"
                ))
            }
            None => Ok(()),
        }
    }
}

/// Writes an operation of a rank as a line; nothing for the end.
pub fn write_op(out: &mut String, rank: u32, op: &Op) {
    let any = |number: Option<u32>| number.map_or_else(|| "any".into(), |number| format!("{number}"));
    *out += &match op {
        Op::Compute(time) => format!("{rank} compute {}\n", time / NS),
        Op::Send { to, bytes, tag } => format!("{rank} send {to} {bytes} {tag}\n"),
        Op::Isend { to, bytes, tag } => format!("{rank} isend {to} {bytes} {tag}\n"),
        Op::Recv { from, tag } => format!("{rank} recv {} {}\n", any(*from), any(*tag)),
        Op::Irecv { from, tag } => format!("{rank} irecv {} {}\n", any(*from), any(*tag)),
        Op::Sendrecv { to, bytes, from, tag } => format!("{rank} sendrecv {to} {bytes} {} {tag}\n", any(*from)),
        Op::Wait(request) => format!("{rank} wait {request}\n"),
        Op::WaitAll => format!("{rank} waitall\n"),
        Op::Done => return,
    };
}

/// The rank and operation of a line; `None` if it is empty.
fn read(line: &str) -> Result<Option<(u32, Op)>, Text> {
    let content = line.split('#').next().unwrap_or_default();
    let mut words = content.split_whitespace();
    let Some(rank) = words.next() else { return Ok(None) };
    let rank = number(rank, u64::from(MAX_RANKS) - 1)? as u32;
    let verb = words.next().unwrap_or_default();
    let arguments: Vec<&str> = words.collect();
    let count = |least: usize, most: usize| {
        if (least..=most).contains(&arguments.len()) {
            return Ok(());
        }
        let found = arguments.len();
        Err(text!(
            "`{verb}` takes {least} to {most} arguments, but here are {found}",
            "`{verb}` の引数は {least} 個から {most} 個ですが、{found} 個あります"
        ))
    };
    let peer = |at: usize| number(arguments[at], u64::from(MAX_RANKS) - 1).map(|rank| rank as u32);
    let bytes = |at: usize| number(arguments[at], MAX_BYTES);
    let tag = |at: usize| arguments.get(at).map_or(Ok(0), |word| number(word, MAX_TAG)).map(|n| n as u32);
    let any = |at: usize, most: u64| match arguments.get(at) {
        None | Some(&"any") => Ok(None),
        Some(word) => number(word, most).map(|n| Some(n as u32)),
    };
    let op = match verb {
        "compute" => {
            count(1, 1)?;
            Op::Compute(number(arguments[0], MAX_COMPUTE)? * NS)
        }
        "send" | "isend" => {
            count(2, 3)?;
            let (to, bytes, tag) = (peer(0)?, bytes(1)?, tag(2)?);
            if verb == "send" { Op::Send { to, bytes, tag } } else { Op::Isend { to, bytes, tag } }
        }
        "recv" | "irecv" => {
            count(0, 2)?;
            let (from, tag) = (any(0, u64::from(MAX_RANKS) - 1)?, any(1, MAX_TAG)?);
            if verb == "recv" { Op::Recv { from, tag } } else { Op::Irecv { from, tag } }
        }
        "sendrecv" => {
            count(3, 4)?;
            Op::Sendrecv { to: peer(0)?, bytes: bytes(1)?, from: any(2, u64::from(MAX_RANKS) - 1)?, tag: tag(3)? }
        }
        "wait" => {
            count(1, 1)?;
            Op::Wait(number(arguments[0], u64::from(u32::MAX))? as u32)
        }
        "waitall" => {
            count(0, 0)?;
            Op::WaitAll
        }
        "" => return Err(text!("the operation is missing after the rank", "ランクの後に操作がありません")),
        _ => {
            return Err(text!(
                "there is no operation `{verb}`; known ones are compute, send, isend, recv, irecv, sendrecv, wait and waitall",
                "操作 `{verb}` はありません。compute、send、isend、recv、irecv、sendrecv、wait、waitall があります"
            ));
        }
    };
    Ok(Some((rank, op)))
}

/// A whole number up to `most`.
fn number(word: &str, most: u64) -> Result<u64, Text> {
    word.parse().ok().filter(|n| *n <= most).ok_or_else(|| {
        let shown = shown(word);
        text!("`{shown}` is not a whole number from 0 to {most}", "`{shown}` は 0 から {most} までの整数ではありません")
    })
}
