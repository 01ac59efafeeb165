//! Any bytes are answered: a hand-in file, or the reason why not.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| mcore_tests::invariants::submission(data));
