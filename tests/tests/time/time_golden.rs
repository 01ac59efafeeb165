//! Digests of states of a long run, made here and compared with those of the page (`tests/browser/time.test.mjs`): a
//! cycle is the same natively and as WebAssembly, on any path to it.
//!
//! `MCORE_BLESS=1 cargo test -p mcore-tests --test time time_golden` writes them anew.

use mcore::base::Rng;
use mcore::modes::chip::session::{Command, MachineOptions};
use mcore_tests::{Driver, root};
use std::fs;

/// Cycles of the run.
const CYCLES: u64 = 10_000_000;

#[test]
fn a_run_of_ten_million_cycles_has_these_states() {
    let folder = root().join("tests/golden/time");
    let text = fs::read_to_string(folder.join("ring.s")).expect("the program");
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { cycle_limit: CYCLES, ..MachineOptions::default() }));
    d.assemble("main.s", &text);
    d.must(Command::Run { until: None, pace: None });
    d.finish_in(1 << 20);
    assert_eq!(d.frame.cycle, CYCLES);
    let mut rng = Rng::new(20);
    let mut lines = String::new();
    for _ in 0..20 {
        let cycle = rng.below(CYCLES);
        d.must(Command::Seek(cycle));
        d.finish_in(1 << 20);
        assert_eq!(d.frame.cycle, cycle);
        let digest = d.frame.digest.clone().expect("time stands");
        lines.push_str(&format!("{cycle} {digest}\n"));
    }
    let golden = folder.join("digests.txt");
    if std::env::var_os("MCORE_BLESS").is_some() {
        fs::write(&golden, &lines).expect("the folder can be written");
    }
    assert_eq!(lines, fs::read_to_string(golden).expect("the digests"));
}
