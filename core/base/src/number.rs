//! Numbers formatted for people, the same in both languages of the lab.

use alloc::{format, string::String};

/// A number with a comma after every three digits.
///
/// ```
/// use mcore_base::grouped;
/// assert_eq!([grouped(7), grouped(1024), grouped(123_456_789)], ["7", "1,024", "123,456,789"]);
/// ```
pub fn grouped(number: u64) -> String {
    let digits = format!("{number}");
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of hundredths with two decimals and without commas, so that programs can read it too.
///
/// ```
/// assert_eq!(mcore_base::decimals(118_005), "1180.05");
/// ```
pub fn decimals(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// A non-negative number, short enough for an axis.
///
/// ```
/// use mcore_base::short;
/// assert_eq!([short(5_000.0), short(12_500.0), short(2_000_000.0)], ["5,000", "12.5k", "2M"]);
/// assert_eq!([short(0.0), short(0.25), short(1.5), short(3.0)], ["0", "0.25", "1.5", "3"]);
/// ```
pub fn short(number: f64) -> String {
    let whole = number as u64;
    let (scaled, unit) = match number {
        n if n >= 999_500.0 => (n / 1e6, "M"),
        n if n >= 10_000.0 => (n / 1e3, "k"),
        n if n >= 100.0 || whole as f64 == n || n <= 0.0 => return grouped((n.max(0.0) + 0.5) as u64),
        n if n >= 1.0 => return format!("{n:.1}"),
        n => return format!("{n:.2}"),
    };
    let text = format!("{scaled:.1}");
    format!("{}{unit}", text.strip_suffix(".0").unwrap_or(&text))
}

/// A share of 1 in percent, with `digits` digits after the decimal point.
///
/// ```
/// assert_eq!(mcore_base::percent(0.125, 1), "12.5 %");
/// ```
pub fn percent(share: f64, digits: usize) -> String {
    format!("{:.digits$} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_three() {
        let shown = [0, 7, 999, 1_000, 18_204, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "7", "999", "1,000", "18,204", "1,234,567"]);
    }

    #[test]
    fn hundredths_keep_two_digits() {
        assert_eq!([decimals(1180), decimals(1005), decimals(5), decimals(0)], ["11.80", "10.05", "0.05", "0.00"]);
    }

    #[test]
    fn axis_numbers_are_short() {
        let shown = [99.6, 100.4, 5_000.0, 15_000.0, 12_500.0, 999_499.0, 999_999.0, 2_000_000.0].map(short);
        assert_eq!(shown, ["99.6", "100", "5,000", "15k", "12.5k", "999.5k", "1M", "2M"]);
        assert_eq!([-3.0, 0.004, 0.5, 1.0, 9.96].map(short), ["0", "0.00", "0.50", "1", "10.0"]);
    }

    #[test]
    fn shares_in_percent() {
        assert_eq!([percent(1.0, 1), percent(0.333_333, 2), percent(0.0, 0)], ["100.0 %", "33.33 %", "0 %"]);
    }
}
