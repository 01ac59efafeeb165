//! A parser for the bit patterns of the instruction table.

/// The fixed bits of an instruction: a word is this instruction if `word & mask == bits`.
#[derive(Clone, Copy)]
pub(super) struct Fixed {
    /// A 1 for each bit that the instruction fixes.
    pub mask: u32,
    /// The values of those bits, zero elsewhere.
    pub bits: u32,
}

/// Reads a pattern such as `"000000 sssss ttttt ddddd 00000 100000"`, written as in the manual's figures: bit 31 first,
/// `0` and `1` are fixed, a letter is a bit of an operand, spaces only separate. Runs at compile time.
pub(super) const fn parse(pattern: &str) -> Fixed {
    let text = pattern.as_bytes();
    let mut fixed = Fixed { mask: 0, bits: 0 };
    let mut width = 0;
    let mut i = 0;
    while i < text.len() {
        if text[i] != b' ' {
            let is_fixed = text[i] == b'0' || text[i] == b'1';
            fixed.mask = fixed.mask << 1 | is_fixed as u32;
            fixed.bits = fixed.bits << 1 | (text[i] == b'1') as u32;
            width += 1;
        }
        i += 1;
    }
    assert!(width == 32, "an instruction has 32 bits");
    fixed
}
