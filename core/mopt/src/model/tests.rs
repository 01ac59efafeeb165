//! The figures of the paper's tables and of the lessons, and facts that hold for every map.

use super::graph::{Edge, Graph};
use super::measure::{Measures, cost, cost_bound, link_bound, loads};
use super::merge::{Merge, Objective, Settings};
use super::method::{Method, Options, Run};
use super::network::{Hops, Network};
use super::own::OwnMap;
use super::pattern::Pattern;
use alloc::sync::Arc;
use alloc::vec::Vec;
use mcore_base::Rng;

fn network(text: &str) -> Network {
    Network::read(text).expect("a network")
}

fn pattern(name: &str, ranks: u32) -> Arc<Graph> {
    Arc::new(Pattern { name: name.into(), ranks, ..Pattern::default() }.graph().expect("a pattern"))
}

fn run(graph: &Arc<Graph>, network: &Network, method: Method, options: Options) -> (Vec<u32>, Measures) {
    let mut run = Run::new(graph.clone(), network, method, options).expect("a method");
    loop {
        if let Some(outcome) = run.step(1 << 20) {
            return (outcome.map.clone(), outcome.measures);
        }
    }
}

fn measured(graph: &Arc<Graph>, network: &Network, method: Method, hops: Hops) -> Measures {
    run(graph, network, method, Options { hops, ..Options::default() }).1
}

/// Compares a figure in millions with as many digits as it is printed with.
fn assert_figure(name: &str, found: f64, printed: &str) {
    let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    assert_eq!(alloc::format!("{found:.digits$}"), printed, "{name}");
}

fn assert_map(name: &str, measures: &Measures, cost_mb: &str, link_kb: &str) {
    assert_figure(name, measures.mesh_cost as f64 / 1e6, cost_mb);
    assert_figure(name, measures.busiest.bytes as f64 / 1e3, link_kb);
}

#[test]
fn table_2_of_the_paper() {
    let (graph, network) = (pattern("bruck-allgather", 4096), network("torus:16x16x16"));
    let of = |method, hops| measured(&graph, &network, method, hops);
    let giga = |measures: &Measures, hops| measures.cost(hops) as f64 / 1e9;
    let mega = |measures: &Measures| measures.busiest.bytes as f64 / 1e6;
    let order = of(Method::Xyz, Hops::Mesh);
    assert_figure("order", giga(&order, Hops::Mesh), "223.278");
    assert_figure("order, torus", giga(&order, Hops::Torus), "195.42");
    assert_figure("order", mega(&order), "45.087");
    let plain = of(Method::None, Hops::Mesh);
    assert_figure("none", giga(&plain, Hops::Mesh), "52.378");
    assert_figure("none", mega(&plain), "8.673");
    let mesh = of(Method::Mincost, Hops::Mesh);
    assert_figure("mincost", giga(&mesh, Hops::Mesh), "51.0573");
    assert_figure("mincost", mega(&mesh), "8.6487");
    let torus = of(Method::Mincost, Hops::Torus);
    assert_figure("mincost, torus", giga(&torus, Hops::Torus), "50.815");
    assert_figure("mincost, torus", mega(&torus), "8.6446");
    let links = of(Method::Minlink, Hops::Torus);
    assert_figure("minlink", giga(&links, Hops::Torus), "52.19");
    assert_figure("minlink", mega(&links), "7.887");
    assert_figure("bound", cost_bound(&graph, 3) as f64 / 1e9, "37.56");
    assert_eq!(link_bound(&graph), 2048 * 2048);
}

#[test]
fn restarts_find_less_loaded_links() {
    let (graph, network) = (pattern("bruck-allgather", 4096), network("torus:16x16x16"));
    let options = Options { hops: Hops::Torus, starts: 25, then_link: true, ..Options::default() };
    let mut run = Run::new(graph, &network, Method::Mincost, options).expect("a method");
    while run.step(1 << 24).is_none() {}
    let outcome = run.step(1).expect("an outcome");
    assert_eq!(outcome.start, 9);
    assert_figure("cost", outcome.measures.torus_cost as f64 / 1e9, "50.818");
    assert_figure("link", outcome.measures.busiest.bytes as f64 / 1e6, "6.803");
}

#[test]
fn table_3_of_the_paper() {
    let (graph, network) = (pattern("cg", 512), network("torus:8x8x8"));
    let of = |method| measured(&graph, &network, method, Hops::Mesh);
    let order = of(Method::Xyz);
    assert_map("order", &order, "4432.5", "3902.5");
    assert_figure("order, torus", order.torus_cost as f64 / 1e9, "3.996");
    assert_map("none", &of(Method::None), "3636.3", "5850.8");
    assert_map("mincost", &of(Method::Mincost), "3355.5", "2438.6");
    let settings = Settings { objective: Objective::Mincost, hops: Hops::Mesh, start: 37 };
    let mut merge = Merge::new(graph.clone(), &network, settings);
    merge.step(u64::MAX);
    assert_map("start 37", &Measures::new(&graph, &network, &merge.nodes()), "3261.9", "1951.0");
}

#[test]
fn lesson_1_sixteen_ranks() {
    let (graph, network) = (pattern("bruck-allgather", 16), network("mesh:4x4"));
    let cost = |method| measured(&graph, &network, method, Hops::Mesh).mesh_cost as f64 / 1e6;
    assert_figure("order", cost(Method::Xyz), "0.963");
    assert_figure("none", cost(Method::None), "0.721");
    assert_figure("mincost", cost(Method::Mincost), "0.705");
    // Any two nodes of 4x4 are 8/3 hops apart in the mean, and 16 ranks send 15 parts each.
    let expected = 16.0 * 15.0 * 2048.0 * 8.0 / 3.0 / 1e6;
    let seeds = 400;
    let of_seed =
        |seed| run(&graph, &network, Method::Random, Options { seed, ..Options::default() }).1.mesh_cost as f64 / 1e6;
    let mean = (0..seeds).map(of_seed).sum::<f64>() / seeds as f64;
    assert!((mean / expected - 1.0).abs() < 0.01, "{mean} {expected}");
}

#[test]
fn lessons_2_and_3_the_ways() {
    let (graph, network) = (pattern("bruck-allgather", 64), network("mesh:8x8"));
    let of = |method| measured(&graph, &network, method, Hops::Mesh);
    let (order, mincost) = (of(Method::Xyz), of(Method::Mincost));
    assert_map("order", &order, "28.62", "358.4");
    assert_map("none", &of(Method::None), "13.63", "141.3");
    assert_map("mincost", &mincost, "13.24", "141.3");
    assert_map("minlink", &of(Method::Minlink), "13.50", "133.1");
    let mean = |measures: &Measures| measures.mesh_cost as f64 / graph.total() as f64;
    assert_figure("mean hops", mean(&order), "3.47");
    assert_figure("mean hops", mean(&mincost), "1.60");
    assert_figure("bound", cost_bound(&graph, 2) as f64 / 1e6, "9.70");
    assert_figure("bound", link_bound(&graph) as f64 / 1e3, "65.5");

    // The 32 ways of the first join of iteration 4.
    let settings = Settings { objective: Objective::Mincost, hops: Hops::Mesh, start: 0 };
    let mut merge = Merge::new(graph.clone(), &network, settings);
    let mut whole = Merge::new(graph.clone(), &network, settings);
    whole.step(u64::MAX);
    whole.choices()[..60].iter().for_each(|choice| merge.replay(*choice));
    assert_eq!((merge.iteration(), merge.ways().len()), (4, 32));
    let choice = whole.choices()[60];
    let values: Vec<u128> = merge.values(choice.a, choice.b).into_iter().map(|value| value / 2048).collect();
    assert_eq!((values.iter().min(), values.iter().max()), (Some(&288), Some(&360)), "{values:?}");
    assert_eq!(values.iter().position(|value| *value == 288), Some(choice.way.into()));

    let cg = pattern("cg", 64);
    assert_figure("CG", measured(&cg, &network, Method::Minlink, Hops::Mesh).mesh_cost as f64 / 1e6, "1006");
    assert_figure("CG", measured(&cg, &network, Method::Mincost, Hops::Mesh).mesh_cost as f64 / 1e6, "1092");
}

#[test]
fn lesson_4_curves() {
    let network = network("mesh:8x8");
    let cost = |name, method| measured(&pattern(name, 64), &network, method, Hops::Mesh).mesh_cost as f64 / 1e6;
    assert_figure("ring", cost("one-way-ring", Method::Hilbert), "0.1434");
    assert_figure("ring", cost("one-way-ring", Method::Mincost), "0.1475");
    assert_figure("Bruck", cost("bruck-allgather", Method::Hilbert), "50.8");
    assert_figure("Bruck", cost("bruck-allgather", Method::Z), "37.0");
    assert_figure("Bruck", cost("bruck-allgather", Method::Xyz), "28.6");
}

#[test]
fn lesson_5_when_no_map_helps() {
    let network = network("mesh:8x8");
    let all = pattern("pairwise-alltoall", 64);
    for method in Method::ALL {
        let measures = measured(&all, &network, method, Hops::Mesh);
        assert_eq!(measures.busiest.bytes, 128 * 2048, "{method:?}");
        assert_figure("all-to-all", measures.mesh_cost as f64 / 1e6, "44.04");
    }
    let halo = Pattern { name: "halo-2d".into(), grid: [4, 16].into(), periodic: false, ..Pattern::default() };
    let halo = Arc::new(halo.graph().expect("a pattern"));
    let cost = |method| measured(&halo, &network, method, Hops::Mesh).mesh_cost as f64 / 1e6;
    assert_figure("order", cost(Method::Xyz), "1.294");
    assert_figure("Hilbert", cost(Method::Hilbert), "0.786");
    assert_figure("mincost", cost(Method::Mincost), "0.492");
    assert_figure("bound", cost_bound(&halo, 2) as f64 / 1e6, "0.442");
}

/// A random sparse graph.
fn random_graph(ranks: u32, seed: u64) -> Arc<Graph> {
    let mut rng = Rng::new(seed);
    let mut edges = Vec::new();
    for _ in 0..4 * ranks {
        let (from, to) = (rng.below(ranks.into()) as u32, rng.below(ranks.into()) as u32);
        edges.push(Edge { from, to, bytes: 1 + rng.below(1000), messages: 1 + rng.below(3) });
    }
    Arc::new(Graph::new(ranks, edges).expect("a graph"))
}

const NETWORKS: [&str; 9] = [
    "mesh:8x8",
    "torus:8x8",
    "mesh:4x16",
    "torus:16x4",
    "torus:4x4x4",
    "mesh:2x8x4",
    "torus:5x7",
    "mesh:6x5x2",
    "torus:3x3x3",
];

#[test]
fn every_method_gives_each_rank_a_node_of_its_own() {
    for text in NETWORKS {
        let network = network(text);
        for ranks in [network.nodes(), network.nodes() - 3] {
            let graph = random_graph(ranks, ranks.into());
            for method in Method::ALL {
                let Ok(mut run) =
                    Run::new(graph.clone(), &network, method, Options { refine: 3, ..Options::default() })
                else {
                    assert!(matches!(method, Method::Z | Method::Hilbert), "{method:?} {text}");
                    continue;
                };
                while run.step(1000).is_none() {}
                let outcome = run.step(1).expect("an outcome");
                let mut nodes = outcome.map.clone();
                nodes.sort_unstable();
                nodes.dedup();
                assert_eq!(nodes.len(), ranks as usize, "{method:?} {text}");
                assert!(nodes.iter().all(|node| *node < network.nodes()));
                // The refinement never makes its objective worse.
                let (before, _) = outcome.refined.expect("refined");
                match method {
                    Method::Minlink => assert!(outcome.measures.busiest.bytes <= before.busiest.bytes),
                    _ => assert!(outcome.measures.mesh_cost <= before.mesh_cost, "{method:?} {text}"),
                }
            }
        }
    }
}

#[test]
fn link_loads_add_up_to_the_cost() {
    for text in NETWORKS {
        let network = network(text);
        let graph = random_graph(network.nodes(), 7);
        for method in [Method::Xyz, Method::Random, Method::Mincost] {
            let (map, measures) = run(&graph, &network, method, Options::default());
            let loads = loads(&graph, &network, &map);
            let sum: u128 = loads.iter().map(|load| u128::from(*load)).sum();
            // Routes follow the network, so their lengths are torus hops on a torus.
            assert_eq!(sum, measures.torus_cost, "{text} {method:?}");
            assert!(loads.iter().zip(0..).all(|(load, link)| *load == 0 || network.link_end(link).is_some()));
        }
    }
}

#[test]
fn renaming_ranks_keeps_the_measures_of_a_map() {
    let network = network("torus:4x4x4");
    let graph = random_graph(64, 3);
    let names: Vec<u32> =
        super::pattern::shuffled(64, |bound| (Rng::new(bound.into()).next_u64() % u64::from(bound)) as u32);
    let renamed =
        graph.edges().map(|edge| Edge { from: names[edge.from as usize], to: names[edge.to as usize], ..edge });
    let renamed = Graph::new(64, renamed.collect()).expect("a graph");
    let (map, measures) = run(&graph, &network, Method::Mincost, Options::default());
    let mut other = alloc::vec![0; 64];
    map.iter().zip(0..).for_each(|(node, rank): (&u32, usize)| other[names[rank] as usize] = *node);
    assert_eq!(Measures::new(&renamed, &network, &other), measures);
}

/// A halo exchange of the network's own shape whose ranks are shuffled: the optimum is known, every byte over one link.
#[test]
fn a_planted_halo_has_the_cost_of_its_bytes() {
    for (text, grid) in
        [("mesh:8x8", [8, 8].to_vec()), ("mesh:4x16", [4, 16].to_vec()), ("mesh:4x4x4", [4, 4, 4].to_vec())]
    {
        let network = network(text);
        let name = if grid.len() == 2 { "halo-2d" } else { "halo-3d" };
        let halo =
            Pattern { name: name.into(), grid, periodic: false, ..Pattern::default() }.graph().expect("a pattern");
        let names: Vec<u32> =
            super::pattern::shuffled(64, |bound| (Rng::new(bound.into()).next_u64() % u64::from(bound)) as u32);
        let edges =
            halo.edges().map(|edge| Edge { from: names[edge.from as usize], to: names[edge.to as usize], ..edge });
        let planted = Arc::new(Graph::new(64, edges.collect()).expect("a graph"));
        // The map that undoes the shuffle is the optimum.
        let mut undone = alloc::vec![0; 64];
        names.iter().zip(0u32..).for_each(|(rank, node)| undone[*rank as usize] = node);
        let total = u128::from(planted.total());
        assert_eq!(cost(&planted, &network, &undone, Hops::Mesh), total, "{text}");
        for method in [Method::Xyz, Method::Bisect, Method::None, Method::Mincost, Method::Minlink] {
            let found = measured(&planted, &network, method, Hops::Mesh).mesh_cost;
            assert!(found >= total, "{text} {method:?}: {found} is below {total}");
        }
        let order = measured(&planted, &network, Method::Xyz, Hops::Mesh).mesh_cost;
        let mapped = measured(&planted, &network, Method::Mincost, Hops::Mesh).mesh_cost;
        assert!(mapped * 4 < order * 3, "{text}: {mapped}, in order {order}, optimum {total}");
    }
}

/// All-to-all costs the same wherever the ranks are.
#[test]
fn all_to_all_is_the_same_for_every_permutation() {
    let (graph, network) = (pattern("pairwise-alltoall", 64), network("torus:4x4x4"));
    let measures = |seed| run(&graph, &network, Method::Random, Options { seed, ..Options::default() }).1;
    let first = measures(1);
    for seed in 2..20 {
        let other = measures(seed);
        assert_eq!(
            (other.mesh_cost, other.torus_cost, other.busiest.bytes),
            (first.mesh_cost, first.torus_cost, first.busiest.bytes)
        );
    }
}

#[test]
fn a_map_made_by_hand_counts_the_same_as_from_scratch() {
    for text in ["torus:4x4x4", "mesh:8x8", "torus:5x7"] {
        let network = network(text);
        let graph = random_graph(network.nodes() - 5, 11);
        let mut own = OwnMap::new(graph.clone(), &network, (0..graph.ranks()).collect());
        let mut rng = Rng::new(5);
        let mut states = Vec::from([own.map().to_vec()]);
        for _ in 0..200 {
            let (rank, node) = (rng.below(graph.ranks().into()) as u32, rng.below(network.nodes().into()) as u32);
            let preview = own.preview(rank, node).expect("inside");
            assert_eq!(own.map(), states.last().expect("a state"), "a preview changes nothing");
            if own.put(rank, node) {
                states.push(own.map().to_vec());
            }
            assert_eq!(own.measures(), preview);
            assert_eq!(own.measures(), Measures::new(&graph, &network, own.map()));
            assert_eq!(own.loads(), loads(&graph, &network, own.map()));
        }
        let last = states.len() - 1;
        for state in states[..last].iter().rev() {
            assert!(own.undo());
            assert_eq!(own.map(), state);
        }
        assert!(!own.undo());
        while own.redo() {}
        assert_eq!(own.map(), states[last]);
        assert!(own.preview(0, network.nodes()).is_none() && !own.put(network.nodes(), 0));
    }
}

/// All permutations of `0..n`, one after the other (Heap's algorithm).
fn permutations(n: usize, mut each: impl FnMut(&[u32])) {
    let mut map: Vec<u32> = (0..n as u32).collect();
    let mut count = alloc::vec![0; n];
    each(&map);
    let mut at = 0;
    while at < n {
        if count[at] < at {
            map.swap(if at % 2 == 0 { 0 } else { count[at] }, at);
            each(&map);
            count[at] += 1;
            at = 0;
        } else {
            count[at] = 0;
            at += 1;
        }
    }
}

#[test]
fn no_method_is_below_the_optimum_of_all_maps() {
    let optimum = |graph: &Graph, network: &Network, hops| {
        let mut best = (u128::MAX, u64::MAX);
        permutations(8, |map| {
            let measures = Measures::new(graph, network, map);
            best = (best.0.min(measures.cost(hops)), best.1.min(measures.busiest.bytes));
        });
        best
    };
    for text in ["mesh:8x1", "torus:8x1", "mesh:4x2", "torus:4x2", "mesh:2x2x2", "torus:2x2x2"] {
        let network = network(text);
        for graph in [pattern("bruck-allgather", 8), pattern("one-way-ring", 8), random_graph(8, 1), pattern("cg", 8)] {
            for hops in [Hops::Mesh, Hops::Torus] {
                let (least_cost, least_link) = optimum(&graph, &network, hops);
                assert!(cost_bound(&graph, network.dims()) <= least_cost && link_bound(&graph) <= least_link);
                for method in Method::ALL {
                    let Ok(mut run) = Run::new(graph.clone(), &network, method, Options { hops, ..Options::default() })
                    else {
                        continue;
                    };
                    while run.step(u64::MAX).is_none() {}
                    let measures = run.step(1).expect("an outcome").measures;
                    assert!(
                        measures.cost(hops) >= least_cost && measures.busiest.bytes >= least_link,
                        "{text} {method:?}"
                    );
                }
            }
        }
    }
    let (bruck, ring) = (pattern("bruck-allgather", 8), pattern("one-way-ring", 8));
    let line = network("mesh:8x1");
    assert_eq!(optimum(&bruck, &line, Hops::Mesh).0, 196_608);
    assert_eq!(measured(&bruck, &line, Method::Mincost, Hops::Mesh).mesh_cost, 196_608);
    for method in [Method::Xyz, Method::None, Method::Mincost, Method::Minlink] {
        assert_eq!(measured(&bruck, &network("torus:2x2x2"), method, Hops::Mesh).mesh_cost, 143_360, "{method:?}");
    }
    let flat = network("torus:4x2");
    assert_eq!(optimum(&ring, &flat, Hops::Mesh).0, 16_384);
    assert_eq!(measured(&ring, &flat, Method::Mincost, Hops::Mesh).mesh_cost, 16_384);
    let wrapped = measured(&ring, &flat, Method::Mincost, Hops::Torus);
    assert_eq!((wrapped.torus_cost, wrapped.mesh_cost), (16_384, 24_576));
}

#[test]
fn a_run_in_small_slices_is_the_same() {
    let network = network("torus:4x4x4");
    let graph = random_graph(60, 9);
    for method in Method::ALL {
        let options = Options { hops: Hops::Torus, starts: 3, refine: 2, ..Options::default() };
        let whole = run(&graph, &network, method, options);
        let mut small = Run::new(graph.clone(), &network, method, options).expect("a method");
        let mut share = 0.0;
        while small.step(1).is_none() {
            assert!(small.share() >= share && small.share() <= 1.0);
            share = small.share();
        }
        let outcome = small.step(1).expect("an outcome");
        assert_eq!((&outcome.map, outcome.measures), (&whole.0, whole.1), "{method:?}");
    }
}

#[test]
fn costs_do_not_overflow() {
    let edges = (0..512).map(|rank| Edge { from: rank, to: 1023 - rank, bytes: 1 << 53, messages: 1 });
    let graph = Arc::new(Graph::new(1024, edges.collect()).expect("a graph"));
    let network = network("mesh:1024x1");
    let map: Vec<u32> = (0..1024).collect();
    let sum: u128 = (0..512u128).map(|rank| (1023 - 2 * rank) << 53).sum();
    assert_eq!(cost(&graph, &network, &map, Hops::Mesh), sum);
    assert_eq!(measured(&graph, &network, Method::Mincost, Hops::Mesh).mesh_cost, 512 << 53);
}
