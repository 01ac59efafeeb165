//! The packed form of messages: [`super::fluent`] writes it, [`super::words`] reads it.
//!
//! Messages are sorted by identifier. A message is `id ID pattern END`. A pattern is text with `VALUE name VALUE` where a value
//! is put in, and with `CHOICE name (FORM key KEY pattern)… CHOICE` where the text depends on a value. The last form of a choice
//! has an empty key: it is for all other values.

/// Ends a message.
pub const END: char = '\0';
/// Ends the identifier of a message.
pub const ID: char = '\u{1}';
/// Around the name of a value.
pub const VALUE: char = '\u{2}';
/// Around a choice.
pub const CHOICE: char = '\u{3}';
/// Begins a form of a choice.
pub const FORM: char = '\u{4}';
/// Ends the key of a form.
pub const KEY: char = '\u{5}';
