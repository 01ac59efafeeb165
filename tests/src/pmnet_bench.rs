//! Speed of PMNet, for the bench of the simulator: the whole engine with all counters, generator or reader included.

use crate::memory::Given;
use mcore::base::Rng;
use mcore::modes::pmnet::model::generate::Program;
use mcore::modes::pmnet::model::preset::Preset;
use mcore::modes::pmnet::model::trace::{Batch, Format, Reader, Source};
use mcore::modes::pmnet::model::{Graph, Options, Run};
use serde_json::{Value, json};
use std::fmt::Write as _;
use web_time::Instant;

/// Name, program, MSI on four cores.
const CASES: [(&str, &str, bool); 6] = [
    ("triad", "triad:n=2000000", false),
    ("matmul", "matmul:n=160", false),
    ("random-12MB", "random:bytes=12582912,n=3000000", false),
    ("triad-msi4", "triad:n=2000000,threads=4", true),
    ("matmul-msi4", "matmul:n=160,threads=4", true),
    ("random-12MB-msi4", "random:bytes=12582912,n=500000,threads=4,writes=30", true),
];

/// The best of several runs: every disturbance makes a run slower, never faster.
fn best(run: impl Fn() -> f64) -> f64 {
    (0..5).map(|_| run()).fold(f64::INFINITY, f64::min)
}

/// Seconds for all accesses on the i7-7700K, and their number.
fn seconds(sources: Vec<Box<dyn Source + Send>>, coherent: bool) -> (f64, u64) {
    let dat = Preset::I7.dat();
    let graph = Graph::new(&dat).expect("a graph");
    let mut run = Run::new(dat, graph, Options { coherent, ..Options::default() }, sources);
    let start = Instant::now();
    while run.step(1 << 20).expect("no error") {}
    let seconds = start.elapsed().as_secs_f64();
    assert!(run.report().time > 0.0);
    (seconds, run.accesses())
}

/// A text of `lines` lines in lackey's format: loads and stores, at low addresses and on a stack.
fn lackey(lines: u64) -> String {
    let mut rng = Rng::new(1);
    let mut text = String::new();
    for _ in 0..lines {
        let addr = if rng.below(4) == 0 { 0x1f_fe00_0000 + rng.below(1 << 20) } else { 0x40_0000 + rng.below(1 << 26) };
        let kind = [" L", " S", " L", "I "][rng.below(4) as usize];
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{kind} {addr:08x},{}", [8, 4, 1, 16][rng.below(4) as usize]);
    }
    text
}

/// One line for each case selected by its name; `platform` becomes part of it.
pub fn lines(platform: &str, wants: impl Fn(&str) -> bool) -> impl Iterator<Item = Value> {
    let (text_wanted, given_wanted) = (wants("pmnet-lackey-text"), wants("pmnet-triad-in-memory"));
    let chosen = CASES.into_iter().filter(move |(name, ..)| wants(&format!("pmnet-{name}")));
    let runs = chosen.map(move |(name, program, coherent)| {
        let program = Program::read(program).expect("a program");
        let accesses = seconds(program.sources(), coherent).1;
        let taken = best(|| seconds(program.sources(), coherent).0);
        json!({
            "name": format!("pmnet-{name}/{platform}"),
            "value": (accesses as f64 / taken).round(),
            "unit": "accesses/s",
            "accesses": accesses,
            "seconds": taken,
        })
    });
    let text = move || {
        const LINES: u64 = 1_000_000;
        let text = lackey(LINES);
        let read = || {
            let mut reader = Reader::new(Format::Lackey, 0);
            let mut batch = Batch::default();
            let mut accesses = 0;
            let start = Instant::now();
            for chunk in text.as_bytes().chunks(64 << 10) {
                batch.clear();
                reader.feed(chunk, &mut batch).expect("no error");
                accesses += batch.accesses.len();
            }
            let seconds = start.elapsed().as_secs_f64();
            assert!(reader.lines() == LINES && reader.bad() == 0 && accesses > 0);
            seconds
        };
        let taken = best(read);
        json!({
            "name": format!("pmnet-lackey-text/{platform}"),
            "value": (LINES as f64 / taken).round(),
            "unit": "lines/s",
            "bytes": text.len(),
            "seconds": taken,
        })
    };
    // The machine alone, without generating: a bound for the reader of a trace.
    let given = move || {
        let mut all = Vec::new();
        for mut source in Program::read("triad:n=500000").expect("a program").sources() {
            let mut batch = Batch::default();
            while source.fill(&mut batch).expect("no error") {
                all.append(&mut batch.accesses);
                batch.clear();
            }
        }
        let taken = best(|| seconds(vec![Box::new(Given(all.clone(), 1))], false).0);
        json!({
            "name": format!("pmnet-triad-in-memory/{platform}"),
            "value": (all.len() as f64 / taken).round(),
            "unit": "accesses/s",
            "accesses": all.len(),
            "seconds": taken,
        })
    };
    let text = std::iter::once_with(text).take(usize::from(text_wanted));
    runs.chain(text).chain(std::iter::once_with(given).take(usize::from(given_wanted)))
}
