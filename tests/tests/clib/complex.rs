//! Complex numbers: operators and `<complex.h>` give the text that gcc and the C library of GNU give on the host.

use super::ended;
use super::mpi::consoles;
use mcore::base::SourceFile;
use mcore::modes::chip::{Machine, Spec};
use mcore::toolchain::mclib::library;
use mcore::toolchain::{Level, Options, build};
use mcore_tests::compilers;
use std::sync::Arc;

fn printed_at(level: Level, text: &str) -> String {
    let compilers = compilers();
    let options = Options { level, ..Options::new(512 * 1024, &compilers) };
    let file = SourceFile { name: "test.c".into(), text: text.into() };
    let built = build(&[file], &library(), &options);
    let program = Arc::new(built.program.unwrap_or_else(|| panic!("{:#?}", built.diagnostics)));
    let mut machine = Machine::new(Spec { cycle_limit: 1 << 30, ..Spec::default() }, program).expect("a machine");
    while machine.run_until(u64::MAX) {}
    machine.state.nodes[0].console.tail(1 << 20)
}

/// The expected texts are those of `gcc -ffp-contract=off` for the same programs.
#[test]
fn operators_give_the_numbers_of_gcc() {
    for level in [Level::O0, Level::O1, Level::O2] {
        let out = printed_at(level, include_str!("complex/operators.c"));
        for (got, wanted) in out.lines().zip(include_str!("complex/operators.txt").lines()) {
            assert_eq!(got, wanted, "{level:?}");
        }
        assert_eq!(out.lines().count(), include_str!("complex/operators.txt").lines().count(), "{level:?}\n{out}");
    }
}

/// 13 digits of a double, 5 of a float; and infinities, NaNs and zeros.
#[test]
fn functions_give_the_digits_of_the_host() {
    let machine = ended(1, 1, include_str!("complex/functions.c"));
    let out = machine.state.nodes[0].console.tail(1 << 20);
    for (got, wanted) in out.lines().zip(include_str!("complex/functions.txt").lines()) {
        assert_eq!(got, wanted);
    }
    assert_eq!(out.lines().count(), include_str!("complex/functions.txt").lines().count(), "{out}");
}

/// The expected text is that of MPICH.
#[test]
fn complex_numbers_travel_and_are_reduced() {
    let all = consoles(2, 2, include_str!("complex/mpi.c"));
    assert_eq!(all[0], "10 4, 1\n-10 40, -1.000000 0.000000\n1\n0 3\n4 1\n");
}
