//! Any text is answered as a script of verbs: a run that keeps its counts, or errors with their places.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| mcore_tests::invariants::tca_script(text));
