//! The arguments of `mcore pack`.

use crate::japanese::Help;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use mcore::packs::STANDARD_KIND;
use std::path::PathBuf;

/// Make, check and build exercise packs
///
/// A pack is a folder with a pack.toml and a folder for each exercise, or the same as one .zip file.
#[derive(Debug, Subcommand)]
pub enum Pack {
    /// Make a small pack that works, to be changed
    New {
        /// Folder to make
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Name of the pack: a to z, 0 to 9 and `-` [default: that of the folder]
        #[arg(long, value_name = "ID")]
        id: Option<String>,
        /// The kind of its exercises
        #[arg(long, value_name = "KIND", default_value = STANDARD_KIND, value_parser = PossibleValuesParser::new(mcore_edition::kinds()))]
        kind: String,
    },
    Check(Check),
    /// Build the students' edition, without solutions, notes and hidden answers, as one .zip file or as a folder
    Build {
        /// Folder or .zip file of the pack
        #[arg(value_name = "PACK")]
        pack: PathBuf,
        /// The .zip file to write [default: ID-VERSION.zip]
        #[arg(long, short, value_name = "OUT")]
        output: Option<PathBuf>,
        /// Write a folder instead of a .zip file [default: ID-VERSION]
        #[arg(long)]
        folder: bool,
    },
    Serve(Serve),
}

/// Check a pack: every solution must pass everything, no start file may
///
/// Also reported are broken links, missing translations and notes, files that nothing refers to, points that no solution
/// reaches and cycle limits that are far too high. The exit status is 1 if there is an error.
#[derive(Debug, Args)]
pub struct Check {
    /// Folder or .zip file of the pack
    #[arg(value_name = "PACK")]
    pub pack: PathBuf,
    /// Run the solutions on all machines of `machine.sizes` too and compare the results
    #[arg(long)]
    pub sizes: bool,
}

/// Serve the page with the pack on this machine, as students will see it
#[derive(Debug, Args)]
pub struct Serve {
    /// Folder or .zip file of the pack
    #[arg(value_name = "PACK")]
    pub pack: PathBuf,
    /// Folder of the built site
    #[arg(long, value_name = "DIR", default_value = "dist")]
    pub site: PathBuf,
    /// Port on this machine; 0 takes any free one
    #[arg(long, value_name = "N", default_value = "8090")]
    pub port: u16,
}

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[
    Help {
        command: "pack",
        about: "課題集（パック）を作り、確かめ、学生用に組み立てます",
        more: "課題集は、pack.toml と課題ごとのフォルダが入ったフォルダ、またはそれを 1 つの .zip ファイルにしたものです。",
        examples: "",
        arguments: &[],
    },
    Help {
        command: "pack new",
        about: "そのまま使える小さな課題集を作ります。書き換えて使ってください",
        more: "",
        examples: "",
        arguments: &[&[
            ("folder", "作るフォルダ"),
            ("id", "課題集の名前: a から z、0 から 9、`-` [既定: フォルダの名前]"),
            ("kind", "課題の種類"),
        ]],
    },
    Help {
        command: "pack check",
        about: "課題集を確かめます: 解答例はすべて合格し、はじめのファイルは合格しないこと",
        more: "そのほか、つながらないリンク、足りない訳やメモ、どこからも使われないファイル、どの解答例も届かない点数、高すぎるサイクル数の上限も報告します。エラーがあれば終了ステータスは 1 です。",
        examples: "",
        arguments: &[&[
            ("pack", "課題集のフォルダか .zip ファイル"),
            ("sizes", "解答例を `machine.sizes` のすべてのマシンでも実行し、結果を比べます"),
        ]],
    },
    Help {
        command: "pack build",
        about: "学生用の課題集を 1 つの .zip かフォルダにします。解答例、教員向けメモ、非公開の答えは入りません",
        more: "",
        examples: "",
        arguments: &[&[
            ("pack", "課題集のフォルダか .zip ファイル"),
            ("output", "書き込む .zip ファイル [既定: ID-版.zip]"),
            ("folder", ".zip ファイルの代わりにフォルダに書きます [既定: ID-版]"),
        ]],
    },
    Help {
        command: "pack serve",
        about: "学生に見えるとおりに、課題集とページをこのマシンで配信します",
        more: "",
        examples: "",
        arguments: &[&[
            ("pack", "課題集のフォルダか .zip ファイル"),
            ("site", "ビルドしたサイトのフォルダ"),
            ("port", "このマシンのポート。0 なら空いているポート"),
        ]],
    },
];
