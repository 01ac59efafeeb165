//! Every key of an `exercise.toml` of this kind, by table. The reader accepts exactly these, and a test compares the editors' schema
//! with them.

/// Top of `exercise.toml`.
pub const EXERCISE: &[&str] = &["format", "kind", "title", "hand_in", "network", "case"];
/// `[network]`.
pub const NETWORK: &[&str] = &["kind", "sizes"];
/// `[[case]]`.
pub const CASE: &[&str] = &["name", "visible", "matrix", "hops", "points", "expect", "table", "ranks"];
/// `matrix` of a case, if it is a pattern.
pub const PATTERN: &[&str] = &["pattern", "ranks", "bytes", "rounds", "grid", "border", "degree", "class", "seed"];
/// An item of `expect`.
pub const EXPECT: &[&str] = &["measure", "at_most", "at_most_of", "factor"];
/// The limit of an expectation: exactly one of these.
pub const LIMITS: &[&str] = &["at_most", "at_most_of"];
/// An item of `table`.
pub const STEP: &[&str] = &["measure", "at_most", "points"];
