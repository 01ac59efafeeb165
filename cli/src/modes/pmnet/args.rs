//! The arguments of `mcore pmnet`.

use crate::args::c::{C, C_JA};
use crate::args::{PART_JA, Part, cycles, setting, size};
use crate::japanese::Help;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use mcore::modes::pmnet::PmnetPlan;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  mcore pmnet run --preset i7-7700k --generate triad:n=1000000,threads=4
  valgrind --tool=lackey --trace-mem=yes ls 2>&1 | mcore pmnet run --preset i7-7700k --trace -
  mcore pmnet run --preset i7-7700k --misses --program jacobi.c --ranks 4 --region sweep
  mcore pmnet check --synthetic 'pack:2 l3:4 l2:4 core:1' --out machine.json
  mcore pmnet sweep --preset i7-7700k --generate matmul:n=200 --vary L3.capacity=2M,4M,8M

Exit status:
  0    the traces were read to their ends
  1    a sweep: some values cannot be
  2    bad arguments or input, or the output cannot be written
  130  interrupted (Ctrl-C)";

const EXAMPLES_JA: &str = "例:
  mcore pmnet run --preset i7-7700k --generate triad:n=1000000,threads=4
  valgrind --tool=lackey --trace-mem=yes ls 2>&1 | mcore pmnet run --preset i7-7700k --trace -
  mcore pmnet run --preset i7-7700k --misses --program jacobi.c --ranks 4 --region sweep
  mcore pmnet check --synthetic 'pack:2 l3:4 l2:4 core:1' --out machine.json
  mcore pmnet sweep --preset i7-7700k --generate matmul:n=200 --vary L3.capacity=2M,4M,8M

終了ステータス:
  0    トレースを終わりまで読んだ
  1    sweep: 使えない値がある
  2    引数か入力が正しくない、または出力を書けない
  130  中断された (Ctrl-C)";

/// Find the bottleneck of a memory system under the trace of a program
///
/// A memory system is a graph of cores, caches, memories and routers (a DAT file); a trace is the loads and stores of a
/// program, a file or made here. Every object counts its accesses; the one that is occupied longest gives the
/// predicted time and is the bottleneck. Latency is not included.
#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub enum Pmnet {
    /// Send traces through a memory system: counts and times of each object, the bottleneck
    #[command(after_help = PROGRAMS)]
    Run(Run),
    /// Check a memory system and show what it consists of
    Check(Check),
    /// Send the same traces through a memory system while a value of a class varies
    #[command(after_help = PROGRAMS)]
    Sweep(Sweep),
}

/// The programs, in a form for both languages: names and defaults.
const PROGRAMS: &str = "--generate NAME:KEY=VALUE,...
  triad     n=1000000,threads=1,passes=1,init=none|serial|parallel,store=normal|nt
  matmul    n=256,threads=1,order=ijk|ikj|jik|jki|kij|kji,block=0
  stencil   n=1024,threads=1,steps=4
  chase     bytes=16777216,n=1000000,threads=1,line=64
  random    bytes=12582912,n=1000000,threads=1,writes=0,seed=1
  counters  n=100000,threads=4,stride=8
  stride    bytes=65536,stride=64,passes=2,threads=1";

/// The memory system.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct System {
    /// The memory system: a DAT file, or the XML of `lstopo --of xml`
    #[arg(long, value_name = "FILE")]
    pub dat: Option<PathBuf>,
    /// The memory system: i7-7700k, epyc-7702-nps4, epyc-7702-interleaved, mcore-MxN
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// The memory system: a description as hwloc has them, `pack:2 l3:4 l2:4 core:1`
    #[arg(long, value_name = "TEXT")]
    pub synthetic: Option<String>,
}

/// The traces, and how they are run.
#[derive(Debug, Args)]
pub struct Program {
    /// A file with a trace (gzip, xz and zstd are unpacked); `-` is standard input; may be repeated
    #[arg(long, value_name = "FILE")]
    pub trace: Vec<PathBuf>,
    /// A trace to be made: `triad:n=1000000,threads=4`; may be repeated
    #[arg(long, value_name = "PROGRAM")]
    pub generate: Vec<String>,
    /// Format of the files
    #[arg(long, value_parser = words("format"), default_value = usual("format"), value_name = "FORMAT")]
    pub format: String,
    /// The memories that pages go to [default: what the DAT says, else first-touch]
    #[arg(long, value_parser = words("placement"), value_name = "RULE")]
    pub placement: Option<String>,
    /// The memory for the pages of a range of addresses; may be repeated
    #[arg(long, value_name = "FIRST-LAST=MEMORY")]
    pub place: Vec<String>,
    /// Write invalidation by MSI, or no coherence
    #[arg(long, value_parser = words("coherence"), default_value = usual("coherence"), value_name = "PROTOCOL")]
    pub coherence: String,
    /// The core (number or name) of a thread (from 0); may be repeated
    #[arg(long, value_name = "THREAD=CORE")]
    pub core: Vec<String>,
    /// Give up after this number of wrong lines of a trace
    #[arg(long, value_name = "N", default_value = "100")]
    pub max_bad: u64,
}

/// Options of `pmnet run`.
#[derive(Debug, Args)]
pub struct Run {
    #[command(flatten)]
    pub system: System,
    #[command(flatten)]
    pub program: Program,
    #[command(flatten)]
    pub executed: Executed,
    /// Report windows of this number of accesses instead of the phases of the traces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 50))]
    pub window: Option<u64>,
    /// Count misses by kind (cold, capacity, conflict, coherence) and by array; takes several times as long
    #[arg(long)]
    pub misses: bool,
    /// A range of addresses for which misses are counted, with its name; or a region of the program, outside which its accesses do
    /// not count. A range may be repeated
    #[arg(long, value_name = "NAME[=FIRST-LAST]")]
    pub region: Vec<String>,
    /// Write the DAT with the results filled in
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write everything as one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
}

/// A program that is run for its loads and stores.
#[derive(Debug, Args)]
pub struct Executed {
    /// A C or assembly file, or an ELF file: the program runs on a chip, and its loads and stores are the trace. Repeat it for the
    /// other files of the same program
    #[arg(long, value_name = "FILE")]
    pub program: Vec<PathBuf>,
    /// The ranks of the program: each is a node of the chip, and a thread of the trace
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=4096), requires = "program")]
    pub ranks: u16,
    /// Size of each rank's memory: a power of two from 64K to 256M [default: 16M; of a chip as memory system 512K]
    #[arg(long, value_name = "SIZE", value_parser = size, requires = "program")]
    pub node_memory: Option<u32>,
    /// End the program after this number of cycles
    #[arg(long, value_name = "N", default_value = "10000000000", value_parser = cycles, requires = "program")]
    pub max_cycles: u64,
    #[command(flatten)]
    pub c: C,
    /// Arguments for the `main` of the program, after `--`
    #[arg(last = true, value_name = "ARGUMENT", requires = "program")]
    pub arguments: Vec<String>,
}

/// Options of `pmnet check`.
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    pub system: System,
    /// File to which the system is written as a DAT
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the summary as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Options of `pmnet sweep`.
#[derive(Debug, Args)]
pub struct Sweep {
    #[command(flatten)]
    pub system: System,
    #[command(flatten)]
    pub program: Program,
    /// The class, key and values to vary: `L3.capacity=4M,8M,16M` or `DDR4.bandwidth=20e9,40e9`
    #[arg(long, value_name = "CLASS.KEY=VALUE,...")]
    pub vary: String,
    /// Values at the same time [default: the number of processors]; results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Write one JSON object a value, which a sweep does in any case
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub part: Part,
}

fn words(id: &'static str) -> PossibleValuesParser {
    setting::words::<PmnetPlan>(id)
}

fn usual(id: &'static str) -> &'static str {
    setting::usual::<PmnetPlan>(id)
}

/// [`System`] in Japanese.
const SYSTEM_JA: &[(&str, &str)] = &[
    ("dat", "メモリシステム: DAT ファイル、または `lstopo --of xml` の XML"),
    ("preset", "メモリシステム: i7-7700k、epyc-7702-nps4、epyc-7702-interleaved、mcore-MxN"),
    ("synthetic", "メモリシステム: `pack:2 l3:4 l2:4 core:1` のような hwloc の記述"),
];

/// Japanese help of the options of both `run` and `sweep`.
const PROGRAM_JA: &[(&str, &str)] = &[
    ("generate", "作るトレース: `triad:n=1000000,threads=4` など。繰り返せます"),
    ("format", "トレースのファイルの形式"),
    ("placement", "ページを置くメモリ [既定: DAT の指示、なければ first-touch]"),
    ("place", "このアドレス範囲のページを、このメモリに置きます。繰り返せます"),
    ("coherence", "MSI の書き込み無効化、または一貫性なし"),
    ("core", "このスレッド（0 から）を、このコア（番号か名前）に置きます。繰り返せます"),
    ("max_bad", "トレースの誤った行がこの数を超えたら打ち切ります"),
];

/// [`Executed`] in Japanese.
const EXECUTED_JA: &[(&str, &str)] = &[
    (
        "program",
        "C かアセンブリのファイル、または ELF ファイル。プログラムをチップで実行し、そのロードとストアをトレースにします。同じプログラムのほかのファイルには繰り返します",
    ),
    ("ranks", "プログラムのランクの数。各ランクはチップの 1 ノードで、トレースの 1 スレッドです"),
    (
        "node_memory",
        "ランクごとのメモリの大きさ: 64K から 256M までの 2 のべき [既定: 16M。チップをメモリシステムにするときは 512K]",
    ),
    ("max_cycles", "プログラムをこのサイクル数で打ち切ります"),
    ("arguments", "プログラムの `main` の引数（`--` の後）"),
];

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[
    Help {
        command: "pmnet",
        about: "プログラムのトレースのもとで、メモリシステムのボトルネックを見つけます",
        more: "メモリシステムは、コア、キャッシュ、メモリ、ルータのグラフ（DAT ファイル）です。トレースはプログラムの読み書きの列で、ファイルから読むか、ここで作ります。各オブジェクトは届いたものを数え、占有時間が最も長いものが予測時間を決め、ボトルネックになります。レイテンシは考えません。",
        examples: EXAMPLES_JA,
        arguments: &[],
    },
    Help {
        command: "pmnet run",
        about: "トレースをメモリシステムに流し、各オブジェクトの計数と時間、ボトルネックを表示します",
        more: "",
        examples: "",
        arguments: &[
            &[
                ("trace", "トレースのファイル（圧縮は gzip、xz、zstd）。`-` は標準入力。繰り返せます"),
                ("window", "トレースのフェーズの代わりに、この数のアクセスごとの結果を出します"),
                (
                    "misses",
                    "ミスを種類（コールド、容量、競合、コヒーレンス）と配列ごとに数えます。数倍の時間がかかります",
                ),
                (
                    "region",
                    "ミスを数えるアドレス範囲とその名前、またはプログラムの区間（その外のアクセスは数えません）。範囲は繰り返せます",
                ),
                ("out", "結果を書き込んだ DAT をファイルに書きます"),
                ("json", "表の代わりに、結果のすべてを 1 つの JSON オブジェクトで書きます"),
            ],
            SYSTEM_JA,
            PROGRAM_JA,
            EXECUTED_JA,
            C_JA,
        ],
    },
    Help {
        command: "pmnet check",
        about: "メモリシステムを確かめ、要約を表示します",
        more: "",
        examples: "",
        arguments: &[
            &[("out", "DAT として書くファイル"), ("json", "要約を 1 つの JSON オブジェクトで書きます")],
            SYSTEM_JA,
        ],
    },
    Help {
        command: "pmnet sweep",
        about: "クラスの 1 つの値を変えながら、同じトレースを流します",
        more: "",
        examples: "",
        arguments: &[
            &[
                ("vary", "変える値: `L3.capacity=4M,8M,16M`、`DDR4.bandwidth=20e9,40e9` など"),
                ("jobs", "同時に調べる値の数 [既定: プロセッサの数]。結果は変わりません"),
                ("trace", "トレースのファイル（圧縮は gzip、xz、zstd）。繰り返せます"),
                ("json", "値ごとに 1 つの JSON オブジェクトを書きます（指定しなくても同じです）"),
            ],
            SYSTEM_JA,
            PROGRAM_JA,
            PART_JA,
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::mode::Plan as _;

    #[test]
    fn options_are_the_settings_of_the_plan() {
        let command = Run::augment_args(clap::Command::new("run"));
        let fields = PmnetPlan::default().fields();
        for id in ["format", "placement", "places", "coherence", "cores", "window", "regions"] {
            let field = fields.iter().find(|field| field.id == id).unwrap_or_else(|| panic!("no setting `{id}`"));
            let argument = command.get_arguments().find(|argument| argument.get_long() == Some(field.option));
            let argument = argument.unwrap_or_else(|| panic!("no option --{}", field.option));
            let usual: Vec<_> = argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
            assert_eq!(usual.join(","), field.usual, "--{}", field.option);
            let values: Vec<_> =
                argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
            assert_eq!(values, field.option_words().collect::<Vec<_>>(), "--{}", field.option);
        }
    }

    #[test]
    fn the_help_lists_every_program_with_its_defaults() {
        for (name, settings) in mcore::modes::pmnet::model::generate::PROGRAMS {
            assert!(PROGRAMS.lines().any(|l| l.split_whitespace().eq([name, settings])), "{name}");
        }
        assert_eq!(PROGRAMS.lines().count(), 1 + mcore::modes::pmnet::model::generate::PROGRAMS.len());
    }
}
