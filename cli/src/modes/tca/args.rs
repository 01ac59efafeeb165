//! The arguments of `mcore tca`.

use crate::args::wanted;
use crate::japanese::Help;
use clap::{Args, Subcommand};
use mcore::modes::tca::model::measure::{MAX_BYTES, Operation};
use mcore::text;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  mcore tca run --lesson 1
  mcore tca run ping.tca --events events.jsonl --json
  mcore tca curve --op send --memory gpu --sizes 8..4M --csv
  mcore tca himeno --size small --grid 4x4
  mcore tca run --comm run.comm.json --map best.map

Exit status:
  0  done
  1  `run --strict`: there are findings
  2  bad arguments, script or record, or the output cannot be written
  4  the limit of a million events or of 10 simulated seconds
  5  the nodes wait for ever";

const EXAMPLES_JA: &str = "例:
  mcore tca run --lesson 1
  mcore tca run ping.tca --events events.jsonl --json
  mcore tca curve --op send --memory gpu --sizes 8..4M --csv
  mcore tca himeno --size small --grid 4x4
  mcore tca run --comm run.comm.json --map best.map

終了ステータス:
  0  完了
  1  `run --strict` で指摘がある
  2  引数、スクリプト、記録が正しくない、または出力を書けない
  4  100 万イベントか 10 秒の上限
  5  ノードが待ち続ける";

/// Verbs and MPI on a DMA engine that can only write, event by event
///
/// The machine is that of the paper on TCA Verbs: boards in two rings, RDMA Write in hardware, everything else in software.
#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub enum Tca {
    /// Run a script, a lesson, or the messages of a communication record
    Run(Run),
    /// Latency and bandwidth of an operation over size
    Curve(Curve),
    /// Check a script: syntax, names, sizes
    Check(Check),
    /// The Himeno benchmark on a grid of nodes
    Himeno(Himeno),
    /// List the lessons
    Lessons,
}

/// Options of `tca run`.
#[derive(Debug, Args)]
pub struct Run {
    /// The script
    #[arg(value_name = "FILE", required_unless_present_any = ["lesson", "comm"])]
    pub file: Option<PathBuf>,
    /// Run a lesson instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8), conflicts_with_all = ["file", "comm"])]
    pub lesson: Option<u8>,
    /// Replay a communication record instead
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    pub comm: Option<PathBuf>,
    /// The node of each rank of the record: a line for each rank
    #[arg(long, value_name = "FILE", requires = "comm")]
    pub map: Option<PathBuf>,
    /// A file with parameters: machine { name = value; ... }
    #[arg(long, value_name = "FILE")]
    pub machine: Option<PathBuf>,
    /// Write the events as JSON lines to a file
    #[arg(long, value_name = "FILE")]
    pub events: Option<PathBuf>,
    /// Findings give exit status 1
    #[arg(long)]
    pub strict: bool,
    /// Write one JSON object instead of a text
    #[arg(long)]
    pub json: bool,
}

/// Options of `tca curve`.
#[derive(Debug, Args)]
pub struct Curve {
    /// The operation
    #[arg(long, value_name = "NAME", value_parser = operation)]
    pub op: Operation,
    /// Where both buffers are
    #[arg(long, value_name = "WORD", default_value = "cpu", value_parser = ["cpu", "gpu"])]
    pub memory: String,
    /// Sizes in bytes: powers of two from the first to the last
    #[arg(long, value_name = "A..B", value_parser = range)]
    pub sizes: Option<(u64, u64)>,
    /// Change a parameter; can be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub set: Vec<(String, u64)>,
    /// Write one JSON object instead of a table
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Write comma-separated values instead of a table
    #[arg(long)]
    pub csv: bool,
}

/// Options of `tca check`.
#[derive(Debug, Args)]
pub struct Check {
    /// The script
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Options of `tca himeno`.
#[derive(Debug, Args)]
pub struct Himeno {
    /// The problem of the paper
    #[arg(long, value_name = "WORD", default_value = "small", value_parser = ["small", "middle", "large"])]
    pub size: String,
    /// Parts of i and j
    #[arg(long, value_name = "AxB", default_value = "4x4", value_parser = grid)]
    pub grid: (u64, u64),
    /// Iterations
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub iterations: u64,
    /// Rate of the computation of a node, GFLOPS (model)
    #[arg(long, value_name = "N", default_value = "60", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub gflops: u64,
    /// The node of each rank: a line for each rank [default: a placement with little sharing]
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// Change a parameter; can be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub set: Vec<(String, u64)>,
    /// Write one JSON object instead of a text
    #[arg(long)]
    pub json: bool,
}

fn operation(word: &str) -> Result<Operation, String> {
    let found = Operation::ALL.iter().find(|(_, name)| *name == word);
    let names: Vec<&str> = Operation::ALL.iter().map(|(_, name)| *name).collect();
    let names = names.join(", ");
    found.map(|(operation, _)| *operation).ok_or_else(|| wanted(text!("one of {names}", "{names} のいずれか")))
}

/// A number of bytes with K or M.
fn bytes(word: &str) -> Option<u64> {
    let (digits, shift) = match word.as_bytes().last()? {
        b'K' => (&word[..word.len() - 1], 10),
        b'M' => (&word[..word.len() - 1], 20),
        _ => (word, 0),
    };
    crate::args::number(digits)?.checked_mul(1 << shift)
}

fn range(word: &str) -> Result<(u64, u64), String> {
    let found = word.split_once("..").and_then(|(first, last)| Some((bytes(first)?, bytes(last)?)));
    let fits = |(first, last): &(u64, u64)| *first >= 1 && first <= last && *last <= MAX_BYTES;
    found.filter(fits).ok_or_else(|| {
        wanted(text!(
            "two sizes, 1 to {MAX_BYTES}, for example 8..4M",
            "1 から {MAX_BYTES} までの 2 つのサイズ。例: 8..4M"
        ))
    })
}

fn setting(word: &str) -> Result<(String, u64), String> {
    let found = word.split_once('=').and_then(|(name, value)| Some((name.to_owned(), bytes(value)?)));
    found.ok_or_else(|| wanted(text!("a name and a number, for example poll=200", "名前と数。例: poll=200")))
}

fn grid(word: &str) -> Result<(u64, u64), String> {
    let part = |text: &str| text.parse().ok().filter(|part| [1, 2, 4, 8, 16].contains(part));
    let found = word.split_once('x').and_then(|(a, b)| Some((part(a)?, part(b)?)));
    found.filter(|(a, b)| a * b <= 16).ok_or_else(|| {
        wanted(text!(
            "two powers of two, at most 16 parts, for example 4x4",
            "2 のべき乗 2 つ（合わせて 16 以下）。例: 4x4"
        ))
    })
}

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[
    Help {
        command: "tca",
        about: "書き込みしかできない DMA エンジンの上の Verbs と MPI を、イベントごとに再現します",
        more: "マシンは TCA Verbs の論文のものです。ボードが 2 つのリングをなし、RDMA Write だけがハードウェアで、ほかはすべてソフトウェアです。",
        examples: EXAMPLES_JA,
        arguments: &[],
    },
    Help {
        command: "tca run",
        about: "スクリプト、レッスン、または通信記録のメッセージを実行します",
        more: "",
        examples: "",
        arguments: &[&[
            ("file", "スクリプト"),
            ("lesson", "スクリプトの代わりにレッスンを実行します"),
            ("comm", "スクリプトの代わりに通信記録を再生します"),
            ("map", "記録の各ランクのノード: 1 行に 1 ランク"),
            ("machine", "パラメータのファイル: machine { 名前 = 値; ... }"),
            ("events", "イベントを JSON の行としてファイルに書きます"),
            ("strict", "指摘があれば終了ステータスを 1 にします"),
            ("json", "文章の代わりに JSON オブジェクトを書きます"),
        ]],
    },
    Help {
        command: "tca curve",
        about: "サイズに対する操作のレイテンシとバンド幅を示します",
        more: "",
        examples: "",
        arguments: &[&[
            ("op", "操作"),
            ("memory", "両方のバッファの場所"),
            ("sizes", "サイズ（バイト）: 最初から最後までの 2 のべき乗"),
            ("set", "パラメータを変えます（複数可）"),
            ("json", "表の代わりに JSON オブジェクトを書きます"),
            ("csv", "表の代わりに CSV を書きます"),
        ]],
    },
    Help {
        command: "tca check",
        about: "スクリプトの文法、名前、サイズを検査します",
        more: "",
        examples: "",
        arguments: &[&[("file", "スクリプト")]],
    },
    Help {
        command: "tca himeno",
        about: "ノードの格子で姫野ベンチマークを実行します",
        more: "",
        examples: "",
        arguments: &[&[
            ("size", "論文の問題サイズ"),
            ("grid", "i と j の分割数"),
            ("iterations", "反復数"),
            ("gflops", "1 ノードの計算速度（GFLOPS、モデル）"),
            ("map", "各ランクのノード: 1 行に 1 ランク [既定: 共有の少ない配置]"),
            ("set", "パラメータを変えます（複数可）"),
            ("json", "文章の代わりに JSON オブジェクトを書きます"),
        ]],
    },
    Help { command: "tca lessons", about: "レッスンを一覧します", more: "", examples: "", arguments: &[] },
];
