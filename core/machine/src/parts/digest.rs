//! A hash of a state that is the same on every platform.

use core::hash::Hasher;
use twox_hash::XxHash64;

/// Maximum number of bytes gathered.
const GATHERED: usize = 256;

/// A hasher that sees the same bytes on every platform: XxHash64 is specified bit for bit, and lengths are widened to
/// 64 bits.
///
/// A state consists mostly of small numbers, and passing each of them to the hasher by itself would take longer than
/// hashing it; so they are gathered.
pub(super) struct Portable {
    hasher: XxHash64,
    gathered: [u8; GATHERED],
    length: usize,
}

impl Default for Portable {
    fn default() -> Self {
        Self { hasher: XxHash64::with_seed(0), gathered: [0; GATHERED], length: 0 }
    }
}

impl Portable {
    fn hand_on(&mut self) {
        self.hasher.write(&self.gathered[..self.length]);
        self.length = 0;
    }

    #[inline]
    fn number<const BYTES: usize>(&mut self, bytes: [u8; BYTES]) {
        if self.length + BYTES > GATHERED {
            self.hand_on();
        }
        self.gathered[self.length..][..BYTES].copy_from_slice(&bytes);
        self.length += BYTES;
    }
}

impl Hasher for Portable {
    fn finish(&self) -> u64 {
        let mut hasher = self.hasher.clone();
        hasher.write(&self.gathered[..self.length]);
        hasher.finish()
    }
    fn write(&mut self, bytes: &[u8]) {
        self.hand_on();
        self.hasher.write(bytes);
    }
    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.number(i.to_le_bytes());
    }
    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.number(i.to_le_bytes());
    }
    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.number(i.to_le_bytes());
    }
    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.number(i.to_le_bytes());
    }
    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.number((i as u64).to_le_bytes());
    }
    #[inline]
    fn write_isize(&mut self, i: isize) {
        self.number((i as i64).to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::hash::Hash;

    #[test]
    fn gathering_changes_nothing() {
        let mut expected = XxHash64::with_seed(0);
        let mut hasher = Portable::default();
        for i in 0..300_u32 {
            (i as u8, i as u16, i, u64::from(i) << 40, i as usize, -(i as isize)).hash(&mut hasher);
            expected.write(&[i as u8]);
            expected.write(&(i as u16).to_le_bytes());
            expected.write(&i.to_le_bytes());
            expected.write(&(u64::from(i) << 40).to_le_bytes());
            expected.write(&u64::from(i).to_le_bytes());
            expected.write(&(-i64::from(i)).to_le_bytes());
            hasher.write(&[7; 300][..i as usize]);
            expected.write(&[7; 300][..i as usize]);
            assert_eq!(hasher.finish(), expected.finish());
        }
    }
}
