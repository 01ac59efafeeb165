//! The arguments of `mcore cc`.

use super::size;
use crate::args::c::{C, C_JA};
use crate::args::{FINDINGS_JA, Findings};
use crate::japanese::Help;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Compile C
///
/// Writes assembly text, one text for each unit, or the stage that is asked for. Findings go to standard error. The exit
/// status is 0 if there is no error, else 2. To run a program at once, see `mcore run`.
#[derive(Debug, Args)]
pub struct Cc {
    /// C files; assembly files are allowed too if a whole program is made (`--emit elf`)
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The form of the result
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Emit::Asm)]
    pub emit: Emit,
    /// Assembly, as `--emit asm`
    #[arg(short = 'S', long, conflicts_with_all = ["preprocess", "dump"])]
    pub assembly: bool,
    /// Only the preprocessor
    #[arg(short = 'E', long, conflicts_with = "dump")]
    pub preprocess: bool,
    /// Write a stage of the compiler instead
    #[arg(long, value_enum, value_name = "STAGE")]
    pub dump: Option<Dump>,
    /// Write to a file instead of to standard output
    #[arg(long, short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Size of the node memory that the program must fit into
    #[arg(long, value_name = "SIZE", default_value = "512K", value_parser = size)]
    pub node_memory: u32,
    #[command(flatten)]
    pub findings: Findings,
    #[command(flatten)]
    pub c: C,
}

/// `--emit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// Assembly text
    Asm,
    /// The whole program as an ELF file, with what it needs of the library
    Elf,
    /// The intermediate representation, as `--dump ir`
    Ir,
    /// Assembly texts and findings as JSON
    Json,
}

/// `--dump`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Dump {
    /// Tokens after the preprocessor
    Tokens,
    /// The typed tree
    Ast,
    /// The intermediate representation
    Ir,
    /// The intermediate representation after all passes
    Ssa,
    /// Machine instructions before registers are assigned
    Mir,
}

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[Help {
    command: "cc",
    about: "C をコンパイルします",
    more: "翻訳単位ごとにアセンブリのテキスト、または指定された段階を書きます。指摘は標準エラーに出ます。終了ステータスは、エラーがなければ 0、あれば 2 です。すぐに実行するには `mcore run` を使います。",
    examples: "",
    arguments: &[
        &[
            ("files", "C のファイル。プログラム全体を作るとき (`--emit elf`) はアセンブリのファイルも使えます"),
            ("emit", "結果の形"),
            ("assembly", "アセンブリ（`--emit asm` と同じ）"),
            ("preprocess", "プリプロセッサだけ"),
            ("dump", "代わりにコンパイラの途中の段階を書きます"),
            ("output", "標準出力ではなくファイルに書きます"),
            ("node_memory", "プログラムが入るべきノードメモリの大きさ"),
        ],
        FINDINGS_JA,
        C_JA,
    ],
}];
