//! Speed of the simulator: one JSON object per line, for `cargo xtask bench`. The same program runs natively and, as
//! WebAssembly, in a worker of a browser; so it reads no files and takes its clock from `web-time`. Words on the
//! command line, or after the "?" of the worker's address, select the measurements whose names contain one of them;
//! with `--shown`, `--alone` or `--plain` these run once and only in that way, for a profiler; with `--recorded` the
//! machine runs alone and then recorded, in slices that do not depend on the clock.
//!
//! Each program is run in four ways, in turn: recorded and shown as in the page (`value`); only recorded; the machine
//! alone (`alone`; `recording` is the additional time of the second way in per cent); and the machine in the reference
//! loop of `core/machine/src/parts/cycle.rs` (`ratio` is `value` to that).

use mcore::base::{Null, SourceFile};
use mcore::isa::{Instr, Op, encode};
use mcore::modes::chip::exercise::{Exercise, PackFile, read_exercise};
use mcore::modes::chip::session::{Command, MachineOptions, SliceBudget, Watch, spec_of};
use mcore::modes::chip::{InOrder, Machine};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::Driver;
use serde_json::json;
use std::sync::Arc;
use web_time::Instant;

/// Files of the exercise, as the page fetches them.
macro_rules! pack {
    ($($name:literal),*) => {
        vec![$(PackFile { name: $name.into(), bytes: include_bytes!(concat!("../../../exercises/class/", $name)).to_vec() }),*]
    };
}

const SOLUTION: &str = include_str!("../../../exercises/class/matmul/solution/matmul.s");
/// The C programs beside these texts, by `gcc -O2 -march=mips32r2 -mfp32 -mno-abicalls -fno-pic -G0 -ffreestanding -S`.
const DOUBLE: &str = include_str!("../double.s");
const HIMENO: &str = include_str!("../himeno.s");
const PLATFORM: &str = if cfg!(target_arch = "wasm32") { "wasm" } else { "native" };
/// The reference loop is measured over at most this number of core-cycles.
const PLAIN: u64 = 6_000_000;

/// Each program is run at least this often, and then repeated until a number of seconds has passed.
const LEAST_RUNS: usize = 5;
const MAX_RUNS: usize = 100;
const ENOUGH: f64 = 2.0;

/// A program, its chip, and optionally the exercise that gives its inputs.
struct Case {
    name: &'static str,
    width: u8,
    height: u8,
    source: String,
    exercise: Option<Vec<PackFile>>,
}

impl Case {
    fn new(name: &'static str, (width, height): (u8, u8), source: String) -> Self {
        Self { name, width, height, source, exercise: None }
    }

    fn nodes(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    fn options(&self) -> MachineOptions {
        MachineOptions { width: self.width, height: self.height, cycle_limit: 1 << 40, ..MachineOptions::default() }
    }

    fn file(&self) -> SourceFile {
        SourceFile { name: "bench.s".into(), text: self.source.clone() }
    }

    /// The machine at cycle 0.
    fn machine(&self) -> Machine {
        let program = assemble(&[self.file()], &library(), &Options::default()).program.expect("a program");
        let program = Arc::new(program);
        let mut machine = Machine::new(spec_of(&self.options()), program.clone()).expect("a machine");
        if let Some(files) = &self.exercise {
            let exercise: Exercise = read_exercise("matmul", files).expect("an exercise");
            exercise.cases[0].place(&mut machine).expect("inputs");
        }
        machine
    }

    /// A session with the program at cycle 0.
    fn begin(&self, watch: Watch) -> Driver {
        let mut driver = Driver::default();
        driver.must(Command::Watch(watch));
        match &self.exercise {
            Some(files) => {
                driver.must(Command::OpenExercise { folder: "matmul".into(), files: files.clone() });
                driver.finish(); // the sequential reference is not part of the measurement
                driver.must(Command::SetChecks(false)); // nor are the checks, which follow the run in the background
            }
            None => driver.must(Command::SetMachine(self.options())),
        }
        driver.assemble("bench.s", &self.source);
        driver
    }

    /// Runs a program from its start, in slices as the page's worker does: seconds.
    fn run(driver: &mut Driver, until: Option<u64>, now: impl Fn() -> Instant) -> f64 {
        driver.must(Command::Run { until, pace: None });
        let (start, mut slice_budget) = (Instant::now(), SliceBudget::default());
        while driver.session.is_busy() {
            let (begin, cycles) = (now(), slice_budget.next());
            driver.slice(cycles);
            slice_budget.learn(cycles, (now() - begin).as_secs_f64() * 1000.0);
        }
        start.elapsed().as_secs_f64()
    }

    /// The program recorded and shown as in the page: seconds.
    fn shown(&self) -> f64 {
        let mut driver = self.begin(Watch::default());
        let seconds = Self::run(&mut driver, None, Instant::now);
        assert_eq!(driver.frame.outcome.map(|o| o.message.en).as_deref(), Some("Every core has halted."));
        seconds
    }

    /// The program only recorded, up to the cycle before its last: seconds. The verdict would follow.
    fn recorded(&self, core_cycles: u64, now: impl Fn() -> Instant) -> f64 {
        let nothing = Watch { mesh: false, node: None, series: false, digest: false, ..Watch::default() };
        Self::run(&mut self.begin(nothing), Some(core_cycles / self.nodes() - 1), now)
    }

    /// The machine by itself: core-cycles of the run and seconds.
    fn alone(&self) -> (u64, f64) {
        let mut machine = self.machine();
        let start = Instant::now();
        while machine.run_until(machine.state.cycle + 1_000_000) {}
        let seconds = start.elapsed().as_secs_f64();
        (machine.state.cycle * machine.spec().array.nodes() as u64, seconds)
    }

    /// Core-cycles per second in the reference loop.
    fn plain(&self) -> f64 {
        let mut machine = self.machine();
        let nodes = machine.spec().array.nodes() as u64;
        let start = Instant::now();
        while machine.state.cycle * nodes < PLAIN && machine.step_in(&mut InOrder, &mut Null) {}
        (machine.state.cycle * nodes) as f64 / start.elapsed().as_secs_f64()
    }

    fn report(&self) {
        let core_cycles = self.alone().0;
        // In turn, and the best of each: every disturbance makes a run slower, never faster.
        let ([mut shown, mut recorded, mut alone], start) = ([f64::INFINITY; 3], Instant::now());
        for round in 0..MAX_RUNS {
            if round >= LEAST_RUNS && start.elapsed().as_secs_f64() > ENOUGH {
                break;
            }
            shown = shown.min(self.shown());
            recorded = recorded.min(self.recorded(core_cycles, Instant::now));
            alone = alone.min(self.alone().1);
        }
        let recording = (recorded / alone - 1.0) * 100.0;
        let (value, alone) = (core_cycles as f64 / shown, core_cycles as f64 / alone);
        let plain = (0..3).map(|_| self.plain()).fold(0.0, f64::max);
        let line = json!({
            "name": format!("{}/{PLATFORM}", self.name),
            "value": value.round(),
            "unit": "core-cycles/s",
            "ratio": (value / plain * 100.0).round() / 100.0,
            "alone": alone.round(),
            "recording": (recording * 10.0).round() / 10.0,
            "plain": plain.round(),
            "core_cycles": core_cycles,
        });
        print(&line.to_string());
    }
}

/// The reference solution of `class/matmul`, with the exercise on a chip of this size.
fn matmul(name: &'static str, size: (u8, u8)) -> Case {
    let mut files = pack!(
        "pack.toml",
        "matmul/exercise.toml",
        "matmul/task.en.md",
        "matmul/task.ja.md",
        "matmul/hints.en.md",
        "matmul/hints.ja.md",
        "matmul/start/matmul.s"
    );
    let (own, text) = ("nodes = \"4x4\"", String::from_utf8_lossy(&files[1].bytes));
    assert!(text.contains(own), "the exercise says on how many nodes it runs");
    files[1].bytes = text.replace(own, &format!("nodes = \"{}x{}\"", size.0, size.1)).into_bytes();
    Case { exercise: Some(files), ..Case::new(name, size, SOLUTION.into()) }
}

/// The algorithm of that solution for other numbers of nodes, on matrices full of zeroes.
fn matmul_of(name: &'static str, size: (u8, u8), rows: u32) -> Case {
    Case::new(name, size, format!(".equ N, {rows}\n{}", include_str!("../matmul.s")))
}

/// One core counts: the loop of two instructions that benchmarks of single-core simulators use.
fn count(rounds: u32) -> String {
    format!(
        "main: li $t0, {rounds}\n.set noreorder\nloop: bne $t0, $zero, loop\n addiu $t0, $t0, -1\n.set reorder\n\
         li $v0, 10\n syscall\n"
    )
}

/// Cores that compute without any communication.
fn compute(rounds: u32) -> String {
    format!(
        ".data\nx: .word 3, 5\n.text\nmain: la $s0, x\n li $s1, {rounds}\n\
         loop: lw $t0, 0($s0)\n lw $t1, 4($s0)\n mul $t0, $t0, $t1\n addu $s2, $s2, $t0\n sw $s2, 8($s0)\n\
         addiu $s1, $s1, -1\n bnez $s1, loop\n li $v0, 10\n syscall\n"
    )
}

/// A chain of floating-point operations, each of which is rounded.
fn float(rounds: u32) -> String {
    let word = |op, rs, rt, rd, sa| format!(".word {:#x}\n", encode(&Instr { op, rs, rt, rd, sa, imm: 0 }));
    format!(
        "main: lui $t0, 0x3f80\n{} addiu $t0, $t0, 3\n{} li $s1, {rounds}\nloop: {}{}{}{} addiu $s1, $s1, -1\n\
         bnez $s1, loop\n li $v0, 10\n syscall\n",
        word(Op::Mtc1, 0, 8, 2, 0),
        word(Op::Mtc1, 0, 8, 4, 0),
        word(Op::MulS, 0, 4, 2, 2),
        word(Op::AddS, 0, 4, 6, 6),
        word(Op::CvtDS, 0, 0, 6, 8),
        word(Op::AddD, 0, 10, 8, 10),
    )
}

/// A token goes round; the node that has it computes a little while all others wait for it.
fn token(rounds: u32) -> String {
    format!(
        ".include \"mclib.s\"\n.data\nflag: .word 0\n.text\n\
         main: jal mc_rank\n move $s0, $v0\n jal mc_nodes\n addiu $t0, $s0, 1\n xor $t1, $t0, $v0\n\
         movz $t0, $zero, $t1\n move $a0, $t0\n jal mc_id\n move $s1, $v0\n li $s2, 1\n\
         round: beqz $s0, mine\nwait: la $a0, flag\n move $a1, $s2\n jal mc_wait_eq\n\
         mine: li $t0, 100\nwork: addiu $t0, $t0, -1\n addu $t1, $t1, $t0\n bnez $t0, work\n\
         move $a0, $s1\n la $a1, flag\n move $a2, $s2\n jal mc_signal\n\
         bnez $s0, next\n la $a0, flag\n move $a1, $s2\n jal mc_wait_eq\n\
         next: addiu $s2, $s2, 1\n li $t0, {rounds}\n ble $s2, $t0, round\n li $a0, 0\n jal mc_exit\n"
    )
}

/// All nodes put blocks to their mirror images all the time, with a barrier after each.
fn blocks(rounds: u32) -> String {
    format!(
        ".include \"mclib.s\"\n.data\nout: .space 1024\nin: .space 1024\n.text\n\
         main: jal mc_rank\n move $s0, $v0\n jal mc_nodes\n addiu $v0, $v0, -1\n subu $a0, $v0, $s0\n jal mc_id\n\
         move $s1, $v0\n li $s2, {rounds}\n\
         round: move $a0, $s1\n la $a1, in\n la $a2, out\n li $a3, 1024\n jal mc_put\n jal mc_barrier\n\
         addiu $s2, $s2, -1\n bnez $s2, round\n li $a0, 0\n jal mc_exit\n"
    )
}

#[cfg(not(target_arch = "wasm32"))]
fn print(line: &str) {
    println!("{line}");
}

/// A worker has no standard output; the bench page reads the console's lines instead.
#[cfg(target_arch = "wasm32")]
fn print(line: &str) {
    web_sys::console::log_1(&line.into());
}

#[cfg(not(target_arch = "wasm32"))]
fn arguments() -> impl Iterator<Item = String> {
    std::env::args().skip(1)
}

/// The words after the "?" of the worker's address.
#[cfg(target_arch = "wasm32")]
fn arguments() -> impl Iterator<Item = String> {
    use web_sys::{js_sys::global, wasm_bindgen::JsCast};
    let search = global().unchecked_into::<web_sys::WorkerGlobalScope>().location().search();
    let words = search.trim_start_matches('?').split('+').filter(|word| !word.is_empty());
    words.map(String::from).collect::<Vec<_>>().into_iter()
}

fn main() {
    let cases = [
        Case::new("loop-1x1", (1, 1), count(50_000_000)),
        Case::new("compute-1x1", (1, 1), compute(1_000_000)),
        Case::new("float-1x1", (1, 1), float(500_000)),
        Case::new("double-1x1", (1, 1), DOUBLE.into()),
        Case::new("himeno-1x1", (1, 1), HIMENO.into()),
        matmul("matmul-4x4", (4, 4)),
        matmul("matmul-8x4", (8, 4)),
        matmul_of("matmul-8x8", (8, 8), 64),
        matmul_of("matmul-32x32", (32, 32), 64),
        Case::new("compute-32x32", (32, 32), compute(1000)),
        Case::new("polling-8x8", (8, 8), token(20)),
        Case::new("polling-32x32", (32, 32), token(1)),
        Case::new("dma-8x8", (8, 8), blocks(20)),
        Case::new("dma-32x32", (32, 32), blocks(1)),
    ];
    let (ways, wanted): (Vec<String>, Vec<String>) = arguments().partition(|word| word.starts_with("--"));
    let start = Instant::now();
    for case in cases {
        if wanted.is_empty() || wanted.iter().any(|word| case.name.contains(word.as_str())) {
            match ways.first().map(String::as_str) {
                Some("--shown") => drop(case.shown()),
                Some("--recorded") => drop(case.recorded(case.alone().0, || start)),
                Some("--alone") => drop(case.alone()),
                Some(_) => drop(case.plain()),
                None => case.report(),
            }
        }
    }
    if ways.is_empty() && (wanted.is_empty() || wanted.iter().any(|word| word.contains("noc"))) {
        mcore_tests::noc_bench::lines(PLATFORM).for_each(|line| print(&line.to_string()));
    }
    if ways.is_empty() {
        mcore_tests::nsim_bench::lines(PLATFORM, &wanted).for_each(|line| print(&line.to_string()));
        mcore_tests::mopt_bench::lines(PLATFORM, &wanted).for_each(|line| print(&line.to_string()));
        let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
        mcore_tests::time_bench::lines(PLATFORM, wants).for_each(|line| print(&line.to_string()));
        if wants("stops") {
            mcore_tests::stop_bench::lines(PLATFORM).for_each(|line| print(&line.to_string()));
        }
        if wants("c-step") {
            mcore_tests::step_bench::lines(PLATFORM).for_each(|line| print(&line.to_string()));
        }
        if wants("tca") {
            mcore_tests::tca_bench::lines(PLATFORM).for_each(|line| print(&line.to_string()));
        }
        mcore_tests::pmnet_bench::lines(PLATFORM, wants).for_each(|line| print(&line.to_string()));
    }
}
