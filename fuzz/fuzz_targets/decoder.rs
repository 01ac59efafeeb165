//! Any word is decoded, encoded back to itself, and disassembled.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcore::isa::{decode, disassemble, encode};

fuzz_target!(|words: (u32, u32)| {
    let instr = decode(words.0);
    assert_eq!(encode(&instr), words.0);
    assert!(!disassemble(&instr, words.1 & !3, &|_| None).is_empty());
});
