//! The arguments of `mcore diff`.

use super::{cycles, nodes};
use crate::args::c::{C, C_JA};
use crate::args::{FINDINGS_JA, Findings};
use crate::japanese::Help;
use clap::Args;
use std::path::PathBuf;

/// Compare two programs: the first difference of each node
///
/// Both are run; output, DMAs, stores to labelled data and exit codes are compared node by node in program order, regardless
/// of cycles. The exit status is 0 if there is no difference, 1 if there is one, 2 for bad input.
#[derive(Debug, Args)]
pub struct Diff {
    /// The program that works; `-` is standard input
    #[arg(value_name = "FIRST")]
    pub first: PathBuf,
    /// The one to compare with it; `-` is standard input
    #[arg(value_name = "SECOND")]
    pub second: PathBuf,
    /// Columns and rows of compute nodes, each 1 to 255
    #[arg(long, value_name = "MxN", default_value = "4x4", value_parser = nodes)]
    pub nodes: (u8, u8),
    /// End each run after this number of cycles
    #[arg(long, value_name = "N", default_value = "20000000", value_parser = cycles)]
    pub max_cycles: u64,
    /// Write one JSON object instead of a text
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub findings: Findings,
    #[command(flatten)]
    pub c: C,
}

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[Help {
    command: "diff",
    about: "2 つのプログラムを比べます: 各ノードで最初に食い違うところ",
    more: "",
    examples: "",
    arguments: &[
        &[
            ("first", "正しく動くプログラム。`-` は標準入力"),
            ("second", "それと比べるプログラム。`-` は標準入力"),
            ("json", "文章の代わりに 1 つの JSON オブジェクトを書きます"),
            ("nodes", "計算ノードの列数と行数（それぞれ 1 から 255）"),
            ("max_cycles", "それぞれの実行をこのサイクル数で打ち切ります"),
        ],
        FINDINGS_JA,
        C_JA,
    ],
}];
