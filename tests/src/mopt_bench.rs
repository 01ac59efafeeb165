//! Speed of the mapping mode, for the bench: one pass of a method over Bruck's allgather on the torus.
//!
//! `peak_mib` is the peak memory of the process up to then, that is, of the largest case so far.

use mcore::modes::mopt::model::merge::{Merge, Settings};
use mcore::modes::mopt::model::{Hops, Method, Network, Options, OwnMap, Pattern, Run};
use serde_json::{Value, json};
use std::sync::Arc;
use web_time::Instant;

/// Name, network, method. The cases after the first two take long and run only if requested by their whole name.
const CASES: [(&str, &[u32], Method); 4] = [
    ("mopt-4096-mincost", &[16, 16, 16], Method::Mincost),
    ("mopt-4096-minlink", &[16, 16, 16], Method::Minlink),
    ("mopt-65536-mincost", &[64, 32, 32], Method::Mincost),
    ("mopt-65536-bisect", &[64, 32, 32], Method::Bisect),
];

/// The figures; `wanted` as on the command line of the bench.
pub fn lines<'a>(platform: &'a str, wanted: &'a [String]) -> impl Iterator<Item = Value> + 'a {
    let chosen = CASES.iter().enumerate().filter(move |(at, (name, ..))| match wanted {
        [] => *at < 2,
        words => words.iter().any(|word| *name == word || (*at < 2 && name.contains(word.as_str()))),
    });
    chosen.map(move |(at, (name, sizes, method))| {
        let network = Network::new(true, sizes).expect("a network");
        let pattern = Pattern { ranks: network.nodes(), ..Pattern::default() };
        let graph = Arc::new(pattern.graph().expect("a pattern"));
        let (mut best, mut outcome) = (f64::INFINITY, None);
        // The best of several: every disturbance makes a run slower.
        for _ in 0..if at < 2 { 3 } else { 1 } {
            let start = Instant::now();
            let mut run = Run::new(graph.clone(), &network, *method, Options::default()).expect("a method");
            while run.step(u64::MAX).is_none() {}
            best = best.min(start.elapsed().as_secs_f64());
            outcome = run.step(1).cloned();
        }
        let outcome = outcome.expect("it ran");
        // A drag measured while it lasts, and the last join shown.
        let mut own = OwnMap::new(graph.clone(), &network, outcome.map.clone());
        let start = Instant::now();
        let count = 20;
        (0..count).for_each(|rank| _ = own.preview(rank, network.nodes() - 1 - rank));
        let drag = start.elapsed().as_secs_f64() / f64::from(count);
        let start = Instant::now();
        if let (Some(objective), Some(last)) = (method.objective(), outcome.choices.last()) {
            let mut merge = Merge::new(graph.clone(), &network, Settings { objective, hops: Hops::Mesh, start: 0 });
            outcome.choices[..outcome.choices.len() - 1].iter().for_each(|choice| merge.replay(*choice));
            assert!(!merge.values(last.a, last.b).is_empty());
        }
        json!({
            "name": format!("{name}/{platform}"),
            "value": (best * 10_000.0).round() / 10_000.0,
            "unit": "s",
            "pairs": graph.pairs(),
            "cost": outcome.measures.mesh_cost as f64,
            "max_link": outcome.measures.busiest.bytes,
            "drag_ms": (drag * 1e5).round() / 100.0,
            "last_join_ms": (start.elapsed().as_secs_f64() * 1e5).round() / 100.0,
            "peak_mib": crate::nsim_bench::peak_mib(),
        })
    })
}
