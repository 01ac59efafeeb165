//! Comma-separated values: a list of edges, or a square of numbers.

use super::{Collector, Found, Kind, MAX_SQUARE, ReadError, Word, amount, whole, words};
use crate::model::graph::Edge;
use alloc::{vec, vec::Vec};
use mcore_base::{Text, text};

const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The lines with content: number from 1 and text without comment.
fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let all = text.lines().zip(1u32..).map(|(line, number)| (number, line.split('#').next().unwrap_or("")));
    all.filter(|(_, line)| !line.trim().is_empty())
}

/// Whether a line names columns.
fn is_header(line: &str) -> bool {
    words(line, &SEPARATORS).all(|word| word.text.starts_with(|c: char| c.is_alphabetic()))
}

pub(super) fn read(text: &str, ranks: Option<u32>) -> Result<Found, ReadError> {
    let mut content = lines(text);
    let Some((number, first)) = content.next() else {
        return Err(ReadError::whole(text!("the file is empty", "ファイルが空です")));
    };
    if is_header(first) {
        let fields = words(first, &SEPARATORS).count();
        if !(3..=4).contains(&fields) {
            return Err(ReadError::new(number, 0, edges_wanted()));
        }
        return edges(content, ranks, Vec::new());
    }
    let fields = words(first, &SEPARATORS).count();
    let count = 1 + content.take(MAX_SQUARE + 1).count();
    let square = fields == count && lines(text).all(|(_, line)| words(line, &SEPARATORS).count() == fields);
    match fields {
        3 | 4 if square => {
            let notice = text!(
                "Read as a square of {fields} ranks. A header line (source,destination,bytes) makes it a list of edges.",
                "{fields} ランクの正方行列として読みました。見出し行 (source,destination,bytes) があれば通信の一覧として読みます。"
            );
            self::square(text, fields, ranks, vec![notice])
        }
        3 | 4 => edges(lines(text), ranks, Vec::new()),
        // A text without numbers is neither.
        _ => {
            for word in words(first, &SEPARATORS) {
                amount(word, number)?;
            }
            if fields < 2 {
                return Err(ReadError::new(number, 0, edges_wanted()));
            }
            self::square(text, fields, ranks, Vec::new())
        }
    }
}

fn edges_wanted() -> Text {
    text!(
        "write `source,destination,bytes` or `source,destination,bytes,messages`",
        "`source,destination,bytes` か `source,destination,bytes,messages` の形で書きます"
    )
}

fn edges<'a>(
    lines: impl Iterator<Item = (u32, &'a str)>,
    ranks: Option<u32>,
    notices: Vec<Text>,
) -> Result<Found, ReadError> {
    let mut all = Collector::new(ranks);
    for (line, content) in lines {
        let mut fields = words(content, &SEPARATORS);
        let mut next = || fields.next().ok_or_else(|| ReadError::new(line, 0, edges_wanted()));
        let (from, to, bytes) = (next()?, next()?, next()?);
        let messages = fields.next();
        if let Some(more) = fields.next() {
            let wrong = text!("there are more than four fields", "項目が 4 個を超えています");
            return Err(ReadError::new(line, more.column, wrong));
        }
        let rank =
            |word: Word<'_>| all.rank(whole(word, line)?).map_err(|wrong| ReadError::new(line, word.column, wrong));
        let (source, destination) = (rank(from)?, rank(to)?);
        let (amount, rounded) = amount(bytes, line)?;
        let messages = messages.map_or(Ok(1), |word| whole(word, line))?;
        all.rounded |= rounded;
        let edge = Edge { from: source, to: destination, bytes: amount, messages };
        all.add(edge).map_err(|wrong| ReadError::new(line, from.column, wrong))?;
    }
    all.finish(Kind::Edges, notices)
}

fn square(text: &str, side: usize, ranks: Option<u32>, notices: Vec<Text>) -> Result<Found, ReadError> {
    if side > MAX_SQUARE {
        let wrong = text!(
            "a square of {side} numbers is too large; at most {MAX_SQUARE} are possible, write a list of edges instead",
            "{side} 個の正方行列は大きすぎます。{MAX_SQUARE} 個までです。通信の一覧で書いてください"
        );
        return Err(ReadError::whole(wrong));
    }
    let mut all = Collector::new(Some(side as u32));
    if let Some(ranks) = ranks.filter(|ranks| *ranks as usize != side) {
        let wrong = text!(
            "the square has {side} ranks and not {ranks}",
            "正方行列は {side} ランクで、{ranks} ランクではありません"
        );
        return Err(ReadError::whole(wrong));
    }
    let (mut from, mut last) = (0u32, 0);
    for (line, content) in lines(text) {
        last = line;
        for (word, to) in words(content, &SEPARATORS).take(side).zip(0u32..) {
            if from as usize >= side {
                break;
            }
            let (bytes, rounded) = amount(word, line)?;
            all.rounded |= rounded;
            if bytes > 0 {
                let edge = Edge { from, to, bytes, messages: 1 };
                all.add(edge).map_err(|wrong| ReadError::new(line, word.column, wrong))?;
            }
        }
        let found = words(content, &SEPARATORS).count();
        if found != side {
            let wrong = text!(
                "this line has {found} numbers and the first one has {side}",
                "この行の数は {found} 個で、最初の行は {side} 個です"
            );
            return Err(ReadError::new(line, 0, wrong));
        }
        from += 1;
    }
    if from as usize != side {
        let wrong = text!(
            "a square of {side} numbers a line needs {side} lines, and there are {from}",
            "1 行に {side} 個なら {side} 行必要ですが、{from} 行です"
        );
        return Err(ReadError::new(last, 0, wrong));
    }
    all.finish(Kind::Square, notices)
}
