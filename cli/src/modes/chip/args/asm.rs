//! The arguments of `mcore asm`.

use super::{address, size};
use crate::args::c::{C, C_JA};
use crate::args::{FINDINGS_JA, Findings};
use crate::japanese::Help;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Assemble and show or write the result
///
/// Findings go to standard error, one per line as `file:line:col: error: message`. The exit status is 0 if there is no
/// error, else 2.
#[derive(Debug, Args)]
pub struct Asm {
    /// Assembly and C files, which form one program; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Format of the output
    #[arg(long, value_enum, default_value_t = AsmFormat::Listing, value_name = "FORMAT")]
    pub format: AsmFormat,
    /// Write to a file instead of to standard output
    #[arg(long, short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Address of the instructions
    #[arg(long, value_name = "ADDR", default_value = "0x1000", value_parser = address)]
    pub text: u32,
    /// Address of the data [default: after the instructions]
    #[arg(long, value_name = "ADDR", value_parser = address)]
    pub data: Option<u32>,
    /// Address of the space that starts as zero [default: after the data]
    #[arg(long, value_name = "ADDR", value_parser = address)]
    pub bss: Option<u32>,
    /// Size of the node memory that the program must fit into
    #[arg(long, value_name = "SIZE", default_value = "512K", value_parser = size)]
    pub node_memory: u32,
    #[command(flatten)]
    pub findings: Findings,
    #[command(flatten)]
    pub c: C,
}

/// `asm --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AsmFormat {
    /// Source lines with addresses, words, and the expansion of each pseudo-instruction
    Listing,
    /// Sections, symbols, line map and findings as JSON
    Json,
    /// Words in hex, one per line, with `@address` before each section
    Hex,
    /// An executable ELF file (MIPS32, little endian)
    Elf,
}

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[Help {
    command: "asm",
    about: "アセンブルして結果を表示するか、書き込みます",
    more: "指摘は標準エラーに `file:line:col: error: message` の形で 1 行ずつ出ます。終了ステータスは、エラーがなければ 0、あれば 2 です。",
    examples: "",
    arguments: &[
        &[
            ("files", "アセンブリと C のファイル（全部で 1 つのプログラム）。`-` は標準入力"),
            ("format", "何を書くか"),
            ("output", "標準出力ではなくファイルに書きます"),
            ("text", "命令のアドレス"),
            ("data", "データのアドレス [既定: 命令の後ろ]"),
            ("bss", "ゼロで始まる領域のアドレス [既定: データの後ろ]"),
            ("node_memory", "プログラムが入るべきノードメモリの大きさ"),
        ],
        FINDINGS_JA,
        C_JA,
    ],
}];
