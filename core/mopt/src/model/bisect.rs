//! Recursive bisection: the ranks are halved so that little traffic crosses, and the box of nodes is halved along its longest side.
//!
//! Halves begin in the order of the ranks and are improved by passes of Kernighan and Lin: the two ranks whose exchange helps most
//! change sides, once each, and the best state of the pass is kept.

use super::graph::Graph;
use super::network::Network;
use alloc::collections::BinaryHeap;
use alloc::sync::Arc;
use alloc::{vec, vec::Vec};
use core::cmp::Reverse;

/// Maximum number of passes over a pair of halves.
const PASSES: u32 = 10;

/// A box of nodes and the ranks that go there; numbers from the number of ranks on are silent.
#[derive(Clone, Debug)]
struct Part {
    first: [u32; 3],
    sizes: [u32; 3],
    ranks: Vec<u32>,
}

/// A bisection in progress.
#[derive(Clone, Debug)]
pub struct Bisect {
    graph: Arc<Graph>,
    network: Network,
    waiting: Vec<Part>,
    map: Vec<u32>,
    /// Per rank: its side while its part is halved; 0 is none.
    side: Vec<u8>,
    gain: Vec<i128>,
    locked: Vec<bool>,
    work: u64,
    placed: u32,
}

impl Bisect {
    /// Begins. The graph must have at most as many ranks as the network has nodes.
    pub fn new(graph: Arc<Graph>, network: &Network) -> Self {
        let nodes = network.nodes() as usize;
        let all = Part { first: [0; 3], sizes: network.all_sizes(), ranks: (0..network.nodes()).collect() };
        Self {
            map: vec![0; graph.ranks() as usize],
            graph,
            network: network.clone(),
            waiting: vec![all],
            side: vec![0; nodes],
            gain: vec![0; nodes],
            locked: vec![false; nodes],
            work: 0,
            placed: 0,
        }
    }

    /// Works for about `terms` terms, at least on one box; returns whether it has ended.
    pub fn step(&mut self, terms: u64) -> bool {
        let until = self.work.saturating_add(terms.max(1));
        while self.work < until {
            let Some(part) = self.waiting.pop() else { return true };
            self.halve(part);
        }
        self.waiting.is_empty()
    }

    /// The share of the nodes that have their rank.
    pub fn share(&self) -> f64 {
        f64::from(self.placed) / f64::from(self.network.nodes())
    }

    /// The map, once it has ended.
    pub fn map(&self) -> &[u32] {
        &self.map
    }

    fn halve(&mut self, part: Part) {
        self.work += 1;
        let axis = (0..3).max_by_key(|axis| (part.sizes[*axis], Reverse(*axis))).unwrap_or(0);
        if part.sizes[axis] == 1 {
            self.placed += 1;
            if let Some(place) = part.ranks.first().and_then(|rank| self.map.get_mut(*rank as usize)) {
                *place = self.network.node(part.first);
            }
            return;
        }
        let (mut low, mut high) = (part.sizes, part.sizes);
        low[axis] = part.sizes[axis] / 2;
        high[axis] = part.sizes[axis] - low[axis];
        let count = low.iter().product::<u32>() as usize;
        part.ranks.iter().zip(0..).for_each(|(rank, at)| self.side[*rank as usize] = if at < count { 1 } else { 2 });
        for _ in 0..PASSES {
            if !self.pass(&part.ranks) {
                break;
            }
        }
        let of = |side: u8| part.ranks.iter().copied().filter(|rank| self.side[*rank as usize] == side).collect();
        let (first, second) = (of(1), of(2));
        part.ranks.iter().for_each(|rank| self.side[*rank as usize] = 0);
        let mut beyond = part.first;
        beyond[axis] += low[axis];
        self.waiting.push(Part { first: beyond, sizes: high, ranks: second });
        self.waiting.push(Part { first: part.first, sizes: low, ranks: first });
    }

    /// The bytes that would no longer cross if a rank changed its side, less those that would.
    fn gain_of(&self, rank: u32) -> i128 {
        let own = self.side[rank as usize];
        let of = |(partner, bytes): (u32, u64)| match self.side[partner as usize] {
            0 => 0,
            side if side == own => -i128::from(bytes),
            _ => i128::from(bytes),
        };
        self.graph.partners(rank).map(of).sum()
    }

    /// One pass; returns whether less traffic crosses than before.
    fn pass(&mut self, ranks: &[u32]) -> bool {
        let mut heaps: [BinaryHeap<(i128, Reverse<u32>)>; 2] = [BinaryHeap::new(), BinaryHeap::new()];
        for rank in ranks {
            self.gain[*rank as usize] = self.gain_of(*rank);
            self.locked[*rank as usize] = false;
            let heap = usize::from(self.side[*rank as usize]) - 1;
            heaps[heap].push((self.gain[*rank as usize], Reverse(*rank)));
        }
        let (mut sum, mut best, mut best_length) = (0i128, 0i128, 0);
        let mut swaps: Vec<(u32, u32)> = Vec::new();
        while let (Some(a), Some(b)) = (self.top(&mut heaps[0]), self.top(&mut heaps[1])) {
            let between = i128::from(self.graph.bytes(a, b)) + i128::from(self.graph.bytes(b, a));
            sum += self.gain[a as usize] + self.gain[b as usize] - 2 * between;
            for (rank, side) in [(a, 2), (b, 1)] {
                self.locked[rank as usize] = true;
                self.side[rank as usize] = side;
            }
            for rank in [a, b] {
                for (partner, bytes) in self.graph.partners(rank) {
                    self.work += 1;
                    let at = partner as usize;
                    if self.side[at] == 0 || self.locked[at] {
                        continue;
                    }
                    let change = 2 * i128::from(bytes);
                    self.gain[at] += if self.side[at] == self.side[rank as usize] { -change } else { change };
                    heaps[usize::from(self.side[at]) - 1].push((self.gain[at], Reverse(partner)));
                }
            }
            swaps.push((a, b));
            if sum > best {
                (best, best_length) = (sum, swaps.len());
            }
        }
        for (a, b) in &swaps[best_length..] {
            (self.side[*a as usize], self.side[*b as usize]) = (1, 2);
        }
        best > 0
    }

    /// Takes the rank with the largest gain off a heap; entries whose gain has changed since are dropped.
    fn top(&self, heap: &mut BinaryHeap<(i128, Reverse<u32>)>) -> Option<u32> {
        while let Some((gain, Reverse(rank))) = heap.pop() {
            if !self.locked[rank as usize] && self.gain[rank as usize] == gain {
                return Some(rank);
            }
        }
        None
    }
}
