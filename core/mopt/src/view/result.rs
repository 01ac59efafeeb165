//! Results: the measures of a map as numbers for charts and as text for readers.

use super::names::MoptPart;
use super::words::{mopt_bytes, mopt_cost};
use crate::model::measure::{cost_bound, link_bound, through};
use crate::model::{Graph, Hops, Measures, Method, Network, Outcome, Pattern, program};
use alloc::sync::Arc;
use alloc::{format, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Text, counted, grouped};
use serde::{Deserialize, Serialize};

/// The number of the map that a person makes.
pub const MOPT_OWN: u32 = 0;

/// Communication and network, which maps are made for.
#[derive(Clone, Debug)]
pub struct MoptInput {
    /// The traffic.
    pub graph: Arc<Graph>,
    pub network: Network,
    /// The name of the communication.
    pub name: Text,
    /// Remarks of the reader.
    pub notices: Vec<Text>,
    pub pattern: Option<Pattern>,
    /// The text of a trace of the interconnect mode, if it is one: its steps are kept for runs there.
    pub program: Option<String>,
    /// Lower bounds of CommCost and of MaxLink.
    pub bounds: (u128, u64),
    /// The measures of the map in order, if the ranks fit.
    pub in_order: Option<Measures>,
}

impl MoptInput {
    /// An input.
    pub fn new(graph: Arc<Graph>, network: Network, name: Text, notices: Vec<Text>) -> Self {
        let bounds = (cost_bound(&graph, network.dims()), link_bound(&graph));
        let order: Vec<u32> = (0..graph.ranks()).collect();
        let in_order = (graph.ranks() <= network.nodes()).then(|| Measures::new(&graph, &network, &order));
        Self { graph, network, name, notices, pattern: None, program: None, bounds, in_order }
    }
}

impl MoptInput {
    /// True if the trace has the steps of the communication; otherwise all messages of a pair of ranks are one, and all are sent at once.
    pub fn has_steps(&self) -> bool {
        self.program.is_some()
            || self.pattern.as_ref().is_some_and(|pattern| program::STEPS.contains(&pattern.name.as_str()))
    }

    /// The communication as a trace that the interconnect mode runs; none if it would be too long.
    pub fn trace(&self) -> Option<String> {
        match (&self.pattern, &self.program) {
            (Some(pattern), _) => program::trace(pattern).ok().flatten(),
            (None, Some(program)) => Some(program.clone()),
            (None, None) => program::all_at_once(&self.graph),
        }
    }
}

/// Everything that the page of the chip needs to run a program with a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoptChip {
    /// Columns of the chip.
    pub width: u8,
    /// Rows of the chip.
    pub height: u8,
    /// The rank-to-node file. Ranks beyond those of the communication are on the nodes that are left.
    pub map: String,
    /// The communication as a program in C with MPI, unless it is too large.
    pub program: Option<String>,
}

/// Everything that the interconnect mode needs to run a program with some maps. Its parameters are the set `mopt` with the tie rule
/// `direct`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoptHandover {
    /// The communication as a trace.
    pub trace: String,
    /// `mesh` or `torus`.
    pub kind: String,
    /// Sizes, such as `8x8x8`.
    pub sizes: String,
    /// The maps' numbers and rank-to-node files.
    pub maps: Vec<(u32, String)>,
}

/// The shape of an opened input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptShape {
    /// The name of the communication.
    pub name: Text,
    pub ranks: u32,
    /// Pairs (source, destination) with traffic.
    pub pairs: u32,
    /// Bytes of all pairs.
    pub bytes: f64,
    /// The same as text.
    pub bytes_text: String,
    /// The network's name, such as `mesh 8x8`.
    pub network: String,
    /// Whether it is a torus.
    pub torus: bool,
    /// Its sizes, x first; two or three of them.
    pub sizes: Vec<u32>,
    pub nodes: u32,
    /// Links, each direction apart.
    pub links: u32,
    /// Remarks: what was ignored or rounded.
    pub notices: Vec<Text>,
}

impl MoptShape {
    /// The shape of an input.
    pub fn new(input: &MoptInput) -> Self {
        let (graph, network) = (&input.graph, &input.network);
        Self {
            name: input.name.clone(),
            ranks: graph.ranks(),
            pairs: graph.pairs() as u32,
            bytes: graph.total() as f64,
            bytes_text: mopt_bytes(graph.total()),
            network: network.name(),
            torus: network.is_torus(),
            sizes: network.sizes().to_vec(),
            nodes: network.nodes(),
            links: network.links().count() as u32,
            notices: input.notices.clone(),
        }
    }
}

/// The measures of a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptMeasures {
    /// CommCost by the chosen hops, in hops times bytes.
    pub cost: f64,
    /// CommCost with its unit, such as `13.24 hop MB`.
    pub cost_text: String,
    /// The definition of the cost, such as `mesh hops`.
    pub definition: Text,
    /// CommCost with mesh hops, and with torus hops.
    pub costs: [f64; 2],
    /// MaxLink in bytes.
    pub max_link: f64,
    /// MaxLink with its unit, such as `141.3 kB`.
    pub max_link_text: String,
    /// The busiest link.
    pub busiest: u32,
    /// Its name, such as `(3,2) to (3,3)`.
    pub busiest_name: Text,
    /// Messages over the busiest link; none in a preview.
    pub busiest_messages: Option<f64>,
    /// Mean hops of a byte.
    pub mean_hops: f64,
    /// MaxLink in order divided by MaxLink here: not a time.
    pub relief: f64,
    /// Cost in order divided by the cost here.
    pub cost_relief: f64,
    /// Links without traffic.
    pub idle: u32,
    /// Cost divided by its lower bound.
    pub cost_over_bound: f64,
    /// The lower bound of the cost, with its unit.
    pub cost_bound_text: String,
    /// MaxLink divided by its lower bound.
    pub link_over_bound: f64,
    /// The lower bound of MaxLink, with its unit.
    pub link_bound_text: String,
}

/// The name of a definition of hops.
pub(crate) fn definition(hops: Hops, network: &Network) -> Text {
    match (hops, network.is_torus()) {
        (Hops::Torus, true) => text!("torus hops", "トーラスのホップ数"),
        _ => text!("mesh hops", "メッシュのホップ数"),
    }
}

impl MoptMeasures {
    /// The measures for people. `messages` are those over the busiest link.
    pub fn new(input: &MoptInput, measures: &Measures, hops: Hops, messages: Option<u64>) -> Self {
        let cost = measures.cost(hops);
        let (cost_bound, link_bound) = input.bounds;
        let over = |value: f64, bound: f64| if bound > 0.0 { value / bound } else { 0.0 };
        let order = input.in_order.as_ref();
        Self {
            cost: cost as f64,
            cost_text: mopt_cost(cost),
            definition: definition(hops, &input.network),
            costs: [measures.mesh_cost as f64, measures.torus_cost as f64],
            max_link: measures.busiest.bytes as f64,
            max_link_text: mopt_bytes(measures.busiest.bytes),
            busiest: measures.busiest.link,
            busiest_name: input.network.link_name(measures.busiest.link),
            busiest_messages: messages.map(|messages| messages as f64),
            mean_hops: cost as f64 / input.graph.total() as f64,
            relief: over(order.map_or(0.0, |order| order.busiest.bytes as f64), measures.busiest.bytes as f64),
            cost_relief: over(order.map_or(0.0, |order| order.cost(hops) as f64), cost as f64),
            idle: measures.idle,
            cost_over_bound: over(cost as f64, cost_bound as f64),
            cost_bound_text: mopt_cost(cost_bound),
            link_over_bound: over(measures.busiest.bytes as f64, link_bound as f64),
            link_bound_text: mopt_bytes(link_bound),
        }
    }

    /// The measures of a map, with the messages over its busiest link.
    pub fn of_map(input: &MoptInput, measures: &Measures, hops: Hops, map: &[u32]) -> Self {
        let crossing = through(&input.graph, &input.network, map, measures.busiest.link);
        Self::new(input, measures, hops, Some(crossing.iter().map(|edge| edge.messages).sum()))
    }
}

/// A change by the refinement or from the order of ranks to a map, in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptChange {
    pub before: MoptMeasures,
    /// Swaps made.
    pub swaps: f64,
    pub text: Text,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptResult {
    /// Its number, by which commands name it.
    pub id: u32,
    /// The settings, by which runs are named ([`super::mopt_names`]).
    pub parts: Vec<MoptPart>,
    /// The method's word.
    pub method: String,
    /// The method's name.
    pub label: Text,
    /// The input.
    pub shape: MoptShape,
    /// The node of each rank.
    pub map: Vec<u32>,
    pub measures: MoptMeasures,
    /// Joins of the paper's method that can be shown; 0 for other methods.
    pub joins: u32,
    /// Iterations of the paper's method.
    pub iterations: u32,
    /// The start that is kept.
    pub start: u32,
    /// Ways tried in all starts.
    pub ways_tried: f64,
    /// The gain of the refinement, apart from the method's.
    pub refined: Option<MoptChange>,
    /// Sizes were padded to powers of two, and tasks brought to real nodes after that.
    pub padded: bool,
    /// One sentence against the order of ranks, such as `54 % less cost, busiest link 61 % less`.
    pub verdict: Text,
    /// The result in one sentence, for the live region.
    pub spoken: Text,
}

/// The change of a value against another one in words: `54 % less`.
fn change(now: f64, before: f64) -> Text {
    if before <= 0.0 {
        return text!("the same", "同じ");
    }
    let percent = (now / before - 1.0) * 100.0;
    let amount = format!("{:.0}", if percent < 0.0 { -percent } else { percent });
    match amount.as_str() {
        "0" => text!("the same", "変化なし"),
        _ if percent < 0.0 => text!("{amount} % less", "{amount} % 減"),
        _ => text!("{amount} % more", "{amount} % 増"),
    }
}

/// Cost and busiest link against the order of ranks.
fn verdict(input: &MoptInput, measures: &Measures, hops: Hops) -> Text {
    let Some(order) = &input.in_order else { return Text::default() };
    let cost = change(measures.cost(hops) as f64, order.cost(hops) as f64);
    let link = change(measures.busiest.bytes as f64, order.busiest.bytes as f64);
    let (cost_en, cost_ja, link_en, link_ja) = (cost.en, cost.ja, link.en, link.ja);
    let cost_en = if cost_en == "the same" { "same cost".into() } else { format!("{cost_en} cost") };
    let link_en =
        if link_en == "the same" { "busiest link the same".into() } else { format!("busiest link {link_en}") };
    text!("{cost_en}, {link_en}", "コスト {cost_ja}、最大リンク {link_ja}")
}

impl MoptResult {
    /// The result of a method.
    pub fn new(
        id: u32,
        input: &MoptInput,
        method: Method,
        hops: Hops,
        parts: Vec<MoptPart>,
        outcome: &Outcome,
    ) -> Self {
        let measures = MoptMeasures::of_map(input, &outcome.measures, hops, &outcome.map);
        let label = method.label();
        let (en, ja, cost, link) = (&label.en, &label.ja, &measures.cost_text, &measures.max_link_text);
        let spoken = text!("{en}: {cost}, busiest link {link}", "{ja}：{cost}、最大リンク {link}");
        let refined = outcome.refined.as_ref().map(|(before, swaps)| {
            let cost = change(outcome.measures.cost(hops) as f64, before.cost(hops) as f64);
            let link = change(outcome.measures.busiest.bytes as f64, before.busiest.bytes as f64);
            let swaps_ja = grouped(*swaps);
            let (swaps_en, cost_ja, link_ja) = (counted(*swaps, "swap", "swaps"), &cost.ja, &link.ja);
            let (cost, link) = (&cost.en, &link.en);
            MoptChange {
                before: MoptMeasures::new(input, before, hops, None),
                swaps: *swaps as f64,
                text: text!(
                    "Refinement: {swaps_en}; cost {cost}, busiest link {link}.",
                    "改良：交換 {swaps_ja} 回、コスト {cost_ja}、最大リンク {link_ja}。"
                ),
            }
        });
        let joins = outcome.choices.len() as u32;
        Self {
            id,
            parts,
            method: method.word().into(),
            shape: MoptShape::new(input),
            map: outcome.map.clone(),
            joins,
            iterations: if joins > 0 { (joins + 1).ilog2() } else { 0 },
            start: outcome.start,
            ways_tried: outcome.tried as f64,
            refined,
            padded: outcome.padded,
            verdict: verdict(input, &outcome.measures, hops),
            spoken,
            label,
            measures,
        }
    }
}

/// A map made by hand, or a preview of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptOwnView {
    /// The node of each rank; empty in a preview.
    pub map: Vec<u32>,
    pub measures: MoptMeasures,
    /// It shows a change that has not been made.
    pub preview: bool,
    /// There is a change to take back.
    pub can_undo: bool,
    /// There is a change to make again.
    pub can_redo: bool,
    /// One sentence against the order of ranks.
    pub verdict: Text,
}

impl MoptOwnView {
    /// A map with its measures.
    pub fn new(input: &MoptInput, measures: &Measures, hops: Hops, map: &[u32], can: (bool, bool)) -> Self {
        Self {
            map: map.to_vec(),
            measures: MoptMeasures::of_map(input, measures, hops, map),
            preview: false,
            can_undo: can.0,
            can_redo: can.1,
            verdict: verdict(input, measures, hops),
        }
    }

    /// The measures of a change that has not been made.
    pub fn preview(input: &MoptInput, measures: &Measures, hops: Hops, can: (bool, bool)) -> Self {
        Self {
            map: Vec::new(),
            measures: MoptMeasures::new(input, measures, hops, None),
            preview: true,
            can_undo: can.0,
            can_redo: can.1,
            verdict: verdict(input, measures, hops),
        }
    }
}
