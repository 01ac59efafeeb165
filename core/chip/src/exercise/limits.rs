//! Limits on an exercise and its runs, besides [those of every kind](mcore_base::packs::limits). All of them come from outside, so
//! everything has a limit; input that exceeds one is refused with a message that names it.

/// Cycles of a run.
pub(super) const MAX_CYCLES: i64 = 1_000_000_000_000;

/// Bytes of an expectation, and of all inputs of a case: the largest node memory.
pub(super) const MAX_DATA_BYTES: u32 = 16 << 20;
/// Bytes of the expected output of a console: as many as a node may print by default.
pub(super) const MAX_CONSOLE_BYTES: usize = 256 * 1024;
/// Bytes of a regular expression; its automaton has a limit of its own.
pub(super) const MAX_REGEX_BYTES: usize = 1000;
/// Bytes of that automaton: `a{1000}{1000}` is refused, not built.
pub(super) const MAX_AUTOMATON_BYTES: usize = 256 * 1024;

/// Bytes of the name of a handed-in file.
pub(super) const MAX_NAME_BYTES: usize = 100;

/// Maximum characters of an output in a message.
pub const MAX_SHOWN_OUTPUT: usize = 80;
