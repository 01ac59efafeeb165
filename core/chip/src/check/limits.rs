//! Limits of the memory that a check uses.

/// Shadow pages of all memories together; a page takes about 8 KiB.
pub const PAGES: usize = 32 * 1024;
/// The largest number of compute nodes that is checked: the clocks of all cores grow with its square.
pub const NODES: usize = 1024;
/// The number of cycles that are checked; shadows count them in 32 bits.
pub const CYCLES: u64 = u32::MAX as u64;
/// The number of distinct findings that are kept.
pub const FINDINGS: usize = 100;
/// Calls of one core that have not returned yet; older ones are forgotten.
pub const FRAMES: usize = 1024;
/// Delivered DMAs per source that are kept with their clocks.
pub const DELIVERED: usize = 16;
/// Steps that are kept of what one core has seen of one source.
pub const STEPS: usize = 64;
/// Words per node that are known to hold a value from an unwritten place.
pub const ORIGINS: usize = 4096;

/// Why a check has not followed the whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// The chip has more compute nodes than can be checked.
    TooManyNodes,
    /// The program uses more memory than can be followed.
    TooMuchMemory,
    /// The run is longer than can be followed.
    TooLong,
}
