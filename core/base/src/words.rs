//! Comparing words.

/// `a == b` without a call: on hosts without their own `memcmp`, such as WebAssembly, a call compares byte by byte. It
/// compares all words, so it is meant for arrays that are mostly equal.
#[inline]
pub fn same_words<const N: usize>(a: &[u32; N], b: &[u32; N]) -> bool {
    a.iter().zip(b).fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_every_word_counts() {
        let words: [u32; 7] = core::array::from_fn(|i| 0x9e37_79b9u32.wrapping_mul(i as u32));
        assert!(same_words(&words, &words.clone()));
        for bit in 0..32 * words.len() {
            let mut other = words;
            other[bit / 32] ^= 1 << (bit % 32);
            assert!(!same_words(&words, &other) && !same_words(&other, &words));
        }
    }
}
