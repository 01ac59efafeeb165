//! Any text is answered: a program, or findings that lie within the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    mcore_tests::invariants::assembler(text);
});
