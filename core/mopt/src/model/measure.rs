//! The measures of a map: CommCost, MaxLink, the loads of the links, and lower bounds.

use super::graph::{Edge, Graph};
use super::network::{Hops, Network};
use alloc::{vec, vec::Vec};
use core::cmp::Reverse;

/// The link that carries the most bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busiest {
    /// The link; of equal ones that with the lowest number.
    pub link: u32,
    pub bytes: u64,
}

/// The measures of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measures {
    /// CommCost with the hops of a mesh, in hops times bytes.
    pub mesh_cost: u128,
    /// CommCost with the hops of the network; the same on a mesh.
    pub torus_cost: u128,
    /// The busiest link.
    pub busiest: Busiest,
    /// Links without traffic.
    pub idle: u32,
}

impl Measures {
    /// Measures a map: the node of each rank.
    pub fn new(graph: &Graph, network: &Network, map: &[u32]) -> Self {
        Self::with_loads(graph, network, map, &loads(graph, network, map))
    }

    /// Measures a map whose loads are known.
    pub fn with_loads(graph: &Graph, network: &Network, map: &[u32], loads: &[u64]) -> Self {
        Self {
            mesh_cost: cost(graph, network, map, Hops::Mesh),
            torus_cost: cost(graph, network, map, Hops::Torus),
            busiest: busiest(loads),
            idle: network.links().filter(|link| loads[*link as usize] == 0).count() as u32,
        }
    }

    /// CommCost by a definition.
    pub fn cost(&self, hops: Hops) -> u128 {
        match hops {
            Hops::Mesh => self.mesh_cost,
            Hops::Torus => self.torus_cost,
        }
    }
}

/// CommCost of a map, in hops times bytes.
pub fn cost(graph: &Graph, network: &Network, map: &[u32], hops: Hops) -> u128 {
    let of_rank = |rank: u32| {
        let from = map[rank as usize];
        let each = graph
            .sends(rank)
            .map(|(to, bytes)| u128::from(network.hops(hops, from, map[to as usize])) * u128::from(bytes));
        each.sum::<u128>()
    };
    (0..graph.ranks()).map(of_rank).sum()
}

/// The bytes over each link, by its number.
pub fn loads(graph: &Graph, network: &Network, map: &[u32]) -> Vec<u64> {
    let mut loads = vec![0u64; network.link_places()];
    for rank in 0..graph.ranks() {
        for (to, bytes) in graph.sends(rank) {
            network.route(map[rank as usize], map[to as usize], |link| loads[link as usize] += bytes);
        }
    }
    loads
}

/// The busiest of the links with these loads.
pub fn busiest(loads: &[u64]) -> Busiest {
    let most = loads.iter().zip(0u32..).max_by_key(|(bytes, link)| (**bytes, Reverse(*link)));
    most.map_or(Busiest { link: 0, bytes: 0 }, |(bytes, link)| Busiest { link, bytes: *bytes })
}

/// The pairs of ranks whose route crosses a link, the one with the most bytes first.
pub fn through(graph: &Graph, network: &Network, map: &[u32], link: u32) -> Vec<Edge> {
    let mut found: Vec<Edge> = graph
        .edges()
        .filter(|edge| {
            let mut crosses = false;
            network.route(map[edge.from as usize], map[edge.to as usize], |own| crosses |= own == link);
            crosses
        })
        .collect();
    found.sort_by_key(|edge| (Reverse(edge.bytes), edge.from, edge.to));
    found
}

/// A lower bound of CommCost for any map to a network of `dims` dimensions: each rank has its heaviest partners at one hop, as many
/// as there are nodes at one hop, the next ones at two hops, and so on; each pair is counted at both ends.
pub fn cost_bound(graph: &Graph, dims: usize) -> u128 {
    let nodes_at = |hops: u64| if dims == 3 { 4 * hops * hops + 2 } else { 4 * hops };
    let mut sum = 0u128;
    let mut partners: Vec<u64> = Vec::new();
    for rank in 0..graph.ranks() {
        partners.clear();
        partners.extend(graph.partners(rank).map(|(_, bytes)| bytes));
        partners.sort_unstable_by_key(|bytes| Reverse(*bytes));
        let (mut hops, mut room) = (1, nodes_at(1));
        for bytes in &partners {
            if room == 0 {
                hops += 1;
                room = nodes_at(hops);
            }
            room -= 1;
            sum += u128::from(hops) * u128::from(*bytes);
        }
    }
    sum / 2
}

/// A lower bound of MaxLink for any map: the most bytes from one rank to another.
pub fn link_bound(graph: &Graph) -> u64 {
    graph.edges().map(|edge| edge.bytes).max().unwrap_or(0)
}
