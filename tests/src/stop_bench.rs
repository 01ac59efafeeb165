//! Speed of runs with breakpoints and watchpoints that never stop them, as a share of the same run without.

use crate::Driver;
use crate::time_bench::LOOP;
use mcore::base::Cycle;
use mcore::modes::chip::session::{Command, MachineOptions, StopAt, StopSpec, WatchHow};
use serde_json::{Value, json};
use web_time::Instant;

/// Cycles of a run.
const CYCLES: Cycle = 1_000_000;
/// Cycles of a slice.
const SLICE: Cycle = 60_000;
/// The minimum, in percent of the speed without stops.
const LEAST: f64 = 30.0;

fn at(at: StopAt, condition: &str) -> Vec<StopSpec> {
    vec![StopSpec { id: 1, at, nodes: Vec::new(), condition: condition.to_owned() }]
}

fn watch(place: &str, how: WatchHow) -> Vec<StopSpec> {
    at(StopAt::Watch { place: place.to_owned(), words: 1, how }, "")
}

/// Seconds of a run with these stops, none of which may stop it.
fn seconds(stops: Vec<StopSpec>) -> f64 {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { cycle_limit: 1 << 40, ..MachineOptions::default() }));
    d.assemble("bench.s", LOOP);
    d.must(Command::SetStops(stops));
    d.must(Command::Run { until: Some(CYCLES), pace: None });
    let start = Instant::now();
    d.finish_in(SLICE);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(d.frame.cycle, CYCLES, "nothing has stopped the run: {:?}", d.updates);
    seconds
}

/// One line for each kind of stop.
pub fn lines(platform: &str) -> impl Iterator<Item = Value> {
    let cases = [
        // An instruction that no core ever executes.
        ("breakpoint", at(StopAt::Label("mc_get".into()), "")),
        // One that each core executes once in some 34,000 cycles, with a condition that never holds.
        ("condition", at(StopAt::Label("again".into()), "$t2 == 123456")),
        // A word that no core and no DMA ever writes, beside others that they do write.
        ("watch-memory", watch("spare", WatchHow::Write)),
        // A word that is read all the time and never changed by a write.
        ("watch-change", watch("a", WatchHow::Change)),
        // A register that is not used.
        ("watch-register", watch("$k0", WatchHow::Change)),
    ];
    cases.into_iter().map(move |(name, stops)| {
        // In turn, and the best of several: other load of the computer makes runs slower, never faster.
        let (mut with, mut without) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..3 {
            without = without.min(seconds(Vec::new()));
            with = with.min(seconds(stops.clone()));
        }
        let share = 100.0 * without / with;
        json!({ "name": format!("stops-{name}-4x4/{platform}"), "value": (share * 10.0).round() / 10.0,
            "unit": "% of the free run", "least": LEAST })
    })
}
