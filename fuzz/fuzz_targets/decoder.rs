//! Any word is decoded, encoded back to itself, and disassembled.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|words: (u32, u32)| mcore_tests::invariants::decoder(words.0, words.1));
