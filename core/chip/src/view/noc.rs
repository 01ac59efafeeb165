//! Latency-against-load curves of the NoC bench, as numbers for programs and charts and as text for readers.

use crate::noc::{Injection, MAX_BURST, MAX_CYCLES, MAX_PACKET, Report, Saturation, Spec, SpecError, Theory};
use alloc::{format, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Text};
use mcore_net::{Pattern, PatternError};
use serde::{Deserialize, Serialize};

/// Latencies in cycles, from the creation of a packet to the arrival of its tail.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NocLatency {
    pub mean: f64,
    /// The minimum.
    pub least: u64,
    /// The median.
    pub p50: u64,
    /// 95th percentile.
    pub p95: u64,
    /// 99th percentile.
    pub p99: u64,
    pub max: u64,
}

/// One point of a curve: the results at one load. It includes its own settings, so that a line of JSON is complete by
/// itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NocPoint {
    /// Columns x rows of nodes.
    pub mesh: String,
    /// Name of the pattern, as the command takes it.
    pub traffic: String,
    /// The hot node and its share of the packets, if the pattern has one.
    pub hot: Option<(NodeId, f64)>,
    /// Packets that are created at once; 1 is Bernoulli injection.
    pub burst: u32,
    /// Flits in a packet.
    pub packet: u32,
    /// Seed of the random numbers.
    pub seed: u64,
    /// The requested load, in flits per node and cycle.
    pub load: f64,
    /// The load that the random numbers gave.
    pub offered: f64,
    /// The load that arrived, in flits per node and cycle.
    pub accepted: f64,
    /// Latencies of the measured packets, if any arrived.
    pub latency: Option<NocLatency>,
    /// Mean number of router-to-router hops.
    pub hops: f64,
    /// Measured packets.
    pub packets: u64,
    /// Of these, those that had not arrived at the end.
    pub undelivered: u64,
    /// Cycles simulated.
    pub cycles: u64,
    /// True if the network cannot carry this load.
    pub saturated: bool,
}

/// Latency against load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NocCurve {
    /// The measurement, as text.
    pub title: Text,
    /// Latency in cycles of uncontended packets: where the curve starts.
    pub zero_load: f64,
    /// Load in flits per node and cycle that no network with these routes can exceed: the chart's right end.
    pub bound: f64,
    /// The points, in the order in which they were measured.
    pub points: Vec<NocPoint>,
}

impl NocCurve {
    /// A curve without points. The load of the experiment does not matter.
    pub fn new(spec: &Spec) -> Self {
        let Theory { zero_load, bound, .. } = Theory::of(spec);
        Self { title: title(spec), zero_load, bound, points: Vec::new() }
    }

    /// Adds a point.
    pub fn push(&mut self, spec: &Spec, report: &Report) {
        self.points.push(NocPoint::of(spec, report));
    }
}

impl NocPoint {
    /// The results of an experiment.
    pub fn of(spec: &Spec, report: &Report) -> Self {
        Self {
            mesh: mesh(spec),
            traffic: traffic_name(spec.pattern).into(),
            hot: match spec.pattern {
                Pattern::HotSpot { node, share } => Some((node, share.value())),
                _ => None,
            },
            burst: spec.injection.packets(),
            packet: spec.packet,
            seed: spec.seed,
            load: report.load,
            offered: report.offered,
            accepted: report.accepted,
            latency: report.latency.map(|l| NocLatency {
                mean: l.mean,
                least: l.least,
                p50: l.p50,
                p95: l.p95,
                p99: l.p99,
                max: l.most,
            }),
            hops: report.hops,
            packets: report.packets,
            undelivered: report.undelivered,
            cycles: report.cycles,
            saturated: report.saturated.is_some(),
        }
    }
}

/// Name of a pattern as the command takes it.
pub fn traffic_name(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Uniform => "uniform",
        Pattern::Transpose => "transpose",
        Pattern::BitComplement => "bit-complement",
        Pattern::Neighbour => "neighbour",
        Pattern::Tornado => "tornado",
        Pattern::BitReverse => "bit-reverse",
        Pattern::Shuffle => "shuffle",
        Pattern::HotSpot { .. } => "hot-spot",
    }
}

fn mesh(spec: &Spec) -> String {
    format!("{}x{}", spec.array.width, spec.array.height)
}

/// The measurement, as text.
fn title(spec: &Spec) -> Text {
    let (mesh, packet, seed) = (mesh(spec), spec.packet, spec.seed);
    let traffic = match spec.pattern {
        Pattern::Uniform => text!("uniform traffic", "一様トラフィック"),
        Pattern::Transpose => text!("transpose traffic", "転置トラフィック"),
        Pattern::BitComplement => text!("bit-complement traffic", "ビット反転トラフィック"),
        Pattern::Neighbour => text!("neighbour traffic", "隣接トラフィック"),
        Pattern::Tornado => text!("tornado traffic", "トルネードトラフィック"),
        Pattern::BitReverse => text!("bit-reverse traffic", "ビット逆順トラフィック"),
        Pattern::Shuffle => text!("shuffle traffic", "シャッフルトラフィック"),
        Pattern::HotSpot { node, share } => {
            let share = 100.0 * share.value();
            text!("hot spot {node} with {share:.1} %", "ホットスポット {node} ({share:.1} %)")
        }
    };
    let injection = match spec.injection {
        Injection::Bernoulli => text!("Bernoulli injection", "ベルヌーイ注入"),
        Injection::Burst(packets) => text!("bursts of {packets} packets", "{packets} パケットのバースト注入"),
    };
    let ((traffic, traffic_ja), (injection, injection_ja)) = ((traffic.en, traffic.ja), (injection.en, injection.ja));
    text!(
        "{mesh} mesh, {traffic}, packets of {packet} flits, {injection}, seed {seed}",
        "{mesh} メッシュ、{traffic_ja}、{packet} フリットのパケット、{injection_ja}、シード {seed}"
    )
}

/// Why a load is beyond saturation.
pub fn saturation_text(why: Saturation) -> Text {
    match why {
        Saturation::Backlog => text!("saturated", "飽和"),
        Saturation::Undelivered => text!("saturated: packets left", "飽和：未着あり"),
    }
}

/// Why the NoC bench of a page refuses a curve.
#[derive(Clone, Debug, PartialEq)]
pub enum NocFault {
    /// The share of a hot spot is above 1.
    Share,
    /// A curve has from 1 to this number of loads.
    Loads(usize),
    /// A measurement has at most this number of cycles.
    Cycles(Cycle),
    /// A measurement cannot be made.
    Spec(SpecError, Spec),
}

impl NocFault {
    /// The fault in words.
    pub fn text(&self) -> Text {
        match self {
            Self::Share => text!(
                "The share of a hot spot is at most 1000 thousandths.",
                "ホットスポットの割合は 1000 (千分率) 以下です。"
            ),
            Self::Loads(most) => text!("A curve has 1 to {most} loads.", "負荷は 1 個から {most} 個です。"),
            Self::Cycles(most) => text!(
                "A measurement has at most {most} cycles here; the command `mcore noc` takes more.",
                "ここでの計測は {most} サイクルまでです。それより長い計測は mcore noc コマンドでできます。"
            ),
            Self::Spec(error, spec) => noc_error_text(error, spec),
        }
    }
}

/// The error in an experiment, and a suggestion.
pub fn noc_error_text(error: &SpecError, spec: &Spec) -> Text {
    let mesh = mesh(spec);
    match error {
        SpecError::Array => {
            text!("the mesh needs 1 to 255 columns and rows", "メッシュの列と行はそれぞれ 1 から 255 です")
        }
        SpecError::Pattern(PatternError::NotSquare) => text!(
            "transpose traffic needs as many rows as columns, not {mesh}; choose a square mesh",
            "転置トラフィックには行と列が同じ数のメッシュが必要です（{mesh} は使えません）。正方形のメッシュを選んでください"
        ),
        SpecError::Pattern(PatternError::NotPowerOfTwo) => text!(
            "bit-reverse and shuffle traffic need columns and rows that are powers of two, not {mesh}; choose for example 8x4",
            "ビット逆順とシャッフルのトラフィックには、列と行がどちらも 2 のべきのメッシュが必要です（{mesh} は使えません）。8x4 などを選んでください"
        ),
        SpecError::Pattern(PatternError::NoSuchNode(node)) => {
            let (m, n) = (spec.array.width, spec.array.height);
            text!(
                "the hot spot {node} is not on the mesh; its nodes are (1,1) to ({m},{n})",
                "ホットスポット {node} はメッシュにありません。ノードは (1,1) から ({m},{n}) までです"
            )
        }
        SpecError::Burst => {
            text!("a burst has 1 to {MAX_BURST} packets", "バーストは 1 から {MAX_BURST} パケットです")
        }
        SpecError::Packet => {
            text!("a packet has 2 to {MAX_PACKET} flits", "パケットは 2 から {MAX_PACKET} フリットです")
        }
        SpecError::Load => text!(
            "the load must be above 0 and at most 1 flit a node and cycle",
            "負荷はノードとサイクルあたり 0 より大きく 1 以下のフリット数です"
        ),
        SpecError::Cycles => {
            text!("the measurement has 1 to {MAX_CYCLES} cycles", "計測は 1 から {MAX_CYCLES} サイクルです")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noc::Bench;
    use mcore_base::Array;
    use mcore_net::Chance;

    #[test]
    fn a_curve_says_what_was_measured_and_where_it_begins_and_ends() {
        let spec = Spec { array: Array::new(4, 4), load: 0.1, ..Spec::of_cycles(500) };
        let mut curve = NocCurve::new(&spec);
        let mut bench = Bench::new(spec).unwrap();
        while bench.run(100) {}
        curve.push(&spec, &bench.report());
        assert_eq!(curve.title.en, "4x4 mesh, uniform traffic, packets of 10 flits, Bernoulli injection, seed 1");
        assert_eq!((curve.zero_load, curve.bound), (10.0 + 2.5 + 1.0, 1.0));
        let point = &curve.points[0];
        assert_eq!((point.mesh.as_str(), point.traffic.as_str(), point.packet), ("4x4", "uniform", 10));
        assert!(!point.saturated && point.undelivered == 0 && point.packets > 50);
    }

    #[test]
    fn every_error_says_what_is_allowed() {
        let hot = Pattern::HotSpot { node: NodeId::new(9, 1), share: Chance::new(0.5).unwrap() };
        let spec = Spec { pattern: hot, ..Spec::of_cycles(10) };
        let text = noc_error_text(&spec.validate().unwrap_err(), &spec);
        assert_eq!(text.en, "the hot spot (9,1) is not on the mesh; its nodes are (1,1) to (8,8)");
        let rest = [SpecError::Array, SpecError::Burst, SpecError::Packet, SpecError::Load, SpecError::Cycles];
        for error in rest {
            let text = noc_error_text(&error, &spec);
            assert!([&text.en, &text.ja].iter().all(|t| t.contains(|c: char| c.is_ascii_digit())), "{text:?}");
        }
    }
}
