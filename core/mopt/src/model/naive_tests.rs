//! The paper's method a second time, slowly and straight from its formulas: a dense table of bytes, sums over all pairs of tasks, and
//! routes link by link. Its joins must be those of [`super::merge`].

use super::graph::Graph;
use super::merge::{Merge, Objective, Settings};
use super::network::{Hops, Network};
use super::orient::{Orientation, ways};
use super::pattern::Pattern;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

type At = [i64; 3];

/// A group: its tasks with their positions.
type Group = Vec<(usize, At)>;

struct Naive {
    /// Comm(T, T').
    comm: Vec<Vec<u64>>,
    sizes: At,
    torus: bool,
    hops: Hops,
    objective: Objective,
}

impl Naive {
    /// Formula 1, both directions.
    fn comm_group(&self, p: &Group, q: &Group) -> u64 {
        p.iter().flat_map(|(k, _)| q.iter().map(move |(l, _)| self.comm[*k][*l] + self.comm[*l][*k])).sum()
    }

    fn hop(&self, a: At, b: At) -> u64 {
        let wraps = self.torus && self.hops == Hops::Torus;
        let of = |d: usize| {
            let direct = (a[d] - b[d]).abs();
            if wraps { direct.min(self.sizes[d] - direct) } else { direct }
        };
        (of(0) + of(1) + of(2)) as u64
    }

    /// Formula 2.
    fn comm_cost(&self, g: &Group) -> u64 {
        let of =
            |(k, at): &(usize, At)| g.iter().map(|(l, other)| self.hop(*at, *other) * self.comm[*k][*l]).sum::<u64>();
        g.iter().map(of).sum()
    }

    /// Formula 3.
    fn max_link(&self, g: &Group) -> u64 {
        let mut links: BTreeMap<(At, usize, i64), u64> = BTreeMap::new();
        for (k, from) in g {
            for (l, to) in g {
                let mut at = *from;
                for d in 0..3 {
                    let (ahead, size) = (to[d] - at[d], self.sizes[d]);
                    let wraps = self.torus && 2 * ahead.abs() > size;
                    let step = if wraps { -ahead.signum() } else { ahead.signum() };
                    while at[d] != to[d] {
                        *links.entry((at, d, step)).or_default() += self.comm[*k][*l];
                        at[d] = if self.torus { (at[d] + step).rem_euclid(size) } else { at[d] + step };
                    }
                }
            }
        }
        links.values().copied().max().unwrap_or(0)
    }

    fn turned(group: &Group, own: Orientation, sizes: [u16; 3], shift: Option<usize>) -> Group {
        let turn = |(task, at): &(usize, At)| {
            let mut place = [0i64; 3];
            for d in 0..3 {
                let along = at[usize::from(own.axes[d])];
                place[d] = if own.flips >> d & 1 == 1 { i64::from(sizes[d]) - 1 - along } else { along };
            }
            if let Some(axis) = shift {
                place[axis] += i64::from(sizes[axis]);
            }
            (*task, place)
        };
        group.iter().map(turn).collect()
    }

    /// The joins: groups by their places in the queue, and the way.
    fn joins(&self) -> Vec<(u32, u32, u16)> {
        let full = self.sizes.map(|size| size as u16);
        let dims = if full[2] > 1 { 3 } else { 2 };
        let mut queue: Vec<Group> = (0..self.comm.len()).map(|task| vec![(task, [0; 3])]).collect();
        let (mut sizes, mut joins) = ([1u16; 3], Vec::new());
        while queue.len() > 1 {
            let open = (0..3).filter(|d| sizes[*d] < full[*d]);
            let axis = open.min_by_key(|d| sizes[*d]).expect("a dimension");
            let all = ways(sizes, dims, axis);
            let mut rest: Vec<usize> = (0..queue.len()).collect();
            let mut next = Vec::new();
            while !rest.is_empty() {
                let a = rest.remove(0);
                let mut best = 0;
                for (place, b) in rest.iter().enumerate() {
                    if self.comm_group(&queue[a], &queue[*b]) > self.comm_group(&queue[a], &queue[rest[best]]) {
                        best = place;
                    }
                }
                let b = rest.remove(best);
                let mut kept: Option<(u64, usize, Group)> = None;
                for (number, (of_a, of_b)) in all.iter().enumerate() {
                    let mut joined = Self::turned(&queue[a], *of_a, sizes, None);
                    joined.extend(Self::turned(&queue[b], *of_b, sizes, Some(axis)));
                    let value = match self.objective {
                        Objective::None => 0,
                        Objective::Mincost => self.comm_cost(&joined),
                        Objective::Minlink => self.max_link(&joined),
                    };
                    if kept.as_ref().is_none_or(|(least, _, _)| value < *least) {
                        kept = Some((value, number, joined));
                    }
                }
                let (_, way, joined) = kept.expect("a way");
                joins.push((a as u32, b as u32, way as u16));
                next.push(joined);
            }
            queue = next;
            sizes[axis] *= 2;
        }
        joins
    }
}

fn both_agree(graph: &Arc<Graph>, network: &Network) {
    let nodes = network.nodes() as usize;
    let mut comm = vec![vec![0u64; nodes]; nodes];
    graph.edges().for_each(|edge| comm[edge.from as usize][edge.to as usize] = edge.bytes);
    let sizes = network.all_sizes().map(i64::from);
    for objective in [Objective::None, Objective::Mincost, Objective::Minlink] {
        for hops in [Hops::Mesh, Hops::Torus] {
            let mut merge = Merge::new(graph.clone(), network, Settings { objective, hops, start: 0 });
            merge.step(u64::MAX);
            let found: Vec<_> = merge.choices().iter().map(|choice| (choice.a, choice.b, choice.way)).collect();
            let naive = Naive { comm: comm.clone(), sizes, torus: network.is_torus(), hops, objective };
            assert_eq!(found, naive.joins(), "{} {objective:?} {hops:?}", network.name());
        }
    }
}

fn pattern(name: &str, ranks: u32) -> Arc<Graph> {
    Arc::new(
        Pattern { name: name.into(), ranks, bytes: 1000, degree: 5, seed: 4, ..Pattern::default() }
            .graph()
            .expect("a pattern"),
    )
}

#[test]
fn sixteen_tasks_are_joined_as_by_the_formulas() {
    for text in ["mesh:4x4", "torus:4x4", "torus:2x8", "mesh:16x1", "torus:4x2x2", "torus:2x2x4"] {
        let network = Network::read(text).expect("a network");
        for name in ["bruck-allgather", "cg", "halo-2d", "star", "random-sparse"] {
            both_agree(&pattern(name, 16), &network);
        }
    }
}

#[test]
fn sixty_four_tasks_are_joined_as_by_the_formulas() {
    for text in ["mesh:8x8", "torus:4x16", "torus:4x4x4", "torus:2x4x8"] {
        let network = Network::read(text).expect("a network");
        for name in ["bruck-allgather", "cg", "random-sparse"] {
            both_agree(&pattern(name, 64), &network);
        }
    }
}
