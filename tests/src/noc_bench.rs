//! Speed of the network under synthetic traffic, for the bench of the simulator.

use mcore::base::Array;
use mcore::modes::chip::noc::{Bench, Spec};
use mcore::modes::chip::{InOrder, Order};
use serde_json::{Value, json};
use web_time::Instant;

/// Visits every router by itself in every phase, busy or not: the reference loop.
struct All;

impl Order for All {
    fn each(&mut self, count: usize, visit: impl FnMut(usize)) {
        (0..count).for_each(visit);
    }
}

/// Seconds for a number of cycles once the network has filled: the best of several runs, as every disturbance makes a
/// run slower, never faster.
fn seconds(filled: &Bench, cycles: u64, order: &mut impl Order) -> f64 {
    let run = |order: &mut _| {
        let mut bench = filled.clone();
        let start = Instant::now();
        for _ in 0..cycles {
            bench.step(order);
        }
        assert_eq!(bench.cycle(), filled.cycle() + cycles);
        start.elapsed().as_secs_f64()
    };
    (0..5).map(|_| run(order)).fold(f64::INFINITY, f64::min)
}

/// Uniform traffic of 10-flit packets on square meshes: side, load in flits per node and cycle, cycles to simulate.
const CASES: [(u8, f64, u64); 4] = [(8, 0.10, 20_000), (8, 0.01, 100_000), (32, 0.05, 1_000), (64, 0.01, 500)];

/// One line for each case; `platform` becomes part of the name. A router-cycle is one router of the M x N nodes (not of
/// the silent path nodes) in one cycle, its source and its sink included.
pub fn lines(platform: &str) -> impl Iterator<Item = Value> {
    CASES.into_iter().map(move |(side, load, cycles)| {
        let spec = Spec { array: Array::new(side, side), load, ..Spec::of_cycles(1_000_000) };
        let mut filled = Bench::new(spec).expect("a measurement");
        (0..1000).for_each(|_| filled.step(&mut InOrder));
        let fast = seconds(&filled, cycles, &mut InOrder);
        let plain = seconds(&filled, cycles, &mut All);
        let routers = u64::from(side) * u64::from(side);
        json!({
            "name": format!("noc-{side}x{side}-{load:.2}/{platform}"),
            "value": ((routers * cycles) as f64 / fast).round(),
            "unit": "router-cycles/s",
            "ratio": (100.0 * plain / fast).round() / 100.0,
            "cycles": cycles,
            "nodes": routers,
            "seconds": fast,
        })
    })
}
