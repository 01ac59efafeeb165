//! The arguments. Their English help is in the comments here, the Japanese one in `japanese.rs`.

pub mod setting;

use crate::lang;
pub use crate::modes::pmnet::args::PmnetVerb;
use clap::builder::{OsStringValueParser, TypedValueParser as _};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_lex::OsStrExt as _;
use mcore::base::{NodeId, Text};
use mcore::modes::chip::noc::{Injection, MAX_BURST, MAX_PACKET};
use mcore::net::Chance;
use mcore::text;
use std::ffi::OsStr;
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

/// How messages are shown.
#[derive(Debug, Args)]
pub struct Shown {
    /// Language of messages [default: that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, global = true, value_enum, value_name = "LANG")]
    pub lang: Option<LangName>,
    /// Colours of messages and help: on a terminal, always, never
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub color: Colour,
}

/// How findings about assembly text are shown.
#[derive(Debug, Args)]
pub struct Findings {
    /// How findings about assembly text are shown: with the text on a terminal or with `--color always`, else on one line each
    #[arg(long, value_enum, default_value_t = ErrorFormat::Auto, value_name = "FORMAT")]
    pub error_format: ErrorFormat,
}

/// Which runs of a study are done, and where their results go.
#[derive(Debug, Args)]
pub struct Part {
    /// Do only every n-th run of the study, beginning with the i-th
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    pub shard: (usize, usize),
    /// Append the results to a file as JSON lines; runs that the file holds already are not done again
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// The verbs of the command.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Run a program on all nodes, or one on each
    ///
    /// Files of assembly text form one program, and may use the library on the chip (`.include "mclib.s"`). Output of nodes
    /// goes to standard output, everything else to standard error. If several nodes print, each line begins with its node,
    /// `[x,y] `; output of a single node is unchanged. To see a node's output while it is printed, choose that node
    /// with --console.
    #[command(after_help = RUN_STATUS)]
    Run(Run),
    /// Assemble and show or write the result
    ///
    /// Findings go to standard error, one per line as `file:line:col: error: message`. The exit status is 0 if there is no
    /// error, else 2.
    Asm(Asm),
    /// Measure the chip's network under synthetic traffic: latency against load
    ///
    /// The nodes of an M x N chip create packets at random instead of running programs; memory node and path nodes are silent.
    /// Each load is measured by itself: the network warms up for half of --cycles, packets created in the next --cycles are
    /// measured, and up to twice --cycles more are simulated until they have arrived. Latency counts from the creation of a
    /// packet, so the wait in its source's queue is in it, to the arrival of its tail. A load counts as saturated if at the
    /// end of the measurement some source has a backlog of more than 5 % of the time, or if measured packets never arrive.
    #[command(after_help = NOC_EXAMPLES)]
    Noc(Noc),
    /// Simulate a large interconnect with thousands of nodes, packet by packet
    ///
    /// Ranks of a small MPI run a built-in program or a communication trace on a torus, a mesh or a fat tree; the network
    /// moves packets by virtual cut-through through switches with bounded buffers. The results are the same on any machine
    /// and for any number of threads.
    #[command(subcommand, after_help = NSIM_STATUS)]
    Nsim(crate::modes::nsim::args::Nsim),
    /// Find the bottleneck of a memory system under the trace of a program
    ///
    /// A memory system is a graph of cores, caches, memories and routers (a DAT file); a trace is the loads and stores of a
    /// program, a file or made here. Every object counts its accesses; the one that is occupied longest gives the
    /// predicted time and is the bottleneck. Latency is not included.
    #[command(subcommand, after_help = PMNET_EXAMPLES)]
    Pmnet(PmnetVerb),
    /// Compare two programs: the first difference of each node
    ///
    /// Both are run; output, DMAs, stores to labelled data and exit codes are compared node by node in program order, regardless
    /// of cycles. The exit status is 0 if there is no difference, 1 if there is one, 2 for bad input.
    Diff(Diff),
    /// Make, check and build exercise packs
    ///
    /// A pack is a folder with a pack.toml and a folder for each exercise, or the same as one .zip file.
    #[command(subcommand)]
    Pack(PackVerb),
    /// Grade the submissions of a class
    ///
    /// A submission is a .mcsub file (what the page saves), a folder, a .zip, a .s file or an ELF program. Only its sources
    /// count. One that cannot be graded is one row with its error; the others are not affected. The same pack and the same
    /// submission give the same row everywhere, so a class can be split over machines by --shard and the parts, written by
    /// --json, be joined by `mcore grade merge`.
    #[command(after_help = GRADE_STATUS, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Grade(Grade),
    /// Show the instructions of an ELF program, of words in hex, or of raw little-endian words
    Disasm(Disasm),
    /// Write a completion script for a shell to standard output
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the manual page of `mcore` or of one of its commands
    Man {
        /// The command, for example `run` or `nsim sweep`
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
        /// Write the pages of all commands into a folder, for example ~/.local/share/man/man1
        #[arg(long, short, value_name = "DIR", conflicts_with = "command")]
        output: Option<PathBuf>,
    },
}

impl Verb {
    /// How findings about assembly text are shown, if this command can report any.
    pub fn error_format(&self) -> ErrorFormat {
        match self {
            Self::Run(options) => options.findings.error_format,
            Self::Asm(options) => options.findings.error_format,
            Self::Diff(options) => options.findings.error_format,
            _ => ErrorFormat::Auto,
        }
    }
}

const RUN_STATUS: &str = "Examples:
  mcore run hello.s                                        on 4x4 nodes
  mcore run --nodes 8x8 --stats text matmul.s              cycles, instruction mix, traffic
  mcore run a.s --place 2,1=b.s --trace packet             b.s on node (2,1); each packet with its latency
  mcore run --break 31 --last-writer '2,1:$t0' matmul.s    where it stops, and who wrote this
  cpp -P a.S | mcore run -                                 the program from standard input

Exit status:
  0    every core halted with exit code 0
  1    some core halted with another exit code
  2    bad arguments or input, or the output cannot be written
  3    a core or the memory node trapped
  4    the limit of cycles was reached
  5    deadlock: no core can ever progress
  130  interrupted (Ctrl-C)";

const NOC_EXAMPLES: &str = "Examples:
  mcore noc --load 0.05,0.1,0.2,0.25
  mcore noc --mesh 4x4 --traffic hot-spot --hot 4,4=0.05 --injection burst:8 --load 0.1 --json
  mcore noc --load 0.05,0.1,0.15,0.2 --shard 1/4 --resume part-1.json    a quarter of the loads, or what is left of it

Exit status:
  0    every load was measured
  2    bad arguments, or the output cannot be written
  130  interrupted (Ctrl-C)";

const PMNET_EXAMPLES: &str = "Examples:
  mcore pmnet run --preset i7-7700k --generate triad:n=1000000,threads=4
  valgrind --tool=lackey --trace-mem=yes ls 2>&1 | mcore pmnet run --preset i7-7700k --trace -
  mcore pmnet check --synthetic 'pack:2 l3:4 l2:4 core:1' --out machine.json
  mcore pmnet sweep --preset i7-7700k --generate matmul:n=200 --vary L3.capacity=2M,4M,8M

Exit status:
  0    the traces were read to their ends
  1    a sweep: some values cannot be
  2    bad arguments or input, or the output cannot be written
  130  interrupted (Ctrl-C)";

const NSIM_STATUS: &str = "Examples:
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
const GRADE_STATUS: &str = "Examples:
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

/// The verbs of `mcore pack`.
#[derive(Debug, Subcommand)]
pub enum PackVerb {
    /// Make a small pack that works, to be changed
    New {
        /// Folder to make
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Name of the pack: a to z, 0 to 9 and `-` [default: that of the folder]
        #[arg(long, value_name = "ID")]
        id: Option<String>,
    },
    /// Check a pack: every solution must pass everything, no start file may
    ///
    /// Also reported are broken links, missing translations and notes, files that nothing refers to, points that no solution
    /// reaches and cycle limits that are far too high. The exit status is 1 if there is an error.
    Check(PackCheck),
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
    /// Serve the page with the pack on this machine, as students will see it
    Serve(PackServe),
}

/// Options of `pack check`.
#[derive(Debug, Args)]
pub struct PackCheck {
    /// Folder or .zip file of the pack
    #[arg(value_name = "PACK")]
    pub pack: PathBuf,
    /// Run the solutions on all machines of `machine.sizes` too and compare the results
    #[arg(long)]
    pub sizes: bool,
}

/// Options of `pack serve`.
#[derive(Debug, Args)]
pub struct PackServe {
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

/// Options of `grade`.
#[derive(Debug, Args)]
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
#[derive(Debug, Args)]
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

/// `I/N`: the I-th of N parts, from 1.
pub fn shard(text: &str) -> Result<(usize, usize), String> {
    let read = |n: &str| n.parse::<usize>().ok().filter(|n| *n > 0);
    text.split_once('/')
        .and_then(|(i, n)| Some((read(i)?, read(n)?)))
        .filter(|(i, n)| i <= n)
        .ok_or_else(|| wanted(text!("a part and how many there are, for example 2/4", "部分の番号と総数、例: 2/4")))
}

/// Options of `run`.
#[derive(Debug, Args)]
pub struct Run {
    /// Assembly files, which form one program, or one ELF file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Columns and rows of compute nodes, each 1 to 255
    #[arg(long, value_name = "MxN", default_value = "4x4", value_parser = nodes)]
    pub nodes: (u8, u8),
    /// Give a node its own program; repeat it for more nodes, or for more files of the same node
    #[arg(long, value_name = "X,Y=FILE", value_parser = OsStringValueParser::new().try_map(|text| place(&text)))]
    pub place: Vec<(NodeId, PathBuf)>,
    /// Size of each node's memory: a power of two from 64K to 16M
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
    /// Write the communication log to standard error; each grain holds the coarser ones too
    #[arg(long, value_enum, value_name = "GRAIN")]
    pub trace: Option<TraceGrain>,
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
    /// Write statistics to standard error; as JSON they are its last line
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub stats: Option<StatsFormat>,
    /// Whose output is shown: `all`, or one node
    #[arg(long, value_name = "all|X,Y", default_value = "all", value_parser = console)]
    pub console: ConsoleChoice,
    /// Say nothing of how the run went, unless it failed
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub findings: Findings,
}

/// Options that a run with stops or questions does not accept.
const LOOKS_ONLY: [&str; 5] = ["trace", "series", "accesses", "check", "stats"];

/// Options of `diff`.
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
}

/// Options of `asm`.
#[derive(Debug, Args)]
pub struct Asm {
    /// Assembly files, which form one program; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Format of the output
    #[arg(long, value_enum, default_value_t = AsmFormat::Listing, value_name = "FORMAT")]
    pub format: AsmFormat,
    /// Write to a file instead of to standard output
    #[arg(long, short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Address of the instructions
    #[arg(long, value_name = "ADDR", default_value = "0x1000", value_parser = address)]
    pub text: u32,
    /// Address of the data [default: after the instructions]
    #[arg(long, value_name = "ADDR", value_parser = address)]
    pub data: Option<u32>,
    /// Address of the space that starts as zero [default: after the data]
    #[arg(long, value_name = "ADDR", value_parser = address)]
    pub bss: Option<u32>,
    /// Size of the node memory that the program must fit into
    #[arg(long, value_name = "SIZE", default_value = "512K", value_parser = size)]
    pub node_memory: u32,
    #[command(flatten)]
    pub findings: Findings,
}

/// Options of `noc`.
#[derive(Debug, Args)]
pub struct Noc {
    /// Columns and rows of nodes, each 1 to 255
    #[arg(long, value_name = "MxN", default_value = "8x8", value_parser = nodes)]
    pub mesh: (u8, u8),
    /// Where packets go
    #[arg(long, value_enum, default_value_t = Traffic::Uniform, value_name = "PATTERN")]
    pub traffic: Traffic,
    /// The hot node of hot-spot traffic and its share of the packets, 0 to 1; the others go anywhere
    #[arg(long, value_name = "X,Y=SHARE", value_parser = hot)]
    pub hot: Option<(NodeId, Chance)>,
    /// Flits in a packet, 2 to 256
    #[arg(long, value_name = "FLITS", default_value = "10", value_parser = packet)]
    pub packet: u32,
    /// Loads to measure, in flits per node per cycle, each above 0 and at most 1
    #[arg(long, value_name = "L[,L...]", required = true, value_delimiter = ',', value_parser = load)]
    pub load: Vec<f64>,
    /// When packets are created: `bernoulli`, or `burst:N` for N packets at once to the same node
    #[arg(long, value_name = "RULE", default_value = "bernoulli", value_parser = injection)]
    pub injection: Injection,
    /// Seed of the random numbers; the same seed gives the same results everywhere
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed)]
    pub seed: u64,
    /// Cycles of each measurement
    #[arg(long, value_name = "N", default_value = "20000", value_parser = cycles)]
    pub cycles: u64,
    /// Write one JSON object a load instead of a table
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub part: Part,
}

/// `noc --traffic`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Traffic {
    /// To each node with the same probability
    Uniform,
    /// From (x,y) to (y,x)
    Transpose,
    /// To the node opposite the centre
    BitComplement,
    /// To one node more often than to the others
    #[value(alias = "hotspot")]
    HotSpot,
    /// To the next column and the next row
    #[value(alias = "neighbor")]
    Neighbour,
    /// Half the columns and half the rows further
    Tornado,
    /// To the rank with the bits in reverse order
    BitReverse,
    /// To the rank with the bits rotated left by one
    Shuffle,
}

/// Options of `disasm`.
#[derive(Debug, Args)]
pub struct Disasm {
    /// ELF file, words in hex (as `asm --format hex` writes them), or raw words; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Address of the first word, if the file does not contain it
    #[arg(long, value_name = "ADDR", default_value = "0x1000", value_parser = address)]
    pub base: u32,
    /// Format of the file
    #[arg(long, value_enum, default_value_t = WordsFormat::Auto, value_name = "FORMAT")]
    pub format: WordsFormat,
}

/// `--lang`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LangName {
    /// English
    En,
    /// Japanese
    Ja,
}

/// `--error-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ErrorFormat {
    /// Rich on a terminal, else short
    Auto,
    /// With the text and a mark under it
    Rich,
    /// One line per finding, then its tip
    Short,
}

/// `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
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
pub enum TraceGrain {
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

/// `asm --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AsmFormat {
    /// Source lines with addresses, words, and the expansion of each pseudo-instruction
    Listing,
    /// Sections, symbols, line map and findings as JSON
    Json,
    /// Words in hex, one per line, with `@address` before each section
    Hex,
    /// An executable ELF file (MIPS32, little endian)
    Elf,
}

/// `disasm --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WordsFormat {
    /// By the look of the file
    Auto,
    /// ELF
    Elf,
    /// Words in hex
    Hex,
    /// Raw little-endian words
    Raw,
}

/// `--console`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsoleChoice {
    /// Every node's.
    All,
    /// That node's.
    Node(NodeId),
}

/// The form that a value must have, in the language of this run.
pub fn wanted(text: Text) -> String {
    text.get(lang::spoken()).into()
}

fn nodes(text: &str) -> Result<(u8, u8), String> {
    let read = |n: &str| n.parse::<u8>().ok().filter(|n| *n > 0);
    text.split_once(['x', 'X']).and_then(|(m, n)| Some((read(m)?, read(n)?))).ok_or_else(|| {
        wanted(text!("columns x rows, each 1 to 255, for example 4x4", "列x行、それぞれ 1 から 255、例: 4x4"))
    })
}

fn node(text: &str) -> Option<NodeId> {
    let (x, y) = text.split_once(',')?;
    let read = |n: &str| n.trim().parse::<u8>().ok().filter(|n| *n > 0);
    Some(NodeId::new(read(x)?, read(y)?))
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

/// A number, decimal or hex after 0x; `_` may separate digits.
pub fn number(text: &str) -> Option<u64> {
    let digits = text.replace('_', "");
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    }
}

fn size(text: &str) -> Result<u32, String> {
    let (digits, unit) = match text.trim_end_matches(['B', 'b']).trim_end_matches('i') {
        t if t.ends_with(['K', 'k']) => (&t[..t.len() - 1], 1 << 10),
        t if t.ends_with(['M', 'm']) => (&t[..t.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    number(digits).and_then(|n| u32::try_from(n.checked_mul(unit)?).ok()).ok_or_else(|| {
        wanted(text!("a size in bytes, for example 512K, 1M or 524288", "バイト数、例: 512K、1M、524288"))
    })
}

fn address(text: &str) -> Result<u32, String> {
    number(text)
        .and_then(|n| u32::try_from(n).ok())
        .ok_or_else(|| wanted(text!("an address of 32 bits, for example 0x1000", "32 ビットのアドレス、例: 0x1000")))
}

fn cycles(text: &str) -> Result<u64, String> {
    number(text)
        .filter(|n| *n > 0)
        .ok_or_else(|| wanted(text!("a number of cycles, at least 1", "サイクル数 (1 以上)")))
}

fn hot(text: &str) -> Result<(NodeId, Chance), String> {
    text.split_once('=').and_then(|(at, share)| Some((node(at)?, Chance::new(share.trim().parse().ok()?)?))).ok_or_else(
        || {
            wanted(text!(
                "a node and its share of the packets from 0 to 1, for example 4,4=0.1",
                "ノードと 0 から 1 までの割合、例: 4,4=0.1"
            ))
        },
    )
}

fn packet(text: &str) -> Result<u32, String> {
    number(text)
        .and_then(|n| u32::try_from(n).ok())
        .filter(|n| (2..=MAX_PACKET).contains(n))
        .ok_or_else(|| wanted(text!("a number of flits from 2 to {MAX_PACKET}", "フリット数 (2 から {MAX_PACKET})")))
}

fn load(text: &str) -> Result<f64, String> {
    text.trim().parse().ok().filter(|load| *load > 0.0 && *load <= 1.0).ok_or_else(|| {
        wanted(text!(
            "loads above 0 and at most 1, parted by commas, for example 0.05,0.1",
            "0 より大きく 1 以下の負荷をコンマで区切ります、例: 0.05,0.1"
        ))
    })
}

fn injection(text: &str) -> Result<Injection, String> {
    let burst = |n: &str| number(n).and_then(|n| u32::try_from(n).ok()).filter(|n| (1..=MAX_BURST).contains(n));
    match text.split_once(':') {
        None if text == "bernoulli" => Some(Injection::Bernoulli),
        Some(("burst", packets)) => burst(packets).map(Injection::Burst),
        _ => None,
    }
    .ok_or_else(|| {
        wanted(text!(
            "`bernoulli`, or `burst:N` with 1 to {MAX_BURST} packets",
            "`bernoulli` または `burst:N` (N は 1 から {MAX_BURST} パケット)"
        ))
    })
}

pub fn seed(text: &str) -> Result<u64, String> {
    number(text).ok_or_else(|| wanted(text!("a number of 64 bits", "64 ビットの数")))
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn values_are_read_and_nonsense_is_not() {
        assert_eq!(nodes("4x4"), Ok((4, 4)));
        assert_eq!(nodes("255X1"), Ok((255, 1)));
        assert!(["", "4", "0x1", "4x", "256x1", "4x4x4", "-1x2"].iter().all(|t| nodes(t).is_err()));
        assert_eq!(place(OsStr::new("2,1=a=b.s")), Ok((NodeId::new(2, 1), PathBuf::from("a=b.s"))));
        assert!(["", "2,1", "2,1=", "2=a.s", "0,1=a.s", "300,1=a.s"].iter().all(|t| place(OsStr::new(t)).is_err()));
        assert_eq!(console("all"), Ok(ConsoleChoice::All));
        assert_eq!(console("3,2"), Ok(ConsoleChoice::Node(NodeId::new(3, 2))));
        assert!(console("none").is_err());
        for (text, bytes) in [("512K", 512 << 10), ("64k", 64 << 10), ("1MiB", 1 << 20), ("0x10000", 65536), ("7", 7)] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        assert!(["", "K", "-1", "4097M", "1.5K", "12G"].iter().all(|t| size(t).is_err()));
        assert_eq!(address("0xffff_ff00"), Ok(0xffff_ff00));
        assert!(address("0x100000000").is_err());
        assert_eq!(cycles("1_000_000"), Ok(1_000_000));
        assert!(cycles("0").is_err());
    }

    #[test]
    fn values_of_the_noc_bench_are_read_and_nonsense_is_not() {
        let share = Chance::new(0.25).expect("a chance");
        assert_eq!(hot("4,4=0.25"), Ok((NodeId::new(4, 4), share)));
        assert!(
            ["", "4,4", "4,4=", "4,4=1.5", "4,4=-1", "0,4=0.5", "4=0.5", "4,4=NaN"].iter().all(|t| hot(t).is_err())
        );
        assert_eq!((packet("2"), packet("256")), (Ok(2), Ok(256)));
        assert!(["", "1", "257", "x", "-2"].iter().all(|t| packet(t).is_err()));
        assert_eq!((load("0.1"), load("1")), (Ok(0.1), Ok(1.0)));
        assert!(["", "0", "-0.1", "1.01", "NaN", "inf", "0.1;0.2"].iter().all(|t| load(t).is_err()));
        assert_eq!(injection("bernoulli"), Ok(Injection::Bernoulli));
        assert_eq!(injection("burst:8"), Ok(Injection::Burst(8)));
        assert!(["", "burst", "burst:", "burst:0", "burst:1001", "poisson"].iter().all(|t| injection(t).is_err()));
        assert_eq!(seed("0xffff_ffff_ffff_ffff"), Ok(u64::MAX));
        assert!(seed("-1").is_err());
    }
}
