//! The mapping mode against the interconnect mode: the same communication, and the same bytes over every link.

use mcore::modes::mopt::model::measure::loads;
use mcore::modes::mopt::model::{Edge, Graph, Method, Network, Options, Pattern, Run};
use mcore::modes::nsim::model::machine::Recording;
use mcore::modes::nsim::model::{self as nsim, Machine, Mapping, Params, Program, Progress, Tie, Topology, Trace};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

fn pattern(name: &str, ranks: u32) -> Pattern {
    Pattern { name: name.into(), ranks, bytes: 1000, rounds: 3, seed: 5, degree: 4, ..Pattern::default() }
}

fn run(topology: Topology, program: Program, mapping: Mapping) -> Machine {
    let params = Params { tie: Tie::Direct, ..Params::MOPT };
    let recording = Recording { links: 0, ranks: true, switches: Vec::new() };
    let mut machine = Machine::new(topology, params, mapping, program, 1, &recording).expect("a machine");
    while machine.run(u64::MAX) == Progress::Running {}
    machine
}

/// Bytes by source and destination, without messages of a rank to itself.
fn traffic(edges: impl Iterator<Item = (u32, u32, u64)>) -> BTreeMap<(u32, u32), u64> {
    let mut sums = BTreeMap::new();
    edges
        .filter(|(from, to, _)| from != to)
        .for_each(|(from, to, bytes)| *sums.entry((from, to)).or_default() += bytes);
    sums.retain(|_, bytes| *bytes > 0);
    sums
}

#[test]
fn patterns_are_the_programs_of_the_interconnect() {
    let mut seen = 0;
    for name in mcore::modes::mopt::model::pattern::NAMES {
        for ranks in [8, 12, 16] {
            let Some(program) = nsim::Pattern::named(name, 1000, 3, 0, 5) else { continue };
            let machine = run(Topology::torus(&[4, 4]), Program::pattern(program, ranks), Mapping::in_order(ranks));
            let (_, messages) = machine.rank_history();
            let theirs = traffic(messages.iter().map(|m| (m.from, m.to, m.bytes)));
            let graph = pattern(name, ranks).graph().expect("a pattern");
            let ours = traffic(graph.edges().map(|edge| (edge.from, edge.to, edge.bytes)));
            assert_eq!(ours, theirs, "{name}, {ranks} ranks");
            seen += 1;
        }
    }
    assert_eq!(seen, 3 * 11, "all patterns of both modes");
}

/// A trace in which each rank sends everything at once.
fn trace(graph: &Graph) -> Program {
    let mut text = String::new();
    for rank in 0..graph.ranks() {
        let incoming = graph.edges().filter(|edge| edge.to == rank);
        incoming.for_each(|edge| writeln!(text, "{rank} irecv {}", edge.from).expect("a string"));
        graph
            .edges_of(rank)
            .for_each(|Edge { to, bytes, .. }| writeln!(text, "{rank} isend {to} {bytes}").expect("a string"));
        writeln!(text, "{rank} waitall").expect("a string");
    }
    Program::trace(Trace::read(&text).expect("a trace"))
}

#[test]
fn links_carry_the_same_bytes_as_in_the_interconnect() {
    for (kind, sizes) in [("mesh", "4x4"), ("torus", "4x4"), ("torus", "4x3x2"), ("torus", "6x5"), ("mesh", "2x3x4")] {
        let network = Network::named(kind, sizes).expect("a network");
        let dims = network.sizes();
        let topology = if network.is_torus() { Topology::torus(dims) } else { Topology::mesh(dims) };
        for name in ["bruck-allgather", "random-sparse", "pairwise-alltoall", "star"] {
            let graph = Arc::new(pattern(name, network.nodes()).graph().expect("a pattern"));
            for method in [Method::Xyz, Method::Random, Method::Mincost] {
                let mut mapping = Run::new(graph.clone(), &network, method, Options::default()).expect("a method");
                while mapping.step(1 << 20).is_none() {}
                let map = mapping.step(1).expect("an outcome").map.clone();
                let text = mcore::modes::mopt::model::read::write_map(&map, &network);
                let placed = Mapping::read(&text, &topology, graph.ranks()).expect("a map");
                let machine = run(topology.clone(), trace(&graph), placed);
                let ours = loads(&graph, &network, &map);
                let mut seen = 0u64;
                for link in machine.links() {
                    // Port 0 is the node; then the directions +x, -x, +y and so on.
                    let place = link.switch as usize * 6 + usize::from(link.port) - 1;
                    assert_eq!(link.bytes, ours[place], "{name} {method:?} {kind} {sizes} {}", link.name);
                    seen += link.bytes;
                }
                assert_eq!(seen, ours.iter().sum::<u64>());
            }
        }
    }
}

#[test]
fn traces_have_the_traffic_of_their_patterns() {
    for name in ["bruck-allgather", "cg", "random-sparse", "halo-3d"] {
        for ranks in [8, 16] {
            let pattern = pattern(name, ranks);
            let text = mcore::modes::mopt::model::program::trace(&pattern).expect("a pattern").expect("short enough");
            let program = Program::trace(Trace::read(&text).expect("a trace"));
            let machine = run(Topology::torus(&[4, 4]), program, Mapping::in_order(ranks));
            assert_eq!(machine.report().ended, (ranks, ranks), "{name}: no rank waits for ever");
            let (_, messages) = machine.rank_history();
            let theirs = traffic(messages.iter().map(|m| (m.from, m.to, m.bytes)));
            let ours = pattern.graph().expect("a pattern");
            assert_eq!(traffic(ours.edges().map(|edge| (edge.from, edge.to, edge.bytes))), theirs, "{name}");
        }
    }
}

/// The time of a pattern on the interconnect with the paper's parameters, in nanoseconds, and the bytes of the busiest link.
fn time(pattern: &Pattern, network: &Network, method: Method) -> (f64, u64) {
    let graph = Arc::new(pattern.graph().expect("a pattern"));
    let mut mapping = Run::new(graph.clone(), network, method, Options::default()).expect("a method");
    while mapping.step(1 << 20).is_none() {}
    let map = mapping.step(1).expect("an outcome").map.clone();
    let topology = Topology::torus(network.sizes());
    let text = mcore::modes::mopt::model::program::trace(pattern).expect("a pattern").expect("short enough");
    let placed = mcore::modes::mopt::model::read::write_map(&map, network);
    let placed = Mapping::read(&placed, &topology, graph.ranks()).expect("a map");
    let machine = run(topology, Program::trace(Trace::read(&text).expect("a trace")), placed);
    assert_eq!(machine.report().ended, (graph.ranks(), graph.ranks()), "every rank ends");
    let busiest = loads(&graph, network, &map).into_iter().max().expect("links");
    (machine.report().time as f64 / 1e3, busiest)
}

/// As in the paper's tables, on 64 ranks: both methods end before the order does, and the time is no less than the
/// busiest link needs at 5 GB/s.
#[test]
fn the_time_on_the_interconnect_follows_the_map() {
    let network = Network::named("torus", "4x4x4").expect("a network");
    let bruck = Pattern { bytes: 2048, ..pattern("bruck-allgather", 64) };
    let cg = Pattern { rows: 14_000, ..pattern("cg", 64) };
    for (pattern, factor) in [(bruck, 1.1), (cg, 1.5)] {
        let (order, _) = time(&pattern, &network, Method::Xyz);
        for method in [Method::None, Method::Mincost] {
            let (placed, busiest) = time(&pattern, &network, method);
            assert!(placed * factor < order, "{} {method:?}: {placed} ns, in order {order} ns", pattern.name);
            assert!(placed >= busiest as f64 / 5.0, "{} {method:?}: {placed} ns, {busiest} B", pattern.name);
        }
    }
}
