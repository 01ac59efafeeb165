//! Readers of communication and of maps. The kind of a file is recognised by its content, not by its name.
//!
//! ```text
//! csv     edges (`source,destination,bytes[,messages]`) or a square of numbers
//! market  Matrix Market: coordinate or array
//! comm    a communication record: one JSON object, or JSON lines
//! trace   a program of the interconnect mode
//! map     the node of each rank: lines, or the JSON of a run
//! ```

mod comm;
mod csv;
mod map;
mod market;
mod trace;

pub use map::{read_map, write_map};
pub use trace::is_trace;

use super::graph::{Edge, Graph, GraphError, MAX_PAIRS, MAX_RANKS};
use alloc::{string::String, vec::Vec};
use mcore_base::{Text, text};

/// Maximum length of a file, in bytes.
pub const MAX_FILE: usize = 256 << 20;
/// Maximum number of ranks of a square of numbers.
pub const MAX_SQUARE: usize = 4096;

/// The kinds of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A list of edges.
    Edges,
    /// A square of numbers.
    Square,
    /// Matrix Market.
    Market,
    /// A communication record.
    Comm,
    /// A trace of the interconnect mode.
    Trace,
}

/// The communication in a file.
#[derive(Clone, Debug)]
pub struct Found {
    /// The traffic.
    pub graph: Graph,
    /// The kind of the file.
    pub kind: Kind,
    /// Remarks: what was ignored or rounded.
    pub notices: Vec<Text>,
}

/// An error in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line, from 1; 0 if the error is about the whole file.
    pub line: u32,
    /// Column, from 1, in characters; 0 if the error is about the whole line.
    pub column: u32,
    /// The problem and its remedy.
    pub message: Text,
}

impl ReadError {
    /// An error at a place.
    pub(super) fn new(line: u32, column: u32, message: Text) -> Self {
        Self { line, column, message }
    }

    /// An error of the whole file.
    pub(super) fn whole(message: Text) -> Self {
        Self { line: 0, column: 0, message }
    }

    /// The error as text, with its place.
    pub fn text(&self) -> Text {
        let (line, column, en, ja) = (self.line, self.column, &self.message.en, &self.message.ja);
        match (line, column) {
            (0, _) => self.message.clone(),
            (_, 0) => text!("line {line}: {en}", "{line} 行目: {ja}"),
            _ => text!("line {line}, column {column}: {en}", "{line} 行目 {column} 文字目: {ja}"),
        }
    }
}

/// Collects the edges of a file and watches the limits.
struct Collector {
    edges: Vec<Edge>,
    ranks: Option<u32>,
    most: u32,
    rounded: bool,
}

impl Collector {
    fn new(ranks: Option<u32>) -> Self {
        Self { edges: Vec::new(), ranks, most: 0, rounded: false }
    }

    /// Adds an edge; the error is for the place of the edge.
    fn add(&mut self, edge: Edge) -> Result<(), Text> {
        self.most = self.most.max(edge.from).max(edge.to);
        // Repeated pairs are added up later, so the list may be somewhat longer than the limit.
        if self.edges.len() >= 2 * MAX_PAIRS {
            return Err(GraphError::Pairs.text());
        }
        self.edges.push(edge);
        Ok(())
    }

    /// Checks a rank.
    fn rank(&self, rank: u64) -> Result<u32, Text> {
        let ranks = u64::from(self.ranks.unwrap_or(MAX_RANKS));
        if rank < ranks {
            return Ok(rank as u32);
        }
        Err(match self.ranks {
            Some(_) => text!(
                "there is no rank {rank}; there are {ranks}, from 0",
                "ランク {rank} はありません。0 から数えて {ranks} 個です"
            ),
            None => text!(
                "rank {rank} is too large; at most {ranks} ranks are possible",
                "ランク {rank} は大きすぎます。{ranks} ランクまでです"
            ),
        })
    }

    fn finish(self, kind: Kind, mut notices: Vec<Text>) -> Result<Found, ReadError> {
        if self.edges.is_empty() {
            return Err(ReadError::whole(GraphError::Empty.text()));
        }
        let ranks = self.ranks.unwrap_or(self.most + 1);
        let graph = Graph::new(ranks, self.edges).map_err(|error| ReadError::whole(error.text()))?;
        match graph.own() {
            0 => {}
            own => notices.push(text!(
                "{own} entries of a rank with itself are ignored.",
                "自分自身への通信 {own} 件は無視します。"
            )),
        }
        if self.rounded {
            notices.push(text!("Numbers are rounded to whole bytes.", "数値は整数のバイト数に丸めました。"));
        }
        Ok(Found { graph, kind, notices })
    }
}

/// Reads communication. `ranks` is their number, if it is known; otherwise the file decides.
///
/// # Errors
/// The file has an error, breaks a limit, or has no traffic.
pub fn read(text: &str, ranks: Option<u32>) -> Result<Found, ReadError> {
    if text.len() > MAX_FILE {
        return Err(too_long());
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let start = text.trim_start();
    if start.starts_with(['{', '[']) {
        comm::read(text, ranks)
    } else if start.starts_with("%%MatrixMarket") {
        market::read(text, ranks)
    } else if is_trace(text) {
        trace::read(text, ranks)
    } else {
        csv::read(text, ranks)
    }
}

fn too_long() -> ReadError {
    let most = MAX_FILE >> 20;
    ReadError::whole(text!("the file is longer than {most} MiB", "ファイルが {most} MiB を超えています"))
}

/// A piece of a line with its column, from 1.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    text: &'a str,
    column: u32,
}

impl Word<'_> {
    /// A short form for a message.
    fn shown(&self) -> String {
        self.text.chars().take(20).collect()
    }
}

/// The words of a line between these separators, without blanks around them.
fn words<'a>(line: &'a str, separators: &'a [char]) -> impl Iterator<Item = Word<'a>> {
    let mut column = 1;
    line.split(separators).map(move |part| {
        let indent = part.chars().take_while(|c| c.is_whitespace()).count() as u32;
        let word = Word { text: part.trim(), column: column + indent };
        column += part.chars().count() as u32 + 1;
        word
    })
}

/// A number of bytes; whether it was rounded.
fn amount(word: Word<'_>, line: u32) -> Result<(u64, bool), ReadError> {
    let wrong = |message| ReadError::new(line, word.column, message);
    if let Ok(whole) = word.text.parse::<u64>() {
        return Ok((whole, false));
    }
    let shown = word.shown();
    match word.text.parse::<f64>() {
        Ok(number) if number < 0.0 => Err(wrong(text!("`{shown}` is negative", "`{shown}` は負の数です"))),
        // `f64::round` is not in `core`.
        Ok(number) if number < 1.8e19 => Ok(((number + 0.5) as u64, (number as u64) as f64 != number)),
        Ok(_) => Err(wrong(text!("`{shown}` is too large", "`{shown}` は大きすぎます"))),
        Err(_) => Err(wrong(text!("`{shown}` is not a number", "`{shown}` は数ではありません"))),
    }
}

/// A whole number.
fn whole(word: Word<'_>, line: u32) -> Result<u64, ReadError> {
    word.text.parse::<u64>().map_err(|_| {
        let shown = word.shown();
        let message = match word.text.strip_prefix('-').is_some_and(|rest| rest.parse::<u64>().is_ok()) {
            true => text!("`{shown}` is negative", "`{shown}` は負の数です"),
            false => text!("`{shown}` is not a whole number", "`{shown}` は整数ではありません"),
        };
        ReadError::new(line, word.column, message)
    })
}

#[cfg(test)]
mod tests;
