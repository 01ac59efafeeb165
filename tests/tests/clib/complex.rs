//! Complex numbers: operators and `<complex.h>` give the text that gcc and the C library of GNU give on the host.

use super::mpi::consoles;
use super::{printed, printed_at};
use mcore::toolchain::Level;

/// Compares two texts line by line.
fn same(out: &str, wanted: &str) {
    for (got, wanted) in out.lines().zip(wanted.lines()) {
        assert_eq!(got, wanted);
    }
    assert_eq!(out.lines().count(), wanted.lines().count(), "{out}");
}

/// The expected texts are those of `gcc -ffp-contract=off` for the same programs.
#[test]
fn operators_give_the_numbers_of_gcc() {
    for level in [Level::O0, Level::O1, Level::O2] {
        println!("{level:?}");
        same(&printed_at(level, include_str!("complex/operators.c")), include_str!("complex/operators.txt"));
    }
}

/// 13 digits of a double, 5 of a float; and infinities, NaNs and zeros.
#[test]
fn functions_give_the_digits_of_the_host() {
    same(&printed(include_str!("complex/functions.c")), include_str!("complex/functions.txt"));
}

/// The expected text is that of MPICH.
#[test]
fn complex_numbers_travel_and_are_reduced() {
    let all = consoles(2, 2, include_str!("complex/mpi.c"));
    assert_eq!(all[0], "10 4, 1\n-10 40, -1.000000 0.000000\n1\n0 3\n4 1\n");
}
