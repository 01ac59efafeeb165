//! Links, routes and distances against networks that are drawn pair by pair, and searched.

use crate::{Beyond, Cube, Routes, Tie, Topology};
use alloc::collections::VecDeque;
use alloc::{vec, vec::Vec};

const TIES: [Tie; 3] = [Tie::OneWay, Tie::Split, Tie::Direct];

pub(crate) fn networks() -> Vec<Topology> {
    let tree = |arity: &[u32], up_straight| Topology::FatTree { arity: arity.to_vec(), up_straight };
    vec![
        Topology::torus(&[1]),
        Topology::torus(&[2]),
        Topology::torus(&[2, 2]),
        Topology::torus(&[5, 4, 3]),
        Topology::torus(&[6, 7]),
        Topology::mesh(&[4, 1, 3]),
        Topology::mesh(&[5, 6]),
        Topology::with_rings(&[4, 5, 3], "xz"),
        Topology::with_rings(&[8, 2], "x"),
        Topology::tofu(&[3, 2, 4, 2, 3, 2]).expect("a Tofu"),
        tree(&[5], true),
        tree(&[4, 3], true),
        tree(&[2, 3, 4], true),
        tree(&[3, 2, 2], false),
        tree(&[2, 2, 2, 2], false),
    ]
}

/// Whether two nodes of a cube are neighbours: one coordinate differs, by one or by a whole ring.
fn are_neighbours(topology: &Topology, wrap: &[bool], a: u32, b: u32) -> bool {
    let (a, b) = (topology.coordinates(a), topology.coordinates(b));
    let differs: Vec<usize> = (0..a.len()).filter(|dim| a[*dim] != b[*dim]).collect();
    let [dim] = differs[..] else { return false };
    let by = a[dim].abs_diff(b[dim]);
    by == 1 || (wrap[dim] && by == topology.sizes()[dim] - 1)
}

/// The switches that share links with each switch, by definition and not by [`Routes`].
pub(crate) fn neighbours(topology: &Topology) -> Vec<Vec<u32>> {
    match topology {
        Topology::Cube(Cube { wrap, .. }) => {
            let beside =
                |a: u32| (0..topology.nodes()).filter(move |b| are_neighbours(topology, wrap, a, *b)).collect();
            (0..topology.nodes()).map(beside).collect()
        }
        Topology::FatTree { arity, .. } => {
            // A switch is its level and the digits of a node's number without the digit of the level (Petrini and Vanneschi: k-ary
            // n-trees): two switches of neighbouring levels are linked if all digits agree that both have.
            let digits = |mut number: u32, without: usize| -> Vec<Option<u32>> {
                let digit =
                    |(level, size): (usize, &u32)| (level != without).then(|| (number % size, number /= size).0);
                arity.iter().enumerate().map(digit).collect()
            };
            let mut all: Vec<(usize, Vec<Option<u32>>)> = Vec::new();
            for (level, size) in arity.iter().enumerate() {
                let count = topology.nodes() / size;
                all.extend((0..count).map(|number| (level, digits(number, level))));
            }
            let linked = |a: &(usize, Vec<Option<u32>>), b: &(usize, Vec<Option<u32>>)| {
                let agree = a.1.iter().zip(&b.1).all(|(a, b)| a.is_none() || b.is_none() || a == b);
                a.0.abs_diff(b.0) == 1 && agree
            };
            let beside = |a| (0u32..).zip(&all).filter(|(_, b)| linked(a, b)).map(|(number, _)| number).collect();
            all.iter().map(beside).collect()
        }
    }
}

/// Hops to all switches by breadth-first search.
pub(crate) fn search(links: &[Vec<u32>], from: u32) -> Vec<u32> {
    let mut hops = vec![u32::MAX; links.len()];
    hops[from as usize] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for next in &links[at as usize] {
            if hops[*next as usize] == u32::MAX {
                hops[*next as usize] = hops[at as usize] + 1;
                queue.push_back(*next);
            }
        }
    }
    hops
}

#[test]
fn links_lead_back_and_routes_arrive_by_shortest_paths() {
    for topology in networks() {
        let links = neighbours(&topology);
        for (tie, nics) in TIES.into_iter().flat_map(|tie| [(tie, 1), (tie, 2)]) {
            let routes = Routes::new(topology.clone(), nics, tie);
            for switch in 0..topology.switches() {
                let mut ends = Vec::new();
                for port in 0..routes.ports(switch) {
                    match routes.beyond(switch, port) {
                        Beyond::Switch { switch: next, port: back } => {
                            let here = Beyond::Switch { switch, port };
                            assert_eq!(routes.beyond(next, back), here, "{} {switch} {port}", topology.name());
                            ends.push(next);
                        }
                        Beyond::Node { node, nic } => assert_eq!(routes.home(node), (switch, port - nic)),
                        Beyond::Nothing => {}
                    }
                }
                // Two links join the nodes of a ring of two.
                ends.sort_unstable();
                ends.dedup();
                if matches!(topology, Topology::Cube(_)) {
                    assert_eq!(ends, links[switch as usize], "{} {switch}", topology.name());
                }
            }
            for from in 0..topology.nodes() {
                let hops = search(&links, routes.home(from).0);
                for to in 0..topology.nodes() {
                    let found = hops[routes.home(to).0 as usize];
                    assert_eq!(routes.hops(from, to), found, "{} {tie:?} {from} {to}", topology.name());
                }
            }
        }
    }
}

#[test]
fn routes_of_cubes_are_shortest_chains_of_links_in_dimension_order() {
    for topology in networks() {
        let Topology::Cube(cube) = &topology else { continue };
        let links = neighbours(&topology);
        let lines = neighbours(&Topology::mesh(&cube.dims));
        for (from, tie) in (0..cube.nodes()).flat_map(|from| TIES.map(|tie| (from, tie))) {
            let (hops, on_lines) = (search(&links, from), search(&lines, from));
            let routes = Routes::new(topology.clone(), 0, tie);
            for to in 0..cube.nodes() {
                let mut at = vec![from];
                let mut dims = Vec::new();
                cube.route(from, to, tie, |node, dim, up| {
                    assert_eq!(Some(node), at.last().copied(), "{} {from} {to}", topology.name());
                    let (next, _) = cube.beside(node, dim, up).expect("a link");
                    assert!(links[node as usize].contains(&next));
                    // The switches choose the same link.
                    assert_eq!(routes.turn(node, from, to, 0).port, 2 * dim as u8 + u8::from(!up));
                    at.push(next);
                    dims.push(dim);
                });
                assert_eq!(at.last(), Some(&to), "{} {from} {to}", topology.name());
                assert!(dims.is_sorted());
                assert_eq!(dims.len() as u32, hops[to as usize]);
                assert_eq!(
                    (cube.hops(from, to), cube.hops_on_lines(from, to)),
                    (hops[to as usize], on_lines[to as usize])
                );
            }
        }
    }
}

#[test]
fn ties_go_the_way_that_they_name() {
    let first = |tie, from, to| {
        let mut ups = Vec::new();
        Cube::torus(&[6]).route(from, to, tie, |_, _, up| ups.push(up));
        assert!(ups.len() == 3 && ups.iter().all(|up| *up == ups[0]), "half-way round");
        ups[0]
    };
    for (from, to) in (0..6).map(|from| (from, (from + 3) % 6)) {
        assert!(first(Tie::OneWay, from, to));
        assert_eq!(first(Tie::Split, from, to), from % 2 == 0);
        assert_eq!(first(Tie::Direct, from, to), to > from, "no link that closes the ring");
    }
}

#[test]
fn coordinates_are_digits_and_lead_back() {
    for topology in networks() {
        let mut seen: Vec<Vec<u32>> = (0..topology.nodes()).map(|node| topology.coordinates(node)).collect();
        for (node, at) in (0u32..).zip(&seen) {
            assert_eq!(topology.node_at(at), Some(node));
            assert!(at.iter().zip(topology.sizes()).all(|(at, size)| at < size));
        }
        let outside = topology.sizes().to_vec();
        assert_eq!((topology.node_at(&outside), topology.node_at(&[])), (None, None));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len() as u32, topology.nodes());
    }
}
