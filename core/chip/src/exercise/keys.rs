//! Every key of `exercise.toml`, by table. The readers accept exactly these, and a test compares the editors' schemas with
//! them.

pub use mcore_base::packs::keys::{PACK, TEXT};

/// Top of `exercise.toml`.
pub const EXERCISE: &[&str] = &["format", "kind", "title", "language", "machine", "files", "c", "case", "score"];
/// `[machine]`.
pub const MACHINE: &[&str] = &["nodes", "node_memory", "addressing", "sizes"];
/// `[case.machine]`: the settings that one case can change.
pub const CASE_MACHINE: &[&str] = &["nodes", "node_memory", "addressing"];
/// `[files]`.
pub const FILES: &[&str] = &["editable", "read_only", "reference"];
/// `[c]`.
pub const C: &[&str] = &["level", "warnings", "headers", "arguments"];
/// `[[case]]`.
pub const CASE: &[&str] =
    &["name", "visibility", "seed", "cycle_limit", "ends", "points", "machine", "stdin", "files", "input", "expect"];
/// A table for `stdin`.
pub const STDIN: &[&str] = &["file"];
/// `files`: a file that the program finds.
pub const GIVEN: &[&str] = &["name", "text", "file"];
/// `[[case.input]]`.
pub const INPUT: &[&str] = &[
    "node", "symbol", "offset", "address", "words", "halves", "bytes", "floats", "doubles", "strings", "file", "random",
];
/// The data of an input: exactly one of these.
pub const FILLS: &[&str] = &["words", "halves", "bytes", "floats", "doubles", "strings", "file", "random"];
/// `random` of an input.
pub const RANDOM: &[&str] = &["type", "low", "high", "count", "shape", "order", "seed"];
/// `[[case.expect]]`: exactly one of these.
pub const EXPECT: &[&str] = &[
    "halted",
    "exit",
    "no_trap",
    "console",
    "file",
    "memory",
    "worked",
    "speedup",
    "cycles",
    "flits",
    "dmas",
    "busiest_link",
    "withheld",
];
/// `exit` of an expectation.
pub const EXIT: &[&str] = &["node", "code"];
/// `console` of an expectation.
pub const CONSOLE: &[&str] = &["node", "exact", "trimmed", "regex", "equals", "digest", "salt"];
/// The ways to compare a console: exactly one of these.
pub const CONSOLE_KINDS: &[&str] = &["exact", "trimmed", "regex", "equals", "digest"];
/// `file` of an expectation.
pub const FILE: &[&str] =
    &["name", "exact", "trimmed", "regex", "equals", "data", "picture", "tolerance", "digest", "salt"];
/// The kinds of comparison of a file: exactly one of these.
pub const FILE_KINDS: &[&str] = &["exact", "trimmed", "regex", "equals", "data", "picture", "digest"];
/// `memory` of an expectation.
pub const MEMORY: &[&str] = &[
    "node",
    "symbol",
    "offset",
    "address",
    "words",
    "halves",
    "bytes",
    "floats",
    "doubles",
    "columns",
    "equals",
    "abs",
    "rel",
    "reference_node",
];
/// `equals = { ... }` of a memory expectation.
pub const EQUALS: &[&str] = &["file", "digest", "salt"];
/// `[score]`.
pub const SCORE: &[&str] = &["nodes", "speedup"];
/// A step of the score.
pub const STEP: &[&str] = &["at_least", "points"];
