//! Any text is answered as a communication record: a replay, or the reason why not.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| mcore_tests::invariants::tca_record(text));
