//! The arguments of `mcore noc`.

use super::{cycles, node, nodes};
use crate::args::{PART_JA, Part, number, seed, wanted};
use crate::japanese::Help;
use clap::{Args, ValueEnum};
use mcore::base::NodeId;
use mcore::modes::chip::noc::{Injection, MAX_BURST, MAX_PACKET};
use mcore::net::Chance;
use mcore::text;

const EXAMPLES: &str = "Examples:
  mcore noc --load 0.05,0.1,0.2,0.25
  mcore noc --mesh 4x4 --traffic hot-spot --hot 4,4=0.05 --injection burst:8 --load 0.1 --json
  mcore noc --load 0.05,0.1,0.15,0.2 --shard 1/4 --resume part-1.json    a quarter of the loads, or what is left of it

Exit status:
  0    every load was measured
  2    bad arguments, or the output cannot be written
  130  interrupted (Ctrl-C)";

const EXAMPLES_JA: &str = "例:
  mcore noc --load 0.05,0.1,0.2,0.25
  mcore noc --mesh 4x4 --traffic hot-spot --hot 4,4=0.05 --injection burst:8 --load 0.1 --json
  mcore noc --load 0.05,0.1,0.15,0.2 --shard 1/4 --resume part-1.json    負荷の 4 分の 1 (またはその残り)

終了ステータス:
  0    すべての負荷を計測した
  2    引数が正しくない、または出力を書けない
  130  中断された (Ctrl-C)";

/// Measure the chip's network under synthetic traffic: latency against load
///
/// The nodes of an M x N chip create packets at random instead of running programs; memory node and path nodes are silent.
/// Each load is measured by itself: the network warms up for half of --cycles, packets created in the next --cycles are
/// measured, and up to twice --cycles more are simulated until they have arrived. Latency counts from the creation of a
/// packet, so the wait in its source's queue is in it, to the arrival of its tail. A load counts as saturated if at the
/// end of the measurement some source has a backlog of more than 5 % of the time, or if measured packets never arrive.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
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
        .ok_or_else(|| wanted(text!("a number of flits from 2 to {MAX_PACKET}", "フリット数（2 から {MAX_PACKET}）")))
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
            "`bernoulli` または `burst:N`（N は 1 から {MAX_BURST} パケット）"
        ))
    })
}

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[Help {
    command: "noc",
    about: "チップのネットワークを合成トラフィックで計測します: 負荷に対する遅延",
    more: "M x N のチップのノードが、プログラムの代わりに乱数でパケットを作ります。メモリノードとパスノードは何も送りません。負荷は 1 つずつ計測します。まず --cycles の半分だけネットワークを満たし、次の --cycles のあいだに作られたパケットを計測し、それらが着くまで最大で --cycles の 2 倍だけシミュレートを続けます。遅延は、パケットが作られてから（送信元の待ち行列を含む）末尾のフリットが着くまでです。計測の終わりに、全体の 5 % を超えて遅れている送信元があるか、着かないパケットがあれば、その負荷は飽和とします。",
    examples: EXAMPLES_JA,
    arguments: &[
        &[
            ("mesh", "ノードの列数と行数（それぞれ 1 から 255）"),
            (
                "traffic",
                "パケットの行き先: 一様、転置、中心の反対側、ホットスポット、次の列と次の行、トルネード、ビット逆順、シャッフル",
            ),
            ("hot", "ホットノードと、そこへ行くパケットの割合（0 から 1）。残りはどこへでも行きます"),
            ("packet", "パケットのフリット数（2 から 256）"),
            ("load", "計測する負荷。ノードとサイクルあたりのフリット数で、0 より大きく 1 以下"),
            ("injection", "パケットの作り方: `bernoulli`、または同じノードへ N 個ずつの `burst:N`"),
            ("seed", "乱数のシード。同じシードならどこでも同じ結果になります"),
            ("cycles", "1 つの計測のサイクル数"),
            ("json", "表の代わりに、負荷ごとに 1 つの JSON オブジェクトを書きます"),
        ],
        PART_JA,
    ],
}];

#[cfg(test)]
mod tests {
    use super::*;

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
