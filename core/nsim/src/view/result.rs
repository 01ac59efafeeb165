//! Results of the interconnect simulator, as numbers for programs and charts and as text for readers.

use crate::model::{Distances, Machine, NS, Op, Params, Prediction, Progress, Report, Time, Topology};
use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};
use mcore_ranks::COLLECTIVE;
use serde::{Deserialize, Serialize};

/// Maximum number of ranks for which a deadlock is explained.
pub const MAX_WAITING: usize = 20;

/// The link that carried the most bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NsimLink {
    /// The link: the switch that it leaves and the direction.
    pub name: String,
    /// The switch that it leaves.
    pub switch: u32,
    pub port: u8,
    /// Packets carried.
    pub packets: u64,
    /// Bytes carried.
    pub bytes: u64,
    /// Share of the link's throughput over the whole run, 0 to 1.
    pub utilisation: f64,
}

/// Latencies of messages in ns, from the call of the sending function to the arrival of the last byte.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NsimLatency {
    pub mean: f64,
    /// The median; like the other quantiles it is at most a sixteenth too large.
    pub p50: u64,
    /// 95th percentile.
    pub p95: u64,
    /// 99th percentile.
    pub p99: u64,
    pub max: u64,
}

/// Distances in a network, and links between its halves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NsimNetwork {
    /// The most hops between two nodes.
    pub diameter: u32,
    /// Mean hops over all pairs of nodes.
    pub mean_hops: f64,
    /// Links between two halves of the nodes.
    pub bisection_links: u64,
    /// Their throughput in one direction, in GB/s.
    pub bisection_gb_per_s: f64,
}

impl NsimNetwork {
    /// The figures of a network, known before any run.
    pub fn new(topology: &Topology, params: &Params) -> Self {
        let Distances { diameter, mean_hops, bisection } = Distances::of(topology);
        let rate = bisection as f64 * params.link_rate as f64 / 1e9;
        Self { diameter, mean_hops, bisection_links: bisection, bisection_gb_per_s: rate }
    }
}

/// The time of a run by latency and bandwidth alone: `messages * alpha_ns + bytes / gb_per_s + computation_ns`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NsimPrediction {
    /// Latency of an empty message over the mean distance, in ns.
    pub alpha_ns: f64,
    /// Rate of long messages, in GB/s (bytes per ns).
    pub gb_per_s: f64,
    /// Messages one after the other.
    pub messages: u64,
    pub bytes: u64,
    pub computation_ns: u64,
    /// The predicted time, in ns.
    pub time_ns: f64,
}

impl From<Prediction> for NsimPrediction {
    fn from(found: Prediction) -> Self {
        let Prediction { alpha_ns, rate, messages, bytes, computation_ns } = found;
        Self { alpha_ns, gb_per_s: rate / 1e9, messages, bytes, computation_ns, time_ns: found.time_ns() }
    }
}

/// A rank that waits for a message that will never arrive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NsimWaiting {
    pub rank: u32,
    /// The message that it waits for.
    pub text: Text,
}

/// The result of a run. It includes its own settings, so that a line of JSON is complete by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NsimResult {
    /// The topology, such as `torus 16x16x16`.
    pub topology: String,
    pub nodes: u32,
    /// Name of the set of parameters, or the file.
    pub params: String,
    /// The program's name, or the file of its trace.
    pub program: String,
    /// Bytes per message, if the program has that setting.
    pub bytes_a_message: Option<u64>,
    /// Seed of its random numbers.
    pub seed: u64,
    /// The mapping: `xyz`, `random` or the file.
    pub map: String,
    pub ranks: u32,
    /// Distances and bisection of the network.
    pub network: NsimNetwork,
    /// Simulated time in ns: until the last rank ended.
    pub time_ns: f64,
    /// The time by latency and bandwidth alone, unless the program depends on the run.
    pub prediction: Option<NsimPrediction>,
    /// Messages that arrived.
    pub messages: u64,
    pub bytes: u64,
    /// Packets that entered the network.
    pub packets: u64,
    /// Links between switches that packets crossed, in total.
    pub link_traversals: u64,
    /// Links between switches, one way.
    pub links: u64,
    /// Bytes over all these links.
    pub link_bytes: u64,
    /// Mean throughput of a link, in GB/s.
    pub link_gb_per_s: f64,
    /// Mean share of their throughput that the links carried, 0 to 1.
    pub efficiency: f64,
    /// Mean rate at which a rank sent or received, in GB/s.
    pub rank_gb_per_s: f64,
    /// The link that carried the most.
    pub busiest_link: Option<NsimLink>,
    /// Latencies of messages, if any arrived.
    pub latency_ns: Option<NsimLatency>,
    /// Whether every rank has ended.
    pub ended: bool,
    /// Ranks that wait for ever.
    pub deadlocked: u32,
    /// The first of them.
    pub waiting: Vec<NsimWaiting>,
}

/// The settings of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct NsimRecipe {
    /// Name of the set of parameters, or the file.
    pub params: String,
    /// The program's name or file.
    pub program: String,
    /// Bytes of its messages.
    pub bytes: Option<u64>,
    pub seed: u64,
    /// The mapping's name or file.
    pub map: String,
    /// The time by latency and bandwidth alone.
    pub prediction: Option<NsimPrediction>,
}

impl NsimResult {
    /// The result of a machine in its current state.
    pub fn new(
        machine: &Machine,
        topology: &Topology,
        params: &Params,
        recipe: &NsimRecipe,
        progress: Progress,
    ) -> Self {
        let report = machine.report();
        let stuck = progress == Progress::Deadlock;
        let latency = report.latency.range();
        Self {
            topology: topology.name(),
            nodes: topology.nodes(),
            params: recipe.params.clone(),
            program: recipe.program.clone(),
            bytes_a_message: recipe.bytes,
            seed: recipe.seed,
            map: recipe.map.clone(),
            ranks: report.ended.1,
            network: NsimNetwork::new(topology, params),
            time_ns: report.time_ns(),
            prediction: recipe.prediction,
            messages: report.messages,
            bytes: report.bytes,
            packets: report.packets,
            link_traversals: report.link_traversals,
            links: report.links,
            link_bytes: report.link_bytes,
            link_gb_per_s: report.link_rate() / 1e9,
            efficiency: report.efficiency(),
            rank_gb_per_s: rank_rate(&report),
            busiest_link: report.busiest.as_ref().filter(|link| link.bytes > 0).map(|link| NsimLink {
                name: link.name.clone(),
                switch: link.switch,
                port: link.port,
                packets: link.packets,
                bytes: link.bytes,
                utilisation: share(link.bytes, params.link_rate, report.time),
            }),
            latency_ns: (latency.count > 0).then(|| NsimLatency {
                mean: latency.mean(),
                p50: report.latency.quantile(500),
                p95: report.latency.quantile(950),
                p99: report.latency.quantile(990),
                max: latency.most,
            }),
            ended: progress == Progress::Ended,
            deadlocked: if stuck { report.ended.1 - report.ended.0 } else { 0 },
            waiting: if stuck { waiting(machine) } else { Vec::new() },
        }
    }
}

impl NsimResult {
    /// The simulated time as a multiple of the predicted one: the effect of distances and of links that messages share.
    pub fn of_prediction(&self) -> Option<f64> {
        self.prediction.map(|prediction| self.time_ns / prediction.time_ns.max(1e-9))
    }
}

/// The share of a link's throughput that `bytes` bytes are in a time.
fn share(bytes: u64, rate: u64, time: Time) -> f64 {
    if time == 0 { 0.0 } else { bytes as f64 / (rate as f64 * time as f64 * 1e-12) }
}

fn rank_rate(report: &Report) -> f64 {
    match report.time {
        0 => 0.0,
        time => report.bytes as f64 / f64::from(report.ended.1.max(1)) / (time as f64 * 1e-3),
    }
}

/// The ranks that wait for messages that will never arrive.
fn waiting(machine: &Machine) -> Vec<NsimWaiting> {
    let one = |waiting: crate::model::Waiting| NsimWaiting { rank: waiting.rank, text: waiting_text(&waiting) };
    machine.waiting(MAX_WAITING).into_iter().map(one).collect()
}

/// The reason why a rank waits, as text.
pub fn waiting_text(waiting: &crate::model::Waiting) -> Text {
    let (rank, step, left) = (waiting.rank, waiting.step, waiting.unreceived);
    let source = |from: Option<u32>| match from {
        Some(rank) => text!("rank {rank}", "ランク {rank} "),
        None => text!("any rank", "任意のランク"),
    };
    let tag = |tag: Option<u32>| match tag {
        Some(tag) if tag >= COLLECTIVE => {
            let number = tag - COLLECTIVE + 1;
            text!("the tag of collective operation {number}", "{number} 番目の集団通信")
        }
        Some(tag) => text!("tag {tag}", "タグ {tag} "),
        None => text!("any tag", "任意のタグ"),
    };
    let what = match waiting.op {
        Op::Recv { from, tag: t } | Op::Irecv { from, tag: t } => {
            let (f, t) = (source(from), tag(t));
            Text::new(
                format!("waits for a message from {} with {}", f.en, t.en),
                format!("{}から{}のメッセージを待っています", f.ja, t.ja),
            )
        }
        Op::Sendrecv { to, from, tag: t, .. } => {
            let (f, t) = (source(from), tag(Some(t)));
            Text::new(
                format!("waits until rank {to} takes its message, or for one from {} with {}", f.en, t.en),
                format!("ランク {to} への送信の完了か、{}から{}のメッセージを待っています", f.ja, t.ja),
            )
        }
        Op::Send { to, .. } | Op::Isend { to, .. } => {
            text!("waits until rank {to} takes its message", "ランク {to} がメッセージを受け取るのを待っています")
        }
        Op::Wait(request) => text!("waits for its request {request}", "リクエスト {request} の完了を待っています"),
        Op::WaitAll => text!("waits for its requests", "リクエストの完了を待っています"),
        Op::Compute(_) | Op::Done => text!("computes", "計算中です"),
    };
    let unread = match left {
        0 => text!("", ""),
        _ => text!(
            "; {left} messages are there that it did not ask for",
            "。求めていないメッセージが {left} 個届いています"
        ),
    };
    Text::new(
        format!("rank {rank}, operation {step}: {}{}", what.en, unread.en),
        format!("ランク {rank}、操作 {step}: {}{}", what.ja, unread.ja),
    )
}

/// A time for readers, in a suitable unit.
pub fn nsim_time(time: Time) -> String {
    let ns = time as f64 / NS as f64;
    match ns {
        ns if ns < 1e3 => format!("{ns:.1} ns"),
        ns if ns < 1e6 => format!("{:.3} µs", ns / 1e3),
        ns if ns < 1e9 => format!("{:.3} ms", ns / 1e6),
        ns => format!("{:.3} s", ns / 1e9),
    }
}
