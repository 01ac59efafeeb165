//! A map that a person makes: ranks change places one by one, and only their traffic is counted again.

use super::graph::Graph;
use super::measure::{Measures, busiest, cost, loads};
use super::network::{Hops, Network};
use alloc::sync::Arc;
use alloc::{vec, vec::Vec};

/// Maximum number of swaps that can be undone.
const HISTORY: usize = 10_000;
/// A node without a rank.
pub const FREE: u32 = u32::MAX;

/// A map with its measures.
#[derive(Clone, Debug)]
pub struct OwnMap {
    graph: Arc<Graph>,
    network: Network,
    map: Vec<u32>,
    at_node: Vec<u32>,
    loads: Vec<u64>,
    mesh_cost: u128,
    torus_cost: u128,
    links: Vec<u32>,
    /// Pairs of nodes whose ranks were exchanged, and how many of them are in effect.
    history: Vec<(u32, u32)>,
    done: usize,
}

impl OwnMap {
    /// Begins with a map: the node of each rank.
    pub fn new(graph: Arc<Graph>, network: &Network, map: Vec<u32>) -> Self {
        let mut at_node = vec![FREE; network.nodes() as usize];
        map.iter().zip(0..).for_each(|(node, rank)| at_node[*node as usize] = rank);
        let (mesh_cost, torus_cost) =
            (cost(&graph, network, &map, Hops::Mesh), cost(&graph, network, &map, Hops::Torus));
        Self {
            loads: loads(&graph, network, &map),
            links: network.links().collect(),
            graph,
            network: network.clone(),
            map,
            at_node,
            mesh_cost,
            torus_cost,
            history: Vec::new(),
            done: 0,
        }
    }

    /// The node of each rank.
    pub fn map(&self) -> &[u32] {
        &self.map
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The bytes over each link.
    pub fn loads(&self) -> &[u64] {
        &self.loads
    }

    /// The rank on a node, or [`FREE`].
    pub fn rank_at(&self, node: u32) -> u32 {
        self.at_node.get(node as usize).copied().unwrap_or(FREE)
    }

    /// The measures.
    pub fn measures(&self) -> Measures {
        Measures {
            mesh_cost: self.mesh_cost,
            torus_cost: self.torus_cost,
            busiest: busiest(&self.loads),
            idle: self.links.iter().filter(|link| self.loads[**link as usize] == 0).count() as u32,
        }
    }

    /// The measures if a rank went to a node.
    pub fn preview(&mut self, rank: u32, node: u32) -> Option<Measures> {
        let home = *self.map.get(rank as usize)?;
        if node >= self.network.nodes() {
            return None;
        }
        self.exchange(home, node);
        let measures = self.measures();
        self.exchange(home, node);
        Some(measures)
    }

    /// Puts a rank on a node; a rank that is there takes its place. Returns whether anything changed.
    pub fn put(&mut self, rank: u32, node: u32) -> bool {
        let Some(home) =
            self.map.get(rank as usize).copied().filter(|home| *home != node && node < self.network.nodes())
        else {
            return false;
        };
        self.exchange(home, node);
        self.history.truncate(self.done);
        if self.history.len() == HISTORY {
            self.history.remove(0);
        }
        self.history.push((home, node));
        self.done = self.history.len();
        true
    }

    /// Takes the last exchange back.
    pub fn undo(&mut self) -> bool {
        let Some((a, b)) = self.done.checked_sub(1).and_then(|at| self.history.get(at)).copied() else { return false };
        self.exchange(a, b);
        self.done -= 1;
        true
    }

    /// Makes the next exchange again.
    pub fn redo(&mut self) -> bool {
        let Some((a, b)) = self.history.get(self.done).copied() else { return false };
        self.exchange(a, b);
        self.done += 1;
        true
    }

    /// Whether there is an exchange to take back, and one to make again.
    pub fn can(&self) -> (bool, bool) {
        (self.done > 0, self.done < self.history.len())
    }

    /// Exchanges what is on two nodes.
    fn exchange(&mut self, a: u32, b: u32) {
        if a == b {
            return;
        }
        let ranks = [self.at_node[a as usize], self.at_node[b as usize]];
        self.count(ranks, false);
        self.at_node.swap(a as usize, b as usize);
        for node in [a, b] {
            let rank = self.at_node[node as usize];
            if rank != FREE {
                self.map[rank as usize] = node;
            }
        }
        self.count(ranks, true);
    }

    /// Adds or removes the traffic of two ranks.
    fn count(&mut self, ranks: [u32; 2], add: bool) {
        for (own, is_second) in [(ranks[0], false), (ranks[1], true)] {
            if own == FREE {
                continue;
            }
            for (partner, _) in self.graph.partners(own) {
                // The traffic between the two is counted once.
                if is_second && partner == ranks[0] {
                    continue;
                }
                for (from, to) in [(own, partner), (partner, own)] {
                    let bytes = self.graph.bytes(from, to);
                    let (a, b) = (self.map[from as usize], self.map[to as usize]);
                    let of = |hops| u128::from(self.network.hops(hops, a, b)) * u128::from(bytes);
                    let (mesh, torus) = (of(Hops::Mesh), of(Hops::Torus));
                    if add {
                        self.mesh_cost += mesh;
                        self.torus_cost += torus;
                    } else {
                        self.mesh_cost -= mesh;
                        self.torus_cost -= torus;
                    }
                    let loads = &mut self.loads;
                    self.network.route(a, b, |link| {
                        let load = &mut loads[link as usize];
                        *load = if add { *load + bytes } else { *load - bytes };
                    });
                }
            }
        }
    }
}
