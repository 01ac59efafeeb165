//! Every key of `pack.toml`, and the tables that all kinds of exercises have. The readers accept exactly these, and a test compares
//! the editors' schemas with them.

/// Top of `pack.toml`.
pub const PACK: &[&str] = &["format", "id", "version", "title", "authors", "licence", "exercises", "edition"];
/// A text in both languages.
pub const TEXT: &[&str] = &["en", "ja"];
