//! Any text is answered: an exercise, or an error that says where it is.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| mcore_tests::invariants::exercise_file(text));
