//! The arguments of `mcore run`.

use super::{cycles, node, nodes, size};
use crate::args::c::{C, C_JA};
use crate::args::{FINDINGS_JA, Findings, wanted};
use crate::japanese::Help;
use clap::builder::{OsStringValueParser, TypedValueParser as _};
use clap::{Args, ValueEnum};
use clap_lex::OsStrExt as _;
use mcore::base::NodeId;
use mcore::text;
use std::ffi::OsStr;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  mcore run hello.s                                        on 4x4 nodes
  mcore run --nodes 8x8 --stats text matmul.s              cycles, instruction mix, traffic
  mcore run a.s --place 2,1=b.s --trace packet             b.s on node (2,1); each packet with its latency
  mcore run --profile lines matmul.s                       where the cores spend their cycles
  mcore run --mpi-profile text solver.c                    time in MPI by function and rank
  mcore run --break 31 --last-writer '2,1:$t0' matmul.s    where it stops, and who wrote this
  mcore run --nodes 1x1 -O2 -D N=8 a.c b.c c.s             C and assembly; arguments of main follow after --
  mcore run --nodes 8x8 --map best.map solver.c            ranks of MPI on the nodes that `mcore mopt` has chosen
  cpp -P a.S | mcore run -                                 the program from standard input

Exit status:
  0    every core halted with exit code 0
  1    some core halted with another exit code
  2    bad arguments or input, or the output cannot be written
  3    a core or the memory node trapped
  4    the limit of cycles was reached
  5    deadlock: no core can ever progress
  130  interrupted (Ctrl-C)";

const EXAMPLES_JA: &str = "例:
  mcore run hello.s                                        4x4 ノードで実行
  mcore run --nodes 8x8 --stats text matmul.s              サイクル数、命令の内訳、通信量
  mcore run a.s --place 2,1=b.s --trace packet             ノード (2,1) では b.s。各パケットとその遅延
  mcore run --profile lines matmul.s                       コアがどこでサイクルを使うか
  mcore run --mpi-profile text solver.c                    MPI の中の時間（関数別、ランク別）
  mcore run --break 31 --last-writer '2,1:$t0' matmul.s    止まるところと、それを書いた命令
  mcore run --nodes 1x1 -O2 -D N=8 a.c b.c c.s             C とアセンブリ。main の引数は -- の後
  mcore run --nodes 8x8 --map best.map solver.c            MPI のランクを `mcore mopt` が選んだノードに置く
  cpp -P a.S | mcore run -                                 標準入力のプログラム

終了ステータス:
  0    すべてのコアが終了コード 0 で停止した
  1    ほかの終了コードで停止したコアがある
  2    引数か入力が正しくない、または出力を書けない
  3    コアまたはメモリノードがトラップした
  4    サイクル数の上限に達した
  5    デッドロック: どのコアも先へ進めない
  130  中断された (Ctrl-C)";

/// Options that a run with stops or questions does not accept.
const LOOKS_ONLY: [&str; 8] = ["trace", "series", "accesses", "check", "stats", "profile", "comm", "mpi_profile"];

/// Options that follow a run step by step, which those that only sum up do not accept.
const STEPWISE: [&str; 3] = ["trace", "accesses", "check"];

/// Run a program on all nodes, or one on each
///
/// Files of assembly text form one program, and may use the library on the chip (`.include "mclib.s"`). Output of nodes
/// goes to standard output, everything else to standard error. If several nodes print, each line begins with its node,
/// `[x,y] `; output of a single node is unchanged. To see a node's output while it is printed, choose that node
/// with --console.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Run {
    /// Assembly and C files, which form one program, or one ELF file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Columns and rows of compute nodes, each 1 to 255
    #[arg(long, value_name = "MxN", default_value = "4x4", value_parser = nodes)]
    pub nodes: (u8, u8),
    /// Give a node its own program; repeat it for more nodes, or for more files of the same node
    #[arg(long, value_name = "X,Y=FILE", value_parser = OsStringValueParser::new().try_map(|text| place(&text)))]
    pub place: Vec<(NodeId, PathBuf)>,
    /// Put the ranks of MPI on the nodes of this file, a line for each rank: `5 1,0` or `5 33`; columns and rows count from 0
    ///
    /// The option --write-map of `mcore mopt run` writes such a file. Without it rank 0 is on node (1,1), and x counts first.
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// Size of each node's memory: a power of two from 64K to 256M
    #[arg(long, value_name = "SIZE", default_value = "512K", value_parser = size)]
    pub node_memory: u32,
    /// End the run after this number of cycles
    #[arg(long, value_name = "N", default_value = "20000000", value_parser = cycles)]
    pub max_cycles: u64,
    /// Addresses outside node memory: a trap, or the upper bits are ignored
    #[arg(long, value_enum, default_value_t = Addressing::Strict, value_name = "RULE")]
    pub addressing: Addressing,
    /// Maximum output of a node; beyond it the node traps
    #[arg(long, value_name = "SIZE", default_value = "256K", value_parser = size)]
    pub console_limit: u32,
    /// The standard input of the program, which rank 0 reads; `-` is that of the command. Without it the input is empty
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// Every node reads its own copy of the input, not only rank 0
    #[arg(long, requires = "input")]
    pub input_all: bool,
    /// The files of this folder, and of those in it, are there for the program to open
    #[arg(long = "files", value_name = "DIR")]
    pub read_files: Option<PathBuf>,
    /// After the run, write the files that the program has written into this folder
    #[arg(long, value_name = "DIR")]
    pub write_files: Option<PathBuf>,
    /// Maximum size of all files together; beyond it the node that writes traps
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = size)]
    pub file_limit: u32,
    /// Write the communication log to standard error; each grain holds the coarser ones too
    #[arg(long, value_enum, value_name = "GRAIN")]
    pub trace: Option<TraceLevel>,
    /// Log only events at this node or router; repeat it for more
    #[arg(long, value_name = "X,Y", value_parser = one_node, requires = "trace")]
    pub trace_node: Vec<NodeId>,
    /// Of the log only these cycles, the last one not included; each side may be left out
    #[arg(long, value_name = "FROM..UNTIL", value_parser = window, requires = "trace")]
    pub trace_cycles: Option<(u64, u64)>,
    /// Write the activity of cores and links over the time of the run, as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub series: Option<PathBuf>,
    /// Write the loads and stores of the cores to a file, as a trace for `pmnet run --trace`
    ///
    /// A thread is a core's rank; node memories follow each other in the order of ranks. The amount of computation of
    /// the cores follows at the end.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["trace", "series", "check", "stats"])]
    pub accesses: Option<PathBuf>,
    /// Write the messages of a program with MPI, and the computation between them, to a file for `mopt`, `nsim` and `tca`
    ///
    /// JSON lines; docs/comm.schema.json describes them. Times are in cycles.
    #[arg(long, value_name = "FILE", conflicts_with_all = STEPWISE)]
    pub comm: Option<PathBuf>,
    /// Write to standard error the time in MPI by function and rank, and the bytes between ranks; as JSON it is the last line
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = STEPWISE)]
    pub mpi_profile: Option<StatsFormat>,
    /// Report likely bugs: uninitialised values, races between DMAs and cores, registers not restored
    ///
    /// Reports go to standard error and do not change the exit status; with `--stats json` they are part of the object.
    #[arg(long)]
    pub check: bool,
    /// Stop before this instruction, at any node: a line (12, main.s:12), a label or an address; repeat it for more
    ///
    /// At a stop, and with --until or --last-writer, the command prints the position of the run instead of the nodes' output.
    #[arg(long = "break", value_name = "LINE|LABEL|ADDR", conflicts_with_all = LOOKS_ONLY)]
    pub breakpoints: Vec<String>,
    /// Stop when this register or word changes at any node, or is written with a value: `sum`, `$t0`, `"sum == 5"`
    #[arg(long, value_name = "PLACE[TEST]", conflicts_with_all = LOOKS_ONLY)]
    pub watch: Vec<String>,
    /// Stop at this cycle
    #[arg(long, value_name = "CYCLE", value_parser = cycles, conflicts_with_all = LOOKS_ONLY)]
    pub until: Option<u64>,
    /// Say who wrote this last, where the run stops: an instruction or a DMA, at which node and cycle
    #[arg(long, value_name = "X,Y:PLACE", value_parser = node_and_place, conflicts_with_all = LOOKS_ONLY)]
    pub last_writer: Vec<(NodeId, String)>,
    /// Print an expression of C where the run stops, at every node: `sum`, `a[i].x`, `*p`; best with -O0
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, conflicts_with_all = LOOKS_ONLY)]
    pub print: Vec<String>,
    /// Print the calls that a node is in where the run stops, with their variables in C; best with -O0
    #[arg(long, value_name = "X,Y", value_parser = one_node, conflicts_with_all = LOOKS_ONLY)]
    pub variables: Vec<NodeId>,
    /// Write statistics to standard error; as JSON they are its last line, before those of a profile
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub stats: Option<StatsFormat>,
    /// Write to standard error where the cores spent their cycles: by function or by line, polling apart
    #[arg(long, value_enum, value_name = "BY", conflicts_with_all = STEPWISE)]
    pub profile: Option<ProfileBy>,
    /// Form of the profile; as JSON it is the last line, with functions, lines and ranks
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = StatsFormat::Text, requires = "profile")]
    pub profile_format: StatsFormat,
    /// Whose output is shown: `all`, or one node
    #[arg(long, value_name = "all|X,Y", default_value = "all", value_parser = console)]
    pub console: ConsoleChoice,
    /// Pass what the nodes print to a terminal as it is; otherwise control characters are shown as pictures there
    #[arg(long)]
    pub raw: bool,
    /// Say nothing of how the run went, unless it failed
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub findings: Findings,
    #[command(flatten)]
    pub c: C,
    /// Arguments for the `main` of a C program, after `--`
    #[arg(last = true, value_name = "ARGUMENT")]
    pub arguments: Vec<String>,
}

/// `--addressing`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Addressing {
    /// Such an address traps
    Strict,
    /// The upper bits of an address are ignored, as in the paper
    Mirrored,
}

/// `--trace`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceLevel {
    /// Calls and messages of MPI, and marks
    Message,
    /// DMA transfers
    Dma,
    /// Packets, with their latency
    Packet,
    /// Each step of each flit
    Flit,
}

/// `--stats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    /// A line each
    Text,
    /// One JSON object on one line
    Json,
}

/// `--profile`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProfileBy {
    /// A line for each function
    Functions,
    /// A line for each source line
    Lines,
}

/// `--console`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsoleChoice {
    /// Every node's.
    All,
    /// That node's.
    Node(NodeId),
}

fn one_node(text: &str) -> Result<NodeId, String> {
    node(text).ok_or_else(|| wanted(text!("a node, for example 1,1", "ノード、例: 1,1")))
}

fn node_and_place(text: &str) -> Result<(NodeId, String), String> {
    text.split_once(':')
        .and_then(|(at, place)| Some((node(at)?, Some(place.trim()).filter(|p| !p.is_empty())?.to_owned())))
        .ok_or_else(|| wanted(text!("a node and a place, for example 2,1:$t0", "ノードと場所、例: 2,1:$t0")))
}

/// A node and a file, whose name need not be UTF-8.
fn place(text: &OsStr) -> Result<(NodeId, PathBuf), String> {
    text.split_once("=")
        .and_then(|(at, file)| Some((node(at.to_str()?)?, PathBuf::from(Some(file).filter(|f| !f.is_empty())?))))
        .ok_or_else(|| {
            wanted(text!("a node and its file, for example 2,1=worker.s", "ノードとファイル、例: 2,1=worker.s"))
        })
}

fn console(text: &str) -> Result<ConsoleChoice, String> {
    match text {
        "all" => Ok(ConsoleChoice::All),
        _ => node(text)
            .map(ConsoleChoice::Node)
            .ok_or_else(|| wanted(text!("`all` or a node, for example 1,1", "`all` またはノード、例: 1,1"))),
    }
}

fn window(text: &str) -> Result<(u64, u64), String> {
    let read = |part: &str, open: u64| if part.is_empty() { Some(open) } else { part.parse().ok() };
    text.split_once("..").and_then(|(from, until)| Some((read(from, 0)?, read(until, u64::MAX)?))).ok_or_else(|| {
        wanted(text!(
            "two cycles with .. between, for example 200..300, 200.. or ..300",
            "2 つのサイクルを .. でつないだもの、例: 200..300、200..、..300"
        ))
    })
}

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[Help {
    command: "run",
    about: "プログラムを全ノードで、またはノードごとに実行します",
    more: "アセンブリのファイルは全部で 1 つのプログラムになり、チップ上のライブラリも使えます (`.include \"mclib.s\"`)。ノードの表示は標準出力に、それ以外はすべて標準エラーに出ます。2 つ以上のノードが表示すると、各行の先頭にノード `[x,y] ` が付きます。1 つのノードだけの表示はそのまま出ます。表示をその場で見るには --console でノードを選んでください。",
    examples: EXAMPLES_JA,
    arguments: &[
        &[
            ("files", "アセンブリと C のファイル（全部で 1 つのプログラム）、または ELF ファイル 1 つ。`-` は標準入力"),
            ("nodes", "計算ノードの列数と行数（それぞれ 1 から 255）"),
            (
                "place",
                "ノードに専用のプログラムを与えます。ほかのノードや、同じノードのほかのファイルのために繰り返せます",
            ),
            (
                "map",
                "MPI のランクをこのファイルのノードに置きます。1 行に 1 ランク: `5 1,0` または `5 33`（列と行は 0 から）。`mcore mopt run --write-map` が書くファイルです",
            ),
            ("node_memory", "ノードメモリの大きさ: 64K から 256M までの 2 のべき"),
            ("max_cycles", "このサイクル数で実行を打ち切ります"),
            ("addressing", "ノードメモリの外のアドレス: トラップするか、上位ビットを無視するか"),
            ("console_limit", "ノードが表示できる量。超えるとトラップします"),
            ("input", "プログラムの標準入力。ランク 0 が読みます。`-` はコマンドの標準入力です。指定しないと空です"),
            ("input_all", "ランク 0 だけでなく、すべてのノードが入力の写しを読みます"),
            ("read_files", "このフォルダとその中のファイルを、プログラムが開けるようにします"),
            ("write_files", "実行のあと、プログラムが書いたファイルをこのフォルダに書き出します"),
            ("file_limit", "すべてのファイルの合計の上限。超えて書いたノードはトラップします"),
            ("trace", "通信の記録を標準エラーに出します。細かい段階は粗い段階を含みます"),
            ("trace_node", "記録のうち、このノードやルータのものだけにします。繰り返して指定できます"),
            (
                "trace_cycles",
                "記録のうち、このサイクルの範囲だけにします（終わりは含みません）。どちらの側も省略できます",
            ),
            ("series", "コアの動きとリンクの使用率の時間変化を JSON でファイルに書きます"),
            ("accesses", "コアのロードとストアを `pmnet run --trace` 用のトレースとしてファイルに書きます"),
            (
                "comm",
                "MPI プログラムのメッセージとその間の計算を、`mopt`、`nsim`、`tca` 用の記録としてファイルに書きます",
            ),
            (
                "mpi_profile",
                "MPI の時間（関数ごと、ランクごと）とランクの間のバイト数を標準エラーに出します。JSON は最後の 1 行になります",
            ),
            (
                "check",
                "意図したはずのない動作を報告します: 書き込まれていない値の使用、DMA とコアの競合、戻されていないレジスタ",
            ),
            (
                "breakpoints",
                "どのノードでもこの命令の前で止めます: 行 (12、main.s:12)、ラベル、アドレス。繰り返して指定できます",
            ),
            (
                "watch",
                "どのノードでもこのレジスタや語が変わったとき、または値が書かれたときに止めます: `sum`、`$t0`、`\"sum == 5\"`",
            ),
            ("until", "このサイクルで止めます"),
            ("last_writer", "止まったところで、最後に書いたのは誰かを知らせます: 命令か DMA、そのノードとサイクル"),
            (
                "print",
                "止まったところで、C の式の値をすべてのノードについて表示します: `sum`、`a[i].x`、`*p`。-O0 が向いています",
            ),
            ("variables", "止まったところで、ノードの関数呼び出しと C の変数を表示します。-O0 が向いています"),
            ("stats", "統計を標準エラーに出します。JSON は最後の 1 行（プロファイルも出すときはその前）になります"),
            (
                "profile",
                "コアがどこでサイクルを使ったかを標準エラーに出します: 関数ごと、または行ごと。ポーリングは別に数えます",
            ),
            ("profile_format", "プロファイルの形式。JSON は最後の 1 行になり、関数、行、ランクを含みます"),
            ("console", "どのノードの表示を出すか: `all` または 1 つのノード"),
            (
                "raw",
                "ノードが表示するバイトを、端末にもそのまま渡します。指定しないと、端末では制御文字を記号で示します",
            ),
            ("quiet", "失敗したとき以外は実行の結果を知らせません"),
        ],
        &[("arguments", "`--` の後: C プログラムの `main` への引数")],
        FINDINGS_JA,
        C_JA,
    ],
}];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_and_their_files_are_read_and_nonsense_is_not() {
        assert_eq!(place(OsStr::new("2,1=a=b.s")), Ok((NodeId::new(2, 1), PathBuf::from("a=b.s"))));
        assert!(["", "2,1", "2,1=", "2=a.s", "0,1=a.s", "300,1=a.s"].iter().all(|t| place(OsStr::new(t)).is_err()));
        assert_eq!(console("all"), Ok(ConsoleChoice::All));
        assert_eq!(console("3,2"), Ok(ConsoleChoice::Node(NodeId::new(3, 2))));
        assert!(console("none").is_err());
    }
}
