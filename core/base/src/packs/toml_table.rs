//! Strict reading of TOML: unknown keys are refused, every number has a range, every error has its line.

use super::PackError;
use super::limits::MAX_TITLE_BYTES;
use crate::text;
use crate::{Text, nearest};
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use core::ops::{Range, RangeInclusive};
use toml::de::{DeTable, DeValue};

/// A pack file with its name; it converts positions in its text into errors with lines.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// Its path.
    pub name: &'a str,
    /// Its content.
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// The text with uniform line ends, whatever system it was written on.
    pub fn owned(&self) -> String {
        self.text.replace("\r\n", "\n")
    }

    /// An error at a byte range of this file.
    pub fn error(&self, key: &str, at: Range<usize>, message: Text) -> PackError {
        let before = self.text.get(..at.start).unwrap_or(self.text);
        let line = before.matches('\n').count() as u32 + 1;
        PackError { file: self.name.to_owned(), line: Some(line), key: key.to_owned(), message }
    }

    fn parse(self) -> Result<toml::Spanned<DeTable<'a>>, PackError> {
        DeTable::parse(self.text).map_err(|e| {
            let why = e.message();
            let message = text!("this is not valid TOML: {why}", "TOML として読めません: {why}");
            self.error("", e.span().unwrap_or(0..0), message)
        })
    }

    /// Parses the file and passes one value of its top table to `read`, if it is there; other keys are not looked at.
    pub fn peek<T>(
        self,
        key: &str,
        read: impl FnOnce(Field<'_>) -> Result<T, PackError>,
    ) -> Result<Option<T>, PackError> {
        let document = self.parse()?;
        let table = Table { source: self, path: String::new(), at: document.span(), entries: document.get_ref() };
        table.get(key).map(read).transpose()
    }

    /// Parses the file and passes its top table to `read`.
    pub fn read<T>(self, known: &[&str], read: impl FnOnce(Table<'_>) -> Result<T, PackError>) -> Result<T, PackError> {
        let document = self.parse()?;
        let table = Table { source: self, path: String::new(), at: document.span(), entries: document.get_ref() };
        table.refuse_unknown(known)?;
        read(table)
    }
}

/// A table whose keys have been checked.
pub struct Table<'a> {
    source: Source<'a>,
    path: String,
    at: Range<usize>,
    entries: &'a DeTable<'a>,
}

impl<'a> Table<'a> {
    fn refuse_unknown(&self, known: &[&str]) -> Result<(), PackError> {
        // The first one in the file, so that errors are reported in reading order.
        let unknown = self.entries.keys().filter(|k| !known.contains(&k.get_ref().as_ref()));
        let Some(first) = unknown.min_by_key(|k| k.span().start) else { return Ok(()) };
        let name = first.get_ref();
        let message = match nearest(name, known.iter().copied()).first() {
            Some(near) => text!(
                "the key `{name}` is not known here; did you mean `{near}`?",
                "キー `{name}` はここでは使えません。`{near}` のことですか？"
            ),
            None => {
                let all = known.join("`, `");
                text!(
                    "the key `{name}` is not known here; the known keys are `{all}`",
                    "キー `{name}` はここでは使えません。使えるキーは `{all}` です"
                )
            }
        };
        Err(self.source.error(&self.join(name), first.span(), message))
    }

    fn join(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// The value of a key, if present.
    pub fn get(&self, key: &str) -> Option<Field<'a>> {
        let value = self.entries.get(key)?;
        Some(Field { source: self.source, key: self.join(key), at: value.span(), value: value.get_ref() })
    }

    /// The value of a required key.
    pub fn need(&self, key: &str) -> Result<Field<'a>, PackError> {
        self.get(key).ok_or_else(|| {
            let message = text!("the key `{key}` is missing", "キー `{key}` がありません");
            self.source.error(&self.join(key), self.at.clone(), message)
        })
    }

    /// The only key of `keys` that this table has, and its value.
    pub fn one_of<'k>(&self, keys: &[&'k str]) -> Result<(&'k str, Field<'a>), PackError> {
        let mut found = keys.iter().filter_map(|k| Some((*k, self.get(k)?)));
        if let (Some(one), None) = (found.next(), found.next()) {
            return Ok(one);
        }
        let all = keys.join("`, `");
        let message = text!("exactly one of `{all}` is wanted here", "`{all}` のうちちょうど1つが必要です");
        Err(self.source.error(&self.path, self.at.clone(), message))
    }

    /// An error about the table as a whole.
    pub fn error(&self, message: Text) -> PackError {
        self.source.error(&self.path, self.at.clone(), message)
    }
}

/// A value with its position in the file.
pub struct Field<'a> {
    source: Source<'a>,
    key: String,
    at: Range<usize>,
    value: &'a DeValue<'a>,
}

impl<'a> Field<'a> {
    /// An error about this value.
    pub fn error(&self, message: Text) -> PackError {
        self.source.error(&self.key, self.at.clone(), message)
    }

    fn wrong_kind(&self, en: &str, ja: &str) -> PackError {
        self.error(text!("this must be {en}", "ここには{ja}が必要です"))
    }

    /// True if the value is a string.
    pub fn is_string(&self) -> bool {
        matches!(self.value, DeValue::String(_))
    }

    /// True if the value is a table.
    pub fn is_table(&self) -> bool {
        matches!(self.value, DeValue::Table(_))
    }

    /// A string, unchanged, of at most `most` bytes.
    pub fn text(&self, most: usize) -> Result<&'a str, PackError> {
        let DeValue::String(s) = self.value else { return Err(self.wrong_kind("a string", "文字列")) };
        match s.len() {
            n if n > most => Err(self.error(text!(
                "this is too long: {n} bytes, at most {most}",
                "長すぎます: {n} バイトです（{most} バイトまで）"
            ))),
            _ => Ok(s),
        }
    }

    /// A string that is not empty and of reasonable length.
    pub fn string(&self) -> Result<&'a str, PackError> {
        let DeValue::String(s) = self.value else { return Err(self.wrong_kind("a string", "文字列")) };
        match s.trim().len() {
            0 => Err(self.error(text!("this must not be empty", "空にはできません"))),
            n if n > MAX_TITLE_BYTES => Err(self.error(text!(
                "this is too long: {n} bytes, at most {MAX_TITLE_BYTES}",
                "長すぎます: {n} バイトです（{MAX_TITLE_BYTES} バイトまで）"
            ))),
            _ => Ok(s.trim()),
        }
    }

    /// A string from a short list.
    pub fn choice(&self, choices: &[&'static str]) -> Result<&'static str, PackError> {
        let s = self.string()?;
        choices.iter().find(|c| **c == s).copied().ok_or_else(|| {
            let all = choices.join("`, `");
            self.error(text!(
                "`{s}` is not possible here; choose from `{all}`",
                "`{s}` は使えません。`{all}` から選んでください"
            ))
        })
    }

    /// The value of a name in a table of choices.
    pub fn one<T: Copy>(&self, choices: &[(&'static str, T)]) -> Result<T, PackError> {
        let names: Vec<&'static str> = choices.iter().map(|(name, _)| *name).collect();
        let name = self.choice(&names)?;
        let found = choices.iter().find(|(n, _)| *n == name).map(|(_, value)| *value);
        found.ok_or_else(|| self.wrong_kind("one of the choices", "選択肢のどれか"))
    }

    /// Two numbers from 1 to 255 with a separator between them.
    pub fn pair(&self, sign: char, example: &str) -> Result<(u8, u8), PackError> {
        let s = self.string()?;
        let number = |s: &str| s.trim().parse::<u8>().ok().filter(|n| *n > 0);
        let both = s.split_once(sign).and_then(|(a, b)| Some((number(a)?, number(b)?)));
        both.ok_or_else(|| {
            self.error(text!(
                "`{s}` is not possible here: two numbers from 1 to 255, like `{example}`",
                "`{s}` は使えません。`{example}` のように、1 から 255 までの数を2つ書いてください"
            ))
        })
    }

    /// A finite number, as a double.
    pub fn number(&self) -> Result<f64, PackError> {
        let number = match self.value {
            DeValue::Integer(i) => i64::from_str_radix(i.as_str(), i.radix()).ok().map(|n| n as f64),
            DeValue::Float(f) => f.as_str().parse::<f64>().ok(),
            _ => return Err(self.wrong_kind("a number", "数")),
        };
        number
            .filter(|n| n.is_finite())
            .ok_or_else(|| self.error(text!("this must be a finite number", "有限の数を書いてください")))
    }

    /// A text in both languages: `key.en` and `key.ja`.
    pub fn bilingual(&self) -> Result<Text, PackError> {
        let table = self.table(&["en", "ja"])?;
        Ok(Text::new(table.need("en")?.string()?, table.need("ja")?.string()?))
    }

    /// A boolean.
    pub fn boolean(&self) -> Result<bool, PackError> {
        match self.value {
            DeValue::Boolean(b) => Ok(*b),
            _ => Err(self.wrong_kind("`true` or `false`", " `true` か `false` ")),
        }
    }

    /// A whole number within a range.
    pub fn integer(&self, range: RangeInclusive<i64>) -> Result<i64, PackError> {
        let DeValue::Integer(i) = self.value else { return Err(self.wrong_kind("a whole number", "整数")) };
        let number = i64::from_str_radix(i.as_str(), i.radix()).ok().filter(|n| range.contains(n));
        number.ok_or_else(|| {
            let (low, high) = range.into_inner();
            self.error(text!(
                "`{i}` is out of range: {low} to {high}",
                "`{i}` は範囲外です: {low} 以上 {high} 以下にしてください"
            ))
        })
    }

    /// A number with at most two decimals, in hundredths, so that rounding is the same on every platform.
    pub fn hundredths(&self, range: RangeInclusive<u64>) -> Result<u64, PackError> {
        let digits = match self.value {
            DeValue::Integer(i) if i.radix() == 10 => i.as_str(),
            DeValue::Float(f) => f.as_str(),
            _ => return Err(self.wrong_kind("a number", "数")),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let number = (part.len() <= 2).then(|| format!("{whole}{part:0<2}").parse().ok()).flatten();
        number.filter(|n| range.contains(n)).ok_or_else(|| {
            let (low, high) = (range.start() / 100, range.end() / 100);
            self.error(text!(
                "`{digits}` is not possible here: a number from {low} to {high} with at most two decimals",
                "`{digits}` は使えません: {low} 以上 {high} 以下、小数第2位までの数にしてください"
            ))
        })
    }

    /// The items of a list.
    pub fn list(&self, most: usize) -> Result<Vec<Field<'a>>, PackError> {
        let DeValue::Array(items) = self.value else { return Err(self.wrong_kind("a list", "リスト")) };
        let n = items.len();
        if n > most {
            return Err(self
                .error(text!("too many items: {n}, at most {most}", "項目が多すぎます: {n} 個です（{most} 個まで）")));
        }
        let field = |item: &'a toml::Spanned<DeValue<'a>>| Field {
            source: self.source,
            key: self.key.clone(),
            at: item.span(),
            value: item.get_ref(),
        };
        Ok(items.iter().map(field).collect())
    }

    /// A table with these keys and no others.
    pub fn table(&self, known: &[&str]) -> Result<Table<'a>, PackError> {
        let DeValue::Table(entries) = self.value else { return Err(self.wrong_kind("a table", "テーブル")) };
        let table = Table { source: self.source, path: self.key.clone(), at: self.at.clone(), entries };
        table.refuse_unknown(known)?;
        Ok(table)
    }
}
