//! Standard output and files of results.

use crate::failure::Failure;
use mcore::text;
use serde::Serialize;
use std::io::{Write as _, stdout};
use std::path::Path;

/// Writes to standard output, at once.
pub fn bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(Failure::writing)
}

/// Writes a line to standard output, at once: the next one may take long.
pub fn line(line: &str) -> Result<(), Failure> {
    bytes(format!("{line}\n").as_bytes())
}

/// A value as JSON on one line.
pub fn json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(no_json)
}

/// A value as JSON on several lines.
pub fn pretty_json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(value).map_err(no_json)
}

fn no_json(error: serde_json::Error) -> Failure {
    text!("cannot write JSON: {error}", "JSON を書けません: {error}").into()
}

/// Writes a file.
pub fn file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::writing_file(path, &error))
}
