//! Hexadecimal numbers, eight digits at a time.

/// A number at the start of a text: its value and its number of digits; `None` if there is no digit, or more than
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

/// Eight digits; `None` if one of them is no digit. All eight bytes are processed in parallel in one word.
#[inline]
pub(super) fn eight_digits(text: [u8; 8]) -> Option<u32> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let chars = u64::from_le_bytes(text);
    // 0x30 + d is d; 0x41 + l and 0x61 + l are 10 + l, which is the lower half plus 9. No byte carries into another.
    let nibbles = (chars & (0x0f * ONES)) + 9 * ((chars >> 6) & ONES);
    // The digits of these numbers, in lower case: from 10 on, adding 6 sets the bit of 16.
    let letters = ((nibbles + 6 * ONES) >> 4) & ONES;
    let digits = nibbles + 0x30 * ONES + 0x27 * letters;
    // They must equal those of the text, except for the bit that distinguishes upper from lower case; and `g` would be
    // 16.
    if ((digits ^ chars) & !(letters << 5)) | (nibbles & (0x10 * ONES)) != 0 {
        return None;
    }
    // Joins each nibble to the one before it, then each pair.
    let pairs = (nibbles.wrapping_mul(0x1001) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(0x0100_0001) >> 16) & 0x0000_ffff_0000_ffff;
    Some(((fours << 16) | (fours >> 32)) as u32)
}

/// The number before a mark in a text, and its number of digits: perhaps none, or eight if the mark is missing. `None`
/// if another character precedes the mark.
#[inline]
pub(super) fn digits_before(mark: u8, text: [u8; 8]) -> Option<(u32, usize)> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let chars = u64::from_le_bytes(text);
    // The lowest set top bit belongs to the first byte that is zero.
    let zero_at = chars ^ (u64::from(mark) * ONES);
    let digits = (zero_at.wrapping_sub(ONES) & !zero_at & (0x80 * ONES)).trailing_zeros() / 8;
    // Moves the digits to the end, with zeros before them; in two steps, because a shift by 64 bits is not allowed.
    let (shift, zeros) = (4 * (8 - digits), u64::from(b'0') * ONES);
    let padded = (chars << shift << shift) | (zeros >> (4 * digits) >> (4 * digits));
    Some((eight_digits(padded.to_le_bytes())?, digits as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_before_a_mark_are_a_number() {
        for digits in 0..=8 {
            for other in [b',', b' ', b'\n', b'x', 0, 0xff] {
                let mut text = *b"0F3a9Bc7";
                let wanted =
                    core::str::from_utf8(&text[..digits]).ok().map(|t| u32::from_str_radix(t, 16).unwrap_or(0));
                if digits < 8 {
                    text[digits] = other;
                }
                let good = digits == 8 || other == b',';
                assert_eq!(digits_before(b',', text), wanted.filter(|_| good).map(|n| (n, digits)), "{text:?}");
            }
        }
    }

    /// Every byte at every position, compared with the standard library.
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
