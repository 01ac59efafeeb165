//! Errors in a pack, with their places.

use crate::Text;
use alloc::{format, string::String};

/// An error in a pack, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackError {
    /// The file, by its path within the pack.
    pub file: String,
    /// Line, from 1, if the file was read.
    pub line: Option<u32>,
    /// The key within the file, for example `case.input.node`, or empty.
    pub key: String,
    /// The problem.
    pub message: Text,
}

impl PackError {
    /// File, line, key and message in one line.
    pub fn text(&self) -> Text {
        let mut place = self.file.clone();
        if let Some(line) = self.line {
            place += &format!(":{line}");
        }
        if !self.key.is_empty() {
            place += &format!(" `{}`", self.key);
        }
        Text::new(format!("{place}: {}", self.message.en), format!("{place}: {}", self.message.ja))
    }
}
