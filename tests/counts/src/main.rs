//! Runs one case by its name; without a name, prints the names. `cargo xtask test` counts the host instructions of each
//! (`counts.toml`), so that the simulators do not become slower unnoticed.

use mcore_base::{Array, Goal, SourceFile};
use mcore_machine::{Machine, SpaceTime, Spec, Tally};
use mcore_nsim::model::machine::Recording;
use mcore_nsim::model::{self, Mapping, Params, Pattern, Progress, Topology};
use mcore_toolchain::asm::{Options, assemble};
use mcore_toolchain::mclib::library;
use std::process::ExitCode;
use std::sync::Arc;

/// A case: its name, and a function that prepares it and returns the part that is counted.
type Case = (&'static str, fn() -> Box<dyn FnMut()>);

const CASES: [Case; 8] = [
    ("loop", || chip(1, include_str!("loop.s"), u64::MAX)),
    // `gcc -O2 -march=mips32r2 -mfp32 -mno-abicalls -fno-pic -G0 -ffreestanding -S` made these two of the C texts beside them.
    ("product", || chip(1, include_str!("product.s"), u64::MAX)),
    ("double", || chip(1, include_str!("../../src/double.s"), 1_000_000)),
    ("matmul", || chip(4, include_str!("../../../exercises/class/matmul/solution/matmul.s"), u64::MAX)),
    ("ring", || chip(8, include_str!("../../src/ring.s"), u64::MAX)),
    ("bruck", bruck),
    // The same with all statistics.
    ("matmul-statistics", || observed(4, include_str!("../../../exercises/class/matmul/solution/matmul.s"))),
    ("ring-statistics", || observed(8, include_str!("../../src/ring.s"))),
];

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let Some((_, prepare)) = CASES.iter().find(|(name, _)| *name == wanted) else {
        println!("{}", CASES.map(|(name, _)| name).join(" "));
        return ExitCode::from(u8::from(!wanted.is_empty()));
    };
    counted(&mut prepare());
    ExitCode::SUCCESS
}

/// The counter starts and stops with this function.
#[inline(never)]
fn counted(work: &mut dyn FnMut()) {
    work();
}

/// A chip of `side` x `side` nodes with a program.
fn machine(side: u8, text: &str) -> Machine {
    let file = SourceFile { name: "case.s".into(), text: text.into() };
    let program = assemble(&[file], &library(), &Options::default()).program.expect("a program");
    Machine::new(Spec { array: Array::new(side, side), ..Spec::default() }, Arc::new(program)).expect("a machine")
}

/// A program, up to a cycle or to its end.
fn chip(side: u8, text: &str, until: u64) -> Box<dyn FnMut()> {
    let mut machine = machine(side, text);
    Box::new(
        move || while machine.state.cycle < until && machine.run_until((machine.state.cycle + 1_000_000).min(until)) {},
    )
}

/// A program to its end, with statistics and sums over time and space.
fn observed(side: u8, text: &str) -> Box<dyn FnMut()> {
    let mut machine = machine(side, text);
    let array = machine.spec().array;
    let (mut tally, mut space) = (Tally::new(array), SpaceTime::new(array));
    Box::new(move || {
        machine.share();
        let start = machine.clone();
        machine.advance_observed(Goal::cycle(u64::MAX), &|| start.clone(), &mut [&mut tally, &mut space]);
    })
}

/// An interconnect: Bruck's all-to-all of 512 ranks on a torus.
fn bruck() -> Box<dyn FnMut()> {
    let topology = Topology::torus(&[8, 8, 8]);
    let ranks = topology.nodes();
    let program = model::Program::pattern(Pattern::BruckAlltoall { bytes: 4 }, ranks);
    let recording = Recording::default();
    let built = model::Machine::new(topology, Params::TORUS, Mapping::in_order(ranks), program, 1, &recording);
    let mut machine = built.expect("a machine");
    Box::new(move || while machine.run(10_000) == Progress::Running {})
}
