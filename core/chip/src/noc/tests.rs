//! The bench compared with closed forms, and the chip's rules under synthetic load.

use super::*;
use crate::{InOrder, Order, Router};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use mcore_base::{Array, Cycle, NodeId, Rng};
use mcore_net::{Chance, Pattern, PatternError, Port, route_xy};

fn hot(x: u8, y: u8, share: f64) -> Pattern {
    Pattern::HotSpot { node: NodeId::new(x, y), share: Chance::new(share).unwrap() }
}

fn patterns() -> [Pattern; 8] {
    [
        Pattern::Uniform,
        Pattern::Transpose,
        Pattern::BitComplement,
        Pattern::Neighbour,
        hot(2, 3, 0.2),
        Pattern::Tornado,
        Pattern::BitReverse,
        Pattern::Shuffle,
    ]
}

/// The array, or 4 x 4 for a pattern that needs sides that are powers of two.
fn fitting(array: Array, pattern: Pattern) -> Array {
    if pattern.validate(array).is_ok() { array } else { Array::new(4, 4) }
}

fn spec(array: Array, pattern: Pattern, load: f64, measure: Cycle) -> Spec {
    Spec { array, pattern, load, ..Spec::of_cycles(measure) }
}

fn measured(spec: Spec) -> Report {
    let mut bench = Bench::new(spec).unwrap();
    while bench.run(1000) {}
    bench.report()
}

#[test]
fn numbers_out_of_range_are_refused() {
    let good = Spec::of_cycles(1000);
    assert_eq!(good.validate(), Ok(()));
    let bad = [
        (Spec { array: Array::new(0, 4), ..good }, SpecError::Array),
        (
            Spec { array: Array::new(4, 5), pattern: Pattern::Transpose, ..good },
            SpecError::Pattern(PatternError::NotSquare),
        ),
        (
            Spec { array: Array::new(4, 6), pattern: Pattern::Shuffle, ..good },
            SpecError::Pattern(PatternError::NotPowerOfTwo),
        ),
        (
            Spec { array: Array::new(5, 5), pattern: Pattern::BitReverse, ..good },
            SpecError::Pattern(PatternError::NotPowerOfTwo),
        ),
        (Spec { injection: Injection::Burst(0), ..good }, SpecError::Burst),
        (Spec { injection: Injection::Burst(MAX_BURST + 1), ..good }, SpecError::Burst),
        (Spec { packet: 1, ..good }, SpecError::Packet),
        (Spec { packet: MAX_PACKET + 1, ..good }, SpecError::Packet),
        (Spec { load: 0.0, ..good }, SpecError::Load),
        (Spec { load: 1.01, ..good }, SpecError::Load),
        (Spec { load: f64::NAN, ..good }, SpecError::Load),
        (Spec { load: 1e-30, ..good }, SpecError::Load),
        (Spec { measure: 0, ..good }, SpecError::Cycles),
        (Spec { warm_up: MAX_CYCLES + 1, ..good }, SpecError::Cycles),
    ];
    for (spec, error) in bad {
        assert_eq!(Bench::new(spec).err(), Some(error), "{spec:?}");
    }
}

/// Zero-load latency: uncontended packets take flits + hops + 1 cycles, so the mean follows from the mean of the hops.
#[test]
fn latency_at_a_tiny_load_is_the_zero_load_latency() {
    for pattern in patterns() {
        for packet in [2, 3, 10, 40] {
            let array = fitting(Array::new(5, 5), pattern);
            let tiny = Spec { packet, ..spec(array, pattern, 0.000_02 * f64::from(packet), 1_000_000) };
            let (report, theory) = (measured(tiny), Theory::of(&tiny));
            let latency = report.latency.unwrap();
            let of_these = f64::from(packet) + report.hops + 1.0;
            assert!(latency.mean >= of_these - 1e-9);
            assert!(
                latency.mean - of_these < 0.01 + 0.006 * f64::from(packet),
                "{pattern:?} {packet}: {latency:?}, {of_these}"
            );
            assert!((report.hops - theory.hops).abs() < 0.35, "{pattern:?}: {} {}", report.hops, theory.hops);
            assert!((latency.mean - theory.zero_load).abs() < 0.4, "{pattern:?}: {latency:?} {theory:?}");
            assert_eq!((report.undelivered, report.saturated), (0, None));
        }
    }
}

/// Mean hops of uniform traffic: (m² - 1) / 3m in each direction.
#[test]
fn theory_of_uniform_traffic_has_the_textbook_values() {
    for (m, n) in [(8u8, 8u8), (5, 5), (4, 7), (1, 9), (16, 2), (255, 255)] {
        let theory = Theory::of(&spec(Array::new(m, n), Pattern::Uniform, 0.1, 100));
        let mean = |k: u8| (f64::from(k) * f64::from(k) - 1.0) / (3.0 * f64::from(k));
        assert!((theory.hops - mean(m) - mean(n)).abs() < 1e-9);
        // The channel in the middle of a side of k carries k/4 of the load, (k² - 1)/4k if k is odd.
        let k = f64::from(m.max(n));
        let middle = if m.max(n) % 2 == 0 { k / 4.0 } else { (k * k - 1.0) / (4.0 * k) };
        assert!((theory.bound - 1.0 / middle.max(1.0)).abs() < 1e-12, "{m}x{n}: {theory:?}");
    }
}

/// On k x k, transpose loads the channel at the corner of the diagonal with k - 1 nodes; bit complement each middle
/// channel with k / 2.
#[test]
fn theory_of_permutations_has_the_textbook_values() {
    let bound = |k, pattern| Theory::of(&spec(Array::new(k, k), pattern, 0.1, 100)).bound;
    assert!((bound(8, Pattern::Transpose) - 1.0 / 7.0).abs() < 1e-12);
    assert!((bound(8, Pattern::BitComplement) - 1.0 / 4.0).abs() < 1e-12);
    assert!((bound(8, Pattern::Neighbour) - 1.0).abs() < 1e-12);
    for k in [4u8, 8, 16] {
        let (side, hops) = (f64::from(k), |pattern| Theory::of(&spec(Array::new(k, k), pattern, 0.1, 100)).hops);
        // Tornado: k - o of k nodes go o = k/2 - 1 columns in one direction, o of them k - o in the other; all of these cross
        // the middle.
        let o = side / 2.0 - 1.0;
        assert!((bound(k, Pattern::Tornado) - 1.0 / o).abs() < 1e-12);
        assert!((hops(Pattern::Tornado) - 4.0 * o * (side - o) / side).abs() < 1e-9);
        // Bit reversal: the column of the destination is the reversed row, so the whole of one row goes to its last
        // column, and columns of source and destination are as independent as in uniform traffic.
        assert!((bound(k, Pattern::BitReverse) - 1.0 / (side - 1.0)).abs() < 1e-12);
        assert!((hops(Pattern::BitReverse) - 2.0 * (side * side - 1.0) / (3.0 * side)).abs() < 1e-9);
        // Shuffle: from x to 2x or 2x + 1 (mod k), k/4 columns on average; two of each row's nodes end in a column, and
        // from the upper half of them k/2 packets cross its middle.
        assert!((bound(k, Pattern::Shuffle) - 2.0 / side).abs() < 1e-12);
        assert!((hops(Pattern::Shuffle) - side / 2.0).abs() < 1e-9);
    }
    let five = Theory::of(&spec(Array::new(5, 9), Pattern::Tornado, 0.1, 100));
    assert!((five.bound - 1.0 / 4.0).abs() < 1e-12, "the longer side: {five:?}");
    // All packets to one node pass the one channel to its INCC.
    let all = Theory::of(&spec(Array::new(4, 4), hot(2, 2, 1.0), 0.1, 100));
    assert!((all.bound - 1.0 / 16.0).abs() < 1e-12);
}

/// The closed forms agree with the sums over all pairs of nodes.
#[test]
fn channel_loads_are_those_of_all_routes_together() {
    for (m, n) in [(4, 4), (5, 3), (1, 6), (7, 2)] {
        let array = Array::new(m, n);
        let ours = theory::channel_loads(array, Pattern::Uniform);
        let mut sum = alloc::vec![[0.0; 5]; array.nodes()];
        let nodes = || (0..array.nodes()).map(|r| array.node(r));
        for (from, to) in nodes().flat_map(|f| nodes().map(move |t| (f, t))) {
            let mut at = from;
            loop {
                let port = route_xy(at, to);
                sum[array.rank(at).unwrap()][port as usize] += 1.0 / array.nodes() as f64;
                match mcore_net::neighbour(array, at, port) {
                    Some(next) => at = next,
                    None => break,
                }
            }
        }
        for (a, b) in ours.iter().flatten().zip(sum.iter().flatten()) {
            assert!((a - b).abs() < 1e-9);
        }
    }
}

/// Well below the bound, the offered load is accepted; beyond the bound no network keeps up, and the report says so.
#[test]
fn accepted_load_follows_the_offered_one_and_saturation_comes_before_the_bound() {
    for pattern in patterns() {
        let array = fitting(Array::new(6, 6), pattern);
        let bound = Theory::of(&spec(array, pattern, 0.1, 1)).bound;
        let low = measured(spec(array, pattern, 0.4 * bound, 6000));
        assert_eq!(low.saturated, None, "{pattern:?} {low:?}");
        assert!((low.accepted - low.offered).abs() < 0.06 * low.offered, "{pattern:?} {low:?}");
        for load in [1.1 * bound, 1.0].into_iter().filter(|load| *load <= 1.0) {
            let high = measured(spec(array, pattern, load, 6000));
            assert!(high.latency.unwrap().mean > low.latency.unwrap().mean, "{pattern:?}");
            // Neighbours at full load: the bound is 1, and sources that are never idle wait longer and longer.
            if load > bound {
                assert_eq!(high.saturated, Some(Saturation::Backlog), "{pattern:?} {high:?}");
            }
            if matches!(pattern, Pattern::Uniform) {
                assert!(high.accepted <= bound, "{pattern:?} {high:?}");
            }
        }
    }
}

/// A single stream fills its route: neighbours on a line, full load, one flit per cycle without bubbles.
#[test]
fn a_stream_that_meets_nobody_is_accepted_at_one_flit_a_cycle() {
    let line = Spec { packet: 7, ..spec(Array::new(1, 1), Pattern::Uniform, 1.0, 2000) };
    let report = measured(line);
    assert!(report.accepted > 0.97, "{report:?}");
    let two = measured(Spec { warm_up: 3000, ..spec(Array::new(2, 1), Pattern::Neighbour, 1.0, 2000) });
    assert!(two.accepted > 0.97, "{two:?}");
}

/// The number of flits in the network of a running bench.
fn flits_inside(bench: &Bench) -> u64 {
    let network = bench.network();
    let fifos: usize = network.routers().map(|r| (0..5).map(|p| r.len(p)).sum::<usize>()).sum();
    let on_links = |router: Router<'_>| {
        let inwards = (0..5).filter(|port| router.on_link(*port).is_some()).count();
        inwards + usize::from(router.to_incc().is_some())
    };
    (fifos + network.routers().map(on_links).sum::<usize>()) as u64
}

/// Section 6 under saturating load of every pattern, with packets of several lengths: no flit is lost, packets arrive
/// whole and in order, each by its XY route, and the network always makes progress (no deadlock).
#[test]
fn saturating_traffic_flows_in_order_without_loss_and_without_deadlock() {
    for (number, pattern) in patterns().into_iter().enumerate() {
        for (seed, packet) in [(1, 2), (2, 3), (3, 10), (4, 33)] {
            let injection = if seed % 2 == 0 { Injection::Burst(5) } else { Injection::Bernoulli };
            let array = fitting([Array::new(4, 4), Array::new(5, 5)][number % 2], pattern);
            let load = Spec { packet, seed, injection, ..spec(array, pattern, 1.0, 1500) };
            let mut bench = Bench::new(load).unwrap();
            let (mut entered, mut left, mut last_left) = (0u64, 0u64, 0);
            let mut open: BTreeMap<NodeId, (NodeId, u32, u32)> = BTreeMap::new();
            let mut next: BTreeMap<(NodeId, NodeId), u32> = BTreeMap::new();
            while bench.cycle() < 2500 {
                for index in 0..array.routers() {
                    let network = bench.network();
                    let at = array.router_id(index);
                    // Section 6, XY order: a flit from north or south continues in its column, or leaves.
                    let from = [Port::North, Port::South];
                    for flit in from.iter().filter_map(|port| network.router(index).on_link(*port as usize)) {
                        if flit.kind == mcore_net::FlitKind::Header {
                            assert_eq!(NodeId::from_word(flit.word).x, at.x);
                        }
                    }
                    entered += u64::from(network.router(index).on_link(Port::Incc as usize).is_some());
                    let Some(flit) = network.router(index).to_incc() else { continue };
                    (left, last_left) = (left + 1, bench.cycle());
                    let (source, number, flits) = *open.entry(at).or_insert((flit.tag.source, flit.tag.number, 0));
                    assert_eq!((source, number), (flit.tag.source, flit.tag.number), "packets are not mixed");
                    assert_eq!(flit.kind == mcore_net::FlitKind::Header, flits == 0);
                    assert_eq!(flit.tail, flits + 1 == packet);
                    open.insert(at, (source, number, flits + 1));
                    if flit.tail {
                        open.remove(&at);
                        let expected = next.entry((source, at)).or_default();
                        assert!(number >= *expected, "{source} to {at}: overtaken");
                        *expected = number + 1;
                    }
                }
                // A flit that entered is still on its link when it is counted, and so is one that left.
                bench.step(&mut InOrder);
                if bench.stage() != Stage::Draining && bench.cycle() % 250 == 0 {
                    assert_eq!(bench.report().saturated, None, "not told before its time");
                }
                let inside = flits_inside(&bench);
                let network = bench.network();
                let entering = |index: &usize| network.router(*index).on_link(Port::Incc as usize).is_some();
                let new = (0..array.routers()).filter(entering).count() as u64;
                assert_eq!(entered + new, left + inside, "{pattern:?}");
                assert!(bench.cycle() < 50 || bench.cycle() - last_left < 50, "{pattern:?}: nothing moves");
                if bench.stage() == Stage::Draining {
                    break;
                }
            }
        }
    }
}

/// Round robin: n inputs that always request one output get 1/n of it each, within one packet.
#[test]
fn shares_of_saturating_senders_to_one_node_are_fair_at_each_router() {
    // A plus of five nodes: four neighbours send to the middle all the time; the middle itself too.
    let array = Array::new(3, 3);
    let all = spec(array, hot(2, 2, 1.0), 1.0, 4000);
    let mut bench = Bench::new(all).unwrap();
    let middle = array.router(NodeId::new(2, 2));
    let mut by_input = [0u32; 5];
    let mut flits = 0;
    while bench.cycle() < 3000 {
        bench.step(&mut InOrder);
        if bench.cycle() < 200 {
            continue;
        }
        let router = bench.network().router(middle);
        let holder = router.holder(Port::Incc as usize);
        if let Some(flit) = router.to_incc() {
            flits += 1;
            if flit.kind == mcore_net::FlitKind::Header {
                by_input[holder.unwrap()] += 1;
                let (least, most) = (by_input.iter().min().unwrap(), by_input.iter().max().unwrap());
                assert!(most - least <= 1, "{by_input:?}");
            }
        }
    }
    assert_eq!(flits, 2801, "one flit a cycle through the contended output");
    assert!(by_input.iter().all(|n| *n > 50));
}

struct Shuffled(Rng);

impl Order for Shuffled {
    fn each(&mut self, count: usize, visit: impl FnMut(usize)) {
        let mut order: Vec<usize> = (0..count).collect();
        self.0.shuffle(&mut order);
        order.into_iter().for_each(visit);
    }
}

#[test]
fn the_order_of_routers_never_matters() {
    let mut plain = Bench::new(spec(Array::new(5, 4), Pattern::Uniform, 0.35, 1000)).unwrap();
    let mut shuffled = plain.clone();
    let mut order = Shuffled(Rng::new(4));
    while plain.cycle() < 1000 {
        plain.step(&mut InOrder);
        shuffled.step(&mut order);
        assert_eq!(plain, shuffled);
    }
}

#[test]
fn the_same_seed_gives_the_same_numbers_and_another_one_others() {
    let one = spec(Array::new(4, 4), Pattern::Uniform, 0.2, 2000);
    assert_eq!(measured(one), measured(one));
    assert_ne!(measured(one), measured(Spec { seed: 2, ..one }));
}

/// The offered load is the requested one, in bursts too, and a burst waits longer than single packets.
#[test]
fn bursts_offer_the_same_load_and_wait_longer() {
    let single = measured(spec(Array::new(4, 4), Pattern::Uniform, 0.1, 40_000));
    let bursts =
        measured(Spec { injection: Injection::Burst(8), ..spec(Array::new(4, 4), Pattern::Uniform, 0.1, 40_000) });
    for report in [single, bursts] {
        assert!((report.offered - 0.1).abs() < 0.006, "{report:?}");
        assert!((report.accepted - report.offered).abs() < 0.004, "{report:?}");
        assert_eq!(report.saturated, None);
    }
    assert!(bursts.latency.unwrap().mean > 2.0 * single.latency.unwrap().mean);
}

/// Packets that wait in saturated sources are counted as offered and as not delivered.
#[test]
fn what_waits_in_sources_is_not_forgotten() {
    let report = measured(spec(Array::new(4, 4), hot(1, 1, 1.0), 0.5, 2000));
    assert!((report.offered - 0.5).abs() < 0.03, "{report:?}");
    assert!((report.accepted - 1.0 / 16.0).abs() < 0.001);
    assert_eq!(report.saturated, Some(Saturation::Backlog));
    assert!(report.undelivered > report.packets / 4);
    assert_eq!(report.cycles, 1000 + 2000 + 4000);
}
