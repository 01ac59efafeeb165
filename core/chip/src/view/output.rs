//! The output of all nodes as one list of lines, in the order of cycles.

use alloc::{string::String, vec::Vec};
use mcore_base::{Cycle, NodeId};
use serde::{Deserialize, Serialize};

/// One of the two streams that a program prints to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// The lines to report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputQuery {
    /// Only lines of these ranks, from the first up to the last of each range; empty: of all.
    pub ranks: Vec<(u32, u32)>,
    /// Only lines with this text, in upper or lower case; empty: all.
    pub text: String,
    /// Only lines on this stream; `None`: on both.
    pub stream: Option<Stream>,
    /// Number of the first of these lines to report, from 0; `None`: the last ones.
    pub first: Option<u32>,
    /// Maximum number of lines to report.
    pub rows: u32,
}

/// A line of the output, or the part of a line on one of the two streams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputRow {
    /// The first cycle at which its first character is printed.
    pub cycle: Cycle,
    /// The node that printed it.
    pub node: NodeId,
    pub rank: u32,
    pub stream: Stream,
    /// Its text without the newline; a long one ends with `…`.
    pub text: String,
}

/// The lines that the nodes have printed in the whole run, also after the shown cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputView {
    /// Number of lines of all nodes.
    pub lines: u32,
    /// Number of those on standard error.
    pub errors: u32,
    /// Number of lines that the query selects.
    pub selected: u32,
    /// Number of the selected lines that are printed at the shown cycle: the lines after them are later.
    pub printed: u32,
    /// Number of the first reported line among the selected ones.
    pub first: u32,
    /// The reported lines.
    pub rows: Vec<OutputRow>,
    /// The last line of any node that is printed at the shown cycle.
    pub last: Option<OutputRow>,
    /// True if there were more lines than the list can hold.
    pub full: bool,
}
