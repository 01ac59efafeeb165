//! Any bytes are answered: a program within node memory, or the reason why not. What has been read can be written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcore::elf::{load, write};

const MEMORY: u32 = 1 << 16;

fuzz_target!(|data: &[u8]| {
    match load(data, MEMORY) {
        Ok(program) => {
            assert!(program.segments.iter().all(|s| s.addr.checked_add(s.size).is_some_and(|end| end <= MEMORY)));
            let again = load(&write(&program), MEMORY);
            assert!(again.is_ok_and(|again| again.symbols.len() == program.symbols.len()));
        }
        Err(error) => assert!(!error.text().en.is_empty()),
    }
});
