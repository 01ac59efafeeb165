//! Any text is answered as communication and as a map.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| mcore_tests::invariants::mapping_file(text));
