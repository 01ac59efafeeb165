//! Distances and bisection of a network by closed formulas, before anything runs.
//!
//! *Hops* are links between switches on the route of a packet, as in [`Routes::hops`](crate::Routes::hops): two nodes
//! of one switch of a tree have distance 0. A route is always a shortest one.

use crate::{Cube, Topology};
use alloc::vec::Vec;

/// The figures of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distances {
    /// The most hops between two nodes.
    pub diameter: u32,
    /// The mean of the hops over all ordered pairs of two nodes; 0 for a single node.
    pub mean_hops: f64,
    /// Links, each of both directions, between two halves of the nodes; see [`Distances::of`].
    pub bisection: u64,
}

impl Distances {
    /// The figures of a valid network.
    ///
    /// The bisection of a cube counts the links that cross a plane in the middle of one dimension, the dimension with the
    /// fewest. Only dimensions of even size divide the nodes into equal halves; if no size is even, the parts differ by one
    /// layer. For even sizes this is the smallest number of links between any two halves. The bisection of a fat tree is
    /// full: as many links as half of the nodes.
    pub fn of(topology: &Topology) -> Self {
        let nodes = u64::from(topology.nodes());
        let pairs = (nodes * (nodes - 1)).max(1) as f64;
        match topology {
            Topology::Cube(Cube { dims, wrap }) => {
                let mut diameter = 0;
                let mut sum = 0.0;
                let mut cuts: Vec<(bool, u64)> = Vec::new();
                for (size, ring) in dims.iter().zip(wrap) {
                    let k = u64::from(*size);
                    diameter += if *ring { size / 2 } else { size - 1 };
                    // Over all ordered pairs of places in this dimension.
                    let own = if *ring { k * (k * k / 4) } else { k * (k * k - 1) / 3 };
                    let others = (nodes / k) as f64;
                    sum += own as f64 * others * others;
                    if k > 1 {
                        cuts.push((k % 2 != 0, nodes / k * if *ring { 2 } else { 1 }));
                    }
                }
                let bisection = cuts.into_iter().min().map_or(0, |(_, links)| links);
                Self { diameter, mean_hops: sum / pairs, bisection }
            }
            Topology::FatTree { arity, .. } => {
                let levels = arity.len() as u32;
                // Nodes that the lowest common switch of a pair at some level reaches, without those of the level below.
                let (mut sum, mut below) = (0.0, 1u64);
                for (level, ways) in arity.iter().enumerate() {
                    let reached = below * u64::from(*ways);
                    sum += 2.0 * level as f64 * ((reached - below) * nodes) as f64;
                    below = reached;
                }
                Self { diameter: 2 * (levels - 1), mean_hops: sum / pairs, bisection: nodes / 2 }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Beyond, Routes, Tie, tests};
    use alloc::collections::VecDeque;
    use alloc::vec;

    /// The other ends of the links of each switch.
    fn ends(topology: &Topology) -> (Routes, Vec<Vec<u32>>) {
        let routes = Routes::new(topology.clone(), 1, Tie::OneWay);
        let all = (0..topology.switches()).map(|switch| {
            let ends = (0..routes.ports(switch)).filter_map(|port| match routes.beyond(switch, port) {
                Beyond::Switch { switch, .. } => Some(switch),
                _ => None,
            });
            ends.collect()
        });
        let all = all.collect();
        (routes, all)
    }

    #[test]
    fn diameter_and_mean_are_those_of_a_breadth_first_search() {
        for topology in tests::networks() {
            let routes = Routes::new(topology.clone(), 1, Tie::OneWay);
            let links = tests::neighbours(&topology);
            let nodes = topology.nodes();
            let (mut most, mut sum) = (0, 0u64);
            for from in 0..nodes {
                let hops = tests::search(&links, routes.home(from).0);
                for to in 0..nodes {
                    let found = hops[routes.home(to).0 as usize];
                    (most, sum) = (most.max(found), sum + u64::from(found));
                }
            }
            let pairs = (u64::from(nodes) * u64::from(nodes - 1)).max(1);
            let found = Distances::of(&topology);
            assert_eq!(found.diameter, most, "{}", topology.name());
            assert!((found.mean_hops - sum as f64 / pairs as f64).abs() < 1e-9, "{}: {found:?}", topology.name());
        }
    }

    /// The fewest links between two halves of the nodes, by trying all halves.
    fn narrowest(links: &[Vec<u32>], nodes: u32) -> u64 {
        let least = (0u32..1 << (nodes - 1)).filter(|half| half.count_ones() == nodes / 2).map(|half| {
            let crosses = |(at, ends): (usize, &Vec<u32>)| {
                ends.iter().filter(|end| (half >> at & 1) != (half >> **end & 1)).count() as u64
            };
            links.iter().enumerate().map(crosses).sum::<u64>() / 2
        });
        least.min().expect("a half")
    }

    #[test]
    fn no_halves_of_a_cube_have_fewer_links_between_them() {
        let mixed = |dims: &[u32], rings| Topology::with_rings(dims, rings);
        for topology in [
            Topology::torus(&[2]),
            Topology::torus(&[8]),
            Topology::torus(&[4, 4]),
            Topology::torus(&[4, 2, 2]),
            Topology::torus(&[3, 4]),
            Topology::mesh(&[6]),
            Topology::mesh(&[4, 3]),
            Topology::mesh(&[4, 4]),
            mixed(&[4, 4], "x"),
            mixed(&[2, 6], "y"),
        ] {
            let (_, links) = ends(&topology);
            assert_eq!(Distances::of(&topology).bisection, narrowest(&links, topology.nodes()), "{}", topology.name());
        }
        // Without an even size the parts differ by one layer: 3 and 6 nodes here, and three links between them.
        assert_eq!(Distances::of(&Topology::mesh(&[3, 3])).bisection, 3);
    }

    /// The most packets that can go from the first half of the nodes to the second at the same time, one on each link: by
    /// augmenting paths (Ford and Fulkerson).
    fn flow(routes: &Routes, links: &[Vec<u32>], nodes: u32) -> u64 {
        let (switches, start, goal) = (links.len(), links.len(), links.len() + 1);
        let mut room = vec![vec![0u64; switches + 2]; switches + 2];
        for (at, ends) in links.iter().enumerate() {
            ends.iter().for_each(|end| room[at][*end as usize] += 1);
        }
        for node in 0..nodes {
            let home = routes.home(node).0 as usize;
            if node < nodes / 2 { room[start][home] += 1 } else { room[home][goal] += 1 }
        }
        let mut sum = 0;
        loop {
            let mut from = vec![usize::MAX; switches + 2];
            let mut queue = VecDeque::from([start]);
            while let Some(at) = queue.pop_front() {
                for next in 0..switches + 2 {
                    if room[at][next] > 0 && from[next] == usize::MAX && next != start {
                        from[next] = at;
                        queue.push_back(next);
                    }
                }
            }
            if from[goal] == usize::MAX {
                return sum;
            }
            let mut at = goal;
            while at != start {
                let before = from[at];
                room[before][at] -= 1;
                room[at][before] += 1;
                at = before;
            }
            sum += 1;
        }
    }

    #[test]
    fn the_bisection_of_a_fat_tree_is_full() {
        for arity in [&[4u32][..], &[4, 4], &[3, 4], &[2, 3, 4], &[2, 2, 2, 2]] {
            let topology = Topology::FatTree { arity: arity.to_vec(), up_straight: true };
            let (routes, links) = ends(&topology);
            let nodes = topology.nodes();
            assert_eq!(Distances::of(&topology).bisection, flow(&routes, &links, nodes), "{}", topology.name());
        }
    }
}
