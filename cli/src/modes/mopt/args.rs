//! The arguments of `mcore mopt`.

use crate::args::{seed, setting, wanted};
use crate::japanese::Help;
use clap::{Args, Subcommand};
use mcore::modes::mopt::MoptPlan;
use mcore::modes::mopt::model::Network;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  mcore mopt run --pattern bruck-allgather --ranks 64 --topology mesh:8x8
  mcore mopt run --comm run.comm.json --topology torus:8x8x8 --write-map best.map
  mcore mopt compare --pattern cg --topology torus:8x8x8 --methods xyz,none,mincost,minlink
  mcore mopt check --matrix traffic.csv --topology mesh:4x4 --map mine.map --max-link 65536

Exit status:
  0    done; of `check`: the map is within the limits
  1    of `check`: the map is above a limit
  2    bad arguments or input, or the output cannot be written
  130  interrupted (Ctrl-C)";

const EXAMPLES_JA: &str = "例:
  mcore mopt run --pattern bruck-allgather --ranks 64 --topology mesh:8x8
  mcore mopt run --comm run.comm.json --topology torus:8x8x8 --write-map best.map
  mcore mopt compare --pattern cg --topology torus:8x8x8 --methods xyz,none,mincost,minlink
  mcore mopt check --matrix traffic.csv --topology mesh:4x4 --map mine.map --max-link 65536

終了ステータス:
  0    完了。`check` では配置が上限以内
  1    `check` で配置が上限を超えた
  2    引数か入力が正しくない、または出力を書けない
  130  中断された (Ctrl-C)";

/// Place the ranks of a program on the nodes of a mesh or a torus
///
/// Ranks that exchange much should be near each other. The methods are those of the paper on task mapping (MOPT), curves, recursive
/// bisection and others. Without `run`, the options are those of `run`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Mopt {
    #[command(subcommand)]
    pub verb: Option<Verb>,
    #[command(flatten)]
    pub run: Run,
}

/// The verbs of `mopt`.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Make a map by one method and measure it
    Run(Run),
    /// Compare methods, or maps from files
    Compare(Compare),
    /// Measure a map from a file
    Check(Check),
}

/// Communication and network.
#[derive(Clone, Debug, Args)]
pub struct Input {
    /// A built-in pattern of communication
    #[arg(long, value_name = "NAME", value_parser = setting::words::<MoptPlan>("pattern"), required_unless_present_any = ["matrix", "comm"])]
    pub pattern: Option<String>,
    /// A file with a matrix: CSV edges, CSV square or Matrix Market
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pattern", "comm"])]
    pub matrix: Option<PathBuf>,
    /// A communication record
    #[arg(long, value_name = "FILE", conflicts_with = "pattern")]
    pub comm: Option<PathBuf>,
    /// The network: mesh or torus with two or three sizes, for example torus:8x8x8
    #[arg(long, value_name = "KIND:AxB[xC]", required = true, value_parser = topology)]
    pub topology: Option<Network>,
    /// Ranks of the pattern [default: one for each node]
    #[arg(long, value_name = "N", value_parser = ranks)]
    pub ranks: Option<u64>,
    /// Bytes of a message, or of a part of one
    #[arg(long, value_name = "B", default_value = usual("bytes"), value_parser = bytes)]
    pub bytes: u64,
    /// Rounds of patterns that repeat
    #[arg(long, value_name = "N", default_value = usual("rounds"), value_parser = rounds)]
    pub rounds: u64,
    /// Grid of ranks of a halo exchange, x first [default: as near to a square or a cube as possible]
    #[arg(long, value_name = "AxB..")]
    pub grid: Option<String>,
    /// Whether that grid is periodic or open
    #[arg(long, value_name = "WORD", default_value = usual("border"), value_parser = setting::words::<MoptPlan>("border"))]
    pub border: String,
    /// Messages of each rank of a random pattern
    #[arg(long, value_name = "N", default_value = usual("degree"), value_parser = degree)]
    pub degree: u64,
    /// Class of CG
    #[arg(long, value_name = "CLASS", default_value = usual("class"), value_parser = setting::words::<MoptPlan>("class"))]
    pub class: String,
    /// Seed of a random pattern
    #[arg(long, value_name = "S", default_value = usual("pattern_seed"), value_parser = seed)]
    pub pattern_seed: u64,
    /// The hops that the cost counts on a torus: mesh as in the paper's tables, or torus
    #[arg(long, value_name = "WORD", default_value = usual("hops"), value_parser = setting::words::<MoptPlan>("hops"))]
    pub hops: String,
}

/// Options of the methods.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Starts of the paper's method; all but the first shuffle the ways to join
    #[arg(long, value_name = "K", default_value = usual("starts"), value_parser = starts)]
    pub starts: u64,
    /// Which of several starts with nearly the same cost is kept: the first, or that with the least loaded link
    #[arg(long, value_name = "WORD", default_value = usual("then"), value_parser = setting::words::<MoptPlan>("then"))]
    pub then: String,
    /// Rounds of refinement after the method
    #[arg(long, value_name = "R", default_value = usual("refine"), value_parser = refine)]
    pub refine: u64,
    /// Seed of the random map
    #[arg(long, value_name = "S", default_value = usual("seed"), value_parser = seed)]
    pub seed: u64,
}

/// Options of `mopt run`.
#[derive(Clone, Debug, Args)]
pub struct Run {
    #[command(flatten)]
    pub input: Input,
    /// The method
    #[arg(long, value_name = "NAME", default_value = usual("methods"), value_parser = setting::words::<MoptPlan>("methods"))]
    pub method: String,
    #[command(flatten)]
    pub options: Options,
    /// Write the map to a file: a line for each rank
    #[arg(long, value_name = "FILE")]
    pub write_map: Option<PathBuf>,
    /// Write the bytes of every link as CSV to a file
    #[arg(long, value_name = "FILE")]
    pub links: Option<PathBuf>,
    /// Write the communication as a trace of the interconnect mode to a file
    #[arg(long, value_name = "FILE")]
    pub write_trace: Option<PathBuf>,
    /// Write the communication as a program in C with MPI to a file, for `mcore run --map`
    #[arg(long, value_name = "FILE")]
    pub write_program: Option<PathBuf>,
    /// Write the joins of the paper's method as JSON lines to a file
    #[arg(long, value_name = "FILE")]
    pub steps: Option<PathBuf>,
    /// Write one JSON object instead of a text
    #[arg(long)]
    pub json: bool,
}

/// Options of `mopt compare`.
#[derive(Debug, Args)]
pub struct Compare {
    #[command(flatten)]
    pub input: Input,
    /// The methods
    #[arg(long, value_name = "NAME[,NAME...]", value_delimiter = ',', value_parser = setting::words::<MoptPlan>("methods"), required_unless_present = "maps")]
    pub methods: Vec<String>,
    /// Files with maps
    #[arg(long, value_name = "FILE[,FILE...]", value_delimiter = ',')]
    pub maps: Vec<PathBuf>,
    #[command(flatten)]
    pub options: Options,
    /// Write one JSON object per map instead of a table
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Write comma-separated values instead of a table
    #[arg(long)]
    pub csv: bool,
}

/// Options of `mopt check`.
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    pub input: Input,
    /// The map: a line for each rank, or the JSON of a run
    #[arg(long, value_name = "FILE")]
    pub map: PathBuf,
    /// Largest cost, in hops times bytes
    #[arg(long, value_name = "X", value_parser = limit)]
    pub max_cost: Option<u64>,
    /// Most bytes over any one link
    #[arg(long, value_name = "Y", value_parser = limit)]
    pub max_link: Option<u64>,
    /// Write one JSON object instead of a text
    #[arg(long)]
    pub json: bool,
}

fn topology(text: &str) -> Result<Network, String> {
    Network::read(text).map_err(|error| wanted(error.text()))
}

fn usual(id: &'static str) -> &'static str {
    setting::usual::<MoptPlan>(id)
}

fn ranks(text: &str) -> Result<u64, String> {
    setting::whole::<MoptPlan>("ranks", text)
}

fn bytes(text: &str) -> Result<u64, String> {
    setting::whole::<MoptPlan>("bytes", text)
}

fn rounds(text: &str) -> Result<u64, String> {
    setting::whole::<MoptPlan>("rounds", text)
}

fn degree(text: &str) -> Result<u64, String> {
    setting::whole::<MoptPlan>("degree", text)
}

fn starts(text: &str) -> Result<u64, String> {
    setting::whole::<MoptPlan>("starts", text)
}

fn refine(text: &str) -> Result<u64, String> {
    setting::whole::<MoptPlan>("refine", text)
}

fn limit(text: &str) -> Result<u64, String> {
    crate::args::number(text).ok_or_else(|| wanted(mcore::text!("a whole number", "整数")))
}

/// Japanese help of [`Input`].
const INPUT_JA: &[(&str, &str)] = &[
    ("pattern", "組み込みの通信パターン"),
    ("matrix", "行列のファイル: CSV の一覧、CSV の正方行列、Matrix Market"),
    ("comm", "通信記録"),
    ("topology", "ネットワーク: mesh か torus と 2 個か 3 個の大きさ。例: torus:8x8x8"),
    ("ranks", "パターンのランク数 [既定: ノードごとに 1 つ]"),
    ("bytes", "メッセージのバイト数、または 1 個の部分のバイト数"),
    ("rounds", "繰り返すパターンの回数"),
    ("grid", "袖領域交換のランクの格子（x が先） [既定: 正方形や立方体に近い形]"),
    ("border", "その格子を周期的にする (periodic) か、端を設ける (open) か"),
    ("degree", "ランダムなパターンで各ランクが送るメッセージの数"),
    ("class", "CG のクラス"),
    ("pattern_seed", "ランダムなパターンのシード"),
    ("hops", "トーラスのコストの定義: 論文の表と同じ mesh、または torus"),
];

/// Japanese help of [`Options`].
const OPTIONS_JA: &[(&str, &str)] = &[
    ("starts", "論文の方法の試行回数。2 回目からは結合の順序を混ぜます"),
    ("then", "コストがほぼ同じ試行から選ぶもの: 最初のもの (first)、最大リンクが小さいもの (link)"),
    ("refine", "方法の後で行う改良の回数"),
    ("seed", "ランダム配置のシード"),
];

/// Japanese help of `--json`.
const JSON_JA: &[(&str, &str)] = &[("json", "表の代わりに JSON オブジェクトを書きます")];

/// Japanese help of the further options of [`Run`].
const RUN_JA: &[(&str, &str)] = &[
    ("method", "方法"),
    ("write_map", "配置をファイルに書きます（1 行に 1 ランク）"),
    ("links", "リンクごとのバイト数を CSV でファイルに書きます"),
    ("write_trace", "通信をインターコネクトのモード用のトレースとしてファイルに書きます"),
    ("write_program", "通信を MPI を使う C のプログラムとしてファイルに書きます。`mcore run --map` 用です"),
    ("steps", "論文の方法の結合を JSON の行としてファイルに書きます"),
];

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[
    Help {
        command: "mopt",
        about: "プログラムのランクをメッシュかトーラスのノードに配置します",
        more: "多く通信するランクどうしを近くに置きます。方法は、タスク配置の論文 (MOPT) のもの、空間充填曲線、再帰二分割などです。`run` を省くと `run` のオプションになります。",
        examples: EXAMPLES_JA,
        arguments: &[INPUT_JA, OPTIONS_JA, RUN_JA, JSON_JA],
    },
    Help {
        command: "mopt run",
        about: "1 つの方法で配置を求めて測ります",
        more: "",
        examples: "",
        arguments: &[INPUT_JA, OPTIONS_JA, RUN_JA, JSON_JA],
    },
    Help {
        command: "mopt compare",
        about: "方法、またはファイルの配置を比べます",
        more: "",
        examples: "",
        arguments: &[
            &[("methods", "方法"), ("maps", "配置のファイル"), ("csv", "表の代わりに CSV を書きます")],
            INPUT_JA,
            OPTIONS_JA,
            JSON_JA,
        ],
    },
    Help {
        command: "mopt check",
        about: "ファイルの配置を測ります",
        more: "",
        examples: "",
        arguments: &[
            &[
                ("map", "配置: 1 行に 1 ランク、または run の JSON"),
                ("max_cost", "コストの上限（ホップ数 × バイト）"),
                ("max_link", "1 本のリンクを通るバイト数の上限"),
            ],
            INPUT_JA,
            JSON_JA,
        ],
    },
];
