//! Names of the 32 general registers (o32 calling convention).

/// The conventional name of each register, by number.
const NAMES: [&str; 32] = [
    "$zero", "$at", "$v0", "$v1", "$a0", "$a1", "$a2", "$a3", // constants, results, arguments
    "$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7", // temporaries
    "$s0", "$s1", "$s2", "$s3", "$s4", "$s5", "$s6", "$s7", // saved by the called function
    "$t8", "$t9", "$k0", "$k1", "$gp", "$sp", "$fp", "$ra", // temporaries, kernel, pointers
];

/// The conventional name of register `n`, with its dollar sign. Only the low five bits of `n` count.
pub fn register_name(n: u8) -> &'static str {
    NAMES[usize::from(n & 31)]
}

/// The number of a register written `$t0`, `$8` or `$s8` (another name of `$fp`).
pub fn parse_register(text: &str) -> Option<u8> {
    let name = text.strip_prefix('$')?;
    if name == "s8" {
        return Some(30);
    }
    if let Some(n) = NAMES.iter().position(|known| *known == text) {
        return Some(n as u8);
    }
    let plain_number = !name.is_empty() && name.len() <= 2 && name.bytes().all(|b| b.is_ascii_digit());
    name.parse().ok().filter(|n: &u8| plain_number && *n < 32)
}
