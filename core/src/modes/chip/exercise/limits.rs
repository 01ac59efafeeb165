//! Limits on a pack, an exercise and a hand-in file. All of them come from outside, so everything has a limit; input
//! that exceeds one is refused with a message that names it.

/// Exercises of a pack.
pub(super) const MAX_EXERCISES: usize = 1000;
/// Files, cases, inputs or expectations in one list.
pub(super) const MAX_ITEMS: usize = 64;
/// Points for one item.
pub(super) const MAX_POINTS: i64 = 10_000;
/// Cycles of a run.
pub(super) const MAX_CYCLES: i64 = 1_000_000_000_000;

/// Bytes of a text of a pack: far more than any statement or program needs, far less than would do harm.
pub const MAX_TEXT_BYTES: usize = 1 << 20;
/// Bytes of a file of a pack: the largest node memory.
pub const MAX_FILE_BYTES: usize = 16 << 20;
/// Bytes of a picture: statements are also read over slow networks.
pub const MAX_PICTURE_BYTES: usize = 2 << 20;
/// Bytes of a title, a name and the like.
pub(super) const MAX_TITLE_BYTES: usize = 200;

/// Bytes of an expectation, and of all inputs of a case: the largest node memory.
pub(super) const MAX_DATA_BYTES: u32 = 16 << 20;
/// Bytes of the expected output of a console: as many as a node may print by default.
pub(super) const MAX_CONSOLE_BYTES: usize = 256 * 1024;
/// Bytes of a regular expression; its automaton has a limit of its own.
pub(super) const MAX_REGEX_BYTES: usize = 1000;
/// Bytes of that automaton: `a{1000}{1000}` is refused, not built.
pub(super) const MAX_AUTOMATON_BYTES: usize = 256 * 1024;

/// Bytes of a hand-in file.
pub const MAX_SUBMISSION_BYTES: usize = 8 << 20;
/// Files of a hand-in.
pub(super) const MAX_HANDED_IN_FILES: usize = 64;
/// Bytes of the name of a handed-in file.
pub(super) const MAX_NAME_BYTES: usize = 100;

/// Maximum characters of a name from outside in a message.
pub(super) const MAX_SHOWN_NAME: usize = 60;
/// Maximum characters of an output in a message.
pub const MAX_SHOWN_OUTPUT: usize = 80;
