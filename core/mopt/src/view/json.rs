//! The result of a run for programs: every number of bytes is whole and exact.

use super::result::MoptInput;
use crate::model::{Measures, Method, Options, Outcome};
use alloc::{format, string::String, vec::Vec};
use serde::Serialize;

/// The communication.
#[derive(Clone, Debug, Serialize)]
pub struct Input {
    ranks: u32,
    edges: usize,
    bytes: u64,
    name: String,
    digest: String,
}

/// The network.
#[derive(Clone, Debug, Serialize)]
pub struct Topology {
    kind: &'static str,
    sizes: Vec<u32>,
}

/// The options of a method.
#[derive(Clone, Debug, Serialize)]
pub struct OptionsJson {
    hops: &'static str,
    starts: u32,
    then: Option<&'static str>,
    refine: u32,
    seed: u64,
}

/// Both costs.
#[derive(Clone, Debug, Serialize)]
pub struct Cost {
    mesh_hop_bytes: u128,
    torus_hop_bytes: u128,
}

/// The busiest link.
#[derive(Clone, Debug, Serialize)]
pub struct MaxLink {
    bytes: u64,
    from: Vec<u32>,
    to: Vec<u32>,
    definition: &'static str,
}

/// Lower bounds.
#[derive(Clone, Debug, Serialize)]
pub struct Bounds {
    cost: u128,
    max_link: u64,
}

/// The gain of the refinement.
#[derive(Clone, Debug, Serialize)]
pub struct Refined {
    swaps: u64,
    cost_before: Cost,
    max_link_before: u64,
}

/// A run as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct MoptJson {
    format: u32,
    input: Input,
    topology: Topology,
    method: String,
    options: OptionsJson,
    cost: Cost,
    max_link: MaxLink,
    bounds: Bounds,
    mean_hops: f64,
    start: u32,
    ways_tried: u64,
    padded: bool,
    refined: Option<Refined>,
    map: Vec<u32>,
}

fn cost(measures: &Measures) -> Cost {
    Cost { mesh_hop_bytes: measures.mesh_cost, torus_hop_bytes: measures.torus_cost }
}

impl MoptJson {
    /// The result of a method.
    pub fn new(input: &MoptInput, method: Method, options: &Options, outcome: &Outcome) -> Self {
        let (graph, network, measures) = (&input.graph, &input.network, &outcome.measures);
        let at = |node: u32| network.at(node)[..network.dims()].to_vec();
        let busiest = measures.busiest;
        let from = busiest.link / crate::model::network::PORTS as u32;
        Self {
            format: 1,
            input: Input {
                ranks: graph.ranks(),
                edges: graph.pairs(),
                bytes: graph.total(),
                name: input.name.en.clone(),
                digest: format!("{:016x}", graph.digest()),
            },
            topology: Topology { kind: network.kind(), sizes: network.sizes().to_vec() },
            method: method.word().into(),
            options: OptionsJson {
                hops: options.hops.word(),
                starts: options.starts,
                then: options.then_link.then_some("link"),
                refine: options.refine,
                seed: options.seed,
            },
            cost: cost(measures),
            max_link: MaxLink {
                bytes: busiest.bytes,
                from: at(from),
                to: network.link_end(busiest.link).map_or_else(Vec::new, |(to, _)| at(to)),
                definition: "dimension order, x first, each direction apart; half-way round a ring the way that does not wrap",
            },
            bounds: Bounds { cost: input.bounds.0, max_link: input.bounds.1 },
            mean_hops: measures.cost(options.hops) as f64 / graph.total() as f64,
            start: outcome.start,
            ways_tried: outcome.tried,
            padded: outcome.padded,
            refined: outcome.refined.as_ref().map(|(before, swaps)| Refined {
                swaps: *swaps,
                cost_before: cost(before),
                max_link_before: before.busiest.bytes,
            }),
            map: outcome.map.clone(),
        }
    }

    /// The text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
