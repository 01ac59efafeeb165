//! Speed of the simulator: one JSON object a line, for `cargo xtask bench`. The same program runs natively and, as
//! WebAssembly, in a worker of a browser; so it reads no files and takes its clock from `web-time`.

use mcore::base::SourceFile;
use mcore::isa::{Instr, Op, encode};
use mcore::session::{Command, MachineOptions};
use mcore_tests::Driver;
use serde_json::json;
use web_time::Instant;

/// Files of the exercise, as the page fetches them.
macro_rules! pack {
    ($($name:literal),*) => {
        vec![$(SourceFile { name: $name.into(), text: include_str!(concat!("../../../exercises/class/", $name)).into() }),*]
    };
}

const SOLUTION: &str = include_str!("../../../exercises/class/matmul/solution/matmul.s");
const PLATFORM: &str = if cfg!(target_arch = "wasm32") { "wasm" } else { "native" };

/// Cycles, nodes and seconds of a run.
struct Measured {
    cycles: u64,
    nodes: u64,
    seconds: f64,
}

fn measure(d: &mut Driver) -> Measured {
    let start = Instant::now();
    let message = d.run();
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(message, "Every core has halted.");
    Measured { cycles: d.frame.end, nodes: d.frame.series.as_ref().map_or(0, |s| u64::from(s.nodes)), seconds }
}

/// The reference solution of `class/matmul`, recorded and shown as in the page.
fn matmul() -> Measured {
    let mut d = Driver::default();
    let files = pack!(
        "pack.toml",
        "matmul/exercise.toml",
        "matmul/task.en.md",
        "matmul/task.ja.md",
        "matmul/hints.en.md",
        "matmul/hints.ja.md",
        "matmul/start/matmul.s"
    );
    d.must(Command::OpenExercise { folder: "matmul".into(), files });
    d.finish(); // the sequential reference is not part of the measurement
    d.assemble("matmul.s", SOLUTION);
    measure(&mut d)
}

/// Cores that compute without a word to each other: the speed of the cores alone.
fn compute(width: u8, height: u8, rounds: u32) -> Measured {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width, height, ..MachineOptions::default() }));
    let text = format!(
        ".data\nx: .word 3, 5\n.text\nmain: la $s0, x\n li $s1, {rounds}\n\
         loop: lw $t0, 0($s0)\n lw $t1, 4($s0)\n mul $t0, $t0, $t1\n addu $s2, $s2, $t0\n addiu $s1, $s1, -1\n\
         bnez $s1, loop\n li $v0, 10\n syscall\n"
    );
    d.assemble("compute.s", &text);
    measure(&mut d)
}

/// One core and a chain of floating-point operations, each of which is rounded.
fn float(rounds: u32) -> Measured {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, ..MachineOptions::default() }));
    let word = |op, rs, rt, rd, sa| format!(".word {:#x}\n", encode(&Instr { op, rs, rt, rd, sa, imm: 0 }));
    let text = format!(
        "main: lui $t0, 0x3f80\n{} addiu $t0, $t0, 3\n{} li $s1, {rounds}\nloop: {}{}{}{} addiu $s1, $s1, -1\n\
         bnez $s1, loop\n li $v0, 10\n syscall\n",
        word(Op::Mtc1, 0, 8, 2, 0),
        word(Op::Mtc1, 0, 8, 4, 0),
        word(Op::MulS, 0, 4, 2, 2),
        word(Op::AddS, 0, 4, 6, 6),
        word(Op::CvtDS, 0, 0, 6, 8),
        word(Op::AddD, 0, 10, 8, 10),
    );
    d.assemble("float.s", &text);
    measure(&mut d)
}

fn report(name: &str, measure: impl Fn() -> Measured) {
    // The best of several runs: everything that disturbs a run makes it slower, never faster.
    let runs: Vec<Measured> = (0..5).map(|_| measure()).collect();
    let best = runs.iter().min_by(|a, b| a.seconds.total_cmp(&b.seconds)).expect("five runs");
    let value = (best.cycles * best.nodes) as f64 / best.seconds;
    let line = json!({
        "name": format!("{name}/{PLATFORM}"),
        "value": value.round(),
        "unit": "core-cycles/s",
        "cycles": best.cycles,
        "nodes": best.nodes,
        "seconds": best.seconds,
    });
    print(&line.to_string());
}

#[cfg(not(target_arch = "wasm32"))]
fn print(line: &str) {
    println!("{line}");
}

/// A worker has no standard output; the bench page takes the console's lines for it.
#[cfg(target_arch = "wasm32")]
fn print(line: &str) {
    web_sys::console::log_1(&line.into());
}

fn main() {
    report("matmul-4x4", matmul);
    report("compute-1x1", || compute(1, 1, 200_000));
    report("float-1x1", || float(200_000));
    report("compute-32x32", || compute(32, 32, 500));
    mcore_tests::noc_bench::lines(PLATFORM).for_each(|line| print(&line.to_string()));
}
