//! Formats numbers and times for readers: the only place where they become text.
//!
//! Both languages of the page group digits by three with commas and use a decimal point, so numbers need no help of the
//! browser and are the same in native tests; `tests/browser/locale.test.mjs` compares them with its `Intl`.

use crate::i18n::I18n;
use js_sys::{Date, Object, Reflect};
pub use mcore::base::{grouped, percent, short};
use wasm_bindgen::JsValue;

/// A time in milliseconds since 1970 as the language writes it, with minutes.
pub fn moment(at: u64, i18n: &I18n) -> String {
    let options = Object::new();
    for part in ["dateStyle", "timeStyle"] {
        // A new object accepts every property.
        let _ = Reflect::set(&options, &part.into(), &"short".into());
    }
    String::from(Date::new(&JsValue::from_f64(at as f64)).to_locale_string(i18n.tag(), &options))
}

/// A number in hundredths: `11.80`.
pub fn hundredths(n: u64) -> String {
    format!("{}.{:02}", grouped(n / 100), n % 100)
}

/// A time in ns with its unit, in the short form of an axis.
pub fn time_text(ns: f64) -> String {
    match ns {
        ns if ns.abs() < 1e3 => format!("{ns:.0} ns"),
        ns if ns.abs() < 1e6 => format!("{:.2} µs", ns / 1e3),
        ns if ns.abs() < 1e9 => format!("{:.3} ms", ns / 1e6),
        ns => format!("{:.3} s", ns / 1e9),
    }
}

/// A part of a total in percent, with one decimal.
pub fn share(part: u64, total: u64) -> String {
    percent(part as f64 / total.max(1) as f64, 1)
}

/// A sentence of the session where no markup is possible: without the marks around code.
pub fn plain(text: &str) -> String {
    text.replace('`', "")
}

/// The reason of a failure, in the browser's words.
pub fn explain(error: &JsValue) -> String {
    let field = |name: &str| Reflect::get(error, &name.into()).ok()?.as_string().filter(|t| !t.is_empty());
    field("message").or_else(|| field("name")).or_else(|| error.as_string()).unwrap_or_else(|| "IndexedDB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_one_decimal_and_need_no_total() {
        assert_eq!(share(1, 3), "33.3 %");
        assert_eq!(share(5, 5), "100.0 %");
        assert_eq!(share(0, 0), "0.0 %");
    }

    #[test]
    fn hundredths_keep_two_digits() {
        assert_eq!(hundredths(1180), "11.80");
        assert_eq!(hundredths(5), "0.05");
    }
}
