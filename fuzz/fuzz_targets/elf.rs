//! Any bytes are answered: a program within node memory, or the reason why not.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| mcore_tests::invariants::elf(data, 1 << 16));
