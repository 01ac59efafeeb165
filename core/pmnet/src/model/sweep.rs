//! A sweep of one property of a class over several values.

use super::dat::Dat;
use alloc::{format, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Text, nearest};
use serde_json::Value;

/// A property of a class, written `class.key`: `L3.capacity`, `DDR4.read_bandwidth`. `class.bandwidth` is both bandwidths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    class: String,
    key: String,
}

const LISTS: [(&str, &[&str]); 4] = [
    ("core_class", &["dp_flops", "sp_flops", "ips"]),
    ("cache_class", &["capacity", "associativity", "linesize", "read_bandwidth", "write_bandwidth", "bandwidth"]),
    ("mem_class", &["capacity", "linesize", "read_bandwidth", "write_bandwidth", "bandwidth"]),
    ("router_class", &["read_bandwidth", "write_bandwidth", "bandwidth"]),
];

/// Maximum number of values of a sweep.
pub const MAX_VALUES: usize = 10_000;

/// Reads values of a sweep, separated by commas; K, M and G at the end are powers of 1024. `None` if one is no number.
pub fn values(list: &str) -> Option<Vec<f64>> {
    let value = |word: &str| {
        let word = word.trim();
        let (digits, scale) = match word.as_bytes().last()? {
            b'K' | b'k' => (&word[..word.len() - 1], 1024.0),
            b'M' => (&word[..word.len() - 1], 1024.0 * 1024.0),
            b'G' => (&word[..word.len() - 1], 1024.0 * 1024.0 * 1024.0),
            _ => (word, 1.0),
        };
        digits.parse::<f64>().ok().filter(|v| v.is_finite()).map(|v| v * scale)
    };
    let values: Option<Vec<f64>> = list.split(',').map(value).collect();
    values.filter(|values| values.len() <= MAX_VALUES)
}

/// All properties of a memory system that can be varied, as [`Property::read`] takes them.
pub fn properties(dat: &Dat) -> Vec<String> {
    let classes: [Vec<&str>; 4] = [
        dat.core_class.iter().map(|c| c.name.as_str()).collect(),
        dat.cache_class.iter().map(|c| c.name.as_str()).collect(),
        dat.mem_class.iter().map(|c| c.name.as_str()).collect(),
        dat.router_class.iter().map(|c| c.name.as_str()).collect(),
    ];
    // Memories and caches are varied most often.
    let order = [2, 1, 3, 0];
    let lists = order.into_iter().map(|place| (LISTS[place], &classes[place]));
    let of = |((_, keys), classes): ((&str, &'static [&'static str]), &Vec<&str>)| {
        let names = classes.iter().flat_map(|class| keys.iter().map(move |key| format!("{class}.{key}")));
        names.collect::<Vec<_>>()
    };
    lists.flat_map(of).collect()
}

impl Property {
    /// Reads `class.key`; the name of the class may contain dots.
    ///
    /// # Errors
    /// The DAT has no such class, or the class no such key.
    pub fn read(text: &str, dat: &Dat) -> Result<Self, Text> {
        let Some((class, key)) = text.rsplit_once('.') else {
            return Err(text!(
                "`{text}`: write a class and its key, for example L3.capacity",
                "`{text}`: `L3.capacity` のように、クラスとキーを書いてください"
            ));
        };
        let classes: [Vec<&str>; 4] = [
            dat.core_class.iter().map(|c| c.name.as_str()).collect(),
            dat.cache_class.iter().map(|c| c.name.as_str()).collect(),
            dat.mem_class.iter().map(|c| c.name.as_str()).collect(),
            dat.router_class.iter().map(|c| c.name.as_str()).collect(),
        ];
        let Some(list) = classes.iter().position(|names| names.contains(&class)) else {
            let names = classes.concat();
            let list = names.join(", ");
            return Err(match nearest(class, names.into_iter()).first() {
                Some(near) => text!(
                    "there is no class `{class}`; did you mean `{near}`?",
                    "クラス `{class}` はありません。`{near}` ですか"
                ),
                None => text!(
                    "there is no class `{class}`; there are {list}",
                    "クラス `{class}` はありません。あるのは {list} です"
                ),
            });
        };
        let (list, keys) = LISTS[list];
        if !keys.contains(&key) {
            let keys = keys.join(", ");
            return Err(text!(
                "a {list} has no key `{key}` that can be varied; there are {keys}",
                "{list} のキー `{key}` は変えられません。変えられるのは {keys} です"
            ));
        }
        Ok(Self { class: class.into(), key: key.into() })
    }

    /// The DAT with another value. It is read anew, so that everything is checked.
    ///
    /// # Errors
    /// The value is not possible; the message names class and key.
    pub fn set(&self, dat: &Dat, value: f64) -> Result<Dat, Text> {
        let whole = (0.0..9e15).contains(&value) && value == (value as u64) as f64;
        let number = if whole { Value::from(value as u64) } else { Value::from(value) };
        let wrong = || {
            let (class, key) = (&self.class, &self.key);
            text!("`{class}.{key}` cannot be {value}", "`{class}.{key}` を {value} にはできません")
        };
        let mut json = serde_json::to_value(dat).map_err(|_| wrong())?;
        for (list, keys) in LISTS {
            let classes = json.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten();
            for class in classes.filter(|c| c.get("name").and_then(Value::as_str) == Some(&self.class)) {
                if !keys.contains(&self.key.as_str()) {
                    continue;
                }
                let keys: &[&str] = match self.key.as_str() {
                    "bandwidth" => &["read_bandwidth", "write_bandwidth"],
                    key => &[key],
                };
                for key in keys {
                    class[*key] = number.clone();
                }
            }
        }
        let text = format!("{json}");
        Dat::read(&text).map_err(|errors| errors.first().map_or_else(wrong, super::DatError::text))
    }
}
