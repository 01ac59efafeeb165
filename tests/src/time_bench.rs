//! Speed of going to other cycles, for the bench of the simulator: each line with its bound.

use mcore::base::{Array, Cycle, Rng, SourceFile};
use mcore::modes::chip::{Machine, Spec};
use mcore::timeline::{Limits, Stepped, Timeline};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use serde_json::{Value, json};
use std::sync::Arc;
use web_time::Instant;

/// A matrix multiplication without end: inner products from node memory, then a block to a neighbour, then a barrier of
/// all nodes.
pub(crate) const LOOP: &str = ".include \"mclib.s\"\n.data\na: .space 4096\nb: .space 4096\nspare: .space 4\nc: .space 4096\nin: .space 256\n.text\n\
    main: jal mc_rank\n move $s0, $v0\n jal mc_nodes\n addiu $v0, $v0, -1\n subu $a0, $v0, $s0\n jal mc_id\n\
    move $s1, $v0\n\
    again: li $s2, 0\n\
    row: la $t0, a\n la $t1, b\n li $t2, 32\n move $t3, $zero\n\
    inner: lw $t4, 0($t0)\n lw $t5, 0($t1)\n mul $t4, $t4, $t5\n addu $t3, $t3, $t4\n addiu $t0, $t0, 4\n\
    addiu $t1, $t1, 128\n addiu $t2, $t2, -1\n bnez $t2, inner\n\
    la $t0, c\n addu $t0, $t0, $s2\n sw $t3, 0($t0)\n addiu $s2, $s2, 4\n blt $s2, 512, row\n\
    move $a0, $s1\n la $a1, in\n la $a2, c\n li $a3, 256\n jal mc_put\n jal mc_barrier\n b again\n";

fn machine(width: u8, height: u8) -> Machine {
    let file = SourceFile { name: "bench.s".into(), text: LOOP.into() };
    let program = assemble(&[file], &library(), &Options::default()).program.expect("a program");
    let spec = Spec { array: Array::new(width, height), cycle_limit: 1 << 40, ..Spec::default() };
    Machine::new(spec, Arc::new(program)).expect("a machine")
}

/// The duration of a measurement: by the clock, and by the time that the processor spent on it, if the system reports
/// that. On a computer with other load the second is the time that it would take alone.
#[derive(Clone, Copy, Default)]
struct Took {
    clock: f64,
    processor: Option<f64>,
}

fn milliseconds(work: impl FnOnce()) -> Took {
    let (start, processor) = (Instant::now(), processor());
    work();
    let worked = processor.zip(self::processor()).map(|(before, after)| after - before);
    Took { clock: start.elapsed().as_secs_f64() * 1000.0, processor: worked }
}

/// Milliseconds for which this thread has run on a processor so far, if the system reports it (Linux does).
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e6)
}

/// One line: a value in some unit, and its maximum.
fn line(name: &str, platform: &str, took: Took, unit: &str, bound: f64) -> Value {
    let round = |value: f64| (value * 100.0).round() / 100.0;
    let mut line =
        json!({ "name": format!("time-{name}/{platform}"), "value": round(took.clock), "unit": unit, "bound": bound });
    if let Some(processor) = took.processor {
        line["processor"] = round(processor).into();
    }
    line
}

/// A statistic of some durations, by clock and processor each.
fn both(all: &[Took], figure: impl Fn(&mut [f64]) -> f64) -> Took {
    let mut clock: Vec<f64> = all.iter().map(|t| t.clock).collect();
    let mut processor: Vec<f64> = all.iter().filter_map(|t| t.processor).collect();
    let reported = processor.len() == all.len();
    Took { clock: figure(&mut clock), processor: reported.then(|| figure(&mut processor)) }
}

fn mean(all: &mut [f64]) -> f64 {
    all.iter().sum::<f64>() / all.len() as f64
}

fn worst(all: &mut [f64]) -> f64 {
    all.iter().copied().fold(0.0, f64::max)
}

fn middle(all: &mut [f64]) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

fn run(timeline: &mut Timeline<Machine>, cycles: Cycle) {
    while timeline.end() < cycles && timeline.advance(cycles) != Stepped::Ended {}
}

/// Recording `cycles` cycles, seeking in them, and stepping back near the present. `wants` chooses sizes by name.
pub fn lines(platform: &str, wants: impl Fn(&str) -> bool) -> impl Iterator<Item = Value> {
    let wasm = platform == "wasm";
    let cases = [(4, 10_000_000, if wasm { 150.0 } else { 100.0 }), (32, 1_000_000, 300.0)];
    let cases = cases.into_iter().filter(move |(side, ..)| wants(&format!("time-{side}x{side}")));
    cases.flat_map(move |(side, cycles, bound)| {
        let size = format!("{side}x{side}");
        let start = machine(side, side);
        // Both ways in turn, over the same intervals: other load of the computer disturbs both.
        let (mut alone, mut timeline) = (start.clone(), Timeline::new(start, Limits::default()));
        let (mut plain, mut recorded) = (Vec::new(), Vec::new());
        for part in 1..=20 {
            let until = cycles / 20 * part;
            plain.push(milliseconds(|| assert!(alone.run_until(until))));
            recorded.push(milliseconds(|| run(&mut timeline, until)));
        }
        assert_eq!(alone.state, timeline.now().state, "recording changes nothing");
        drop(alone);
        let mut rng = Rng::new(20);
        let seeks: Vec<Took> = (0..40)
            .map(|_| {
                let to = rng.below(cycles + 1);
                milliseconds(|| assert!(timeline.seek(to)))
            })
            .collect();
        timeline.seek(cycles);
        let first = milliseconds(|| assert!(timeline.seek(cycles - 1)));
        // Steps are so short that any other load of the computer shows in the longest of them.
        let steps: Vec<Took> = (2..102).map(|i| milliseconds(|| assert!(timeline.seek(cycles - i)))).collect();
        let megabytes = timeline.bytes() as f64 / f64::from(1 << 20);
        let (keyframes, work) = timeline.density();
        let kept = json!({ "name": format!("time-kept-{size}/{platform}"), "value": megabytes.round(), "unit": "MiB",
            "bound": 256, "keyframes": keyframes, "work": work });
        let (plain, recorded) = (both(&plain, mean), both(&recorded, mean));
        let overhead = |recorded: f64, plain: f64| (recorded / plain - 1.0) * 100.0;
        let processor = recorded.processor.zip(plain.processor).map(|(r, p)| overhead(r, p));
        let overhead = Took { clock: overhead(recorded.clock, plain.clock), processor };
        [
            line(&format!("recording-{size}"), platform, overhead, "%", 10.0),
            line(&format!("seek-worst-{size}"), platform, both(&seeks, worst), "ms", bound),
            line(&format!("seek-mean-{size}"), platform, both(&seeks, mean), "ms", bound),
            line(&format!("back-first-{size}"), platform, first, "ms", bound),
            line(&format!("back-{size}"), platform, both(&steps, middle), "ms", 5.0),
            kept,
        ]
    })
}
