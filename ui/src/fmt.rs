//! Numbers and times as people read them: the one place where they become text.
//!
//! Both languages of the page group digits by three with commas and have a decimal point, so numbers need no help of the
//! browser and are the same in native tests; `tests/browser/locale.test.mjs` holds them against its `Intl`.

use crate::i18n::I18n;
use js_sys::{Date, Object, Reflect};
use wasm_bindgen::JsValue;

/// A time in milliseconds since 1970 as the language writes it, with minutes.
pub fn moment(at: u64, i18n: &I18n) -> String {
    let options = Object::new();
    for part in ["dateStyle", "timeStyle"] {
        // An object of our own takes every property.
        let _ = Reflect::set(&options, &part.into(), &"short".into());
    }
    String::from(Date::new(&JsValue::from_f64(at as f64)).to_locale_string(i18n.tag(), &options))
}

/// Digits in groups of three, the same in both languages of the page: `18,204`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// A number in hundredths: `11.80`.
pub fn hundredths(n: u64) -> String {
    format!("{}.{:02}", grouped(n / 100), n % 100)
}

/// A large number short enough for an axis: `850`, `12k`, `1.5M`.
pub fn short(n: f64) -> String {
    let (scaled, unit) = match n.abs() {
        x if x >= 999_500.0 => (n / 1e6, "M"),
        x if x >= 10_000.0 => (n / 1e3, "k"),
        _ => return grouped(n.round().max(0.0) as u64),
    };
    let text = format!("{scaled:.1}");
    format!("{}{unit}", text.strip_suffix(".0").unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_three() {
        let shown: Vec<_> = [0, 7, 999, 1_000, 18_204, 1_234_567].into_iter().map(grouped).collect();
        assert_eq!(shown, ["0", "7", "999", "1,000", "18,204", "1,234,567"]);
    }

    #[test]
    fn hundredths_keep_two_digits() {
        assert_eq!(hundredths(1180), "11.80");
        assert_eq!(hundredths(5), "0.05");
    }

    #[test]
    fn axis_numbers_are_short() {
        assert_eq!(short(5_000.0), "5,000");
        assert_eq!(short(15_000.0), "15k");
        assert_eq!(short(12_500.0), "12.5k");
        assert_eq!(short(2_000_000.0), "2M");
        assert_eq!(short(999_999.0), "1M");
    }
}
