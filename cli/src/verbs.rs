//! The command line as a whole: its verbs, and its help in Japanese. Nothing but `main` uses this.

use crate::args::Shown;
use crate::japanese::Help;
use crate::modes;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Assembles and runs programs for the many-core computer M-Core.
///
/// M-Core is an array of MIPS32 cores that talk by DMA through a mesh of wormhole routers; it is simulated cycle by cycle.
/// Messages are in Japanese if the locale is, else in English.
#[derive(Debug, Parser)]
#[command(name = "mcore", version, arg_required_else_help = true, max_term_width = 100)]
pub struct Arguments {
    #[command(flatten)]
    pub shown: Shown,
    #[command(subcommand)]
    pub verb: Verb,
}

/// The verbs of the command.
#[derive(Debug, Subcommand)]
pub enum Verb {
    #[command(flatten)]
    OfMode(Box<modes::Verb>),
    /// Write a completion script for a shell to standard output
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the manual page of `mcore` or of one of its commands
    Man {
        #[arg(value_name = "COMMAND", help = modes::NAMES_OF_COMMANDS)]
        command: Vec<String>,
        /// Write the pages of all commands into a folder, for example ~/.local/share/man/man1
        #[arg(long, short, value_name = "DIR", conflicts_with = "command")]
        output: Option<PathBuf>,
    },
}

/// The help of the command itself in Japanese.
const JAPANESE: &[Help] = &[
    Help {
        command: "",
        about: "メニーコア計算機 M-Core のプログラムをアセンブルして実行します。",
        more: "M-Core は MIPS32 コアの配列です。コアはワームホールルータのメッシュを通して DMA で通信し、1 サイクルずつシミュレートされます。\nメッセージは、ロケールが日本語なら日本語、そうでなければ英語です。",
        examples: "",
        arguments: &[&[
            ("lang", "メッセージの言語 [既定: LC_ALL、LC_MESSAGES、LANG の言語]"),
            ("color", "メッセージとヘルプの色: 端末のとき、いつも、なし"),
        ]],
    },
    Help {
        command: "completions",
        about: "シェルの補完スクリプトを標準出力に書きます",
        more: "",
        examples: "",
        arguments: &[&[("shell", "シェル")]],
    },
    Help {
        command: "man",
        about: "`mcore` またはそのコマンドのマニュアルページを書きます",
        more: "",
        examples: "",
        arguments: &[&[
            ("command", modes::NAMES_OF_COMMANDS_JA),
            ("output", "すべてのコマンドのページをフォルダに書きます。例: ~/.local/share/man/man1"),
        ]],
    },
];

/// The help of all commands in Japanese.
pub fn japanese() -> Vec<&'static Help> {
    JAPANESE.iter().chain(modes::japanese()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }
}
