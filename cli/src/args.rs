//! The arguments that all verbs share. The arguments of one verb are in the folder of its mode, with their help in both languages.

pub mod c;
pub mod setting;

use crate::lang;
use clap::{Args, ValueEnum};
use mcore::base::Text;
use mcore::text;
use std::path::PathBuf;

/// How messages are shown.
#[derive(Debug, Args)]
pub struct Shown {
    /// Language of messages [default: that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, global = true, value_enum, value_name = "LANG")]
    pub lang: Option<LangName>,
    /// Colours of messages and help: on a terminal, always, never
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub color: Colour,
}

/// `--lang`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LangName {
    /// English
    En,
    /// Japanese
    Ja,
}

/// `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How findings about assembly text are shown.
#[derive(Debug, Args)]
pub struct Findings {
    /// How findings about source texts are shown: with the text on a terminal or with `--color always`, else on one line each
    #[arg(long, value_enum, default_value_t = ErrorFormat::Auto, value_name = "FORMAT")]
    pub error_format: ErrorFormat,
}

/// `--error-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ErrorFormat {
    /// Rich on a terminal, else short
    Auto,
    /// With the text and a mark under it
    Rich,
    /// One line per finding, then its tip
    Short,
    /// One JSON object per finding and line
    Json,
    /// As gcc: one line per finding, without tips
    Gcc,
}

/// [`Findings`] in Japanese.
pub const FINDINGS_JA: &[(&str, &str)] =
    &[("error_format", "ソースへの指摘の表示: 端末か `--color always` では本文つき、それ以外では 1 行ずつ")];

/// Which runs of a study are done, and where their results go.
#[derive(Debug, Args)]
pub struct Part {
    /// Do only every n-th run of the study, beginning with the i-th
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    pub shard: (usize, usize),
    /// Append the results to a file as JSON lines; runs that the file holds already are not done again
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// [`Part`] in Japanese.
pub const PART_JA: &[(&str, &str)] = &[
    ("shard", "スタディの実行を N 組に分けたうちの I 組目だけを行います"),
    ("resume", "結果を JSON の行としてファイルに追記します。ファイルにすでにある実行は繰り返しません"),
];

/// The form that a value must have, in the language of this run.
pub fn wanted(text: Text) -> String {
    text.get(lang::spoken()).into()
}

/// `I/N`: the I-th of N parts, from 1.
pub fn shard(text: &str) -> Result<(usize, usize), String> {
    let read = |n: &str| n.parse::<usize>().ok().filter(|n| *n > 0);
    text.split_once('/')
        .and_then(|(i, n)| Some((read(i)?, read(n)?)))
        .filter(|(i, n)| i <= n)
        .ok_or_else(|| wanted(text!("a part and how many there are, for example 2/4", "部分の番号と総数、例: 2/4")))
}

/// A number, decimal or hex after 0x; `_` may separate digits.
pub fn number(text: &str) -> Option<u64> {
    let digits = text.replace('_', "");
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    }
}

/// A seed of random numbers.
pub fn seed(text: &str) -> Result<u64, String> {
    number(text).ok_or_else(|| wanted(text!("a number of 64 bits", "64 ビットの数")))
}

/// A size in bytes: `512K`, `1M` or `524288`.
pub fn size(text: &str) -> Result<u32, String> {
    let (digits, unit) = match text.trim_end_matches(['B', 'b']).trim_end_matches('i') {
        t if t.ends_with(['K', 'k']) => (&t[..t.len() - 1], 1 << 10),
        t if t.ends_with(['M', 'm']) => (&t[..t.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    number(digits).and_then(|n| u32::try_from(n.checked_mul(unit)?).ok()).ok_or_else(|| {
        wanted(text!("a size in bytes, for example 512K, 1M or 524288", "バイト数、例: 512K、1M、524288"))
    })
}

/// A number of cycles, at least 1.
pub fn cycles(text: &str) -> Result<u64, String> {
    number(text)
        .filter(|n| *n > 0)
        .ok_or_else(|| wanted(text!("a number of cycles, at least 1", "サイクル数（1 以上）")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_have_64_bits() {
        assert_eq!(seed("0xffff_ffff_ffff_ffff"), Ok(u64::MAX));
        assert!(seed("-1").is_err());
    }
}
