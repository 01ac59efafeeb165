//! Refinement, an own step after any method: two ranks are swapped, or a rank moves to a free node, if that lowers the objective.
//!
//! Candidates are tried in a fixed order: for each rank, by its number, its partners by bytes, and for each partner the nodes beside
//! it. For MaxLink only the ranks whose traffic crosses the busiest link can help, so only they are tried.

use super::graph::Graph;
use super::measure::{busiest, loads, through};
use super::merge::Objective;
use super::network::{Hops, Network, PORTS};
use alloc::sync::Arc;
use alloc::{vec, vec::Vec};
use core::cmp::Reverse;

/// Maximum number of rounds.
pub const MAX_ROUNDS: u32 = 64;
const NOBODY: u32 = u32::MAX;

/// A refinement in progress.
#[derive(Clone, Debug)]
pub struct Refine {
    graph: Arc<Graph>,
    network: Network,
    hops: Hops,
    links: bool,
    map: Vec<u32>,
    at_node: Vec<u32>,
    loads: Vec<u64>,
    rounds: u32,
    rank: u32,
    improved: bool,
    swaps: u64,
    work: u64,
}

impl Refine {
    /// Begins with a map. At most `rounds` passes over all ranks are made.
    pub fn new(
        graph: Arc<Graph>,
        network: &Network,
        map: Vec<u32>,
        objective: Objective,
        hops: Hops,
        rounds: u32,
    ) -> Self {
        let mut at_node = vec![NOBODY; network.nodes() as usize];
        map.iter().zip(0..).for_each(|(node, rank)| at_node[*node as usize] = rank);
        let links = objective == Objective::Minlink;
        let loads = if links { loads(&graph, network, &map) } else { Vec::new() };
        Self {
            graph,
            network: network.clone(),
            hops,
            links,
            map,
            at_node,
            loads,
            rounds,
            rank: 0,
            improved: false,
            swaps: 0,
            work: 0,
        }
    }

    /// The map so far.
    pub fn map(&self) -> &[u32] {
        &self.map
    }

    /// Swaps and moves made so far.
    pub fn swaps(&self) -> u64 {
        self.swaps
    }

    /// Works for about `terms` terms; returns whether it has ended.
    pub fn step(&mut self, terms: u64) -> bool {
        let until = self.work.saturating_add(terms.max(1));
        while self.work < until && self.rounds > 0 {
            if self.links {
                self.relieve();
            } else {
                self.shorten();
            }
        }
        self.rounds == 0
    }

    /// Tries to bring the next rank nearer to its partners.
    fn shorten(&mut self) {
        let rank = self.rank;
        let mut partners: Vec<(u32, u64)> = self.graph.partners(rank).collect();
        partners.sort_unstable_by_key(|(partner, bytes)| (Reverse(*bytes), *partner));
        self.work += 1;
        for (partner, _) in partners {
            for port in 0..PORTS as u32 {
                let beside = self.network.link_end(self.map[partner as usize] * PORTS as u32 + port);
                let Some((node, _)) = beside.filter(|(node, _)| *node != self.map[rank as usize]) else { continue };
                if self.gains(rank, node) {
                    self.swap(rank, node);
                    (self.improved, self.swaps) = (true, self.swaps + 1);
                }
            }
        }
        self.rank += 1;
        if self.rank == self.graph.ranks() {
            self.rounds = if self.improved { self.rounds - 1 } else { 0 };
            (self.rank, self.improved) = (0, false);
        }
    }

    /// Whether the cost falls if a rank goes to a node, and the rank there to its node.
    fn gains(&mut self, rank: u32, node: u32) -> bool {
        let (own, other) = (self.map[rank as usize], self.at_node[node as usize]);
        let (mut before, mut after) = (0u128, 0u128);
        for (mover, from, to) in [(rank, own, node), (other, node, own)] {
            if mover == NOBODY {
                continue;
            }
            for (partner, bytes) in self.graph.partners(mover) {
                // The distance between the two does not change.
                if partner == rank || partner == other {
                    continue;
                }
                let there = self.map[partner as usize];
                before += u128::from(self.network.hops(self.hops, from, there)) * u128::from(bytes);
                after += u128::from(self.network.hops(self.hops, to, there)) * u128::from(bytes);
                self.work += 1;
            }
        }
        after < before
    }

    fn swap(&mut self, rank: u32, node: u32) {
        let (own, other) = (self.map[rank as usize], self.at_node[node as usize]);
        self.map[rank as usize] = node;
        self.at_node[node as usize] = rank;
        self.at_node[own as usize] = other;
        if other != NOBODY {
            self.map[other as usize] = own;
        }
    }

    /// Tries to take traffic off the busiest link, once.
    fn relieve(&mut self) {
        let worst = self.rating();
        let crossing = through(&self.graph, &self.network, &self.map, busiest(&self.loads).link);
        self.work += self.graph.pairs() as u64;
        for edge in crossing {
            for (rank, partner) in [(edge.from, edge.to), (edge.to, edge.from)] {
                for port in 0..PORTS as u32 {
                    let beside = self.network.link_end(self.map[partner as usize] * PORTS as u32 + port);
                    let Some((node, _)) = beside.filter(|(node, _)| *node != self.map[rank as usize]) else { continue };
                    let home = self.map[rank as usize];
                    self.reload(rank, node);
                    if self.rating() < worst {
                        self.swaps += 1;
                        // A round has at most one swap per rank.
                        self.rank += 1;
                        if self.rank >= self.graph.ranks() {
                            (self.rank, self.rounds) = (0, self.rounds - 1);
                        }
                        return;
                    }
                    self.reload(rank, home);
                }
            }
        }
        self.rounds = 0;
    }

    /// The bytes of the busiest link, and the number of links with as many.
    fn rating(&mut self) -> (u64, u32) {
        let most = self.loads.iter().copied().max().unwrap_or(0);
        self.work += self.loads.len() as u64 / 16;
        (most, self.loads.iter().filter(|load| **load == most).count() as u32)
    }

    /// Swaps, and moves the traffic of both ranks to its new links.
    fn reload(&mut self, rank: u32, node: u32) {
        let other = self.at_node[node as usize];
        self.traffic(rank, other, false);
        self.swap(rank, node);
        self.traffic(rank, other, true);
    }

    /// Adds or removes the traffic of two ranks.
    fn traffic(&mut self, rank: u32, other: u32, add: bool) {
        let apply = |from: u32, to: u32, bytes: u64, loads: &mut Vec<u64>, map: &[u32]| {
            self.network.route(map[from as usize], map[to as usize], |link| {
                let load = &mut loads[link as usize];
                *load = if add { *load + bytes } else { *load - bytes };
            });
        };
        for own in [rank, other] {
            if own == NOBODY {
                continue;
            }
            for (partner, _) in self.graph.partners(own) {
                if own == other && partner == rank {
                    continue;
                }
                for (from, to) in [(own, partner), (partner, own)] {
                    let bytes = self.graph.bytes(from, to);
                    apply(from, to, bytes, &mut self.loads, &self.map);
                }
                self.work += 2;
            }
        }
    }
}
