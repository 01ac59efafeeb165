//! Every key of an `exercise.toml` of this kind, by table. The reader accepts exactly these, and a test compares the editors' schema
//! with them.

/// Top of `exercise.toml`.
pub const EXERCISE: &[&str] = &["format", "kind", "title", "start", "given", "machine", "case"];
/// `[[case]]`. `machine`, here and at the top, has the parameters of the machine.
pub const CASE: &[&str] = &["name", "visible", "points", "given", "machine", "prepare", "expect"];
/// An item of `prepare`.
pub const PREPARE: &[&str] = &["node", "buffer", "offset", "text", "hex", "fill", "random", "skip", "length"];
/// An item of `expect`.
pub const EXPECT: &[&str] = &[
    "check", "node", "buffer", "offset", "text", "hex", "fill", "random", "skip", "length", "opcode", "statuses",
    "at_most",
];
/// Contents: exactly one of these.
pub const DATA: &[&str] = &["text", "hex", "fill", "random"];
