//! The fields of one JSON object, taken out one by one; the rest is kept.

use super::{DatError, Extra};
use alloc::{format, string::String, vec::Vec};
use mcore_base::text;
use serde_json::{Map, Value};

/// Errors beyond this number are not reported: the first ones suffice.
pub(super) const MAX_ERRORS: usize = 100;

/// An object of the text while it is read.
pub(super) struct Fields<'e> {
    place: String,
    map: Map<String, Value>,
    errors: &'e mut Vec<DatError>,
}

impl<'e> Fields<'e> {
    /// The fields of the entry `index` of the array `list`.
    pub(super) fn new(list: &str, index: usize, value: Value, errors: &'e mut Vec<DatError>) -> Self {
        let map = match value {
            Value::Object(map) => map,
            _ => {
                let place = format!("{list}[{index}]");
                errors.push(DatError::new(
                    place,
                    "",
                    text!("must be a JSON object {{...}}", "JSON のオブジェクト {{...}} にしてください"),
                ));
                Map::new()
            }
        };
        let place = match map.get("name").and_then(Value::as_str) {
            Some(name) if !name.is_empty() => format!("{list} `{name}`"),
            _ => format!("{list}[{index}]"),
        };
        Self { place, map, errors }
    }

    fn wrong(&mut self, key: &str, what: mcore_base::Text) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(DatError::new(self.place.clone(), key, what));
        }
    }

    fn missing(&mut self, key: &str) {
        self.wrong(key, text!("is missing; add it", "がありません。加えてください"));
    }

    /// A name: a non-empty text.
    pub(super) fn name(&mut self, key: &str) -> String {
        match self.map.remove(key) {
            Some(Value::String(text)) if !text.trim().is_empty() => return text,
            None => self.missing(key),
            Some(_) => {
                self.wrong(key, text!("must be a text that is not empty", "空でない文字列にしてください"));
            }
        }
        String::new()
    }

    /// An optional whole number.
    pub(super) fn count(&mut self, key: &str) -> Option<u64> {
        let value = self.map.remove(key).filter(|v| !v.is_null())?;
        let whole = value.as_u64().or_else(|| {
            // 3.2e9 is a whole number too.
            value.as_f64().filter(|v| (0.0..9e15).contains(v) && *v == (*v as u64) as f64).map(|v| v as u64)
        });
        if whole.is_none() {
            self.wrong(key, text!("must be a whole number, 0 or more", "0 以上の整数にしてください"));
        }
        whole
    }

    /// A required whole number above 0; 1 if it is wrong, so that reading can continue.
    pub(super) fn size(&mut self, key: &str) -> u64 {
        if !self.map.contains_key(key) {
            self.missing(key);
            return 1;
        }
        let before = self.errors.len();
        match self.count(key) {
            Some(n) if n > 0 => return n,
            _ if self.errors.len() > before => {}
            _ => self.wrong(key, text!("must be above 0", "0 より大きくしてください")),
        }
        1
    }

    /// An optional rate above 0.
    pub(super) fn rate_if_any(&mut self, key: &str) -> Option<f64> {
        let value = self.map.remove(key).filter(|v| !v.is_null())?;
        match value.as_f64() {
            Some(rate) if rate > 0.0 && rate.is_finite() => Some(rate),
            _ => {
                self.wrong(
                    key,
                    text!(
                        "must be a number above 0 (a rate a second)",
                        "0 より大きい数（1 秒あたりの値）にしてください"
                    ),
                );
                None
            }
        }
    }

    /// A required rate; 1 if it is wrong, so that reading can continue.
    pub(super) fn rate(&mut self, key: &str) -> f64 {
        if self.map.get(key).is_none_or(Value::is_null) {
            self.missing(key);
        }
        self.rate_if_any(key).unwrap_or(1.0)
    }

    /// An optional time of a result.
    pub(super) fn time(&mut self, key: &str) -> Option<f64> {
        let value = self.map.remove(key).filter(|v| !v.is_null())?;
        let time = value.as_f64().filter(|t| *t >= 0.0 && t.is_finite());
        if time.is_none() {
            self.wrong(key, text!("must be seconds, 0 or more", "0 以上の秒数にしてください"));
        }
        time
    }

    /// The fields that have not been taken.
    pub(super) fn rest(self) -> Extra {
        self.map.into_iter().collect()
    }
}
