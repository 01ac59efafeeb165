//! Hexadecimal numbers, eight digits at once.

/// A number at the beginning of a text: its value and how many digits it has, or `None` if there is no digit, or more than
/// sixteen.
#[inline]
pub(super) fn number(text: &[u8]) -> Option<(u64, usize)> {
    let (mut value, mut length) = (0, 0);
    if let Some(eight) = text.first_chunk::<8>()
        && let Some(upper) = eight_digits(*eight)
    {
        (value, length) = (u64::from(upper), 8);
    }
    while let Some(digit) = text.get(length).and_then(|c| char::from(*c).to_digit(16)) {
        if length == 16 {
            return None;
        }
        value = (value << 4) | u64::from(digit);
        length += 1;
    }
    (length > 0).then_some((value, length))
}

/// Eight digits, or `None` if one of them is something else. All eight bytes are worked on side by side in one word.
#[inline]
pub(super) fn eight_digits(text: [u8; 8]) -> Option<u32> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let chars = u64::from_le_bytes(text);
    // Letters in lower case, so that a letter is 0x61 to 0x66, a digit 0x30 to 0x39. A digit has this bit set already.
    let lower = chars | (0x20 * ONES);
    // For each byte the top bit says "at least": adding what is missing to 0x80. No byte
    // carries if all are below 0x80; a text with others is refused below.
    let at_least = |low: u64| lower.wrapping_add((0x80 - low) * ONES);
    let digit = at_least(0x30) & !at_least(0x3a);
    let letter = at_least(0x61) & !at_least(0x67);
    // A control character becomes a digit when the bit is set: 0x10 to 0x19 and 0x30 to 0x39 differ in it alone.
    let good = (digit | letter) & ((chars << 2) | (chars << 1)) & (0x80 * ONES);
    if chars & (0x80 * ONES) != 0 || good != (0x80 * ONES) {
        return None;
    }
    // 0x30 + d is d; 0x61 + l is 10 + l, which is (0x61 + l) & 15 plus 9.
    let nibbles = (lower & (0x0f * ONES)) + 9 * ((letter >> 7) & ONES);
    let pairs = ((nibbles << 4) | (nibbles >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = ((pairs << 8) | (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    Some(((fours << 16) | (fours >> 32)) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte at every place, against the standard library.
    #[test]
    fn eight_digits_are_what_the_standard_library_reads() {
        for at in 0..8 {
            for byte in 0..=255_u8 {
                let mut text = *b"0F3a9Bc7";
                text[at] = byte;
                let plain = core::str::from_utf8(&text).ok().filter(|t| t.bytes().all(|b| b.is_ascii_hexdigit()));
                let wanted = plain.and_then(|t| u32::from_str_radix(t, 16).ok());
                assert_eq!(eight_digits(text), wanted, "{byte:#x} at {at}");
            }
        }
    }

    #[test]
    fn numbers_end_where_their_digits_end() {
        assert_eq!(number(b"1ffefffdd0,8"), Some((0x1f_feff_fdd0, 10)));
        assert_eq!(number(b"04222cac,8\n"), Some((0x0422_2cac, 8)));
        assert_eq!(number(b"7 "), Some((7, 1)));
        assert_eq!(number(b""), None);
        assert_eq!(number(b"x"), None);
        assert_eq!(number(b"ffffffffffffffff"), Some((u64::MAX, 16)));
        assert_eq!(number(b"0ffffffffffffffff"), None);
    }
}
