//! Any text is answered as an exercise with maps, and as its hand-in file.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    mcore_tests::invariants::mapping_exercise(text);
    mcore_tests::invariants::mapping_submission(text.as_bytes());
});
