//! The checks for errors that learners make.

mod checks;
mod checks_order;
mod requests;
mod types;
mod windows;

use mcore::modes::chip::Machine;
use mcore::modes::chip::check::Check;

/// Checks a whole run. A check that follows every iteration of polling loops has the same findings.
fn checked_to_the_end(machine: Machine) -> Check {
    let (mut check, mut every) = (Check::new(machine.clone()), Check::new(machine));
    every.follow_every_iteration();
    for check in [&mut check, &mut every] {
        while !check.has_ended() {
            check.advance(10_000, u64::MAX);
        }
    }
    assert_eq!(check.checker().findings(), every.checker().findings());
    assert_eq!((check.cycle(), check.checker().incomplete()), (every.cycle(), every.checker().incomplete()));
    assert_eq!(every.checker().skipped(), 0);
    check
}
