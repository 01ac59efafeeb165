//! Whole numbers that a browser can represent.

use serde::{Deserialize, Deserializer};

/// The largest whole number up to which a browser represents all of them exactly: 2^53 − 1.
pub const MAX_EXACT: u64 = (1 << 53) - 1;

/// Reads a number, at most [`MAX_EXACT`]. A damaged file or link may have a larger one; it could not be passed on in the page.
///
/// # Errors
/// As for a `u64`.
pub fn at_most_exact<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    u64::deserialize(from).map(|number| number.min(MAX_EXACT))
}

/// As [`at_most_exact`], for a number that may be absent.
///
/// # Errors
/// As for an optional `u64`.
pub fn at_most_exact_option<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    Option::<u64>::deserialize(from).map(|number| number.map(|number| number.min(MAX_EXACT)))
}
