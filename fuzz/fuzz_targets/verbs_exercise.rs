//! Any text is answered as an exercise with scripts of verbs, and as its hand-in file.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    mcore_tests::invariants::verbs_exercise(text);
    mcore_tests::invariants::verbs_submission(text.as_bytes());
});
