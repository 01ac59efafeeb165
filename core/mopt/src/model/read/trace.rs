//! Traces of the interconnect mode: a line for each operation of a rank, such as `0 send 1 4096 7`. Only messages that are sent
//! matter here.

use super::{Collector, Found, Kind, ReadError, whole, words};
use crate::model::graph::Edge;
use alloc::vec::Vec;
use mcore_base::text;

/// The operations of that mode, and the number of arguments that those that send need.
const OPERATIONS: [(&str, Option<usize>); 8] = [
    ("send", Some(2)),
    ("isend", Some(2)),
    ("sendrecv", Some(3)),
    ("recv", None),
    ("irecv", None),
    ("wait", None),
    ("waitall", None),
    ("compute", None),
];

/// The lines with content: number from 1 and words.
fn lines(text: &str) -> impl Iterator<Item = (u32, Vec<super::Word<'_>>)> {
    let all = text.lines().zip(1u32..).map(|(line, number)| {
        let content = line.split('#').next().unwrap_or("");
        (number, words(content, &[' ', '\t']).filter(|word| !word.text.is_empty()).collect::<Vec<_>>())
    });
    all.filter(|(_, words)| !words.is_empty())
}

/// True if the first line with content is a rank and an operation.
pub fn is_trace(text: &str) -> bool {
    lines(text).next().is_some_and(|(_, words)| match words.as_slice() {
        [rank, operation, ..] => {
            rank.text.parse::<u32>().is_ok() && operation.text.chars().all(|c| c.is_ascii_lowercase())
        }
        _ => false,
    })
}

pub(super) fn read(text: &str, ranks: Option<u32>) -> Result<Found, ReadError> {
    let mut all = Collector::new(ranks);
    for (line, words) in lines(text) {
        let wrong = |column: u32, message| ReadError::new(line, column, message);
        let (Some(own), Some(operation)) = (words.first(), words.get(1)) else {
            return Err(wrong(0, text!("the operation is missing after the rank", "ランクの後に操作がありません")));
        };
        let number = |at: usize| -> Result<(u64, u32), ReadError> {
            let word = *words.get(at).ok_or_else(|| {
                let name = operation.text;
                wrong(0, text!("an argument of `{name}` is missing", "`{name}` の引数が足りません"))
            })?;
            Ok((whole(word, line)?, word.column))
        };
        let from = all.rank(whole(*own, line)?).map_err(|message| wrong(own.column, message))?;
        // A rank that sends nothing is a rank too.
        all.most = all.most.max(from);
        match OPERATIONS.iter().find(|(name, _)| *name == operation.text) {
            Some((_, Some(arguments))) => {
                let ((to, column), (bytes, _)) = (number(2)?, number(3)?);
                // The source of `sendrecv` may be any.
                if *arguments > 2 && words.get(4).is_none_or(|word| word.text != "any") {
                    number(4)?;
                }
                let to = all.rank(to).map_err(|message| wrong(column, message))?;
                all.add(Edge { from, to, bytes, messages: 1 }).map_err(|message| wrong(0, message))?;
            }
            Some((_, None)) => {}
            None => {
                let (found, known) = (operation.shown(), OPERATIONS.map(|(name, _)| name).join(", "));
                let message = text!(
                    "there is no operation `{found}`; known ones are {known}",
                    "操作 `{found}` はありません。使えるのは {known} です"
                );
                return Err(wrong(operation.column, message));
            }
        }
    }
    all.finish(Kind::Trace, Vec::new())
}
