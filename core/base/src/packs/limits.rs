//! Limits on a pack and its exercises of any kind. All of them come from outside, so everything has a limit; input that exceeds one
//! is refused with a message that names it.

/// Exercises of a pack.
pub const MAX_EXERCISES: usize = 1000;
/// Files, cases, inputs or expectations in one list.
pub const MAX_ITEMS: usize = 64;
/// Points for one item.
pub const MAX_POINTS: i64 = 10_000;

/// Bytes of a text of a pack: far more than any statement or program needs, far less than would do harm.
pub const MAX_TEXT_BYTES: usize = 1 << 20;
/// Bytes of a file of a pack: the largest node memory.
pub const MAX_FILE_BYTES: usize = 16 << 20;
/// Bytes of a picture: statements are also read over slow networks.
pub const MAX_PICTURE_BYTES: usize = 2 << 20;
/// Bytes of a title, a name and the like.
pub const MAX_TITLE_BYTES: usize = 200;

/// Bytes of a hand-in file.
pub const MAX_SUBMISSION_BYTES: usize = 8 << 20;
/// Files of a hand-in.
pub const MAX_HANDED_IN_FILES: usize = 64;
/// Maximum characters of a name from outside in a message.
pub const MAX_SHOWN_NAME: usize = 60;
