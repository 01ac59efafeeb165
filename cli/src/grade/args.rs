//! The arguments of `mcore grade`.

use crate::args::{shard, wanted};
use crate::japanese::Help;
use clap::{Args, Subcommand};
use mcore::text;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  mcore grade my-course submissions/* --csv grades.csv
  mcore grade my-course --exercise sum sum.s
  mcore grade my-course --exercise sum - <sum.s
  mcore grade my-course submissions/* --shard 1/4 --json part-1.json
  mcore grade merge part-1.json part-2.json part-3.json part-4.json --csv grades.csv

Exit status:
  0    every submission passed
  1    some submission did not pass, or could not be graded
  2    bad arguments or a bad pack, parts that are not one class, or the output cannot be written
  130  interrupted (Ctrl-C); what was done is written";

const EXAMPLES_JA: &str = "例:
  mcore grade my-course submissions/* --csv grades.csv
  mcore grade my-course --exercise sum sum.s
  mcore grade my-course --exercise sum - <sum.s
  mcore grade my-course submissions/* --shard 1/4 --json part-1.json
  mcore grade merge part-1.json part-2.json part-3.json part-4.json --csv grades.csv

終了ステータス:
  0    すべての提出物が合格した
  1    合格しなかったか、採点できなかった提出物がある
  2    引数か課題集が正しくない、部分が 1 つのクラスにならない、または出力を書けない
  130  中断された (Ctrl-C)。採点できたところまでは書かれている";

/// Grade the submissions of a class
///
/// A submission is a .mcsub file (what the page saves), a folder, a .zip, a .s file or an ELF program. Only its sources
/// count. One that cannot be graded is one row with its error; the others are not affected. The same pack and the same
/// submission give the same row everywhere, so a class can be split over machines by --shard and the parts, written by
/// --json, be joined by `mcore grade merge`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Grade {
    #[command(subcommand)]
    pub verb: Option<GradeVerb>,
    /// Folder or .zip file of the pack
    #[arg(value_name = "PACK", required = true)]
    pub pack: Option<PathBuf>,
    /// Submissions: .mcsub, .zip, .s and ELF files, folders; `-` is one from standard input
    #[arg(value_name = "SUBMISSION", required = true)]
    pub submissions: Vec<PathBuf>,
    /// The exercise of submissions that do not say it; others are refused
    #[arg(long, value_name = "NAME")]
    pub exercise: Option<String>,
    #[command(flatten)]
    pub outputs: Outputs,
    /// Submissions to grade at a time [default: one for each processor]
    #[arg(long, value_name = "N", default_value_t = processors(), hide_default_value = true, value_parser = jobs)]
    pub jobs: usize,
    /// Grade only every n-th submission, beginning with the i-th
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    pub shard: (usize, usize),
    /// Keep the rows in the file of --json of submissions that have not changed, and grade the others
    #[arg(long, requires = "json")]
    pub resume: bool,
}

/// The verbs of `mcore grade` besides grading itself.
#[derive(Debug, Subcommand)]
pub enum GradeVerb {
    /// Join parts of a class that were graded with --shard and written by --json
    Merge {
        /// The parts
        #[arg(value_name = "PART", required = true)]
        parts: Vec<PathBuf>,
        #[command(flatten)]
        outputs: Outputs,
    },
}

/// Where results go besides standard output.
#[derive(Clone, Debug, Args)]
pub struct Outputs {
    /// Write a table with a line for each submission
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write everything that was found, also for `grade merge`
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write results.json of a Gradescope autograder; of several submissions a folder of them
    #[arg(long, value_name = "FILE")]
    pub gradescope: Option<PathBuf>,
    /// Write the result of a GitHub Classroom test runner; of several submissions a folder of them
    #[arg(long, value_name = "FILE")]
    pub classroom: Option<PathBuf>,
    /// Keep expected and found values of hidden and withheld cases in the files of --csv and --json: do not forward those then
    #[arg(long)]
    pub with_hidden_values: bool,
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn jobs(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|n| (1..=1024).contains(n))
        .ok_or_else(|| wanted(text!("a number from 1 to 1024", "1 から 1024 までの数")))
}

/// Japanese help of options that are the same for grading and for joining parts.
const OUTPUTS_JA: &[(&str, &str)] = &[
    (
        "with_hidden_values",
        "非公開と採点用の case の期待した値と実際の値を、--csv と --json のファイルに残します。このファイルは学生に渡さないでください",
    ),
    ("csv", "提出物ごとに 1 行の表を書きます"),
    ("junit", "JUnit XML を書きます"),
];

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[
    Help {
        command: "grade",
        about: "学生の提出物を採点します",
        more: "提出物は、.mcsub ファイル（ページが保存するもの）、フォルダ、.zip、.s ファイル、ELF プログラムのどれかです。採点に使うのは、その中のソースだけです。採点できないものは理由を書いた 1 行になり、ほかの提出物には影響しません。同じ課題集と同じ提出物からは、どこでも同じ結果が出ます。そのため --shard でクラスを何台かのマシンに分け、--json で書いた部分を `mcore grade merge` でまとめられます。",
        examples: EXAMPLES_JA,
        arguments: &[
            &[
                ("pack", "課題集のフォルダか .zip ファイル"),
                ("submissions", "提出物: .mcsub、.zip、.s、ELF のファイル、またはフォルダ。`-` は標準入力から 1 つ"),
                ("exercise", "どの課題か分からない提出物の課題。ほかの課題の提出物は採点しません"),
                ("json", "結果のすべてを書きます（`grade merge` でも使います）"),
                (
                    "gradescope",
                    "Gradescope の results.json を書きます。提出物が 2 つ以上ならフォルダに 1 つずつ書きます",
                ),
                (
                    "classroom",
                    "GitHub Classroom のテスト結果を書きます。提出物が 2 つ以上ならフォルダに 1 つずつ書きます",
                ),
                ("jobs", "同時に採点する数 [既定: プロセッサの数]"),
                ("shard", "提出物を N 組に分けたうちの I 組目だけを採点します"),
                (
                    "resume",
                    "--json のファイルにある行のうち、変わっていない提出物のものはそのまま使い、残りを採点します",
                ),
            ],
            OUTPUTS_JA,
        ],
    },
    Help {
        command: "grade merge",
        about: "--shard で分けて採点し、--json で書いた部分を 1 つにまとめます",
        more: "",
        examples: "",
        arguments: &[
            &[
                ("parts", "部分"),
                ("json", "結果のすべてを書きます"),
                ("gradescope", "Gradescope の results.json を、提出物ごとにフォルダに書きます"),
                ("classroom", "GitHub Classroom のテスト結果を、提出物ごとにフォルダに書きます"),
            ],
            OUTPUTS_JA,
        ],
    },
];
