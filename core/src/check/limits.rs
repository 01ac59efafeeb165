//! How much a check may keep.

/// Shadow pages of all memories together; a page costs about 8 KiB.
pub const PAGES: usize = 32 * 1024;
/// Compute nodes up to which a chip is checked: the clocks of all cores grow with the square of it.
pub const NODES: usize = 1024;
/// Cycles that are checked; shadows count them with 32 bits.
pub const CYCLES: u64 = u32::MAX as u64;
/// Distinct findings that are kept.
pub const FINDINGS: usize = 100;
/// Calls that have not come back, of one core; older ones are forgotten.
pub const FRAMES: usize = 1024;
/// Delivered DMAs of one source that are remembered with their clocks.
pub const DELIVERED: usize = 16;
/// Steps of what one core has seen of one source that are remembered.
pub const STEPS: usize = 64;
/// Words of one node that are known to hold a value that came from an unwritten place.
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
