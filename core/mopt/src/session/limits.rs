//! The differences between runs in a page and runs of the command.

/// Limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoptLimits {
    /// Maximum length of a file with communication or a map, in bytes.
    pub text: usize,
    /// Largest seed.
    pub seed: u64,
}

impl MoptLimits {
    /// In a page: a text is kept several times, and numbers have 53 bits.
    pub const PAGE: Self = Self { text: 64 << 20, seed: (1 << 53) - 1 };
    /// In the command: the readers have limits of their own.
    pub const COMMAND: Self = Self { text: usize::MAX, seed: u64::MAX };
}
