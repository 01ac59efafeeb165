//! The C library on the chip, compiled by the lab's own compiler: its results, and that its cycles are those in its
//! comments.

mod complex;
mod costs;
mod files;
mod functions;
mod help;
mod lists;
mod math;
mod mpi;
mod mpi_comms;
mod mpi_files;
mod mpi_matching;
mod mpi_record;
mod mpi_table;
mod mpi_wrong;
mod posix;
mod ranks;
mod sizes;

use mcore::base::{Array, Severity, SourceFile};
use mcore::modes::chip::{Machine, Outcome, Spec};
use mcore::toolchain::mclib::library;
use mcore::toolchain::{Level, Options, build};
use mcore_tests::compilers;
use std::sync::Arc;

/// A machine with a C program at cycle 0.
fn machine(width: u8, height: u8, text: &str) -> Machine {
    machine_at(Level::O2, width, height, text)
}

/// The same with a program of another level of optimisation.
fn machine_at(level: Level, width: u8, height: u8, text: &str) -> Machine {
    let compilers = compilers();
    let options = Options { level, ..Options::new(512 * 1024, &compilers) };
    let file = SourceFile { name: "test.c".into(), text: text.into() };
    let built = build(&[file], &library(), &options);
    let errors: Vec<_> = built.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    let program = Arc::new(built.program.unwrap_or_else(|| panic!("{errors:#?}")));
    let spec = Spec { array: Array::new(width, height), cycle_limit: 1 << 30, ..Spec::default() };
    Machine::new(spec, program).expect("a machine")
}

/// The machine after its run.
fn ended(width: u8, height: u8, text: &str) -> Machine {
    after_run(machine(width, height, text))
}

fn after_run(mut machine: Machine) -> Machine {
    while machine.run_until(u64::MAX) {}
    machine
}

/// The text that a program on one node prints; it must halt with code 0.
fn printed(text: &str) -> String {
    printed_at(Level::O2, text)
}

/// The same at another level of optimisation.
fn printed_at(level: Level, text: &str) -> String {
    let machine = after_run(machine_at(level, 1, 1, text));
    let node = &machine.state.nodes[0];
    let console = node.console.tail(1 << 20);
    assert!(matches!(machine.outcome(), Some(Outcome::Halted { .. })), "{:?}\n{console}", machine.outcome());
    assert_eq!(node.core.processor.halted.map(|(code, _)| code), Some(0), "{console}");
    console
}
