//! Speed of the interconnect simulator, for the bench: Bruck's all-to-all on the torus, one part (one core).
//!
//! `peak_mib` is the peak memory of the process up to then, that is, of the largest case so far.

use mcore::modes::nsim::model::machine::Recording;
use mcore::modes::nsim::model::{Machine, Mapping, Params, Pattern, Program, Progress, Topology};
use serde_json::{Value, json};
use web_time::Instant;

/// Name, sizes, bytes. The cases after the first two take long and run only if requested by their whole name.
const CASES: [(&str, &[u32], u64); 5] = [
    ("nsim-1024x4", &[16, 8, 8], 4),
    ("nsim-4096x4", &[16, 16, 16], 4),
    ("nsim-16384x4", &[32, 32, 16], 4),
    ("nsim-4096x1024", &[16, 16, 16], 1024),
    ("nsim-65536x4", &[64, 32, 32], 4),
];

/// The figures; `wanted` as on the command line of the bench.
pub fn lines<'a>(platform: &'a str, wanted: &'a [String]) -> impl Iterator<Item = Value> + 'a {
    let chosen = CASES.iter().enumerate().filter(move |(at, (name, ..))| match wanted {
        [] => *at < 2,
        words => words.iter().any(|word| *name == word || (*at < 2 && name.contains(word.as_str()))),
    });
    chosen.map(move |(at, (name, dims, bytes))| {
        let topology = Topology::torus(dims);
        let ranks = topology.nodes();
        let mut best = f64::INFINITY;
        let mut report = None;
        // The best of several: every disturbance makes a run slower.
        for _ in 0..if at < 2 { 3 } else { 1 } {
            let program = Program::pattern(Pattern::BruckAlltoall { bytes: *bytes }, ranks);
            let mapping = Mapping::in_order(ranks);
            let recording = Recording::default();
            let built = Machine::new(topology.clone(), Params::TORUS, mapping, program, 1, &recording);
            let mut machine = built.expect("a machine");
            let start = Instant::now();
            while machine.run(10_000) == Progress::Running {}
            best = best.min(start.elapsed().as_secs_f64());
            report = Some(machine.report());
        }
        let report = report.expect("it ran");
        json!({
            "name": format!("{name}/{platform}"),
            "value": (best * 1000.0).round() / 1000.0,
            "unit": "s",
            "packets": report.packets,
            "link_traversals": report.link_traversals,
            // One step for each link that a packet crosses, and one where it leaves the network.
            "events_per_s": ((report.link_traversals + report.packets) as f64 / best).round(),
            "simulated_us": (report.time_ns() / 10.0).round() / 100.0,
            "peak_mib": peak_mib(),
        })
    })
}

/// Peak memory of the process so far, in MiB, if the system reports it.
pub(crate) fn peak_mib() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? >> 10)
}
