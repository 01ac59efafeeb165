//! Numbers of the mapping mode as text.

use alloc::{format, string::String};

/// A number of bytes with its unit: powers of 1,000.
fn scaled(value: f64) -> (String, &'static str) {
    let (scaled, unit) = match value {
        v if v >= 1e12 => (v / 1e12, "TB"),
        v if v >= 1e9 => (v / 1e9, "GB"),
        v if v >= 1e6 => (v / 1e6, "MB"),
        v if v >= 1e3 => (v / 1e3, "kB"),
        v => return (format!("{v:.0}"), "B"),
    };
    let digits = match scaled {
        s if s >= 999.95 => 0,
        s if s >= 99.995 => 1,
        s if s >= 9.9995 => 2,
        _ => 3,
    };
    (format!("{scaled:.digits$}"), unit)
}

/// Bytes with four digits, such as `141.3 kB`.
///
/// ```
/// use mcore_mopt::mopt_bytes;
/// assert_eq!([mopt_bytes(640), mopt_bytes(141_312), mopt_bytes(8_648_704)], ["640 B", "141.3 kB", "8.649 MB"]);
/// ```
pub fn mopt_bytes(bytes: u64) -> String {
    let (number, unit) = scaled(bytes as f64);
    format!("{number} {unit}")
}

/// A cost with four digits, such as `13.24 hop MB`.
///
/// ```
/// use mcore_mopt::mopt_cost;
/// assert_eq!([mopt_cost(13_238_272), mopt_cost(223_278_182_400)], ["13.24 hop MB", "223.3 hop GB"]);
/// ```
pub fn mopt_cost(cost: u128) -> String {
    let (number, unit) = scaled(cost as f64);
    format!("{number} hop {unit}")
}

/// Bytes as a short text for a small space, such as `141 kB`.
pub fn mopt_short(bytes: u64) -> String {
    let (number, unit) = match bytes as f64 {
        v if v >= 1e9 => (v / 1e9, "GB"),
        v if v >= 1e6 => (v / 1e6, "MB"),
        v if v >= 1e3 => (v / 1e3, "kB"),
        v => (v, "B"),
    };
    let digits = usize::from(number < 9.95 && unit != "B");
    format!("{number:.digits$} {unit}")
}
