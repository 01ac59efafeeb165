//! Any bytes are answered: the files of a pack within the limits, or the reason why not.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| mcore_tests::invariants::pack_archive(data));
