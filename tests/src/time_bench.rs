//! Speed of going to other cycles, for the bench of the simulator: each line with the bound that it must keep.

use mcore::asm::{Options, assemble};
use mcore::base::{Array, Cycle, Rng, SourceFile};
use mcore::chip::{Machine, Spec};
use mcore::mclib::library;
use mcore::timeline::{Limits, Stepped, Timeline};
use serde_json::{Value, json};
use std::sync::Arc;
use web_time::Instant;

/// What a matrix multiplication does, without end: inner products out of node memory, then a block to a neighbour, then
/// all meet at a barrier.
const LOOP: &str = ".include \"mclib.s\"\n.data\na: .space 4096\nb: .space 4096\nc: .space 4096\nin: .space 256\n.text\n\
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

fn milliseconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1000.0
}

/// One line: a value in some unit, and what it may be at most.
fn line(name: &str, platform: &str, value: f64, unit: &str, bound: f64) -> Value {
    let round = |value: f64| (value * 100.0).round() / 100.0;
    json!({ "name": format!("time-{name}/{platform}"), "value": round(value), "unit": unit, "bound": bound })
}

fn run(timeline: &mut Timeline<Machine>, cycles: Cycle) {
    while timeline.end() < cycles && timeline.advance(cycles) != Stepped::Ended {}
}

/// Recording `cycles` cycles, seeking in them, and stepping back near the present.
pub fn lines(platform: &str) -> impl Iterator<Item = Value> {
    let wasm = platform == "wasm";
    let cases = [(4, 10_000_000, if wasm { 150.0 } else { 100.0 }), (32, 1_000_000, 300.0)];
    cases.into_iter().flat_map(move |(side, cycles, bound)| {
        let size = format!("{side}x{side}");
        let start = machine(side, side);
        // Both ways by turns, in the same stretches: what else the computer does disturbs both.
        let (mut alone, mut timeline) = (start.clone(), Timeline::new(start, Limits::default()));
        let (mut plain, mut recorded) = (0.0, 0.0);
        for part in 1..=20 {
            let until = cycles / 20 * part;
            plain += milliseconds(|| assert!(alone.run_until(until)));
            recorded += milliseconds(|| run(&mut timeline, until));
        }
        assert_eq!(alone.state, timeline.now().state, "recording changes nothing");
        drop(alone);
        let mut rng = Rng::new(20);
        let seeks: Vec<f64> = (0..40)
            .map(|_| {
                let to = rng.below(cycles + 1);
                milliseconds(|| assert!(timeline.seek(to)))
            })
            .collect();
        let mean = seeks.iter().sum::<f64>() / seeks.len() as f64;
        let worst = seeks.iter().copied().fold(0.0, f64::max);
        timeline.seek(cycles);
        let first = milliseconds(|| assert!(timeline.seek(cycles - 1)));
        let mut steps: Vec<f64> = (2..102).map(|i| milliseconds(|| assert!(timeline.seek(cycles - i)))).collect();
        // Steps are so short that whatever else the computer does shows in the longest of them.
        steps.sort_by(f64::total_cmp);
        let back = steps[steps.len() / 2];
        let megabytes = timeline.bytes() as f64 / f64::from(1 << 20);
        let (keyframes, interval) = timeline.density();
        let kept = json!({ "name": format!("time-kept-{size}/{platform}"), "value": megabytes.round(), "unit": "MiB",
            "bound": 256, "keyframes": keyframes, "interval": interval });
        let overhead = (recorded / plain - 1.0) * 100.0;
        [
            line(&format!("recording-{size}"), platform, overhead, "%", 10.0),
            line(&format!("seek-worst-{size}"), platform, worst, "ms", bound),
            line(&format!("seek-mean-{size}"), platform, mean, "ms", bound),
            line(&format!("back-first-{size}"), platform, first, "ms", bound),
            line(&format!("back-{size}"), platform, back, "ms", 5.0),
            kept,
        ]
    })
}
