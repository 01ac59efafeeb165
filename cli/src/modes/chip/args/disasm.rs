//! The arguments of `mcore disasm`.

use super::address;
use crate::japanese::Help;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Show the instructions of an ELF program, of words in hex, or of raw little-endian words
#[derive(Debug, Args)]
pub struct Disasm {
    /// ELF file, words in hex (as `asm --format hex` writes them), or raw words; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Address of the first word, if the file does not contain it
    #[arg(long, value_name = "ADDR", default_value = "0x1000", value_parser = address)]
    pub base: u32,
    /// Format of the file
    #[arg(long, value_enum, default_value_t = WordsFormat::Auto, value_name = "FORMAT")]
    pub format: WordsFormat,
}

/// `disasm --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WordsFormat {
    /// By the look of the file
    Auto,
    /// ELF
    Elf,
    /// Words in hex
    Hex,
    /// Raw little-endian words
    Raw,
}

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[Help {
    command: "disasm",
    about: "ELF プログラム、16 進の語、または生の語（リトルエンディアン）の命令を表示します",
    more: "",
    examples: "",
    arguments: &[&[
        ("file", "ELF ファイル、16 進の語（`asm --format hex` の形）、または生の語。`-` は標準入力"),
        ("base", "ファイルから分からないときの、最初の語のアドレス"),
        ("format", "ファイルの種類"),
    ]],
}];
