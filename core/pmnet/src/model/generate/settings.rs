//! The `key=value,...` after a program's name.

use alloc::{
    collections::BTreeMap,
    string::{String, ToString as _},
};
use mcore_base::{Text, text};

/// Settings that have not been read yet.
pub(super) struct Settings {
    program: String,
    left: BTreeMap<String, String>,
}

impl Settings {
    pub(super) fn read(program: &str, text: &str) -> Result<Self, Text> {
        let mut left = BTreeMap::new();
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let Some((key, value)) = item.split_once('=') else {
                return Err(text!(
                    "{program}: `{item}` is not key=value",
                    "{program}: `{item}` は key=value の形ではありません"
                ));
            };
            if left.insert(key.trim().into(), value.trim().into()).is_some() {
                return Err(text!("{program}: `{key}` is given twice", "{program}: `{key}` が 2 回あります"));
            }
        }
        Ok(Self { program: program.into(), left })
    }

    /// A whole number in a range.
    pub(super) fn number(&mut self, key: &str, default: u64, low: u64, high: u64) -> Result<u64, Text> {
        let Some(value) = self.left.remove(key) else { return Ok(default) };
        let program = &self.program;
        let number = value.replace('_', "").parse::<u64>().ok();
        number.filter(|n| (low..=high).contains(n)).ok_or_else(|| {
            text!(
                "{program}: `{key}` is `{value}`; it must be a whole number, {low} to {high}",
                "{program}: `{key}` が `{value}` です。{low} から {high} までの整数にしてください"
            )
        })
    }

    /// The number of threads.
    pub(super) fn threads(&mut self, default: u64) -> Result<u64, Text> {
        self.number("threads", default, 1, super::super::trace::MAX_THREADS as u64)
    }

    /// One of several words, as its index in the list.
    pub(super) fn word(&mut self, key: &str, words: &[&str]) -> Result<usize, Text> {
        let Some(value) = self.left.remove(key) else { return Ok(0) };
        let (program, list) = (&self.program, words.join(", "));
        words.iter().position(|w| *w == value).ok_or_else(|| {
            text!(
                "{program}: `{key}` is `{value}`; it must be one of {list}",
                "{program}: `{key}` が `{value}` です。{list} のいずれかにしてください"
            )
        })
    }

    /// Refuses settings that have not been read.
    pub(super) fn finish(self) -> Result<(), Text> {
        let program = &self.program;
        let Some(key) = self.left.keys().next() else { return Ok(()) };
        let known = super::PROGRAMS.iter().find(|p| p.0 == program).map_or("".to_string(), |p| p.1.to_string());
        Err(text!(
            "{program}: there is no setting `{key}`; there are {known}",
            "{program}: 設定 `{key}` はありません。使えるのは {known} です"
        ))
    }
}
