//! The arguments of `mcore nsim`.

use crate::args::{PART_JA, Part, number, seed, setting, wanted};
use crate::japanese::Help;
use clap::{Args, Subcommand};
use mcore::modes::nsim::{NsimPlan, sizes};
use mcore::text;
use std::ffi::OsString;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  mcore nsim run --topology torus --dims 16x8x8 --program bruck-alltoall --bytes 4
  mcore nsim run --topology fat-tree --dims 8x8x4 --program random-ring --bytes 1048576 --rounds 4 --json
  mcore nsim sweep --dims 8x8x8,16x8x8 --program bruck-alltoall,ring --bytes 4,1024 --json
  mcore nsim sweep --dims 8x8,16x16 --bytes 4,64 --shard 1/2 --resume part-1.json    half of the runs, or the rest of them

Exit status:
  0    every rank came to its end
  2    bad arguments or input, or the output cannot be written
  4    the limit of simulated time was reached
  5    deadlock: some ranks wait for what will never come
  130  interrupted (Ctrl-C)";

const EXAMPLES_JA: &str = "例:
  mcore nsim run --topology torus --dims 16x8x8 --program bruck-alltoall --bytes 4
  mcore nsim run --topology fat-tree --dims 8x8x4 --program random-ring --bytes 1048576 --rounds 4 --json
  mcore nsim sweep --dims 8x8x8,16x8x8 --program bruck-alltoall,ring --bytes 4,1024 --json
  mcore nsim sweep --dims 8x8,16x16 --bytes 4,64 --shard 1/2 --resume part-1.json    実行の半分（またはその残り）

終了ステータス:
  0    すべてのランクが終わった
  2    引数か入力が正しくない、または出力を書けない
  4    模擬時間の上限に達した
  5    デッドロック: 来ないものを待つランクがある
  130  中断された (Ctrl-C)";

/// Simulate a large interconnect with thousands of nodes, packet by packet
///
/// Ranks of a small MPI run a built-in program or a communication trace on a torus, a mesh or a fat tree; the network
/// moves packets by virtual cut-through through switches with bounded buffers. The results are the same on any machine
/// and for any number of threads.
#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub enum Nsim {
    /// Run a program on one machine
    Run(Run),
    /// Run programs on several machines: every combination of the values given, one after the other
    Sweep(Sweep),
    /// Run an experiment of the paper: random ring on the fat tree, or Bruck's all-to-all on the torus
    Scenario(Experiment),
}

/// The options of every run of `nsim`.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Parameters of the machine: torus, infiniband, mopt, or a TOML file
    #[arg(long, value_name = "NAME|FILE")]
    pub params: Option<OsString>,
    /// Which dimensions of a torus or mesh are rings, by letter: xz, for example [default: all of a torus, none of a mesh]
    #[arg(long, value_name = "LETTERS", value_parser = rings)]
    pub rings: Option<String>,
    /// Rounds of programs that repeat, or tasks of master-worker
    #[arg(long, value_name = "N", default_value = usual("rounds"), value_parser = rounds)]
    pub rounds: u32,
    /// Computation before each round, or mean length of a task, in ns
    #[arg(long, value_name = "NS", default_value = usual("compute_ns"), value_parser = nanoseconds)]
    pub compute: u64,
    /// Floating-point operations of a core, in millions a second, for a time-independent trace
    #[arg(long, value_name = "MFLOPS", default_value = usual("mflops"), value_parser = mflops)]
    pub mflops: u64,
    /// Seed of random programs and mappings
    #[arg(long, value_name = "S", default_value = usual("seed"), value_parser = seed)]
    pub seed: u64,
    /// Nodes of the ranks: xyz (in order), random, or a file with one line per rank
    #[arg(long, value_name = "xyz|random|FILE", default_value = usual("map"))]
    pub map: OsString,
    /// Ranks [default: one for each node, or as many as the trace has]
    #[arg(long, value_name = "N", value_parser = ranks)]
    pub ranks: Option<u32>,
    /// Threads; the results are the same for any number
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub threads: usize,
    /// Stop after this simulated time, in ns
    #[arg(long, value_name = "NS", value_parser = nanoseconds)]
    pub max_time: Option<u64>,
    /// Write one JSON object a run instead of a text
    #[arg(long)]
    pub json: bool,
}

/// Options of `nsim run`.
#[derive(Debug, Args)]
pub struct Run {
    /// Kind of network: torus, mesh, tofu or fat-tree
    #[arg(long, value_name = "KIND", default_value = usual("topology"), value_parser = kind)]
    pub topology: String,
    /// Sizes of the dimensions, the fastest first; for a fat tree the children of a switch, the lowest level first
    #[arg(long, value_name = "AxB..", default_value = usual("dims"), value_parser = dims)]
    pub dims: String,
    /// A built-in program, or a file with a communication trace: lines of operations, or a time-independent trace of SimGrid
    #[arg(long, value_name = "NAME|TRACE", default_value = usual("program"))]
    pub program: OsString,
    /// Bytes of a message, or of the part of one rank in a collective
    #[arg(long, value_name = "B", default_value = usual("bytes"), value_parser = bytes)]
    pub bytes: u64,
    /// Write the bytes of every link as CSV to a file
    #[arg(long, value_name = "FILE")]
    pub links: Option<PathBuf>,
    /// Write the bytes of every link over time as CSV to a file
    #[arg(long, value_name = "FILE")]
    pub link_history: Option<PathBuf>,
    /// Write what each rank does over time, and the messages, as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub timeline: Option<PathBuf>,
    /// Record the input buffers of these switches
    #[arg(long, value_name = "N[,N...]", value_delimiter = ',', requires = "buffers")]
    pub watch: Vec<u32>,
    /// Write the changes of the recorded buffers as CSV to a file
    #[arg(long, value_name = "FILE", requires = "watch")]
    pub buffers: Option<PathBuf>,
    /// Write the mapping to a file
    #[arg(long, value_name = "FILE")]
    pub write_map: Option<PathBuf>,
    #[command(flatten)]
    pub common: Common,
}

/// Options of `nsim sweep`.
#[derive(Debug, Args)]
pub struct Sweep {
    /// Kinds of network: torus, mesh, tofu or fat-tree
    #[arg(long, value_name = "KIND[,KIND...]", default_value = usual("topology"), value_delimiter = ',', value_parser = kind)]
    pub topology: Vec<String>,
    /// Sizes of the dimensions, the fastest first
    #[arg(long, value_name = "AxB..[,AxB..]", required = true, value_delimiter = ',', value_parser = dims)]
    pub dims: Vec<String>,
    /// Built-in programs, or files with communication traces: lines of operations, or time-independent traces of SimGrid
    #[arg(long, value_name = "NAME|TRACE[,...]", default_value = usual("program"), value_delimiter = ',')]
    pub program: Vec<OsString>,
    /// Bytes of a message, or of the part of one rank in a collective
    #[arg(long, value_name = "B[,B...]", default_value = usual("bytes"), value_delimiter = ',', value_parser = bytes)]
    pub bytes: Vec<u64>,
    #[command(flatten)]
    pub common: Common,
    #[command(flatten)]
    pub part: Part,
}

/// Options of `nsim scenario`.
#[derive(Debug, Args)]
pub struct Experiment {
    /// The experiment
    #[arg(value_enum, value_name = "NAME")]
    pub name: Scenario,
    /// Largest number of nodes
    #[arg(long, value_name = "N", default_value = "4096", value_parser = ranks)]
    pub most: u32,
    /// Threads; the results are the same for any number
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub threads: usize,
    /// Write one JSON object a run instead of a text
    #[arg(long)]
    pub json: bool,
}

/// The paper's experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Scenario {
    /// Random ring bandwidth on the fat tree of InfiniBand switches, over the number of nodes
    RandomRing,
    /// Bruck's all-to-all on the 3-D torus, over the number of nodes and the size of the messages
    BruckAlltoall,
}

/// Sizes of dimensions, as the plan reads them. A comma would begin another list here.
fn dims(text: &str) -> Result<String, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte.eq_ignore_ascii_case(&b'x'));
    sizes(text).filter(|sizes| is_plain && sizes.len() <= 6).map(|_| text.to_owned()).ok_or_else(|| {
        wanted(text!(
            "1 to 6 sizes with x between, for example 16x16x16",
            "1 から 6 個の大きさを x でつなぎます、例: 16x16x16"
        ))
    })
}

fn kind(text: &str) -> Result<String, String> {
    let field = setting::field::<NsimPlan>("topology");
    if field.option_words().any(|word| word == text) {
        return Ok(text.to_owned());
    }
    let words: Vec<_> = field.option_words().collect();
    let (en, ja) = (words.join(", "), words.join("、"));
    Err(wanted(text!("one of {en}", "{ja} のどれか")))
}

fn rings(text: &str) -> Result<String, String> {
    match text.chars().all(|letter| "xyzabc".contains(letter)) {
        true => Ok(text.to_owned()),
        false => Err(wanted(text!("letters out of xyzabc", "xyzabc の文字"))),
    }
}

fn usual(id: &'static str) -> &'static str {
    setting::usual::<NsimPlan>(id)
}

fn whole(id: &'static str, text: &str) -> Result<u64, String> {
    setting::whole::<NsimPlan>(id, text)
}

fn rounds(text: &str) -> Result<u32, String> {
    whole("rounds", text).map(|n| n as u32)
}

fn ranks(text: &str) -> Result<u32, String> {
    whole("ranks", text).map(|n| n as u32)
}

fn threads(text: &str) -> Result<usize, String> {
    let count = number(text).filter(|n| (1..=256).contains(n)).map(|n| n as usize);
    count.ok_or_else(|| wanted(text!("a number from 1 to 256", "1 から 256 までの数")))
}

fn bytes(text: &str) -> Result<u64, String> {
    whole("bytes", text)
}

fn nanoseconds(text: &str) -> Result<u64, String> {
    whole("compute_ns", text)
}

fn mflops(text: &str) -> Result<u64, String> {
    whole("mflops", text)
}

/// Japanese help of the options of both `run` and `sweep`.
const COMMON_JA: &[(&str, &str)] = &[
    ("topology", "ネットワークの種類: torus、mesh、tofu、fat-tree"),
    ("dims", "各次元の大きさ（最も速く変わる次元から）。fat-tree ではスイッチの子の数（下の段から）"),
    (
        "program",
        "組み込みのプログラム、または通信トレースのファイル（1 行に 1 操作、または SimGrid の時刻なしトレース）",
    ),
    ("bytes", "メッセージのバイト数、または集団通信で 1 ランクが受け持つバイト数"),
    ("params", "マシンのパラメータ: torus、infiniband、mopt、または TOML ファイル"),
    ("rings", "torus または mesh で環にする次元の文字。例: xz [既定: torus はすべて、mesh はなし]"),
    ("rounds", "繰り返すプログラムの回数、または master-worker のタスク数"),
    ("compute", "各回の前の計算時間、またはタスクの平均の長さ (ns)"),
    ("mflops", "時刻なしトレースでのコアの浮動小数点演算の速さ。1 秒あたりの回数を百万単位で"),
    ("seed", "乱数を使うプログラムと配置のシード"),
    ("map", "ランクのノード: xyz (順番どおり)、random、または 1 行に 1 ランクのファイル"),
    ("ranks", "ランクの数 [既定: ノードごとに 1 つ、トレースではその数]"),
    ("threads", "スレッドの数。いくつでも結果は同じです"),
    ("max_time", "模擬時間がここまで進んだら打ち切ります (ns)"),
    ("json", "表の代わりに、実行ごとに 1 つの JSON オブジェクトを書きます"),
];

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[
    Help {
        command: "nsim",
        about: "数千ノードの相互結合網をパケット単位でシミュレートします",
        more: "小さな MPI のランクが、組み込みのプログラムか通信トレースを、トーラス、メッシュ、ファットツリーの上で実行します。パケットは容量に限りのあるバッファを持つスイッチを、バーチャルカットスルーで進みます。結果はどのマシンでも、スレッドがいくつでも同じです。",
        examples: EXAMPLES_JA,
        arguments: &[],
    },
    Help {
        command: "nsim run",
        about: "1 つのマシンでプログラムを実行します",
        more: "",
        examples: "",
        arguments: &[
            &[
                ("links", "リンクごとに運んだバイト数を CSV でファイルに書きます"),
                ("link_history", "リンクごとに運んだバイト数の時間変化を CSV でファイルに書きます"),
                ("timeline", "各ランクの動きとメッセージを JSON でファイルに書きます"),
                ("watch", "このスイッチの入力バッファを記録します"),
                ("buffers", "記録したバッファの変化を CSV でファイルに書きます"),
                ("write_map", "配置をファイルに書きます"),
            ],
            COMMON_JA,
        ],
    },
    Help {
        command: "nsim sweep",
        about: "指定した値のすべての組み合わせを順に実行します",
        more: "",
        examples: "",
        arguments: &[COMMON_JA, PART_JA],
    },
    Help {
        command: "nsim scenario",
        about: "論文の実験を行います: ファットツリーでのランダムリング、トーラスでの Bruck の全対全通信",
        more: "",
        examples: "",
        arguments: &[&[
            ("name", "実験"),
            ("most", "最大のノード数"),
            ("threads", "スレッドの数。いくつでも結果は同じです"),
            ("json", "表の代わりに、実行ごとに 1 つの JSON オブジェクトを書きます"),
        ]],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::mode::Plan as _;

    #[test]
    fn options_are_the_settings_of_the_plan() {
        let command = Run::augment_args(clap::Command::new("run"));
        let fields = NsimPlan::default().fields();
        for id in [
            "topology",
            "dims",
            "rings",
            "base",
            "program",
            "bytes",
            "rounds",
            "compute_ns",
            "mflops",
            "seed",
            "map",
            "ranks",
            "watch",
        ] {
            let field = fields.iter().find(|field| field.id == id).unwrap_or_else(|| panic!("no setting `{id}`"));
            let argument = command.get_arguments().find(|argument| argument.get_long() == Some(field.option));
            let argument = argument.unwrap_or_else(|| panic!("no option --{}", field.option));
            let usual: Vec<_> = argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
            assert_eq!(usual.join(","), field.usual, "--{}", field.option);
        }
    }

    #[test]
    fn limits_are_those_of_the_plan() {
        assert_eq!((rounds("1"), rounds("1_000_000")), (Ok(1), Ok(1_000_000)));
        assert!(rounds("0").is_err() && rounds("1000001").is_err() && rounds("many").is_err());
        assert_eq!(bytes("4294967296"), Ok(1 << 32));
        assert!(bytes("4294967297").is_err() && ranks("1048577").is_err() && nanoseconds("1000000000001").is_err());
        assert_eq!(dims("16X8x8"), Ok("16X8x8".to_owned()));
        assert!(["", "x", "0x4", "4,4", "4 x 4", "1x1x1x1x1x1x1"].iter().all(|text| dims(text).is_err()));
        assert!(kind("fat-tree").is_ok() && kind("cube").is_err());
    }
}
